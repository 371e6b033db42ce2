//! The model for readers: the learned trees in words, and the form of `model.json`, its states with the reason
//! why their screens count as one and its transitions in words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use skink_gui::{Action, Direction, Event, Key, Selector};
use skink_trace::{LearnedModel, LearnedState, LearnedTransition};

use super::graph::{GuiId, Model, ModelAction, State, StateId};
use super::paths::{Kind, Rule};
use super::words::{NONE, PathId};

/// Branches of a tree that a reason names.
const NAMED: usize = 6;

impl Model {
    /// What was learned; `start` is the screen that launches lead to.
    pub fn learned(&self, start: Option<GuiId>) -> LearnedModel {
        let visits = self.visits();
        let live = || {
            let numbered = self.states.iter().enumerate();
            numbered.filter(|(_, state)| !state.dead && state.refined.is_none())
        };
        let mut package = String::new();
        let states: Vec<LearnedState> = live()
            .map(|(at, state)| {
                let (of, activity, window) = place(self.words.string(state.place));
                if package.is_empty() {
                    package = of.to_owned();
                }
                let newest = state.guis.iter().rev().find_map(|gui| self.slots[gui.at()].seen.as_deref());
                LearnedState {
                    id: at as u32,
                    activity: activity.to_owned(),
                    window: window.to_owned(),
                    screen: newest.map(|seen| seen.hash.to_string()),
                    visits: visits[at],
                    reason: self.reason(StateId(at as u32)),
                }
            })
            .collect();
        let mut transitions = Vec::new();
        for (at, state) in live() {
            for action in &state.actions {
                for &(to, times) in &action.targets {
                    let Some(to) = self.present(to) else { continue };
                    transitions.push(LearnedTransition {
                        from: at as u32,
                        to: Some(to.0),
                        words: self.action_in_words(action),
                        event: self.example(state, action).to_string(),
                        count: u64::from(times),
                    });
                }
            }
        }
        LearnedModel {
            kind: "states by what can be done, under a learned abstraction".to_owned(),
            package,
            start: start.and_then(|gui| self.present(self.state_of(gui))).map(|state| state.0),
            states,
            transitions,
            note: None,
        }
        .bounded()
    }

    /// The learned trees in words: for each place, which widgets are told apart by what, and in how many of its
    /// states. Widgets that are not named go by their type.
    pub fn in_words(&self) -> String {
        let counts = self.counts();
        let mut text = format!(
            "{} states, {} actions ({} done), {} transitions; {} refinements, {} of them reverted\n",
            counts.states,
            counts.actions,
            counts.visited,
            counts.transitions,
            counts.refinements,
            counts.coarsenings
        );
        for Rule { widget, by } in &self.rules {
            let _ = writeln!(text, "by rule, {widget}: by {by}");
        }
        let mut places: BTreeMap<&str, (usize, BTreeMap<String, usize>)> = BTreeMap::new();
        for (at, state) in self.states.iter().enumerate() {
            if state.dead || state.refined.is_some() {
                continue;
            }
            let (states, lines) = places.entry(self.words.string(state.place)).or_default();
            *states += 1;
            for line in self.tree_of(StateId(at as u32)).in_words(&self.words) {
                *lines.entry(line).or_default() += 1;
            }
        }
        for (place, (states, lines)) in places.into_iter().filter(|(_, (_, lines))| !lines.is_empty()) {
            let s = if states == 1 { "" } else { "s" };
            let _ = writeln!(text, "{place} ({states} state{s})");
            let mut lines: Vec<_> = lines.into_iter().collect();
            lines.sort_by_key(|(_, states)| std::cmp::Reverse(*states));
            for (line, states) in lines {
                let _ = writeln!(text, "  {line} (in {states})");
            }
        }
        text
    }

    /// How often each state was come to, by the screens that are in it now.
    fn visits(&self) -> Vec<u64> {
        let mut visits = vec![0; self.states.len()];
        for slot in &self.slots {
            if let Some(state) = self.present(slot.state) {
                visits[state.at()] += u64::from(slot.visits);
            }
        }
        visits
    }

    fn reason(&self, state: StateId) -> String {
        let lines = self.tree_of(state).in_words(&self.words);
        if lines.is_empty() {
            return "the same can be done on its screens, widgets going by type".to_owned();
        }
        let more = lines.len().saturating_sub(NAMED);
        let named = lines[..lines.len() - more].join("; ");
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        format!("the same can be done on its screens, widgets going by type but for {named}{more}")
    }

    fn action_in_words(&self, action: &ModelAction) -> String {
        let plain = Event::plain(action_of(action.kind)).to_string();
        match action.kind {
            Kind::Back | Kind::Menu => plain,
            Kind::Type => format!("type into {}", self.words.in_words(action.path)),
            _ => format!("{plain} {}", self.words.in_words(action.path)),
        }
    }

    /// The action on one of the widgets it stands for.
    fn example(&self, state: &State, action: &ModelAction) -> Event {
        let done = action_of(action.kind);
        if action.path == PathId::NONE {
            return Event::plain(done);
        }
        let node = state.guis.iter().rev().find_map(|gui| {
            let seen = self.slots[gui.at()].seen.as_deref()?;
            let of = |act: &&super::graph::Act| (act.name.path, act.kind) == (action.path, action.kind);
            seen.acts.iter().find(of).map(|act| seen.gui.nodes[act.node as usize])
        });
        let Some(node) = node else { return Event::plain(done) };
        let word = |word: u32| {
            let text = self.words.string(word);
            (word != NONE && !text.is_empty()).then(|| text.to_owned())
        };
        let target = Selector {
            class: word(node.touch.class),
            id: word(node.touch.id),
            text: word(node.touch.shows),
            ..Selector::default()
        };
        Event::on(done, target)
    }
}

/// Package, activity and window of a place.
fn place(text: &str) -> (&str, &str, &str) {
    let (package, rest) = text.split_once('/').unwrap_or(("", text));
    let (activity, window) = rest.rsplit_once(' ').unwrap_or((rest, ""));
    (package, activity, window)
}

fn action_of(kind: Kind) -> Action {
    match kind {
        Kind::Tap => Action::Tap,
        Kind::LongTap => Action::LongTap,
        Kind::Type => Action::Type(String::new()),
        Kind::Up => Action::Scroll(Direction::Up),
        Kind::Down => Action::Scroll(Direction::Down),
        Kind::Left => Action::Scroll(Direction::Left),
        Kind::Right => Action::Scroll(Direction::Right),
        Kind::Back => Action::Key(Key::Back),
        Kind::Menu => Action::Key(Key::Menu),
    }
}
