//! `skink phone serve`: the phone behind adb, until Ctrl-C.

use std::net::{IpAddr, SocketAddr};

use serde::Serialize;
use skink_adbd::{Faults, ServeError, Server, Settings};

use crate::app::{self, PhoneOptions};
use crate::args::Serve;
use crate::failure::Failure;
use crate::output::{note, print, print_json};

#[derive(Serialize)]
struct Served {
    /// What `adb connect` takes, and what `--device` takes after it.
    address: String,
    app: String,
    package: &'static str,
    api: u32,
    /// Which clock the phone keeps.
    clock: &'static str,
}

pub(crate) fn run(args: &Serve, json: bool) -> Result<u8, Failure> {
    let doing = format!("serving {}", args.app);
    let address = read_address(&args.adb).map_err(|problem| {
        Failure::usage(&doing, problem)
            .hint("for instance --adb 127.0.0.1:5556, or --adb 127.0.0.1:0 for any free port")
    })?;
    let faults = match &args.faults {
        Some(plan) => plan.parse::<Faults>().map_err(|e| Failure::usage(&doing, e.to_string()))?,
        None => Faults::none(),
    };
    let phone = app::phone(&args.app, &PhoneOptions::of(&args.phone))?;
    let package = phone.manifest().package;
    let server = Server::bind(address, phone, Settings { api: args.api, faults }).map_err(|e| {
        let problem = e.to_string();
        match e {
            ServeError::NotLoopback(_) | ServeError::UnknownApi(_) => Failure::usage(&doing, problem),
            ServeError::Listen { .. } => {
                Failure::device(&doing, problem).hint("choose another port, or 0 for any free one")
            }
            ServeError::Phone(_) => Failure::device(&doing, problem),
        }
    })?;
    let stopper = server.stopper();
    if ctrlc::set_handler(move || stopper.stop()).is_err() {
        note("note: Ctrl-C will end the phone at once");
    }
    let address = server.address().to_string();
    if json {
        print_json(&Served { address, app: args.app.clone(), package, api: args.api, clock: "virtual" })?;
    } else {
        print(&format!("{address}\n"));
        note(&format!(
            "{package} (API {}) waits for `adb connect {address}`; its clock is virtual. Ctrl-C ends it.",
            args.api
        ));
    }
    server.run().map_err(|e| Failure::device(&doing, e.to_string()))?;
    Ok(crate::OK)
}

/// `127.0.0.1:5556`, or a port alone.
fn read_address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    match text.parse::<u16>() {
        Ok(port) => Ok(SocketAddr::new(IpAddr::from([127, 0, 0, 1]), port)),
        Err(_) => Err(format!("`{text}` is not an address with a port")),
    }
}
