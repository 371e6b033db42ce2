//! The transition graph of an app: states, events and which event led from where to where, how often.
//!
//! Genie's M = <S, Σ, δ> (section 3.2). States are screens of equal structure (its Definition 1). It departs in
//! three places: δ is a relation with counts, since one abstract state stands for many screens and an event
//! may lead to several; leaving the app is an edge to nowhere, where Genie restores the app without a trace;
//! and an event's widget is told apart by what it says as well as by its type, so that "OK" and "Cancel" of
//! one class are two events.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use skink_gui::{
    Action, Direction, Enabled, Event, Flags, Key, Screen, ScreenHash, Structure, Widget, WindowKind,
    structure,
};
use skink_trace::Step;

/// Texts remembered for one event of typing.
const TYPED: usize = 8;
/// Screens whose state is remembered; a run with more distinct ones computes some again.
const REMEMBERED: usize = 100_000;
/// A longer label is cut here: it tells events apart, nobody reads it.
const LABEL: usize = 80;

/// What is done, without what is typed and how long is waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A short touch.
    Tap,
    /// A long touch.
    LongTap,
    /// Typing.
    Type,
    /// Scrolling.
    Scroll(Direction),
    /// Swiping.
    Swipe(Direction),
    /// A key.
    Key(Key),
    /// A quarter turn.
    Rotate,
    /// To the background and back.
    Background,
    /// Process death.
    Kill,
    /// Brought to the front.
    Launch,
    /// Stopped and launched.
    Relaunch,
    /// Waiting.
    Wait,
}

impl From<&Action> for Kind {
    fn from(action: &Action) -> Self {
        match action {
            Action::Tap => Kind::Tap,
            Action::LongTap => Kind::LongTap,
            Action::Type(_) => Kind::Type,
            Action::Scroll(direction) => Kind::Scroll(*direction),
            Action::Swipe(direction) => Kind::Swipe(*direction),
            Action::Key(key) => Kind::Key(*key),
            Action::Rotate => Kind::Rotate,
            Action::Background => Kind::Background,
            Action::Kill => Kind::Kill,
            Action::Launch => Kind::Launch,
            Action::Relaunch => Kind::Relaunch,
            Action::Wait(_) => Kind::Wait,
        }
    }
}

/// What makes two events the same event: what is done, to which type of widget, saying what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventKey {
    /// What is done.
    pub kind: Kind,
    /// The widget's class; empty for events without a widget.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Its resource id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub desc: String,
    /// What it shows, or the first text inside it. Empty for fields (what they show was typed) and for what
    /// scrolls (what it shows first is where it was scrolled to).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl EventKey {
    /// An event without a widget.
    pub fn plain(kind: Kind) -> Self {
        Self { kind, class: String::new(), id: String::new(), desc: String::new(), text: String::new() }
    }

    /// An event on a widget.
    pub fn on(kind: Kind, widget: &Widget<'_>) -> Self {
        let text = if widget.flags().intersects(Flags::EDITABLE | Flags::SCROLLABLE) {
            String::new()
        } else {
            let label = widget.subtree().map(|w| w.text()).find(|text| !text.is_empty());
            label.unwrap_or_default().chars().take(LABEL).collect()
        };
        Self {
            kind,
            class: widget.class().to_owned(),
            id: widget.resource_id().to_owned(),
            desc: widget.desc().to_owned(),
            text,
        }
    }

    /// Something a screen enables.
    pub fn of(enabled: &Enabled, screen: &Screen) -> Self {
        let kind = match enabled {
            Enabled::Tap(_) => Kind::Tap,
            Enabled::LongTap(_) => Kind::LongTap,
            Enabled::Type(_) => Kind::Type,
            Enabled::Scroll(_, direction) => Kind::Scroll(*direction),
        };
        Self::on(kind, &screen.widget(enabled.widget()))
    }

    /// The event of a step.
    pub fn of_step(step: &Step) -> Self {
        let kind = Kind::from(&step.event.action);
        match step.widget.and_then(|id| step.before.get(id)) {
            Some(widget) => Self::on(kind, &widget),
            None => Self::plain(kind),
        }
    }
}

/// A state's number, in the order states were first seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GraphStateId(pub u32);

/// An event's number, in the order events were first done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GraphEventId(pub u32);

/// Screens that count as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What they have in common.
    pub structure: Structure,
    /// Activity of the screen seen first.
    pub activity: String,
    /// Front window of the screen seen first.
    pub window: WindowKind,
    /// How often it was come to.
    pub visits: u64,
    /// The screen seen first.
    pub screen: ScreenHash,
}

/// An event that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphEvent {
    /// Which.
    pub key: EventKey,
    /// As it was done first.
    pub example: Event,
    /// The first few texts typed by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub typed: Vec<String>,
    /// How often it was done, in any state.
    pub times: u64,
}

/// An event led from a state to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// From here.
    pub from: GraphStateId,
    /// By this event.
    pub event: GraphEventId,
    /// To here; nowhere where the app was left, crashed or showed nothing.
    pub to: Option<GraphStateId>,
    /// So many times.
    pub times: u64,
}

impl Edge {
    /// Whether nothing changed in structure.
    pub fn is_loop(&self) -> bool {
        self.to == Some(self.from)
    }
}

/// What a step taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learned {
    /// Where it began.
    pub from: GraphStateId,
    /// What was done.
    pub event: GraphEventId,
    /// Where it led.
    pub to: Option<GraphStateId>,
    /// The state it led to was never seen before.
    pub new_state: bool,
    /// This event had never led from this state to that one.
    pub new_edge: bool,
}

/// The graph, as it is written to `model.json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    package: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    neighbours: bool,
    states: Vec<State>,
    events: Vec<GraphEvent>,
    edges: Vec<Edge>,
}

/// States, events and edges of one app, learned step by step.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub struct TransitionGraph {
    package: String,
    /// Whether screens of other apps are states too.
    neighbours: bool,
    states: Vec<State>,
    events: Vec<GraphEvent>,
    edges: Vec<Edge>,
    state_ids: FxHashMap<Structure, GraphStateId>,
    /// States of screens met before, so that their structure is not computed again.
    met: FxHashMap<ScreenHash, GraphStateId>,
    event_ids: FxHashMap<EventKey, GraphEventId>,
    /// Where each edge stands.
    edge_places: FxHashMap<(GraphStateId, GraphEventId, Option<GraphStateId>), usize>,
    /// Edges that leave each state.
    leaving: Vec<Vec<usize>>,
}

impl PartialEq for TransitionGraph {
    fn eq(&self, other: &Self) -> bool {
        self.package == other.package
            && self.neighbours == other.neighbours
            && self.states == other.states
            && self.events == other.events
            && self.edges == other.edges
    }
}

impl From<TransitionGraph> for Stored {
    fn from(graph: TransitionGraph) -> Self {
        let TransitionGraph { package, neighbours, states, events, edges, .. } = graph;
        Self { package, neighbours, states, events, edges }
    }
}

impl TryFrom<Stored> for TransitionGraph {
    type Error = String;

    fn try_from(stored: Stored) -> Result<Self, String> {
        let mut graph = TransitionGraph::new(&stored.package);
        graph.neighbours = stored.neighbours;
        for (i, state) in stored.states.iter().enumerate() {
            if graph.state_ids.insert(state.structure, GraphStateId(i as u32)).is_some() {
                return Err(format!("state {i} of the model is there twice"));
            }
        }
        for (i, event) in stored.events.iter().enumerate() {
            if graph.event_ids.insert(event.key.clone(), GraphEventId(i as u32)).is_some() {
                return Err(format!("event {i} of the model is there twice"));
            }
        }
        graph.leaving = vec![Vec::new(); stored.states.len()];
        for (i, edge) in stored.edges.iter().enumerate() {
            let known = |state: GraphStateId| (state.0 as usize) < stored.states.len();
            let event = (edge.event.0 as usize) < stored.events.len();
            if !known(edge.from) || !edge.to.is_none_or(known) || !event {
                return Err(format!("edge {i} of the model names a state or event that is not there"));
            }
            if graph.edge_places.insert((edge.from, edge.event, edge.to), i).is_some() {
                return Err(format!("edge {i} of the model is there twice"));
            }
            graph.leaving[edge.from.0 as usize].push(i);
        }
        Ok(Self { states: stored.states, events: stored.events, edges: stored.edges, ..graph })
    }
}

impl TransitionGraph {
    /// Nothing known yet of the app of that package.
    pub fn new(package: &str) -> Self {
        Self { package: package.to_owned(), ..Self::default() }
    }

    /// Like [`TransitionGraph::new`], with the screens of other apps as states too: a picture is taken in a camera.
    pub fn with_neighbours(package: &str) -> Self {
        Self { neighbours: true, ..Self::new(package) }
    }

    /// The app's package.
    pub fn package(&self) -> &str {
        &self.package
    }

    /// All states, in the order they were first seen.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// All events done, in the order they were first done.
    pub fn events(&self) -> &[GraphEvent] {
        &self.events
    }

    /// All edges, in the order they were first taken.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// A state by its number.
    pub fn state(&self, id: GraphStateId) -> Option<&State> {
        self.states.get(id.0 as usize)
    }

    /// An event by its number.
    pub fn event(&self, id: GraphEventId) -> Option<&GraphEvent> {
        self.events.get(id.0 as usize)
    }

    /// The state of a screen, where it is known.
    pub fn state_of(&self, screen: &Screen) -> Option<GraphStateId> {
        if self.is_app(screen) { self.state_ids.get(&structure(screen)).copied() } else { None }
    }

    /// The edges that leave a state.
    pub fn from(&self, state: GraphStateId) -> impl Iterator<Item = &Edge> {
        self.leaving.get(state.0 as usize).into_iter().flatten().map(|&i| &self.edges[i])
    }

    /// The app shows this screen; says which state it is and whether it is a new one. Nothing where the screen
    /// is empty or another app's.
    pub fn look(&mut self, screen: &Screen) -> Option<(GraphStateId, bool)> {
        let (id, new) = self.number(screen)?;
        self.states[id.0 as usize].visits += 1;
        Some((id, new))
    }

    /// Learns from a step, whoever chose it; nothing from a step that did not begin in the app.
    pub fn learn(&mut self, step: &Step) -> Option<Learned> {
        let (from, _) = self.number(&step.before)?;
        let crashed = !step.after.crashes.is_empty();
        let seen = if crashed { None } else { self.look(&step.after.screen) };
        let event = self.done(step);
        let to = seen.map(|(id, _)| id);
        let place = (from, event, to);
        let next = self.edges.len();
        let at = *self.edge_places.entry(place).or_insert(next);
        if at == next {
            self.edges.push(Edge { from, event, to, times: 0 });
            self.leaving[from.0 as usize].push(at);
        }
        self.edges[at].times += 1;
        Some(Learned { from, event, to, new_state: seen.is_some_and(|(_, new)| new), new_edge: at == next })
    }

    fn is_app(&self, screen: &Screen) -> bool {
        (self.neighbours || screen.package() == self.package) && !screen.is_empty()
    }

    fn number(&mut self, screen: &Screen) -> Option<(GraphStateId, bool)> {
        if !self.is_app(screen) {
            return None;
        }
        if let Some(&id) = self.met.get(&screen.hash()) {
            return Some((id, false));
        }
        if self.met.len() >= REMEMBERED {
            self.met.clear();
        }
        let structure = structure(screen);
        if let Some(&id) = self.state_ids.get(&structure) {
            self.met.insert(screen.hash(), id);
            return Some((id, false));
        }
        let id = GraphStateId(self.states.len() as u32);
        self.met.insert(screen.hash(), id);
        self.state_ids.insert(structure, id);
        let activity = screen.activity().to_owned();
        self.states.push(State {
            structure,
            activity,
            window: screen.window(),
            visits: 0,
            screen: screen.hash(),
        });
        self.leaving.push(Vec::new());
        Some((id, true))
    }

    fn done(&mut self, step: &Step) -> GraphEventId {
        let key = EventKey::of_step(step);
        let id = match self.event_ids.get(&key) {
            Some(&id) => id,
            None => {
                let id = GraphEventId(self.events.len() as u32);
                self.event_ids.insert(key.clone(), id);
                let example = step.event.clone();
                self.events.push(GraphEvent { key, example, typed: Vec::new(), times: 0 });
                id
            }
        };
        let event = &mut self.events[id.0 as usize];
        event.times += 1;
        if let Action::Type(text) = &step.event.action
            && event.typed.len() < TYPED
            && !event.typed.contains(text)
        {
            event.typed.push(text.clone());
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_gui::{Header, ScreenBuilder, Selector, WidgetId, WidgetSpec};
    use skink_trace::{Actor, Observation};

    fn screen(package: &str, buttons: &[(&str, &str)]) -> Screen {
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "FrameLayout", ..Default::default() });
        for (id, text) in buttons {
            b.leaf(&WidgetSpec { class: "Button", id, text, flags: Flags::CLICKABLE, ..Default::default() });
        }
        b.finish(&Header { package, ..Default::default() })
    }

    fn step(before: &Screen, widget: u32, action: Action, after: &Screen) -> Step {
        let id = WidgetId(widget);
        Step {
            number: 0,
            actor: Actor::Strategy,
            before: before.clone(),
            event: Event::on(action, Selector::of(&before.widget(id))),
            widget: Some(id),
            after: Observation::of(after.clone()),
            millis: 0,
        }
    }

    #[test]
    fn screens_of_one_structure_are_one_state_and_a_tap_that_stays_is_a_loop() {
        let one = screen("app", &[("row", "a")]);
        let two = screen("app", &[("row", "a"), ("row", "b")]);
        let other = screen("app", &[("save", "OK")]);
        let mut graph = TransitionGraph::new("app");
        let stays = graph.learn(&step(&one, 1, Action::Tap, &two)).unwrap();
        assert_eq!(stays.to, Some(stays.from));
        let leads = graph.learn(&step(&two, 2, Action::Tap, &other)).unwrap();
        assert!(leads.new_state && leads.new_edge);
        let again = graph.learn(&step(&two, 2, Action::Tap, &other)).unwrap();
        assert!(!again.new_state && !again.new_edge);
        assert_eq!((graph.states().len(), graph.events().len(), graph.edges().len()), (2, 2, 2));
        assert_eq!(graph.edges()[1].times, 2);
        assert!(graph.edges()[0].is_loop() && !graph.edges()[1].is_loop());
        assert_eq!(graph.from(stays.from).count(), 2);
    }

    #[test]
    fn leaving_the_app_is_an_edge_to_nowhere_and_other_apps_teach_nothing() {
        let ours = screen("app", &[("row", "a")]);
        let theirs = screen("other", &[("row", "a")]);
        let mut graph = TransitionGraph::new("app");
        assert_eq!(graph.learn(&step(&ours, 1, Action::Tap, &theirs)).unwrap().to, None);
        assert_eq!(graph.learn(&step(&theirs, 1, Action::Tap, &ours)), None);
        assert_eq!(graph.states().len(), 1);
    }

    #[test]
    fn a_model_that_was_written_reads_back_and_learns_on() {
        let one = screen("app", &[("row", "a")]);
        let two = screen("app", &[("save", "OK")]);
        let mut graph = TransitionGraph::new("app");
        graph.learn(&step(&one, 1, Action::Type("Milk".into()), &two));
        let text = serde_json::to_string_pretty(&graph).unwrap();
        let mut back: TransitionGraph = serde_json::from_str(&text).unwrap();
        assert_eq!(back, graph);
        for g in [&mut graph, &mut back] {
            assert!(!g.learn(&step(&one, 1, Action::Type("Honey".into()), &two)).unwrap().new_edge);
            assert_eq!(g.events()[0].typed, ["Milk", "Honey"]);
        }
        assert_eq!(back, graph);
    }

    #[test]
    fn a_model_with_an_edge_into_the_void_is_refused() {
        let text =
            r#"{"package":"app","states":[],"events":[],"edges":[{"from":0,"event":0,"to":0,"times":1}]}"#;
        let error = serde_json::from_str::<TransitionGraph>(text).unwrap_err().to_string();
        assert!(error.contains("edge 0"), "{error}");
    }
}
