//! Building the model anew where a tree changed (`RebuildModel` of section III-C), and only there: the screens of
//! one state are sorted again, and the transitions from and to them counted again.

use super::decision::{Change, Tree};
use super::graph::{GuiId, KEPT_SCREENS, Model, Refined, StateId, path_of};

impl Model {
    /// Gives a state a tree of its own and sorts its screens into the states that makes.
    pub(super) fn refine(&mut self, state: StateId, tree: Tree, change: Change) {
        self.refinements += 1;
        let guis = std::mem::take(&mut self.states[state.at()].guis);
        self.states[state.at()].refined = Some(Refined { tree, change, children: Vec::new() });
        for &gui in &guis {
            self.place(gui, Some(state));
        }
        self.rebuild_around(guis);
    }

    /// Takes a state's own tree away and gives it back all screens of the states below; the change is not
    /// made again.
    pub(super) fn coarsen(&mut self, state: StateId) {
        let Some(refined) = self.states[state.at()].refined.take() else { return };
        self.coarsenings += 1;
        let key = self.tree_of(state).comes_to(refined.change);
        self.reverted.insert((self.initial_of(state), key));
        self.states[state.at()].tried.clear();
        let mut open = refined.children;
        let mut guis = Vec::new();
        while let Some(next) = open.pop() {
            let below = &mut self.states[next.at()];
            below.dead = true;
            guis.extend(std::mem::take(&mut below.guis));
            let set: Box<[_]> = below.actions.iter().map(|action| (action.path, action.kind)).collect();
            let key = (below.parent, below.place, set);
            open.extend(below.refined.take().map(|refined| refined.children).unwrap_or_default());
            self.known.remove(&key);
        }
        guis.sort_unstable();
        let excess = guis.len().saturating_sub(KEPT_SCREENS);
        for gui in guis.drain(..excess) {
            self.slots[gui.at()].state = state;
            if let Some(seen) = self.slots[gui.at()].seen.take() {
                self.by_hash.remove(&seen.hash);
            }
        }
        let above = self.states[state.at()].parent;
        for &gui in &guis {
            let acts = self.acts_above(above, gui);
            self.settle_in(gui, state, acts);
        }
        self.rebuild_around(guis);
    }

    /// Counts the transitions of these screens' states, and of those that lead to them, anew.
    fn rebuild_around(&mut self, guis: impl IntoIterator<Item = GuiId>) {
        let mut affected: Vec<StateId> = Vec::new();
        for gui in guis {
            affected.push(self.state_of(gui));
            if let Some(seen) = self.slots[gui.at()].seen.as_deref() {
                affected.extend(seen.from.iter().map(|from| self.state_of(*from)));
            }
        }
        affected.sort_unstable();
        affected.dedup();
        for state in affected {
            if !self.states[state.at()].dead && self.states[state.at()].refined.is_none() {
                self.recount(state);
            }
        }
    }

    fn recount(&mut self, id: StateId) {
        let state = &mut self.states[id.at()];
        state.fresh = true;
        for action in &mut state.actions {
            action.visits = 0;
            action.targets.clear();
        }
        for at in 0..self.states[id.at()].guis.len() {
            let gui = self.states[id.at()].guis[at];
            let Some(seen) = self.slots[gui.at()].seen.as_deref() else { continue };
            let steps: Vec<_> =
                seen.done.iter().map(|done| (path_of(seen, done.node, done.kind), *done)).collect();
            for (path, done) in steps {
                if let Some((path, target)) = path.zip(self.present(self.state_of(done.to))) {
                    self.count(id, path, done.kind, target, done.times);
                }
            }
        }
    }

    /// The state that stands for an old one now, if it is one.
    pub(super) fn present(&self, mut id: StateId) -> Option<StateId> {
        while self.states[id.at()].dead {
            id = self.states[id.at()].parent?;
        }
        self.states[id.at()].refined.is_none().then_some(id)
    }

    /// The state of the initial tree that it came out of.
    pub(super) fn initial_of(&self, state: StateId) -> StateId {
        std::iter::successors(Some(state), |at| self.states[at.at()].parent).last().unwrap_or(state)
    }

    /// The tree that names a state's widgets.
    pub(super) fn tree_of(&self, state: StateId) -> &Tree {
        let above = self.states[state.at()].parent.and_then(|above| self.states[above.at()].refined.as_ref());
        above.map_or(&self.initial, |refined| &refined.tree)
    }
}
