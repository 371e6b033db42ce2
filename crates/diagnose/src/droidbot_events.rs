//! DroidBot's and Genie's recordings: a JSON file for each event, in the order of their tags, with the states
//! before and after beside them where they were kept. An event's view becomes a screen of one widget where its
//! state is not there, so that predicates over the target work without it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use skink_gui::{
    Action, Bounds, Direction, Event, Flags, Header, Key, Screen, ScreenBuilder, Selector, WidgetId,
    WidgetSpec, parse_droidbot,
};
use skink_model::automaton::{BugAutomaton, Dfa, Matcher};

use crate::error::DiagnoseError;
use crate::runs::{Pivots, StepMatch};

/// An event of DroidBot's.
#[derive(Clone, Debug, PartialEq)]
pub struct DroidbotEvent {
    /// What was done; `None` for what Skink has no word for.
    pub event: Option<Event>,
    /// A screen with the target alone.
    pub target: Screen,
    /// The state it was done in, by DroidBot's name.
    pub from: String,
    /// The state it led to.
    pub to: String,
    /// Seconds since the year 1, where the tag tells.
    pub at: Option<i64>,
}

/// Reads one event file.
pub fn parse_droidbot_event(text: &str) -> Result<DroidbotEvent, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("not JSON: {e}"))?;
    let word = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let event = value.get("event").unwrap_or(&value);
    let view = event.get("view").filter(|view| view.is_object());
    let target = target_screen(view);
    let action = action_of(event);
    let wanted = view.map(|_| Selector::of(&target.widget(WidgetId(0))));
    let event = action.and_then(|action| match (action.needs_target(), wanted) {
        (true, Some(selector)) => Some(Event::on(action, selector)),
        (true, None) => None,
        (false, _) => Some(Event::plain(action)),
    });
    // A tag is `2020-02-22_000541-98`: date, time and number.
    let tag = word("tag");
    let at = tag.get(..17).and_then(|t| {
        let (date, time) = t.split_once('_')?;
        let spread = format!("{date}-{}:{}:{}", time.get(..2)?, time.get(2..4)?, time.get(4..6)?);
        crate::layout::parse_time_file(&spread).map(|(start, _)| start)
    });
    Ok(DroidbotEvent { event, target, from: word("start_state"), to: word("stop_state"), at })
}

fn action_of(event: &Value) -> Option<Action> {
    let word = |key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default().to_lowercase();
    Some(match word("event_type").as_str() {
        "touch" | "click" | "select" | "unselect" => Action::Tap,
        "long_touch" | "long_click" => Action::LongTap,
        "set_text" => Action::Type(event.get("text").and_then(Value::as_str).unwrap_or_default().to_owned()),
        kind @ ("scroll" | "swipe") => {
            let direction = match word("direction").as_str() {
                "up" => Direction::Up,
                "left" => Direction::Left,
                "right" => Direction::Right,
                _ => Direction::Down,
            };
            if kind == "swipe" { Action::Swipe(direction) } else { Action::Scroll(direction) }
        }
        "key" => match word("name").as_str() {
            "back" => Action::Key(Key::Back),
            "menu" => Action::Key(Key::Menu),
            "home" => Action::Key(Key::Home),
            "enter" => Action::Key(Key::Enter),
            _ => return None,
        },
        "rotate" | "rotation" | "rotate_device" => Action::Rotate,
        "kill_app" | "kill" => Action::Kill,
        "intent" => Action::Launch,
        _ => return None,
    })
}

fn target_screen(view: Option<&Value>) -> Screen {
    let mut builder = ScreenBuilder::new();
    if let Some(view) = view {
        let text = |key: &str| view.get(key).and_then(Value::as_str).unwrap_or_default();
        let mut flags = Flags::empty();
        for (key, flag) in [
            ("clickable", Flags::CLICKABLE),
            ("long_clickable", Flags::LONG_CLICKABLE),
            ("enabled", Flags::ENABLED),
            ("editable", Flags::EDITABLE),
            ("scrollable", Flags::SCROLLABLE),
        ] {
            flags.set(flag, view.get(key).and_then(Value::as_bool).unwrap_or(false));
        }
        builder.leaf(&WidgetSpec {
            class: text("class"),
            id: text("resource_id"),
            text: text("text"),
            desc: text("content_description"),
            bounds: bounds_of(view.get("bounds")),
            flags,
            ..Default::default()
        });
    }
    builder.finish(&Header::default())
}

fn bounds_of(value: Option<&Value>) -> Bounds {
    let number = |corner: usize, axis: usize| {
        let number = value.and_then(|v| v.get(corner)?.get(axis)?.as_i64()).unwrap_or(0);
        number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    };
    Bounds::new(number(0, 0), number(0, 1), number(1, 0), number(1, 1))
}

/// The event files in the order of their tags: date, time, then number.
fn event_files(folder: &Path) -> Result<Vec<PathBuf>, DiagnoseError> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(DiagnoseError::io(folder))? {
        let path = entry.map_err(DiagnoseError::io(folder))?.path();
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        if let Some(tag) = name.strip_prefix("event_").and_then(|name| name.strip_suffix(".json")) {
            let (time, number) = tag.rsplit_once('-').unwrap_or((tag, ""));
            files.push(((time.to_owned(), number.parse::<u64>().unwrap_or(0)), path));
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// The states kept beside the events, by DroidBot's name of them. A state that does not read is left out: its
/// events still have their targets.
fn states(folder: &Path) -> BTreeMap<String, PathBuf> {
    let beside = folder.parent().map(|parent| parent.join("states"));
    let entries = beside.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut found = BTreeMap::new();
    for path in entries.map(|entry| entry.path()) {
        let json = path.extension().is_some_and(|e| e == "json");
        let Some(text) = json.then(|| std::fs::read_to_string(&path).ok()).flatten() else { continue };
        if let Ok(Value::String(name)) = serde_json::from_str::<Value>(&text)
            .map(|mut v| v.get_mut("state_str").map_or(Value::Null, Value::take))
        {
            found.insert(name, path);
        }
    }
    found
}

/// Matches a recording.
pub(crate) fn match_events(
    folder: &Path,
    bug: &BugAutomaton,
    dfa: &Dfa,
    matcher: &mut Matcher<'_>,
) -> Result<(), DiagnoseError> {
    let pivots = Pivots::of(bug, dfa);
    let states = states(folder);
    let screen = |name: &str| parse_droidbot(&std::fs::read(states.get(name)?).ok()?).ok();
    let mut start = None;
    for path in event_files(folder)? {
        let text = std::fs::read_to_string(&path).map_err(DiagnoseError::io(&path))?;
        let read = parse_droidbot_event(&text).map_err(|problem| DiagnoseError::file(&path, problem))?;
        let Some(event) = &read.event else { continue };
        start = start.or(read.at);
        let seconds = read.at.zip(start).map_or(0, |(at, start)| at - start);
        // In the whole state the target is the widget with the same bounds and kind; it stands inside its row.
        let whole = screen(&read.from).and_then(|screen| {
            let target = read.target.get(WidgetId(0));
            let same = target.and_then(|target| {
                let fits = |w: &skink_gui::Widget<'_>| {
                    w.bounds() == target.bounds()
                        && w.class() == target.class()
                        && w.resource_id() == target.resource_id()
                };
                screen.widgets().find(fits).map(|w| w.id())
            });
            let found = same.is_some() || target.is_none();
            found.then_some((screen, same))
        });
        let (before, widget) =
            whole.unwrap_or_else(|| (read.target.clone(), read.target.get(WidgetId(0)).map(|w| w.id())));
        let after = screen(&read.to).unwrap_or_else(|| before.clone());
        let step = StepMatch { before: &before, event, widget, after: &after };
        for symbol in pivots.of_step(step) {
            matcher.event(symbol, seconds);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_each_kind() {
        let read = |event: &str| parse_droidbot_event(&format!("{{\"event\": {event}}}")).unwrap().event;
        let view =
            "\"view\": {\"class\": \"Button\", \"resource_id\": \"app:id/save\", \"bounds\": [[0,0],[4,4]]}";
        let shown = |event: &str| read(event).map(|event| event.to_string());
        let save = "class=Button id=app:id/save place=0";
        assert_eq!(shown(&format!("{{\"event_type\": \"touch\", {view}}}")), Some(format!("tap {save}")));
        assert_eq!(
            shown(&format!("{{\"event_type\": \"set_text\", \"text\": \"Milk\", {view}}}")),
            Some(format!("type {save} \"Milk\""))
        );
        assert_eq!(
            shown(&format!("{{\"event_type\": \"scroll\", \"direction\": \"UP\", {view}}}")),
            Some(format!("scroll up {save}"))
        );
        assert_eq!(shown("{\"event_type\": \"key\", \"name\": \"BACK\"}"), Some("back".into()));
        assert_eq!(shown("{\"event_type\": \"touch\"}"), None, "a touch of no view");
        assert_eq!(shown("{\"event_type\": \"dance\"}"), None);
        assert!(parse_droidbot_event("[").is_err());
        assert_eq!(parse_droidbot_event("3").unwrap().event, None);
    }
}
