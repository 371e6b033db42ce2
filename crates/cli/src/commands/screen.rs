//! `skink screen`: dumps as trees, their differences, and what selectors match.

use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;

use serde::Serialize;
use skink_gui::{Bounds, Difference, Flags, Screen, Selector, Widget, diff, parse_droidbot, parse_xml};

use crate::args::{Screen as ScreenArgs, ScreenCommand};
use crate::failure::Failure;
use crate::output::{counted, print, print_json};

pub(crate) fn run(args: &ScreenArgs, json: bool) -> Result<u8, Failure> {
    match &args.what {
        ScreenCommand::Show { dump } => show(&read(dump)?, json),
        ScreenCommand::Diff { before, after } => difference(&read(before)?, &read(after)?, json),
        ScreenCommand::Find { dump, selector } => {
            let given = selector.join(" ");
            let selector: Selector = given.parse().map_err(|e: skink_gui::SelectorError| {
                Failure::usage(format!("reading the selector `{given}`"), e.to_string())
            })?;
            find(&read(dump)?, &selector, json)
        }
    }
}

pub(super) fn read(path: &Path) -> Result<Screen, Failure> {
    let doing = format!("reading {}", path.display());
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|e| Failure::usage(&doing, e.to_string()))?;
    let parsed = match bytes.iter().find(|b| !b.is_ascii_whitespace()) {
        Some(b'{') => parse_droidbot(&bytes).map_err(|e| e.to_string()),
        _ => parse_xml(&bytes).map_err(|e| e.to_string()),
    };
    parsed.map_err(|problem| {
        Failure::usage(doing, problem).hint("give a uiautomator dump (XML) or a DroidBot state (JSON)")
    })
}

#[derive(Serialize)]
struct Row<'a> {
    widget: u32,
    depth: usize,
    class: &'a str,
    id: &'a str,
    text: &'a str,
    desc: &'a str,
    hint: &'a str,
    bounds: Bounds,
    flags: Vec<String>,
}

fn row<'a>(widget: &Widget<'a>) -> Row<'a> {
    Row {
        widget: widget.id().0,
        depth: widget.ancestors().count(),
        class: widget.class(),
        id: widget.resource_id(),
        text: widget.text(),
        desc: widget.desc(),
        hint: widget.hint(),
        bounds: widget.bounds(),
        flags: widget.flags().iter_names().map(|(name, _)| name.to_lowercase()).collect(),
    }
}

/// One line for a widget: number, class, id, texts, what it can do.
fn line(widget: &Widget<'_>) -> String {
    let mut line = format!("{:>4} ", widget.id().0);
    line.push_str(widget.short_class());
    if !widget.resource_id().is_empty() {
        let _ = write!(line, " #{}", widget.short_id());
    }
    for (name, text) in [("", widget.text()), ("desc ", widget.desc()), ("hint ", widget.hint())] {
        if !text.is_empty() {
            let _ = write!(line, " {name}{}", shortened(text));
        }
    }
    let shown = Flags::CLICKABLE
        | Flags::LONG_CLICKABLE
        | Flags::CHECKED
        | Flags::SCROLLABLE
        | Flags::EDITABLE
        | Flags::FOCUSED
        | Flags::SELECTED
        | Flags::PASSWORD;
    let mut flags: Vec<String> = (widget.flags() & shown)
        .iter_names()
        .map(|(name, _)| name.to_lowercase().replace('_', "-"))
        .collect();
    if !widget.is(Flags::ENABLED) {
        flags.push("disabled".to_owned());
    }
    if !flags.is_empty() {
        let _ = write!(line, " [{}]", flags.join(" "));
    }
    line
}

/// A text in quotes, at most 60 characters of it, without control characters that would move the cursor.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().count() > 60 {
        short.push('…');
    }
    format!("\"{short}\"")
}

fn show(screen: &Screen, json: bool) -> Result<u8, Failure> {
    if json {
        print_json(&screen.widgets().map(|w| row(&w)).collect::<Vec<_>>())?;
        return Ok(crate::OK);
    }
    let mut out = format!(
        "{} {} ({}, {}, rotation {})\n",
        screen.package(),
        screen.activity(),
        screen.window().name(),
        counted(screen.len() as u64, "widget"),
        screen.rotation()
    );
    for widget in screen.widgets() {
        let line = line(&widget);
        let (number, rest) = line.split_at(5);
        let _ = writeln!(out, "{number}{}{rest}", "  ".repeat(widget.ancestors().count()));
    }
    print(&out);
    Ok(crate::OK)
}

#[derive(Serialize)]
struct DifferenceRows<'a> {
    distance: u32,
    exact: bool,
    deleted: Vec<Row<'a>>,
    added: Vec<Row<'a>>,
    changed: Vec<(Row<'a>, Row<'a>)>,
}

fn difference(before: &Screen, after: &Screen, json: bool) -> Result<u8, Failure> {
    let found: Difference = diff(before, after);
    let of = |screen, id: &_| Screen::widget(screen, *id);
    if json {
        print_json(&DifferenceRows {
            distance: found.distance(),
            exact: found.is_exact(),
            deleted: found.deleted().iter().map(|id| row(&of(before, id))).collect(),
            added: found.added().iter().map(|id| row(&of(after, id))).collect(),
            changed: found.changed().iter().map(|(a, b)| (row(&of(before, a)), row(&of(after, b)))).collect(),
        })?;
    } else {
        let bound = if found.is_exact() { "" } else { "at most " };
        let mut out = format!("distance {bound}{}\n", found.distance());
        for id in found.deleted() {
            let _ = writeln!(out, "- {}", line(&of(before, id)));
        }
        for id in found.added() {
            let _ = writeln!(out, "+ {}", line(&of(after, id)));
        }
        for (a, b) in found.changed() {
            let _ = writeln!(out, "~ {}\n  {}", line(&of(before, a)), line(&of(after, b)));
        }
        print(&out);
    }
    Ok(if found.is_empty() { crate::OK } else { crate::FINDINGS })
}

fn find(screen: &Screen, selector: &Selector, json: bool) -> Result<u8, Failure> {
    let matches: Vec<Widget<'_>> = selector.find_all(screen).collect();
    if json {
        print_json(&matches.iter().map(row).collect::<Vec<_>>())?;
        return Ok(crate::OK);
    }
    print(&format!("matches: {} of {}\n", matches.len(), counted(screen.len() as u64, "widget")));
    for widget in &matches {
        print(&format!("{} {:?}\n", line(widget), <[i32; 4]>::from(widget.bounds())));
    }
    Ok(crate::OK)
}
