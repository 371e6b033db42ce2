//! Strategies by name, with the settings a user can give to any of them.

use serde::{Deserialize, Serialize};
use skink_run::Strategy;

use crate::ape::{Ape, ApeSettings};
use crate::lstar::{Lstar, LstarSettings};
use crate::random::{Random, RandomSettings};
use crate::swifthand::{Swifthand, SwifthandSettings};
use crate::weighted::{Weighted, WeightedSettings};

/// What a user can set; each strategy takes what concerns it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Probability of a clean restart before each event (random).
    pub restart: f64,
    /// Probability of an event of the system instead of a user's (all but L*).
    pub system: f64,
    /// Whether Back and Menu are pressed.
    pub keys: bool,
    /// Events after which a trace ends (SwiftHand, L*).
    pub trace_limit: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let RandomSettings { restart, system, keys, .. } = RandomSettings::default();
        Self { restart, system, keys, trace_limit: SwifthandSettings::default().trace_limit }
    }
}

/// The strategy of that name.
pub fn strategy(name: &str, settings: &Settings) -> Option<Box<dyn Strategy>> {
    let Settings { restart, system, keys, trace_limit } = *settings;
    Some(match name {
        "random" => {
            Box::new(Random::new(RandomSettings { restart, system, keys, ..RandomSettings::default() }))
        }
        "ape" => Box::new(Ape::new(ApeSettings { system, keys, ..ApeSettings::default() })),
        "weighted" => {
            Box::new(Weighted::new(WeightedSettings { system, keys, ..WeightedSettings::default() }))
        }
        "swifthand" => {
            let own = SwifthandSettings::default();
            Box::new(Swifthand::new(SwifthandSettings { trace_limit, keys, system, ..own }))
        }
        "lstar" => Box::new(Lstar::new(LstarSettings { trace_limit, keys })),
        _ => return None,
    })
}
