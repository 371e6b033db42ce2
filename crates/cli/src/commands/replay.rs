//! `skink replay`: does a finding still show?

use serde::Serialize;
use skink_property::replay_finding;
use skink_run::{OnMissing, RunDir, load_finding, replay};
use skink_trace::Evidence;

use crate::app::{self, PhoneOptions};
use crate::args::Replay;
use crate::commands::listed;
use crate::failure::Failure;
use crate::output::{counted, print, print_json};

#[derive(Serialize)]
struct Verdict {
    finding: String,
    title: String,
    shown: u32,
    tried: u32,
    events: usize,
    diverged: Option<Diverged>,
}

#[derive(Serialize)]
struct Diverged {
    event: usize,
    problem: String,
}

/// The part of `run.toml` that says how to open the device again.
#[derive(serde::Deserialize)]
struct Options {
    phone: PhoneOptions,
}

pub(super) fn phone_options(file: &skink_run::RunFile, doing: &str) -> Result<PhoneOptions, Failure> {
    let options: Options = file.options.clone().try_into().map_err(|e: toml::de::Error| {
        Failure::usage(doing, format!("run.toml, [options]: {}", e.message()))
    })?;
    Ok(options.phone)
}

pub(crate) fn run(args: &Replay, json: bool) -> Result<u8, Failure> {
    if args.all { all(args, json) } else { one(args, json) }
}

/// Every finding of a run: which still show? In JSON a value for each.
fn all(args: &Replay, json: bool) -> Result<u8, Failure> {
    let doing = format!("replaying the findings of {}", args.finding.display());
    let (run, _) = RunDir::open(&args.finding).map_err(|e| Failure::of(&doing, e))?;
    let findings = run.findings().map_err(|e| Failure::of(&doing, e))?;
    let (mut shown, mut failed) = (0_u32, 0_u32);
    for (path, _) in &findings {
        let one_of_them = Replay { finding: path.clone(), all: false, ..args.clone() };
        match one(&one_of_them, json)? {
            crate::FINDINGS => shown += 1,
            crate::FAILED => failed += 1,
            _ => {}
        }
        if !json {
            print("\n");
        }
    }
    if !json {
        print(&format!(
            "{shown} of {} still show, {failed} could not be done to their end\n",
            counted(findings.len() as u64, "finding")
        ));
    }
    Ok(match (shown, failed) {
        (1.., _) => crate::FINDINGS,
        (0, 1..) => crate::FAILED,
        (0, 0) => crate::OK,
    })
}

fn one(args: &Replay, json: bool) -> Result<u8, Failure> {
    let doing = format!("replaying {}", args.finding.display());
    let (_, mut file, finding, script) = load_finding(&args.finding).map_err(|e| Failure::of(&doing, e))?;
    if let Some(app) = &args.app {
        file.app.clone_from(app);
    }
    let options = phone_options(&file, &doing)?.fixing(&args.fix);
    if let skink_trace::Evidence::Independence(evidence) = &finding.evidence {
        return crate::commands::fuzz_finding::replay(args, &options, &file, &finding, evidence, json);
    }
    let mut device = app::open(&file.app, None, &options)?;
    if !json {
        print(&format!("{}: {}\n{}", finding.id, finding.title, listed(&script)));
    }
    let mut result = Verdict {
        finding: finding.id.clone(),
        title: finding.title.clone(),
        shown: 0,
        tried: 0,
        events: script.len(),
        diverged: None,
    };
    let mut cut_short = false;
    for start in 0..args.times {
        if let Evidence::Property(violation) = &finding.evidence {
            let again = replay_finding(device.as_mut(), u64::from(start), violation, &script)
                .map_err(|e| Failure::of(&doing, e))?;
            result.tried += 1;
            result.shown += u32::from(again.shown);
            cut_short |= again.cut_short;
            let events = script.len();
            let diverged = again.diverged.filter(|_| !again.shown);
            result.diverged = result.diverged.or(diverged.map(|problem| Diverged { event: events, problem }));
            continue;
        }
        let replayed = replay(device.as_mut(), u64::from(start), &script, OnMissing::Stop, |_| false)
            .map_err(|e| Failure::of(&doing, e))?;
        result.tried += 1;
        if replayed.shows(&finding.id) {
            result.shown += 1;
        } else {
            cut_short |= replayed.steps.len() < script.len();
            let diverged = replayed.diverged.map(|d| Diverged { event: d.event_number, problem: d.problem });
            result.diverged = result.diverged.or(diverged);
        }
    }
    app::tell_notes(device.as_mut());
    if json {
        print_json(&result)?;
    } else {
        print_result(&result);
    }
    Ok(match (result.shown, cut_short) {
        (0, false) => crate::OK,
        // The events could not be done to their end: that says nothing about the bug.
        (0, true) => crate::FAILED,
        _ => crate::FINDINGS,
    })
}

fn print_result(result: &Verdict) {
    let events = counted(result.events as u64, "event");
    match (result.shown, result.tried) {
        (1, 1) => print(&format!("it shows again after {events}\n")),
        (0, 1) => print("it does not show\n"),
        (shown, tried) => print(&format!("it shows {shown} of {tried} times\n")),
    }
    if let Some(diverged) = &result.diverged {
        print(&format!("event {} went another way: {}\n", diverged.event, diverged.problem));
    }
}
