//! Texts with values in them: `"{new}.txt"`, `"{old.day}"`, `"Inbox ({size task list='Inbox'})"`. A brace is
//! written twice. Values are filled in when a function is done.

use std::collections::BTreeMap;
use std::fmt;

use crate::data::Data;
use crate::words::LineError;

/// The values of a call by name: `new`, `old.day`.
pub type Values = BTreeMap<String, String>;

/// A text with values in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(String),
    Size(Size),
}

/// How many objects there are: `size task list='Inbox' -1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The data type.
    pub data: String,
    /// Field, whether it must be equal or differ, and with what.
    pub filters: Vec<(String, bool, Operand)>,
    /// What is added.
    pub plus: i64,
}

/// A literal, or the name of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A text.
    Text(String),
    /// A value's name.
    Value(String),
}

/// What a template is filled from.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The values of the call.
    pub values: &'a Values,
    /// The data as it should be.
    pub data: &'a Data,
    /// The first field of the function's data type: what `{new}` alone means.
    pub key: &'a str,
}

impl Scope<'_> {
    /// The value of that name; of an object, `{old}` is its first field.
    pub fn value(&self, name: &str) -> Option<&str> {
        let direct = self.values.get(name);
        let with_key = || self.values.get(&format!("{name}.{}", self.key));
        let without_key = || name.strip_suffix(self.key)?.strip_suffix('.').and_then(|n| self.values.get(n));
        direct.or_else(with_key).or_else(without_key).map(String::as_str)
    }

    fn size(&self, size: &Size) -> Option<i64> {
        let mut filters = Vec::new();
        for (field, equal, operand) in &size.filters {
            let text = match operand {
                Operand::Text(text) => text.clone(),
                Operand::Value(name) => self.value(name)?.to_owned(),
            };
            filters.push((field.clone(), *equal, text));
        }
        Some(self.data.count(&size.data, &filters) as i64 + size.plus)
    }
}

impl Template {
    /// A text without values.
    pub fn text(text: &str) -> Self {
        let part = (!text.is_empty()).then(|| Part::Text(text.to_owned()));
        Self { parts: part.into_iter().collect() }
    }

    /// A value alone.
    pub fn value(name: &str) -> Self {
        Self { parts: vec![Part::Value(name.to_owned())] }
    }

    /// Reads a template; `at` is where it stands in its line.
    pub fn parse(text: &str, at: usize) -> Result<Self, LineError> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let chars: Vec<char> = text.chars().collect();
        let mut i = 0;
        while i < chars.len() {
            match (chars[i], chars.get(i + 1)) {
                ('{', Some('{')) | ('}', Some('}')) => {
                    plain.push(chars[i]);
                    i += 2;
                }
                ('}', _) => {
                    return Err(LineError::new(at, "a `}` that closes nothing").hint("write }} for a brace"));
                }
                ('{', _) => {
                    let Some(length) = chars[i..].iter().position(|c| *c == '}') else {
                        return Err(LineError::new(at, "a `{` that never closes")
                            .hint("write {name} for a value, {{ for a brace"));
                    };
                    let inside: String = chars[i + 1..i + length].iter().collect();
                    if !plain.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(part(&inside, at)?);
                    i += length + 1;
                }
                (other, _) => {
                    plain.push(other);
                    i += 1;
                }
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Self { parts })
    }

    /// The names of the values in it.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().flat_map(|part| {
            let named: Vec<&str> = match part {
                Part::Text(_) => Vec::new(),
                Part::Value(name) => vec![name],
                Part::Size(size) => size
                    .filters
                    .iter()
                    .filter_map(|(_, _, operand)| match operand {
                        Operand::Value(name) => Some(name.as_str()),
                        Operand::Text(_) => None,
                    })
                    .collect(),
            };
            named
        })
    }

    /// The data types it counts.
    pub fn counted(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Size(size) => Some(size.data.as_str()),
            _ => None,
        })
    }

    /// The same with other names for its values.
    pub fn renamed(&self, rename: &dyn Fn(&str) -> String) -> Self {
        let parts = self.parts.iter().map(|part| match part {
            Part::Value(name) => Part::Value(rename(name)),
            other => other.clone(),
        });
        Self { parts: parts.collect() }
    }

    /// The text with its values, or the name of one that is missing.
    pub fn fill(&self, scope: &Scope<'_>) -> Result<String, String> {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Value(name) => out.push_str(scope.value(name).ok_or_else(|| name.clone())?),
                Part::Size(size) => {
                    let size = scope.size(size).ok_or_else(|| "size".to_owned())?;
                    out.push_str(&size.to_string());
                }
            }
        }
        Ok(out)
    }

    /// Whether it is the same whatever the values are.
    pub fn is_constant(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(_)))
    }
}

fn part(inside: &str, at: usize) -> Result<Part, LineError> {
    let mut words = split(inside);
    if words.first().map(String::as_str) != Some("size") {
        return match words.as_slice() {
            [name] if is_name(name) => Ok(Part::Value(name.clone())),
            _ => Err(LineError::new(at, format!("`{{{inside}}}` is not a value"))
                .hint("write {name}, {name.field}, {size TYPE}, or {{ for a brace")),
        };
    }
    words.remove(0);
    if words.is_empty() || !is_name(&words[0]) {
        return Err(LineError::new(at, "`size` needs a data type").hint("such as {size task}"));
    }
    let data = words.remove(0);
    let mut size = Size { data, filters: Vec::new(), plus: 0 };
    for word in words {
        if let Ok(plus) = word.parse::<i64>() {
            size.plus = size.plus.saturating_add(plus);
            continue;
        }
        let Some((key, operand)) = word.split_once('=') else {
            return Err(LineError::new(at, format!("`{word}` in `{{{inside}}}` is no filter"))
                .hint("write field='text', field=value or a number such as -1"));
        };
        let (field, equal) = key.strip_suffix('!').map_or((key, true), |field| (field, false));
        let text = operand.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        let operand = match text {
            Some(text) => Operand::Text(text.to_owned()),
            None if is_name(operand) => Operand::Value(operand.to_owned()),
            None => return Err(LineError::new(at, format!("`{operand}` is neither 'text' nor a value"))),
        };
        if !is_name(field) {
            return Err(LineError::new(at, format!("`{field}` is not a field's name")));
        }
        size.filters.push((field.to_owned(), equal, operand));
    }
    Ok(Part::Size(size))
}

/// Words at blanks outside single quotes.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        quoted ^= c == '\'';
        if c.is_whitespace() && !quoted {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        } else {
            word.push(c);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Whether a text can name a value, field or data type.
pub(crate) fn is_name(text: &str) -> bool {
    let word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    !text.starts_with('-') && text.split('.').all(word) && text != "size" && text.parse::<i64>().is_err()
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Text(text) => f.write_str(&text.replace('{', "{{").replace('}', "}}"))?,
                Part::Value(name) => write!(f, "{{{name}}}")?,
                Part::Size(size) => {
                    write!(f, "{{size {}", size.data)?;
                    for (field, equal, operand) in &size.filters {
                        let sign = if *equal { "=" } else { "!=" };
                        match operand {
                            Operand::Text(text) => write!(f, " {field}{sign}'{text}'")?,
                            Operand::Value(name) => write!(f, " {field}{sign}{name}")?,
                        }
                    }
                    if size.plus != 0 {
                        write!(f, " {:+}", size.plus)?;
                    }
                    f.write_str("}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_sizes_are_filled_in() {
        let mut data = Data::default();
        for list in ["Inbox", "Inbox", "Home"] {
            data.add("task", [("list".to_owned(), list.to_owned())].into());
        }
        let values: Values = [("old.name".to_owned(), "a".to_owned()), ("new".into(), "b".into())].into();
        let scope = Scope { values: &values, data: &data, key: "name" };
        let fill = |text| Template::parse(text, 0).unwrap().fill(&scope);
        assert_eq!(fill("{old} and {old.name} and {new.name}").unwrap(), "a and a and b");
        assert_eq!(fill("{{{new}}}").unwrap(), "{b}");
        // The data is a set: two tasks alike are one.
        assert_eq!(
            fill("{size task} {size task list='Inbox' +1} {size task list!='Inbox'}").unwrap(),
            "2 2 1"
        );
        assert_eq!(fill("{gone}"), Err("gone".to_owned()));
    }

    #[test]
    fn templates_read_back() {
        for text in ["", "a {b} c", "{{x}}", "{size t a='b c' d!=e -2}", "{a.b}"] {
            let template = Template::parse(text, 0).unwrap();
            assert_eq!(template.to_string(), text);
        }
        for wrong in ["{", "}", "{a b}", "{size}", "{size t x}"] {
            assert!(Template::parse(wrong, 0).is_err(), "{wrong}");
        }
    }
}
