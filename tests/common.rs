//! Running the binary.

use std::path::Path;
use std::process::{Command, Output};

/// `skink` with these arguments, run in `folder`.
pub(crate) fn skink(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skink"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1").env("COLUMNS", "100");
    command
}

/// Runs it to its end.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    skink(folder, args).output().expect("skink runs")
}

/// Standard output as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
