//! The phone's speed: `cargo bench -p skink-phone --bench phone`. Random events on enabled widgets of the sample
//! with the largest screens, layout and stable hash included, on one core; then snapshot and restore. Each is
//! also told as a ratio to a yardstick of the same run: printing the same screens as uiautomator XML.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use skink_device::{Device, Input};
use skink_gui::{Enabled, Screen, enabled, print_xml};
use skink_phone::{Phone, PhoneSettings, apps};
use skink_trace::Observation;

const EVENTS: u32 = 200_000;
const PER_START: u32 = 60;

fn next(random: &mut u64, below: usize) -> usize {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*random >> 33) as usize % below.max(1)
}

/// A random enabled event on a widget; where there is none, the way back.
fn step(phone: &mut Phone, now: &Screen, random: &mut u64) -> Observation {
    let choices = enabled(now);
    let input = match choices.get(next(random, choices.len())) {
        None => Input::Launch,
        Some(chosen) => {
            let bounds = now.widget(chosen.widget()).bounds();
            match chosen {
                Enabled::Tap(_) => Input::Tap(bounds.center()),
                Enabled::LongTap(_) => Input::LongTap(bounds.center()),
                Enabled::Type(_) => Input::Type(bounds.center(), "Milk".into()),
                Enabled::Scroll(_, direction) => Input::Scroll(bounds, *direction),
            }
        }
    };
    let seen = phone.perform(&input).unwrap();
    if seen.screen.package() == phone.package() { seen } else { phone.perform(&Input::Launch).unwrap() }
}

fn main() {
    if !std::env::args().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    let sample = apps::named("notes").unwrap();
    let mut phone = Phone::new(sample, PhoneSettings::default()).unwrap();
    let (mut random, mut widgets, mut kept) = (1, 0, Vec::new());
    let started = Instant::now();
    let mut now = phone.clean_start(0).unwrap();
    for event in 0..EVENTS {
        if event % PER_START == 0 {
            now = phone.clean_start(u64::from(event)).unwrap();
        }
        now = step(&mut phone, &now.screen, &mut random);
        widgets += now.screen.len();
        if event % 100 == 0 {
            kept.push(now.screen.clone());
        }
    }
    let taken = started.elapsed();
    let per_event = taken / EVENTS;
    let started = Instant::now();
    kept.iter().for_each(|screen| drop(black_box(print_xml(screen))));
    let yardstick = started.elapsed() / kept.len() as u32;
    println!(
        "events      {:>10.0}/s, {:.1} widgets a screen",
        f64::from(EVENTS) / taken.as_secs_f64(),
        widgets as f64 / f64::from(EVENTS)
    );
    report("an event", per_event, yardstick);

    let rounds: u32 = 20_000;
    let started = Instant::now();
    (0..rounds).for_each(|_| drop(black_box(phone.snapshot())));
    report("a snapshot", started.elapsed() / rounds, yardstick);
    let snapshot = phone.snapshot().unwrap();
    let started = Instant::now();
    (0..rounds).for_each(|_| drop(black_box(phone.restore(&snapshot).unwrap())));
    report("a restore", started.elapsed() / rounds, yardstick);
    println!(
        "(a restore looks at the screen it comes back to: {} widgets)",
        phone.observe().unwrap().screen.len()
    );
}

fn report(name: &str, taken: Duration, yardstick: Duration) {
    println!(
        "{name:<11} {taken:>10.1?}, {:.2} times the yardstick (a screen as XML: {yardstick:.1?})",
        taken.as_secs_f64() / yardstick.as_secs_f64()
    );
}
