//! `skink bench fuzz`: fuzzing against ground truth.

use std::fmt::Write as _;

use skink_bench::{FindingTruth, FuzzBench, FuzzReport, Mean, fuzz, known_pairs};
use skink_independence::FuzzSettings;
use skink_run::cores;

use crate::app;
use crate::args::BenchFuzz;
use crate::commands::stop_on_interrupt;
use crate::failure::Failure;
use crate::output::{note, print, print_json};

pub(crate) fn run(args: &BenchFuzz, json: bool) -> Result<u8, Failure> {
    let doing = "fuzzing the samples";
    let samples = app::samples(&args.apps)?;
    if args.pairs {
        return pairs(doing, &samples, json);
    }
    let settings = FuzzSettings { mutants: args.mutants, ..FuzzSettings::default() };
    let bench = FuzzBench {
        apps: samples,
        settings: if args.paper { settings.as_in_the_paper() } else { settings },
        mining: args.mining,
        first_seed: args.first_seed,
        repeats: args.repeats,
        workers: args.workers.unwrap_or_else(cores),
        runs: args.runs.clone(),
    };
    let stop = stop_on_interrupt();
    let report = fuzz(&bench, args.out.as_deref(), &stop, &mut |row| {
        note(&format!(
            "{} {}, seed {}: {} of {} visible bugs, {} findings ({} true), {:.1} s",
            row.app,
            if row.fixed { "fixed" } else { "with bugs" },
            row.seed,
            row.visible.iter().filter(|bug| row.found.contains(bug)).count(),
            row.visible.len(),
            row.figures.reported,
            row.true_positives,
            row.wall_seconds,
        ));
    })
    .map_err(|e| Failure::of(doing, e))?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(Failure::device(doing, "interrupted before all runs were done"));
    }
    if json {
        print_json(&report)?;
        return Ok(crate::OK);
    }
    if args.findings {
        print(&findings(&report));
    }
    print(&table(&report));
    Ok(crate::OK)
}

fn pairs(doing: &str, samples: &[skink_phone::Sample], json: bool) -> Result<u8, Failure> {
    let mut all = Vec::new();
    for sample in samples {
        all.extend(known_pairs(*sample).map_err(|e| Failure::of(doing, e))?);
    }
    if json {
        print_json(&all)?;
        return Ok(crate::OK);
    }
    let mut out = String::new();
    for pair in &all {
        let verdict = match (pair.replayed, pair.lost.is_empty(), pair.doubted_by.is_empty()) {
            (false, _, _) => "does not replay".to_owned(),
            (_, true, _) => "not seen".to_owned(),
            (_, _, true) => "seen".to_owned(),
            _ => format!("doubted by: {}", pair.doubted_by.join(", ")),
        };
        let _ = writeln!(out, "{:<10} {:<32} {:<13} {verdict}", pair.app, pair.bug, pair.oracle);
        pair.lost.iter().for_each(|lost| out.push_str(&format!("    {lost}\n")));
    }
    let seen = all.iter().filter(|p| !p.lost.is_empty() && p.doubted_by.is_empty()).count();
    let _ = writeln!(out, "{seen} of {} seen", all.len());
    print(&out);
    Ok(crate::OK)
}

fn findings(report: &FuzzReport) -> String {
    let mut out = String::new();
    for row in &report.raw {
        let _ = writeln!(
            out,
            "## {} {}, seed {}",
            row.app,
            if row.fixed { "fixed" } else { "with bugs" },
            row.seed
        );
        for finding in &row.findings {
            let FindingTruth {
                title, verdict, bugs, together, seed, at, inserted, lost, rules, guess, ..
            } = finding;
            let _ = writeln!(out, "{verdict} {} {guess}: {title}", of(bugs, together));
            for (number, event) in seed.iter().enumerate() {
                if number == *at {
                    inserted.iter().for_each(|event| out.push_str(&format!("    + {event}\n")));
                }
                let _ = writeln!(out, "      {event}");
            }
            if *at >= seed.len() {
                inserted.iter().for_each(|event| out.push_str(&format!("    + {event}\n")));
            }
            let _ = writeln!(out, "    lost: {}", lost.join("; "));
            rules.iter().for_each(|rule| out.push_str(&format!("    rule: {rule}\n")));
        }
    }
    out
}

/// What a finding is of.
fn of(bugs: &[String], together: &[String]) -> String {
    match (bugs, together) {
        ([], []) => "[]".to_owned(),
        ([], together) => format!("[{}]", together.join(" with ")),
        (bugs, _) => format!("[{}]", bugs.join(", ")),
    }
}

fn table(report: &FuzzReport) -> String {
    let heads =
        ["recall %", "errors", "distinct", "reported", "false", "precision %", "of mutants %", "duplicates"];
    let mut out = format!("{:<10} {:>7} {:>9} {:>9}", "app", "visible", "generated", "executed");
    heads.iter().chain(&["on fixed", "seconds"]).for_each(|head| out.push_str(&format!(" {head:>12}")));
    out.push_str("  saved\n");
    for app in &report.apps {
        let _ = write!(
            out,
            "{:<10} {:>7} {:>9.0} {:>9.0}",
            app.app, app.visible, app.generated.mean, app.executed.mean
        );
        for whole in [app.recall, app.errors, app.distinct] {
            let _ = write!(out, " {:>12}", format!("{:.0} ± {:.0}", whole.mean, whole.plus_minus));
        }
        let rest = [app.reported, app.false_findings, app.precision, app.mutant_precision, app.duplicates];
        for figure in rest.into_iter().chain([app.on_fixed, app.wall_seconds]) {
            let _ = write!(out, " {:>12}", told(figure));
        }
        let _ = writeln!(out, " {:>5.0}%", app.saved.mean);
        if !app.never.is_empty() {
            let _ = writeln!(out, "           never found: {}", app.never.join(", "));
        }
    }
    let _ = write!(
        out,
        "\nrecall {} % a run, {:.1} % over all runs; precision {} % of the findings, {} % of the flagged mutants\n\
         {} duplicates a run of all apps; {} findings on a fixed app; sharing prefixes saves {:.1} % of the events\n",
        told(report.recall),
        report.recall_ever,
        told(report.precision),
        told(report.mutant_precision),
        told(report.duplicates),
        told(report.on_fixed),
        report.saved,
    );
    out
}

/// A mean with its 95 % interval.
fn told(mean: Mean) -> String {
    format!("{:.1} ± {:.1}", mean.mean, mean.plus_minus)
}
