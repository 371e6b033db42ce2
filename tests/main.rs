//! End-to-end tests: each runs the `skink` binary as a user does.

#![allow(clippy::unwrap_used)]

mod cli;
mod common;
mod findings;
mod fuzz;
mod kill;
mod play;
