//! Independent-view fuzzing against the samples' ground truth.
//!
//! Every app is fuzzed with its bugs on and with all of them fixed, several times with different seeds. A finding
//! is a true positive of a bug when, with only that bug fixed, seed and mutant still replay to their ends and the
//! violation is gone. A bug counts once a run; further findings of it are duplicates and shown apart.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use skink_independence::{
    FuzzFigures, FuzzPlan, FuzzSettings, Fuzzed, Inserted, Pair, Position, Sheets, Stage, Suspect, Verdict,
    compare_of, fuzz as run_fuzz, judge,
};
use skink_phone::{BugSwitch, Oracle, Phone, PhoneSettings, Sample};
use skink_run::{Answers, Budget, RunError};

use crate::statistics::Mean;

/// What is measured.
pub struct FuzzBench {
    /// The apps.
    pub apps: Vec<Sample>,
    /// How each is fuzzed.
    pub settings: FuzzSettings,
    /// Events of mining.
    pub mining: u64,
    /// The first seed; the others follow it.
    pub first_seed: u64,
    /// Runs of each app with its bugs on, and as many with all fixed.
    pub repeats: u64,
    /// Workers.
    pub workers: usize,
}

/// A finding and what it is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingTruth {
    /// What happens, in one line.
    pub title: String,
    /// `reported`, `doubtful`, `unsteady` or `duplicate`.
    pub verdict: String,
    /// The bugs whose repair makes the violation go.
    pub bugs: Vec<String>,
    /// The seed's events.
    pub seed: Vec<String>,
    /// After how many of them events were inserted.
    pub at: usize,
    /// The inserted events.
    pub inserted: Vec<String>,
    /// The effects lost.
    pub lost: Vec<String>,
    /// What the rules said.
    pub rules: Vec<String>,
    /// The guessed type.
    pub guess: String,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FuzzRow {
    /// The app.
    pub app: String,
    /// Whether all bugs were fixed.
    pub fixed: bool,
    /// The seed.
    pub seed: u64,
    /// The figures of the run.
    pub figures: FuzzFigures,
    /// Bugs of the app marked visible to this oracle.
    pub visible: Vec<String>,
    /// Bugs found.
    pub found: Vec<String>,
    /// Findings that are true positives.
    pub true_positives: u64,
    /// Of these, findings of a bug that another finding shows too.
    pub duplicates: u64,
    /// Flagged mutants looked at, and how many of them are true.
    pub mutants: (u64, u64),
    /// Time on this machine, in seconds.
    pub wall_seconds: f64,
    /// The findings.
    pub findings: Vec<FindingTruth>,
}

/// An app over its repeats.
#[derive(Clone, Debug, Serialize)]
pub struct AppRow {
    /// The app.
    pub app: String,
    /// Bugs visible to this oracle.
    pub visible: u64,
    /// Bugs found in any of the runs.
    pub found_ever: Vec<String>,
    /// Visible bugs that no run found.
    pub never: Vec<String>,
    /// Percent of the visible bugs that one run finds.
    pub recall: Mean,
    /// Mutants generated, executed, with errors; distinct errors; findings.
    pub generated: Mean,
    /// Mutants executed.
    pub executed: Mean,
    /// Mutants with errors.
    pub errors: Mean,
    /// Distinct errors.
    pub distinct: Mean,
    /// Findings.
    pub reported: Mean,
    /// Findings that are none.
    pub false_findings: Mean,
    /// Further findings of bugs that are found.
    pub duplicates: Mean,
    /// Findings with all bugs fixed.
    pub on_fixed: Mean,
    /// Percent of events saved.
    pub saved: Mean,
    /// Seconds on this machine.
    pub wall_seconds: Mean,
}

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct FuzzReport {
    /// App by app.
    pub apps: Vec<AppRow>,
    /// Percent of all visible bugs that one run of every app finds.
    pub recall: Mean,
    /// Percent of the visible bugs that some run finds.
    pub recall_ever: f64,
    /// Percent of the findings that are true.
    pub precision: f64,
    /// Percent of the flagged mutants that are true (those looked at).
    pub mutant_precision: f64,
    /// Findings on an app with all bugs fixed.
    pub on_fixed: Mean,
    /// Percent of events saved by sharing prefixes.
    pub saved: f64,
    /// The runs.
    pub raw: Vec<FuzzRow>,
}

/// Flagged mutants looked at in each run: each costs two replays for each bug.
const LOOKED_AT: usize = 60;

/// Runs the plan. With a folder, finished runs are kept there and not done again.
pub fn fuzz(
    bench: &FuzzBench,
    folder: Option<&Path>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&FuzzRow),
) -> Result<FuzzReport, RunError> {
    let path = folder.map(|folder| folder.join("fuzz.jsonl"));
    let mut raw = path.as_deref().map_or_else(Vec::new, read_rows);
    for sample in &bench.apps {
        for seed in bench.first_seed..bench.first_seed + bench.repeats {
            for fixed in [false, true] {
                let done =
                    |row: &FuzzRow| row.app == sample.manifest.name && row.seed == seed && row.fixed == fixed;
                if raw.iter().any(done) || stop.load(Ordering::Relaxed) {
                    continue;
                }
                let row = one(bench, *sample, seed, fixed, stop)?;
                if stop.load(Ordering::Relaxed) {
                    continue;
                }
                if let Some(path) = &path {
                    append(path, &row)?;
                }
                progress(&row);
                raw.push(row);
            }
        }
    }
    let wanted = |row: &FuzzRow| {
        let app = bench.apps.iter().any(|sample| sample.manifest.name == row.app);
        app && (bench.first_seed..bench.first_seed + bench.repeats).contains(&row.seed)
    };
    raw.retain(wanted);
    Ok(report(bench, raw))
}

fn one(
    bench: &FuzzBench,
    sample: Sample,
    seed: u64,
    fixed: bool,
    stop: &AtomicBool,
) -> Result<FuzzRow, RunError> {
    let began = std::time::Instant::now();
    let bugs = if fixed { BugSwitch::None } else { BugSwitch::All };
    let make = || -> Result<Box<dyn skink_device::Device>, skink_device::DeviceError> {
        let settings = PhoneSettings { bugs: bugs.clone(), ..PhoneSettings::default() };
        Ok(Box::new(Phone::new(sample, settings)?))
    };
    let plan = FuzzPlan {
        settings: &bench.settings,
        mining: Budget { events: Some(bench.mining), ..Budget::default() },
        answers: Answers::default(),
        seed,
        workers: bench.workers,
        make: &make,
        own_seeds: Vec::new(),
        shrink_crashes: false,
    };
    let fuzzed = run_fuzz(&plan, None, &mut (), &mut (), stop)?;
    let wall_seconds = began.elapsed().as_secs_f64();
    let manifest = sample.manifest;
    let seen = |oracle: &Oracle| matches!(oracle, Oracle::Independence { .. } | Oracle::Neutral { .. });
    let visible =
        manifest.bugs.iter().filter(|b| b.seen_by.iter().any(seen)).map(|b| b.id.to_owned()).collect();
    let mut row = FuzzRow {
        app: manifest.name.to_owned(),
        fixed,
        seed,
        figures: fuzzed.figures.clone(),
        visible,
        found: Vec::new(),
        true_positives: 0,
        duplicates: 0,
        mutants: (0, 0),
        wall_seconds,
        findings: Vec::new(),
    };
    for suspect in &fuzzed.suspects {
        let bugs = if fixed { Vec::new() } else { blame(sample, &fuzzed, suspect, &bench.settings)? };
        if suspect.verdict == Verdict::Reported && !bugs.is_empty() {
            row.true_positives += 1;
            let new = bugs.iter().any(|bug| !row.found.contains(bug));
            row.duplicates += u64::from(!new);
            row.found.extend(bugs.iter().filter(|bug| !row.found.contains(bug)).cloned().collect::<Vec<_>>());
        }
        row.findings.push(truth_of(suspect, bugs));
    }
    if !fixed {
        row.mutants = true_mutants(sample, &fuzzed, &bench.settings)?;
    }
    Ok(row)
}

fn truth_of(suspect: &Suspect, bugs: Vec<String>) -> FindingTruth {
    let told = |steps: &[skink_trace::Step]| {
        steps
            .iter()
            .map(|s| s.event.describe(s.widget.and_then(|id| s.before.get(id)).as_ref()))
            .collect::<Vec<_>>()
    };
    FindingTruth {
        title: suspect.title(),
        verdict: match suspect.verdict {
            Verdict::Reported => "reported",
            Verdict::Doubtful => "doubtful",
            Verdict::Unsteady => "unsteady",
            Verdict::Duplicate => "duplicate",
        }
        .to_owned(),
        bugs,
        seed: told(&suspect.pair.seed),
        at: suspect.pair.at,
        inserted: told(&suspect.pair.inserted),
        lost: suspect.lost.clone(),
        rules: suspect.said.iter().map(|s| format!("{}: {}", s.rule, s.says)).collect(),
        guess: format!("{:?}", suspect.evidence.guess),
    }
}

/// The bugs whose repair alone makes a violation go, while seed and mutant still replay to their ends.
pub fn blame(
    sample: Sample,
    fuzzed: &Fuzzed,
    suspect: &Suspect,
    settings: &FuzzSettings,
) -> Result<Vec<String>, RunError> {
    let compare = compare_of(&suspect.evidence);
    let pair = Pair { compare, ..suspect.pair.clone() };
    blame_pair(sample, fuzzed, suspect.seed, &pair, suspect.start, settings)
}

fn blame_pair(
    sample: Sample,
    fuzzed: &Fuzzed,
    seed: usize,
    pair: &Pair,
    start: u64,
    settings: &FuzzSettings,
) -> Result<Vec<String>, RunError> {
    let mut sheets = Sheets::new(settings.views.clone());
    let package = sample.manifest.package;
    let volatile = fuzzed.ready[seed].sheets.volatile();
    let mut with = |bugs: BugSwitch| {
        let mut phone = Phone::new(sample, PhoneSettings { bugs, ..PhoneSettings::default() })?;
        judge(&mut Stage::new(&mut phone), &mut sheets, start, pair, package, volatile)
    };
    let Some(shown) = with(BugSwitch::All)?.filter(|judged| !judged.lost.is_empty()) else {
        return Ok(Vec::new());
    };
    let labels = shown.labels();
    let mut found = Vec::new();
    for bug in sample.manifest.bugs {
        let gone = with(BugSwitch::Fixed(vec![bug.id.to_owned()]))?
            .is_some_and(|judged| judged.labels().is_disjoint(&labels));
        if gone {
            found.push(bug.id.to_owned());
        }
    }
    Ok(found)
}

/// What oracle and rules say to a bug's hand-written seed and mutant.
#[derive(Clone, Debug, Serialize)]
pub struct PairTruth {
    /// The app.
    pub app: &'static str,
    /// The bug.
    pub bug: &'static str,
    /// `independence` or `neutral`.
    pub oracle: &'static str,
    /// Whether both replay to their ends and the inserted events lead back.
    pub replayed: bool,
    /// What is lost.
    pub lost: Vec<String>,
    /// The rules that doubt it.
    pub doubted_by: Vec<String>,
}

/// Puts the hand-written seeds and mutants of an app before the oracle and the rules.
pub fn known_pairs(sample: Sample) -> Result<Vec<PairTruth>, RunError> {
    let manifest = sample.manifest;
    let views = skink_independence::ViewSettings::default();
    let mut all = Vec::new();
    for bug in manifest.bugs {
        for oracle in bug.seen_by {
            let Some(inserted) = oracle.inserted() else { continue };
            let mut phone = Phone::new(sample, PhoneSettings::default())?;
            let mut stage = Stage::new(&mut phone);
            let mut sheets = Sheets::new(views.clone());
            let mut told = PairTruth {
                app: manifest.name,
                bug: bug.id,
                oracle: oracle.name(),
                replayed: false,
                lost: Vec::new(),
                doubted_by: Vec::new(),
            };
            if let Some(pair) = written(&mut stage, bug.trace, inserted, oracle)? {
                judge_pair(&mut stage, &mut sheets, &pair, manifest.package, &views, &mut told)?;
            }
            all.push(told);
        }
    }
    Ok(all)
}

/// The steps of a trace written as text.
fn written(
    stage: &mut Stage<'_>,
    trace: &[&str],
    inserted: std::ops::Range<usize>,
    oracle: &Oracle,
) -> Result<Option<Pair>, RunError> {
    stage.start(0)?;
    let mut steps = Vec::new();
    for line in trace {
        let Ok(event) = line.parse::<skink_gui::Event>() else { return Ok(None) };
        let skink_independence::Did::Step(step) = stage.by_selector(&event)? else { return Ok(None) };
        steps.push(*step);
    }
    let compare = match oracle {
        Oracle::Neutral { .. } => skink_independence::Compare::Neutral,
        _ => skink_independence::Compare::Independent,
    };
    let own: Vec<_> = steps.drain(inserted.clone()).collect();
    // The seed's events are found on the seed's own screens.
    stage.start(0)?;
    let mut seed = Vec::new();
    for step in &steps {
        let skink_independence::Did::Step(step) = stage.by_selector(&step.event)? else { return Ok(None) };
        seed.push(*step);
    }
    Ok(Some(Pair { seed, at: inserted.start, inserted: own, compare }))
}

fn judge_pair(
    stage: &mut Stage<'_>,
    sheets: &mut Sheets,
    pair: &Pair,
    package: &str,
    views: &skink_independence::ViewSettings,
    told: &mut PairTruth,
) -> Result<(), RunError> {
    let volatile = skink_independence::changing_by_themselves(stage, sheets, 0, &pair.seed)?;
    let Some(judged) = judge(stage, sheets, 0, pair, package, &volatile)? else { return Ok(()) };
    told.replayed = true;
    told.lost =
        judged.lost.iter().map(|l| skink_independence::lost_text(l, judged.sheets.sheets())).collect();
    if judged.lost.is_empty() {
        return Ok(());
    }
    let neutral = pair.compare == skink_independence::Compare::Neutral;
    let source = if neutral { "neutral" } else { skink_independence::INDEPENDENT };
    let case = skink_independence::Case { pair, judged: &judged, source, views };
    let mut shrinker =
        skink_independence::Shrinker { stage, sheets, start: 0, package, volatile: &volatile, left: 0 };
    let said = skink_independence::ask(&case, &mut shrinker)?;
    let against = said.iter().filter(|s| s.doubts);
    told.doubted_by = against.map(|s| s.rule.to_owned()).collect();
    Ok(())
}

/// Of some flagged mutants, evenly spread: how many were looked at, and how many are of a bug.
fn true_mutants(sample: Sample, fuzzed: &Fuzzed, settings: &FuzzSettings) -> Result<(u64, u64), RunError> {
    let every = (fuzzed.flagged.len() / LOOKED_AT).max(1);
    let (mut looked, mut right) = (0, 0);
    let mut phone = Phone::new(sample, PhoneSettings::default())?;
    let mut stage = Stage::new(&mut phone);
    for (seed, position, flagged) in fuzzed.flagged.iter().step_by(every) {
        let ready = &fuzzed.ready[*seed].seed;
        let mut place = Position::new(&mut stage, ready.start, &ready.steps[..*position]);
        let Inserted::Done(inserted) = place.insert(&flagged.insert.events)? else { continue };
        let compare = skink_independence::compare_for(&flagged.insert.source);
        let pair = Pair { seed: ready.steps.clone(), at: *position, inserted, compare };
        looked += 1;
        right += u64::from(!blame_pair(sample, fuzzed, *seed, &pair, ready.start, settings)?.is_empty());
    }
    Ok((looked, right))
}

fn append(path: &Path, row: &FuzzRow) -> Result<(), RunError> {
    let failed = |source| RunError::Io { doing: "write", path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut line = serde_json::to_vec(row).map_err(|e| failed(e.into()))?;
    line.push(b'\n');
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
    file.write_all(&line).map_err(failed)
}

/// Rows of runs that ended; a torn or foreign line is passed over, and its run done again.
fn read_rows(path: &Path) -> Vec<FuzzRow> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn report(bench: &FuzzBench, raw: Vec<FuzzRow>) -> FuzzReport {
    let mut apps = Vec::new();
    for sample in &bench.apps {
        let rows = |fixed| {
            raw.iter().filter(move |r| r.app == sample.manifest.name && r.fixed == fixed).collect::<Vec<_>>()
        };
        apps.push(app_row(sample.manifest.name, &rows(false), &rows(true)));
    }
    let sum = |figure: fn(&FuzzRow) -> u64| raw.iter().filter(|r| !r.fixed).map(figure).sum::<u64>() as f64;
    let share = |part: f64, of: f64| if of > 0.0 { 100.0 * part / of } else { 100.0 };
    let visible: u64 = apps.iter().map(|app| app.visible).sum();
    let ever: usize = apps.iter().map(|app| app.visible as usize - app.never.len()).sum();
    let by_seed: Vec<f64> = (bench.first_seed..bench.first_seed + bench.repeats)
        .map(|seed| {
            let of_seed = raw.iter().filter(|r| !r.fixed && r.seed == seed);
            share(of_seed.map(|r| visible_found(r) as f64).sum(), visible as f64)
        })
        .collect();
    let fixed: Vec<f64> = raw.iter().filter(|r| r.fixed).map(|r| r.figures.reported as f64).collect();
    FuzzReport {
        recall: Mean::of(&by_seed),
        recall_ever: share(ever as f64, visible as f64),
        precision: share(sum(|r| r.true_positives), sum(|r| r.figures.reported)),
        mutant_precision: share(sum(|r| r.mutants.1), sum(|r| r.mutants.0)),
        on_fixed: Mean::of(&fixed),
        saved: {
            let cost = |figure: fn(&FuzzRow) -> u64| raw.iter().map(figure).sum::<u64>() as f64;
            100.0 - share(cost(|r| r.figures.cost.executed), cost(|r| r.figures.cost.full_replay))
        },
        apps,
        raw,
    }
}

fn visible_found(row: &FuzzRow) -> usize {
    row.visible.iter().filter(|bug| row.found.contains(bug)).count()
}

fn app_row(name: &str, on: &[&FuzzRow], fixed: &[&FuzzRow]) -> AppRow {
    let mean = |figure: &dyn Fn(&FuzzRow) -> f64| Mean::of(&on.iter().map(|r| figure(r)).collect::<Vec<_>>());
    let visible: BTreeSet<String> = on.iter().flat_map(|r| r.visible.iter().cloned()).collect();
    let found: BTreeSet<String> = on.iter().flat_map(|r| r.found.iter().cloned()).collect();
    AppRow {
        app: name.to_owned(),
        visible: visible.len() as u64,
        never: visible.difference(&found).cloned().collect(),
        found_ever: found.into_iter().collect(),
        recall: mean(&|r| 100.0 * visible_found(r) as f64 / r.visible.len().max(1) as f64),
        generated: mean(&|r| r.figures.generated as f64),
        executed: mean(&|r| r.figures.executed as f64),
        errors: mean(&|r| r.figures.errors as f64),
        distinct: mean(&|r| r.figures.distinct as f64),
        reported: mean(&|r| r.figures.reported as f64),
        false_findings: mean(&|r| (r.figures.reported - r.true_positives) as f64),
        duplicates: mean(&|r| r.duplicates as f64),
        on_fixed: Mean::of(&fixed.iter().map(|r| r.figures.reported as f64).collect::<Vec<_>>()),
        saved: mean(&|r| 100.0 * r.figures.saved),
        wall_seconds: mean(&|r| r.wall_seconds),
    }
}
