//! Strategies that explore an app: each picks the next event from the screen and from what it has seen.

mod inputs;
mod lstar;
mod named;
mod random;
mod swifthand;
mod texts;

pub use lstar::{Lstar, LstarSettings};
pub use named::{Settings, strategy};
pub use random::{Random, RandomSettings};
pub use swifthand::{AtRandom, Choices, Point, Swifthand, SwifthandSettings};
