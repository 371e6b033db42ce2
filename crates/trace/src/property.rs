//! What shows a bug found against a data property: the function that was done, the data that should be there,
//! and what the screen shows instead.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skink_gui::WidgetId;

/// An object of the data model: its fields by name.
pub type DataObject = BTreeMap<String, String>;

/// A violated property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Violation {
    /// Name of the function whose postcondition failed.
    pub function: String,
    /// Its operation: `create`, `read`, `update`, `delete`, `search` or `free`.
    pub operation: String,
    /// The property file the function is from, whole: a replay needs nothing else.
    pub properties: String,
    /// The calls of functions among the replay's events, the violated one last.
    pub calls: Vec<Call>,
    /// The data before the violated function.
    pub before: BTreeMap<String, Vec<DataObject>>,
    /// The data as it should be after it.
    pub after: BTreeMap<String, Vec<DataObject>>,
    /// What should have shown, in words.
    pub expected: String,
    /// What showed, in words.
    pub shown: String,
    /// The widget of the last screen that is wrong, where there is one.
    pub widget: Option<WidgetId>,
}

/// A function done as part of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Name of the function.
    pub function: String,
    /// Its first event in the replay, from 0.
    pub first: usize,
    /// How many events it has.
    pub events: usize,
    /// The values its events used, by name.
    pub values: DataObject,
}
