//! `skink replay` and `skink shrink` for findings of fuzzing: seed and mutant are both done again, and judged.

use serde::Serialize;
use skink_independence::{
    Judged, Pair, Sheets, Shrinker, Stage, ViewSettings, changing_by_themselves, judge, load_pair, lost_text,
    rewrite,
};
use skink_run::{RunDir, RunFile};
use skink_trace::{Finding, Independence, Step};

use crate::app::{self, PhoneOptions};
use crate::args::{Replay, Shrink};
use crate::commands::replay::phone_options;
use crate::failure::Failure;
use crate::output::{counted, print, print_json};

#[derive(Serialize)]
struct Verdict {
    finding: String,
    title: String,
    shown: u32,
    tried: u32,
    /// How often seed and mutant both came to their ends.
    replayed: u32,
    events: usize,
    lost: Vec<String>,
}

/// What the run's settings say about views.
fn views(file: &RunFile) -> ViewSettings {
    let fuzz = file.options.get("fuzz").and_then(|fuzz| fuzz.get("views")).cloned();
    fuzz.and_then(|views| views.try_into().ok()).unwrap_or_default()
}

fn lines(pair: &Pair) -> String {
    let told = |s: &Step| s.event.describe(s.widget.and_then(|id| s.before.get(id)).as_ref());
    let mut out = String::new();
    for (at, step) in pair.seed.iter().enumerate() {
        if at == pair.at {
            pair.inserted.iter().for_each(|s| out.push_str(&format!("  + {}\n", told(s))));
        }
        out.push_str(&format!("    {}\n", told(step)));
    }
    if pair.at >= pair.seed.len() {
        pair.inserted.iter().for_each(|s| out.push_str(&format!("  + {}\n", told(s))));
    }
    out
}

fn lost(judged: &Judged) -> Vec<String> {
    judged.lost.iter().map(|l| lost_text(l, judged.sheets.sheets())).collect()
}

pub(super) fn replay(
    args: &Replay,
    options: &PhoneOptions,
    file: &RunFile,
    finding: &Finding,
    evidence: &Independence,
    json: bool,
) -> Result<u8, Failure> {
    let doing = format!("replaying {}", args.finding.display());
    let failed = |e| Failure::of(&doing, e);
    let (run, _, _, _) = skink_run::load_finding(&args.finding).map_err(failed)?;
    let (pair, start) = load_pair(&args.finding, &run, evidence).map_err(failed)?;
    let views = views(file);
    let mut device = app::open(&file.app, None, options)?;
    let mut stage = Stage::new(device.as_mut());
    let mut sheets = Sheets::new(views.clone());
    if !json {
        print(&format!("{}: {}\n{}", finding.id, finding.title, lines(&pair)));
    }
    let volatile = changing_by_themselves(&mut stage, &mut sheets, start, &pair.seed).map_err(failed)?;
    let mut result = Verdict {
        finding: finding.id.clone(),
        title: finding.title.clone(),
        shown: 0,
        tried: 0,
        replayed: 0,
        events: pair.seed.len() + pair.inserted.len(),
        lost: Vec::new(),
    };
    let package = pair.seed.first().map_or_else(String::new, |s| s.before.package().to_owned());
    for again in 0..u64::from(args.times) {
        let judged =
            judge(&mut stage, &mut sheets, start + again, &pair, &package, &volatile).map_err(failed)?;
        result.tried += 1;
        if let Some(judged) = judged {
            result.replayed += 1;
            let found = lost(&judged.of(evidence));
            result.shown += u32::from(!found.is_empty());
            if result.lost.is_empty() {
                result.lost = found;
            }
        }
    }
    if json {
        print_json(&result)?;
    } else {
        result.lost.iter().for_each(|lost| print(&format!("lost: {lost}\n")));
        match (result.shown, result.tried, result.replayed) {
            (1, 1, _) => print("it shows again\n"),
            (0, _, 0) => print("seed and mutant do not replay to their ends: no verdict\n"),
            (0, 1, _) => print("it does not show\n"),
            (shown, tried, _) => print(&format!("it shows {shown} of {tried} times\n")),
        }
    }
    Ok(match (result.shown, result.replayed == result.tried) {
        (0, true) => crate::OK,
        // The events could not be done to their end: that says nothing about the bug.
        (0, false) => crate::FAILED,
        _ => crate::FINDINGS,
    })
}

#[derive(Serialize)]
struct Shrunk {
    finding: String,
    title: String,
    before: usize,
    events: usize,
    minimal: bool,
    candidates: u64,
    path: String,
}

pub(super) fn shrink(
    args: &Shrink,
    run: &RunDir,
    file: &RunFile,
    mut finding: Finding,
    mut evidence: Independence,
    json: bool,
) -> Result<u8, Failure> {
    let doing = format!("shrinking {}", args.finding.display());
    let failed = |e| Failure::of(&doing, e);
    let (pair, start) = load_pair(&args.finding, run, &evidence).map_err(failed)?;
    let views = views(file);
    let mut device = app::open(&file.app, None, &phone_options(file, &doing)?)?;
    let mut stage = Stage::new(device.as_mut());
    let mut sheets = Sheets::new(views.clone());
    let volatile = changing_by_themselves(&mut stage, &mut sheets, start, &pair.seed).map_err(failed)?;
    let package = pair.seed.first().map_or_else(String::new, |s| s.before.package().to_owned());
    let mut shrinker = Shrinker {
        stage: &mut stage,
        sheets: &mut sheets,
        start,
        package: &package,
        volatile: &volatile,
        left: args.candidates,
    };
    let judged = judge(shrinker.stage, shrinker.sheets, start, &pair, &package, &volatile).map_err(failed)?;
    let wanted = judged.map(|judged| judged.of(&evidence).labels());
    let Some(wanted) = wanted.filter(|labels| !labels.is_empty()) else {
        return Err(Failure::device(&doing, format!("{} did not show", finding.id))
            .hint("original.jsonl holds the trace that showed it"));
    };
    let before = pair.seed.len() + pair.inserted.len();
    let (small, minimal) = shrinker.shrink(pair, &wanted).map_err(failed)?;
    let Some(judged) = shrinker.shows(&small, &wanted).map_err(failed)? else {
        return Err(Failure::device(&doing, "the shrunk events do not show it again"));
    };
    let judged = judged.of(&evidence);
    let candidates = args.candidates - shrinker.left;
    evidence.inserted_at = small.at;
    evidence.inserted = small.inserted.len();
    finding.events = judged.mutant.steps.len() as u64;
    finding.minimal = minimal;
    finding.evidence = skink_trace::Evidence::Independence(skink_independence::evidence(
        &small,
        &judged,
        evidence.rules.clone(),
        &evidence.source,
    ));
    rewrite(run, &finding, &judged.seed, &judged.mutant).map_err(failed)?;
    if json {
        print_json(&Shrunk {
            finding: finding.id.clone(),
            title: finding.title.clone(),
            before,
            events: judged.mutant.steps.len(),
            minimal,
            candidates,
            path: run.finding_path(&finding.id).display().to_string(),
        })?;
    } else {
        print(&format!(
            "{}: {}\n{} of {before} left after {}\n{}",
            finding.id,
            finding.title,
            counted(judged.mutant.steps.len() as u64, "event"),
            counted(candidates, "candidate"),
            lines(&small)
        ));
    }
    Ok(crate::OK)
}
