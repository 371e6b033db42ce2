//! How mining did what hardly any test does, made short: a further test for each such kind of function. The Genie paper's
//! seeds walk by weight (section 4.1), and what takes a long way to become possible is in none of them: a picture must be
//! taken, on one page, before it can be deleted, on another. Mining has come there by chance in some hundred events; the few
//! of them that matter are a test.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::Action;
use skink_run::RunError;
use skink_trace::{Observation, Step};

use crate::effects::Sheets;
use crate::functions::{Class, Completed, changed};
use crate::layout::LayoutType;
use crate::seeds::Seed;
use crate::shrink::{halves, outermost, ways_back};
use crate::stage::{Did, Stage};

/// The traces of mining, and where each kind of function was done in the fewest events since a clean start.
#[derive(Default)]
pub(crate) struct Witnesses {
    traces: Vec<Vec<Step>>,
    known: FxHashMap<Class, Place>,
}

/// The steps that did a function, in one of the traces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    end: usize,
    begin: usize,
    trace: usize,
}

/// A function as mining did it.
pub(crate) struct Witness {
    /// Number of the clean start.
    start: u64,
    /// All steps since then.
    steps: Vec<Step>,
    /// How many of them came before the function.
    before: usize,
}

/// Candidates executed for each.
const TRIES: usize = 120;
/// Longer ways are not searched for parts that lead back.
const MOST_DETOURS: usize = 60;

impl Witnesses {
    /// A clean start.
    pub(crate) fn launched(&mut self) {
        self.traces.push(Vec::new());
    }

    /// A step, and what it completed.
    pub(crate) fn saw(&mut self, step: &Step, completed: &[Completed]) {
        let at = self.traces.len().saturating_sub(1);
        let Some(trace) = self.traces.last_mut() else { return };
        trace.push(step.clone());
        for done in
            completed.iter().filter(|done| !done.roundabout && (done.finishes || !done.effects.is_empty()))
        {
            let end = trace.len();
            let Some(begin) = end.checked_sub(done.steps) else { continue };
            let place = Place { end, begin, trace: at };
            let known = self.known.entry(done.family).or_insert(place);
            *known = place.min(*known);
        }
    }

    /// Of the kinds that were done less than so often, at most so many, those first that were done least and soonest.
    pub(crate) fn rare(&self, often: impl Fn(Class) -> u32, less_than: u32, most: usize) -> Vec<Witness> {
        let counted = self.known.iter().map(|(class, place)| (often(*class), *place));
        let mut rare: Vec<(u32, Place)> = counted.filter(|(times, _)| *times < less_than).collect();
        rare.sort_unstable();
        rare.truncate(most);
        let witness = |(_, place): (u32, Place)| Witness {
            start: place.trace as u64,
            steps: self.traces[place.trace][..place.end].to_vec(),
            before: place.begin,
        };
        rare.into_iter().map(witness).collect()
    }
}

impl Witness {
    /// The fewest steps found that still do it, as a test; none where they are too many, or do not do it again. What finds
    /// nothing to be done to, once others are left out, is passed over.
    pub(crate) fn test(
        self,
        stage: &mut Stage<'_>,
        sheets: &mut Sheets,
        most: usize,
    ) -> Result<Option<Seed>, RunError> {
        let (way, function) = self.steps.split_at(self.before);
        let Some(effect) = Effect::of(&self.steps, way.len(), sheets) else { return Ok(None) };
        let Some(mut best) = effect.shows(stage, sheets, self.start, way, function)? else { return Ok(None) };
        let mut left = TRIES;
        loop {
            let before = best.steps.len();
            for pass in [Pass::Halves, Pass::Detours] {
                let screens = best.steps[..=best.before].iter().map(|step| &step.before);
                let pages: Vec<LayoutType> = screens.map(|s| sheets.of(s).layout.clone()).collect();
                let mut way = best.steps[..best.before].to_vec();
                let length = way.len();
                let leave = |range: Range<usize>| {
                    if left == 0 {
                        return Ok(false);
                    }
                    left -= 1;
                    let mut shorter = way.clone();
                    shorter.drain(range);
                    let shown = effect.shows(stage, sheets, self.start, &shorter, function)?;
                    let shows = shown.is_some();
                    if let Some(shown) = shown {
                        (best, way) = (shown, shorter);
                    }
                    Ok(shows)
                };
                match pass {
                    Pass::Halves => halves(length, leave)?,
                    // Their number grows with the square of the length.
                    Pass::Detours if length <= MOST_DETOURS => outermost(ways_back(&pages), leave)?,
                    Pass::Detours => {}
                }
            }
            if best.steps.len() == before || left == 0 {
                break;
            }
        }
        let waits = |step: &&Step| matches!(step.event.action, Action::Wait(_));
        let events = best.steps.len() - best.steps.iter().filter(waits).count();
        Ok((events <= most).then_some(Seed { start: self.start, first: best.first, steps: best.steps }))
    }
}

#[derive(Clone, Copy)]
enum Pass {
    Halves,
    Detours,
}

/// A function that was done again.
struct Again {
    first: Observation,
    steps: Vec<Step>,
    before: usize,
}

/// What a function does to its page.
struct Effect {
    page: LayoutType,
    changed: Vec<u64>,
}

impl Effect {
    /// Of the steps after so many.
    fn of(steps: &[Step], before: usize, sheets: &mut Sheets) -> Option<Self> {
        let begin = sheets.of(&steps.get(before)?.before);
        let end = sheets.of(&steps.last()?.after.screen);
        let changed = changed(&begin, &end, &FxHashSet::default());
        Some(Self { page: end.layout.clone(), changed })
    }

    /// Done again after another way, where it leads to the same page and changes as much there.
    fn shows(
        &self,
        stage: &mut Stage<'_>,
        sheets: &mut Sheets,
        start: u64,
        way: &[Step],
        function: &[Step],
    ) -> Result<Option<Again>, RunError> {
        let first = stage.start(start)?;
        let (mut steps, mut before) = (Vec::new(), 0);
        for (at, step) in way.iter().chain(function).enumerate() {
            match stage.again(step)? {
                Did::Step(done) if done.after.crashes.is_empty() => steps.push(*done),
                Did::Missing if at < way.len() => {}
                Did::Passed => {}
                Did::Step(_) | Did::Missing => return Ok(None),
            }
            if at < way.len() {
                before = steps.len();
            }
        }
        let again = Self::of(&steps, before, sheets);
        let same = again.is_some_and(|again| {
            again.page == self.page && self.changed.iter().all(|kind| again.changed.contains(kind))
        });
        Ok(same.then_some(Again { first, steps, before }))
    }
}
