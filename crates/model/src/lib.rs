//! Abstractions and learned models of an app. Pure: screens and steps in, models out.

pub mod ape;
pub mod automaton;
mod elts;
mod graph;
mod learned;
mod passive;
mod table;

pub use elts::{Alphabet, ENDED, Elts, Input, InputId, InputKind, LabelId, PrefixTree, ROOT, StateId};
pub use graph::{
    Edge, EventKey, GraphEvent, GraphEventId, GraphStateId, Kind, Learned, State, TransitionGraph,
};
pub use passive::{rebuild, rebuild_and_count};
pub use table::ObservationTable;
