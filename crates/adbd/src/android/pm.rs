//! `pm`: what is installed, clearing data, permissions, installing and uninstalling the app.

use skink_device::apk::read_apk;

use super::{dumpsys, usage};
use crate::handset::Handset;
use crate::shell::Call;

/// What comes with the phone: package and file.
pub(super) const SYSTEM: [(&str, &str); 6] = [
    ("android", "/system/framework/framework-res.apk"),
    ("com.android.launcher3", "/system/priv-app/Launcher3/Launcher3.apk"),
    ("com.android.systemui", "/system/priv-app/SystemUI/SystemUI.apk"),
    ("com.android.settings", "/system/priv-app/Settings/Settings.apk"),
    ("com.android.permissioncontroller", "/system/priv-app/PermissionController/PermissionController.apk"),
    ("com.android.shell", "/system/priv-app/Shell/Shell.apk"),
];

/// No app is larger.
const MAX_APK: usize = 512 << 20;

pub(super) fn run(call: &Call<'_>, args: &[String]) -> i32 {
    let Some((command, rest)) = args.split_first() else {
        call.io.print(usage::PM);
        return 1;
    };
    let words: Vec<&str> = rest.iter().map(String::as_str).collect();
    let last = words.last().copied().unwrap_or("");
    match command.as_str() {
        "list" => list(call, &words),
        "path" => match path(&call.shared.handset(), call.api(), last) {
            Some(path) => say(call, &format!("package:{path}\n")),
            None => i32::from(call.api() >= 24),
        },
        "clear" => clear(call, last),
        "grant" | "revoke" => grant(call, command == "grant", &words),
        "reset-permissions" | "enable" | "disable-user" | "trim-caches" | "compile" => 0,
        "install" => install(call, &words),
        "install-create" | "install-write" | "install-commit" | "install-abandon" if call.api() >= 21 => {
            session(call, command, &words)
        }
        "uninstall" => uninstall(call, last),
        "dump" => dumpsys::run(call, &["package".into(), last.to_owned()]),
        "resolve-activity" | "query-activities" if call.api() >= 24 => resolve(call, &words),
        "get-install-location" => say(call, "0[auto]\n"),
        other if call.api() >= 24 => {
            call.io.complain(&format!("Unknown command: {other}\n"));
            255
        }
        other => {
            call.io.print(&format!("Error: unknown command '{other}'\n{}", usage::PM));
            1
        }
    }
}

fn say(call: &Call<'_>, text: &str) -> i32 {
    call.io.print(text);
    0
}

/// Where the app's file is. From Android 8 on its folder has letters that nobody can guess.
pub(super) fn apk(handset: &Handset, api: u32) -> String {
    let package = handset.package();
    match api {
        ..21 => format!("/data/app/{package}-1.apk"),
        21..26 => format!("/data/app/{package}-1/base.apk"),
        _ => format!("/data/app/~~c2tpbms==/{package}-cGhvbmU=/base.apk"),
    }
}

fn path(handset: &Handset, api: u32, package: &str) -> Option<String> {
    if package == handset.package() && handset.installed {
        return Some(apk(handset, api));
    }
    SYSTEM.iter().find(|(known, _)| *known == package).map(|(_, path)| (*path).to_owned())
}

fn list(call: &Call<'_>, words: &[&str]) -> i32 {
    let handset = call.shared.handset();
    let text = match words.first() {
        Some(&"packages" | &"package") => {
            let flag = |wanted: &str| words.contains(&wanted);
            let filter = words[1..].iter().rfind(|word| !word.starts_with('-') && **word != "0").copied();
            let mut all: Vec<(String, String)> = Vec::new();
            if !flag("-3") {
                all.extend(SYSTEM.iter().map(|(package, path)| ((*package).to_owned(), (*path).to_owned())));
            }
            if handset.installed && !flag("-s") {
                all.push((handset.package().to_owned(), apk(&handset, call.api())));
            }
            let line = |(package, path): &(String, String)| match (flag("-f"), flag("-U")) {
                (true, _) => format!("package:{path}={package}\n"),
                (false, true) => format!("package:{package} uid:10047\n"),
                _ => format!("package:{package}\n"),
            };
            all.iter().filter(|(package, _)| filter.is_none_or(|f| package.contains(f))).map(line).collect()
        }
        Some(&"permissions") => {
            let mut text = String::from("All Permissions:\n\n");
            handset
                .phone
                .permissions()
                .iter()
                .for_each(|name| text.push_str(&format!("permission:{name}\n")));
            text
        }
        Some(&"users") => "Users:\n\tUserInfo{0:Owner:13} running\n".to_owned(),
        Some(&"features") => "feature:android.hardware.touchscreen\n".to_owned(),
        _ => String::new(),
    };
    drop(handset);
    say(call, &text)
}

fn clear(call: &Call<'_>, package: &str) -> i32 {
    let mut handset = call.shared.handset();
    let ours = package == handset.package() && handset.installed;
    if ours {
        handset.clear_app();
    }
    drop(handset);
    call.io.print(if ours { "Success\n" } else { "Failed\n" });
    i32::from(!ours)
}

fn grant(call: &Call<'_>, grant: bool, words: &[&str]) -> i32 {
    let names: Vec<&&str> = words.iter().filter(|word| !word.starts_with('-') && **word != "0").collect();
    let [package, permission] = names[..] else {
        call.io.complain("Error: no permission specified\n");
        return 1;
    };
    let mut handset = call.shared.handset();
    let known = *package == handset.package() && handset.installed;
    let asked = handset.phone.permissions().into_iter().find(|name| name == permission);
    if let (true, Some(name)) = (known, asked) {
        handset.phone.set_permission(name, grant);
        return 0;
    }
    drop(handset);
    let problem = match known {
        true => {
            format!(
                "java.lang.SecurityException: Package {package} has not requested permission {permission}"
            )
        }
        false => format!("java.lang.IllegalArgumentException: Unknown package: {package}"),
    };
    if call.api() >= 24 {
        let doing = if grant { "grant" } else { "revoke" };
        call.io.complain(&format!("\nException occurred while executing '{doing}':\n{problem}\n"));
        return 255;
    }
    call.io.print(&match known {
        true => format!("Operation not allowed: {problem}\n"),
        false => format!("Bad argument: {problem}\n{}", usage::PM),
    });
    1
}

/// Installs the app that the phone knows: from a stream or a file that holds it, or a file of its name.
fn install(call: &Call<'_>, words: &[&str]) -> i32 {
    let name = words.iter().rfind(|word| word.ends_with(".apk")).copied();
    let verdict = match size_in(words).filter(|_| name.is_none()) {
        Some(size) => judge(call, &call.io.stdin.read_all(size.min(MAX_APK)), ""),
        None => match file(call, name.unwrap_or_default()) {
            Some(bytes) => judge(call, &bytes, name.unwrap_or_default()),
            None => Err("INSTALL_FAILED_INVALID_URI"),
        },
    };
    if call.api() < 24 {
        call.io.print(&format!("\tpkg: {}\n", name.unwrap_or_default()));
    }
    installed(call, verdict)
}

fn size_in(words: &[&str]) -> Option<usize> {
    words.iter().position(|word| *word == "-S").and_then(|at| words.get(at + 1)?.parse().ok())
}

fn file(call: &Call<'_>, name: &str) -> Option<Vec<u8>> {
    call.shared.handset().files.read(&call.path(name)).map(<[u8]>::to_vec).ok()
}

/// Whether these bytes, or a file of that name, are the app that the phone knows; it can run no other.
fn judge(call: &Call<'_>, bytes: &[u8], name: &str) -> Result<(), &'static str> {
    let package = call.shared.handset().package();
    let sample = call.shared.handset().phone.manifest().name;
    let stem = name.rsplit('/').next().unwrap_or_default().trim_end_matches(".apk");
    let known = match read_apk(bytes) {
        Ok(manifest) => manifest.package == package,
        Err(_) => bytes.windows(package.len()).any(|window| window == package.as_bytes()),
    };
    let named = stem == package || stem == sample;
    if known || named { Ok(()) } else { Err("INSTALL_PARSE_FAILED_NOT_APK") }
}

fn installed(call: &Call<'_>, verdict: Result<(), &'static str>) -> i32 {
    match verdict {
        Ok(()) => {
            call.shared.handset().installed = true;
            say(call, "Success\n")
        }
        Err(why) => {
            call.io.print(&format!("Failure [{why}]\n"));
            1
        }
    }
}

/// Several APKs that go in as one: a session is made, each is written to it, and all are committed or abandoned.
fn session(call: &Call<'_>, command: &str, words: &[&str]) -> i32 {
    if command == "install-create" {
        let mut handset = call.shared.handset();
        let number = handset.new_pid();
        handset.sessions.insert(number, Vec::new());
        drop(handset);
        return say(call, &format!("Success: created install session [{number}]\n"));
    }
    let size = size_in(words);
    let mut plain: Vec<&str> = words.to_vec();
    if let Some(at) = plain.iter().position(|word| *word == "-S") {
        plain.drain(at..(at + 2).min(plain.len()));
    }
    let number: Option<u32> = plain.first().and_then(|word| word.parse().ok());
    let known = number.filter(|number| call.shared.handset().sessions.contains_key(number));
    let Some(number) = known else {
        call.io.print("Failure [INSTALL_FAILED_INTERNAL_ERROR: no such session]\n");
        return 1;
    };
    match (command, plain.get(2).copied().unwrap_or("-")) {
        ("install-write", path) => {
            let bytes = match path {
                "-" => Some(call.io.stdin.read_all(size.unwrap_or(MAX_APK).min(MAX_APK))),
                path => file(call, path),
            };
            let Some(bytes) = bytes else {
                call.io.print(&format!("Error: failed to write; {path} (No such file or directory)\n"));
                return 1;
            };
            let verdict = judge(call, &bytes, path);
            if let Some(written) = call.shared.handset().sessions.get_mut(&number) {
                written.push(verdict.is_ok());
            }
            say(call, &format!("Success: streamed {} bytes\n", bytes.len()))
        }
        ("install-commit", _) => {
            let written = call.shared.handset().sessions.remove(&number).unwrap_or_default();
            // A split names the app as its base does.
            let whole = !written.is_empty() && written.iter().all(|known| *known);
            installed(call, if whole { Ok(()) } else { Err("INSTALL_PARSE_FAILED_NOT_APK") })
        }
        _ => {
            call.shared.handset().sessions.remove(&number);
            say(call, "Success\n")
        }
    }
}

fn uninstall(call: &Call<'_>, package: &str) -> i32 {
    let mut handset = call.shared.handset();
    let ours = package == handset.package() && handset.installed;
    if ours {
        handset.clear_app();
        handset.installed = false;
    }
    drop(handset);
    call.io.print(match (ours, call.api()) {
        (true, _) => "Success\n",
        (false, ..24) => "Failure\n",
        (false, _) => "Failure [DELETE_FAILED_INTERNAL_ERROR]\n",
    });
    i32::from(!ours)
}

fn resolve(call: &Call<'_>, words: &[&str]) -> i32 {
    let handset = call.shared.handset();
    let (package, main) = (handset.package(), handset.main_activity.clone());
    let ours = handset.installed && words.contains(&package);
    drop(handset);
    if !ours {
        return say(call, "No activity found\n");
    }
    let full = if main.starts_with('.') { format!("{package}{main}") } else { main.clone() };
    let how = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false";
    match words.contains(&"--brief") {
        true => say(call, &format!("{how}\n{package}/{main}\n")),
        false => say(
            call,
            &format!(
                "{how}\n  ActivityInfo:\n    name={full}\n    packageName={package}\n    enabled=true exported=true\n"
            ),
        ),
    }
}
