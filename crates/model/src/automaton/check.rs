//! What looks wrong with a bug automaton before anything is matched against it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::BugAutomaton;
use super::nfa::Nfa;
use super::symbol::Symbol;

/// Something about an automaton that its author would want to know. None of them keeps it from being used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Nothing leads to these states.
    Unreachable(Vec<String>),
    /// Nothing leads from these states to a final one.
    Dead(Vec<String>),
    /// The initial states do not lead to a final one: the automaton accepts nothing.
    AcceptsNothing,
    /// ε alone leads from the initial to a final state: every trace triggers the bug.
    AcceptsEmpty,
    /// Several states bear this name.
    SameName(String, Vec<String>),
    /// Several states are marked as initial.
    Initials(Vec<String>),
    /// Events that are described and that no transition uses.
    UnusedEvents(Vec<Symbol>),
    /// Symbols of transitions that are described nowhere.
    UnknownSymbols(Vec<Symbol>),
    /// Symbols that never occurred in what was matched.
    NeverLogged(Vec<Symbol>),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |symbols: &[Symbol]| symbols.iter().map(Symbol::as_str).collect::<Vec<_>>().join(", ");
        match self {
            Problem::Unreachable(states) => {
                write!(f, "no transitions lead to {} from the initial state", states.join(", "))
            }
            Problem::Dead(states) => {
                write!(f, "no transitions lead from {} to a final state: dead ends", states.join(", "))
            }
            Problem::AcceptsNothing => f.write_str(
                "no transitions lead from the initial state to a final one: no trace triggers the bug",
            ),
            Problem::AcceptsEmpty => f.write_str(
                "ε alone leads from the initial state to a final one: the empty trace is accepted",
            ),
            Problem::SameName(name, ids) => {
                write!(
                    f,
                    "the states {} all bear the name `{name}`; they are told apart by id",
                    ids.join(", ")
                )
            }
            Problem::Initials(states) => {
                write!(f, "{} are all marked as initial; a trace may begin in each", states.join(", "))
            }
            Problem::UnusedEvents(symbols) => {
                write!(f, "no transition uses the described events {}; they are skipped", listed(symbols))
            }
            Problem::UnknownSymbols(symbols) => write!(
                f,
                "transitions use {}, which no event describes; they are matched, and no coverage counts them",
                listed(symbols)
            ),
            Problem::NeverLogged(symbols) => write!(f, "the log never has {}", listed(symbols)),
        }
    }
}

/// Looks for problems, in a fixed order.
pub fn check(bug: &BugAutomaton) -> Vec<Problem> {
    let nfa = &bug.nfa;
    let mut problems = Vec::new();
    let forward = reached(nfa, nfa.initial(), |from, to| (from, to));
    let backward = reached(nfa, nfa.accepting(), |from, to| (to, from));
    let missing = |set: &BTreeSet<usize>| -> Vec<String> {
        let outside = (0..nfa.states().len()).filter(|state| !set.contains(state));
        outside.map(|state| called(nfa, state)).collect()
    };
    let (unreachable, dead) = (missing(&forward), missing(&backward));
    if nfa.initial().is_disjoint(&backward) {
        problems.push(Problem::AcceptsNothing);
    }
    let mut silent = nfa.initial().clone();
    while let Some(m) =
        nfa.moves().iter().find(|m| m.read.is_none() && silent.contains(&m.from) && !silent.contains(&m.to))
    {
        silent.insert(m.to);
    }
    if !nfa.accepting().is_disjoint(&silent) {
        problems.push(Problem::AcceptsEmpty);
    }
    problems.extend(some(unreachable).map(Problem::Unreachable));
    problems.extend(some(dead).map(Problem::Dead));
    if nfa.initial().len() > 1 {
        problems.push(Problem::Initials(nfa.initial().iter().map(|state| called(nfa, *state)).collect()));
    }
    let mut names = BTreeMap::<&str, Vec<String>>::new();
    for state in nfa.states() {
        names.entry(&state.name).or_default().push(state.id.clone());
    }
    for (name, ids) in names.into_iter().filter(|(_, ids)| ids.len() > 1) {
        problems.push(Problem::SameName(name.to_owned(), ids));
    }
    let alphabet = nfa.alphabet();
    let unused = bug.events.keys().filter(|symbol| !alphabet.contains(*symbol)).cloned().collect();
    problems.extend(some(unused).map(Problem::UnusedEvents));
    let unknown = alphabet.into_iter().filter(|symbol| !bug.events.contains_key(symbol)).collect();
    problems.extend(some(unknown).map(Problem::UnknownSymbols));
    problems
}

fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}

/// A state as people find it: its name, with its id where that says more.
fn called(nfa: &Nfa, state: usize) -> String {
    let state = &nfa.states()[state];
    if state.name == state.id { state.id.clone() } else { format!("{} (id {})", state.name, state.id) }
}

/// The states that transitions lead to from `start`, in the direction that `ends` gives.
fn reached(
    nfa: &Nfa,
    start: &BTreeSet<usize>,
    ends: impl Fn(usize, usize) -> (usize, usize),
) -> BTreeSet<usize> {
    let mut next = vec![Vec::new(); nfa.states().len()];
    for m in nfa.moves() {
        let (from, to) = ends(m.from, m.to);
        next[from].push(to);
    }
    let (mut found, mut open) = (start.clone(), start.iter().copied().collect::<Vec<_>>());
    while let Some(state) = open.pop() {
        for to in &next[state] {
            if found.insert(*to) {
                open.push(*to);
            }
        }
    }
    found
}
