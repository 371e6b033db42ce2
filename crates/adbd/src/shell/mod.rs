//! The phone's shell: the part of Android's `sh` that tools write to it.

mod filters;
mod interpreter;
mod io;
mod parse;
mod pattern;
mod tools;

pub(crate) use interpreter::{Call, Shell};
pub(crate) use io::{Io, Sink, Stdin};
pub(crate) use parse::parse;
pub(crate) use pattern::Pattern;
