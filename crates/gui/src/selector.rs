//! Selectors: how to find a widget again on another screen, by class, id, text, description and place.
//!
//! Text form: `id=save`, `class=Button text="OK"`, `desc="More options" place=2`. An id may leave out what
//! stands before `:id/`, a class its package. Everything that is given must hold.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::screen::{Screen, Widget};

/// Finds widgets by what is given; what is not given is not looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selector {
    /// Class, with or without its package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Resource id, with or without what stands before `:id/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Text shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Content description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desc: Option<String>,
    /// How many siblings stand before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
}

impl Selector {
    /// The selector that says all there is to say about a widget.
    pub fn of(widget: &Widget<'_>) -> Self {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            class: given(widget.class()),
            id: given(widget.resource_id()),
            text: given(widget.text()),
            desc: given(widget.desc()),
            place: Some(widget.place()),
        }
    }

    /// By id.
    pub fn id(id: &str) -> Self {
        Self { id: Some(id.to_owned()), ..Self::default() }
    }

    /// By text.
    pub fn text(text: &str) -> Self {
        Self { text: Some(text.to_owned()), ..Self::default() }
    }

    /// Whether everything given holds for the widget.
    pub fn matches(&self, widget: &Widget<'_>) -> bool {
        let either = |wanted: &Option<String>, full: &str, short: &str| match wanted {
            Some(wanted) => wanted == full || wanted == short,
            None => true,
        };
        either(&self.class, widget.class(), widget.short_class())
            && either(&self.id, widget.resource_id(), widget.short_id())
            && either(&self.text, widget.text(), widget.text())
            && either(&self.desc, widget.desc(), widget.desc())
            && self.place.is_none_or(|place| place == widget.place())
    }

    /// All widgets that match, in document order.
    pub fn find_all<'a>(&'a self, screen: &'a Screen) -> impl Iterator<Item = Widget<'a>> {
        screen.widgets().filter(|w| self.matches(w))
    }

    pub(crate) fn from_tokens(tokens: Vec<Token>) -> Result<Self, SelectorError> {
        let mut selector = Self::default();
        for token in tokens {
            let (key, value) = match token {
                Token::Pair(key, value) => (key, value),
                Token::Word(word) => return Err(SelectorError::Word(word)),
                Token::Text(text) => return Err(SelectorError::Word(quote(&text))),
            };
            match key.as_str() {
                "class" => selector.class = Some(value),
                "id" => selector.id = Some(value),
                "text" => selector.text = Some(value),
                "desc" => selector.desc = Some(value),
                "place" => {
                    selector.place = Some(value.parse().map_err(|_| SelectorError::Place(value))?);
                }
                _ => return Err(SelectorError::Key(key)),
            }
        }
        if selector == Self::default() { Err(SelectorError::Empty) } else { Ok(selector) }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (key, value) in [("class", &self.class), ("id", &self.id)] {
            if let Some(value) = value {
                let bare =
                    !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "._:/$-".contains(c));
                let value = if bare { value.clone() } else { quote(value) };
                write!(f, "{gap}{key}={value}")?;
                gap = " ";
            }
        }
        for (key, value) in [("text", &self.text), ("desc", &self.desc)] {
            if let Some(value) = value {
                write!(f, "{gap}{key}={}", quote(value))?;
                gap = " ";
            }
        }
        self.place.map_or(Ok(()), |place| write!(f, "{gap}place={place}"))
    }
}

/// Why a text is not a selector.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectorError {
    /// Nothing was given.
    #[error("an empty selector; give one such as id=save or text=\"OK\"")]
    Empty,
    /// A word that is not `key=value`.
    #[error("`{0}` is not of the form key=value; known keys are class, id, text, desc, place")]
    Word(String),
    /// A key that is none of ours.
    #[error("unknown key `{0}`; known are class, id, text, desc, place")]
    Key(String),
    /// The place is not a number.
    #[error("`{0}` is not a place: how many siblings stand before the widget, from 0")]
    Place(String),
    /// A quote that never ends.
    #[error("a quote that opens at character {0} and never closes")]
    Quote(usize),
}

impl FromStr for Selector {
    type Err = SelectorError;
    fn from_str(text: &str) -> Result<Self, SelectorError> {
        Self::from_tokens(tokens(text)?)
    }
}

/// A piece of a line: a bare word, `key=value`, or a text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    Pair(String, String),
    Text(String),
}

/// Puts a text in quotes so that [`tokens`] reads it back.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Cuts a line at blanks outside quotes.
pub(crate) fn tokens(line: &str) -> Result<Vec<Token>, SelectorError> {
    let mut found = Vec::new();
    let mut chars = line.chars().enumerate().peekable();
    while let Some(&(at, c)) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
            continue;
        }
        let mut word = String::new();
        let mut key = None;
        let mut quoted = false;
        while let Some(&(at_char, c)) = chars.peek() {
            if c.is_whitespace() {
                break;
            }
            chars.next();
            if c == '"' && word.is_empty() && !quoted {
                quoted = true;
                loop {
                    match chars.next() {
                        None => return Err(SelectorError::Quote(at_char + 1)),
                        Some((_, '"')) => break,
                        Some((_, '\\')) => match chars.next() {
                            None => return Err(SelectorError::Quote(at_char + 1)),
                            Some((_, 'n')) => word.push('\n'),
                            Some((_, 'r')) => word.push('\r'),
                            Some((_, c)) => word.push(c),
                        },
                        Some((_, c)) => word.push(c),
                    }
                }
            } else if c == '=' && key.is_none() && !quoted && at_char > at {
                key = Some(std::mem::take(&mut word));
            } else {
                word.push(c);
            }
        }
        found.push(match (key, quoted) {
            (Some(key), _) => Token::Pair(key, word),
            (None, true) => Token::Text(word),
            (None, false) => Token::Word(word),
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Flags, Header, ScreenBuilder, WidgetSpec};
    use proptest::prelude::*;

    fn screen() -> Screen {
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "android.widget.LinearLayout", ..Default::default() });
        for (id, text) in [("app:id/save", "OK"), ("app:id/row", "A"), ("app:id/row", "B")] {
            b.leaf(&WidgetSpec {
                class: "android.widget.Button",
                id,
                text,
                flags: Flags::CLICKABLE,
                ..Default::default()
            });
        }
        b.finish(&Header::default())
    }

    fn found(selector: &str) -> Vec<u32> {
        let selector: Selector = selector.parse().unwrap();
        selector.find_all(&screen()).map(|w| w.id().0).collect()
    }

    #[test]
    fn everything_given_must_hold() {
        assert_eq!(found("id=save"), [1]);
        assert_eq!(found("id=app:id/row"), [2, 3]);
        assert_eq!(found("class=Button text=B"), [3]);
        assert_eq!(found("class=android.widget.Button place=1"), [2]);
        assert_eq!(found("text=C"), [] as [u32; 0]);
    }

    #[test]
    fn a_widgets_own_selector_finds_it_alone() {
        let screen = screen();
        for widget in screen.widgets() {
            let own = Selector::of(&widget);
            let all: Vec<_> = own.find_all(&screen).map(|w| w.id()).collect();
            assert_eq!(all, [widget.id()]);
        }
    }

    proptest! {
        #[test]
        fn text_form_reads_back(
            class in proptest::option::of(".*"), id in proptest::option::of(".*"),
            text in proptest::option::of(".*"), desc in proptest::option::of(".*"), place in 0usize..9,
        ) {
            let selector = Selector { class, id, text, desc, place: Some(place) };
            prop_assert_eq!(selector.to_string().parse::<Selector>().unwrap(), selector);
        }

        #[test]
        fn any_text_is_read_or_refused(line in ".*") {
            let _ = line.parse::<Selector>();
            let _ = line.parse::<crate::Event>();
        }
    }
}
