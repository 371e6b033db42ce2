//! The built-in virtual phone: a deterministic device in the process, a small toolkit for writing apps that
//! run on it, and sample apps whose bugs are known.
//!
//! An app is plain data with three functions: where it starts, what a page looks like, and what a message does
//! ([`App`]). The toolkit gives it what Android would: a back stack, dialogs and menus, scrolling, fields and a
//! keyboard, rotation that recreates pages, process death, background work, permissions, crashes. Everything is
//! cloneable, so the whole phone can be kept and gone back to in microseconds.

mod app;
pub mod apps;
mod costs;
mod coverage;
mod cx;
mod layout;
mod neighbours;
mod phone;
mod raster;
mod system;
mod task;
mod ui;

pub use app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Sample, Shows, Trap, TrapKind, Window};
pub use costs::Costs;
pub use cx::{Cx, Fault};
pub use neighbours::Neighbour;
pub use phone::{BugSwitch, InFront, Phone, PhoneSettings, SystemWindow};
pub use ui::{Nav, Node, Ui};
