//! What can be done on a screen: the events its widgets enable.

use crate::event::{Action, Direction, Event};
use crate::screen::{Flags, Screen, Widget, WidgetId};
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
        let lent = lent_by_list(&widget);
        if widget.is(Flags::CLICKABLE) || lent.contains(Flags::CLICKABLE) {
            found.push(Enabled::Tap(id));
        }
        if widget.is(Flags::LONG_CLICKABLE) || lent.contains(Flags::LONG_CLICKABLE) {
            found.push(Enabled::LongTap(id));
        }
        if widget.is(Flags::EDITABLE) {
            found.push(Enabled::Type(id));
        }
        if widget.is(Flags::SCROLLABLE) {
            found.extend(scroll_directions(&widget).iter().map(|direction| Enabled::Scroll(id, *direction)));
        }
    }
    found
}

/// What can be done to a leaf because the list around it takes the touches for its rows: such a list is
/// clickable as a whole, its rows are not, and a tap on the list's middle would reach one row only (Themis+,
/// section 4.4 and figure 4). Where the row itself is clickable, a tap on the row does.
fn lent_by_list(leaf: &Widget<'_>) -> Flags {
    let touch = Flags::CLICKABLE | Flags::LONG_CLICKABLE;
    let reads = !leaf.text().is_empty() || !leaf.desc().is_empty();
    let own = touch | Flags::EDITABLE | Flags::SCROLLABLE;
    if !leaf.is_leaf() || !reads || leaf.flags().intersects(own) {
        return Flags::empty();
    }
    let around = leaf.ancestors().find(|around| around.flags().intersects(touch));
    let list = around.filter(|around| around.is(Flags::ENABLED) && is_list(around));
    list.map_or(Flags::empty(), |list| list.flags() & touch)
}

/// Whether a widget holds rows: it scrolls, or all it holds are containers of one class.
fn is_list(widget: &Widget<'_>) -> bool {
    let alike = || {
        let mut rows = widget.children();
        let first = rows.next().map(|row| row.class());
        let count = widget.children().count();
        count > 1 && widget.children().all(|row| !row.is_leaf() && Some(row.class()) == first)
    };
    widget.is(Flags::SCROLLABLE) || alike()
}

const SIDEWAYS: [Direction; 2] = [Direction::Left, Direction::Right];
const UPRIGHT: [Direction; 2] = [Direction::Up, Direction::Down];
const ALL_WAYS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// Which ways a widget may scroll. Dumps do not say, so both its class and how its children lie are asked; where
/// they disagree or say nothing, all four.
fn scroll_directions(widget: &Widget<'_>) -> &'static [Direction] {
    let class = widget.short_class();
    let has = |part: &&str| class.contains(part);
    let mut sideways = ["Pager", "Horizontal"].iter().any(has);
    let mut upright = !sideways && ["ScrollView", "ListView", "RecyclerView", "GridView"].iter().any(has);
    let (beside, below) = lie(widget);
    if beside != below {
        sideways |= beside;
        upright |= below;
    }
    match (sideways, upright) {
        (true, false) => &SIDEWAYS,
        (false, true) => &UPRIGHT,
        _ => &ALL_WAYS,
    }
}

/// Whether some children lie beside each other, and whether some lie below each other.
fn lie(widget: &Widget<'_>) -> (bool, bool) {
    let mut shown = widget.children().map(|child| child.bounds()).filter(|bounds| !bounds.is_empty());
    let Some(mut last) = shown.next() else { return (false, false) };
    let (mut beside, mut below) = (false, false);
    for next in shown {
        beside |= next.left >= last.right || next.right <= last.left;
        below |= next.top >= last.bottom || next.bottom <= last.top;
        last = next;
    }
    (beside, below)
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
            assert_eq!(of(class, Flags::SCROLLABLE).len(), 4, "nobody knows which way: {class}");
        }
    }

    /// Which ways a scroller of that class with children at these places is scrolled.
    fn ways(class: &str, children: &[Bounds]) -> Vec<Direction> {
        let mut b = ScreenBuilder::new();
        let (flags, bounds) = (Flags::ENABLED | Flags::SCROLLABLE, Bounds::new(0, 0, 90, 90));
        b.open(&WidgetSpec { class, flags, bounds, ..Default::default() });
        for bounds in children {
            b.leaf(&WidgetSpec { class: "View", bounds: *bounds, ..Default::default() });
        }
        let screen = b.finish(&Header::default());
        let scroll = |e: Enabled| match e {
            Enabled::Scroll(_, direction) => Some(direction),
            _ => None,
        };
        enabled(&screen).into_iter().filter_map(scroll).collect()
    }

    #[test]
    fn class_and_layout_say_which_way_to_scroll_and_all_ways_are_tried_where_they_do_not() {
        let at = |left, top| Bounds::new(left, top, left + 30, top + 30);
        let (row, column) = ([at(0, 0), at(30, 0)], [at(0, 0), at(0, 30)]);
        assert_eq!(ways("android.widget.ScrollView", &[at(0, 0)]), UPRIGHT);
        assert_eq!(ways("android.widget.HorizontalScrollView", &[at(0, 0)]), SIDEWAYS);
        assert_eq!(ways("com.example.Strip", &row), SIDEWAYS);
        assert_eq!(ways("com.example.Stack", &column), UPRIGHT);
        assert_eq!(ways("androidx.recyclerview.widget.RecyclerView", &column), UPRIGHT);
        // A list that lies on its side, and a pager that stands up.
        assert_eq!(ways("androidx.recyclerview.widget.RecyclerView", &row), ALL_WAYS);
        assert_eq!(ways("androidx.viewpager2.widget.ViewPager2", &column), ALL_WAYS);
        assert_eq!(ways("com.example.OwnView", &[]), ALL_WAYS);
    }

    /// Themis+ figure 4: a list that takes the touches itself, and three rows that do not.
    #[test]
    fn leaves_of_a_clickable_list_are_tapped_one_by_one() {
        let bounds = Bounds::new(0, 0, 9, 9);
        let shown = WidgetSpec { flags: Flags::ENABLED, bounds, ..Default::default() };
        let taps = |list: Flags, row: Flags| {
            let mut b = ScreenBuilder::new();
            b.open(&WidgetSpec { class: "ListView", flags: Flags::ENABLED | list, ..shown });
            for text in ["A", "B", "C"] {
                b.open(&WidgetSpec { class: "LinearLayout", flags: Flags::ENABLED | row, ..shown });
                b.leaf(&WidgetSpec { class: "TextView", text, ..shown });
                b.close();
            }
            let screen = b.finish(&Header::default());
            let tap = |e: Enabled| match e {
                Enabled::Tap(id) => Some(screen.widget(id).text().to_owned()),
                _ => None,
            };
            enabled(&screen).into_iter().filter_map(tap).collect::<Vec<_>>()
        };
        assert_eq!(taps(Flags::CLICKABLE, Flags::empty()), ["", "A", "B", "C"]);
        assert_eq!(taps(Flags::empty(), Flags::empty()), [""; 0]);
        // Rows that take their own touches need no help.
        assert_eq!(taps(Flags::empty(), Flags::CLICKABLE), [""; 3]);
        assert_eq!(taps(Flags::CLICKABLE, Flags::CLICKABLE), [""; 4]);
    }
}
