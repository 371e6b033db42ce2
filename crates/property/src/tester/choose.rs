//! Which function comes next, and what to make for: pairs and triples on the same object that were not seen yet
//! first, functions where they are new, and seldom what a known bug breaks every time or what was done on a kind of
//! screen again and again.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use skink_gui::{Screen, Widget};
use skink_run::Dice;

use super::{Known, Possible, Tester};
use crate::filled::is_list;
use crate::history::{Novelty, object_of};
use crate::settings::Mode;
use crate::template::Values;

/// Probability of a function that is expected to break: its other bugs are not given up.
const ALL_THE_SAME: f64 = 0.1;
/// Calls of a function on a kind of screen after which it is familiar there: until then no coin is thrown.
const FAMILIAR: u32 = 3;
/// Calls of a function on a kind of screen after which it begins to wear there.
const WORN: f64 = 30.0;
/// The least that is left of its chance.
const MOST_WORN: f64 = 0.2;

impl Tester {
    /// Without those that are expected to break, most of the time: a bug that is known is not found again and again
    /// at the cost of those that it hides.
    pub(super) fn hopeful<'a>(&self, candidates: &'a [Possible], dice: &mut Dice) -> Vec<&'a Possible> {
        let is_hopeful = |number: usize, dice: &mut Dice| {
            !(self.avoids_doomed() && self.history.is_doomed(number)) || dice.chance(ALL_THE_SAME)
        };
        candidates.iter().filter(|(number, _)| is_hopeful(*number, dice)).collect()
    }

    /// In tests of one function there is nothing else that could be done.
    fn avoids_doomed(&self) -> bool {
        self.settings.guided && self.settings.mode == Mode::Interleaved
    }

    pub(super) fn choose(
        &mut self,
        candidates: &[&Possible],
        screen: &Screen,
        dice: &mut Dice,
    ) -> Option<(usize, Values)> {
        if candidates.is_empty() {
            return None;
        }
        let here = kind_of(screen);
        let is_new = |number: usize| {
            self.settings.guided && self.begun.get(&(number, here)).is_none_or(|times| *times < FAMILIAR)
        };
        let any_new = candidates.iter().any(|(number, _)| is_new(*number));
        let goal = self.wander.goal().filter(|goal| candidates.iter().any(|(number, _)| number == goal));
        if let Some(goal) = goal {
            self.wander.reached();
            let (_, calls) = candidates.iter().find(|(number, _)| *number == goal)?;
            return self.best(goal, calls, dice).map(|(values, _)| (goal, values.clone()));
        }
        let alone = self.settings.mode == Mode::OneAlone;
        if !alone && !any_new && !dice.chance(self.coin(candidates, here)) {
            return None;
        }
        let mut weighted: Vec<(f64, usize, &Values)> = Vec::new();
        for (number, calls) in candidates {
            if let Some((values, score)) = self.best(*number, calls, dice) {
                let held = self.figures[*number].held as f64;
                let seldom = if self.settings.guided { 1.0 / (1.0 + held).powf(0.25) } else { 1.0 };
                let place = if is_new(*number) { 4.0 } else { 1.0 };
                let weight = f64::from(self.functions[*number].function.weight)
                    * (1.0 + score.max(0.0))
                    * seldom
                    * place;
                weighted.push((weight, *number, values));
            }
        }
        let total: f64 = weighted.iter().map(|(weight, ..)| weight).sum();
        let mut left = dice.below(1 << 30) as f64 / f64::from(1 << 30) * total;
        for (weight, number, values) in &weighted {
            left -= weight;
            if left < 0.0 {
                return Some((*number, (*values).clone()));
            }
        }
        weighted
            .last()
            .filter(|(weight, ..)| *weight > 0.0)
            .map(|(_, number, values)| (*number, (*values).clone()))
    }

    /// The coin's bias: less and less where all that is possible was done here often and would be no new pair or
    /// triple, so that the rest of the app comes into play.
    fn coin(&self, candidates: &[&Possible], here: u64) -> f64 {
        let is_known = |(number, calls): &&Possible| {
            let known = &self.functions[*number];
            let object = |values: &Values| object_of(&known.function, &known.rules, values, "old");
            let novelty = |values: &Values| self.history.novelty(*number, object(values).as_ref());
            calls.iter().all(|values| novelty(values) == Novelty::Known)
        };
        if !self.settings.guided || !candidates.iter().all(is_known) {
            return self.settings.bias;
        }
        let times = |(number, _): &&Possible| self.begun.get(&(*number, here)).copied().unwrap_or(0);
        let least = candidates.iter().map(times).min().unwrap_or(0).max(1);
        self.settings.bias * (WORN / f64::from(least)).sqrt().clamp(MOST_WORN, 1.0)
    }

    /// The best call of a function most of the time, any one now and then; with the best one's score.
    fn best<'a>(&self, number: usize, calls: &'a [Values], dice: &mut Dice) -> Option<(&'a Values, f64)> {
        let known = &self.functions[number];
        let mut best: Vec<&Values> = Vec::new();
        let mut score = -1.0;
        for values in calls {
            let this = if self.settings.guided { self.score(number, known, values) } else { 0.0 };
            if this > score {
                score = this;
                best.clear();
            }
            if this >= score {
                best.push(values);
            }
        }
        let any: Vec<&Values> = calls.iter().collect();
        let from = if dice.chance(0.75) { &best } else { &any };
        dice.pick(from).map(|values| (*values, score))
    }

    /// Pairs not seen yet first, then names of a kind that the function was not done to yet, then triples, then what
    /// was touched last.
    fn score(&self, number: usize, known: &Known, values: &Values) -> f64 {
        let object = object_of(&known.function, &known.rules, values, "old");
        let new = match self.history.novelty(number, object.as_ref()) {
            Novelty::Pair => 3.0,
            Novelty::Triple => 1.5,
            Novelty::Known => 0.0,
        };
        let recent = object.is_some() && object == self.history.recent;
        let other_kind = object.is_some_and(|object| self.history.is_new_kind(number, &object));
        new + if recent { 1.0 } else { 0.0 } + if other_kind { 2.0 } else { 0.0 }
    }

    /// What to make for: a function that was never done after what was done to an object of this test, or the one
    /// done least, of those that are possible elsewhere and not expected to break.
    pub(super) fn goal(&self, here: &[Possible], dice: &mut Dice) -> Option<usize> {
        let numbers = 0..self.functions.len();
        let in_play = numbers.filter(|n| self.settings.mode == Mode::Interleaved || *n == self.single);
        let within_reach: Vec<usize> = in_play
            .filter(|number| !here.iter().any(|(known, _)| known == number))
            .filter(|number| self.wander.knows_where(*number))
            .filter(|number| !(self.avoids_doomed() && self.history.is_doomed(*number)))
            .collect();
        let pairs = |number: &&usize| {
            let of = self.functions[**number].function.data.as_deref();
            of.is_some_and(|of| self.history.would_pair(**number, of))
        };
        let new: Vec<usize> = within_reach.iter().filter(pairs).copied().collect();
        match dice.pick(&new) {
            Some(number) if dice.chance(0.5) => Some(*number),
            _ => within_reach.into_iter().min_by_key(|number| (self.figures[*number].attempts, *number)),
        }
    }
}

/// A kind of screen: what widgets it has, whatever the rows of its lists say.
pub(super) fn kind_of(screen: &Screen) -> u64 {
    let kind = |w: Widget<'_>| {
        let desc = if w.ancestors().any(|above| is_list(&above)) { "" } else { w.desc() };
        (w.class().to_owned(), w.resource_id().to_owned(), desc.to_owned())
    };
    let kinds: BTreeSet<(String, String, String)> = screen.widgets().map(kind).collect();
    let mut hasher = FxHasher::default();
    (screen.activity(), kinds).hash(&mut hasher);
    hasher.finish()
}
