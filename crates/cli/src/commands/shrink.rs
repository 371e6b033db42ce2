//! `skink shrink`: the fewest events that still show a finding.

use serde::Serialize;
use skink_run::{Scripted, ShrinkBudget, Watcher, load_finding, shrink, write_shrunk};

use crate::app;
use crate::args::Shrink;
use crate::commands::replay::phone_options;
use crate::commands::{listed, stop_on_interrupt};
use crate::failure::Failure;
use crate::output::{counted, grouped, print, print_json};
use crate::progress::Progress;

#[derive(Serialize)]
struct Shrunk {
    finding: String,
    title: String,
    before: usize,
    events: usize,
    minimal: bool,
    shown: u32,
    tried: u32,
    candidates: u64,
    steps: Vec<String>,
    path: String,
}

pub(crate) fn run(args: &Shrink, json: bool) -> Result<u8, Failure> {
    let doing = format!("shrinking {}", args.finding.display());
    let (run, file, mut finding, script) = load_finding(&args.finding).map_err(|e| Failure::of(&doing, e))?;
    let mut device = app::open(&file.app, None, &phone_options(&file, &doing)?)?;
    let stop = stop_on_interrupt();
    let mut progress = Progress::new(None);
    let budget = ShrinkBudget { candidates: args.candidates, replays: args.replays };
    let id = finding.id.clone();
    let mut tell = |tried, left| progress.shrinking(&id, tried, left);
    if matches!(finding.evidence, skink_trace::Evidence::Property(_)) {
        let result = skink_property::shrink_finding(
            &run,
            device.as_mut(),
            &mut finding,
            &script,
            budget,
            &stop,
            &mut tell,
        );
        progress.end();
        let shrunk = result.map_err(|e| Failure::of(&doing, e))?.map_err(|rate| {
            Failure::device(&doing, format!("{} did not show in {} replays", finding.id, rate.tried))
        })?;
        let path = run.finding_path(&finding.id).display().to_string();
        return report(
            &finding,
            &shrunk.rerun.script(),
            Figures {
                before: script.len(),
                minimal: shrunk.minimal,
                rate: shrunk.rate,
                candidates: shrunk.candidates,
                path,
            },
            json,
        );
    }
    let result = shrink(device.as_mut(), &script, &finding.id, budget, &stop, &mut tell);
    progress.end();
    let shrunk = match result.map_err(|e| Failure::of(&doing, e))? {
        Ok(shrunk) => shrunk,
        Err(rate) => {
            finding.rate = rate;
            run.write_finding_json(&finding).map_err(|e| Failure::of(&doing, e))?;
            let problem = format!("{} did not show in {} replays", finding.id, rate.tried);
            return Err(Failure::device(doing, problem).hint(
                "it may be flaky: try more with --replays; original.jsonl holds the trace that showed it",
            ));
        }
    };
    write_shrunk(&run, &mut finding, &shrunk).map_err(|e| Failure::of(&doing, e))?;
    let left = shrunk.replayed.script();
    let path = run.finding_path(&finding.id).display().to_string();
    let figures = Figures {
        before: script.len(),
        minimal: shrunk.minimal,
        rate: shrunk.rate,
        candidates: shrunk.candidates,
        path,
    };
    report(&finding, &left, figures, json)
}

/// What a shrink did, whatever kind of finding it was.
struct Figures {
    before: usize,
    minimal: bool,
    rate: skink_trace::Rate,
    candidates: u64,
    path: String,
}

fn report(
    finding: &skink_trace::Finding,
    left: &[Scripted],
    figures: Figures,
    json: bool,
) -> Result<u8, Failure> {
    if json {
        print_json(&Shrunk {
            finding: finding.id.clone(),
            title: finding.title.clone(),
            before: figures.before,
            events: left.len(),
            minimal: figures.minimal,
            shown: figures.rate.shown,
            tried: figures.rate.tried,
            candidates: figures.candidates,
            steps: left.iter().map(|s| s.event.to_string()).collect(),
            path: figures.path,
        })?;
        return Ok(crate::OK);
    }
    print(&format!("{}: {}\n", finding.id, finding.title));
    print(&format!(
        "{} of {} left after {}; it shows {} of {} times\n",
        counted(left.len() as u64, "event"),
        figures.before,
        counted(figures.candidates, "candidate"),
        grouped(figures.rate.shown.into()),
        grouped(figures.rate.tried.into()),
    ));
    print(&listed(left));
    if !figures.minimal {
        print("not known to be minimal: the budget ended first, or it does not show every time\n");
    }
    Ok(crate::OK)
}
