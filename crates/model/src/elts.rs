//! Transition systems whose states are labelled with the inputs they enable (SwiftHand, section 3), and the
//! prefix tree of the traces seen so far (section 3.3).
//!
//! An input is what is done and the box it is done in; two screens with the same inputs look alike. Inputs
//! and labels are numbered by an [`Alphabet`], so a model is a few vectors of numbers. Departures: an app
//! that ended has a label of its own, apart from a screen that offers nothing; and where the same inputs
//! lead elsewhere than before, the tree keeps what was seen last, as the paper's tree knows no such apps.

use rustc_hash::FxHashMap;
use skink_gui::{Bounds, Direction, Enabled, Key, Screen, enabled};

/// Number of an input in an [`Alphabet`].
pub type InputId = u32;
/// Number of a set of inputs in an [`Alphabet`].
pub type LabelId = u32;
/// Number of a state in an [`Elts`].
pub type StateId = u32;

/// The label of an app that ended: nothing can be done but start it again.
pub const ENDED: LabelId = 0;
/// The state a model begins in.
pub const ROOT: StateId = 0;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputKind {
    /// A tap.
    Tap,
    /// A long tap.
    LongTap,
    /// Typing; a field is always given the same text.
    Type,
    /// Scrolling.
    Scroll(Direction),
    /// A key, which has no box.
    Key(Key),
    /// An event of the system, which has no box and is enabled by no screen: turning the device,
    Rotate,
    /// leaving the app and coming back,
    Background,
    /// or the same with the process gone meanwhile.
    Kill,
}

/// What is done, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    /// What.
    pub kind: InputKind,
    /// The box of the widget.
    pub bounds: Bounds,
}

impl Input {
    /// The input that stands for something a screen enables.
    pub fn of(enabled: Enabled, screen: &Screen) -> Self {
        let kind = match enabled {
            Enabled::Tap(_) => InputKind::Tap,
            Enabled::LongTap(_) => InputKind::LongTap,
            Enabled::Type(_) => InputKind::Type,
            Enabled::Scroll(_, direction) => InputKind::Scroll(direction),
        };
        Self { kind, bounds: screen.widget(enabled.widget()).bounds() }
    }

    /// A key.
    pub fn key(key: Key) -> Self {
        Self::without_box(InputKind::Key(key))
    }

    /// An input that is not done to a widget.
    pub fn without_box(kind: InputKind) -> Self {
        Self { kind, bounds: Bounds::default() }
    }
}

/// Numbers inputs and sets of inputs in the order they are met.
#[derive(Clone, Debug)]
pub struct Alphabet {
    inputs: Vec<Input>,
    input_ids: FxHashMap<Input, InputId>,
    labels: Vec<Box<[InputId]>>,
    label_ids: FxHashMap<Box<[InputId]>, LabelId>,
}

impl Default for Alphabet {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            input_ids: FxHashMap::default(),
            // The ended app's; not among the ids, so that a screen that enables nothing gets another.
            labels: vec![Box::default()],
            label_ids: FxHashMap::default(),
        }
    }
}

impl Alphabet {
    /// The number of an input.
    pub fn input(&mut self, input: Input) -> InputId {
        *self.input_ids.entry(input).or_insert_with(|| {
            self.inputs.push(input);
            (self.inputs.len() - 1) as InputId
        })
    }

    /// What a number stands for.
    pub fn get(&self, id: InputId) -> Option<&Input> {
        self.inputs.get(id as usize)
    }

    /// The label of a running app that enables these inputs, in any order.
    pub fn label(&mut self, inputs: impl IntoIterator<Item = Input>) -> LabelId {
        let mut ids: Vec<InputId> = inputs.into_iter().map(|input| self.input(input)).collect();
        ids.sort_unstable();
        ids.dedup();
        let ids = ids.into_boxed_slice();
        if let Some(label) = self.label_ids.get(&ids) {
            return *label;
        }
        let label = self.labels.len() as LabelId;
        self.labels.push(ids.clone());
        self.label_ids.insert(ids, label);
        label
    }

    /// The label of a screen, where `keys` are enabled everywhere.
    pub fn label_of(&mut self, screen: &Screen, keys: &[Key]) -> LabelId {
        let on_widgets = enabled(screen).into_iter().map(|e| Input::of(e, screen));
        let label: Vec<Input> = on_widgets.chain(keys.iter().map(|key| Input::key(*key))).collect();
        self.label(label)
    }

    /// The inputs of a label, ascending.
    pub fn enabled(&self, label: LabelId) -> &[InputId] {
        self.labels.get(label as usize).map_or(&[], |inputs| inputs)
    }
}

/// A deterministic transition system with labelled states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elts {
    labels: Vec<LabelId>,
    out: Vec<Vec<(InputId, StateId)>>,
}

impl Elts {
    /// The initial state alone.
    pub fn new(label: LabelId) -> Self {
        Self { labels: vec![label], out: vec![Vec::new()] }
    }

    /// How many states.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Never: there is always an initial state.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Every state, in the order they were added.
    pub fn states(&self) -> impl Iterator<Item = StateId> + use<> {
        0..self.labels.len() as StateId
    }

    /// The label of a state.
    pub fn label(&self, state: StateId) -> LabelId {
        self.labels[state as usize]
    }

    /// Transitions out of a state, in the order they were added.
    pub fn out(&self, state: StateId) -> &[(InputId, StateId)] {
        &self.out[state as usize]
    }

    /// Where an input leads, if that is known.
    pub fn next(&self, state: StateId, input: InputId) -> Option<StateId> {
        self.out(state).iter().find(|(a, _)| *a == input).map(|(_, to)| *to)
    }

    /// Where inputs lead one after the other, if all of it is known.
    pub fn run(&self, from: StateId, inputs: &[InputId]) -> Option<StateId> {
        inputs.iter().try_fold(from, |state, input| self.next(state, *input))
    }

    /// A state without transitions.
    pub fn add(&mut self, label: LabelId) -> StateId {
        self.labels.push(label);
        self.out.push(Vec::new());
        (self.labels.len() - 1) as StateId
    }

    /// A transition, in place of the one there was.
    pub fn connect(&mut self, from: StateId, input: InputId, to: StateId) {
        let out = &mut self.out[from as usize];
        match out.iter_mut().find(|(a, _)| *a == input) {
            Some(known) => known.1 = to,
            None => out.push((input, to)),
        }
    }

    /// The enabled inputs of a state that were never tried there: it is a frontier state if there are any.
    pub fn untried(&self, state: StateId, alphabet: &Alphabet) -> Vec<InputId> {
        let enabled = alphabet.enabled(self.label(state)).iter();
        enabled.filter(|a| self.next(state, **a).is_none()).copied().collect()
    }

    /// Whether an enabled input of a state was never tried there.
    pub fn is_frontier(&self, state: StateId, alphabet: &Alphabet) -> bool {
        alphabet.enabled(self.label(state)).iter().any(|a| self.next(state, *a).is_none())
    }

    /// Whether every input of every state was tried.
    pub fn is_complete(&self, alphabet: &Alphabet) -> bool {
        !self.states().any(|state| self.is_frontier(state, alphabet))
    }

    /// How many transitions.
    pub fn transitions(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }

    /// Whether every path of `other` from its initial state is here, with the same labels.
    pub fn explains(&self, other: &Elts) -> bool {
        let mut pairs = vec![(ROOT, ROOT)];
        let mut seen = vec![FxHashMap::<StateId, ()>::default(); other.len()];
        while let Some((ours, theirs)) = pairs.pop() {
            if seen[theirs as usize].insert(ours, ()).is_some() {
                continue;
            }
            if self.label(ours) != other.label(theirs) {
                return false;
            }
            for (input, to) in other.out(theirs) {
                match self.next(ours, *input) {
                    Some(here) => pairs.push((here, *to)),
                    None => return false,
                }
            }
        }
        true
    }

    pub(crate) fn from_parts(labels: Vec<LabelId>, out: Vec<Vec<(InputId, StateId)>>) -> Self {
        Self { labels, out }
    }
}

/// Everything seen, as a tree: a state for each sequence of inputs that was done.
#[derive(Clone, Debug)]
pub struct PrefixTree {
    tree: Elts,
    contradictions: u64,
}

impl PrefixTree {
    /// The first screen of an app.
    pub fn new(label: LabelId) -> Self {
        Self { tree: Elts::new(label), contradictions: 0 }
    }

    /// The tree; states that were contradicted since are not linked any more.
    pub fn tree(&self) -> &Elts {
        &self.tree
    }

    /// How often something else was seen than before after the same inputs.
    pub fn contradictions(&self) -> u64 {
        self.contradictions
    }

    /// A trace begins with a screen of this label.
    pub fn begin(&mut self, label: LabelId) -> StateId {
        if self.tree.labels[0] != label {
            self.contradictions += 1;
            self.tree.labels[0] = label;
            self.tree.out[0].clear();
        }
        ROOT
    }

    /// An input was done in a state, and this was seen.
    pub fn extend(&mut self, from: StateId, input: InputId, label: LabelId) -> StateId {
        match self.tree.next(from, input) {
            Some(known) if self.tree.label(known) == label => return known,
            Some(_) => self.contradictions += 1,
            None => {}
        }
        let to = self.tree.add(label);
        self.tree.connect(from, input, to);
        to
    }
}
