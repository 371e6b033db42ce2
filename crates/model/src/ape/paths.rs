//! What the model keeps of a screen: the full attribute paths of the widgets something can be done to
//! (section II-B), as a tree of those widgets and what contains them.
//!
//! Departures: the attributes of a type are class and resource id, as in the paper's tool. In a list, a leaf
//! that shows something inside a clickable row is tapped in the row's stead: the tap arrives at the same
//! place, and the row itself has no text by which it could be told from its neighbours.

use skink_gui::{Direction, Enabled, Flags, Screen, Selector, Widget, WidgetId, enabled};

use super::reducer::Reducer;
use super::words::{Element, NONE, Words};

/// Texts are told apart by so many bytes.
const TEXT: usize = 64;

/// What is done, apart from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A tap.
    Tap,
    /// A long tap.
    LongTap,
    /// Typing.
    Type,
    /// Scrolling up.
    Up,
    /// Scrolling down.
    Down,
    /// Scrolling left.
    Left,
    /// Scrolling right.
    Right,
    /// The key Back.
    Back,
    /// The key Menu.
    Menu,
}

impl Kind {
    /// What is done to widgets.
    pub const ON_WIDGETS: [Self; 7] =
        [Self::Tap, Self::LongTap, Self::Type, Self::Up, Self::Down, Self::Left, Self::Right];

    /// The kind of what a widget enables.
    pub fn of(enabled: Enabled) -> Self {
        match enabled {
            Enabled::Tap(_) => Self::Tap,
            Enabled::LongTap(_) => Self::LongTap,
            Enabled::Type(_) => Self::Type,
            Enabled::Scroll(_, Direction::Up) => Self::Up,
            Enabled::Scroll(_, Direction::Down) => Self::Down,
            Enabled::Scroll(_, Direction::Left) => Self::Left,
            Enabled::Scroll(_, Direction::Right) => Self::Right,
        }
    }

    /// What it is on that widget; `None` for keys.
    pub fn on(self, widget: WidgetId) -> Option<Enabled> {
        Some(match self {
            Self::Tap => Enabled::Tap(widget),
            Self::LongTap => Enabled::LongTap(widget),
            Self::Type => Enabled::Type(widget),
            Self::Up => Enabled::Scroll(widget, Direction::Up),
            Self::Down => Enabled::Scroll(widget, Direction::Down),
            Self::Left => Enabled::Scroll(widget, Direction::Left),
            Self::Right => Enabled::Scroll(widget, Direction::Right),
            Self::Back | Self::Menu => return None,
        })
    }

    const fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// A rule of the user: the widgets that the selector finds keep these attributes, whatever is learned. The
/// paper lets such rules stand in the initial tree, whose nodes are not changed (section III-C); here nothing
/// is branched off from them either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Which widgets.
    pub widget: Selector,
    /// What counts.
    pub by: Reducer,
}

/// One widget that is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The widget around it; `NONE` for the outermost.
    pub(super) parent: u32,
    /// All its attributes.
    pub(super) full: Element,
    kinds: u16,
    pub(super) widget: WidgetId,
    /// Its text, where it has one and all of it is kept.
    pub(super) shows: u32,
    /// What the user's rules say of it.
    pub(super) ruled: Option<Reducer>,
}

impl Node {
    pub(super) fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        let kinds = self.kinds;
        Kind::ON_WIDGETS.into_iter().filter(move |kind| kinds & kind.bit() != 0)
    }
}

/// The widgets of a screen that matter to the model, in document order.
pub struct Gui {
    pub(super) nodes: Box<[Node]>,
    /// Package, activity and window.
    pub(super) place: u32,
}

impl Gui {
    /// Reads a screen; the first rule that finds a widget counts.
    pub fn of(screen: &Screen, rules: &[Rule], words: &mut Words) -> Self {
        let kinds = kinds(screen);
        let mut kept: Vec<bool> = kinds.iter().map(|kinds| *kinds != 0).collect();
        for widget in screen.widgets().rev() {
            if let Some(parent) = widget.parent().filter(|_| kept[widget.id().index()]) {
                kept[parent.id().index()] = true;
            }
        }
        let mut numbers = vec![NONE; screen.len()];
        let mut nodes = Vec::new();
        for widget in screen.widgets().filter(|widget| kept[widget.id().index()]) {
            let at = widget.id().index();
            numbers[at] = nodes.len() as u32;
            let parent = widget.parent().map_or(NONE, |parent| numbers[parent.id().index()]);
            let full = full(&widget, words);
            let whole = !widget.text().is_empty() && widget.text().len() <= TEXT;
            let shows = if whole { words.word(widget.text()) } else { NONE };
            let ruled = rules.iter().find(|rule| rule.widget.matches(&widget)).map(|rule| rule.by);
            nodes.push(Node { parent, full, kinds: kinds[at], widget: widget.id(), shows, ruled });
        }
        let place = format!("{}/{} {}", screen.package(), screen.activity(), screen.window().name());
        Self { nodes: nodes.into(), place: words.word(&place) }
    }

    /// The node of a widget, if it was kept.
    pub(super) fn node(&self, widget: WidgetId) -> Option<u32> {
        self.nodes.binary_search_by_key(&widget, |node| node.widget).ok().map(|at| at as u32)
    }
}

/// What can be done to each widget.
fn kinds(screen: &Screen) -> Vec<u16> {
    let mut kinds = vec![0; screen.len()];
    for enabled in enabled(screen) {
        kinds[enabled.widget().index()] |= Kind::of(enabled).bit();
    }
    let labels: Vec<_> = screen.widgets().filter_map(|widget| Some((widget.id(), row(&widget)?))).collect();
    for (label, row) in labels {
        kinds[label.index()] |= Kind::Tap.bit();
        kinds[row.index()] &= !Kind::Tap.bit();
    }
    kinds
}

/// The clickable row of a list that a leaf with something to read lies in.
fn row(leaf: &Widget<'_>) -> Option<WidgetId> {
    let reads = !leaf.text().is_empty() || !leaf.desc().is_empty();
    let idle = !leaf.flags().intersects(Flags::CLICKABLE | Flags::EDITABLE | Flags::SCROLLABLE);
    if !leaf.is_leaf() || !reads || !idle || !leaf.is(Flags::ENABLED) || leaf.bounds().is_empty() {
        return None;
    }
    let row = leaf.ancestors().find(|around| around.is(Flags::CLICKABLE | Flags::ENABLED))?;
    row.ancestors().any(|around| around.is(Flags::SCROLLABLE)).then(|| row.id())
}

fn full(widget: &Widget<'_>, words: &mut Words) -> Element {
    let text = if widget.text().is_empty() { widget.desc() } else { widget.text() };
    let end = (0..=TEXT.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let text = &text[..end];
    let text = if widget.is(Flags::CHECKED) { words.word(&format!("{text} ✓")) } else { words.word(text) };
    Element {
        class: words.word(widget.class()),
        id: words.word(widget.resource_id()),
        index: widget.index(),
        text,
    }
}
