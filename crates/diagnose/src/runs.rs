//! Skink's own runs against an automaton: no instrumentation, the pivot events are predicates over steps.
//!
//! Each step is every pivot event whose predicate it fits. A clean start of the app takes the matcher back to the
//! initial state: what was done before is gone, which a log of a foreign tool does not tell. Times are the
//! device's.

use skink_gui::{Event, Screen, ScreenHash, WidgetId};
use skink_model::automaton::{BugAutomaton, Dfa, Matcher, Pivot};
use skink_run::{RunDir, TraceRef};
use skink_trace::{Crash, Entry};

use crate::error::DiagnoseError;

/// The predicates of an automaton's events, by number of the symbol.
#[derive(Clone, Debug)]
pub struct Pivots(Vec<(usize, Pivot)>);

impl Pivots {
    /// Those that the bug describes.
    pub fn of(bug: &BugAutomaton, dfa: &Dfa) -> Self {
        let number = |(at, symbol)| Some((at, bug.events.get(symbol)?.pivot.clone()?));
        Self(dfa.symbols().iter().enumerate().filter_map(number).collect())
    }

    /// Whether there are none: then a run says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each with the number of its symbol.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Pivot)> {
        self.0.iter().map(|(symbol, pivot)| (*symbol, pivot))
    }

    /// The events that a step is, in the order of symbols.
    pub fn of_step<'a>(&'a self, step: StepMatch<'a>) -> impl Iterator<Item = usize> + 'a {
        let fits = move |pivot: &Pivot| pivot.matches(step.before, step.event, step.widget, step.after);
        self.0.iter().filter(move |(_, pivot)| fits(pivot)).map(|(symbol, _)| *symbol)
    }
}

/// What of a step a predicate looks at.
#[derive(Clone, Copy)]
pub struct StepMatch<'a> {
    /// The screen before.
    pub before: &'a Screen,
    /// What was done.
    pub event: &'a Event,
    /// To which widget of it.
    pub widget: Option<WidgetId>,
    /// The screen after.
    pub after: &'a Screen,
}

/// Whether a crash is the bug's: any is, where the bug does not say.
pub(crate) fn is_crash_of(bug: &BugAutomaton, crash: &Crash) -> bool {
    bug.crash.as_ref().is_none_or(|title| crash.title() == *title || crash.id() == *title)
}

/// A screen on which the automaton was in a state, and where in the run it was met.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// The screen.
    pub screen: ScreenHash,
    /// The trace that leads there.
    pub at: TraceRef,
}

/// What matching a run gives besides the clues.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sightings {
    /// For each state of the deterministic automaton the first screen it was entered with.
    pub(crate) states: Vec<Option<Sighting>>,
}

/// Matches a run.
pub(crate) fn match_run(
    run: &RunDir,
    bug: &BugAutomaton,
    dfa: &Dfa,
    matcher: &mut Matcher<'_>,
) -> Result<Sightings, DiagnoseError> {
    let pivots = Pivots::of(bug, dfa);
    let mut store = run.screens()?;
    let mut seen = Sightings { states: vec![None; dfa.len()] };
    let (mut millis, mut before, mut at) = (0u64, None::<Screen>, TraceRef { trace: 0, steps: 0 });
    run.read_trace(|entry| {
        let (hash, took, crashes) = match &entry {
            Entry::Launch(launch) => (launch.screen, launch.millis, &launch.seen.crashes),
            Entry::Step(step) => (step.screen, step.millis, &step.seen.crashes),
        };
        let after = store.get(hash)?;
        millis += took;
        match &entry {
            Entry::Launch(launch) => {
                at = TraceRef { trace: launch.trace, steps: 0 };
                matcher.restarted();
                seen.states[0].get_or_insert(Sighting { screen: hash, at });
            }
            Entry::Step(step) => {
                at.steps += 1;
                if let Some(before) = &before {
                    let step = StepMatch { before, event: &step.event, widget: step.widget, after: &after };
                    for symbol in pivots.of_step(step) {
                        let accepted = matcher.accepted();
                        matcher.event(symbol, (millis / 1000) as i64);
                        let state = if matcher.accepted() > accepted {
                            (0..dfa.len() as u32).find(|state| dfa.accepts_at(*state))
                        } else {
                            Some(matcher.state())
                        };
                        if let Some(state) = state {
                            seen.states[state as usize].get_or_insert(Sighting { screen: hash, at });
                        }
                    }
                }
            }
        }
        if crashes.iter().any(|crash| is_crash_of(bug, crash)) {
            matcher.crash();
        }
        before = Some(after);
        Ok(true)
    })?;
    Ok(seen)
}
