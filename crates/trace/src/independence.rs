//! What shows a bug found without a specification: a test, the same test with events inserted that should not
//! matter, and the effects of the test that the second did not have.

use serde::{Deserialize, Serialize};
use skink_gui::WidgetId;

/// The seed test is `seed.jsonl` beside the finding, the test with the inserted events is its `replay.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Independence {
    /// What the bug does, as one of six types: a guess.
    pub guess: Guess,
    /// Where the inserted events come from: an independent view, or the name of a neutral event.
    pub source: String,
    /// Events of the seed before the inserted ones.
    pub inserted_at: usize,
    /// How many events were inserted.
    pub inserted: usize,
    /// Effects of the seed that are missing.
    pub lost: Vec<LostEffect>,
    /// The rules that judged it, in the order they were asked.
    pub rules: Vec<RuleVerdict>,
}

/// The Genie paper's types of logic bugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guess {
    /// The user's data is lost.
    DataLost,
    /// The user cannot go on.
    CannotProceed,
    /// Something else is done than was asked for.
    WrongBehaviour,
    /// Two places disagree.
    InconsistentState,
    /// Something is shown wrongly.
    WronglyDisplayed,
    /// It may be meant so.
    DesignIssue,
}

/// A change that a step of the seed made and the same step of the mutant did not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LostEffect {
    /// The seed's event, from 0.
    pub seed_step: usize,
    /// The mutant's event, from 0.
    pub mutant_step: usize,
    /// What the seed did, in words.
    pub change: String,
    /// The widget on the seed's screen after the step, or before it where the step removed it.
    pub seed_widget: Option<WidgetId>,
    /// What stands in its place on the mutant's screen after the step.
    pub mutant_widget: Option<WidgetId>,
    /// Whether the step removed `seed_widget`: it is then on the screen before.
    pub removed: bool,
}

/// What a rule against false alarms said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleVerdict {
    /// The rule's name.
    pub rule: String,
    /// What it saw.
    pub says: String,
    /// Whether it lowered the finding's rank.
    pub lowers: bool,
}
