//! From a run directory to a [`Report`]. Texts of the app are cut to a bound here, once for all formats.

use std::path::Path;

use skink_gui::{Bounds, Screen, WidgetId};
use skink_run::{RunDir, RunError, RunFile, Scripted, load_finding, load_script, shot_path};
use skink_trace::{Entry, Evidence, Finding, RunSummary};

use crate::data::{Growth, Part, Report, ReportedFinding, ReportedStep, SCHEMA, Verdict};
use crate::headline::headline;
use crate::shot::png_size;
use crate::words::told as in_words;

/// Points of the growth curve.
const POINTS: usize = 200;
/// Longest text of an app in a report, in bytes.
const LONGEST: usize = 2_000;

/// Reads the run in that folder, with its findings and their pictures.
pub fn load(folder: &Path) -> Result<Report, RunError> {
    let (run, file) = RunDir::open(folder)?;
    let summary = run.summary()?;
    let mut findings = Vec::new();
    for (path, finding) in run.findings()? {
        findings.push(reported(&path, finding)?);
    }
    // What shows every time and in few events comes first: it is the easiest to look at.
    findings.sort_by_key(|f| (!f.finding.rate.always(), f.finding.events, f.finding.id.clone()));
    let verdict = match &summary {
        _ if !findings.is_empty() => Verdict::Findings,
        Some(summary) if summary.ended != "interrupted" => Verdict::Clean,
        _ => Verdict::Unfinished,
    };
    let growth = growth(&run)?;
    let summary = summary.unwrap_or_else(|| unfinished(&run, &file, &growth));
    Ok(Report {
        schema: SCHEMA,
        skink: file.skink.clone(),
        verdict,
        command: command(&file),
        device: file.device.clone(),
        summary,
        growth: thin(growth),
        findings,
        model: run.model()?.is_some(),
    })
}

/// The command line that makes the same run; settings files are in `run.toml`.
fn command(file: &RunFile) -> String {
    let mut words = vec!["skink".to_owned(), file.command.clone(), file.app.clone()];
    if file.command == "explore" {
        words.push(format!("--strategy {}", file.strategy));
    }
    if file.command == "check" {
        words.extend(check_words(file));
    }
    if let Some(fuzz) = file.options.get("fuzz").filter(|_| file.command == "fuzz") {
        let limits = ["seeds", "seed_events", "mutants", "inserted"];
        let given = limits.iter().filter_map(|key| Some((key.replace('_', "-"), fuzz.get(key)?)));
        words.extend(given.map(|(key, value)| format!("--{key} {value}")));
    }
    words.push(format!("--seed {}", file.seed));
    if let Some(events) = file.budget.events {
        words.push(format!("--events {events}"));
    }
    if let Some(millis) = file.budget.wall_millis {
        words.push(format!("--time {}s", millis as f64 / 1000.0));
    }
    if let Some(millis) = file.budget.phone_millis {
        words.push(format!("--phone-time {}s", millis as f64 / 1000.0));
    }
    words.join(" ")
}

/// What a check needs besides: its property file, and what was set otherwise than usual.
fn check_words(file: &RunFile) -> Vec<String> {
    const USUAL: [(&str, f64); 3] = [("bias", 0.5), ("length", 100.0), ("system", 0.05)];
    let mut words = Vec::new();
    if let Some(path) = file.options.get("file").and_then(|v| v.as_str()) {
        let plain = path.chars().all(|c| c.is_alphanumeric() || "/._-+=:,".contains(c));
        let path = if plain { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) };
        words.push(format!("--properties {path}"));
    }
    let Some(check) = file.options.get("check").and_then(|v| v.as_table()) else { return words };
    for (name, usual) in USUAL {
        let is = check.get(name).and_then(|v| v.as_float().or_else(|| v.as_integer().map(|n| n as f64)));
        words.extend(is.filter(|is| *is != usual).map(|is| format!("--{name} {is}")));
    }
    if check.get("guided").and_then(|v| v.as_bool()) == Some(false) {
        words.push("--plain".to_owned());
    }
    words
}

/// A run that was killed has no summary: what its trace tells.
fn unfinished(run: &RunDir, file: &RunFile, growth: &[Growth]) -> RunSummary {
    let last = growth.last();
    RunSummary {
        run: run.path().display().to_string(),
        app: file.app.clone(),
        strategy: file.strategy.clone(),
        seed: file.seed,
        events: last.map_or(0, |point| point.events),
        ended: "interrupted".to_owned(),
        phone_seconds: last.map_or(0.0, |point| point.seconds),
        wall_seconds: run.wall_millis() as f64 / 1000.0,
        ..RunSummary::default()
    }
}

fn growth(run: &RunDir) -> Result<Vec<Growth>, RunError> {
    let mut points: Vec<Growth> = Vec::new();
    let mut screens = std::collections::HashSet::new();
    let mut covered: std::collections::HashSet<u32> = std::collections::HashSet::new();
    let (mut events, mut millis) = (0, 0);
    run.read_trace(|entry| {
        let (hash, took, seen) = match &entry {
            Entry::Launch(launch) => (launch.screen, launch.millis, &launch.seen),
            Entry::Step(step) => {
                events += 1;
                (step.screen, step.millis, &step.seen)
            }
        };
        millis += took;
        covered.extend(&seen.covered);
        screens.insert(hash);
        let point = Growth {
            events,
            seconds: millis as f64 / 1000.0,
            covered: covered.len() as u32,
            screens: screens.len() as u32,
        };
        match points.last_mut() {
            // A point where something grew; the last one moves along with time.
            Some(last) if last.covered == point.covered && last.screens == point.screens => *last = point,
            _ => points.push(point),
        }
        Ok(true)
    })?;
    Ok(points)
}

fn thin(points: Vec<Growth>) -> Vec<Growth> {
    let step = points.len().div_ceil(POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let kept = points.into_iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last);
    kept.map(|(_, point)| point).collect()
}

fn reported(path: &Path, finding: Finding) -> Result<ReportedFinding, RunError> {
    let (_, _, finding, script) = load_finding(path).map(|loaded| (loaded.0, loaded.1, finding, loaded.3))?;
    let part = |at: usize| part_of(&finding, at);
    let mut steps = told(path, "replay", &script, part);
    let seed_script = load_script(path, "seed.jsonl")?;
    let mut seed = told(path, "seed", &seed_script, |_| Part::Test);
    mark(&finding, &script, &mut steps, &seed_script, &mut seed);
    let events: Vec<_> = script
        .iter()
        .map(|scripted| {
            let on = scripted.performed_on.as_ref();
            (&scripted.event, on.and_then(|(screen, id)| screen.get(*id)))
        })
        .collect();
    let title = headline(&finding, &events);
    Ok(ReportedFinding {
        headline: cut(&title),
        steps,
        seed,
        replay: format!("skink replay {}", path.display()),
        path: path.display().to_string(),
        finding: bounded(finding),
    })
}

fn part_of(finding: &Finding, at: usize) -> Part {
    match &finding.evidence {
        Evidence::Independence(i) if (i.inserted_at..i.inserted_at + i.inserted).contains(&at) => {
            Part::Inserted
        }
        Evidence::Property(v)
            if v.calls.last().is_some_and(|call| (call.first..call.first + call.events).contains(&at)) =>
        {
            Part::Judged
        }
        _ => Part::Test,
    }
}

fn told(path: &Path, of: &str, script: &[Scripted], part: impl Fn(usize) -> Part) -> Vec<ReportedStep> {
    let shot = |number| std::fs::read(shot_path(path, of, number)).ok();
    let told = |(at, scripted): (usize, &Scripted)| {
        let on = scripted.performed_on.as_ref();
        let before = on.map(|(screen, _)| screen).or_else(|| script.get(at.wrapping_sub(1))?.after.as_ref());
        let is_last = at + 1 == script.len();
        let picture = shot(at);
        ReportedStep {
            words: cut(&in_words(&scripted.event, on.and_then(|(screen, id)| screen.get(*id)).as_ref())),
            event: cut(&scripted.event.to_string()),
            part: part(at),
            target: on.and_then(|(screen, id)| screen.get(*id)).map(|widget| widget.bounds()),
            size: picture
                .as_deref()
                .and_then(png_size)
                .unwrap_or_else(|| size(before.or(scripted.after.as_ref()))),
            marks: Vec::new(),
            toasts: Vec::new(),
            before: picture,
            after: if is_last { shot(at + 1) } else { None },
        }
    };
    script.iter().enumerate().map(told).collect()
}

/// Pixels of a screen: as far as its widgets reach.
fn size(screen: Option<&Screen>) -> (u32, u32) {
    let reach = |side: fn(&Bounds) -> i32| {
        let widest = screen.into_iter().flat_map(|s| s.roots()).map(|root| side(&root.bounds())).max();
        widest.unwrap_or(0).max(1) as u32
    };
    (reach(|b| b.right), reach(|b| b.bottom))
}

/// Outlines the widgets that the evidence names.
fn mark(
    finding: &Finding,
    script: &[Scripted],
    steps: &mut [ReportedStep],
    seed_script: &[Scripted],
    seed: &mut [ReportedStep],
) {
    let bounds = |script: &[Scripted], step: usize, removed: bool, id: WidgetId| {
        let scripted = script.get(step)?;
        let screen = if removed {
            script.get(step.checked_sub(1)?)?.after.as_ref()?
        } else {
            scripted.after.as_ref()?
        };
        screen.get(id).map(|widget| widget.bounds())
    };
    match &finding.evidence {
        Evidence::Crash(_) => {}
        Evidence::Independence(evidence) => {
            for lost in &evidence.lost {
                let on_seed =
                    lost.seed_widget.and_then(|id| bounds(seed_script, lost.seed_step, lost.removed, id));
                let on_mutant = lost.mutant_widget.and_then(|id| bounds(script, lost.mutant_step, false, id));
                if let (Some(step), Some(bounds)) = (seed.get_mut(lost.seed_step), on_seed) {
                    step.marks.push(bounds);
                }
                if let (Some(step), Some(bounds)) = (steps.get_mut(lost.mutant_step), on_mutant) {
                    step.marks.push(bounds);
                }
            }
        }
        Evidence::Property(violation) => {
            let last = script.len().wrapping_sub(1);
            let on = violation.widget.and_then(|id| bounds(script, last, false, id));
            if let (Some(step), Some(bounds)) = (steps.last_mut(), on) {
                step.marks.push(bounds);
            }
        }
    }
}

/// The finding with its app's texts cut.
fn bounded(mut finding: Finding) -> Finding {
    finding.title = cut(&finding.title);
    if let Evidence::Crash(crash) = &mut finding.evidence {
        crash.message = cut(&crash.message);
        crash.stack.truncate(200);
        crash.stack.iter_mut().for_each(|line| *line = cut(line));
    }
    finding
}

fn cut(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}… ({} more bytes)", &text[..end], text.len() - end)
}
