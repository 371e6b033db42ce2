//! Rules of the user for the model: by which of its attributes a widget counts, whatever is learned.

use serde::{Deserialize, Serialize};
use skink_gui::Selector;
use skink_model::ape::{Reducer, Rule};

use crate::lines::line;

/// An attribute of a widget that may count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attribute {
    /// Class and resource id.
    Type,
    /// Position among its siblings.
    Position,
    /// What it shows: text, description, whether it is checked.
    Text,
    /// The name of what contains it.
    Container,
}

/// The widgets that a selector finds count by these attributes alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelRule {
    /// Which widgets.
    #[serde(with = "line")]
    pub widget: Selector,
    /// What tells them apart; nothing where all of them are to count as one.
    pub by: Vec<Attribute>,
}

/// All rules; the first that finds a widget counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelRules {
    /// In the order they are tried.
    pub rules: Vec<ModelRule>,
}

impl ModelRules {
    /// As the model takes them.
    pub(crate) fn for_model(&self) -> Vec<Rule> {
        let reducer = |by: &[Attribute]| {
            by.iter().fold(Reducer::NOTHING, |all, attribute| {
                all.and(match attribute {
                    Attribute::Type => Reducer::TYPE,
                    Attribute::Position => Reducer::INDEX,
                    Attribute::Text => Reducer::TEXT,
                    Attribute::Container => Reducer::PARENT,
                })
            })
        };
        self.rules.iter().map(|rule| Rule { widget: rule.widget.clone(), by: reducer(&rule.by) }).collect()
    }
}
