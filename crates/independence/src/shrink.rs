//! Making a violation small: the fewest inserted events, then the fewest events of the seed, that still lose one
//! of the same effects: ways that lead back to a page as a whole, then halves, quarters and so on. Every candidate is executed from a clean start, seed and mutant both.

use std::ops::Range;

use rustc_hash::FxHashSet;
use skink_gui::Action;
use skink_run::RunError;
use skink_trace::Step;

use crate::effects::Sheets;
use crate::layout::LayoutType;
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
            self.detours(&mut best, wanted, Part::Seed)?;
            // A neutral event is one thing: half a turn is not neutral.
            if best.compare == Compare::Independent {
                self.detours(&mut best, wanted, Part::Inserted)?;
                self.earlier(&mut best, wanted)?;
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

    /// Inserts at an earlier position what the inserted events do on the page that the seed was on there, without the way from the
    /// page of the position to that one and back.
    fn earlier(&mut self, best: &mut Pair, wanted: &FxHashSet<u64>) -> Result<(), RunError> {
        let pages = self.pages(&best.inserted);
        for at in 0..best.at {
            let here = &self.sheets.of(&best.seed[at].before).layout;
            let from = pages.iter().position(|page| page == here);
            let Some((from, to)) = from.zip(pages.iter().rposition(|page| page == here)) else { continue };
            if to - from == best.inserted.len() {
                continue;
            }
            let candidate = Pair { at, inserted: best.inserted[from..to].to_vec(), ..best.clone() };
            let waits = waits(&best.inserted[..from]) || waits(&best.inserted[to..]);
            if self.replace(best, candidate, wanted, waits)? {
                break;
            }
        }
        Ok(())
    }

    /// Leaves out ways that lead back to a page, the longest first: a page is opened and left by two events, and without the
    /// one the other does something else.
    fn detours(&mut self, best: &mut Pair, wanted: &FxHashSet<u64>, part: Part) -> Result<(), RunError> {
        let pages = self.pages(part.of(best));
        let ways = ways_back(&pages).into_iter().filter(|way| !part.splits(best, way)).collect();
        outermost(ways, |way| self.leave_out(best, wanted, part, way))
    }

    /// Leaves out some events where the violation shows without them.
    fn leave_out(
        &mut self,
        best: &mut Pair,
        wanted: &FxHashSet<u64>,
        part: Part,
        range: Range<usize>,
    ) -> Result<bool, RunError> {
        let candidate = part.without(best, range.clone());
        let waits = waits(&part.of(best)[range]);
        self.replace(best, candidate, wanted, waits)
    }

    /// Takes a smaller pair instead where the violation shows with it. Without a wait, what had not come yet would be taken for lost
    /// too: where one was left out, nothing else may be.
    fn replace(
        &mut self,
        best: &mut Pair,
        candidate: Pair,
        wanted: &FxHashSet<u64>,
        waits: bool,
    ) -> Result<bool, RunError> {
        if candidate.inserted.is_empty() || self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let shown = self.shows(&candidate, wanted)?;
        let shows = shown.is_some_and(|judged| !waits || judged.labels().is_subset(wanted));
        if shows {
            *best = candidate;
        }
        Ok(shows)
    }

    /// The pages before each step and after the last.
    fn pages(&mut self, steps: &[Step]) -> Vec<LayoutType> {
        let screens = steps.iter().map(|s| &s.before).chain(steps.last().map(|s| &s.after.screen));
        screens.map(|screen| self.sheets.of(screen).layout.clone()).collect()
    }

    fn pass(&mut self, best: &mut Pair, wanted: &FxHashSet<u64>, part: Part) -> Result<(), RunError> {
        halves(part.of(best).len(), |range| self.leave_out(best, wanted, part, range))
    }
}

fn waits(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step.event.action, Action::Wait(_)))
}

/// The parts of a test that lead from a page back to it, the longest first, by the pages before each step and after the last.
pub(crate) fn ways_back(pages: &[LayoutType]) -> Vec<Range<usize>> {
    let mut ways: Vec<Range<usize>> = (0..pages.len())
        .flat_map(|from| (from + 2..pages.len()).map(move |to| from..to))
        .filter(|way| pages[way.start] == pages[way.end])
        .collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.len()));
    ways
}

/// Leaves out parts in that order, none inside of one that is left out already. `leave` is told where a part is by then and
/// says whether it could be left out.
pub(crate) fn outermost(
    ways: Vec<Range<usize>>,
    mut leave: impl FnMut(Range<usize>) -> Result<bool, RunError>,
) -> Result<(), RunError> {
    let mut gone: Vec<Range<usize>> = Vec::new();
    for way in ways {
        if gone.iter().any(|gone| way.start < gone.end && gone.start < way.end) {
            continue;
        }
        // What is left out before moves what comes after.
        let before: usize = gone.iter().filter(|gone| gone.end <= way.start).map(Range::len).sum();
        if leave(way.start - before..way.end - before)? {
            gone.push(way);
        }
    }
    Ok(())
}

/// Leaves out halves of so many steps, then quarters and so on, from the end.
pub(crate) fn halves(
    mut length: usize,
    mut leave: impl FnMut(Range<usize>) -> Result<bool, RunError>,
) -> Result<(), RunError> {
    let mut size = length;
    while size > 0 {
        let mut end = length;
        while end > 0 {
            let from = end.saturating_sub(size);
            if leave(from..end)? {
                length -= end - from;
            }
            end = from;
        }
        size /= 2;
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Part {
    Inserted,
    Seed,
}

impl Part {
    /// Whether events are inserted inside of those of the seed.
    fn splits(self, pair: &Pair, way: &Range<usize>) -> bool {
        matches!(self, Part::Seed) && way.start < pair.at && pair.at < way.end
    }

    fn of(self, pair: &Pair) -> &[Step] {
        match self {
            Part::Inserted => &pair.inserted,
            Part::Seed => &pair.seed,
        }
    }

    fn without(self, pair: &Pair, range: Range<usize>) -> Pair {
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
