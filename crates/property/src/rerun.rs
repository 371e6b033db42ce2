//! A test done again from a clean start: its random events and its calls of functions, each call judged anew.
//! Replays and shrinking are made of it. A call whose precondition does not hold any more, or an event whose
//! widget is gone, is passed over, or ends the test, as the caller wants.

use std::sync::Arc;

use skink_device::Device;
use skink_run::{Answers, OnMissing, RunError, Scripted, launch, trace_entries};
use skink_trace::{Actor, Call as CallRecord, Entry, LaunchRecord, Observation, Step, Violation};

use crate::attempt::{Done, Driver};
use crate::call::{Broke, Call, Outcome};
use crate::data::Data;
use crate::draw::is_possible;
use crate::file::{Function, Operation, PropertyFile, Rules};
use crate::template::Values;

/// The name under which the file's setup is recorded.
pub const SETUP: &str = "(setup)";

/// A part of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A random event.
    Event(Scripted),
    /// A function with its values.
    Call {
        /// The function's name.
        function: String,
        /// Its values.
        values: Values,
    },
}

/// The parts of a recorded test.
pub fn items(script: &[Scripted], calls: &[CallRecord]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = 0;
    for call in calls {
        items.extend(script.iter().take(call.first).skip(at).cloned().map(Item::Event));
        // The setup belongs to every clean start.
        if call.function != SETUP {
            items.push(Item::Call { function: call.function.clone(), values: call.values.clone() });
        }
        at = at.max(call.first + call.events);
    }
    items.extend(script.iter().skip(at).cloned().map(Item::Event));
    items
}

/// What a test did when it was done again.
pub struct Rerun {
    /// The clean start.
    pub launch: LaunchRecord,
    /// The first look.
    pub first: Observation,
    /// What was done.
    pub steps: Vec<Step>,
    /// The calls among the steps, the setup included.
    pub calls: Vec<CallRecord>,
    /// Which items were done.
    pub done: Vec<usize>,
    /// The violation that ended it.
    pub violation: Option<Violation>,
    /// Which line of which function it broke.
    pub broke: Option<(String, usize)>,
    /// Where it went another way.
    pub diverged: Option<String>,
}

impl Rerun {
    /// The lines of a trace file.
    pub fn entries(&self) -> Vec<Entry> {
        trace_entries(&self.launch, &self.steps)
    }

    /// The steps as a script.
    pub fn script(&self) -> Vec<Scripted> {
        self.steps.iter().map(Scripted::of).collect()
    }

    /// Whether it broke that line of that function.
    pub fn shows(&self, function: &str, line: usize) -> bool {
        self.broke.as_ref().is_some_and(|(f, l)| f == function && *l == line)
    }
}

/// A function that is only the file's setup.
pub(crate) fn setup(file: &PropertyFile) -> Function {
    Function { data: None, ..Function::new(SETUP, Operation::Free, "", file.setup.clone()) }
}

/// What shows a violated property.
pub(crate) fn violation(
    text: &str,
    call: &Call,
    broke: &Broke,
    data: &Data,
    calls: Vec<CallRecord>,
) -> Violation {
    Violation {
        function: call.function.name.clone(),
        operation: call.function.operation.name().to_owned(),
        properties: text.to_owned(),
        calls,
        before: call.before.all().clone(),
        after: data.all().clone(),
        expected: broke.why.expected.clone(),
        shown: broke.why.shown.clone(),
        widget: broke.why.widget,
    }
}

/// Does a test again from clean start number `start`.
pub fn rerun(
    device: &mut dyn Device,
    start: u64,
    file: &PropertyFile,
    items: &[Item],
    on_missing: OnMissing,
) -> Result<Rerun, RunError> {
    let (launch, first) = launch(device, start)?;
    let mut test = Test {
        file,
        driver: Driver::at(first.clone(), Answers::default()),
        data: file.initial(),
        rerun: Rerun {
            launch,
            first,
            steps: Vec::new(),
            calls: Vec::new(),
            done: Vec::new(),
            violation: None,
            broke: None,
            diverged: None,
        },
    };
    let mut over = false;
    if !file.setup.is_empty() {
        let setup = setup(file);
        let rules = file.rules(&setup);
        over = test.call(device, &setup, rules, Values::new())?.is_some_and(|crashed| crashed);
    }
    for (number, item) in items.iter().enumerate() {
        if over {
            break;
        }
        let went = match item {
            Item::Event(scripted) => test.event(device, scripted, on_missing)?,
            Item::Call { function, values } => match file.function(function) {
                None => None,
                Some(function) => {
                    let rules = file.rules(function);
                    if is_possible(function, &rules, values, &test.data, &test.driver.now) {
                        test.call(device, function, rules, values.clone())?
                    } else {
                        None
                    }
                }
            },
        };
        match went {
            Some(ended) => {
                test.rerun.done.push(number);
                over = ended;
            }
            None => {
                let what = match item {
                    Item::Event(scripted) => scripted.describe(),
                    Item::Call { function, .. } => format!("function `{function}`"),
                };
                test.rerun.diverged.get_or_insert(format!("{what} cannot be done there"));
                over = on_missing == OnMissing::Stop;
            }
        }
    }
    test.rerun.steps = test.driver.steps;
    Ok(test.rerun)
}

struct Test<'a> {
    file: &'a PropertyFile,
    driver: Driver,
    data: Data,
    rerun: Rerun,
}

impl Test<'_> {
    /// `None` where it cannot be done; else whether the test is over.
    fn event(
        &mut self,
        device: &mut dyn Device,
        scripted: &Scripted,
        on_missing: OnMissing,
    ) -> Result<Option<bool>, RunError> {
        let event = &scripted.event;
        let widget = scripted.widget_on(&self.driver.now, on_missing);
        if event.target.is_some() && widget.is_none() {
            return Ok(None);
        }
        if !self.driver.perform(device, event.clone(), widget, Actor::Strategy)? {
            return Ok(None);
        }
        Ok(Some(self.driver.crash().is_some()))
    }

    fn call(
        &mut self,
        device: &mut dyn Device,
        function: &Function,
        rules: Rules,
        values: Values,
    ) -> Result<Option<bool>, RunError> {
        let first = self.driver.steps.len();
        let mut call =
            Call::new(self.file, Arc::new(function.clone()), Arc::new(rules), values.clone(), &self.data);
        let outcome = self.driver.call(device, &mut call, &mut self.data)?;
        let finished =
            matches!(outcome, Done::Ended(Outcome::Held | Outcome::Unchecked(_) | Outcome::Violated(_)));
        if finished || function.name == SETUP {
            self.rerun.calls.push(CallRecord {
                function: function.name.clone(),
                first,
                events: self.driver.steps.len() - first,
                values,
            });
        }
        match outcome {
            Done::Ended(Outcome::Violated(broke)) => {
                let text = self.file.to_toml();
                let calls = self.rerun.calls.clone();
                self.rerun.broke = Some((function.name.clone(), broke.line));
                self.rerun.violation = Some(violation(&text, &call, &broke, &self.data, calls));
                Ok(Some(true))
            }
            Done::Ended(_) => Ok(Some(false)),
            Done::Crashed(_) => Ok(Some(true)),
        }
    }
}
