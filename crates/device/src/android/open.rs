//! From "which device?" to a device with the app on it and a driver that works.

use std::time::{Duration, Instant};

use super::agent_driver::AgentDriver;
use super::app::{App, AppSource, failure, passing};
use super::changes::{Changes, RUN};
use super::driver::{Driver, News};
use super::front::windows_of;
use super::log::LogReader;
use super::shell_driver::ShellDriver;
use super::{AndroidDevice, AndroidSettings, DriverChoice, Front, Told, media, recover};
use crate::adb::{Adb, AdbError, Attached, Deadline, DeviceState, Server};
use crate::agent::Watch;
use crate::shell::{Properties, read_display_size, read_properties};
use crate::{DeviceError, Picture};

/// What a device is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceFacts {
    /// Maker and model.
    pub model: String,
    /// Android's version, such as `14`.
    pub release: String,
    /// API level.
    pub api: u32,
    /// Size of the upright screen.
    pub size: Option<(u32, u32)>,
}

impl DeviceFacts {
    pub(crate) fn of(properties: &Properties, size: Option<(u32, u32)>) -> DeviceFacts {
        DeviceFacts {
            model: properties.model(),
            release: properties.release().unwrap_or("of unknown version").to_owned(),
            api: properties.api().unwrap_or(0),
            size,
        }
    }

    /// The picture as a person sees it who holds the turned device: older Androids keep the panel's orientation.
    pub(crate) fn turned(&self, picture: Picture, rotation: u8) -> Picture {
        let (w, h) = (picture.width as usize, picture.height as usize);
        let as_panel = self.size == Some((picture.width, picture.height));
        if rotation.is_multiple_of(2) || !as_panel || w == h || picture.rgb.len() < 3 * w * h {
            return picture;
        }
        let mut rgb = Vec::with_capacity(picture.rgb.len());
        for y in 0..w {
            for x in 0..h {
                // Turned by a quarter, the panel's right edge is on top; by three, its left edge.
                let (from_x, from_y) = if rotation == 1 { (w - 1 - y, x) } else { (y, h - 1 - x) };
                let at = 3 * (from_y * w + from_x);
                rgb.extend_from_slice(&picture.rgb[at..at + 3]);
            }
        }
        Picture { width: picture.height, height: picture.width, rgb }
    }
}

/// The serial number to use: the one given, or that of `ANDROID_SERIAL`, or the only device that is attached.
pub fn choose_device(server: &Server, given: Option<&str>) -> Result<String, DeviceError> {
    let variable = std::env::var("ANDROID_SERIAL").ok().filter(|serial| !serial.is_empty());
    choose(server, given.map(str::to_owned).or(variable))
}

fn choose(server: &Server, wanted: Option<String>) -> Result<String, DeviceError> {
    let doing = "looking for a device";
    let list = || server.devices(Deadline::seconds(20)).map_err(|e| failure(doing, &e));
    let mut attached = list()?;
    let missing = |problem: String| DeviceError::Device { doing: doing.to_owned(), problem };
    let chosen = match &wanted {
        Some(serial) => {
            let there = |all: &[Attached]| all.iter().any(|device| device.serial == *serial);
            if !there(&attached) && Attached::is_networked(serial) {
                // A device on the network only needs to be called.
                server.connect(serial, Deadline::seconds(20)).map_err(|e| failure(doing, &e))?;
                attached = list()?;
            }
            attached.iter().find(|device| device.serial == *serial).ok_or_else(|| {
                missing(format!("no device {serial} is attached; `skink devices` lists what is"))
            })?
        }
        None => only(&attached).map_err(|problem| match attached.is_empty() {
            true => missing(problem),
            false => DeviceError::Caller { doing: "choose a device".into(), problem },
        })?,
    };
    match chosen.state.advice() {
        None => Ok(chosen.serial.clone()),
        Some(advice) => Err(missing(format!("{} is {}: {advice}", chosen.serial, chosen.state.name()))),
    }
}

/// The one device that is ready, or else the one that is there at all.
fn only(attached: &[Attached]) -> Result<&Attached, String> {
    let ready: Vec<&Attached> = attached.iter().filter(|d| d.state == DeviceState::Ready).collect();
    match (ready.as_slice(), attached) {
        ([only], _) => Ok(*only),
        ([], [only]) => Ok(only),
        ([], []) => {
            Err("no Android device is attached: plug one in with USB debugging on, start an emulator, or \
                         `adb connect` one"
                .to_owned())
        }
        ([], several) => {
            let states = several.iter().map(|d| format!("{} is {}", d.serial, d.state.name()));
            let states: Vec<String> = states.collect();
            Err(format!(
                "none of the {} attached devices is ready: {}; `skink devices` says what to do",
                several.len(),
                states.join(", ")
            ))
        }
        (ready, _) => {
            let serials: Vec<&str> = ready.iter().map(|d| d.serial.as_str()).collect();
            Err(format!(
                "{} devices are ready: choose one with --device ({})",
                serials.len(),
                serials.join(", ")
            ))
        }
    }
}

impl AndroidDevice {
    /// Opens the device: puts back what a killed run left changed, wakes it, installs the app, starts the driver.
    /// Where the device is lost meanwhile, it is tried again.
    pub fn open(
        server: Server,
        serial: &str,
        source: &AppSource,
        settings: AndroidSettings,
    ) -> Result<AndroidDevice, DeviceError> {
        let patience = Deadline::after(settings.patience);
        let mut pause = Duration::from_millis(100);
        loop {
            match Self::open_once(server.clone(), serial, source, settings.clone()) {
                Err(DeviceError::Interrupted { doing, problem }) => {
                    if !patience.sleep(pause) {
                        return Err(DeviceError::Device { doing, problem });
                    }
                    pause = (pause * 2).min(Duration::from_secs(3));
                    // What it finds, the next try finds out.
                    let _ = recover::find(&server, serial, patience);
                }
                other => return other,
            }
        }
    }

    fn open_once(
        server: Server,
        serial: &str,
        source: &AppSource,
        settings: AndroidSettings,
    ) -> Result<AndroidDevice, DeviceError> {
        let doing = format!("opening the device {serial}");
        let call = settings.call;
        let failed = |error: AdbError| passing(&doing, &error);
        let adb = Adb::open(server, serial, Deadline::after(call)).map_err(failed)?;
        let ask = |command: &str| adb.ask(command, Deadline::after(call));
        let properties = read_properties(&ask("getprop").map_err(failed)?);
        let Some(api) = properties.api() else {
            let problem = "`getprop` does not tell its Android version: is it booted?".to_owned();
            return Err(DeviceError::Device { doing, problem });
        };
        if api < 19 {
            let problem = format!("it has Android API level {api}; 19 (Android 4.4) is the oldest supported");
            return Err(DeviceError::Caller { doing, problem });
        }
        let size = read_display_size(&ask("wm size").map_err(failed)?);
        let mut notes = Vec::new();
        let restored = Changes::restore_left_over(&adb).map_err(failed)?;
        if restored > 0 {
            notes.push((format!("{restored} settings that an earlier run left changed were put back"), 1));
        }
        wake(&adb, api, &settings).map_err(failed)?;
        let app = App::prepare(&adb, source, &properties, settings.grant, call)?;
        if settings.push_media {
            media::push(&adb, call).map_err(failed)?;
        }
        let mut changes = Changes::new(RUN);
        if settings.no_animations {
            for key in ["window_animation_scale", "transition_animation_scale", "animator_duration_scale"] {
                changes.put(&adb, "global", key, "0").map_err(failed)?;
            }
        }
        let (driver, driver_reason) = start_driver(&adb, &settings, api, size, &app.package)?;
        notes.extend(driver.missing().into_iter().map(|missing| (missing, 1)));
        let log = LogReader::start(&adb, api).map_err(failed)?;
        let boot = recover::boot_of(&adb, api, call).map_err(failed)?;
        Ok(AndroidDevice {
            facts: DeviceFacts::of(&properties, size),
            adb,
            settings,
            app,
            driver,
            driver_reason,
            log,
            changes,
            boot,
            opened: Instant::now(),
            lost: false,
            notes,
            millis: [0; 3],
            rotation: 0,
            front: Front::App,
            untold: News::default(),
            virtual_clock: properties.get("debug.skink.clock") == Some("virtual"),
            told: Told::default(),
        })
    }
}

/// Whose activities may start even where the app must not be left: the system's own dialogs.
const ALWAYS_ALLOWED: [&str; 5] = [
    "android",
    "com.android.packageinstaller",
    "com.google.android.packageinstaller",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
];

pub(super) fn start_driver(
    adb: &Adb,
    settings: &AndroidSettings,
    api: u32,
    size: Option<(u32, u32)>,
    package: &str,
) -> Result<(Box<dyn Driver>, String), DeviceError> {
    let shell = || -> Box<dyn Driver> { Box::new(ShellDriver::new(settings.call, size)) };
    if settings.driver == DriverChoice::Shell {
        return Ok((shell(), "it was asked for".into()));
    }
    let watch = Watch {
        package: package.to_owned(),
        refuse: settings.stay_inside,
        allowed: ALWAYS_ALLOWED.map(str::to_owned).to_vec(),
        ..Watch::default()
    };
    let started = match AgentDriver::start(adb, api, settings.call, watch) {
        Ok(agent) => Ok(agent),
        // That says nothing about the agent.
        Err(error) if error.may_pass() => return Err(passing("starting the agent", &error)),
        Err(error) => Err(error.to_string()),
    };
    match (started, settings.driver) {
        (Ok(agent), _) => Ok((Box::new(agent), "it runs on the device".into())),
        (Err(problem), DriverChoice::Agent) => {
            Err(DeviceError::Device { doing: "starting the agent".into(), problem })
        }
        (Err(problem), _) => Ok((shell(), format!("the agent does not run: {problem}"))),
    }
}

/// A dark or locked screen shows nothing of the app. A lock with a secret stays: only its owner can open it. Whether
/// there was anything to do.
pub(super) fn wake(adb: &Adb, api: u32, settings: &AndroidSettings) -> Result<bool, AdbError> {
    let ask = |command: &str| adb.ask(command, Deadline::after(settings.call));
    let power = ask("dumpsys power")?;
    let asleep = power.contains("mWakefulness=Asleep") || power.contains("mWakefulness=Dozing");
    if asleep {
        ask(if api >= 20 { "input keyevent 224" } else { "input keyevent 26" })?;
    }
    let windows = windows_of(adb, settings.call)?;
    let locked = |title: &str| ["Keyguard", "StatusBar", "NotificationShade", "Bouncer"].contains(&title);
    let dark = asleep || windows.front.is_some_and(|front| locked(&front.title));
    if dark {
        ask(if api >= 26 { "wm dismiss-keyguard" } else { "input keyevent 82" })?;
    }
    Ok(dark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(serial: &str, state: DeviceState) -> Attached {
        Attached { serial: serial.to_owned(), state, about: Vec::new() }
    }

    #[test]
    fn the_only_ready_device_is_taken_and_several_must_be_chosen_from() {
        let (ready, off) = (device("a", DeviceState::Ready), device("b", DeviceState::Offline));
        assert_eq!(only(&[ready.clone(), off.clone()]).map(|d| d.serial.as_str()), Ok("a"));
        assert_eq!(only(std::slice::from_ref(&off)).map(|d| d.serial.as_str()), Ok("b"));
        let two = [ready.clone(), device("c", DeviceState::Ready)];
        assert!(only(&two).is_err_and(|problem| problem.contains("--device (a, c)")));
        assert!(only(&[]).is_err());
        let none = [off, device("d", DeviceState::Unauthorized)];
        assert!(only(&none).is_err_and(|problem| problem.contains("b is offline, d is unauthorized")));
    }

    #[test]
    fn a_picture_in_the_panels_orientation_is_turned_upright() {
        let facts = DeviceFacts { model: String::new(), release: String::new(), api: 19, size: Some((2, 1)) };
        let panel = Picture { width: 2, height: 1, rgb: vec![1, 1, 1, 2, 2, 2] };
        let turned = facts.turned(panel.clone(), 1);
        assert_eq!((turned.width, turned.height, turned.rgb), (1, 2, vec![2, 2, 2, 1, 1, 1]));
        assert_eq!(facts.turned(panel.clone(), 3).rgb, [1, 1, 1, 2, 2, 2]);
        assert_eq!(facts.turned(panel.clone(), 0), panel);
    }
}
