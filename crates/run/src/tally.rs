//! The figures of a run, counted step by step: events, restarts, states, activities, coverage, device time.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Screen, ScreenHash, Structure, structure};
use skink_trace::{Coverage, Observation, Step};

/// Counts what a run does.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    package: String,
    /// Events performed.
    pub events: u64,
    /// Clean starts, the first included.
    pub launches: u64,
    /// Device time in milliseconds.
    pub phone_millis: u64,
    structures: FxHashMap<ScreenHash, Structure>,
    states: FxHashSet<Structure>,
    activities: BTreeSet<String>,
    covered: BTreeSet<u32>,
}

/// Abstractions remembered; a run with more distinct screens computes some again.
const REMEMBERED: usize = 100_000;

impl Tally {
    /// For the app of that package.
    pub fn new(package: &str) -> Self {
        Self { package: package.to_owned(), ..Self::default() }
    }

    /// A clean start was made.
    pub fn launched(&mut self, first: &Observation, millis: u64) {
        self.launches += 1;
        self.phone_millis += millis;
        self.look(first);
    }

    /// A step was made.
    pub fn saw(&mut self, step: &Step) {
        self.events += 1;
        self.phone_millis += step.millis;
        self.look(&step.after);
    }

    fn look(&mut self, seen: &Observation) {
        self.covered.extend(&seen.covered);
        self.look_at(&seen.screen);
    }

    fn look_at(&mut self, screen: &Screen) {
        if screen.package() != self.package
            || screen.is_empty()
            || self.structures.contains_key(&screen.hash())
        {
            return;
        }
        if self.structures.len() >= REMEMBERED {
            self.structures.clear();
        }
        let state = structure(screen);
        self.structures.insert(screen.hash(), state);
        self.states.insert(state);
        if !self.activities.contains(screen.activity()) {
            self.activities.insert(screen.activity().to_owned());
        }
    }

    /// Which of these branches the run had not covered yet.
    pub fn newly_covered(&self, branches: &[u32]) -> Vec<u32> {
        branches.iter().copied().filter(|branch| !self.covered.contains(branch)).collect()
    }

    /// Clean starts after the first.
    pub fn restarts(&self) -> u64 {
        self.launches.saturating_sub(1)
    }

    /// Distinct states of the app.
    pub fn states(&self) -> u64 {
        self.states.len() as u64
    }

    /// Distinct activities of the app.
    pub fn activities(&self) -> u64 {
        self.activities.len() as u64
    }

    /// Branch coverage, where the device knows how many branches there are.
    pub fn coverage(&self, total: Option<u32>) -> Option<Coverage> {
        total.map(|total| Coverage { covered: self.covered.len() as u32, total })
    }
}
