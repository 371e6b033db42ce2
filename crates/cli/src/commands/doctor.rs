//! `skink doctor`: what is attached, which driver works and why, how long a step takes, what is missing.

use serde::Serialize;
use skink_device::adb::{Deadline, DeviceState, Server};
use skink_device::android::{Checkup, check_up};

use crate::app::{self, AndroidOptions};
use crate::args::Doctor;
use crate::failure::Failure;
use crate::output::{print, print_json};

#[derive(Serialize)]
struct Report {
    adb_port: u16,
    adb_version: Option<u32>,
    devices: Vec<super::devices::Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<Checked>,
    problems: Vec<String>,
}

#[derive(Serialize)]
struct Checked {
    serial: String,
    model: String,
    android: String,
    api: u32,
    screen: Option<(u32, u32)>,
    user: String,
    shell_v2: bool,
    driver: &'static str,
    driver_reason: String,
    /// Milliseconds, each the median.
    round_trip_millis: f64,
    command_millis: f64,
    look_millis: f64,
    look_settling_millis: f64,
    look_reading_millis: f64,
    input_millis: f64,
    widgets: usize,
    front: String,
}

pub(crate) fn run(args: &Doctor, json: bool) -> Result<u8, Failure> {
    let options = AndroidOptions::of(&args.android);
    let server = options.server();
    let mut problems = Vec::new();
    let adb_version = match server.version(Deadline::seconds(20)) {
        Ok(version) => Some(version),
        Err(error) => {
            problems.push(error.to_string());
            None
        }
    };
    let attached = if adb_version.is_some() {
        server.devices(Deadline::seconds(20)).unwrap_or_default()
    } else {
        Vec::new()
    };
    let devices = attached.iter().map(|device| super::devices::row(&server, device)).collect();
    if adb_version.is_some() && attached.is_empty() {
        problems.push(
            "no device is attached: plug one in with USB debugging on (Settings, About, tap the build number seven \
             times, then Developer options), start an emulator, or `adb connect` one"
                .to_owned(),
        );
    }
    let mut report = Report { adb_port: server.port(), adb_version, devices, device: None, problems };
    if !attached.is_empty() {
        match check(args, &options, &server) {
            Ok((checked, mut more)) => {
                report.device = Some(checked);
                report.problems.append(&mut more);
            }
            // What to do about each is said beside it.
            Err(_) if attached.iter().all(|device| device.state != DeviceState::Ready) => {
                report.problems.push("none of the attached devices can be used yet".to_owned());
            }
            Err(failure) => report.problems.push(failure.problem),
        }
    }
    let healthy = report.device.is_some();
    if json {
        print_json(&report)?;
    } else {
        print_report(&report);
    }
    Ok(if healthy { crate::OK } else { crate::FAILED })
}

fn check(
    args: &Doctor,
    options: &AndroidOptions,
    server: &Server,
) -> Result<(Checked, Vec<String>), Failure> {
    let serial = options.choose()?;
    let doing = format!("checking {serial}");
    if let Some(app) = &args.app {
        // Installs it where it is a file, and sees that it starts.
        let mut device = app::open_android(app, options)?;
        let started = skink_device::Device::clean_start(&mut device, 0);
        started.map_err(|e| app::of_device(&format!("starting {app}"), &e))?;
    }
    let checkup = check_up(server.clone(), &serial, options.settings()?, args.steps)
        .map_err(|e| app::of_device(&doing, &e))?;
    let Checkup { facts, driver, reason, missing, .. } = &checkup;
    let checked = Checked {
        serial,
        model: facts.model.clone(),
        android: facts.release.clone(),
        api: facts.api,
        screen: facts.size,
        user: checkup.user.clone(),
        shell_v2: checkup.shell_v2,
        driver: driver.name(),
        driver_reason: reason.clone(),
        round_trip_millis: checkup.round_trip,
        command_millis: checkup.command,
        look_millis: checkup.look,
        look_settling_millis: checkup.settling,
        look_reading_millis: checkup.reading,
        input_millis: checkup.input,
        widgets: checkup.widgets,
        front: checkup.front.clone(),
    };
    Ok((checked, missing.clone()))
}

fn print_report(report: &Report) {
    let version = report.adb_version.map_or("does not answer".to_owned(), |v| format!("version {v}"));
    print(&format!("adb server at port {}: {version}\n", report.adb_port));
    if report.device.is_none() {
        super::devices::print_rows(&report.devices);
    }
    if let Some(d) = &report.device {
        print(&format!("{}: {}, Android {} (API {})", d.serial, d.model, d.android, d.api));
        if let Some((width, height)) = d.screen {
            print(&format!(", {width}×{height}"));
        }
        print(&format!(", adb runs as {}\n", d.user));
        print(&format!("driver: {}: {}\n", d.driver, d.driver_reason));
        print(&format!("in front: {}, {} widgets\n", d.front, d.widgets));
        print(&format!(
            "a round trip {:.1} ms, a command {:.1} ms, an input {:.1} ms, a look {:.1} ms (settling {:.1}, reading {:.1})\n",
            d.round_trip_millis,
            d.command_millis,
            d.input_millis,
            d.look_millis,
            d.look_settling_millis,
            d.look_reading_millis,
        ));
        print(&format!("a step takes about {:.0} ms\n", d.input_millis + d.look_millis));
    }
    match report.problems.as_slice() {
        [] => print("nothing is missing\n"),
        problems => problems.iter().for_each(|problem| print(&format!("- {problem}\n"))),
    }
}
