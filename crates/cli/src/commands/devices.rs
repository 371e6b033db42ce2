//! `skink devices`: what can be driven.

use serde::Serialize;
use skink_device::adb::{Adb, Attached, Deadline, DeviceState, Server};
use skink_device::shell::read_properties;

use crate::args::Devices;
use crate::failure::Failure;
use crate::output::{note, print, print_json};

#[derive(Serialize)]
pub(super) struct Row {
    serial: String,
    state: String,
    about: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    android: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    api: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'static str>,
}

pub(crate) fn run(args: &Devices, json: bool) -> Result<u8, Failure> {
    let mut rows = vec![Row {
        serial: "phone".into(),
        state: "ready".into(),
        about: "built-in virtual phone for sample apps (`skink apps`)".into(),
        android: None,
        api: None,
        advice: None,
    }];
    let server = Server::at(args.adb_port);
    match server.devices(Deadline::seconds(20)) {
        Ok(attached) => rows.extend(attached.iter().map(|device| row(&server, device))),
        // The phone is there all the same.
        Err(error) => note(&format!("note: no Android devices are looked for: {error}")),
    }
    if json {
        print_json(&rows)?;
        return Ok(crate::OK);
    }
    print_rows(&rows);
    Ok(crate::OK)
}

pub(super) fn print_rows(rows: &[Row]) {
    let width = rows.iter().map(|row| row.serial.len()).max().unwrap_or(0).max(12);
    for row in rows {
        print(&format!("{:<width$} {:<13} {}\n", row.serial, row.state, row.about));
        if let Some(advice) = row.advice {
            print(&format!("{:<width$} {:<13} to use it: {advice}\n", "", ""));
        }
    }
}

/// One device; what does not answer within a few seconds is listed without its version.
pub(super) fn row(server: &Server, device: &Attached) -> Row {
    let properties = (device.state == DeviceState::Ready)
        .then(|| {
            let adb = Adb::open(server.clone(), &device.serial, Deadline::seconds(5)).ok()?;
            adb.ask("getprop", Deadline::seconds(5)).ok()
        })
        .flatten()
        .map(|text| read_properties(&text));
    let release = properties.as_ref().and_then(|p| p.release()).map(str::to_owned);
    let about = match (&properties, &release) {
        (Some(properties), Some(release)) => {
            let api = properties.api().map_or_else(String::new, |api| format!(" (API {api})"));
            format!("{}, Android {release}{api}", properties.model())
        }
        _ if device.state == DeviceState::Ready => "does not answer".to_owned(),
        _ => device.get("model").unwrap_or("Android device").replace('_', " "),
    };
    Row {
        serial: device.serial.clone(),
        state: device.state.name().to_owned(),
        about,
        android: release,
        api: properties.and_then(|p| p.api()),
        advice: device.state.advice(),
    }
}
