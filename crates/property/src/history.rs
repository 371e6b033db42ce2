//! Which functions were done to which object, one after the other. Bugs of data hide in pairs and triples of
//! operations on the same object (24 of the paper's 29 need two functions or more), so calls that would make a
//! pair or triple not seen in the run yet are preferred. A function is done to all objects that it changes: who
//! renames a shelf has done something to the books on it.
//!
//! And which functions doomed which: a bug that breaks a function every time once another was done ends every
//! such test and hides what else is wrong.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::call::Call;
use crate::data::Data;
use crate::file::{Function, Operation, PropertyFile, Rules};
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
    /// The kinds of names that each function was done to.
    shapes: FxHashSet<(usize, String)>,
    /// The functions done in the present test.
    earlier: BTreeSet<usize>,
    /// How often a function held and broke, whatever was before it, and where another was done before it.
    fared: FxHashMap<(Option<usize>, usize), Fared>,
}

#[derive(Clone, Copy, Default)]
struct Fared {
    held: u32,
    broke: u32,
}

/// Violations, and never the contrary, after which a function is expected to break.
const DOOMED: u32 = 4;

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
        self.earlier.clear();
        self.recent = None;
    }

    /// A call was judged: how its function fares after those that were done before it.
    pub(crate) fn judged(&mut self, number: usize, held: bool) {
        for before in self.earlier.iter().copied().map(Some).chain([None]) {
            let fared = self.fared.entry((before, number)).or_default();
            *(if held { &mut fared.held } else { &mut fared.broke }) += 1;
        }
    }

    /// Whether a function always broke where what was done in this test was done before it.
    pub(crate) fn is_doomed(&self, number: usize) -> bool {
        let always_broke = |before: Option<usize>| {
            let fared = self.fared.get(&(before, number)).copied().unwrap_or_default();
            fared.held == 0 && fared.broke >= DOOMED
        };
        self.earlier.iter().copied().map(Some).chain([None]).any(always_broke)
    }

    /// Whether a function was never done to an object with this kind of name: one with a bracket, a quote, a digit.
    pub(crate) fn is_new_kind(&self, number: usize, (_, name): &Object) -> bool {
        !self.shapes.contains(&(number, shape(name)))
    }

    /// Whether a function was never done after the last one on any object of its type in this test.
    pub(crate) fn would_pair(&self, number: usize, data: &str) -> bool {
        let open = |(of, [_, last]): (&Object, &[Option<usize>; 2])| {
            of.0 == data && last.is_some_and(|last| !self.pairs.contains(&(last, number)))
        };
        self.last.iter().any(open)
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

    /// A call of a function was done, and this is the data now.
    pub(crate) fn done(
        &mut self,
        number: usize,
        file: &PropertyFile,
        rules: &Rules,
        call: &Call,
        data: &Data,
    ) {
        let (function, values) = (&call.function, &call.values);
        self.earlier.insert(number);
        let (old, new) =
            (object_of(function, rules, values, "old"), object_of(function, rules, values, "new"));
        let now = new.clone().or_else(|| old.clone());
        if let Some(now) = &now {
            let from = old.or(new).unwrap_or_else(|| now.clone());
            self.shapes.insert((number, shape(&from.1)));
            self.touched(number, &from, now);
            if function.operation == Operation::Update && from != *now {
                self.last.remove(&from);
            }
            self.recent = Some(now.clone());
        }
        for other in changed(file, &call.before, data).filter(|other| Some(other) != now.as_ref()) {
            self.touched(number, &other, &other);
        }
    }

    /// A function was done to an object, which has perhaps another name now.
    fn touched(&mut self, number: usize, from: &Object, now: &Object) {
        let [before, last] = self.last.get(from).copied().unwrap_or_default();
        if let Some(last) = last {
            self.pairs.insert((last, number));
            if let Some(before) = before {
                self.triples.insert((before, last, number));
            }
        }
        self.last.insert(now.clone(), [last, Some(number)]);
    }

    pub(crate) fn covered(&self) -> (usize, usize) {
        (self.pairs.len(), self.triples.len())
    }
}

/// The objects that are not as they were.
fn changed<'a>(file: &'a PropertyFile, before: &'a Data, now: &'a Data) -> impl Iterator<Item = Object> + 'a {
    now.all().iter().flat_map(move |(of, objects)| {
        let key = file.data.get(of).map_or("", |of| of.key());
        let new = objects.iter().filter(move |object| !before.objects(of).contains(object));
        new.filter_map(move |object| Some((of.clone(), object.get(key)?.clone())))
    })
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
    use std::sync::Arc;

    use super::{History, Novelty, shape};
    use crate::{Call, PropertyFile, Values};

    const SHELVES: &str = r#"
app = "a"
[data.shelf]
show = 'text="{name}"'
initial = ["old"]
[data.book]
show = 'text="{title}"'
fields = ["title", "shelf"]
initial = [{ title = "One", shelf = "old" }, { title = "Two", shelf = "other" }]
[[function]]
name = "rename shelf"
operation = "update"
data = "shelf"
values = { old = "pick shelf", new = "letters" }
steps = ['tap id=rename']
change = ['change shelf name="{old}" to name="{new}"', 'change book shelf="{old}" to shelf="{new}"']
[[function]]
name = "search book"
operation = "search"
data = "book"
values = { old = "pick book" }
steps = ['tap id=search']
"#;

    #[test]
    fn a_function_is_done_to_all_objects_that_it_changes() {
        let file = PropertyFile::parse(SHELVES).unwrap();
        let mut data = file.initial();
        let function = Arc::new(file.functions[0].clone());
        let rules = Arc::new(file.rules(&function));
        let values: Values =
            [("old.name", "old"), ("new", "new")].map(|(name, text)| (name.into(), text.into())).into();
        let call = Call::new(&file, Arc::clone(&function), Arc::clone(&rules), values.clone(), &data);
        rules.change.iter().for_each(|change| change.apply(&mut data, &values, &rules.key).unwrap());
        let mut history = History::default();
        history.done(0, &file, &rules, &call, &data);
        let book = |title: &str| ("book".to_owned(), title.to_owned());
        assert_eq!(history.novelty(1, Some(&book("One"))), Novelty::Pair, "its shelf has another name");
        assert_eq!(history.novelty(1, Some(&book("Two"))), Novelty::Known, "nothing was done to it");
        assert!(history.would_pair(1, "book") && !history.would_pair(1, "lamp"));
    }

    #[test]
    fn what_always_broke_after_a_function_is_doomed_only_after_it() {
        let file = PropertyFile::parse(SHELVES).unwrap();
        let data = file.initial();
        let function = Arc::new(file.functions[0].clone());
        let rules = Arc::new(file.rules(&function));
        let call = Call::new(&file, function, Arc::clone(&rules), Values::new(), &data);
        let mut history = History::default();
        history.judged(1, true);
        for _ in 0..4 {
            history.restart();
            history.done(0, &file, &rules, &call, &data);
            assert!(!history.is_doomed(1));
            history.judged(1, false);
        }
        assert!(history.is_doomed(1));
        history.restart();
        assert!(!history.is_doomed(1), "it held where the other was not done before");
        history.done(0, &file, &rules, &call, &data);
        history.judged(1, true);
        assert!(!history.is_doomed(1), "once it held it is worth a try");
    }

    #[test]
    fn texts_of_one_kind_look_alike() {
        assert_eq!(shape("anna's book"), shape("kim's lists"));
        assert_eq!((shape("work (12)").as_str(), shape("50% jam").as_str()), ("a (1)", "1% a"));
        assert_ne!(shape("work"), shape("work (1)"));
    }
}
