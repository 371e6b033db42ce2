//! Screens as `uiautomator dump` writes them, from Android 4.4 on: reading and printing.
//!
//! A pull parser of its own instead of an XML library: dumps break XML's rules (forbidden characters, emoji in
//! halves, shell messages around the tree) and one is read on every step. It keeps its own stack, so that no
//! nesting can overflow the thread's. Printing is lossless: a character that XML forbids is printed as a
//! numeric reference and read back as itself.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::geometry::Bounds;
use crate::screen::{
    Flags, Header, MAX_DEPTH, MAX_WIDGETS, Screen, ScreenBuilder, Widget, WidgetSpec, WindowKind,
};

/// A larger dump is refused: the largest seen on a real phone had less than a hundredth of it.
pub(crate) const MAX_BYTES: usize = 64 * 1024 * 1024;

/// How much of an unknown text an error message quotes, in characters.
const MAX_QUOTE: usize = 120;

/// Why bytes are not a dump.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XmlError {
    /// Nothing but blanks: what Android leaves when it was killed or found no window.
    #[error("the dump is empty: Android gave no tree")]
    Empty,
    /// More than is ever read.
    #[error("the dump has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// Size of the dump.
        bytes: usize,
    },
    /// Something else than a dump, such as the message that Android prints when it could not make one.
    #[error("no <hierarchy> in the dump; it begins {begins:?}")]
    NoTree {
        /// First line, cut.
        begins: String,
    },
    /// A dump that is broken at one place.
    #[error("line {line}, column {column} of the dump: {what}")]
    Malformed {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
}

/// Whether text can be typed into a widget of that class: the rule where a dump does not say so itself.
pub(crate) fn is_editable_class(class: &str) -> bool {
    let short = class.rsplit(['.', '$']).next().unwrap_or_default();
    short.contains("EditText") || short.contains("AutoCompleteTextView")
}

/// Reads a dump: `uiautomator dump` with or without `--windows`, or the dialect with a tag for each class that
/// Appium's server writes. Never panics, whatever the bytes.
///
/// What stands before `<hierarchy>` or `<displays>` and after its end is not looked at. Unknown attributes are
/// ignored, missing ones have Android's defaults. Bytes that are not UTF-8 and halves of emoji become U+FFFD.
/// The foreground package is that of the first root, or of the first root in the window that is marked active.
pub fn parse_xml(bytes: &[u8]) -> Result<Screen, XmlError> {
    if bytes.len() > MAX_BYTES {
        return Err(XmlError::TooLarge { bytes: bytes.len() });
    }
    let text = String::from_utf8_lossy(bytes);
    let content = text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{FEFF}');
    if content.is_empty() {
        return Err(XmlError::Empty);
    }
    let Some(at) = root(&text) else {
        let begins = content.lines().next().unwrap_or_default().chars().take(MAX_QUOTE).collect();
        return Err(XmlError::NoTree { begins });
    };
    Tree::new(Reader { text: &text, at }).read()
}

/// Where the outermost element begins.
fn root(text: &str) -> Option<usize> {
    text.match_indices('<').map(|(at, _)| at).find(|at| {
        let rest = &text[at + 1..];
        let after = rest.strip_prefix("hierarchy").or_else(|| rest.strip_prefix("displays"));
        after
            .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>'))
    })
}

/// An element whose end was not seen yet.
struct Open<'a> {
    name: &'a str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Widget,
    Window { active: bool },
    Other,
}

/// What is known of the tree so far.
struct Tree<'a> {
    reader: Reader<'a>,
    open: Vec<Open<'a>>,
    builder: ScreenBuilder,
    package: Option<Cow<'a, str>>,
    activity: Option<Cow<'a, str>>,
    window: Option<WindowKind>,
    rotation: Option<u8>,
    /// Display of the `<display>` around.
    display: u32,
    front: Option<Front<'a>>,
}

/// The root that the foreground package is taken from.
struct Front<'a> {
    package: Cow<'a, str>,
    active: bool,
}

impl<'a> Tree<'a> {
    fn new(reader: Reader<'a>) -> Self {
        Self {
            reader,
            open: Vec::new(),
            builder: ScreenBuilder::new(),
            package: None,
            activity: None,
            window: None,
            rotation: None,
            display: 0,
            front: None,
        }
    }

    fn read(mut self) -> Result<Screen, XmlError> {
        loop {
            let tag = self.reader.tag()?;
            match tag {
                Some(Tag::Open { name, at }) => self.element(name, at)?,
                Some(Tag::Close { name, at }) => self.close(name, at)?,
                None => {
                    let inner = self.open.last().map_or("hierarchy", |open| open.name);
                    return self.reader.fail(format!("cut short: </{inner}> is missing"));
                }
            }
            if self.open.is_empty() {
                return Ok(self.finish());
            }
        }
    }

    fn finish(mut self) -> Screen {
        let front = self.front.map(|front| front.package);
        self.builder.finish(&Header {
            package: &self.package.or(front).unwrap_or_default(),
            activity: &self.activity.unwrap_or_default(),
            window: self.window.unwrap_or_default(),
            rotation: self.rotation.unwrap_or_default(),
        })
    }

    fn element(&mut self, name: &'a str, at: usize) -> Result<(), XmlError> {
        if self.open.len() >= 2 * MAX_DEPTH || self.builder.depth() >= MAX_DEPTH {
            return self.reader.fail_at(at, format!("more than {MAX_DEPTH} levels of widgets"));
        }
        let (kind, empty) = match name {
            _ if self.builder.depth() > 0 => (Kind::Widget, self.widget(name, at)?),
            "hierarchy" => (Kind::Other, self.hierarchy()?),
            "displays" => (Kind::Other, self.reader.attributes(|_, _| Ok(()))?),
            "display" => (Kind::Other, self.display()?),
            "window" => {
                let mut active = false;
                let empty = self.reader.attributes(|_, a| {
                    active |= a.name == "active" && a.raw == "true";
                    Ok(())
                })?;
                (Kind::Window { active }, empty)
            }
            _ => (Kind::Widget, self.widget(name, at)?),
        };
        if !empty {
            self.open.push(Open { name, kind });
        } else if kind == Kind::Widget {
            self.builder.close();
        }
        Ok(())
    }

    fn close(&mut self, name: &str, at: usize) -> Result<(), XmlError> {
        match self.open.pop() {
            Some(open) if open.name == name => {
                if open.kind == Kind::Widget {
                    self.builder.close();
                }
                Ok(())
            }
            Some(open) => {
                self.reader.fail_at(at, format!("</{}> where </{}> must stand", cut(name), cut(open.name)))
            }
            None => self.reader.fail_at(at, format!("</{}> that closes nothing", cut(name))),
        }
    }

    fn hierarchy(&mut self) -> Result<bool, XmlError> {
        let Self { reader, package, activity, window, rotation, .. } = self;
        reader.attributes(|r, a| {
            match a.name {
                "rotation" if rotation.is_none() => match a.raw.parse() {
                    Ok(turns @ 0..=3) => *rotation = Some(turns),
                    _ => return r.fail_at(a.at, format!("rotation {:?} is none of 0, 1, 2, 3", cut(a.raw))),
                },
                "package" if package.is_none() => *package = Some(r.decode(&a)?),
                "activity" if activity.is_none() => *activity = Some(r.decode(&a)?),
                "window" if window.is_none() => match WindowKind::from_name(a.raw) {
                    Some(kind) => *window = Some(kind),
                    None => return r.fail_at(a.at, format!("unknown kind of window {:?}", cut(a.raw))),
                },
                _ => {}
            }
            Ok(())
        })
    }

    fn display(&mut self) -> Result<bool, XmlError> {
        let Self { reader, display, .. } = self;
        *display = 0;
        reader.attributes(|r, a| {
            if a.name == "id" {
                *display = r.number(&a)?;
            }
            Ok(())
        })
    }

    fn widget(&mut self, tag: &'a str, at: usize) -> Result<bool, XmlError> {
        if self.builder.len() >= MAX_WIDGETS {
            return self.reader.fail_at(at, format!("more than {MAX_WIDGETS} widgets"));
        }
        let mut read = Attributes { display: self.display, ..Attributes::default() };
        let empty = self.reader.attributes(|r, a| read.take(r, &a))?;
        let class = read.class.unwrap_or(Cow::Borrowed(if tag == "node" { "" } else { tag }));
        let editable = read.editable.unwrap_or_else(|| is_editable_class(&class));
        read.flags.set(Flags::EDITABLE, editable);
        let is_root = self.builder.depth() == 0;
        self.builder.open(&WidgetSpec {
            class: &class,
            id: &read.id,
            text: &read.text,
            desc: &read.desc,
            hint: &read.hint,
            package: &read.package,
            bounds: read.bounds,
            flags: read.flags,
            index: read.index,
            drawing_order: read.drawing_order,
            display: read.display,
        });
        if is_root {
            self.consider_front(read.package);
        }
        Ok(empty)
    }

    fn consider_front(&mut self, package: Cow<'a, str>) {
        let active = self.open.iter().rev().find_map(|open| match open.kind {
            Kind::Window { active } => Some(active),
            _ => None,
        });
        let active = active.unwrap_or(false);
        if self.front.as_ref().is_none_or(|front| active && !front.active) {
            self.front = Some(Front { package, active });
        }
    }
}

/// What one widget's attributes say.
struct Attributes<'a> {
    class: Option<Cow<'a, str>>,
    id: Cow<'a, str>,
    text: Cow<'a, str>,
    desc: Cow<'a, str>,
    hint: Cow<'a, str>,
    package: Cow<'a, str>,
    bounds: Bounds,
    flags: Flags,
    editable: Option<bool>,
    index: u32,
    drawing_order: u32,
    display: u32,
}

impl Default for Attributes<'_> {
    fn default() -> Self {
        Self {
            class: None,
            id: Cow::Borrowed(""),
            text: Cow::Borrowed(""),
            desc: Cow::Borrowed(""),
            hint: Cow::Borrowed(""),
            package: Cow::Borrowed(""),
            bounds: Bounds::default(),
            flags: Flags::ENABLED,
            editable: None,
            index: 0,
            drawing_order: 0,
            display: 0,
        }
    }
}

impl<'a> Attributes<'a> {
    fn take(&mut self, r: &Reader<'a>, a: &Attribute<'a>) -> Result<(), XmlError> {
        match a.name {
            "index" => self.index = r.number(a)?,
            "text" => self.text = r.decode(a)?,
            "resource-id" => self.id = r.decode(a)?,
            "class" => self.class = Some(r.decode(a)?),
            "package" => self.package = r.decode(a)?,
            "content-desc" => self.desc = r.decode(a)?,
            "hint" => self.hint = r.decode(a)?,
            "bounds" => self.bounds = r.bounds(a)?,
            "drawing-order" => self.drawing_order = r.number(a)?,
            "display-id" => self.display = r.number(a)?,
            "editable" => self.editable = Some(a.raw == "true"),
            "checkable" => self.set(Flags::CHECKABLE, a),
            "checked" => self.set(Flags::CHECKED, a),
            "clickable" => self.set(Flags::CLICKABLE, a),
            "enabled" => self.set(Flags::ENABLED, a),
            "focusable" => self.set(Flags::FOCUSABLE, a),
            "focused" => self.set(Flags::FOCUSED, a),
            "scrollable" => self.set(Flags::SCROLLABLE, a),
            "long-clickable" => self.set(Flags::LONG_CLICKABLE, a),
            "password" => self.set(Flags::PASSWORD, a),
            "selected" => self.set(Flags::SELECTED, a),
            _ => {}
        }
        Ok(())
    }

    fn set(&mut self, flag: Flags, a: &Attribute<'a>) {
        self.flags.set(flag, a.raw == "true");
    }
}

/// Bytes that a name ends at.
const ENDS_NAME: u8 = 1;
/// Bytes that a value in double quotes ends at, or breaks at.
const ENDS_DOUBLE: u8 = 1 << 1;
/// Bytes that a value in single quotes ends at, or breaks at.
const ENDS_SINGLE: u8 = 1 << 2;
/// Bytes of a value that do not stand for themselves.
const DECODED: u8 = 1 << 3;

/// What each byte is to the reader. All that matter are ASCII, so that cuts never split a character.
const BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let kinds: [(&[u8], u8); 4] = [
        (b" \t\n\r\x0C<>/='\"&!?", ENDS_NAME),
        (b"\"<", ENDS_DOUBLE),
        (b"'<", ENDS_SINGLE),
        (b"&\t\n\r", DECODED),
    ];
    let mut k = 0;
    while k < kinds.len() {
        let mut i = 0;
        while i < kinds[k].0.len() {
            table[kinds[k].0[i] as usize] |= kinds[k].1;
            i += 1;
        }
        k += 1;
    }
    table
};

/// Where in the dump we are.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

enum Tag<'a> {
    /// `<name`; its attributes follow.
    Open { name: &'a str, at: usize },
    /// `</name>`
    Close { name: &'a str, at: usize },
}

struct Attribute<'a> {
    name: &'a str,
    /// The value before references are resolved.
    raw: &'a str,
    /// Where the value begins.
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, what: impl Into<String>) -> Result<T, XmlError> {
        self.fail_at(self.at, what)
    }

    fn fail_at<T>(&self, at: usize, what: impl Into<String>) -> Result<T, XmlError> {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        Err(XmlError::Malformed { line, column, what: what.into() })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes what stands before the first byte of that kind.
    fn take_until(&mut self, stop: u8) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|b| BYTES[usize::from(b)] & stop != 0).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn name(&mut self) -> &'a str {
        self.take_until(ENDS_NAME)
    }

    /// The next tag; `None` where the dump ends. Text between tags says nothing and is passed over.
    fn tag(&mut self) -> Result<Option<Tag<'a>>, XmlError> {
        loop {
            let Some(ahead) = self.rest().find('<') else {
                self.at = self.text.len();
                return Ok(None);
            };
            self.at += ahead;
            let (at, rest) = (self.at, self.rest());
            let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
            if let Some((begin, end)) = skipped.into_iter().find(|(begin, _)| rest.starts_with(begin)) {
                match rest[begin.len()..].find(end) {
                    Some(length) => self.at += begin.len() + length + end.len(),
                    None => return self.fail(format!("`{begin}` without its `{end}`")),
                }
                continue;
            }
            let closes = rest.starts_with("</");
            self.at += if closes { 2 } else { 1 };
            let name = self.name();
            if name.is_empty() {
                return self.fail_at(at, "`<` without the name of an element");
            }
            if !closes {
                return Ok(Some(Tag::Open { name, at }));
            }
            self.blanks();
            if self.peek() != Some(b'>') {
                return self.fail(format!("`>` of </{}> is missing", cut(name)));
            }
            self.at += 1;
            return Ok(Some(Tag::Close { name, at }));
        }
    }

    /// Shows each attribute of the tag that was just opened and passes its end; true where it was `/>`.
    fn attributes(
        &mut self,
        mut show: impl FnMut(&Self, Attribute<'a>) -> Result<(), XmlError>,
    ) -> Result<bool, XmlError> {
        loop {
            self.blanks();
            match self.peek() {
                None => return self.fail("cut short inside a tag"),
                Some(b'>') => {
                    self.at += 1;
                    return Ok(false);
                }
                Some(b'/') if self.rest().starts_with("/>") => {
                    self.at += 2;
                    return Ok(true);
                }
                Some(_) => {
                    let attribute = self.attribute()?;
                    show(self, attribute)?;
                }
            }
        }
    }

    fn attribute(&mut self) -> Result<Attribute<'a>, XmlError> {
        let name = self.name();
        if name.is_empty() {
            let found = self.rest().chars().next().unwrap_or_default();
            return self.fail(format!("{found:?} where an attribute or `>` must stand"));
        }
        self.blanks();
        if self.peek() != Some(b'=') {
            return self.fail(format!("attribute `{}` without a value", cut(name)));
        }
        self.at += 1;
        self.blanks();
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            return self.fail(format!("the value of `{}` is not in quotes", cut(name)));
        };
        self.at += 1;
        let at = self.at;
        let raw = self.take_until(if quote == b'"' { ENDS_DOUBLE } else { ENDS_SINGLE });
        match self.peek() {
            Some(b) if b == quote => self.at += 1,
            Some(_) => return self.fail(format!("`<` inside the value of `{}`", cut(name))),
            None => return self.fail_at(at, format!("cut short inside the value of `{}`", cut(name))),
        }
        Ok(Attribute { name, raw, at })
    }

    /// The value as the app meant it: references resolved, and raw line ends and tabs turned into the blank
    /// that XML makes of them.
    fn decode(&self, a: &Attribute<'a>) -> Result<Cow<'a, str>, XmlError> {
        let special = |b: u8| BYTES[usize::from(b)] & DECODED != 0;
        if !a.raw.bytes().any(special) {
            return Ok(Cow::Borrowed(a.raw));
        }
        let mut out = String::with_capacity(a.raw.len());
        let mut rest = a.raw;
        while let Some(plain) = rest.bytes().position(special) {
            out.push_str(&rest[..plain]);
            rest = &rest[plain..];
            let length = if rest.starts_with('&') {
                let Some((c, length)) = character(rest) else {
                    let shown: String = rest.chars().take(12).collect();
                    let at = a.at + a.raw.len() - rest.len();
                    return self.fail_at(at, format!("{shown:?} does not begin with a known reference"));
                };
                out.push(c);
                length
            } else {
                out.push(' ');
                if rest.starts_with("\r\n") { 2 } else { 1 }
            };
            rest = &rest[length..];
        }
        out.push_str(rest);
        Ok(Cow::Owned(out))
    }

    /// A count; negative ones, which Android writes for "none", are 0.
    fn number(&self, a: &Attribute<'a>) -> Result<u32, XmlError> {
        match a.raw.trim().parse::<i64>() {
            Ok(n) => Ok(u32::try_from(n.max(0)).unwrap_or(u32::MAX)),
            Err(_) => self.fail_at(a.at, format!("`{}` is {:?}, not a number", a.name, cut(a.raw))),
        }
    }

    fn bounds(&self, a: &Attribute<'a>) -> Result<Bounds, XmlError> {
        match bounds(a.raw) {
            Some(bounds) => Ok(bounds),
            None => self.fail_at(a.at, format!("bounds {:?} are not of the form [0,0][9,9]", cut(a.raw))),
        }
    }
}

fn bounds(text: &str) -> Option<Bounds> {
    let (first, second) = text.trim().strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let corner = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
    };
    let ((left, top), (right, bottom)) = (corner(first)?, corner(second)?);
    Some(Bounds { left, top, right, bottom })
}

/// The character that a text begins with as a reference, and the length of the reference. Old Androids write
/// an emoji as two references, one for each half: the two are one character here.
fn character(text: &str) -> Option<(char, usize)> {
    let (code, length) = reference(text)?;
    let is_first_half = (0xD800..0xDC00).contains(&code);
    let second = if is_first_half { reference(&text[length..]) } else { None };
    if let Some((low @ 0xDC00..0xE000, more)) = second {
        let whole = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        return Some((char::from_u32(whole).unwrap_or(char::REPLACEMENT_CHARACTER), length + more));
    }
    Some((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), length))
}

fn reference(text: &str) -> Option<(u32, usize)> {
    let name = text.strip_prefix('&')?;
    let name = &name[..name.find(';')?];
    let code = match name {
        "amp" => u32::from('&'),
        "lt" => u32::from('<'),
        "gt" => u32::from('>'),
        "quot" => u32::from('"'),
        "apos" => u32::from('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let (digits, radix) = match digits.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => (hexadecimal, 16),
                None => (digits, 10),
            };
            if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
                return None;
            }
            // Digits alone fail only by being too many: no such character, then.
            u32::from_str_radix(digits, radix).unwrap_or(u32::MAX)
        }
    };
    Some((code, name.len() + 2))
}

/// What an error message quotes of a text.
fn cut(text: &str) -> &str {
    text.char_indices().nth(MAX_QUOTE).map_or(text, |(end, _)| &text[..end])
}

/// Prints a screen as Android would, one widget a line. What Android has no attribute for (`package`,
/// `activity` and `window` of the whole, `editable` of a widget) is printed only where reading would not
/// derive it, so that [`parse_xml`] gives an equal screen back, whatever the strings in it.
///
/// A screen beyond what is read at all (50,000 widgets, 500 levels, 64 MiB of text) is printed and not read.
pub fn print_xml(screen: &Screen) -> String {
    let mut out = String::with_capacity(128 + 400 * screen.len());
    out.push_str("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<hierarchy");
    attribute(&mut out, "rotation", screen.rotation());
    let derived = screen.roots().next().map_or("", |root| root.package());
    if screen.package() != derived {
        text_attribute(&mut out, "package", screen.package());
    }
    if !screen.activity().is_empty() {
        text_attribute(&mut out, "activity", screen.activity());
    }
    if screen.window() != WindowKind::default() {
        attribute(&mut out, "window", screen.window().name());
    }
    out.push_str(">\n");
    let mut ends: Vec<usize> = Vec::new();
    for widget in screen.widgets() {
        close(&mut out, &mut ends, widget.id().index());
        indent(&mut out, ends.len() + 1);
        out.push_str("<node");
        print_attributes(&mut out, &widget);
        if widget.is_leaf() {
            out.push_str(" />\n");
        } else {
            out.push_str(">\n");
            ends.push(widget.id().index() + widget.subtree().len());
        }
    }
    close(&mut out, &mut ends, screen.len());
    out.push_str("</hierarchy>\n");
    out
}

/// Closes the widgets that end before place `at`.
fn close(out: &mut String, ends: &mut Vec<usize>, at: usize) {
    while ends.last() == Some(&at) {
        ends.pop();
        indent(out, ends.len() + 1);
        out.push_str("</node>\n");
    }
}

/// Indents up to a bound: a tree of hundreds of levels would be blanks for the most part.
fn indent(out: &mut String, levels: usize) {
    out.extend(std::iter::repeat_n("  ", levels.min(20)));
}

/// The attributes that are flags, in the order Android writes them.
const FLAGS: [(&str, Flags); 10] = [
    ("checkable", Flags::CHECKABLE),
    ("checked", Flags::CHECKED),
    ("clickable", Flags::CLICKABLE),
    ("enabled", Flags::ENABLED),
    ("focusable", Flags::FOCUSABLE),
    ("focused", Flags::FOCUSED),
    ("scrollable", Flags::SCROLLABLE),
    ("long-clickable", Flags::LONG_CLICKABLE),
    ("password", Flags::PASSWORD),
    ("selected", Flags::SELECTED),
];

fn print_attributes(out: &mut String, widget: &Widget<'_>) {
    attribute(out, "index", widget.index());
    text_attribute(out, "text", widget.text());
    text_attribute(out, "resource-id", widget.resource_id());
    text_attribute(out, "class", widget.class());
    text_attribute(out, "package", widget.package());
    text_attribute(out, "content-desc", widget.desc());
    for (name, flag) in FLAGS {
        attribute(out, name, widget.is(flag));
    }
    let editable = widget.is(Flags::EDITABLE);
    if editable != is_editable_class(widget.class()) {
        attribute(out, "editable", editable);
    }
    let b = widget.bounds();
    attribute(out, "bounds", format_args!("[{},{}][{},{}]", b.left, b.top, b.right, b.bottom));
    if widget.drawing_order() != 0 {
        attribute(out, "drawing-order", widget.drawing_order());
    }
    if !widget.hint().is_empty() {
        text_attribute(out, "hint", widget.hint());
    }
    if widget.display() != 0 {
        attribute(out, "display-id", widget.display());
    }
}

/// Prints a value that needs no escaping.
fn attribute(out: &mut String, name: &str, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, " {name}=\"{value}\"");
}

fn text_attribute(out: &mut String, name: &str, value: &str) {
    out.extend([" ", name, "=\""]);
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => {
                // As above.
                let _ = write!(out, "&#{};", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}
