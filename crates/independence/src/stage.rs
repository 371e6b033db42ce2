//! The stage: one device on which tests and their mutants are executed.
//!
//! All mutants of one position share the seed's events before it, and mutants that begin alike share those
//! events too: sorted, they are a trie, walked depth first. Where the device keeps snapshots, each node of the
//! trie is executed once and gone back to. Elsewhere a mutant starts clean, and the trie saves what follows
//! a prefix that turned out unreplayable. Both count the events executed against those that a full replay of
//! every mutant would need.

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
        }
    }

    /// What is on the screen.
    pub fn now(&self) -> Option<&Screen> {
        self.now.as_ref()
    }

    /// The app anew.
    pub fn start(&mut self, number: u64) -> Result<Observation, RunError> {
        let first = self.device.clean_start(number)?;
        self.cost.starts += 1;
        self.covered.extend(&first.covered);
        self.now = Some(first.screen.clone());
        Ok(first)
    }

    fn perform(&mut self, event: &Event, widget: Option<WidgetId>, actor: Actor) -> Result<Did, RunError> {
        let Some(before) = self.now.clone() else { return Ok(Did::Missing) };
        let Some(input) = input(event, widget, &before) else {
            return Ok(if actor == Actor::Runner { Did::Passed } else { Did::Missing });
        };
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
        self.perform(&step.event, widget, step.actor)
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

    fn mark(&self) -> Option<Mark> {
        Some(Mark { snapshot: self.device.snapshot(), screen: self.now.clone()? })
    }

    /// Goes back to a mark; false where the device keeps none.
    fn back_to(&mut self, mark: &Mark) -> Result<bool, RunError> {
        let Some(snapshot) = &mark.snapshot else { return Ok(false) };
        let seen = self.device.restore(snapshot)?;
        self.cost.restored += 1;
        self.covered.extend(&seen.covered);
        self.now = Some(mark.screen.clone());
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
                self.marks.extend(self.stage.mark());
            }
        }
        for (at, planned) in events.iter().enumerate().skip(shared) {
            match self.stage.insert(planned)? {
                Did::Step(step) => {
                    let crashed = !step.after.crashes.is_empty();
                    self.done.push(planned.clone());
                    self.steps.push(*step);
                    self.marks.extend(self.stage.mark());
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
