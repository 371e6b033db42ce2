//! Bug automata and their matcher: sections 3.2 and 3.3 of the Themis+ paper.
//!
//! A bug automaton is an ε-NFA whose words are the traces of pivot events that trigger a known bug; ε stands for
//! what is no pivot event, such as Back. It is read from JFLAP's files or from a small text format, made
//! deterministic, and matched against what a tool did. Where the paper is silent, the matcher does what the
//! published one does; its rules are written at the [`Matcher`].

mod check;
mod dfa;
mod jff;
mod language;
mod matcher;
mod nfa;
mod pivot;
mod simple;
mod symbol;
mod text;

pub use check::{Problem, check};
pub use dfa::{Dfa, MAX_DFA_STATES, UNREACHABLE};
pub use jff::{JffError, MAX_JFF_BYTES, parse_jff};
pub use language::{differing_words, random_walk, words};
pub use matcher::{Clues, EventClue, Matcher, Share};
pub use nfa::{AutomatonError, MAX_MOVES, MAX_STATES, Move, Nfa, NfaState};
pub use pivot::{Pivot, PivotError};
pub use simple::Simple;
pub use symbol::Symbol;
pub use text::{TextError, parse_bug, print_bug};

use std::collections::BTreeMap;

/// A pivot event, as people and as Skink's own runs know it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PivotEvent {
    /// What happens, such as `presses ×`; may be empty.
    pub label: String,
    /// Which steps of a run it is, where the run was not instrumented.
    pub pivot: Option<Pivot>,
}

/// A known bug with its automaton.
#[derive(Clone, Debug, PartialEq)]
pub struct BugAutomaton {
    /// The bug's name, such as the number of its issue.
    pub bug: String,
    /// The app that has it; may be empty.
    pub app: String,
    /// What goes wrong; may be empty.
    pub title: String,
    /// The title of the crash, where another crash of the app must not count.
    pub crash: Option<String>,
    /// The automaton.
    pub nfa: Nfa,
    /// What is known of its events. Those that coverage counts are the ones listed here that the automaton uses.
    pub events: BTreeMap<Symbol, PivotEvent>,
}

impl BugAutomaton {
    /// An automaton of which nothing else is known: all its symbols are events.
    pub fn new(bug: &str, nfa: Nfa) -> Self {
        let events = nfa.alphabet().into_iter().map(|symbol| (symbol, PivotEvent::default())).collect();
        Self { bug: bug.to_owned(), app: String::new(), title: String::new(), crash: None, nfa, events }
    }

    /// What people call an event.
    pub fn label<'a>(&'a self, symbol: &'a Symbol) -> &'a str {
        match self.events.get(symbol) {
            Some(event) if !event.label.is_empty() => &event.label,
            _ => symbol.as_str(),
        }
    }
}
