//! A real Android device as a [`Device`]: the app's life by Android's commands, its screens by the agent or, where
//! that cannot be, by Android's commands too.
//!
//! Calls that hang end at their deadline; a device that is lost is waited for (see `recover.rs`). An input is never
//! done twice and never silently left out: the agent knows the last step it did and is asked for it again; where
//! nobody knows whether it was done, the caller is told ([`DeviceError::Interrupted`]) and begins a new trace.

mod agent_driver;
mod app;
mod changes;
mod checkup;
mod driver;
mod front;
mod life;
mod log;
mod media;
mod open;
mod recover;
mod shell_driver;

pub use app::AppSource;
pub use checkup::{Checkup, check_up};
pub use driver::DriverKind;
pub(crate) use front::kind_by_size;
pub use open::{DeviceFacts, choose_device};
pub(crate) use shell_driver::with_header;

use std::time::{Duration, Instant};

use skink_gui::WindowKind;
use skink_trace::{Crash, CrashKind, Observation};

use crate::adb::{Adb, AdbError, Deadline};
use crate::{Device, DeviceError, Input, Mapping, Picture, crashes_in_log};
use app::{App, failure};
use changes::Changes;
use driver::{Acted, Driver, News, Seen, StepError};
use log::LogReader;

/// Which driver is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DriverChoice {
    /// The agent, or Android's commands where it does not start.
    #[default]
    Auto,
    /// The agent or nothing.
    Agent,
    /// Android's commands.
    Shell,
}

/// How a device is used.
#[derive(Clone, Debug)]
pub struct AndroidSettings {
    /// Which driver.
    pub driver: DriverChoice,
    /// How long one call may take.
    pub call: Duration,
    /// How long a lost device is waited for.
    pub patience: Duration,
    /// Grant the app's runtime permissions before each clean start, so that it never asks.
    pub grant: bool,
    /// Put pictures, sounds, PDFs and texts on the device.
    pub push_media: bool,
    /// Switch animations off while the app is tested.
    pub no_animations: bool,
    /// Refuse that other apps are started (agent only); the system's permission dialogs are let through.
    pub stay_inside: bool,
    /// Names as they were written, for shrunk apps.
    pub mapping: Option<Mapping>,
}

impl Default for AndroidSettings {
    fn default() -> Self {
        Self {
            driver: DriverChoice::Auto,
            call: Duration::from_secs(30),
            patience: Duration::from_secs(90),
            grant: false,
            push_media: false,
            no_animations: false,
            stay_inside: false,
            mapping: None,
        }
    }
}

/// How often one call is tried again after the device came back.
const TRIES: u32 = 5;
/// How often a hanging app is looked at before it counts as hung.
const HANG_LOOKS: u32 = 2;
/// Different notes kept; a device with more has told enough.
const MAX_NOTES: usize = 50;

/// A device with the app under test on it.
pub struct AndroidDevice {
    adb: Adb,
    settings: AndroidSettings,
    facts: DeviceFacts,
    app: App,
    driver: Box<dyn Driver>,
    driver_reason: String,
    log: LogReader,
    changes: Changes,
    boot: String,
    opened: Instant,
    lost: bool,
    notes: Vec<(String, u64)>,
    /// Milliseconds of the last step: acting, settling, reading.
    millis: [u64; 3],
    /// Quarter turns at the last look.
    rotation: u8,
    /// What was in front at the last look.
    front: Front,
    /// What was told between two looks.
    untold: News,
    /// Whether time passes only while the device is waited for, as on the phone behind adb.
    virtual_clock: bool,
    told: Told,
}

/// What is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Front {
    App,
    /// A window of the system, with the app or another behind it.
    System,
    Other,
}

/// Crashes that one of two tellers, the agent and the log, has told of and the other will.
#[derive(Debug, Default)]
struct Told {
    by_agent: Vec<String>,
    by_log: Vec<String>,
}

impl Told {
    /// Whether the agent's word of a crash is news.
    fn agent(&mut self, crash: &Crash) -> bool {
        let id = crash.id();
        match self.by_log.iter().position(|known| *known == id) {
            Some(at) => {
                self.by_log.remove(at);
                false
            }
            None => {
                self.by_agent.push(id);
                true
            }
        }
    }

    /// Whether the log's word of a crash is news.
    fn log(&mut self, crash: &Crash) -> bool {
        let id = crash.id();
        match self.by_agent.iter().position(|known| *known == id) {
            Some(at) => {
                self.by_agent.remove(at);
                false
            }
            None => {
                self.by_log.push(id);
                true
            }
        }
    }
}

impl AndroidDevice {
    /// What the device is.
    pub fn facts(&self) -> &DeviceFacts {
        &self.facts
    }

    /// Which driver is used, and why.
    pub fn driver(&self) -> (DriverKind, &str) {
        (self.driver.kind(), &self.driver_reason)
    }

    /// Where the time of the last step went, in milliseconds: acting, settling, reading.
    pub fn last_millis(&self) -> [u64; 3] {
        self.millis
    }

    fn note(&mut self, note: String) {
        if let Some((_, count)) = self.notes.iter_mut().find(|(known, _)| *known == note) {
            *count += 1;
        } else if self.notes.len() < MAX_NOTES {
            self.notes.push((note, 1));
        }
    }

    /// Does something that does no harm when it is done twice, again where the device was lost meanwhile.
    fn repeat<T>(
        &mut self,
        doing: &str,
        mut call: impl FnMut(&Adb) -> Result<T, AdbError>,
    ) -> Result<T, DeviceError> {
        for _ in 0..TRIES {
            match call(&self.adb) {
                Ok(result) => return Ok(result),
                Err(error) if error.may_pass() => {
                    self.recover(doing, &error)?;
                }
                Err(error) => return Err(failure(doing, &error)),
            }
        }
        Err(DeviceError::Device {
            doing: doing.to_owned(),
            problem: format!("it was lost and came back {TRIES} times in this one call"),
        })
    }

    fn ask(&mut self, doing: &str, command: &str) -> Result<String, DeviceError> {
        let call = self.settings.call;
        self.repeat(doing, |adb| adb.ask(command, Deadline::after(call)))
    }

    /// One step: the input exactly once, then a look.
    fn step(&mut self, doing: &str, input: Option<&Input>) -> Result<Observation, DeviceError> {
        let mut left = input;
        let mut refused: Option<Seen> = None;
        for _ in 0..TRIES {
            let failed = match self.driver.step(&self.adb, left) {
                Ok(seen) if seen.refused && left.is_some() && refused.is_none() => {
                    // A screen that went dark takes no input: it is lit, and the input is done after all.
                    match open::wake(&self.adb, self.facts.api, &self.settings) {
                        Ok(true) => {
                            refused = Some(seen);
                            continue;
                        }
                        Ok(false) => match self.observation(seen) {
                            Ok(observation) => return Ok(observation),
                            Err(error) => StepError { error, acted: Acted::Yes },
                        },
                        Err(error) => StepError { error, acted: Acted::No },
                    }
                }
                Ok(mut seen) => {
                    if let Some(dark) = refused.take() {
                        seen.crashes.splice(0..0, dark.crashes);
                        seen.toasts.splice(0..0, dark.toasts);
                    }
                    match self.observation(seen) {
                        Ok(observation) => return Ok(observation),
                        Err(error) => StepError { error, acted: Acted::Yes },
                    }
                }
                Err(failed) => failed,
            };
            if self.was_done(doing, &failed)? {
                left = None;
            }
        }
        Err(DeviceError::Device {
            doing: doing.to_owned(),
            problem: format!("it was lost and came back {TRIES} times in this one step"),
        })
    }

    /// Waits for a device that was lost in the middle of a step: whether the input was done, or must be done again.
    /// Where nobody knows, and where the device was restarted, the step is over.
    fn was_done(&mut self, doing: &str, failed: &StepError) -> Result<bool, DeviceError> {
        if !failed.error.may_pass() {
            return Err(failure(doing, &failed.error));
        }
        let rebooted = self.recover(doing, &failed.error)?;
        match failed.acted {
            Acted::No if !rebooted => Ok(false),
            Acted::Yes if !rebooted => Ok(true),
            Acted::Unknown if !rebooted && self.driver.remembers() => Ok(false),
            _ => Err(self.interrupted(doing, rebooted)),
        }
    }

    fn interrupted(&mut self, doing: &str, rebooted: bool) -> DeviceError {
        let problem = match rebooted {
            true => "the device restarted meanwhile",
            false => "the connection ended in the middle, and nobody knows whether it was done",
        };
        DeviceError::Interrupted { doing: doing.to_owned(), problem: problem.to_owned() }
    }

    /// What the driver saw, with what the log tells, reduced to the app's own crashes.
    fn observation(&mut self, mut seen: Seen) -> Result<Observation, AdbError> {
        seen.crashes.splice(0..0, std::mem::take(&mut self.untold.crashes));
        seen.toasts.splice(0..0, std::mem::take(&mut self.untold.toasts));
        self.millis = seen.millis;
        self.rotation = seen.screen.rotation();
        let mut crashes = Vec::new();
        let mut looks = 0;
        loop {
            let own = seen.crashes.drain(..).filter(|crash| self.app.owns(&crash.process));
            let own: Vec<Crash> = own.collect();
            crashes.extend(own.into_iter().filter(|crash| self.told.agent(crash)));
            // The agent's word of a crash may come after the look that shows the app gone; the log has it then.
            let left = seen.screen.package() != self.app.package && crashes.is_empty();
            if left || !self.driver.tells_crashes() {
                let logged = crashes_in_log(&self.log.poll(&self.adb)?);
                let own = logged.into_iter().filter(|crash| self.app.owns(&crash.process));
                let news: Vec<Crash> = own.filter(|crash| self.told.log(crash)).collect();
                crashes.extend(news);
            }
            if let Some(note) = seen.note.take() {
                self.note(note);
            }
            if !seen.hangs || looks >= HANG_LOOKS || !crashes.is_empty() {
                break;
            }
            looks += 1;
            let toasts = std::mem::take(&mut seen.toasts);
            seen = self.driver.step(&self.adb, None).map_err(|failed| failed.error)?;
            seen.toasts.splice(0..0, toasts);
        }
        self.front = match seen.screen.package() == self.app.package {
            true => Front::App,
            false if seen.screen.window() == WindowKind::System => Front::System,
            false => Front::Other,
        };
        if seen.hangs && crashes.is_empty() && self.front == Front::App {
            crashes.push(hang_of(&self.app.package));
        }
        if let Some(mapping) = &self.settings.mapping {
            crashes = crashes.iter().map(|crash| mapping.retrace(crash)).collect();
        }
        Ok(Observation {
            screen: seen.screen,
            busy: seen.busy,
            crashes,
            toasts: seen.toasts,
            covered: Vec::new(),
        })
    }
}

/// A hang that Android has not announced: it does so only when a second input waits behind the first.
fn hang_of(package: &str) -> Crash {
    Crash {
        kind: CrashKind::Anr,
        process: package.to_owned(),
        exception: "Application Not Responding".to_owned(),
        message: "the app did not answer for several seconds".to_owned(),
        stack: Vec::new(),
    }
}

impl Device for AndroidDevice {
    fn name(&self) -> String {
        format!("{} (Android {}, {})", self.facts.model, self.facts.release, self.adb.serial())
    }

    fn package(&self) -> &str {
        &self.app.package
    }

    fn clean_start(&mut self, _start: u64) -> Result<Observation, DeviceError> {
        self.begin_clean()
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        self.step("looking at the screen", None)
    }

    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        match input {
            Input::Background => self.background_and_back(),
            Input::Kill => self.kill_and_back(),
            Input::Launch => self.launch(),
            Input::Relaunch => self.relaunch(),
            _ => self.step(&describe(input), Some(input)),
        }
    }

    fn clock(&self) -> Duration {
        self.opened.elapsed()
    }

    fn log(&mut self) -> Result<String, DeviceError> {
        for _ in 0..TRIES {
            match self.log.poll(&self.adb) {
                Ok(_) => break,
                Err(error) if error.may_pass() => {
                    self.recover("reading the log", &error)?;
                }
                Err(error) => return Err(failure("reading the log", &error)),
            }
        }
        Ok(self.log.take())
    }

    fn screenshot(&mut self) -> Result<Option<Picture>, DeviceError> {
        let own = self.driver.screenshot(&self.adb);
        let picture = match own {
            Ok(Some(picture)) => Ok(Some(picture)),
            Ok(None) => shell_driver::screencap(&self.adb, self.settings.call),
            Err(error) => Err(error),
        };
        match picture {
            Ok(picture) => Ok(picture.map(|picture| self.facts.turned(picture, self.rotation))),
            // A picture is for people: one less is better than a run that ends.
            Err(error) if error.may_pass() => {
                self.recover("taking a picture", &error)?;
                Ok(None)
            }
            Err(_) => Ok(None),
        }
    }

    fn notes(&mut self) -> Vec<String> {
        let told =
            |(note, count): (String, u64)| if count == 1 { note } else { format!("{note} ({count} times)") };
        std::mem::take(&mut self.notes).into_iter().map(told).collect()
    }
}

fn describe(input: &Input) -> String {
    match input {
        Input::Tap(at) => format!("tapping at {},{}", at.x, at.y),
        Input::LongTap(at) => format!("touching long at {},{}", at.x, at.y),
        Input::Type(at, _) => format!("typing at {},{}", at.x, at.y),
        Input::Scroll(..) => "scrolling".into(),
        Input::Swipe(..) => "swiping".into(),
        Input::Key(key) => format!("pressing {key:?}"),
        Input::Rotate => "turning the screen".into(),
        Input::Wait(_) => "waiting".into(),
        Input::Background | Input::Kill | Input::Launch | Input::Relaunch => "starting the app again".into(),
    }
}

/// Whatever was changed is put back. A device that was given up is not asked again; the next run puts it back.
impl Drop for AndroidDevice {
    fn drop(&mut self) {
        if !self.lost {
            self.driver.end(&self.adb);
            let _ = self.changes.restore(&self.adb);
        }
    }
}

#[cfg(test)]
mod tests;
