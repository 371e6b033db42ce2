//! Strategies that explore an app: each picks the next event from the screen and from what it has seen.

mod random;
mod texts;

pub use random::{Random, RandomSettings};
