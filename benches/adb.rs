//! A step through the phone behind adb: `cargo bench -p skink-adbd --bench adb`. The agent driver, against the shell
//! driver on the same screens as its yardstick. Needs `adb`.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../crates/adbd/tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{Served, adb_is_there, phone};
use skink_device::adb::{Adb, Deadline, Server};
use skink_device::agent::{AgentClient, SOCKET};
use skink_device::android::{AndroidDevice, AndroidSettings, AppSource, DriverChoice};
use skink_device::{Device, Input};
use skink_gui::enabled;

/// Taps on enabled widgets from clean starts; the milliseconds of each step, sorted.
fn steps(driver: DriverChoice, count: usize) -> Vec<f64> {
    let served = Served::at("notes", 34);
    let package = phone("notes").package().to_owned();
    let settings = AndroidSettings { driver, ..AndroidSettings::default() };
    let server = Server::at(Some(served.port));
    let mut device =
        AndroidDevice::open(server, &served.address, &AppSource::Installed(package.clone()), settings)
            .unwrap();
    let mut seen = device.clean_start(0).unwrap();
    let mut millis = Vec::with_capacity(count);
    let mut random = 1u64;
    for step in 0..count {
        let all = enabled(&seen.screen);
        if all.is_empty() || seen.screen.package() != package || step % 50 == 49 {
            seen = device.clean_start(step as u64).unwrap();
            continue;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = all[(random >> 33) as usize % all.len()];
        let input = Input::Tap(seen.screen.widget(chosen.widget()).bounds().center());
        let started = Instant::now();
        seen = device.perform(&input).unwrap();
        millis.push(started.elapsed().as_secs_f64() * 1000.0);
    }
    if driver == DriverChoice::Agent {
        println!("a round trip to the agent and back: {:.3} ms in the middle", floor(&served));
    }
    millis.sort_by(f64::total_cmp);
    millis
}

/// What the way through adb costs alone, in milliseconds: the agent asked for nothing.
fn floor(served: &Served) -> f64 {
    let adb = Adb::open(Server::at(Some(served.port)), &served.address, Deadline::seconds(30)).unwrap();
    let service = format!("localabstract:{SOCKET}");
    let stream = adb.service(&service, "reaching the agent", Deadline::seconds(30)).unwrap();
    let mut client = AgentClient::connect(stream).unwrap();
    let mut millis: Vec<f64> = (0..1000)
        .map(|_| {
            let started = Instant::now();
            client.ping().unwrap();
            started.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    millis.sort_by(f64::total_cmp);
    middle(&millis)
}

fn middle(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() {
    if !std::env::args().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    if !adb_is_there() {
        return;
    }
    let agent = steps(DriverChoice::Agent, 2000);
    let shell = steps(DriverChoice::Shell, 200);
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len().max(1) as f64;
    for (name, all) in [("agent", &agent), ("shell", &shell)] {
        println!(
            "{name} driver: {:.2} ms a step in the middle, {:.2} ms on average ({} steps)",
            middle(all),
            mean(all),
            all.len()
        );
    }
    println!(
        "the agent driver is {:.0} times as fast as the shell driver on average, {:.0} times in the middle",
        mean(&shell) / mean(&agent),
        middle(&shell) / middle(&agent)
    );
}
