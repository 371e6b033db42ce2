//! When a run ends.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What a run may use; what is not given is not bounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<u64>,
    /// Milliseconds on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_millis: Option<u64>,
    /// Milliseconds of device time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone_millis: Option<u64>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The events were used up.
    Events,
    /// The time was used up.
    Time,
    /// The device time was used up.
    PhoneTime,
    /// The strategy has nothing left to do.
    Finished,
    /// Somebody asked to stop.
    Interrupted,
}

impl Ended {
    /// One word for summaries.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Events => "events",
            Ended::Time => "time",
            Ended::PhoneTime => "phone-time",
            Ended::Finished => "finished",
            Ended::Interrupted => "interrupted",
        }
    }
}

impl Budget {
    /// Which bound is reached, if any.
    pub fn over(&self, events: u64, wall: Duration, phone_millis: u64) -> Option<Ended> {
        let reached = |bound: Option<u64>, used: u64| bound.is_some_and(|bound| used >= bound);
        if reached(self.events, events) {
            Some(Ended::Events)
        } else if reached(self.wall_millis, wall.as_millis() as u64) {
            Some(Ended::Time)
        } else if reached(self.phone_millis, phone_millis) {
            Some(Ended::PhoneTime)
        } else {
            None
        }
    }

    /// How much is used of what is used most, from 0 to 1; 0 without any bound.
    pub fn used(&self, events: u64, wall: Duration, phone_millis: u64) -> f64 {
        let part =
            |bound: Option<u64>, used: u64| bound.map_or(0.0, |bound| used as f64 / bound.max(1) as f64);
        let parts = [
            part(self.events, events),
            part(self.wall_millis, wall.as_millis() as u64),
            part(self.phone_millis, phone_millis),
        ];
        parts.into_iter().fold(0.0, f64::max).min(1.0)
    }
}
