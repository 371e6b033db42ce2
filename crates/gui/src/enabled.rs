//! What can be done on a screen: the events its widgets enable.

use crate::event::{Action, Direction, Event};
use crate::screen::{Flags, Screen, WidgetId};
use crate::selector::Selector;

/// Something that can be done to a widget. For [`Enabled::Type`] the text is the strategy's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Enabled {
    /// A tap.
    Tap(WidgetId),
    /// A long tap.
    LongTap(WidgetId),
    /// Typing into a field.
    Type(WidgetId),
    /// Scrolling.
    Scroll(WidgetId, Direction),
}

impl Enabled {
    /// The widget it is done to.
    pub fn widget(&self) -> WidgetId {
        match *self {
            Enabled::Tap(w) | Enabled::LongTap(w) | Enabled::Type(w) | Enabled::Scroll(w, _) => w,
        }
    }

    /// The event on that screen; `text` gives what to type.
    pub fn event(&self, screen: &Screen, text: impl FnOnce() -> String) -> Event {
        let action = match self {
            Enabled::Tap(_) => Action::Tap,
            Enabled::LongTap(_) => Action::LongTap,
            Enabled::Type(_) => Action::Type(text()),
            Enabled::Scroll(_, direction) => Action::Scroll(*direction),
        };
        Event::on(action, Selector::of(&screen.widget(self.widget())))
    }
}

/// Everything the widgets of a screen enable, in document order. Widgets without a visible pixel and
/// disabled ones enable nothing.
pub fn enabled(screen: &Screen) -> Vec<Enabled> {
    let mut found = Vec::new();
    for widget in screen.widgets() {
        if !widget.is(Flags::ENABLED) || widget.bounds().is_empty() {
            continue;
        }
        let id = widget.id();
        if widget.is(Flags::CLICKABLE) {
            found.push(Enabled::Tap(id));
        }
        if widget.is(Flags::LONG_CLICKABLE) {
            found.push(Enabled::LongTap(id));
        }
        if widget.is(Flags::EDITABLE) {
            found.push(Enabled::Type(id));
        }
        if widget.is(Flags::SCROLLABLE) {
            let [before, after] = scroll_directions(widget.short_class());
            found.extend([Enabled::Scroll(id, before), Enabled::Scroll(id, after)]);
        }
    }
    found
}

/// Which way a class scrolls: dumps do not say.
fn scroll_directions(short_class: &str) -> [Direction; 2] {
    if short_class.contains("Pager") || short_class.contains("Horizontal") {
        [Direction::Left, Direction::Right]
    } else {
        [Direction::Up, Direction::Down]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Bounds;
    use crate::screen::{Header, ScreenBuilder, WidgetSpec};

    /// What a widget of that class with these flags enables.
    fn of(class: &str, flags: Flags) -> Vec<Enabled> {
        let mut b = ScreenBuilder::new();
        let bounds = Bounds::new(0, 0, 9, 9);
        b.leaf(&WidgetSpec { class, flags: flags | Flags::ENABLED, bounds, ..Default::default() });
        enabled(&b.finish(&Header::default()))
    }

    #[test]
    fn a_class_never_decides_alone_whether_a_widget_can_be_used() {
        let it = WidgetId(0);
        for class in ["android.widget.Button", "android.widget.TextView", "com.example.OwnView", ""] {
            assert_eq!(of(class, Flags::empty()), [], "{class}");
            assert_eq!(of(class, Flags::CLICKABLE), [Enabled::Tap(it)], "{class}");
            assert_eq!(of(class, Flags::LONG_CLICKABLE), [Enabled::LongTap(it)], "{class}");
            assert_eq!(of(class, Flags::EDITABLE), [Enabled::Type(it)], "{class}");
            assert_eq!(of(class, Flags::SCROLLABLE).len(), 2, "{class}");
        }
    }
}
