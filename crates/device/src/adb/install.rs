//! Installing and removing apps. `pm` exits with 0 whatever happened: its words are read, and each reason it
//! gives is explained with what to do.

use super::{Adb, AdbError, Deadline, quote};
use crate::apk::ApkFile;

/// How an app is installed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InstallOptions {
    /// Grant every runtime permission at once (Android 6 and later).
    pub grant: bool,
    /// Allow an older version over a newer one, where Android does.
    pub downgrade: bool,
}

/// What `pm` said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installed {
    /// It is done.
    Success,
    /// It is not, for this reason.
    Failure {
        /// The word in brackets, such as `INSTALL_FAILED_OLDER_SDK`; empty where there is none.
        reason: String,
        /// What else was said.
        detail: String,
    },
}

/// Reads what `pm install`, `install-commit` and `uninstall` print. Words that tell neither success nor failure
/// are a failure.
pub fn read_install(text: &str) -> Installed {
    let mut said = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line == "Success" || line.starts_with("Success:") {
            return Installed::Success;
        }
        if let Some(rest) = line.strip_prefix("Failure") {
            let inside = rest.trim().trim_start_matches('[').trim_end_matches(']');
            let (reason, detail) = inside.split_once(':').unwrap_or((inside, ""));
            let is_reason = reason.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
            let (reason, detail) = if is_reason { (reason, detail) } else { ("", inside) };
            return Installed::Failure { reason: reason.trim().to_owned(), detail: detail.trim().to_owned() };
        }
        if !line.starts_with("pkg:") && !line.starts_with("Performing ") {
            said.push(line);
        }
    }
    let usage = said.iter().position(|line| line.to_ascii_lowercase().starts_with("usage:"));
    said.truncate(usage.unwrap_or(said.len()).min(5));
    Installed::Failure { reason: String::new(), detail: said.join(" ") }
}

/// The reason of an Android that finds the app's target too old.
const TOO_OLD: &str = "INSTALL_FAILED_DEPRECATED_SDK_VERSION";

/// What a reason means and what to do about it.
pub fn explain_install_failure(reason: &str) -> &'static str {
    match reason {
        "INSTALL_FAILED_ALREADY_EXISTS" => "it is installed already: remove it first (adb uninstall)",
        "INSTALL_FAILED_UPDATE_INCOMPATIBLE" | "INSTALL_PARSE_FAILED_INCONSISTENT_CERTIFICATES" => {
            "the installed app is signed with another key: remove it first (adb uninstall; its data is lost)"
        }
        "INSTALL_FAILED_SHARED_USER_INCOMPATIBLE" => {
            "it shares a user id with an app that is signed with another key: sign both with the same"
        }
        "INSTALL_FAILED_VERSION_DOWNGRADE" => {
            "a newer version is installed: remove it first (adb uninstall; its data is lost)"
        }
        "INSTALL_FAILED_PERMISSION_MODEL_DOWNGRADE" => {
            "the installed version targets Android 6 or later and this one does not: remove it first"
        }
        "INSTALL_FAILED_OLDER_SDK" => "the app needs a newer Android than the device has (minSdkVersion)",
        "INSTALL_FAILED_NEWER_SDK" => "the app is for an older Android than the device has (maxSdkVersion)",
        TOO_OLD => {
            "the app targets so old an Android that this one refuses it: raise targetSdkVersion, or use an \
             older device"
        }
        "INSTALL_FAILED_NO_MATCHING_ABIS" | "INSTALL_FAILED_CPU_ABI_INCOMPATIBLE" => {
            "the app's native libraries are for another processor: take an APK for the device's ABI \
             (adb shell getprop ro.product.cpu.abi)"
        }
        "INSTALL_FAILED_INSUFFICIENT_STORAGE" => "the device is full: remove something from it",
        "INSTALL_FAILED_MEDIA_UNAVAILABLE" | "INSTALL_FAILED_CONTAINER_ERROR" => {
            "the place to install to is not available: check the device's storage, or restart it"
        }
        "INSTALL_FAILED_INVALID_INSTALL_LOCATION" => {
            "the app wants to be installed where this device has no place (installLocation)"
        }
        "INSTALL_FAILED_INVALID_APK"
        | "INSTALL_PARSE_FAILED_NOT_APK"
        | "INSTALL_PARSE_FAILED_BAD_MANIFEST" => {
            "the file is not a whole APK: was it downloaded or copied completely?"
        }
        "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION" | "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED" => {
            "Android cannot read the APK's manifest: it may be damaged or need a newer Android"
        }
        "INSTALL_PARSE_FAILED_MANIFEST_EMPTY" => "the APK's manifest has no application in it",
        "INSTALL_PARSE_FAILED_NO_CERTIFICATES" => "the APK is not signed: sign it (apksigner)",
        "INSTALL_PARSE_FAILED_CERTIFICATE_ENCODING" => "the APK's signature cannot be read: sign it again",
        "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME" => "the APK's package name is not one Android allows",
        "INSTALL_PARSE_FAILED_BAD_SHARED_USER_ID" => "the APK's sharedUserId is not one Android allows",
        "INSTALL_PARSE_FAILED_RESOURCES_ARSC_COMPRESSED" => {
            "resources.arsc must be stored uncompressed and aligned from Android 11 on: run zipalign, then sign"
        }
        "INSTALL_FAILED_INVALID_URI" => "the file is not on the device: was it removed meanwhile?",
        "INSTALL_FAILED_MISSING_SPLIT" => {
            "the app comes in several APKs: give the .apks file or the folder with all of them"
        }
        "INSTALL_FAILED_MISSING_SHARED_LIBRARY" => "the app needs a library this device does not have",
        "INSTALL_FAILED_MISSING_FEATURE" => {
            "the app needs a feature (uses-feature) this device does not have"
        }
        "INSTALL_FAILED_DEXOPT" => "the app's code could not be prepared: is the device full?",
        "INSTALL_FAILED_DUPLICATE_PACKAGE" => "an app of that name is being installed already",
        "INSTALL_FAILED_DUPLICATE_PERMISSION" => {
            "another installed app defines the same permission: remove that one first"
        }
        "INSTALL_FAILED_CONFLICTING_PROVIDER" => {
            "another installed app has a content provider of the same authority: remove that one first"
        }
        "INSTALL_FAILED_REPLACE_COULDNT_DELETE" => "the old version could not be removed: remove it by hand",
        "INSTALL_FAILED_TEST_ONLY" => {
            "the APK is marked testOnly and this device refuses it: build it without"
        }
        "INSTALL_FAILED_UID_CHANGED" => {
            "data of an earlier installation is in the way: remove the app and its data"
        }
        "INSTALL_FAILED_USER_RESTRICTED" | "INSTALL_CANCELED_BY_USER" => {
            "the device's user has to allow it: unlock the device and accept, or switch on \"Install via USB\" \
             in its developer options"
        }
        "INSTALL_FAILED_VERIFICATION_FAILURE" | "INSTALL_FAILED_VERIFICATION_TIMEOUT" => {
            "Play Protect refused or did not answer: switch off \"Verify apps over USB\" in the developer options"
        }
        "INSTALL_FAILED_ABORTED" => "it was broken off, by the system or by someone at the device",
        "INSTALL_FAILED_INTERNAL_ERROR" | "INSTALL_FAILED_PACKAGE_CHANGED" => {
            "Android itself failed: restart the device and try again"
        }
        "DELETE_FAILED_DEVICE_POLICY_MANAGER" => {
            "the app is a device administrator: deactivate it there first"
        }
        "DELETE_FAILED_INTERNAL_ERROR" => "it is not installed, or is part of the system",
        _ => "see what the device says: adb logcat -d -s PackageManager PackageInstaller",
    }
}

impl Adb {
    /// Installs an app from its one APK or from all its split APKs; an installed version is replaced, its data
    /// kept.
    pub fn install(
        &self,
        apks: &[&ApkFile],
        options: InstallOptions,
        deadline: Deadline,
    ) -> Result<(), AdbError> {
        let names: Vec<&str> = apks.iter().map(|apk| apk.name.as_str()).collect();
        let doing = format!("installing {}", names.join(", "));
        let mut pushed = Vec::new();
        let result = self.push_all(apks, &mut pushed, deadline).and_then(|()| {
            let mut flags = String::from("-r -t");
            if options.grant {
                flags.push_str(" -g");
            }
            if options.downgrade {
                flags.push_str(" -d");
            }
            match self.install_pushed(&pushed, &flags, &doing, deadline) {
                // Android 14 and later refuse apps for very old ones unless they are told not to.
                Err(AdbError::Refused { problem, .. }) if problem.starts_with(TOO_OLD) => {
                    flags.push_str(" --bypass-low-target-sdk-block");
                    self.install_pushed(&pushed, &flags, &doing, deadline)
                }
                result => result,
            }
        });
        // What was pushed is of no more use, whatever came of it.
        let paths: Vec<String> = pushed.iter().map(|(path, _)| quote(path)).collect();
        let removed = self.ask(&format!("rm -f {}", paths.join(" ")), Deadline::seconds(10));
        result.and(removed.map(|_| ()))
    }

    fn install_pushed(
        &self,
        pushed: &[(String, usize)],
        flags: &str,
        doing: &str,
        deadline: Deadline,
    ) -> Result<(), AdbError> {
        match pushed {
            [(path, _)] => {
                succeeded(doing, &self.ask(&format!("pm install {flags} {}", quote(path)), deadline)?)
            }
            several => self.install_session(several, flags, doing, deadline),
        }
    }

    fn push_all(
        &self,
        apks: &[&ApkFile],
        pushed: &mut Vec<(String, usize)>,
        deadline: Deadline,
    ) -> Result<(), AdbError> {
        for (number, apk) in apks.iter().enumerate() {
            let path = format!("/data/local/tmp/skink-install-{number}.apk");
            pushed.push((path.clone(), apk.bytes.len()));
            self.push(&apk.bytes, &path, 0o644, deadline)?;
        }
        Ok(())
    }

    /// Several APKs go in as one: a session is made, each is written to it, and all are committed.
    fn install_session(
        &self,
        apks: &[(String, usize)],
        flags: &str,
        doing: &str,
        deadline: Deadline,
    ) -> Result<(), AdbError> {
        let total: usize = apks.iter().map(|(_, size)| size).sum();
        let created = self.ask(&format!("pm install-create {flags} -S {total}"), deadline)?;
        let session: Option<u64> =
            created.split_once('[').and_then(|(_, rest)| rest.split(']').next()).and_then(|n| n.parse().ok());
        let Some(session) = session else {
            return Err(AdbError::Refused {
                doing: doing.to_owned(),
                problem: format!("split APKs need Android 5 or later; it says: {}", first_line(&created)),
            });
        };
        for (number, (path, size)) in apks.iter().enumerate() {
            let command = format!("pm install-write -S {size} {session} {number}.apk {}", quote(path));
            let written = self.ask(&command, deadline)?;
            if let Err(error) = succeeded(doing, &written) {
                self.ask(&format!("pm install-abandon {session}"), deadline)?;
                return Err(error);
            }
        }
        succeeded(doing, &self.ask(&format!("pm install-commit {session}"), deadline)?)
    }

    /// Removes an app; one that is not there is an error.
    pub fn uninstall(&self, package: &str, deadline: Deadline) -> Result<(), AdbError> {
        let text = self.ask(&format!("pm uninstall {}", quote(package)), deadline)?;
        succeeded(&format!("removing {package}"), &text)
    }
}

fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing")
}

fn succeeded(doing: &str, text: &str) -> Result<(), AdbError> {
    match read_install(text) {
        Installed::Success => Ok(()),
        Installed::Failure { reason, detail } => {
            let words = match (reason.is_empty(), detail.is_empty()) {
                (true, true) => "it gives no reason".to_owned(),
                (true, false) => detail,
                (false, true) => reason.clone(),
                (false, false) => format!("{reason} ({detail})"),
            };
            let problem = format!("{words}; {}", explain_install_failure(&reason));
            Err(AdbError::Refused { doing: doing.to_owned(), problem })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adb::fake::{FakeAdb, Reply};

    #[test]
    fn the_words_decide_not_the_exit_status() {
        assert_eq!(read_install("\tpkg: /data/local/tmp/x.apk\nSuccess\n"), Installed::Success);
        let failure = |text| match read_install(text) {
            Installed::Failure { reason, detail } => (reason, detail),
            Installed::Success => panic!("{text}"),
        };
        assert_eq!(
            failure("\tpkg: /x\nFailure [INSTALL_FAILED_OLDER_SDK]"),
            ("INSTALL_FAILED_OLDER_SDK".into(), String::new())
        );
        assert_eq!(
            failure("Failure [INSTALL_FAILED_TEST_ONLY: Package x is test-only]"),
            ("INSTALL_FAILED_TEST_ONLY".into(), "Package x is test-only".into())
        );
        assert_eq!(failure("Failure"), (String::new(), String::new()));
        assert_eq!(failure("Failure [not installed for 0]").1, "not installed for 0");
        assert_eq!(failure("Error: Unknown option: -g\nusage: pm\n x").1, "Error: Unknown option: -g");
        assert_eq!(failure(""), (String::new(), String::new()));
    }

    #[test]
    fn an_installation_pushes_installs_and_cleans_up() {
        let fake = FakeAdb::start(false, |command| match command {
            c if c.starts_with("pm install -r -t /data") => {
                Reply::ok("\tpkg: x\nFailure [INSTALL_FAILED_OLDER_SDK]\n")
            }
            _ => Reply::ok(""),
        });
        let apk = ApkFile { name: "a.apk".into(), bytes: b"PK".to_vec() };
        let adb = fake.open();
        let error =
            adb.install(&[&apk], InstallOptions::default(), Deadline::seconds(5)).expect_err("too old");
        assert!(error.to_string().contains("newer Android than the device has"), "{error}");
        assert!(!error.may_pass());
        assert!(fake.commands().iter().any(|c| c.starts_with("rm -f /data/local/tmp/skink-install-0.apk")));
    }

    #[test]
    fn an_app_for_a_very_old_android_is_installed_all_the_same() {
        let fake = FakeAdb::start(true, |command| match command {
            c if c.contains("--bypass-low-target-sdk-block") => Reply::ok("Success\n"),
            c if c.starts_with("pm install") => Reply::ok(
                "Failure [INSTALL_FAILED_DEPRECATED_SDK_VERSION: App package must target at least SDK version 24]\n",
            ),
            _ => Reply::ok(""),
        });
        let apk = ApkFile { name: "a.apk".into(), bytes: b"PK".to_vec() };
        fake.open().install(&[&apk], InstallOptions::default(), Deadline::seconds(5)).expect("installed");
    }

    #[test]
    fn split_apks_go_in_as_one_session() {
        let fake = FakeAdb::start(true, |command| match command {
            c if c.starts_with("pm install-create") => Reply::ok("Success: created install session [77]\n"),
            c if c.starts_with("pm install-write") => Reply::ok("Success: streamed 2 bytes\n"),
            "pm install-commit 77" => Reply::ok("Success\n"),
            _ => Reply::ok(""),
        });
        let files = ["base.apk", "split_config.en.apk"]
            .map(|name| ApkFile { name: name.into(), bytes: b"PK".to_vec() });
        let apks: Vec<&ApkFile> = files.iter().collect();
        let options = InstallOptions { grant: true, downgrade: false };
        fake.open().install(&apks, options, Deadline::seconds(5)).expect("installed");
        let commands = fake.commands();
        assert!(commands.contains(&"pm install-create -r -t -g -S 4".to_owned()), "{commands:?}");
        assert_eq!(commands.iter().filter(|c| c.starts_with("pm install-write -S 2 77 ")).count(), 2);
    }
}
