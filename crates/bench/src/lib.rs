//! Skink against ground truth: what the sample apps hold, and what strategies and oracles find of it.

mod explore;
mod fuzz;
mod plot;
mod statistics;
mod truth;

pub use explore::{Maker, Plan, Report, Row, RunFigures, explore};
pub use fuzz::{AppRow, FindingTruth, FuzzBench, FuzzReport, FuzzRow, PairTruth, blame, fuzz, known_pairs};
pub use plot::coverage_plot;
pub use statistics::{Comparison, Mean, mann_whitney};
pub use truth::{AppTruth, BugTruth, Totals, Truth, truth};
