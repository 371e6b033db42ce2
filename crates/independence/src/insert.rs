//! Events to insert: planned on the model or by a rule, found again on the screen that is there.

use serde::{Deserialize, Serialize};
use skink_device::Input;
use skink_gui::{Action, Event, Screen, Selector, WidgetId, enabled};
use skink_model::{EventKey, Kind};
use skink_trace::Step;

/// One event of an inserted trace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Planned {
    /// Which.
    #[serde(flatten)]
    pub key: EventKey,
    /// What is typed, or how many milliseconds are waited.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub data: String,
}

impl Planned {
    /// What a step did.
    pub(crate) fn of_step(step: &Step) -> Self {
        let data = match &step.event.action {
            Action::Type(text) => text.clone(),
            Action::Wait(millis) => millis.to_string(),
            _ => String::new(),
        };
        Self { key: EventKey::of_step(step), data }
    }

    /// An event without a widget.
    pub fn plain(kind: Kind) -> Self {
        Self { key: EventKey::plain(kind), data: String::new() }
    }

    /// Nothing for so many milliseconds.
    pub fn wait(millis: u64) -> Self {
        Self { key: EventKey::plain(Kind::Wait), data: millis.to_string() }
    }

    /// What is done.
    pub(crate) fn action(&self) -> Action {
        match self.key.kind {
            Kind::Tap => Action::Tap,
            Kind::LongTap => Action::LongTap,
            Kind::Type => Action::Type(self.data.clone()),
            Kind::Scroll(direction) => Action::Scroll(direction),
            Kind::Swipe(direction) => Action::Swipe(direction),
            Kind::Key(key) => Action::Key(key),
            Kind::Rotate => Action::Rotate,
            Kind::Background => Action::Background,
            Kind::Kill => Action::Kill,
            Kind::Launch => Action::Launch,
            Kind::Relaunch => Action::Relaunch,
            Kind::Wait => Action::Wait(self.data.parse().unwrap_or(1_000)),
        }
    }

    /// The event on the screen that is there: on the widget of that type that says the same, else on the first of that type
    /// whose description may be another row's. None where there is none.
    pub fn on(&self, screen: &Screen) -> Option<(Event, Option<WidgetId>)> {
        let action = self.action();
        if !action.needs_target() {
            return Some((Event::plain(action), None));
        }
        let mut found: Vec<(bool, bool, WidgetId)> = Vec::new();
        for enabled in enabled(screen) {
            let key = EventKey::of(&enabled, screen);
            let same = key.kind == self.key.kind && key.class == self.key.class && key.id == self.key.id;
            if same && of_row(&key.desc) == of_row(&self.key.desc) {
                let (other_desc, other_text) = (key.desc != self.key.desc, key.text != self.key.text);
                // A button that says something else is another button; a row that does is another row.
                if !other_desc && !other_text || !self.key.id.is_empty() {
                    found.push((other_desc, other_text, enabled.widget()));
                }
            }
        }
        let (.., widget) = found.into_iter().min()?;
        Some((Event::on(action, Selector::of(&screen.widget(widget))), Some(widget)))
    }
}

/// What a description says of any row: of several words, the first ("Picture of Tea", "Picture of Milk").
pub(crate) fn of_row(desc: &str) -> &str {
    desc.split_once(' ').map_or(desc, |(first, _)| first)
}

/// The input for an event on a screen.
pub(crate) fn input(event: &Event, widget: Option<WidgetId>, screen: &Screen) -> Option<Input> {
    Input::of(&event.action, widget.and_then(|id| screen.get(id)).map(|w| w.bounds()))
}

/// A trace to insert and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Insert {
    /// `independent view`, or the name of a neutral event.
    pub source: String,
    /// The events.
    pub events: Vec<Planned>,
}

/// The source of traces that start at an independent view.
pub const INDEPENDENT: &str = "independent view";

impl Insert {
    /// Whether it is a neutral event.
    pub fn is_neutral(&self) -> bool {
        self.source != INDEPENDENT
    }
}

#[cfg(test)]
mod tests {
    use skink_gui::{Bounds, Flags, Header, ScreenBuilder, WidgetSpec};

    use super::*;

    fn page(icons: &[(&str, &str)]) -> Screen {
        let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "FrameLayout", bounds, ..Default::default() });
        for (id, desc) in icons {
            let flags = Flags::CLICKABLE | Flags::ENABLED;
            b.leaf(&WidgetSpec { class: "ImageView", id, desc, flags, bounds, ..Default::default() });
        }
        b.close();
        b.finish(&Header::default())
    }

    fn found(id: &str, desc: &str, on: &[(&str, &str)]) -> Option<String> {
        let class = "ImageView".to_owned();
        let key = EventKey { class, id: id.into(), desc: desc.into(), ..EventKey::plain(Kind::Tap) };
        let screen = page(on);
        let (_, widget) = Planned { key, data: String::new() }.on(&screen)?;
        Some(screen.widget(widget?).desc().to_owned())
    }

    #[test]
    fn where_the_row_is_gone_another_row_will_do() {
        let rows = [("picture", "Picture of Milk"), ("picture", "Picture of Tea")];
        assert_eq!(found("picture", "Picture of Tea", &rows).as_deref(), Some("Picture of Tea"));
        assert_eq!(found("picture", "Picture of Bread", &rows).as_deref(), Some("Picture of Milk"));
    }

    #[test]
    fn a_button_that_says_something_else_is_another() {
        assert_eq!(found("play", "Stop", &[("play", "Play")]), None);
        assert_eq!(
            found("", "Picture of Tea", &[("", "Picture of Milk")]),
            None,
            "nothing says that it is a row"
        );
    }
}
