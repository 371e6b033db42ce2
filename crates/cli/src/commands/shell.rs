//! `skink completions` and `skink man`, both made from the argument parser.

use std::path::Path;

use clap::CommandFactory;

use crate::args::Args;
use crate::failure::Failure;
use crate::output::{note, print};

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "skink", &mut script);
    print(&String::from_utf8_lossy(&script));
    Ok(crate::OK)
}

pub(crate) fn man(out: &Path) -> Result<u8, Failure> {
    let failed = |e: std::io::Error| {
        Failure::usage(format!("writing manual pages to {}", out.display()), e.to_string())
    };
    std::fs::create_dir_all(out).map_err(failed)?;
    clap_mangen::generate_to(Args::command(), out).map_err(failed)?;
    note(&format!("manual pages written to {}", out.display()));
    Ok(crate::OK)
}
