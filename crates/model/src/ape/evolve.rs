//! How the abstraction is optimised after each step: algorithm 2 of section III-C, in its order.
//!
//! First no action may stand for more than α widgets of the new screen; then a state that was split too often
//! is merged again; then the action that was done must not lead to different states. Among the changes that
//! help, the one is taken that makes fewer states, then fewer actions. Merging wins over splitting, and a
//! change that was reverted is not made again in the state of the initial tree that it was made in: kept with
//! the split state alone, as a blacklist of whole trees would be, it would be forgotten when that state is
//! merged, and made and reverted for ever.
//!
//! Where the paper leaves room: a state may be split into β = 2n states, n being the number of primitive
//! reducers of the finest reducer in its tree, since the paper says that β depends on n and is at most 8, and
//! with n at most 4 this reaches 8 exactly at the finest reducer. States further up the chain of refinements
//! may have β for each refinement below them, or a chain of splits that are each in order would grow without
//! bound; there the later refinement goes, as the earlier is in order. What was reverted for some widgets rules
//! out finer reducers for them. A change in action refinement must lower the number of widgets above α, and one
//! in state refinement the number of undetermined transitions, and no tree is come back to, or reducers could
//! take turns for ever. The action in question is split before its state is. An action whose targets cannot be
//! told apart is tried again when its visits have doubled: trying costs milliseconds, and one more visit rarely
//! changes the answer.

use rustc_hash::{FxHashMap, FxHashSet};
use skink_gui::{Screen, WidgetId};

use super::decision::{Change, Name, Tree};
use super::graph::{Act, GuiId, Model, StateId, path_of};
use super::paths::Kind;
use super::reducer::Reducer;
use super::words::{NONE, PathId};

/// Refinements in a row on one state.
const MAX_CHAIN: u32 = 16;
/// Screens on which the sizes of models are compared.
const COMPARED: usize = 12;
/// Screens on which it is tried whether a change separates two targets.
const SAMPLE: usize = 16;

impl Model {
    /// A screen came without a step that the model knows: a launch, an event of the system.
    pub fn arrived(&mut self, screen: &Screen) -> GuiId {
        let to = self.see(screen);
        self.slots[to.at()].visits += 1;
        self.reattach(to);
        self.refine_actions(to);
        self.coarsen_above(to);
        to
    }

    /// Something was done to a widget of `from`, or a key was pressed, and led to `screen`.
    pub fn stepped(&mut self, from: GuiId, widget: Option<WidgetId>, kind: Kind, screen: &Screen) -> GuiId {
        let to = self.see(screen);
        self.slots[to.at()].visits += 1;
        self.reattach(to);
        let node = self.node_of(from, widget);
        if let Some(node) = node {
            self.note(from, node, kind, to);
        }
        self.refine_actions(to);
        self.coarsen_above(to);
        if let Some(node) = node {
            self.refine_state(from, node, kind);
        }
        to
    }

    /// Something was done that ended the trace, such as a crash: it leads nowhere one could go on from, which
    /// is noted as staying, so that no way leads through it.
    pub fn ended(&mut self, from: GuiId, widget: Option<WidgetId>, kind: Kind) {
        let node = self.node_of(from, widget);
        if let Some(node) = node {
            self.note(from, node, kind, from);
        }
    }

    fn node_of(&self, gui: GuiId, widget: Option<WidgetId>) -> Option<u32> {
        let Some(widget) = widget else { return Some(NONE) };
        self.slots[gui.at()].seen.as_deref()?.gui.node(widget)
    }

    /// Lines 7 to 16, repeated until nothing changes.
    fn refine_actions(&mut self, gui: GuiId) {
        while let Some(seen) = self.slots[gui.at()].seen.as_deref().filter(|seen| !seen.settled) {
            let excess = excess(&seen.acts, self.settings.widgets_per_action);
            let state = self.state_of(gui);
            let best = if excess == 0 { None } else { self.best_for_actions(state, gui, excess) };
            match best {
                Some((tree, change)) => self.refine(state, tree, change),
                None => {
                    if let Some(seen) = self.slots[gui.at()].seen.as_deref_mut() {
                        seen.settled = true;
                    }
                }
            }
        }
    }

    fn best_for_actions(&mut self, state: StateId, gui: GuiId, excess_now: usize) -> Option<(Tree, Change)> {
        let limit = self.settings.widgets_per_action;
        let seen = self.slots[gui.at()].seen.as_deref()?;
        let crowds = seen.acts.chunk_by(|a, b| (a.name.path, a.kind) == (b.name.path, b.kind));
        let crowded: Vec<Name> =
            crowds.filter(|crowd| crowd.len() > limit).map(|crowd| crowd[0].name).collect();
        let tree = self.tree_of(state).clone();
        // As in the paper, the first crowded action for which something helps.
        crowded.into_iter().find_map(|name| {
            self.best(state, &tree, &[name], |model, tree| excess(&model.acts(gui, tree), limit) < excess_now)
        })
    }

    /// The change of these names that helps and makes the fewest states, then the fewest actions.
    fn best(
        &mut self,
        state: StateId,
        tree: &Tree,
        names: &[Name],
        mut helps: impl FnMut(&mut Self, &Tree) -> bool,
    ) -> Option<(Tree, Change)> {
        if self.states[state.at()].depth >= MAX_CHAIN {
            return None;
        }
        let initial = self.initial_of(state);
        let mut best: Option<((usize, usize), Tree, Change)> = None;
        for name in names {
            for change in tree.changes(*name) {
                if self.is_hopeless(initial, tree.comes_to(change)) {
                    continue;
                }
                let changed = tree.with(change);
                if self.was_left(state, &changed) || !helps(self, &changed) {
                    continue;
                }
                if self.preferred.front() == Some(&tree.comes_to(change).1) {
                    self.preferred.pop_front();
                    return Some((changed, change));
                }
                let size = self.size_under(state, &changed);
                if best.as_ref().is_none_or(|(least, _, _)| size < *least) {
                    best = Some((size, changed, change));
                }
            }
        }
        best.map(|(_, tree, change)| (tree, change))
    }

    /// Whether a change was reverted in an initial state, or a coarser one for the same widgets: what keeps more of
    /// them makes no fewer states.
    fn is_hopeless(&self, initial: StateId, (selector, reducer): (Option<PathId>, Reducer)) -> bool {
        let mut coarser = Reducer::all().into_iter().filter(|other| reducer.has(*other));
        coarser.any(|other| self.reverted.contains(&(initial, (selector, other))))
    }

    /// Whether a tree is one that was already refined on the way to this state: it told too little apart then,
    /// and going back to it would only begin the same again.
    fn was_left(&self, state: StateId, tree: &Tree) -> bool {
        let mut above = std::iter::successors(Some(state), |at| self.states[at.at()].parent);
        above.any(|at| self.tree_of(at) == tree)
    }

    /// How many states and actions a state's newest screens would make under a tree.
    fn size_under(&mut self, state: StateId, tree: &Tree) -> (usize, usize) {
        let mut states = FxHashSet::default();
        let newest: Vec<GuiId> = self.states[state.at()].guis.iter().rev().take(COMPARED).copied().collect();
        for gui in newest {
            let acts = self.acts(gui, tree);
            states.insert(self.set_of(&acts));
        }
        let actions: FxHashSet<(PathId, Kind)> = states.iter().flat_map(|set| set.iter().copied()).collect();
        (states.len(), actions.len())
    }

    /// Lines 17 to 20, for every refinement that led to the screen's state.
    fn coarsen_above(&mut self, gui: GuiId) {
        let mut at = self.state_of(gui);
        let mut level = 1;
        while let Some(above) = self.states[at.at()].parent {
            let refined = self.states[above.at()].refined.as_ref();
            let (bound, made) =
                refined.map_or((0, 0), |refined| (2 * refined.tree.finest(), refined.children.len()));
            if made > bound as usize {
                self.coarsen(above);
                level = 0;
            } else if self.states_below(above) > (bound * level) as usize {
                // Each refinement alone is in order, the chain is not: the later one goes.
                self.coarsen(at);
                level = 1;
            }
            at = above;
            level += 1;
        }
    }

    fn states_below(&self, state: StateId) -> usize {
        match &self.states[state.at()].refined {
            Some(refined) => refined.children.iter().map(|child| self.states_below(*child)).sum(),
            None => 1,
        }
    }

    /// Lines 21 to 31, and the splitting of the action itself that the paper leaves to the reader: a change
    /// helps if no screen that led here and none that led there have the same state and the same action.
    fn refine_state(&mut self, from: GuiId, node: u32, kind: Kind) {
        let state = self.state_of(from);
        let Some(path) = self.slots[from.at()].seen.as_deref().and_then(|seen| path_of(seen, node, kind))
        else {
            return;
        };
        let found = self.states[state.at()].actions.binary_search_by_key(&(path, kind), |a| (a.path, a.kind));
        let Ok(at) = found else { return };
        let action = &self.states[state.at()].actions[at];
        let (visits, targets) = (action.visits, action.targets.len());
        let due = self.states[state.at()].tried.get(&(path, kind)).is_none_or(|next| visits >= *next);
        if targets < 2 || !due {
            return;
        }
        let steps = self.steps_of(state, path, kind);
        let Some(&(_, _, newest)) = steps.iter().rfind(|(gui, at, _)| (*gui, *at) == (from, node)) else {
            return;
        };
        let names = self.names_in(state, path);
        let tree = self.tree_of(state).clone();
        let mut others: Vec<StateId> = steps.iter().map(|step| step.2).filter(|to| *to != newest).collect();
        others.sort_unstable();
        others.dedup();
        for other in others {
            let side = |which: StateId| -> Vec<(GuiId, u32)> {
                let steps = steps.iter().rev().filter(|step| step.2 == which);
                steps.take(SAMPLE).map(|step| (step.0, step.1)).collect()
            };
            let (one, two) = (side(newest), side(other));
            if one.iter().any(|step| two.contains(step)) {
                continue;
            }
            let own = names.iter().take_while(|name| name.path == path).count();
            let undecided = self.undecided(state, &tree);
            let mut helps = |model: &mut Self, tree: &Tree| {
                model.separates(tree, kind, &one, &two) && model.undecided(state, tree) < undecided
            };
            let best = self
                .best(state, &tree, &names[..own], &mut helps)
                .or_else(|| self.best(state, &tree, &names[own..], &mut helps));
            if let Some((tree, change)) = best {
                self.refine(state, tree, change);
                return;
            }
        }
        self.states[state.at()].tried.insert((path, kind), visits * 2);
    }

    /// The steps behind an action: screen, node and the state it led to.
    fn steps_of(&self, state: StateId, path: PathId, kind: Kind) -> Vec<(GuiId, u32, StateId)> {
        let mut steps = Vec::new();
        for &gui in &self.states[state.at()].guis {
            let Some(seen) = self.slots[gui.at()].seen.as_deref() else { continue };
            for done in seen.done.iter().filter(|done| done.kind == kind) {
                if path_of(seen, done.node, kind) == Some(path) {
                    let target = self.present(self.state_of(done.to));
                    steps.extend(target.map(|target| (gui, done.node, target)));
                }
            }
        }
        steps
    }

    /// How many transitions too many a state's screens would have under a tree: for each action of the states it
    /// makes, the targets beyond the first. The second requirement of section III-C is that these be few; a
    /// change that parts two targets and throws others together, such as position in the place of text, is none.
    fn undecided(&mut self, state: StateId, tree: &Tree) -> usize {
        let mut sets: FxHashMap<Box<[(PathId, Kind)]>, u32> = FxHashMap::default();
        let mut targets: FxHashSet<(u32, PathId, Kind, StateId)> = FxHashSet::default();
        let mut actions: FxHashSet<(u32, PathId, Kind)> = FxHashSet::default();
        for at in 0..self.states[state.at()].guis.len() {
            let gui = self.states[state.at()].guis[at];
            let Some(seen) = self.slots[gui.at()].seen.as_deref().filter(|seen| !seen.done.is_empty()) else {
                continue;
            };
            let steps: Vec<_> = seen.done.iter().map(|done| (done.node, done.kind, done.to)).collect();
            let acts = self.acts(gui, tree);
            let next = sets.len() as u32;
            let set = *sets.entry(self.set_of(&acts)).or_insert(next);
            for (node, kind, to) in steps {
                let named = acts.iter().find(|act| act.node == node && act.kind == kind);
                let path = if node == NONE { Some(PathId::NONE) } else { named.map(|act| act.name.path) };
                if let Some((path, to)) = path.zip(self.present(self.state_of(to))) {
                    actions.insert((set, path, kind));
                    targets.insert((set, path, kind, to));
                }
            }
        }
        targets.len() - actions.len()
    }

    /// The names of a state's widgets, the one of the action in question first.
    fn names_in(&self, state: StateId, first: PathId) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        let newest = self.states[state.at()].guis.iter().rev();
        for seen in newest.take(1).filter_map(|gui| self.slots[gui.at()].seen.as_deref()) {
            names.extend(seen.acts.iter().map(|act| act.name));
        }
        names.dedup();
        names.sort_by_key(|name| name.path != first);
        names
    }

    /// Whether under a tree no step of one side has the state and action of a step of the other. A tree that makes
    /// nearly every step a case of its own does so for any two sides, by luck: that is none.
    fn separates(&mut self, tree: &Tree, kind: Kind, one: &[(GuiId, u32)], two: &[(GuiId, u32)]) -> bool {
        let mut under = |&(gui, node): &(GuiId, u32)| {
            let acts = self.acts(gui, tree);
            let act = acts.iter().find(|act| act.node == node && act.kind == kind);
            (act.map(|act| act.name.path), self.set_of(&acts))
        };
        let first: FxHashSet<_> = one.iter().map(&mut under).collect();
        let second: FxHashSet<_> = two.iter().map(&mut under).collect();
        let few = ((one.len() + two.len()) / 2).max(2);
        first.is_disjoint(&second) && first.len() + second.len() <= few
    }
}

/// Widgets beyond those that an action may stand for.
fn excess(acts: &[Act], limit: usize) -> usize {
    let crowds = acts.chunk_by(|a, b| (a.name.path, a.kind) == (b.name.path, b.kind));
    crowds.map(|crowd| crowd.len().saturating_sub(limit)).sum()
}
