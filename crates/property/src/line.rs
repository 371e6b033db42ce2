//! The lines of a function: what is done (events, captures, sweeps) and what must hold (conditions). One line is
//! one sentence: `tap id=fab`, `try tap text="SAVE"`, `type id=name "{new}"`, `capture old id=firstline`,
//! `present text="{new}"`, `count id=row = {size task}`, `every card id=front text="{it.front}"`.

use std::fmt;
use std::str::FromStr;

use skink_gui::{Action, Direction, Event, Key};

use crate::condition::{CONDITIONS, Condition, Rest, condition};
use crate::find::Find;
use crate::template::Template;
use crate::words::{LineError, nearest, pieces, quote};

/// A line of `steps`, `then` or `setup`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// An event.
    Do(Step),
    /// The text of a widget becomes a value.
    Capture {
        /// The value's name.
        value: String,
        /// The widget.
        from: Find,
    },
    /// Scrolls through the whole of a list; the conditions that follow are about all that was seen.
    Sweep(Find),
    /// Scrolls until a widget is in view.
    Seek(Find),
    /// Something that must hold.
    Check(Condition),
}

/// An event with values in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done; the text of a [`Action::Type`] is in `text`.
    pub action: Action,
    /// To which widget.
    pub target: Option<Find>,
    /// What is typed.
    pub text: Option<Template>,
    /// Passed over where the widget is not there.
    pub optional: bool,
}

const EVENTS: [&str; 15] = [
    "tap",
    "longtap",
    "type",
    "scroll",
    "swipe",
    "back",
    "menu",
    "home",
    "enter",
    "rotate",
    "background",
    "kill",
    "launch",
    "relaunch",
    "wait",
];
const OTHERS: [&str; 4] = ["try", "capture", "sweep", "seek"];

impl FromStr for Line {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let found = pieces(text)?;
        let end = text.chars().count();
        let mut rest = Rest { pieces: &found, end };
        let (word, at) = rest.word("what to do")?;
        if word == "try" {
            let (word, at) = rest.word("an event")?;
            let mut step = event(&word, at, &mut rest)?;
            if step.target.is_none() {
                return Err(LineError::new(at, format!("`try {word}` has no widget that could be missing"))
                    .hint("leave `try` out"));
            }
            step.optional = true;
            return Ok(Line::Do(step));
        }
        match word.as_str() {
            "capture" => Ok(Line::Capture { value: rest.name("a value")?, from: rest.find()? }),
            "sweep" => Ok(Line::Sweep(rest.find()?)),
            "seek" => Ok(Line::Seek(rest.find()?)),
            other if CONDITIONS.contains(&other) => Ok(Line::Check(condition(other, &mut rest)?)),
            _ => Ok(Line::Do(event(&word, at, &mut rest)?)),
        }
    }
}

fn event(word: &str, at: usize, rest: &mut Rest<'_>) -> Result<Step, LineError> {
    if !EVENTS.contains(&word) {
        let known = || EVENTS.into_iter().chain(CONDITIONS).chain(OTHERS);
        let error = LineError::new(at, format!("unknown word `{word}`"));
        return Err(match nearest(word, known()) {
            Some(name) => error.hint(format!("did you mean `{name}`?")),
            None => {
                error.hint(format!("a line begins with one of {}", known().collect::<Vec<_>>().join(", ")))
            }
        });
    }
    let mut step = Step { action: Action::Tap, target: None, text: None, optional: false };
    step.action = match word {
        "tap" => Action::Tap,
        "longtap" => Action::LongTap,
        "type" => {
            step.text = Some(rest.last_text("what to type")?);
            Action::Type(String::new())
        }
        "scroll" => Action::Scroll(direction(rest)?),
        "swipe" => Action::Swipe(direction(rest)?),
        "wait" => {
            let (millis, at) = rest.word("milliseconds")?;
            let number = millis.parse().map_err(|_| {
                LineError::new(at, format!("`{millis}` is not a number"))
                    .hint("milliseconds, such as wait 2000")
            })?;
            Action::Wait(number)
        }
        "back" => Action::Key(Key::Back),
        "menu" => Action::Key(Key::Menu),
        "home" => Action::Key(Key::Home),
        "enter" => Action::Key(Key::Enter),
        "rotate" => Action::Rotate,
        "background" => Action::Background,
        "kill" => Action::Kill,
        "launch" => Action::Launch,
        _ => Action::Relaunch,
    };
    if step.action.needs_target() {
        step.target = Some(rest.find()?);
    } else {
        rest.nothing_more()?;
    }
    Ok(step)
}

fn direction(rest: &mut Rest<'_>) -> Result<Direction, LineError> {
    const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let (word, at) = rest.word("a direction")?;
    ALL.into_iter().find(|d| d.name() == word).ok_or_else(|| {
        LineError::new(at, format!("`{word}` is not a direction")).hint("up, down, left or right")
    })
}

impl Line {
    /// Whether it does something to the app.
    pub fn acts(&self) -> bool {
        matches!(self, Line::Do(_) | Line::Seek(_) | Line::Sweep(_))
    }

    /// The templates in it.
    pub fn templates(&self) -> Vec<&Template> {
        match self {
            Line::Do(step) => {
                let mut all = step.target.as_ref().map(Find::templates).unwrap_or_default();
                all.extend(&step.text);
                all
            }
            Line::Capture { from: find, .. } | Line::Sweep(find) | Line::Seek(find) => find.templates(),
            Line::Check(condition) => condition.templates(),
        }
    }

    /// The selectors in it.
    pub fn finds(&self) -> Vec<&Find> {
        match self {
            Line::Do(step) => step.target.iter().collect(),
            Line::Capture { from: find, .. } | Line::Sweep(find) | Line::Seek(find) => vec![find],
            Line::Check(condition) => condition.find().into_iter().collect(),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.optional {
            f.write_str("try ")?;
        }
        match &self.action {
            Action::Type(_) => f.write_str("type")?,
            other => {
                let plain = Event::plain(other.clone());
                write!(f, "{plain}")?;
            }
        }
        if let Some(target) = &self.target {
            write!(f, " {target}")?;
        }
        self.text.as_ref().map_or(Ok(()), |text| write!(f, " {}", quote(&text.to_string())))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Do(step) => step.fmt(f),
            Line::Capture { value, from } => write!(f, "capture {value} {from}"),
            Line::Sweep(find) => write!(f, "sweep {find}"),
            Line::Seek(find) => write!(f, "seek {find}"),
            Line::Check(condition) => condition.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        for line in [
            "tap id=fab",
            "try tap text=\"SAVE\"",
            "type id=name \"{new}\"",
            "longtap text=\"{old}\" within class=ListView",
            "scroll down id=list",
            "wait 2000",
            "back",
            "capture old id=firstline nth=0",
            "sweep class=RecyclerView",
            "seek text=\"{old}\"",
            "present text=\"{new}\"",
            "absent id=firstline text=\"{old}\"",
            "reads id=title \"{new} (1)\"",
            "count id=row = {size task list='In box' +1}",
            "count id=row < 10",
            "every card deck=\"{old}\" as id=front text=\"{it.front}\"",
            "every card as text=\"{it}\"",
            "any card as text=\"{it}\"",
            "no card deck=\"x\" as text=\"{it}\"",
            "some task done!=\"yes\"",
            "none task name=\"{old}\"",
            "size task < 10",
            "same \"{a}\" \"{b}\"",
            "differ \"a\" \"{b}\"",
        ] {
            let read: Line = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(read.to_string(), line);
        }
    }

    #[test]
    fn errors_say_where_and_what_is_meant() {
        let error = |line: &str| line.parse::<Line>().unwrap_err();
        assert_eq!(error("tpa id=x").hint.unwrap(), "did you mean `tap`?");
        assert_eq!(error("tap idd=x").at, 4);
        assert_eq!(error("type id=x").problem, "what to type is missing");
        assert_eq!(error("wait soon").at, 5);
        assert_eq!(error("try back").at, 4);
        assert!(error("tap \"OK\"").hint.unwrap().contains("text=\"OK\""));
        assert_eq!("persent id=x".parse::<Condition>().unwrap_err().hint.unwrap(), "did you mean `present`?");
    }
}
