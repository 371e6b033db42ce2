//! A whole check from its first event to its summary: fuzz, write down what was found, make each violation
//! small, and tell violations apart. The same line of the same function may break for several reasons: tests that
//! need other functions are other findings.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use skink_device::Device;
use skink_run::{
    Ended, OnMissing, RunDir, RunError, RunFile, Runner, ScreenStore, Scripted, ShrinkBudget, Watcher,
    shrink_crash, summarise, write_findings,
};
use skink_trace::{Evidence, Finding, Rate, RunSummary, Violation};

use crate::figures::FunctionFigures;
use crate::file::PropertyFile;
use crate::rerun::{Item, Rerun, SETUP, items, rerun};
use crate::settings::CheckSettings;
use crate::shrink::{ShrunkTest, shrink_test};
use crate::tester::{Met, Tester, halves};

/// What a check did and found.
#[derive(Clone, Debug, Serialize)]
pub struct CheckSummary {
    /// As of any run.
    #[serde(flatten)]
    pub run: RunSummary,
    /// How each function fared; broken ones say why.
    pub functions: Vec<FunctionFigures>,
    /// Pairs of functions done one after the other to the same object.
    pub pairs: usize,
    /// Triples likewise.
    pub triples: usize,
}

/// Begins a check or goes on with it, until it ends; then writes and shrinks what was found.
#[allow(clippy::too_many_arguments, reason = "a run's parts, and two of its own")]
pub fn check(
    run: &RunDir,
    file: &RunFile,
    device: &mut dyn Device,
    properties: PropertyFile,
    settings: CheckSettings,
    shrink_by: Option<ShrinkBudget>,
    watcher: &mut dyn Watcher,
    stop: &AtomicBool,
) -> Result<CheckSummary, RunError> {
    let package = device.package().to_owned();
    let branches = device.branches();
    let tester = Tester::new(properties, &package, settings);
    let (mut strategy, mut oracle, tester) = halves(tester, &package);
    let mut runner = Runner::new(device, &mut strategy, &mut oracle, file.budget, file.answers, file.seed);
    let ended = runner.run(run, watcher, stop)?;
    let (tally, wall) = (runner.tally().clone(), runner.wall());
    let crashes = skink_run::Oracle::found(&oracle).to_vec();
    write_findings(run, &crashes)?;
    let tester = tester.borrow();
    let shrink_by = shrink_by.filter(|_| ended != Ended::Interrupted);
    if let Some(budget) = shrink_by {
        for found in &crashes {
            shrink_crash(run, &found.finding.id, device, budget, watcher, stop)?;
        }
    }
    write_violations(run, device, &tester, shrink_by, watcher, stop)?;
    let summary = summarise(run, file, &tally, branches, ended, wall)?;
    run.write_summary(&summary)?;
    let (pairs, triples) = tester.covered();
    Ok(CheckSummary { run: summary, functions: tester.figures(), pairs, triples })
}

/// Writes the violations that are findings, each kind once.
fn write_violations(
    run: &RunDir,
    device: &mut dyn Device,
    tester: &Tester,
    shrink_by: Option<ShrinkBudget>,
    watcher: &mut dyn Watcher,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    let all: Vec<&Met> = tester.met().iter().filter(|met| tester.is_finding(met)).collect();
    let refs: Vec<_> = all.iter().map(|met| met.at).collect();
    let mut written: Vec<Finding> = Vec::new();
    for (met, original) in all.into_iter().zip(run.traces(&refs)?) {
        let id = id_of(&met.breaks, &BTreeSet::new());
        let breaks = (met.breaks.0.as_str(), met.breaks.1);
        let shrunk = match shrink_by {
            Some(budget) => {
                let mut tell = |tried, left| watcher.shrinking(&id, tried, left);
                Some(shrink_test(device, tester.file(), &met.test, breaks, budget, stop, &mut tell)?)
            }
            None => None,
        };
        let mut finding = Finding {
            id,
            kind: "property".to_owned(),
            title: title(&met.violation),
            evidence: Evidence::Property(met.violation.clone()),
            count: met.count,
            first_step: met.step,
            events: met.at.steps,
            minimal: false,
            rate: Rate::default(),
        };
        match &shrunk {
            Some(Ok(test)) => take_over(&mut finding, &met.breaks, test),
            Some(Err(rate)) => finding.rate = *rate,
            None => {}
        }
        if let Some(known) = written.iter_mut().find(|known| known.id == finding.id) {
            known.count += 1;
            run.write_finding_json(known)?;
            continue;
        }
        run.write_finding(&finding, &original)?;
        if let Some(Ok(test)) = &shrunk {
            write_test(run, &finding, &test.rerun)?;
        }
        written.push(finding);
    }
    Ok(())
}

/// What a shrunk test says goes into the finding.
fn take_over(finding: &mut Finding, breaks: &(String, usize), test: &ShrunkTest) {
    let Some(violation) = &test.rerun.violation else { return };
    let involved: BTreeSet<&str> =
        violation.calls.iter().map(|call| call.function.as_str()).filter(|name| *name != SETUP).collect();
    finding.id = id_of(breaks, &involved);
    finding.title = title(violation);
    finding.evidence = Evidence::Property(violation.clone());
    finding.events = test.rerun.steps.len() as u64;
    finding.minimal = test.minimal;
    finding.rate = test.rate;
}

fn write_test(run: &RunDir, finding: &Finding, test: &Rerun) -> Result<(), RunError> {
    let mut screens = ScreenStore::open(&run.path().join("screens"))?;
    screens.put(&test.first.screen)?;
    for step in &test.steps {
        screens.put(&step.after.screen)?;
    }
    run.write_replay(&finding.id, &test.entries())?;
    run.write_finding_json(finding)
}

/// The violated property, the functions involved and the consequence: the same bug has the same id in every run.
fn id_of((function, line): &(String, usize), involved: &BTreeSet<&str>) -> String {
    let slug: String = function
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(40)
        .collect();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let parts = [function.as_str(), &line.to_string()];
    for byte in parts.into_iter().chain(involved.iter().copied()).flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("property-{slug}-{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

fn title(violation: &Violation) -> String {
    let before: Vec<String> = violation
        .calls
        .iter()
        .rev()
        .skip(1)
        .rev()
        .filter(|call| call.function != SETUP)
        .map(|call| format!("`{}`", call.function))
        .collect();
    let after = match before.len() {
        0 => String::new(),
        1..=3 => format!(" after {}", before.join(", ")),
        more => format!(" after {more} others"),
    };
    format!("`{}`{after}: expected {}; {}", violation.function, violation.expected, violation.shown)
}

/// What a replay of a violation came to.
pub struct ReplayedTest {
    /// Whether the same line broke.
    pub shown: bool,
    /// Whether it could not be done to its end.
    pub cut_short: bool,
    /// Where it went another way.
    pub diverged: Option<String>,
}

/// The file and the parts of a finding's test.
fn test_of(violation: &Violation, script: &[Scripted]) -> Result<(PropertyFile, Vec<Item>), RunError> {
    let file = PropertyFile::parse(&violation.properties).map_err(|e| RunError::Diverged {
        problem: format!("the properties kept with the finding cannot be read: {e}"),
    })?;
    Ok((file, items(script, &violation.calls)))
}

/// Does a finding's test again.
pub fn replay_finding(
    device: &mut dyn Device,
    start: u64,
    violation: &Violation,
    script: &[Scripted],
) -> Result<ReplayedTest, RunError> {
    let (file, test) = test_of(violation, script)?;
    let again = rerun(device, start, &file, &test, OnMissing::Stop)?;
    let shown = again.broke.as_ref().is_some_and(|(function, _)| *function == violation.function);
    Ok(ReplayedTest { shown, cut_short: !shown && again.done.len() < test.len(), diverged: again.diverged })
}

/// Shrinks a finding and writes what is left; the rate alone where it does not show any more.
pub fn shrink_finding(
    run: &RunDir,
    device: &mut dyn Device,
    finding: &mut Finding,
    script: &[Scripted],
    budget: ShrinkBudget,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, usize),
) -> Result<Result<ShrunkTest, Rate>, RunError> {
    let Evidence::Property(violation) = finding.evidence.clone() else {
        return Err(RunError::Diverged { problem: "the finding is no violated property".to_owned() });
    };
    let (file, test) = test_of(&violation, script)?;
    let first = rerun(device, 0, &file, &test, OnMissing::Skip)?;
    let Some((function, line)) = first.broke.filter(|(function, _)| *function == violation.function) else {
        return Ok(Err(Rate { shown: 0, tried: 1 }));
    };
    let shrunk = shrink_test(device, &file, &test, (&function, line), budget, stop, progress)?;
    if let Ok(test) = &shrunk {
        // The folder stays where it is, and so does its name.
        let id = finding.id.clone();
        take_over(finding, &(function, line), test);
        finding.id = id;
        write_test(run, finding, &test.rerun)?;
    }
    Ok(shrunk)
}
