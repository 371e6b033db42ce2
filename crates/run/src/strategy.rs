//! The two seams of a run: a strategy picks the next event, an oracle judges what happened.
//!
//! Both are state machines over screens and steps. They keep no clock and do no I/O, so each can be tested on
//! recorded steps, and a run is resumed by showing them those steps again.

use std::collections::BTreeMap;

use skink_gui::{Event, Screen, WidgetId};
use skink_trace::{Finding, LearnedModel, Observation, ScriptRuns, Step};

use crate::dice::Dice;

/// What a strategy knows when it is asked.
pub struct Moment<'a> {
    /// The screen in front, which is the app's.
    pub screen: &'a Screen,
    /// Steps since the last clean start.
    pub depth: u64,
    /// Randomness for this decision.
    pub dice: Dice,
}

/// What a strategy wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Do this; the widget is the event's target on the present screen, where the strategy knows it.
    Do(Event, Option<WidgetId>),
    /// Clear the app's data and launch it again.
    Restart,
    /// Nothing is left to do.
    Finished,
}

/// Picks the next event.
pub trait Strategy {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// A trace begins with this screen.
    fn launched(&mut self, _first: &Screen) {}

    /// What to do next.
    fn next(&mut self, moment: &mut Moment<'_>) -> Choice;

    /// What came of it; steps of the runner itself (coming back, answering the system) are shown too.
    fn saw(&mut self, _step: &Step) {}

    /// What it has learned of the app, in words; `None` where it learns nothing that words tell.
    fn explain(&self) -> Option<String> {
        None
    }

    /// The model it has learned, for `model.json`; `None` where it keeps none of its own.
    fn model(&self) -> Option<LearnedModel> {
        None
    }

    /// How often each rule of the user kept it from touching something.
    fn held_back(&self) -> BTreeMap<String, u64> {
        BTreeMap::new()
    }

    /// How often each script of the user was done.
    fn scripts(&self) -> BTreeMap<String, ScriptRuns> {
        BTreeMap::new()
    }
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn launched(&mut self, first: &Screen) {
        (**self).launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        (**self).next(moment)
    }

    fn saw(&mut self, step: &Step) {
        (**self).saw(step);
    }

    fn explain(&self) -> Option<String> {
        (**self).explain()
    }

    fn model(&self) -> Option<LearnedModel> {
        (**self).model()
    }

    fn held_back(&self) -> BTreeMap<String, u64> {
        (**self).held_back()
    }

    fn scripts(&self) -> BTreeMap<String, ScriptRuns> {
        (**self).scripts()
    }
}

/// A trace of a run, from its clean start to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TraceRef {
    /// Number of the trace in the run.
    pub trace: u64,
    /// How many of its steps.
    pub steps: u64,
}

/// A finding and the shortest trace that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The bug.
    pub finding: Finding,
    /// What shows it.
    pub shown_by: TraceRef,
}

/// Judges traces.
pub trait Oracle {
    /// A trace begins; the app may crash at once.
    fn launched(&mut self, at: TraceRef, first: &Observation);

    /// A step was made; `at` ends with it.
    fn saw(&mut self, at: TraceRef, step: &Step);

    /// Everything found so far, in the order it was found.
    fn found(&self) -> &[Found];
}
