//! One bug against one recording: the clues, and the form in which `--json` prints them.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use serde::Serialize;
use skink_model::automaton::{Clues, Matcher, Problem, Symbol};
use skink_run::RunDir;

use crate::bugs::Bug;
use crate::droidbot_events::match_events;
use crate::error::DiagnoseError;
use crate::layout::moments;
use crate::log::{LogReader, read_log};
use crate::runs::{Pivots, Sighting, match_run};
use crate::sources::{Kind, Source};

/// What was found out about one bug in one recording.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The bug, as tables name it.
    pub name: String,
    /// The bug's id.
    pub bug: String,
    /// The tool.
    pub tool: String,
    /// The recording.
    pub path: PathBuf,
    /// The clues.
    pub clues: Clues,
    /// What is odd about the recording, or about it and the automaton together.
    pub warnings: Vec<String>,
    /// For a run of Skink: where each state of the deterministic automaton was first met.
    pub sightings: Vec<Option<Sighting>>,
}

/// Matches a recording against a bug.
pub fn diagnose(bug: &Bug, source: &Source) -> Result<Diagnosis, DiagnoseError> {
    let (automaton, dfa) = (&bug.automaton, &bug.dfa);
    let mut matcher = Matcher::new(dfa, |symbol| automaton.events.contains_key(symbol));
    let mut warnings = Vec::new();
    let mut sightings = Vec::new();
    if source.kind != Kind::Log && Pivots::of(automaton, dfa).is_empty() {
        return Err(DiagnoseError::Usage(format!(
            "bug {} has no predicates for its events, so {} cannot be matched against it: describe them in a text \
             automaton (event ID \"words\" tap id=…)",
            automaton.bug,
            source.path.display()
        )));
    }
    match source.kind {
        Kind::Log => warnings.extend(match_log(bug, source, &mut matcher)?),
        Kind::Run => {
            let (run, _) = RunDir::open(&source.file)?;
            sightings = match_run(&run, automaton, dfa, &mut matcher)?.states;
        }
        Kind::Droidbot => match_events(&source.file, automaton, dfa, &mut matcher)?,
    }
    let clues = matcher.clues();
    let never: Vec<Symbol> =
        clues.events.iter().filter(|(_, clue)| clue.count == 0).map(|(symbol, _)| symbol.clone()).collect();
    if !never.is_empty() && clues.events.values().any(|clue| clue.count > 0) {
        warnings.push(Problem::NeverLogged(never).to_string());
    }
    Ok(Diagnosis {
        name: bug.name(),
        bug: automaton.bug.clone(),
        tool: source.tool.clone(),
        path: source.path.clone(),
        clues,
        warnings,
        sightings,
    })
}

fn match_log<'d>(
    bug: &'d Bug,
    source: &Source,
    matcher: &mut Matcher<'d>,
) -> Result<Vec<String>, DiagnoseError> {
    let mut warnings = Vec::new();
    let start = match &source.times {
        Some(path) => {
            let text = std::fs::read(path).map_err(DiagnoseError::io(path))?;
            let start = moments(&String::from_utf8_lossy(&text));
            if start.is_none() {
                warnings.push(format!(
                    "{}: its first line is no time such as 2021-05-04-01:02:03; the log's first line is the start",
                    path.display()
                ));
            }
            start.map(|(start, _)| (start.seconds, start.year))
        }
        None => None,
    };
    let file = File::open(&source.file).map_err(DiagnoseError::io(&source.file))?;
    let mut reader = LogReader::new(&bug.dfa, matcher, start);
    read_log(file, &mut reader).map_err(DiagnoseError::io(&source.file))?;
    // Ids that the configuration knows and the automaton does not are a known matter; others are news.
    let foreign: Vec<String> =
        reader.skipped.iter().map(|(id, count)| format!("{id} ({count} times)")).collect();
    if !foreign.is_empty() {
        warnings.push(format!("ids outside the automaton's alphabet were skipped: {}", foreign.join(", ")));
    }
    Ok(warnings)
}

/// How many of how many, as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Covered {
    covered: usize,
    total: usize,
}

/// One event, as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EventVerdict {
    count: u64,
    warnings: u64,
    /// Seconds after the start; -1 where it never happened.
    first_s: i64,
}

/// The clues as `--json` prints them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    bug: String,
    events: BTreeMap<Symbol, EventVerdict>,
    event_coverage: Covered,
    pairs: BTreeMap<String, u64>,
    pair_coverage: Covered,
    distances: BTreeMap<u32, u64>,
    minimal_distance: u32,
    initial_distance: u32,
    first_missed: Option<Symbol>,
    accepted: bool,
    crashed: bool,
}

impl Diagnosis {
    /// Whether the bug was found: the app crashed, or a trace that triggers it was done.
    pub fn is_found(&self) -> bool {
        self.clues.crashed
    }

    /// The clues as `--json` prints them.
    pub fn verdict(&self) -> Verdict {
        let clues = &self.clues;
        let event = |clue: &skink_model::automaton::EventClue| EventVerdict {
            count: clue.count,
            warnings: clue.warnings,
            first_s: clue.first_s.unwrap_or(-1),
        };
        let covered =
            |share: skink_model::automaton::Share| Covered { covered: share.covered, total: share.total };
        Verdict {
            bug: self.bug.clone(),
            events: clues.events.iter().map(|(symbol, clue)| (symbol.clone(), event(clue))).collect(),
            event_coverage: covered(clues.event_coverage),
            pairs: clues.pairs.iter().map(|((a, b), count)| (format!("{a},{b}"), *count)).collect(),
            pair_coverage: covered(clues.pair_coverage),
            distances: clues.distances.clone(),
            minimal_distance: clues.minimal_distance,
            initial_distance: clues.initial_distance,
            first_missed: clues.first_missed.clone(),
            accepted: clues.accepted > 0,
            crashed: clues.crashed,
        }
    }
}
