//! Matches pivot events against a bug automaton, one at a time and in constant memory: the three coverage values
//! and the supplementary clues of section 3.3.
//!
//! The rules, which the paper leaves open, are those of the published matcher. An event is counted; with the one
//! before it, it counts as a pair where two adjacent transitions read them; then the automaton steps. Without a
//! transition it goes back to the initial state, forgets the last event and tries this one once more from there,
//! as if nothing had been before it. An accepting state leads back to the initial one in the same way. The
//! histogram of distances begins with one visit of the initial state and gains one for each successful step.
//! Crashes only set a flag, and warnings are counted apart.

use std::collections::BTreeMap;

use super::dfa::Dfa;
use super::simple::Simple;
use super::symbol::Symbol;

/// What is known of one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventClue {
    /// How often it was executed.
    pub count: u64,
    /// How often its warning was logged: it was nearly executed, and cancelled.
    pub warnings: u64,
    /// Seconds after the start at which it was first executed.
    pub first_s: Option<i64>,
}

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many were covered.
    pub covered: usize,
    /// How many there are.
    pub total: usize,
}

impl Share {
    /// In percent; `None` where there is nothing to cover.
    pub fn percent(&self) -> Option<f64> {
        (self.total > 0).then(|| 100.0 * self.covered as f64 / self.total as f64)
    }
}

/// What matching has found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Clues {
    /// The events that coverage counts.
    pub events: BTreeMap<Symbol, EventClue>,
    /// Events executed, of those.
    pub event_coverage: Share,
    /// Pairs of adjacent events with how often each was executed.
    pub pairs: BTreeMap<(Symbol, Symbol), u64>,
    /// Pairs executed, of those.
    pub pair_coverage: Share,
    /// How often a state of each distance was entered.
    pub distances: BTreeMap<u32, u64>,
    /// The least of them.
    pub minimal_distance: u32,
    /// The distance of the initial state.
    pub initial_distance: u32,
    /// The next event of a shortest way from the closest state that was reached; `None` where one was accepted.
    pub first_missed: Option<Symbol>,
    /// The events, without detours, that led to the closest state.
    pub closest: Vec<Symbol>,
    /// How often each of them was executed at its place.
    pub closest_counts: Vec<u64>,
    /// What is left from there on a shortest way.
    pub left: Vec<Symbol>,
    /// How often a trace was accepted.
    pub accepted: u64,
    /// Whether a crash was logged.
    pub crashed: bool,
    /// How often each state of the deterministic automaton was entered.
    pub visits: Vec<u64>,
    /// How often each transition was taken, by state and symbol.
    pub taken: BTreeMap<(u32, usize), u64>,
    /// What the two simple analyses say.
    pub simple: Simple,
}

/// An automaton at work.
pub struct Matcher<'a> {
    dfa: &'a Dfa,
    symbols: usize,
    /// Which events coverage counts.
    counted: Vec<bool>,
    state: u32,
    last: Option<usize>,
    counts: Vec<u64>,
    warnings: Vec<u64>,
    first: Vec<Option<i64>>,
    /// Executions of pairs; those that are none are dropped at the end.
    pairs: Vec<u64>,
    taken: Vec<u64>,
    /// The way to the present state without its loops, and where on it each state stands, from 1.
    path: Vec<(u32, usize)>,
    place: Vec<usize>,
    /// The closest state so far with the way that led there.
    best: (u32, Vec<(u32, usize)>),
    accepted: u64,
    crashed: bool,
    simple: Simple,
}

impl<'a> Matcher<'a> {
    /// At the initial state; `counts` says which events coverage counts.
    pub fn new(dfa: &'a Dfa, counts: impl Fn(&Symbol) -> bool) -> Self {
        let symbols = dfa.symbols().len();
        Self {
            dfa,
            symbols,
            counted: dfa.symbols().iter().map(counts).collect(),
            state: 0,
            last: None,
            counts: vec![0; symbols],
            warnings: vec![0; symbols],
            first: vec![None; symbols],
            pairs: vec![0; symbols * symbols],
            taken: vec![0; dfa.len() * symbols],
            path: Vec::new(),
            place: vec![0; dfa.len()],
            best: (0, Vec::new()),
            accepted: 0,
            crashed: false,
            simple: Simple::new(dfa),
        }
    }

    /// Whether an event was executed yet: the time of later ones does not matter.
    #[inline]
    pub fn is_timed(&self, symbol: usize) -> bool {
        self.first[symbol].is_some()
    }

    /// An event was executed, so many seconds after the start.
    #[inline]
    pub fn event(&mut self, symbol: usize, seconds: i64) {
        self.simple.saw(self.dfa, symbol);
        self.counts[symbol] += 1;
        if self.first[symbol].is_none() {
            self.first[symbol] = Some(seconds);
        }
        if let Some(last) = self.last {
            self.pairs[last * self.symbols + symbol] += 1;
        }
        self.last = Some(symbol);
        if !self.step(symbol) {
            self.reset();
            self.step(symbol);
        }
    }

    /// An event's warning was logged.
    pub fn warning(&mut self, symbol: usize) {
        self.warnings[symbol] += 1;
    }

    /// A crash was logged.
    pub fn crash(&mut self) {
        self.crashed = true;
    }

    /// The app was started clean: what was done before does not help any more. Published logs do not say when;
    /// Skink's own runs do.
    pub fn restarted(&mut self) {
        self.reset();
    }

    /// The present state.
    pub fn state(&self) -> u32 {
        self.state
    }

    /// How often a trace was accepted so far.
    pub fn accepted(&self) -> u64 {
        self.accepted
    }

    #[inline]
    fn reset(&mut self) {
        self.state = 0;
        self.last = None;
        while let Some((state, _)) = self.path.pop() {
            self.place[state as usize] = 0;
        }
    }

    #[inline]
    fn step(&mut self, symbol: usize) -> bool {
        let Some(to) = self.dfa.next(self.state, symbol) else { return false };
        self.taken[self.state as usize * self.symbols + symbol] += 1;
        if to != self.state {
            self.walk(to, symbol);
        }
        self.state = to;
        if self.dfa.accepts_at(to) {
            self.accepted += 1;
            self.reset();
        }
        true
    }

    /// Takes a step into the way without loops, and keeps the way where it leads closer than any before.
    fn walk(&mut self, to: u32, symbol: usize) {
        let known = if to == 0 { Some(0) } else { Some(self.place[to as usize]).filter(|place| *place > 0) };
        match known {
            Some(place) => {
                for (state, _) in self.path.drain(place..) {
                    self.place[state as usize] = 0;
                }
            }
            None => {
                self.path.push((to, symbol));
                self.place[to as usize] = self.path.len();
            }
        }
        if self.dfa.distance(to) < self.dfa.distance(self.best.0) {
            self.best = (to, self.path.clone());
        }
    }

    /// What was found out.
    pub fn clues(&self) -> Clues {
        let (dfa, name) = (self.dfa, |symbol: usize| self.dfa.symbols()[symbol].clone());
        let events: BTreeMap<Symbol, EventClue> = (0..self.symbols)
            .filter(|symbol| self.counted[*symbol])
            .map(|symbol| {
                let clue = EventClue {
                    count: self.counts[symbol],
                    warnings: self.warnings[symbol],
                    first_s: self.first[symbol],
                };
                (name(symbol), clue)
            })
            .collect();
        let pairs: BTreeMap<(Symbol, Symbol), u64> = dfa
            .pairs()
            .into_iter()
            .map(|(a, b)| ((name(a), name(b)), self.pairs[a * self.symbols + b]))
            .collect();
        let mut visits = vec![0; dfa.len()];
        let mut taken = BTreeMap::new();
        for (at, count) in self.taken.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (state, symbol) = ((at / self.symbols) as u32, at % self.symbols);
            taken.insert((state, symbol), *count);
            if let Some(to) = dfa.next(state, symbol) {
                visits[to as usize] += count;
            }
        }
        let mut distances = BTreeMap::from([(dfa.distance(0), 1)]);
        for (state, count) in visits.iter().enumerate().filter(|(_, count)| **count > 0) {
            *distances.entry(dfa.distance(state as u32)).or_default() += count;
        }
        let (best, path) = &self.best;
        let starts = std::iter::once(0).chain(path.iter().map(|(state, _)| *state));
        let left = dfa.named(&dfa.way_from(*best));
        Clues {
            event_coverage: share(events.values().map(|event| event.count)),
            pair_coverage: share(pairs.values().copied()),
            events,
            pairs,
            minimal_distance: dfa.distance(*best),
            initial_distance: dfa.distance(0),
            first_missed: left.first().cloned(),
            closest: path.iter().map(|(_, symbol)| name(*symbol)).collect(),
            closest_counts: starts
                .zip(path)
                .map(|(from, (_, symbol))| taken.get(&(from, *symbol)).copied().unwrap_or(0))
                .collect(),
            left,
            distances,
            accepted: self.accepted,
            crashed: self.crashed,
            visits,
            taken,
            simple: self.simple.clone(),
        }
    }
}

fn share(counts: impl ExactSizeIterator<Item = u64>) -> Share {
    let total = counts.len();
    Share { covered: counts.filter(|count| *count > 0).count(), total }
}
