//! Trying one function on a device now: what a recorder does the moment a property is written. And the driver of
//! a call on a device, which replays and shrinking use too.

use std::sync::Arc;

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Action, Event, Key, Screen, Selector, WidgetId};
use skink_run::{Answers, Dice, answer, is_system_dialog};
use skink_trace::{Actor, Observation, Step};

use crate::call::{Ask, Call, Outcome};
use crate::data::Data;
use crate::draw::possible_calls;
use crate::file::{Function, PropertyFile};
use crate::line::Line;
use crate::template::Values;

/// What came of trying a function.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it went.
    pub verdict: Verdict,
    /// The values it was tried with, those captured on the way included.
    pub values: Values,
    /// What was done.
    pub steps: Vec<Step>,
    /// The mistakes people make: a selector that matches two widgets, no data object …
    pub warnings: Vec<String>,
}

/// How a trial went; only [`Verdict::Held`] is green.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Done, and the postcondition holds.
    Held,
    /// The precondition does not hold on this screen, or a value could not be found.
    NotPossible,
    /// It ended otherwise.
    Ended(Outcome),
    /// The app crashed on the way.
    Crashed(String),
}

impl Verdict {
    /// Whether all is well.
    pub fn is_green(&self) -> bool {
        *self == Verdict::Held
    }

    /// In words.
    pub fn words(&self) -> String {
        match self {
            Verdict::Held | Verdict::Ended(Outcome::Held) => "done, and what should hold does".to_owned(),
            Verdict::NotPossible => {
                "it cannot begin here: its first widget or another precondition is missing".to_owned()
            }
            Verdict::Ended(Outcome::Unfinished(stuck)) => {
                format!("stuck at `{}`: looked for {}; {}", stuck.text, stuck.why.expected, stuck.why.shown)
            }
            Verdict::Ended(Outcome::Unchecked(stuck)) => {
                format!("done, but the check is stuck at `{}`: {}", stuck.text, stuck.why.shown)
            }
            Verdict::Ended(Outcome::Violated(broke)) => {
                format!(
                    "`{}` does not hold: expected {}; {}",
                    broke.text, broke.why.expected, broke.why.shown
                )
            }
            Verdict::Crashed(title) => format!("the app crashed: {title}"),
        }
    }
}

/// Tries a function of a file, which need not hold it yet, from the screen the device shows now. The data is
/// changed as the function says.
pub fn try_function(
    device: &mut dyn Device,
    file: &PropertyFile,
    function: &Function,
    data: &mut Data,
    seed: u64,
) -> Result<Trial, DeviceError> {
    let rules = file.rules(function);
    let mut driver = Driver::at(device.observe()?, Answers::default());
    let mut dice = Dice::at(seed, 0);
    let calls = possible_calls(function, &rules, data, &driver.now, &mut dice);
    let Some(values) = dice.pick(&calls).cloned() else {
        let warnings = warnings(function, None);
        return Ok(Trial {
            verdict: Verdict::NotPossible,
            values: Values::new(),
            steps: Vec::new(),
            warnings,
        });
    };
    let mut call = Call::new(file, Arc::new(function.clone()), Arc::new(rules), values, data);
    let outcome = driver.call(device, &mut call, data)?;
    let verdict = match outcome {
        Done::Ended(Outcome::Held) => Verdict::Held,
        Done::Ended(outcome) => Verdict::Ended(outcome),
        Done::Crashed(title) => Verdict::Crashed(title),
    };
    let warnings = warnings(function, Some(&call));
    Ok(Trial { verdict, values: call.values, steps: driver.steps, warnings })
}

fn warnings(function: &Function, call: Option<&Call>) -> Vec<String> {
    let mut all: Vec<String> = call
        .iter()
        .flat_map(|call| &call.ambiguous)
        .map(|a| format!("`{}` matches {} widgets; the first is taken", a.text, a.matches))
        .collect();
    let typed = function.steps.iter().any(|line| {
        matches!(line, Line::Do(step) if step.text.as_ref().is_some_and(|text| text.values().next().is_some()))
    });
    if function.values.is_empty() && !typed && !function.defines("old") && !function.defines("new") {
        all.push(
            "no data object: nothing typed, picked or captured names what the function is about".to_owned(),
        );
    }
    all
}

/// How a driven call ended.
pub(crate) enum Done {
    Ended(Outcome),
    Crashed(String),
}

/// Does events on a device and keeps what was seen; answers the system's dialogs as the runner would.
pub(crate) struct Driver {
    pub(crate) now: Screen,
    pub(crate) steps: Vec<Step>,
    answers: Answers,
}

/// Dialogs of the system in a row.
const MAX_DIALOGS: usize = 6;

impl Driver {
    pub(crate) fn at(first: Observation, answers: Answers) -> Self {
        Self { now: first.screen, steps: Vec::new(), answers }
    }

    /// Does a call to its end.
    pub(crate) fn call(
        &mut self,
        device: &mut dyn Device,
        call: &mut Call,
        data: &mut Data,
    ) -> Result<Done, DeviceError> {
        loop {
            match call.advance(data, &self.now) {
                Ask::Ended(outcome) => return Ok(Done::Ended(outcome)),
                Ask::Do(event, widget) => {
                    if !self.perform(device, event, widget, Actor::Strategy)? {
                        continue;
                    }
                    call.performed();
                    if let Some(title) = self.crash() {
                        return Ok(Done::Crashed(title));
                    }
                }
            }
        }
    }

    /// The crash of the last step.
    pub(crate) fn crash(&self) -> Option<String> {
        self.steps.last().and_then(|step| step.after.crashes.first()).map(|crash| crash.title())
    }

    /// Does an event and answers what the system asks then; false where it has no place on the screen.
    pub(crate) fn perform(
        &mut self,
        device: &mut dyn Device,
        event: Event,
        widget: Option<WidgetId>,
        actor: Actor,
    ) -> Result<bool, DeviceError> {
        let bounds = widget.and_then(|id| self.now.get(id)).map(|w| w.bounds());
        let Some(input) = Input::of(&event.action, bounds) else { return Ok(false) };
        let clock = device.clock();
        let after = device.perform(&input)?;
        let millis = device.clock().saturating_sub(clock).as_millis() as u64;
        let before = std::mem::replace(&mut self.now, after.screen.clone());
        let crashed = !after.crashes.is_empty();
        let number = self.steps.len() as u64;
        self.steps.push(Step { number, actor, before, event, widget, after, millis });
        let mut dialogs = 0;
        while !crashed && is_system_dialog(&self.now) && dialogs < MAX_DIALOGS && actor == Actor::Strategy {
            dialogs += 1;
            let (event, widget) = match answer(&self.now, &self.answers) {
                Some(id) => (Event::on(Action::Tap, Selector::of(&self.now.widget(id))), Some(id)),
                None => (Event::key(Key::Back), None),
            };
            self.perform(device, event, widget, Actor::Runner)?;
        }
        Ok(true)
    }
}
