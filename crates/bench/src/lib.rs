//! Skink against ground truth: what the sample apps hold, and what strategies and oracles find of it.

mod check;
mod explore;
mod plot;
mod statistics;
mod truth;

pub use check::{BugRow, CheckPlan, CheckReport, CheckRun, ModeRow, check, visible};
pub use explore::{Maker, Plan, Report, Row, RunFigures, explore};
pub use plot::coverage_plot;
pub use statistics::{Comparison, Mean, mann_whitney};
pub use truth::{AppTruth, BugTruth, Totals, Truth, truth};
