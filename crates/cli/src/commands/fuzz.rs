//! `skink fuzz`: a fuzzing run from its settings to its summary.

use serde::{Deserialize, Serialize};
use skink_device::{Device, DeviceError};
use skink_independence::{
    FuzzFigures, FuzzPlan, FuzzSettings, FuzzWatcher, Fuzzed, Suspect, Verdict, fuzz, seeds_of, write_crash,
    write_suspect,
};
use skink_run::{RunDir, RunFile, ShrinkBudget, cores};
use skink_trace::{FindingSummary, Rate, RuleVerdict, Step};

use crate::app::{self, PhoneOptions};
use crate::args::Fuzz;
use crate::commands::{fuzz_recorded, report, stop_on_interrupt};
use crate::failure::Failure;
use crate::new_run::NewRun;
use crate::output::{counted, duration, grouped, note, print, print_json};
use crate::progress::Progress;

/// Events of mining where no bound is given: an hour of phone time, as in the paper.
const DEFAULT_EVENTS: u64 = 12_000;

/// What `run.toml` keeps of the command's own settings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    shrink: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seeds_from: Option<String>,
    fuzz: FuzzSettings,
    phone: PhoneOptions,
}

/// What `--json` prints and `fuzz.json` keeps.
#[derive(Serialize)]
struct Summary {
    run: String,
    app: String,
    seed: u64,
    figures: FuzzFigures,
    findings: Vec<Told>,
    /// Crashes and hangs, met in mining or by mutants.
    crashes: Vec<FindingSummary>,
    /// What a rule calls a false alarm.
    doubtful: Vec<Told>,
    /// What did not show every time.
    unsteady: Vec<Told>,
    ended: String,
    wall_seconds: f64,
}

/// An error as the summary tells it.
#[derive(Serialize)]
struct Told {
    id: String,
    kind: &'static str,
    guess: skink_trace::Guess,
    title: String,
    source: String,
    widgets: Vec<String>,
    lost: Vec<String>,
    seed: Vec<String>,
    inserted_at: usize,
    inserted: Vec<String>,
    mutant: Vec<String>,
    events: usize,
    minimal: bool,
    occurrences: u64,
    rate: Rate,
    rules: Vec<RuleVerdict>,
    /// The known bugs of a sample app whose repair makes it go; not looked for in what is doubtful.
    ground_truth: Vec<String>,
    path: Option<String>,
}

pub(crate) fn run(args: &Fuzz, json: bool) -> Result<u8, Failure> {
    if let Some(folder) = &args.recorded {
        return fuzz_recorded::run(folder, args.run.config.as_deref(), json);
    }
    let doing = format!("fuzzing {}", args.run.app);
    if args.run.app.is_empty() {
        return Err(Failure::usage("fuzzing", "no app was given")
            .hint("skink fuzz sample:diary, or skink fuzz --recorded DIR"));
    }
    let mut new = NewRun::of("fuzz", "weighted", DEFAULT_EVENTS, &args.run)?;
    let mut settings = new.config.fuzz.clone();
    let set = |value: Option<usize>, setting: &mut usize| *setting = value.unwrap_or(*setting);
    set(args.seeds, &mut settings.seeds);
    set(args.seed_events, &mut settings.seed_events);
    set(args.mutants, &mut settings.mutants);
    set(args.inserted, &mut settings.inserted);
    settings.neutral &= !args.no_neutral;
    if args.paper {
        settings = settings.as_in_the_paper();
    }
    let options = Options {
        shrink: !args.run.no_shrink,
        seeds_from: args.seeds_from.as_ref().map(|path| path.display().to_string()),
        fuzz: settings,
        phone: PhoneOptions::of(&args.run.phone).avoiding(new.config.avoid.settings(&args.run.app)),
    };
    let run = new.create(&doing, &options)?;
    go(&doing, &run, &new.file, json, args.workers)
}

struct Phases<'a>(&'a Progress, std::time::Instant);

impl FuzzWatcher for Phases<'_> {
    fn phase(&mut self, phase: &str, done: u64, all: u64) {
        if self.1.elapsed().as_secs() >= 5 || done == 0 {
            self.1 = std::time::Instant::now();
            self.0.say(&format!("{phase}: {done} of {all}"));
        }
    }
}

/// Begins the run that `run.toml` describes, or goes on with it.
pub(super) fn go(
    doing: &str,
    run: &RunDir,
    file: &RunFile,
    json: bool,
    workers: Option<usize>,
) -> Result<u8, Failure> {
    let began = std::time::Instant::now();
    let failed = |e| Failure::of(doing, e);
    let options: Options = file.options.clone().try_into().map_err(|e: toml::de::Error| {
        Failure::usage(doing, format!("run.toml, [options]: {}", e.message()))
    })?;
    let own_seeds = match &options.seeds_from {
        Some(path) => {
            let (from, _) = RunDir::open(path.as_ref()).map_err(failed)?;
            seeds_of(&from, options.fuzz.seeds).map_err(failed)?
        }
        None => Vec::new(),
    };
    let make = || -> Result<Box<dyn Device>, DeviceError> {
        app::open(&file.app, None, &options.phone)
            .map_err(|f| DeviceError::Caller { doing: f.doing, problem: f.problem })
    };
    let plan = FuzzPlan {
        settings: &options.fuzz,
        mining: file.budget,
        answers: file.answers,
        seed: file.seed,
        workers: workers.unwrap_or_else(cores),
        make: &make,
        own_seeds,
        shrink_crashes: options.shrink,
    };
    let stop = stop_on_interrupt();
    let mut mining = Progress::new(make().map_err(|e| failed(e.into()))?.branches());
    let phases = Progress::new(None);
    let mut watcher = Phases(&phases, began);
    let result = fuzz(&plan, Some((run, file)), &mut mining, &mut watcher, &stop);
    mining.end();
    phases.end();
    let fuzzed = result.map_err(failed)?;
    let summary = conclude(doing, run, file, &options, &fuzzed, began)?;
    if json {
        print_json(&summary)?;
    } else {
        print_summary(&summary, file);
    }
    report::at_the_end(run, make().map_err(|e| failed(e.into()))?.as_mut(), json)?;
    if fuzzed.interrupted {
        note(&format!("interrupted: no verdict yet; go on with: skink resume {}", run.path().display()));
    }
    let crashes = summary.crashes.iter().map(|finding| finding.id.as_str());
    let ids = summary.findings.iter().map(|told| told.id.as_str()).chain(crashes);
    Ok(match (report::unaccepted(&file.app, ids)?, fuzzed.interrupted) {
        (1.., _) => crate::FINDINGS,
        (0, true) => crate::FAILED,
        (0, false) => crate::OK,
    })
}

/// Writes findings and summary.
fn conclude(
    doing: &str,
    run: &RunDir,
    file: &RunFile,
    options: &Options,
    fuzzed: &Fuzzed,
    began: std::time::Instant,
) -> Result<Summary, Failure> {
    let failed = |e| Failure::of(doing, e);
    let sample = app::sample(&file.app).ok();
    let tell = |suspect: &Suspect, path: Option<String>| -> Result<Told, Failure> {
        let ground_truth = match sample {
            Some(sample) if options.phone.bugs_on() => {
                let of = skink_bench::blame(sample, fuzzed, suspect, &options.fuzz).map_err(failed)?;
                of.alone.into_iter().chain(of.together).collect()
            }
            _ => Vec::new(),
        };
        Ok(told(suspect, ground_truth, path))
    };
    let (mut findings, mut doubtful, mut unsteady) = (Vec::new(), Vec::new(), Vec::new());
    for suspect in &fuzzed.suspects {
        match suspect.verdict {
            Verdict::Reported => {
                let finding = write_suspect(run, suspect, fuzzed.figures.mining_events).map_err(failed)?;
                let path = run.finding_path(&finding.id).display().to_string();
                findings.push(tell(suspect, Some(path))?);
            }
            // Of these there are too many to try every known bug with each.
            Verdict::Doubtful => doubtful.push(told(suspect, Vec::new(), None)),
            Verdict::Unsteady => unsteady.push(tell(suspect, None)?),
            Verdict::Duplicate => {}
        }
    }
    let mut known: Vec<String> = run.findings().map_err(failed)?.into_iter().map(|(_, f)| f.id).collect();
    for (seed, position, crashed) in &fuzzed.crashed {
        let id = crashed.crash.id();
        if !known.contains(&id) {
            known.push(id);
            let mut device = app::open(&file.app, None, &options.phone)?;
            let shrink = options.shrink.then(ShrinkBudget::default);
            write_crash(run, device.as_mut(), &fuzzed.ready[*seed].seed, *position, crashed, shrink)
                .map_err(failed)?;
        }
    }
    let all = run.finding_summaries().map_err(failed)?;
    if let Some(mut whole) = run.summary().map_err(failed)? {
        whole.findings = all.clone();
        run.write_summary(&whole).map_err(failed)?;
    }
    let summary = Summary {
        run: run.path().display().to_string(),
        app: file.app.clone(),
        seed: file.seed,
        figures: fuzzed.figures.clone(),
        findings,
        crashes: all.into_iter().filter(|f| f.kind != "independence").collect(),
        doubtful,
        unsteady,
        ended: if fuzzed.interrupted { "interrupted" } else { "finished" }.to_owned(),
        wall_seconds: began.elapsed().as_secs_f64(),
    };
    let text = serde_json::to_string_pretty(&summary).map_err(|e| Failure::device(doing, e.to_string()))?;
    let path = run.path().join("fuzz.json");
    std::fs::write(&path, text + "\n")
        .map_err(|e| Failure::device(doing, format!("cannot write {}: {e}", path.display())))?;
    Ok(summary)
}

fn listed(steps: &[Step]) -> Vec<String> {
    let told = |s: &Step| s.event.describe(s.widget.and_then(|id| s.before.get(id)).as_ref());
    steps.iter().map(told).collect()
}

fn told(suspect: &Suspect, ground_truth: Vec<String>, path: Option<String>) -> Told {
    let (seed, mutant) = &suspect.executed;
    Told {
        id: suspect.id(),
        kind: "independence",
        guess: suspect.evidence.guess,
        title: suspect.title(),
        source: suspect.evidence.source.clone(),
        widgets: skink_independence::widgets(&suspect.evidence, seed)
            .iter()
            .map(ToString::to_string)
            .collect(),
        lost: suspect.lost.clone(),
        seed: listed(&seed.steps),
        inserted_at: suspect.pair.at,
        inserted: listed(&suspect.pair.inserted),
        mutant: mutant.steps.iter().map(|s| s.event.to_string()).collect(),
        events: mutant.steps.len(),
        minimal: suspect.minimal,
        occurrences: suspect.occurrences,
        rate: suspect.rate,
        rules: suspect.evidence.rules.clone(),
        ground_truth,
        path,
    }
}

fn print_summary(summary: &Summary, file: &RunFile) {
    let f = &summary.figures;
    print(&format!(
        "{} on {}, seed {}, in {}\n",
        summary.app,
        file.device,
        summary.seed,
        duration(summary.wall_seconds)
    ));
    print(&format!(
        "model: {} in {} of mining, {}\n",
        counted(f.states, "state"),
        counted(f.mining_events, "event"),
        counted(f.edges, "edge")
    ));
    print(&format!(
        "{} of {} and {}; {}: {} executed, {} not replayable, {} skipped, {} did not lead back\n",
        counted(f.seeds, "seed"),
        counted(f.seed_events, "event"),
        counted(f.further, "further test"),
        counted(f.generated, "mutant"),
        grouped(f.executed),
        grouped(f.unreplayable),
        grouped(f.skipped),
        grouped(f.not_returned)
    ));
    print(&format!(
        "{} executed where full replays need {}: {:.0}% saved\n",
        counted(f.cost.executed, "event"),
        grouped(f.cost.full_replay),
        100.0 * f.saved
    ));
    if let (Some(seeds), Some(all)) = (f.seed_coverage, f.coverage) {
        let percent = |c: skink_trace::Coverage| 100.0 * f64::from(c.covered) / f64::from(c.total.max(1));
        print(&format!("branches: seeds {:.0}%, with mutants {:.0}%\n", percent(seeds), percent(all)));
    }
    print(&format!(
        "{}, {} distinct ({} occurred once); {} examined: {} doubtful, {} unsteady, {} duplicates\n",
        counted(f.errors, "mutant with an error").replace("with an errors", "with an error"),
        grouped(f.distinct),
        grouped(f.once),
        grouped(f.examined),
        grouped(f.doubtful),
        grouped(f.unsteady),
        grouped(f.duplicates)
    ));
    match summary.findings.len() + summary.crashes.len() {
        0 => print("nothing found\n"),
        n => print(&format!("{}:\n", counted(n as u64, "finding"))),
    }
    summary.findings.iter().for_each(print_told);
    for crash in &summary.crashes {
        print(&format!("\n{}: {}\n  again: skink replay {}\n", crash.id, crash.title, crash.path));
    }
    for (what, list) in [("unsteady", &summary.unsteady), ("doubtful", &summary.doubtful)] {
        if !list.is_empty() {
            print(&format!("\n{} {what}: see fuzz.json\n", list.len()));
        }
    }
    print(&format!("\nrun: {}\n", summary.run));
}

fn print_told(told: &Told) {
    print(&format!("\n{}: {}\n", told.id, told.title));
    let guess = serde_json::to_value(told.guess).ok().and_then(|v| v.as_str().map(|s| s.replace('-', " ")));
    print(&format!(
        "  perhaps: {}; {}; shown {} of {} times\n",
        guess.unwrap_or_default(),
        counted(told.occurrences, "mutant"),
        told.rate.shown,
        told.rate.tried
    ));
    for (at, event) in told.seed.iter().enumerate() {
        if at == told.inserted_at {
            told.inserted.iter().for_each(|event| print(&format!("    + {event}\n")));
        }
        print(&format!("      {event}\n"));
    }
    if told.inserted_at >= told.seed.len() {
        told.inserted.iter().for_each(|event| print(&format!("    + {event}\n")));
    }
    told.lost.iter().for_each(|lost| print(&format!("  lost: {lost}\n")));
    told.rules.iter().for_each(|rule| print(&format!("  rule {}: {}\n", rule.rule, rule.says)));
    if !told.ground_truth.is_empty() {
        print(&format!("  known bug: {}\n", told.ground_truth.join(", ")));
    }
    if let Some(path) = &told.path {
        print(&format!("  again: skink replay {path}\n"));
    }
}
