//! Data properties against the samples' ground truth: the paper's RQ3. Three configurations (one function alone,
//! one function with random events, all interleaved), bugs on and fixed, several seeds; which known bugs each
//! found, after how many events, and what it reported that is none.
//!
//! A violation is a bug's where its test shows it again with that bug alone switched on; failing that, where it
//! is gone with that bug fixed. One that shows with everything fixed is a false alarm. All configurations have the
//! same events in total: the paper gives each function of a baseline as much time as all together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use skink_phone::{Bug, BugSwitch, Oracle as SeenBy, Phone, PhoneSettings, Sample, Shows};
use skink_property::{CheckSettings, Met, Mode, PropertyFile, Tester, halves, rerun};
use skink_run::{Answers, Budget, Found, OnMissing, RunError, Runner, Tally, Watcher, cores, share_out};

use crate::statistics::{Comparison, Mean, mann_whitney};

/// What is compared.
#[derive(Clone)]
pub struct CheckPlan {
    /// The apps with their properties.
    pub apps: Vec<(Sample, PropertyFile)>,
    /// The configurations.
    pub modes: Vec<Mode>,
    /// Events of each run.
    pub events: u64,
    /// The seeds.
    pub seeds: std::ops::Range<u64>,
    /// Everything else.
    pub settings: CheckSettings,
    /// Whether the fixed apps are run too.
    pub fixed: bool,
}

/// The figures of one run.
#[derive(Clone, Debug, Serialize)]
pub struct CheckRun {
    /// The app.
    pub app: String,
    /// The configuration.
    pub mode: Mode,
    /// The seed.
    pub seed: u64,
    /// Whether the bugs were fixed.
    pub fixed: bool,
    /// Each bug found, with the events until then.
    pub found: BTreeMap<String, u64>,
    /// Violations that show with everything fixed, in words.
    pub false_alarms: BTreeSet<String>,
    /// Violations that no single bug explains.
    pub unexplained: BTreeSet<String>,
    /// Functions that were reported as broken.
    pub broken: BTreeMap<String, String>,
    /// Functions that were never possible, or never held.
    pub idle: Vec<String>,
}

/// A bug over the seeds.
#[derive(Clone, Debug, Serialize)]
pub struct BugRow {
    /// The app.
    pub app: String,
    /// The bug.
    pub bug: String,
    /// For each configuration: in how many runs it was found, and after how many events on average.
    pub found: Vec<(Mode, usize, Option<Mean>)>,
}

/// A configuration over all apps.
#[derive(Clone, Debug, Serialize)]
pub struct ModeRow {
    /// The configuration.
    pub mode: Mode,
    /// Bugs found in a seed, over all apps.
    pub bugs: Mean,
    /// Bugs found in at least eight of ten seeds.
    pub steady: usize,
    /// Bugs found in any seed.
    pub ever: usize,
    /// False alarms, with bugs on and fixed.
    pub false_alarms: usize,
    /// The interleaved configuration's bugs a seed against this one's.
    pub interleaved_against: Option<Comparison>,
}

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// Bugs that this oracle can see, by the ground truth.
    pub visible: usize,
    /// Seeds.
    pub seeds: usize,
    /// Each bug.
    pub bugs: Vec<BugRow>,
    /// Each configuration.
    pub modes: Vec<ModeRow>,
    /// The runs.
    pub raw: Vec<CheckRun>,
}

/// Runs the plan on all cores.
pub fn check(
    plan: &CheckPlan,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<CheckReport, RunError> {
    let mut jobs = Vec::new();
    for app in 0..plan.apps.len() {
        for &mode in &plan.modes {
            for seed in plan.seeds.clone() {
                jobs.push((app, mode, seed, false));
                if plan.fixed {
                    jobs.push((app, mode, seed, true));
                }
            }
        }
    }
    let finished = AtomicUsize::new(0);
    let raw = share_out(cores(), &jobs, |queue| {
        let mut raw = Vec::new();
        for (number, &(app, mode, seed, fixed)) in queue {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let (sample, file) = &plan.apps[app];
            raw.push((number, run_one(plan, *sample, file, mode, seed, fixed, stop)?));
            progress(finished.fetch_add(1, Ordering::Relaxed) + 1, jobs.len());
        }
        Ok(raw)
    })?;
    Ok(report(plan, raw))
}

fn phone(sample: Sample, bugs: BugSwitch) -> Result<Phone, RunError> {
    Ok(Phone::new(sample, PhoneSettings { bugs, ..PhoneSettings::default() })?)
}

fn run_one(
    plan: &CheckPlan,
    sample: Sample,
    file: &PropertyFile,
    mode: Mode,
    seed: u64,
    fixed: bool,
    stop: &AtomicBool,
) -> Result<CheckRun, RunError> {
    /// Tests kept of each line: several bugs may break one.
    const KEPT: u64 = 64;
    let manifest = sample.manifest;
    let bugs = if fixed { BugSwitch::None } else { BugSwitch::All };
    let mut device = phone(sample, bugs)?;
    let settings = CheckSettings { mode, ..plan.settings };
    let tester = Tester::new(file.clone(), manifest.package, settings).keeping(KEPT);
    let (mut strategy, mut oracle, tester) = halves(tester, manifest.package);
    let budget = Budget { events: Some(plan.events), ..Budget::default() };
    let mut crashes = Crashes::default();
    Runner::new(&mut device, &mut strategy, &mut oracle, budget, Answers::default(), seed)
        .run_unrecorded(&mut crashes, stop)?;
    let tester = tester.borrow();
    let mut run = CheckRun {
        app: manifest.name.to_owned(),
        mode,
        seed,
        fixed,
        found: BTreeMap::new(),
        false_alarms: BTreeSet::new(),
        unexplained: BTreeSet::new(),
        broken: BTreeMap::new(),
        idle: Vec::new(),
    };
    for figures in tester.figures() {
        if figures.held == 0 && figures.broken.is_none() {
            run.idle
                .push(format!("{}: possible {}, begun {}", figures.name, figures.possible, figures.attempts));
        }
        if let Some(why) = figures.broken {
            run.broken.insert(figures.name, why);
        }
    }
    for (title, kind, at) in &crashes.met {
        let shows = |bug: &&Bug| match bug.shows {
            Shows::Crash(known) => known == title,
            Shows::Hang => kind == "anr",
            Shows::Missing(_) | Shows::Present(_) => false,
        };
        match manifest.bugs.iter().find(shows) {
            Some(bug) => note(&mut run.found, bug.id, *at),
            None if fixed => {
                run.false_alarms.insert(title.clone());
            }
            None => {
                run.unexplained.insert(title.clone());
            }
        }
    }
    for met in tester.met().iter().filter(|met| tester.is_finding(met)) {
        let words = format!("{}: {} ({})", met.breaks.0, met.line, met.violation.shown);
        match cause(sample, file, met, fixed)? {
            Cause::Bugs(bugs) => bugs.iter().for_each(|bug| note(&mut run.found, bug, met.step)),
            Cause::Nothing => {
                run.false_alarms.insert(words);
            }
            Cause::Unknown => {
                run.unexplained.insert(words);
            }
        }
    }
    Ok(run)
}

fn note(found: &mut BTreeMap<String, u64>, bug: &str, at: u64) {
    let first = found.entry(bug.to_owned()).or_insert(at);
    *first = (*first).min(at);
}

enum Cause {
    Bugs(Vec<&'static str>),
    /// It shows with everything fixed.
    Nothing,
    Unknown,
}

fn cause(sample: Sample, file: &PropertyFile, met: &Met, fixed: bool) -> Result<Cause, RunError> {
    let shows = |bugs: BugSwitch| -> Result<bool, RunError> {
        let mut device = phone(sample, bugs)?;
        let again = rerun(&mut device, met.at.trace, file, &met.test, OnMissing::Skip)?;
        Ok(again.shows(&met.breaks.0, met.breaks.1))
    };
    if fixed || shows(BugSwitch::None)? {
        return Ok(Cause::Nothing);
    }
    let mut found = Vec::new();
    for bug in sample.manifest.bugs {
        if shows(BugSwitch::Only(vec![bug.id.to_owned()]))? {
            found.push(bug.id);
        }
    }
    if found.is_empty() && shows(BugSwitch::All)? {
        for bug in sample.manifest.bugs {
            if !shows(BugSwitch::Fixed(vec![bug.id.to_owned()]))? {
                found.push(bug.id);
            }
        }
    }
    Ok(if found.is_empty() { Cause::Unknown } else { Cause::Bugs(found) })
}

/// Notes when crashes were met.
#[derive(Default)]
struct Crashes {
    met: Vec<(String, String, u64)>,
    pending: Vec<(String, String)>,
}

impl Watcher for Crashes {
    fn found(&mut self, found: &Found) {
        self.pending.push((found.finding.title.clone(), found.finding.kind.clone()));
    }

    fn progress(&mut self, tally: &Tally, _found: usize, _used: f64) {
        self.met.extend(self.pending.drain(..).map(|(title, kind)| (title, kind, tally.events)));
    }
}

/// The bugs of an app that this oracle can see.
pub fn visible(sample: Sample) -> Vec<&'static Bug> {
    let seen = |bug: &&Bug| bug.seen_by.iter().any(|by| matches!(by, SeenBy::Property { .. }));
    sample.manifest.bugs.iter().filter(seen).collect()
}

fn report(plan: &CheckPlan, raw: Vec<CheckRun>) -> CheckReport {
    let seeds = plan.seeds.clone().count();
    let mut bugs = Vec::new();
    for (sample, _) in &plan.apps {
        for bug in visible(*sample) {
            let found = plan.modes.iter().map(|mode| {
                let of = |run: &&CheckRun| run.app == sample.manifest.name && run.mode == *mode && !run.fixed;
                let at: Vec<f64> = raw
                    .iter()
                    .filter(of)
                    .filter_map(|run| run.found.get(bug.id))
                    .map(|at| *at as f64)
                    .collect();
                (*mode, at.len(), (!at.is_empty()).then(|| Mean::of(&at)))
            });
            let (app, bug) = (sample.manifest.name.to_owned(), bug.id.to_owned());
            let found = found.collect();
            bugs.push(BugRow { app, bug, found });
        }
    }
    let a_seed = |mode: Mode| -> Vec<f64> {
        let count = |seed: u64| {
            let runs = raw.iter().filter(|run| run.mode == mode && run.seed == seed && !run.fixed);
            let of = |run: &CheckRun| {
                let known = |id: &&String| bugs.iter().any(|row| row.app == run.app && row.bug == **id);
                run.found.keys().filter(known).count()
            };
            runs.map(of).sum::<usize>() as f64
        };
        plan.seeds.clone().map(count).collect()
    };
    let modes = plan.modes.iter().enumerate().map(|(at, mode)| {
        let times = |row: &BugRow| row.found.get(at).map_or(0, |(_, times, _)| *times);
        ModeRow {
            mode: *mode,
            bugs: Mean::of(&a_seed(*mode)),
            steady: bugs.iter().filter(|row| times(row) * 10 >= seeds * 8).count(),
            ever: bugs.iter().filter(|row| times(row) > 0).count(),
            false_alarms: raw.iter().filter(|run| run.mode == *mode).map(|run| run.false_alarms.len()).sum(),
            interleaved_against: (*mode != Mode::Interleaved && plan.modes.contains(&Mode::Interleaved))
                .then(|| mann_whitney(&a_seed(Mode::Interleaved), &a_seed(*mode))),
        }
    });
    let modes = modes.collect();
    CheckReport { visible: bugs.len(), seeds, bugs, modes, raw }
}
