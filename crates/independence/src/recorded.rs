//! A seed test and a mutant that the original Genie recorded, with its verdict: `seed-utg.json`,
//! `mutant-utg.json`, `checking_result.json` and the DroidBot states they name. The mutant's file holds the seed
//! (nodes marked `[s]`), the mutant as planned (`[m]`) and the mutant as executed (no mark).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::Deserialize;
use skink_gui::{Screen, parse_droidbot};

use crate::effects::{Sheet, Sheets};
use crate::oracle::{Compare, Lost, SeedSheets};
use crate::settings::ViewSettings;

/// Why a recording could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordedError {
    /// A file could not be read.
    #[error("cannot read {path}: {source}", path = path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file does not say what it should.
    #[error("{path}: {problem}", path = path.display())]
    Corrupt {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

#[derive(Deserialize)]
struct Node {
    id: String,
    state_json_file_path: String,
}

#[derive(Deserialize)]
struct Edge {
    from: String,
    to: String,
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    event_id: usize,
}

#[derive(Deserialize)]
struct Utg {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    #[serde(default)]
    app_package: String,
    #[serde(default)]
    insert_start_position: i64,
    #[serde(default)]
    independent_trace_len: usize,
}

/// The seed, the mutant, the verdict.
const FILES: [&str; 3] = ["seed-utg.json", "mutant-utg.json", "checking_result.json"];

/// A view as the verdict names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct RecordedView {
    /// Class.
    pub class: String,
    /// Resource id.
    pub resource_id: Option<String>,
    /// Text.
    pub text: Option<String>,
}

/// An effect of the seed that Genie did not find in the mutant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RecordedLoss {
    /// The seed's screen before, from 0.
    #[serde(rename = "from_state_id")]
    pub from: usize,
    /// The seed's screen after.
    #[serde(rename = "to_state_id")]
    pub to: usize,
    /// `INSERT`, `DELETE` or `CHANGE`.
    pub operation: String,
    /// The view before.
    pub from_view: Option<RecordedView>,
    /// The view after.
    pub to_view: Option<RecordedView>,
}

#[derive(Deserialize)]
struct Checking {
    semantic_error: bool,
    insert_position: usize,
    unmatched_views_of_seed_test: Vec<RecordedLoss>,
}

/// A recorded seed and mutant.
pub struct Recorded {
    /// The app.
    pub package: String,
    /// The seed's screens.
    pub seed: Vec<Screen>,
    /// The mutant's.
    pub mutant: Vec<Screen>,
    /// After how many events of the seed.
    pub at: usize,
    /// How many events were inserted.
    pub inserted: usize,
    /// Whether Genie called it an error.
    pub error: bool,
    /// What Genie found missing.
    pub losses: Vec<RecordedLoss>,
}

fn bytes(path: &Path) -> Result<Vec<u8>, RecordedError> {
    std::fs::read(path).map_err(|source| RecordedError::Io { path: path.to_owned(), source })
}

fn json<T: serde::de::DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, RecordedError> {
    let corrupt =
        |e: serde_json::Error| RecordedError::Corrupt { path: path.to_owned(), problem: e.to_string() };
    serde_json::from_slice(bytes).map_err(corrupt)
}

/// Which states a test went through, in order: `marked` says which nodes are its own.
fn states(utg: &Utg, marked: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let mut steps: BTreeMap<usize, (&str, &str)> = BTreeMap::new();
    for edge in utg.edges.iter().filter(|e| marked(&e.from) && marked(&e.to)) {
        for event in &edge.events {
            steps.insert(event.event_id, (&edge.from, &edge.to));
        }
    }
    let file = |id: &str| {
        let node = utg.nodes.iter().find(|n| n.id == id);
        node.map(|n| n.state_json_file_path.clone()).ok_or_else(|| format!("no node `{id}`"))
    };
    let mut files = Vec::new();
    for (place, (number, (from, to))) in steps.iter().enumerate() {
        if *number != place + 1 {
            return Err(format!("event {} is missing", place + 1));
        }
        if place == 0 {
            files.push(file(from)?);
        }
        files.push(file(to)?);
    }
    if files.is_empty() { Err("no events".to_owned()) } else { Ok(files) }
}

impl Recorded {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<Self, RecordedError> {
        let [seed, mutant, checking] = FILES.map(|name| bytes(&folder.join(name)));
        Self::parse(&seed?, &mutant?, &checking?, |name| bytes(&folder.join("states").join(name)))
    }

    /// Reads the contents of the three files; `state` gives those of a state by its name.
    pub fn parse(
        seed: &[u8],
        mutant: &[u8],
        checking: &[u8],
        mut state: impl FnMut(&str) -> Result<Vec<u8>, RecordedError>,
    ) -> Result<Self, RecordedError> {
        let [seed_path, mutant_path, checking_path] = FILES.map(PathBuf::from);
        let (seed, mutant): (Utg, Utg) = (json(&seed_path, seed)?, json(&mutant_path, mutant)?);
        let checking: Checking = json(&checking_path, checking)?;
        let mut screens = |path: &Path, files: Result<Vec<String>, String>| {
            let files = files.map_err(|problem| RecordedError::Corrupt { path: path.to_owned(), problem })?;
            files.iter().map(|file| screen(file, &mut state)).collect::<Result<Vec<_>, _>>()
        };
        let seed_screens = screens(&seed_path, states(&seed, |_| true))?;
        let mutant_screens =
            screens(&mutant_path, states(&mutant, |id| !id.ends_with("[s]") && !id.ends_with("[m]")))?;
        let at = usize::try_from(mutant.insert_start_position).unwrap_or(checking.insert_position);
        let inserted = mutant.independent_trace_len;
        if at >= seed_screens.len() || inserted >= mutant_screens.len().saturating_sub(at) {
            let problem = format!("{inserted} events at {at} are more than the tests have");
            return Err(RecordedError::Corrupt { path: mutant_path, problem });
        }
        Ok(Self {
            package: seed.app_package,
            seed: seed_screens,
            mutant: mutant_screens,
            at,
            inserted,
            error: checking.semantic_error,
            losses: checking.unmatched_views_of_seed_test,
        })
    }

    /// Judges it; the seed's sheets and what is lost.
    pub fn judge(&self, compare: Compare, views: &ViewSettings) -> (Vec<Arc<Sheet>>, Vec<Lost>) {
        let mut sheets = Sheets::new(views.clone());
        let seed: Vec<Arc<Sheet>> = self.seed.iter().map(|s| sheets.of(s)).collect();
        let after: Vec<Arc<Sheet>> =
            self.mutant[self.at + self.inserted..].iter().map(|s| sheets.of(s)).collect();
        let of_seed = SeedSheets::new(seed.clone(), &self.package, FxHashSet::default());
        let lost = of_seed.lost(self.at, &after, compare);
        (seed, lost)
    }
}

/// States lie in `states/`, whatever path the recording machine had.
fn screen(
    file: &str,
    state: &mut impl FnMut(&str) -> Result<Vec<u8>, RecordedError>,
) -> Result<Screen, RecordedError> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let corrupt = |problem: String| RecordedError::Corrupt { path: Path::new("states").join(name), problem };
    parse_droidbot(&state(name)?).map_err(|e| corrupt(e.to_string()))
}
