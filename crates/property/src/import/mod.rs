//! Reading the specifications that the PBFDroid authors published: `dmf_*.json` (functions) and `keyviews_*.json`
//! (blocked views). A function's widgets are on numbered layouts: layout n is what shows after n events, so a
//! widget whose text is referred to (`add_name.text`) becomes a `capture` before event n.
//!
//! What the format can say and Skink cannot do is an error that names it. Departures: the published tool keeps
//! its data as a list, Skink as a set; it takes a target by the first attribute given, Skink by all of them; a
//! drag between two points becomes a swipe in its direction across what scrolls at the first.

mod blocked;
mod event;
mod function;
mod reader;
mod scene;

use serde_json::Value;

use crate::file::{Function, PropertyFile};
use reader::Reader;

/// Why a specification cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// Something is missing or of the wrong type.
    #[error("{place}: {problem}")]
    Shape {
        /// Where.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A construct that Skink does not know.
    #[error("{place}: {construct} is not supported")]
    Unsupported {
        /// Where.
        place: String,
        /// The construct.
        construct: String,
    },
}

/// Reads functions and, where they are given, blocked views.
pub fn import(functions: &str, blocked: Option<&str>) -> Result<PropertyFile, ImportError> {
    let mut file = PropertyFile::default();
    for (number, value) in listed(functions, "dmfs")?.iter().enumerate() {
        let place = format!("function {}", number + 1);
        let function = Reader::of(value, place)?.function(&mut file)?;
        file.functions.push(unique(&file, function));
    }
    if let Some(blocked) = blocked {
        for (number, value) in listed(blocked, "keyviews")?.iter().enumerate() {
            let place = format!("blocked view {}", number + 1);
            let reader = Reader::of(value, place.clone())?;
            reader.known(&["view"])?;
            file.avoid.push(blocked::view(&reader.text("view")?, &place)?);
        }
    }
    Ok(file)
}

/// Two functions of one name get a number.
fn unique(file: &PropertyFile, mut function: Function) -> Function {
    let name = function.name.clone();
    let mut number = 2;
    while file.function(&function.name).is_some() {
        function.name = format!("{name} {number}");
        number += 1;
    }
    function
}

fn listed(json: &str, key: &str) -> Result<Vec<Value>, ImportError> {
    let value: Value = serde_json::from_str(json).map_err(|e| ImportError::Json(e.to_string()))?;
    let shape = |problem: String| ImportError::Shape { place: "the file".to_owned(), problem };
    let Value::Object(mut object) = value else { return Err(shape("not an object".to_owned())) };
    let list = object.remove(key).ok_or_else(|| shape(format!("no `{key}`")))?;
    Reader { object: &object, place: "the file".to_owned() }.known(&[])?;
    match list {
        Value::Array(list) => Ok(list),
        _ => Err(shape(format!("`{key}` is not a list"))),
    }
}
