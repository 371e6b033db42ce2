//! What `skink doctor` measures: which driver works, and where the time of a step goes. Nothing on the device is
//! changed but the agent that is started and ended.

use std::time::{Duration, Instant};

use super::app::failure;
use super::driver::DriverKind;
use super::open::{DeviceFacts, start_driver};
use super::{AndroidSettings, DriverChoice};
use crate::DeviceError;
use crate::adb::{Adb, AdbError, Deadline, Server};
use crate::shell::{read_display_size, read_properties};

/// What was found. Times are medians in milliseconds.
#[derive(Clone, Debug)]
pub struct Checkup {
    /// What the device is.
    pub facts: DeviceFacts,
    /// As whom adb's commands run there.
    pub user: String,
    /// Whether commands tell their exit status.
    pub shell_v2: bool,
    /// Which driver works.
    pub driver: DriverKind,
    /// Why that one.
    pub reason: String,
    /// Asking the adb server.
    pub round_trip: f64,
    /// A command of the device's shell.
    pub command: f64,
    /// An input, by a key that does nothing.
    pub input: f64,
    /// A look.
    pub look: f64,
    /// Of a look: waiting for rest.
    pub settling: f64,
    /// Of a look: reading the trees.
    pub reading: f64,
    /// What was in front.
    pub front: String,
    /// Widgets seen there.
    pub widgets: usize,
    /// What is missing, and how to get it.
    pub missing: Vec<String>,
}

/// Checks a device with so many steps.
pub fn check_up(
    server: Server,
    serial: &str,
    settings: AndroidSettings,
    steps: u32,
) -> Result<Checkup, DeviceError> {
    let doing = format!("checking {serial}");
    let failed = |error: AdbError| failure(&doing, &error);
    let call = settings.call;
    let adb = Adb::open(server, serial, Deadline::after(call)).map_err(failed)?;
    let ask = |command: &str| adb.ask(command, Deadline::after(call));
    let properties = read_properties(&ask("getprop").map_err(failed)?);
    let size = read_display_size(&ask("wm size").map_err(failed)?);
    let facts = DeviceFacts::of(&properties, size);
    let id = ask("id").map_err(failed)?;
    let user = id.split(['(', ')']).nth(1).unwrap_or("an unknown user").to_owned();
    let mut missing = Vec::new();
    if facts.api < 19 {
        missing.push(format!("Android API level {} is too old: 19 (Android 4.4) is needed", facts.api));
    }
    if facts.api < 24 {
        missing.push(
            "before Android 7 adb tells no exit status; Skink marks the end of each command itself".into(),
        );
    }
    let power = ask("dumpsys power").map_err(failed)?;
    if power.contains("mWakefulness=Asleep") || power.contains("mWakefulness=Dozing") {
        missing.push(
            "the screen is off: a run switches it on; a lock with a secret must be opened by hand".into(),
        );
    }
    let animations = ask("settings get global window_animation_scale").map_err(failed)?;
    if !matches!(animations.trim(), "0" | "0.0") {
        missing.push("animations are on, which makes each step slower: `--no-animations` switches them off during a run".into());
    }
    let round_trip =
        median(steps, || adb.server().devices(Deadline::after(call)).map(|_| ())).map_err(failed)?;
    let command = median(steps, || ask("true").map(|_| ())).map_err(failed)?;
    let (mut driver, reason) = start_driver(&adb, &settings, facts.api, facts.size, "")?;
    if driver.kind() == DriverKind::Shell && settings.driver == DriverChoice::Auto {
        missing.push(format!("the agent would be 7 to 12 times as fast; {reason}"));
    }
    let input = match driver.kind() {
        DriverKind::Shell => median(steps.min(3), || ask("input keyevent 0").map(|_| ())).map_err(failed)?,
        // In the same round trip as the look.
        DriverKind::Agent => 0.0,
    };
    let (mut looks, mut settling, mut reading) = (Vec::new(), Vec::new(), Vec::new());
    let mut last = None;
    for _ in 0..steps.max(1) {
        let start = Instant::now();
        match driver.step(&adb, None) {
            Ok(seen) => {
                looks.push(millis(start.elapsed()));
                settling.push(seen.millis[1] as f64);
                reading.push(seen.millis[2] as f64);
                if let Some(note) = &seen.note {
                    let known = missing.iter().any(|known| known == note);
                    if !known {
                        missing.push(note.clone());
                    }
                }
                last = Some(seen.screen);
            }
            Err(step) => {
                driver.end(&adb);
                return Err(failed(step.error));
            }
        }
    }
    // Greeted again, the agent tells what it has met since.
    if driver.reconnect(&adb).is_ok() {
        missing.extend(driver.missing());
    }
    let (kind, screen) = (driver.kind(), last);
    driver.end(&adb);
    Ok(Checkup {
        facts,
        user,
        shell_v2: adb.has("shell_v2"),
        driver: kind,
        reason,
        round_trip,
        command,
        input,
        look: middle(looks),
        settling: middle(settling),
        reading: middle(reading),
        front: screen.as_ref().map_or_else(String::new, |s| format!("{} {}", s.package(), s.activity())),
        widgets: screen.map_or(0, |s| s.len()),
        missing,
    })
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn median(times: u32, mut call: impl FnMut() -> Result<(), AdbError>) -> Result<f64, AdbError> {
    let mut all = Vec::new();
    for _ in 0..times.max(1) {
        let start = Instant::now();
        call()?;
        all.push(millis(start.elapsed()));
    }
    Ok(middle(all))
}

fn middle(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}
