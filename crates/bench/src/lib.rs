//! Skink against ground truth: what the sample apps hold, and what strategies and oracles find of it.

mod truth;

pub use truth::{AppTruth, BugTruth, Totals, Truth, truth};
