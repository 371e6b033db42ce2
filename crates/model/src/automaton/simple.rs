//! The two simple analyses that the paper compares with (RQ3): trace comparison, which finds the first event in
//! which the log differs from the minimal bug-triggering trace, and runtime verification, which finds the first
//! event that the automaton does not accept. Neither ever begins again, so both lose track early.

use super::dfa::Dfa;
use super::symbol::Symbol;

/// What the two say about the same events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simple {
    /// The shortest word of the automaton: the minimal bug-triggering trace.
    trace: Vec<usize>,
    compared: usize,
    differs: bool,
    state: u32,
    closest: u32,
    refused: Option<(u64, usize)>,
    seen: u64,
}

impl Simple {
    pub(super) fn new(dfa: &Dfa) -> Self {
        Self {
            trace: dfa.way_from(0),
            compared: 0,
            differs: false,
            state: 0,
            closest: 0,
            refused: None,
            seen: 0,
        }
    }

    #[inline]
    pub(super) fn saw(&mut self, dfa: &Dfa, symbol: usize) {
        if !self.differs {
            match self.trace.get(self.compared) {
                Some(wanted) if *wanted == symbol => self.compared += 1,
                _ => self.differs = true,
            }
        }
        if self.refused.is_none() {
            self.seen += 1;
            match dfa.next(self.state, symbol) {
                Some(to) => {
                    self.state = to;
                    if dfa.distance(to) < dfa.distance(self.closest) {
                        self.closest = to;
                    }
                }
                None => self.refused = Some((self.seen, symbol)),
            }
        }
    }

    /// Trace comparison: the event of the minimal trace that was missed first; `None` where all were done.
    pub fn trace_comparison(&self, dfa: &Dfa) -> Option<Symbol> {
        self.trace.get(self.compared).and_then(|symbol| dfa.symbols().get(*symbol).cloned())
    }

    /// Runtime verification: the number of the first event that the automaton refuses, from 1, and which it is.
    pub fn refused(&self, dfa: &Dfa) -> Option<(u64, Symbol)> {
        self.refused.and_then(|(number, symbol)| Some((number, dfa.symbols().get(symbol)?.clone())))
    }

    /// Runtime verification: the event missed first, from what was reached before that; `None` where a trace was
    /// accepted.
    pub fn runtime_verification(&self, dfa: &Dfa) -> Option<Symbol> {
        dfa.way_from(self.closest).first().and_then(|symbol| dfa.symbols().get(*symbol).cloned())
    }
}
