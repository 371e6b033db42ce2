//! Why was a known bug missed? What a testing tool did is matched against the bug's automaton, and the clues say
//! which events it missed and how close it came: the Themis+ paper.
//!
//! A [`Library`] reads automata with their descriptions, [`sources()`] finds what tools did: published result folders,
//! bare logs, Skink's own runs, DroidBot's event files. [`diagnose()`] matches the two, [`Table`] is the paper's
//! Table 3 over many of them, [`sentence`] and [`advice`] say what to look at first, [`page()`] draws it. [`propose()`]
//! goes the other way: from a finding to an automaton. Nothing here prints.

mod bugs;
mod configuration;
mod diagnosis;
mod droidbot_events;
mod error;
mod layout;
mod log;
mod page;
mod pictures;
mod propose;
mod runs;
mod sources;
mod svg;
mod table;
mod words;

pub use bugs::{Bug, Library};
pub use configuration::{Configuration, parse_configuration};
pub use diagnosis::{Covered, Diagnosis, EventVerdict, Verdict, diagnose};
pub use droidbot_events::{DroidbotEvent, parse_droidbot_event};
pub use error::DiagnoseError;
pub use layout::{ResultName, parse_time_file};
pub use log::{LogReader, read_log};
pub use page::page;
pub use pictures::{Pictures, pictures};
pub use propose::{Proposal, ProposeSettings, propose};
pub use runs::{Pivots, Sighting, StepMatch};
pub use sources::{Kind, Source, sources};
pub use table::{Cell, Row, Table};
pub use words::{advice, sentence};
