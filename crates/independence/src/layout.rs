//! Layout types: which screens are the same page, whatever is on it (`Similar_layout_type`, section 3.3).
//!
//! The paper leaves the relation open and blames it for a fifth of its false alarms (section 5.4: "Featured"
//! against "Bookmarks" of SkyTube). Two screens are of one type here when front app, activity and window are
//! the same, the same tabs are selected, and the title is the same up to numbers. The title is what the user's
//! selectors say, else the first text of the topmost bar. A page that is searched through has a field in the place
//! of its title: another type, but the same page to a person, so that what searching does to it is an effect.

use skink_gui::{Flags, Screen, Widget, WindowKind};

use crate::groups::is_list;
use crate::settings::ViewSettings;

/// A page of an app.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutType {
    package: String,
    activity: String,
    window: &'static str,
    tabs: Vec<String>,
    title: String,
    searched: bool,
}

impl LayoutType {
    /// The type of a screen.
    pub fn of(screen: &Screen, settings: &ViewSettings) -> Self {
        Self {
            package: screen.package().to_owned(),
            activity: screen.activity().to_owned(),
            window: screen.window().name(),
            tabs: selected(screen, settings),
            title: without_numbers(&title(screen, settings)),
            searched: searched(screen),
        }
    }

    /// Whether a person would call both the same page: one may be searched through.
    pub fn same_page(&self, other: &Self) -> bool {
        self == other || self.searched != other.searched && self.same_but_title(other)
    }

    /// Whether the title alone tells two pages apart: the weakest sign.
    pub fn same_but_title(&self, other: &Self) -> bool {
        self.same_frame(other) && self.tabs == other.tabs
    }

    /// Whether both are one page, with whatever tab.
    pub(crate) fn same_but_tab(&self, other: &Self) -> bool {
        self.same_frame(other) && self.title == other.title
    }

    /// Whether app and activity are the same.
    pub fn same_activity(&self, other: &Self) -> bool {
        self.package == other.package && self.activity == other.activity
    }

    /// Whether app, activity and window are the same.
    pub fn same_frame(&self, other: &Self) -> bool {
        self.same_activity(other) && self.window == other.window
    }

    /// The app's package.
    pub(crate) fn package(&self) -> &str {
        &self.package
    }

    /// Whether it is a page, and not a dialog or menu on one.
    pub(crate) fn is_page(&self) -> bool {
        self.window == WindowKind::Page.name()
    }

    /// The names of the selected tabs.
    pub fn tabs(&self) -> &[String] {
        &self.tabs
    }

    /// The title, numbers left out.
    pub fn title(&self) -> &str {
        &self.title
    }
}

/// Names of what is selected: a tab bar, a navigation bar, a drawer's entry.
fn selected(screen: &Screen, settings: &ViewSettings) -> Vec<String> {
    // A star in the title's bar is a mark: tabs are beside it or below it.
    let bar = low_bar(screen).map(|bar| bar.id());
    let in_bar = |w: &Widget<'_>| w.ancestors().any(|outer| Some(outer.id()) == bar);
    let chosen = |w: &Widget<'_>| {
        let own = settings.tabs.iter().any(|tab| tab.matches(w));
        w.is(Flags::SELECTED) && (own || one_of_several(w) && !(in_bar(w) && says_nothing(w)))
    };
    screen.widgets().filter(chosen).map(|w| name(&w)).collect()
}

/// Whether it is the only one selected among two or more siblings of its class: a choice, not a mark on a row nor
/// on one cell of a table.
fn one_of_several(widget: &Widget<'_>) -> bool {
    let Some(parent) = widget.parent() else { return false };
    let like = |w: &Widget<'_>| {
        let same = w.class() == parent.class() && w.resource_id() == parent.resource_id();
        same && w.id() != parent.id() && w.children().any(|w| w.class() == widget.class())
    };
    if parent.parent().is_some_and(|around| around.children().any(|w| like(&w))) {
        return false;
    }
    if is_list(&parent) {
        return false;
    }
    let alike: Vec<_> = parent.children().filter(|w| w.class() == widget.class()).collect();
    alike.len() > 1 && alike.iter().filter(|w| w.is(Flags::SELECTED)).count() == 1
}

fn name(widget: &Widget<'_>) -> String {
    let label = |w: Widget<'_>| [w.text(), w.desc()].into_iter().find(|t| !t.is_empty()).map(str::to_owned);
    widget.subtree().find_map(label).unwrap_or_else(|| format!("{} {}", widget.short_id(), widget.place()))
}

fn title(screen: &Screen, settings: &ViewSettings) -> String {
    if let Some(own) = screen.widgets().find(|w| settings.titles.iter().any(|title| title.matches(w))) {
        return own.text().to_owned();
    }
    let titled = screen.widgets().find(|w| {
        let id = w.short_id().to_ascii_lowercase();
        shown(w)
            && (id.ends_with("title") && id.contains("tool")
                || id == "action_bar_title"
                || id == "alerttitle")
    });
    titled
        .or_else(|| top_bar(screen).and_then(|bar| bar.subtree().find(|w| shown(w))))
        .map_or_else(String::new, |w| w.text().to_owned())
}

fn shown(w: &Widget<'_>) -> bool {
    !w.text().is_empty() && !w.is(Flags::EDITABLE)
}

/// Whether it shows no words, as an icon.
fn says_nothing(widget: &Widget<'_>) -> bool {
    widget.subtree().all(|w| w.text().is_empty())
}

/// Whether something is named for a bar.
fn is_bar(w: &Widget<'_>) -> bool {
    let (class, id) = (w.short_class().to_ascii_lowercase(), w.short_id().to_ascii_lowercase());
    class.contains("toolbar")
        || class.contains("actionbar")
        || id.contains("toolbar")
        || id.contains("action_bar")
}

/// The first bar; failing that, the frame around one.
fn top_bar(screen: &Screen) -> Option<Widget<'_>> {
    low_bar(screen).or_else(|| screen.widgets().find(is_bar))
}

/// The first bar that is one: what is named for a bar and fills the screen is the frame around it.
fn low_bar(screen: &Screen) -> Option<Widget<'_>> {
    let height = |w: &Widget<'_>| w.bounds().bottom - w.bounds().top;
    let whole = screen.widgets().next().map_or(0, |root| height(&root));
    screen.widgets().filter(is_bar).find(|w| height(w) * 3 < whole)
}

/// Whether there is a field in the place of the title.
fn searched(screen: &Screen) -> bool {
    let Some(bar) = top_bar(screen) else { return false };
    !bar.subtree().any(|w| shown(&w)) && bar.subtree().any(|w| w.is(Flags::EDITABLE))
}

/// `3 selected` and `4 selected` are one title.
pub(crate) fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '0'..='9' => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            c => out.push(c),
        }
    }
    out
}
