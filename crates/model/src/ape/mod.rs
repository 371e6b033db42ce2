//! A model of an app whose abstraction is learned while the app is tested, after the APE paper (ICSE 2019).
//!
//! What a widget is called in the model is decided by a decision tree that starts coarse, is made finer where
//! one name stands for too many widgets or an action leads to different states, and is made coarser again
//! where that creates too many states. [`Model`] holds states, actions and transitions together with the
//! concrete screens they came from, so that only what a change touches is built anew.

mod decision;
mod evolve;
mod export;
mod graph;
mod paths;
mod rebuild;
mod reducer;
mod route;
mod words;

pub use decision::{Change, Tree};
pub use graph::{Counts, GuiId, Model, ModelAction, ModelSettings, State, StateId};
pub use paths::{Gui, Kind, Rule};
pub use reducer::Reducer;
pub use route::Hop;
pub use words::{Element, PathId, Words};
