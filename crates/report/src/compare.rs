//! Two runs side by side, and a baseline of findings that are known and accepted, so that only new ones count.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::data::Report;

/// What changed from one run to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Only in the later run, by id with title.
    pub new: BTreeMap<String, String>,
    /// Only in the earlier run.
    pub fixed: BTreeMap<String, String>,
    /// In both.
    pub persisting: BTreeMap<String, String>,
    /// Branches covered, before and after, where both can tell.
    pub covered: Option<(u32, u32)>,
    /// States, before and after.
    pub states: (u64, u64),
}

/// Compares an earlier run with a later one. A finding that only the earlier one has may also have been missed.
pub fn compare(before: &Report, after: &Report) -> Comparison {
    let titles = |report: &Report| -> BTreeMap<String, String> {
        report.findings.iter().map(|f| (f.finding.id.clone(), f.headline.clone())).collect()
    };
    let (old, new) = (titles(before), titles(after));
    let only = |these: &BTreeMap<String, String>, those: &BTreeMap<String, String>, in_both: bool| {
        these
            .iter()
            .filter(|(id, _)| those.contains_key(*id) == in_both)
            .map(|(a, b)| (a.clone(), b.clone()))
            .collect()
    };
    let covered = |report: &Report| report.summary.coverage.map(|coverage| coverage.covered);
    Comparison {
        new: only(&new, &old, false),
        fixed: only(&old, &new, false),
        persisting: only(&new, &old, true),
        covered: covered(before).zip(covered(after)),
        states: (before.summary.states, after.summary.states),
    }
}

/// Findings that are known and accepted, by app: a file for the repository.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// For each app the accepted findings: id, and title for whoever reads the file.
    #[serde(default)]
    accepted: BTreeMap<String, BTreeMap<String, String>>,
}

/// Why a baseline cannot be used.
#[derive(Debug)]
pub struct BaselineError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: String,
}

impl std::fmt::Display for BaselineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for BaselineError {}

impl Baseline {
    /// Reads the file; one that is not there accepts nothing.
    pub fn read(path: &Path) -> Result<Self, BaselineError> {
        let error = |problem: String| BaselineError { path: path.to_owned(), problem };
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).map_err(|e| error(e.to_string())),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(e) => Err(error(e.to_string())),
        }
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<(), BaselineError> {
        let error = |problem: String| BaselineError { path: path.to_owned(), problem };
        let text = serde_json::to_string_pretty(self).map_err(|e| error(e.to_string()))?;
        std::fs::write(path, text + "\n").map_err(|e| error(e.to_string()))
    }

    /// Accepts a finding of an app; says whether it was new.
    pub fn accept(&mut self, app: &str, id: &str, title: &str) -> bool {
        let known = self.accepted.entry(app.to_owned()).or_default();
        known.insert(id.to_owned(), title.to_owned()).is_none()
    }

    /// Whether the finding of that app is accepted.
    pub fn accepts(&self, app: &str, id: &str) -> bool {
        self.accepted.get(app).is_some_and(|known| known.contains_key(id))
    }
}
