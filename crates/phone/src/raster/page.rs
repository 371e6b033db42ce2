//! One page of an app as a picture: each widget where layout put it, drawn by its [`Look`]. Where the toolkit
//! leaves a matter open (what is a title, what a detail), the place in the page decides, as it would for a
//! person: the first text of a row is what the row is about, those after it are details.

use skink_gui::{Bounds, Flags};

use crate::app::Window;
use crate::ui::{Arrange, Look, NO_PARENT, Raw, Span};

use super::around::{keyboard, scrim, status_bar};
use super::canvas::{Canvas, Colour, mixed};
use super::font::{Align, Style};
use super::theme::{BLACK, DIVIDER, GREY, INK, PAGE, SNACKBAR, Theme, WHITE, theme};

/// A page after layout, and what is known about it.
pub(crate) struct Scene<'a> {
    pub(crate) nodes: &'a mut [Raw],
    pub(crate) texts: &'a str,
    pub(crate) window: Window,
    pub(crate) package: &'static str,
    /// Wall clock in milliseconds since 1970.
    pub(crate) now: u64,
    pub(crate) status_bar: i32,
    /// Height of the keyboard; 0 while it is down.
    pub(crate) keyboard: i32,
    /// Whether this is the home screen.
    pub(crate) home: bool,
}

/// Draws a page above what was drawn before.
pub(crate) fn page(canvas: &mut Canvas, scene: Scene<'_>) {
    let theme = theme(scene.package);
    balance(scene.nodes);
    let whole = canvas.whole();
    canvas.clip(whole);
    let panel = scene.nodes.get(1).or(scene.nodes.first()).map_or(whole, |frame| frame.seen);
    match scene.window {
        Window::Activity(_) if scene.home => {
            canvas.gradient(whole, [38, 50, 86], [120, 86, 128]);
            status_bar(canvas, scene.status_bar, None, scene.now);
        }
        Window::Activity(_) => {
            canvas.fill(whole, PAGE);
            status_bar(canvas, scene.status_bar, Some(theme.dark), scene.now);
        }
        Window::Dialog => {
            scrim(canvas);
            canvas.shadow(panel, 14, 24);
            canvas.round(panel, 14, WHITE);
        }
        Window::Menu => {
            let panel = inset(panel, 6, 2);
            canvas.shadow(panel, 8, 18);
            canvas.round(panel, 8, WHITE);
        }
        Window::Drawer => {
            scrim(canvas);
            canvas.shadow(panel, 0, 24);
            canvas.fill(panel, WHITE);
        }
    }
    let mut painter = Painter {
        canvas,
        nodes: scene.nodes,
        texts: scene.texts,
        theme,
        window: scene.window,
        panel,
        now: scene.now,
        home: scene.home,
        surfaces: vec![(u32::MAX, Surface::Paper)],
        items: Vec::new(),
        bar_end: None,
    };
    painter.widgets();
    painter.bar_shadow();
    canvas.clip(whole);
    if scene.keyboard > 0 {
        keyboard(canvas, Bounds { top: whole.bottom - scene.keyboard, ..whole }, theme.primary);
    }
}

/// Layout puts what is in a column at its top. Where a column stands in a row, or is an entry or tab, a person
/// expects it in the middle: the widgets here are a copy, and only pictures show them moved.
fn balance(nodes: &mut [Raw]) {
    for at in 0..nodes.len() {
        let node = nodes[at];
        let in_row = node.parent != NO_PARENT && nodes[node.parent as usize].arrange == Arrange::Row;
        let framed = matches!(node.look, Look::Entry | Look::DrawerEntry | Look::Tab);
        let (first, end) = (at + 1, node.end as usize);
        if node.arrange != Arrange::Column || !(in_row || framed) || first >= end {
            continue;
        }
        // An empty text takes room that nobody sees.
        let shown = |inner: &&Raw| inner.arrange == Arrange::Leaf && !is_blank(inner);
        let last = nodes[first..end].iter().filter(shown).map(|inner| inner.bounds.bottom).max();
        let last = last.unwrap_or(node.bounds.bottom);
        let shift = (node.bounds.bottom - node.padding - last) / 2;
        // A tall column, such as line numbers beside a text, begins where its neighbour does.
        if shift <= 0 || node.bounds.height() > 132 {
            continue;
        }
        for inner in first..end {
            let bounds = nodes[inner].bounds;
            let moved = Bounds { top: bounds.top + shift, bottom: bounds.bottom + shift, ..bounds };
            let around = nodes[nodes[inner].parent as usize].seen;
            nodes[inner].bounds = moved;
            nodes[inner].seen = moved.intersect(&around);
        }
    }
}

fn is_blank(node: &Raw) -> bool {
    matches!(node.look, Look::Text | Look::Summary) && node.text.start == node.text.end
}

/// What a widget stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Surface {
    Paper,
    Card,
    /// The app's own colour.
    Bar,
    /// A snack bar.
    Dark,
    /// The buttons of a dialog.
    Actions,
}

impl Surface {
    pub(super) fn is_dark(self) -> bool {
        matches!(self, Surface::Bar | Surface::Dark)
    }
}

/// A row, card or entry that is being drawn.
pub(super) struct Item {
    end: u32,
    pub(super) texts: u32,
    card: bool,
    enabled: bool,
}

pub(super) struct Painter<'a> {
    pub(super) canvas: &'a mut Canvas,
    pub(super) nodes: &'a [Raw],
    texts: &'a str,
    pub(super) theme: Theme,
    window: Window,
    pub(super) panel: Bounds,
    pub(super) now: u64,
    home: bool,
    /// Where each ends, innermost last.
    surfaces: Vec<(u32, Surface)>,
    pub(super) items: Vec<Item>,
    /// The lowest of the bars at the top of the page.
    bar_end: Option<Bounds>,
}

const TITLE: Style = Style::medium(27);
pub(super) const BODY: Style = Style::regular(22);
const STRONG: Style = Style::medium(22);
const SMALL: Style = Style::regular(19);
const HEADING: Style = Style::medium(19);
pub(super) const LABEL: Style = Style::medium(21);

pub(super) fn inset(area: Bounds, x: i32, y: i32) -> Bounds {
    Bounds::new(area.left + x, area.top + y, area.right - x, area.bottom - y)
}

impl<'a> Painter<'a> {
    pub(super) fn text(&self, span: Span) -> &'a str {
        self.texts.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub(super) fn surface(&self) -> Surface {
        self.surfaces.last().map_or(Surface::Paper, |(_, surface)| *surface)
    }

    pub(super) fn parent(&self, node: &Raw) -> Option<&'a Raw> {
        self.nodes.get(node.parent as usize)
    }

    fn widgets(&mut self) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if node.seen.is_empty() {
                at = node.end as usize;
                continue;
            }
            self.surfaces.retain(|(end, _)| *end > at as u32);
            self.items.retain(|item| item.end > at as u32);
            self.canvas.clip(node.seen);
            self.widget(at, node);
            at += 1;
        }
    }

    fn widget(&mut self, at: usize, node: &Raw) {
        match node.look {
            Look::Plain => self.container(node),
            Look::Toolbar => self.bar(node),
            Look::Tabs => self.bar(node),
            Look::Tab => self.tab(node),
            Look::Card => self.card(node),
            Look::Actions => self.surfaces.push((node.end, Surface::Actions)),
            Look::Entry | Look::DrawerEntry | Look::Preference => self.container(node),
            Look::DrawerHead => self.drawer_head(node),
            Look::Text | Look::Title | Look::Summary if self.home => self.home_text(node),
            Look::Text | Look::Title | Look::Summary => self.plain_text(at, node),
            Look::Button => self.button(node),
            Look::Icon => self.icon(node),
            Look::Image => self.image(at, node),
            Look::Fab => self.fab(node),
            Look::Field => self.field(node),
            Look::Check | Look::Radio | Look::Switch => self.checkable(node),
            Look::Progress => self.progress(node),
        }
    }

    /// Tinted where it is selected, with a line below where it is one of many.
    fn container(&mut self, node: &Raw) {
        if node.id.contains("nav_header") {
            return self.drawer_head(node);
        }
        let wide = node.bounds.width() * 3 > self.panel.width() * 2;
        if node.id.contains("snackbar") && node.arrange == Arrange::Row {
            self.canvas.round(inset(node.bounds, 9, 6), 6, SNACKBAR);
            self.surfaces.push((node.end, Surface::Dark));
            return;
        }
        let in_page = matches!(self.window, Window::Activity(_)) && !self.home;
        if in_page && wide && node.arrange == Arrange::Row && node.tap.is_none() {
            if node.bounds.top <= self.panel.top && node.bounds.height() < 120 {
                return self.bar(node);
            }
            if node.bounds.bottom == self.panel.bottom && node.bounds.height() < 150 {
                self.canvas.fill(node.bounds, WHITE);
                self.canvas.fill(Bounds { bottom: node.bounds.top + 1, ..node.bounds }, DIVIDER);
            }
        }
        let chosen = self
            .nodes
            .get(node.end as usize - 1)
            .is_some_and(|leaf| node.look == Look::DrawerEntry && leaf.flags.contains(Flags::CHECKED));
        let parent = self.parent(node);
        let in_list = parent.is_some_and(|parent| matches!(parent.arrange, Arrange::List { .. }));
        if (node.flags.contains(Flags::SELECTED) || chosen) && wide {
            self.canvas.round(inset(node.bounds, 6, 3), 9, self.theme.tint);
        }
        let item = in_list || node.tap.is_some() || node.look == Look::Preference;
        if !item {
            return;
        }
        let enabled = node.flags.contains(Flags::ENABLED);
        self.items.push(Item { end: node.end, texts: 0, card: false, enabled });
        let stacked = parent.is_some_and(|parent| parent.arrange != Arrange::Row);
        if in_page && wide && stacked && self.surface() == Surface::Paper {
            let line = Bounds { top: node.bounds.bottom - 1, ..node.bounds };
            self.canvas.fill(line, DIVIDER);
        }
    }

    fn bar(&mut self, node: &Raw) {
        self.canvas.fill(node.bounds, self.theme.primary);
        self.surfaces.push((node.end, Surface::Bar));
        let lowest = self.bar_end.is_none_or(|bar| bar.bottom <= node.bounds.top);
        if lowest && matches!(self.window, Window::Activity(_)) {
            self.bar_end = Some(node.bounds);
        }
    }

    /// The shadow of the bars at the top, below which content scrolls: drawn after it.
    pub(super) fn bar_shadow(&mut self) {
        let Some(bar) = self.bar_end.take() else { return };
        let whole = self.canvas.whole();
        self.canvas.clip(whole);
        for (depth, alpha) in [(0, 44), (1, 32), (2, 22), (3, 13), (4, 6)] {
            let top = bar.bottom + depth;
            self.canvas.shade(Bounds::new(bar.left, top, bar.right, top + 1), BLACK, alpha);
        }
    }

    fn drawer_head(&mut self, node: &Raw) {
        self.canvas.gradient(node.bounds, self.theme.primary, self.theme.dark);
        self.surfaces.push((node.end, Surface::Bar));
    }

    fn tab(&mut self, node: &Raw) {
        if node.flags.contains(Flags::SELECTED) {
            let line = Bounds { top: node.bounds.bottom - 5, ..node.bounds };
            self.canvas.fill(line, WHITE);
        }
    }

    fn card(&mut self, node: &Raw) {
        let area = inset(node.bounds, 8, 5);
        self.canvas.shadow(area, 8, 6);
        let selected = node.flags.contains(Flags::SELECTED);
        self.canvas.round(area, 8, if selected { self.theme.tint } else { WHITE });
        self.surfaces.push((node.end, Surface::Card));
        let enabled = node.flags.contains(Flags::ENABLED);
        self.items.push(Item { end: node.end, texts: 0, card: true, enabled });
    }

    pub(super) fn faded(&self, node: &Raw, colour: Colour) -> Colour {
        let back = match self.surface() {
            Surface::Bar => self.theme.primary,
            Surface::Dark => SNACKBAR,
            _ => WHITE,
        };
        let enabled = node.flags.contains(Flags::ENABLED) && self.items.iter().all(|item| item.enabled);
        if enabled { colour } else { mixed(back, colour, 97) }
    }

    /// Room for a text: the same margin from the edge of the window, whatever it stands in.
    pub(super) fn text_area(&self, node: &Raw) -> Bounds {
        let margin = |distance: i32| (24 - distance).clamp(12, 24);
        let left = node.bounds.left + margin(node.bounds.left - self.panel.left);
        // Between a title and the icons after it there is room enough in the icons.
        let least = if node.look == Look::Title && self.surface() == Surface::Bar { 0 } else { 12 };
        let right = node.bounds.right - (24 - (self.panel.right - node.bounds.right)).clamp(least, 18);
        Bounds { left, right: right.max(left), ..node.bounds }
    }

    /// A picture above texts is the head of a column: all of it is centred.
    fn is_centred(&self, node: &Raw) -> bool {
        let Some(parent) = self.parent(node).filter(|parent| parent.arrange == Arrange::Column) else {
            return false;
        };
        let first = self.nodes.get(node.parent as usize + 1);
        parent.look == Look::Tab || first.is_some_and(|first| first.look == Look::Image)
    }

    fn text_style(&mut self, node: &Raw) -> (Style, Colour) {
        let surface = self.surface();
        let names = |words: &[&str]| words.iter().any(|word| node.id.contains(word));
        let before = match self.items.last_mut() {
            Some(item) => {
                item.texts += 1;
                Some((item.texts - 1, item.card))
            }
            None => None,
        };
        let tall = node.bounds.height() >= 48;
        let in_tab = self.parent(node).filter(|parent| parent.look == Look::Tab);
        if let Some(tab) = in_tab {
            let selected = tab.flags.contains(Flags::SELECTED);
            return (LABEL, if selected { WHITE } else { mixed(self.theme.primary, WHITE, 180) });
        }
        if surface.is_dark() {
            let style = if node.look == Look::Title || tall { TITLE } else { BODY };
            return (style, WHITE);
        }
        let selected = self.parent(node).is_some_and(|parent| parent.flags.contains(Flags::SELECTED));
        match node.look {
            Look::Title => (TITLE, INK),
            Look::Summary => (SMALL, GREY),
            _ if node.flags.contains(Flags::CHECKED) => (STRONG, self.theme.primary),
            _ if node.tap.is_some() => (LABEL, self.theme.primary),
            _ if names(&["category", "section", "heading"]) => (HEADING, self.theme.primary),
            _ => match before {
                Some((0, true)) => (STRONG, INK),
                Some((0, false)) => (BODY, if selected { self.theme.primary } else { INK }),
                Some(_) => (SMALL, GREY),
                None if tall && names(&["title", "name", "head"]) => (TITLE, INK),
                None if names(&["title"]) => (HEADING, self.theme.primary),
                None if names(&["name"]) => (STRONG, INK),
                None => (Style::regular(21), mixed(WHITE, INK, 225)),
            },
        }
    }

    fn plain_text(&mut self, at: usize, node: &Raw) {
        let text = self.text(node.text);
        let (style, colour) = self.text_style(node);
        let in_list = self.parent(node).is_some_and(|parent| matches!(parent.arrange, Arrange::List { .. }));
        let (style, colour) = if in_list { (BODY, INK) } else { (style, colour) };
        if in_list && !self.home {
            self.canvas.fill(Bounds { top: node.bounds.bottom - 1, ..node.bounds }, DIVIDER);
        }
        if text.is_empty() {
            return;
        }
        let colour = self.faded(node, colour);
        let area = self.text_area(node);
        // A text alone in a large place says why it is empty.
        let lonely = node.bounds.height() >= 200 && !text.contains('\n') && node.tap.is_none();
        if lonely {
            self.canvas.line(area, text, BODY, GREY, Align::Center);
        } else if self.is_centred(node) {
            let small = self.parent(node).is_some_and(|parent| parent.tap.is_some());
            let selected = self.parent(node).is_some_and(|parent| parent.flags.contains(Flags::SELECTED));
            let in_tab = self.parent(node).is_some_and(|parent| parent.look == Look::Tab);
            let (style, colour) = match (in_tab, small, selected) {
                (true, ..) => (style, colour),
                (_, true, true) => (HEADING, self.theme.primary),
                (_, true, false) => (SMALL, GREY),
                _ => (style, colour),
            };
            self.canvas.line(inset(node.bounds, 6, 0), text, style, colour, Align::Center);
        } else if node.bounds.height() >= 72 && node.look == Look::Text {
            let wide = self.canvas.glyphs.measure(text, style) as i32 > area.width();
            if wide || text.contains('\n') {
                self.canvas.lines(inset(area, 0, 6), style.pitch(), text, style, colour);
            } else {
                self.canvas.line(area, text, style, colour, Align::Start);
            }
        } else {
            // A detail at the end of a row leans to its end.
            let last = self.parent(node).is_some_and(|parent| {
                parent.arrange == Arrange::Row && parent.end as usize == at + 1 && self.detail(node)
            });
            let align = if last { Align::End } else { Align::Start };
            // In a row sizes stay the same from row to row; a heading or message alone may give way.
            let alone = node.look == Look::Title || self.items.is_empty();
            let style = if alone { self.canvas.shrunk(text, style, area.width()) } else { style };
            self.canvas.line(area, text, style, colour, align);
        }
    }

    /// Whether something stands before it in its row.
    fn detail(&self, node: &Raw) -> bool {
        self.parent(node).is_some_and(|parent| parent.bounds.left + parent.padding < node.bounds.left)
            && node.tap.is_none()
            && node.look != Look::Title
            && node.width != crate::ui::Size::Fill
    }
}
