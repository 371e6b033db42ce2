//! A whole fuzzing run: mine, make seeds, mutate and execute, examine. Everything that was executed is on disk
//! before the next batch begins, so that a resumed run executes no finished mutant again; and a unit's result
//! does not depend on who executes it, so that the findings are the same whatever the number of workers.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use skink_device::{Device, DeviceError};
use skink_explore::{TextSettings, WeightedSettings};
use skink_gui::{Screen, WindowKind, structure};
use skink_run::{
    Answers, Budget, CrashOracle, RunDir, RunError, RunFile, Runner, ShrinkBudget, Watcher,
    execute as execute_run, share_out,
};
use skink_trace::{Coverage, Entry, Observation, Step};

use crate::active::views_along;
use crate::effects::Sheets;
use crate::model::{Loops, Mined, Miner};
use crate::oracle::SeedSheets;
use crate::pair::{changing_by_themselves, execute};
use crate::seeds::{Motifs, Seed, SeedStrategy};
use crate::settings::FuzzSettings;
use crate::stage::{Cost, Stage};
use crate::suspects::{Bench, Suspect, Verdict, count_distinct, examine};
use crate::unit::{self, Context, Crashed, Dead, Flagged, Ready, UnitResult};
use crate::witness::Witness;

/// Opens a device with the app on it; every worker has its own.
pub type Maker<'a> = dyn Fn() -> Result<Box<dyn Device>, DeviceError> + Sync + 'a;

/// Is told of a run's progress. `()` does not listen.
pub trait FuzzWatcher {
    /// So much is done of a phase: `seeds`, `mutants` or `errors`.
    fn phase(&mut self, _phase: &str, _done: u64, _all: u64) {}
}

impl FuzzWatcher for () {}

/// The figures of a run (the columns of the paper's table 5, and more).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FuzzFigures {
    /// Events of mining.
    pub mining_events: u64,
    /// States of the model.
    pub states: u64,
    /// Edges of the model.
    pub edges: u64,
    /// Seeds.
    pub seeds: u64,
    /// Their events.
    pub seed_events: u64,
    /// Further tests, into which less is inserted.
    pub further: u64,
    /// Mutants generated.
    pub generated: u64,
    /// Mutants executed to their end.
    pub executed: u64,
    /// Mutants that could not be.
    pub unreplayable: u64,
    /// Mutants skipped, as they begin like an unreplayable one.
    pub skipped: u64,
    /// Mutants whose inserted events did not lead back.
    pub not_returned: u64,
    /// Mutants that violate the oracle.
    pub errors: u64,
    /// Distinct errors.
    pub distinct: u64,
    /// Distinct errors that occurred once.
    pub once: u64,
    /// Errors examined.
    pub examined: u64,
    /// Of these, what a rule doubts.
    pub doubtful: u64,
    /// Of these, what did not show every time.
    pub unsteady: u64,
    /// Of these, what is the same bug as a finding.
    pub duplicates: u64,
    /// Findings.
    pub reported: u64,
    /// Mutants that crashed.
    pub crashed: u64,
    /// What the mutants cost.
    pub cost: Cost,
    /// Share of the mutants' events that sharing prefixes saved.
    pub saved: f64,
    /// Branches the seeds cover.
    pub seed_coverage: Option<Coverage>,
    /// Branches seeds and mutants cover.
    pub coverage: Option<Coverage>,
}

/// What came of a run.
pub struct Fuzzed {
    /// The figures.
    pub figures: FuzzFigures,
    /// The errors examined, findings first.
    pub suspects: Vec<Suspect>,
    /// The seeds with what is known of them.
    pub ready: Vec<Ready>,
    /// Mutants that violate the oracle: seed, position and what was inserted.
    pub flagged: Vec<(usize, usize, Flagged)>,
    /// Crashes met by mutants: seed, position and what was inserted.
    pub crashed: Vec<(usize, usize, Crashed)>,
    /// Whether somebody asked to stop.
    pub interrupted: bool,
}

/// What to do.
pub struct FuzzPlan<'a> {
    /// The settings.
    pub settings: &'a FuzzSettings,
    /// What mining may use.
    pub mining: Budget,
    /// How the system's dialogs are answered.
    pub answers: Answers,
    /// The seed.
    pub seed: u64,
    /// Workers.
    pub workers: usize,
    /// Opens devices.
    pub make: &'a Maker<'a>,
    /// The user's own seeds; none are made then.
    pub own_seeds: Vec<Seed>,
    /// Whether crashes found in mining are made smaller.
    pub shrink_crashes: bool,
}

/// Fuzzes; with a run directory everything is recorded, and what is there already is not done again.
pub fn fuzz(
    plan: &FuzzPlan<'_>,
    record: Option<(&RunDir, &RunFile)>,
    mining: &mut dyn Watcher,
    watcher: &mut dyn FuzzWatcher,
    stop: &AtomicBool,
) -> Result<Fuzzed, RunError> {
    let mut figures = FuzzFigures::default();
    let mut device = (plan.make)()?;
    let package = device.package().to_owned();
    let (mined, events) = mine(plan, device.as_mut(), record, mining, stop)?;
    figures.mining_events = events;
    watcher.phase("seeds", 0, plan.settings.seeds as u64);
    let (seeds, further, model) = make_seeds(plan, device.as_mut(), record, mined, stop)?;
    figures.states = model.graph.states().len() as u64;
    figures.edges = model.graph.edges().len() as u64;
    let mut device = (plan.make)()?;
    let branches = device.branches();
    let mut stage = Stage::new(device.as_mut());
    let mut sheets = Sheets::new(plan.settings.views.clone());
    let mut ready = prepare(&mut stage, &mut sheets, seeds, &package, plan.settings)?;
    figures.seeds = ready.len() as u64;
    figures.seed_events = ready.iter().map(|r| r.seed.steps.len() as u64).sum();
    let mut covered = stage.covered.clone();
    let further = prepare(&mut stage, &mut sheets, further, &package, plan.settings)?;
    figures.further = further.len() as u64;
    ready.extend(further.into_iter().map(|test| Ready { further: true, ..test }));
    let count =
        |covered: &BTreeSet<u32>| branches.map(|total| Coverage { covered: covered.len() as u32, total });
    figures.seed_coverage = count(&covered);
    let units = mutate(plan, &model, &ready, &package, record.map(|(run, _)| run), watcher, stop)?;
    for unit in &units {
        figures.generated += unit.generated;
        figures.executed += unit.executed;
        figures.unreplayable += unit.unreplayable;
        figures.skipped += unit.skipped;
        figures.not_returned += unit.not_returned;
        figures.errors += unit.flagged.len() as u64;
        figures.crashed += unit.crashed.len() as u64;
        figures.cost.add(&unit.cost);
        covered.extend(&unit.covered);
    }
    figures.saved = figures.cost.saved();
    figures.coverage = count(&covered);
    (figures.distinct, figures.once) = count_distinct(&units);
    let FuzzPlan { make, workers, settings, .. } = *plan;
    let bench = Bench { make, workers, package: &package, settings, stop };
    let suspects = examine(&bench, &ready, &units, watcher)?;
    let of = |verdict| suspects.iter().filter(|s| s.verdict == verdict).count() as u64;
    figures.examined = suspects.len() as u64;
    figures.reported = of(Verdict::Reported);
    figures.doubtful = of(Verdict::Doubtful);
    figures.unsteady = of(Verdict::Unsteady);
    figures.duplicates = of(Verdict::Duplicate);
    let (mut flagged, mut crashed) = (Vec::new(), Vec::new());
    for unit in units {
        flagged.extend(unit.flagged.into_iter().map(|f| (unit.seed, unit.position, f)));
        crashed.extend(unit.crashed.into_iter().map(|c| (unit.seed, unit.position, c)));
    }
    Ok(Fuzzed { figures, suspects, ready, flagged, crashed, interrupted: stop.load(Ordering::Relaxed) })
}

type Learned = (Mined, skink_explore::Weighted);

/// The first phase: an ordinary run of the weighted strategy.
fn mine(
    plan: &FuzzPlan<'_>,
    device: &mut dyn Device,
    record: Option<(&RunDir, &RunFile)>,
    watcher: &mut dyn Watcher,
    stop: &AtomicBool,
) -> Result<(Learned, u64), RunError> {
    // Neutral events come later, one at a time; texts that no form takes lead nowhere.
    let weighted = WeightedSettings {
        system: 0.0,
        texts: TextSettings { nasty: 0.03, ..TextSettings::default() },
        ..WeightedSettings::default()
    };
    let package = device.package().to_owned();
    let mut miner = Miner::new(&package, weighted, &plan.settings.views);
    let events = match record {
        Some((run, file)) => {
            let shrink = plan.shrink_crashes.then(ShrinkBudget::default);
            execute_run(run, file, device, &mut miner, shrink, watcher, stop)?.events
        }
        None => {
            let mut oracle = CrashOracle::new(&package);
            let mut runner =
                Runner::new(device, &mut miner, &mut oracle, plan.mining, plan.answers, plan.seed);
            runner.run_unrecorded(watcher, stop)?;
            runner.tally().events
        }
    };
    Ok((miner.into_parts(), events))
}

/// The second phase: seeds, as a run of their own in `seeds/`; or the user's.
fn make_seeds(
    plan: &FuzzPlan<'_>,
    device: &mut dyn Device,
    record: Option<(&RunDir, &RunFile)>,
    mined: Learned,
    stop: &AtomicBool,
) -> Result<(Vec<Seed>, Vec<Seed>, Mined), RunError> {
    if !plan.own_seeds.is_empty() {
        let mut mined = mined.0;
        for seed in &plan.own_seeds {
            mined.functions.begin();
            seed.steps.iter().for_each(|step| mined.learn(step));
        }
        mined.functions.settle();
        return Ok((plan.own_seeds.clone(), Vec::new(), mined));
    }
    let package = device.package().to_owned();
    let FuzzSettings { seeds, seed_events, .. } = *plan.settings;
    let mut strategy = SeedStrategy::new(mined, &package, Motifs::default(), plan.settings);
    let mut oracle = CrashOracle::new(&package);
    // The strategy ends by itself; a seed that never gets anywhere must not keep the run.
    let budget = Budget { events: Some(40 * (seeds * seed_events) as u64 + 1_000), ..Budget::default() };
    let mut runner = Runner::new(device, &mut strategy, &mut oracle, budget, plan.answers, plan.seed ^ SEEDS);
    match record {
        Some((run, file)) => {
            let folder = run.path().join("seeds");
            let seeds_run = if folder.join("run.toml").is_file() {
                RunDir::open(&folder)?.0
            } else {
                let mut own = RunFile::new("fuzz-seeds", &file.app, &file.device, "seeds", file.seed ^ SEEDS);
                own.budget = budget;
                own.answers = file.answers;
                RunDir::create(&folder, &own)?
            };
            runner.run(&seeds_run, &mut (), stop)?;
        }
        None => {
            runner.run_unrecorded(&mut (), stop)?;
        }
    }
    // What hardly any test does is done as mining did it.
    let neglected = if plan.settings.further > 0 { strategy.neglected() } else { Vec::new() };
    let (seeds, mut further, mined) = strategy.into_parts(plan.settings.further);
    let tests = share_out(plan.workers, &neglected, |queue| {
        let mut device = (plan.make)()?;
        let (mut stage, mut sheets) =
            (Stage::remembering(device.as_mut()), Sheets::new(plan.settings.views.clone()));
        let wanted = |_: &(usize, &Witness)| !stop.load(Ordering::Relaxed);
        let test =
            |(at, witness): (usize, &Witness)| Ok((at, witness.test(&mut stage, &mut sheets, seed_events)?));
        queue.take_while(wanted).map(test).collect()
    })?;
    further.extend(tests.into_iter().flatten());
    Ok((seeds, further, mined))
}

/// Seeds draw other numbers than mining does.
const SEEDS: u64 = 0x5eed_0000_0000_0000;

/// Executes each seed again for what changes by itself, and infers its views. A seed that does not replay is
/// left out.
fn prepare(
    stage: &mut Stage<'_>,
    sheets: &mut Sheets,
    seeds: Vec<Seed>,
    package: &str,
    settings: &FuzzSettings,
) -> Result<Vec<Ready>, RunError> {
    let mut ready = Vec::new();
    for seed in seeds {
        let Some(executed) = execute(stage, seed.start, &seed.steps)? else { continue };
        let volatile = changing_by_themselves(stage, sheets, seed.start, &seed.steps)?;
        let seed = Seed { start: seed.start, first: executed.first.clone(), steps: executed.steps.clone() };
        let views = views_along(&seed.first.screen, &seed.steps, &settings.views);
        let sheets = SeedSheets::new(executed.sheets(sheets), package, volatile);
        ready.push(Ready { seed, views, sheets, further: false });
    }
    Ok(ready)
}

/// The third phase: all mutants, in batches.
fn mutate(
    plan: &FuzzPlan<'_>,
    model: &Mined,
    ready: &[Ready],
    package: &str,
    run: Option<&RunDir>,
    watcher: &mut dyn FuzzWatcher,
    stop: &AtomicBool,
) -> Result<Vec<UnitResult>, RunError> {
    let path = run.map(|run| run.path().join("mutants.jsonl"));
    let mut done = path.as_deref().map_or_else(|| Ok(Vec::new()), read_units)?;
    let mut dead = Dead::default();
    let mut covered: BTreeSet<u32> = done.iter().flat_map(|unit| unit.covered.iter().copied()).collect();
    let made = Mutex::new(Vec::new());
    for batch in batches(ready) {
        watcher.phase("mutants", batch.start as u64, ready.len() as u64);
        let positions = |number: usize| {
            let own =
                move |screen: &Screen| screen.package() == package && screen.window() != WindowKind::System;
            let views = &ready[number].views;
            (0..views.len()).filter(move |at| own(&views[*at].screen)).map(move |at| (number, at))
        };
        let units: Vec<(usize, usize)> = batch.clone().flat_map(positions).collect();
        let of_batch: FxHashSet<(usize, usize)> = done
            .iter()
            .filter(|unit| batch.contains(&unit.seed))
            .map(|unit| (unit.seed, unit.position))
            .collect();
        if !units.iter().all(|unit| of_batch.contains(unit)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            // A batch is committed whole: what a kill left of one is done again.
            let before = done.len();
            done.retain(|unit| !batch.contains(&unit.seed));
            if let Some(path) = path.as_ref().filter(|_| done.len() < before) {
                let failed = |source| RunError::Io { doing: "repair", path: path.clone(), source };
                std::fs::remove_file(path).map_err(failed)?;
                write_units(path, &done)?;
                covered = done.iter().flat_map(|unit| unit.covered.iter().copied()).collect();
            }
            let context = Context { settings: plan.settings, seed: plan.seed, dead: &dead };
            let mut executed = run_batch(plan, model, ready, &units, &context, &made)?;
            let fresh: BTreeSet<u32> = executed
                .iter()
                .flat_map(|u| u.covered.iter().copied())
                .filter(|b| !covered.contains(b))
                .collect();
            executed.iter_mut().for_each(|unit| unit.covered.clear());
            if let Some(first) = executed.first_mut() {
                first.covered = fresh.iter().copied().collect();
            }
            covered.extend(fresh);
            if let Some(path) = &path {
                write_units(path, &executed)?;
            }
            done.extend(executed);
        }
        for unit in done.iter().filter(|unit| batch.contains(&unit.seed)) {
            let state = structure(&ready[unit.seed].views[unit.position].screen);
            dead.entry(state).or_default().extend(unit.dead.iter().cloned());
        }
    }
    Ok(done)
}

/// Further tests of one batch: with one test a batch, workers wait for the last.
const FURTHER_AT_ONCE: usize = 8;

/// What is executed before what it taught applies: a seed, or some further tests.
fn batches(ready: &[Ready]) -> Vec<Range<usize>> {
    let seeds = ready.iter().take_while(|test| !test.further).count();
    let further = (seeds..ready.len()).step_by(FURTHER_AT_ONCE);
    let some = further.map(|from| from..ready.len().min(from + FURTHER_AT_ONCE));
    (0..seeds).map(|seed| seed..seed + 1).chain(some).collect()
}

/// What a worker makes once: the sheets of screens, and the model made ready.
type Made<'m> = (Sheets, Loops<'m>);

fn run_batch<'m>(
    plan: &FuzzPlan<'_>,
    model: &'m Mined,
    ready: &[Ready],
    units: &[(usize, usize)],
    context: &Context<'_>,
    made: &Mutex<Vec<Made<'m>>>,
) -> Result<Vec<UnitResult>, RunError> {
    share_out(plan.workers, units, |queue| {
        let mut device = (plan.make)()?;
        // What a unit costs must not depend on those before it.
        let mut stage = Stage::new(device.as_mut());
        let new =
            || (Sheets::new(plan.settings.views.clone()), Loops::of(&model.graph).with(&model.functions));
        let kept = made.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (mut sheets, mut loops) = kept.unwrap_or_else(new);
        let mut done = Vec::new();
        for (order, &(number, at)) in queue {
            let unit = unit::run(&mut stage, &mut sheets, &mut loops, &ready[number], (number, at), context)?;
            done.push((order, unit));
        }
        made.lock().unwrap_or_else(PoisonError::into_inner).push((sheets, loops));
        Ok(done)
    })
}

fn write_units(path: &Path, units: &[UnitResult]) -> Result<(), RunError> {
    let failed = |source| RunError::Io { doing: "write", path: path.to_owned(), source };
    let mut lines = Vec::new();
    for unit in units {
        serde_json::to_writer(&mut lines, unit).map_err(|e| failed(e.into()))?;
        lines.push(b'\n');
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
    file.write_all(&lines).map_err(failed)
}

/// What is recorded already; what a kill tore is cut off.
fn read_units(path: &Path) -> Result<Vec<UnitResult>, RunError> {
    let failed = |source| RunError::Io { doing: "read", path: path.to_owned(), source };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(failed(e)),
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        std::fs::write(path, &text[..whole]).map_err(failed)?;
    }
    let unit = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|e| RunError::Corrupt {
            path: path.to_owned(),
            line: number + 1,
            problem: format!("not a line of mutants.jsonl: {e}"),
        })
    };
    text[..whole].lines().enumerate().map(unit).collect()
}

/// The traces of a run as seeds: the user's own tests.
pub fn seeds_of(run: &RunDir, most: usize) -> Result<Vec<Seed>, RunError> {
    let mut screens = run.screens()?;
    let mut seeds: Vec<Seed> = Vec::new();
    run.read_trace(|entry| {
        match entry {
            Entry::Launch(launch) => {
                let first = launch.seen.with(screens.get(launch.screen)?);
                seeds.push(Seed { start: launch.trace, first, steps: Vec::new() });
            }
            Entry::Step(record) => {
                let after = record.seen.with(screens.get(record.screen)?);
                let Some(seed) = seeds.last_mut() else { return Ok(true) };
                let before = seed.steps.last().map_or(&seed.first, |s| &s.after).screen.clone();
                seed.steps.push(step(
                    record.number,
                    record.actor,
                    before,
                    record.event,
                    record.widget,
                    after,
                ));
            }
        }
        Ok(true)
    })?;
    seeds.retain(|seed| seed.steps.len() > 1);
    seeds.truncate(most);
    Ok(seeds)
}

fn step(
    number: u64,
    actor: skink_trace::Actor,
    before: skink_gui::Screen,
    event: skink_gui::Event,
    widget: Option<skink_gui::WidgetId>,
    after: Observation,
) -> Step {
    Step { number, actor, before, event, widget, after, millis: 0 }
}
