//! Which steps of a run are a pivot event, where the app was not instrumented: an event whose selector need not
//! say everything, and what the screens before and after must show.
//!
//! Text form: `tap id=close_notebook`, `tap text="Locked" on id=menu then id=filter_bar`, `type id=title` (any
//! text), `rotate`. A tap on a row is a tap on what the row shows, so a label's selector names its row.

use std::fmt;
use std::str::FromStr;

use skink_gui::{Action, Event, EventError, Flags, Screen, Selector, SelectorError, Widget, WidgetId};

/// A predicate over steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pivot {
    /// What is done, and to which widgets.
    pub event: Event,
    /// The screen before must have these.
    pub on: Vec<Selector>,
    /// The screen after must have these.
    pub then: Vec<Selector>,
}

/// Why a text is no predicate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PivotError {
    /// The event.
    #[error(transparent)]
    Event(#[from] EventError),
    /// A selector after `on` or `then`.
    #[error("after `{0}`: {1}")]
    Selector(&'static str, SelectorError),
}

impl Pivot {
    /// Any event of that form.
    pub fn of(event: Event) -> Self {
        Self { event, on: Vec::new(), then: Vec::new() }
    }

    /// Whether a step is one. The widget is the one of `before` that the event was done to.
    pub fn matches(&self, before: &Screen, event: &Event, widget: Option<WidgetId>, after: &Screen) -> bool {
        self.does(&event.action)
            && self.targets(before, event, widget)
            && self.on.iter().all(|selector| shows(selector, before))
            && self.then.iter().all(|selector| shows(selector, after))
    }

    /// Whether the action is the one; an empty text stands for any.
    fn does(&self, action: &Action) -> bool {
        match (&self.event.action, action) {
            (Action::Type(wanted), Action::Type(_)) if wanted.is_empty() => true,
            // How long one waits is not a matter of exact figures.
            (Action::Wait(wanted), Action::Wait(waited)) => waited >= wanted,
            (wanted, action) => wanted == action,
        }
    }

    fn targets(&self, before: &Screen, event: &Event, widget: Option<WidgetId>) -> bool {
        let Some(wanted) = &self.event.target else { return true };
        match widget.and_then(|id| before.get(id)) {
            Some(widget) => is_target(wanted, &widget, &self.event.action),
            None => event.target.as_ref() == Some(wanted),
        }
    }

    /// The widgets of a screen that it could be done to now, in document order.
    pub fn enabled_on(&self, screen: &Screen) -> Vec<WidgetId> {
        if !self.on.iter().all(|selector| shows(selector, screen)) {
            return Vec::new();
        }
        let Some(wanted) = &self.event.target else { return Vec::new() };
        let flag = needed(&self.event.action);
        let usable = |w: &Widget<'_>| w.is(flag | Flags::ENABLED) && !w.bounds().is_empty();
        let found = screen.widgets().filter(usable).filter(|w| is_target(wanted, w, &self.event.action));
        found.map(|w| w.id()).collect()
    }

    /// Whether it could be done on a screen: its widget is there, or it needs none.
    pub fn is_enabled_on(&self, screen: &Screen) -> bool {
        match self.event.target {
            Some(_) => !self.enabled_on(screen).is_empty(),
            None => self.on.iter().all(|selector| shows(selector, screen)),
        }
    }
}

fn shows(selector: &Selector, screen: &Screen) -> bool {
    selector.find_all(screen).next().is_some()
}

/// The flag of widgets that take an action.
fn needed(action: &Action) -> Flags {
    match action {
        Action::LongTap => Flags::LONG_CLICKABLE,
        Action::Type(_) => Flags::EDITABLE,
        Action::Scroll(_) | Action::Swipe(_) => Flags::SCROLLABLE,
        _ => Flags::CLICKABLE,
    }
}

/// Whether the selector names the widget, the one around it that takes the action in its place, or what that one
/// shows and does not take the action itself.
fn is_target(wanted: &Selector, widget: &Widget<'_>, action: &Action) -> bool {
    if wanted.matches(widget) {
        return true;
    }
    let flag = needed(action);
    let receiver = std::iter::once(*widget).chain(widget.ancestors()).find(|w| w.is(flag)).unwrap_or(*widget);
    let mut skip = receiver.id().0;
    receiver.subtree().any(|inner| {
        if inner.id().0 < skip {
            return false;
        }
        if inner.id() != receiver.id() && inner.is(flag) {
            skip = inner.id().0 + inner.subtree().len() as u32;
            return false;
        }
        wanted.matches(&inner)
    })
}

/// Cuts a line at the bare words `on` and `then`; words in quotes are left alone.
fn clauses(line: &str) -> Vec<(&'static str, String)> {
    let (mut parts, mut quoted, mut escaped) = (vec![("", String::new())], false, false);
    for word in line.split_inclusive(char::is_whitespace) {
        let bare = match word.trim() {
            "on" => "on",
            "then" => "then",
            _ => "",
        };
        if !quoted && !bare.is_empty() {
            parts.push((bare, String::new()));
            continue;
        }
        for c in word.chars() {
            quoted ^= c == '"' && !escaped;
            escaped = quoted && c == '\\' && !escaped;
        }
        if let Some((_, part)) = parts.last_mut() {
            part.push_str(word);
        }
    }
    parts
}

impl FromStr for Pivot {
    type Err = PivotError;

    fn from_str(line: &str) -> Result<Self, PivotError> {
        let mut parts = clauses(line).into_iter();
        let head = parts.next().map(|(_, text)| text).unwrap_or_default();
        let event = match head.trim().parse::<Event>() {
            Ok(event) => event,
            // `type SELECTOR` without a text means any.
            Err(EventError::Missing("type", _)) => format!("{} \"\"", head.trim()).parse()?,
            Err(error) => return Err(error.into()),
        };
        let mut pivot = Self::of(event);
        for (word, text) in parts {
            let selector = text.trim().parse().map_err(|e| PivotError::Selector(word, e))?;
            if word == "on" { pivot.on.push(selector) } else { pivot.then.push(selector) }
        }
        Ok(pivot)
    }
}

impl fmt::Display for Pivot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.event)?;
        self.on.iter().try_for_each(|selector| write!(f, " on {selector}"))?;
        self.then.iter().try_for_each(|selector| write!(f, " then {selector}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_gui::{Header, ScreenBuilder, WidgetSpec};

    fn screen(labels: &[&str]) -> Screen {
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "List", ..Default::default() });
        let bounds = skink_gui::Bounds::new(0, 0, 10, 10);
        for text in labels {
            let flags = Flags::CLICKABLE | Flags::ENABLED;
            b.open(&WidgetSpec { class: "Card", id: "app:id/card", flags, bounds, ..Default::default() });
            b.leaf(&WidgetSpec { class: "TextView", id: "app:id/title", text, bounds, ..Default::default() });
            let flags = Flags::CLICKABLE | Flags::ENABLED;
            b.leaf(&WidgetSpec { class: "Button", id: "app:id/more", flags, bounds, ..Default::default() });
            b.close();
        }
        b.finish(&Header::default())
    }

    #[test]
    fn a_rows_label_names_the_row_and_a_button_in_it_does_not() {
        let screen = screen(&["Work", "Home"]);
        let found = |line: &str| -> Vec<u32> {
            line.parse::<Pivot>().unwrap().enabled_on(&screen).into_iter().map(|id| id.0).collect()
        };
        assert_eq!(found("tap id=card"), [1, 4]);
        assert_eq!(found("tap text=\"Home\""), [4]);
        assert_eq!(found("tap id=more"), [3, 6]);
        assert_eq!(found("tap id=card on text=\"Work\""), [1, 4]);
        assert_eq!(found("tap id=card on text=\"Away\""), [] as [u32; 0]);
        let pivot: Pivot = "tap id=card".parse().unwrap();
        let tap = |id| Event::on(Action::Tap, Selector::of(&screen.widget(WidgetId(id))));
        assert!(pivot.matches(&screen, &tap(2), Some(WidgetId(2)), &screen), "a tap on the label");
        assert!(!pivot.matches(&screen, &tap(3), Some(WidgetId(3)), &screen), "a tap on the button");
    }

    #[test]
    fn any_text_and_longer_waits_count() {
        let screen = screen(&["x"]);
        let matches = |pivot: &str, event: &str| {
            let event: Event = event.parse().unwrap();
            pivot.parse::<Pivot>().unwrap().matches(&screen, &event, None, &screen)
        };
        assert!(matches("type id=title", "type id=title \"Milk\""));
        assert!(!matches("type id=title \"Bread\"", "type id=title \"Milk\""));
        assert!(matches("wait 500", "wait 900"));
        assert!(!matches("wait 500", "wait 100"));
        assert!(matches("rotate then text=\"x\"", "rotate"));
        assert!(!matches("rotate then text=\"y\"", "rotate"));
    }

    #[test]
    fn the_text_form_reads_back() {
        for line in ["tap id=a", "tap text=\"go on then\" on id=b then desc=\"c\"", "back", "type id=t \"\""]
        {
            assert_eq!(line.parse::<Pivot>().unwrap().to_string(), line);
        }
        assert!("tap id=a on colour=red".parse::<Pivot>().unwrap_err().to_string().contains("after `on`"));
    }
}
