//! The events of a published function. An event that goes nowhere in Skink still counts: layouts are numbered by
//! events.

use super::ImportError;
use super::reader::Reader;
use super::scene::Scene;
use crate::file::PropertyFile;
use crate::find::{Find, Flag};
use crate::line::{Line, Step};
use skink_gui::{Action, Direction, Key};

/// How long `sleep` waits where it does not say, in milliseconds.
const SLEEP: u64 = 5_000;
/// The published tool's pause after every event, in milliseconds.
const PAUSE: u64 = 1_000;

impl Reader<'_> {
    pub(super) fn events(
        &self,
        scene: &mut Scene,
        file: &mut PropertyFile,
    ) -> Result<Vec<Line>, ImportError> {
        let events = self.list("events")?;
        let mut lines = Vec::new();
        let count = events.len();
        // Targets may refer to captured texts too: they are looked at before the captures are placed.
        let mut done = Vec::new();
        // Functions begin upright.
        let mut turned = false;
        for event in &events {
            event.known(&["action", "widget", "text", "force"])?;
            done.push(event.event(scene, file, &mut turned)?);
        }
        for (number, line) in done.into_iter().enumerate() {
            lines.extend(scene.captures(number, count, self)?);
            lines.push(line);
        }
        lines.extend(scene.captures(count, count, self)?);
        Ok(lines)
    }

    fn event(
        &self,
        scene: &mut Scene,
        file: &mut PropertyFile,
        turned: &mut bool,
    ) -> Result<Line, ImportError> {
        let (action, widget, text) = (self.text("action")?, self.text("widget")?, self.text("text")?);
        let force = self.text("force")?;
        let optional = match force.as_str() {
            "" | "true" | "True" | "1" => false,
            "false" | "False" | "0" => true,
            other => return Err(self.unsupported(format!("force `{other}`"))),
        };
        let plain = |action| Line::Do(Step { action, target: None, text: None, optional: false });
        let scrolled = |direction, scene: &mut Scene, file: &mut PropertyFile| {
            let target = match widget.is_empty() {
                true => Find {
                    flags: Flag::named("scrollable").map(|flag| (flag, true)).into_iter().collect(),
                    ..Find::default()
                },
                false => scene.find(&widget, file, self)?,
            };
            Ok(Line::Do(Step {
                action: Action::Scroll(direction),
                target: Some(target),
                text: None,
                optional,
            }))
        };
        Ok(match action.as_str() {
            "click" | "longclick" | "long_click" => {
                let action = if action == "click" { Action::Tap } else { Action::LongTap };
                let target = Some(scene.find(&widget, file, self)?);
                Line::Do(Step { action, target, text: None, optional })
            }
            "edit" => {
                let target = Some(scene.find(&widget, file, self)?);
                let text = Some(scene.text(&text, file));
                Line::Do(Step { action: Action::Type(String::new()), target, text, optional })
            }
            "back" => plain(Action::Key(Key::Back)),
            "home" => plain(Action::Key(Key::Home)),
            "enter" => plain(Action::Key(Key::Enter)),
            "naturalscreen" | "leftscreen" => {
                let turn = action == "leftscreen";
                let differs = std::mem::replace(turned, turn) != turn;
                plain(if differs { Action::Rotate } else { Action::Wait(PAUSE) })
            }
            // Stopped, then started.
            "start" => plain(Action::Relaunch),
            // What is stopped is not in front; the start that follows stops it too.
            "stop" => plain(Action::Key(Key::Home)),
            "drag" => {
                let (direction, from) =
                    dragged(&text).ok_or_else(|| self.unsupported(format!("a drag by `{text}`")))?;
                let flags = Flag::named("scrollable").map(|flag| (flag, true)).into_iter().collect();
                let target = Some(Find { flags, at: Some(from), ..Find::default() });
                Line::Do(Step { action: Action::Swipe(direction), target, text: None, optional })
            }
            "sleep" => {
                let seconds = text.trim().parse::<u64>().ok().filter(|seconds| *seconds <= 600);
                plain(Action::Wait(seconds.map_or(SLEEP, |seconds| seconds * 1000)))
            }
            "scrollto" => {
                let find = match widget.is_empty() {
                    true => Find { text: Some(scene.text(&text, file)), ..Find::default() },
                    false => scene.find(&widget, file, self)?,
                };
                Line::Seek(find)
            }
            "scroll_forward" | "scroll_down" => scrolled(Direction::Down, scene, file)?,
            "scroll_backward" | "scroll_up" => scrolled(Direction::Up, scene, file)?,
            "scroll_right" => scrolled(Direction::Right, scene, file)?,
            "scroll_left" => scrolled(Direction::Left, scene, file)?,
            other => return Err(self.unsupported(format!("action `{other}`"))),
        })
    }
}

/// The direction of a drag by `x1,y1,x2,y2`, and where it begins.
fn dragged(text: &str) -> Option<(Direction, [i32; 2])> {
    let numbers: Vec<i32> = text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    let [x1, y1, x2, y2, ..] = numbers[..] else { return None };
    let (across, down) = (i64::from(x2) - i64::from(x1), i64::from(y2) - i64::from(y1));
    let direction = match (across.abs() > down.abs(), across > 0, down > 0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) if down < 0 => Direction::Up,
        _ => return None,
    };
    Some((direction, [x1, y1]))
}
