//! Which of many seeds are kept. The Genie paper takes the seeds as they come (section 4.1); here more are made than
//! are wanted, which costs a fraction of mining, and those are kept that together hold most of what can be lost:
//! functions done to their end, what each changes, pages and states to be disturbed in, and what came after what.

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::structure;

use crate::effects::{Sheets, hash};
use crate::functions::{Completed, Functions, changed, untitled};
use crate::seeds::Seed;

/// A seed that may be kept.
pub(crate) struct Candidate {
    /// The seed.
    pub seed: Seed,
    /// What it did, in order, each with the number of steps done by then.
    pub completed: Vec<(usize, Completed)>,
    /// What it is worth keeping for, and how much.
    items: Vec<(u64, u64)>,
}

/// The worth of something to a seed that has it. Titles of pages, dialogs and menus are often names of items, so
/// that what differs by its title alone is worth little.
const FUNCTION: u64 = 24;
const TITLED: u64 = 4;
const EFFECT: u64 = 8;
const FINISHED: u64 = 16;
const VISIT: u64 = 4;
const PLACE: u64 = 24;
const STATE: u64 = 2;
const THEN: u64 = 1;

/// What the first, second and third seed that have something gain by it, of a whole.
const GAINS: [u64; 3] = [6, 2, 1];

impl Candidate {
    /// A seed that did these functions.
    pub(crate) fn new(
        seed: Seed,
        completed: Vec<(usize, Completed)>,
        functions: &Functions,
        sheets: &mut Sheets,
    ) -> Self {
        let mut items: FxHashMap<u64, u64> = FxHashMap::default();
        let screens = std::iter::once(&seed.first.screen).chain(seed.steps.iter().map(|s| &s.after.screen));
        let along: Vec<_> = screens.map(|screen| sheets.of(screen)).collect();
        let own = |at: usize| along[at].screen.package() == functions.package();
        for (at, sheet) in along.iter().enumerate().filter(|(at, _)| own(*at)) {
            let place = untitled(sheet);
            items.insert(hash(&("page", &sheet.layout)), TITLED);
            items.insert(hash(&("place", place)), PLACE);
            items.insert(hash(&("state", structure(&sheet.screen))), STATE);
            // What the oracle can compare: the page as it was, and as it reads now.
            for before in along[..at].iter().filter(|before| before.layout == sheet.layout) {
                for kind in changed(before, sheet, functions.volatile()) {
                    items.insert(hash(&("changed", place, kind)), EFFECT);
                }
            }
            for (_, earlier) in completed.iter().filter(|(done, c)| *done < at && c.does()) {
                items.insert(hash(&("seen", earlier.family, place)), THEN);
            }
        }
        for (done, this) in &completed {
            if this.effects.is_empty() {
                let finished = this.finishes && !this.roundabout;
                items.insert(hash(&("visit", this.family)), if finished { FINISHED } else { VISIT });
                continue;
            }
            if this.roundabout {
                items.insert(hash(&("roundabout", this.family)), TITLED);
                continue;
            }
            items.insert(hash(&("function", this.family)), FUNCTION);
            items.insert(hash(&("titled", this.class)), TITLED);
            // What is done and done again, with room for something between: a switch on and off.
            if completed.iter().any(|(d, c)| d < done && c.variant == this.variant) {
                items.insert(hash(&("again", this.family)), EFFECT);
            }
            items.extend(this.changed.iter().map(|kind| (hash(&("effect", this.family, kind)), EFFECT)));
            for (_, earlier) in completed.iter().filter(|(d, c)| d < done && c.does()) {
                items.insert(hash(&("then", earlier.family, this.family)), THEN);
            }
        }
        let mut items: Vec<(u64, u64)> = items.into_iter().collect();
        items.sort_unstable();
        Self { seed, completed, items }
    }
}

/// The numbers of at most so many candidates, each the one that adds most to those before it; first made first.
pub(crate) fn best(candidates: &[Candidate], wanted: usize) -> Vec<usize> {
    let mut had: FxHashMap<u64, usize> = FxHashMap::default();
    let mut chosen: FxHashSet<usize> = FxHashSet::default();
    while chosen.len() < wanted.min(candidates.len()) {
        let gain = |candidate: &Candidate| -> u64 {
            let of = |(item, worth): &(u64, u64)| {
                let times = had.get(item).copied().unwrap_or(0);
                worth * GAINS.get(times).copied().unwrap_or(0)
            };
            candidate.items.iter().map(of).sum()
        };
        let left = candidates.iter().enumerate().filter(|(at, _)| !chosen.contains(at));
        let Some((at, next)) = left.max_by_key(|(at, c)| (gain(c), std::cmp::Reverse(*at))) else { break };
        chosen.insert(at);
        for (item, _) in &next.items {
            *had.entry(*item).or_default() += 1;
        }
    }
    let mut chosen: Vec<usize> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use skink_gui::{Header, ScreenBuilder};
    use skink_trace::Observation;

    use super::*;

    fn worth(items: &[(u64, u64)]) -> Candidate {
        let first = Observation::of(ScreenBuilder::new().finish(&Header::default()));
        let seed = Seed { start: 0, first, steps: Vec::new() };
        Candidate { seed, completed: Vec::new(), items: items.to_vec() }
    }

    #[test]
    fn those_seeds_are_kept_that_together_hold_most() {
        let all = [worth(&[(1, 8), (2, 8)]), worth(&[(1, 8), (2, 8), (3, 1)]), worth(&[(4, 8)])];
        assert_eq!(best(&all, 2), [1, 2], "the first adds nothing to the second");
        assert_eq!(best(&all, 5), [0, 1, 2], "there are no more");
    }

    #[test]
    fn of_equal_seeds_the_first_made_is_kept() {
        let all = [worth(&[(1, 8)]), worth(&[(1, 8)])];
        assert_eq!(best(&all, 1), [0]);
    }
}
