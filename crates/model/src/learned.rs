//! The transition graph in the form of `model.json`, and in words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use skink_gui::{Action, Event, Selector, WindowKind};
use skink_trace::{LearnedModel, LearnedState, LearnedTransition};

use crate::graph::{Edge, EventKey, GraphEvent, GraphEventId, GraphStateId, TransitionGraph};

/// States that are told of one by one; those met most often.
const TOLD_STATES: usize = 40;
/// Transitions of a state that are told of one by one; those taken most often.
const TOLD_TRANSITIONS: usize = 8;

impl TransitionGraph {
    /// What was learned for people: how large it is, then the states met most often, with where their events lead
    /// to. Events that lead back to the state they are done in are only counted.
    pub fn in_words(&self, start: Option<GraphStateId>) -> String {
        let loops = self.edges().iter().filter(|edge| edge.is_loop()).count();
        let mut text = format!(
            "{}, a set of widget types each; {} by {}, {loops} of them back to the same state\n",
            counted(self.states().len(), "state"),
            counted(self.edges().len(), "transition"),
            counted(self.events().len(), "event"),
        );
        let mut states: Vec<GraphStateId> = (0..self.states().len() as u32).map(GraphStateId).collect();
        let visits = |id: &GraphStateId| self.state(*id).map_or(0, |state| state.visits);
        states.sort_by_key(|id| std::cmp::Reverse(visits(id)));
        for id in states.iter().take(TOLD_STATES) {
            self.tell_state(*id, start, &mut text);
        }
        let rest = states.len().saturating_sub(TOLD_STATES);
        if rest > 0 {
            let _ = writeln!(text, "and {} met less often", counted(rest, "state"));
        }
        text
    }

    fn tell_state(&self, id: GraphStateId, start: Option<GraphStateId>, text: &mut String) {
        let Some(state) = self.state(id) else { return };
        let activity = state.activity.rsplit(['.', '/']).next().unwrap_or_default();
        let window = match state.window {
            WindowKind::Page => String::new(),
            other => format!(", {}", other.name()),
        };
        let first = if start == Some(id) { ", where the app starts" } else { "" };
        let met = counted(state.visits as usize, "time");
        let _ = writeln!(text, "state {}: {activity}{window}{first}, met {met}", id.0);
        // An event that led to several states is told once.
        let mut away: BTreeMap<GraphEventId, Vec<&Edge>> = BTreeMap::new();
        for edge in self.from(id).filter(|edge| !edge.is_loop()) {
            away.entry(edge.event).or_default().push(edge);
        }
        let mut away: Vec<_> = away.into_iter().collect();
        away.sort_by_key(|(_, edges)| std::cmp::Reverse(edges.iter().map(|edge| edge.times).sum::<u64>()));
        for (event, edges) in away.iter().take(TOLD_TRANSITIONS) {
            let Some(event) = self.event(*event) else { continue };
            let to = |edge: &&Edge| edge.to.map_or("out of the app".to_owned(), |to| format!("to {}", to.0));
            let to: Vec<String> = edges.iter().map(to).collect();
            let _ = writeln!(text, "  {}: {}", in_words(event), to.join(", "));
        }
        let more = away.len().saturating_sub(TOLD_TRANSITIONS);
        if more > 0 {
            let _ = writeln!(text, "  and {} more", counted(more, "event"));
        }
    }

    /// What was learned, with the state that launches lead to where it is known.
    pub fn learned(&self, start: Option<GraphStateId>) -> LearnedModel {
        let states = self.states().iter().enumerate().map(|(id, state)| LearnedState {
            id: id as u32,
            activity: state.activity.clone(),
            window: state.window.name().to_owned(),
            screen: Some(state.screen.to_string()),
            visits: state.visits,
            reason: "its screens have the same set of widget types".to_owned(),
        });
        let transitions = self.edges().iter().filter_map(|edge| {
            let event = self.event(edge.event)?;
            Some(LearnedTransition {
                from: edge.from.0,
                to: edge.to.map(|to| to.0),
                words: in_words(event),
                event: event.example.to_string(),
                count: edge.times,
            })
        });
        LearnedModel {
            kind: "states by the set of widget types".to_owned(),
            package: self.package().to_owned(),
            start: start.map(|start| start.0),
            states: states.collect(),
            transitions: transitions.collect(),
            note: None,
        }
        .bounded()
    }
}

/// The event for people: a nameless row goes by what it shows.
fn in_words(event: &GraphEvent) -> String {
    let EventKey { class, id, desc, text, .. } = &event.key;
    let given = |text: &String| (!text.is_empty()).then(|| text.clone());
    let target = event.example.target.as_ref().map(|_| Selector {
        class: given(class),
        id: given(id),
        text: given(text),
        desc: given(desc),
        place: None,
    });
    let action = match &event.example.action {
        // What was typed first is one of many texts.
        Action::Type(_) => {
            let named = Event { action: Action::Tap, target }.describe(None);
            return format!("type into{}", named.strip_prefix("tap").unwrap_or_default());
        }
        action => action.clone(),
    };
    Event { action, target }.describe(None)
}

fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
