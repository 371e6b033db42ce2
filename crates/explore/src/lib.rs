//! Strategies that explore an app: each picks the next event from the screen and from what it has seen.

mod ape;
mod avoid;
mod guarded;
mod guided;
mod inputs;
mod lines;
mod lstar;
mod mapped;
mod motif;
mod named;
mod plain;
mod random;
mod rules;
mod scripts;
mod swifthand;
mod texts;
mod weighted;
mod words;

pub use ape::{Ape, ApeSettings};
pub use avoid::{Avoid, AvoidSettings, Careful};
pub use guarded::Guarded;
pub use guided::{GuideError, Guided};
pub use lines::{list as one_line_each, probability};
pub use lstar::{Lstar, LstarSettings};
pub use mapped::Mapped;
pub use named::{Settings, strategy};
pub use random::{Random, RandomSettings};
pub use rules::{Attribute, ModelRule, ModelRules};
pub use scripts::{Prepared, Scripts};
pub use swifthand::{AtRandom, Choices, Frontier, Point, Swifthand, SwifthandSettings};
pub use texts::{FieldKind, OwnTexts, TextSettings, text};
pub use weighted::{Weighted, WeightedSettings};
