//! A whole run from its first event to its summary: execute, write the findings down, make each small.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skink_device::Device;
use skink_trace::RunSummary;

use crate::budget::Ended;
use crate::crash_oracle::CrashOracle;
use crate::error::RunError;
use crate::run_dir::{RunDir, RunFile, load_finding};
use crate::runner::{Runner, Watcher};
use crate::screen_store::ScreenStore;
use crate::shrink::{ShrinkBudget, Shrunk, shrink};
use crate::strategy::{Found, Oracle, Strategy, TraceRef};
use crate::tally::Tally;

/// Begins a run or goes on with it, until it ends; then writes its findings, shrinks them if `shrink_by` says
/// so, and writes the summary. Done again after an interruption it gives what it would have given without one.
pub fn execute(
    run: &RunDir,
    file: &RunFile,
    device: &mut dyn Device,
    strategy: &mut dyn Strategy,
    shrink_by: Option<ShrinkBudget>,
    watcher: &mut dyn Watcher,
    stop: &AtomicBool,
) -> Result<RunSummary, RunError> {
    let mut oracle = CrashOracle::new(device.package());
    let branches = device.branches();
    let mut runner = Runner::new(device, strategy, &mut oracle, file.budget, file.answers, file.seed);
    let ended = runner.run(run, watcher, stop)?;
    let (tally, wall) = (runner.tally().clone(), runner.wall());
    let (held_back, scripts) = (strategy.held_back(), strategy.scripts());
    if let Some(model) = strategy.model() {
        run.write_model(&model)?;
    }
    write_findings(run, oracle.found())?;
    if let Some(budget) = shrink_by.filter(|_| ended != Ended::Interrupted) {
        for found in oracle.found() {
            shrink_crash(run, &found.finding.id, device, budget, watcher, stop)?;
        }
    }
    let summary = RunSummary { held_back, scripts, ..summarise(run, file, &tally, branches, ended, wall)? };
    run.write_summary(&summary)?;
    Ok(summary)
}

/// The figures of a run, with the findings that are on disk.
pub fn summarise(
    run: &RunDir,
    file: &RunFile,
    tally: &Tally,
    branches: Option<u32>,
    ended: Ended,
    wall: Duration,
) -> Result<RunSummary, RunError> {
    Ok(RunSummary {
        run: run.path().display().to_string(),
        app: file.app.clone(),
        strategy: file.strategy.clone(),
        seed: file.seed,
        events: tally.events,
        restarts: tally.restarts(),
        states: tally.states(),
        activities: tally.activities(),
        coverage: tally.coverage(branches),
        findings: run.finding_summaries()?,
        ended: ended.name().to_owned(),
        phone_seconds: tally.phone_millis as f64 / 1000.0,
        wall_seconds: wall.as_secs_f64(),
        ..RunSummary::default()
    })
}

/// Writes every finding with the shortest trace that showed it. What was shrunk from the same trace before
/// stays as it is.
pub fn write_findings(run: &RunDir, all: &[Found]) -> Result<(), RunError> {
    let known = run.findings()?;
    let refs: Vec<TraceRef> = all.iter().map(|found| found.shown_by).collect();
    for (found, original) in all.iter().zip(run.traces(&refs)?) {
        let before = known.iter().find(|(_, finding)| finding.id == found.finding.id);
        match before {
            Some((_, old)) if old.rate.tried > 0 && run.original_of(&old.id)? == original => {
                let mut finding = old.clone();
                finding.count = found.finding.count;
                run.write_finding_json(&finding)?;
            }
            _ => run.write_finding(&found.finding, &original)?,
        }
    }
    Ok(())
}

/// Shrinks one crash of a run that was not shrunk yet.
pub fn shrink_crash(
    run: &RunDir,
    id: &str,
    device: &mut dyn Device,
    budget: ShrinkBudget,
    watcher: &mut dyn Watcher,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    let (_, _, mut finding, script) = load_finding(&run.finding_path(id))?;
    if finding.rate.tried > 0 {
        return Ok(());
    }
    match shrink(device, &script, id, budget, stop, &mut |tried, left| watcher.shrinking(id, tried, left))? {
        Ok(shrunk) => write_shrunk(run, &mut finding, &shrunk),
        Err(rate) => {
            finding.rate = rate;
            run.write_finding_json(&finding)
        }
    }
}

/// Takes what a shrink left into the finding and its run.
pub fn write_shrunk(
    run: &RunDir,
    finding: &mut skink_trace::Finding,
    shrunk: &Shrunk,
) -> Result<(), RunError> {
    let mut screens = ScreenStore::open(&run.path().join("screens"))?;
    screens.put(&shrunk.replayed.first.screen)?;
    for step in &shrunk.replayed.steps {
        screens.put(&step.after.screen)?;
    }
    finding.events = shrunk.replayed.steps.len() as u64;
    finding.minimal = shrunk.minimal;
    finding.rate = shrunk.rate;
    run.write_replay(&finding.id, &shrunk.replayed.entries())?;
    run.write_finding_json(finding)
}
