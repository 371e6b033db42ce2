//! Abstractions and learned models of an app. Pure: screens and steps in, models out.

mod elts;
mod passive;
mod table;

pub use elts::{Alphabet, ENDED, Elts, Input, InputId, InputKind, LabelId, PrefixTree, ROOT, StateId};
pub use passive::rebuild;
pub use table::ObservationTable;
