//! `input`: touches, keys and text.

use skink_device::Input;
use skink_gui::{Key, Point};

use super::usage;
use crate::handset::{Caret, Handset};
use crate::shell::Call;

const SOURCES: [&str; 11] = [
    "touchscreen",
    "keyboard",
    "mouse",
    "dpad",
    "gamepad",
    "touchpad",
    "touchnavigation",
    "joystick",
    "stylus",
    "trackball",
    "rotaryencoder",
];

pub(super) fn run(call: &Call<'_>, args: &[String]) -> i32 {
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    if words.first().is_some_and(|word| SOURCES.contains(word)) {
        words.remove(0);
    }
    if words.first() == Some(&"-d") {
        words.drain(..2.min(words.len()));
    }
    let Some((command, rest)) = words.split_first() else {
        call.io.print(usage::INPUT);
        return 1;
    };
    let numbers: Option<Vec<f32>> = rest.iter().map(|word| word.parse().ok()).collect();
    let point = |numbers: &[f32], at: usize| Point { x: numbers[at] as i32, y: numbers[at + 1] as i32 };
    let mut handset = call.shared.handset();
    let done = match (*command, rest, numbers.as_deref()) {
        ("tap", _, Some(n)) if n.len() == 2 => {
            handset.input(&Input::Tap(point(n, 0)));
            true
        }
        ("swipe" | "draganddrop", _, Some(n)) if n.len() == 4 || n.len() == 5 => {
            handset.drag(point(n, 0), point(n, 2), n.get(4).map_or(300, |millis| *millis as u64));
            true
        }
        ("text", [text], _) if !text.is_empty() && !text.contains(' ') => {
            if !text.is_ascii() {
                drop(handset);
                // The tool dies of a letter that no key types.
                call.io.complain("Killed \n");
                return 137;
            }
            handset.type_text(&text.replace("%s", " "));
            true
        }
        ("keyevent", [_, ..], _) => {
            let mut keys = rest.iter().filter(|word| !word.starts_with("--")).map(|word| key_code(word));
            keys.all(|code| code.map(|code| press(&mut handset, code)).is_some())
        }
        ("keycombination", [_, _, ..], _) => {
            let keys: Vec<Option<u32>> = rest.iter().map(|word| key_code(word)).collect();
            if let [Some(113 | 114), Some(29)] = keys[..] {
                handset.caret = Caret::All;
            }
            true
        }
        ("press" | "roll", ..) => true,
        ("motionevent", [what, ..], _) => motion(&mut handset, what, &rest[1..]),
        _ => {
            drop(handset);
            return misuse(call, command);
        }
    };
    drop(handset);
    if done { 0 } else { misuse(call, command) }
}

fn misuse(call: &Call<'_>, command: &str) -> i32 {
    let known = ["tap", "swipe", "text", "keyevent", "draganddrop", "press", "roll", "motionevent"];
    let problem = match known.contains(&command) {
        true => format!("Error: Invalid arguments for command: {command}\n"),
        false => format!("Error: Unknown command: {command}\n"),
    };
    call.io.complain(&problem);
    call.io.complain(usage::INPUT);
    255
}

/// Only where it ends matters here.
fn motion(handset: &mut Handset, what: &str, rest: &[&str]) -> bool {
    let [x, y] = rest else { return false };
    let (Ok(x), Ok(y)) = (x.parse::<f32>(), y.parse::<f32>()) else { return false };
    if what.eq_ignore_ascii_case("UP") {
        handset.input(&Input::Tap(Point { x: x as i32, y: y as i32 }));
    }
    true
}

/// Names of the keys that matter here, with Android's numbers.
const KEYS: [(&str, u32); 26] = [
    ("HOME", 3),
    ("BACK", 4),
    ("DPAD_UP", 19),
    ("DPAD_DOWN", 20),
    ("DPAD_LEFT", 21),
    ("DPAD_RIGHT", 22),
    ("DPAD_CENTER", 23),
    ("VOLUME_UP", 24),
    ("VOLUME_DOWN", 25),
    ("POWER", 26),
    ("TAB", 61),
    ("SPACE", 62),
    ("ENTER", 66),
    ("DEL", 67),
    ("MENU", 82),
    ("SEARCH", 84),
    ("ESCAPE", 111),
    ("FORWARD_DEL", 112),
    ("CTRL_LEFT", 113),
    ("CTRL_RIGHT", 114),
    ("MOVE_HOME", 122),
    ("MOVE_END", 123),
    ("APP_SWITCH", 187),
    ("SLEEP", 223),
    ("WAKEUP", 224),
    ("A", 29),
];

/// The number of a key by name or number.
pub(super) fn key_code(word: &str) -> Option<u32> {
    let name = word.strip_prefix("KEYCODE_").unwrap_or(word);
    if let Ok(code) = name.parse() {
        return Some(code);
    }
    KEYS.iter().find(|(known, _)| *known == name).map(|(_, code)| *code)
}

/// Presses a key.
pub(crate) fn press(handset: &mut Handset, code: u32) {
    let letter = |code: u32| char::from_u32(u32::from(b'a') + code - 29);
    match code {
        3 => handset.input(&Input::Key(Key::Home)),
        4 | 111 => handset.input(&Input::Key(Key::Back)),
        66 | 160 => handset.input(&Input::Key(Key::Enter)),
        82 => handset.input(&Input::Key(Key::Menu)),
        67 => {
            handset.delete(false);
        }
        112 => {
            handset.delete(true);
        }
        122 => handset.caret = Caret::Start,
        123 => handset.caret = Caret::End,
        62 => {
            handset.type_text(" ");
        }
        7..=16 => {
            handset.type_text(&(code - 7).to_string());
        }
        29..=54 => {
            handset.type_text(&letter(code).map(String::from).unwrap_or_default());
        }
        // Volume, the power button, a pad that the phone has not.
        _ => {}
    }
}
