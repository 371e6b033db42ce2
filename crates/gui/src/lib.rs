//! What Skink sees and does: screens and their widgets, events and the selectors that find their targets
//! again, and the difference of two screens.
//!
//! Everything here is pure: data in, data out, no I/O, no clock, no randomness. A [`Screen`] is immutable and
//! shared; cloning one is a reference count, comparing two is a comparison of their hashes.

pub mod diff;
mod droidbot;
mod enabled;
mod event;
mod geometry;
mod screen;
mod selector;
mod similar;
mod structure;
mod xml;

pub use diff::{Difference, diff};
pub use droidbot::{DroidbotError, parse_droidbot};
pub use enabled::{Enabled, enabled};
pub use event::{Action, Direction, Event, EventError, Key};
pub use geometry::{Bounds, Point};
pub use screen::{
    DecodeError, Flags, Header, MAX_DEPTH, MAX_TEXT, MAX_WIDGETS, Screen, ScreenBuilder, ScreenHash, Widget,
    WidgetId, WidgetSpec, WindowKind,
};
pub use selector::{Selector, SelectorError};
pub use similar::{locate, locate_loosely, similar};
pub use structure::{Structure, structure};
pub use xml::{XmlError, parse_xml, print_xml};
