//! End-to-end tests: each runs the `skink` binary as a user does.

#![allow(clippy::unwrap_used)]

mod adb;
mod check;
mod cli;
mod common;
mod diagnose;
mod findings;
mod fuzz;
mod guide;
mod json_schema;
mod kill;
mod pages;
mod play;
mod record;
mod report;
mod settings;
mod verdicts;
