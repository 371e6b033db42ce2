//! A walk through an app that was recorded on a real device, as data and as a read-only [`Device`]: what a strategy or
//! a model makes of real screens can be seen without any device.
//!
//! A walk is a folder with, for each step, the dump before it (`000.xml`, empty where Android gave none), the focus
//! (`000.focus.txt`), the event (`000.event.json`) and, where one crashed, the log (`000.crash.logcat.txt`).

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use skink_gui::{
    Action, Bounds, Direction, Event, Header, Key, Screen, ScreenBuilder, Selector, WidgetId, WindowKind,
    parse_xml,
};
use skink_trace::{Actor, Observation, Step};

use crate::android::{kind_by_size, with_header};
use crate::shell::{Component, read_windows};
use crate::{Device, DeviceError, Input, crashes_in_log};

/// One trace of a walk: from a start of the app to the next.
#[derive(Clone, Debug)]
pub struct WalkTrace {
    /// What was seen first.
    pub first: Observation,
    /// What was done and seen then.
    pub steps: Vec<Step>,
}

/// A recorded walk.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The app that was walked through.
    pub package: String,
    /// Its traces.
    pub traces: Vec<WalkTrace>,
}

/// What was recorded of one step.
struct Recorded {
    seen: Observation,
    event: Value,
}

impl Walk {
    /// Reads a walk's folder.
    pub fn open(folder: &Path) -> Result<Walk, DeviceError> {
        let failed = |path: &Path, problem: String| DeviceError::Caller {
            doing: format!("read the walk {}", path.display()),
            problem,
        };
        let mut all: Vec<Recorded> = Vec::new();
        for number in 0.. {
            let file = |ending: &str| folder.join(format!("{number:03}.{ending}"));
            let event_file = file("event.json");
            if !event_file.exists() {
                break;
            }
            let text =
                std::fs::read_to_string(&event_file).map_err(|e| failed(&event_file, e.to_string()))?;
            let event = serde_json::from_str(&text).map_err(|e| failed(&event_file, e.to_string()))?;
            let seen = read_screen(&file("xml"), &file("focus.txt"), &event);
            all.push(Recorded { seen, event });
        }
        let size = size_of(&all);
        for recorded in &mut all {
            let screen = &recorded.seen.screen;
            let window = kind_by_size(screen.window(), screen, size);
            if window != screen.window() {
                recorded.seen.screen = with_header(screen, &Header { window, ..screen.header() });
            }
        }
        let package = all.iter().find_map(|r| component(&r.event, "activity")).map(|c| c.package);
        let Some(package) = package else {
            return Err(failed(folder, "there is no step in it (000.event.json)".into()));
        };
        Ok(Walk { traces: traces(&package, folder, &all), package })
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.traces.iter().map(|trace| trace.steps.len()).sum()
    }

    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The display's size upright: as far as any screen reaches.
fn size_of(all: &[Recorded]) -> Option<(u32, u32)> {
    let screens = all.iter().map(|recorded| &recorded.seen.screen);
    let corners = screens.flat_map(|screen| {
        let turned = screen.rotation() % 2 == 1;
        screen.roots().map(move |root| root.bounds()).map(move |b| match turned {
            true => (b.bottom.max(0) as u32, b.right.max(0) as u32),
            false => (b.right.max(0) as u32, b.bottom.max(0) as u32),
        })
    });
    corners.reduce(|(width, height), (w, h)| (width.max(w), height.max(h)))
}

fn component(event: &Value, key: &str) -> Option<Component> {
    Component::parse(event.get(key)?.as_str()?)
}

/// The dump with what the focus tells; an empty screen where Android gave no dump.
fn read_screen(dump: &Path, focus: &Path, event: &Value) -> Observation {
    let windows = read_windows(&std::fs::read_to_string(focus).unwrap_or_default());
    let parsed = std::fs::read(dump).ok().and_then(|bytes| parse_xml(&bytes).ok());
    let named =
        [component(event, "activity"), windows.front.as_ref().and_then(|f| f.activity.clone()), windows.app];
    let named: Vec<Component> = named.into_iter().flatten().collect();
    let kind = windows.front.as_ref().map_or(WindowKind::Page, |front| front.kind);
    // The page behind an app that has not drawn yet: what was in front is not what was dumped.
    let system =
        |package: &str| ["android", "com.android.systemui", "com.android.keyguard"].contains(&package);
    let in_front = component(event, "activity").filter(|_| kind == WindowKind::Page);
    let is_front = |screen: &Screen| {
        system(screen.package()) || in_front.as_ref().is_none_or(|c| c.package == screen.package())
    };
    match parsed.filter(is_front) {
        Some(screen) => {
            let (package, rotation) = (screen.package().to_owned(), screen.rotation());
            // Focus and dump may be of different moments.
            let activity = named.iter().find(|c| c.package == package || kind == WindowKind::System);
            let activity = activity.map_or("", |c| c.class.as_str());
            let header = Header { package: &package, activity, window: kind, rotation };
            Observation::of(with_header(&screen, &header))
        }
        None => {
            let (package, activity) =
                named.first().map_or(("", ""), |c| (c.package.as_str(), c.class.as_str()));
            let header = Header { package, activity, window: kind, rotation: 0 };
            Observation { busy: true, ..Observation::of(ScreenBuilder::new().finish(&header)) }
        }
    }
}

fn traces(package: &str, folder: &Path, all: &[Recorded]) -> Vec<WalkTrace> {
    let first = all.first().map(|first| WalkTrace { first: first.seen.clone(), steps: Vec::new() });
    let mut traces: Vec<WalkTrace> = first.into_iter().collect();
    let mut number = 0;
    for (at, pair) in all.windows(2).enumerate() {
        let [now, next] = pair else { continue };
        let Some((event, widget)) = event_of(&now.event, &now.seen.screen) else {
            // The app was started again.
            traces.push(WalkTrace { first: next.seen.clone(), steps: Vec::new() });
            continue;
        };
        let mut after = next.seen.clone();
        let log =
            std::fs::read_to_string(folder.join(format!("{at:03}.crash.logcat.txt"))).unwrap_or_default();
        after.crashes = crashes_in_log(&log);
        after.crashes.retain(|crash| crash.process == package);
        let before = now.seen.screen.clone();
        let step = Step { number, actor: Actor::Strategy, before, event, widget, after, millis: 0 };
        number += 1;
        if let Some(trace) = traces.last_mut() {
            trace.steps.push(step);
        }
    }
    traces
}

/// What was done; `None` for a restart of the app.
fn event_of(event: &Value, screen: &Screen) -> Option<(Event, Option<WidgetId>)> {
    let text = |key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default();
    let action = match text("type") {
        "tap" => Action::Tap,
        "longpress" => Action::LongTap,
        "text" => Action::Type(text("input").to_owned()),
        "swipe" => Action::Swipe(match text("direction") {
            "up" => Direction::Up,
            "left" => Direction::Left,
            "right" => Direction::Right,
            _ => Direction::Down,
        }),
        "back" => Action::Key(Key::Back),
        "menu" => Action::Key(Key::Menu),
        "rotate" => Action::Rotate,
        _ => return None,
    };
    if !action.needs_target() {
        return Some((Event::plain(action), None));
    }
    let numbers: Vec<i32> = event
        .get("bounds")
        .and_then(Value::as_array)
        .map(|all| all.iter().filter_map(Value::as_i64).filter_map(|n| i32::try_from(n).ok()).collect())
        .unwrap_or_default();
    let bounds = <[i32; 4]>::try_from(numbers).ok().map(Bounds::from);
    let of_event = |w: &skink_gui::Widget<'_>| {
        Some(w.bounds()) == bounds && w.class() == text("class") && w.resource_id() == text("resource-id")
    };
    match screen.widgets().find(of_event) {
        Some(widget) => Some((Event::on(action, Selector::of(&widget)), Some(widget.id()))),
        // The dump is of another moment than the choice: what was touched is known by its id or text alone.
        None => {
            let target: Selector = format!("text={:?}", text("text")).parse().ok()?;
            Some((Event::on(action, target), None))
        }
    }
}

/// A walk as a device. What was not done in the recording does nothing; nothing can be changed.
pub struct WalkDevice {
    walk: Walk,
    folder: PathBuf,
    trace: usize,
    /// How many steps of the trace lie behind.
    at: usize,
    inputs: u64,
}

impl WalkDevice {
    /// Opens a walk's folder.
    pub fn open(folder: &Path) -> Result<WalkDevice, DeviceError> {
        let walk = Walk::open(folder)?;
        Ok(WalkDevice { walk, folder: folder.to_owned(), trace: 0, at: 0, inputs: 0 })
    }

    fn now(&self) -> Observation {
        let trace = &self.walk.traces[self.trace];
        let mut seen = match self.at.checked_sub(1) {
            Some(before) => trace.steps[before].after.clone(),
            None => trace.first.clone(),
        };
        seen.crashes.clear();
        seen
    }
}

impl Device for WalkDevice {
    fn name(&self) -> String {
        format!("recorded walk {}", self.folder.display())
    }

    fn package(&self) -> &str {
        &self.walk.package
    }

    /// Starts are taken in the order of the recording, over and over.
    fn clean_start(&mut self, start: u64) -> Result<Observation, DeviceError> {
        self.trace = (start % self.walk.traces.len().max(1) as u64) as usize;
        self.at = 0;
        Ok(self.now())
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        Ok(self.now())
    }

    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        self.inputs += 1;
        let screen = self.now().screen;
        let does = |step: &Step| {
            let bounds = step.widget.and_then(|id| step.before.get(id)).map(|w| w.bounds());
            step.before == screen && Input::of(&step.event.action, bounds).as_ref() == Some(input)
        };
        for (number, trace) in self.walk.traces.iter().enumerate() {
            if let Some(place) = trace.steps.iter().position(does) {
                (self.trace, self.at) = (number, place + 1);
                return Ok(trace.steps[place].after.clone());
            }
        }
        Ok(self.now())
    }

    fn clock(&self) -> Duration {
        Duration::from_secs(self.inputs)
    }

    fn log(&mut self) -> Result<String, DeviceError> {
        Ok(String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, number: u32, event: &str, text: &str) {
        let dump = format!(
            "<?xml version='1.0' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"{text}\" resource-id=\"a.b:id/x\" \
             class=\"android.widget.Button\" package=\"a.b\" clickable=\"true\" enabled=\"true\" \
             bounds=\"[0,0][10,10]\" /></hierarchy>"
        );
        let file = |ending: &str| folder.join(format!("{number:03}.{ending}"));
        std::fs::write(file("xml"), if text.is_empty() { String::new() } else { dump }).expect("written");
        std::fs::write(file("focus.txt"), "mCurrentFocus=Window{1 u0 a.b/a.b.Main}\n").expect("written");
        let event = format!(
            "{{\"activity\": \"a.b/.Main\", \"type\": \"{event}\", \"bounds\": [0, 0, 10, 10], \
             \"class\": \"android.widget.Button\", \"resource-id\": \"a.b:id/x\"}}"
        );
        std::fs::write(file("event.json"), event).expect("written");
    }

    #[test]
    fn a_walk_is_replayed_as_it_was_recorded_and_nothing_else_does_anything() {
        let folder = tempfile::tempdir().expect("a folder");
        for (number, (event, text)) in
            [("tap", "one"), ("back", "two"), ("restart", ""), ("tap", "one"), ("tap", "three")]
                .into_iter()
                .enumerate()
        {
            write(folder.path(), number as u32, event, text);
        }
        let mut device = WalkDevice::open(folder.path()).expect("a walk");
        assert_eq!((device.package(), device.walk.len(), device.walk.traces.len()), ("a.b", 3, 2));
        let first = device.clean_start(0).expect("started");
        assert_eq!(
            (first.screen.activity(), first.screen.widgets().next().map(|w| w.text())),
            ("a.b.Main", Some("one"))
        );
        let tap = Input::Tap(Bounds::new(0, 0, 10, 10).center());
        let second = device.perform(&tap).expect("done");
        assert_eq!(second.screen.widgets().next().map(|w| w.text()), Some("two"));
        assert_eq!(device.perform(&tap).expect("done").screen, second.screen, "not recorded");
        let gone = device.perform(&Input::Key(Key::Back)).expect("done");
        assert!(gone.busy && gone.screen.is_empty(), "Android gave no tree");
    }

    #[test]
    fn a_walk_of_one_step_is_its_first_screen() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), 0, "tap", "one");
        let mut device = WalkDevice::open(folder.path()).expect("a walk");
        assert_eq!(device.clean_start(3).expect("started").screen.len(), 1);
    }

    #[test]
    fn a_folder_without_a_walk_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(Walk::open(folder.path()).is_err());
    }
}
