//! Making a violation small. Parts of the test are left out, whole calls and single random events, from halves
//! down to one (delta debugging); a call that makes or renames an object is also left out with what follows done to
//! another object instead: the one under its old name, or one that is there from the start. Then a call that changes
//! no data is taken apart and its events are tried one by one; then any two parts; last, made-up texts become simple
//! ones, everywhere they are used at once.
//!
//! A call that changes data stands or falls as a whole: with half of its events done the data as it should be
//! would no longer be known, and what is left would prove nothing.

use std::sync::atomic::{AtomicBool, Ordering};

use skink_device::Device;
use skink_gui::Action;
use skink_run::{OnMissing, RunError, ShrinkBudget};
use skink_trace::{DataObject, Rate};

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
/// Objects that are tried in the place of one that a test makes.
const MAX_STAND_INS: usize = 3;

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
                let mut without = self.take(best, &candidate)?;
                if !without && size == 1 {
                    without = self.stand_in(best, start)?;
                }
                shorter |= without;
                end = start.min(best.len().saturating_sub(1));
            }
            match (size, shorter) {
                (1, false) => return Ok(!self.exhausted()),
                (1, true) => {}
                _ => size /= 2,
            }
        }
    }

    /// Leaves out a call that makes or renames an object, with another object in its place afterwards.
    fn stand_in(&mut self, best: &mut Vec<Item>, at: usize) -> Result<bool, RunError> {
        for stand_in in self.stand_ins(&best[at]) {
            let mut candidate = best.clone();
            candidate.remove(at);
            candidate[at..].iter_mut().for_each(|item| stand_in.take_place(item));
            if self.take(best, &candidate)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The objects that may take the place of the one that a call makes.
    fn stand_ins(&self, item: &Item) -> Vec<StandIn> {
        let Item::Call { function, values } = item else { return Vec::new() };
        let Some(function) = self.file.function(function) else { return Vec::new() };
        let Some(of) = function.data.as_ref().and_then(|name| self.file.data.get(name)) else {
            return Vec::new();
        };
        let value = |name: &str| values.get(&format!("{name}.{}", of.key())).or_else(|| values.get(name));
        let Some(made) = value("new") else { return Vec::new() };
        let others: Vec<DataObject> = match value("old") {
            // The rest of what it is stays as it is in the calls that follow.
            Some(old) => vec![[(of.key().to_owned(), old.clone())].into()],
            None => of.initial.iter().take(MAX_STAND_INS).cloned().collect(),
        };
        let stand_in = |other| StandIn { key: of.key().to_owned(), made: made.clone(), other };
        others.into_iter().map(stand_in).collect()
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

/// An object that is made in a test, by its name, and one that takes its place.
struct StandIn {
    key: String,
    made: String,
    other: DataObject,
}

impl StandIn {
    /// What a part does to the one object it does to the other; the name of the one, typed, becomes the other's.
    fn take_place(&self, item: &mut Item) {
        let Some(name) = self.other.get(&self.key) else { return };
        match item {
            Item::Call { values, .. } => {
                let suffix = format!(".{}", self.key);
                let is_it = |(of, value): (&String, &String)| {
                    of.strip_suffix(&suffix).filter(|_| *value == self.made).map(str::to_owned)
                };
                let objects: Vec<String> = values.iter().filter_map(is_it).collect();
                values.values_mut().filter(|text| **text == self.made).for_each(|text| text.clone_from(name));
                for object in objects {
                    for (field, text) in &self.other {
                        values.insert(format!("{object}.{field}"), text.clone());
                    }
                }
            }
            Item::Event(scripted) => {
                if let Action::Type(text) = &mut scripted.event.action
                    && *text == self.made
                {
                    text.clone_from(name);
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_object_takes_the_place_of_one_that_is_made() {
        let text = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
        let other = text(&[("name", "Alarms"), ("kind", "folder")]);
        let stand_in = StandIn { key: "name".into(), made: "x".into(), other };
        let values = text(&[("old.name", "x"), ("old.kind", "file"), ("new", "y"), ("typed", "x")]);
        let mut call = Item::Call { function: "rename".into(), values };
        stand_in.take_place(&mut call);
        let expected =
            text(&[("old.name", "Alarms"), ("old.kind", "folder"), ("new", "y"), ("typed", "Alarms")]);
        assert_eq!(call, Item::Call { function: "rename".into(), values: expected });
    }
}
