//! Which functions were done to which object, one after the other. Bugs of data hide in pairs and triples of
//! operations on the same object (24 of the paper's 29 need two functions or more), so calls that would make a
//! pair or triple not seen in the run yet are preferred.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::data::Data;
use crate::file::{Function, Operation, Rules};
use crate::template::{Scope, Values};

/// An object by its data type and first field.
pub(crate) type Object = (String, String);

/// What was done to each object of the present test, and what was ever done in a row.
#[derive(Default)]
pub(crate) struct History {
    last: BTreeMap<Object, [Option<usize>; 2]>,
    pub(crate) recent: Option<Object>,
    pairs: FxHashSet<(usize, usize)>,
    triples: FxHashSet<(usize, usize, usize)>,
}

/// How new a call would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Novelty {
    Known,
    Triple,
    Pair,
}

/// The object a call is about: the old one where there is one.
pub(crate) fn object_of(function: &Function, rules: &Rules, values: &Values, value: &str) -> Option<Object> {
    let none = Data::default();
    let scope = Scope { values, data: &none, key: &rules.key };
    Some((function.data.clone()?, scope.value(value)?.to_owned()))
}

impl History {
    pub(crate) fn restart(&mut self) {
        self.last.clear();
        self.recent = None;
    }

    pub(crate) fn novelty(&self, number: usize, object: Option<&Object>) -> Novelty {
        let Some([before, last]) = object.and_then(|object| self.last.get(object)) else {
            return Novelty::Known;
        };
        match (before, last) {
            (_, Some(last)) if !self.pairs.contains(&(*last, number)) => Novelty::Pair,
            (Some(before), Some(last)) if !self.triples.contains(&(*before, *last, number)) => {
                Novelty::Triple
            }
            _ => Novelty::Known,
        }
    }

    /// What a call looks like: the kinds of its texts and the function before it on its object. The same line broken
    /// by calls that look different may have different causes.
    pub(crate) fn look(&self, function: &Function, rules: &Rules, values: &Values) -> String {
        let object = object_of(function, rules, values, "old");
        let before = object.and_then(|object| self.last.get(&object)).and_then(|[_, last]| *last);
        let texts: Vec<String> =
            values.iter().map(|(name, text)| format!("{name}={}", shape(text))).collect();
        format!("{before:?} {}", texts.join(" "))
    }

    /// A call was done.
    pub(crate) fn done(&mut self, number: usize, function: &Function, rules: &Rules, values: &Values) {
        let (old, new) =
            (object_of(function, rules, values, "old"), object_of(function, rules, values, "new"));
        let Some(now) = new.clone().or_else(|| old.clone()) else { return };
        let from = old.or(new).unwrap_or_else(|| now.clone());
        let [before, last] = self.last.get(&from).copied().unwrap_or_default();
        if let Some(last) = last {
            self.pairs.insert((last, number));
            if let Some(before) = before {
                self.triples.insert((before, last, number));
            }
        }
        if function.operation == Operation::Update {
            self.last.remove(&from);
        }
        self.last.insert(now.clone(), [last, Some(number)]);
        self.recent = Some(now);
    }

    pub(crate) fn covered(&self) -> (usize, usize) {
        (self.pairs.len(), self.triples.len())
    }
}

/// A text with `a` for letters and `1` for digits.
fn shape(text: &str) -> String {
    let kind = |c: char| match c {
        c if c.is_alphabetic() => 'a',
        c if c.is_numeric() => '1',
        c => c,
    };
    let mut shape: Vec<char> = text.chars().take(40).map(kind).collect();
    shape.dedup();
    shape.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn texts_of_one_kind_look_alike() {
        assert_eq!(shape("anna's book"), shape("kim's lists"));
        assert_eq!((shape("work (12)").as_str(), shape("50% jam").as_str()), ("a (1)", "1% a"));
        assert_ne!(shape("work"), shape("work (1)"));
    }
}
