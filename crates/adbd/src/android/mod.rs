//! Android's own commands.
//!
//! Each answers in the words that a real Android was seen to use; where later levels are known to say it
//! otherwise, the level decides. What nobody drives a phone with is not here, and is not found.

mod am;
mod content;
mod dump;
mod dumpsys;
mod input;
mod logcat;
pub(crate) mod monkey;
mod pm;
mod processes;
mod settings;
mod uiautomator;
mod usage;
mod windows;
mod wm;

pub(crate) use input::press;
pub(crate) use windows::turned;

use crate::shell::Call;

/// Runs the command of that name; `None` where there is none.
pub(crate) fn run(name: &str, call: &Call<'_>) -> Option<i32> {
    Some(match name {
        "getprop" => getprop(call),
        "setprop" => setprop(call),
        "am" => am::run(call, call.args()),
        "pm" => pm::run(call, call.args()),
        "wm" => wm::run(call, call.args()),
        "cmd" if call.api() >= 24 => cmd(call),
        "dumpsys" => dumpsys::run(call, call.args()),
        "input" => input::run(call, call.args()),
        "settings" => settings::run(call, call.args()),
        "content" => content::run(call),
        "uiautomator" => uiautomator::run(call),
        "screencap" => screencap(call),
        "logcat" => logcat::run(call),
        "log" => log(call),
        "monkey" => monkey::run(call),
        "ps" => processes::ps(call),
        "pidof" => processes::pidof(call),
        "app_process" | "app_process32" | "app_process64" => processes::app_process(call),
        "svc" | "ime" => 0,
        "service" => service(call),
        "reboot" | "stop" | "start" | "su" | "mount" => {
            call.io.complain(&format!("{name}: Permission denied\n"));
            1
        }
        _ => return None,
    })
}

fn getprop(call: &Call<'_>) -> i32 {
    let handset = call.shared.handset();
    let text = match call.args() {
        [] => handset.props.iter().map(|(name, value)| format!("[{name}]: [{value}]\n")).collect(),
        [name, rest @ ..] => {
            let default = rest.first().map_or("", String::as_str);
            format!("{}\n", handset.props.get(name).map_or(default, String::as_str))
        }
    };
    drop(handset);
    call.io.print(&text);
    0
}

fn setprop(call: &Call<'_>) -> i32 {
    let [name, value] = call.args() else {
        call.io.complain("usage: setprop <key> <value>\n");
        return 1;
    };
    // What begins with `ro.` is written once, when the phone is built.
    if name.starts_with("ro.") || name.len() > 256 || value.len() > 256 {
        call.io.complain(&format!("Failed to set property '{name}' to '{value}'.\n"));
        return 1;
    }
    call.shared.handset().props.insert(name.clone(), value.clone());
    0
}

/// The newer way to the same services.
fn cmd(call: &Call<'_>) -> i32 {
    let Some((service, rest)) = call.args().split_first() else {
        call.io.complain("cmd: No service specified; use -l to list all services\n");
        return 20;
    };
    match service.as_str() {
        "package" => pm::run(call, rest),
        "activity" => am::run(call, rest),
        "window" => wm::run(call, rest),
        "input" => input::run(call, rest),
        "settings" => settings::run(call, rest),
        "statusbar" | "uimode" | "notification" | "overlay" | "appops" | "bluetooth_manager" => 0,
        other => {
            call.io.complain(&format!("cmd: Can't find service: {other}\n"));
            20
        }
    }
}

fn screencap(call: &Call<'_>) -> i32 {
    let as_png = call.args().iter().any(|arg| arg == "-p");
    let file = call.args().iter().find(|arg| !arg.starts_with('-')).cloned();
    let as_png = as_png || file.as_ref().is_some_and(|name| name.ends_with(".png"));
    let mut handset = call.shared.handset();
    handset.rest();
    let picture = skink_device::Device::screenshot(&mut handset.phone).ok().flatten();
    let now = handset.wall_seconds();
    drop(handset);
    let Some(picture) = picture else { return 1 };
    let bytes = if as_png {
        picture.to_png()
    } else {
        // Width, height, RGBA and, from Android 9 on, the colour space.
        let mut raw = Vec::new();
        for word in [picture.width, picture.height, 1] {
            raw.extend_from_slice(&word.to_le_bytes());
        }
        if call.api() >= 28 {
            raw.extend_from_slice(&1u32.to_le_bytes());
        }
        picture.rgb.chunks(3).for_each(|pixel| {
            raw.extend_from_slice(pixel);
            raw.push(255);
        });
        raw
    };
    match file {
        None => call.io.print_bytes(&bytes),
        Some(name) => {
            let written = call.shared.handset().files.write(&call.path(&name), &bytes, false, now);
            if let Err(problem) = written {
                call.io.complain(&format!("Error opening file: {name} ({problem})\n"));
                return 1;
            }
        }
    }
    0
}

/// `log [-p LEVEL] [-t TAG] TEXT…`
fn log(call: &Call<'_>) -> i32 {
    let (mut level, mut tag, mut words) = ('I', "log".to_owned(), Vec::new());
    let mut args = call.args().iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-p" => level = args.next().and_then(|l| l.chars().next()).unwrap_or('I').to_ascii_uppercase(),
            "-t" => tag = args.next().cloned().unwrap_or_default(),
            word => words.push(word.to_owned()),
        }
    }
    let mut handset = call.shared.handset();
    let time = crate::log::log_time(handset.phone.wall_clock());
    handset.log.push(crate::log::Buffer::Main, &time, 4242, level, &tag, &words.join(" "));
    0
}

fn service(call: &Call<'_>) -> i32 {
    match call.args() {
        [what, name, ..] if what == "check" => {
            let known = dumpsys::SERVICES.contains(&name.as_str());
            let found = if known { "found" } else { "not found" };
            call.io.print(&format!("Service {name}: {found}\n"));
            0
        }
        _ => 0,
    }
}
