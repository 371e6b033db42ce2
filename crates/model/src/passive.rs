//! The smallest model we can find that explains all traces: states of the prefix tree are merged as long as
//! labels allow (SwiftHand, section 3.3, Algorithm 2, in BlueFringe order).
//!
//! Red states are the model so far, blue ones are their successors that are still trees. The shallowest
//! blue state is merged with the red one that explains most of it, and becomes red where none can. Departure:
//! BlueFringe compares all pairs of red and blue before each merge; the shallowest blue state alone is
//! considered here, which visits a tree once for each candidate and not once for each pair and round. Of red
//! states that explain as much, the nearest ancestor wins, as section 3.2 found best while testing.

use std::collections::BTreeMap;

use crate::elts::{Elts, InputId, LabelId, PrefixTree, ROOT, StateId};

/// Learns a model from what was seen; its states are numbered in the order they were found distinct.
pub fn rebuild(seen: &PrefixTree) -> Elts {
    Merging::new(seen.tree().clone()).run()
}

struct Merging {
    labels: Vec<LabelId>,
    out: Vec<Vec<(InputId, StateId)>>,
    depth: Vec<u32>,
    reds: Vec<StateId>,
    is_red: Vec<bool>,
    /// The red state that each red one was found from; the initial state's is itself.
    found_from: Vec<StateId>,
    /// By depth and number: the red state and the input that lead there.
    blues: BTreeMap<(u32, StateId), (StateId, InputId)>,
    /// States that got a transition by the merge under way, last one last: each is its state's newest.
    grown: Vec<StateId>,
    /// Pairs still to be folded.
    pairs: Vec<(StateId, StateId)>,
}

impl Merging {
    fn new(tree: Elts) -> Self {
        let mut depth = vec![0; tree.len()];
        for state in tree.states() {
            for (_, to) in tree.out(state) {
                // A child is always younger than its parent, so the parent's depth is known.
                depth[*to as usize] = depth[state as usize] + 1;
            }
        }
        let (labels, out) = tree.into_parts();
        let is_red = vec![false; labels.len()];
        let found_from = vec![ROOT; labels.len()];
        let (reds, blues) = (Vec::new(), BTreeMap::new());
        Self { labels, out, depth, reds, is_red, found_from, blues, grown: Vec::new(), pairs: Vec::new() }
    }

    fn run(mut self) -> Elts {
        self.promote(ROOT, ROOT);
        while let Some(((_, blue), (parent, input))) = self.blues.pop_first() {
            match self.best_red(blue, parent, input) {
                Some(red) => {
                    self.redirect(parent, input, red);
                    self.fold(red, blue);
                    self.add_grown_blues();
                }
                None => self.promote(blue, parent),
            }
        }
        self.quotient()
    }

    /// The red state that takes in most of the blue tree; of several the nearest ancestor, or the oldest.
    fn best_red(&mut self, blue: StateId, parent: StateId, input: InputId) -> Option<StateId> {
        let label = self.labels[blue as usize];
        let mut best = None;
        let alike = |red: &StateId| self.labels[*red as usize] == label;
        let mut candidates = self.ancestors(parent);
        candidates.retain(alike);
        let nearest = candidates.len();
        for red in self.reds.iter().copied().filter(alike) {
            if !candidates[..nearest].contains(&red) {
                candidates.push(red);
            }
        }
        for red in candidates {
            // The blue tree must not be reached while it is taken apart.
            self.redirect(parent, input, red);
            let score = self.fold(red, blue);
            self.undo();
            self.redirect(parent, input, blue);
            if let Some(score) = score
                && best.is_none_or(|(most, _)| score > most)
            {
                best = Some((score, red));
            }
        }
        best.map(|(_, red)| red)
    }

    /// A red state and those it was found from, up to the initial one.
    fn ancestors(&self, red: StateId) -> Vec<StateId> {
        let mut chain = vec![red];
        let mut at = red;
        while at != ROOT {
            at = self.found_from[at as usize];
            chain.push(at);
        }
        chain
    }

    fn redirect(&mut self, from: StateId, input: InputId, to: StateId) {
        if let Some(known) = self.out[from as usize].iter_mut().find(|(a, _)| *a == input) {
            known.1 = to;
        }
    }

    /// Lays a tree over the states it would be merged with; how many of its states fell on one, or `None` at
    /// the first two that differ. What was added stays until [`Self::undo`].
    fn fold(&mut self, red: StateId, blue: StateId) -> Option<u32> {
        self.grown.clear();
        self.pairs.clear();
        self.pairs.push((red, blue));
        let mut merged = 0;
        while let Some((into, from)) = self.pairs.pop() {
            if self.labels[into as usize] != self.labels[from as usize] {
                return None;
            }
            merged += 1;
            for at in 0..self.out[from as usize].len() {
                let (input, to) = self.out[from as usize][at];
                match self.out[into as usize].iter().find(|(a, _)| *a == input) {
                    Some((_, known)) => self.pairs.push((*known, to)),
                    None => {
                        self.out[into as usize].push((input, to));
                        self.grown.push(into);
                    }
                }
            }
        }
        Some(merged)
    }

    fn undo(&mut self) {
        while let Some(state) = self.grown.pop() {
            self.out[state as usize].pop();
        }
    }

    /// Trees that the merge hung onto red states are blue now.
    fn add_grown_blues(&mut self) {
        while let Some(state) = self.grown.pop() {
            if self.is_red[state as usize] {
                self.add_blues(state);
            }
        }
    }

    fn add_blues(&mut self, red: StateId) {
        for (input, to) in &self.out[red as usize] {
            if !self.is_red[*to as usize] {
                self.blues.insert((self.depth[*to as usize], *to), (red, *input));
            }
        }
    }

    fn promote(&mut self, state: StateId, found_from: StateId) {
        self.found_from[state as usize] = found_from;
        self.reds.push(state);
        self.is_red[state as usize] = true;
        self.add_blues(state);
    }

    fn quotient(mut self) -> Elts {
        let mut number = vec![0; self.labels.len()];
        for (at, red) in self.reds.iter().enumerate() {
            number[*red as usize] = at as StateId;
        }
        let labels = self.reds.iter().map(|red| self.labels[*red as usize]).collect();
        let mut out = Vec::with_capacity(self.reds.len());
        for red in &self.reds {
            let mut transitions = std::mem::take(&mut self.out[*red as usize]);
            transitions.iter_mut().for_each(|(_, to)| *to = number[*to as usize]);
            transitions.sort_unstable();
            out.push(transitions);
        }
        Elts::from_parts(labels, out)
    }
}
