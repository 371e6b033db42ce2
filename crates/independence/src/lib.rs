//! Independent-view fuzzing: logic bugs without any specification (the Genie paper, and what goes beyond it).
//!
//! A seed test is executed; events that should not matter are inserted into it; what the seed did must still
//! happen. The pure parts (groups and active views, effects, the oracle, the search for loops, the rules that
//! only look) are apart from those that execute ([`Stage`], [`fuzz`]).

mod active;
mod ahead;
mod alone;
mod cover;
mod effects;
mod far;
mod findings;
mod functions;
mod groups;
mod guess;
mod insert;
mod layout;
mod makers;
mod model;
mod neutral;
mod observed;
mod oracle;
mod pair;
mod patience;
mod recorded;
mod roles;
mod rules;
mod seeds;
mod seldom;
mod session;
mod settings;
mod shrink;
mod siblings;
mod stage;
mod suspects;
mod unit;
mod witness;

pub use active::{Views, views_along};
pub use effects::{Effect, Entry, Sheet, Sheets, describe, effects};
pub use findings::{finding_of, load_pair, rewrite, widgets, write_crash, write_suspect};
pub use functions::{Function, Functions};
pub use groups::Groups;
pub use guess::guess;
pub use insert::{INDEPENDENT, Insert, Planned};
pub use layout::LayoutType;
pub use makers::Leads;
pub use model::{Loops, Mined, Miner, learn};
pub use neutral::neutral;
pub use oracle::{Compare, Lost, SeedSheets, instead};
pub use pair::{Executed, Judged, Pair, changing_by_themselves, execute, judge};
pub use recorded::{Recorded, RecordedError, RecordedLoss, RecordedView};
pub use roles::Role;
pub use rules::{Case, Said, ask};
pub use seeds::{Motifs, Seed, SeedStrategy};
pub use session::{FuzzFigures, FuzzPlan, FuzzWatcher, Fuzzed, Maker, fuzz, seeds_of};
pub use settings::{FuzzSettings, Keep, Search, ViewSettings};
pub use shrink::Shrinker;
pub use stage::{Cost, Did, Inserted, Position, Stage};
pub use suspects::{Bench, Suspect, Verdict, compare_of, evidence, examine};
pub use unit::{
    Context, Crashed, Dead, Flagged, Ready, UnitResult, compare_for, error_text, lost_text, returned, run,
};
