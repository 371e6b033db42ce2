//! Doing recorded events again from a clean start. Targets are found again on the screen that is there, not by
//! coordinates; where one is not found, the replay says so, or passes over the event, as its caller wants.

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Event, Screen, WidgetId, locate, locate_loosely, structure};
use skink_trace::{Actor, Entry, LaunchRecord, Observation, Step, StepRecord};

use crate::error::RunError;

/// An event to do again.
#[derive(Clone, Debug, PartialEq)]
pub struct Scripted {
    /// What is done.
    pub event: Event,
    /// The widget it was done to when it was recorded, where that screen is known.
    pub performed_on: Option<(Screen, WidgetId)>,
    /// The screen it led to when it was recorded, where it is known.
    pub after: Option<Screen>,
    /// Device time it took when it was recorded, in milliseconds.
    pub millis: u64,
}

impl Scripted {
    /// An event of which nothing but itself is known.
    pub fn new(event: Event) -> Self {
        Self { event, performed_on: None, after: None, millis: 0 }
    }

    /// What was done, to be done again.
    pub fn of(step: &Step) -> Self {
        Self {
            event: step.event.clone(),
            performed_on: step.widget.map(|id| (step.before.clone(), id)),
            after: Some(step.after.screen.clone()),
            millis: step.millis,
        }
    }

    /// The widget of a screen that is meant: found loosely where events may be passed over.
    pub fn widget_on(&self, screen: &Screen, on_missing: OnMissing) -> Option<WidgetId> {
        let performed_on = self.performed_on.as_ref().map(|(screen, id)| screen.widget(*id));
        let find = match on_missing {
            OnMissing::Stop => locate,
            OnMissing::Skip => locate_loosely,
        };
        self.event.target.as_ref().and_then(|_| find(&self.event, performed_on.as_ref(), screen))
    }

    /// What is done, for people.
    pub fn describe(&self) -> String {
        self.event.describe(self.performed_on.as_ref().and_then(|(screen, id)| screen.get(*id)).as_ref())
    }
}

/// What to do with an event whose target is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMissing {
    /// End the replay.
    Stop,
    /// Go on with the next event; a target whose text changed is found by its id if that is alone.
    Skip,
}

/// Where a replay went another way than the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Which event, from 1.
    pub event_number: usize,
    /// What was different.
    pub problem: String,
}

/// What a replay did and saw.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The clean start.
    pub launch: LaunchRecord,
    /// The first look.
    pub first: Observation,
    /// The steps done.
    pub steps: Vec<Step>,
    /// For each step, which event of the script it was.
    pub done: Vec<usize>,
    /// The first event that could not be done or led to another kind of screen.
    pub diverged: Option<Divergence>,
}

impl Replayed {
    /// Whether a crash with that id was seen.
    pub fn shows(&self, id: &str) -> bool {
        let looks = std::iter::once(&self.first).chain(self.steps.iter().map(|step| &step.after));
        looks.flat_map(|seen| &seen.crashes).any(|crash| crash.id() == id)
    }

    /// The lines of a trace file.
    pub fn entries(&self) -> Vec<Entry> {
        trace_entries(&self.launch, &self.steps)
    }

    /// The steps as a script.
    pub fn script(&self) -> Vec<Scripted> {
        self.steps.iter().map(Scripted::of).collect()
    }
}

/// A trace as the lines of a file.
pub fn trace_entries(launch: &LaunchRecord, steps: &[Step]) -> Vec<Entry> {
    let steps = steps.iter().map(|step| Entry::Step(StepRecord::of(step)));
    std::iter::once(Entry::Launch(launch.clone())).chain(steps).collect()
}

/// Clean start number `start`, and the first look.
pub fn launch(device: &mut dyn Device, start: u64) -> Result<(LaunchRecord, Observation), DeviceError> {
    let clock = device.clock();
    let first = device.clean_start(start)?;
    let millis = device.clock().saturating_sub(clock).as_millis() as u64;
    Ok((LaunchRecord::of(start, &first, millis), first))
}

/// How often a replay is begun again because the device was lost in the middle.
const TRIES: u32 = 3;

/// Does the events from clean start number `start`, until the end of the script or until `enough` says so;
/// `enough` is shown each step. Where the device was lost in the middle and came back, all is done again.
pub fn replay(
    device: &mut dyn Device,
    start: u64,
    script: &[Scripted],
    on_missing: OnMissing,
    mut enough: impl FnMut(&Step) -> bool,
) -> Result<Replayed, RunError> {
    let mut tries = 1;
    loop {
        match replay_once(device, start, script, on_missing, &mut enough) {
            Err(RunError::Device(DeviceError::Interrupted { .. })) if tries < TRIES => tries += 1,
            other => return other,
        }
    }
}

fn replay_once(
    device: &mut dyn Device,
    start: u64,
    script: &[Scripted],
    on_missing: OnMissing,
    enough: &mut impl FnMut(&Step) -> bool,
) -> Result<Replayed, RunError> {
    let (launch, first) = launch(device, start)?;
    let mut now = first.screen.clone();
    let mut replayed = Replayed { launch, first, steps: Vec::new(), done: Vec::new(), diverged: None };
    for (number, scripted) in script.iter().enumerate() {
        let event = &scripted.event;
        let widget = scripted.widget_on(&now, on_missing);
        let Some(input) = Input::of(&event.action, widget.map(|id| now.widget(id).bounds())) else {
            replayed.note(number, || {
                format!("`{event}` finds no such widget on {} {}", now.package(), now.activity())
            });
            match on_missing {
                OnMissing::Stop => break,
                OnMissing::Skip => continue,
            }
        };
        let clock = device.clock();
        let after = device.perform(&input)?;
        let millis = device.clock().saturating_sub(clock).as_millis() as u64;
        if let Some(expected) = scripted.after.as_ref().filter(|expected| differ(expected, &after.screen)) {
            replayed.note(number, || {
                format!(
                    "`{event}` led to {} {} instead of {} {}, or to another layout of it",
                    after.screen.package(),
                    after.screen.activity(),
                    expected.package(),
                    expected.activity()
                )
            });
        }
        let step = Step {
            number: replayed.steps.len() as u64,
            actor: Actor::Strategy,
            before: std::mem::replace(&mut now, after.screen.clone()),
            event: event.clone(),
            widget,
            after,
            millis,
        };
        let stop = enough(&step);
        replayed.steps.push(step);
        replayed.done.push(number);
        if stop {
            break;
        }
    }
    Ok(replayed)
}

impl Replayed {
    fn note(&mut self, number: usize, problem: impl FnOnce() -> String) {
        if self.diverged.is_none() {
            self.diverged = Some(Divergence { event_number: number + 1, problem: problem() });
        }
    }
}

/// Whether two screens are of different kinds: another front, or other types of widgets.
fn differ(a: &Screen, b: &Screen) -> bool {
    a != b && (a.package() != b.package() || a.activity() != b.activity() || structure(a) != structure(b))
}
