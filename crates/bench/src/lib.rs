//! Skink against ground truth: what the sample apps hold, and what strategies and oracles find of it.

mod check;
mod explore;
mod fuzz;
mod known;
mod missed;
mod plot;
mod statistics;
mod target;
mod truth;

pub use check::{BugRow, CheckPlan, CheckReport, CheckRun, ModeRow, check, visible};
pub use explore::{Maker, Plan, Report, Row, RunFigures, explore};
pub use fuzz::{AppRow, FindingTruth, FuzzBench, FuzzReport, FuzzRow, PairTruth, blame, fuzz, known_pairs};
pub use known::{Known, Missed, known};
pub use missed::{MissedRow, WithoutClues};
pub use plot::coverage_plot;
pub use statistics::{Comparison, Mean, mann_whitney};
pub use target::{TargetPlan, TargetRow, target};
pub use truth::{AppTruth, BugTruth, Totals, Truth, truth};
