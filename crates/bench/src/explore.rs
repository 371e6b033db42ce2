//! Strategies compared on the sample apps, in phone time.
//!
//! Every strategy gets the same phone time on every app, several times with different seeds; the figures of each
//! run are one line of `raw.jsonl`, appended as runs end, so that an interrupted comparison goes on where it was.
//! States are counted by Genie's Definition 1 for all strategies alike.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use skink_gui::Screen;
use skink_phone::{Costs, Phone, PhoneSettings, Sample};
use skink_run::{
    AfterLeaving, Answers, Budget, Choice, CrashOracle, Found, Moment, RunError, Runner, Strategy, Tally,
    Watcher, cores, share_out,
};
use skink_trace::Step;

use crate::known::{Known, Missed, Watch, known as known_bugs};
use crate::missed::{MissedRow, WithoutClues, missed};
use crate::statistics::{Comparison, Mean, mann_whitney};

/// Makes the strategy of that name.
pub type Maker = fn(&str) -> Option<Box<dyn Strategy>>;

/// What is compared.
#[derive(Clone)]
pub struct Plan {
    /// The apps.
    pub apps: Vec<Sample>,
    /// The strategies by name.
    pub strategies: Vec<String>,
    /// How a strategy is made.
    pub make: Maker,
    /// Phone time of each run, in milliseconds.
    pub phone_millis: u64,
    /// Runs of each strategy on each app.
    pub repeats: u64,
    /// The seed of the first; the others follow it.
    pub first_seed: u64,
    /// What events and restarts cost.
    pub costs: Costs,
}

impl Plan {
    fn seeds(&self) -> std::ops::Range<u64> {
        self.first_seed..self.first_seed.saturating_add(self.repeats)
    }
}

/// The figures of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunFigures {
    /// The app.
    pub app: String,
    /// The strategy.
    pub strategy: String,
    /// The seed.
    pub seed: u64,
    /// The cost model.
    pub costs: String,
    /// Phone time it was given, in seconds.
    pub phone_seconds: f64,
    /// Branches covered.
    pub covered: u32,
    /// Branches there are.
    pub branches: u32,
    /// Activities met.
    pub activities: u64,
    /// States met.
    pub states: u64,
    /// Inputs sent.
    pub inputs: u64,
    /// Distinct input sequences from a clean start that were tried.
    pub prefixes: u64,
    /// Clean starts after the first.
    pub restarts: u64,
    /// Share of the phone time spent on clean starts.
    pub restarting: f64,
    /// Crashes and hangs by title, with the phone time at which each was met first, in seconds.
    pub crashes: BTreeMap<String, f64>,
    /// Coverage over time: phone seconds and branches, where it grew.
    pub growth: Vec<(f64, u32)>,
    /// Ground-truth crashes that were missed, with how close it came.
    #[serde(default)]
    pub missed: BTreeMap<String, Missed>,
}

impl RunFigures {
    fn key(&self) -> (String, String, u64) {
        (self.app.clone(), self.strategy.clone(), self.seed)
    }
}

/// A strategy on an app, over its repeats.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The app.
    pub app: String,
    /// The strategy.
    pub strategy: String,
    /// Branch coverage in percent.
    pub coverage: Mean,
    /// Activities.
    pub activities: Mean,
    /// States.
    pub states: Mean,
    /// Inputs.
    pub inputs: Mean,
    /// Distinct input sequences.
    pub prefixes: Mean,
    /// Restarts for each input.
    pub restarts_per_input: Mean,
    /// Percent of the phone time spent restarting.
    pub restarting: Mean,
    /// In how many of the repeats each crash was met, and after how many phone seconds on average.
    pub crashes: BTreeMap<String, (usize, f64)>,
    /// Coverage against the app's best strategy; `None` for that one.
    pub against_best: Option<Comparison>,
}

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// App by app, strategies in the order they were named.
    pub rows: Vec<Row>,
    /// For each strategy, on how many apps its coverage is best or not significantly (5 %) below the best.
    pub best_or_tied: BTreeMap<String, usize>,
    /// For each strategy, on how many apps it is significantly below every other.
    pub worst: BTreeMap<String, usize>,
    /// What no run of a strategy met, app by app.
    pub missed: Vec<MissedRow>,
    /// The same, where no automaton tells how close the runs came.
    pub without_clues: Vec<WithoutClues>,
    /// The runs.
    pub raw: Vec<RunFigures>,
}

/// Runs the plan on all cores. With a folder, finished runs are kept there and not done again.
pub fn explore(
    plan: &Plan,
    folder: Option<&Path>,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Report, RunError> {
    let mut jobs = Vec::new();
    for sample in &plan.apps {
        for strategy in &plan.strategies {
            jobs.extend(plan.seeds().map(|seed| (*sample, strategy.clone(), seed)));
        }
    }
    let path = folder.map(|folder| folder.join("raw.jsonl"));
    let kept = path.as_deref().map_or_else(Vec::new, |path| read_kept(path, plan));
    let known: BTreeSet<_> = kept.iter().map(RunFigures::key).collect();
    let open: Vec<_> = jobs
        .iter()
        .filter(|(sample, strategy, seed)| {
            !known.contains(&(sample.manifest.name.to_owned(), strategy.clone(), *seed))
        })
        .collect();
    let mut bugs = BTreeMap::new();
    for (sample, _, _) in &open {
        if !bugs.contains_key(sample.manifest.name) && !stop.load(Ordering::Relaxed) {
            bugs.insert(sample.manifest.name, known_bugs(*sample)?);
        }
    }
    let file = match &path {
        Some(path) => Some(append(path)?),
        None => None,
    };
    let file = Mutex::new(file);
    let finished = AtomicUsize::new(jobs.len() - open.len());
    let new = share_out(cores(), &open, |queue| {
        let mut new = Vec::new();
        for (number, (sample, strategy, seed)) in queue {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let bugs = bugs.get(sample.manifest.name).map_or(&[][..], Vec::as_slice);
            let Some(figures) = run_one(plan, *sample, strategy, *seed, bugs, stop)? else { break };
            if let Some(path) = &path {
                keep(&file, path, &figures)?;
            }
            new.push((number, figures));
            progress(finished.fetch_add(1, Ordering::Relaxed) + 1, jobs.len());
        }
        Ok(new)
    })?;
    let mut raw: Vec<RunFigures> = kept.into_iter().chain(new).collect();
    let order = |figures: &RunFigures| {
        let place = jobs.iter().position(|(sample, strategy, seed)| {
            (sample.manifest.name, strategy, *seed) == (figures.app.as_str(), &figures.strategy, figures.seed)
        });
        place.unwrap_or(usize::MAX)
    };
    raw.sort_by_cached_key(order);
    Ok(report(plan, raw))
}

/// Opens a file of finished runs to go on with.
pub(crate) fn append(path: &Path) -> Result<File, RunError> {
    let failed = |source| RunError::Io { doing: "open", path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
    end_torn_line(&mut file).map_err(failed)?;
    Ok(file)
}

/// A line that was torn when the last comparison was killed must not swallow the next one.
fn end_torn_line(file: &mut File) -> std::io::Result<()> {
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == [b'\n'] { Ok(()) } else { file.write_all(b"\n") }
}

/// The runs of this plan that are finished already; torn lines and those of other plans are passed over.
fn read_kept(path: &Path, plan: &Plan) -> Vec<RunFigures> {
    let Ok(file) = File::open(path) else { return Vec::new() };
    // By bytes: a line may be torn in the middle of a letter.
    let lines = BufReader::new(file).split(b'\n').map_while(Result::ok);
    let fits = |figures: &RunFigures| {
        figures.costs == plan.costs.name
            && figures.phone_seconds == plan.phone_millis as f64 / 1000.0
            && plan.seeds().contains(&figures.seed)
            && plan.strategies.contains(&figures.strategy)
            && plan.apps.iter().any(|sample| sample.manifest.name == figures.app)
    };
    lines.filter_map(|line| serde_json::from_slice(&line).ok()).filter(fits).collect()
}

fn keep(file: &Mutex<Option<File>>, path: &Path, figures: &RunFigures) -> Result<(), RunError> {
    let line = serde_json::to_string(figures).unwrap_or_default() + "\n";
    let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let written = file.as_mut().map_or(Ok(()), |file| file.write_all(line.as_bytes()));
    written.map_err(|source| RunError::Io { doing: "write", path: path.to_owned(), source })
}

/// One run; `None` where it was interrupted.
fn run_one(
    plan: &Plan,
    sample: Sample,
    strategy: &str,
    seed: u64,
    bugs: &[Known],
    stop: &AtomicBool,
) -> Result<Option<RunFigures>, RunError> {
    let Some(inner) = (plan.make)(strategy) else {
        return Err(RunError::Diverged { problem: format!("there is no strategy `{strategy}`") });
    };
    let watches = bugs.iter().map(Watch::new).collect();
    let mut counted = Counted { inner, prefix: 0, prefixes: FxHashSet::default(), watches };
    let mut phone = Phone::new(sample, PhoneSettings { costs: plan.costs, ..PhoneSettings::default() })?;
    let mut oracle = CrashOracle::new(sample.manifest.package);
    let budget = Budget { phone_millis: Some(plan.phone_millis), ..Budget::default() };
    let answers = Answers { after_leaving: AfterLeaving::Restart, ..Answers::default() };
    let mut watcher = Growth { branches: sample.manifest.branches(), ..Growth::default() };
    let mut runner = Runner::new(&mut phone, &mut counted, &mut oracle, budget, answers, seed);
    runner.run_unrecorded(&mut watcher, stop)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let tally = runner.tally().clone();
    let branches = sample.manifest.branches();
    Ok(Some(RunFigures {
        app: sample.manifest.name.to_owned(),
        strategy: strategy.to_owned(),
        seed,
        costs: plan.costs.name.to_owned(),
        phone_seconds: plan.phone_millis as f64 / 1000.0,
        covered: tally.coverage(Some(branches)).map_or(0, |c| c.covered),
        branches,
        activities: tally.activities(),
        states: tally.states(),
        inputs: tally.events,
        prefixes: counted.prefixes.len() as u64,
        restarts: tally.restarts(),
        restarting: (tally.launches * plan.costs.restart) as f64 / tally.phone_millis.max(1) as f64,
        missed: counted
            .watches
            .iter()
            .filter(|watch| !watcher.crashes.contains_key(watch.title()))
            .map(Watch::missed)
            .collect(),
        crashes: watcher.crashes,
        growth: watcher.growth,
    }))
}

/// A strategy whose input sequences are counted, and whose steps are matched against known bugs.
struct Counted<'a> {
    inner: Box<dyn Strategy>,
    prefix: u64,
    prefixes: FxHashSet<u64>,
    watches: Vec<Watch<'a>>,
}

impl Strategy for Counted<'_> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn launched(&mut self, first: &Screen) {
        self.prefix = 0;
        self.watches.iter_mut().for_each(Watch::launched);
        self.inner.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        self.inner.next(moment)
    }

    fn saw(&mut self, step: &Step) {
        use std::hash::BuildHasher;
        self.prefix = rustc_hash::FxBuildHasher.hash_one((self.prefix, &step.event));
        self.prefixes.insert(self.prefix);
        self.watches.iter_mut().for_each(|watch| watch.saw(step));
        self.inner.saw(step);
    }
}

/// Notes when coverage grew and when crashes were met.
#[derive(Default)]
struct Growth {
    branches: u32,
    growth: Vec<(f64, u32)>,
    crashes: BTreeMap<String, f64>,
    pending: Vec<String>,
}

impl Watcher for Growth {
    fn found(&mut self, found: &Found) {
        self.pending.push(found.finding.title.clone());
    }

    fn progress(&mut self, tally: &Tally, _found: usize, _used: f64) {
        let now = tally.phone_millis as f64 / 1000.0;
        let covered = tally.coverage(Some(self.branches)).map_or(0, |c| c.covered);
        if self.growth.last().is_none_or(|(_, before)| *before < covered) {
            self.growth.push((now, covered));
        }
        for title in self.pending.drain(..) {
            self.crashes.entry(title).or_insert(now);
        }
    }
}

fn report(plan: &Plan, raw: Vec<RunFigures>) -> Report {
    let (mut rows, mut best_or_tied, mut worst) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    for sample in &plan.apps {
        let of = |strategy: &str| -> Vec<&RunFigures> {
            raw.iter().filter(|r| r.app == sample.manifest.name && r.strategy == strategy).collect()
        };
        let coverage = |strategy: &str| -> Vec<f64> {
            of(strategy).iter().map(|r| 100.0 * f64::from(r.covered) / f64::from(r.branches.max(1))).collect()
        };
        let mean = |strategy: &String| Mean::of(&coverage(strategy)).mean;
        let best = plan.strategies.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
        for strategy in &plan.strategies {
            let against_best = best
                .filter(|best| *best != strategy)
                .map(|best| mann_whitney(&coverage(strategy), &coverage(best)));
            if against_best.is_none_or(|c| c.p >= SIGNIFICANT) {
                *best_or_tied.entry(strategy.clone()).or_default() += 1;
            }
            let below = |other: &String| {
                let compared = mann_whitney(&coverage(strategy), &coverage(other));
                compared.p < SIGNIFICANT && compared.effect < 0.5
            };
            let mut others = plan.strategies.iter().filter(|other| *other != strategy).peekable();
            if others.peek().is_some() && others.all(below) {
                *worst.entry(strategy.clone()).or_default() += 1;
            }
            rows.push(row(sample.manifest.name, strategy, &of(strategy), &coverage(strategy), against_best));
        }
    }
    let (missed, without_clues) = missed(&plan.apps, &plan.strategies, &raw);
    Report { rows, best_or_tied, worst, missed, without_clues, raw }
}

/// A difference counts when chance alone makes it less often than this.
const SIGNIFICANT: f64 = 0.05;

fn row(
    app: &str,
    strategy: &str,
    runs: &[&RunFigures],
    coverage: &[f64],
    against_best: Option<Comparison>,
) -> Row {
    let mean = |figure: fn(&RunFigures) -> f64| Mean::of(&runs.iter().map(|r| figure(r)).collect::<Vec<_>>());
    let mut crashes = BTreeMap::<String, (usize, f64)>::new();
    for (title, seconds) in runs.iter().flat_map(|r| &r.crashes) {
        let (times, sum) = crashes.entry(title.clone()).or_default();
        *times += 1;
        *sum += seconds;
    }
    crashes.values_mut().for_each(|(times, sum)| *sum /= *times as f64);
    Row {
        app: app.to_owned(),
        strategy: strategy.to_owned(),
        coverage: Mean::of(coverage),
        activities: mean(|r| r.activities as f64),
        states: mean(|r| r.states as f64),
        inputs: mean(|r| r.inputs as f64),
        prefixes: mean(|r| r.prefixes as f64),
        restarts_per_input: mean(|r| r.restarts as f64 / r.inputs.max(1) as f64),
        restarting: mean(|r| 100.0 * r.restarting),
        crashes,
        against_best,
    }
}

impl Report {
    /// The raw figures as comma-separated values.
    pub fn csv(&self) -> String {
        let mut out = String::from(
            "app,strategy,seed,costs,phone_seconds,covered,branches,activities,states,inputs,prefixes,restarts,\
             restarting,crashes\n",
        );
        for r in &self.raw {
            out.push_str(&format!(
                "{},{},{},{},{},{},{},{},{},{},{},{},{:.4},{}\n",
                r.app,
                r.strategy,
                r.seed,
                r.costs,
                r.phone_seconds,
                r.covered,
                r.branches,
                r.activities,
                r.states,
                r.inputs,
                r.prefixes,
                r.restarts,
                r.restarting,
                r.crashes.len()
            ));
        }
        out
    }
}
