//! Mining the transition model and searching it for loops: sections 3.2 and 3.4 (Algorithm 2) of the Genie paper.
//!
//! The model is mined by the weighted strategy, and what of a page was never touched is touched first
//! (`seldom`). Screens of other apps are states of it too, so that a trace can lead through a
//! camera; the launcher and the system's dialogs are not.

use rustc_hash::FxHashMap;
use skink_explore::{Weighted, WeightedSettings};
use skink_gui::{Key, Screen, WidgetId, WindowKind, enabled};
use skink_model::{Edge, EventKey, GraphEventId, GraphStateId, Kind, TransitionGraph};
use skink_run::{Choice, Dice, Moment, Strategy, is_home};
use skink_trace::{LearnedModel, Step};

use crate::active::Views;
use crate::ahead::{Look, ahead};
use crate::effects::hash;
use crate::functions::Functions;
use crate::insert::{INDEPENDENT, Insert, Planned};
use crate::observed::observed;
use crate::patience::{self, Patience};
use crate::seeds::Vocabulary;
use crate::seldom::Seldom;
use crate::settings::{FuzzSettings, Search, ViewSettings};
use crate::unit::Ready;
use crate::witness::Witnesses;

/// What mining learns of an app.
pub struct Mined {
    /// Its transition model.
    pub graph: TransitionGraph,
    /// Its functions.
    pub functions: Functions,
    /// How each was done.
    pub(crate) witnesses: Witnesses,
    /// What can be typed into it.
    pub(crate) vocabulary: Vocabulary,
}

impl Mined {
    /// Learns from a step.
    pub fn learn(&mut self, step: &Step) {
        learn(&mut self.graph, step);
        let completed = self.functions.learn(step);
        self.witnesses.saw(step, &completed);
        self.vocabulary.learn(step, self.functions.views());
    }
}

/// Explores by weight and learns the model.
pub struct Miner {
    weighted: Weighted,
    mined: Mined,
    patience: Patience,
    seldom: Seldom,
    /// The screen that the app starts with.
    first: Option<Screen>,
}

impl Miner {
    /// For the app of that package.
    pub fn new(package: &str, settings: WeightedSettings, views: &ViewSettings) -> Self {
        let mined = Mined {
            graph: TransitionGraph::with_neighbours(package),
            functions: Functions::new(package, views.clone()),
            witnesses: Witnesses::default(),
            vocabulary: Vocabulary::default(),
        };
        Self {
            weighted: Weighted::new(settings),
            mined,
            patience: Patience::default(),
            seldom: Seldom::new(package, views),
            first: None,
        }
    }

    /// The model, and the strategy with the weights it has learned.
    pub fn into_parts(self) -> (Mined, Weighted) {
        (self.mined, self.weighted)
    }
}

/// Learns from a step where it neither begins nor ends outside of all apps.
pub fn learn(graph: &mut TransitionGraph, step: &Step) {
    let outside = |s: &Screen| s.window() == WindowKind::System || is_home(s);
    if !outside(&step.before) && !outside(&step.after.screen) {
        graph.learn(step);
    }
}

impl Strategy for Miner {
    fn name(&self) -> &'static str {
        "weighted"
    }

    fn launched(&mut self, first: &Screen) {
        self.first.get_or_insert_with(|| first.clone());
        self.mined.functions.begin();
        self.mined.witnesses.launched();
        self.weighted.launched(first);
    }

    fn next(&mut self, moment: &mut Moment<'_>) -> Choice {
        if let Some(wait) = self.patience.wait(moment.screen) {
            return Choice::Do(wait, None);
        }
        match self.seldom.pick(moment.screen, &mut moment.dice) {
            Some((event, widget)) => Choice::Do(event, Some(widget)),
            None => self.weighted.next(moment),
        }
    }

    fn saw(&mut self, step: &Step) {
        self.mined.learn(step);
        self.patience.saw(step);
        self.seldom.saw(step);
        self.weighted.saw(step);
    }

    fn explain(&self) -> Option<String> {
        self.weighted.explain()
    }

    fn model(&self) -> Option<LearnedModel> {
        let start = self.first.as_ref().and_then(|first| self.mined.graph.state_of(first));
        Some(self.mined.graph.learned(start))
    }
}

/// The model made ready for searching.
pub struct Loops<'a> {
    graph: &'a TransitionGraph,
    functions: Option<&'a Functions>,
    /// The edges that leave each state, redundant ones left out.
    leaving: Vec<Vec<Edge>>,
    /// Steps to a state from every other, by state.
    distances: FxHashMap<GraphStateId, Vec<u32>>,
    /// For each event, hashes of the kind of widget it is done to and of what that says.
    told: Vec<(u64, u64)>,
}

/// Paths through the model, each its last edge and the path before it.
#[derive(Default)]
struct Paths {
    all: Vec<(Option<usize>, Edge)>,
}

impl Paths {
    fn add(&mut self, before: Option<usize>, edge: Edge) -> usize {
        self.all.push((before, edge));
        self.all.len() - 1
    }

    /// The edges of a path, last first.
    fn back(&self, path: usize) -> impl Iterator<Item = &Edge> {
        let before = |path: &usize| self.all[*path].0;
        std::iter::successors(Some(path), before).map(|path| &self.all[path].1)
    }
}

/// At most so many: all lengths in turn, or the shortest first.
fn select(by_length: Vec<Vec<usize>>, most: usize, search: Search) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    match search {
        Search::BreadthFirst => chosen.extend(by_length.into_iter().flatten().take(most)),
        Search::Spread => {
            let mut rest: Vec<_> = by_length.into_iter().map(Vec::into_iter).collect();
            while chosen.len() < most {
                let before = chosen.len();
                chosen.extend(rest.iter_mut().filter_map(Iterator::next));
                if chosen.len() == before {
                    break;
                }
            }
            chosen.truncate(most);
        }
    }
    chosen
}

/// Edges of one kind of widget between two states that are kept: rows of one list.
const ALIKE: usize = 3;
/// Of three mutants, so many are taken from what was seen, where that much was.
const SEEN_OF_THREE: usize = 2;
/// Traces kept from one length to the next.
const BEAM: usize = 2_000;

impl<'a> Loops<'a> {
    /// Between any two states, events on widgets of one type are redundant (section 4.2): the few done most
    /// often are kept, with those that say something else beside them.
    pub fn of(graph: &'a TransitionGraph) -> Self {
        let mut leaving: Vec<Vec<Edge>> = vec![Vec::new(); graph.states().len()];
        let mut edges: Vec<&Edge> = graph.edges().iter().filter(|e| e.to.is_some()).collect();
        edges.sort_by_key(|e| (std::cmp::Reverse(e.times), e.from, e.event, e.to));
        let mut alike = FxHashMap::<_, usize>::default();
        for edge in edges {
            let Some(event) = graph.event(edge.event) else { continue };
            // What loads is waited for, as in mining: there is hardly another way on.
            let loads = event.key.kind == Kind::Wait && !edge.is_loop();
            if !insertable(event.key.kind) && !loads {
                continue;
            }
            let EventKey { kind, class, id, desc, .. } = &event.key;
            let count = alike.entry((edge.from, edge.to, *kind, class, id, desc)).or_default();
            *count += 1;
            if *count <= ALIKE {
                leaving[edge.from.0 as usize].push(*edge);
            }
        }
        let told = graph.events().iter().map(|event| {
            let EventKey { kind, class, id, text, .. } = &event.key;
            (hash(&(kind, class, id)), hash(text))
        });
        Self { graph, functions: None, leaving, distances: FxHashMap::default(), told: told.collect() }
    }

    /// With what was seen to lead back.
    pub fn with(self, functions: &'a Functions) -> Self {
        Self { functions: Some(functions), ..self }
    }

    /// Steps from every state to `to`.
    fn distances(&mut self, to: GraphStateId) -> &[u32] {
        let (states, leaving) = (self.graph.states().len(), &self.leaving);
        self.distances.entry(to).or_insert_with(|| {
            let mut arriving: Vec<Vec<u32>> = vec![Vec::new(); states];
            for edge in leaving.iter().flatten() {
                if let Some(end) = edge.to {
                    arriving[end.0 as usize].push(edge.from.0);
                }
            }
            let mut far = vec![u32::MAX; states];
            far[to.0 as usize] = 0;
            let mut queue = std::collections::VecDeque::from([to.0]);
            while let Some(state) = queue.pop_front() {
                for &before in &arriving[state as usize] {
                    if far[before as usize] == u32::MAX {
                        far[before as usize] = far[state as usize] + 1;
                        queue.push_back(before);
                    }
                }
            }
            far
        })
    }

    /// Traces that start at an inactive view of the screen: first those seen to lead back, then those that the
    /// model says do.
    pub fn traces(&mut self, views: &Views, settings: &FuzzSettings, dice: &mut Dice) -> Vec<Insert> {
        let mut inserts = match settings.search {
            Search::Spread => {
                self.seen(views, (settings.mutants * SEEN_OF_THREE).div_ceil(3), settings, dice)
            }
            Search::BreadthFirst => Vec::new(),
        };
        inserts.extend(self.search(views, settings.mutants - inserts.len(), settings, dice));
        inserts
    }

    /// At most so many traces that start at an inactive view of the screen and were seen to lead back.
    pub fn seen(&self, views: &Views, most: usize, settings: &FuzzSettings, dice: &mut Dice) -> Vec<Insert> {
        self.functions.map_or_else(Vec::new, |functions| observed(functions, views, settings, most, dice))
    }

    /// At most so many looks, from a position of a test, at what it comes to later (see `ahead`).
    pub(crate) fn ahead(
        &self,
        ready: &Ready,
        position: usize,
        most: usize,
        settings: &FuzzSettings,
        dice: &mut Dice,
    ) -> Vec<Look> {
        self.functions
            .map_or_else(Vec::new, |functions| ahead(functions, ready, position, most, settings, dice))
    }

    /// At most so many traces that start at an inactive view of the screen and lead back to its state: `Search_traces`.
    pub fn search(
        &mut self,
        views: &Views,
        most: usize,
        settings: &FuzzSettings,
        dice: &mut Dice,
    ) -> Vec<Insert> {
        let Some(start) = self.graph.state_of(&views.screen).filter(|_| most > 0) else { return Vec::new() };
        let here = receivers(&views.screen);
        let far = self.distances(start).to_vec();
        let mut paths = Paths::default();
        for edge in self.graph.from(start) {
            let Some(event) = self.graph.event(edge.event) else { continue };
            let allowed = match here.get(&event.key) {
                Some(id) => views.may_start_at(*id, &settings.views),
                None => matches!(event.key.kind, Kind::Key(Key::Menu)),
            };
            let leads = |to: GraphStateId| (far[to.0 as usize] as usize) < settings.inserted;
            if allowed && insertable(event.key.kind) && edge.to.is_some_and(leads) {
                paths.add(None, *edge);
            }
        }
        let mut level: Vec<usize> = (0..paths.all.len()).collect();
        let mut by_length: Vec<Vec<usize>> = Vec::new();
        let mut found = 0;
        for length in 1..=settings.inserted {
            shuffle(&mut level, dice);
            level.truncate(BEAM);
            let (loops, open): (Vec<_>, Vec<_>) =
                level.into_iter().partition(|path| paths.all[*path].1.to == Some(start));
            found += loops.len();
            let enough = settings.search == Search::BreadthFirst && found >= most;
            // A first event that stays may be followed by others; the paper's search stops there.
            let mut extended = open;
            if settings.search == Search::Spread && length <= 2 {
                extended.extend(&loops);
            }
            by_length.push(loops);
            if enough || length == settings.inserted {
                break;
            }
            level = Vec::new();
            for path in extended {
                let Some(last) = paths.all[path].1.to else { continue };
                for edge in &self.leaving[last.0 as usize] {
                    let left = settings.inserted - length - 1;
                    let leads = |to: GraphStateId| far[to.0 as usize] as usize <= left;
                    if edge.to.is_some_and(leads) && self.fits(&paths, path, edge, settings) {
                        level.push(paths.add(Some(path), *edge));
                    }
                }
            }
        }
        let chosen = select(by_length, most, settings.search);
        let mut inserts: Vec<Insert> = chosen
            .into_iter()
            .map(|path| {
                let mut events: Vec<GraphEventId> = paths.back(path).map(|edge| edge.event).collect();
                events.reverse();
                let events = events.into_iter().filter_map(|event| self.planned(event, dice)).collect();
                Insert { source: INDEPENDENT.to_owned(), events }
            })
            .collect();
        inserts.sort();
        inserts.dedup();
        inserts
    }

    /// The bounds of section 4.2 on one trace.
    fn fits(&self, paths: &Paths, path: usize, edge: &Edge, settings: &FuzzSettings) -> bool {
        let bound = if edge.is_loop() { settings.same_loop } else { 1 };
        let same = |e: &&Edge| e.event == edge.event && e.from == edge.from;
        if paths.back(path).filter(same).count() >= bound {
            return false;
        }
        let of = |event: GraphEventId| self.told[event.0 as usize];
        let (kind, text) = of(edge.event);
        let sibling = |e: &&Edge| {
            let other = of(e.event);
            other.0 == kind && other.1 != text
        };
        paths.back(path).filter(sibling).count() < settings.same_group
    }

    fn planned(&self, id: GraphEventId, dice: &mut Dice) -> Option<Planned> {
        let event = self.graph.event(id)?;
        if event.key.kind == Kind::Wait {
            return Some(Planned::wait(patience::MILLIS));
        }
        // Texts that programs stumble over end most forms: the plain ones come first.
        let plain: Vec<&String> =
            event.typed.iter().filter(|t| t.len() < 40 && !t.trim().is_empty()).collect();
        let data = dice.pick(&plain).map(|t| (*t).clone()).or_else(|| event.typed.first().cloned());
        Some(Planned { key: event.key.clone(), data: data.unwrap_or_default() })
    }
}

/// Events of a user; those of the system are inserted as neutral events.
fn insertable(kind: Kind) -> bool {
    match kind {
        Kind::Tap | Kind::LongTap | Kind::Type | Kind::Scroll(_) | Kind::Swipe(_) => true,
        Kind::Key(key) => key != Key::Home,
        Kind::Rotate | Kind::Background | Kind::Kill | Kind::Launch | Kind::Relaunch | Kind::Wait => false,
    }
}

fn receivers(screen: &Screen) -> FxHashMap<EventKey, WidgetId> {
    let mut found = FxHashMap::default();
    for e in enabled(screen) {
        found.entry(EventKey::of(&e, screen)).or_insert(e.widget());
    }
    found
}

pub(crate) fn shuffle<T>(all: &mut [T], dice: &mut Dice) {
    for at in (1..all.len()).rev() {
        all.swap(at, dice.below(at + 1));
    }
}
