//! Findings on disk: what a violation is written as in the run directory, and how it is read back. Beside what
//! every finding has, `seed.jsonl` holds the seed test; `replay.jsonl` is the mutant.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use skink_device::Device;
use skink_gui::{Screen, Selector};
use skink_run::{RunDir, RunError, ScreenStore, ShrinkBudget, load_finding, shrink, write_shrunk};
use skink_trace::{Entry, Evidence, Finding, Independence, LaunchRecord, Rate, Step, StepRecord};

use crate::pair::{Executed, Pair};
use crate::seeds::Seed;
use crate::stage::{Inserted, Position, Stage};
use crate::suspects::{Suspect, compare_of};
use crate::unit::Crashed;

impl Executed {
    /// The lines of a trace file.
    pub fn entries(&self) -> Vec<Entry> {
        let steps = self.steps.iter().map(|step| Entry::Step(StepRecord::of(step)));
        std::iter::once(Entry::Launch(self.launch.clone())).chain(steps).collect()
    }

    fn store(&self, screens: &mut ScreenStore) -> Result<(), RunError> {
        screens.put(&self.first.screen)?;
        self.steps.iter().try_for_each(|step| screens.put(&step.after.screen).map(drop))
    }
}

/// The finding of a suspect.
pub fn finding_of(suspect: &Suspect, first_step: u64) -> Finding {
    Finding {
        id: suspect.id(),
        kind: "independence".to_owned(),
        title: suspect.title(),
        evidence: Evidence::Independence(suspect.evidence.clone()),
        count: suspect.occurrences,
        first_step,
        events: suspect.executed.1.steps.len() as u64,
        minimal: suspect.minimal,
        rate: suspect.rate,
    }
}

/// Writes a suspect down as a finding of the run.
pub fn write_suspect(run: &RunDir, suspect: &Suspect, first_step: u64) -> Result<Finding, RunError> {
    let finding = finding_of(suspect, first_step);
    let mut screens = ScreenStore::open(&run.path().join("screens"))?;
    let (seed, mutant) = &suspect.executed;
    for test in [seed, mutant, &suspect.original] {
        test.store(&mut screens)?;
    }
    run.write_finding(&finding, &suspect.original.entries())?;
    run.write_replay(&finding.id, &mutant.entries())?;
    write_seed(run, &finding.id, seed)?;
    Ok(finding)
}

/// Writes down a crash that a mutant met, with the events that led to it; `None` where they do not again.
pub fn write_crash(
    run: &RunDir,
    device: &mut dyn Device,
    seed: &Seed,
    position: usize,
    crashed: &Crashed,
    shrink_by: Option<ShrinkBudget>,
) -> Result<Option<Finding>, RunError> {
    let id = crashed.crash.id();
    let mut stage = Stage::new(device);
    let mut place = Position::new(&mut stage, seed.start, &seed.steps[..position]);
    let Inserted::Done(inserted) = place.insert(&crashed.insert.events)? else { return Ok(None) };
    let met = |steps: &[Step]| steps.iter().any(|s| s.after.crashes.iter().any(|c| c.id() == id));
    let rest = if met(&inserted) { Vec::new() } else { place.go_on(&seed.steps[position..])?.0 };
    let steps: Vec<Step> = seed.steps[..position].iter().cloned().chain(inserted).chain(rest).collect();
    if !met(&steps) {
        return Ok(None);
    }
    let launch = LaunchRecord::of(seed.start, &seed.first, 0);
    let mut test = Executed { launch, first: seed.first.clone(), steps };
    for (number, step) in test.steps.iter_mut().enumerate() {
        step.number = number as u64;
    }
    let mut finding = Finding {
        kind: id.split('-').next().unwrap_or_default().to_owned(),
        id,
        title: crashed.crash.title(),
        evidence: Evidence::Crash(crashed.crash.clone()),
        count: 1,
        first_step: 0,
        events: test.steps.len() as u64,
        minimal: false,
        rate: Rate::default(),
    };
    test.store(&mut ScreenStore::open(&run.path().join("screens"))?)?;
    run.write_finding(&finding, &test.entries())?;
    if let Some(budget) = shrink_by {
        let (_, _, _, script) = load_finding(&run.finding_path(&finding.id))?;
        let never = AtomicBool::new(false);
        if let Ok(shrunk) = shrink(device, &script, &finding.id, budget, &never, &mut |_, _| {})? {
            write_shrunk(run, &mut finding, &shrunk)?;
        }
    }
    Ok(Some(finding))
}

fn write_seed(run: &RunDir, id: &str, seed: &Executed) -> Result<(), RunError> {
    let path = run.finding_path(id).join("seed.jsonl");
    let failed = |source| RunError::Io { doing: "write", path: path.clone(), source };
    let mut lines = Vec::new();
    for entry in seed.entries() {
        serde_json::to_writer(&mut lines, &entry).map_err(|e| failed(e.into()))?;
        lines.push(b'\n');
    }
    std::fs::write(&path, lines).map_err(failed)
}

/// Writes a shrunk pair in the place of a finding's.
pub fn rewrite(run: &RunDir, finding: &Finding, seed: &Executed, mutant: &Executed) -> Result<(), RunError> {
    let mut screens = ScreenStore::open(&run.path().join("screens"))?;
    seed.store(&mut screens)?;
    mutant.store(&mut screens)?;
    run.write_replay(&finding.id, &mutant.entries())?;
    write_seed(run, &finding.id, seed)?;
    run.write_finding_json(finding)
}

/// Reads a finding's seed and mutant, and the number of the clean start they were executed at.
pub fn load_pair(folder: &Path, run: &RunDir, evidence: &Independence) -> Result<(Pair, u64), RunError> {
    let mut screens = run.screens()?;
    let seed = read_test(&folder.join("seed.jsonl"), &mut screens)?;
    let mutant = read_test(&folder.join("replay.jsonl"), &mut screens)?;
    let (from, to) = (evidence.inserted_at, evidence.inserted_at + evidence.inserted);
    let Some(inserted) = mutant.steps.get(from..to).filter(|_| from <= seed.steps.len()) else {
        return Err(RunError::Corrupt {
            path: folder.join("finding.json"),
            line: 0,
            problem: format!("events {from} to {to} are not in replay.jsonl"),
        });
    };
    let pair =
        Pair { at: from, inserted: inserted.to_vec(), compare: compare_of(evidence), seed: seed.steps };
    Ok((pair, seed.start))
}

fn read_test(path: &Path, screens: &mut ScreenStore) -> Result<Seed, RunError> {
    let text = std::fs::read_to_string(path).map_err(|source| RunError::Io {
        doing: "read",
        path: path.to_owned(),
        source,
    })?;
    let corrupt = |line: usize, problem: String| RunError::Corrupt { path: path.to_owned(), line, problem };
    let mut test: Option<Seed> = None;
    for (number, line) in text.lines().enumerate() {
        let entry = serde_json::from_str(line)
            .map_err(|e| corrupt(number + 1, format!("not a line of a trace: {e}")))?;
        match (entry, &mut test) {
            (Entry::Launch(launch), _) => {
                let first = launch.seen.with(screens.get(launch.screen)?);
                test = Some(Seed { start: launch.trace, first, steps: Vec::new() });
            }
            (Entry::Step(record), Some(test)) => {
                let after = record.seen.with(screens.get(record.screen)?);
                let before = test.steps.last().map_or(&test.first, |s| &s.after).screen.clone();
                let widget = record.widget.filter(|id| before.get(*id).is_some());
                test.steps.push(Step {
                    number: record.number,
                    actor: record.actor,
                    before,
                    event: record.event,
                    widget,
                    after,
                    millis: record.millis,
                });
            }
            (Entry::Step(_), None) => return Err(corrupt(number + 1, "a step before any launch".into())),
        }
    }
    test.ok_or_else(|| corrupt(0, "no launch in it".into()))
}

/// The widgets that matter to a finding, as selectors.
pub fn widgets(evidence: &Independence, seed: &Executed) -> Vec<Selector> {
    let screen = |step: usize| -> Option<&Screen> { seed.steps.get(step).map(|s| &s.after.screen) };
    let found = evidence.lost.iter().filter_map(|lost| {
        let after = screen(lost.seed_step)?;
        let on = if lost.removed { None } else { Some(after) };
        let widget = on?.get(lost.seed_widget?)?;
        Some(Selector::of(&widget))
    });
    found.collect()
}
