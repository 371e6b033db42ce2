//! Events: what a user or the system can do, and a one-line text form that people read and write.
//!
//! The text form is what scripts, ground truth and messages use, and it reads back to the same event:
//! `tap id=save`, `type id=title "Milk"`, `scroll down id=list`, `back`, `rotate`, `wait 5000`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::screen::{Flags, Widget};
use crate::selector::{Selector, SelectorError, Token, quote, tokens};

/// Where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards the top: what is above comes into view.
    Up,
    /// Towards the bottom: what is below comes into view.
    Down,
    /// Towards the left.
    Left,
    /// Towards the right.
    Right,
}

impl Direction {
    const ALL: [(Direction, &'static str); 4] = [
        (Direction::Up, "up"),
        (Direction::Down, "down"),
        (Direction::Left, "left"),
        (Direction::Right, "right"),
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A hardware or navigation key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Key {
    /// Back.
    Back,
    /// Menu.
    Menu,
    /// Home: the launcher comes to the front.
    Home,
    /// Enter, or the keyboard's search, next or done.
    Enter,
}

/// What is done, apart from where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A short touch.
    Tap,
    /// A touch held until the long-press menu opens.
    LongTap,
    /// The field's text is replaced by this one.
    Type(String),
    /// The content of a scrollable widget moves so that what lies in this direction comes into view.
    Scroll(Direction),
    /// A finger drawn across the widget in this direction.
    Swipe(Direction),
    /// A key.
    Key(Key),
    /// A quarter turn, or back upright from one.
    Rotate,
    /// The app goes to the background and comes back.
    Background,
    /// The app goes to the background, its process dies, and it comes back.
    Kill,
    /// The app is brought to the front, and launched where it does not run.
    Launch,
    /// The app is stopped and launched again; its data stays.
    Relaunch,
    /// Nothing, for so many milliseconds.
    Wait(u64),
}

impl Action {
    /// Whether it is done to a widget.
    pub fn needs_target(&self) -> bool {
        matches!(self, Action::Tap | Action::LongTap | Action::Type(_) | Action::Scroll(_) | Action::Swipe(_))
    }
}

/// Words that stand alone.
fn plain_words() -> [(&'static str, Action); 9] {
    [
        ("back", Action::Key(Key::Back)),
        ("menu", Action::Key(Key::Menu)),
        ("home", Action::Key(Key::Home)),
        ("enter", Action::Key(Key::Enter)),
        ("rotate", Action::Rotate),
        ("background", Action::Background),
        ("kill", Action::Kill),
        ("launch", Action::Launch),
        ("relaunch", Action::Relaunch),
    ]
}

/// What a user or the system can do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Event {
    /// What is done.
    pub action: Action,
    /// To which widget, where the action needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Selector>,
}

impl Event {
    /// An event on the widget that the selector finds.
    pub fn on(action: Action, target: Selector) -> Self {
        Self { action, target: Some(target) }
    }

    /// An event without a widget.
    pub fn plain(action: Action) -> Self {
        Self { action, target: None }
    }

    /// What is done, for people: `tap "Save"` rather than everything known about the widget. The widget, where
    /// it is at hand, lends a nameless row the name of what it shows.
    pub fn describe(&self, widget: Option<&Widget<'_>>) -> String {
        let plain = Event::plain(self.action.clone());
        let Some(target) = &self.target else { return plain.to_string() };
        let short = |name: &String| name.rsplit(['/', '.']).next().unwrap_or(name).to_owned();
        let label =
            |w: &Widget<'_>| [w.text(), w.desc(), w.hint()].into_iter().find(|t| !t.is_empty()).map(quote);
        // What is typed into a field is its content: its id or hint names it better.
        let editable = widget.is_some_and(|w| w.is(Flags::EDITABLE));
        let named = match target {
            Selector { id: Some(id), .. } if editable => short(id),
            Selector { text: Some(text), .. } | Selector { desc: Some(text), .. } => quote(text),
            _ => match (widget.and_then(|w| w.subtree().find_map(|w| label(&w))), target) {
                (Some(label), _) => label,
                (None, Selector { id: Some(id), .. }) => short(id),
                (None, Selector { class: Some(class), .. }) => short(class),
                (None, target) => target.to_string(),
            },
        };
        match &self.action {
            Action::Type(text) => format!("type {} into {named}", quote(text)),
            _ => format!("{plain} {named}"),
        }
    }

    /// Press a key.
    pub fn key(key: Key) -> Self {
        Self::plain(Action::Key(key))
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut payload = None;
        match &self.action {
            Action::Tap => f.write_str("tap")?,
            Action::LongTap => f.write_str("longtap")?,
            Action::Type(text) => {
                f.write_str("type")?;
                payload = Some(quote(text));
            }
            Action::Scroll(d) => write!(f, "scroll {}", d.name())?,
            Action::Swipe(d) => write!(f, "swipe {}", d.name())?,
            Action::Wait(ms) => write!(f, "wait {ms}")?,
            other => {
                let words = plain_words();
                f.write_str(words.iter().find(|(_, a)| a == other).map_or("?", |(word, _)| word))?;
            }
        }
        if let Some(target) = &self.target {
            write!(f, " {target}")?;
        }
        payload.map_or(Ok(()), |text| write!(f, " {text}"))
    }
}

/// Why a line is not an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// The first word is none of ours.
    #[error(
        "unknown action `{0}`; known are tap, longtap, type, scroll, swipe, back, menu, home, enter, rotate, \
         background, kill, launch, relaunch, wait"
    )]
    Action(String),
    /// Something the action needs is not there.
    #[error("`{0}` needs {1}")]
    Missing(&'static str, &'static str),
    /// Something the action has no use for.
    #[error("`{0}` takes no {1}")]
    Unwanted(String, &'static str),
    /// The selector is wrong.
    #[error(transparent)]
    Selector(#[from] SelectorError),
}

impl FromStr for Event {
    type Err = EventError;

    fn from_str(line: &str) -> Result<Self, EventError> {
        let mut words = tokens(line)?;
        if words.is_empty() {
            return Err(EventError::Action(String::new()));
        }
        let Token::Word(word) = words.remove(0) else { return Err(EventError::Action(line.to_owned())) };
        let mut direction = |word: &'static str| match words.first() {
            Some(Token::Word(w)) => match Direction::ALL.iter().find(|(_, name)| name == w) {
                Some((d, _)) => {
                    words.remove(0);
                    Ok(*d)
                }
                None => Err(EventError::Missing(word, "a direction: up, down, left or right")),
            },
            _ => Err(EventError::Missing(word, "a direction: up, down, left or right")),
        };
        let action = match word.as_str() {
            "tap" => Action::Tap,
            "longtap" => Action::LongTap,
            "scroll" => Action::Scroll(direction("scroll")?),
            "swipe" => Action::Swipe(direction("swipe")?),
            "type" => match words.pop() {
                Some(Token::Text(text)) => Action::Type(text),
                _ => return Err(EventError::Missing("type", "a text in quotes at its end")),
            },
            "wait" => match words.pop() {
                Some(Token::Word(ms)) => {
                    Action::Wait(ms.parse().map_err(|_| EventError::Missing("wait", "milliseconds"))?)
                }
                _ => return Err(EventError::Missing("wait", "milliseconds")),
            },
            other => match plain_words().into_iter().find(|(word, _)| *word == other) {
                Some((_, action)) => action,
                None => return Err(EventError::Action(word)),
            },
        };
        let target = if words.is_empty() { None } else { Some(Selector::from_tokens(words)?) };
        match (&target, action.needs_target()) {
            (None, true) => Err(EventError::Missing(
                "tap, longtap, type, scroll and swipe",
                "a selector, such as id=save",
            )),
            (Some(_), false) => Err(EventError::Unwanted(word, "selector")),
            _ => Ok(Event { action, target }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_reads_back() {
        for line in [
            "tap id=save",
            "longtap class=TextView text=\"Cinema\"",
            "type id=title \"Milk \\\"and\\\" honey\"",
            "scroll down id=list",
            "swipe left place=2",
            "back",
            "wait 5000",
            "rotate",
        ] {
            let event: Event = line.parse().unwrap();
            assert_eq!(event.to_string(), line);
        }
    }

    #[test]
    fn errors_name_what_is_missing() {
        let message = |line: &str| line.parse::<Event>().unwrap_err().to_string();
        assert!(message("fly").starts_with("unknown action `fly`"));
        assert!(message("scroll id=list").contains("needs a direction"));
        assert!(message("type id=title").contains("needs a text in quotes"));
        assert!(message("tap").contains("needs a selector"));
        assert!(message("back id=x").contains("takes no selector"));
        assert!(message("tap colour=red").contains("colour"));
        assert!(message("").starts_with("unknown action"));
    }
}
