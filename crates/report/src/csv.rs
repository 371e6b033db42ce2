//! The raw figures of a run as CSV: one line, for tables over many runs, and how coverage grew.

use std::fmt::Write as _;

use crate::data::Report;

/// The growth of the run, a line a point, with what tells the run apart in front.
pub fn csv(report: &Report) -> String {
    let mut out = String::from("app,strategy,seed,events,seconds,branches_covered,branches,screens\n");
    let summary = &report.summary;
    let branches = summary.coverage.map_or(String::new(), |coverage| coverage.total.to_string());
    for point in &report.growth {
        let _ = writeln!(
            out,
            "{},{},{},{},{:.3},{},{branches},{}",
            quoted(&summary.app),
            quoted(&summary.strategy),
            summary.seed,
            point.events,
            point.seconds,
            point.covered,
            point.screens
        );
    }
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
