//! What a function does to the data (the paper's R, Table 1): `add folder name="{new}"`, `remove folder
//! name="{old}"`, `change folder name="{old}" to name="{new}"`, `clear recent`.

use std::fmt;
use std::str::FromStr;

use skink_trace::DataObject;

use crate::condition::Objects;
use crate::data::{Data, Filter};
use crate::template::{Scope, Template, Values, is_name};
use crate::words::{LineError, Piece, nearest, pieces, quote};

/// A change of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// D ∪ {d}.
    Add(String, Vec<(String, Template)>),
    /// D \ {d}, for every d that matches.
    Remove(Objects),
    /// D \ {d} ∪ {d'}.
    Change(Objects, Vec<(String, Template)>),
    /// Added where it is not there, removed where it is.
    Toggle(String, Vec<(String, Template)>),
    /// All objects of a type go.
    Clear(String),
}

impl Change {
    /// Does it; a value that is missing is an error that names it.
    pub fn apply(&self, data: &mut Data, values: &Values, key: &str) -> Result<(), String> {
        let before = data.clone();
        let scope = Scope { values, data: &before, key };
        match self {
            Change::Add(of, fields) => data.add(of, filled(fields, &scope)?),
            Change::Remove(objects) => data.remove(&objects.data, &objects.fill(&scope)?),
            Change::Change(objects, fields) => {
                data.replace(&objects.data, &objects.fill(&scope)?, &filled(fields, &scope)?);
            }
            Change::Toggle(of, fields) => {
                let object = filled(fields, &scope)?;
                if data.objects(of).contains(&object) {
                    let filters: Vec<Filter> = object.into_iter().map(|(f, text)| (f, true, text)).collect();
                    data.remove(of, &filters);
                } else {
                    data.add(of, object);
                }
            }
            Change::Clear(of) => data.remove(of, &[]),
        }
        Ok(())
    }

    /// The data type it is about.
    pub fn data(&self) -> &str {
        match self {
            Change::Add(data, _) | Change::Toggle(data, _) | Change::Clear(data) => data,
            Change::Remove(objects) | Change::Change(objects, _) => &objects.data,
        }
    }

    /// The fields it names.
    pub(crate) fn fields(&self) -> Vec<&str> {
        match self {
            Change::Add(_, fields) | Change::Toggle(_, fields) => {
                fields.iter().map(|(f, _)| f.as_str()).collect()
            }
            Change::Remove(objects) => objects.filters.iter().map(|(f, ..)| f.as_str()).collect(),
            Change::Change(objects, fields) => {
                let filters = objects.filters.iter().map(|(f, ..)| f.as_str());
                filters.chain(fields.iter().map(|(f, _)| f.as_str())).collect()
            }
            Change::Clear(_) => Vec::new(),
        }
    }

    /// The templates in it.
    pub fn templates(&self) -> Vec<&Template> {
        match self {
            Change::Add(_, fields) | Change::Toggle(_, fields) => fields.iter().map(|(_, t)| t).collect(),
            Change::Remove(objects) => objects.filters.iter().map(|(_, _, t)| t).collect(),
            Change::Change(objects, fields) => {
                let filters = objects.filters.iter().map(|(_, _, t)| t);
                filters.chain(fields.iter().map(|(_, t)| t)).collect()
            }
            Change::Clear(_) => Vec::new(),
        }
    }
}

fn filled(fields: &[(String, Template)], scope: &Scope<'_>) -> Result<DataObject, String> {
    fields.iter().map(|(field, template)| Ok((field.clone(), template.fill(scope)?))).collect()
}

impl Objects {
    /// The filters with their values, or the name of one that is missing.
    pub fn fill(&self, scope: &Scope<'_>) -> Result<Vec<Filter>, String> {
        let filled = |(field, equal, template): &(String, bool, Template)| {
            Ok((field.clone(), *equal, template.fill(scope)?))
        };
        self.filters.iter().map(filled).collect()
    }
}

impl FromStr for Change {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        const KNOWN: [&str; 5] = ["add", "remove", "change", "toggle", "clear"];
        let found = pieces(text)?;
        let end = text.chars().count();
        let Some((first, rest)) = found.split_first() else {
            return Err(LineError::new(0, "an empty change").hint("add, remove, change or clear"));
        };
        let Piece::Word(word) = &first.piece else {
            return Err(LineError::new(first.at, "a change begins with add, remove, change or clear"));
        };
        if !KNOWN.contains(&word.as_str()) {
            let error = LineError::new(first.at, format!("unknown change `{word}`"));
            return Err(match nearest(word, KNOWN) {
                Some(name) => error.hint(format!("did you mean `{name}`?")),
                None => error.hint(format!("known are {}", KNOWN.join(", "))),
            });
        }
        let (objects, rest) = Objects::of(rest, end)?;
        let equal_only =
            |filters: Vec<(String, bool, Template)>| -> Result<Vec<(String, Template)>, LineError> {
                match filters.iter().find(|(_, equal, _)| !equal) {
                    Some((field, ..)) => Err(LineError::new(first.at, format!("`{field}!=` gives no value"))),
                    None => Ok(filters.into_iter().map(|(field, _, t)| (field, t)).collect()),
                }
            };
        let unwanted = |change: Change, rest: &[crate::words::Placed]| match rest.first() {
            None => Ok(change),
            Some(placed) => Err(LineError::new(placed.at, "nothing more is expected here")),
        };
        match word.as_str() {
            "add" | "toggle" => {
                let fields = equal_only(objects.filters)?;
                if fields.is_empty() {
                    return Err(LineError::new(end, "its fields are missing").hint("such as name=\"{new}\""));
                }
                let make = if word == "add" { Change::Add } else { Change::Toggle };
                unwanted(make(objects.data, fields), rest)
            }
            "remove" => unwanted(Change::Remove(objects), rest),
            "clear" if objects.filters.is_empty() => unwanted(Change::Clear(objects.data), rest),
            "clear" => {
                Err(LineError::new(first.at, "`clear` takes all objects").hint("use `remove` with filters"))
            }
            _ => {
                let to = rest.split_first().filter(|(p, _)| p.piece == Piece::Word("to".into()));
                let Some((_, rest)) = to else {
                    return Err(LineError::new(end, "`to` and the new fields are missing")
                        .hint("such as change folder name=\"{old}\" to name=\"{new}\""));
                };
                let mut fields = Vec::new();
                for placed in rest {
                    match &placed.piece {
                        Piece::Pair { key, equal: true, value } if is_name(key) => {
                            let at = placed.at + key.chars().count() + 1;
                            fields.push((key.clone(), Template::parse(value, at)?));
                        }
                        _ => return Err(LineError::new(placed.at, "not of the form field=\"text\"")),
                    }
                }
                if fields.is_empty() {
                    return Err(LineError::new(end, "the new fields are missing"));
                }
                Ok(Change::Change(objects, fields))
            }
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |fields: &[(String, Template)]| {
            let words: Vec<String> =
                fields.iter().map(|(field, t)| format!("{field}={}", quote(&t.to_string()))).collect();
            words.join(" ")
        };
        match self {
            Change::Add(data, fields) => write!(f, "add {data} {}", listed(fields)),
            Change::Toggle(data, fields) => write!(f, "toggle {data} {}", listed(fields)),
            Change::Remove(objects) => write!(f, "remove {objects}"),
            Change::Change(objects, fields) => write!(f, "change {objects} to {}", listed(fields)),
            Change::Clear(data) => write!(f, "clear {data}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_read_back() {
        for line in [
            "add folder name=\"{new}\" dir=\"/\"",
            "remove folder name=\"{old}\"",
            "remove task done!=\"no\"",
            "change folder name=\"{old}\" to name=\"{new}\"",
            "toggle favourite name=\"{old}\"",
            "clear recent",
        ] {
            assert_eq!(line.parse::<Change>().unwrap().to_string(), line);
        }
        for wrong in ["", "add", "add folder", "drop folder", "change folder name=\"a\"", "clear x y=\"z\""] {
            assert!(wrong.parse::<Change>().is_err(), "{wrong}");
        }
    }
}
