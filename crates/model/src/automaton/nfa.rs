//! The ε-NFA of a bug (definition 3.4): states told apart by id, names are labels. Built by hand, from traces, or
//! by merging the automata of several traces with ε at both ends (section 3.2, multiple traces).

use std::collections::BTreeSet;

use skink_gui::Event;

use super::symbol::Symbol;

/// States an automaton may have; the largest published one has 17.
pub const MAX_STATES: usize = 4096;
/// Transitions an automaton may have.
pub const MAX_MOVES: usize = 65_536;

/// A state: an abstract state of the app.
#[derive(Clone, Debug, PartialEq)]
pub struct NfaState {
    /// What tells it from the others.
    pub id: String,
    /// What people call it; several may bear the same.
    pub name: String,
    /// Where its author drew it.
    pub at: Option<(f32, f32)>,
}

/// A transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// From the state of that number.
    pub from: usize,
    /// To the state of that number.
    pub to: usize,
    /// By which event; `None` is ε.
    pub read: Option<Symbol>,
    /// What does an ε, where it is known: Back, for instance.
    pub by: Option<Event>,
}

/// Why states and transitions are no automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutomatonError {
    /// Nowhere to begin.
    #[error("no state is marked as the initial one")]
    NoInitial,
    /// Nothing can be accepted.
    #[error("no state is marked as final, so no trace triggers the bug; mark the crashing state")]
    NoFinal,
    /// Too large.
    #[error("{found} {what}; at most {most} are read")]
    TooLarge {
        /// Of what there are too many.
        what: &'static str,
        /// How many.
        found: usize,
        /// The bound.
        most: usize,
    },
    /// A transition from or to nowhere.
    #[error("a transition names state {0}, and there is none")]
    NoSuchState(usize),
}

/// A bug automaton's states and transitions. There is an initial and a final state, and transitions lead from and
/// to states that exist.
#[derive(Clone, Debug, PartialEq)]
pub struct Nfa {
    states: Vec<NfaState>,
    initial: BTreeSet<usize>,
    accepting: BTreeSet<usize>,
    moves: Vec<Move>,
}

impl Nfa {
    /// Checks and takes them.
    pub fn new(
        states: Vec<NfaState>,
        initial: BTreeSet<usize>,
        accepting: BTreeSet<usize>,
        moves: Vec<Move>,
    ) -> Result<Self, AutomatonError> {
        for (what, found, most) in
            [("states", states.len(), MAX_STATES), ("transitions", moves.len(), MAX_MOVES)]
        {
            if found > most {
                return Err(AutomatonError::TooLarge { what, found, most });
            }
        }
        let named = initial.iter().chain(&accepting).copied();
        let mut named = named.chain(moves.iter().flat_map(|m| [m.from, m.to]));
        if let Some(state) = named.find(|state| *state >= states.len()) {
            return Err(AutomatonError::NoSuchState(state));
        }
        match (initial.is_empty(), accepting.is_empty()) {
            (true, _) => Err(AutomatonError::NoInitial),
            (_, true) => Err(AutomatonError::NoFinal),
            _ => Ok(Self { states, initial, accepting, moves }),
        }
    }

    /// The automaton of one bug-triggering trace: step 1 of the paper's construction.
    pub fn of_trace(trace: &[Symbol]) -> Self {
        let state = |n: usize| NfaState { id: n.to_string(), name: format!("q{n}"), at: None };
        let read = |(from, symbol): (usize, &Symbol)| Move {
            from,
            to: from + 1,
            read: Some(symbol.clone()),
            by: None,
        };
        Self {
            states: (0..=trace.len()).map(state).collect(),
            initial: BTreeSet::from([0]),
            accepting: BTreeSet::from([trace.len()]),
            moves: trace.iter().enumerate().map(read).collect(),
        }
    }

    /// One automaton for several: a new initial state leads to theirs by ε, and their final states by ε to a new
    /// one.
    pub fn merged(parts: &[Nfa]) -> Result<Self, AutomatonError> {
        let state = |id: &str| NfaState { id: id.to_owned(), name: id.to_owned(), at: None };
        let (mut states, mut moves) = (vec![state("start"), state("crash")], Vec::new());
        let epsilon = |from, to| Move { from, to, read: None, by: None };
        for (number, part) in parts.iter().enumerate() {
            let shift = states.len();
            states.extend(part.states.iter().map(|state| NfaState {
                id: format!("{}.{}", number + 1, state.id),
                name: format!("{}.{}", number + 1, state.name),
                at: None,
            }));
            moves.extend(part.initial.iter().map(|state| epsilon(0, shift + state)));
            moves.extend(part.moves.iter().map(|m| Move {
                from: m.from + shift,
                to: m.to + shift,
                ..m.clone()
            }));
            moves.extend(part.accepting.iter().map(|state| epsilon(shift + state, 1)));
        }
        if parts.is_empty() {
            return Err(AutomatonError::NoFinal);
        }
        Self::new(states, BTreeSet::from([0]), BTreeSet::from([1]), moves)
    }

    /// The states.
    pub fn states(&self) -> &[NfaState] {
        &self.states
    }

    /// Where it begins.
    pub fn initial(&self) -> &BTreeSet<usize> {
        &self.initial
    }

    /// The final states.
    pub fn accepting(&self) -> &BTreeSet<usize> {
        &self.accepting
    }

    /// The transitions.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The symbols of its transitions.
    pub fn alphabet(&self) -> BTreeSet<Symbol> {
        self.moves.iter().filter_map(|m| m.read.clone()).collect()
    }

    /// Whether ε or two ways on one symbol make it nondeterministic.
    pub fn is_deterministic(&self) -> bool {
        let mut seen = BTreeSet::new();
        self.initial.len() == 1
            && self.moves.iter().all(|m| m.read.is_some() && seen.insert((m.from, m.read.clone())))
    }
}
