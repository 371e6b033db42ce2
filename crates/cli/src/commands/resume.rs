//! `skink resume`: goes on with a run of any command.

use skink_run::RunDir;

use crate::args::Resume;
use crate::commands::{check, explore};
use crate::failure::Failure;

pub(crate) fn run(args: &Resume, json: bool) -> Result<u8, Failure> {
    let doing = format!("resuming {}", args.run.display());
    let (run, file) = RunDir::open(&args.run).map_err(|e| Failure::of(&doing, e))?;
    match file.command.as_str() {
        "explore" => explore::go(&doing, &run, &file, json, args.explain_model),
        "check" => check::go(&doing, &run, &file, json),
        other => Err(Failure::usage(&doing, format!("run.toml names an unknown command `{other}`"))),
    }
}
