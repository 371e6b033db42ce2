//! A device that refuses touches of what is avoided, whoever asks: fuzzing, checking, replaying and the substitutes
//! that shrinking tries choose events without a [`crate::Careful`] around them. A refused touch does nothing and is
//! told in the notes; the user's own `[avoid]` decides what is refused.

use std::time::Duration;

use skink_device::{Device, DeviceError, Input, Picture, Snapshot};
use skink_gui::Screen;
use skink_trace::Observation;

use crate::avoid::Avoid;

/// The device within, guarded.
pub struct Guarded<D> {
    inner: D,
    avoid: Avoid,
    now: Option<Screen>,
    refused: Vec<String>,
}

impl<D: Device> Guarded<D> {
    /// Guards a device by these rules.
    pub fn new(inner: D, avoid: Avoid) -> Self {
        Self { inner, avoid, now: None, refused: Vec::new() }
    }

    fn saw(&mut self, seen: Result<Observation, DeviceError>) -> Result<Observation, DeviceError> {
        self.now = seen.as_ref().ok().map(|seen| seen.screen.clone());
        seen
    }

    /// The rule that refuses the input, if one does.
    fn refusal(&self, input: &Input) -> Option<String> {
        let (Input::Tap(at) | Input::LongTap(at) | Input::Type(at, _)) = input else { return None };
        let screen = self.now.as_ref()?;
        let off = self.avoid.off_limits(screen);
        let hit = off.into_iter().find(|(id, _)| screen.widget(*id).bounds().contains(*at));
        hit.map(|(_, rule)| rule.to_owned())
    }
}

impl<D: Device> Device for Guarded<D> {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn package(&self) -> &str {
        self.inner.package()
    }

    fn clean_start(&mut self, start: u64) -> Result<Observation, DeviceError> {
        let seen = self.inner.clean_start(start);
        self.saw(seen)
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        let seen = self.inner.observe();
        self.saw(seen)
    }

    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        let seen = match self.refusal(input) {
            Some(rule) => {
                let told = format!("touches of what the avoid list holds were refused: {rule}");
                if !self.refused.contains(&told) {
                    self.refused.push(told);
                }
                self.inner.observe()
            }
            None => self.inner.perform(input),
        };
        self.saw(seen)
    }

    fn clock(&self) -> Duration {
        self.inner.clock()
    }

    fn log(&mut self) -> Result<String, DeviceError> {
        self.inner.log()
    }

    fn branches(&self) -> Option<u32> {
        self.inner.branches()
    }

    fn screenshot(&mut self) -> Result<Option<Picture>, DeviceError> {
        self.inner.screenshot()
    }

    fn notes(&mut self) -> Vec<String> {
        let mut notes = self.inner.notes();
        notes.append(&mut self.refused);
        notes
    }

    fn snapshot(&self) -> Option<Snapshot> {
        self.inner.snapshot()
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<Observation, DeviceError> {
        let seen = self.inner.restore(snapshot);
        self.saw(seen)
    }
}
