//! GUI effects: what the events between two screens of a test did (Definition 7 of the Genie paper).
//!
//! A screen becomes a sheet: the multiset of its labels, a label being what a widget is and shows. The effect
//! between two screens is the difference of their sheets, both ways: formula 2 read literally. The paper
//! computes it by tree edit distance, whose minimal edits pair up rows by chance when an inserted event added
//! one; multisets do not, and they are blind to order, so that a list that reorders is no effect. What they
//! lose is where a widget stands; so a label in a row of a group carries the row's name: the paper's example
//! needs `pic_Cinema` told from `pic_Cleaning`.
//!
//! Of a widget whose text changes by itself, that it is there still counts. Of what scrolls, only that part counts
//! which both screens have room for: a keyboard that comes up takes nothing away.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use skink_gui::{Flags, Screen, ScreenHash, Widget, WidgetId, WindowKind};

use crate::groups::{Groups, is_list, kind, naming, row_name};
use crate::layout::LayoutType;
use crate::settings::ViewSettings;

/// One widget of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// What it is and shows.
    pub label: u64,
    /// What it is: class, id and row, whatever it shows.
    pub kind: u64,
    /// The row it stands in, beside what names that row; 0 where there is none.
    pub row: u64,
    /// Which widget.
    pub widget: WidgetId,
    /// How much room a page must have to show it.
    pub low: Low,
    /// Whether it is a text that stands by itself: of the page, and not of one of several items on it.
    pub own: bool,
    /// What it is and shows, whatever stands around it, and whether it is none of several items.
    pub alone: (u64, bool),
}

/// How much room a page must have to show something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Low {
    /// How far down it must go, where that is inside something that scrolls; else 0.
    at: i32,
    /// Whether that shows all it holds, so that only a keyboard can take its room: a page that is turned is laid out anew.
    fits: bool,
}

impl Low {
    /// Whether it is inside something that scrolls.
    pub(crate) fn scrolls(self) -> bool {
        self.at > 0
    }

    /// On a page that ends there.
    fn of(widget: &Widget<'_>, bottom: i32) -> Self {
        let holds =
            |w: &Widget<'_>| w.is(Flags::SCROLLABLE) || is_list(w) || w.short_class().ends_with("ScrollView");
        let Some(outer) = widget.ancestors().filter(holds).last() else { return Self::default() };
        // What stands below it, a bar of tabs say, takes room from it on every screen.
        let at = widget.bounds().bottom + (bottom - outer.bounds().bottom).max(0);
        Self { at, fits: !widget.ancestors().any(|w| w.is(Flags::SCROLLABLE)) }
    }
}

/// A screen as comparisons see it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The screen.
    pub screen: Screen,
    /// Its layout type.
    pub layout: LayoutType,
    /// Its widgets, by label.
    pub entries: Vec<Entry>,
    /// The name of each row that has one; in order.
    rows: Vec<u64>,
    /// For each widget, that one of its kind is there; in order.
    there: Vec<u64>,
    /// Where the room for the page ends, below and beside it.
    bottom: i32,
    right: i32,
}

impl Sheet {
    /// The sheet of a screen.
    pub fn of(screen: &Screen, settings: &ViewSettings) -> Self {
        let groups = Groups::of(screen, settings);
        let cut = cut_rows(screen, &groups);
        let (bottom, right) = room(screen);
        let mut entries: Vec<Entry> = Vec::with_capacity(screen.len());
        for widget in screen.widgets().filter(|w| tells(w)) {
            if passing(&widget) || settings.ignore.iter().any(|selector| selector.matches(&widget)) {
                continue;
            }
            let item = groups.item(widget.id());
            if item.is_some_and(|item| cut.contains(&item)) {
                continue;
            }
            let row = item.filter(|item| *item != widget.id());
            let row = row.map(|item| row_name(&screen.widget(item), widget.id()));
            let in_row = row.as_ref().filter(|name| !name.is_empty()).map_or(0, hash);
            let kind = hash(&(widget.class(), widget.resource_id(), &row));
            // A tab's text is in what is selected.
            let around = widget.parent().filter(|outer| outer.text().is_empty());
            let selected = around.map_or(Flags::empty(), |outer| outer.flags() & Flags::SELECTED);
            let seen = selected | widget.flags() & (Flags::CHECKED | Flags::SELECTED | Flags::ENABLED);
            let label = hash(&(kind, widget.text(), widget.desc(), widget.hint(), seen.bits()));
            let low = Low::of(&widget, bottom);
            let own = item.is_none() && !widget.text().is_empty() && !widget.is(Flags::EDITABLE);
            let plain =
                hash(&(widget.class(), widget.resource_id(), widget.text(), widget.desc(), seen.bits()));
            let alone = (plain, item.is_none());
            entries.push(Entry { label, kind, row: in_row, widget: widget.id(), low, own, alone });
        }
        entries.sort_unstable();
        let rows = rows_of(screen, &groups);
        let mut there: Vec<u64> = entries.iter().map(|e| presence(e.kind)).collect();
        there.sort_unstable();
        let layout = LayoutType::of(screen, settings);
        Self { screen: screen.clone(), layout, entries, rows, there, bottom, right }
    }

    /// How many widgets have that label.
    pub fn count(&self, label: u64) -> usize {
        let from = self.entries.partition_point(|e| e.label < label);
        let labelled = self.entries[from..].iter().take_while(|e| e.label == label).count();
        let from = self.there.partition_point(|there| *there < label);
        labelled + self.there[from..].iter().take_while(|there| **there == label).count()
    }

    /// Whether what has that label on `other` is here too: as one of several items there and as none of them here, or
    /// the other way round. How many there are may hang on the room for them.
    pub(crate) fn shows_otherwise_grouped(&self, other: &Self, label: u64) -> bool {
        let there = other.entries.iter().find(|e| e.label == label);
        there.is_some_and(|there| {
            let (plain, alone) = there.alone;
            self.entries.iter().any(|e| e.alone == (plain, !alone))
        })
    }

    /// Whether both screens have room for what needs so much.
    pub(crate) fn both_have_room(&self, other: &Self, low: Low) -> bool {
        let bottom = self.bottom.min(other.bottom);
        self.bottom == other.bottom
            || !low.scrolls()
            || low.at < bottom
            || low.fits && self.right != other.right
    }

    /// Whether there is at least as much room as on another: no keyboard that is not there too.
    pub(crate) fn room_is_no_less(&self, other: &Self) -> bool {
        self.bottom >= other.bottom
    }

    /// The labels of the widgets of that kind, in order.
    pub fn of_kind(&self, kind: u64) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |e| e.kind == kind)
    }

    /// The names of its rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = u64> {
        self.rows.iter().copied()
    }

    /// Whether a row is there; the absence of a row is always there.
    pub fn has_row(&self, row: u64) -> bool {
        row == 0 || self.rows.binary_search(&row).is_ok()
    }

    /// What stands once in a row on `other` and more often in that row here, no other row having that name.
    pub(crate) fn doubled<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s Entry> {
        let named = |sheet: &Self, row: u64| sheet.rows.iter().filter(|name| **name == row).count();
        other.entries.iter().filter(move |e| {
            e.row != 0
                && other.count(e.label) == 1
                && self.count(e.label) > 1
                && named(self, e.row) == 1
                && named(other, e.row) == 1
        })
    }

    /// The rows, by what names them, that stand once on `other` and more often here, where both have room for them.
    pub(crate) fn repeated<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s Entry> {
        let in_room = move |label: u64| {
            let shown = |e: &&Entry| e.label == label && self.both_have_room(other, e.low);
            self.entries.iter().filter(shown).count()
        };
        other.entries.iter().filter(move |e| {
            let row = !e.alone.1 && e.row == 0;
            row && !other.screen.widget(e.widget).text().is_empty()
                && other.count(e.label) == 1
                && self.count(e.label) > 1
                && in_room(e.label) > 1
        })
    }

    /// How many of the texts that are the page's own read otherwise there or are missing, kinds of `but` left out.
    pub(crate) fn other_texts(&self, there: &Self, but: impl Fn(u64) -> bool) -> usize {
        let own = self.entries.iter().filter(|e| e.own && !but(e.kind));
        own.filter(|e| there.count(e.label) == 0).count()
    }

    /// Whether both show the same, wherever it stands.
    pub fn same_labels(&self, other: &Self) -> bool {
        self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(|(a, b)| a.label == b.label)
    }
}

/// The label that says no more of a kind than that it is there.
pub(crate) fn presence(kind: u64) -> u64 {
    hash(&("there", kind))
}

/// Where a page ends, below and beside: above the keyboard where there is one. What a dialog or a menu takes is as much
/// as it needs.
fn room(screen: &Screen) -> (i32, i32) {
    let whole = screen.window() == WindowKind::Page;
    let bounds = screen.widgets().next().filter(|_| whole).map(|root| root.bounds());
    bounds.map_or((0, 0), |bounds| (bounds.bottom, bounds.right))
}

/// Rows at the edge of what scrolls, lower than others of their kind and with less in them: they may lack their name.
fn cut_rows(screen: &Screen, groups: &Groups) -> FxHashSet<WidgetId> {
    let mut cut = FxHashSet::default();
    let height = |row: &Widget<'_>| row.bounds().bottom - row.bounds().top;
    for list in screen.widgets().filter(|list| list.is(Flags::SCROLLABLE)) {
        let edges = list.bounds();
        let rows: Vec<Widget<'_>> = list.subtree().filter(|w| groups.item(w.id()) == Some(w.id())).collect();
        let at_edge = |w: &&Widget<'_>| w.bounds().top <= edges.top || w.bounds().bottom >= edges.bottom;
        for row in rows.iter().filter(at_edge) {
            let whole = |w: &Widget<'_>| {
                kind(w) == kind(row)
                    && height(w) > height(row)
                    && w.subtree().len() > row.subtree().len()
                    && row.subtree().all(|part| w.subtree().any(|other| kind(&other) == kind(&part)))
            };
            if rows.iter().any(whole) {
                cut.insert(row.id());
            }
        }
    }
    cut
}

/// The names of all rows, whether anything stands beside the name or not.
fn rows_of(screen: &Screen, groups: &Groups) -> Vec<u64> {
    let shown = screen.widgets().filter(|w| !w.text().is_empty());
    let items: BTreeSet<WidgetId> = shown.filter_map(|w| groups.item(w.id())).collect();
    let named = |item: &WidgetId| naming(&screen.get(*item)?).map(|(_, name)| hash(&name));
    let mut rows: Vec<u64> = items.iter().filter_map(named).collect();
    rows.sort_unstable();
    rows
}

/// Whether a widget tells the user anything: containers that only arrange others do not.
fn tells(w: &Widget<'_>) -> bool {
    let says = !w.text().is_empty() || !w.desc().is_empty() || !w.hint().is_empty();
    says || w.is(Flags::CHECKABLE) || (w.is_leaf() && !w.resource_id().is_empty())
}

/// What goes by itself: messages, in what Android's own libraries show them in, and signs of being busy.
fn passing(w: &Widget<'_>) -> bool {
    let id = w.short_id();
    busy(w) || id.starts_with("snackbar_") || id == "message_toast" || w.short_class() == "Toast"
}

/// Whether a widget says that something is under way.
pub(crate) fn busy(w: &Widget<'_>) -> bool {
    let words = ["loading", "refreshing", "updating", "syncing", "connecting"];
    let says = |word: &&str| w.text().to_lowercase().starts_with(*word);
    w.short_class() == "ProgressBar" && w.text().is_empty()
        || w.text().ends_with('…') && !w.is(Flags::CLICKABLE) && words.iter().any(says)
}

pub(crate) fn hash(value: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

/// Sheets by screen, so that each is made once.
#[derive(Default)]
pub struct Sheets {
    settings: ViewSettings,
    known: FxHashMap<ScreenHash, Arc<Sheet>>,
}

/// Sheets kept; a longer run makes some again.
const KEPT: usize = 5_000;

impl Sheets {
    /// With what the user says about views.
    pub fn new(settings: ViewSettings) -> Self {
        Self { settings, known: FxHashMap::default() }
    }

    /// The sheet of a screen.
    pub fn of(&mut self, screen: &Screen) -> Arc<Sheet> {
        if let Some(sheet) = self.known.get(&screen.hash()) {
            return Arc::clone(sheet);
        }
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        let sheet = Arc::new(Sheet::of(screen, &self.settings));
        self.known.insert(screen.hash(), Arc::clone(&sheet));
        sheet
    }
}

/// Something that the events between two screens of a test did: widgets of one label came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What they are and show.
    pub label: u64,
    /// What they are.
    pub kind: u64,
    /// The row they stand in, or 0.
    pub row: u64,
    /// How many more there are after (below zero: fewer).
    pub change: i32,
    /// One of them: on the screen after where they came, on the one before where they went.
    pub widget: WidgetId,
    /// How much room a page must have to show that.
    pub low: Low,
}

/// The effects between two screens. What stands in a row counts where the row is on both screens: a row that came
/// or went is told by its name alone, and one that was scrolled out of sight took nothing with it. Of kinds that
/// change by themselves, only coming and going counts, and that only where it does not happen by itself too.
pub fn effects(before: &Sheet, after: &Sheet, volatile: &FxHashSet<u64>) -> Vec<Effect> {
    let (mut a, mut b) = (before.entries.as_slice(), after.entries.as_slice());
    let mut found = Vec::new();
    let mut moved: Vec<(u64, bool, bool)> = Vec::new();
    let mut changing: BTreeSet<u64> = BTreeSet::new();
    while let Some(first) = [a.first(), b.first()].into_iter().flatten().min_by_key(|e| e.label) {
        let Entry { label, kind, .. } = *first;
        let cut = |rest: &mut &[Entry]| {
            let n = rest.iter().take_while(|e| e.label == label).count();
            // Of several that read the same, the lowest is the one there may be no room for.
            let lowest = rest[..n].iter().max_by_key(|e| e.low.at).copied();
            *rest = &rest[n..];
            (n as i32, lowest)
        };
        let ((fewer, gone), (more, came)) = (cut(&mut a), cut(&mut b));
        if volatile.contains(&kind) {
            changing.insert(kind);
            continue;
        }
        let change = more - fewer;
        let Some((plain, alone)) = (if change > 0 { came } else { gone }).map(|e| e.alone) else { continue };
        if change != 0 {
            moved.push((plain, alone, change > 0));
        }
        if let Some(effect) = effect(label, change, gone, came, before, after) {
            found.push((effect, (plain, !alone, change < 0)));
        }
    }
    // The last of several items is none of several any more: it stays all the same.
    found.retain(|(_, stays)| !moved.contains(stays));
    let mut found: Vec<Effect> = found.into_iter().map(|(effect, _)| effect).collect();
    for kind in changing.into_iter().filter(|kind| !volatile.contains(&presence(*kind))) {
        let label = presence(kind);
        let change = after.count(label) as i32 - before.count(label) as i32;
        let one = |sheet: &Sheet| sheet.of_kind(kind).next().copied();
        found.extend(effect(label, change, one(before), one(after), before, after));
    }
    found
}

fn effect(
    label: u64,
    change: i32,
    gone: Option<Entry>,
    came: Option<Entry>,
    before: &Sheet,
    after: &Sheet,
) -> Option<Effect> {
    let Entry { kind, row, widget, low, .. } = if change > 0 { came } else { gone }?;
    let counts =
        change != 0 && before.has_row(row) && after.has_row(row) && before.both_have_room(after, low);
    counts.then_some(Effect { label, kind, row, change, widget, low })
}

/// What a widget is and shows, for people and for telling errors apart.
pub fn describe(widget: &Widget<'_>) -> String {
    let name = if widget.short_id().is_empty() { widget.short_class() } else { widget.short_id() };
    let says = [widget.text(), widget.desc(), widget.hint()].into_iter().find(|t| !t.is_empty());
    let mut out = name.to_owned();
    if let Some(says) = says {
        let short: String = says.chars().take(60).collect();
        out.push_str(&format!(" \"{}\"", short.replace('\n', " ")));
    }
    if widget.is(Flags::CHECKABLE) {
        out.push_str(if widget.is(Flags::CHECKED) { " (checked)" } else { " (not checked)" });
    }
    if !widget.is(Flags::ENABLED) && widget.is(Flags::CLICKABLE) {
        out.push_str(" (disabled)");
    }
    out
}
