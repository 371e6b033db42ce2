//! One file a command.

pub(crate) mod apps;
pub(crate) mod bench;
pub(crate) mod bench_check;
pub(crate) mod bench_fuzz;
pub(crate) mod check;
pub(crate) mod config;
pub(crate) mod devices;
pub(crate) mod diagnose;
pub(crate) mod doctor;
pub(crate) mod explore;
pub(crate) mod fuzz;
pub(crate) mod fuzz_finding;
pub(crate) mod fuzz_recorded;
pub(crate) mod play;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod screen;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod shrink;
pub(crate) mod views;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use skink_run::Scripted;

/// A flag that Ctrl-C sets: long work ends at the next event. A second Ctrl-C ends at once.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(crate::FAILED));
        }
    };
    if ctrlc::set_handler(handler).is_err() {
        crate::output::note("note: Ctrl-C will end Skink at once; `skink resume` continues all the same");
    }
    stop
}

/// The events of a finding, one a line.
fn listed(script: &[Scripted]) -> String {
    let lines = script.iter().enumerate();
    lines.map(|(at, scripted)| format!("  {:>3}. {}\n", at + 1, scripted.describe())).collect()
}
