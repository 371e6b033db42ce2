//! The tree as Android's own dumper writes it: one line, attributes in its order, quotes as its serializer
//! chooses them.

use std::fmt::Write as _;

use skink_gui::{Flags, Screen, Widget};

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

/// The dump of a screen at that API level; `None` where Android's own dumper dies of a character: before
/// Android 7 an emoji, and at every level NUL and what is no character.
pub(super) fn dump(screen: &Screen, api: u32) -> Option<String> {
    let mut out = String::with_capacity(400 * (screen.len() + 1));
    out.push_str("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>");
    let _ = write!(out, "<hierarchy rotation=\"{}\">", screen.rotation());
    let mut ends: Vec<usize> = Vec::new();
    for widget in screen.widgets() {
        close(&mut out, &mut ends, widget.id().index());
        node(&mut out, &widget, api)?;
        if widget.is_leaf() {
            out.push_str(" />");
        } else {
            out.push('>');
            ends.push(widget.id().index() + widget.subtree().len());
        }
    }
    close(&mut out, &mut ends, screen.len());
    out.push_str("</hierarchy>");
    Some(out)
}

fn close(out: &mut String, ends: &mut Vec<usize>, at: usize) {
    while ends.last() == Some(&at) {
        ends.pop();
        out.push_str("</node>");
    }
}

fn node(out: &mut String, widget: &Widget<'_>, api: u32) -> Option<()> {
    out.push_str("<node");
    // "Not accessibility friendly": something to tap that has no name, and neither has what is in it.
    let named = |w: &Widget<'_>| !w.text().is_empty() || !w.desc().is_empty();
    if widget.is(Flags::CLICKABLE | Flags::ENABLED) && !widget.subtree().any(|w| named(&w)) {
        out.push_str(" NAF=\"true\"");
    }
    let _ = write!(out, " index=\"{}\"", widget.index());
    attribute(out, "text", widget.text(), api)?;
    attribute(out, "resource-id", widget.resource_id(), api)?;
    attribute(out, "class", widget.class(), api)?;
    attribute(out, "package", widget.package(), api)?;
    attribute(out, "content-desc", widget.desc(), api)?;
    for (name, flag) in FLAGS {
        let _ = write!(out, " {name}=\"{}\"", widget.is(flag));
    }
    let b = widget.bounds();
    let _ = write!(out, " bounds=\"[{},{}][{},{}]\"", b.left, b.top, b.right, b.bottom);
    if api >= 33 {
        let _ = write!(out, " drawing-order=\"{}\"", widget.drawing_order());
        attribute(out, "hint", widget.hint(), api)?;
        let _ = write!(out, " display-id=\"{}\"", widget.display());
    }
    Some(())
}

/// A value with a quotation mark is put between apostrophes; characters that XML forbids become dots.
fn attribute(out: &mut String, name: &str, value: &str, api: u32) -> Option<()> {
    let quote = if value.contains('"') { '\'' } else { '"' };
    out.extend([" ", name, "="]);
    out.push(quote);
    for c in value.chars() {
        match c {
            '\0' | '\u{FFFE}' | '\u{FFFF}' => return None,
            c if u32::from(c) > 0xFFFF && api < 24 => return None,
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\'' if quote == '\'' => out.push_str("&apos;"),
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c if c < ' ' => out.push('.'),
            c => out.push(c),
        }
    }
    out.push(quote);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_gui::{Bounds, Header, ScreenBuilder, WidgetSpec, parse_xml};

    fn screen(text: &str) -> Screen {
        let mut builder = ScreenBuilder::new();
        builder.open(&WidgetSpec {
            class: "android.widget.EditText",
            text,
            package: "com.example",
            bounds: Bounds::new(0, 0, 10, 20),
            flags: Flags::ENABLED | Flags::EDITABLE,
            ..WidgetSpec::default()
        });
        builder.finish(&Header { package: "com.example", rotation: 1, ..Header::default() })
    }

    #[test]
    fn a_dump_reads_back_as_the_same_screen() {
        for text in ["", "a < b & \"c\" 'd'", "two\nlines\tand a tab", "漢字 é", "'"] {
            for api in [19, 34] {
                let before = screen(text);
                let read = parse_xml(dump(&before, api).unwrap().as_bytes()).unwrap();
                assert_eq!(read, before, "{text:?} at {api}");
            }
        }
    }

    #[test]
    fn the_dumper_dies_where_androids_does() {
        assert!(dump(&screen("😀"), 19).is_none());
        assert!(dump(&screen("😀"), 34).is_some());
        assert!(dump(&screen("\u{FFFE}"), 34).is_none());
        assert!(dump(&screen("\u{1}"), 19).unwrap().contains("text=\".\""));
    }
}
