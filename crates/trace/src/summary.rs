//! The figures of a run, as `--json` prints them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How much of the app ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Branches that ran.
    pub covered: u32,
    /// Branches there are.
    pub total: u32,
}

/// A finding in a summary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingSummary {
    /// Short stable name.
    pub id: String,
    /// Kind of bug.
    pub kind: String,
    /// What happens, in one line.
    pub title: String,
    /// Events that show it.
    pub events: u64,
    /// How often the run met it.
    pub count: u64,
    /// Whether the events are 1-minimal.
    pub minimal: bool,
    /// Its folder.
    pub path: String,
}

/// How often a script of the user was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptRuns {
    /// To its end.
    pub finished: u64,
    /// Not to its end, as a target was missing or the app ended.
    pub stopped: u64,
    /// The event whose target was missing last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// What a run did and found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// The run directory.
    pub run: String,
    /// The app.
    pub app: String,
    /// The strategy.
    pub strategy: String,
    /// The seed.
    pub seed: u64,
    /// Events performed.
    pub events: u64,
    /// Clean starts after the first.
    pub restarts: u64,
    /// Distinct states of the app by the set of widget types, whatever the strategy.
    pub states: u64,
    /// Distinct activities of the app.
    pub activities: u64,
    /// Branch coverage, where the device can tell.
    pub coverage: Option<Coverage>,
    /// What was found.
    pub findings: Vec<FindingSummary>,
    /// Why the run ended: `events`, `time`, `phone-time`, `finished` or `interrupted`.
    pub ended: String,
    /// Device time, in seconds.
    pub phone_seconds: f64,
    /// Time on this machine, in seconds.
    pub wall_seconds: f64,
    /// Rules of the user that held something back, and how often.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub held_back: BTreeMap<String, u64>,
    /// Scripts of the user that were begun.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scripts: BTreeMap<String, ScriptRuns>,
}
