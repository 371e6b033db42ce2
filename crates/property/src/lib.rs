//! Data properties of apps and fuzzing against them (the PBFDroid paper): a file says what an app's functions
//! do to its data; functions and random events are interleaved, and the screens are checked against the data as
//! it should be.
//!
//! A property file is read by [`PropertyFile::parse`] and printed by [`PropertyFile::to_toml`]; published
//! specifications are read by [`import`]. [`try_function`] does one function on a device now.

mod attempt;
mod call;
mod change;
mod condition;
mod data;
mod draw;
mod figures;
mod file;
mod filled;
mod find;
mod history;
mod import;
mod judge;
mod line;
mod names;
mod print;
mod read;
mod recorder;
mod rerun;
mod session;
mod settings;
mod shrink;
mod template;
mod tester;
mod value;
mod wander;
mod words;
mod xpath;

pub use attempt::{Trial, Verdict, try_function};
pub use call::{Ambiguous, Ask, Broke, Call, Outcome, Stuck};
pub use change::Change;
pub use condition::{Comparison, Condition, Objects};
pub use data::{Data, Filter};
pub use draw::{is_possible, possible_calls};
pub use figures::{ATTEMPTS, FunctionFigures};
pub use file::{DataType, Function, Operation, PropertyFile, Rules};
pub use filled::Filled;
pub use find::{Find, Flag, Relation};
pub use import::{ImportError, import};
pub use judge::{Why, judge};
pub use line::{Line, Step};
pub use read::FileError;
pub use recorder::{
    Binding, Choice, ChoiceView, LiveError, RecordError, Recorder, Recording, Saved, StepView, Target, Tried,
    View, Warning, Wish,
};
pub use rerun::{Item, Rerun, SETUP, items, rerun};
pub use session::{CheckSummary, ReplayedTest, check, replay_finding, shrink_finding};
pub use settings::{CheckSettings, Mode};
pub use shrink::{ShrunkTest, shrink_test};
pub use template::{Operand, Scope, Size, Template, Values};
pub use tester::{CheckOracle, CheckStrategy, KEPT, Met, Tester, halves};
pub use value::{Generator, Source};
pub use words::LineError;
pub use xpath::Path;

/// The JSON schema of property files, for editors.
pub const SCHEMA: &str = include_str!("../schema.json");
