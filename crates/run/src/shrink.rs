//! Making a finding smaller: the fewest events that still show it, each candidate really executed from a clean
//! start.
//!
//! First whole chunks are left out, from halves down to single events (delta debugging); then any stretch of
//! neighbouring events, which removes detours that lead back; then any two events, which removes an "open"
//! with its "close". A stretch that only lets time pass becomes one wait; a few events in a row become any one
//! event that their first screen enables, which finds the short way where the run took a long one; an event is
//! left out by doing a later one to another widget of its kind. Whenever something could be left out,
//! single events are tried again, so the result is 1-minimal: without any one of its events the bug does not
//! show. Events whose target has gone with what was left out are passed over. Last, typed texts are made simple.

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;
use skink_device::Device;
use skink_gui::{Action, Event, Key, Screen, WidgetId, enabled};
use skink_trace::Rate;

use crate::error::RunError;
use crate::replay::{OnMissing, Replayed, Scripted, replay};

/// How much a shrink may try.
#[derive(Clone, Copy, Debug)]
pub struct ShrinkBudget {
    /// Candidates executed.
    pub candidates: u64,
    /// Replays to tell how often a finding shows, before and after.
    pub replays: u32,
}

impl Default for ShrinkBudget {
    /// Enough for traces of a few hundred events; three replays tell a steady bug from a flaky one.
    fn default() -> Self {
        Self { candidates: 5_000, replays: 3 }
    }
}

/// What came of a shrink.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The events that are left, as they were done last.
    pub replayed: Replayed,
    /// Whether no single event can be left out: false where the budget ended first or the bug is flaky.
    pub minimal: bool,
    /// How often the shrunk events showed the finding.
    pub rate: Rate,
    /// Candidates executed.
    pub candidates: u64,
}

/// Up to this length every stretch is tried, up to that every pair: their number grows with the square.
const MAX_STRETCHES: usize = 60;
const MAX_PAIRS: usize = 40;
/// Up to this length short cuts are tried, for up to so many events each: a screen enables dozens of others.
const MAX_SHORTCUTS: usize = 20;
const LONG_WAY: usize = 3;

const SIMPLE_TEXTS: [&str; 2] = ["a", "1"];

/// Shrinks the script to the fewest events that show the finding `id`; `None` where it never shows, with the
/// number of times it was tried. `progress` is told of candidates executed and events left.
pub fn shrink(
    device: &mut dyn Device,
    script: &[Scripted],
    id: &str,
    budget: ShrinkBudget,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, usize),
) -> Result<Result<Shrunk, Rate>, RunError> {
    let mut shrinker = Shrinker {
        device,
        id,
        budget,
        stop,
        progress,
        candidates: 0,
        tries: 1,
        last_done: Vec::new(),
        failed: FxHashSet::default(),
    };
    let (rate, shown) = shrinker.rate(script)?;
    let Some(shown) = shown else { return Ok(Err(rate)) };
    shrinker.tries = if rate.always() { 1 } else { budget.replays };
    let mut best = shown.script();
    let finished = shrinker.leave_out(&mut best)?;
    shrinker.simplify_texts(&mut best)?;
    let (rate, shown) = shrinker.rate(&best)?;
    let candidates = shrinker.candidates;
    let Some(replayed) = shown else { return Ok(Err(rate)) };
    let minimal = finished && rate.always();
    Ok(Ok(Shrunk { replayed, minimal, rate, candidates }))
}

/// What takes the place of a stretch of events.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Instead {
    Nothing,
    /// A wait for as long as the stretch took.
    Wait,
}

struct Shrinker<'a> {
    device: &'a mut dyn Device,
    id: &'a str,
    budget: ShrinkBudget,
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(u64, usize),
    candidates: u64,
    /// How often a candidate is tried before it counts as not showing the bug: more than once for flaky ones.
    tries: u32,
    /// Which events of the last candidate could be done.
    last_done: Vec<usize>,
    /// Candidates that did not show it.
    failed: FxHashSet<Vec<String>>,
}

impl Shrinker<'_> {
    fn run(&mut self, start: u64, script: &[Scripted]) -> Result<Replayed, RunError> {
        let id = self.id;
        let seen = |step: &skink_trace::Step| step.after.crashes.iter().any(|crash| crash.id() == id);
        replay(self.device, start, script, OnMissing::Skip, seen)
    }

    /// How often the script shows the finding, and the first time it did.
    fn rate(&mut self, script: &[Scripted]) -> Result<(Rate, Option<Replayed>), RunError> {
        let (mut rate, mut shown) = (Rate::default(), None);
        for start in 0..self.budget.replays.max(1) {
            let replayed = self.run(u64::from(start), script)?;
            rate.tried += 1;
            if replayed.shows(self.id) {
                rate.shown += 1;
                shown = shown.or(Some(replayed));
            }
        }
        Ok((rate, shown))
    }

    fn exhausted(&self) -> bool {
        self.candidates >= self.budget.candidates || self.stop.load(Ordering::Relaxed)
    }

    /// Takes the candidate over where it shows the finding with no more events than before.
    fn take_if_shown(&mut self, best: &mut Vec<Scripted>, candidate: &[Scripted]) -> Result<bool, RunError> {
        let key: Vec<String> = candidate.iter().map(|s| s.event.to_string()).collect();
        self.last_done.clear();
        if self.exhausted() || self.failed.contains(&key) {
            return Ok(false);
        }
        self.candidates += 1;
        for start in 0..self.tries {
            let replayed = self.run(u64::from(start), candidate)?;
            if replayed.shows(self.id) && replayed.steps.len() <= best.len() {
                *best = replayed.script();
                (self.progress)(self.candidates, best.len());
                return Ok(true);
            }
            self.last_done = replayed.done;
        }
        self.failed.insert(key);
        (self.progress)(self.candidates, best.len());
        Ok(false)
    }

    /// Leaves out what can be left out; says whether it came to an end before the budget did.
    fn leave_out(&mut self, best: &mut Vec<Scripted>) -> Result<bool, RunError> {
        let mut chunk = best.len() / 2;
        while chunk > 0 {
            self.chunks(best, chunk)?;
            chunk /= 2;
        }
        loop {
            while self.chunks(best, 1)? {}
            let shorter = self.stretches(best, Instead::Nothing)?
                || self.pairs(best)?
                || self.stretches(best, Instead::Wait)?
                || self.wait_at_end(best)?
                || self.shortcuts(best)?
                || self.substitutes(best)?;
            if shorter {
                continue;
            }
            return Ok(!self.exhausted());
        }
    }

    /// Tries to leave out each stretch of `size` events, last first.
    fn chunks(&mut self, best: &mut Vec<Scripted>, size: usize) -> Result<bool, RunError> {
        let mut shorter = false;
        let mut end = best.len();
        while end > 0 {
            let start = end.saturating_sub(size);
            let candidate = without(best, start..end);
            shorter |= self.take_if_shown(best, &candidate)?;
            end = start.min(best.len());
        }
        Ok(shorter)
    }

    /// Tries to leave out each stretch of two or more events, longest first.
    fn stretches(&mut self, best: &mut Vec<Scripted>, instead: Instead) -> Result<bool, RunError> {
        if best.len() > MAX_STRETCHES {
            return Ok(false);
        }
        for size in (2..=best.len()).rev() {
            for start in 0..=best.len() - size {
                let mut candidate = without(best, start..start + size);
                if instead == Instead::Wait {
                    // Twice as long as the stretch took, so that more can be left out beside it.
                    let millis = best[start..start + size].iter().map(|s| s.millis).sum::<u64>() * 2;
                    candidate.insert(start, Scripted::new(Event::plain(Action::Wait(millis))));
                }
                if self.take_if_shown(best, &candidate)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn pairs(&mut self, best: &mut Vec<Scripted>) -> Result<bool, RunError> {
        if best.len() > MAX_PAIRS {
            return Ok(false);
        }
        for first in 0..best.len() {
            for second in first + 2..best.len() {
                let mut candidate = without(best, second..second + 1);
                candidate.remove(first);
                if self.take_if_shown(best, &candidate)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Tries one long wait at the end instead of whatever let time pass: where a bug shows only when background
    /// work ends, every event before it may have served as a wait.
    fn wait_at_end(&mut self, best: &mut Vec<Scripted>) -> Result<bool, RunError> {
        let millis = best.iter().map(|s| s.millis).sum::<u64>() * 2;
        let waits = |s: &&Scripted| matches!(s.event.action, Action::Wait(_));
        let mut other: Vec<Scripted> = best.iter().filter(|s| !waits(s)).cloned().collect();
        other.push(Scripted::new(Event::plain(Action::Wait(millis))));
        let candidate = other.clone();
        if self.take_if_shown(&mut other, &candidate)? {
            while self.chunks(&mut other, 1)? {}
        }
        let shorter = other.len() < best.len();
        if shorter {
            *best = other;
        }
        Ok(shorter)
    }

    /// Tries any one event in the place of two or three; where it leads on but not to the end, also in the
    /// place of one event further on: a short way in is often needed twice.
    fn shortcuts(&mut self, best: &mut Vec<Scripted>) -> Result<bool, RunError> {
        if best.len() > MAX_SHORTCUTS {
            return Ok(false);
        }
        let before: Vec<Screen> = self.run(0, best)?.steps.into_iter().map(|step| step.before).collect();
        for size in 2..=LONG_WAY.min(before.len()) {
            for (start, screen) in before.iter().enumerate().take(before.len() + 1 - size) {
                for other in others(screen) {
                    let mut candidate = without(best, start..start + size);
                    candidate.insert(start, other.clone());
                    if self.take_if_shown(best, &candidate)? {
                        return Ok(true);
                    }
                    if !self.last_done.contains(&(start + 1)) {
                        continue;
                    }
                    for further in start + 2..candidate.len() {
                        let mut twice = candidate.clone();
                        twice[further] = other.clone();
                        if self.take_if_shown(best, &twice)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// Tries to leave out each event by doing a later one to another widget of its kind: where a detour made two
    /// places change roles, the other place will do without it.
    fn substitutes(&mut self, best: &mut Vec<Scripted>) -> Result<bool, RunError> {
        if best.len() > MAX_SHORTCUTS {
            return Ok(false);
        }
        for left_out in 0..best.len() {
            let shorter = without(best, left_out..left_out + 1);
            let reached = self.run(0, &shorter)?;
            for (step, at) in reached.steps.iter().zip(&reached.done).filter(|(_, at)| **at >= left_out) {
                let Some(class) = step.widget.map(|id| step.before.widget(id).class()) else { continue };
                let alike = |other: &Scripted| {
                    let of_kind = |(screen, id): &(Screen, WidgetId)| screen.widget(*id).class() == class;
                    other.event.action == step.event.action
                        && other.performed_on.as_ref().is_some_and(of_kind)
                };
                for other in others(&step.before).into_iter().filter(alike) {
                    let mut candidate = shorter.clone();
                    candidate[*at] = other;
                    if self.take_if_shown(best, &candidate)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn simplify_texts(&mut self, best: &mut Vec<Scripted>) -> Result<(), RunError> {
        for at in 0..best.len() {
            for simple in SIMPLE_TEXTS {
                let Some(Action::Type(text)) = best.get(at).map(|s| &s.event.action) else { continue };
                if text.len() <= simple.len() {
                    continue;
                }
                let mut candidate = best.clone();
                candidate[at].event.action = Action::Type(simple.to_owned());
                let length = best.len();
                if self.take_if_shown(best, &candidate)? && best.len() == length {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Everything a screen enables.
fn others(screen: &Screen) -> Vec<Scripted> {
    let widgets = enabled(screen).into_iter().map(|e| Scripted {
        performed_on: Some((screen.clone(), e.widget())),
        ..Scripted::new(e.event(screen, || SIMPLE_TEXTS[0].to_owned()))
    });
    widgets.chain([Key::Back, Key::Menu, Key::Home].map(|key| Scripted::new(Event::key(key)))).collect()
}

fn without(script: &[Scripted], range: std::ops::Range<usize>) -> Vec<Scripted> {
    script[..range.start].iter().chain(&script[range.end..]).cloned().collect()
}
