//! Whole runs through a real adb: what is found is what is found in the process, and a device that misbehaves costs
//! traces, never a step and never a false pass.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod common;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{Served, adb_is_there, phone};
use skink_adbd::{Fault, Faults, Settings as PhoneSide};
use skink_device::adb::Server;
use skink_device::android::{AndroidDevice, AndroidSettings, AppSource, DriverChoice, DriverKind};
use skink_device::{Device, DeviceError, Input};
use skink_gui::{Screen, ScreenHash};
use skink_run::{Answers, Budget, Choice, CrashOracle, Moment, Oracle as _, RunError, Runner, Strategy};
use skink_trace::Step;

/// A trace: its first screen, then each event with what was done for it and the screen after it.
type Trace = (ScreenHash, Vec<(String, Option<Input>, ScreenHash)>);

/// What came of a run.
struct Outcome {
    /// Id of each finding, how often it was met, and at which step first.
    findings: Vec<(String, u64, u64)>,
    events: u64,
    traces: Vec<Trace>,
    error: Option<RunError>,
}

/// Writes down what a strategy is shown.
struct Noting {
    inner: Box<dyn Strategy>,
    traces: Vec<Trace>,
}

impl Strategy for Noting {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn launched(&mut self, first: &Screen) {
        self.traces.push((first.hash(), Vec::new()));
        self.inner.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        self.inner.next(moment)
    }

    fn saw(&mut self, step: &Step) {
        let bounds = step.widget.and_then(|id| step.before.get(id)).map(|widget| widget.bounds());
        let input = Input::of(&step.event.action, bounds);
        if let Some((_, steps)) = self.traces.last_mut() {
            steps.push((step.event.to_string(), input, step.after.screen.hash()));
        }
        self.inner.saw(step);
    }
}

fn run(device: &mut dyn Device, name: &str, seed: u64, events: u64) -> Outcome {
    let inner = skink_explore::strategy(name, &skink_explore::Settings::default()).unwrap();
    let mut noting = Noting { inner, traces: Vec::new() };
    let mut oracle = CrashOracle::new(device.package());
    let budget = Budget { events: Some(events), ..Budget::default() };
    let mut runner = Runner::new(device, &mut noting, &mut oracle, budget, Answers::default(), seed);
    let error = runner.run_unrecorded(&mut (), &AtomicBool::new(false)).err();
    let events = runner.tally().events;
    let told =
        |found: &skink_run::Found| (found.finding.id.clone(), found.finding.count, found.finding.first_step);
    let findings = oracle.found().iter().map(told).collect();
    Outcome { findings, events, traces: noting.traces, error }
}

fn open(served: &Served, package: &str, driver: DriverChoice, call: Duration) -> AndroidDevice {
    let settings =
        AndroidSettings { driver, call, patience: Duration::from_secs(60), ..AndroidSettings::default() };
    let source = AppSource::Installed(package.to_owned());
    AndroidDevice::open(Server::at(Some(served.port)), &served.address, &source, settings).unwrap()
}

const CALL: Duration = Duration::from_secs(30);
const STRATEGIES: [&str; 5] = ["random", "ape", "weighted", "swifthand", "lstar"];

#[test]
fn through_the_agent_every_strategy_finds_what_it_finds_in_the_process() {
    if !adb_is_there() {
        return;
    }
    for sample in ["notebook", "tasks"] {
        for strategy in STRATEGIES {
            let served = Served::at(sample, 34);
            let mut own = phone(sample);
            let package = own.package().to_owned();
            let expected = run(&mut own, strategy, 7, 500);
            let mut device = open(&served, &package, DriverChoice::Agent, CALL);
            assert_eq!(device.driver().0, DriverKind::Agent);
            let seen = run(&mut device, strategy, 7, 500);
            assert!(seen.error.is_none(), "{sample} {strategy}: {:?}", seen.error);
            for (trace, (a, b)) in expected.traces.iter().zip(&seen.traces).enumerate() {
                assert_eq!(a.0, b.0, "{sample} {strategy}: the first screen of trace {trace}");
                for (step, (x, y)) in a.1.iter().zip(&b.1).enumerate() {
                    assert_eq!(x, y, "{sample} {strategy}: trace {trace}, step {step}");
                }
            }
            assert_eq!(seen.findings, expected.findings, "{sample} {strategy}");
            assert_eq!((seen.events, seen.traces.len()), (expected.events, expected.traces.len()));
        }
    }
}

#[test]
fn through_androids_commands_the_same_crashes_are_found() {
    if !adb_is_there() {
        return;
    }
    let ids = |outcome: &Outcome| outcome.findings.iter().map(|(id, ..)| id.clone()).collect::<BTreeSet<_>>();
    let mut crashes = 0;
    for (sample, seed, api) in [("sanity", 1, 34), ("sanity", 2, 19), ("units", 2, 34), ("notes", 2, 34)] {
        let served = Served::at(sample, api);
        let mut own = phone(sample);
        let package = own.package().to_owned();
        let expected = run(&mut own, "random", seed, 250);
        let mut device = open(&served, &package, DriverChoice::Shell, CALL);
        assert_eq!(device.driver().0, DriverKind::Shell);
        let seen = run(&mut device, "random", seed, 250);
        assert!(seen.error.is_none(), "{sample}, seed {seed}: {:?}", seen.error);
        assert_eq!(ids(&seen), ids(&expected), "{sample}, seed {seed}, API {api}");
        crashes += expected.findings.len();
    }
    assert!(crashes > 0, "runs without crashes tell nothing");
}

/// Whether a trace is what the phone shows from some clean start: no step lost, none done twice, none made up.
fn is_true(sample: &str, near: u64, trace: &Trace) -> bool {
    (near.saturating_sub(1)..near + 60).any(|start| {
        let mut own = phone(sample);
        if own.clean_start(start).unwrap().screen.hash() != trace.0 {
            return false;
        }
        trace.1.iter().all(|(_, input, after)| {
            let input = input.as_ref().unwrap();
            own.perform(input).unwrap().screen.hash() == *after
        })
    })
}

#[test]
fn faults_at_two_hundred_points_cost_no_step_and_give_no_false_pass() {
    if !adb_is_there() {
        return;
    }
    const RUNS: u64 = 8;
    /// The last two drive by Android's commands, of which a step takes several, each a point.
    const BY_COMMANDS: u64 = 2;
    let by_commands = |seed: u64| seed >= RUNS - BY_COMMANDS;
    let events = move |seed: u64| if by_commands(seed) { 40 } else { 160 };
    let sample = "notebook";
    let runs: Vec<_> = (0..RUNS)
        .map(|seed| {
            std::thread::spawn(move || {
                let kinds: Vec<Fault> = Fault::ALL.iter().map(|(fault, _)| *fault).collect();
                // The first points belong to opening the device: one that fails there does not open.
                let faults = Faults::seeded(seed, 12, 60, &kinds);
                let counted = faults.clone();
                let served = Served::start(sample, PhoneSide { api: 34, faults });
                let package = phone(sample).package().to_owned();
                let driver = if by_commands(seed) { DriverChoice::Shell } else { DriverChoice::Agent };
                let mut device = open(&served, &package, driver, Duration::from_secs(3));
                let outcome = run(&mut device, "random", seed, events(seed));
                drop(device);
                (outcome, counted.met())
            })
        })
        .collect();
    let mut met = 0;
    for (seed, run) in runs.into_iter().enumerate() {
        let (outcome, faults) = run.join().unwrap();
        met += faults;
        match &outcome.error {
            // It went on to the end of its budget.
            None => assert_eq!(outcome.events, events(seed as u64), "seed {seed}"),
            // Or it failed as a device fails, which is exit code 3.
            Some(RunError::Device(DeviceError::Device { .. } | DeviceError::Interrupted { .. })) => {
                eprintln!("seed {seed}: gave up after {} events: {:?}", outcome.events, outcome.error);
            }
            Some(other) => panic!("seed {seed}: {other}"),
        }
        let steps: u64 = outcome.traces.iter().map(|(_, steps)| steps.len() as u64).sum();
        assert_eq!(steps, outcome.events, "seed {seed}: every step that counts was shown");
        // What Android's commands tell of a screen is not all that the agent tells: its traces are compared elsewhere.
        let whole = outcome.traces.iter().enumerate().filter(|_| !by_commands(seed as u64));
        for (number, trace) in whole {
            assert!(is_true(sample, number as u64, trace), "seed {seed}, trace {number}: {trace:?}");
        }
    }
    eprintln!("{met} faults");
    assert!(met >= 200, "only {met} faults were met");
}

#[test]
fn somebody_elses_kill_server_is_survived() {
    if !adb_is_there() {
        return;
    }
    let served = Served::at("notebook", 34);
    let mut own = phone("notebook");
    let package = own.package().to_owned();
    let mut device = open(&served, &package, DriverChoice::Agent, Duration::from_secs(10));
    let first = device.clean_start(0).unwrap();
    assert_eq!(first.screen.hash(), own.clean_start(0).unwrap().screen.hash());
    common::end_adb_server(served.port);
    let again = device.observe();
    assert!(again.is_ok_and(|seen| seen.screen.hash() == first.screen.hash()));
}
