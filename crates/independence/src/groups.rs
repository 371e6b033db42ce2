//! Group views and independent views of one screen: Definition 2 of the Genie paper, its footnotes 5 and 6
//! included.
//!
//! A group is the nearest group view around a widget; an item is the part of the group, directly inside it,
//! that holds the widget. Widgets of different items of one type are independent, and so are widgets of
//! different groups, and those of no group. The paper takes some classes for groups; a plain container of any
//! class is one here too where it repeats itself: two or more children of one class and id, which is what
//! accessibility's collection information would tell and dumps do not.

use skink_gui::{Screen, Widget, WidgetId};

use crate::layout::without_numbers;
use crate::settings::ViewSettings;

/// Classes that are group views whatever is inside them (footnote 5; `…ListView` and the like by their ending): lists,
const LISTS: [&str; 3] = ["RecyclerView", "ListView", "GridView"];
/// and others.
const OTHERS: [&str; 4] = ["RadioGroup", "ViewPager", "TabWidget", "Spinner"];

/// Whether a widget is a list by its class.
pub(crate) fn is_list(widget: &Widget<'_>) -> bool {
    LISTS.iter().any(|list| widget.short_class().ends_with(list))
}

/// The groups of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// For each widget, the group around it.
    group: Vec<Option<WidgetId>>,
    /// For each widget, the item of that group that holds it.
    item: Vec<Option<WidgetId>>,
    all: Vec<WidgetId>,
}

impl Groups {
    /// Finds the groups.
    pub fn of(screen: &Screen, settings: &ViewSettings) -> Self {
        let is_group: Vec<bool> = screen.widgets().map(|w| is_group(&w, settings)).collect();
        let (mut group, mut item) = (vec![None; screen.len()], vec![None; screen.len()]);
        for widget in screen.widgets() {
            let mut inner = widget;
            for outer in widget.ancestors() {
                if is_group[outer.id().index()] {
                    group[widget.id().index()] = Some(outer.id());
                    item[widget.id().index()] = Some(inner.id());
                    break;
                }
                inner = outer;
            }
        }
        let all = screen.widgets().map(|w| w.id()).filter(|id| is_group[id.index()]).collect();
        Self { group, item, all }
    }

    /// All group views, in document order.
    pub fn all(&self) -> &[WidgetId] {
        &self.all
    }

    /// The group view around a widget.
    pub fn group(&self, id: WidgetId) -> Option<WidgetId> {
        self.group.get(id.index()).copied().flatten()
    }

    /// The item of its group that holds a widget.
    pub fn item(&self, id: WidgetId) -> Option<WidgetId> {
        self.item.get(id.index()).copied().flatten()
    }

    /// The name of the row that a widget stands in.
    pub(crate) fn row_of(&self, widget: &Widget<'_>) -> Option<String> {
        let row = self.item(widget.id()).and_then(|row| widget.screen().get(row))?;
        naming(&row).map(|(_, name)| name)
    }

    /// Whether two widgets of the screen are independent.
    pub fn independent(&self, screen: &Screen, a: WidgetId, b: WidgetId) -> bool {
        match (self.group(a), self.group(b)) {
            (Some(first), Some(second)) if first == second => {
                let (Some(x), Some(y)) = (self.item(a), self.item(b)) else { return false };
                x != y && kind(&screen.widget(x)) == kind(&screen.widget(y))
            }
            // Another group, unless one of the two is around the other.
            (Some(_), Some(_)) => {
                let around =
                    |inner: WidgetId, outer| screen.widget(inner).ancestors().any(|w| w.id() == outer);
                !around(a, b) && !around(b, a)
            }
            (None, None) => a != b,
            _ => true,
        }
    }

    /// Widgets of groups that are independent of some other widget: what section 3.3 calls independent views.
    pub fn independent_views(&self, screen: &Screen) -> Vec<WidgetId> {
        let items = |group: WidgetId| screen.widget(group).children();
        let alike = |id: WidgetId| {
            let (Some(group), Some(item)) = (self.group(id), self.item(id)) else { return false };
            let own = kind(&screen.widget(item));
            self.all.len() > 1 || items(group).any(|other| other.id() != item && kind(&other) == own)
        };
        screen.widgets().map(|w| w.id()).filter(|id| alike(*id)).collect()
    }
}

/// What makes two items of one type: class and id. Descriptions differ from row to row.
pub(crate) fn kind<'a>(w: &Widget<'a>) -> (&'a str, &'a str) {
    (w.class(), w.resource_id())
}

fn is_group(widget: &Widget<'_>, settings: &ViewSettings) -> bool {
    if widget.is_leaf() {
        return false;
    }
    let class = widget.short_class();
    let named = |name: &str| class.ends_with(name);
    if LISTS.iter().chain(&OTHERS).any(|list| named(list))
        || settings.group_classes.iter().any(|own| own == class || own == widget.class())
        || settings.groups.iter().any(|selector| selector.matches(widget))
    {
        return true;
    }
    repeats(widget)
}

/// Whether a container holds several parts of one type that a finger can tell apart.
fn repeats(widget: &Widget<'_>) -> bool {
    let parts: Vec<Widget<'_>> = widget.children().filter(|w| !w.bounds().is_empty()).collect();
    let useful =
        |w: &Widget<'_>| w.subtree().any(|w| w.flags().intersects(touchable()) && !w.bounds().is_empty());
    parts.iter().enumerate().any(|(at, part)| {
        useful(part) && parts[at + 1..].iter().any(|other| kind(other) == kind(part) && useful(other))
    })
}

fn touchable() -> skink_gui::Flags {
    use skink_gui::Flags;
    Flags::CLICKABLE | Flags::LONG_CLICKABLE | Flags::CHECKABLE | Flags::EDITABLE
}

/// What names a row, for a widget of it: its first text, numbers left out. Where that has no word, as a time or an
/// amount, the first text without numbers that has one; else that first text as it is. What names the row has no
/// name beside its own.
pub(crate) fn row_name(row: &Widget<'_>, of: WidgetId) -> String {
    naming(row).filter(|(id, _)| *id != of).map_or_else(String::new, |(_, name)| name)
}

/// The widget that names a row, and the name.
pub(crate) fn naming(row: &Widget<'_>) -> Option<(WidgetId, String)> {
    let texts = || row.subtree().filter(|w| !w.text().is_empty());
    let first = texts().next()?;
    let plain = without_numbers(first.text());
    if plain == first.text() || has_word(&plain) {
        return Some((first.id(), plain));
    }
    let worded = texts().find(|w| has_word(w.text()) && !w.text().contains(|c: char| c.is_ascii_digit()));
    let named = worded.unwrap_or(first);
    Some((named.id(), named.text().to_owned()))
}

/// Whether there are letters enough for a word.
fn has_word(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2 || !word.is_ascii())
}
