//! `skink explore`: a run from its settings to its summary.

use std::path::Path;

use serde::{Deserialize, Serialize};
use skink_explore::{ApeSettings, Avoid, Careful, Guided, Settings, strategy};
use skink_model::automaton::{parse_bug, print_bug};
use skink_run::{RunDir, RunFile, ShrinkBudget, Strategy, execute, load_finding};
use skink_trace::RunSummary;

use crate::app::{self, PhoneOptions};
use crate::args::Explore;
use crate::commands::{listed, report, stop_on_interrupt};
use crate::failure::Failure;
use crate::new_run::NewRun;
use crate::output::{counted, duration, grouped, note, print, print_json};
use crate::progress::Progress;

/// Events of a run that names no bound.
const DEFAULT_EVENTS: u64 = 10_000;

/// What `run.toml` keeps of the command's own settings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    shrink: bool,
    strategy: Settings,
    phone: PhoneOptions,
    /// The bug that is explored towards, as text: a resumed run does not depend on the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
}

pub(crate) fn run(args: &Explore, json: bool) -> Result<u8, Failure> {
    let doing = format!("exploring {}", args.run.app);
    let target = args.target.as_deref().map(|path| read_target(&doing, path)).transpose()?;
    let mut new = NewRun::of("explore", "", DEFAULT_EVENTS, &args.run)?;
    let chosen = args.strategy.or(new.config.strategy.name).unwrap_or_default();
    new.file.strategy = if target.is_some() { "guided".to_owned() } else { chosen.name() };
    let options = Options {
        shrink: !args.run.no_shrink,
        strategy: settings(args, &new),
        phone: PhoneOptions::of(&args.run.phone).avoiding(new.config.avoid.settings(&args.run.app)),
        target,
    };
    let run = new.create(&doing, &options)?;
    go(&doing, &run, &new.file, json, args.explain_model)
}

/// What the strategy is to do: the command line before the settings file before the defaults.
fn settings(args: &Explore, new: &NewRun) -> Settings {
    let set = new.config.settings(&args.run.app);
    Settings {
        restart: args.restart.unwrap_or(set.restart),
        system: args.system.unwrap_or(set.system),
        keys: set.keys && !args.no_keys,
        trace_limit: args.trace_limit.unwrap_or(set.trace_limit),
        ..set
    }
}

/// Begins the run that `run.toml` describes, or goes on with it.
pub(super) fn go(
    doing: &str,
    run: &RunDir,
    file: &RunFile,
    json: bool,
    explain: bool,
) -> Result<u8, Failure> {
    let options: Options = file.options.clone().try_into().map_err(|e: toml::de::Error| {
        Failure::usage(doing, format!("run.toml, [options]: {}", e.message()))
    })?;
    let mut device = app::open(&file.app, None, &options.phone)?;
    let mut chosen = match &options.target {
        Some(bug) => towards(doing, bug, &options.strategy)?,
        None => strategy(&file.strategy, &options.strategy).ok_or_else(|| {
            Failure::usage(doing, format!("run.toml names an unknown strategy `{}`", file.strategy))
        })?,
    };
    let stop = stop_on_interrupt();
    let mut progress = Progress::new(device.branches());
    let shrink = options.shrink.then(ShrinkBudget::default);
    let result = execute(run, file, device.as_mut(), chosen.as_mut(), shrink, &mut progress, &stop);
    progress.end();
    app::tell_notes(device.as_mut());
    let summary = result.map_err(|e| Failure::of(doing, e))?;
    if json {
        print_json(&summary)?;
    } else {
        print_summary(&summary, file)?;
    }
    report::at_the_end(run, device.as_mut(), json)?;
    if explain {
        let words =
            chosen.explain().unwrap_or_else(|| format!("{} keeps no model that words tell", file.strategy));
        note(&format!("\n{}", words.trim_end()));
    }
    let interrupted = summary.ended == "interrupted";
    if interrupted {
        note(&format!("interrupted: no verdict yet; go on with: skink resume {}", run.path().display()));
    }
    let new = report::unaccepted(&summary.app, summary.findings.iter().map(|finding| finding.id.as_str()))?;
    Ok(match (new, interrupted) {
        (1.., _) => crate::FINDINGS,
        (0, true) => crate::FAILED,
        (0, false) => crate::OK,
    })
}

/// The automaton of a bug, as text.
fn read_target(doing: &str, path: &Path) -> Result<String, Failure> {
    let bug = skink_diagnose::Bug::read(path).map_err(|e| Failure::usage(doing, e.to_string()))?;
    bug.warnings.iter().for_each(|warning| note(&format!("warning: bug {}: {warning}", bug.name())));
    let text = print_bug(&bug.automaton);
    towards(doing, &text, &Settings::default())?;
    Ok(text)
}

fn towards(doing: &str, bug: &str, settings: &Settings) -> Result<Box<dyn Strategy>, Failure> {
    let bug = parse_bug("target", bug).map_err(|e| Failure::usage(doing, e.to_string()))?;
    let ape = ApeSettings { system: settings.system, keys: settings.keys, ..ApeSettings::default() };
    let guided = Guided::new(ape, &bug).map_err(|e| Failure::usage(doing, e.to_string()))?;
    Ok(Box::new(Careful::new(guided, Avoid::new(&settings.avoid))))
}

fn print_summary(summary: &RunSummary, file: &RunFile) -> Result<(), Failure> {
    print(&format!("{} on {}, {}, seed {}\n", summary.app, file.device, summary.strategy, summary.seed));
    print(&format!(
        "{} in {} ({} of phone time), {}\n",
        counted(summary.events, "event"),
        duration(summary.wall_seconds),
        duration(summary.phone_seconds),
        counted(summary.restarts, "restart"),
    ));
    let coverage = summary.coverage.map_or_else(String::new, |c| {
        let percent = 100.0 * f64::from(c.covered) / f64::from(c.total.max(1));
        format!(", {percent:.0}% of branches ({} of {})", c.covered, c.total)
    });
    print(&format!(
        "{}, {}{coverage}\n",
        counted(summary.states, "state"),
        counted(summary.activities, "activity")
    ));
    print(&restraint(summary));
    match summary.findings.len() {
        0 => print("nothing found\n"),
        n => print(&format!("{}:\n", counted(n as u64, "finding"))),
    }
    for finding in &summary.findings {
        let minimal = if finding.minimal { ", minimal" } else { "" };
        print(&format!(
            "\n{}: {}\n  {}{minimal}; met {} in the run\n",
            finding.id,
            finding.title,
            counted(finding.events, "event"),
            if finding.count == 1 { "once".to_owned() } else { format!("{} times", grouped(finding.count)) },
        ));
        let (_, _, _, script) =
            load_finding(Path::new(&finding.path)).map_err(|e| Failure::of("reading a finding", e))?;
        print(&listed(&script));
        print(&format!("  again: skink replay {}\n", finding.path));
    }
    print(&format!("\nrun: {}\n", summary.run));
    Ok(())
}

/// What the settings kept from being touched, and scripts that did not get to their end; empty in most runs.
fn restraint(summary: &RunSummary) -> String {
    let mut text = String::new();
    if !summary.held_back.is_empty() {
        let mut rules: Vec<_> = summary.held_back.iter().collect();
        rules.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let listed = |(rule, times): &(&String, &u64)| format!("{rule} ({})", grouped(**times));
        let listed: Vec<String> = rules.iter().map(listed).collect();
        text.push_str(&format!("held back: {}\n", listed.join(", ")));
    }
    for (name, runs) in summary.scripts.iter().filter(|(_, runs)| runs.stopped > 0) {
        let missing = runs.missing.as_ref().map_or_else(String::new, |event| format!(" at `{event}`"));
        let all = runs.finished + runs.stopped;
        text.push_str(&format!(
            "script {name}: stopped {} of {} times{missing}\n",
            runs.stopped,
            grouped(all)
        ));
    }
    text
}
