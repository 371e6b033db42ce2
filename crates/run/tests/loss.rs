//! A device that is lost in the middle of a step and comes back: the step is not recorded, a new trace begins and says
//! why, the run goes on, and it can be resumed.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Action, Event, Key};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{Budget, Choice, Moment, RunDir, RunError, RunFile, Scripted, Strategy, execute, replay};
use skink_trace::{Entry, Observation};

/// The phone, lost at the inputs of these numbers.
struct Lossy {
    phone: Phone,
    inputs: u64,
    lost_at: Vec<u64>,
}

impl Lossy {
    fn new(lost_at: &[u64]) -> Self {
        let phone = Phone::new(apps::named("notebook").unwrap(), PhoneSettings::default()).unwrap();
        Self { phone, inputs: 0, lost_at: lost_at.to_vec() }
    }
}

impl Device for Lossy {
    fn name(&self) -> String {
        self.phone.name()
    }
    fn package(&self) -> &str {
        self.phone.package()
    }
    fn clean_start(&mut self, start: u64) -> Result<Observation, DeviceError> {
        self.phone.clean_start(start)
    }
    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.phone.observe()
    }
    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        self.inputs += 1;
        let seen = self.phone.perform(input)?;
        if self.lost_at.contains(&self.inputs) {
            let (doing, problem) = ("acting".into(), "nobody knows".into());
            return Err(DeviceError::Interrupted { doing, problem });
        }
        Ok(seen)
    }
    fn clock(&self) -> Duration {
        self.phone.clock()
    }
    fn log(&mut self) -> Result<String, DeviceError> {
        self.phone.log()
    }
}

/// Turns the screen again and again.
struct Turning;

impl Strategy for Turning {
    fn name(&self) -> &'static str {
        "turning"
    }
    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let action = if moment.depth.is_multiple_of(2) { Action::Rotate } else { Action::Key(Key::Menu) };
        Choice::Do(Event::plain(action), None)
    }
}

fn go(run: &RunDir, events: u64, device: &mut Lossy) -> Result<u64, RunError> {
    let mut file = RunFile::new("explore", "sample:notebook", "phone", "turning", 1);
    file.budget = Budget { events: Some(events), ..Budget::default() };
    let summary = execute(run, &file, device, &mut Turning, None, &mut (), &AtomicBool::new(false))?;
    Ok(summary.events)
}

#[test]
fn a_lost_step_is_not_recorded_and_the_next_trace_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = RunFile::new("explore", "sample:notebook", "phone", "turning", 1);
    let run = RunDir::create(&folder.path().join("run"), &file).unwrap();
    assert_eq!(go(&run, 6, &mut Lossy::new(&[3])).unwrap(), 6);
    let mut told = Vec::new();
    let note = |entry| {
        told.push(match entry {
            Entry::Launch(launch) if launch.after_loss => "loss",
            Entry::Launch(_) => "launch",
            Entry::Step(_) => "step",
        });
        Ok(true)
    };
    run.read_trace(note).unwrap();
    assert_eq!(told, ["launch", "step", "step", "loss", "step", "step", "step", "step"]);
    // The recording is read back, the loss included, and the run goes on.
    assert_eq!(go(&run, 9, &mut Lossy::new(&[])).unwrap(), 9);
}

#[test]
fn a_device_that_is_lost_at_every_step_fails_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = RunFile::new("explore", "sample:notebook", "phone", "turning", 1);
    let run = RunDir::create(&folder.path().join("run"), &file).unwrap();
    let every: Vec<u64> = (1..100).collect();
    let error = go(&run, 6, &mut Lossy::new(&every)).unwrap_err();
    assert!(matches!(&error, RunError::Device(DeviceError::Device { .. })), "{error}");
}

#[test]
fn a_replay_begins_again_after_a_loss() {
    let script: Vec<Scripted> = (0..3).map(|_| Scripted::new(Event::plain(Action::Rotate))).collect();
    let mut device = Lossy::new(&[2]);
    let replayed = replay(&mut device, 0, &script, skink_run::OnMissing::Stop, |_| false).unwrap();
    assert_eq!((replayed.steps.len(), device.inputs), (3, 5));
}
