//! A part of a published specification: an object of JSON, and where it stands for errors.

use serde_json::{Map, Value};

use super::ImportError;

/// An object of the file and where it stands.
pub(super) struct Reader<'a> {
    pub(super) object: &'a Map<String, Value>,
    pub(super) place: String,
}

impl<'a> Reader<'a> {
    pub(super) fn of(value: &'a Value, place: String) -> Result<Self, ImportError> {
        match value {
            Value::Object(object) => Ok(Self { object, place }),
            _ => Err(ImportError::Shape { place, problem: "not an object".to_owned() }),
        }
    }

    pub(super) fn shape(&self, problem: impl Into<String>) -> ImportError {
        ImportError::Shape { place: self.place.clone(), problem: problem.into() }
    }

    pub(super) fn unsupported(&self, construct: impl Into<String>) -> ImportError {
        ImportError::Unsupported { place: self.place.clone(), construct: construct.into() }
    }

    /// No other keys than these, unless they say nothing.
    pub(super) fn known(&self, keys: &[&str]) -> Result<(), ImportError> {
        let says_nothing = |value: &Value| match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(all) => all.is_empty(),
            _ => false,
        };
        let unknown =
            |(key, value): &(&String, &Value)| !keys.contains(&key.as_str()) && !says_nothing(value);
        match self.object.iter().find(unknown) {
            Some((other, _)) => Err(self.unsupported(format!("key `{other}`"))),
            None => Ok(()),
        }
    }

    /// A text; numbers and booleans are written both ways, nothing at all as an empty text.
    pub(super) fn text(&self, key: &str) -> Result<String, ImportError> {
        match self.object.get(key) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Number(number)) => Ok(number.to_string()),
            Some(Value::Bool(yes)) => Ok(yes.to_string()),
            Some(_) => Err(self.shape(format!("`{key}` is not a text"))),
        }
    }

    pub(super) fn list(&self, key: &str) -> Result<Vec<Reader<'a>>, ImportError> {
        let all = match self.object.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(all)) => all,
            Some(_) => return Err(self.shape(format!("`{key}` is not a list"))),
        };
        let place = |number: usize| format!("{}, {key} {}", self.place, number + 1);
        all.iter().enumerate().map(|(number, value)| Reader::of(value, place(number))).collect()
    }
}
