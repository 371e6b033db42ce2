//! The deterministic automaton that is matched against: subset construction with ε-closures (section 3.2), and
//! on it the pairs of adjacent events and each state's distance to acceptance (section 3.3).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::nfa::{AutomatonError, Nfa};
use super::symbol::Symbol;

/// States a deterministic automaton may grow to; the largest published one has 22.
pub const MAX_DFA_STATES: usize = 16_384;
/// The distance of a state from which nothing leads to acceptance: the published matcher's figure for it.
pub const UNREACHABLE: u32 = 1000;
/// No transition.
const NONE: u32 = u32::MAX;

/// A deterministic bug automaton. State 0 is the initial one; symbols are numbered in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Dfa {
    symbols: Vec<Symbol>,
    /// A row of targets for each state.
    next: Vec<u32>,
    accepting: Vec<bool>,
    distance: Vec<u32>,
    /// Which states of the ε-NFA each state stands for.
    members: Vec<Vec<usize>>,
}

impl Dfa {
    /// Makes an automaton deterministic. Only reachable states are made, and none for the empty set.
    pub fn of(nfa: &Nfa) -> Result<Self, AutomatonError> {
        let symbols: Vec<Symbol> = nfa.alphabet().into_iter().collect();
        let number: BTreeMap<&Symbol, usize> = symbols.iter().enumerate().map(|(n, s)| (s, n)).collect();
        let mut epsilon = vec![Vec::new(); nfa.states().len()];
        let mut reading = vec![Vec::new(); nfa.states().len()];
        for m in nfa.moves() {
            match m.read.as_ref().and_then(|symbol| number.get(symbol)) {
                Some(symbol) => reading[m.from].push((*symbol, m.to)),
                None => epsilon[m.from].push(m.to),
            }
        }
        let first = close(nfa.initial().clone(), &epsilon);
        let mut known = BTreeMap::from([(first.clone(), 0u32)]);
        let (mut members, mut next) = (vec![first], Vec::new());
        let mut at = 0;
        while at < members.len() {
            let mut targets = vec![BTreeSet::new(); symbols.len()];
            for (symbol, to) in members[at].iter().flat_map(|state| &reading[*state]) {
                targets[*symbol].insert(*to);
            }
            for target in targets {
                if target.is_empty() {
                    next.push(NONE);
                    continue;
                }
                let target = close(target, &epsilon);
                let fresh = members.len() as u32;
                let number = *known.entry(target.clone()).or_insert(fresh);
                if number == fresh {
                    members.push(target);
                }
                next.push(number);
            }
            if members.len() > MAX_DFA_STATES {
                let (what, found) = ("states once it is deterministic", members.len());
                return Err(AutomatonError::TooLarge { what, found, most: MAX_DFA_STATES });
            }
            at += 1;
        }
        let accepting: Vec<bool> = members.iter().map(|set| !set.is_disjoint(nfa.accepting())).collect();
        let members = members.into_iter().map(|set| set.into_iter().collect()).collect();
        let mut dfa = Self { symbols, next, accepting, distance: Vec::new(), members };
        dfa.distance = dfa.distances();
        Ok(dfa)
    }

    /// Fewest transitions to acceptance, from every state.
    fn distances(&self) -> Vec<u32> {
        let mut before = vec![Vec::new(); self.len()];
        for state in 0..self.len() as u32 {
            for symbol in 0..self.symbols.len() {
                if let Some(to) = self.next(state, symbol) {
                    before[to as usize].push(state);
                }
            }
        }
        let mut distance = vec![NONE; self.len()];
        let accepting = (0..self.len() as u32).filter(|state| self.accepting[*state as usize]);
        let mut open: VecDeque<u32> = accepting.collect();
        open.iter().for_each(|state| distance[*state as usize] = 0);
        while let Some(state) = open.pop_front() {
            for from in &before[state as usize] {
                if distance[*from as usize] == NONE {
                    distance[*from as usize] = distance[state as usize] + 1;
                    open.push_back(*from);
                }
            }
        }
        distance.into_iter().map(|d| if d == NONE { UNREACHABLE } else { d }).collect()
    }

    /// The symbols, in order.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The number of a symbol.
    pub fn symbol(&self, symbol: &Symbol) -> Option<usize> {
        self.symbols.binary_search(symbol).ok()
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// Whether there are no states; there is always the initial one.
    pub fn is_empty(&self) -> bool {
        self.accepting.is_empty()
    }

    /// Where a symbol leads.
    pub fn next(&self, state: u32, symbol: usize) -> Option<u32> {
        self.next.get(state as usize * self.symbols.len() + symbol).copied().filter(|to| *to != NONE)
    }

    /// Whether a state accepts.
    pub fn accepts_at(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// Fewest events from a state to acceptance; [`UNREACHABLE`] where there is no way.
    pub fn distance(&self, state: u32) -> u32 {
        self.distance[state as usize]
    }

    /// The states of the ε-NFA that a state stands for.
    pub fn members(&self, state: u32) -> &[usize] {
        &self.members[state as usize]
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: &[Symbol]) -> bool {
        let mut state = 0;
        for symbol in word {
            match self.symbol(symbol).and_then(|symbol| self.next(state, symbol)) {
                Some(to) => state = to,
                None => return false,
            }
        }
        self.accepts_at(state)
    }

    /// All pairs of events of two adjacent transitions.
    pub fn pairs(&self) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        let all = 0..self.symbols.len();
        for state in 0..self.len() as u32 {
            for first in all.clone() {
                let Some(to) = self.next(state, first) else { continue };
                pairs.extend(all.clone().filter(|b| self.next(to, *b).is_some()).map(|b| (first, b)));
            }
        }
        pairs
    }

    /// A shortest way from a state to acceptance, of equally short ones the first in the order of symbols; empty
    /// where there is none.
    pub fn way_from(&self, mut state: u32) -> Vec<usize> {
        let mut way = Vec::new();
        while self.distance(state) > 0 && self.distance(state) < UNREACHABLE {
            let closer = |symbol: &usize| {
                self.next(state, *symbol).is_some_and(|to| self.distance(to) + 1 == self.distance(state))
            };
            let Some(symbol) = (0..self.symbols.len()).find(closer) else { break };
            way.push(symbol);
            state = self.next(state, symbol).unwrap_or(state);
        }
        way
    }

    /// The symbols of these numbers.
    pub fn named(&self, symbols: &[usize]) -> Vec<Symbol> {
        symbols.iter().filter_map(|symbol| self.symbols.get(*symbol).cloned()).collect()
    }
}

fn close(mut set: BTreeSet<usize>, epsilon: &[Vec<usize>]) -> BTreeSet<usize> {
    let mut open: Vec<usize> = set.iter().copied().collect();
    while let Some(state) = open.pop() {
        for to in &epsilon[state] {
            if set.insert(*to) {
                open.push(*to);
            }
        }
    }
    set
}
