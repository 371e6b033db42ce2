//! `skink screen views`: groups, independent and active views of dumps, as fuzzing infers them.

use std::path::{Path, PathBuf};

use serde::Serialize;
use skink_gui::{Action, Event, Key, Screen, Selector, WidgetId};
use skink_independence::{Views, describe, views_along};
use skink_trace::{Actor, Observation, Step};

use crate::args::ViewsArgs;
use crate::commands::screen::read;
use crate::config;
use crate::failure::Failure;
use crate::output::{print, print_json};

#[derive(Serialize)]
struct Told {
    dump: String,
    groups: Vec<Group>,
    event: Option<String>,
}

#[derive(Serialize)]
struct Group {
    group: String,
    widget: u32,
    items: usize,
    independent: Vec<String>,
    active: Option<String>,
}

pub(super) fn run(args: &ViewsArgs, json: bool) -> Result<u8, Failure> {
    let settings = config::read(args.config.as_deref())?.fuzz.views;
    let mut dumps: Vec<(PathBuf, Screen, Option<Recorded>)> = Vec::new();
    for path in &args.dumps {
        for file in files(path)? {
            // A window that opens gives an empty dump: nothing to see, and no reason to stop.
            if std::fs::metadata(&file).is_ok_and(|m| m.len() == 0) {
                continue;
            }
            let screen = read(&file)?;
            let event = recorded_event(&file);
            dumps.push((file, screen, event));
        }
    }
    let steps = steps(&dumps);
    let Some((_, first, _)) = dumps.first() else {
        return Err(Failure::usage("reading dumps", "there is none in what was given"));
    };
    let along = views_along(first, &steps, &settings);
    let mut told = Vec::new();
    for (((path, _, _), views), at) in dumps.iter().zip(&along).zip(0..) {
        let event =
            steps.get(at).map(|s: &Step| s.event.describe(s.widget.and_then(|id| s.before.get(id)).as_ref()));
        told.push(Told { dump: path.display().to_string(), groups: groups(views), event });
    }
    if json {
        print_json(&told)?;
    } else {
        told.iter().for_each(show);
    }
    Ok(crate::OK)
}

/// A file, or the dumps of a folder by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |e: std::io::Error| Failure::usage(format!("listing {}", path.display()), e.to_string());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|ext| ext == "xml") {
            found.push(file);
        }
    }
    found.sort();
    Ok(found)
}

/// What was done on a dump: `NAME.event.json` beside `NAME.xml`, with a type and the widget's bounds.
#[derive(serde::Deserialize)]
struct Recorded {
    r#type: String,
    #[serde(default)]
    bounds: Option<serde_json::Value>,
    #[serde(default)]
    text: Option<String>,
}

fn recorded_event(dump: &Path) -> Option<Recorded> {
    let text = std::fs::read_to_string(dump.with_extension("event.json")).ok()?;
    serde_json::from_str(&text).ok()
}

fn numbers(value: &serde_json::Value) -> Vec<i32> {
    match value {
        serde_json::Value::Array(all) => all.iter().flat_map(numbers).collect(),
        serde_json::Value::Number(n) => n.as_i64().and_then(|n| i32::try_from(n).ok()).into_iter().collect(),
        serde_json::Value::String(text) => {
            text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|n| n.parse().ok()).collect()
        }
        _ => Vec::new(),
    }
}

fn steps(dumps: &[(PathBuf, Screen, Option<Recorded>)]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (number, pair) in dumps.windows(2).enumerate() {
        let [(_, before, recorded), (_, after, _)] = pair else { continue };
        let widget = recorded.as_ref().and_then(|r| receiver(before, r));
        let action = recorded.as_ref().map_or(Action::Wait(0), action);
        let target = widget.map(|id| Selector::of(&before.widget(id)));
        steps.push(Step {
            number: number as u64,
            actor: Actor::Strategy,
            before: before.clone(),
            event: Event { action, target },
            widget,
            after: Observation::of(after.clone()),
            millis: 0,
        });
    }
    steps
}

fn action(recorded: &Recorded) -> Action {
    match recorded.r#type.as_str() {
        "tap" => Action::Tap,
        "longpress" => Action::LongTap,
        "text" => Action::Type(recorded.text.clone().unwrap_or_default()),
        "swipe" => Action::Swipe(skink_gui::Direction::Up),
        "back" => Action::Key(Key::Back),
        "menu" => Action::Key(Key::Menu),
        "rotate" => Action::Rotate,
        "restart" => Action::Relaunch,
        _ => Action::Wait(0),
    }
}

fn receiver(screen: &Screen, recorded: &Recorded) -> Option<WidgetId> {
    let [left, top, right, bottom] = numbers(recorded.bounds.as_ref()?)[..] else { return None };
    let same = |b: skink_gui::Bounds| (b.left, b.top, b.right, b.bottom) == (left, top, right, bottom);
    screen.widgets().rev().find(|w| same(w.bounds())).map(|w| w.id())
}

fn groups(views: &Views) -> Vec<Group> {
    let screen = &views.screen;
    let independent = views.groups.independent_views(screen);
    let name = |id: WidgetId| {
        let widget = screen.widget(id);
        let label = widget.subtree().find(|w| !w.text().is_empty() || !w.desc().is_empty());
        describe(&label.unwrap_or(widget))
    };
    let touchable = |id: &WidgetId| {
        use skink_gui::Flags;
        screen.widget(*id).flags().intersects(Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::EDITABLE)
    };
    let of = |group: WidgetId| Group {
        group: describe(&screen.widget(group)),
        widget: group.0,
        items: screen.widget(group).children().count(),
        independent: independent
            .iter()
            .filter(|id| views.groups.group(**id) == Some(group) && touchable(id))
            .map(|id| name(*id))
            .collect(),
        active: views.active.get(&group).map(|id| name(*id)),
    };
    views.groups.all().iter().map(|id| of(*id)).collect()
}

fn show(told: &Told) {
    print(&format!("{}\n", told.dump));
    for group in &told.groups {
        print(&format!("  group #{} {} of {} items\n", group.widget, group.group, group.items));
        for view in &group.independent {
            let active = group.active.as_ref() == Some(view);
            print(&format!("    {}{view}\n", if active { "* " } else { "  " }));
        }
    }
    if let Some(event) = &told.event {
        print(&format!("  then: {event}\n"));
    }
}
