//! What happened: observations, steps, traces, crashes, findings and summaries. Data only: whoever records,
//! judges or shows them shares these types, so that writer and reader cannot drift apart.

mod crash;
mod finding;
mod independence;
mod model;
mod property;
mod record;
mod step;
mod summary;

pub use crash::{Crash, CrashKind};
pub use finding::{Evidence, Finding, Rate};
pub use independence::{Guess, Independence, LostEffect, RuleVerdict};
pub use model::{LearnedModel, LearnedState, LearnedTransition};
pub use property::{Call, DataObject, Violation};
pub use record::{Entry, LaunchRecord, StepRecord};
pub use step::{Actor, Observation, Step};
pub use summary::{Coverage, FindingSummary, RunSummary, ScriptRuns};
