//! What a user can set of independent-view fuzzing. The limits are those of the Genie paper (sections 4.2 and
//! 5.1): 20 seeds of up to 15 events, up to 300 mutants a position, up to 8 inserted events.

use serde::{Deserialize, Serialize};
use skink_gui::Selector;

/// How an app is fuzzed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FuzzSettings {
    /// Seed tests.
    pub seeds: usize,
    /// Events of a seed test.
    pub seed_events: usize,
    /// Mutants at one position of a seed.
    pub mutants: usize,
    /// Further tests, beside the seeds.
    pub further: usize,
    /// Mutants at one position of a further test, beside neutral events.
    pub further_mutants: usize,
    /// Inserted events of a mutant.
    pub inserted: usize,
    /// How often one inserted trace does the same event that stays on its state.
    pub same_loop: usize,
    /// How many views of one group one inserted trace uses.
    pub same_group: usize,
    /// Whether neutral events (turning, going to the background …) are inserted too.
    pub neutral: bool,
    /// In which order inserted traces are searched for.
    pub search: Search,
    /// Which errors are reported.
    pub keep: Keep,
    /// Candidates a shrink may execute, for each finding.
    pub shrink: u64,
    /// What is known of the app's views.
    pub views: ViewSettings,
}

impl Default for FuzzSettings {
    fn default() -> Self {
        Self {
            seeds: 20,
            seed_events: 15,
            mutants: 300,
            further: 420,
            further_mutants: 40,
            inserted: 8,
            same_loop: 2,
            same_group: 3,
            neutral: true,
            search: Search::Spread,
            keep: Keep::Confirmed,
            shrink: 200,
            views: ViewSettings::default(),
        }
    }
}

impl FuzzSettings {
    /// What the paper's tool does: no neutral events, breadth first, errors that occurred once.
    pub fn as_in_the_paper(self) -> Self {
        Self { further: 0, neutral: false, search: Search::BreadthFirst, keep: Keep::Once, ..self }
    }
}

/// In which order inserted traces are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// Shortest first, at random among equals: the paper's. Three hundred loops of one or two events fill a
    /// position of a busy page, and nothing that needs a way there and back is ever tried.
    BreadthFirst,
    /// As many of each length, loops that do not pass through their start first.
    Spread,
}

/// Which errors are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Those that show again from a clean start and that no rule doubts.
    Confirmed,
    /// Those that occurred once (section 4.3).
    Once,
}

/// What a user says about the views of an app.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ViewSettings {
    /// Classes of group views, beside those known.
    pub group_classes: Vec<String>,
    /// Widgets that are group views, whatever their class.
    pub groups: Vec<Selector>,
    /// Widgets that are always independent: an inserted trace may start there at any time.
    pub independent: Vec<Selector>,
    /// Widgets that are never independent: no inserted trace starts there.
    pub dependent: Vec<Selector>,
    /// Widgets that tell one layout type from another by what they show: titles.
    pub titles: Vec<Selector>,
    /// Tabs: the selected one tells layout types apart.
    pub tabs: Vec<Selector>,
    /// Widgets that are left out of comparisons.
    pub ignore: Vec<Selector>,
}
