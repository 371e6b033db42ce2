//! A screen: the tree of widgets that was seen, and what was in front.
//!
//! Widgets live in one array in document order, each knowing where its subtree ends, so that a subtree is a
//! slice and a walk is a loop. Strings are kept once in a table of the screen itself: there is no global
//! interner that grows with a run. The canonical byte form ([`Screen::encode`]) is at once what is hashed, so
//! that the hash is the same on every machine, and what is stored.

use std::fmt;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use bitflags::bitflags;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::{Deserialize, Serialize};

use crate::geometry::Bounds;

/// No screen holds more widgets than this; a dump that claims more is refused.
pub const MAX_WIDGETS: usize = 50_000;
/// No screen is nested deeper than this (Android itself overflows its stack near 90 to 200 levels).
pub const MAX_DEPTH: usize = 500;
/// A longer text is cut here: an app may show a whole book in one label.
pub const MAX_TEXT: usize = 256 * 1024;

/// First byte of the canonical form.
const FORMAT: u8 = 1;

/// The identity of a screen's content: equal hashes, equal screens, on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScreenHash(pub [u8; 16]);

impl fmt::Display for ScreenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for ScreenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::str::FromStr for ScreenHash {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(format!("`{text}` is not a screen hash (32 hexadecimal digits)"));
        }
        u128::from_str_radix(text, 16).map(|n| Self(n.to_be_bytes())).map_err(|e| e.to_string())
    }
}

impl Serialize for ScreenHash {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ScreenHash {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What kind of window was in front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WindowKind {
    /// An activity's own window.
    #[default]
    Page,
    /// A dialog or bottom sheet above an activity.
    Dialog,
    /// A pop-up or options menu.
    Menu,
    /// An on-screen keyboard.
    Keyboard,
    /// The system's: permission, crash and "isn't responding" dialogs.
    System,
}

impl WindowKind {
    /// Every kind with the name it bears in files.
    pub const ALL: [(WindowKind, &'static str); 5] = [
        (WindowKind::Page, "page"),
        (WindowKind::Dialog, "dialog"),
        (WindowKind::Menu, "menu"),
        (WindowKind::Keyboard, "keyboard"),
        (WindowKind::System, "system"),
    ];

    /// The name in files and messages.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, n)| *n == name).map(|(kind, _)| *kind)
    }
}

bitflags! {
    /// What a widget is and can do, as Android's accessibility layer says.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Flags: u16 {
        /// Has a checked and an unchecked state.
        const CHECKABLE = 1;
        /// Is checked.
        const CHECKED = 1 << 1;
        /// Reacts to a tap.
        const CLICKABLE = 1 << 2;
        /// Can be used at all.
        const ENABLED = 1 << 3;
        /// Can take the input focus.
        const FOCUSABLE = 1 << 4;
        /// Has the input focus.
        const FOCUSED = 1 << 5;
        /// Its content scrolls.
        const SCROLLABLE = 1 << 6;
        /// Reacts to a long tap.
        const LONG_CLICKABLE = 1 << 7;
        /// Hides its text.
        const PASSWORD = 1 << 8;
        /// Is selected (a tab, a row).
        const SELECTED = 1 << 9;
        /// Text can be typed into it. Dumps do not say it; readers derive it from the class.
        const EDITABLE = 1 << 10;
    }
}

/// What is told about one widget when a screen is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct WidgetSpec<'a> {
    /// Class, such as `android.widget.Button`.
    pub class: &'a str,
    /// Full resource id, such as `com.example:id/save`, or empty.
    pub id: &'a str,
    /// Text shown.
    pub text: &'a str,
    /// Content description.
    pub desc: &'a str,
    /// Hint of an empty field.
    pub hint: &'a str,
    /// Package that drew it.
    pub package: &'a str,
    /// Where it is.
    pub bounds: Bounds,
    /// What it is and can do.
    pub flags: Flags,
    /// Android's position among its siblings; hidden siblings leave gaps.
    pub index: u32,
    /// Android's drawing order within its parent (API 24 and later, else 0).
    pub drawing_order: u32,
    /// Android's display number (API 30 and later, else 0).
    pub display: u32,
}

/// A string of the screen's table; 0 is the empty string.
type Text = u32;

#[derive(Clone, Copy)]
struct Node {
    class: Text,
    id: Text,
    text: Text,
    desc: Text,
    hint: Text,
    package: Text,
    bounds: Bounds,
    flags: Flags,
    index: u32,
    drawing_order: u32,
    display: u32,
    parent: u32,
    end: u32,
}

const NO_PARENT: u32 = u32::MAX;

/// What was in front when the screen was seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header<'a> {
    /// Foreground package.
    pub package: &'a str,
    /// Foreground activity, empty where unknown.
    pub activity: &'a str,
    /// Kind of the front window.
    pub window: WindowKind,
    /// Quarter turns, 0 to 3.
    pub rotation: u8,
}

struct Inner {
    hash: ScreenHash,
    package: Text,
    activity: Text,
    window: WindowKind,
    rotation: u8,
    nodes: Box<[Node]>,
    strings: Strings,
}

/// String table: all strings back to back, and where each ends.
#[derive(Clone, Default)]
struct Strings {
    bytes: String,
    ends: Vec<u32>,
}

impl Strings {
    fn get(&self, text: Text) -> &str {
        let start = if text == 0 { 0 } else { self.ends[text as usize - 1] };
        &self.bytes[start as usize..self.ends[text as usize] as usize]
    }
}

/// One observed GUI: immutable, shared, compared by content.
#[derive(Clone)]
pub struct Screen(Arc<Inner>);

impl PartialEq for Screen {
    fn eq(&self, other: &Self) -> bool {
        self.0.hash == other.0.hash
    }
}

impl Eq for Screen {}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Screen({} {} {}, {} widgets)", self.hash(), self.package(), self.activity(), self.len())
    }
}

/// A widget's place in its screen's document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WidgetId(pub u32);

impl WidgetId {
    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Screen {
    /// Content hash.
    pub fn hash(&self) -> ScreenHash {
        self.0.hash
    }

    /// Foreground package.
    pub fn package(&self) -> &str {
        self.0.strings.get(self.0.package)
    }

    /// Foreground activity, empty where unknown.
    pub fn activity(&self) -> &str {
        self.0.strings.get(self.0.activity)
    }

    /// Kind of the front window.
    pub fn window(&self) -> WindowKind {
        self.0.window
    }

    /// Quarter turns, 0 to 3.
    pub fn rotation(&self) -> u8 {
        self.0.rotation
    }

    /// Package, activity, window and rotation in one.
    pub fn header(&self) -> Header<'_> {
        Header {
            package: self.package(),
            activity: self.activity(),
            window: self.window(),
            rotation: self.rotation(),
        }
    }

    /// Number of widgets.
    pub fn len(&self) -> usize {
        self.0.nodes.len()
    }

    /// Whether nothing was seen (Android answers so while a window opens).
    pub fn is_empty(&self) -> bool {
        self.0.nodes.is_empty()
    }

    /// The widget at that place; `None` past the end.
    pub fn get(&self, id: WidgetId) -> Option<Widget<'_>> {
        (id.index() < self.len()).then_some(Widget { screen: self, id })
    }

    /// The widget at that place, which must be of this screen.
    ///
    /// # Panics
    /// If `id` came from a larger screen.
    pub fn widget(&self, id: WidgetId) -> Widget<'_> {
        assert!(id.index() < self.len(), "widget {} of a screen with {}", id.0, self.len());
        Widget { screen: self, id }
    }

    /// All widgets in document order.
    pub fn widgets(&self) -> impl DoubleEndedIterator<Item = Widget<'_>> + ExactSizeIterator {
        self.slice(0..self.len() as u32)
    }

    /// The outermost widgets: one for each window that was dumped.
    pub fn roots(&self) -> Children<'_> {
        Children { screen: self, next: 0, end: self.len() as u32 }
    }

    fn slice(&self, range: Range<u32>) -> impl DoubleEndedIterator<Item = Widget<'_>> + ExactSizeIterator {
        range.map(|i| Widget { screen: self, id: WidgetId(i) })
    }

    /// The canonical bytes: hashed for [`Screen::hash`], stored in a run.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.0.encode(&mut out);
        out
    }

    /// Reads what [`Screen::encode`] wrote. Never panics, whatever the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Screen, DecodeError> {
        decode(&mut Reader { bytes, at: 0 })
    }
}

impl Inner {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend([FORMAT, self.window as u8, self.rotation]);
        put(out, self.strings.ends.len() as u32);
        let mut start = 0;
        for &end in &self.strings.ends {
            put(out, end - start);
            start = end;
        }
        out.extend_from_slice(self.strings.bytes.as_bytes());
        put(out, self.package);
        put(out, self.activity);
        put(out, self.nodes.len() as u32);
        for (i, n) in self.nodes.iter().enumerate() {
            for text in [n.class, n.id, n.text, n.desc, n.hint, n.package] {
                put(out, text);
            }
            for side in [n.bounds.left, n.bounds.top, n.bounds.right, n.bounds.bottom] {
                put(out, zigzag(side));
            }
            put(out, u32::from(n.flags.bits()));
            put(out, n.index);
            put(out, n.drawing_order);
            put(out, n.display);
            put(out, n.end - i as u32 - 1);
        }
    }
}

/// One widget of a screen.
#[derive(Clone, Copy)]
pub struct Widget<'a> {
    screen: &'a Screen,
    id: WidgetId,
}

impl PartialEq for Widget<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.screen == other.screen
    }
}

impl fmt::Debug for Widget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} {} {:?} {:?}", self.id.0, self.class(), self.resource_id(), self.text())
    }
}

impl<'a> Widget<'a> {
    fn node(&self) -> &'a Node {
        &self.screen.0.nodes[self.id.index()]
    }

    fn string(&self, text: Text) -> &'a str {
        self.screen.0.strings.get(text)
    }

    /// Its place in the screen.
    pub fn id(&self) -> WidgetId {
        self.id
    }

    /// The screen it belongs to.
    pub fn screen(&self) -> &'a Screen {
        self.screen
    }

    /// Full class, such as `android.widget.Button`.
    pub fn class(&self) -> &'a str {
        self.string(self.node().class)
    }

    /// Class without its package, such as `Button`.
    pub fn short_class(&self) -> &'a str {
        self.class().rsplit(['.', '$']).next().unwrap_or_default()
    }

    /// Full resource id, or empty.
    pub fn resource_id(&self) -> &'a str {
        self.string(self.node().id)
    }

    /// Resource id after `:id/`, or the whole where there is no such part.
    pub fn short_id(&self) -> &'a str {
        let id = self.resource_id();
        id.split_once(":id/").map_or(id, |(_, name)| name)
    }

    /// Text shown.
    pub fn text(&self) -> &'a str {
        self.string(self.node().text)
    }

    /// Content description.
    pub fn desc(&self) -> &'a str {
        self.string(self.node().desc)
    }

    /// Hint of an empty field.
    pub fn hint(&self) -> &'a str {
        self.string(self.node().hint)
    }

    /// Package that drew it.
    pub fn package(&self) -> &'a str {
        self.string(self.node().package)
    }

    /// Where it is.
    pub fn bounds(&self) -> Bounds {
        self.node().bounds
    }

    /// What it is and can do.
    pub fn flags(&self) -> Flags {
        self.node().flags
    }

    /// Whether all of `flags` hold.
    pub fn is(&self, flags: Flags) -> bool {
        self.flags().contains(flags)
    }

    /// Android's position among its siblings.
    pub fn index(&self) -> u32 {
        self.node().index
    }

    /// Android's drawing order, 0 where unknown.
    pub fn drawing_order(&self) -> u32 {
        self.node().drawing_order
    }

    /// Android's display number.
    pub fn display(&self) -> u32 {
        self.node().display
    }

    /// Everything about it in one, as it was told to the builder.
    pub fn spec(&self) -> WidgetSpec<'a> {
        WidgetSpec {
            class: self.class(),
            id: self.resource_id(),
            text: self.text(),
            desc: self.desc(),
            hint: self.hint(),
            package: self.package(),
            bounds: self.bounds(),
            flags: self.flags(),
            index: self.index(),
            drawing_order: self.drawing_order(),
            display: self.display(),
        }
    }

    /// The widget around it.
    pub fn parent(&self) -> Option<Widget<'a>> {
        let parent = self.node().parent;
        (parent != NO_PARENT).then_some(Widget { screen: self.screen, id: WidgetId(parent) })
    }

    /// From its parent outwards.
    pub fn ancestors(&self) -> impl Iterator<Item = Widget<'a>> + use<'a> {
        std::iter::successors(self.parent(), Widget::parent)
    }

    /// Widgets directly inside it.
    pub fn children(&self) -> Children<'a> {
        Children { screen: self.screen, next: self.id.0 + 1, end: self.node().end }
    }

    /// The widget and everything inside it, in document order.
    pub fn subtree(&self) -> impl DoubleEndedIterator<Item = Widget<'a>> + ExactSizeIterator + use<'a> {
        let screen = self.screen;
        (self.id.0..self.node().end).map(move |i| Widget { screen, id: WidgetId(i) })
    }

    /// Whether nothing is inside it.
    pub fn is_leaf(&self) -> bool {
        self.node().end == self.id.0 + 1
    }

    /// How many siblings stand before it in the screen (0 for the first).
    pub fn place(&self) -> usize {
        let siblings = self.parent().map_or_else(|| self.screen.roots(), |p| p.children());
        siblings.take_while(|s| s.id != self.id).count()
    }
}

/// Walks over siblings.
#[derive(Clone)]
pub struct Children<'a> {
    screen: &'a Screen,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Widget<'a>;
    fn next(&mut self) -> Option<Widget<'a>> {
        if self.next >= self.end {
            return None;
        }
        let id = WidgetId(self.next);
        self.next = self.screen.0.nodes[id.index()].end;
        Some(Widget { screen: self.screen, id })
    }
}

/// Builds screens in document order; may be used again after [`ScreenBuilder::finish`], keeping its memory.
#[derive(Default)]
pub struct ScreenBuilder {
    nodes: Vec<Node>,
    open: Vec<u32>,
    strings: Strings,
    /// Hash of a string to its place in the table; on a collision the next free key is taken.
    known: FxHashMap<u64, Text>,
    encoded: Vec<u8>,
}

impl ScreenBuilder {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of widgets so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no widget was opened yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many widgets are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds a widget inside the one that is open, and opens it.
    pub fn open(&mut self, spec: &WidgetSpec<'_>) -> WidgetId {
        let id = self.nodes.len() as u32;
        let node = Node {
            class: self.intern(spec.class),
            id: self.intern(spec.id),
            text: self.intern(spec.text),
            desc: self.intern(spec.desc),
            hint: self.intern(spec.hint),
            package: self.intern(spec.package),
            bounds: spec.bounds,
            flags: spec.flags,
            index: spec.index,
            drawing_order: spec.drawing_order,
            display: spec.display,
            parent: self.open.last().copied().unwrap_or(NO_PARENT),
            end: id + 1,
        };
        self.nodes.push(node);
        self.open.push(id);
        WidgetId(id)
    }

    /// Closes the widget opened last. Closing with none open changes nothing.
    pub fn close(&mut self) {
        if let Some(id) = self.open.pop() {
            self.nodes[id as usize].end = self.nodes.len() as u32;
        }
    }

    /// Adds a widget without children.
    pub fn leaf(&mut self, spec: &WidgetSpec<'_>) -> WidgetId {
        let id = self.open(spec);
        self.close();
        id
    }

    /// Closes what is open and gives the screen; the builder is empty again.
    pub fn finish(&mut self, header: &Header<'_>) -> Screen {
        while !self.open.is_empty() {
            self.close();
        }
        let package = self.intern(header.package);
        let activity = self.intern(header.activity);
        if self.strings.ends.is_empty() {
            self.strings.ends.push(0);
        }
        let mut inner = Inner {
            hash: ScreenHash([0; 16]),
            package,
            activity,
            window: header.window,
            rotation: header.rotation % 4,
            nodes: self.nodes.as_slice().into(),
            strings: self.strings.clone(),
        };
        self.encoded.clear();
        inner.encode(&mut self.encoded);
        let digest = blake3::hash(&self.encoded);
        inner.hash.0.copy_from_slice(&digest.as_bytes()[..16]);
        self.nodes.clear();
        self.strings.bytes.clear();
        self.strings.ends.clear();
        self.known.clear();
        Screen(Arc::new(inner))
    }

    fn intern(&mut self, text: &str) -> Text {
        if self.strings.ends.is_empty() {
            self.strings.ends.push(0);
        }
        if text.is_empty() {
            return 0;
        }
        let text = cut(text, MAX_TEXT);
        let mut key = FxBuildHasher.hash_one(text);
        loop {
            match self.known.get(&key) {
                Some(&known) if self.strings.get(known) == text => return known,
                Some(_) => key = key.wrapping_add(1),
                None => break,
            }
        }
        let new = self.strings.ends.len() as Text;
        self.strings.bytes.push_str(text);
        self.strings.ends.push(self.strings.bytes.len() as u32);
        self.known.insert(key, new);
        new
    }
}

/// The longest prefix of at most `max` bytes.
fn cut(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let end = (0..=max).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    &text[..end]
}

/// Why stored bytes are not a screen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a stored screen: {what} at byte {at}")]
pub struct DecodeError {
    what: &'static str,
    at: usize,
}

fn put(out: &mut Vec<u8>, mut n: u32) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

const fn zigzag(n: i32) -> u32 {
    ((n << 1) ^ (n >> 31)) as u32
}

const fn unzigzag(n: u32) -> i32 {
    (n >> 1) as i32 ^ -((n & 1) as i32)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, what: &'static str) -> Result<T, DecodeError> {
        Err(DecodeError { what, at: self.at })
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], DecodeError> {
        match self.bytes.get(self.at..self.at.saturating_add(n)) {
            Some(part) => {
                self.at += n;
                Ok(part)
            }
            None => self.fail("cut short"),
        }
    }

    fn number(&mut self) -> Result<u32, DecodeError> {
        let mut n = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.take(1)?[0];
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(n).or_else(|_| self.fail("a number too large"));
            }
        }
        self.fail("a number too long")
    }

    fn text(&mut self, strings: &[&'a str]) -> Result<&'a str, DecodeError> {
        let i = self.number()? as usize;
        strings.get(i).copied().map_or_else(|| self.fail("an unknown string"), Ok)
    }
}

fn decode(r: &mut Reader<'_>) -> Result<Screen, DecodeError> {
    let &[format, window, rotation] = r.take(3)? else { return r.fail("cut short") };
    if format != FORMAT {
        return r.fail("an unknown format");
    }
    let Some(&(window, _)) = WindowKind::ALL.get(window as usize) else {
        return r.fail("an unknown window kind");
    };
    let count = r.number()? as usize;
    if count > r.bytes.len() {
        return r.fail("too many strings");
    }
    let lengths = (0..count).map(|_| r.number()).collect::<Result<Vec<_>, _>>()?;
    let mut strings = Vec::with_capacity(count);
    for length in lengths {
        let bytes = r.take(length as usize)?;
        strings.push(std::str::from_utf8(bytes).or_else(|_| r.fail("text that is not UTF-8"))?);
    }
    let package = r.text(&strings)?;
    let activity = r.text(&strings)?;
    let count = r.number()?;
    if count as usize > MAX_WIDGETS {
        return r.fail("too many widgets");
    }
    let mut builder = ScreenBuilder::new();
    let mut ends: Vec<u32> = Vec::new();
    for i in 0..count {
        while ends.last() == Some(&i) {
            ends.pop();
            builder.close();
        }
        let spec = WidgetSpec {
            class: r.text(&strings)?,
            id: r.text(&strings)?,
            text: r.text(&strings)?,
            desc: r.text(&strings)?,
            hint: r.text(&strings)?,
            package: r.text(&strings)?,
            bounds: Bounds {
                left: unzigzag(r.number()?),
                top: unzigzag(r.number()?),
                right: unzigzag(r.number()?),
                bottom: unzigzag(r.number()?),
            },
            flags: Flags::from_bits_truncate(r.number()? as u16),
            index: r.number()?,
            drawing_order: r.number()?,
            display: r.number()?,
        };
        let end = i.saturating_add(1).saturating_add(r.number()?);
        if end > ends.last().copied().unwrap_or(count) || ends.len() >= MAX_DEPTH {
            return r.fail("a tree that does not nest");
        }
        builder.open(&spec);
        ends.push(end);
    }
    if r.at != r.bytes.len() {
        return r.fail("trailing bytes");
    }
    Ok(builder.finish(&Header { package, activity, window, rotation }))
}
