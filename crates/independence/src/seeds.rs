//! Seed tests (section 4.1 of the Genie paper): the miner's strategy with the weights it has, started anew for
//! each seed, so that each goes where the others did not; and motif events, so that what is begun is more often
//! finished than given up: OK rather than Cancel after a form was filled, the picture taken once the camera is
//! open.
//!
//! Beyond the paper, a seed pursues goals: an event that no seed has done yet, reached by the shortest way the
//! model knows. Weights alone spend most of the few events that seeds have on what is near the first page.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use skink_explore::{FieldKind, Weighted};
use skink_gui::{Action, Enabled, Event, Flags, Screen, Selector, Widget, WidgetId, WindowKind, enabled};

use skink_model::{EventKey, GraphStateId, Kind, TransitionGraph};
use skink_run::{Choice, Dice, Moment, Strategy};
use skink_trace::{Actor, Observation, Step};

use crate::model::learn;

/// A seed test as it was executed.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Number of its clean start.
    pub start: u64,
    /// The first look.
    pub first: Observation,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// An event on a type of widget, and what it is for.
type Way = (Kind, String, String, Purpose);

/// What an event on a type of widget is for: the entries of a menu or dialog do what they say, those of a page
/// differ by where they lead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    Says(String),
    LeadsTo(String, WindowKind),
    Leaves,
}

/// How often a motif decides instead of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Motifs {
    /// Fill an empty field of a form, and finish what was filled.
    pub form: f64,
    /// Finish a visit to another app.
    pub visit: f64,
    /// Pursue an event that no seed has done yet.
    pub goal: f64,
}

impl Default for Motifs {
    fn default() -> Self {
        Self { form: 0.7, visit: 0.8, goal: 0.85 }
    }
}

/// Generates seeds.
pub struct SeedStrategy {
    weighted: Weighted,
    graph: TransitionGraph,
    package: String,
    motifs: Motifs,
    events: usize,
    wanted: usize,
    done: usize,
    current: Option<Seed>,
    seeds: Vec<Seed>,
    launches: u64,
    typed: bool,
    /// How often seeds did each event.
    done_events: FxHashMap<EventKey, u32>,
    /// How often seeds did each thing.
    done_ways: FxHashMap<Way, u32>,
    /// The way to the present goal, last event first.
    way: Vec<EventKey>,
}

impl SeedStrategy {
    /// With what mining has learned.
    pub fn new(
        (graph, weighted): (TransitionGraph, Weighted),
        package: &str,
        motifs: Motifs,
        wanted: usize,
        events: usize,
    ) -> Self {
        Self {
            weighted,
            graph,
            package: package.to_owned(),
            motifs,
            events,
            wanted,
            done: 0,
            current: None,
            seeds: Vec::new(),
            launches: 0,
            typed: false,
            done_events: FxHashMap::default(),
            done_ways: FxHashMap::default(),
            way: Vec::new(),
        }
    }

    /// The seeds, and the model with what they taught.
    pub fn into_parts(mut self) -> (Vec<Seed>, TransitionGraph) {
        self.finish();
        (self.seeds, self.graph)
    }

    fn finish(&mut self) {
        // A seed that crashed shows its crash at its end: without that step it is a test like any other.
        if let Some(mut seed) = self.current.take() {
            while seed.steps.last().is_some_and(|s| {
                !s.after.crashes.is_empty()
                    || s.after.screen.window() == WindowKind::System
                    || s.after.screen.is_empty()
            }) {
                seed.steps.pop();
            }
            if seed.steps.len() > 1 && self.seeds.len() < self.wanted {
                self.seeds.push(seed);
            }
        }
    }

    /// The next event on the way to a goal.
    fn pursue(&mut self, screen: &Screen, left: usize, dice: &mut Dice) -> Option<(Event, Option<WidgetId>)> {
        for _ in 0..2 {
            if self.way.is_empty() {
                self.way = self.choose(screen, left, dice)?;
            }
            let key = self.way.pop()?;
            if let Kind::Key(pressed) = key.kind {
                return Some((Event::key(pressed), None));
            }
            let found = enabled(screen).into_iter().find(|e| EventKey::of(e, screen) == key);
            if let Some(found) = found {
                let widget = screen.widget(found.widget());
                let text = || dice.pick(&plain_texts(&widget)).copied().unwrap_or("a").to_owned();
                return Some((found.event(screen, text), Some(found.widget())));
            }
            self.way.clear();
        }
        None
    }

    /// A way to one of the events done least, of the type of widget done least.
    fn choose(&self, screen: &Screen, left: usize, dice: &mut Dice) -> Option<Vec<EventKey>> {
        let start = self.graph.state_of(screen)?;
        let mut came: FxHashMap<GraphStateId, (GraphStateId, EventKey)> = FxHashMap::default();
        let mut order = vec![(start, 0)];
        let mut goals: Vec<Goal> = Vec::new();
        let mut at = 0;
        while let Some(&(state, far)) = order.get(at) {
            at += 1;
            for edge in self.graph.from(state) {
                let Some(event) = self.graph.event(edge.event) else { continue };
                if matches!(event.key.kind, Kind::Tap | Kind::LongTap | Kind::Type) {
                    goals.push(Goal { from: state, far, key: event.key.clone(), to: edge.to });
                }
                let usable = !matches!(
                    event.key.kind,
                    Kind::Rotate | Kind::Background | Kind::Kill | Kind::Launch | Kind::Relaunch | Kind::Wait
                );
                let Some(to) = edge.to.filter(|to| usable && *to != start && !came.contains_key(to)) else {
                    continue;
                };
                if far < left.min(FAR) {
                    came.insert(to, (state, event.key.clone()));
                    order.push((to, far + 1));
                }
            }
        }
        let done = |goal: &Goal| {
            let window = self.graph.states().get(goal.from.0 as usize).map_or(WindowKind::Page, |s| s.window);
            self.done_ways.get(&self.way(&goal.key, window, goal.to)).copied().unwrap_or(0)
        };
        let times = |key: &EventKey| self.done_events.get(key).copied().unwrap_or(0);
        // What no seed has done comes first; then what was done least, near before far.
        let ranked: Vec<(u32, u32, &Goal)> =
            goals.iter().map(|goal| (4 * done(goal) + goal.far as u32, times(&goal.key), goal)).collect();
        let best = ranked.iter().map(|(rank, times, _)| (*rank, *times)).min()?;
        let nearly: Vec<&Goal> = ranked
            .iter()
            .filter(|(rank, times, _)| *rank <= best.0 + 1 && *times <= best.1)
            .map(|(_, _, goal)| *goal)
            .collect();
        let Goal { from: mut state, key, .. } = dice.pick(&nearly).copied()?.clone();
        let mut way = vec![key];
        while state != start {
            let (before, by) = came.get(&state)?;
            way.push(by.clone());
            state = *before;
        }
        Some(way)
    }

    /// What counts as the same thing done: from that kind of window, to there.
    fn way(&self, key: &EventKey, from: WindowKind, to: Option<GraphStateId>) -> Way {
        let purpose = match (from, to.and_then(|id| self.graph.states().get(id.0 as usize))) {
            (WindowKind::Menu | WindowKind::Dialog, _) => Purpose::Says(key.text.clone()),
            (_, Some(state)) => Purpose::LeadsTo(state.activity.clone(), state.window),
            (_, None) => Purpose::Leaves,
        };
        (key.kind, key.class.clone(), key.id.clone(), purpose)
    }

    /// What the motifs want here.
    fn motif(&self, screen: &Screen, dice: &mut Dice) -> Option<(Event, WidgetId)> {
        let taps: Vec<Widget<'_>> = enabled(screen)
            .iter()
            .filter_map(|e| match e {
                Enabled::Tap(id) => Some(screen.widget(*id)),
                _ => None,
            })
            .collect();
        let tap = |w: &Widget<'_>| (Event::on(Action::Tap, Selector::of(w)), w.id());
        if screen.package() != self.package {
            return taps.iter().find(|w| finishes(w)).filter(|_| dice.chance(self.motifs.visit)).map(tap);
        }
        if !dice.chance(self.motifs.form) {
            return None;
        }
        let empty = enabled(screen).into_iter().find_map(|e| match e {
            Enabled::Type(id) if screen.widget(id).text().is_empty() => Some(id),
            _ => None,
        });
        if let Some(field) = empty {
            let widget = screen.widget(field);
            let text = dice.pick(&plain_texts(&widget)).copied().unwrap_or("a");
            return Some((Event::on(Action::Type(text.to_owned()), Selector::of(&widget)), field));
        }
        let form = self.typed || screen.window() == WindowKind::Dialog;
        taps.iter().find(|w| finishes(w)).filter(|_| form).map(tap)
    }
}

/// An event that a seed may go for.
#[derive(Clone, Debug)]
struct Goal {
    from: GraphStateId,
    far: usize,
    key: EventKey,
    to: Option<GraphStateId>,
}

/// Goals are looked for this many events away.
const FAR: usize = 6;

/// Texts that a form takes.
fn plain_texts(field: &Widget<'_>) -> Vec<&'static str> {
    FieldKind::of(field).texts().iter().copied().take(3).collect()
}

/// Words on what ends something well; in ids too.
const FINISHING: [&str; 16] = [
    "ok", "save", "done", "add", "create", "yes", "confirm", "apply", "shutter", "capture", "button1",
    "positive", "accept", "delete", "allow", "finish",
];

fn finishes(widget: &Widget<'_>) -> bool {
    let label = |w: Widget<'_>| [w.text(), w.desc(), w.short_id()].map(str::to_ascii_lowercase);
    let words = label(*widget);
    let says = |word: &&str| {
        words.iter().any(|w| w.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| part == *word))
    };
    FINISHING.iter().any(says) && widget.is(Flags::ENABLED)
}

impl Strategy for SeedStrategy {
    fn name(&self) -> &'static str {
        "seeds"
    }

    fn launched(&mut self, first: &Screen) {
        self.finish();
        let start = self.launches;
        self.launches += 1;
        self.current = Some(Seed { start, first: Observation::of(first.clone()), steps: Vec::new() });
        self.typed = false;
        self.way.clear();
        self.weighted.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        let length = self.current.as_ref().map_or(0, |seed| seed.steps.len());
        if length >= self.events {
            self.finish();
            self.done += 1;
            if self.seeds.len() >= self.wanted || self.done >= 3 * self.wanted {
                return Choice::Finished;
            }
            return Choice::Restart;
        }
        if let Some((event, widget)) = self.motif(moment.screen, &mut moment.dice) {
            return Choice::Do(event, Some(widget));
        }
        let left = self.events - length;
        if moment.screen.package() == self.package && moment.dice.chance(self.motifs.goal) {
            let pursued = self.pursue(moment.screen, left, &mut moment.dice);
            if let Some((event, widget)) = pursued {
                return Choice::Do(event, widget);
            }
        }
        match self.weighted.next(moment) {
            Choice::Restart => self.weighted_restart(moment),
            other => other,
        }
    }

    fn saw(&mut self, step: &Step) {
        learn(&mut self.graph, step);
        if let Some(seed) = &mut self.current {
            seed.steps.push(step.clone());
        }
        if step.actor == Actor::Strategy {
            self.typed = matches!(step.event.action, Action::Type(_));
            let key = EventKey::of_step(step);
            let way = self.way(&key, step.before.window(), self.graph.state_of(&step.after.screen));
            *self.done_ways.entry(way).or_default() += 1;
            *self.done_events.entry(key).or_default() += 1;
        }
        self.weighted.saw(step);
    }
}

impl SeedStrategy {
    /// The weights are stuck: the seed ends here.
    fn weighted_restart(&mut self, moment: &Moment<'_>) -> Choice {
        if moment.depth == 0 {
            return Choice::Do(Event::key(skink_gui::Key::Back), None);
        }
        self.done += 1;
        if self.done >= 3 * self.wanted { Choice::Finished } else { Choice::Restart }
    }
}
