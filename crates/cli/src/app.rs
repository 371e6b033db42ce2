//! From what the user named to a device with the app on it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use skink_device::adb::Server;
use skink_device::android::{
    AndroidDevice, AndroidSettings, AppSource, DriverChoice, DriverKind, choose_device,
};
use skink_device::apk::AppFiles;
use skink_device::{Device, DeviceError, Mapping, WalkDevice};
use skink_explore::{Avoid, AvoidSettings, Guarded};
use skink_phone::{BugSwitch, Costs, Phone, PhoneSettings, Sample, apps};

use crate::args::{AllOrNone, AndroidArgs, DriverName, PhoneArgs, SampleArgs};
use crate::failure::Failure;
use crate::output::note;

/// How the phone was set up, as `run.toml` keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneOptions {
    costs: String,
    bugs: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fixed: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calls_every_millis: Option<u64>,
    #[serde(default, skip_serializing_if = "AndroidOptions::is_default")]
    android: AndroidOptions,
}

/// How a real device is used, as `run.toml` keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AndroidOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    serial: Option<String>,
    driver: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    adb_port: Option<u16>,
    timeout_millis: u64,
    patience_millis: u64,
    grant_permissions: bool,
    push_media: bool,
    no_animations: bool,
    stay_inside: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<PathBuf>,
    /// What is not touched, whatever chooses the events.
    avoid: AvoidSettings,
}

impl Default for AndroidOptions {
    fn default() -> Self {
        let settings = AndroidSettings::default();
        Self {
            serial: None,
            driver: "auto".to_owned(),
            adb_port: None,
            timeout_millis: settings.call.as_millis() as u64,
            patience_millis: settings.patience.as_millis() as u64,
            grant_permissions: false,
            push_media: false,
            no_animations: false,
            stay_inside: false,
            mapping: None,
            avoid: AvoidSettings::default(),
        }
    }
}

impl AndroidOptions {
    pub(crate) fn of(args: &AndroidArgs) -> Self {
        let driver = match args.driver {
            DriverName::Auto => "auto",
            DriverName::Agent => "agent",
            DriverName::Shell => "shell",
        };
        Self {
            serial: args.device.clone(),
            driver: driver.to_owned(),
            adb_port: args.adb_port,
            timeout_millis: args.device_timeout.as_millis() as u64,
            patience_millis: args.device_patience.as_millis() as u64,
            grant_permissions: args.grant_permissions,
            push_media: args.push_media,
            no_animations: args.no_animations,
            stay_inside: args.stay_inside,
            mapping: args.mapping.clone(),
            avoid: AvoidSettings::default(),
        }
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn server(&self) -> Server {
        Server::at(self.adb_port)
    }

    /// The serial number of the device to use.
    pub(crate) fn choose(&self) -> Result<String, Failure> {
        choose_device(&self.server(), self.serial.as_deref())
            .map_err(|e| of_device("looking for a device", &e))
    }

    pub(crate) fn settings(&self) -> Result<AndroidSettings, Failure> {
        let mapping = match &self.mapping {
            None => None,
            Some(path) => {
                let doing = format!("reading the mapping {}", path.display());
                let text =
                    std::fs::read_to_string(path).map_err(|e| Failure::usage(&doing, e.to_string()))?;
                let mapping = Mapping::parse(&text);
                if mapping.is_empty() {
                    return Err(Failure::usage(doing, "there is no class in it")
                        .hint("give the mapping.txt that R8 or ProGuard wrote for this very build"));
                }
                Some(mapping)
            }
        };
        Ok(AndroidSettings {
            driver: match self.driver.as_str() {
                "agent" => DriverChoice::Agent,
                "shell" => DriverChoice::Shell,
                _ => DriverChoice::Auto,
            },
            call: Duration::from_millis(self.timeout_millis.max(100)),
            patience: Duration::from_millis(self.patience_millis),
            grant: self.grant_permissions,
            push_media: self.push_media,
            no_animations: self.no_animations,
            stay_inside: self.stay_inside,
            mapping,
        })
    }
}

/// A device's failure as people see it.
pub(crate) fn of_device(doing: &str, error: &DeviceError) -> Failure {
    match error {
        DeviceError::Caller { problem, .. } => Failure::usage(doing, problem),
        // What was being done is said once.
        DeviceError::Device { doing: same, problem } if same == doing => {
            Failure::device(doing, problem.clone())
                .hint("`skink doctor` says what is attached and what is missing")
        }
        DeviceError::Device { .. } | DeviceError::Interrupted { .. } => {
            Failure::device(doing, error.to_string())
                .hint("`skink doctor` says what is attached and what is missing")
        }
    }
}

/// Says what the device has to say about itself.
pub(crate) fn tell_notes(device: &mut dyn Device) {
    for told in device.notes() {
        note(&format!("note: {told}"));
    }
}

impl PhoneOptions {
    pub(crate) fn of(args: &PhoneArgs) -> Self {
        Self { android: AndroidOptions::of(&args.android), ..Self::of_sample(&args.sample) }
    }

    pub(crate) fn of_sample(args: &SampleArgs) -> Self {
        let bugs = match args.bugs {
            AllOrNone::All => "all",
            AllOrNone::None => "none",
        };
        Self {
            costs: args.costs.costs().name.to_owned(),
            bugs: bugs.to_owned(),
            fixed: args.fix.clone(),
            calls_every_millis: args.calls_every.map(|time| time.as_millis() as u64),
            android: AndroidOptions::default(),
        }
    }

    /// The same, with these rules for what a real device is not touched at.
    pub(crate) fn avoiding(mut self, avoid: AvoidSettings) -> Self {
        self.android.avoid = avoid;
        self
    }

    /// The same phone with more bugs switched off.
    pub(crate) fn fixing(mut self, more: &[String]) -> Self {
        self.fixed.extend_from_slice(more);
        self
    }

    /// Whether a sample app's bugs are on.
    pub(crate) fn bugs_on(&self) -> bool {
        self.bugs != "none"
    }

    fn settings(&self) -> PhoneSettings {
        let bugs = match self.bugs.as_str() {
            "none" => BugSwitch::None,
            _ if self.fixed.is_empty() => BugSwitch::All,
            _ => BugSwitch::Fixed(self.fixed.clone()),
        };
        PhoneSettings {
            costs: Costs::named(&self.costs).unwrap_or(Costs::MODERN),
            bugs,
            interrupt_every: self.calls_every_millis,
            ..PhoneSettings::default()
        }
    }
}

/// The samples of these names, with or without `sample:`; all where none is named.
pub(crate) fn samples<'a>(names: impl IntoIterator<Item = &'a String>) -> Result<Vec<Sample>, Failure> {
    let named = |name: &String| sample(&format!("sample:{}", name.strip_prefix("sample:").unwrap_or(name)));
    let chosen: Vec<Sample> = names.into_iter().map(named).collect::<Result<_, _>>()?;
    Ok(if chosen.is_empty() { apps::ALL.to_vec() } else { chosen })
}

/// The sample that `sample:NAME` names.
pub(crate) fn sample(app: &str) -> Result<Sample, Failure> {
    let Some(name) = app.strip_prefix("sample:") else {
        return Err(Failure::usage(
            format!("opening `{app}`"),
            "this works with the sample apps of the built-in phone only",
        )
        .hint("skink apps lists the samples; for instance: skink explore sample:notebook"));
    };
    apps::named(name).ok_or_else(|| {
        let names: Vec<_> = apps::ALL.iter().map(|s| s.manifest.name).collect();
        Failure::usage(format!("opening `{app}`"), format!("there is no sample `{name}`"))
            .hint(format!("the samples are {}", names.join(", ")))
    })
}

/// The phone with the sample on it.
pub(crate) fn phone(app: &str, options: &PhoneOptions) -> Result<Phone, Failure> {
    Phone::new(sample(app)?, options.settings())
        .map_err(|e| Failure::usage(format!("opening `{app}`"), e.to_string()))
}

/// Opens the device with the app on it; `device` goes before the one of the options.
pub(crate) fn open(
    app: &str,
    device: Option<&str>,
    options: &PhoneOptions,
) -> Result<Box<dyn Device>, Failure> {
    let serial = device.or(options.android.serial.as_deref());
    if app.starts_with("sample:") {
        sample(app)?;
        if let Some(serial) = serial.filter(|serial| *serial != "phone") {
            return Err(Failure::usage(
                format!("opening the device `{serial}`"),
                "sample apps run on the phone only",
            )
            .hint("leave --device out, or give --device phone"));
        }
        return Ok(Box::new(phone(app, options)?));
    }
    if let Some(folder) = app.strip_prefix("walk:") {
        let walk = WalkDevice::open(Path::new(folder));
        return walk
            .map(|walk| Box::new(walk) as Box<dyn Device>)
            .map_err(|e| of_device("opening a walk", &e));
    }
    let mut android = options.android.clone();
    android.serial = serial.map(str::to_owned);
    let avoid = Avoid::new(&android.avoid);
    Ok(Box::new(Guarded::new(open_android(app, &android)?, avoid)))
}

/// What the user named, if it is an app for a real device.
pub(crate) fn source(app: &str) -> Result<AppSource, Failure> {
    let path = Path::new(app);
    let archive = ["apk", "apks", "xapk", "apkm"]
        .iter()
        .any(|ending| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending)));
    if archive || path.is_dir() {
        let doing = format!("reading {app}");
        return AppFiles::open(path).map(|files| AppSource::Files(Box::new(files))).map_err(|e| {
            Failure::usage(doing, e.to_string())
                .hint("give an .apk, an .apks, or a folder with all split APKs")
        });
    }
    let name = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if app.contains('.') && app.split('.').all(name) {
        return Ok(AppSource::Installed(app.to_owned()));
    }
    Err(Failure::usage(format!("opening `{app}`"), "it is neither a file, nor a package, nor a sample").hint(
        "give an .apk or .apks file, an installed package such as com.example.app, or sample:NAME (skink apps)",
    ))
}

/// Opens a real device with the app on it.
pub(crate) fn open_android(app: &str, options: &AndroidOptions) -> Result<AndroidDevice, Failure> {
    let source = source(app)?;
    let settings = options.settings()?;
    let wanted = settings.driver;
    let serial = options.choose()?;
    let opened = AndroidDevice::open(options.server(), &serial, &source, settings);
    let device = opened.map_err(|e| of_device(&format!("opening {app} on {serial}"), &e))?;
    if let (DriverKind::Shell, reason) = device.driver()
        && wanted == DriverChoice::Auto
    {
        note(&format!("note: slower than need be, with Android's own commands: {reason}"));
    }
    Ok(device)
}
