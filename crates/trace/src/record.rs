//! The lines of `trace.jsonl`: what is written of a launch and of a step. Screens are named by their hash.

use serde::{Deserialize, Serialize};
use skink_gui::{Event, ScreenHash, WidgetId};

use crate::crash::Crash;
use crate::step::{Actor, Observation, Step};

/// One line of a trace file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// A trace begins: data cleared, app launched.
    Launch(LaunchRecord),
    /// A step of the trace begun last.
    Step(StepRecord),
}

/// A clean start of the app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaunchRecord {
    /// Number of the trace in the run, from 0; also the clean start's number on the device.
    pub trace: u64,
    /// The first screen.
    pub screen: ScreenHash,
    /// Device time it took, in milliseconds.
    pub millis: u64,
    /// The device was lost in the middle of a step before, which is not recorded: nobody knows whether it was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_loss: bool,
    /// What else was seen.
    #[serde(flatten)]
    pub seen: Seen,
}

/// A step; the screen before is the one the line before ended with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// Position in the run.
    pub number: u64,
    /// Who chose the event, if not the strategy.
    #[serde(default = "strategy", skip_serializing_if = "is_strategy")]
    pub actor: Actor,
    /// What was done.
    #[serde(flatten)]
    pub event: Event,
    /// The widget of the screen before it was done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub widget: Option<WidgetId>,
    /// The screen after.
    pub screen: ScreenHash,
    /// Device time it took, in milliseconds.
    pub millis: u64,
    /// What else was seen.
    #[serde(flatten)]
    pub seen: Seen,
}

/// An observation apart from its screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The screen did not come to rest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub busy: bool,
    /// What crashed or hung.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crashes: Vec<Crash>,
    /// Toasts shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toasts: Vec<String>,
    /// Branches covered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<u32>,
}

fn strategy() -> Actor {
    Actor::Strategy
}

fn is_strategy(actor: &Actor) -> bool {
    *actor == Actor::Strategy
}

impl Seen {
    fn of(observation: &Observation) -> Self {
        Self {
            busy: observation.busy,
            crashes: observation.crashes.clone(),
            toasts: observation.toasts.clone(),
            covered: observation.covered.clone(),
        }
    }

    /// The observation with its screen again.
    pub fn with(self, screen: skink_gui::Screen) -> Observation {
        let Seen { busy, crashes, toasts, covered } = self;
        Observation { screen, busy, crashes, toasts, covered }
    }
}

impl LaunchRecord {
    /// The record of a clean start.
    pub fn of(trace: u64, first: &Observation, millis: u64) -> Self {
        Self { trace, screen: first.screen.hash(), millis, after_loss: false, seen: Seen::of(first) }
    }
}

impl StepRecord {
    /// The record of a step.
    pub fn of(step: &Step) -> Self {
        Self {
            number: step.number,
            actor: step.actor,
            event: step.event.clone(),
            widget: step.widget,
            screen: step.after.screen.hash(),
            millis: step.millis,
            seen: Seen::of(&step.after),
        }
    }
}
