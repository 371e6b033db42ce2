//! `skink shrink`: the fewest events that still show a finding.

use serde::Serialize;
use skink_run::{ShrinkBudget, Watcher, load_finding, photograph, shrink, write_shrunk};

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
    if let skink_trace::Evidence::Independence(evidence) = finding.evidence.clone() {
        return crate::commands::fuzz_finding::shrink(args, &run, &file, finding, evidence, json);
    }
    let mut device = app::open(&file.app, None, &phone_options(&file, &doing)?)?;
    let stop = stop_on_interrupt();
    let mut progress = Progress::new(None);
    let budget = ShrinkBudget { candidates: args.candidates, replays: args.replays };
    let id = finding.id.clone();
    let mut tell = |tried, left| progress.shrinking(&id, tried, left);
    let result = shrink(device.as_mut(), &script, &finding.id, budget, &stop, &mut tell);
    progress.end();
    app::tell_notes(device.as_mut());
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
    photograph(device.as_mut(), 0, &left, &run.finding_path(&finding.id), "replay")
        .map_err(|e| Failure::of(&doing, e))?;
    if json {
        print_json(&Shrunk {
            finding: finding.id.clone(),
            title: finding.title.clone(),
            before: script.len(),
            events: left.len(),
            minimal: shrunk.minimal,
            shown: shrunk.rate.shown,
            tried: shrunk.rate.tried,
            candidates: shrunk.candidates,
            steps: left.iter().map(|s| s.event.to_string()).collect(),
            path: run.finding_path(&finding.id).display().to_string(),
        })?;
        return Ok(crate::OK);
    }
    print(&format!("{}: {}\n", finding.id, finding.title));
    print(&format!(
        "{} of {} left after {}; it shows {} of {} times\n",
        counted(left.len() as u64, "event"),
        script.len(),
        counted(shrunk.candidates, "candidate"),
        grouped(shrunk.rate.shown.into()),
        grouped(shrunk.rate.tried.into()),
    ));
    print(&listed(&left));
    if !shrunk.minimal {
        print("not known to be minimal: the budget ended first, or it does not show every time\n");
    }
    Ok(crate::OK)
}
