//! Independent-view fuzzing against the samples' ground truth.
//!
//! Every app is fuzzed with its bugs on and with all of them fixed, several times with different seeds. A finding
//! is a true positive of a bug when, with only that bug fixed, seed and mutant still replay to their ends and the
//! violation is gone (see `fuzz_truth`). A bug counts once a run; further findings of it are duplicates and shown
//! apart.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use skink_independence::{FuzzFigures, FuzzPlan, FuzzSettings, Suspect, Verdict, fuzz as run_fuzz};
use skink_phone::{BugSwitch, Oracle, Phone, PhoneSettings, Sample};
use skink_run::{Answers, Budget, RunDir, RunError, RunFile};

use crate::explore::append;
use crate::fuzz_report::{FuzzReport, report};
use crate::fuzz_truth::{Blame, blame_all, true_mutants};

/// What is measured.
pub struct FuzzBench {
    /// The apps.
    pub apps: Vec<Sample>,
    /// How each is fuzzed.
    pub settings: FuzzSettings,
    /// Events of mining.
    pub mining: u64,
    /// The first seed; the others follow it.
    pub first_seed: u64,
    /// Runs of each app with its bugs on, and as many with all fixed.
    pub repeats: u64,
    /// Workers.
    pub workers: usize,
    /// Where the runs are recorded. Of one that is there already, only the errors are examined again: what a change of the
    /// rules does shows so without executing any mutant.
    pub runs: Option<PathBuf>,
}

impl FuzzBench {
    /// The record of a run, begun where there is none.
    fn record(&self, app: &str, seed: u64, fixed: bool) -> Result<Option<(RunDir, RunFile)>, RunError> {
        let Some(folder) = &self.runs else { return Ok(None) };
        let folder = folder.join(format!("{app}-{seed}{}", if fixed { "-fixed" } else { "" }));
        if folder.join("run.toml").is_file() {
            return RunDir::open(&folder).map(Some);
        }
        let mut file = RunFile::new("bench-fuzz", app, "phone", "weighted", seed);
        file.budget = self.budget();
        Ok(Some((RunDir::create(&folder, &file)?, file)))
    }

    /// What mining may use.
    fn budget(&self) -> Budget {
        Budget { events: Some(self.mining), ..Budget::default() }
    }
}

/// A finding and what it is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingTruth {
    /// What happens, in one line.
    pub title: String,
    /// `reported`, `doubtful`, `unsteady` or `duplicate`.
    pub verdict: String,
    /// The bugs whose repair alone makes the violation go.
    pub bugs: Vec<String>,
    /// Where there is none: the fewest whose repair together makes it go.
    #[serde(default)]
    pub together: Vec<String>,
    /// The bugs without which seed or mutant does not replay to its end, so that nothing can be said of them.
    #[serde(default)]
    pub untold: Vec<String>,
    /// The seed's events.
    pub seed: Vec<String>,
    /// After how many of them events were inserted.
    pub at: usize,
    /// The inserted events.
    pub inserted: Vec<String>,
    /// The effects lost.
    pub lost: Vec<String>,
    /// What the rules said.
    pub rules: Vec<String>,
    /// The guessed type.
    pub guess: String,
    /// Mutants with this error.
    pub occurrences: u64,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FuzzRow {
    /// The app.
    pub app: String,
    /// Whether all bugs were fixed.
    pub fixed: bool,
    /// The seed.
    pub seed: u64,
    /// The figures of the run.
    pub figures: FuzzFigures,
    /// Bugs of the app marked visible to this oracle.
    pub visible: Vec<String>,
    /// Bugs found.
    pub found: Vec<String>,
    /// Findings that are true positives.
    pub true_positives: u64,
    /// Of these, findings of a bug that another finding shows too.
    pub duplicates: u64,
    /// Flagged mutants looked at, and how many of them are true.
    pub mutants: (u64, u64),
    /// Time on this machine, in seconds.
    pub wall_seconds: f64,
    /// The findings.
    pub findings: Vec<FindingTruth>,
}

/// Runs the plan. With a folder, finished runs are kept there and not done again.
pub fn fuzz(
    bench: &FuzzBench,
    folder: Option<&Path>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&FuzzRow),
) -> Result<FuzzReport, RunError> {
    let path = folder.map(|folder| folder.join("fuzz.jsonl"));
    let mut raw = path.as_deref().map_or_else(Vec::new, read_rows);
    for sample in &bench.apps {
        for seed in bench.first_seed..bench.first_seed + bench.repeats {
            for fixed in [false, true] {
                let done =
                    |row: &FuzzRow| row.app == sample.manifest.name && row.seed == seed && row.fixed == fixed;
                if raw.iter().any(done) || stop.load(Ordering::Relaxed) {
                    continue;
                }
                let row = one(bench, *sample, seed, fixed, stop)?;
                if stop.load(Ordering::Relaxed) {
                    continue;
                }
                if let Some(path) = &path {
                    keep(path, &row)?;
                }
                progress(&row);
                raw.push(row);
            }
        }
    }
    let wanted = |row: &FuzzRow| {
        let app = bench.apps.iter().any(|sample| sample.manifest.name == row.app);
        app && (bench.first_seed..bench.first_seed + bench.repeats).contains(&row.seed)
    };
    raw.retain(wanted);
    Ok(report(bench, raw))
}

fn one(
    bench: &FuzzBench,
    sample: Sample,
    seed: u64,
    fixed: bool,
    stop: &AtomicBool,
) -> Result<FuzzRow, RunError> {
    let began = std::time::Instant::now();
    let bugs = if fixed { BugSwitch::None } else { BugSwitch::All };
    let make = || -> Result<Box<dyn skink_device::Device>, skink_device::DeviceError> {
        let settings = PhoneSettings { bugs: bugs.clone(), ..PhoneSettings::default() };
        Ok(Box::new(Phone::new(sample, settings)?))
    };
    let plan = FuzzPlan {
        settings: &bench.settings,
        mining: bench.budget(),
        answers: Answers::default(),
        seed,
        workers: bench.workers,
        make: &make,
        own_seeds: Vec::new(),
        shrink_crashes: false,
    };
    let record = bench.record(sample.manifest.name, seed, fixed)?;
    let record = record.as_ref().map(|(run, file)| (run, file));
    let fuzzed = run_fuzz(&plan, record, &mut (), &mut (), stop)?;
    let wall_seconds = began.elapsed().as_secs_f64();
    let manifest = sample.manifest;
    let seen = |oracle: &Oracle| matches!(oracle, Oracle::Independence { .. } | Oracle::Neutral { .. });
    let visible =
        manifest.bugs.iter().filter(|b| b.seen_by.iter().any(seen)).map(|b| b.id.to_owned()).collect();
    let mut row = FuzzRow {
        app: manifest.name.to_owned(),
        fixed,
        seed,
        figures: fuzzed.figures.clone(),
        visible,
        found: Vec::new(),
        true_positives: 0,
        duplicates: 0,
        mutants: (0, 0),
        wall_seconds,
        findings: Vec::new(),
    };
    let mut shown: Vec<String> = Vec::new();
    let of_suspects = if fixed {
        vec![Blame::default(); fuzzed.suspects.len()]
    } else {
        blame_all(sample, &fuzzed, &bench.settings, bench.workers)?
    };
    for (suspect, of) in fuzzed.suspects.iter().zip(of_suspects) {
        if suspect.verdict == Verdict::Reported && of.is_true() {
            row.true_positives += 1;
            let bugs = of.alone.iter().chain(&of.together);
            let new: Vec<_> = bugs.filter(|bug| !shown.contains(bug)).cloned().collect();
            row.duplicates += u64::from(new.is_empty());
            shown.extend(new);
            row.found
                .extend(of.alone.iter().filter(|bug| !row.found.contains(bug)).cloned().collect::<Vec<_>>());
        }
        row.findings.push(truth_of(suspect, of));
    }
    if !fixed {
        row.mutants = true_mutants(sample, &fuzzed, &bench.settings, bench.workers)?;
    }
    Ok(row)
}

fn truth_of(suspect: &Suspect, of: Blame) -> FindingTruth {
    let told = |steps: &[skink_trace::Step]| {
        steps
            .iter()
            .map(|s| s.event.describe(s.widget.and_then(|id| s.before.get(id)).as_ref()))
            .collect::<Vec<_>>()
    };
    FindingTruth {
        title: suspect.title(),
        verdict: match suspect.verdict {
            Verdict::Reported => "reported",
            Verdict::Doubtful => "doubtful",
            Verdict::Unsteady => "unsteady",
            Verdict::Duplicate => "duplicate",
        }
        .to_owned(),
        bugs: of.alone,
        together: of.together,
        untold: of.untold,
        seed: told(&suspect.pair.seed),
        at: suspect.pair.at,
        inserted: told(&suspect.pair.inserted),
        lost: suspect.lost.clone(),
        rules: suspect.said.iter().map(|s| format!("{}: {}", s.rule, s.says)).collect(),
        guess: format!("{:?}", suspect.evidence.guess),
        occurrences: suspect.occurrences,
    }
}

fn keep(path: &Path, row: &FuzzRow) -> Result<(), RunError> {
    let failed = |source| RunError::Io { doing: "write", path: path.to_owned(), source };
    let mut line = serde_json::to_vec(row).map_err(|e| failed(e.into()))?;
    line.push(b'\n');
    append(path)?.write_all(&line).map_err(failed)
}

/// Rows of runs that ended; a torn or foreign line is passed over, and its run done again.
fn read_rows(path: &Path) -> Vec<FuzzRow> {
    let bytes = std::fs::read(path).unwrap_or_default();
    bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}
