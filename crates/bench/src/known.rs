//! The samples' ground-truth crashes as bug automata, proposed from their minimal traces by execution: what a run
//! missed can then be said in words, and exploration can be sent towards it.

use serde::{Deserialize, Serialize};
use skink_device::Device;
use skink_diagnose::{Bug, Pivots, ProposeSettings, StepMatch, advice, propose, sentence};
use skink_model::automaton::{Clues, Matcher, UNREACHABLE};
use skink_phone::{Phone, PhoneSettings, Sample, Shows};
use skink_run::{RunError, Scripted};
use skink_trace::Step;

/// Events spent on one automaton.
const EVENTS: u64 = 60_000;

/// A ground-truth crash with its automaton.
#[derive(Clone, Debug)]
pub struct Known {
    /// The bug's id in the sample's manifest.
    pub id: &'static str,
    /// The title of its crash.
    pub title: &'static str,
    /// Events of its minimal trace.
    pub depth: usize,
    /// Its automaton.
    pub bug: Bug,
}

/// The crashes of a sample for which an automaton can be made.
pub fn known(sample: Sample) -> Result<Vec<Known>, RunError> {
    let mut found = Vec::new();
    for truth in sample.manifest.bugs {
        let Shows::Crash(title) = truth.shows else { continue };
        let script: Vec<Scripted> =
            truth.trace.iter().filter_map(|line| line.parse().ok()).map(Scripted::new).collect();
        let mut phone = Phone::new(sample, PhoneSettings::default())?;
        let settings = ProposeSettings { max_events: EVENTS, ..ProposeSettings::default() };
        let device: &mut dyn Device = &mut phone;
        let Ok(mut proposal) = propose(device, &script, title, &settings) else { continue };
        proposal.bug.bug = truth.id.to_owned();
        proposal.bug.app = format!("sample:{}", sample.manifest.name);
        proposal.bug.title = truth.title.to_owned();
        let depth = truth.trace.len();
        let Ok(bug) = Bug::of(proposal.bug) else { continue };
        let known = Known { id: truth.id, title, depth, bug };
        // Learning by execution may end in an automaton that accepts nothing: it has no clues to give.
        if Watch::new(&known).matcher.clues().initial_distance < UNREACHABLE {
            found.push(known);
        }
    }
    Ok(found)
}

/// What a run that missed a bug did about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Missed {
    /// Event coverage in percent.
    pub event_coverage: f64,
    /// Pair coverage in percent.
    pub pair_coverage: f64,
    /// How close it came.
    pub minimal_distance: u32,
    /// How far the bug is from a clean start.
    pub initial_distance: u32,
    /// How far it came, in words.
    pub words: String,
    /// What to look at first.
    pub look_at: Vec<String>,
}

impl Missed {
    fn of(known: &Known, clues: &Clues) -> Self {
        Self {
            event_coverage: clues.event_coverage.percent().unwrap_or(0.0),
            pair_coverage: clues.pair_coverage.percent().unwrap_or(0.0),
            minimal_distance: clues.minimal_distance,
            initial_distance: clues.initial_distance,
            words: sentence(&known.bug.automaton, clues),
            look_at: advice(&known.bug.automaton, clues),
        }
    }

    /// Smaller is closer to the bug.
    pub(crate) fn rank(&self) -> (u32, i64) {
        (self.minimal_distance, -(self.event_coverage * 100.0) as i64)
    }
}

/// Matches the steps of one run against one bug, as they happen.
pub(crate) struct Watch<'a> {
    known: &'a Known,
    pivots: Pivots,
    matcher: Matcher<'a>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(known: &'a Known) -> Self {
        let (automaton, dfa) = (&known.bug.automaton, &known.bug.dfa);
        let matcher = Matcher::new(dfa, |symbol| automaton.events.contains_key(symbol));
        Self { known, pivots: Pivots::of(automaton, dfa), matcher }
    }

    pub(crate) fn launched(&mut self) {
        self.matcher.restarted();
    }

    pub(crate) fn saw(&mut self, step: &Step) {
        let seen = StepMatch {
            before: &step.before,
            event: &step.event,
            widget: step.widget,
            after: &step.after.screen,
        };
        for symbol in self.pivots.of_step(seen) {
            self.matcher.event(symbol, 0);
        }
    }

    pub(crate) fn title(&self) -> &'static str {
        self.known.title
    }

    pub(crate) fn missed(&self) -> (String, Missed) {
        (self.known.id.to_owned(), Missed::of(self.known, &self.matcher.clues()))
    }
}
