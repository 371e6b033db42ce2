//! Finding an event's receiver again on another screen.
//!
//! [`similar`] is Genie's `Similar_with` (section 3.3): only a widget with exactly the same type (class, id,
//! description) and text qualifies; where several do, the least edit distance between the subtrees decides,
//! subtrees taken as the sequence of their widgets' types and texts; none means that the event cannot be
//! replayed. The paper leaves ties open: the widget whose chain of places among siblings agrees longest from
//! the widget outwards wins, then the nearest on the screen, then the first.
//!
//! [`locate`] is what replay uses. It departs from the paper in one point: the text of a field is its content
//! and not its name, so for an editable widget text is not compared.

use rustc_hash::FxHashMap;

use crate::event::Event;
use crate::screen::{Flags, Screen, Widget, WidgetId};

/// The widget of `now` that is most similar to `widget`, or none.
pub fn similar(widget: &Widget<'_>, now: &Screen) -> Option<WidgetId> {
    most_similar(widget, now, |w| w.text() == widget.text())
}

/// Where an event's target is on `now`: by the widget it was performed on, where that is known, else by its
/// selector alone (the first that matches).
pub fn locate(event: &Event, performed_on: Option<&Widget<'_>>, now: &Screen) -> Option<WidgetId> {
    match performed_on {
        Some(widget) if widget.is(Flags::EDITABLE) => most_similar(widget, now, |_| true),
        Some(widget) => similar(widget, now),
        None => event.target.as_ref()?.find_all(now).next().map(|w| w.id()),
    }
}

/// Like [`locate`], but a widget whose text has changed is found by its id where no other has that id: a button
/// `Pay 79.00` is still the button. Only for trying things out: in a list with one row left it finds that row.
pub fn locate_loosely(event: &Event, performed_on: Option<&Widget<'_>>, now: &Screen) -> Option<WidgetId> {
    locate(event, performed_on, now).or_else(|| {
        let widget = performed_on.filter(|w| !w.resource_id().is_empty())?;
        let mut alike = now.widgets().filter(|w| kind(w) == kind(widget));
        alike.next().filter(|_| alike.next().is_none()).map(|w| w.id())
    })
}

fn most_similar(
    widget: &Widget<'_>,
    now: &Screen,
    text_fits: impl Fn(&Widget<'_>) -> bool,
) -> Option<WidgetId> {
    let mut candidates: Vec<Widget<'_>> =
        now.widgets().filter(|w| kind(w) == kind(widget) && text_fits(w)).collect();
    if candidates.len() > 1 {
        let mut symbols = FxHashMap::default();
        let wanted = sequence(widget, &mut symbols);
        let places = places(widget);
        candidates.sort_by_cached_key(|w| {
            let distance = edit_distance(&wanted, &sequence(w, &mut symbols));
            let agree = places.iter().zip(self::places(w)).take_while(|(a, b)| **a == *b).count();
            let (a, b) = (w.bounds().center(), widget.bounds().center());
            let apart = (i64::from(a.x) - i64::from(b.x)).abs() + (i64::from(a.y) - i64::from(b.y)).abs();
            (distance, std::cmp::Reverse(agree), apart, w.id())
        });
    }
    candidates.first().map(|w| w.id())
}

/// Genie's type of a widget.
fn kind<'a>(w: &Widget<'a>) -> (&'a str, &'a str, &'a str) {
    (w.class(), w.resource_id(), w.desc())
}

/// A widget's type and text.
type Label<'a> = ((&'a str, &'a str, &'a str), &'a str);

/// The subtree in document order, each widget's type and text as one number.
fn sequence<'a>(w: &Widget<'a>, symbols: &mut FxHashMap<Label<'a>, u32>) -> Vec<u32> {
    w.subtree()
        .map(|w| {
            let next = symbols.len() as u32;
            *symbols.entry((kind(&w), w.text())).or_insert(next)
        })
        .collect()
}

/// The places among siblings, from the widget outwards.
fn places(w: &Widget<'_>) -> Vec<usize> {
    std::iter::once(*w).chain(w.ancestors()).map(|w| w.place()).collect()
}

fn edit_distance(a: &[u32], b: &[u32]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let keep = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = keep.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Header, ScreenBuilder, WidgetSpec};

    /// A list of rows; a row is (text of the row, texts of its children).
    fn list(rows: &[(&str, &[&str])]) -> Screen {
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "ListView", ..Default::default() });
        for (text, children) in rows {
            b.open(&WidgetSpec { class: "Row", text, ..Default::default() });
            for text in *children {
                b.leaf(&WidgetSpec { class: "TextView", text, ..Default::default() });
            }
            b.close();
        }
        b.finish(&Header::default())
    }

    #[test]
    fn only_equal_type_and_text_qualify() {
        let before = list(&[("Cinema", &[]), ("Sleeping", &[])]);
        let cinema = before.widget(WidgetId(1));
        assert_eq!(similar(&cinema, &list(&[("Sleeping", &[]), ("Cinema", &[])])), Some(WidgetId(2)));
        assert_eq!(similar(&cinema, &list(&[("Sleeping", &[]), ("Cinema!", &[])])), None);
    }

    #[test]
    fn among_several_the_subtree_decides() {
        let before = list(&[("", &["Cinema", "12:00"]), ("", &["Sleeping", "13:00"])]);
        let after =
            list(&[("", &["Cleaning", "9:00"]), ("", &["Cinema", "14:00"]), ("", &["Sleeping", "13:00"])]);
        assert_eq!(similar(&before.widget(WidgetId(1)), &after), Some(WidgetId(4)));
        assert_eq!(similar(&before.widget(WidgetId(4)), &after), Some(WidgetId(7)));
    }

    #[test]
    fn equal_subtrees_are_told_apart_by_place() {
        let same = list(&[("", &["x"]), ("", &["x"]), ("", &["x"])]);
        for id in [1, 3, 5].map(WidgetId) {
            assert_eq!(similar(&same.widget(id), &same), Some(id));
        }
    }

    #[test]
    fn a_fields_content_is_not_its_name() {
        let field = |text| {
            let mut b = ScreenBuilder::new();
            b.leaf(&WidgetSpec { class: "EditText", text, flags: Flags::EDITABLE, ..Default::default() });
            b.finish(&Header::default())
        };
        let (before, now) = (field("milk"), field(""));
        let widget = before.widget(WidgetId(0));
        let event = Event::plain(crate::Action::Tap);
        assert_eq!(similar(&widget, &now), None);
        assert_eq!(locate(&event, Some(&widget), &now), Some(WidgetId(0)));
    }

    #[test]
    fn a_changed_label_is_found_loosely_by_an_id_that_is_alone() {
        let buttons = |texts: &[&str]| {
            let mut b = ScreenBuilder::new();
            for text in texts {
                b.leaf(&WidgetSpec { class: "Button", id: "app:id/pay", text, ..Default::default() });
            }
            b.finish(&Header::default())
        };
        let before = buttons(&["Pay 158"]);
        let widget = before.widget(WidgetId(0));
        let event = Event::plain(crate::Action::Tap);
        let (one, two) = (buttons(&["Pay 79"]), buttons(&["Pay 79", "Pay 80"]));
        assert_eq!(locate(&event, Some(&widget), &one), None);
        assert_eq!(locate_loosely(&event, Some(&widget), &one), Some(WidgetId(0)));
        assert_eq!(locate_loosely(&event, Some(&widget), &two), None);
    }

    #[test]
    fn edit_distance_of_known_pairs() {
        assert_eq!(edit_distance(&[], &[1, 2]), 2);
        assert_eq!(edit_distance(&[1, 2, 3], &[1, 3]), 1);
        assert_eq!(edit_distance(&[1, 2, 3], &[4, 2, 5, 6]), 3);
    }
}
