//! Exploration towards a known bug against plain APE: events to each of the samples' crashes, over several seeds.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use skink_explore::{Ape, ApeSettings, Guided};
use skink_phone::{Phone, PhoneSettings, Sample};
use skink_run::{
    Answers, Budget, CrashOracle, Found, RunError, Runner, Strategy, Tally, Watcher, cores, share_out,
};

use crate::known::{Known, known};
use crate::statistics::mann_whitney;

/// What is compared.
#[derive(Clone)]
pub struct TargetPlan {
    /// The apps.
    pub apps: Vec<Sample>,
    /// Runs of each on each bug, with seeds from 0.
    pub repeats: u64,
    /// Events after which a run gives up.
    pub events: u64,
}

/// A bug, and the events each run took to its crash; a run that gave up has the bound.
#[derive(Clone, Debug, Serialize)]
pub struct TargetRow {
    /// The app.
    pub app: String,
    /// The bug.
    pub bug: String,
    /// Events of its minimal trace.
    pub depth: usize,
    /// States of its automaton.
    pub states: usize,
    /// Events of plain APE, run by run.
    pub ape: Vec<u64>,
    /// Events of guided APE, run by run.
    pub guided: Vec<u64>,
    /// How many runs of each met the crash.
    pub met: (usize, usize),
    /// Probability that chance alone makes such a difference.
    pub p: f64,
}

impl TargetRow {
    /// The middle one of the runs, plain and guided.
    pub fn medians(&self) -> (u64, u64) {
        (median(&self.ape), median(&self.guided))
    }
}

fn median(values: &[u64]) -> u64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

/// Runs the plan on all cores, an app at a time to each.
pub fn target(
    plan: &TargetPlan,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<TargetRow>, RunError> {
    let done = AtomicUsize::new(0);
    let rows = share_out(cores(), &plan.apps, |queue| {
        let mut rows = Vec::new();
        for (number, sample) in queue {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            rows.push((number, app(plan, *sample, stop)?));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, plan.apps.len());
        }
        Ok(rows)
    })?;
    Ok(rows.into_iter().flatten().collect())
}

fn app(plan: &TargetPlan, sample: Sample, stop: &AtomicBool) -> Result<Vec<TargetRow>, RunError> {
    let mut rows = Vec::new();
    for bug in known(sample)? {
        let (mut ape, mut guided, mut met) = (Vec::new(), Vec::new(), (0, 0));
        for seed in 0..plan.repeats {
            if stop.load(Ordering::Relaxed) {
                return Ok(rows);
            }
            let Ok(mut towards) = Guided::new(ApeSettings::default(), &bug.bug.automaton) else { continue };
            let mut plain = Ape::new(ApeSettings::default());
            let first = events_to(plan, sample, &bug, &mut plain, seed)?;
            let second = events_to(plan, sample, &bug, &mut towards, seed)?;
            met.0 += usize::from(first.is_some());
            met.1 += usize::from(second.is_some());
            ape.push(first.unwrap_or(plan.events));
            guided.push(second.unwrap_or(plan.events));
        }
        let as_float = |values: &[u64]| values.iter().map(|v| *v as f64).collect::<Vec<_>>();
        let p = mann_whitney(&as_float(&ape), &as_float(&guided)).p;
        rows.push(TargetRow {
            app: sample.manifest.name.to_owned(),
            bug: bug.id.to_owned(),
            depth: bug.depth,
            states: bug.bug.automaton.nfa.states().len(),
            ape,
            guided,
            met,
            p,
        });
    }
    Ok(rows)
}

/// Events until the bug's crash; `None` where the run gave up before.
fn events_to(
    plan: &TargetPlan,
    sample: Sample,
    bug: &Known,
    strategy: &mut dyn Strategy,
    seed: u64,
) -> Result<Option<u64>, RunError> {
    let mut phone = Phone::new(sample, PhoneSettings::default())?;
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { events: Some(plan.events), ..Budget::default() };
    let enough = AtomicBool::new(false);
    let mut until = Until { title: bug.title, enough: &enough, at: None };
    let mut runner = Runner::new(&mut phone, strategy, &mut oracle, budget, Answers::default(), seed);
    runner.run_unrecorded(&mut until, &enough)?;
    Ok(until.at)
}

/// Ends a run at a crash.
struct Until<'a> {
    title: &'a str,
    enough: &'a AtomicBool,
    at: Option<u64>,
}

impl Watcher for Until<'_> {
    fn found(&mut self, found: &Found) {
        if found.finding.title == self.title {
            self.enough.store(true, Ordering::Relaxed);
        }
    }

    fn progress(&mut self, tally: &Tally, _found: usize, _used: f64) {
        if self.enough.load(Ordering::Relaxed) && self.at.is_none() {
            self.at = Some(tally.events);
        }
    }
}
