//! How functions and random events are interleaved, and which functions a test has.

use serde::{Deserialize, Serialize};

/// Which functions a test interleaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// All functions and random events: Algorithm 1.
    #[default]
    Interleaved,
    /// One function with random events, each in turn: the paper's baseline B.
    OneWithRandom,
    /// One function by the shortest way known, nothing else, each in turn: the paper's baseline A.
    OneAlone,
}

/// How functions and events are interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckSettings {
    /// Probability of a function where one is possible.
    pub bias: f64,
    /// Events after which a test ends.
    pub length: u64,
    /// Probability of an event of the system instead of a random one.
    pub system: f64,
    /// Which functions a test interleaves.
    pub mode: Mode,
    /// Whether pairs, least-done events and known ways guide the choice; without, it is the paper's algorithm.
    pub guided: bool,
}

impl Default for CheckSettings {
    /// The paper's coin and length; one system event in twenty.
    fn default() -> Self {
        Self { bias: 0.5, length: 100, system: 0.05, mode: Mode::Interleaved, guided: true }
    }
}
