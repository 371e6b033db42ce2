//! One look at the device, and one step between two looks.

use serde::{Deserialize, Serialize};
use skink_gui::{Event, Screen, WidgetId};

use crate::crash::Crash;

/// What one look at the device gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The settled screen.
    pub screen: Screen,
    /// The screen never came to rest within the bound and was taken as it was.
    pub busy: bool,
    /// What crashed or hung since the last look.
    pub crashes: Vec<Crash>,
    /// Toasts shown since the last look.
    pub toasts: Vec<String>,
    /// Branches of the app covered since the last look, where the device can tell; may repeat earlier ones.
    pub covered: Vec<u32>,
}

impl Observation {
    /// A restful screen on which nothing else happened.
    pub fn of(screen: Screen) -> Self {
        Self { screen, busy: false, crashes: Vec::new(), toasts: Vec::new(), covered: Vec::new() }
    }
}

/// Who chose an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// The strategy, or the script that is replayed.
    Strategy,
    /// The runner: to come back into the app, or to answer a dialog of the system.
    Runner,
}

/// Screen before, event, what was seen after.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Position in the run, from 0, over all traces.
    pub number: u64,
    /// Who chose the event.
    pub actor: Actor,
    /// The screen it was done on.
    pub before: Screen,
    /// What was done.
    pub event: Event,
    /// The widget of `before` it was done to.
    pub widget: Option<WidgetId>,
    /// What was seen after.
    pub after: Observation,
    /// Device time it took, in milliseconds.
    pub millis: u64,
}
