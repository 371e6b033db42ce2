//! Recordings of a real Android, where they are at hand: a folder `shared/data/android` beside the repository, or
//! below the one that `SKINK_SHARED_DATA` names. Each is read by the code that reads it on a device. Without them the
//! test says so and passes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use skink_device::adb::{Installed, explain_install_failure, read_devices, read_install};
use skink_device::crashes_in_log;
use skink_device::shell::*;
use skink_gui::{WindowKind, parse_xml};
use skink_trace::CrashKind;

fn recordings() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("SKINK_SHARED_DATA").map_or(beside, PathBuf::from).join("android");
    folder.is_dir().then_some(folder)
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Whether something holds, and if not what was read.
fn expect(holds: bool, read: impl std::fmt::Debug) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{read:?}").chars().take(300).collect()) }
}

/// Which reader a file is for, and whether it understood; `None` for files that no reader is for.
fn check(folder: &str, name: &str, text: &str) -> Option<(&'static str, Result<(), String>)> {
    let stem = name.strip_suffix(".stdout").unwrap_or(name);
    Some(match (folder, stem) {
        (_, _) if name.ends_with(".xml") => ("dump", check_dump(name, text)),
        (_, _)
            if name.ends_with(".focus.txt")
                || stem.ends_with("focus") && stem.contains(".dumpsys-window") =>
        {
            ("window focus", check_focus(text))
        }
        (_, _) if name.ends_with("crash.logcat.txt") => {
            let crashes = crashes_in_log(text);
            ("log", expect(crashes.iter().all(|c| !c.process.is_empty()), crashes.len()))
        }
        (_, _) if !name.ends_with(".stdout") => return None,
        ("commands", "getprop") => {
            let read = read_properties(text);
            ("getprop", expect(read.api() == Some(19) && read.booted() && read.len() > 50, read.len()))
        }
        ("commands", "wm-size" | "wm-size.rot1") => {
            ("wm", expect(read_display_size(text) == Some((800, 600)), text))
        }
        ("commands", "wm-density") => ("wm", expect(read_density(text) == Some(160), text)),
        ("commands", "ps" | "ps-app") | ("crash", _)
            if stem == "ps" || stem.ends_with("ps") || stem == "ps-app" =>
        {
            let read = read_processes(text);
            ("ps", expect(!read.is_empty() || text.lines().count() < 2, text))
        }
        (_, s) if s.starts_with("dumpsys-window-windows.") || s == "dumpsys-window-windows" => {
            ("windows", check_windows(s, text))
        }
        (_, s) if s.ends_with(".dumpsys-window-windows") => ("windows", check_focus(text)),
        ("errors", s) if s.ends_with(".focus") => ("window focus", check_focus(text)),
        ("crash", s) if s.ends_with(".focus") => ("window focus", check_focus(text)),
        ("commands", "dumpsys-window-focus.afterback" | "dumpsys-window-grep-focus") => {
            ("window focus", check_focus(text))
        }
        ("commands", s) if s.starts_with("dumpsys-activity-top.") => ("activity top", check_top(text, false)),
        ("anr", "dumpsys-activity-top") => ("activity top", check_top(text, true)),
        (_, s) if s.starts_with("dumpsys-activity-activities.") => {
            let read = read_resumed_activity(text);
            ("activities", expect(read.is_some(), read))
        }
        ("commands", s) if s.starts_with("dumpsys-package-") || s == "launcher-pm-dump" => {
            ("package", check_package(s, text))
        }
        ("commands", s) if s.starts_with("pm-list-packages") => {
            let read = read_package_list(text);
            ("pm list", expect(read.len() == text.matches("package:").count() && !read.is_empty(), read))
        }
        ("commands", s) if s.starts_with("pm-path") => {
            let read = read_package_paths(text);
            ("pm path", expect(read.is_empty() == s.ends_with("missing"), read))
        }
        ("commands", s) if s.starts_with("pm-clear") => {
            let read = read_clear(text);
            ("pm clear", expect((read == Cleared::Success) != s.ends_with("missing"), read))
        }
        ("commands", s) if s.starts_with("pm-grant") || s == "pm-revoke" => {
            let read = read_grant(text);
            ("pm grant", expect(read.is_err(), read))
        }
        ("commands", s) if s.starts_with("am-start") => {
            let read = read_start(text);
            let ok = ["am-start-W-S", "am-start-W-again", "am-start-W-cold", "am-start-flags"].contains(&s);
            ("am start", expect((read == StartResult::Started) == ok, read))
        }
        ("crash", "crashstart.am-start-W") => {
            let read = read_start(text);
            ("am start", expect(read == StartResult::Started, read))
        }
        ("install", s) => ("install", check_install(s, text)),
        ("adb" | "devgone", s) if s.contains("devices") => {
            let read = read_devices(text);
            ("devices", expect(!read.is_empty(), read))
        }
        ("crash" | "anr", s) if s.contains("logcat") => ("log", check_log(s, text)?),
        ("errors" | "label", s) if s.ends_with("logcat") => {
            // `uiautomator` itself died: not an app's crash.
            let crashes = crashes_in_log(text);
            (
                "log",
                expect(
                    crashes.iter().all(|c| !c.process.contains("uiautomator") && !c.process.is_empty()),
                    crashes,
                ),
            )
        }
        (_, s) if s.contains("uiautomator-dump") && !s.contains("devtty") => {
            ("dump message", check_message(s, text))
        }
        ("errors", s) if s.starts_with("dump-") => ("dump message", check_message(s, text)),
        _ => return None,
    })
}

fn check_dump(name: &str, text: &str) -> Result<(), String> {
    match parse_xml(text.as_bytes()) {
        Ok(screen) => expect(!screen.is_empty() && !screen.package().is_empty(), name),
        Err(error) => expect(text.is_empty(), error),
    }
}

fn check_focus(text: &str) -> Result<(), String> {
    let read = read_windows(text);
    let silent = !text.contains("mCurrentFocus=Window") && !text.contains("ActivityRecord{");
    expect(read.front.is_some() || read.app.is_some() || silent, read)
}

fn check_windows(stem: &str, text: &str) -> Result<(), String> {
    let read = read_windows(text);
    let kind = read.front.as_ref().map(|front| front.kind);
    let state = stem.rsplit('.').next().unwrap_or_default();
    let expected = match state {
        "dialog" => WindowKind::Dialog,
        "menu" | "popup" => WindowKind::Menu,
        "dumpsys-window-windows" => WindowKind::System,
        _ => WindowKind::Page,
    };
    let keyboard = state == "keyboard";
    expect(kind == Some(expected) && read.keyboard == keyboard && read.rotation == Some(0), read)
}

fn check_top(text: &str, timed_out: bool) -> Result<(), String> {
    let Some(top) = read_top_activity(text) else { return Err("no activity".into()) };
    let views =
        read_views(text, &top.component.package, &top.component.class, 0).map_or(0, |screen| screen.len());
    expect(top.pid.is_some() && top.timed_out == timed_out && (views > 3 || timed_out), (top, views))
}

fn check_package(stem: &str, text: &str) -> Result<(), String> {
    let package = match stem {
        "dumpsys-package-apidemos" => "io.appium.android.apis",
        "dumpsys-package-missing" => "no.such.app",
        _ => "net.gsantner.markor",
    };
    let read = read_package(text, package);
    match (stem, &read) {
        ("dumpsys-package-missing", _) => expect(read.is_none(), read),
        (_, Some(info)) => {
            let whole = info.launcher.is_some() && info.version_code.is_some() && info.last_update.is_some();
            expect(whole && !info.requested.is_empty(), info)
        }
        _ => Err("no package".into()),
    }
}

fn check_install(stem: &str, text: &str) -> Result<(), String> {
    let ok = ["ok-new", "reinstall-r", "install-again", "downgrade-d", "uninstall-ok"].contains(&stem);
    let read = read_install(text);
    let unknown = explain_install_failure("no such reason");
    let understood = match &read {
        Installed::Success => ok,
        Installed::Failure { reason, .. } if reason.is_empty() => !ok,
        Installed::Failure { reason, .. } => !ok && explain_install_failure(reason) != unknown,
    };
    expect(understood, read)
}

fn check_log(stem: &str, text: &str) -> Option<Result<(), String>> {
    // Formats that Skink never asks for.
    if ["logcat-long", "logcat-raw", "logcat-b-events", "logcat-b-crash"]
        .iter()
        .any(|end| stem.ends_with(end))
    {
        return None;
    }
    let crashes = crashes_in_log(text);
    let of = |kind| crashes.iter().any(|c| c.kind == kind && c.process == "t.ort" && !c.exception.is_empty());
    let with_stack = crashes.iter().any(|c| !c.stack.is_empty());
    Some(match stem.split('.').next().unwrap_or_default() {
        "crash" | "crash-with-cause" | "crash-in-thread" | "oom" | "stack-overflow" | "crashstart" => {
            expect(of(CrashKind::Java) && with_stack, crashes)
        }
        "native-abort" => expect(of(CrashKind::Native) && with_stack, crashes),
        "sigsegv" => expect(of(CrashKind::Native), crashes),
        "logcat-threadtime" => expect(of(CrashKind::Anr), crashes),
        _ => expect(crashes.is_empty(), crashes),
    })
}

fn check_message(stem: &str, text: &str) -> Result<(), String> {
    let name = stem.split('.').next().unwrap_or_default();
    let read = read_dump_message(text);
    let understood = match name {
        "busy-tick" | "busy-tick2" => read == DumpResult::NeverIdle,
        "huge" => read == DumpResult::NoRoot,
        "labels"
        | "emoji"
        | "lone-surrogate"
        | "nonchars"
        | "nul"
        | "dump-while-uiautomator-events"
        | "uiautomator-dump-execout" => read == DumpResult::Died,
        _ => read == DumpResult::Written,
    };
    expect(understood, read)
}

#[test]
fn every_recording_is_understood_by_its_reader() {
    let Some(folder) = recordings() else {
        println!(
            "skipped: no shared/data/android beside the repository, and SKINK_SHARED_DATA names no folder"
        );
        return;
    };
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let (mut wrong, mut others) = (Vec::new(), 0);
    for file in files(&folder).unwrap() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let parent =
            file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".meta.json") || name.ends_with(".png") || name.ends_with(".stderr") {
            continue;
        }
        let bytes = fs::read(&file).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        match check(&parent, &name, &text) {
            None => others += 1,
            Some((reader, result)) => {
                let count = counts.entry(reader).or_default();
                count.0 += 1;
                if let Err(read) = result {
                    count.1 += 1;
                    wrong.push(format!("{}: {read}", file.display()));
                }
            }
        }
    }
    let (mut read, mut missed) = (0, 0);
    for (reader, (all, bad)) in &counts {
        println!("{reader:<14} {:>4} understood, {bad} not", all - bad);
        read += all - bad;
        missed += bad;
    }
    println!("{:<14} {read:>4} understood, {missed} not; {others} files are for no reader of ours", "in all");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read > 0, "no recording in {}", folder.display());
}
