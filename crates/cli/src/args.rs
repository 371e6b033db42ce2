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
    Devices(Devices),
    /// Check a device: what is there, which driver works, how long a step takes, what is missing.
    Doctor(Doctor),
    /// List the sample apps and their known bugs.
    Apps(Apps),
    /// Explore an app and find crashes.
    Explore(Explore),
    /// Find logic bugs without any specification: insert events that should not matter into tests.
    Fuzz(Fuzz),
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
    /// Build a run's report, print it in another format, or compare two runs.
    Report(ReportArgs),
    /// Mark findings as known and accepted: later runs fail only on new ones.
    Accept(Accept),
    /// Write a finding for another tool.
    Export(Export),
    /// Look at dumps of screens: uiautomator XML or DroidBot JSON.
    Screen(Screen),
    /// Why was a known bug missed? Match what tools did against the bug's automaton.
    Diagnose(Diagnose),
    /// Use the built-in phone by hand.
    Phone(Phone),
    /// Show the settings in effect, or check which of their rules match.
    Config(Config),
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StrategyName {
    /// Any enabled event, each equally likely, with clean restarts now and then.
    Random,
    /// A model whose abstraction refines and coarsens itself (the APE paper).
    #[default]
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

/// How the phone or the device is set up.
#[derive(clap::Args, Clone)]
pub(crate) struct PhoneArgs {
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    #[command(flatten)]
    pub(crate) android: AndroidArgs,
}

/// How the phone is set up; real devices ignore it.
#[derive(clap::Args, Clone)]
pub(crate) struct SampleArgs {
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
    /// The app: an `.apk` or `.apks` file, a folder of split APKs, an installed package, or `sample:NAME` (see
    /// `skink apps`).
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
    #[command(flatten)]
    pub(crate) phone: PhoneArgs,
}

/// How a real device is used; the phone ignores it.
#[derive(clap::Args, Clone)]
pub(crate) struct AndroidArgs {
    /// The device, as `skink devices` names it [default: the phone for sample apps, else the only one attached].
    #[arg(long, value_name = "SERIAL", help_heading = "Device")]
    pub(crate) device: Option<String>,
    /// How the device is seen and touched: by the agent where it runs, or by Android's own commands.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Device")]
    pub(crate) driver: DriverName,
    /// Port of the adb server [default: ANDROID_ADB_SERVER_PORT, else 5037].
    #[arg(long, value_name = "PORT", help_heading = "Device")]
    pub(crate) adb_port: Option<u16>,
    /// How long one call to the device may take.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time, help_heading = "Device")]
    pub(crate) device_timeout: Duration,
    /// How long a device that was lost is waited for.
    #[arg(long, value_name = "TIME", default_value = "90s", value_parser = parse_time, help_heading = "Device")]
    pub(crate) device_patience: Duration,
    /// Grant the app's permissions before each clean start, so that it never asks.
    #[arg(long, help_heading = "Device")]
    pub(crate) grant_permissions: bool,
    /// Put a few pictures, sounds, PDFs and texts on the device.
    #[arg(long, help_heading = "Device")]
    pub(crate) push_media: bool,
    /// Switch the device's animations off during the run.
    #[arg(long, help_heading = "Device")]
    pub(crate) no_animations: bool,
    /// Refuse that other apps are started (needs the agent).
    #[arg(long, help_heading = "Device")]
    pub(crate) stay_inside: bool,
    /// R8's or ProGuard's mapping file: stacks get the names that were written.
    #[arg(long, value_name = "FILE", help_heading = "Device")]
    pub(crate) mapping: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum DriverName {
    /// The agent, or Android's commands where it does not start.
    Auto,
    /// The agent, or nothing.
    Agent,
    /// Android's commands: `uiautomator dump`, `input`, `dumpsys`.
    Shell,
}

#[derive(clap::Args)]
pub(crate) struct Devices {
    /// Port of the adb server [default: ANDROID_ADB_SERVER_PORT, else 5037].
    #[arg(long, value_name = "PORT")]
    pub(crate) adb_port: Option<u16>,
}

#[derive(clap::Args)]
pub(crate) struct Doctor {
    /// An app to measure steps with [default: whatever is in front].
    #[arg(value_name = "APP")]
    pub(crate) app: Option<String>,
    /// Steps to measure.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) steps: u32,
    #[command(flatten)]
    pub(crate) android: AndroidArgs,
}

#[derive(clap::Args)]
pub(crate) struct Explore {
    /// How the next event is chosen [default: ape].
    #[arg(long, value_enum)]
    pub(crate) strategy: Option<StrategyName>,
    /// Probability of a clean restart before each event [default: 0.1].
    #[arg(long, value_name = "P", value_parser = parse_probability, help_heading = "Random")]
    pub(crate) restart: Option<f64>,
    /// Probability of a system event (rotation, background, process death) instead of a user's [default: 0.05].
    #[arg(long, value_name = "P", value_parser = parse_probability)]
    pub(crate) system: Option<f64>,
    /// Events after which a trace ends [default: 50].
    #[arg(long, value_name = "N", help_heading = "SwiftHand and L*")]
    pub(crate) trace_limit: Option<u64>,
    /// Do not press Back and Menu.
    #[arg(long)]
    pub(crate) no_keys: bool,
    /// Explore towards this known bug: a text automaton whose events have predicates.
    #[arg(long, value_name = "BUG", conflicts_with = "strategy")]
    pub(crate) target: Option<PathBuf>,
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
    /// Do nothing to the app: check the file, and show what each selector of it matches on the screens given.
    #[arg(long)]
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
pub(crate) struct Fuzz {
    /// Seed tests [default: 20, or what skink.toml says].
    #[arg(long, value_name = "N", help_heading = "Tests")]
    pub(crate) seeds: Option<usize>,
    /// Events of a seed test [default: 15].
    #[arg(long, value_name = "N", help_heading = "Tests")]
    pub(crate) seed_events: Option<usize>,
    /// Mutants at each position of a seed [default: 300].
    #[arg(long, value_name = "N", help_heading = "Tests")]
    pub(crate) mutants: Option<usize>,
    /// Inserted events of a mutant [default: 8].
    #[arg(long, value_name = "N", help_heading = "Tests")]
    pub(crate) inserted: Option<usize>,
    /// Take the traces of this run as seed tests.
    #[arg(long, value_name = "RUN", help_heading = "Tests")]
    pub(crate) seeds_from: Option<PathBuf>,
    /// Insert no neutral events (turning, going to the background, …).
    #[arg(long, help_heading = "Tests")]
    pub(crate) no_neutral: bool,
    /// As in the Genie paper: no neutral events, shortest traces first, errors that occurred once.
    #[arg(long)]
    pub(crate) paper: bool,
    /// Devices to work on at once [default: one a core]; the findings are the same.
    #[arg(long, value_name = "N")]
    pub(crate) workers: Option<usize>,
    /// Judge a seed and a mutant that Genie recorded, instead of fuzzing an app.
    #[arg(long, value_name = "DIR")]
    pub(crate) recorded: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(clap::Args)]
pub(crate) struct Record {
    /// The app: an .apk, an installed package or `sample:NAME` (see `skink apps`).
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

#[derive(clap::Args, Clone)]
pub(crate) struct Replay {
    /// The finding's folder; with --all a run's.
    #[arg(value_name = "FINDING")]
    pub(crate) finding: PathBuf,
    /// Replay every finding of a run, one after the other.
    #[arg(long)]
    pub(crate) all: bool,
    /// Another build of the app to do it on, such as a new .apk.
    #[arg(long, value_name = "APP")]
    pub(crate) app: Option<String>,
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

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ReportFormat {
    /// The page.
    Html,
    /// Everything, in the report's schema.
    Json,
    /// JUnit XML: a failed test case for each finding.
    Junit,
    /// SARIF 2.1, which code hosts show.
    Sarif,
    /// How coverage grew.
    Csv,
    /// A summary for a pull request.
    Markdown,
}

#[derive(clap::Args)]
pub(crate) struct ReportArgs {
    /// The run's folder.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Print the report in this format instead of writing it into the run's folder.
    #[arg(long, value_enum, conflicts_with = "against")]
    pub(crate) format: Option<ReportFormat>,
    /// Compare with an earlier run: new, fixed and persisting findings.
    #[arg(long, value_name = "RUN")]
    pub(crate) against: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Accept {
    /// The findings' folders.
    #[arg(value_name = "FINDING", required = true)]
    pub(crate) findings: Vec<PathBuf>,
    /// The file they are kept in [default: skink-accepted.json in this folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A Maestro flow.
    Maestro,
    /// A shell script of adb commands.
    Adb,
    /// A bug report with the pictures beside the finding.
    Markdown,
}

#[derive(clap::Args)]
pub(crate) struct Export {
    /// The finding's folder.
    #[arg(value_name = "FINDING")]
    pub(crate) finding: PathBuf,
    /// What to write.
    #[arg(long = "as", value_enum)]
    pub(crate) format: ExportFormat,
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
    /// Show groups, independent and active views, as `skink fuzz` infers them.
    Views(ViewsArgs),
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
pub(crate) struct Diagnose {
    /// The bug's automaton: a JFLAP file, a text file, or a folder of them; may be given several times.
    #[arg(long = "bug", value_name = "BUG")]
    pub(crate) bugs: Vec<PathBuf>,
    /// What tools did: logs, published result folders, runs of Skink, DroidBot's output, or folders of these.
    #[arg(value_name = "TRACE")]
    pub(crate) traces: Vec<PathBuf>,
    /// Compare with simple trace comparison and simple runtime verification.
    #[arg(long)]
    pub(crate) compare: bool,
    /// Write the clues as a page.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Propose an automaton for a finding instead, by executing its events from all the states they lead to.
    #[arg(long, value_name = "FINDING", conflicts_with_all = ["bugs", "traces", "compare", "html"])]
    pub(crate) from_finding: Option<PathBuf>,
    /// Where the proposed automaton goes [default: standard output].
    #[arg(long, value_name = "FILE", requires = "from_finding")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct ViewsArgs {
    /// Dumps of one walk in the order they were made, or folders of them; `events.txt` in a folder tells what was
    /// done between them, an event a line.
    #[arg(required = true)]
    pub(crate) dumps: Vec<PathBuf>,
    /// Settings file: its `[fuzz.views]` counts.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
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
    /// Let adb reach the phone, as it reaches an Android on the network.
    Serve(Serve),
}

#[derive(clap::Args)]
pub(crate) struct Serve {
    /// The app: `sample:NAME`.
    #[arg(value_name = "APP")]
    pub(crate) app: String,
    /// Where `adb connect` finds it, on this machine only; port 0 takes any free one, which is printed.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) adb: String,
    /// Android's API level that it says it has and whose formats it answers in, 19 to 36.
    #[arg(long, value_name = "N", default_value_t = 34)]
    pub(crate) api: u32,
    /// What goes wrong and when, for tests: POINT:KIND,… or seed=N,every=N.
    #[arg(long, value_name = "PLAN", hide = true)]
    pub(crate) faults: Option<String>,
    #[command(flatten)]
    pub(crate) phone: PhoneArgs,
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
    pub(crate) phone: SampleArgs,
}

#[derive(clap::Args)]
pub(crate) struct Config {
    #[command(subcommand)]
    pub(crate) what: ConfigCommand,
}

#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print the settings in effect, every default written out, as a skink.toml.
    Show {
        /// Settings file [default: skink.toml in this folder, where there is one].
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// For this app: defaults of a sample app differ from those on a real device.
        #[arg(long, value_name = "APP", default_value = "", hide_default_value = true)]
        app: String,
    },
    /// Check the settings, and say which rules match nothing on these dumps. Exits with 1 where one does.
    Check {
        /// Settings file [default: skink.toml in this folder].
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// A dump of a screen the rules are for; may be given several times.
        #[arg(long, value_name = "DUMP")]
        screen: Vec<PathBuf>,
    },
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
    /// Compare exploration towards a known bug with plain APE: events to each of the samples' crashes.
    Target(BenchTarget),
    /// Fuzz the sample apps, bugs on and all fixed, and compare what is found with what is known.
    Fuzz(BenchFuzz),
    /// Data properties: one function alone, one with random events, all interleaved; which known bugs each finds.
    Check(BenchCheck),
}

#[derive(clap::Args)]
pub(crate) struct BenchTarget {
    /// Only these apps, by name, with commas between them [default: all].
    #[arg(long, value_name = "APPS", value_delimiter = ',')]
    pub(crate) apps: Vec<String>,
    /// Runs of each on each bug.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) repeats: u64,
    /// Events after which a run gives up.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) events: u64,
}

#[derive(clap::Args)]
pub(crate) struct BenchFuzz {
    /// Only these apps, by name, with commas between them [default: all].
    #[arg(long, value_name = "APPS", value_delimiter = ',')]
    pub(crate) apps: Vec<String>,
    /// Runs of each app with its bugs on, and as many with all fixed.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) repeats: u64,
    /// The first seed; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) first_seed: u64,
    /// Events of mining: an hour of phone time by default.
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    pub(crate) mining: u64,
    /// Workers [default: one a core].
    #[arg(long, value_name = "N")]
    pub(crate) workers: Option<usize>,
    /// Fuzz as the paper does: no neutral events, errors that occurred once.
    #[arg(long)]
    pub(crate) paper: bool,
    /// Mutants at each position of a seed.
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub(crate) mutants: usize,
    /// Instead of fuzzing, put the hand-written seeds and mutants of the known bugs before oracle and rules.
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Print each finding with what it is of.
    #[arg(long)]
    pub(crate) findings: bool,
    /// Where fuzz.jsonl goes; finished runs found there are not done again.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Record the runs there; of those found there only the errors are examined again, as after a change of the rules.
    #[arg(long, value_name = "DIR")]
    pub(crate) runs: Option<PathBuf>,
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
    /// The seed of the first run; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) first_seed: u64,
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
