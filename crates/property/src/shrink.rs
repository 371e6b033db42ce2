//! Making a violation small. Parts of the test are left out, whole calls and single random events, from halves
//! down to one (delta debugging); then a call that changes no data is taken apart and its events are tried one by
//! one; then any two parts; last, made-up texts become simple ones, everywhere they are used at once.
//!
//! A call that changes data stands or falls as a whole: with half of its events done the data as it should be
//! would no longer be known, and what is left would prove nothing.

use std::sync::atomic::{AtomicBool, Ordering};

use skink_device::Device;
use skink_gui::Action;
use skink_run::{OnMissing, RunError, ShrinkBudget};
use skink_trace::Rate;

use crate::file::PropertyFile;
use crate::rerun::{Item, Rerun, rerun};

/// What came of it.
pub struct ShrunkTest {
    /// The test as it was done last.
    pub rerun: Rerun,
    /// Whether nothing more can be left out.
    pub minimal: bool,
    /// How often it shows.
    pub rate: Rate,
    /// Candidates executed.
    pub candidates: u64,
}

/// Up to so many parts every pair is tried.
const MAX_PAIRS: usize = 16;

/// Shrinks a test to the fewest parts that break that line of that function; the rate alone where it never does.
pub fn shrink_test(
    device: &mut dyn Device,
    file: &PropertyFile,
    test: &[Item],
    breaks: (&str, usize),
    budget: ShrinkBudget,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, usize),
) -> Result<Result<ShrunkTest, Rate>, RunError> {
    let mut shrinker = Shrinker { device, file, breaks, budget, stop, progress, candidates: 0 };
    let (rate, shown) = shrinker.rate(test)?;
    let Some(shown) = shown else { return Ok(Err(rate)) };
    let mut best = kept(test, &shown);
    shrinker.leave_out(&mut best)?;
    shrinker.take_apart(&mut best)?;
    shrinker.pairs(&mut best)?;
    let finished = shrinker.leave_out(&mut best)?;
    shrinker.simplify(&mut best)?;
    let (rate, shown) = shrinker.rate(&best)?;
    let candidates = shrinker.candidates;
    let Some(rerun) = shown else { return Ok(Err(rate)) };
    Ok(Ok(ShrunkTest { minimal: finished && rate.always(), rerun, rate, candidates }))
}

/// The items that were really done.
fn kept(test: &[Item], rerun: &Rerun) -> Vec<Item> {
    rerun.done.iter().filter_map(|at| test.get(*at)).cloned().collect()
}

struct Shrinker<'a> {
    device: &'a mut dyn Device,
    file: &'a PropertyFile,
    breaks: (&'a str, usize),
    budget: ShrinkBudget,
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(u64, usize),
    candidates: u64,
}

impl Shrinker<'_> {
    fn run(&mut self, start: u64, test: &[Item]) -> Result<Rerun, RunError> {
        rerun(self.device, start, self.file, test, OnMissing::Skip)
    }

    fn rate(&mut self, test: &[Item]) -> Result<(Rate, Option<Rerun>), RunError> {
        let (mut rate, mut shown) = (Rate::default(), None);
        for start in 0..self.budget.replays.max(1) {
            let rerun = self.run(u64::from(start), test)?;
            rate.tried += 1;
            if rerun.shows(self.breaks.0, self.breaks.1) {
                rate.shown += 1;
                shown = shown.or(Some(rerun));
            }
        }
        Ok((rate, shown))
    }

    fn exhausted(&self) -> bool {
        self.candidates >= self.budget.candidates || self.stop.load(Ordering::Relaxed)
    }

    /// Takes a candidate over where it still shows it.
    fn take(&mut self, best: &mut Vec<Item>, candidate: &[Item]) -> Result<bool, RunError> {
        if self.exhausted() {
            return Ok(false);
        }
        self.candidates += 1;
        let rerun = self.run(0, candidate)?;
        let shows = rerun.shows(self.breaks.0, self.breaks.1);
        if shows {
            *best = kept(candidate, &rerun);
        }
        (self.progress)(self.candidates, best.len());
        Ok(shows)
    }

    /// Leaves out chunks, from halves down to single parts, the last call apart; says whether it came to an end.
    fn leave_out(&mut self, best: &mut Vec<Item>) -> Result<bool, RunError> {
        let mut size = (best.len() / 2).max(1);
        loop {
            let mut shorter = false;
            let mut end = best.len().saturating_sub(1);
            while end > 0 {
                let start = end.saturating_sub(size);
                let mut candidate = best.clone();
                candidate.drain(start..end);
                shorter |= self.take(best, &candidate)?;
                end = start.min(best.len().saturating_sub(1));
            }
            match (size, shorter) {
                (1, false) => return Ok(!self.exhausted()),
                (1, true) => {}
                _ => size /= 2,
            }
        }
    }

    /// Calls that change nothing become their events, one after the other.
    fn take_apart(&mut self, best: &mut Vec<Item>) -> Result<(), RunError> {
        let mut at = 0;
        while at + 1 < best.len() {
            let harmless = match &best[at] {
                Item::Call { function, .. } => {
                    self.file.function(function).is_some_and(|function| !function.changes_data())
                }
                Item::Event(_) => false,
            };
            if harmless && !self.exhausted() {
                let rerun = self.run(0, best)?;
                let calls = rerun.calls.iter().filter(|call| call.function != crate::rerun::SETUP);
                let nth = best[..at].iter().filter(|item| matches!(item, Item::Call { .. })).count();
                if let Some(call) = calls.clone().nth(nth) {
                    let script = rerun.script();
                    let events =
                        script[call.first..call.first + call.events].iter().cloned().map(Item::Event);
                    let mut candidate = best.clone();
                    candidate.splice(at..=at, events);
                    if self.take(best, &candidate)? {
                        self.leave_out(best)?;
                        continue;
                    }
                }
            }
            at += 1;
        }
        Ok(())
    }

    fn pairs(&mut self, best: &mut Vec<Item>) -> Result<(), RunError> {
        if best.len() > MAX_PAIRS {
            return Ok(());
        }
        let mut first = 0;
        while first + 1 < best.len() {
            let mut shorter = false;
            for second in first + 1..best.len() - 1 {
                let mut candidate = best.clone();
                candidate.remove(second);
                candidate.remove(first);
                if self.take(best, &candidate)? {
                    shorter = true;
                    break;
                }
            }
            first = if shorter { 0 } else { first + 1 };
        }
        Ok(())
    }

    /// Each made-up text becomes as simple as it can be, in all calls and events that use it.
    fn simplify(&mut self, best: &mut Vec<Item>) -> Result<(), RunError> {
        const SIMPLE: [&str; 6] = ["a", "b", "c", "d", "1", "2"];
        let mut texts: Vec<String> = Vec::new();
        for text in best.iter().flat_map(texts_of).filter(|text| text.chars().count() > 1) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        for text in texts {
            let used: Vec<String> = best.iter().flat_map(texts_of).collect();
            let mut now = text.clone();
            for simple in SIMPLE.iter().filter(|s| s.len() < text.len() && !used.iter().any(|u| u == *s)) {
                let candidate = replaced(best, &now, simple);
                if self.take(best, &candidate)? {
                    now = (*simple).to_owned();
                    break;
                }
            }
            // What cannot become one letter loses what it can, a character at a time; two texts stay two.
            let mut at = now.chars().count();
            while at > 0 && now.chars().count() > 1 {
                at -= 1;
                let shorter: String =
                    now.chars().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| c).collect();
                let candidate = replaced(best, &now, &shorter);
                let is_free = !shorter.trim().is_empty() && !used.contains(&shorter);
                if is_free && self.take(best, &candidate)? {
                    now = shorter;
                }
            }
        }
        Ok(())
    }
}

/// The texts of a part.
fn texts_of(item: &Item) -> Vec<String> {
    match item {
        Item::Call { values, .. } => values.values().cloned().collect(),
        Item::Event(scripted) => match &scripted.event.action {
            Action::Type(text) => vec![text.clone()],
            _ => Vec::new(),
        },
    }
}

fn replaced(test: &[Item], from: &str, to: &str) -> Vec<Item> {
    let mut test = test.to_vec();
    for item in &mut test {
        match item {
            Item::Call { values, .. } => {
                values.values_mut().filter(|text| *text == from).for_each(|text| *text = to.to_owned());
            }
            Item::Event(scripted) => {
                if let Action::Type(text) = &mut scripted.event.action
                    && text == from
                {
                    *text = to.to_owned();
                }
            }
        }
    }
    test
}
