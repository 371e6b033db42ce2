//! The stage: one device on which tests and their mutants are executed.
//!
//! All mutants of one position share the seed's events before it, and mutants that begin alike share those
//! events too: sorted, they are a trie, walked depth first. Where the device keeps snapshots, each node of the
//! trie is executed once and gone back to. Elsewhere a mutant starts clean, and the trie saves what follows
//! a prefix that turned out unreplayable. Both count the events executed against those that a full replay of
//! every mutant would need.
//!
//! A stage that remembers goes further, where the device keeps snapshots: whatever is done again as it was done since the
//! same clean start is not executed. Candidates of shrinking differ in an event or two, and errors of one seed begin alike.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use skink_device::{Device, Snapshot};
use skink_gui::{Event, Flags, Screen, ScreenHash, Widget, WidgetId, locate};
use skink_run::RunError;
use skink_trace::{Actor, Observation, Step};

use crate::groups::Groups;
use crate::insert::{Planned, input};
use crate::layout::without_numbers;
use crate::settings::ViewSettings;

/// What execution cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Events executed.
    pub executed: u64,
    /// Events that replaying every mutant from a clean start would have executed.
    pub full_replay: u64,
    /// Clean starts.
    pub starts: u64,
    /// Snapshots gone back to.
    pub restored: u64,
}

impl Cost {
    /// Adds up.
    pub fn add(&mut self, other: &Cost) {
        self.executed += other.executed;
        self.full_replay += other.full_replay;
        self.starts += other.starts;
        self.restored += other.restored;
    }

    /// The share of events saved.
    pub fn saved(&self) -> f64 {
        if self.full_replay == 0 { 0.0 } else { 1.0 - self.executed as f64 / self.full_replay as f64 }
    }
}

/// A device with what is on its screen.
pub struct Stage<'d> {
    device: &'d mut dyn Device,
    now: Option<Screen>,
    /// What was executed so far.
    pub cost: Cost,
    /// Branches covered since the stage was set up.
    pub covered: std::collections::BTreeSet<u32>,
    rows: Rows,
    past: Option<Past>,
    /// The place of the past that is on the screen.
    here: Option<usize>,
    /// Whether the device is there: it need not be where nothing is done that was not done before.
    arrived: bool,
}

/// What was done since clean starts, as a tree with a snapshot at each place.
#[derive(Default)]
struct Past {
    starts: FxHashMap<u64, (Observation, usize)>,
    places: Vec<Place>,
}

struct Place {
    snapshot: Snapshot,
    /// What was asked for there, what was done, and where that led.
    next: Vec<(Asked, Step, usize)>,
}

/// So many places are kept: a snapshot takes some ten to a hundred kilobytes.
const PLACES: usize = 3_000;

/// All that decides what a step of a test does when it is done again.
struct Asked {
    before: ScreenHash,
    widget: Option<WidgetId>,
    event: Event,
    actor: Actor,
}

impl Asked {
    fn of(step: &Step) -> Self {
        let Step { before, widget, event, actor, .. } = step;
        Self { before: before.hash(), widget: *widget, event: event.clone(), actor: *actor }
    }

    fn is(&self, step: &Step) -> bool {
        self.widget == step.widget
            && self.before == step.before.hash()
            && self.actor == step.actor
            && self.event == step.event
    }
}

impl Past {
    /// A new place.
    fn keep(&mut self, snapshot: Snapshot) -> usize {
        self.places.push(Place { snapshot, next: Vec::new() });
        self.places.len() - 1
    }

    fn is_full(&self) -> bool {
        self.places.len() >= PLACES
    }
}

/// The groups of the screens seen last.
#[derive(Default)]
struct Rows(RefCell<FxHashMap<ScreenHash, Arc<Groups>>>);

impl Rows {
    fn of(&self, screen: &Screen) -> Arc<Groups> {
        let mut known = self.0.borrow_mut();
        if known.len() > 5_000 {
            known.clear();
        }
        let make = || Arc::new(Groups::of(screen, &ViewSettings::default()));
        Arc::clone(known.entry(screen.hash()).or_insert_with(make))
    }

    /// The name of the row a widget stands in, numbers left out.
    fn name(&self, widget: &Widget<'_>) -> Option<String> {
        let item = self.of(widget.screen()).item(widget.id())?;
        let row = widget.screen().get(item)?;
        let named = row.subtree().find(|w| !w.text().is_empty())?;
        Some(without_numbers(named.text()))
    }

    /// The widget like `found` in the row that `before` stood in: an icon in another row is not what was meant.
    fn same_row(&self, before: &Widget<'_>, found: &Widget<'_>) -> Option<WidgetId> {
        if before.flags().intersects(Flags::EDITABLE | Flags::SCROLLABLE) {
            return Some(found.id());
        }
        let wanted = self.name(before);
        if wanted.is_none() || self.name(found) == wanted {
            return Some(found.id());
        }
        let alike = |w: &Widget<'_>| {
            w.class() == before.class()
                && w.resource_id() == before.resource_id()
                && w.desc() == before.desc()
        };
        found.screen().widgets().filter(alike).find(|w| self.name(w) == wanted).map(|w| w.id())
    }
}

/// A place that can be gone back to: a snapshot, or the way there.
struct Mark {
    snapshot: Option<Snapshot>,
    screen: Screen,
}

/// What an event did.
pub enum Did {
    /// It was done.
    Step(Box<Step>),
    /// Its widget is not there.
    Missing,
    /// Its widget is not there, and it need not be: the runner's own answer to a dialog of the system.
    Passed,
}

impl<'d> Stage<'d> {
    /// On that device.
    pub fn new(device: &'d mut dyn Device) -> Self {
        Self {
            device,
            now: None,
            cost: Cost::default(),
            covered: std::collections::BTreeSet::new(),
            rows: Rows::default(),
            past: None,
            here: None,
            arrived: true,
        }
    }

    /// The same, remembering what it did.
    pub fn remembering(device: &'d mut dyn Device) -> Self {
        Self { past: Some(Past::default()), ..Self::new(device) }
    }

    /// Does some work without what is remembered: everything is executed.
    pub fn afresh<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let past = self.past.take();
        (self.here, self.arrived) = (None, true);
        let done = work(self);
        self.past = past;
        done
    }

    /// What is on the screen.
    pub fn now(&self) -> Option<&Screen> {
        self.now.as_ref()
    }

    /// The app anew.
    pub fn start(&mut self, number: u64) -> Result<Observation, RunError> {
        if let Some((first, place)) = self.past.as_ref().and_then(|past| past.starts.get(&number)) {
            let first = first.clone();
            self.stands(&first.screen, *place);
            return Ok(first);
        }
        let first = self.device.clean_start(number)?;
        self.cost.starts += 1;
        self.covered.extend(&first.covered);
        self.now = Some(first.screen.clone());
        (self.here, self.arrived) = (None, true);
        if let Some(past) = &mut self.past {
            if past.is_full() {
                *past = Past::default();
            }
            if let Some(snapshot) = self.device.snapshot() {
                let place = past.keep(snapshot);
                past.starts.insert(number, (first.clone(), place));
                self.here = Some(place);
            }
        }
        Ok(first)
    }

    /// What is on the screen is that of a place; the device comes later.
    fn stands(&mut self, screen: &Screen, place: usize) {
        self.now = Some(screen.clone());
        (self.here, self.arrived) = (Some(place), false);
    }

    /// Brings the device to where the stage is.
    fn arrive(&mut self) -> Result<(), RunError> {
        if let (Some(past), Some(here), false) = (&self.past, self.here, self.arrived) {
            self.device.restore(&past.places[here].snapshot)?;
            self.cost.restored += 1;
            self.arrived = true;
        }
        Ok(())
    }

    /// What a step did when it was done here before.
    fn done_before(&self, step: &Step) -> Option<(Step, usize)> {
        let place = &self.past.as_ref()?.places[self.here?];
        let (_, done, next) = place.next.iter().find(|(asked, ..)| asked.is(step))?;
        Some((done.clone(), *next))
    }

    /// Keeps what a step did that was asked for at a place.
    fn keep(&mut self, from: usize, asked: &Step, done: &Step) {
        let Some(past) = self.past.as_mut().filter(|past| !past.is_full()) else { return };
        let Some(snapshot) = self.device.snapshot() else { return };
        let place = past.keep(snapshot);
        past.places[from].next.push((Asked::of(asked), done.clone(), place));
        (self.here, self.arrived) = (Some(place), true);
    }

    fn perform(&mut self, event: &Event, widget: Option<WidgetId>, actor: Actor) -> Result<Did, RunError> {
        let Some(before) = self.now.clone() else { return Ok(Did::Missing) };
        let Some(input) = input(event, widget, &before) else {
            return Ok(if actor == Actor::Runner { Did::Passed } else { Did::Missing });
        };
        self.arrive()?;
        self.here = None;
        let clock = self.device.clock();
        let after = self.device.perform(&input)?;
        let millis = self.device.clock().saturating_sub(clock).as_millis() as u64;
        self.cost.executed += 1;
        self.covered.extend(&after.covered);
        self.now = Some(after.screen.clone());
        let event = event.clone();
        Ok(Did::Step(Box::new(Step { number: 0, actor, before, event, widget, after, millis })))
    }

    /// Does a step of a recorded test again, on the widget most like the one it was done to.
    pub fn again(&mut self, step: &Step) -> Result<Did, RunError> {
        if let Some((done, place)) = self.done_before(step) {
            self.stands(&done.after.screen, place);
            return Ok(Did::Step(Box::new(done)));
        }
        let Some(now) = &self.now else { return Ok(Did::Missing) };
        let performed_on = step.widget.and_then(|id| step.before.get(id));
        let widget = match &step.event.target {
            Some(_) => locate(&step.event, performed_on.as_ref(), now)
                .or_else(|| performed_on.as_ref().and_then(|before| but_for_numbers(before, now))),
            None => None,
        };
        let widget = match &performed_on {
            Some(before) => widget.and_then(|id| self.rows.same_row(before, &now.widget(id))),
            None => widget,
        };
        let from = self.here;
        let did = self.perform(&step.event, widget, step.actor)?;
        if let (Some(from), Did::Step(done)) = (from, &did) {
            self.keep(from, step, done);
        }
        Ok(did)
    }

    /// Does an event on the first widget that its selector finds.
    pub fn by_selector(&mut self, event: &Event) -> Result<Did, RunError> {
        let widget = self.now.as_ref().and_then(|now| locate(event, None, now));
        self.perform(event, widget, Actor::Strategy)
    }

    /// Does an inserted event.
    pub fn insert(&mut self, planned: &Planned) -> Result<Did, RunError> {
        let Some((event, widget)) = self.now.as_ref().and_then(|now| planned.on(now)) else {
            return Ok(Did::Missing);
        };
        self.perform(&event, widget, Actor::Strategy)
    }

    fn mark(&mut self) -> Result<Option<Mark>, RunError> {
        self.arrive()?;
        let snapshot = self.device.snapshot();
        Ok(self.now.clone().map(|screen| Mark { snapshot, screen }))
    }

    /// Goes back to a mark; false where the device keeps none.
    fn back_to(&mut self, mark: &Mark) -> Result<bool, RunError> {
        let Some(snapshot) = &mark.snapshot else { return Ok(false) };
        let seen = self.device.restore(snapshot)?;
        self.cost.restored += 1;
        self.covered.extend(&seen.covered);
        self.now = Some(mark.screen.clone());
        (self.here, self.arrived) = (None, true);
        Ok(true)
    }
}

/// The only widget of its type whose text is the same but for numbers: a clock, a count.
fn but_for_numbers(before: &Widget<'_>, now: &Screen) -> Option<WidgetId> {
    if before.text().is_empty() {
        return None;
    }
    let wanted = without_numbers(before.text());
    let alike = |w: &Widget<'_>| {
        w.class() == before.class()
            && w.resource_id() == before.resource_id()
            && w.desc() == before.desc()
            && without_numbers(w.text()) == wanted
    };
    let mut found = now.widgets().filter(alike);
    found.next().filter(|_| found.next().is_none()).map(|w| w.id())
}

/// Executes inserted traces, sorted, at one position of a seed; each after the events before that position.
pub struct Position<'s, 'd> {
    stage: &'s mut Stage<'d>,
    start: u64,
    before: &'s [Step],
    /// The events on the way and where each ended; the first mark is the position itself.
    done: Vec<Planned>,
    marks: Vec<Mark>,
    steps: Vec<Step>,
    /// A prefix that could not be done.
    dead: Option<Vec<Planned>>,
}

/// What came of inserting a trace.
pub enum Inserted {
    /// Done; its steps.
    Done(Vec<Step>),
    /// The event at that place finds no widget.
    Unreplayable(usize),
    /// Known to be unreplayable from so many events on: nothing was executed.
    Skipped(usize),
    /// The seed itself does not replay.
    SeedFails,
}

impl<'s, 'd> Position<'s, 'd> {
    /// After the first `before` steps of a seed.
    pub fn new(stage: &'s mut Stage<'d>, start: u64, before: &'s [Step]) -> Self {
        Self { stage, start, before, done: Vec::new(), marks: Vec::new(), steps: Vec::new(), dead: None }
    }

    /// The stage.
    pub fn stage(&mut self) -> &mut Stage<'d> {
        self.stage
    }

    fn reach(&mut self) -> Result<bool, RunError> {
        self.stage.start(self.start)?;
        for step in self.before {
            if matches!(self.stage.again(step)?, Did::Missing) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Inserts a trace.
    pub fn insert(&mut self, events: &[Planned]) -> Result<Inserted, RunError> {
        if let Some(dead) = self.dead.as_ref().filter(|dead| events.starts_with(dead)) {
            return Ok(Inserted::Skipped(dead.len()));
        }
        let mut shared = self.done.iter().zip(events).take_while(|(a, b)| a == b).count();
        let near = self.marks.get(shared).map(|mark| mark.snapshot.is_some());
        match near {
            Some(true) => {
                self.done.truncate(shared);
                self.steps.truncate(shared);
                self.marks.truncate(shared + 1);
                let mark = self.marks.pop();
                if let Some(mark) = mark {
                    self.stage.back_to(&mark)?;
                    self.marks.push(mark);
                }
            }
            _ => {
                shared = 0;
                self.done.clear();
                self.steps.clear();
                self.marks.clear();
                if !self.reach()? {
                    return Ok(Inserted::SeedFails);
                }
                self.marks.extend(self.stage.mark()?);
            }
        }
        for (at, planned) in events.iter().enumerate().skip(shared) {
            match self.stage.insert(planned)? {
                Did::Step(step) => {
                    let crashed = !step.after.crashes.is_empty();
                    self.done.push(planned.clone());
                    self.steps.push(*step);
                    self.marks.extend(self.stage.mark()?);
                    if crashed {
                        return Ok(Inserted::Done(self.steps.clone()));
                    }
                }
                Did::Missing | Did::Passed => {
                    self.dead = Some(events[..=at].to_vec());
                    return Ok(Inserted::Unreplayable(at));
                }
            }
        }
        Ok(Inserted::Done(self.steps.clone()))
    }

    /// Goes on with steps of the seed; those that could be done.
    pub fn go_on(&mut self, after: &[Step]) -> Result<(Vec<Step>, bool), RunError> {
        let mut steps = Vec::with_capacity(after.len());
        for step in after {
            match self.stage.again(step)? {
                Did::Step(step) => {
                    let crashed = !step.after.crashes.is_empty();
                    steps.push(*step);
                    if crashed {
                        return Ok((steps, false));
                    }
                }
                Did::Passed => {
                    // Keeps step numbers aligned: nothing happened, the screen stayed.
                    if let Some(now) = self.stage.now().cloned() {
                        steps.push(Step { before: now.clone(), after: Observation::of(now), ..step.clone() });
                    }
                }
                Did::Missing => return Ok((steps, false)),
            }
        }
        Ok((steps, true))
    }
}
