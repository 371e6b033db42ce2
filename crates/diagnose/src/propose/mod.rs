//! From a minimised finding to a bug automaton, by execution: what the Themis+ paper does by hand (section 3.2) and
//! says no algorithm does precisely (section 4.6).
//!
//! The finding's events become pivot events, each as general as execution allows. From the states of the trace all
//! pivot events are executed, then from the states they lead to, until nothing is new; Back and the like are ε.
//! Two places are the same state when the same follows from them, whatever the screens look like: so screens that
//! look alike are told apart (figure 5(a)), and one more notebook makes no new state (figure 5(b)).

mod learn;
mod pivots;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use skink_device::Device;
use skink_gui::{Action, Event, Key};
use skink_model::automaton::{BugAutomaton, Move, Nfa, NfaState, PivotEvent, Symbol};
use skink_run::Scripted;

use crate::error::DiagnoseError;
use learn::{Learned, Target, learn};
use pivots::{generalised, label_of};
use world::World;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposeSettings {
    /// States at which the search ends.
    pub max_states: usize,
    /// Events at which the search ends.
    pub max_events: u64,
    /// Other widgets of a screen that are tried as ε.
    pub max_others: usize,
}

impl Default for ProposeSettings {
    /// The largest published automaton has 17 states; the events take seconds on the phone.
    fn default() -> Self {
        Self { max_states: 40, max_events: 400_000, max_others: 24 }
    }
}

/// A proposed automaton.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The automaton.
    pub bug: BugAutomaton,
    /// The pivot events of the finding, in order.
    pub trace: Vec<Symbol>,
    /// Events that were executed.
    pub events: u64,
    /// What a reader should know: where the search was cut off, or an event was not understood.
    pub notes: Vec<String>,
}

/// Proposes an automaton for the crash with that id, which the events show.
pub fn propose(
    device: &mut dyn Device,
    script: &[Scripted],
    crash: &str,
    settings: &ProposeSettings,
) -> Result<Proposal, DiagnoseError> {
    let mut world = World::new(device, crash, settings.max_events);
    let Some(steps) = world.shows(script)? else {
        return Err(DiagnoseError::Usage(format!(
            "the finding's events do not show {crash} any more; nothing can be learned from them"
        )));
    };
    let title = steps.last().and_then(|step| step.after.crashes.first()).map(skink_trace::Crash::title);
    let general = generalised(&mut world, &steps)?;
    let (mut pivots, mut trace, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for (pivot, step) in general.into_iter().zip(&steps) {
        let at = pivots.iter().position(|known| *known == pivot).unwrap_or_else(|| {
            pivots.push(pivot);
            labels.push(label_of(step));
            pivots.len() - 1
        });
        trace.push(at);
    }
    let back = Event::key(Key::Back);
    let silent = (!pivots.iter().any(|p| p.event.action == Action::Key(Key::Back))).then_some(back);
    let learned = learn(&mut world, &pivots, &trace, silent, settings)?;
    let symbol = |pivot: usize| Symbol::of(&(pivot + 1).to_string());
    let events: BTreeMap<Symbol, PivotEvent> = pivots
        .iter()
        .zip(labels)
        .enumerate()
        .map(|(at, (pivot, label))| (symbol(at), PivotEvent { label, pivot: Some(pivot.clone()) }))
        .collect();
    let mut notes = learned.notes.clone();
    if world.is_spent() {
        notes
            .push(format!("the search ended after {} events: the automaton may lack traces", world.events()));
    }
    let nfa = automaton(&learned, symbol)?;
    Ok(Proposal {
        bug: BugAutomaton {
            bug: crash.to_owned(),
            app: String::new(),
            title: String::new(),
            crash: title,
            nfa,
            events,
        },
        trace: trace.into_iter().map(symbol).collect(),
        events: world.events(),
        notes,
    })
}

fn automaton(learned: &Learned, symbol: impl Fn(usize) -> Symbol) -> Result<Nfa, DiagnoseError> {
    let name = |number: usize| if number == 0 { "start".to_owned() } else { format!("s{number}") };
    let mut states: Vec<NfaState> = (0..learned.states)
        .map(|number| NfaState { id: name(number), name: name(number), at: None })
        .collect();
    states.push(NfaState { id: "crash".into(), name: "crash".into(), at: None });
    let end = learned.states;
    let mut moves: Vec<Move> = learned
        .pivots
        .iter()
        .map(|((from, pivot), to)| Move {
            from: *from,
            to: match to {
                Target::Crash => end,
                Target::State(to) => *to,
            },
            read: Some(symbol(*pivot)),
            by: None,
        })
        .collect();
    moves.extend(learned.silent.iter().map(|((from, to), event)| Move {
        from: *from,
        to: *to,
        read: None,
        by: Some(event.clone()),
    }));
    Nfa::new(states, BTreeSet::from([0]), BTreeSet::from([end]), moves)
        .map_err(|source| DiagnoseError::Automaton { bug: "proposed".into(), source })
}
