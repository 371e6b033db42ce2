//! The app under test on the device: installing it, knowing what to start, whose processes are its own.

use std::time::Duration;

use crate::DeviceError;
use crate::adb::{Adb, AdbError, Deadline, InstallOptions, quote};
use crate::apk::AppFiles;
use crate::shell::{Component, PackageInfo, Properties, read_density, read_package, read_package_paths};

/// What the user named.
#[derive(Clone, Debug)]
pub enum AppSource {
    /// Files to install.
    Files(Box<AppFiles>),
    /// A package that is installed already.
    Installed(String),
}

impl AppSource {
    /// The package.
    pub fn package(&self) -> &str {
        match self {
            AppSource::Files(files) => &files.manifest.package,
            AppSource::Installed(package) => package,
        }
    }
}

/// How long an installation may take: a hundred megabytes over a slow cable.
const INSTALL: Duration = Duration::from_secs(300);

/// An app that is on the device.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) package: String,
    pub(crate) launcher: Component,
    /// Processes with names of their own.
    processes: Vec<String>,
}

impl App {
    /// Installs the app where that is to be done, and finds out what to start.
    pub(crate) fn prepare(
        adb: &Adb,
        source: &AppSource,
        properties: &Properties,
        grant: bool,
        call: Duration,
    ) -> Result<App, DeviceError> {
        let package = source.package();
        let failed = |error: AdbError| passing(&format!("preparing {package}"), &error);
        let mut processes = Vec::new();
        let mut launcher = None;
        if let AppSource::Files(files) = source {
            let api = properties.api().unwrap_or(0);
            if files.manifest.min_sdk > api && api > 0 {
                return Err(DeviceError::Caller {
                    doing: format!("install {package}"),
                    problem: format!(
                        "it needs Android API level {} and the device has {api}",
                        files.manifest.min_sdk
                    ),
                });
            }
            install(adb, files, properties, grant, call).map_err(failed)?;
            processes.clone_from(&files.manifest.processes);
            launcher.clone_from(&files.manifest.launcher);
        }
        let Some(info) = installed(adb, package, call).map_err(failed)? else {
            let paths =
                adb.ask(&format!("pm path {}", quote(package)), Deadline::after(call)).map_err(failed)?;
            if !read_package_paths(&paths).is_empty() {
                let problem = "it is installed, but `dumpsys package` does not know it".to_owned();
                return Err(DeviceError::Device { doing: format!("opening {package}"), problem });
            }
            return Err(DeviceError::Caller {
                doing: format!("open {package}"),
                problem: "it is not installed on the device: give its .apk file, or see `adb shell pm list packages -3`"
                    .into(),
            });
        };
        let found = match launcher.or(info.launcher) {
            Some(launcher) => Some(launcher),
            None => resolve(adb, package, call).map_err(failed)?,
        };
        let launcher = found.ok_or_else(|| DeviceError::Caller {
            doing: format!("open {package}"),
            problem: "none of its activities is shown in the launcher".into(),
        })?;
        Ok(App { package: package.to_owned(), launcher, processes })
    }

    /// Whether a process of that name is the app's.
    pub(crate) fn owns(&self, process: &str) -> bool {
        let second = |rest: &str| rest.starts_with(':');
        process == self.package
            || process.strip_prefix(&self.package).is_some_and(second)
            || self.processes.iter().any(|own| own == process)
    }

    /// The command that starts it: as the launcher does, or with everything else taken off its task first.
    pub(crate) fn start_command(&self, fresh: bool) -> String {
        let flags = if fresh { "0x10008000" } else { "0x10200000" };
        format!(
            "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f {flags} -n {}",
            quote(&self.launcher.to_string())
        )
    }
}

/// A failure of adb's, as the device's.
pub(crate) fn failure(doing: &str, error: &AdbError) -> DeviceError {
    DeviceError::Device { doing: doing.to_owned(), problem: error.to_string() }
}

/// A failure of adb's while the device is opened: one that may pass is worth another try.
pub(crate) fn passing(doing: &str, error: &AdbError) -> DeviceError {
    match error.may_pass() {
        true => DeviceError::Interrupted { doing: doing.to_owned(), problem: error.to_string() },
        false => failure(doing, error),
    }
}

/// What `dumpsys package` says of it; `None` where it is not installed.
pub(crate) fn installed(adb: &Adb, package: &str, call: Duration) -> Result<Option<PackageInfo>, AdbError> {
    let dump = adb.ask(&format!("dumpsys package {}", quote(package)), Deadline::after(call))?;
    Ok(read_package(&dump, package))
}

/// Asks the package manager what the launcher would start (Android 7 and later).
fn resolve(adb: &Adb, package: &str, call: Duration) -> Result<Option<Component>, AdbError> {
    let command = format!(
        "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER {}",
        quote(package)
    );
    let said = adb.ask(&command, Deadline::after(call))?;
    Ok(said.lines().rev().map(str::trim).find_map(Component::parse))
}

/// Installs, unless the very same files were installed by us before and nobody replaced them since.
fn install(
    adb: &Adb,
    files: &AppFiles,
    properties: &Properties,
    grant: bool,
    call: Duration,
) -> Result<(), AdbError> {
    let package = &files.manifest.package;
    let stamp_file = format!("/data/local/tmp/skink-installed-{package}");
    let sum =
        files.apks.iter().flat_map(|apk| &apk.bytes).fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let updated = installed(adb, package, call)?.and_then(|info| info.last_update);
    let stamp = |updated: &Option<String>| format!("{sum:016x} {}", updated.as_deref().unwrap_or("unknown"));
    let before = adb.pull(&stamp_file, Deadline::after(call))?;
    if updated.is_some() && before.is_some_and(|before| before == stamp(&updated).as_bytes()) {
        return Ok(());
    }
    let abis: Vec<&str> = ["ro.product.cpu.abilist", "ro.product.cpu.abi", "ro.product.cpu.abi2"]
        .iter()
        .filter_map(|key| properties.get(key))
        .flat_map(|list| list.split(','))
        .collect();
    let density = read_density(&adb.ask("wm density", Deadline::after(call))?).unwrap_or(160);
    let apks = files.for_device(&abis, density);
    let options = InstallOptions { grant: grant && properties.api() >= Some(23), downgrade: false };
    adb.install(&apks, options, Deadline::after(INSTALL))?;
    let updated = installed(adb, package, call)?.and_then(|info| info.last_update);
    adb.push(stamp(&updated).as_bytes(), &stamp_file, 0o644, Deadline::after(call))
}
