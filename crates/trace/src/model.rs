//! A learned model as it is written to `model.json`: one form for every strategy, so that reports draw all alike.

use serde::{Deserialize, Serialize};

/// States written at most: a page that draws more helps nobody.
const MAX_STATES: usize = 2_000;
/// Transitions written at most.
const MAX_TRANSITIONS: usize = 20_000;

/// A set of screens that the model treats as the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedState {
    /// Its number in this model.
    pub id: u32,
    /// The activity in front.
    pub activity: String,
    /// The kind of window in front: page, dialog, menu, keyboard or system.
    pub window: String,
    /// Hash of a screen in it, as in the run's `screens/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<String>,
    /// How often it was come to.
    pub visits: u64,
    /// Why its screens count as the same, in words.
    pub reason: String,
}

/// An event led from a state to a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedTransition {
    /// From this state.
    pub from: u32,
    /// To this state; nowhere where the app was left or ended.
    pub to: Option<u32>,
    /// What was done, for people.
    pub words: String,
    /// What was done, in the one-line form of events, for machines.
    pub event: String,
    /// How often.
    pub count: u64,
}

/// What a run has learned of an app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedModel {
    /// What kind of model it is, in words.
    pub kind: String,
    /// The app's package.
    pub package: String,
    /// The state that launches lead to, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// Its states, by number.
    pub states: Vec<LearnedState>,
    /// Its transitions, by where they begin.
    pub transitions: Vec<LearnedTransition>,
    /// What was left out, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl LearnedModel {
    /// Keeps the states most visited and the transitions most taken where there are more than a reader wants,
    /// and says so.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        let (states, transitions) = (self.states.len(), self.transitions.len());
        if states > MAX_STATES {
            self.states.sort_by_key(|state| (std::cmp::Reverse(state.visits), state.id));
            self.states.truncate(MAX_STATES);
            self.states.sort_by_key(|state| state.id);
        }
        let known = |id: u32| self.states.binary_search_by_key(&id, |state| state.id).is_ok();
        self.transitions.retain(|step| known(step.from) && step.to.is_none_or(known));
        if self.transitions.len() > MAX_TRANSITIONS {
            self.transitions.sort_by_key(|step| std::cmp::Reverse(step.count));
            self.transitions.truncate(MAX_TRANSITIONS);
        }
        self.transitions.sort_by(|a, b| {
            (a.from, std::cmp::Reverse(a.count), a.to, &a.event).cmp(&(
                b.from,
                std::cmp::Reverse(b.count),
                b.to,
                &b.event,
            ))
        });
        if (self.states.len(), self.transitions.len()) != (states, transitions) {
            self.note = Some(format!(
                "the {} states most visited of {states}, and {} of {transitions} transitions",
                self.states.len(),
                self.transitions.len()
            ));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_model_keeps_what_was_visited_most_and_says_so() {
        let state = |id: u32| LearnedState {
            id,
            activity: "A".into(),
            window: "page".into(),
            screen: None,
            visits: u64::from(id),
            reason: String::new(),
        };
        let step = |from: u32, to: u32| LearnedTransition {
            from,
            to: Some(to),
            words: "back".into(),
            event: "back".into(),
            count: 1,
        };
        let all = MAX_STATES as u32 + 5;
        let model = LearnedModel {
            states: (0..all).map(state).collect(),
            transitions: (1..all).map(|at| step(at, at - 1)).collect(),
            ..LearnedModel::default()
        };
        let bounded = model.bounded();
        assert_eq!(bounded.states.len(), MAX_STATES);
        assert_eq!(bounded.states[0].id, 5);
        assert_eq!(bounded.transitions.len(), MAX_STATES - 1);
        assert!(
            bounded.note.as_deref().is_some_and(|note| note.contains("2000 states most visited of 2005"))
        );
        let small = LearnedModel { states: vec![state(1)], ..LearnedModel::default() };
        assert_eq!(small.clone().bounded(), small);
    }
}
