//! The `skink` command: arguments, progress, exit codes. What it does lives in the other crates.

// A command line prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod app;
mod args;
mod commands;
mod config;
mod failure;
mod loopback;
mod new_run;
mod output;
mod progress;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Args, BenchCommand, Command, PhoneCommand};
use failure::Failure;

/// Nothing was found, or what was asked for was done.
const OK: u8 = 0;
/// Something was found.
const FINDINGS: u8 = 1;
/// The device or Skink itself failed: no verdict.
const FAILED: u8 = 3;

fn main() -> ExitCode {
    // `fuzz --recorded` needs no app.
    let command = Args::command()
        .mut_subcommand("fuzz", |fuzz| fuzz.mut_arg("app", |app| app.required(false).default_value("")));
    let args = Args::from_arg_matches(&command.get_matches()).unwrap_or_else(|e| e.exit());
    let result = std::panic::catch_unwind(|| run(args));
    let code = match result {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            output::error(&failure);
            failure.code
        }
        Err(_) => {
            output::error(
                &Failure::device("running", "Skink itself failed; the message above says where")
                    .hint("this is a bug of Skink: please report it with the command you ran"),
            );
            FAILED
        }
    };
    ExitCode::from(code)
}

fn run(args: Args) -> Result<u8, Failure> {
    let json = args.json;
    match args.command {
        Command::Devices(devices) => commands::devices::run(&devices, json),
        Command::Doctor(doctor) => commands::doctor::run(&doctor, json),
        Command::Apps(apps) => commands::apps::run(&apps, json),
        Command::Explore(explore) => commands::explore::run(&explore, json),
        Command::Fuzz(fuzz) => commands::fuzz::run(&fuzz, json),
        Command::Check(check) => commands::check::run(&check, json),
        Command::Record(record) => commands::record::run(&record, json),
        Command::Resume(resume) => commands::resume::run(&resume, json),
        Command::Replay(replay) => commands::replay::run(&replay, json),
        Command::Shrink(shrink) => commands::shrink::run(&shrink, json),
        Command::Report(report) => commands::report::run(&report, json),
        Command::Accept(accept) => commands::report::accept(&accept, json),
        Command::Export(export) => commands::report::export(&export),
        Command::Screen(screen) => commands::screen::run(&screen, json),
        Command::Diagnose(diagnose) => commands::diagnose::run(&diagnose, json),
        Command::Phone(phone) => match &phone.what {
            PhoneCommand::Play(play) => commands::play::run(play, json),
            PhoneCommand::Serve(serve) => commands::serve::run(serve, json),
        },
        Command::Config(config) => commands::config::run(&config, json),
        Command::Bench(bench) => match &bench.what {
            BenchCommand::Truth { events } => commands::bench::truth(*events, json),
            BenchCommand::Explore(explore) => commands::bench::explore(explore, json),
            BenchCommand::Target(target) => commands::bench::target(target, json),
            BenchCommand::Fuzz(fuzz) => commands::bench_fuzz::run(fuzz, json),
            BenchCommand::Check(check) => commands::bench_check::run(check, json),
        },
        Command::Completions(shell) => commands::shell::completions(shell.shell),
        Command::Man(man) => commands::shell::man(&man.out),
    }
}
