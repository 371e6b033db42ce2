//! The app's life: clean starts, launches, the background, process death.
//!
//! `am start` alone brings back the app's task with whatever lies on top, such as a camera: where a foreign activity
//! is in front after a launch, the task is cleared. `am start -W` is never used: it does not return while a crash
//! dialog is up.

use std::time::{Duration, Instant};

use skink_gui::{Key, WindowKind};
use skink_trace::Observation;

use super::app::installed;
use super::{AndroidDevice, Front};
use crate::adb::quote;
use crate::shell::{Cleared, StartResult, read_clear, read_processes, read_start};
use crate::{DeviceError, Input};

/// How long an app may take to its first window.
const FIRST_WINDOW: Duration = Duration::from_secs(20);
/// Pause between two looks for the app's window.
const BETWEEN: Duration = Duration::from_millis(100);
/// What an app needs to be stopped after the launcher came before it.
const UNTIL_STOPPED: Duration = Duration::from_millis(300);
/// How often `am kill` is tried: Android lets a process live until it counts as idle.
const KILLS: u32 = 5;

impl AndroidDevice {
    pub(super) fn begin_clean(&mut self) -> Result<Observation, DeviceError> {
        let package = quote(&self.app.package);
        let said =
            self.ask("clearing the app's data", &format!("am force-stop {package}; pm clear {package}"))?;
        if let Cleared::Failed(why) = read_clear(&said) {
            return Err(DeviceError::Device {
                doing: format!("clearing the data of {}", self.app.package),
                problem: format!("`pm clear` says `{why}`"),
            });
        }
        // Crashes and toasts of the last trace are not the new one's.
        self.discard()?;
        if self.settings.grant && self.facts.api >= 23 {
            self.grant()?;
        }
        self.start(true)?;
        self.wait_for_window()
    }

    /// Turns the screen back and forgets what happened before.
    fn discard(&mut self) -> Result<(), DeviceError> {
        for _ in 0..super::TRIES {
            let done = self.driver.upright(&self.adb).and_then(|()| match self.driver.tells_crashes() {
                true => self.driver.glance(&self.adb, None).map(|news| news.crashes).map_err(|f| f.error),
                false => self.log.poll(&self.adb).map(|log| crate::crashes_in_log(&log)),
            });
            match done {
                Ok(mut late) => {
                    late.append(&mut std::mem::take(&mut self.untold).crashes);
                    // A crash that came after the last step of a trace is no step's: it is told, not counted.
                    let by_agent = self.driver.tells_crashes();
                    for crash in late {
                        if !self.app.owns(&crash.process) || by_agent && !self.told.agent(&crash) {
                            continue;
                        }
                        self.note(format!(
                            "the app crashed after the last step of a trace: {}",
                            crash.exception
                        ));
                    }
                    return Ok(());
                }
                Err(error) if error.may_pass() => {
                    self.recover("preparing a clean start", &error)?;
                }
                Err(error) => return Err(super::failure("preparing a clean start", &error)),
            }
        }
        Ok(())
    }

    /// Grants every runtime permission that the app asks for and does not have.
    fn grant(&mut self) -> Result<(), DeviceError> {
        let (package, call) = (self.app.package.clone(), self.settings.call);
        let info = self.repeat("reading the app's permissions", |adb| installed(adb, &package, call))?;
        let missing = info.map(|info| info.runtime).unwrap_or_default();
        let quoted = quote(&package);
        let commands: Vec<String> = missing
            .iter()
            .filter(|(_, granted)| !granted)
            .map(|(permission, _)| format!("pm grant {quoted} {}", quote(permission)))
            .collect();
        for command in commands {
            let said = self.ask("granting permissions", &command)?;
            if let Err(why) = crate::shell::read_grant(&said) {
                self.note(format!("a permission was not granted: {why}"));
            }
        }
        Ok(())
    }

    fn start(&mut self, fresh: bool) -> Result<(), DeviceError> {
        let command = self.app.start_command(fresh);
        let said = self.ask("starting the app", &command)?;
        match read_start(&said) {
            StartResult::Started => Ok(()),
            StartResult::Refused(why) => {
                Err(DeviceError::Device { doing: format!("starting {}", self.app.launcher), problem: why })
            }
        }
    }

    /// Looks until the app, or a dialog of the system before it, shows something; bounded.
    fn wait_for_window(&mut self) -> Result<Observation, DeviceError> {
        let start = Instant::now();
        let mut seen = self.step("waiting for the app's window", None)?;
        while !self.arrived(&seen) && start.elapsed() < FIRST_WINDOW {
            std::thread::sleep(BETWEEN);
            let next = self.step("waiting for the app's window", None)?;
            let (crashes, toasts) = (std::mem::take(&mut seen.crashes), std::mem::take(&mut seen.toasts));
            seen = next;
            seen.crashes.splice(0..0, crashes);
            seen.toasts.splice(0..0, toasts);
        }
        Ok(seen)
    }

    fn arrived(&self, seen: &Observation) -> bool {
        let screen = &seen.screen;
        let asks =
            ["packageinstaller", "permissioncontroller"].iter().any(|name| screen.package().ends_with(name));
        let shows = !screen.is_empty() && (screen.package() == self.app.package || asks);
        shows || !seen.crashes.is_empty() || screen.window() == WindowKind::System
    }

    pub(super) fn launch(&mut self) -> Result<Observation, DeviceError> {
        self.start(false)?;
        let seen = self.wait_briefly()?;
        let front = seen.screen.package();
        let foreign =
            front != self.app.package && !front.is_empty() && seen.screen.window() != WindowKind::System;
        if !foreign || !seen.crashes.is_empty() {
            return Ok(seen);
        }
        self.start(true)?;
        self.wait_for_window()
    }

    /// A few looks: enough for a task that comes to the front.
    fn wait_briefly(&mut self) -> Result<Observation, DeviceError> {
        let start = Instant::now();
        let mut seen = self.step("waiting for the app's window", None)?;
        while !self.arrived(&seen) && start.elapsed() < FIRST_WINDOW / 10 {
            std::thread::sleep(BETWEEN);
            let crashes = std::mem::take(&mut seen.crashes);
            seen = self.step("waiting for the app's window", None)?;
            seen.crashes.splice(0..0, crashes);
        }
        Ok(seen)
    }

    pub(super) fn relaunch(&mut self) -> Result<Observation, DeviceError> {
        let stop = format!("am force-stop {}", quote(&self.app.package));
        self.ask("stopping the app", &stop)?;
        self.start(true)?;
        self.wait_for_window()
    }

    /// To the launcher. An app that is called back before Android has stopped it was never away.
    fn press_home(&mut self) -> Result<(), DeviceError> {
        let doing = "going to the launcher";
        for _ in 0..super::TRIES {
            match self.driver.glance(&self.adb, Some(Key::Home)) {
                Ok(news) => {
                    self.untold.crashes.extend(news.crashes);
                    self.untold.toasts.extend(news.toasts);
                    if !self.virtual_clock {
                        std::thread::sleep(UNTIL_STOPPED);
                    }
                    return Ok(());
                }
                Err(failed) if self.was_done(doing, &failed)? => return Ok(()),
                Err(_) => {}
            }
        }
        Err(DeviceError::Device {
            doing: doing.to_owned(),
            problem: format!("it was lost and came back {} times in this one step", super::TRIES),
        })
    }

    /// Nothing is done to the screen: what was done to the app before is given its time, and looked at.
    fn look_after(&mut self, doing: &str) -> Result<Observation, DeviceError> {
        self.step(doing, Some(&Input::Wait(0)))
    }

    /// Behind another app, or a window of the system, it is in the background already, and stays there.
    pub(super) fn background_and_back(&mut self) -> Result<Observation, DeviceError> {
        if self.front != Front::App {
            return self.look_after("leaving the app in the background");
        }
        self.press_home()?;
        self.launch()
    }

    /// Behind another app its process dies and that app stays in front: whoever comes back finds what was saved.
    pub(super) fn kill_and_back(&mut self) -> Result<Observation, DeviceError> {
        let front = self.front;
        if front == Front::System {
            // The app behind it is seen, and Android kills nothing that is.
            return self.look_after("leaving the app behind the system's window");
        }
        let before = self.processes()?;
        if front == Front::App {
            self.press_home()?;
        }
        let kill = format!("am kill {}", quote(&self.app.package));
        for round in 0..KILLS {
            self.ask("killing the app's process", &kill)?;
            // Android may start a new one at once, for a service: what counts is that the old one is gone.
            let alive = self.processes()?;
            if !before.iter().any(|pid| alive.contains(pid)) {
                break;
            }
            if round + 1 == KILLS {
                self.note("Android did not let the app's process die in the background".to_owned());
            }
            std::thread::sleep(BETWEEN * 5);
        }
        match front {
            Front::App => self.launch(),
            _ => self.look_after("killing the app in the background"),
        }
    }

    /// The numbers of the app's main processes.
    fn processes(&mut self) -> Result<Vec<u32>, DeviceError> {
        let list = super::recover::list_processes(self.facts.api);
        let all = read_processes(&self.ask("looking for the app's process", list)?);
        Ok(all.into_iter().filter(|process| process.name == self.app.package).map(|p| p.pid).collect())
    }
}
