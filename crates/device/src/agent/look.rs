//! One look at the device: the trees of its windows, what is in front, and what happened since the last look.
//!
//! A tree is its widgets in document order, each with its depth, so that the device can write while it walks.
//! Texts come first, each once, and are named by their place. A window's tree is kept as the screen that it is when it
//! stands alone; [`Look::observation`] puts together those that a user of the app in front can touch.

use bitflags::bitflags;
use skink_gui::{
    Bounds, Flags, Header, MAX_DEPTH, MAX_TEXT, MAX_WIDGETS, Screen, ScreenBuilder, WidgetSpec, WindowKind,
};
use skink_trace::Observation;

use super::notice::{Notice, NoticeKind};
use super::request::{Start, put_bounds, read_bounds};
use super::wire::{MAX_FRAME, Reader, WireError, put, put_signed, put_text};

/// What became of the act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Performed {
    /// It was done, or nothing was asked.
    Done,
    /// Android did not take it: the screen is off, or the point is not on it.
    Refused,
    /// The call did not come back in time: the app does not take input. It may still be done later.
    Blocked,
    /// There was no field to type into.
    NoField,
    /// The field did not take this text.
    NoText,
}

impl Performed {
    const ALL: [Performed; 5] =
        [Performed::Done, Performed::Refused, Performed::Blocked, Performed::NoField, Performed::NoText];
}

/// Whether there was a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeState {
    /// There was.
    Seen,
    /// Android gave none: an app that draws its first window, a window that just went. Look again.
    Absent,
    /// The app did not answer in time. Look again; if it stays so, the app hangs.
    Blocked,
}

impl TreeState {
    const ALL: [TreeState; 3] = [TreeState::Seen, TreeState::Absent, TreeState::Blocked];
}

bitflags! {
    /// What of the trees is missing.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Cut: u8 {
        /// Widgets beyond the number asked for.
        const WIDGETS = 1;
        /// Widgets nested too deep.
        const DEPTH = 1 << 1;
        /// Ends of long texts.
        const TEXT = 1 << 2;
        /// Widgets that were not read when the time was over.
        const TIME = 1 << 3;
        /// The tree is of an older window: a newer one was announced but could not be seen.
        const LAGS = 1 << 4;
    }
}

/// Where the time went, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timings {
    /// Acting.
    pub perform: u32,
    /// Waiting for rest.
    pub settle: u32,
    /// Reading the trees.
    pub look: u32,
}

/// One window.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Android's number for it.
    pub id: i32,
    /// What it is.
    pub kind: WindowKind,
    /// It is the one that a dump of the active window would show.
    pub active: bool,
    /// It has the input focus.
    pub focused: bool,
    /// Its place in depth; higher is nearer.
    pub layer: i32,
    /// Android's display number.
    pub display: u32,
    /// Its title, where Android tells.
    pub title: String,
    /// Class that announced it, such as `android.app.AlertDialog`; empty where it was not seen to come.
    pub class: String,
    /// Whose it is: the package of its first root.
    pub package: String,
    /// Where it is.
    pub bounds: Bounds,
    /// Its widgets, headed as if it were the one in front.
    pub tree: Screen,
}

/// One look at the device.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// What became of the act.
    pub performed: Performed,
    /// The screen never came to rest within the bound.
    pub busy: bool,
    /// Where the time went.
    pub timings: Timings,
    /// Events that Android sent since the last look.
    pub events: u32,
    /// Quarter turns, 0 to 3.
    pub rotation: u8,
    /// Width of the display as it is turned now.
    pub width: u32,
    /// Height of the display as it is turned now.
    pub height: u32,
    /// Package of the activity in front; empty where unknown.
    pub package: String,
    /// The activity in front, with its package spelled out; empty where unknown.
    pub activity: String,
    /// Whether there was a tree.
    pub tree: TreeState,
    /// What of the trees is missing.
    pub cut: Cut,
    /// Toasts since the last look.
    pub toasts: Vec<String>,
    /// Crashes and hangs since the last look.
    pub notices: Vec<Notice>,
    /// Activity starts since the last look.
    pub starts: Vec<Start>,
    /// The windows that could be seen.
    pub windows: Vec<Window>,
}

/// How many windows a look may have: a phone has less than ten.
const MAX_WINDOWS: usize = 100;

impl Look {
    /// A look at one window, on which nothing else happened: what a device served from Rust sends.
    pub fn of(screen: &Screen) -> Look {
        let bounds = screen.roots().map(|root| root.bounds()).next().unwrap_or_default();
        Look {
            performed: Performed::Done,
            busy: false,
            timings: Timings::default(),
            events: 0,
            rotation: screen.rotation(),
            width: bounds.width().max(0) as u32,
            height: bounds.height().max(0) as u32,
            package: screen.package().to_owned(),
            activity: screen.activity().to_owned(),
            tree: TreeState::Seen,
            cut: Cut::empty(),
            toasts: Vec::new(),
            notices: Vec::new(),
            starts: Vec::new(),
            windows: vec![Window {
                id: 1,
                kind: screen.window(),
                active: true,
                focused: true,
                layer: 0,
                display: screen.roots().map(|root| root.display()).next().unwrap_or_default(),
                title: String::new(),
                class: String::new(),
                package: screen.package().to_owned(),
                bounds,
                tree: screen.clone(),
            }],
        }
    }

    /// The window in front: the active one, or the first where none is marked.
    pub fn front(&self) -> Option<&Window> {
        self.windows.iter().find(|w| w.active && !w.tree.is_empty()).or_else(|| self.windows.first())
    }

    /// Whether an app began to hang and its stacks are still being written.
    pub fn hanging(&self) -> bool {
        let hangs = |n: &Notice| n.kind == NoticeKind::EarlyAnr;
        self.performed == Performed::Blocked || self.notices.iter().any(hangs)
    }

    /// What was seen, as every device tells it.
    pub fn observation(&self) -> Observation {
        Observation {
            screen: self.screen(),
            busy: self.busy,
            crashes: self.notices.iter().filter_map(Notice::crash).collect(),
            toasts: self.toasts.clone(),
            covered: Vec::new(),
        }
    }

    /// The window in front, followed by other windows of the same app on the same display (a list under a field is a
    /// window of its own), nearest first. As in a dump, the foreground package is that of the front window. Keyboards
    /// and the system's bars are left out, unless they are in front.
    pub fn screen(&self) -> Screen {
        let Some(front) = self.front() else {
            return ScreenBuilder::new().finish(&self.header(&self.package, WindowKind::Page));
        };
        let package = if front.package.is_empty() { &self.package } else { &front.package };
        let header = self.header(package, front.kind);
        let mut others: Vec<&Window> = self
            .windows
            .iter()
            .filter(|w| w.id != front.id && w.display == front.display && !w.tree.is_empty())
            .filter(|w| w.package == front.package)
            .filter(|w| matches!(w.kind, WindowKind::Page | WindowKind::Dialog | WindowKind::Menu))
            .collect();
        if others.is_empty() && is_headed(&front.tree, &header) {
            return front.tree.clone();
        }
        others.sort_by_key(|w| std::cmp::Reverse(w.layer));
        let mut builder = ScreenBuilder::new();
        for window in std::iter::once(front).chain(others) {
            copy(&window.tree, &mut builder);
        }
        builder.finish(&header)
    }

    fn header<'a>(&'a self, package: &'a str, window: WindowKind) -> Header<'a> {
        let look =
            Header { package: &self.package, activity: &self.activity, window, rotation: self.rotation };
        header_of(look, package, window)
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let mut texts = Texts::default();
        let mut body = Vec::new();
        self.encode_body(&mut body, &mut texts);
        put(out, texts.list.len() as u32);
        for text in &texts.list {
            put_text(out, text);
        }
        out.extend_from_slice(&body);
    }

    /// Texts get their places in the order in which the device comes upon them: the windows first. So both sides write
    /// the same bytes.
    fn encode_body<'a>(&'a self, out: &mut Vec<u8>, texts: &mut Texts<'a>) {
        let mut windows = Vec::new();
        for window in &self.windows {
            encode_window(window, &mut windows, texts);
        }
        out.extend([self.performed as u8, u8::from(self.busy)]);
        for n in [self.timings.perform, self.timings.settle, self.timings.look, self.events] {
            put(out, n);
        }
        out.push(self.rotation);
        put(out, self.width);
        put(out, self.height);
        texts.put(out, &self.package);
        texts.put(out, &self.activity);
        out.extend([self.tree as u8, self.cut.bits()]);
        put(out, self.toasts.len() as u32);
        for toast in &self.toasts {
            texts.put(out, toast);
        }
        put(out, self.notices.len() as u32);
        for notice in &self.notices {
            out.push(notice.kind as u8);
            texts.put(out, &notice.process);
            put(out, notice.pid);
            for text in [&notice.short, &notice.long, &notice.stack] {
                texts.put(out, text);
            }
        }
        put(out, self.starts.len() as u32);
        for start in &self.starts {
            texts.put(out, &start.package);
            out.push(u8::from(start.refused));
        }
        put(out, self.windows.len() as u32);
        out.extend_from_slice(&windows);
    }

    pub(super) fn decode(r: &mut Reader<'_>) -> Result<Look, WireError> {
        let texts = read_texts(r)?;
        let performed = r.byte()?;
        let Some(performed) = Performed::ALL.get(usize::from(performed)).copied() else {
            return r.fail("an unknown outcome");
        };
        let busy = r.flag()?;
        let timings = Timings { perform: r.number()?, settle: r.number()?, look: r.number()? };
        let events = r.number()?;
        let rotation = r.byte()?;
        if rotation > 3 {
            return r.fail("more than three quarter turns");
        }
        let (width, height) = (r.number()?, r.number()?);
        let (package, activity) = (texts.owned(r)?, texts.owned(r)?);
        let tree = r.byte()?;
        let Some(tree) = TreeState::ALL.get(usize::from(tree)).copied() else {
            return r.fail("an unknown state of the tree");
        };
        let Some(cut) = Cut::from_bits(r.byte()?) else { return r.fail("an unknown cut") };
        let toasts = (0..r.count()?).map(|_| texts.owned(r)).collect::<Result<_, _>>()?;
        let notices = (0..r.count()?).map(|_| read_notice(r, &texts)).collect::<Result<_, _>>()?;
        let starts = (0..r.count()?)
            .map(|_| Ok(Start { package: texts.owned(r)?, refused: r.flag()? }))
            .collect::<Result<_, _>>()?;
        let count = r.count()?;
        if count > MAX_WINDOWS {
            return r.fail("too many windows");
        }
        let mut widgets = MAX_WIDGETS;
        let header = Header { package: &package, activity: &activity, window: WindowKind::Page, rotation };
        let windows =
            (0..count).map(|_| read_window(r, &texts, &mut widgets, header)).collect::<Result<_, _>>()?;
        Ok(Look {
            performed,
            busy,
            timings,
            events,
            rotation,
            width,
            height,
            package,
            activity,
            tree,
            cut,
            toasts,
            notices,
            starts,
            windows,
        })
    }
}

/// What is said of a window of that owner and kind. One app's activity is not another's, except that the system's
/// windows and the keyboard stand before it.
fn header_of<'a>(look: Header<'a>, package: &'a str, window: WindowKind) -> Header<'a> {
    let stands_before = matches!(window, WindowKind::System | WindowKind::Keyboard);
    let activity = if stands_before || package == look.package { look.activity } else { "" };
    Header { package, activity, window, ..look }
}

/// Whether the screen says the same of what is in front.
fn is_headed(screen: &Screen, header: &Header<'_>) -> bool {
    let own = screen.header();
    (own.package, own.activity, own.window, own.rotation)
        == (header.package, header.activity, header.window, header.rotation)
}

/// Adds all widgets of a tree, as they nest there.
fn copy(tree: &Screen, to: &mut ScreenBuilder) {
    let base = to.depth();
    for widget in tree.widgets() {
        let depth = base + widget.ancestors().count();
        while to.depth() > depth {
            to.close();
        }
        to.open(&widget.spec());
    }
    while to.depth() > base {
        to.close();
    }
}

fn encode_window<'a>(window: &'a Window, out: &mut Vec<u8>, texts: &mut Texts<'a>) {
    let mut tree = Vec::new();
    put(&mut tree, window.tree.len() as u32);
    for widget in window.tree.widgets() {
        put(&mut tree, widget.ancestors().count() as u32);
        let w = widget.spec();
        for text in [w.class, w.id, w.text, w.desc, w.hint, w.package] {
            texts.put(&mut tree, text);
        }
        put_bounds(&mut tree, w.bounds);
        put(&mut tree, u32::from(w.flags.bits()));
        put(&mut tree, w.index);
        put(&mut tree, w.drawing_order);
    }
    put_signed(out, window.id);
    out.extend([window.kind as u8, u8::from(window.active), u8::from(window.focused)]);
    put_signed(out, window.layer);
    put(out, window.display);
    texts.put(out, &window.title);
    texts.put(out, &window.class);
    texts.put(out, &window.package);
    put_bounds(out, window.bounds);
    out.extend_from_slice(&tree);
}

fn read_notice(r: &mut Reader<'_>, texts: &TextTable<'_>) -> Result<Notice, WireError> {
    let kind = r.byte()?;
    Ok(Notice {
        kind: NoticeKind::from_byte(kind).map_or_else(|| r.fail("an unknown notice"), Ok)?,
        process: texts.owned(r)?,
        pid: r.number()?,
        short: texts.owned(r)?,
        long: texts.owned(r)?,
        stack: texts.owned(r)?,
    })
}

fn read_window(
    r: &mut Reader<'_>,
    texts: &TextTable<'_>,
    widgets: &mut usize,
    look: Header<'_>,
) -> Result<Window, WireError> {
    let id = r.signed()?;
    let kind = r.byte()?;
    let Some(&(kind, _)) = WindowKind::ALL.get(usize::from(kind)) else {
        return r.fail("an unknown kind of window");
    };
    let (active, focused) = (r.flag()?, r.flag()?);
    let layer = r.signed()?;
    let display = r.number()?;
    let (title, class, package) = (texts.owned(r)?, texts.owned(r)?, texts.owned(r)?);
    let bounds = read_bounds(r)?;
    let owner = if package.is_empty() { look.package } else { &package };
    let tree = read_tree(r, texts, widgets, display, &header_of(look, owner, kind))?;
    Ok(Window { id, kind, active, focused, layer, display, title, class, package, bounds, tree })
}

fn read_tree(
    r: &mut Reader<'_>,
    texts: &TextTable<'_>,
    widgets: &mut usize,
    display: u32,
    header: &Header<'_>,
) -> Result<Screen, WireError> {
    let count = r.count()?;
    if count > *widgets {
        return r.fail("too many widgets");
    }
    *widgets -= count;
    let mut builder = ScreenBuilder::new();
    for _ in 0..count {
        let depth = r.number()? as usize;
        if depth > builder.depth() || depth >= MAX_DEPTH {
            return r.fail("a tree that does not nest");
        }
        while builder.depth() > depth {
            builder.close();
        }
        builder.open(&WidgetSpec {
            class: texts.get(r)?,
            id: texts.get(r)?,
            text: texts.get(r)?,
            desc: texts.get(r)?,
            hint: texts.get(r)?,
            package: texts.get(r)?,
            bounds: read_bounds(r)?,
            flags: Flags::from_bits_truncate(r.number()? as u16),
            index: r.number()?,
            drawing_order: r.number()?,
            display,
        });
    }
    Ok(builder.finish(header))
}

/// Texts in the order in which they were first named; the first is the empty one.
struct Texts<'a> {
    list: Vec<&'a str>,
    known: std::collections::BTreeMap<&'a str, u32>,
}

impl Default for Texts<'_> {
    fn default() -> Self {
        Self { list: vec![""], known: [("", 0)].into() }
    }
}

impl<'a> Texts<'a> {
    /// Names a text; of one that is longer than a reader takes, only the beginning.
    fn put(&mut self, out: &mut Vec<u8>, text: &'a str) {
        let text = &text[..text.floor_char_boundary(MAX_TEXT)];
        let next = self.list.len() as u32;
        let place = *self.known.entry(text).or_insert(next);
        if place == next {
            self.list.push(text);
        }
        put(out, place);
    }
}

/// The texts of a frame that is being read.
struct TextTable<'a> {
    list: Vec<&'a str>,
    /// How much text may still be named: one long text named by every widget must not keep us busy for ever.
    left: std::cell::Cell<usize>,
}

impl<'a> TextTable<'a> {
    fn get(&self, r: &mut Reader<'_>) -> Result<&'a str, WireError> {
        let place = r.number()? as usize;
        let Some(text) = self.list.get(place).copied() else { return r.fail("an unknown text") };
        match self.left.get().checked_sub(text.len()) {
            Some(left) => self.left.set(left),
            None => return r.fail("too much text"),
        }
        Ok(text)
    }

    fn owned(&self, r: &mut Reader<'_>) -> Result<String, WireError> {
        Ok(self.get(r)?.to_owned())
    }
}

fn read_texts<'a>(r: &mut Reader<'a>) -> Result<TextTable<'a>, WireError> {
    let count = r.count()?;
    let mut list = Vec::with_capacity(count.min(4096));
    for _ in 0..count {
        let text = r.text()?;
        if text.len() > MAX_TEXT {
            return r.fail("a text too long");
        }
        list.push(text);
    }
    Ok(TextTable { list, left: std::cell::Cell::new(MAX_FRAME) })
}
