//! Hands the app to the explorer and prints what it found: `cargo run -p own-app`.

// A program prints.
#![allow(clippy::print_stdout)]

use std::sync::atomic::AtomicBool;

use own_app::SHOPPING;
use skink_device::Device;
use skink_explore::{Random, RandomSettings};
use skink_phone::{Phone, PhoneSettings};
use skink_run::{RunDir, RunFile, ShrinkBudget, execute};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut phone = Phone::new(SHOPPING, PhoneSettings::default())?;
    let mut file = RunFile::new("explore", "own-app", &phone.name(), "random", 1);
    file.budget.events = Some(5_000);
    let run = RunDir::create(&folder.path().join("run"), &file)?;
    let mut strategy = Random::new(RandomSettings::default());
    let stop = AtomicBool::new(false);
    let shrink = Some(ShrinkBudget::default());
    let summary = execute(&run, &file, &mut phone, &mut strategy, shrink, &mut (), &stop)?;
    println!("{} events, {} states", summary.events, summary.states);
    for finding in summary.findings {
        println!("{}: {} in {} events", finding.id, finding.title, finding.events);
    }
    Ok(())
}
