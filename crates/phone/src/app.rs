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

    /// The user tapped a notification of the app's; the top page is there again, or the first one anew.
    fn notified(&mut self, _page: &mut Self::Page, _notification: &str, _cx: &mut Cx<'_, Self>) {}

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
    /// What in it fools careless tools.
    pub traps: &'static [Trap],
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
    /// What kind of bug it is.
    pub kind: BugKind,
    /// Which oracles can see it, with what each needs to.
    pub seen_by: &'static [Oracle],
    /// Events from a clean start that show it, in the text form of events; for a crash or hang the fewest.
    pub trace: &'static [&'static str],
    /// How it shows after them.
    pub shows: Shows,
}

/// What kind of bug: a crash, a hang, or one of the six types of the Genie paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BugKind {
    /// The process dies.
    Crash,
    /// The main thread hangs.
    Hang,
    /// What the user entered is gone.
    DataLost,
    /// A function that should go on does not.
    CannotProceed,
    /// A function does something else.
    WrongBehaviour,
    /// Two places of the app contradict each other.
    InconsistentState,
    /// The data is right and shown wrong.
    WronglyDisplayed,
    /// It works as written, and nobody would want it so.
    DesignIssue,
}

impl BugKind {
    /// The name in lists.
    pub fn name(self) -> &'static str {
        match self {
            BugKind::Crash => "crash",
            BugKind::Hang => "hang",
            BugKind::DataLost => "data lost",
            BugKind::CannotProceed => "cannot proceed",
            BugKind::WrongBehaviour => "wrong behaviour",
            BugKind::InconsistentState => "inconsistent state",
            BugKind::WronglyDisplayed => "wrongly displayed",
            BugKind::DesignIssue => "design issue",
        }
    }

    /// Whether the log tells of it.
    pub fn is_in_log(self) -> bool {
        matches!(self, BugKind::Crash | BugKind::Hang)
    }
}

/// An oracle that can see a bug, and the hand-written evidence that it can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// Crashes and hangs in the log.
    Crash,
    /// Independent-view fuzzing: the events of the bug's trace at `inserted` are independent of the rest. The
    /// trace is the mutant; without them it is the seed, which shows nothing wrong.
    Independence {
        /// Which events of the trace were inserted.
        inserted: std::ops::Range<usize>,
    },
    /// Neutral events (rotate twice, background, open and close a menu …) inserted into a seed, likewise.
    Neutral {
        /// Which events of the trace were inserted.
        inserted: std::ops::Range<usize>,
    },
    /// Data properties of these functions.
    Property {
        /// The functions involved, such as `create` and `search`.
        functions: &'static [&'static str],
    },
}

impl Oracle {
    /// The name in lists.
    pub fn name(&self) -> &'static str {
        match self {
            Oracle::Crash => "crash",
            Oracle::Independence { .. } => "independence",
            Oracle::Neutral { .. } => "neutral",
            Oracle::Property { .. } => "property",
        }
    }

    /// Which events of the trace were inserted, where the evidence is a seed and a mutant.
    pub fn inserted(&self) -> Option<std::ops::Range<usize>> {
        match self {
            Oracle::Independence { inserted } | Oracle::Neutral { inserted } => Some(inserted.clone()),
            Oracle::Crash | Oracle::Property { .. } => None,
        }
    }
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

/// Something in an app that is no bug and fools a careless tool.
#[derive(Debug)]
pub struct Trap {
    /// What it fools tools with.
    pub kind: TrapKind,
    /// Where it is, in a line.
    pub place: &'static str,
}

/// The classes in which the papers' tools were fooled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrapKind {
    /// Views that look independent and are not.
    LooksIndependent,
    /// Pages of one layout with different meaning, such as tabs.
    SameLayout,
    /// A loop that seems to return and does not.
    FalseLoop,
    /// A label that changes by itself: a clock, a counter, a relative date.
    ChangesByItself,
    /// A list that reorders.
    Reorders,
    /// What loads late.
    LoadsLate,
    /// A random tip.
    RandomTip,
    /// A toast.
    Toast,
    /// An animation that never rests.
    NeverRests,
}

impl TrapKind {
    /// The name in lists.
    pub fn name(self) -> &'static str {
        match self {
            TrapKind::LooksIndependent => "looks independent",
            TrapKind::SameLayout => "same layout",
            TrapKind::FalseLoop => "false loop",
            TrapKind::ChangesByItself => "changes by itself",
            TrapKind::Reorders => "reorders",
            TrapKind::LoadsLate => "loads late",
            TrapKind::RandomTip => "random tip",
            TrapKind::Toast => "toast",
            TrapKind::NeverRests => "never rests",
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
