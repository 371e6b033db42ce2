//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Parser, Subcommand, ValueEnum};
use skink_phone::Costs;

/// Finds bugs in Android apps through their GUI.
#[derive(Parser)]
#[command(
    name = "skink",
    version,
    about,
    long_about = "Finds bugs in Android apps through their GUI: explores an app, records every step, and hands \
                  over each bug with the fewest events that show it.",
    after_help = "Exit codes: 0 nothing found, 1 findings, 2 wrong usage or settings, 3 the device or Skink \
                  itself failed.\n\nFirst try: skink explore sample:notebook"
)]
pub(crate) struct Args {
    /// Print the result as JSON on standard output, and nothing else there.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List what can be driven, the built-in phone included.
    Devices,
    /// List the sample apps and their known bugs.
    Apps(Apps),
    /// Explore an app and find crashes.
    Explore(Explore),
    /// Find logic bugs: check an app against its data properties.
    Check(Check),
    /// Write a data property by demonstration, on a page or in the terminal.
    Record(Record),
    /// Continue a run that was interrupted or killed.
    Resume(Resume),
    /// Do a finding's events again and say whether it still shows.
    Replay(Replay),
    /// Make a finding smaller: the fewest events that still show it.
    Shrink(Shrink),
    /// Look at dumps of screens: uiautomator XML or DroidBot JSON.
    Screen(Screen),
    /// Use the built-in phone by hand.
    Phone(Phone),
    /// Measure Skink against the sample apps' ground truth.
    Bench(Bench),
    /// Write a completion script for a shell.
    Completions(Completions),
    /// Write the manual pages.
    Man(Man),
}

#[derive(clap::Args)]
pub(crate) struct Apps {
    /// Only this sample, with the fewest events that show each of its bugs.
    pub(crate) name: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum StrategyName {
    /// Any enabled event, each equally likely, with clean restarts now and then.
    Random,
    /// A model whose abstraction refines and coarsens itself (the APE paper).
    Ape,
    /// Events that led to new events first, then at random, in turns (the Genie paper's miner).
    Weighted,
    /// Learns an automaton while it explores and avoids restarts (the SwiftHand paper).
    Swifthand,
    /// Learns an automaton exactly, with many restarts (Angluin's L*).
    Lstar,
}

impl StrategyName {
    /// The name in files.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum CostsName {
    /// 0.3 s an event, 2 s a restart.
    Modern,
    /// 5 s an event, 30 s a restart (the SwiftHand paper).
    Paper,
}

impl CostsName {
    pub(crate) fn costs(self) -> Costs {
        match self {
            CostsName::Modern => Costs::MODERN,
            CostsName::Paper => Costs::PAPER,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum AllOrNone {
    All,
    None,
}

/// How the phone is set up; real devices ignore it.
#[derive(clap::Args, Clone)]
pub(crate) struct PhoneArgs {
    /// What events and restarts cost in phone time.
    #[arg(long, value_enum, default_value = "modern", help_heading = "Phone")]
    pub(crate) costs: CostsName,
    /// Whether the sample app's known bugs are on.
    #[arg(long, value_enum, default_value = "all", help_heading = "Phone")]
    pub(crate) bugs: AllOrNone,
    /// Switch this known bug off; may be given several times.
    #[arg(long, value_name = "ID", conflicts_with = "bugs", help_heading = "Phone")]
    pub(crate) fix: Vec<String>,
    /// A call comes in every so often, in phone time, such as 5m.
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Phone")]
    pub(crate) calls_every: Option<Duration>,
}

/// What every command that makes a run takes.
#[derive(clap::Args)]
pub(crate) struct RunArgs {
    /// The app: `sample:NAME` (see `skink apps`).
    #[arg(value_name = "APP")]
    pub(crate) app: String,
    /// Makes the run on the phone repeat exactly; without one, a new one each time.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Stop after so many events [default: 10000 where no other bound is given].
    #[arg(long, value_name = "N", help_heading = "Budget")]
    pub(crate) events: Option<u64>,
    /// Stop after this time, such as 90s, 10m or 2h.
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Budget")]
    pub(crate) time: Option<Duration>,
    /// Stop after this much device time.
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Budget")]
    pub(crate) phone_time: Option<Duration>,
    /// Do not make the findings smaller at the end; `skink shrink` does it later.
    #[arg(long)]
    pub(crate) no_shrink: bool,
    /// Settings file [default: skink.toml in this folder, where there is one].
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Where the run is written [default: skink-out/APP/TIME-COMMAND].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The device, as `skink devices` names it [default: the phone for sample apps].
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Option<String>,
    #[command(flatten)]
    pub(crate) phone: PhoneArgs,
}

#[derive(clap::Args)]
pub(crate) struct Explore {
    /// How the next event is chosen.
    #[arg(long, value_enum, default_value = "random")]
    pub(crate) strategy: StrategyName,
    /// Probability of a clean restart before each event.
    #[arg(long, value_name = "P", default_value_t = 0.1, value_parser = parse_probability, help_heading = "Random")]
    pub(crate) restart: f64,
    /// Probability of a system event (rotation, background, process death) instead of a user's.
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_probability)]
    pub(crate) system: f64,
    /// Events after which a trace ends.
    #[arg(long, value_name = "N", default_value_t = 50, help_heading = "SwiftHand and L*")]
    pub(crate) trace_limit: u64,
    /// Do not press Back and Menu.
    #[arg(long)]
    pub(crate) no_keys: bool,
    /// Print what the strategy has learned of the app, in words.
    #[arg(long)]
    pub(crate) explain_model: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// `skink check`: a run against a property file, or one of the things to do with such a file.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Check {
    #[command(subcommand)]
    pub(crate) what: Option<CheckCommand>,
    /// The property file (see docs/guide/properties.md).
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) properties: Option<PathBuf>,
    /// Do nothing to the app: show what each selector of the file matches on the screens given.
    #[arg(long, requires = "screen")]
    pub(crate) dry_run: bool,
    /// A dump of a screen for --dry-run; may be given several times.
    #[arg(long, value_name = "DUMP", requires = "dry_run")]
    pub(crate) screen: Vec<PathBuf>,
    /// Probability of a function, where one is possible, against a random event.
    #[arg(long, value_name = "P", default_value_t = 0.5, value_parser = parse_probability)]
    pub(crate) bias: f64,
    /// Events after which a test ends and the app is started clean.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) length: u64,
    /// Probability of a system event (rotation, background, process death) instead of a random one.
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_probability)]
    pub(crate) system: f64,
    /// Choose as the paper's Algorithm 1 does: without regard to what was done before.
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) run: MaybeRun,
}

/// What a run takes, where an app is named: a file can be looked at without one.
pub(crate) struct MaybeRun(pub(crate) Option<RunArgs>);

impl clap::FromArgMatches for MaybeRun {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut clap::ArgMatches) -> Result<Self, clap::Error> {
        let named = matches.contains_id("app");
        named.then(|| RunArgs::from_arg_matches_mut(matches)).transpose().map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for MaybeRun {
    fn augment_args(command: clap::Command) -> clap::Command {
        RunArgs::augment_args(command).mut_arg("app", |app| app.required(false))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

#[derive(Subcommand)]
pub(crate) enum CheckCommand {
    /// Read published PBFDroid specifications (dmf_*.json, keyviews_*.json) and print a property file.
    Import {
        /// The folder with the specifications of one app, or a dmf_*.json.
        folder: PathBuf,
    },
    /// Print the JSON schema of property files, for editors.
    Schema,
}

#[derive(clap::Args)]
pub(crate) struct Record {
    /// The app: `sample:NAME` (see `skink apps`).
    #[arg(value_name = "APP")]
    pub(crate) app: String,
    /// The property file to add to [default: APP.properties.toml in this folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) properties: Option<PathBuf>,
    /// In the terminal, line by line, instead of on a page.
    #[arg(long)]
    pub(crate) tty: bool,
    /// Port of the page [default: any free one].
    #[arg(long, value_name = "N", conflicts_with = "tty", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// The device, as `skink devices` names it [default: the phone for sample apps].
    #[arg(long, value_name = "SERIAL")]
    pub(crate) device: Option<String>,
    #[command(flatten)]
    pub(crate) phone: PhoneArgs,
}

#[derive(clap::Args)]
pub(crate) struct Resume {
    /// The run's folder.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Print what the strategy has learned of the app, in words.
    #[arg(long)]
    pub(crate) explain_model: bool,
}

#[derive(clap::Args)]
pub(crate) struct Replay {
    /// The finding's folder.
    #[arg(value_name = "FINDING")]
    pub(crate) finding: PathBuf,
    /// How often, each time from a clean start.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) times: u32,
    /// Switch this known bug of a sample app off: the finding must disappear; may be given several times.
    #[arg(long, value_name = "ID", help_heading = "Phone")]
    pub(crate) fix: Vec<String>,
}

#[derive(clap::Args)]
pub(crate) struct Shrink {
    /// The finding's folder.
    #[arg(value_name = "FINDING")]
    pub(crate) finding: PathBuf,
    /// Execute at most so many candidates.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(crate) candidates: u64,
    /// Replays that tell how often the finding shows.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) replays: u32,
}

#[derive(clap::Args)]
pub(crate) struct Screen {
    #[command(subcommand)]
    pub(crate) what: ScreenCommand,
}

#[derive(Subcommand)]
pub(crate) enum ScreenCommand {
    /// Show a dump as a tree.
    Show {
        /// The dump; `-` reads standard input.
        dump: PathBuf,
    },
    /// Show what differs between two dumps. Exits with 1 where something does.
    Diff {
        /// The screen before.
        before: PathBuf,
        /// The screen after.
        after: PathBuf,
    },
    /// Show which widgets a selector matches, such as `id=save` or `class=Button text="OK"`.
    Find {
        /// The dump; `-` reads standard input.
        dump: PathBuf,
        /// The selector: any of class=, id=, text=, desc=, place=.
        #[arg(required = true, action = ArgAction::Append)]
        selector: Vec<String>,
    },
}

#[derive(clap::Args)]
pub(crate) struct Phone {
    #[command(subcommand)]
    pub(crate) what: PhoneCommand,
}

#[derive(Subcommand)]
pub(crate) enum PhoneCommand {
    /// Use a sample app in the terminal, or as a page in the browser.
    Play(Play),
}

#[derive(clap::Args)]
pub(crate) struct Play {
    /// The app: `sample:NAME`.
    #[arg(value_name = "APP")]
    pub(crate) app: String,
    /// Show the phone as a page on this machine instead: click on the picture.
    #[arg(long)]
    pub(crate) page: bool,
    /// Port of the page [default: any free one].
    #[arg(long, value_name = "N", requires = "page", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) phone: PhoneArgs,
}

#[derive(clap::Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) what: BenchCommand,
}

#[derive(Subcommand)]
pub(crate) enum BenchCommand {
    /// Count what the sample apps hold: screens, widgets, branches, bugs by kind and depth, traps.
    Truth {
        /// Events of the walk on which screens and widgets are counted.
        #[arg(long, value_name = "N", default_value_t = 20_000)]
        events: u64,
    },
    /// Compare strategies on the sample apps in phone time: coverage, states, restarts, crashes.
    Explore(BenchExplore),
    /// Data properties: one function alone, one with random events, all interleaved; which known bugs each finds.
    Check(BenchCheck),
}

#[derive(clap::Args)]
pub(crate) struct BenchCheck {
    /// The folder with a property file NAME.toml for each app.
    #[arg(long, value_name = "DIR", default_value = "examples/properties")]
    pub(crate) properties: PathBuf,
    /// Only these apps, by name, with commas between them [default: all with a file].
    #[arg(long, value_name = "APPS", value_delimiter = ',')]
    pub(crate) apps: Vec<String>,
    /// Only these configurations, with commas between them [default: all].
    #[arg(long, value_enum, value_name = "MODES", value_delimiter = ',')]
    pub(crate) modes: Vec<ModeName>,
    /// Events of each run.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) events: u64,
    /// Seeds of each configuration on each app.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) repeats: u64,
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) first_seed: u64,
    /// Do not run the fixed apps.
    #[arg(long)]
    pub(crate) no_fixed: bool,
    /// Choose as the paper's Algorithm 1 does.
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ModeName {
    /// One function by the shortest way, nothing else.
    OneAlone,
    /// One function with random events.
    OneWithRandom,
    /// All functions with random events.
    Interleaved,
}

#[derive(clap::Args)]
pub(crate) struct BenchExplore {
    /// Only these apps, by name, with commas between them [default: all].
    #[arg(long, value_name = "APPS", value_delimiter = ',')]
    pub(crate) apps: Vec<String>,
    /// Only these strategies, with commas between them [default: all].
    #[arg(long, value_enum, value_name = "STRATEGIES", value_delimiter = ',')]
    pub(crate) strategies: Vec<StrategyName>,
    /// Phone time of each run.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = parse_time)]
    pub(crate) phone_time: Duration,
    /// Runs of each strategy on each app.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) repeats: u64,
    /// What events and restarts cost in phone time.
    #[arg(long, value_enum, default_value = "modern")]
    pub(crate) costs: CostsName,
    /// Where raw.jsonl, raw.csv and the plots go; finished runs found there are not done again.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(clap::Args)]
pub(crate) struct Man {
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) =
        text.split_at(text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len()));
    let number: f64 = number.parse().map_err(|_| "not a time; write it like 90s, 10m or 2h".to_owned())?;
    let scale = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(number * scale).map_err(|e| e.to_string())
}

fn parse_probability(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        _ => Err("not a probability: a number from 0 to 1".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn times_are_read_with_their_unit() {
        assert_eq!(parse_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("250ms"), Ok(Duration::from_millis(250)));
        assert!(parse_time("soon").is_err());
        assert!(parse_time("-1s").is_err());
    }
}
