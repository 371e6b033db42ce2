//! Ways through the model (section III-D): to the nearest state with an action that was never done, over
//! transitions that were seen. States that could not be reached again are detached and not walked through
//! until they are met again.

use super::graph::{GuiId, Model, StateId};
use super::paths::Kind;
use super::words::PathId;

/// One step of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The widget it is done to.
    pub path: PathId,
    /// What is done.
    pub kind: Kind,
    /// Where it should lead.
    pub to: StateId,
}

impl Model {
    /// Takes a state out of ways.
    pub fn detach(&mut self, state: StateId) {
        self.states[state.at()].detached = true;
    }

    pub(super) fn reattach(&mut self, gui: GuiId) {
        let state = self.state_of(gui);
        self.states[state.at()].detached = false;
    }

    /// Something may be done on this screen, and so in its place. Dialogs of the system and other apps, which
    /// are not the explorer's to act on, are never shown to it, and no way leads to them.
    pub fn asked(&mut self, gui: GuiId) {
        let place = self.states[self.state_of(gui).at()].place;
        self.usable.insert(place);
    }

    /// Whether a state is the one that was meant, which may have been refined or merged since.
    pub fn is_still(&self, state: StateId, mut meant: StateId) -> bool {
        while let Some(above) = self.states[meant.at()].parent.filter(|_| self.states[meant.at()].dead) {
            meant = above;
        }
        std::iter::successors(Some(state), |state| self.states[state.at()].parent).any(|at| at == meant)
    }

    /// Whether a state has an action that was never done.
    pub fn has_new(&mut self, id: StateId) -> bool {
        let state = &self.states[id.at()];
        let fresh = state.fresh && state.actions.iter().any(|action| self.is_new(id, action));
        self.states[id.at()].fresh = fresh;
        fresh
    }

    /// The shortest way from a state to one with an action that was never done, of at most `max` steps; each
    /// step takes an action to where it most often led.
    pub fn way_to_new(&mut self, from: StateId, max: usize) -> Option<Vec<Hop>> {
        let mut reached: Vec<(StateId, usize, Option<Hop>, usize)> = vec![(from, 0, None, 0)];
        let mut met = vec![false; self.states.len()];
        met[from.at()] = true;
        let mut next = 0;
        while next < reached.len() {
            let (at, _, _, length) = reached[next];
            if next > 0 && self.usable.contains(&self.states[at.at()].place) && self.has_new(at) {
                let mut way = Vec::new();
                let mut step = next;
                while let (_, before, Some(hop), _) = reached[step] {
                    way.push(hop);
                    step = before;
                }
                way.reverse();
                return Some(way);
            }
            if length < max {
                for action in &self.states[at.at()].actions {
                    let Some(&(to, times)) = action.targets.iter().max_by_key(|(_, times)| *times) else {
                        continue;
                    };
                    let state = &self.states[to.at()];
                    let open = !met[to.at()] && !state.dead && !state.detached && state.refined.is_none();
                    // What leads elsewhere more often than not is no way.
                    if open && times * 2 >= action.visits {
                        met[to.at()] = true;
                        let hop = Hop { path: action.path, kind: action.kind, to };
                        reached.push((to, next, Some(hop), length + 1));
                    }
                }
            }
            next += 1;
        }
        None
    }
}
