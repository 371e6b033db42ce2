//! The loop: look, choose, do, record, show to strategy and oracles.
//!
//! What to do next is decided in one place (`plan`) from what was seen alone, whether it is then done on the
//! device or read from a recorded run. So resuming is the same loop with the recording in the device's stead,
//! and a recording that another version or other settings would not have made is noticed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Action, Event, Key, Screen, Selector, WidgetId, locate, structure};
use skink_trace::{Actor, Entry, Observation, Step};

use crate::answers::{AfterCrash, AfterLeaving, Answers, answer, is_home, is_system_dialog};
use crate::budget::{Budget, Ended};
use crate::dice::Dice;
use crate::error::RunError;
use crate::run_dir::{Recording, RunDir};
use crate::shots::{state_shot_path, take};
use crate::strategy::{Choice, Found, Moment, Oracle, Strategy, TraceRef};
use crate::tally::Tally;

/// Is told of a run's progress. `()` does not listen.
pub trait Watcher {
    /// Something was recorded.
    fn progress(&mut self, _tally: &Tally, _found: usize, _used: f64) {}

    /// A bug was met for the first time.
    fn found(&mut self, _found: &Found) {}

    /// A finding is made smaller: candidates tried, events left.
    fn shrinking(&mut self, _id: &str, _tried: u64, _left: usize) {}
}

impl Watcher for () {}

/// Events in a row with which the runner tries to come back before it starts clean.
const MAX_AWAY: u32 = 6;
/// Clean starts in a row after which the app must be in front.
const MAX_STARTS: u32 = 3;
/// States of which a picture is taken: more are not looked at.
const MAX_SHOTS: u64 = 1_000;
/// Losses of the device without a step between them after which it is given up.
const MAX_INTERRUPTIONS: u32 = 10;
/// How often the time taken so far is written down.
const NOTE_WALL_EVERY: Duration = Duration::from_millis(500);

/// Executes a run.
pub struct Runner<'a> {
    device: &'a mut dyn Device,
    strategy: &'a mut dyn Strategy,
    oracle: &'a mut dyn Oracle,
    budget: Budget,
    answers: Answers,
    seed: u64,
    /// What the strategy and the oracle were shown.
    tally: Tally,
    package: String,
    /// Lines recorded: the position dice are thrown at.
    decisions: u64,
    depth: u64,
    now: Option<Screen>,
    restart: bool,
    /// Events of the runner's own in a row, and clean starts in a row that did not help.
    away: u32,
    starts: u32,
    /// Events in a row that another app got.
    visit: u32,
    found: usize,
    /// States there is a picture of, or that were seen before this run was resumed.
    photographed: u64,
    /// Losses of the device since the last step.
    interruptions: u32,
    /// The device was lost in the middle of a step that was chosen and is not recorded.
    step_lost: bool,
    started: Instant,
    wall_before: Duration,
}

enum Plan {
    Launch,
    Do(Event, Option<WidgetId>, Actor),
    Finished,
}

impl<'a> Runner<'a> {
    /// A runner that has seen nothing yet.
    pub fn new(
        device: &'a mut dyn Device,
        strategy: &'a mut dyn Strategy,
        oracle: &'a mut dyn Oracle,
        budget: Budget,
        answers: Answers,
        seed: u64,
    ) -> Self {
        let package = device.package().to_owned();
        Self {
            device,
            strategy,
            oracle,
            budget,
            answers,
            seed,
            tally: Tally::new(&package),
            package,
            decisions: 0,
            depth: 0,
            now: None,
            restart: true,
            away: 0,
            starts: 0,
            visit: 0,
            found: 0,
            photographed: 0,
            interruptions: 0,
            step_lost: false,
            started: Instant::now(),
            wall_before: Duration::ZERO,
        }
    }

    /// The figures so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Time on this machine so far, earlier parts of a resumed run included.
    pub fn wall(&self) -> Duration {
        self.wall_before + self.started.elapsed()
    }

    /// Begins a run, or goes on with what `run` holds, until the budget is used up, the strategy has finished
    /// or `stop` is set. Nothing recorded is done again but the events of the last trace, which bring the
    /// device to where it was.
    pub fn run(
        &mut self,
        run: &RunDir,
        watcher: &mut dyn Watcher,
        stop: &AtomicBool,
    ) -> Result<Ended, RunError> {
        self.wall_before = Duration::from_millis(run.wall_millis());
        let mut recording = self.read_back(run)?;
        self.photographed = self.tally.states();
        let ended = self.go(Some((run, &mut recording)), watcher, stop)?;
        run.write_wall_millis(self.wall().as_millis() as u64)?;
        Ok(ended)
    }

    /// A run that leaves nothing on disk, for figures alone.
    pub fn run_unrecorded(
        &mut self,
        watcher: &mut dyn Watcher,
        stop: &AtomicBool,
    ) -> Result<Ended, RunError> {
        self.go(None, watcher, stop)
    }

    fn go(
        &mut self,
        mut record: Option<(&RunDir, &mut Recording)>,
        watcher: &mut dyn Watcher,
        stop: &AtomicBool,
    ) -> Result<Ended, RunError> {
        let mut noted = Instant::now();
        loop {
            let (wall, tally) = (self.wall(), &self.tally);
            if let Some(ended) = self.budget.over(tally.events, wall, tally.phone_millis) {
                return Ok(ended);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Ended::Interrupted);
            }
            match self.plan()? {
                Plan::Finished => return Ok(Ended::Finished),
                Plan::Launch => {
                    let trace = self.tally.launches;
                    let (mut first, millis) = match self.timed(|device| device.clean_start(trace)) {
                        Err(RunError::Device(DeviceError::Interrupted { .. })) => {
                            self.interrupted()?;
                            continue;
                        }
                        other => other?,
                    };
                    first.covered = self.tally.newly_covered(&first.covered);
                    if let Some((_, recording)) = &mut record {
                        match std::mem::take(&mut self.step_lost) {
                            true => recording.launch_after_loss(trace, &first, millis)?,
                            false => recording.launch(trace, &first, millis)?,
                        }
                    }
                    self.launched(&first, millis);
                }
                Plan::Do(event, widget, actor) => {
                    let step = match self.perform(event, widget, actor) {
                        // The step is not recorded: nobody knows whether it was done. A clean start follows.
                        Err(RunError::Device(DeviceError::Interrupted { .. })) => {
                            self.step_lost = true;
                            self.interrupted()?;
                            continue;
                        }
                        other => other?,
                    };
                    if let Some((_, recording)) = &mut record {
                        recording.step(&step)?;
                    }
                    self.saw(step);
                }
            }
            self.tell(watcher);
            if let Some((run, _)) = &record {
                self.photograph_state(run)?;
            }
            if let Some((run, _)) = record.as_ref().filter(|_| noted.elapsed() > NOTE_WALL_EVERY) {
                noted = Instant::now();
                run.write_wall_millis(self.wall().as_millis() as u64)?;
            }
        }
    }

    /// Takes a picture of a state seen for the first time.
    fn photograph_state(&mut self, run: &RunDir) -> Result<(), RunError> {
        let states = self.tally.states();
        if states > self.photographed {
            self.photographed = states;
            if let Some(screen) = self.now.as_ref().filter(|_| states <= MAX_SHOTS) {
                take(self.device, &state_shot_path(run.path(), structure(screen)))?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, watcher: &mut dyn Watcher) {
        let all = self.oracle.found();
        all.iter().skip(self.found).for_each(|found| watcher.found(found));
        self.found = all.len();
        let used = self.budget.used(self.tally.events, self.wall(), self.tally.phone_millis);
        watcher.progress(&self.tally, self.found, used);
    }

    /// What comes next, from what was seen alone.
    fn plan(&mut self) -> Result<Plan, RunError> {
        let Some(screen) = self.now.clone().filter(|_| !self.restart) else { return Ok(Plan::Launch) };
        let system = is_system_dialog(&screen);
        let ours = screen.package() == self.package;
        let visiting =
            !ours && !is_home(&screen) && self.depth > 0 && self.visit < self.answers.events_in_other_apps;
        if system || !(ours || visiting) {
            if self.depth == 0 && self.starts >= MAX_STARTS {
                return Err(RunError::Stuck { tries: self.starts, front: screen.package().to_owned() });
            }
            let ended = is_home(&screen) && self.answers.after_leaving == AfterLeaving::Restart;
            if self.away >= MAX_AWAY || ended {
                return Ok(Plan::Launch);
            }
            let (event, widget) = if system { self.to_answer(&screen) } else { self.to_come_back() };
            return Ok(Plan::Do(event, widget, Actor::Runner));
        }
        self.starts = 0;
        let dice = Dice::at(self.seed, self.decisions);
        let choice = self.strategy.next(&mut Moment { screen: &screen, depth: self.depth, dice });
        Ok(match choice {
            Choice::Do(event, widget) => Plan::Do(event, widget, Actor::Strategy),
            Choice::Restart => Plan::Launch,
            Choice::Finished => Plan::Finished,
        })
    }

    fn to_answer(&self, screen: &Screen) -> (Event, Option<WidgetId>) {
        match answer(screen, &self.answers) {
            Some(id) => (Event::on(Action::Tap, Selector::of(&screen.widget(id))), Some(id)),
            None => (Event::key(Key::Back), None),
        }
    }

    /// First back out of the other app, then call ours.
    fn to_come_back(&self) -> (Event, Option<WidgetId>) {
        let event = if self.away == 0 { Event::key(Key::Back) } else { Event::plain(Action::Launch) };
        (event, None)
    }

    fn timed<T>(
        &mut self,
        call: impl FnOnce(&mut dyn Device) -> Result<T, DeviceError>,
    ) -> Result<(T, u64), RunError> {
        let before = self.device.clock();
        let result = call(self.device)?;
        Ok((result, self.device.clock().saturating_sub(before).as_millis() as u64))
    }

    fn perform(&mut self, event: Event, widget: Option<WidgetId>, actor: Actor) -> Result<Step, RunError> {
        let Some(before) = self.now.clone() else {
            return Err(RunError::Diverged { problem: format!("`{event}` before any launch") });
        };
        let widget = widget.or_else(|| locate(&event, None, &before));
        let bounds = widget.and_then(|id| before.get(id)).map(|w| w.bounds());
        let Some(input) = Input::of(&event.action, bounds) else {
            let problem = format!("`{event}` finds no widget on the present screen");
            return Err(RunError::Diverged { problem });
        };
        let (mut after, millis) = self.timed(|device| device.perform(&input))?;
        after.covered = self.tally.newly_covered(&after.covered);
        Ok(Step { number: self.tally.events, actor, before, event, widget, after, millis })
    }

    /// The device was lost in the middle and is back: the trace cannot go on, the run can.
    fn interrupted(&mut self) -> Result<(), RunError> {
        self.restart = true;
        self.interruptions += 1;
        if self.interruptions < MAX_INTERRUPTIONS {
            return Ok(());
        }
        Err(RunError::Device(DeviceError::Device {
            doing: "exploring".into(),
            problem: format!(
                "the device was lost {MAX_INTERRUPTIONS} times in a row without one step between"
            ),
        }))
    }

    fn launched(&mut self, first: &Observation, millis: u64) {
        let trace = self.tally.launches;
        self.tally.launched(first, millis);
        self.decisions += 1;
        self.depth = 0;
        self.away = 0;
        self.visit = 0;
        self.starts += 1;
        self.restart = self.ends_trace(first);
        self.now = Some(first.screen.clone());
        self.oracle.launched(TraceRef { trace, steps: 0 }, first);
        self.strategy.launched(&first.screen);
    }

    fn saw(&mut self, step: Step) {
        self.tally.saw(&step);
        self.interruptions = 0;
        self.decisions += 1;
        self.depth += 1;
        self.away = if step.actor == Actor::Runner { self.away + 1 } else { 0 };
        self.visit = if step.before.package() == self.package { 0 } else { self.visit + 1 };
        self.restart = self.ends_trace(&step.after);
        self.now = Some(step.after.screen.clone());
        self.oracle.saw(TraceRef { trace: self.tally.launches - 1, steps: self.depth }, &step);
        self.strategy.saw(&step);
    }

    fn ends_trace(&self, seen: &Observation) -> bool {
        !seen.crashes.is_empty() && self.answers.after_crash == AfterCrash::Restart
    }

    /// Shows the strategy and the oracle what was recorded, and brings the device to where it was.
    fn read_back(&mut self, run: &RunDir) -> Result<Recording, RunError> {
        let mut recording = run.record()?;
        let mut last_trace: Vec<Step> = Vec::new();
        let whole = run.read_trace(|entry| {
            let store = recording.screens();
            let hash = match &entry {
                Entry::Launch(launch) => launch.screen,
                Entry::Step(step) => step.screen,
            };
            if !store.contains(hash) {
                return Ok(false);
            }
            let screen = store.get(hash)?;
            let position = self.decisions + 1;
            let other = |what: String| RunError::Diverged {
                problem: format!("line {position} of the trace: {what}"),
            };
            match (self.plan()?, entry) {
                (Plan::Launch, Entry::Launch(launch)) => {
                    last_trace.clear();
                    self.launched(&launch.seen.with(screen), launch.millis);
                }
                (Plan::Do(event, widget, actor), Entry::Step(record)) => {
                    if event != record.event {
                        return Err(other(format!("it says `{}`, now `{event}` is chosen", record.event)));
                    }
                    let Some(before) = self.now.clone() else {
                        return Err(other("a step before any launch".into()));
                    };
                    let after = record.seen.with(screen);
                    let widget = widget.or(record.widget);
                    let step = Step {
                        number: record.number,
                        actor,
                        before,
                        event,
                        widget,
                        after,
                        millis: record.millis,
                    };
                    last_trace.push(step.clone());
                    self.saw(step);
                }
                // The device was lost in the middle of the step that was chosen, and the run began a new trace.
                (Plan::Do(..), Entry::Launch(launch)) if launch.after_loss => {
                    last_trace.clear();
                    self.launched(&launch.seen.with(screen), launch.millis);
                }
                (_, entry) => return Err(other(format!("{entry:?} is not what is chosen now"))),
            }
            Ok(true)
        })?;
        recording.cut(whole)?;
        if self.tally.launches > 0 && !self.restart && !self.bring_back(&last_trace)? {
            self.restart = true;
        }
        Ok(recording)
    }

    /// Does the last trace's events again; says whether the device showed the same screens.
    fn bring_back(&mut self, steps: &[Step]) -> Result<bool, RunError> {
        let first = self.device.clean_start(self.tally.launches - 1)?;
        let expected = steps.first().map(|step| step.before.clone()).or(self.now.clone());
        if Some(first.screen) != expected {
            return Ok(false);
        }
        for step in steps {
            let bounds = step.widget.and_then(|id| step.before.get(id)).map(|w| w.bounds());
            let Some(input) = Input::of(&step.event.action, bounds) else { return Ok(false) };
            if self.device.perform(&input)?.screen != step.after.screen {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
