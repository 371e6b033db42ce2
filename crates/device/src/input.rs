//! What is done to a device: an event whose target has become a place on the screen.

use skink_gui::{Action, Bounds, Direction, Key, Point};

/// One input, with coordinates instead of selectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A short touch.
    Tap(Point),
    /// A long touch.
    LongTap(Point),
    /// The field at that point is focused and its text replaced.
    Type(Point, String),
    /// The content within scrolls so that what lies in the direction comes into view.
    Scroll(Bounds, Direction),
    /// A finger drawn across.
    Swipe(Bounds, Direction),
    /// A key.
    Key(Key),
    /// A quarter turn, or back upright.
    Rotate,
    /// To the background and back.
    Background,
    /// To the background, process death, and back.
    Kill,
    /// The app to the front, launched where it does not run.
    Launch,
    /// Stopped and launched; data stays.
    Relaunch,
    /// Nothing for so many milliseconds.
    Wait(u64),
}

impl Input {
    /// The input for an action on a widget with these bounds; `None` where the action needs a widget and
    /// there is none.
    pub fn of(action: &Action, on: Option<Bounds>) -> Option<Input> {
        Some(match action {
            Action::Tap => Input::Tap(on?.center()),
            Action::LongTap => Input::LongTap(on?.center()),
            Action::Type(text) => Input::Type(on?.center(), text.clone()),
            Action::Scroll(direction) => Input::Scroll(on?, *direction),
            Action::Swipe(direction) => Input::Swipe(on?, *direction),
            Action::Key(key) => Input::Key(*key),
            Action::Rotate => Input::Rotate,
            Action::Background => Input::Background,
            Action::Kill => Input::Kill,
            Action::Launch => Input::Launch,
            Action::Relaunch => Input::Relaunch,
            Action::Wait(millis) => Input::Wait(*millis),
        })
    }
}
