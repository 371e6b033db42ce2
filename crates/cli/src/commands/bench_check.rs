//! `skink bench check`: data properties against ground truth.

use std::fmt::Write as _;

use skink_bench::{CheckPlan, CheckReport, check};
use skink_phone::apps;
use skink_property::{CheckSettings, Mode, PropertyFile};

use crate::args::{BenchCheck, ModeName};
use crate::commands::stop_on_interrupt;
use crate::failure::Failure;
use crate::output::{note, print, print_json};

const MODES: [(Mode, &str); 3] = [
    (Mode::OneAlone, "one alone"),
    (Mode::OneWithRandom, "one with random"),
    (Mode::Interleaved, "interleaved"),
];

pub(crate) fn run(args: &BenchCheck, json: bool) -> Result<u8, Failure> {
    let doing = "measuring properties";
    let mut with_properties = Vec::new();
    for sample in apps::ALL {
        let name = sample.manifest.name;
        let wanted = args.apps.is_empty() || args.apps.iter().any(|app| app == name);
        let path = args.properties.join(format!("{name}.toml"));
        if !wanted || !path.exists() {
            continue;
        }
        let text = std::fs::read_to_string(&path)
            .map_err(|e| Failure::usage(doing, format!("{}: {e}", path.display())))?;
        let file = PropertyFile::parse(&text)
            .map_err(|e| Failure::usage(doing, format!("{}: {e}", path.display())))?;
        with_properties.push((*sample, file));
    }
    if with_properties.is_empty() {
        let problem = format!("no property file of a sample in {}", args.properties.display());
        return Err(Failure::usage(doing, problem).hint("give --properties DIR"));
    }
    let modes: Vec<Mode> = if args.modes.is_empty() {
        MODES.iter().map(|(mode, _)| *mode).collect()
    } else {
        let of = |name: &ModeName| match name {
            ModeName::OneAlone => Mode::OneAlone,
            ModeName::OneWithRandom => Mode::OneWithRandom,
            ModeName::Interleaved => Mode::Interleaved,
        };
        args.modes.iter().map(of).collect()
    };
    let plan = CheckPlan {
        apps: with_properties,
        modes,
        events: args.events,
        seeds: args.first_seed..args.first_seed + args.repeats,
        settings: CheckSettings { guided: !args.plain, ..CheckSettings::default() },
        fixed: !args.no_fixed,
    };
    let stop = stop_on_interrupt();
    let said = std::sync::Mutex::new(std::time::Instant::now());
    let report = check(&plan, &stop, &|done, all| {
        let mut last = said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if done == all || last.elapsed().as_secs() >= 5 {
            *last = std::time::Instant::now();
            note(&format!("{done} of {all} runs"));
        }
    })
    .map_err(|e| Failure::of(doing, e))?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(Failure::device(doing, "interrupted before all runs were done"));
    }
    if json {
        print_json(&report)?;
    } else {
        print(&words(&plan, &report));
    }
    Ok(crate::OK)
}

fn name(mode: Mode) -> &'static str {
    MODES.iter().find(|(known, _)| *known == mode).map_or("", |(_, name)| name)
}

fn words(plan: &CheckPlan, report: &CheckReport) -> String {
    let mut out = format!("{:<10} {:<26}", "app", "bug");
    for mode in &plan.modes {
        let _ = write!(out, " {:>24}", name(*mode));
    }
    out.push('\n');
    for row in &report.bugs {
        let _ = write!(out, "{:<10} {:<26}", row.app, row.bug);
        for (_, times, events) in &row.found {
            let cell = match events {
                Some(mean) => format!("{times}/{} after {:.0}", report.seeds, mean.mean),
                None => format!("0/{}", report.seeds),
            };
            let _ = write!(out, " {cell:>24}");
        }
        out.push('\n');
    }
    let _ = writeln!(out, "\n{} bugs that this oracle can see, {} seeds", report.visible, report.seeds);
    for row in &report.modes {
        let against = row.interleaved_against.map_or_else(String::new, |c| {
            format!("; interleaved against it: p {:.4}, effect {:.2}", c.p, c.effect)
        });
        let _ = writeln!(
            out,
            "{:<16} {:.1} ± {:.1} bugs a seed, {} in eight of ten seeds or more, {} ever, {} false alarms{against}",
            name(row.mode),
            row.bugs.mean,
            row.bugs.plus_minus,
            row.steady,
            row.ever,
            row.false_alarms
        );
    }
    let mut notes = std::collections::BTreeSet::new();
    for run in &report.raw {
        let mode = name(run.mode);
        notes.extend(run.false_alarms.iter().map(|w| format!("{}, false alarm ({mode}): {w}", run.app)));
        if run.mode == Mode::Interleaved {
            notes.extend(run.unexplained.iter().map(|w| format!("{}, unexplained: {w}", run.app)));
            notes.extend(run.broken.iter().map(|(f, why)| format!("{}, broken: {f}: {why}", run.app)));
            notes.extend(run.idle.iter().map(|f| format!("{}, never held: {f}", run.app)));
        }
    }
    notes.iter().for_each(|note| {
        let _ = writeln!(out, "{note}");
    });
    out
}
