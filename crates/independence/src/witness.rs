//! How mining did what hardly any test does, made short: a further test for each such kind of function. The Genie paper's
//! seeds walk by weight (section 4.1), and what takes a long way to become possible is in none of them: a picture must be
//! taken, on one page, before it can be deleted, on another. Mining has come there by chance in some hundred events; the few
//! of them that matter are a test.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
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
    /// Steps in all traces.
    kept: usize,
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

/// Events executed for each, to make it short.
const EVENTS: usize = 6_000;
/// What took more events since a clean start than this takes too long to be made short.
const LONGEST: usize = 1_000;
/// Steps of mining that are kept; what is first done after that has no witness.
const MOST_KEPT: usize = 200_000;
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
        if trace.len() == LONGEST || self.kept == MOST_KEPT {
            return;
        }
        trace.push(step.clone());
        self.kept += 1;
        let end = trace.len();
        for done in completed.iter().filter(|done| done.does()) {
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
        rare.dedup();
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
        &self,
        stage: &mut Stage<'_>,
        sheets: &mut Sheets,
        most: usize,
    ) -> Result<Option<Seed>, RunError> {
        let (way, function) = self.steps.split_at(self.before);
        let Some(effect) = Effect::of(&self.steps, way.len(), sheets) else { return Ok(None) };
        let Some(mut best) = effect.shows(stage, sheets, self.start, way, function)? else { return Ok(None) };
        let mut left = EVENTS;
        loop {
            let before = best.steps.len();
            for pass in [Pass::Halves, Pass::Detours] {
                let screens = best.steps[..=best.before].iter().map(|step| &step.before);
                let pages: Vec<LayoutType> = screens.map(|s| sheets.of(s).layout.clone()).collect();
                let mut way = best.steps[..best.before].to_vec();
                let length = way.len();
                let leave = |range: Range<usize>| {
                    let events = way.len() - range.len() + function.len();
                    if left < events {
                        return Ok(false);
                    }
                    left -= events;
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
            if best.steps.len() == before {
                break;
            }
        }
        let seed = Seed { start: self.start, first: best.first, steps: best.steps };
        Ok(Some(seed).filter(|seed| seed.events() <= most))
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use skink_device::{Device, DeviceError, Input};
    use skink_gui::{Bounds, Event, Flags, Header, Screen, ScreenBuilder, WidgetSpec};

    use super::*;
    use crate::functions::Functions;
    use crate::settings::ViewSettings;

    /// A gate that opens with a ticket, which is sold in a shop to who has taken a coin.
    #[derive(Default)]
    struct Gate {
        coin: bool,
        ticket: bool,
        open: bool,
        in_shop: bool,
    }

    impl Gate {
        fn screen(&self) -> Screen {
            let mut b = ScreenBuilder::new();
            let mut top = 0;
            let mut leaf = |b: &mut ScreenBuilder, id: &str| {
                top += 10;
                let bounds = Bounds { left: 0, top, right: 100, bottom: top + 8 };
                let flags = Flags::CLICKABLE | Flags::ENABLED;
                b.leaf(&WidgetSpec { class: "Button", id, text: id, flags, bounds, ..Default::default() });
            };
            b.open(&WidgetSpec { class: "FrameLayout", ..Default::default() });
            let shown: &[(&str, bool)] = match self.in_shop {
                true => &[("leave", true), ("look", true), ("buy", self.coin), ("bought", self.ticket)],
                false => &[
                    ("coin", true),
                    ("shop", true),
                    ("turn", true),
                    ("gate", self.ticket),
                    ("through", self.open),
                ],
            };
            shown.iter().filter(|(_, there)| *there).for_each(|(id, _)| leaf(&mut b, id));
            b.close();
            let activity = if self.in_shop { "Shop" } else { "Street" };
            b.finish(&Header { package: "app", activity, ..Header::default() })
        }
    }

    impl Device for Gate {
        fn name(&self) -> String {
            "gate".into()
        }
        fn package(&self) -> &str {
            "app"
        }
        fn clean_start(&mut self, _: u64) -> Result<Observation, DeviceError> {
            *self = Self::default();
            self.observe()
        }
        fn observe(&mut self) -> Result<Observation, DeviceError> {
            Ok(Observation::of(self.screen()))
        }
        fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
            if let Input::Tap(at) = input {
                let screen = self.screen();
                let hit = screen.widgets().rev().find(|w| w.bounds().contains(*at));
                match hit.map_or("", |w| w.resource_id()) {
                    "coin" => self.coin = true,
                    "shop" => self.in_shop = true,
                    "leave" => self.in_shop = false,
                    "buy" => self.ticket = true,
                    "gate" => self.open = true,
                    _ => {}
                }
            }
            self.observe()
        }
        fn clock(&self) -> Duration {
            Duration::ZERO
        }
        fn log(&mut self) -> Result<String, DeviceError> {
            Ok(String::new())
        }
    }

    /// The tests that are made of a trace of mining, where tests have done nothing yet.
    fn tests_of(trace: &[&str], most: usize) -> Vec<Vec<String>> {
        let mut gate = Gate::default();
        let mut stage = Stage::new(&mut gate);
        stage.start(0).expect("it starts");
        let mut functions = Functions::new("app", ViewSettings::default());
        let mut witnesses = Witnesses::default();
        functions.begin();
        witnesses.launched();
        for line in trace {
            let event: Event = format!("tap id={line}").parse().expect("an event");
            let Did::Step(step) = stage.by_selector(&event).expect("it works") else { panic!("no {line}") };
            witnesses.saw(&step, &functions.learn(&step));
        }
        let mut sheets = Sheets::new(ViewSettings::default());
        let mut tests = Vec::new();
        for witness in witnesses.rare(|_| 0, 1, 10) {
            let test = witness.test(&mut stage, &mut sheets, most).expect("it works");
            tests.extend(test.map(|seed| seed.steps));
        }
        let id = |step: &Step| {
            let widget = step.widget.and_then(|id| step.before.get(id));
            widget.map_or_else(String::new, |w| w.resource_id().to_owned())
        };
        tests.iter().map(|steps| steps.iter().map(id).collect()).collect()
    }

    const LONG_WAY: [&str; 14] = [
        "turn", "shop", "look", "leave", "turn", "coin", "turn", "shop", "look", "buy", "look", "leave",
        "turn", "gate",
    ];

    #[test]
    fn a_long_way_to_what_needs_something_done_elsewhere_becomes_a_short_test() {
        let tests = tests_of(&LONG_WAY, 15);
        let gate = ["coin", "shop", "buy", "leave", "gate"].map(str::to_owned);
        assert!(tests.iter().any(|test| *test == gate), "{tests:?}");
        let buy = ["coin", "shop", "buy"].map(str::to_owned);
        assert!(tests.iter().any(|test| *test == buy), "{tests:?}");
    }

    #[test]
    fn what_cannot_be_made_short_enough_is_no_test() {
        assert!(tests_of(&LONG_WAY, 4).iter().all(|test| test.len() <= 4));
    }
}
