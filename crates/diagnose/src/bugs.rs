//! Known bugs on disk: an automaton (JFLAP or text) with what describes its events, one file or a whole suite.
//!
//! The published suite has defects; each gives a warning that names it, and the bug is read all the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use skink_model::automaton::{BugAutomaton, Dfa, PivotEvent, Problem, Symbol, check, parse_bug, parse_jff};

use crate::configuration::{Configuration, parse_configuration};
use crate::error::DiagnoseError;

/// Files of a suite that are looked at.
const MAX_FILES: usize = 100_000;

/// A known bug, ready to be matched.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The automaton.
    pub automaton: BugAutomaton,
    /// The same, deterministic.
    pub dfa: Dfa,
    /// Where it was read from; empty where it was made.
    pub path: PathBuf,
    /// Another name of the app.
    pub also_called: String,
    /// What is odd about it.
    pub warnings: Vec<String>,
}

impl Bug {
    /// Makes an automaton ready.
    pub fn of(automaton: BugAutomaton) -> Result<Self, DiagnoseError> {
        let dfa = Dfa::of(&automaton.nfa)
            .map_err(|source| DiagnoseError::Automaton { bug: automaton.bug.clone(), source })?;
        let warnings = check(&automaton).iter().map(Problem::to_string).collect();
        Ok(Self { automaton, dfa, path: PathBuf::new(), also_called: String::new(), warnings })
    }

    /// Reads an automaton, and the configuration beside it where there is one.
    pub fn read(path: &Path) -> Result<Self, DiagnoseError> {
        let bytes = std::fs::read(path).map_err(DiagnoseError::io(path))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut bug = if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
            Self::of_jff(path, &text)?
        } else {
            let automaton = parse_bug(&stem(path), &text).map_err(|e| DiagnoseError::file(path, e))?;
            Self::of(automaton)?
        };
        bug.path = path.to_owned();
        Ok(bug)
    }

    fn of_jff(path: &Path, text: &str) -> Result<Self, DiagnoseError> {
        let nfa = parse_jff(text).map_err(|e| DiagnoseError::file(path, e))?;
        let id = id_of(path);
        let mut automaton = BugAutomaton::new(&id, nfa);
        automaton.app = folder_name(path);
        let mut odd = Vec::new();
        let mut also_called = String::new();
        if stem(path).to_ascii_uppercase().contains("-DFA") {
            odd.push(format!(
                "{} is a DFA file where others ship an NFA; it is an automaton all the same",
                file_name(path)
            ));
        }
        match configuration_of(path, &id)? {
            Some((file, found)) => {
                let name = file_name(&file);
                if !found.bug.is_empty() && found.bug != id {
                    odd.push(format!("{name} is of bug {}, the automaton's file of bug {id}", found.bug));
                }
                odd.extend(found.doubled.iter().map(|symbol| {
                    format!("{name} describes {symbol} twice: as {symbol} and as {}", symbol.in_logs())
                }));
                odd.extend(described(&mut automaton, &name, &found));
                also_called = found.app;
            }
            None => odd.push(format!(
                "no configuration-#{id}.json beside {}: coverage counts all of its symbols",
                file_name(path)
            )),
        }
        let mut bug = Self::of(automaton)?;
        bug.also_called = also_called;
        odd.append(&mut bug.warnings);
        bug.warnings = odd;
        Ok(bug)
    }

    /// Whether it is the bug of that app and id.
    pub fn is(&self, app: &str, id: &str) -> bool {
        let called = |name: &str| !name.is_empty() && name.eq_ignore_ascii_case(app);
        self.automaton.bug == id && (called(&self.automaton.app) || called(&self.also_called))
    }

    /// A short name for tables.
    pub fn name(&self) -> String {
        let app = self.automaton.app.strip_prefix("sample:").unwrap_or(&self.automaton.app);
        match app {
            "" => self.automaton.bug.clone(),
            app => format!("{app}-{}", self.automaton.bug),
        }
    }

    /// States and transitions of the automaton as written, and states of the deterministic one.
    pub fn sizes(&self) -> (usize, usize, usize) {
        (self.automaton.nfa.states().len(), self.automaton.nfa.moves().len(), self.dfa.len())
    }
}

/// Gives the automaton's events their texts; says where the two files do not speak of the same symbols.
fn described(automaton: &mut BugAutomaton, name: &str, found: &Configuration) -> Vec<String> {
    let mut odd = Vec::new();
    let alphabet = automaton.nfa.alphabet();
    for (id, symbol) in found.renamed.iter().filter(|(_, symbol)| alphabet.contains(symbol)) {
        odd.push(format!("{name} calls event {id} what the automaton calls {symbol}: the same event"));
    }
    let listed = |symbols: &[&Symbol]| symbols.iter().map(|s| s.as_str()).collect::<Vec<_>>().join(" and ");
    let lost: Vec<&Symbol> = alphabet.iter().filter(|symbol| !found.events.contains_key(symbol)).collect();
    let unused: Vec<&Symbol> = found.events.keys().filter(|symbol| !alphabet.contains(symbol)).collect();
    if !lost.is_empty() && !unused.is_empty() {
        odd.push(format!(
            "the automaton uses ids {} where {name} has {}: a variant of another numbering; logs that use {} do not \
             reach these transitions",
            listed(&lost),
            listed(&unused),
            listed(&unused),
        ));
    }
    automaton.events = found
        .events
        .iter()
        .map(|(symbol, info)| (symbol.clone(), PivotEvent { label: info.clone(), pivot: None }))
        .collect();
    odd
}

/// The configuration beside an automaton: the one of its id, however it is spelled.
fn configuration_of(path: &Path, id: &str) -> Result<Option<(PathBuf, Configuration)>, DiagnoseError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let names =
        [format!("configuration-#{id}.json"), format!("configuration-{id}.json"), format!("{id}.json")];
    let Some(file) = names.iter().map(|name| folder.join(name)).find(|file| file.is_file()) else {
        return Ok(None);
    };
    let bytes = std::fs::read(&file).map_err(DiagnoseError::io(&file))?;
    let found = parse_configuration(&String::from_utf8_lossy(&bytes))
        .map_err(|problem| DiagnoseError::file(&file, problem))?;
    Ok(Some((file, found)))
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn folder_name(path: &Path) -> String {
    let folder = std::fs::canonicalize(path).ok().and_then(|path| path.parent().map(file_name));
    folder.unwrap_or_default()
}

/// The bug's id from a file's name: `114-NFA(full).jff` is of 114.
fn id_of(path: &Path) -> String {
    let stem = stem(path);
    let upper = stem.to_ascii_uppercase();
    let end = ["-NFA", "-DFA", "_NFA", "_DFA"].iter().filter_map(|mark| upper.find(mark)).min();
    let id = stem[..end.unwrap_or(stem.len())].trim_start_matches('#').trim();
    if id.is_empty() { stem } else { id.to_owned() }
}

/// The bugs at hand.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// In the order they were named, those of a folder by path.
    pub bugs: Vec<Bug>,
    /// Files of a suite that could not be read.
    pub warnings: Vec<String>,
}

impl Library {
    /// Reads files, and all automata below folders. A file that is named must be readable; one of a folder that
    /// is not gives a warning. Of several automata for one bug in a folder, `<id>-NFA.jff` is the one.
    pub fn read(paths: &[PathBuf]) -> Result<Self, DiagnoseError> {
        let mut library = Self::default();
        for path in paths {
            if path.is_dir() {
                for file in automata_below(path)? {
                    match Bug::read(&file) {
                        Ok(bug) => library.bugs.push(bug),
                        Err(error) => library.warnings.push(error.to_string()),
                    }
                }
            } else {
                library.bugs.push(Bug::read(path)?);
            }
        }
        Ok(library)
    }
}

fn automata_below(folder: &Path) -> Result<Vec<PathBuf>, DiagnoseError> {
    let mut best = BTreeMap::<(PathBuf, String), PathBuf>::new();
    let (mut open, mut seen) = (vec![(folder.to_owned(), 0)], 0);
    while let Some((folder, depth)) = open.pop() {
        for entry in std::fs::read_dir(&folder).map_err(DiagnoseError::io(&folder))? {
            let entry = entry.map_err(DiagnoseError::io(&folder))?;
            seen += 1;
            if seen > MAX_FILES {
                return Err(DiagnoseError::Usage(format!(
                    "more than {MAX_FILES} files below {}",
                    folder.display()
                )));
            }
            let path = entry.path();
            // Links are not followed: a circle of them would never end.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if depth < 8 {
                    open.push((path, depth + 1));
                }
                continue;
            }
            match path.extension().and_then(|e| e.to_str()) {
                Some("bug") => {
                    best.insert((folder.clone(), file_name(&path)), path);
                }
                Some("jff") => {
                    let key = (folder.clone(), id_of(&path));
                    let rank = |path: &PathBuf| {
                        let name = file_name(path);
                        let plain = ["-NFA.jff", "-DFA.jff"].iter().position(|end| name.ends_with(end));
                        (plain.unwrap_or(2), name)
                    };
                    let better = best.get(&key).is_none_or(|known| rank(&path) < rank(known));
                    if better {
                        best.insert(key, path);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(best.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_from_file_names() {
        for (name, id) in [
            ("114-NFA.jff", "114"),
            ("114-NFA(full).jff", "114"),
            ("73-DFA.jff", "73"),
            ("bugs/x/1232-nfa.jff", "1232"),
            ("odd.jff", "odd"),
        ] {
            assert_eq!(id_of(Path::new(name)), id);
        }
    }
}
