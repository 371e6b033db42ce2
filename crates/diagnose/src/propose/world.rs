//! The app as the search sees it: places that can be gone back to, and what events do from there. With a device
//! that keeps snapshots going back is free; with another the events that led to a place are done again.

use skink_device::{Device, Input, Snapshot};
use skink_gui::{Event, Screen, WidgetId};
use skink_model::automaton::Pivot;
use skink_run::{OnMissing, Scripted, replay};
use skink_trace::{Observation, Step};

use crate::error::DiagnoseError;

/// A place in the app, with how to come back to it.
pub(super) struct Place {
    pub(super) screen: Screen,
    inputs: Vec<Input>,
    snapshot: Option<Snapshot>,
}

/// What came of an event.
pub(super) enum Came {
    /// It cannot be done here.
    Impossible,
    /// The crash that is looked for.
    Crash,
    /// Another crash, or another app in front: nothing more to see there.
    Lost,
    /// Another screen of the app, or the same.
    Here(Screen),
}

/// The app under execution.
pub(super) struct World<'d> {
    device: &'d mut dyn Device,
    package: String,
    crash: String,
    most: u64,
    events: u64,
    /// What was done since the clean start: how to come here without a snapshot.
    inputs: Vec<Input>,
    pub(super) screen: Screen,
}

impl<'d> World<'d> {
    pub(super) fn new(device: &'d mut dyn Device, crash: &str, most: u64) -> Self {
        let package = device.package().to_owned();
        let screen = skink_gui::ScreenBuilder::new().finish(&skink_gui::Header::default());
        Self { device, package, crash: crash.to_owned(), most, events: 0, inputs: Vec::new(), screen }
    }

    pub(super) fn events(&self) -> u64 {
        self.events
    }

    /// Whether no more events may be done.
    pub(super) fn is_spent(&self) -> bool {
        self.events >= self.most
    }

    fn is_crash(&self, seen: &Observation) -> bool {
        seen.crashes.iter().any(|crash| crash.id() == self.crash || crash.title() == self.crash)
    }

    /// Does a script from a clean start; its steps up to the crash, where it shows it.
    pub(super) fn shows(&mut self, script: &[Scripted]) -> Result<Option<Vec<Step>>, DiagnoseError> {
        let (crash, mut shown) = (self.crash.clone(), false);
        let is = |step: &Step| step.after.crashes.iter().any(|c| c.id() == crash || c.title() == crash);
        let replayed = replay(self.device, 0, script, OnMissing::Stop, |step| {
            shown = is(step);
            shown
        })?;
        self.events += replayed.steps.len() as u64;
        Ok(shown.then_some(replayed.steps))
    }

    /// A clean start.
    pub(super) fn begin(&mut self) -> Result<(), DiagnoseError> {
        let first = self.device.clean_start(0).map_err(skink_run::RunError::from)?;
        self.screen = first.screen;
        self.inputs.clear();
        Ok(())
    }

    /// The present place.
    pub(super) fn place(&self) -> Place {
        Place { screen: self.screen.clone(), inputs: self.inputs.clone(), snapshot: self.device.snapshot() }
    }

    /// Goes back to a place.
    pub(super) fn go(&mut self, place: &Place) -> Result<(), DiagnoseError> {
        match &place.snapshot {
            Some(snapshot) => {
                self.screen = self.device.restore(snapshot).map_err(skink_run::RunError::from)?.screen;
                self.inputs = place.inputs.clone();
            }
            None => {
                self.begin()?;
                for input in &place.inputs {
                    self.events += 1;
                    self.screen = self.device.perform(input).map_err(skink_run::RunError::from)?.screen;
                }
                self.inputs = place.inputs.clone();
            }
        }
        Ok(())
    }

    /// Does a pivot event here, to the first widget that takes it.
    pub(super) fn pivot(&mut self, pivot: &Pivot) -> Result<Came, DiagnoseError> {
        let widget = pivot.enabled_on(&self.screen).first().copied();
        if !pivot.is_enabled_on(&self.screen) {
            return Ok(Came::Impossible);
        }
        self.event(&pivot.event, widget)
    }

    /// Does an event here, to that widget.
    pub(super) fn event(&mut self, event: &Event, widget: Option<WidgetId>) -> Result<Came, DiagnoseError> {
        let bounds = widget.and_then(|id| self.screen.get(id)).map(|w| w.bounds());
        let Some(input) = Input::of(&event.action, bounds) else { return Ok(Came::Impossible) };
        self.events += 1;
        let seen = self.device.perform(&input).map_err(skink_run::RunError::from)?;
        self.inputs.push(input);
        self.screen = seen.screen.clone();
        Ok(if self.is_crash(&seen) {
            Came::Crash
        } else if !seen.crashes.is_empty() || self.screen.package() != self.package {
            Came::Lost
        } else {
            Came::Here(self.screen.clone())
        })
    }
}
