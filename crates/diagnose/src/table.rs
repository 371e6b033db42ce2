//! The paper's Table 3: for each bug and tool the best event coverage, pair coverage and minimal distance over
//! its runs, and whether it found the bug; under it how often each tool has the best value.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::bugs::Bug;
use crate::diagnosis::Diagnosis;

/// A tool on a bug, over its runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Runs.
    pub runs: usize,
    /// Runs in which the app crashed.
    pub found: usize,
    /// Best event coverage in percent; `None` where there is nothing to cover.
    pub event_coverage: Option<f64>,
    /// Best pair coverage in percent; `None` where the automaton has no pairs.
    pub pair_coverage: Option<f64>,
    /// Least minimal distance.
    pub minimal_distance: u32,
}

/// A bug in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The bug.
    pub bug: String,
    /// States and transitions of its automaton.
    pub nfa: (usize, usize),
    /// States and symbols of the deterministic one.
    pub dfa: (usize, usize),
    /// By tool.
    pub tools: BTreeMap<String, Cell>,
}

/// Table 3.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The tools, by name.
    pub tools: Vec<String>,
    /// Bug by bug.
    pub rows: Vec<Row>,
    /// How often each tool has the best event coverage, pair coverage and distance of a bug, ties included.
    pub best: BTreeMap<String, (usize, usize, usize)>,
    /// Bugs found and missed by each tool.
    pub found_missed: BTreeMap<String, (usize, usize)>,
}

fn best(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}

impl Table {
    /// Sums up diagnoses; each goes with its bug.
    pub fn of<'a>(diagnoses: impl IntoIterator<Item = (&'a Bug, &'a Diagnosis)>) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        for (bug, diagnosis) in diagnoses {
            let clues = &diagnosis.clues;
            let at = rows.iter().position(|row| row.bug == diagnosis.name).unwrap_or_else(|| {
                let (states, moves, deterministic) = bug.sizes();
                rows.push(Row {
                    bug: diagnosis.name.clone(),
                    nfa: (states, moves),
                    dfa: (deterministic, bug.dfa.symbols().len()),
                    tools: BTreeMap::new(),
                });
                rows.len() - 1
            });
            let cell = rows[at].tools.entry(diagnosis.tool.clone()).or_insert(Cell {
                runs: 0,
                found: 0,
                event_coverage: None,
                pair_coverage: None,
                minimal_distance: u32::MAX,
            });
            cell.runs += 1;
            cell.found += usize::from(diagnosis.is_found());
            cell.event_coverage = best(cell.event_coverage, clues.event_coverage.percent());
            cell.pair_coverage = best(cell.pair_coverage, clues.pair_coverage.percent());
            cell.minimal_distance = cell.minimal_distance.min(clues.minimal_distance);
        }
        let mut table = Self { rows, ..Self::default() };
        table.sum_up();
        table
    }

    fn sum_up(&mut self) {
        for row in &self.rows {
            let of =
                |value: fn(&Cell) -> Option<f64>| row.tools.values().filter_map(value).fold(-1.0, f64::max);
            let (events, pairs) = (of(|c| c.event_coverage), of(|c| c.pair_coverage));
            let distance = row.tools.values().map(|cell| cell.minimal_distance).min();
            for (tool, cell) in &row.tools {
                let best = self.best.entry(tool.clone()).or_default();
                best.0 += usize::from(cell.event_coverage == Some(events));
                best.1 += usize::from(cell.pair_coverage == Some(pairs));
                best.2 += usize::from(Some(cell.minimal_distance) == distance);
                let found = self.found_missed.entry(tool.clone()).or_default();
                if cell.found > 0 { found.0 += 1 } else { found.1 += 1 }
            }
        }
        self.tools = self.found_missed.keys().cloned().collect();
    }

    /// The table as text, three columns a tool; `*` where the bug was found, `-` where there is nothing to cover.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|row| row.bug.chars().count()).max().unwrap_or(0).max(13);
        let mut out = format!("{:<width$} {:>7} {:>7}", "bug", "ε-NFA", "DFA");
        for tool in &self.tools {
            let _ = write!(out, "  {:^15}", tool.chars().take(15).collect::<String>());
        }
        let _ = write!(out, "\n{:<width$} {:>7} {:>7}", "", "", "");
        self.tools.iter().for_each(|_| out.push_str("    EC   EPC   MD"));
        out.push('\n');
        let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |p| format!("{p:.0}"));
        for row in &self.rows {
            let sizes = |(a, b): (usize, usize)| format!("{a}/{b}");
            let _ = write!(out, "{:<width$} {:>7} {:>7}", row.bug, sizes(row.nfa), sizes(row.dfa));
            for tool in &self.tools {
                match row.tools.get(tool) {
                    Some(cell) => {
                        let star = if cell.found > 0 { "*" } else { " " };
                        let _ = write!(
                            out,
                            "  {:>4}  {:>4} {:>4}{star}",
                            percent(cell.event_coverage),
                            percent(cell.pair_coverage),
                            cell.minimal_distance
                        );
                    }
                    None => out.push_str("     /     /    / "),
                }
            }
            out.push('\n');
        }
        let _ = write!(out, "{:<width$} {:>7} {:>7}", "best values", "", "");
        for tool in &self.tools {
            let (a, b, c) = self.best.get(tool).copied().unwrap_or_default();
            let _ = write!(out, "  {a:>4}  {b:>4} {c:>4} ");
        }
        let _ = write!(out, "\n{:<width$} {:>7} {:>7}", "found/missed", "", "");
        for tool in &self.tools {
            let (found, missed) = self.found_missed.get(tool).copied().unwrap_or_default();
            let _ = write!(out, "  {:>15}", format!("{found} / {missed}"));
        }
        out.push('\n');
        out
    }
}
