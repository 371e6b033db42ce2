//! Decision trees that choose a reducer for each widget (section III-B, figure 4).
//!
//! A node holds a reducer, a branch a selector: an attribute path that selects the widgets whose full path can
//! be reduced to it. The deepest node reached gives the reducer. Nodes that were given at the start are never
//! changed, only branched off (figure 5). Should two branches select the same widget, which can come about
//! because a parent's name may change after a branch was made, the older one wins.

use super::paths::Gui;
use super::reducer::Reducer;
use super::words::{Element, NONE, PathId, Words};

#[derive(Clone, Debug, PartialEq)]
struct Output {
    reducer: Reducer,
    branches: Vec<(PathId, u16)>,
    given: bool,
}

/// One step from a tree to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another reducer for a node without branches.
    Replace {
        /// The node.
        node: u16,
        /// Its new reducer.
        reducer: Reducer,
    },
    /// A new branch.
    Append {
        /// The node it grows from.
        node: u16,
        /// What it selects.
        selector: PathId,
        /// The reducer at its end.
        reducer: Reducer,
    },
}

/// A decision tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Output>,
}

/// The output of widgets that a rule of the user names: no node, so that nothing ever changes it.
const RULED: u16 = u16::MAX;

/// A widget's name in the model, and the node of the tree that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) path: PathId,
    pub(super) output: u16,
}

impl Tree {
    /// One reducer for every widget.
    pub fn given(reducer: Reducer) -> Self {
        Self { nodes: vec![Output { reducer, branches: Vec::new(), given: true }] }
    }

    /// The same tree with a branch off its root that counts as given too.
    pub fn with_given(&self, selector: PathId, reducer: Reducer) -> Self {
        let mut tree = self.with(Change::Append { node: 0, selector, reducer });
        if let Some(last) = tree.nodes.last_mut() {
            last.given = true;
        }
        tree
    }

    /// The tree after a change; the same where the change does not apply.
    pub fn with(&self, change: Change) -> Self {
        let mut tree = self.clone();
        match change {
            Change::Replace { node, reducer } => {
                let free = |output: &&mut Output| output.branches.is_empty() && !output.given;
                if let Some(output) = tree.nodes.get_mut(usize::from(node)).filter(free) {
                    output.reducer = reducer;
                }
            }
            Change::Append { node, selector, reducer } => {
                let new = tree.nodes.len() as u16;
                if let Some(output) = tree.nodes.get_mut(usize::from(node)) {
                    output.branches.push((selector, new));
                    tree.nodes.push(Output { reducer, branches: Vec::new(), given: false });
                }
            }
        }
        tree
    }

    /// The changes by which widgets of that name, given by that node, might be told apart, small ones first:
    /// of changes that are equally good the paper's figure 5 takes the one that keeps the parent's name.
    pub(super) fn changes(&self, name: Name) -> Vec<Change> {
        let Some(output) = self.nodes.get(usize::from(name.output)) else { return Vec::new() };
        let node = name.output;
        let mut changes = Vec::new();
        let mut reducers = Reducer::all();
        reducers.sort_by_key(|reducer| reducer.distance(output.reducer));
        for reducer in reducers {
            if output.branches.is_empty() && !output.given && !output.reducer.has(reducer) {
                changes.push(Change::Replace { node, reducer });
            }
            if reducer.finer_than(output.reducer) {
                changes.push(Change::Append { node, selector: name.path, reducer });
            }
        }
        changes
    }

    /// What a change comes to, whatever the tree around it: for the widgets of which selector (none for all)
    /// which reducer is used.
    pub(super) fn comes_to(&self, change: Change) -> (Option<PathId>, Reducer) {
        match change {
            Change::Append { selector, reducer, .. } => (Some(selector), reducer),
            Change::Replace { node, reducer } => {
                let mut branches = self.nodes.iter().flat_map(|output| &output.branches);
                (branches.find(|(_, next)| *next == node).map(|(selector, _)| *selector), reducer)
            }
        }
    }

    /// Number of primitive reducers of the finest reducer in it.
    pub fn finest(&self) -> u32 {
        self.nodes.iter().map(|node| node.reducer.primitives()).max().unwrap_or(0)
    }

    /// The names of all nodes of a screen.
    pub(super) fn names(&self, gui: &Gui, words: &mut Words) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::with_capacity(gui.nodes.len());
        for (at, node) in gui.nodes.iter().enumerate() {
            let (output, reducer) = match node.ruled {
                Some(reducer) => (RULED, reducer),
                None => {
                    let output = self.output(gui, at as u32, words);
                    (output, self.nodes[usize::from(output)].reducer)
                }
            };
            let keep = |which: Reducer, value: u32| if reducer.has(which) { value } else { NONE };
            let full = node.full;
            let last = Element {
                class: keep(Reducer::TYPE, full.class),
                id: keep(Reducer::TYPE, full.id),
                index: keep(Reducer::INDEX, full.index),
                text: keep(Reducer::TEXT, full.text),
            };
            let parent = names.get(node.parent as usize).filter(|_| reducer.has(Reducer::PARENT));
            let before = parent.map(|name| name.path);
            names.push(Name { path: words.path(before, last), output });
        }
        names
    }

    fn output(&self, gui: &Gui, widget: u32, words: &Words) -> u16 {
        let mut at = 0u16;
        loop {
            let branches = &self.nodes[usize::from(at)].branches;
            match branches.iter().find(|(selector, _)| selects(*selector, gui, widget, words)) {
                Some((_, next)) => at = *next,
                None => return at,
            }
        }
    }

    /// The tree in words, one line a branch that was learned.
    pub fn in_words(&self, words: &Words) -> Vec<String> {
        let branches = self.nodes.iter().flat_map(|node| &node.branches);
        let learned = branches.map(|(selector, next)| (selector, &self.nodes[usize::from(*next)]));
        let learned = learned.filter(|(_, end)| !end.given);
        learned.map(|(selector, end)| format!("{}: by {}", words.in_words(*selector), end.reducer)).collect()
    }

    /// Whether any widget's name may hold what `reducer` keeps.
    pub fn uses(&self, reducer: Reducer) -> bool {
        self.nodes.iter().any(|node| node.reducer.has(reducer))
    }
}

/// Whether a widget's full attribute path can be reduced to the selector: its elements, from the last, keep
/// only what the widget and those around it have.
fn selects(selector: PathId, gui: &Gui, widget: u32, words: &Words) -> bool {
    let (mut path, mut at) = (selector, widget);
    loop {
        let cell = words.cell(path);
        let Some(node) = gui.nodes.get(at as usize) else { return false };
        if !cell.last.fits(&node.full) {
            return false;
        }
        if cell.before == NONE {
            return true;
        }
        (path, at) = (PathId(cell.before), node.parent);
    }
}
