//! Making a violation small: the fewest inserted events, then the fewest events of the seed, that still lose one
//! of the same effects. Every candidate is executed from a clean start, seed and mutant both.

use rustc_hash::FxHashSet;
use skink_gui::Action;
use skink_run::RunError;
use skink_trace::Step;

use crate::effects::Sheets;
use crate::oracle::Compare;
use crate::pair::{Judged, Pair, judge};
use crate::stage::Stage;

/// What shrinking needs.
pub struct Shrinker<'a, 'd> {
    /// The device.
    pub stage: &'a mut Stage<'d>,
    /// Sheets made so far.
    pub sheets: &'a mut Sheets,
    /// The seed's clean start.
    pub start: u64,
    /// The app.
    pub package: &'a str,
    /// Kinds that change by themselves.
    pub volatile: &'a FxHashSet<u64>,
    /// Candidates that may still be executed.
    pub left: u64,
}

impl Shrinker<'_, '_> {
    /// Executes a pair; `None` where it loses none of `wanted`.
    pub fn shows(&mut self, pair: &Pair, wanted: &FxHashSet<u64>) -> Result<Option<Judged>, RunError> {
        let judged = judge(self.stage, self.sheets, self.start, pair, self.package, self.volatile)?;
        Ok(judged.filter(|judged| judged.lost.iter().any(|l| wanted.contains(&l.effect.label))))
    }

    /// Shrinks as far as it goes; says whether nothing more can be left out.
    pub fn shrink(&mut self, mut best: Pair, wanted: &FxHashSet<u64>) -> Result<(Pair, bool), RunError> {
        loop {
            let before = (best.inserted.len(), best.seed.len());
            // A neutral event is one thing: half a turn is not neutral.
            if best.compare == Compare::Independent {
                self.pass(&mut best, wanted, Part::Inserted)?;
            }
            self.pass(&mut best, wanted, Part::Seed)?;
            if (best.inserted.len(), best.seed.len()) == before {
                return Ok((best, self.left > 0));
            }
            if self.left == 0 {
                return Ok((best, false));
            }
        }
    }

    fn pass(&mut self, best: &mut Pair, wanted: &FxHashSet<u64>, part: Part) -> Result<(), RunError> {
        let length = |pair: &Pair| part.of(pair).len();
        let mut size = length(best);
        while size > 0 {
            let mut end = length(best);
            while end > 0 {
                let from = end.saturating_sub(size);
                let range = from..end;
                let candidate = part.without(best, range.clone());
                end = from;
                if candidate.inserted.is_empty() || self.left == 0 {
                    continue;
                }
                self.left -= 1;
                // Without a wait, what had not come yet would be taken for lost too.
                let waits =
                    part.of(best)[range].iter().any(|step| matches!(step.event.action, Action::Wait(_)));
                let shown = self.shows(&candidate, wanted)?;
                if shown.is_some_and(|judged| !waits || judged.labels().is_subset(wanted)) {
                    *best = candidate;
                }
            }
            size /= 2;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Part {
    Inserted,
    Seed,
}

impl Part {
    fn of(self, pair: &Pair) -> &[Step] {
        match self {
            Part::Inserted => &pair.inserted,
            Part::Seed => &pair.seed,
        }
    }

    fn without(self, pair: &Pair, range: std::ops::Range<usize>) -> Pair {
        let mut pair = pair.clone();
        match self {
            Part::Inserted => drop(pair.inserted.drain(range)),
            Part::Seed => {
                let before = range.start.min(pair.at)..range.end.min(pair.at);
                pair.at -= before.len();
                pair.seed.drain(range);
            }
        }
        pair
    }
}
