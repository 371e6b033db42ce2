//! A run as a report tells it: figures, findings with their steps, growth of coverage. Serialised it is the JSON
//! report, whose version is [`SCHEMA`].

use serde::Serialize;
use skink_gui::Bounds;
use skink_trace::{Finding, RunSummary};

/// Version of the JSON report: it grows when a field changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// What a run says about the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing was found.
    Clean,
    /// Bugs were found.
    Findings,
    /// The run did not get to its end: no verdict.
    Unfinished,
}

/// A run, ready to be told.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of this schema.
    pub schema: u32,
    /// Version of Skink.
    pub skink: String,
    /// What the run says.
    pub verdict: Verdict,
    /// The command that makes the same run again.
    pub command: String,
    /// The device.
    pub device: String,
    /// The figures.
    pub summary: RunSummary,
    /// How coverage grew.
    pub growth: Vec<Growth>,
    /// The bugs, the most telling first.
    pub findings: Vec<ReportedFinding>,
    /// Whether a page of the learned model lies beside the report.
    pub model: bool,
}

/// How far a run had got.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Growth {
    /// Events performed.
    pub events: u64,
    /// Device time in seconds.
    pub seconds: f64,
    /// Branches covered, where the device can tell.
    pub covered: u32,
    /// Distinct screens seen.
    pub screens: u32,
}

/// A bug with everything that shows it.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedFinding {
    /// What is known of it.
    pub finding: Finding,
    /// What happens, in words for somebody who was not there.
    pub headline: String,
    /// The events that show it.
    pub steps: Vec<ReportedStep>,
    /// For a bug found by inserted events: the test without them.
    pub seed: Vec<ReportedStep>,
    /// The command that does it again.
    pub replay: String,
    /// Its folder.
    pub path: String,
}

/// An event of a finding, with the screen it was done on.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedStep {
    /// What was done, for people.
    pub words: String,
    /// What was done, as Skink reads it.
    pub event: String,
    /// Why it is there.
    pub part: Part,
    /// Where on the screen before it was done.
    pub target: Option<Bounds>,
    /// Size of the screen before, in pixels.
    pub size: (u32, u32),
    /// Widgets of the screen after that matter, to be outlined.
    pub marks: Vec<Bounds>,
    /// Toasts shown after it.
    pub toasts: Vec<String>,
    /// Picture of the screen before, as PNG; `None` where the device gave none.
    #[serde(skip)]
    pub before: Option<Vec<u8>>,
    /// Picture of the screen after, for the last step only.
    #[serde(skip)]
    pub after: Option<Vec<u8>>,
}

/// What an event is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It belongs to the test.
    Test,
    /// It was inserted and should not matter.
    Inserted,
    /// It belongs to the function whose property is violated.
    Judged,
}
