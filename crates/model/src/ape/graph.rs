//! States, actions and transitions, and the screens and steps they stand for (section III-A, definition 4).
//!
//! Every state begins in the one initial decision tree. A state that is refined gets a tree of its own (a
//! copy with one change, section III-E) and from then on stands for the states its screens fall into under
//! that tree: the name of a screen is found by walking down from the initial tree until a state has no tree
//! of its own. Going back is dropping such a tree. So a change touches one state's screens, and the
//! transitions from and to them.
//!
//! Departure: of each state the newest screens are kept, not all, or a long run would not fit in memory.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Screen, ScreenHash, WidgetId};

use super::decision::{Change, Name, Tree};
use super::paths::{Gui, Kind, Rule};
use super::reducer::Reducer;
use super::words::{NONE, PathId, Words};

/// Screens kept for a state.
pub(super) const KEPT_SCREENS: usize = 32;
/// Different steps kept for a screen.
const KEPT_STEPS: usize = 64;

/// A state's number in its model. Numbers of states that are no more are not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub(super) u32);

impl StateId {
    pub(super) const fn at(self) -> usize {
        self.0 as usize
    }
}

/// A screen's number in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuiId(pub(super) u32);

impl GuiId {
    pub(super) const fn at(self) -> usize {
        self.0 as usize
    }
}

/// What bounds the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSettings {
    /// Widgets of one screen that an action may stand for (α in the paper).
    pub widgets_per_action: usize,
    /// Whether states have the keys Back and Menu among their actions.
    pub keys: bool,
}

impl Default for ModelSettings {
    /// As in the paper.
    fn default() -> Self {
        Self { widgets_per_action: 3, keys: true }
    }
}

/// An action of a state.
#[derive(Clone, Debug)]
pub struct ModelAction {
    /// The name of the widgets it is done to.
    pub path: PathId,
    /// What is done.
    pub kind: Kind,
    /// How often it was done here.
    pub visits: u32,
    /// Where it led, and how often.
    pub targets: Vec<(StateId, u32)>,
}

/// A state.
pub struct State {
    pub(super) place: u32,
    /// Sorted by path and kind.
    pub(super) actions: Vec<ModelAction>,
    pub(super) guis: VecDeque<GuiId>,
    /// The refined state it came out of.
    pub(super) parent: Option<StateId>,
    /// How many refinements led to it.
    pub(super) depth: u32,
    pub(super) refined: Option<Refined>,
    /// Actions whose targets could not be told apart, and at how many visits that is tried again.
    pub(super) tried: FxHashMap<(PathId, Kind), u32>,
    pub(super) dead: bool,
    pub(super) detached: bool,
    /// Whether an action may be left that was never done anywhere.
    pub(super) fresh: bool,
}

impl State {
    /// Its actions.
    pub fn actions(&self) -> &[ModelAction] {
        &self.actions
    }
}

pub(super) struct Refined {
    pub(super) tree: Tree,
    pub(super) change: Change,
    pub(super) children: Vec<StateId>,
}

/// One thing that can be done on a screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    pub(super) name: Name,
    pub(super) kind: Kind,
    pub(super) node: u32,
}

#[derive(Clone, Copy)]
pub(super) struct Done {
    pub(super) node: u32,
    pub(super) kind: Kind,
    pub(super) to: GuiId,
    pub(super) times: u32,
}

pub(super) struct Seen {
    pub(super) gui: Gui,
    pub(super) hash: ScreenHash,
    /// Sorted by path and kind.
    pub(super) acts: Vec<Act>,
    pub(super) done: VecDeque<Done>,
    /// The screens that led here and are still kept; some may have been let go since.
    pub(super) from: FxHashSet<GuiId>,
    /// So many of them make it worth looking which were let go.
    pub(super) prune_at: usize,
    /// Whether no action stands for too many of its widgets, or nothing can be done about it.
    pub(super) settled: bool,
}

/// A screen that was seen; of one that was let go only the state is left.
pub(super) struct Slot {
    pub(super) state: StateId,
    /// How often it was come to.
    pub(super) visits: u32,
    pub(super) seen: Option<Box<Seen>>,
}

pub(super) type StateKey = (Option<StateId>, u32, Box<[(PathId, Kind)]>);

/// How large a model is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States.
    pub states: usize,
    /// Their actions.
    pub actions: usize,
    /// Those that were done.
    pub visited: usize,
    /// Pairs of an action and a state it led to.
    pub transitions: usize,
    /// Refinements made so far.
    pub refinements: u64,
    /// Refinements reverted so far.
    pub coarsenings: u64,
}

/// The model of an app.
pub struct Model {
    pub(super) settings: ModelSettings,
    pub(super) words: Words,
    pub(super) initial: Tree,
    pub(super) rules: Vec<Rule>,
    pub(super) states: Vec<State>,
    pub(super) known: FxHashMap<StateKey, StateId>,
    pub(super) slots: Vec<Slot>,
    pub(super) by_hash: FxHashMap<ScreenHash, GuiId>,
    /// How often actions were done anywhere, by place, path and kind.
    pub(super) visited: FxHashMap<(u32, PathId, Kind), u32>,
    /// An action counts as new until it was done so often.
    round: u32,
    /// Places in which something can be done.
    pub(super) usable: FxHashSet<u32>,
    /// Refinements that were reverted, by the initial state they were made in: they are not made again there,
    /// in whichever of the states it was split into.
    pub(super) reverted: FxHashSet<(StateId, (Option<PathId>, Reducer))>,
    /// Reducers to prefer among changes that help, in this order.
    pub(super) preferred: VecDeque<Reducer>,
    pub(super) refinements: u64,
    pub(super) coarsenings: u64,
    /// Grows when a state or an action is met for the first time.
    news: u64,
    met: FxHashSet<(u32, PathId, Kind)>,
}

impl Model {
    /// An empty model in which every widget goes by its type (section III-E).
    pub fn new(settings: ModelSettings) -> Self {
        Self::with_tree(settings, Words::default(), Tree::given(Reducer::TYPE))
    }

    /// An empty model with another initial tree, whose selectors are paths of `words`.
    pub fn with_tree(settings: ModelSettings, words: Words, initial: Tree) -> Self {
        Self {
            settings,
            words,
            initial,
            rules: Vec::new(),
            states: Vec::new(),
            known: FxHashMap::default(),
            slots: Vec::new(),
            by_hash: FxHashMap::default(),
            visited: FxHashMap::default(),
            round: 1,
            usable: FxHashSet::default(),
            reverted: FxHashSet::default(),
            preferred: VecDeque::new(),
            refinements: 0,
            coarsenings: 0,
            news: 0,
            met: FxHashSet::default(),
        }
    }

    /// With rules that stand above all trees.
    #[must_use]
    pub fn with_rules(mut self, rules: Vec<Rule>) -> Self {
        self.rules = rules;
        self
    }

    /// Among changes that help, takes one with the first of these reducers, then one with the second, and so on
    /// before it goes by the size of the model: for telling a certain story.
    #[must_use]
    pub fn preferring(mut self, reducers: impl IntoIterator<Item = Reducer>) -> Self {
        self.preferred.extend(reducers);
        self
    }

    /// Its strings and paths.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// A number that grows whenever a state or an action is met that was never met before.
    pub fn news(&self) -> u64 {
        self.news
    }

    /// The state a screen is in.
    pub fn state_of(&self, gui: GuiId) -> StateId {
        self.slots[gui.at()].state
    }

    /// A state.
    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.at()]
    }

    /// The number of a state's package, activity and window.
    pub fn place_of(&self, state: StateId) -> u32 {
        self.states[state.at()].place
    }

    /// The name a screen's widget has, where something can be done to it.
    pub fn name(&self, gui: GuiId, widget: WidgetId) -> Option<PathId> {
        let seen = self.slots[gui.at()].seen.as_deref()?;
        let node = seen.gui.node(widget)?;
        seen.acts.iter().find(|act| act.node == node).map(|act| act.name.path)
    }

    /// The widgets of a screen that an action stands for.
    pub fn widgets(&self, gui: GuiId, path: PathId, kind: Kind) -> impl ExactSizeIterator<Item = WidgetId> {
        let seen = self.slots[gui.at()].seen.as_deref();
        let (nodes, acts) = seen.map_or((&[][..], &[][..]), |seen| (&seen.gui.nodes[..], &seen.acts[..]));
        let start = acts.partition_point(|act| (act.name.path, act.kind) < (path, kind));
        let acts = &acts[start..];
        let count = acts.partition_point(|act| (act.name.path, act.kind) == (path, kind));
        acts[..count].iter().map(|act| nodes[act.node as usize].target(act.kind))
    }

    /// Whether an action of a state was not done as often as the round asks for, there or under the same name
    /// elsewhere; in the first round, whether it was never done.
    pub fn is_new(&self, state: StateId, action: &ModelAction) -> bool {
        let place = self.states[state.at()].place;
        action.visits < self.round
            && self.visited.get(&(place, action.path, action.kind)).is_none_or(|times| *times < self.round)
    }

    /// Asks for everything to be done once more.
    pub fn next_round(&mut self) {
        self.round += 1;
        self.states.iter_mut().for_each(|state| state.fresh = true);
    }

    /// The figures.
    pub fn counts(&self) -> Counts {
        let live = || self.states.iter().filter(|state| !state.dead && state.refined.is_none());
        let actions = || live().flat_map(|state| &state.actions);
        Counts {
            states: live().count(),
            actions: actions().count(),
            visited: actions().filter(|action| action.visits > 0).count(),
            transitions: actions().map(|action| action.targets.len()).sum(),
            refinements: self.refinements,
            coarsenings: self.coarsenings,
        }
    }

    /// Whether some state's own tree uses that reducer.
    pub fn uses(&self, reducer: Reducer) -> bool {
        let trees = self.states.iter().filter_map(|state| state.refined.as_ref());
        self.initial.uses(reducer) || trees.into_iter().any(|refined| refined.tree.uses(reducer))
    }

    /// The number of a screen, which is read where it was not seen before or was let go.
    pub fn see(&mut self, screen: &Screen) -> GuiId {
        if let Some(&known) = self.by_hash.get(&screen.hash()) {
            return known;
        }
        let gui = Gui::of(screen, &self.rules, &mut self.words);
        let id = GuiId(self.slots.len() as u32);
        let seen = Seen {
            gui,
            hash: screen.hash(),
            acts: Vec::new(),
            done: VecDeque::new(),
            from: FxHashSet::default(),
            prune_at: KEPT_SCREENS,
            settled: false,
        };
        self.slots.push(Slot { state: StateId(NONE), visits: 0, seen: Some(Box::new(seen)) });
        self.by_hash.insert(screen.hash(), id);
        self.place(id, None);
        id
    }

    /// Notes a step, of which nothing is concluded yet.
    pub(super) fn note(&mut self, from: GuiId, node: u32, kind: Kind, to: GuiId) {
        let Some(seen) = self.slots[from.at()].seen.as_deref_mut() else { return };
        let same = |done: &&mut Done| (done.node, done.kind, done.to) == (node, kind, to);
        match seen.done.iter_mut().find(same) {
            Some(done) => done.times += 1,
            None => {
                if seen.done.len() >= KEPT_STEPS {
                    seen.done.pop_front();
                }
                seen.done.push_back(Done { node, kind, to, times: 1 });
            }
        }
        let path = path_of(seen, node, kind);
        self.came_from(to, from);
        let (state, target) = (self.state_of(from), self.state_of(to));
        if let Some(path) = path {
            *self.visited.entry((self.states[state.at()].place, path, kind)).or_default() += 1;
            self.count(state, path, kind, target, 1);
        }
        self.let_go(target, &[from, to]);
    }

    /// Remembers where a screen was come to from. A hub is come to from ever new screens, most of which were let
    /// go: those are forgotten now and then, so that neither memory nor rebuilding grows with the run.
    fn came_from(&mut self, to: GuiId, from: GuiId) {
        let Some(seen) = self.slots[to.at()].seen.as_deref_mut() else { return };
        seen.from.insert(from);
        if seen.from.len() < seen.prune_at {
            return;
        }
        let mut kept = std::mem::take(&mut seen.from);
        kept.retain(|gui| self.slots[gui.at()].seen.is_some());
        kept.shrink_to_fit();
        if let Some(seen) = self.slots[to.at()].seen.as_deref_mut() {
            seen.prune_at = 2 * kept.len().max(KEPT_SCREENS);
            seen.from = kept;
        }
    }

    pub(super) fn count(&mut self, state: StateId, path: PathId, kind: Kind, target: StateId, times: u32) {
        let state = &mut self.states[state.at()];
        let Ok(at) = state.actions.binary_search_by_key(&(path, kind), |a| (a.path, a.kind)) else { return };
        let action = &mut state.actions[at];
        action.visits += times;
        match action.targets.iter_mut().find(|(known, _)| *known == target) {
            Some((_, known)) => *known += times,
            None => action.targets.push((target, times)),
        }
        let known = self.visited.entry((state.place, path, kind)).or_default();
        *known = action.visits.max(*known);
    }

    /// Lets the oldest screen of a state go where it has too many.
    fn let_go(&mut self, state: StateId, but: &[GuiId]) {
        let guis = &mut self.states[state.at()].guis;
        if guis.len() <= KEPT_SCREENS {
            return;
        }
        let Some(at) = guis.iter().position(|gui| !but.contains(gui)) else { return };
        let Some(gone) = guis.remove(at) else { return };
        if let Some(seen) = self.slots[gone.at()].seen.take() {
            self.by_hash.remove(&seen.hash);
        }
    }

    /// What can be done on a screen under a tree, sorted.
    pub(super) fn acts(&mut self, gui: GuiId, tree: &Tree) -> Vec<Act> {
        acts(&self.slots, &mut self.words, gui, tree)
    }

    /// What can be done on a screen under the tree of that refined state, or the initial tree.
    pub(super) fn acts_above(&mut self, above: Option<StateId>, gui: GuiId) -> Vec<Act> {
        let tree = match above.and_then(|above| self.states[above.at()].refined.as_ref()) {
            Some(refined) => &refined.tree,
            None => &self.initial,
        };
        acts(&self.slots, &mut self.words, gui, tree)
    }

    /// Finds the state of a screen from `top` downwards, or from the initial tree, making it where needed.
    pub(super) fn place(&mut self, id: GuiId, top: Option<StateId>) {
        let mut parent = top;
        loop {
            let acts = self.acts_above(parent, id);
            let state = self.state_for(parent, id, &acts);
            if self.states[state.at()].refined.is_some() {
                parent = Some(state);
                continue;
            }
            self.settle_in(id, state, acts);
            return;
        }
    }

    pub(super) fn settle_in(&mut self, id: GuiId, state: StateId, acts: Vec<Act>) {
        let slot = &mut self.slots[id.at()];
        slot.state = state;
        if let Some(seen) = slot.seen.as_deref_mut() {
            seen.acts = acts;
            seen.settled = false;
        }
        self.states[state.at()].guis.push_back(id);
    }

    fn state_for(&mut self, parent: Option<StateId>, id: GuiId, acts: &[Act]) -> StateId {
        let place = self.slots[id.at()].seen.as_ref().map_or(0, |seen| seen.gui.place);
        let key: StateKey = (parent, place, self.set_of(acts));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let new = StateId(self.states.len() as u32);
        let actions = key.2.iter().map(|&(path, kind)| {
            let fresh = self.met.insert((place, path, kind));
            self.news += u64::from(fresh);
            ModelAction { path, kind, visits: 0, targets: Vec::new() }
        });
        let actions = actions.collect();
        let depth = parent.map_or(0, |parent| self.states[parent.at()].depth + 1);
        if let Some(refined) = parent.and_then(|parent| self.states[parent.at()].refined.as_mut()) {
            refined.children.push(new);
        }
        self.news += u64::from(parent.is_none());
        self.states.push(State {
            place,
            actions,
            guis: VecDeque::new(),
            parent,
            depth,
            refined: None,
            tried: FxHashMap::default(),
            dead: false,
            detached: false,
            fresh: true,
        });
        self.known.insert(key, new);
        new
    }

    /// The set of actions that makes a state.
    pub(super) fn set_of(&self, acts: &[Act]) -> Box<[(PathId, Kind)]> {
        let mut set: Vec<_> = acts.iter().map(|act| (act.name.path, act.kind)).collect();
        set.dedup();
        if self.settings.keys {
            set.extend([(PathId::NONE, Kind::Back), (PathId::NONE, Kind::Menu)]);
        }
        set.into()
    }
}

/// The name under which something was done on a screen; none where the screen has no such action any more.
pub(super) fn path_of(seen: &Seen, node: u32, kind: Kind) -> Option<PathId> {
    if node == NONE {
        return Some(PathId::NONE);
    }
    seen.acts.iter().find(|act| act.node == node && act.kind == kind).map(|act| act.name.path)
}

fn acts(slots: &[Slot], words: &mut Words, gui: GuiId, tree: &Tree) -> Vec<Act> {
    let Some(seen) = slots[gui.at()].seen.as_deref() else { return Vec::new() };
    let names = tree.names(&seen.gui, words);
    let mut acts: Vec<Act> = Vec::with_capacity(names.len());
    for (at, (node, name)) in seen.gui.nodes.iter().zip(names).enumerate() {
        acts.extend(node.kinds().map(|kind| Act { name, kind, node: at as u32 }));
    }
    acts.sort_unstable_by_key(|act| (act.name.path, act.kind, act.node));
    acts
}
