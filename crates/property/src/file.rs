//! A property file: the data types of an app and the functions on them. A property is the paper's
//! ⟨Pre, E, R, Post⟩ (section 2.3): when it can be done, its steps, what changes in the data, and what must hold
//! afterwards. The five operations take Table 1 as defaults; `free` has none.

use std::collections::BTreeMap;

use skink_trace::DataObject;

use crate::change::Change;
use crate::condition::{Condition, Objects};
use crate::data::Data;
use crate::find::Find;
use crate::line::Line;
use crate::template::Template;
use crate::value::Source;

/// What a function does to data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Makes a new object, `new`.
    Create,
    /// Shows an object, `old`.
    Read,
    /// Makes `old` into `new`.
    Update,
    /// Removes `old`.
    Delete,
    /// Finds `old` by some criterion.
    Search,
    /// Anything else, with conditions of its own.
    Free,
}

impl Operation {
    /// All of them with their names.
    pub const ALL: [(&'static str, Operation); 6] = [
        ("create", Operation::Create),
        ("read", Operation::Read),
        ("update", Operation::Update),
        ("delete", Operation::Delete),
        ("search", Operation::Search),
        ("free", Operation::Free),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, op)| *op == self).map_or("", |(name, _)| name)
    }
}

/// A kind of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataType {
    /// Its fields; the first is what `{old}` alone means.
    pub fields: Vec<String>,
    /// The widget that shows an object, with `{field}` for its fields.
    pub show: Option<Find>,
    /// The objects that are there after a clean start.
    pub initial: Vec<DataObject>,
}

impl Default for DataType {
    fn default() -> Self {
        Self { fields: vec!["name".to_owned()], show: None, initial: Vec::new() }
    }
}

impl DataType {
    /// The first field.
    pub fn key(&self) -> &str {
        self.fields.first().map_or("name", String::as_str)
    }
}

/// A function of the app and its property, as it was written; [`PropertyFile::rules`] adds the defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it does to data.
    pub operation: Operation,
    /// The data type, which defaults need.
    pub data: Option<String>,
    /// How often it is chosen, against the others.
    pub weight: u32,
    /// Its values: `new`, `old`, `new.field`.
    pub values: BTreeMap<String, Source>,
    /// What must hold beside the first event's widget being there.
    pub when: Vec<Condition>,
    /// What is done.
    pub steps: Vec<Line>,
    /// What changes in the data; the operation's default where it is not given.
    pub change: Option<Vec<Change>>,
    /// What must hold afterwards; the operation's default where it is not given.
    pub then: Option<Vec<Line>>,
}

impl Function {
    /// A function that only has a name, an operation and steps: the defaults do the rest.
    pub fn new(name: &str, operation: Operation, data: &str, steps: Vec<Line>) -> Self {
        Self {
            name: name.to_owned(),
            operation,
            data: Some(data.to_owned()),
            weight: 1,
            values: BTreeMap::new(),
            when: Vec::new(),
            steps,
            change: None,
            then: None,
        }
    }

    /// Whether a value of that name is made, picked or captured: `new` is where `new.field` is.
    pub fn defines(&self, name: &str) -> bool {
        let within = |defined: &str| {
            defined == name || defined.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
        };
        self.values.keys().any(|defined| within(defined))
            || self.steps.iter().any(|line| matches!(line, Line::Capture { value, .. } if within(value)))
    }

    /// Whether something names `old`, or a default will.
    fn needs_old(&self) -> bool {
        let named =
            |template: &&Template| template.values().any(|name| name.split('.').next() == Some("old"));
        let lines = self.steps.iter().chain(self.then.iter().flatten()).flat_map(Line::templates);
        let conditions = self.when.iter().flat_map(Condition::templates);
        let changes = self.change.iter().flatten().flat_map(Change::templates);
        self.then.is_none() || lines.chain(conditions).chain(changes).any(|t| named(&t))
    }

    /// Whether it changes the data.
    pub fn changes_data(&self) -> bool {
        match &self.change {
            Some(changes) => !changes.is_empty(),
            None => matches!(self.operation, Operation::Create | Operation::Update | Operation::Delete),
        }
    }
}

/// A function's conditions with its operation's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Where the values come from.
    pub values: BTreeMap<String, Source>,
    /// Before.
    pub when: Vec<Condition>,
    /// What changes.
    pub change: Vec<Change>,
    /// After.
    pub then: Vec<Line>,
    /// The first field of the data type.
    pub key: String,
}

/// The properties of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyFile {
    /// The app's package, where it is given.
    pub app: Option<String>,
    /// How long a widget that should be there is waited for, in milliseconds.
    pub patience: u64,
    /// What is done after every clean start.
    pub setup: Vec<Line>,
    /// What random events leave alone, beside the first events of functions.
    pub avoid: Vec<Find>,
    /// The data types by name.
    pub data: BTreeMap<String, DataType>,
    /// The functions.
    pub functions: Vec<Function>,
}

/// Time for what loads late; an app that takes longer says so in its file.
pub(crate) const PATIENCE: u64 = 5_000;

impl Default for PropertyFile {
    fn default() -> Self {
        Self {
            app: None,
            patience: PATIENCE,
            setup: Vec::new(),
            avoid: Vec::new(),
            data: BTreeMap::new(),
            functions: Vec::new(),
        }
    }
}

impl PropertyFile {
    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// The data after a clean start.
    pub fn initial(&self) -> Data {
        let mut data = Data::default();
        for (name, of) in &self.data {
            of.initial.iter().for_each(|object| data.add(name, object.clone()));
        }
        data
    }

    /// What holds for a function: Table 1 where it says nothing itself.
    pub fn rules(&self, function: &Function) -> Rules {
        let kind = function.data.as_ref().and_then(|name| self.data.get(name));
        let fallback = DataType::default();
        let (name, of) = (function.data.clone().unwrap_or_default(), kind.unwrap_or(&fallback));
        let key = of.key().to_owned();
        let mut rules = Rules {
            values: function.values.clone(),
            when: function.when.clone(),
            change: function.change.clone().unwrap_or_default(),
            then: function.then.clone().unwrap_or_default(),
            key,
        };
        use Operation::{Create, Delete, Free, Read, Search, Update};
        let operation = function.operation;
        if operation == Free {
            return rules;
        }
        let objects = || Objects { data: name.clone(), filters: Vec::new() };
        if matches!(operation, Read | Search) && !function.defines("old") && function.needs_old() {
            rules.values.insert("old".to_owned(), Source::Pick(objects()));
        }
        // What is read off the screen is there, whether the data knows it or not.
        if operation == Search && !matches!(function.values.get("old"), Some(Source::Shown(_))) {
            rules.when.push(Condition::Some(objects()));
        }
        if function.change.is_none() {
            rules.change = match operation {
                Create => vec![Change::Add(name.clone(), fields_of(function, of, "new"))],
                Update => {
                    vec![Change::Change(by_key(&name, of, "old"), fields_of(function, of, "new"))]
                }
                Delete => vec![Change::Remove(by_key(&name, of, "old"))],
                Read | Search | Free => Vec::new(),
            };
        }
        if let (None, Some(show)) = (&function.then, &of.show) {
            let shown = |value: &str| {
                show.renamed(&|field| {
                    if of.fields.iter().any(|known| known == field) {
                        format!("{value}.{field}")
                    } else {
                        field.to_owned()
                    }
                })
            };
            let present = |value| Line::Check(Condition::Present(shown(value)));
            let absent = |value| Line::Check(Condition::Absent(shown(value)));
            rules.then = match operation {
                Create => vec![present("new")],
                Read | Search => vec![present("old")],
                Update => vec![absent("old"), present("new")],
                Delete => vec![absent("old")],
                Free => Vec::new(),
            };
        }
        rules
    }
}

/// The fields that a value defines: the key always, the others where the function gives them.
fn fields_of(function: &Function, of: &DataType, value: &str) -> Vec<(String, Template)> {
    let given = |field: &&String| {
        let named = format!("{value}.{field}");
        let whole = matches!(function.values.get(value), Some(Source::Pick(_)));
        whole || function.defines(&named) || (*field == of.key() && defines_exactly(function, value))
    };
    of.fields
        .iter()
        .filter(given)
        .map(|field| (field.clone(), Template::value(&format!("{value}.{field}"))))
        .collect()
}

fn defines_exactly(function: &Function, name: &str) -> bool {
    function.values.contains_key(name)
        || function.steps.iter().any(|line| matches!(line, Line::Capture { value, .. } if value == name))
}

fn by_key(name: &str, of: &DataType, value: &str) -> Objects {
    let key = of.key().to_owned();
    let template = Template::value(&format!("{value}.{key}"));
    Objects { data: name.to_owned(), filters: vec![(key, true, template)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> PropertyFile {
        let show = Some("id=firstline text=\"{name}\"".parse().unwrap());
        let folder = DataType { show, ..DataType::default() };
        PropertyFile { data: [("folder".to_owned(), folder)].into(), ..PropertyFile::default() }
    }

    fn words(operation: Operation) -> (Vec<String>, Vec<String>, Vec<String>) {
        let steps = ["tap id=a", "capture old id=b", "capture new id=c"];
        let steps = steps.iter().map(|line| line.parse().unwrap()).collect();
        let function = Function::new("f", operation, "folder", steps);
        let rules = file().rules(&function);
        (
            rules.when.iter().map(ToString::to_string).collect(),
            rules.change.iter().map(ToString::to_string).collect(),
            rules.then.iter().map(ToString::to_string).collect(),
        )
    }

    #[test]
    fn table_one_gives_the_defaults() {
        let (new, old) = ("id=firstline text=\"{new.name}\"", "id=firstline text=\"{old.name}\"");
        let none: Vec<String> = Vec::new();
        let (when, change, then) = words(Operation::Create);
        assert_eq!((when, change), (none.clone(), vec!["add folder name=\"{new.name}\"".to_owned()]));
        assert_eq!(then, [format!("present {new}")]);
        let (_, change, then) = words(Operation::Read);
        assert_eq!((change, then), (none.clone(), vec![format!("present {old}")]));
        let (_, change, then) = words(Operation::Update);
        assert_eq!(change, ["change folder name=\"{old.name}\" to name=\"{new.name}\""]);
        assert_eq!(then, [format!("absent {old}"), format!("present {new}")]);
        let (_, change, then) = words(Operation::Delete);
        assert_eq!(change, ["remove folder name=\"{old.name}\""]);
        assert_eq!(then, [format!("absent {old}")]);
        let (when, change, then) = words(Operation::Search);
        assert_eq!((when, change), (vec!["some folder".to_owned()], none.clone()));
        assert_eq!(then, [format!("present {old}")]);
        assert_eq!(words(Operation::Free), (none.clone(), none.clone(), none));
    }
}
