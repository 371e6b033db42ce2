//! Strategies that explore an app: each picks the next event from the screen and from what it has seen.

mod ape;
mod avoid;
mod guided;
mod inputs;
mod lstar;
mod named;
mod plain;
mod random;
mod swifthand;
mod texts;
mod weighted;
mod words;

pub use ape::{Ape, ApeSettings};
pub use avoid::{Avoid, AvoidSettings, Careful};
pub use guided::{GuideError, Guided};
pub use lstar::{Lstar, LstarSettings};
pub use named::{Settings, strategy};
pub use random::{Random, RandomSettings};
pub use swifthand::{AtRandom, Choices, Point, Swifthand, SwifthandSettings};
pub use texts::{FieldKind, TextSettings, text};
pub use weighted::{Weighted, WeightedSettings};
