//! End-to-end tests: each runs the `skink` binary as a user does.

#![allow(clippy::unwrap_used)]

mod check;
mod cli;
mod common;
mod findings;
mod kill;
mod play;
mod record;
