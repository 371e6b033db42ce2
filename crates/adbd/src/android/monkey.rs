//! `monkey`: random events from a seed, and the protocol of `--port`, where what is unknown gets no answer.

use std::sync::Arc;
use std::time::Duration;

use skink_device::Input;
use skink_gui::Point;

use super::input::{key_code, press};
use crate::faults::mix;
use crate::handset::{Handset, Resident};
use crate::server::Shared;
use crate::shell::Call;
use crate::stream::Stream;

/// No monkey does more.
const MAX_EVENTS: u64 = 10_000_000;

pub(super) fn run(call: &Call<'_>) -> i32 {
    let (mut package, mut seed, mut verbose, mut port, mut count) = (None, 0, 0, None, None);
    let (mut ignore_crashes, mut args) = (false, call.args().iter());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-p" => package = args.next().cloned(),
            "-s" => seed = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(0),
            "--port" => port = args.next().cloned(),
            "-c" | "--throttle" => {
                args.next();
            }
            flag if flag.starts_with("--pct-") => {
                args.next();
            }
            "--ignore-crashes" => ignore_crashes = true,
            flag if flag.starts_with("-v") => verbose += flag.len() - 1,
            word => count = word.parse::<u64>().ok(),
        }
    }
    if let Some(port) = port {
        return listen(call, port);
    }
    let Some(count) = count else {
        call.io.complain("** Error: Count not specified\n");
        return 1;
    };
    let mut handset = call.shared.handset();
    let own = handset.package();
    if package.as_deref().is_some_and(|package| package != own) || !handset.installed {
        drop(handset);
        call.io.print("** No activities found to run, monkey aborted.\n");
        return 252;
    }
    handset.launch();
    drop(handset);
    if verbose > 0 {
        call.io.print(&format!(":Monkey: seed={seed} count={count}\n:AllowPackage: {own}\n"));
    }
    let crashed = throw(call, seed, count.min(MAX_EVENTS), verbose > 0, ignore_crashes);
    if crashed {
        return 1;
    }
    call.io.print(&format!("Events injected: {count}\n"));
    call.io.print("## Network stats: elapsed time=414ms (0ms mobile, 0ms wifi, 414ms not connected)\n");
    if verbose > 0 {
        call.io.print("// Monkey finished\n");
    }
    0
}

/// Throws events at the phone; says whether the app died of them. The launch was the first.
fn throw(call: &Call<'_>, seed: u64, count: u64, verbose: bool, ignore_crashes: bool) -> bool {
    for event in 1..count {
        if !(call.io.alive)() {
            return false;
        }
        let mut handset = call.shared.handset();
        handset.rest();
        let (width, height) = super::windows::turned(&handset);
        let drawn = mix(seed ^ mix(event));
        let at = Point { x: (drawn >> 8) as i32 & 0xffff, y: (drawn >> 32) as i32 & 0xffff };
        let at = Point { x: at.x % width, y: at.y % height };
        let said = match drawn % 10 {
            0 => {
                press(&mut handset, 4);
                ":Sending Key (ACTION_DOWN): 4    // KEYCODE_BACK\n".to_owned()
            }
            1 => {
                press(&mut handset, 82);
                ":Sending Key (ACTION_DOWN): 82    // KEYCODE_MENU\n".to_owned()
            }
            2 => {
                handset.drag(at, Point { x: at.x, y: height - at.y }, 200);
                format!(":Sending Touch (ACTION_MOVE): 0:({}.0,{}.0)\n", at.x, height - at.y)
            }
            _ => {
                handset.input(&Input::Tap(at));
                format!(":Sending Touch (ACTION_DOWN): 0:({}.0,{}.0)\n", at.x, at.y)
            }
        };
        handset.rest();
        let dead = handset.phone.in_front().system.is_some();
        let (own, pid) = (handset.package(), handset.app_process().unwrap_or(0));
        if handset.phone.in_front().package != own && !dead {
            // Monkey stays with its packages.
            handset.launch();
        }
        drop(handset);
        if verbose {
            call.io.print(&said);
        }
        if dead && !ignore_crashes {
            call.io.print(&format!(
                "// CRASH: {own} (pid {pid})\n** Monkey aborted due to error.\nEvents injected: {event}\n## Network stats: \
                 elapsed time=414ms (0ms mobile, 0ms wifi, 414ms not connected)\n** System appears to have crashed at \
                 event {event} of {count} using seed {seed}\n"
            ));
            return true;
        }
        if dead {
            press(&mut call.shared.handset(), 4);
            call.shared.handset().launch();
        }
    }
    false
}

fn listen(call: &Call<'_>, port: String) -> i32 {
    let mut handset = call.shared.handset();
    if handset.monkey.is_some() || handset.agent.is_some() {
        drop(handset);
        call.io.complain("Error binding to network socket.\n");
        return 1;
    }
    let pid = handset.new_pid();
    handset.monkey = Some(Resident {
        pid,
        name: "com.android.commands.monkey".into(),
        listens: port,
        asked: std::time::Instant::now(),
        kept: None,
    });
    drop(handset);
    let runs = || call.shared.handset().monkey.as_ref().is_some_and(|monkey| monkey.pid == pid);
    while runs() && (call.io.alive)() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut handset = call.shared.handset();
    if handset.monkey.as_ref().is_some_and(|monkey| monkey.pid == pid) {
        handset.monkey = None;
    }
    0
}

/// Answers a host's lines until it goes or monkey dies of one.
pub(crate) fn serve(shared: &Arc<Shared>, stream: &Stream) {
    let mut pending: Vec<u8> = Vec::new();
    while let Ok(bytes) = stream.read_some(None) {
        if bytes.is_empty() {
            break;
        }
        pending.extend(bytes);
        while let Some(at) = pending.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = pending.drain(..=at).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            match answer(&mut shared.handset(), &line) {
                Answer::Says(text) => {
                    if stream.write(format!("{text}\n").as_bytes()).is_err() {
                        return;
                    }
                }
                Answer::Silence => {}
                Answer::Dies => {
                    shared.handset().monkey = None;
                    return;
                }
            }
        }
    }
    // A host that closes ends monkey.
    shared.handset().monkey = None;
}

#[derive(Debug, PartialEq)]
enum Answer {
    Says(String),
    Silence,
    Dies,
}

fn answer(handset: &mut Handset, line: &str) -> Answer {
    let ok = || Answer::Says("OK".into());
    let wrong = || Answer::Says("ERROR:Invalid Argument".into());
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    let point = |x: &str, y: &str| Some(Point { x: x.parse().ok()?, y: y.parse().ok()? });
    match (word, &words[..]) {
        ("tap", [x, y]) => match point(x, y) {
            Some(at) => {
                handset.input(&Input::Tap(at));
                ok()
            }
            None => wrong(),
        },
        ("press", [key]) => match key_code(key) {
            Some(code) => {
                press(handset, code);
                ok()
            }
            None => wrong(),
        },
        ("key", ["down", _]) => ok(),
        ("key", ["up", key]) => {
            if let Some(code) = key_code(key) {
                press(handset, code);
            }
            ok()
        }
        ("touch", ["up", x, y]) => match point(x, y) {
            Some(at) => {
                handset.input(&Input::Tap(at));
                ok()
            }
            None => wrong(),
        },
        ("touch", ["down" | "move", _, _])
        | ("trackball", [_, _])
        | ("wake", [])
        | ("flip", ["open" | "close"]) => ok(),
        ("flip", _) => wrong(),
        ("type", [_, ..]) if !rest.is_ascii() => Answer::Dies,
        ("type", [_, ..]) => {
            handset.type_text(rest.trim_matches('"'));
            ok()
        }
        ("sleep", [millis]) => {
            handset.sleep(millis.parse().unwrap_or(0));
            ok()
        }
        ("getvar", [name]) => Answer::Says(variable(handset, name)),
        ("listvar", _) => Answer::Says(format!("OK:{} ", VARIABLES.join(" "))),
        ("done" | "quit" | "listviews", _) => Answer::Dies,
        ("getrootview" | "getviewswithtext" | "queryview", _) => {
            Answer::Says("ERROR:Node with given ID does not exist".into())
        }
        _ => Answer::Silence,
    }
}

const VARIABLES: [&str; 8] = [
    "am.current.action",
    "am.current.comp.class",
    "am.current.comp.package",
    "am.current.package",
    "build.version.sdk",
    "clock.uptime",
    "display.height",
    "display.width",
];

fn variable(handset: &Handset, name: &str) -> String {
    let (width, height) = super::windows::turned(handset);
    match name {
        "build.version.sdk" => {
            format!("OK:{}", handset.props.get("ro.build.version.sdk").map_or("", String::as_str))
        }
        "display.width" => format!("OK:{width}"),
        "display.height" => format!("OK:{height}"),
        "display.density" => "OK:1.5".into(),
        "clock.uptime" => format!("OK:{}", skink_device::Device::clock(&handset.phone).as_millis()),
        // Empty unless monkey itself started the activity.
        name if name.starts_with("am.current.") => "OK".into(),
        _ => "ERROR:unknown var".into(),
    }
}
