//! What an app is: a manifest, pages, what they look like, and what messages do. And what is known about its
//! bugs before any tool runs on it.

use crate::coverage::branches_in;
use crate::cx::Cx;
use crate::task::{Running, Task};
use crate::ui::Ui;

/// An app for the phone. `Self` is its data: what it keeps on disk and, until [`App::process_died`] drops it,
/// in memory. Cleared data is `Self::default()`.
pub trait App: Clone + Default + Send + Sync + 'static {
    /// A page of the back stack with its fields: an activity, dialog, menu or drawer.
    type Page: Clone + Send + Sync + 'static;
    /// What can happen on a page.
    type Msg: Clone + Send + Sync + 'static;

    /// Name, package, bugs.
    const MANIFEST: Manifest;

    /// The page the launcher opens.
    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Self::Page;

    /// What kind of window a page is.
    fn window(page: &Self::Page) -> Window;

    /// What a page looks like.
    fn view(&self, page: &Self::Page, ui: &mut Ui<'_, Self::Msg>);

    /// What a message does to the app and the page it came from.
    fn update(&mut self, page: &mut Self::Page, msg: Self::Msg, cx: &mut Cx<'_, Self>);

    /// The Back key, once the keyboard is down. Closes the page unless an app says otherwise.
    fn back(&mut self, _page: &mut Self::Page, cx: &mut Cx<'_, Self>) {
        cx.close();
    }

    /// A page is made anew after rotation or process death, from what it saved. What is not returned is lost;
    /// `None` lets a dialog vanish.
    fn recreate(&mut self, page: Self::Page, _why: Recreate, _cx: &mut Cx<'_, Self>) -> Option<Self::Page> {
        Some(page)
    }

    /// The app goes to the background: the last chance to save.
    fn paused(&mut self, _page: &mut Self::Page, _cx: &mut Cx<'_, Self>) {}

    /// The app comes back to the front.
    fn resumed(&mut self, _page: &mut Self::Page, _cx: &mut Cx<'_, Self>) {}

    /// The process died: what was only in memory must be dropped here.
    fn process_died(&mut self) {}

    /// Background work ended after the page that began it was closed.
    fn late(&mut self, _msg: Self::Msg, _cx: &mut Cx<'_, Self>) {}
}

/// What kind of window a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// An activity of that name (relative to the package, such as `.MainActivity`).
    Activity(&'static str),
    /// A dialog in the middle of the screen.
    Dialog,
    /// A menu at the top right.
    Menu,
    /// A drawer at the left edge, in the activity's own window.
    Drawer,
}

/// Why a page is made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recreate {
    /// The screen was turned.
    Rotation,
    /// The process had died in the background.
    ProcessDeath,
}

/// What is known about an app.
pub struct Manifest {
    /// The name it is chosen by: `sample:NAME`.
    pub name: &'static str,
    /// Android package.
    pub package: &'static str,
    /// The name under its icon.
    pub title: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its bugs.
    pub bugs: &'static [Bug],
    /// Its own source, for counting branches: `include_str!("FILE.rs")`.
    pub source: &'static str,
}

impl Manifest {
    /// Number of branches of the app.
    pub fn branches(&self) -> u32 {
        branches_in(self.source)
    }
}

/// A bug that an app is known to have, written down before any tool ran on it.
#[derive(Debug)]
pub struct Bug {
    /// The name it is switched by.
    pub id: &'static str,
    /// What goes wrong, in a line.
    pub title: &'static str,
    /// Which paper's figure or public issue it retells.
    pub retells: &'static str,
    /// The fewest events from a clean start that show it, in the text form of events.
    pub trace: &'static [&'static str],
    /// How it shows after them.
    pub shows: Shows,
}

/// How a bug shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// As a crash with this title (see `Crash::title`).
    Crash(&'static str),
    /// As a hang of the app.
    Hang,
    /// The last screen lacks what this selector finds when the bug is fixed.
    Missing(&'static str),
    /// The last screen has what this selector does not find when the bug is fixed.
    Present(&'static str),
}

impl Shows {
    /// One word for lists.
    pub fn kind(&self) -> &'static str {
        match self {
            Shows::Crash(_) => "crash",
            Shows::Hang => "hang",
            Shows::Missing(_) | Shows::Present(_) => "logic",
        }
    }
}

/// An app that can be installed on the phone.
#[derive(Clone, Copy)]
pub struct Sample {
    /// What is known about it.
    pub manifest: &'static Manifest,
    pub(crate) make: fn() -> Box<dyn Task>,
}

impl Sample {
    /// The app of that type.
    pub const fn of<A: App>() -> Self {
        Self { manifest: &A::MANIFEST, make: || Box::new(Running::<A>::new()) }
    }
}
