//! Skink against ground truth: what the sample apps hold, and what strategies and oracles find of it.

mod check;
mod explore;
mod fuzz;
mod fuzz_pairs;
mod fuzz_report;
mod fuzz_truth;
mod known;
mod missed;
mod plot;
mod statistics;
mod target;
mod truth;

pub use check::{BugRow, CheckPlan, CheckReport, CheckRun, ModeRow, check, visible};
pub use explore::{Maker, Plan, Report, Row, RunFigures, explore};
pub use fuzz::{FindingTruth, FuzzBench, FuzzRow, fuzz};
pub use fuzz_pairs::{PairTruth, known_pairs};
pub use fuzz_report::{AppRow, FuzzReport};
pub use fuzz_truth::{Blame, blame};
pub use known::{Known, Missed, known};
pub use missed::{MissedRow, WithoutClues};
pub use plot::coverage_plot;
pub use statistics::{Comparison, Mean, mann_whitney};
pub use target::{TargetPlan, TargetRow, target};
pub use truth::{AppTruth, BugTruth, Totals, Truth, truth};
