//! Roles: what is done to which kind of widget, so that functions of one kind can be told from others. The Genie paper
//! tells widgets of one type apart by their text where it must (section 4.2); here the rows of a list are one role, while
//! the entries of a menu, of a dialog, of settings or of a drawer are each their own.

use skink_gui::{Flags, Key, Widget, WindowKind};
use skink_model::{EventKey, Kind};
use skink_trace::Step;

use crate::effects::Sheet;
use crate::groups::Groups;
use crate::layout::without_numbers;
use crate::settings::ViewSettings;

/// What is done, to which kind of widget. Rows of a page are one role; the entries of a menu or dialog are each
/// their own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role {
    kind: Kind,
    class: String,
    id: String,
    says: String,
    /// The dialog or menu it stands in: OK of one dialog is not OK of another.
    title: String,
    /// Whether it is one of several of its kind beside each other, told apart by a description: a colour.
    alike: bool,
}

impl Role {
    /// The role of an event on a widget.
    pub(crate) fn of(kind: Kind, widget: &Widget<'_>, groups: &Groups, title: &str) -> Self {
        let label = |w: &Widget<'_>| EventKey::on(kind, w).text;
        let row = groups.item(widget.id()).and_then(|item| widget.screen().get(item));
        let page = widget.screen().window() == WindowKind::Page;
        // The choices of a dialog are rows too: another colour is no other function.
        let chosen = || widget.subtree().any(|w| w.is(Flags::CHECKABLE));
        let says = match row.filter(|_| page) {
            Some(row) if entry(&row).is_some() => entry(&row).unwrap_or_default() + widget.desc(),
            Some(row) => {
                let texts: Vec<&str> = row.subtree().map(|w| w.text()).filter(|t| !t.is_empty()).collect();
                let own = label(widget);
                let named = texts.first().is_none_or(|name| own == *name) || row.id() == widget.id();
                let told = texts.iter().fold(widget.desc().to_owned(), |desc, text| desc.replace(text, "*"));
                if named { told } else { own + &told }
            }
            None if !page && row.is_some() && chosen() => String::new(),
            // What has its own id is told by it: its text may be what was chosen.
            None if page && alone(widget) => widget.desc().to_owned(),
            None => label(widget) + widget.desc(),
        };
        Self {
            kind,
            class: widget.class().to_owned(),
            id: widget.resource_id().to_owned(),
            says: without_numbers(&says),
            title: if page { String::new() } else { title.to_owned() },
            alike: row.is_some_and(|row| row.id() == widget.id() && several(widget)),
        }
    }

    fn plain(kind: Kind) -> Self {
        let none = String::new;
        Self { kind, class: none(), id: none(), says: none(), title: none(), alike: false }
    }

    /// The role of what was done.
    pub(crate) fn of_step(step: &Step, before: &Sheet, views: &ViewSettings) -> Self {
        let kind = Kind::from(&step.event.action);
        match step.widget.and_then(|id| step.before.get(id)) {
            Some(widget) => Self::of(kind, &widget, &Groups::of(&step.before, views), before.layout.title()),
            None => Self::plain(kind),
        }
    }

    /// Whether it may decide what a function does: keys, scrolling and waiting do not, but Enter does.
    pub(crate) fn decides(&self) -> bool {
        match self.kind {
            Kind::Key(key) => key == Key::Enter,
            kind => !matches!(kind, Kind::Scroll(_) | Kind::Swipe(_) | Kind::Wait),
        }
    }

    /// The role whatever the title of its dialog or menu, and whichever of several alike.
    pub(crate) fn untitled(&self) -> (Kind, &str, &str, &str) {
        (self.kind, &self.class, &self.id, if self.alike { "" } else { &self.says })
    }
}

/// The name of a line of settings or of a drawer, by the ids that Android's own libraries give it: other than the rows
/// of a list, each is for something of its own.
pub(crate) fn entry(row: &Widget<'_>) -> Option<String> {
    let named =
        |w: &Widget<'_>| w.resource_id() == "android:id/title" || w.short_id() == "design_menu_item_text";
    row.subtree().find(named).map(|w| w.text().to_owned())
}

/// Whether it has an id that nothing else on the screen has.
fn alone(widget: &Widget<'_>) -> bool {
    let same = |w: &Widget<'_>| w.resource_id() == widget.resource_id();
    !widget.resource_id().is_empty() && widget.screen().widgets().filter(same).count() == 1
}

/// Whether there are others of its class and id beside it.
fn several(widget: &Widget<'_>) -> bool {
    let alike = |w: &Widget<'_>| w.class() == widget.class() && w.resource_id() == widget.resource_id();
    !widget.resource_id().is_empty()
        && widget.parent().is_some_and(|around| around.children().filter(alike).count() > 1)
}

/// What is said on what only leaves a page, dialog or menu.
pub(crate) fn leaves(label: &str) -> bool {
    const LEAVING: [&str; 5] = ["navigate up", "back", "close", "cancel", "collapse"];
    LEAVING.iter().any(|leaving| label.eq_ignore_ascii_case(leaving))
}

/// Words on what ends a form well; in ids too.
const COMPLETING: [&str; 17] = [
    "ok", "save", "done", "add", "create", "yes", "confirm", "apply", "button1", "positive", "accept",
    "finish", "submit", "send", "pay", "rename", "update",
];
/// Words on what ends something else well.
const FINISHING: [&str; 4] = ["shutter", "capture", "delete", "allow"];

/// Whether a widget says that it ends something well.
pub(crate) fn finishes(widget: &Widget<'_>) -> bool {
    completes(widget) || says(widget, &FINISHING)
}

/// Whether a widget says that it ends a form well.
pub(crate) fn completes(widget: &Widget<'_>) -> bool {
    says(widget, &COMPLETING)
}

fn says(widget: &Widget<'_>, words: &[&str]) -> bool {
    let label = [widget.text(), widget.desc(), widget.short_id()].map(str::to_ascii_lowercase);
    let says = |word: &&str| {
        label.iter().any(|w| w.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| part == *word))
    };
    words.iter().any(says) && widget.is(Flags::ENABLED)
}
