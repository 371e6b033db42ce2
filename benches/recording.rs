//! A run with everything on: strategy, recording to disk, tally, oracle: `cargo bench -p skink-explore --bench
//! recording`. The yardstick of the same run is the same events on the phone without a runner.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use skink_device::{Device, Input};
use skink_explore::{Random, RandomSettings};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_run::{RunDir, RunFile, execute};
use skink_trace::Entry;

const EVENTS: u64 = 200_000;

fn main() {
    if !std::env::args().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    let folder = tempfile::tempdir().unwrap();
    let sample = apps::named("notes").unwrap();
    let mut file = RunFile::new("bench", "sample:notes", "phone", "random", 1);
    file.budget.events = Some(EVENTS);
    let run = RunDir::create(&folder.path().join("run"), &file).unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let mut strategy = Random::new(RandomSettings::default());
    let stop = AtomicBool::new(false);
    let started = Instant::now();
    execute(&run, &file, &mut phone, &mut strategy, None, &mut (), &stop).unwrap();
    let recorded = started.elapsed();

    let mut inputs = Vec::new();
    let mut screens = run.screens().unwrap();
    let mut before = None;
    run.read_trace(|entry| {
        match entry {
            Entry::Launch(launch) => {
                inputs.push(None);
                before = Some(launch.screen);
            }
            Entry::Step(step) => {
                let bounds = step.widget.map(|id| screens.get(before.unwrap()).unwrap().widget(id).bounds());
                inputs.push(Input::of(&step.event.action, bounds));
                before = Some(step.screen);
            }
        }
        Ok(true)
    })
    .unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let (mut start, started) = (0, Instant::now());
    for input in &inputs {
        match input {
            None => {
                phone.clean_start(start).unwrap();
                start += 1;
            }
            Some(input) => drop(phone.perform(input).unwrap()),
        }
    }
    let bare = started.elapsed();
    println!("recorded    {:>10.0} events/s", EVENTS as f64 / recorded.as_secs_f64());
    println!("phone alone {:>10.0} events/s (yardstick)", EVENTS as f64 / bare.as_secs_f64());
    println!("a recorded run takes {:.2} times the yardstick", recorded.as_secs_f64() / bare.as_secs_f64());
}
