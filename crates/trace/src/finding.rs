//! A finding: one bug, with what shows it.

use serde::{Deserialize, Serialize};

use crate::crash::Crash;
use crate::independence::Independence;
use crate::property::Violation;

/// What shows that it is a bug.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The app crashed or hung.
    Crash(Crash),
    /// Events that should not matter took effects of a test away.
    Independence(Independence),
    /// A data property was violated.
    Property(Violation),
}

/// How often a finding showed again when its events were done again from a clean start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// Times it showed.
    pub shown: u32,
    /// Times it was tried.
    pub tried: u32,
}

impl Rate {
    /// Whether it showed every time it was tried.
    pub fn always(&self) -> bool {
        self.tried > 0 && self.shown == self.tried
    }
}

/// One bug: kind, evidence, how long the trace that shows it is, and how often it recurs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Short stable name: the same bug has the same id in every run.
    pub id: String,
    /// Kind of bug: `crash`, `native`, `anr`, `independence`, `property`.
    pub kind: String,
    /// What happens, in one line.
    pub title: String,
    /// What shows it.
    pub evidence: Evidence,
    /// How often the run met it.
    pub count: u64,
    /// The step at which the run met it first.
    pub first_step: u64,
    /// Events of the shortest trace known to show it: `replay.jsonl`.
    pub events: u64,
    /// Whether `replay.jsonl` is 1-minimal: without any one of its events the bug does not show.
    #[serde(default)]
    pub minimal: bool,
    /// How often the replay showed it.
    #[serde(default)]
    pub rate: Rate,
}
