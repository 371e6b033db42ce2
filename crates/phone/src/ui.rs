//! The toolkit apps draw with: each call adds widgets in document order, as Android's own would look in a dump.
//!
//! Widgets go straight into one array, texts into one buffer and messages into another, all kept from frame to
//! frame: drawing a page allocates next to nothing, which is where the phone's speed comes from.

use std::fmt::{Display, Write as _};

use skink_gui::{Bounds, Direction, Flags};

use crate::app::Manifest;
use crate::cx::World;

/// How a widget arranges what is inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrange {
    /// Nothing inside.
    Leaf,
    /// From top to bottom.
    Column,
    /// From left to right.
    Row,
    /// On top of each other.
    Stack,
    /// A column that scrolls.
    Scroll,
    /// Rows of equal height of which only the visible ones exist.
    List { row: i32, rows: i32 },
}

/// What a widget looks like in pictures, whatever class it says it has. Screens do not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nothing of its own: what is inside shows.
    Plain,
    Text,
    /// The heading of a page or dialog.
    Title,
    /// What stands below a text and explains it.
    Summary,
    Button,
    Icon,
    Image,
    Field,
    Check,
    Switch,
    Radio,
    Toolbar,
    Card,
    Tabs,
    Tab,
    Fab,
    /// The row of a dialog's buttons.
    Actions,
    /// A line of a menu.
    Entry,
    DrawerHead,
    DrawerEntry,
    Preference,
    Progress,
}

/// How large a widget is in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// As large as what is inside it.
    Wrap,
    /// What is left, shared with others that fill.
    Fill,
    /// So many pixels.
    Fixed(i32),
}

/// Where a smaller widget stands in a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gravity {
    Start,
    Center,
    TopEnd,
    BottomEnd,
}

/// A part of the text buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Index into the handlers, or none.
pub(crate) type HandlerId = Option<std::num::NonZeroU32>;

#[derive(Clone, Copy)]
pub(crate) struct Raw {
    pub(crate) class: &'static str,
    pub(crate) id: &'static str,
    pub(crate) text: Span,
    pub(crate) desc: Span,
    pub(crate) hint: Span,
    pub(crate) flags: Flags,
    pub(crate) arrange: Arrange,
    pub(crate) look: Look,
    pub(crate) width: Size,
    pub(crate) height: Size,
    pub(crate) gravity: Gravity,
    pub(crate) padding: i32,
    pub(crate) tap: HandlerId,
    pub(crate) long: HandlerId,
    pub(crate) typed: HandlerId,
    pub(crate) enter: HandlerId,
    pub(crate) before: HandlerId,
    pub(crate) after: HandlerId,
    /// Where the content of a scrolling widget stands; for a row of a list, its number.
    pub(crate) offset: i32,
    /// For a field, how many fields of the same id stand before it on the page.
    pub(crate) nth: u32,
    pub(crate) parent: u32,
    pub(crate) end: u32,
    /// Set by layout: natural size, place, and what of it can be seen.
    pub(crate) natural: (i32, i32),
    pub(crate) bounds: Bounds,
    pub(crate) seen: Bounds,
}

pub(crate) enum Handler<M> {
    Message(M),
    Text(fn(String) -> M),
}

/// What a page looked like when it was drawn last.
pub(crate) struct Frame<M> {
    pub(crate) nodes: Vec<Raw>,
    pub(crate) texts: String,
    pub(crate) handlers: Vec<Handler<M>>,
    /// What the Menu key does: what the overflow button does.
    pub(crate) menu_key: HandlerId,
    pub(crate) busy: bool,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { nodes: Vec::new(), texts: String::new(), handlers: Vec::new(), menu_key: None, busy: false }
    }
}

impl<M> Frame<M> {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.texts.clear();
        self.handlers.clear();
        self.menu_key = None;
        self.busy = false;
    }

    pub(crate) fn text(&self, span: Span) -> &str {
        &self.texts[span.start as usize..span.end as usize]
    }
}

/// Which field of a page: its id, and how many of that id stand before it. Toolkits without ids have many fields
/// of the empty one.
pub(crate) type Focus = (&'static str, u32);

/// What the toolkit remembers of a page from frame to frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViewState {
    pub(crate) scrolls: Vec<Scroll>,
    /// The field that has the focus; the keyboard is up while there is one and it was not put down.
    pub(crate) focus: Option<Focus>,
    pub(crate) keyboard: bool,
}

impl ViewState {
    /// Moves what is shown by most of a page, down or up; says whether that reached the lower end.
    pub(crate) fn scroll(&mut self, id: &str, down: bool) -> bool {
        let Some(scroll) = self.scrolls.iter_mut().find(|s| s.id == id) else { return false };
        let page = scroll.view * 3 / 4;
        let to = if down { scroll.offset + page } else { scroll.offset - page };
        scroll.offset = to.min(scroll.content - scroll.view).max(0);
        down && scroll.offset >= scroll.content - scroll.view
    }
}

/// Where a scrolling widget stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scroll {
    pub(crate) id: &'static str,
    pub(crate) offset: i32,
    pub(crate) view: i32,
    pub(crate) content: i32,
}

/// The button at the left of a toolbar.
pub enum Nav<M> {
    /// None.
    None,
    /// The arrow that closes the page.
    Up(M),
    /// The three lines that open the drawer.
    Drawer(M),
}

/// Draws one page.
pub struct Ui<'a, M> {
    pub(crate) frame: &'a mut Frame<M>,
    pub(crate) world: &'a mut World,
    pub(crate) manifest: &'static Manifest,
    pub(crate) state: &'a ViewState,
    pub(crate) parent: u32,
    pub(crate) screen_height: i32,
}

pub(crate) const NO_PARENT: u32 = u32::MAX;

/// Sizes in pixels at 240 dpi: 1 dp is 1.5 px.
const BAR: i32 = 84;
const TOUCH: i32 = 72;
const LINE: i32 = 36;
/// Pixels a character of body text takes on average.
const CHAR: i32 = 12;

impl<M> Ui<'_, M> {
    fn span(&mut self, text: impl Display) -> Span {
        let start = self.frame.texts.len() as u32;
        let _ = write!(self.frame.texts, "{text}");
        Span { start, end: self.frame.texts.len() as u32 }
    }

    fn push(&mut self, class: &'static str, id: &'static str, arrange: Arrange) -> usize {
        let at = self.frame.nodes.len();
        self.frame.nodes.push(Raw {
            class,
            id,
            text: Span::default(),
            desc: Span::default(),
            hint: Span::default(),
            flags: Flags::ENABLED,
            arrange,
            look: Look::Plain,
            width: Size::Wrap,
            height: Size::Wrap,
            gravity: Gravity::Start,
            padding: 0,
            tap: None,
            long: None,
            typed: None,
            enter: None,
            before: None,
            after: None,
            offset: 0,
            nth: 0,
            parent: self.parent,
            end: at as u32 + 1,
            natural: (0, 0),
            bounds: Bounds::default(),
            seen: Bounds::default(),
        });
        at
    }

    fn node(&mut self, at: usize) -> Node<'_, M> {
        Node {
            raw: &mut self.frame.nodes[at],
            handlers: &mut self.frame.handlers,
            texts: &mut self.frame.texts,
        }
    }

    fn leaf(&mut self, class: &'static str, id: &'static str, text: impl Display, size: (i32, i32)) -> usize {
        let at = self.push(class, id, Arrange::Leaf);
        let text = self.span(text);
        let raw = &mut self.frame.nodes[at];
        raw.text = text;
        raw.natural = (size.0 + CHAR * (text.end - text.start) as i32, size.1);
        at
    }

    fn looks(&mut self, at: usize, look: Look) -> Node<'_, M> {
        self.frame.nodes[at].look = look;
        self.node(at)
    }

    fn inside(&mut self, at: usize, content: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.parent, at as u32);
        content(self);
        self.parent = outer;
        self.frame.nodes[at].end = self.frame.nodes.len() as u32;
    }

    /// A container of any class.
    pub(crate) fn container(
        &mut self,
        class: &'static str,
        id: &'static str,
        arrange: Arrange,
        content: impl FnOnce(&mut Self),
    ) -> Node<'_, M> {
        let at = self.push(class, id, arrange);
        self.inside(at, content);
        self.node(at)
    }

    /// Widgets from top to bottom.
    pub fn column(&mut self, id: &'static str, content: impl FnOnce(&mut Self)) -> Node<'_, M> {
        self.container("android.widget.LinearLayout", id, Arrange::Column, content)
    }

    /// Widgets from left to right.
    pub fn row(&mut self, id: &'static str, content: impl FnOnce(&mut Self)) -> Node<'_, M> {
        self.container("android.widget.LinearLayout", id, Arrange::Row, content)
    }

    /// Widgets on top of each other.
    pub fn stack(&mut self, id: &'static str, content: impl FnOnce(&mut Self)) -> Node<'_, M> {
        self.container("android.widget.FrameLayout", id, Arrange::Stack, content)
    }

    /// A card around a column.
    pub fn card(&mut self, id: &'static str, content: impl FnOnce(&mut Self)) -> Node<'_, M> {
        let card = self.container("androidx.cardview.widget.CardView", id, Arrange::Column, content);
        card.raw.padding = 12;
        card.raw.look = Look::Card;
        card
    }

    /// A text.
    pub fn text(&mut self, id: &'static str, text: impl Display) -> Node<'_, M> {
        let at = self.leaf("android.widget.TextView", id, text, (24, LINE));
        self.looks(at, Look::Text)
    }

    /// A button with a label.
    pub fn button(&mut self, id: &'static str, label: impl Display) -> Node<'_, M> {
        let at = self.leaf("android.widget.Button", id, label, (48, TOUCH));
        self.looks(at, Look::Button)
    }

    /// A button with a picture; `desc` says what it does.
    pub fn icon(&mut self, id: &'static str, desc: impl Display) -> Node<'_, M> {
        let at = self.leaf("android.widget.ImageButton", id, "", (TOUCH, TOUCH));
        let desc = self.span(desc);
        self.frame.nodes[at].desc = desc;
        self.looks(at, Look::Icon)
    }

    /// A picture; `desc` says what it shows.
    pub fn image(&mut self, id: &'static str, desc: impl Display) -> Node<'_, M> {
        let at = self.leaf("android.widget.ImageView", id, "", (TOUCH, TOUCH));
        let desc = self.span(desc);
        self.frame.nodes[at].desc = desc;
        self.looks(at, Look::Image)
    }

    /// A round button that floats at the bottom right; only inside a stack.
    pub fn fab(&mut self, id: &'static str, desc: impl Display) -> Node<'_, M> {
        let fab = self.icon(id, desc);
        fab.raw.gravity = Gravity::BottomEnd;
        fab.raw.width = Size::Fixed(96);
        fab.raw.height = Size::Fixed(96);
        fab.raw.look = Look::Fab;
        fab
    }

    /// A text field; `Node::typed` says what typing does.
    pub fn field(&mut self, id: &'static str, value: impl Display, hint: impl Display) -> Node<'_, M> {
        let at = self.leaf("android.widget.EditText", id, value, (48, TOUCH));
        let hint = self.span(hint);
        let others = self.frame.nodes.iter().filter(|n| n.flags.contains(Flags::EDITABLE) && n.id == id);
        let nth = others.count() as u32;
        let focused = self.state.focus == Some((id, nth));
        let raw = &mut self.frame.nodes[at];
        raw.nth = nth;
        raw.hint = hint;
        raw.flags |= Flags::EDITABLE | Flags::FOCUSABLE | Flags::CLICKABLE | Flags::LONG_CLICKABLE;
        raw.flags.set(Flags::FOCUSED, focused);
        raw.width = Size::Fill;
        self.looks(at, Look::Field)
    }

    fn checkable(
        &mut self,
        (class, look): (&'static str, Look),
        id: &'static str,
        label: impl Display,
        checked: bool,
    ) -> Node<'_, M> {
        let at = self.leaf(class, id, label, (TOUCH, TOUCH));
        let flags = &mut self.frame.nodes[at].flags;
        *flags |= Flags::CHECKABLE;
        flags.set(Flags::CHECKED, checked);
        self.looks(at, look)
    }

    /// A check box.
    pub fn checkbox(&mut self, id: &'static str, label: impl Display, checked: bool) -> Node<'_, M> {
        self.checkable(("android.widget.CheckBox", Look::Check), id, label, checked)
    }

    /// A switch.
    pub fn switch(&mut self, id: &'static str, label: impl Display, on: bool) -> Node<'_, M> {
        self.checkable(("android.widget.Switch", Look::Switch), id, label, on)
    }

    /// A radio button.
    pub fn radio(&mut self, id: &'static str, label: impl Display, chosen: bool) -> Node<'_, M> {
        self.checkable(("android.widget.RadioButton", Look::Radio), id, label, chosen)
    }

    /// A column that scrolls when it is longer than its place.
    pub fn scroll(&mut self, id: &'static str, content: impl FnOnce(&mut Self)) -> Node<'_, M> {
        let at = self.push("android.widget.ScrollView", id, Arrange::Scroll);
        self.frame.nodes[at].offset = self.scroll_offset(id, None);
        self.inside(at, |ui| {
            ui.column("", content);
        });
        self.node(at).fill()
    }

    /// A list of `count` rows, each `height` pixels; only the rows that can be seen are drawn.
    pub fn list(
        &mut self,
        id: &'static str,
        count: usize,
        height: i32,
        mut row: impl FnMut(&mut Self, usize),
    ) -> Node<'_, M> {
        let rows = i32::try_from(count).unwrap_or(i32::MAX / height.max(1));
        let at =
            self.push("androidx.recyclerview.widget.RecyclerView", id, Arrange::List { row: height, rows });
        let offset = self.scroll_offset(id, Some(rows * height));
        self.frame.nodes[at].offset = offset;
        let first = offset / height;
        let last = rows.min(first + self.screen_height / height + 2);
        self.inside(at, |ui| {
            for number in first..last {
                let child = ui.frame.nodes.len();
                row(ui, number as usize);
                debug_assert!(ui.frame.nodes.len() > child, "row {number} of list {id} draws nothing");
                ui.frame.nodes[child].offset = number;
            }
        });
        self.node(at).fill()
    }

    /// Pages side by side, of which one is drawn: `before` and `after` are what scrolling left and right does.
    pub fn pager(
        &mut self,
        id: &'static str,
        before: M,
        after: M,
        content: impl FnOnce(&mut Self),
    ) -> Node<'_, M> {
        let mut node = self.container("androidx.viewpager.widget.ViewPager", id, Arrange::Column, content);
        node.raw.before = node.handler(Handler::Message(before));
        node.raw.after = node.handler(Handler::Message(after));
        node.raw.flags |= Flags::SCROLLABLE;
        node.fill()
    }

    /// Tabs above a page.
    pub fn tabs(&mut self, id: &'static str, titles: &[&str], selected: usize, choose: impl Fn(usize) -> M) {
        let tabs = self.container("android.widget.HorizontalScrollView", id, Arrange::Row, |ui| {
            ui.row("", |ui| {
                for (number, title) in titles.iter().enumerate() {
                    let tab =
                        ui.container("androidx.appcompat.app.ActionBar$Tab", "", Arrange::Column, |ui| {
                            ui.text("", title);
                        });
                    let tab = tab.tap(choose(number)).fill();
                    tab.raw.flags.set(Flags::SELECTED, number == selected);
                    tab.raw.look = Look::Tab;
                }
            })
            .fill();
        });
        tabs.height(TOUCH).raw.look = Look::Tabs;
    }

    /// The bar at the top of a page, with its title and its buttons.
    pub fn toolbar(&mut self, title: impl Display, nav: Nav<M>, actions: impl FnOnce(&mut Self)) {
        let bar = self.container("android.view.ViewGroup", "toolbar", Arrange::Row, |ui| {
            match nav {
                Nav::None => {}
                Nav::Up(msg) => drop(ui.icon("", "Navigate up").tap(msg)),
                Nav::Drawer(msg) => drop(ui.icon("", "Open navigation drawer").tap(msg)),
            }
            ui.text("", title).fill().raw.look = Look::Title;
            ui.container("androidx.appcompat.widget.LinearLayoutCompat", "", Arrange::Row, actions);
        });
        bar.height(BAR).raw.look = Look::Toolbar;
    }

    /// The three dots that open a page's menu; the Menu key does the same.
    pub fn overflow(&mut self, msg: M) {
        let node = self.icon("", "More options").tap(msg);
        let handler = node.raw.tap;
        self.frame.menu_key = handler;
    }

    /// A dialog: a title, what it asks, and its buttons from left to right.
    pub fn dialog(
        &mut self,
        title: impl Display,
        content: impl FnOnce(&mut Self),
        buttons: impl FnOnce(&mut Self),
    ) {
        self.column("parentPanel", |ui| {
            ui.column("topPanel", |ui| {
                ui.text("alertTitle", title).height(60).raw.look = Look::Title;
            });
            // Where room is short the content gives way, not the buttons.
            ui.column("contentPanel", content).fill();
            let row = ui.container("android.widget.ScrollView", "buttonPanel", Arrange::Row, buttons);
            row.raw.look = Look::Actions;
        })
        .pad(18);
    }

    /// The question of a dialog.
    pub fn message(&mut self, text: impl Display) {
        self.text("android:id/message", text);
    }

    /// The button that does what a dialog offers.
    pub fn ok(&mut self, label: impl Display, msg: M) {
        self.button("android:id/button1", label).tap(msg);
    }

    /// The button that leaves a dialog without doing it.
    pub fn cancel(&mut self, label: impl Display, msg: M) {
        self.button("android:id/button2", label).tap(msg);
    }

    /// The entries of a menu.
    pub fn menu(&mut self, entries: impl FnOnce(&mut Self)) {
        self.container("android.widget.ListView", "", Arrange::Column, entries);
    }

    /// An entry of a menu.
    pub fn entry(&mut self, id: &'static str, label: impl Display) -> Node<'_, M> {
        let entry = self.container("android.widget.LinearLayout", "", Arrange::Column, |ui| {
            ui.container("android.widget.RelativeLayout", "", Arrange::Column, |ui| {
                ui.text(id, label);
            });
        });
        entry.raw.look = Look::Entry;
        entry.height(TOUCH)
    }

    /// The entries of a drawer below its heading, in what is left of its height.
    pub fn drawer(&mut self, heading: impl Display, entries: impl FnOnce(&mut Self)) {
        let (view, list) = (
            "com.google.android.material.navigation.NavigationView",
            "androidx.recyclerview.widget.RecyclerView",
        );
        self.container(view, "nav_view", Arrange::Column, |ui| {
            let head = ui.stack("nav_header", |ui| {
                ui.text("", heading).raw.look = Look::Title;
            });
            head.height(150).raw.look = Look::DrawerHead;
            ui.container(list, "design_navigation_view", Arrange::Column, entries).fill();
        })
        .fill();
    }

    /// An entry of a drawer.
    pub fn drawer_entry(&mut self, label: impl Display, selected: bool) -> Node<'_, M> {
        let node =
            self.container("androidx.appcompat.widget.LinearLayoutCompat", "", Arrange::Column, |ui| {
                let at =
                    ui.leaf("android.widget.CheckedTextView", "design_menu_item_text", label, (24, LINE));
                let flags = &mut ui.looks(at, Look::Text).raw.flags;
                *flags |= Flags::CHECKABLE;
                flags.set(Flags::CHECKED, selected);
            });
        node.raw.look = Look::DrawerEntry;
        node.height(TOUCH)
    }

    /// A line of a settings page: title, summary, and perhaps a switch.
    pub fn preference(
        &mut self,
        title: impl Display,
        summary: impl Display,
        switch: Option<bool>,
    ) -> Node<'_, M> {
        let line = self.row("", |ui| {
            ui.container("android.widget.RelativeLayout", "", Arrange::Column, |ui| {
                ui.text("android:id/title", title);
                ui.text("android:id/summary", summary).raw.look = Look::Summary;
            })
            .fill();
            if let Some(on) = switch {
                ui.column("android:id/widget_frame", |ui| {
                    ui.switch("android:id/switch_widget", "", on);
                });
            }
        });
        line.raw.look = Look::Preference;
        line.height(108)
    }

    /// The page moves all the time, as with a spinner: it will be observed as busy.
    pub fn busy(&mut self) {
        let at = self.leaf("android.widget.ProgressBar", "progress", "", (TOUCH, TOUCH));
        self.looks(at, Look::Progress).raw.flags = Flags::ENABLED;
        self.frame.busy = true;
    }

    /// Whether a bug of the manifest is switched on.
    pub fn bug(&self, id: &str) -> bool {
        self.world.bug(self.manifest, id)
    }

    /// Wall clock in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.world.now
    }

    pub(crate) fn notifications(&self) -> &[String] {
        &self.world.notifications
    }

    /// Whether the screen is wider than high.
    pub fn landscape(&self) -> bool {
        self.world.rotation % 2 == 1
    }

    /// Marks a branch as covered: use [`crate::cover!`] and [`crate::branch!`].
    pub fn mark(&mut self, branch: u32) {
        self.world.covered.mark(branch);
    }

    fn scroll_offset(&self, id: &str, content: Option<i32>) -> i32 {
        self.state.scrolls.iter().find(|s| s.id == id).map_or(0, |s| {
            let end = content.unwrap_or(s.content) - s.view;
            s.offset.min(end).max(0)
        })
    }
}

/// A widget that was just added: what it does, and how large it is.
pub struct Node<'a, M> {
    pub(crate) raw: &'a mut Raw,
    handlers: &'a mut Vec<Handler<M>>,
    texts: &'a mut String,
}

impl<M> Node<'_, M> {
    fn handler(&mut self, handler: Handler<M>) -> HandlerId {
        self.handlers.push(handler);
        std::num::NonZeroU32::new(self.handlers.len() as u32)
    }

    /// What a tap does.
    pub fn tap(mut self, msg: M) -> Self {
        self.raw.tap = self.handler(Handler::Message(msg));
        self.raw.flags |= Flags::CLICKABLE | Flags::FOCUSABLE;
        self
    }

    /// What a long tap does.
    pub fn long_tap(mut self, msg: M) -> Self {
        self.raw.long = self.handler(Handler::Message(msg));
        self.raw.flags |= Flags::LONG_CLICKABLE;
        self
    }

    /// What typing into a field does.
    pub fn typed(mut self, msg: fn(String) -> M) -> Self {
        self.raw.typed = self.handler(Handler::Text(msg));
        self
    }

    /// What the keyboard's search or done does.
    pub fn entered(mut self, msg: M) -> Self {
        self.raw.enter = self.handler(Handler::Message(msg));
        self
    }

    /// What reaching the lower end of a list or scroller does, as where more is loaded then.
    pub fn ended(mut self, msg: M) -> Self {
        self.raw.after = self.handler(Handler::Message(msg));
        self
    }

    /// What it says to those who cannot see it.
    pub fn desc(self, text: impl Display) -> Self {
        let start = self.texts.len() as u32;
        let _ = write!(self.texts, "{text}");
        self.raw.desc = Span { start, end: self.texts.len() as u32 };
        self
    }

    /// Whether it can be used.
    pub fn enabled(self, enabled: bool) -> Self {
        self.raw.flags.set(Flags::ENABLED, enabled);
        self
    }

    /// Whether it is selected.
    pub fn selected(self, selected: bool) -> Self {
        self.raw.flags.set(Flags::SELECTED, selected);
        self
    }

    /// Hides what is typed.
    pub fn password(self) -> Self {
        self.raw.flags |= Flags::PASSWORD;
        self
    }

    /// Takes what is left of its container, in both directions.
    pub fn fill(self) -> Self {
        self.raw.width = Size::Fill;
        self.raw.height = Size::Fill;
        self
    }

    /// So many pixels high.
    pub fn height(self, pixels: i32) -> Self {
        self.raw.height = Size::Fixed(pixels);
        self
    }

    /// So many pixels wide.
    pub fn width(self, pixels: i32) -> Self {
        self.raw.width = Size::Fixed(pixels);
        self
    }

    /// Another class than its kind of widget usually has: what toolkits of their own show to others.
    pub fn class(self, class: &'static str) -> Self {
        self.raw.class = class;
        self
    }

    /// Room around what is inside.
    pub fn pad(self, pixels: i32) -> Self {
        self.raw.padding = pixels;
        self
    }
}

/// Which way a finger moves to bring what lies in a direction into view.
pub(crate) fn finger(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}
