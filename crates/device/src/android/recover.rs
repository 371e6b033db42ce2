//! When the device is lost in the middle of something: a cable, a frozen or restarted device, someone else's
//! `adb kill-server`. It is waited for with growing pauses; what was set up on it is set up again.

use std::time::{Duration, Instant};

use super::AndroidDevice;
use super::app::failure;
use super::open::wake;
use crate::DeviceError;
use crate::adb::{Adb, AdbError, Attached, Deadline, DeviceState, Server};
use crate::shell::read_processes;

/// First and longest pause between two looks for the device.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// How long a device that says it is there may take to answer.
const ANSWER: Duration = Duration::from_secs(10);

/// What tells one boot of a device from the next; also where only Android's own process was restarted, as its
/// watchdog does, and every app with it.
pub(super) fn boot_of(adb: &Adb, api: u32, call: Duration) -> Result<String, AdbError> {
    let id = adb.ask("cat /proc/sys/kernel/random/boot_id", Deadline::after(call))?;
    let processes = read_processes(&adb.ask(list_processes(api), Deadline::after(call))?);
    let system = processes.iter().find(|process| process.name == "system_server").map_or(0, |p| p.pid);
    Ok(format!("{} {system}", id.trim()))
}

/// The command that lists every process.
pub(super) fn list_processes(api: u32) -> &'static str {
    if api >= 26 { "ps -A" } else { "ps" }
}

impl AndroidDevice {
    /// Waits until the device is there again and can be driven; whether it was restarted meanwhile. After the bound
    /// of the settings the device counts as gone.
    pub(super) fn recover(&mut self, doing: &str, error: &AdbError) -> Result<bool, DeviceError> {
        let start = Instant::now();
        let end = Deadline::after(self.settings.patience);
        let mut pause = FIRST_PAUSE;
        let last = loop {
            let problem = match self.come_back(end) {
                Ok(boot) => {
                    let rebooted = boot != self.boot;
                    self.boot = boot;
                    let waited = start.elapsed().as_secs();
                    let how = if rebooted { "had restarted and was" } else { "was" };
                    let cause = shorten(error);
                    self.note(match waited {
                        0 => format!("the device {how} there again at once ({cause})"),
                        n => format!("the device {how} there again after {n} s ({cause})"),
                    });
                    return Ok(rebooted);
                }
                Err(problem) => problem,
            };
            if !end.sleep(pause) {
                break problem;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        };
        self.lost = true;
        let patience = self.settings.patience.as_secs();
        let problem = format!("{error}; it did not come back within {patience} s: {last}");
        Err(DeviceError::Device { doing: doing.to_owned(), problem })
    }

    fn come_back(&mut self, end: Deadline) -> Result<String, AdbError> {
        let server = self.adb.server().clone();
        let serial = self.adb.serial().to_owned();
        find(&server, &serial, end)?;
        let adb = Adb::open(server, &serial, end.within(ANSWER))?;
        // What is listed may be frozen, and what answers may still be booting.
        let booted = adb.ask("getprop sys.boot_completed", end.within(ANSWER))?;
        if booted.trim() != "1" {
            let problem = "it has not booted yet".to_owned();
            return Err(AdbError::Lost { doing: "waiting for the device".into(), problem });
        }
        let boot = boot_of(&adb, self.facts.api, ANSWER)?;
        if boot != self.boot {
            // A device that restarted shows its lock.
            wake(&adb, self.facts.api, &self.settings)?;
        }
        self.driver.reconnect(&adb)?;
        self.adb = adb;
        Ok(boot)
    }
}

/// Whether the device is listed as ready; one on the network is called again.
pub(super) fn find(server: &Server, serial: &str, end: Deadline) -> Result<(), AdbError> {
    let devices = server.devices(end.within(ANSWER))?;
    let state = devices.into_iter().find(|device| device.serial == serial).map(|device| device.state);
    if state == Some(DeviceState::Ready) {
        return Ok(());
    }
    if Attached::is_networked(serial) {
        if state.is_some() {
            // An offline transport stays offline until it is forgotten.
            let _ = server.disconnect(serial, end.within(ANSWER));
        }
        server.connect(serial, end.within(ANSWER))?;
        return Ok(());
    }
    let problem = match &state {
        None => "it is not attached".to_owned(),
        Some(state) => format!("it is {}: {}", state.name(), state.advice().unwrap_or_default()),
    };
    Err(AdbError::Lost { doing: "waiting for the device".into(), problem })
}

fn shorten(error: &AdbError) -> String {
    match error {
        AdbError::NoServer { .. } => "the adb server was gone".to_owned(),
        AdbError::Deadline { doing, .. } => format!("no answer while {doing}"),
        AdbError::Protocol { doing, .. } => format!("garbage while {doing}"),
        AdbError::Lost { problem, .. } => problem.clone(),
        AdbError::Refused { .. } => failure("", error).to_string(),
    }
}
