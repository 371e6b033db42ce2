//! The observation table of Angluin's L*, over machines that say which inputs each state enables: what the
//! SwiftHand paper compares with (sections 2.2 and 5).
//!
//! A cell is the label seen after a prefix and a suffix; words are only asked for as far as their inputs are
//! enabled. Answers are read from the prefix tree, so nothing is executed twice. Counter-examples are used as
//! Shahbaz and Groz do: without their longest known prefix, every suffix becomes a column, and rows stay
//! distinct, which spares Angluin's check for consistency.

use rustc_hash::FxHashMap;

use crate::elts::{Alphabet, Elts, InputId, LabelId, PrefixTree, ROOT, StateId};

/// What is known of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Label(LabelId),
    /// An input on the way is not enabled.
    Impossible,
    Unknown,
}

type Word = Vec<InputId>;

/// Prefixes that lead to distinct states, and suffixes that tell them apart.
#[derive(Clone, Debug)]
pub struct ObservationTable {
    prefixes: Vec<Word>,
    suffixes: Vec<Word>,
}

impl Default for ObservationTable {
    fn default() -> Self {
        Self { prefixes: vec![Vec::new()], suffixes: vec![Vec::new()] }
    }
}

impl ObservationTable {
    /// The words to execute next, none of which is a prefix of another. Empty once the table is closed.
    pub fn queries(&mut self, seen: &PrefixTree, alphabet: &Alphabet) -> Vec<Vec<InputId>> {
        loop {
            let mut unknown = self.unknown(seen, alphabet);
            if !unknown.is_empty() {
                unknown.sort_unstable();
                // A word's extensions follow it at once.
                let longest: Vec<bool> = (0..unknown.len())
                    .map(|at| unknown.get(at + 1).is_none_or(|next| !next.starts_with(&unknown[at])))
                    .collect();
                return unknown.into_iter().zip(longest).filter_map(|(w, keep)| keep.then_some(w)).collect();
            }
            if !self.close(seen, alphabet) {
                return Vec::new();
            }
        }
    }

    /// How many states are told apart.
    pub fn states(&self) -> usize {
        self.prefixes.len()
    }

    /// The model of a closed table.
    pub fn hypothesis(&self, seen: &PrefixTree, alphabet: &Alphabet) -> Elts {
        let rows: FxHashMap<Vec<Cell>, StateId> =
            self.prefixes.iter().map(|p| self.row(p, seen, alphabet)).zip(0..).collect();
        let label = |prefix: &Word| match cell(prefix, seen, alphabet) {
            Cell::Label(label) => label,
            _ => crate::elts::ENDED,
        };
        let mut model = Elts::new(label(&self.prefixes[0]));
        for prefix in &self.prefixes[1..] {
            model.add(label(prefix));
        }
        for (state, prefix) in (0..).zip(&self.prefixes) {
            for input in alphabet.enabled(model.label(state)) {
                let row = self.row(&joined(prefix, &[*input]), seen, alphabet);
                if let Some(to) = rows.get(&row) {
                    model.connect(state, *input, *to);
                }
            }
        }
        model
    }

    /// Takes in a word after which something else was seen than the model said.
    pub fn counter_example(&mut self, word: &[InputId]) {
        let known = |length: usize| {
            let prefix = &word[..length];
            self.prefixes.iter().any(|p| p == prefix)
                || length > 0 && self.prefixes.iter().any(|p| p == &prefix[..length - 1])
        };
        let stem = (0..=word.len()).rev().find(|length| known(*length)).unwrap_or(0);
        let mut added = false;
        for from in (stem..word.len()).rev() {
            let suffix = word[from..].to_vec();
            if !self.suffixes.contains(&suffix) {
                self.suffixes.push(suffix);
                added = true;
            }
        }
        // Only a contradiction of earlier answers gets here; all suffixes tell the states apart again.
        if !added {
            let all = (0..word.len()).map(|from| word[from..].to_vec());
            let fresh: Vec<Word> = all.filter(|s| !self.suffixes.contains(s)).collect();
            self.suffixes.extend(fresh);
        }
    }

    fn unknown(&self, seen: &PrefixTree, alphabet: &Alphabet) -> Vec<Word> {
        let mut found = Vec::new();
        for prefix in &self.prefixes {
            for row in std::iter::once(prefix.clone()).chain(successors(prefix, seen, alphabet)) {
                for suffix in &self.suffixes {
                    let word = joined(&row, suffix);
                    if cell(&word, seen, alphabet) == Cell::Unknown {
                        found.push(word);
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds the first row that is like none of the prefixes'; says whether there was one.
    fn close(&mut self, seen: &PrefixTree, alphabet: &Alphabet) -> bool {
        let known: Vec<Vec<Cell>> = self.prefixes.iter().map(|p| self.row(p, seen, alphabet)).collect();
        let open = self
            .prefixes
            .iter()
            .flat_map(|prefix| successors(prefix, seen, alphabet))
            .find(|word| !known.contains(&self.row(word, seen, alphabet)));
        match open {
            Some(word) => {
                self.prefixes.push(word);
                true
            }
            None => false,
        }
    }

    fn row(&self, prefix: &[InputId], seen: &PrefixTree, alphabet: &Alphabet) -> Vec<Cell> {
        self.suffixes.iter().map(|suffix| cell(&joined(prefix, suffix), seen, alphabet)).collect()
    }
}

fn joined(prefix: &[InputId], suffix: &[InputId]) -> Word {
    [prefix, suffix].concat()
}

/// The prefix and each input that is enabled after it.
fn successors(prefix: &[InputId], seen: &PrefixTree, alphabet: &Alphabet) -> Vec<Word> {
    match cell(prefix, seen, alphabet) {
        Cell::Label(label) => alphabet.enabled(label).iter().map(|a| joined(prefix, &[*a])).collect(),
        _ => Vec::new(),
    }
}

fn cell(word: &[InputId], seen: &PrefixTree, alphabet: &Alphabet) -> Cell {
    let tree = seen.tree();
    let mut state = ROOT;
    for input in word {
        if alphabet.enabled(tree.label(state)).binary_search(input).is_err() {
            return Cell::Impossible;
        }
        match tree.next(state, *input) {
            Some(next) => state = next,
            None => return Cell::Unknown,
        }
    }
    Cell::Label(tree.label(state))
}
