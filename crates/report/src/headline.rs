//! A finding's title in plain words: what a person does, and what the app does wrongly.

use skink_gui::{Action, Event, Key, Widget};
use skink_trace::{CrashKind, Evidence, Finding};

/// Longest piece of an app's text in a headline.
const LONGEST: usize = 60;

/// The title for people; `events` show the bug, each with its widget where it is known.
pub fn headline(finding: &Finding, events: &[(&Event, Option<Widget<'_>>)]) -> String {
    match &finding.evidence {
        Evidence::Crash(crash) => {
            let doing = last_done(events);
            match crash.kind {
                CrashKind::Anr => format!("{doing} makes the app hang"),
                CrashKind::Java | CrashKind::Native => format!("{doing} crashes the app"),
            }
        }
        Evidence::Independence(_) => lost_effect(&finding.title),
        Evidence::Property(violation) => {
            let before = violation.calls.len().saturating_sub(1);
            let before: Vec<&str> =
                violation.calls[..before].iter().map(|call| call.function.as_str()).collect();
            wrong_data(&before, &violation.function, &violation.expected)
        }
    }
}

/// `stat_name "Officework" is missing after: rotate and back` without the widget's id where it has a text, and with
/// the inserted events as people call them.
fn lost_effect(title: &str) -> String {
    let Some((what, inserted)) = title.split_once(" after: ") else { return title.to_owned() };
    let what = match what.split_once(" \"") {
        Some((id, text)) if !id.contains(' ') => format!("\"{text}"),
        _ => what.to_owned(),
    };
    let inserted = match inserted {
        "rotate and back" => "turning the device and back".to_owned(),
        "background and return" => "leaving the app and coming back".to_owned(),
        "process death and return" => "coming back to the app that Android ended meanwhile".to_owned(),
        events => shorten(events),
    };
    format!("{what} after {inserted}")
}

/// What the property misses, by the text of the widget it speaks of, and the functions that are needed before.
fn wrong_data(before: &[&str], function: &str, expected: &str) -> String {
    let mut before: Vec<String> = before.iter().map(|name| format!("“{}”", shorten(name))).collect();
    before.dedup();
    let after = match before.as_slice() {
        [] => format!("After “{}”", shorten(function)),
        [first] => format!("After {first} and “{}”", shorten(function)),
        [first, second] => format!("After {first}, {second} and “{}”", shorten(function)),
        [.., last] => format!("After {} others, {last} and “{}”", before.len() - 1, shorten(function)),
    };
    let text = expected
        .split_once("text=\"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|(text, _)| shorten(text));
    match text {
        Some(text) if expected.starts_with("a widget") => format!("{after}, “{text}” is not shown"),
        Some(text) if expected.starts_with("no widget") => format!("{after}, “{text}” is still shown"),
        _ => format!("{after}, the app does not show what it should: {}", shorten(expected)),
    }
}

/// What is done at last, and whether time must pass then.
fn last_done(events: &[(&Event, Option<Widget<'_>>)]) -> String {
    let waits = |event: &Event| matches!(event.action, Action::Wait(_));
    let Some((last, _)) = events.last() else { return "Opening the app".to_owned() };
    match events.iter().rev().find(|(event, _)| !waits(event)) {
        Some((event, widget)) if waits(last) => format!("{} and waiting", doing(event, widget.as_ref())),
        Some((event, widget)) => doing(event, widget.as_ref()),
        None => "Waiting".to_owned(),
    }
}

fn doing(event: &Event, widget: Option<&Widget<'_>>) -> String {
    // `tap "Save"` without its first word: the widget as people call it.
    let words = event.describe(widget);
    let named = |word: &str| shorten(words.strip_prefix(word).unwrap_or(&words).trim());
    match &event.action {
        Action::Tap => format!("Tapping {}", named("tap")),
        Action::LongTap => format!("Long-tapping {}", named("longtap")),
        Action::Type(_) => format!("Typing {}", named("type")),
        Action::Scroll(direction) => format!("Scrolling {}", direction.name()),
        Action::Swipe(direction) => format!("Swiping {}", direction.name()),
        Action::Key(Key::Back) => "Pressing Back".to_owned(),
        Action::Key(Key::Menu) => "Pressing Menu".to_owned(),
        Action::Key(Key::Home) => "Going to the home screen".to_owned(),
        Action::Key(Key::Enter) => "Pressing Enter".to_owned(),
        Action::Rotate => "Turning the device".to_owned(),
        Action::Background => "Leaving the app and coming back".to_owned(),
        Action::Kill => "Coming back after Android ended the process".to_owned(),
        Action::Launch | Action::Relaunch => "Opening the app again".to_owned(),
        Action::Wait(_) => "Waiting".to_owned(),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::{last_done, lost_effect, wrong_data};

    #[test]
    fn waiting_is_told_with_what_was_done_before() {
        let events: Vec<skink_gui::Event> =
            ["tap text=\"Up\"", "wait 2000", "wait 8000"].map(|line| line.parse().expect("an event")).into();
        let all: Vec<_> = events.iter().map(|event| (event, None)).collect();
        assert_eq!(last_done(&all), "Tapping \"Up\" and waiting");
        assert_eq!(last_done(&all[..1]), "Tapping \"Up\"");
        assert_eq!(last_done(&all[1..]), "Waiting");
        assert_eq!(last_done(&[]), "Opening the app");
    }

    #[test]
    fn a_property_is_told_by_what_is_missing() {
        let shown = "a widget id=row text=\"b\"";
        assert_eq!(wrong_data(&[], "rename", shown), "After “rename”, “b” is not shown");
        assert_eq!(
            wrong_data(&["add", "add"], "rename", shown),
            "After “add” and “rename”, “b” is not shown"
        );
        let many = wrong_data(&["add", "mark", "open", "close"], "rename", shown);
        assert_eq!(many, "After 3 others, “close” and “rename”, “b” is not shown");
        let gone = wrong_data(&[], "delete", "no widget id=row text=\"b\"");
        assert_eq!(gone, "After “delete”, “b” is still shown");
        let other = wrong_data(&[], "edit", "id=name shows \"b\"");
        assert_eq!(other, "After “edit”, the app does not show what it should: id=name shows \"b\"");
    }

    #[test]
    fn a_lost_effect_is_told_without_ids() {
        let told = lost_effect("stat_name \"Office\" is missing after: rotate and back");
        assert_eq!(told, "\"Office\" is missing after turning the device and back");
        assert_eq!(lost_effect("title stays after: tap \"Up\""), "title stays after tap \"Up\"");
        assert_eq!(lost_effect("something else"), "something else");
    }
}
