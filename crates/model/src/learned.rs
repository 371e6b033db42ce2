//! The transition graph in the form of `model.json`.

use skink_gui::{Action, Event, Selector};
use skink_trace::{LearnedModel, LearnedState, LearnedTransition};

use crate::graph::{EventKey, GraphEvent, GraphStateId, TransitionGraph};

impl TransitionGraph {
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
