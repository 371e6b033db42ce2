//! Events to insert: planned on the model or by a rule, found again on the screen that is there.

use serde::{Deserialize, Serialize};
use skink_device::Input;
use skink_gui::{Action, Event, Screen, Selector, WidgetId, enabled};
use skink_model::{EventKey, Kind};

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

    /// The event on the screen that is there: on the widget of that type that says the same, else on the first
    /// of that type. None where there is none.
    pub fn on(&self, screen: &Screen) -> Option<(Event, Option<WidgetId>)> {
        let action = self.action();
        if !action.needs_target() {
            return Some((Event::plain(action), None));
        }
        let alike = |key: &EventKey| {
            key.kind == self.key.kind
                && key.class == self.key.class
                && key.id == self.key.id
                && key.desc == self.key.desc
        };
        let mut first = None;
        for found in enabled(screen) {
            let key = EventKey::of(&found, screen);
            if alike(&key) {
                let widget = found.widget();
                if key.text == self.key.text {
                    return Some((Event::on(action, Selector::of(&screen.widget(widget))), Some(widget)));
                }
                first = first.or(Some(widget));
            }
        }
        // A button that says something else is another button; a row that does is another row.
        let row = first.filter(|_| !self.key.id.is_empty());
        row.map(|widget| (Event::on(action, Selector::of(&screen.widget(widget))), Some(widget)))
    }
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
