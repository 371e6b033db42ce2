//! Motif events (Genie, section 4.1): after a field was filled, OK rather than Cancel; in the camera, the picture.

use skink_gui::{Key, Widget};

use crate::words::words;

/// What concludes a dialog or a visit to another app, and what gives it up. Widgets go by their own words.
const CONCLUDE: [&str; 16] = [
    "ok", "done", "save", "yes", "add", "create", "apply", "confirm", "submit", "continue", "next",
    "shutter", "take", "capture", "select", "use",
];
const GIVE_UP: [&str; 8] = ["cancel", "no", "discard", "close", "dismiss", "back", "skip", "abort"];
/// How much more a concluding event weighs where something is to be concluded, and how much less one that
/// gives up. The paper says "more likely" and no more (section 4.1).
pub(crate) const SUITS: f64 = 4.0;

/// What a tap on a widget weighs where something is to be concluded.
pub(crate) fn of_tap(widget: &Widget<'_>) -> f64 {
    let said = [widget.text(), widget.desc(), widget.short_id()].map(words);
    let says = |list: &[&str]| said.iter().flatten().any(|word| list.contains(&word.as_str()));
    if says(&GIVE_UP) {
        1.0 / SUITS
    } else if says(&CONCLUDE) {
        SUITS
    } else {
        1.0
    }
}

/// What a key weighs there.
pub(crate) fn of_key(key: Key) -> f64 {
    match key {
        Key::Back => 1.0 / SUITS,
        Key::Enter => SUITS,
        _ => 1.0,
    }
}
