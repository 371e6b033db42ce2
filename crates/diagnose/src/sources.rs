//! What tools did, on disk: which kind of recording a path is, and of which tool, app and bug.

use std::path::{Path, PathBuf};

use skink_run::RunDir;

use crate::error::DiagnoseError;
use crate::layout::{ResultName, TIME_FILE};

/// The kind of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The log of an instrumented app.
    Log,
    /// A run of Skink.
    Run,
    /// DroidBot's or Genie's event files.
    Droidbot,
}

/// One recording of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path it was found at.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// The log file, the run's folder, or the folder with the event files.
    pub file: PathBuf,
    /// The file that says when it began.
    pub times: Option<PathBuf>,
    /// The tool.
    pub tool: String,
    /// The app and, where it is known, the bug that the run was made for.
    pub app: Option<String>,
    /// The bug's id.
    pub bug: Option<String>,
}

/// Folders looked into below the one that is named.
const MAX_DEPTH: usize = 6;
/// Recordings that are read at once.
const MAX_SOURCES: usize = 100_000;

/// The recordings that a path names: itself, or all below a folder, by path.
pub fn sources(path: &Path) -> Result<Vec<Source>, DiagnoseError> {
    let mut found = Vec::new();
    if path.is_dir() {
        collect(path, 0, &mut found)?;
        if found.is_empty() {
            return Err(DiagnoseError::Usage(format!(
                "{} holds no log (logcat.log), no run (run.toml) and no DroidBot events (events/event_*.json)",
                path.display()
            )));
        }
    } else {
        std::fs::metadata(path).map_err(DiagnoseError::io(path))?;
        found.push(log_source(path, path));
    }
    Ok(found)
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<Source>) -> Result<(), DiagnoseError> {
    if let Some(source) = source_of(folder)? {
        found.push(source);
        return Ok(());
    }
    if depth == MAX_DEPTH || found.len() > MAX_SOURCES {
        return Ok(());
    }
    for inner in listed(folder)?.into_iter().filter(|path| is_real_dir(path)) {
        collect(&inner, depth + 1, found)?;
    }
    Ok(())
}

fn is_real_dir(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|data| data.is_dir())
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, DiagnoseError> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(DiagnoseError::io(folder))? {
        paths.push(entry.map_err(DiagnoseError::io(folder))?.path());
    }
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The recording that a folder is, if it is one.
fn source_of(folder: &Path) -> Result<Option<Source>, DiagnoseError> {
    if folder.join("run.toml").is_file() {
        let (_, file) = RunDir::open(folder)?;
        return Ok(Some(Source {
            path: folder.to_owned(),
            kind: Kind::Run,
            file: folder.to_owned(),
            times: None,
            tool: file.strategy,
            app: Some(file.app),
            bug: None,
        }));
    }
    let files = listed(folder)?;
    let is_event = |path: &PathBuf| name(path).starts_with("event_") && name(path).ends_with(".json");
    let events = folder.join("events");
    let holds_events = match events.is_dir() {
        true => listed(&events)?.iter().any(is_event).then_some(events),
        false => files.iter().any(is_event).then(|| folder.to_owned()),
    };
    let logs =
        |fits: &dyn Fn(&str) -> bool| files.iter().find(|path| path.is_file() && fits(&name(path))).cloned();
    let log =
        logs(&|name| name == "logcat.log").or_else(|| logs(&|name| name.starts_with("logcat"))).or_else(
            || ResultName::parse(&self::name(folder)).and_then(|_| logs(&|name| name.ends_with(".log"))),
        );
    if let Some(log) = log {
        return Ok(Some(log_source(folder, &log)));
    }
    Ok(holds_events.map(|file| Source {
        path: folder.to_owned(),
        kind: Kind::Droidbot,
        file,
        times: None,
        tool: "droidbot".into(),
        app: None,
        bug: None,
    }))
}

/// A log, with what the name of its folder and the files beside it say.
fn log_source(path: &Path, log: &Path) -> Source {
    let folder = std::fs::canonicalize(log).ok().and_then(|log| log.parent().map(Path::to_owned));
    let told = folder.as_deref().and_then(|folder| ResultName::parse(&name(folder)));
    let times = folder.as_deref().and_then(|folder| time_file(folder, told.as_ref()));
    let stem = log.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let (tool, app, bug) = match told {
        Some(told) => (told.tool, Some(told.app), Some(told.bug)),
        None => (stem, None, None),
    };
    Source { path: path.to_owned(), kind: Kind::Log, file: log.to_owned(), times, tool, app, bug }
}

/// The tool's time file, or the only one there is.
fn time_file(folder: &Path, told: Option<&ResultName>) -> Option<PathBuf> {
    let own = told.map(|told| folder.join(format!("{}{TIME_FILE}", told.time_prefix())));
    if let Some(own) = own.filter(|own| own.is_file()) {
        return Some(own);
    }
    listed(folder).ok()?.into_iter().find(|path| name(path).ends_with(TIME_FILE))
}
