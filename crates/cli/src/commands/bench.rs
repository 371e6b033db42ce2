//! `skink bench`: Skink against ground truth.

use std::fmt::Write as _;

use clap::ValueEnum;
use skink_bench::{
    AppTruth, Mean, Plan, Report, TargetPlan, coverage_plot, explore as compare, target as towards,
    truth as count,
};
use skink_explore::{Settings, strategy};
use skink_phone::apps;

use crate::app;
use crate::args::{BenchExplore, BenchTarget, StrategyName};
use crate::commands::stop_on_interrupt;
use crate::failure::Failure;
use crate::output::{note, print, print_json};

pub(crate) fn truth(events: u64, json: bool) -> Result<u8, Failure> {
    let truth = count(apps::ALL, events).map_err(|e| Failure::of("counting what the samples hold", e))?;
    if json {
        print_json(&truth)?;
        return Ok(crate::OK);
    }
    let mut out = format!(
        "{:<10} {:>7} {:>6} {:>7} {:>8} {:>5}  {:>5} {:>12} {:>7} {:>8}  {:>5}\n",
        "app",
        "screens",
        "states",
        "widgets",
        "branches",
        "bugs",
        "crash",
        "independence",
        "neutral",
        "property",
        "traps"
    );
    for app in &truth.apps {
        let seen = |oracle| app.bugs.iter().filter(|bug| bug.seen_by.contains(&oracle)).count();
        let _ = writeln!(
            out,
            "{:<10} {:>7} {:>6} {:>7.1} {:>8} {:>5}  {:>5} {:>12} {:>7} {:>8}  {:>5}",
            app.name,
            app.screens,
            app.states,
            app.widgets,
            app.branches,
            app.bugs.len(),
            seen("crash"),
            seen("independence"),
            seen("neutral"),
            seen("property"),
            app.traps.values().sum::<usize>()
        );
    }
    let totals = &truth.totals;
    let listed = |map: &std::collections::BTreeMap<&str, usize>| {
        map.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    };
    let depths: Vec<String> =
        totals.crash_depths.iter().map(|(depth, count)| format!("{count} at {depth}")).collect();
    let _ = write!(
        out,
        "\n{} apps, {} branches, {} bugs, {} traps\nkinds: {}\nseen by: {} (metamorphic: {})\ncrashes and hangs by \
         depth: {}\n",
        totals.apps,
        totals.branches,
        totals.bugs,
        totals.traps,
        listed(&totals.kinds),
        listed(&totals.seen_by),
        totals.metamorphic,
        depths.join(", ")
    );
    out.push_str(&traps(&truth.apps));
    print(&out);
    Ok(crate::OK)
}

pub(crate) fn explore(args: &BenchExplore, json: bool) -> Result<u8, Failure> {
    let doing = "comparing strategies";
    let samples = app::samples(&args.apps)?;
    let strategies: Vec<String> = if args.strategies.is_empty() {
        StrategyName::value_variants().iter().map(|s| s.name()).collect()
    } else {
        args.strategies.iter().map(|s| s.name()).collect()
    };
    let plan = Plan {
        apps: samples,
        strategies,
        make: |name| strategy(name, &Settings::default()),
        phone_millis: args.phone_time.as_millis() as u64,
        repeats: args.repeats,
        first_seed: args.first_seed,
        costs: args.costs.costs(),
    };
    let stop = stop_on_interrupt();
    let said = std::sync::Mutex::new(std::time::Instant::now());
    let report = compare(&plan, args.out.as_deref(), &stop, &|done, all| {
        let mut last = said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if done == all || last.elapsed().as_secs() >= 5 {
            *last = std::time::Instant::now();
            note(&format!("{done} of {all} runs"));
        }
    })
    .map_err(|e| Failure::of(doing, e))?;
    if let Some(folder) = &args.out {
        let failed =
            |e: std::io::Error| Failure::device(doing, format!("cannot write to {}: {e}", folder.display()));
        std::fs::write(folder.join("raw.csv"), report.csv()).map_err(failed)?;
        for sample in &plan.apps {
            let name = sample.manifest.name;
            std::fs::write(folder.join(format!("{name}.svg")), coverage_plot(&report, name))
                .map_err(failed)?;
        }
    }
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        let again = args.out.as_ref().map_or("", |_| "; the same command goes on where it was");
        return Err(Failure::device(doing, format!("interrupted before all runs were done{again}")));
    }
    if json {
        print_json(&report)?;
    } else {
        print(&comparison(&report));
        print(&missed(&report));
    }
    Ok(crate::OK)
}

pub(crate) fn target(args: &BenchTarget, json: bool) -> Result<u8, Failure> {
    let doing = "comparing guided with plain exploration";
    let samples = app::samples(&args.apps)?;
    let plan = TargetPlan { apps: samples, repeats: args.repeats, events: args.events };
    let stop = stop_on_interrupt();
    let rows = towards(&plan, &stop, &|done, all| note(&format!("{done} of {all} apps")))
        .map_err(|e| Failure::of(doing, e))?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(Failure::device(doing, "interrupted before all runs were done"));
    }
    if json {
        print_json(&rows)?;
        return Ok(crate::OK);
    }
    let mut out = format!(
        "{:<10} {:<28} {:>5} {:>6} {:>10} {:>10} {:>7} {:>9}  {:>6}\n",
        "app", "bug", "depth", "states", "APE", "guided", "ratio", "met", "p"
    );
    let (mut faster, mut slower, mut logs) = (0, 0, 0.0);
    for row in &rows {
        let (plain, guided) = row.medians();
        let ratio = plain as f64 / guided.max(1) as f64;
        logs += ratio.ln();
        faster += usize::from(guided < plain);
        slower += usize::from(guided > plain);
        let _ = writeln!(
            out,
            "{:<10} {:<28} {:>5} {:>6} {plain:>10} {guided:>10} {ratio:>7.1} {:>9}  {:>6.3}",
            row.app,
            row.bug,
            row.depth,
            row.states,
            format!("{}/{}", row.met.0, row.met.1),
            row.p
        );
    }
    let mean = (logs / rows.len().max(1) as f64).exp();
    let _ = writeln!(
        out,
        "\n{} bugs, guided faster on {faster}, slower on {slower}; geometric mean of the ratios {mean:.1}\nmedian          events of {} runs with seeds from 0, {} where a run gave up; met: runs that met the crash, APE/guided",
        rows.len(),
        args.repeats,
        args.events
    );
    print(&out);
    Ok(crate::OK)
}

/// The ground-truth crashes that no run of a strategy met, and why.
fn missed(report: &Report) -> String {
    let mut out = String::new();
    for row in &report.missed {
        let clues = &row.clues;
        let _ = writeln!(
            out,
            "\n{} {} missed by {}: {} of {} events away (EC {:.0} %, EPC {:.0} %, seed {})\n  {}",
            row.app,
            row.bug,
            row.strategy,
            clues.minimal_distance,
            clues.initial_distance,
            clues.event_coverage,
            clues.pair_coverage,
            row.seed,
            clues.words
        );
        for line in &clues.look_at {
            let _ = writeln!(out, "  look first: {line}");
        }
    }
    for row in &report.without_clues {
        let _ = writeln!(
            out,
            "\n{} {} missed by {}: it has no automaton to say more",
            row.app, row.bug, row.strategy
        );
    }
    out
}

fn comparison(report: &Report) -> String {
    let mut out = format!(
        "{:<10} {:<10} {:>14} {:>10} {:>14} {:>9} {:>9} {:>9} {:>10} {:>7}  {}\n",
        "app",
        "strategy",
        "coverage %",
        "activities",
        "states",
        "inputs",
        "prefixes",
        "restarts",
        "restarting",
        "crashes",
        "against best"
    );
    for row in &report.rows {
        let mean = |m: Mean| format!("{:.1} ± {:.1}", m.mean, m.plus_minus);
        let against = row
            .against_best
            .map_or_else(|| "best".to_owned(), |c| format!("p {:.3}, effect {:.2}", c.p, c.effect));
        let _ = writeln!(
            out,
            "{:<10} {:<10} {:>14} {:>10.1} {:>14} {:>9.0} {:>9.0} {:>9.3} {:>9.0}% {:>7}  {against}",
            row.app,
            row.strategy,
            mean(row.coverage),
            row.activities.mean,
            mean(row.states),
            row.inputs.mean,
            row.prefixes.mean,
            row.restarts_per_input.mean,
            row.restarting.mean,
            row.crashes.len(),
        );
    }
    let listed = |map: &std::collections::BTreeMap<String, usize>| {
        map.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(out, "\nbest or not significantly below it: {}", listed(&report.best_or_tied));
    if !report.worst.is_empty() {
        let _ = writeln!(out, "significantly below every other: {}", listed(&report.worst));
    }
    out.push_str(
        "restarts are for each input; restarting is the share of phone time; ± is half a 95 % interval\n",
    );
    out
}

fn traps(apps: &[AppTruth]) -> String {
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for (kind, count) in apps.iter().flat_map(|app| &app.traps) {
        *kinds.entry(kind).or_default() += count;
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    format!("traps: {}\n", kinds.join(", "))
}
