//! The figures of a fuzzing bench over its runs: recall, precision and duplicates, each with its 95 % interval.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::fuzz::{FuzzBench, FuzzRow};
use crate::statistics::Mean;

/// An app over its repeats.
#[derive(Clone, Debug, Serialize)]
pub struct AppRow {
    /// The app.
    pub app: String,
    /// Bugs visible to this oracle.
    pub visible: u64,
    /// Bugs found in any of the runs.
    pub found_ever: Vec<String>,
    /// Visible bugs that no run found.
    pub never: Vec<String>,
    /// Percent of the visible bugs that one run finds.
    pub recall: Mean,
    /// Mutants generated, executed, with errors; distinct errors; findings.
    pub generated: Mean,
    /// Mutants executed.
    pub executed: Mean,
    /// Mutants with errors.
    pub errors: Mean,
    /// Distinct errors.
    pub distinct: Mean,
    /// Findings.
    pub reported: Mean,
    /// Findings that are none.
    pub false_findings: Mean,
    /// Percent of the findings that are true, over the runs that found anything.
    pub precision: Mean,
    /// Percent of the flagged mutants that are true, of those looked at.
    pub mutant_precision: Mean,
    /// Further findings of bugs that are found.
    pub duplicates: Mean,
    /// Findings with all bugs fixed.
    pub on_fixed: Mean,
    /// Percent of events saved.
    pub saved: Mean,
    /// Seconds on this machine.
    pub wall_seconds: Mean,
}

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct FuzzReport {
    /// App by app.
    pub apps: Vec<AppRow>,
    /// Percent of all visible bugs that one run of every app finds.
    pub recall: Mean,
    /// Percent of the visible bugs that some run finds.
    pub recall_ever: f64,
    /// Percent of the findings of one run of every app that are true.
    pub precision: Mean,
    /// Percent of the flagged mutants of one run of every app that are true, by those looked at.
    pub mutant_precision: Mean,
    /// Further findings of bugs that are found, in one run of every app.
    pub duplicates: Mean,
    /// Findings on an app with all bugs fixed.
    pub on_fixed: Mean,
    /// Percent of events saved by sharing prefixes.
    pub saved: f64,
    /// The runs.
    pub raw: Vec<FuzzRow>,
}

/// Adds the runs up.
pub(crate) fn report(bench: &FuzzBench, raw: Vec<FuzzRow>) -> FuzzReport {
    let mut apps = Vec::new();
    for sample in &bench.apps {
        let rows = |fixed| {
            raw.iter().filter(move |r| r.app == sample.manifest.name && r.fixed == fixed).collect::<Vec<_>>()
        };
        apps.push(app_row(sample.manifest.name, &rows(false), &rows(true)));
    }
    let visible: u64 = apps.iter().map(|app| app.visible).sum();
    let ever: usize = apps.iter().map(|app| app.visible as usize - app.never.len()).sum();
    // One seed's runs of all apps are one value of each figure.
    let by_seed = |figure: &dyn Fn(&[&FuzzRow]) -> f64| {
        let of = |seed: u64| raw.iter().filter(|r| !r.fixed && r.seed == seed).collect::<Vec<_>>();
        let seeds = bench.first_seed..bench.first_seed + bench.repeats;
        Mean::of(&seeds.map(of).filter(|rows| !rows.is_empty()).map(|rows| figure(&rows)).collect::<Vec<_>>())
    };
    let fixed: Vec<f64> = raw.iter().filter(|r| r.fixed).map(|r| r.figures.reported as f64).collect();
    FuzzReport {
        recall: by_seed(&|rows| share(sum(rows, |r| visible_found(r) as f64), visible as f64)),
        recall_ever: share(ever as f64, visible as f64),
        precision: by_seed(&|rows| {
            share(sum(rows, |r| r.true_positives as f64), sum(rows, |r| r.figures.reported as f64))
        }),
        mutant_precision: by_seed(&|rows| {
            share(sum(rows, true_errors), sum(rows, |r| r.figures.errors as f64))
        }),
        duplicates: by_seed(&|rows| sum(rows, |r| r.duplicates as f64)),
        on_fixed: Mean::of(&fixed),
        saved: {
            let cost = |figure: fn(&FuzzRow) -> u64| raw.iter().map(figure).sum::<u64>() as f64;
            100.0 - share(cost(|r| r.figures.cost.executed), cost(|r| r.figures.cost.full_replay))
        },
        apps,
        raw,
    }
}

fn sum(rows: &[&FuzzRow], figure: impl Fn(&FuzzRow) -> f64) -> f64 {
    rows.iter().map(|row| figure(row)).sum()
}

fn share(part: f64, of: f64) -> f64 {
    if of > 0.0 { 100.0 * part / of } else { 100.0 }
}

/// How many of the flagged mutants are true, if all are as those looked at.
fn true_errors(row: &FuzzRow) -> f64 {
    let (looked, right) = row.mutants;
    if looked == 0 { 0.0 } else { row.figures.errors as f64 * right as f64 / looked as f64 }
}

fn visible_found(row: &FuzzRow) -> usize {
    row.visible.iter().filter(|bug| row.found.contains(bug)).count()
}

fn app_row(name: &str, on: &[&FuzzRow], fixed: &[&FuzzRow]) -> AppRow {
    let mean = |figure: &dyn Fn(&FuzzRow) -> f64| Mean::of(&on.iter().map(|r| figure(r)).collect::<Vec<_>>());
    let visible: BTreeSet<String> = on.iter().flat_map(|r| r.visible.iter().cloned()).collect();
    let found: BTreeSet<String> = on.iter().flat_map(|r| r.found.iter().cloned()).collect();
    AppRow {
        app: name.to_owned(),
        visible: visible.len() as u64,
        never: visible.difference(&found).cloned().collect(),
        found_ever: found.into_iter().collect(),
        recall: mean(&|r| 100.0 * visible_found(r) as f64 / r.visible.len().max(1) as f64),
        generated: mean(&|r| r.figures.generated as f64),
        executed: mean(&|r| r.figures.executed as f64),
        errors: mean(&|r| r.figures.errors as f64),
        distinct: mean(&|r| r.figures.distinct as f64),
        reported: mean(&|r| r.figures.reported as f64),
        false_findings: mean(&|r| (r.figures.reported - r.true_positives) as f64),
        precision: shares(on, |r| (r.true_positives as f64, r.figures.reported as f64)),
        mutant_precision: shares(on, |r| (r.mutants.1 as f64, r.mutants.0 as f64)),
        duplicates: mean(&|r| r.duplicates as f64),
        on_fixed: Mean::of(&fixed.iter().map(|r| r.figures.reported as f64).collect::<Vec<_>>()),
        saved: mean(&|r| 100.0 * r.figures.saved),
        wall_seconds: mean(&|r| r.wall_seconds),
    }
}

/// The mean share over the runs that have any.
fn shares(rows: &[&FuzzRow], figure: impl Fn(&FuzzRow) -> (f64, f64)) -> Mean {
    let parts = rows.iter().map(|row| figure(row)).filter(|(_, of)| *of > 0.0);
    Mean::of(&parts.map(|(part, of)| share(part, of)).collect::<Vec<_>>())
}
