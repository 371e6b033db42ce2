//! What a run hands over: one page for people who were not there, and verdicts for machines.
//!
//! [`load`] reads a run directory into a [`Report`], plain data; everything else turns that into a page, JUnit,
//! SARIF, JSON, CSV or Markdown, or a finding into something another tool can do. Whatever an app showed is
//! hostile: it is escaped by the writer of each format, and bounded in size when it is loaded.

mod compare;
mod csv;
mod data;
mod export;
mod headline;
mod junit;
mod load;
mod markdown;
mod model_page;
mod page;
mod plot;
mod sarif;
mod shot;
mod words;

pub use compare::{Baseline, BaselineError, Comparison, compare};
pub use csv::csv;
pub use data::{Growth, Part, Report, ReportedFinding, ReportedStep, SCHEMA, Verdict};
pub use export::{adb_script, bug_report, maestro_flow};
pub use headline::headline;
pub use junit::junit;
pub use load::load;
pub use markdown::markdown;
pub use model_page::model_page;
pub use page::{grouped, page};
pub use sarif::sarif;
