//! `skink explore` and `skink resume`: a run from its settings to its summary.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use skink_explore::{Settings, strategy};
use skink_run::{Answers, Budget, RunDir, RunFile, ShrinkBudget, execute, load_finding};
use skink_trace::RunSummary;

use crate::app::{self, PhoneOptions};
use crate::args::{Explore, Resume};
use crate::commands::{listed, stop_on_interrupt};
use crate::failure::Failure;
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
}

/// What can be set in `skink.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Config {
    answers: Answers,
}

pub(crate) fn run(args: &Explore, json: bool) -> Result<u8, Failure> {
    let doing = format!("exploring {}", args.app);
    let options = Options {
        shrink: !args.no_shrink,
        strategy: Settings {
            restart: args.restart,
            system: args.system,
            keys: !args.no_keys,
            trace_limit: args.trace_limit,
        },
        phone: PhoneOptions::of(&args.phone),
    };
    let device = app::open(&args.app, args.device.as_deref(), &options.phone)?;
    let config = read_config(args.config.as_deref())?;
    let seed = args.seed.unwrap_or_else(|| since_1970().subsec_nanos().into());
    let mut file = RunFile::new("explore", &args.app, &device.name(), &args.strategy.name(), seed);
    let millis = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
    file.budget =
        Budget { events: args.events, wall_millis: millis(args.time), phone_millis: millis(args.phone_time) };
    if file.budget == Budget::default() {
        file.budget.events = Some(DEFAULT_EVENTS);
    }
    file.answers = config.answers;
    file.options = toml::Table::try_from(&options).map_err(|e| Failure::device(&doing, e.to_string()))?;
    let path = args.out.clone().unwrap_or_else(|| default_path(&args.app));
    let run = RunDir::create(&path, &file).map_err(|e| Failure::of(&doing, e))?;
    drop(device);
    go(&doing, &run, &file, json, args.explain_model)
}

pub(crate) fn resume(args: &Resume, json: bool) -> Result<u8, Failure> {
    let doing = format!("resuming {}", args.run.display());
    let (run, file) = RunDir::open(&args.run).map_err(|e| Failure::of(&doing, e))?;
    go(&doing, &run, &file, json, args.explain_model)
}

fn go(doing: &str, run: &RunDir, file: &RunFile, json: bool, explain: bool) -> Result<u8, Failure> {
    let options: Options = file.options.clone().try_into().map_err(|e: toml::de::Error| {
        Failure::usage(doing, format!("run.toml, [options]: {}", e.message()))
    })?;
    let mut device = app::open(&file.app, None, &options.phone)?;
    let mut chosen = strategy(&file.strategy, &options.strategy).ok_or_else(|| {
        Failure::usage(doing, format!("run.toml names an unknown strategy `{}`", file.strategy))
    })?;
    let stop = stop_on_interrupt();
    let mut progress = Progress::new(device.branches());
    let shrink = options.shrink.then(ShrinkBudget::default);
    let result = execute(run, file, device.as_mut(), chosen.as_mut(), shrink, &mut progress, &stop);
    progress.end();
    let summary = result.map_err(|e| Failure::of(doing, e))?;
    if json {
        print_json(&summary)?;
    } else {
        print_summary(&summary, file)?;
    }
    if explain {
        let words =
            chosen.explain().unwrap_or_else(|| format!("{} keeps no model that words tell", file.strategy));
        note(&format!("\n{}", words.trim_end()));
    }
    let interrupted = summary.ended == "interrupted";
    if interrupted {
        note(&format!("interrupted: no verdict yet; go on with: skink resume {}", run.path().display()));
    }
    Ok(match (summary.findings.is_empty(), interrupted) {
        (false, _) => crate::FINDINGS,
        (true, true) => crate::FAILED,
        (true, false) => crate::OK,
    })
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

fn read_config(given: Option<&Path>) -> Result<Config, Failure> {
    let path = given.unwrap_or(Path::new("skink.toml"));
    if given.is_none() && !path.exists() {
        return Ok(Config::default());
    }
    let doing = format!("reading settings from {}", path.display());
    let text = std::fs::read_to_string(path).map_err(|e| Failure::usage(&doing, e.to_string()))?;
    toml::from_str(&text).map_err(|e| Failure::usage(doing, e.to_string().trim_end().replace('\n', "\n  ")))
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// `skink-out/notebook/2025-06-02-080000-explore`, with a number behind it where that is taken.
fn default_path(app: &str) -> PathBuf {
    let name = app.rsplit([':', '/']).next().unwrap_or(app);
    let seconds = since_1970().as_secs();
    let (year, month, day) = civil_date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let base = Path::new("skink-out")
        .join(name)
        .join(format!("{year}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}-explore"));
    let numbered = (2..1000).map(|n| PathBuf::from(format!("{}-{n}", base.display())));
    std::iter::once(base.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(base)
}

/// Year, month and day of a day counted from 1 January 1970.
fn civil_date(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::civil_date;

    #[test]
    fn dates_of_known_days() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_241), (2025, 6, 2));
    }
}
