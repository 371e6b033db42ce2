//! What the model keeps of a screen: the full attribute paths of the widgets something can be done to
//! (section II-B), as a tree of those widgets and what contains them.
//!
//! Departures: the attributes of a type are class and resource id, as in the paper's tool. The rows of the
//! paper's example are texts; those of today's apps are containers without a text of their own. Such a
//! container speaks through the first leaf in it that shows something: that leaf's text is its appearance, and
//! it is touched there, which arrives at the same place.

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
    /// Where it is touched: a leaf that speaks for it, or the widget itself.
    pub(super) touch: Touch,
    /// What the user's rules say of it.
    pub(super) ruled: Option<Reducer>,
}

/// A widget as a reader would find it again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) widget: WidgetId,
    pub(super) class: u32,
    pub(super) id: u32,
    /// Its text, where it has one and all of it is kept.
    pub(super) shows: u32,
}

impl Touch {
    fn on(widget: &Widget<'_>, words: &mut Words) -> Self {
        let whole = !widget.text().is_empty() && widget.text().len() <= TEXT;
        let shows = if whole { words.word(widget.text()) } else { NONE };
        let (class, id) = (words.word(widget.class()), words.word(widget.resource_id()));
        Self { widget: widget.id(), class, id, shows }
    }
}

impl Node {
    /// The widget that something is done to.
    pub(super) fn target(&self, kind: Kind) -> WidgetId {
        if matches!(kind, Kind::Tap | Kind::LongTap) { self.touch.widget } else { self.widget }
    }

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
            let voice = voice(&widget);
            let full = full(&widget, voice.as_ref().unwrap_or(&widget), words);
            let touch = Touch::on(voice.as_ref().unwrap_or(&widget), words);
            let named = |rule: &&Rule| {
                rule.widget.matches(&widget) || voice.is_some_and(|leaf| rule.widget.matches(&leaf))
            };
            let ruled = rules.iter().find(named).map(|rule| rule.by);
            nodes.push(Node { parent, full, kinds: kinds[at], widget: widget.id(), touch, ruled });
        }
        let place = format!("{}/{} {}", screen.package(), screen.activity(), screen.window().name());
        Self { nodes: nodes.into(), place: words.word(&place) }
    }

    /// The node of a widget, or of the one it speaks for, if it was kept.
    pub(super) fn node(&self, widget: WidgetId) -> Option<u32> {
        let itself = self.nodes.binary_search_by_key(&widget, |node| node.widget).ok();
        let spoken_for = || self.nodes.iter().position(|node| node.touch.widget == widget);
        itself.or_else(spoken_for).map(|at| at as u32)
    }
}

/// What can be done to each widget.
fn kinds(screen: &Screen) -> Vec<u16> {
    let mut kinds = vec![0; screen.len()];
    for enabled in enabled(screen) {
        kinds[enabled.widget().index()] |= Kind::of(enabled).bit();
    }
    kinds
}

/// The leaf that speaks for a container that can be touched and has nothing to read of its own: the first with
/// a text, else the first with a description, among those whose touches arrive at the container. A list does
/// not speak: its rows do.
fn voice<'a>(widget: &Widget<'a>) -> Option<Widget<'a>> {
    let touched = Flags::CLICKABLE | Flags::LONG_CLICKABLE;
    let own = touched | Flags::EDITABLE | Flags::SCROLLABLE;
    let silent = widget.text().is_empty() && widget.desc().is_empty();
    if !silent || widget.is_leaf() || !widget.flags().intersects(touched) || widget.is(Flags::SCROLLABLE) {
        return None;
    }
    let mut leaves = widget.subtree().skip(1).filter(|leaf| {
        let inside = || leaf.ancestors().take_while(|around| around.id() != widget.id());
        leaf.is_leaf()
            && !leaf.flags().intersects(own)
            && !leaf.bounds().is_empty()
            && !inside().any(|around| around.flags().intersects(own))
    });
    let mut described = None;
    let texted = leaves.find(|leaf| {
        if described.is_none() && !leaf.desc().is_empty() {
            described = Some(*leaf);
        }
        !leaf.text().is_empty()
    });
    texted.or(described)
}

/// A widget's attributes; its appearance is what `speaks` for it shows, and whether it is checked itself.
fn full(widget: &Widget<'_>, speaks: &Widget<'_>, words: &mut Words) -> Element {
    let text = if speaks.text().is_empty() { speaks.desc() } else { speaks.text() };
    let end = (0..=TEXT.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let text = &text[..end];
    let checked = widget.is(Flags::CHECKED) || speaks.is(Flags::CHECKED);
    let text = if checked { words.word(&format!("{text} ✓")) } else { words.word(text) };
    Element {
        class: words.word(widget.class()),
        id: words.word(widget.resource_id()),
        index: widget.index(),
        text,
    }
}
