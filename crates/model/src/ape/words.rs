//! Attribute paths (section II-B, definitions 1 and 2), each kept once and known by a number.
//!
//! A path is its last element and the number of the path before it, so that putting the parent's name in
//! front of a widget's is one look-up, and two names are compared by their numbers.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

/// Stands for an attribute that is not kept, and for the path before the first element.
pub(super) const NONE: u32 = u32::MAX;

/// The attributes kept of one widget; `u32::MAX` where one is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element {
    pub(super) class: u32,
    pub(super) id: u32,
    pub(super) index: u32,
    pub(super) text: u32,
}

impl Element {
    /// No attribute.
    pub const NOTHING: Self = Self { class: NONE, id: NONE, index: NONE, text: NONE };

    /// The class alone.
    pub const fn of_class(class: u32) -> Self {
        Self { class, ..Self::NOTHING }
    }

    /// Whether every attribute kept here has the same value in `full`.
    pub(super) fn fits(&self, full: &Element) -> bool {
        let fits = |kept: u32, value: u32| kept == NONE || kept == value;
        fits(self.class, full.class)
            && fits(self.id, full.id)
            && fits(self.index, full.index)
            && fits(self.text, full.text)
    }
}

/// An attribute path of a [`Words`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(pub(super) u32);

impl PathId {
    /// The path of what is done to no widget, such as a key.
    pub const NONE: Self = Self(NONE);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cell {
    pub(super) before: u32,
    pub(super) last: Element,
}

/// The strings and paths of a model.
#[derive(Clone, Default)]
pub struct Words {
    strings: Vec<Box<str>>,
    known: FxHashMap<Box<str>, u32>,
    cells: Vec<Cell>,
    paths: FxHashMap<Cell, u32>,
}

impl Words {
    /// The number of a string.
    pub fn word(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let new = self.strings.len() as u32;
        self.strings.push(text.into());
        self.known.insert(text.into(), new);
        new
    }

    /// The string of a number; empty for none.
    pub fn string(&self, word: u32) -> &str {
        self.strings.get(word as usize).map_or("", |text| text)
    }

    /// The path that goes on from `before` with `last`.
    pub fn path(&mut self, before: Option<PathId>, last: Element) -> PathId {
        let cell = Cell { before: before.map_or(NONE, |path| path.0), last };
        let next = self.cells.len() as u32;
        let id = *self.paths.entry(cell).or_insert(next);
        if id == next {
            self.cells.push(cell);
        }
        PathId(id)
    }

    pub(super) fn cell(&self, path: PathId) -> Cell {
        self.cells.get(path.0 as usize).copied().unwrap_or(Cell { before: NONE, last: Element::NOTHING })
    }

    /// The path as the paper writes it: `⟨{i=0}, {t=XLSX}⟩`.
    pub fn notation(&self, path: PathId) -> String {
        let mut elements = Vec::new();
        let mut at = path;
        while at != PathId::NONE {
            let cell = self.cell(at);
            elements.push(self.element(&cell.last));
            at = PathId(cell.before);
        }
        elements.reverse();
        format!("⟨{}⟩", elements.join(", "))
    }

    fn element(&self, e: &Element) -> String {
        let mut parts = Vec::new();
        if e.index != NONE {
            parts.push(format!("i={}", e.index));
        }
        if e.class != NONE {
            parts.push(format!("c={}", self.string(e.class)));
        }
        if e.id != NONE && !self.string(e.id).is_empty() {
            parts.push(format!("id={}", self.string(e.id)));
        }
        if e.text != NONE {
            let text = self.string(e.text);
            parts.push(format!("t={}", if text.is_empty() { "∅" } else { text }));
        }
        if parts.is_empty() { "∅".into() } else { format!("{{{}}}", parts.join(", ")) }
    }

    /// The path in words: `ListView "Files", inside it the third TextView`.
    pub fn in_words(&self, path: PathId) -> String {
        let cell = self.cell(path);
        let e = cell.last;
        let class = if e.class == NONE { "widget" } else { self.string(e.class) };
        let mut text = class.rsplit(['.', '$']).next().unwrap_or(class).to_owned();
        if e.id != NONE && !self.string(e.id).is_empty() {
            let id = self.string(e.id);
            let _ = write!(text, " `{}`", id.split_once(":id/").map_or(id, |(_, name)| name));
        }
        if e.text != NONE {
            let _ = write!(text, " \"{}\"", self.string(e.text));
        }
        if e.index != NONE {
            let _ = write!(text, " at position {}", e.index);
        }
        if cell.before != NONE {
            let _ = write!(text, " in {}", self.in_words(PathId(cell.before)));
        }
        text
    }
}
