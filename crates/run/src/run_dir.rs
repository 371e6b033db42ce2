//! The run directory: what a run writes as it happens, and reads back.
//!
//! ```text
//! run.toml        settings, seed, versions, device: enough to do it again
//! trace.jsonl     append-only, a line a clean start or step; screens by hash
//! screens/        each distinct screen once, compressed
//! wall.txt        milliseconds the run has taken on this machine so far
//! findings/ID/    finding.json, original.jsonl, replay.jsonl (minimised)
//! model.json      what was learned of the app, at the end
//! summary.json    the figures, at the end
//! ```
//! A screen is written before the line that names it, and a line in one piece: after a kill only the last line
//! can be torn, and it is dropped.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skink_gui::Screen;
use skink_trace::{
    Entry, Finding, FindingSummary, LaunchRecord, LearnedModel, Observation, Step, StepRecord,
};

use crate::answers::Answers;
use crate::budget::Budget;
use crate::error::RunError;
use crate::replay::Scripted;
use crate::screen_store::ScreenStore;
use crate::strategy::TraceRef;

/// Version of the run directory's layout.
const FORMAT: u32 = 1;

/// What a run was started with: `run.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// Version of the layout.
    format: u32,
    /// Version of Skink.
    pub skink: String,
    /// The command.
    pub command: String,
    /// The app as it was named.
    pub app: String,
    /// The device it ran on.
    pub device: String,
    /// The strategy.
    pub strategy: String,
    /// The seed.
    pub seed: u64,
    /// What it may use.
    pub budget: Budget,
    /// How the system's dialogs are answered.
    pub answers: Answers,
    /// The command's own settings.
    pub options: toml::Table,
}

impl RunFile {
    /// A run of this version of Skink.
    pub fn new(command: &str, app: &str, device: &str, strategy: &str, seed: u64) -> Self {
        Self {
            format: FORMAT,
            skink: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            app: app.to_owned(),
            device: device.to_owned(),
            strategy: strategy.to_owned(),
            seed,
            budget: Budget::default(),
            answers: Answers::default(),
            options: toml::Table::new(),
        }
    }
}

/// A run on disk.
#[derive(Clone, Debug)]
pub struct RunDir {
    path: PathBuf,
}

impl RunDir {
    /// Makes the directory of a new run; one that already holds a run is left alone.
    pub fn create(path: &Path, file: &RunFile) -> Result<Self, RunError> {
        std::fs::create_dir_all(path).map_err(RunError::io("create", path))?;
        let run = Self { path: path.to_owned() };
        let settings = run.settings_path();
        if settings.exists() {
            let taken = std::io::Error::new(std::io::ErrorKind::AlreadyExists, "there is one already");
            return Err(RunError::io("start a run in", path)(taken));
        }
        let text = toml::to_string(file).map_err(|e| RunError::corrupt(&settings, 0, e.to_string()))?;
        write_whole(&settings, text.as_bytes())?;
        Ok(run)
    }

    /// Opens the directory of a run.
    pub fn open(path: &Path) -> Result<(Self, RunFile), RunError> {
        let run = Self { path: path.to_owned() };
        let settings = run.settings_path();
        let text = std::fs::read_to_string(&settings).map_err(RunError::io("read", &settings))?;
        let file: RunFile = toml::from_str(&text).map_err(|e| {
            let line = e.span().map_or(0, |span| text[..span.start.min(text.len())].lines().count().max(1));
            RunError::corrupt(&settings, line, e.message())
        })?;
        if file.format != FORMAT {
            let problem = format!("layout {} of a run directory; this Skink reads {FORMAT}", file.format);
            return Err(RunError::corrupt(&settings, 0, problem));
        }
        Ok((run, file))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn settings_path(&self) -> PathBuf {
        self.path.join("run.toml")
    }

    fn trace_path(&self) -> PathBuf {
        self.path.join("trace.jsonl")
    }

    fn findings_path(&self) -> PathBuf {
        self.path.join("findings")
    }

    /// The screens, to read.
    pub fn screens(&self) -> Result<ScreenStore, RunError> {
        ScreenStore::open_to_read(&self.path.join("screens"))
    }

    /// Reads the trace from its start, a line at a time, until its end or until `each` refuses a line. Gives the
    /// length of what was taken: a torn last line is passed over.
    pub fn read_trace(&self, mut each: impl FnMut(Entry) -> Result<bool, RunError>) -> Result<u64, RunError> {
        let path = self.trace_path();
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(e) => return Err(RunError::io("read", &path)(e)),
        };
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let (mut whole, mut number, mut line) = (0, 0, Vec::new());
        loop {
            line.clear();
            number += 1;
            let length = reader.read_until(b'\n', &mut line).map_err(RunError::io("read", &path))?;
            if length == 0 || line.last() != Some(&b'\n') {
                return Ok(whole);
            }
            let entry = serde_json::from_slice(&line)
                .map_err(|e| RunError::corrupt(&path, number, format!("not a line of a trace: {e}")))?;
            if !each(entry)? {
                return Ok(whole);
            }
            whole += length as u64;
        }
    }

    /// The lines of one trace up to a step, each trace in one pass over the file.
    pub fn traces(&self, wanted: &[TraceRef]) -> Result<Vec<Vec<Entry>>, RunError> {
        let mut lines = vec![Vec::new(); wanted.len()];
        let mut current = None;
        self.read_trace(|entry| {
            if let Entry::Launch(launch) = &entry {
                current = Some(launch.trace);
            }
            for (at, lines) in wanted.iter().zip(&mut lines) {
                if current == Some(at.trace) && lines.len() as u64 <= at.steps {
                    lines.push(entry.clone());
                }
            }
            Ok(true)
        })?;
        Ok(lines)
    }

    /// Opens the run for writing on; [`Recording::cut`] drops what was torn.
    pub fn record(&self) -> Result<Recording, RunError> {
        let path = self.trace_path();
        let trace =
            OpenOptions::new().append(true).create(true).open(&path).map_err(RunError::io("open", &path))?;
        Ok(Recording {
            trace,
            path,
            screens: ScreenStore::open(&self.path.join("screens"))?,
            line: Vec::new(),
        })
    }

    /// Where a finding is kept.
    pub fn finding_path(&self, id: &str) -> PathBuf {
        self.findings_path().join(id)
    }

    /// Writes a finding with the trace that showed it; the replay starts as that trace.
    pub fn write_finding(&self, finding: &Finding, original: &[Entry]) -> Result<(), RunError> {
        let folder = self.finding_path(&finding.id);
        std::fs::create_dir_all(&folder).map_err(RunError::io("create", &folder))?;
        write_entries(&folder.join("original.jsonl"), original)?;
        self.write_replay(&finding.id, original)?;
        self.write_finding_json(finding)
    }

    /// Writes the events that show a finding.
    pub fn write_replay(&self, id: &str, replay: &[Entry]) -> Result<(), RunError> {
        // Pictures show the events that were there before.
        let _ = std::fs::remove_dir_all(self.finding_path(id).join("shots"));
        write_entries(&self.finding_path(id).join("replay.jsonl"), replay)
    }

    /// Writes what is known of a finding.
    pub fn write_finding_json(&self, finding: &Finding) -> Result<(), RunError> {
        write_json(&self.finding_path(&finding.id).join("finding.json"), finding)
    }

    /// The trace a finding was written with.
    pub fn original_of(&self, id: &str) -> Result<Vec<Entry>, RunError> {
        read_entries(&self.finding_path(id).join("original.jsonl"))
    }

    /// The findings on disk, by id.
    pub fn findings(&self) -> Result<Vec<(PathBuf, Finding)>, RunError> {
        let folder = self.findings_path();
        let mut found = Vec::new();
        if folder.is_dir() {
            for entry in std::fs::read_dir(&folder).map_err(RunError::io("list", &folder))? {
                let path = entry.map_err(RunError::io("list", &folder))?.path();
                if path.join("finding.json").is_file() {
                    found.push((path.clone(), read_json(&path.join("finding.json"))?));
                }
            }
        }
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(found)
    }

    /// Writes what was learned of the app.
    pub fn write_model(&self, model: &LearnedModel) -> Result<(), RunError> {
        write_json(&self.path.join("model.json"), model)
    }

    /// What was learned of the app; `None` where the run has not ended yet.
    pub fn model(&self) -> Result<Option<LearnedModel>, RunError> {
        let path = self.path.join("model.json");
        if path.is_file() { read_json(&path).map(Some) } else { Ok(None) }
    }

    /// The findings on disk as a summary lists them.
    pub fn finding_summaries(&self) -> Result<Vec<FindingSummary>, RunError> {
        let told = |(path, finding): (PathBuf, Finding)| FindingSummary {
            id: finding.id,
            kind: finding.kind,
            title: finding.title,
            events: finding.events,
            count: finding.count,
            minimal: finding.minimal,
            path: path.display().to_string(),
        };
        Ok(self.findings()?.into_iter().map(told).collect())
    }

    /// Writes the figures of the run.
    pub fn write_summary(&self, summary: &skink_trace::RunSummary) -> Result<(), RunError> {
        write_json(&self.path.join("summary.json"), summary)
    }

    /// The figures of the run; `None` where it has not ended yet.
    pub fn summary(&self) -> Result<Option<skink_trace::RunSummary>, RunError> {
        let path = self.path.join("summary.json");
        if !path.exists() {
            return Ok(None);
        }
        read_json(&path).map(Some)
    }

    /// The time the run has taken on this machine so far, in milliseconds.
    pub fn wall_millis(&self) -> u64 {
        let text = std::fs::read_to_string(self.path.join("wall.txt")).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    }

    /// Notes the time taken; a torn note only makes a resumed run a little longer.
    pub fn write_wall_millis(&self, millis: u64) -> Result<(), RunError> {
        let path = self.path.join("wall.txt");
        std::fs::write(&path, format!("{millis}\n")).map_err(RunError::io("write", &path))
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), RunError> {
    let mut text =
        serde_json::to_string_pretty(value).map_err(|e| RunError::corrupt(path, 0, e.to_string()))?;
    text.push('\n');
    write_whole(path, text.as_bytes())
}

/// Writes a file so that a kill leaves the old one or the new one, never half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let new = path.with_extension("new");
    std::fs::write(&new, bytes)
        .and_then(|()| std::fs::rename(&new, path))
        .map_err(RunError::io("write", path))
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, RunError> {
    let text = std::fs::read_to_string(path).map_err(RunError::io("read", path))?;
    serde_json::from_str(&text).map_err(|e| RunError::corrupt(path, e.line(), e.to_string()))
}

fn write_entries(path: &Path, entries: &[Entry]) -> Result<(), RunError> {
    let mut out = Vec::new();
    for entry in entries {
        push_line(&mut out, entry).map_err(RunError::io("write", path))?;
    }
    write_whole(path, &out)
}

fn read_entries(path: &Path) -> Result<Vec<Entry>, RunError> {
    let text = std::fs::read_to_string(path).map_err(RunError::io("read", path))?;
    let entry = |(number, line)| {
        serde_json::from_str(line)
            .map_err(|e| RunError::corrupt(path, number + 1, format!("not a line of a trace: {e}")))
    };
    text.lines().enumerate().map(entry).collect()
}

fn push_line(out: &mut Vec<u8>, entry: &Entry) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, entry)?;
    out.push(b'\n');
    Ok(())
}

/// Reads a finding's folder: the run it belongs to, the finding, and the events of its replay.
pub fn load_finding(folder: &Path) -> Result<(RunDir, RunFile, Finding, Vec<Scripted>), RunError> {
    let finding: Finding = read_json(&folder.join("finding.json"))?;
    let (run, file) = RunDir::open(&home_of(folder)?)?;
    Ok((run, file, finding, load_script(folder, "replay.jsonl")?))
}

/// The folder of the run that a finding belongs to.
fn home_of(folder: &Path) -> Result<PathBuf, RunError> {
    let folder = std::fs::canonicalize(folder).map_err(RunError::io("find", folder))?;
    Ok(folder.parent().and_then(Path::parent).unwrap_or(&folder).to_owned())
}

/// The events of one of a finding's files; none where there is no such file. Where the run's screens are not
/// beside it any more, events are found by their selectors alone.
pub fn load_script(folder: &Path, name: &str) -> Result<Vec<Scripted>, RunError> {
    let path = folder.join(name);
    if !path.exists() && name != "replay.jsonl" {
        return Ok(Vec::new());
    }
    let mut screens = ScreenStore::open_to_read(&home_of(folder)?.join("screens")).ok();
    let mut script = Vec::new();
    let mut before: Option<Screen> = None;
    for entry in read_entries(&path)? {
        let mut screen = |hash| screens.as_mut().and_then(|store| store.get(hash).ok());
        match entry {
            Entry::Launch(launch) => before = screen(launch.screen),
            Entry::Step(step) => {
                let after = screen(step.screen);
                let performed_on = before.take().zip(step.widget).filter(|(s, w)| s.get(*w).is_some());
                script.push(Scripted {
                    event: step.event,
                    performed_on,
                    after: after.clone(),
                    millis: step.millis,
                });
                before = after;
            }
        }
    }
    Ok(script)
}

/// A run that is being written.
pub struct Recording {
    trace: File,
    path: PathBuf,
    screens: ScreenStore,
    line: Vec<u8>,
}

impl Recording {
    /// Keeps so many bytes of the trace.
    pub fn cut(&mut self, whole: u64) -> Result<(), RunError> {
        self.trace.set_len(whole).map_err(RunError::io("repair", &self.path))
    }

    /// Writes down a clean start.
    pub fn launch(&mut self, trace: u64, first: &Observation, millis: u64) -> Result<(), RunError> {
        self.write_launch(LaunchRecord::of(trace, first, millis), first)
    }

    /// Writes down a clean start that followed the loss of the device in the middle of a step.
    pub fn launch_after_loss(
        &mut self,
        trace: u64,
        first: &Observation,
        millis: u64,
    ) -> Result<(), RunError> {
        let record = LaunchRecord { after_loss: true, ..LaunchRecord::of(trace, first, millis) };
        self.write_launch(record, first)
    }

    fn write_launch(&mut self, record: LaunchRecord, first: &Observation) -> Result<(), RunError> {
        self.screens.put(&first.screen)?;
        self.write(&Entry::Launch(record))
    }

    /// Writes down a step; the screen before it is known already.
    pub fn step(&mut self, step: &Step) -> Result<(), RunError> {
        self.screens.put(&step.after.screen)?;
        self.write(&Entry::Step(StepRecord::of(step)))
    }

    /// The screens stored so far.
    pub fn screens(&mut self) -> &mut ScreenStore {
        &mut self.screens
    }

    fn write(&mut self, entry: &Entry) -> Result<(), RunError> {
        self.line.clear();
        push_line(&mut self.line, entry)
            .and_then(|()| self.trace.write_all(&self.line))
            .map_err(RunError::io("write", &self.path))
    }
}
