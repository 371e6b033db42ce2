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
    rebuild_and_count(seen).0
}

/// The same, and how much work it was: states of the tree that were read or laid over others.
pub fn rebuild_and_count(seen: &PrefixTree) -> (Elts, u64) {
    let mut merging = Merging::new(seen.tree());
    merging.run();
    let work = merging.work;
    (merging.quotient(), work)
}

/// Number of an edge.
type EdgeId = u32;
/// Ends a list of edges.
const NO_EDGE: EdgeId = EdgeId::MAX;

/// A state of the tree. Its edges are a list, so that those a merge adds are taken back at no cost.
#[derive(Clone, Copy)]
struct Node {
    label: LabelId,
    first: EdgeId,
}

#[derive(Clone, Copy)]
struct Edge {
    input: InputId,
    to: StateId,
    next: EdgeId,
}

struct Merging {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    depth: Vec<u32>,
    reds: Vec<StateId>,
    /// The red states of each label, oldest first.
    alike: Vec<Vec<StateId>>,
    is_red: Vec<bool>,
    /// The red state that each red one was found from; the initial state's is itself.
    found_from: Vec<StateId>,
    /// By depth and number: the red state and its edge that lead there.
    blues: BTreeMap<(u32, StateId), (StateId, EdgeId)>,
    /// States that got an edge by the merge under way: the newest edges, in that order.
    grown: Vec<StateId>,
    /// Pairs still to be folded.
    pairs: Vec<(StateId, StateId)>,
    /// How many states hang on each, itself included; right for the tree of the blue state at hand.
    sizes: Vec<u32>,
    /// States of that tree, parents first.
    order: Vec<StateId>,
    work: u64,
}

/// How far a fold may go.
#[derive(Clone, Copy)]
struct Wanted {
    /// States of the tree that is folded.
    size: u32,
    /// As many must fall on one, and one more, or it is not worth going on.
    more_than: u32,
}

impl Merging {
    fn new(tree: &Elts) -> Self {
        let count = tree.len();
        let (mut nodes, mut edges) = (Vec::with_capacity(count), Vec::with_capacity(2 * count));
        let mut depth = vec![0; count];
        let mut labels = 0;
        for state in tree.states() {
            let label = tree.label(state);
            labels = labels.max(label as usize + 1);
            let mut first = NO_EDGE;
            for (input, to) in tree.out(state).iter().rev() {
                // A child is always younger than its parent, so the parent's depth is known.
                depth[*to as usize] = depth[state as usize] + 1;
                edges.push(Edge { input: *input, to: *to, next: first });
                first = edges.len() as EdgeId - 1;
            }
            nodes.push(Node { label, first });
        }
        Self {
            nodes,
            edges,
            depth,
            reds: Vec::new(),
            alike: vec![Vec::new(); labels],
            is_red: vec![false; count],
            found_from: vec![ROOT; count],
            blues: BTreeMap::new(),
            grown: Vec::new(),
            pairs: Vec::new(),
            sizes: vec![0; count],
            order: Vec::new(),
            work: count as u64,
        }
    }

    fn run(&mut self) {
        self.promote(ROOT, ROOT);
        while let Some(((_, blue), (parent, edge))) = self.blues.pop_first() {
            if self.merge(blue, parent, edge) {
                self.add_grown_blues();
            } else {
                self.promote(blue, parent);
            }
        }
    }

    /// Merges a blue state with the red one that takes in most of its tree; of several with the nearest
    /// ancestor, or the oldest. Says whether there was one.
    fn merge(&mut self, blue: StateId, parent: StateId, edge: EdgeId) -> bool {
        let candidates = self.candidates(blue, parent);
        let size = if candidates.len() > 1 { self.measure(blue) } else { 0 };
        let (mut best, mut folded) = (None, None);
        for red in candidates {
            self.undo();
            // The blue tree must not be reached while it is taken apart.
            self.redirect(edge, red);
            let wanted = best.map(|(more_than, _)| Wanted { size, more_than });
            folded = None;
            match self.fold(red, blue, wanted) {
                Some(score) if best.is_none_or(|(most, _)| score > most) => {
                    (best, folded) = (Some((score, red)), Some(red));
                    // None takes in more than all of it.
                    if score == size {
                        break;
                    }
                }
                _ => self.undo(),
            }
        }
        let Some((_, red)) = best else {
            self.redirect(edge, blue);
            return false;
        };
        if folded != Some(red) {
            self.undo();
            self.redirect(edge, red);
            self.fold(red, blue, None);
        }
        true
    }

    /// The red states alike: the ancestors, nearest first, then the others, oldest first.
    fn candidates(&self, blue: StateId, parent: StateId) -> Vec<StateId> {
        let label = self.nodes[blue as usize].label;
        let alike = &self.alike[label as usize];
        if alike.len() < 2 {
            return alike.clone();
        }
        let mut candidates = Vec::with_capacity(alike.len());
        let mut at = parent;
        loop {
            if self.nodes[at as usize].label == label {
                candidates.push(at);
            }
            if at == ROOT {
                break;
            }
            at = self.found_from[at as usize];
        }
        let ancestors = candidates.len();
        for red in alike {
            if !candidates[..ancestors].contains(red) {
                candidates.push(*red);
            }
        }
        candidates
    }

    /// Counts the states that hang on each state of a tree, and says how many the tree has.
    fn measure(&mut self, blue: StateId) -> u32 {
        self.order.clear();
        self.order.push(blue);
        let mut at = 0;
        while at < self.order.len() {
            let state = self.order[at] as usize;
            self.sizes[state] = 1;
            let mut edge = self.nodes[state].first;
            while edge != NO_EDGE {
                let Edge { to, next, .. } = self.edges[edge as usize];
                self.order.push(to);
                edge = next;
            }
            at += 1;
        }
        for at in (0..self.order.len()).rev() {
            let state = self.order[at] as usize;
            let mut edge = self.nodes[state].first;
            while edge != NO_EDGE {
                let Edge { to, next, .. } = self.edges[edge as usize];
                self.sizes[state] += self.sizes[to as usize];
                edge = next;
            }
        }
        self.work += self.order.len() as u64;
        self.sizes[blue as usize]
    }

    fn redirect(&mut self, edge: EdgeId, to: StateId) {
        self.edges[edge as usize].to = to;
    }

    fn find(&self, state: StateId, input: InputId) -> Option<StateId> {
        let mut edge = self.nodes[state as usize].first;
        while edge != NO_EDGE {
            let known = self.edges[edge as usize];
            if known.input == input {
                return Some(known.to);
            }
            edge = known.next;
        }
        None
    }

    /// Lays a tree over the states it would be merged with; how many of its states fell on one, or `None` at
    /// the first two that differ or when it cannot be as many as wanted. What was added stays until
    /// [`Self::undo`].
    fn fold(&mut self, red: StateId, blue: StateId, wanted: Option<Wanted>) -> Option<u32> {
        self.grown.clear();
        self.pairs.clear();
        self.pairs.push((red, blue));
        let mut merged = 0;
        let mut hung = 0;
        while let Some((into, from)) = self.pairs.pop() {
            self.work += 1;
            if self.nodes[into as usize].label != self.nodes[from as usize].label {
                return None;
            }
            merged += 1;
            let mut edge = self.nodes[from as usize].first;
            while edge != NO_EDGE {
                let Edge { input, to, next } = self.edges[edge as usize];
                match self.find(into, input) {
                    Some(known) => self.pairs.push((known, to)),
                    None => {
                        self.hang(into, input, to);
                        if let Some(Wanted { size, more_than }) = wanted {
                            hung += self.sizes[to as usize];
                            // What hangs falls on nothing.
                            if size.saturating_sub(hung) <= more_than {
                                return None;
                            }
                        }
                    }
                }
                edge = next;
            }
        }
        Some(merged)
    }

    fn hang(&mut self, into: StateId, input: InputId, to: StateId) {
        let next = std::mem::replace(&mut self.nodes[into as usize].first, self.edges.len() as EdgeId);
        self.edges.push(Edge { input, to, next });
        self.grown.push(into);
    }

    fn undo(&mut self) {
        while let Some(state) = self.grown.pop() {
            if let Some(edge) = self.edges.pop() {
                self.nodes[state as usize].first = edge.next;
            }
        }
    }

    /// Trees that the merge hung onto red states are blue now.
    fn add_grown_blues(&mut self) {
        let from = self.edges.len() - self.grown.len();
        for (at, state) in self.grown.iter().enumerate() {
            if self.is_red[*state as usize] {
                let to = self.edges[from + at].to;
                self.blues.insert((self.depth[to as usize], to), (*state, (from + at) as EdgeId));
            }
        }
        self.grown.clear();
    }

    fn promote(&mut self, state: StateId, found_from: StateId) {
        self.found_from[state as usize] = found_from;
        self.reds.push(state);
        self.alike[self.nodes[state as usize].label as usize].push(state);
        self.is_red[state as usize] = true;
        let mut edge = self.nodes[state as usize].first;
        while edge != NO_EDGE {
            let Edge { to, next, .. } = self.edges[edge as usize];
            self.blues.insert((self.depth[to as usize], to), (state, edge));
            edge = next;
        }
    }

    fn quotient(self) -> Elts {
        let mut number = vec![0; self.nodes.len()];
        for (at, red) in self.reds.iter().enumerate() {
            number[*red as usize] = at as StateId;
        }
        let labels = self.reds.iter().map(|red| self.nodes[*red as usize].label).collect();
        let mut out = Vec::with_capacity(self.reds.len());
        for red in &self.reds {
            let mut transitions = Vec::new();
            let mut edge = self.nodes[*red as usize].first;
            while edge != NO_EDGE {
                let Edge { input, to, next } = self.edges[edge as usize];
                transitions.push((input, number[to as usize]));
                edge = next;
            }
            transitions.sort_unstable();
            out.push(transitions);
        }
        Elts::from_parts(labels, out)
    }
}
