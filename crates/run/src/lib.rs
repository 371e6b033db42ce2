//! Executes and records. The [`Runner`] alone talks to the device; strategies pick events and oracles judge
//! steps, both as pure state machines, so that resuming a run is folding them over what was recorded.
//! Nothing here prints: whoever wants to show progress implements [`Watcher`].

mod answers;
mod budget;
mod crash_oracle;
mod dice;
mod error;
mod replay;
mod run_dir;
mod runner;
mod screen_store;
mod session;
mod shots;
mod shrink;
mod strategy;
mod tally;
mod workers;

pub use answers::{AfterCrash, AfterLeaving, Answers, Permission, answer, is_home, is_system_dialog};
pub use budget::{Budget, Ended};
pub use crash_oracle::CrashOracle;
pub use dice::Dice;
pub use error::RunError;
pub use replay::{Divergence, OnMissing, Replayed, Scripted, launch, replay, trace_entries};
pub use run_dir::{Recording, RunDir, RunFile, load_finding, load_script};
pub use runner::{Runner, Watcher};
pub use screen_store::ScreenStore;
pub use session::{execute, shrink_crash, summarise, write_findings, write_shrunk};
pub use shots::{photograph_findings, shot_path, state_shot_path};
pub use shrink::{ShrinkBudget, Shrunk, shrink};
pub use strategy::{Choice, Found, Moment, Oracle, Strategy, TraceRef};
pub use tally::Tally;
pub use workers::{Queue, cores, share_out};
