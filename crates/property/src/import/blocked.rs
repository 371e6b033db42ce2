//! A blocked view of a published specification: a line of a dump with `#any#` for what does not matter. The
//! published tool compares all attributes but those in [`IGNORED`].

use super::ImportError;
use crate::find::{Find, Flag, parse_bounds};
use crate::template::Template;

/// What the published tool does not look at.
const IGNORED: [&str; 4] = ["NAF", "index", "focusable", "rotation"];

/// A blocked view: a line of a dump with `#any#` for what does not matter.
pub(super) fn view(line: &str, place: &str) -> Result<Find, ImportError> {
    let unsupported = |construct: String| ImportError::Unsupported { place: place.to_owned(), construct };
    let mut find = Find::default();
    for (name, value) in
        attributes(line).map_err(|problem| ImportError::Shape { place: place.to_owned(), problem })?
    {
        let says_nothing = value == "#any#" || (name == "bounds" && value.is_empty());
        // Dumps hold what is visible.
        let is_visible = name == "visible-to-user" && value == "true";
        if says_nothing || is_visible || IGNORED.contains(&name.as_str()) {
            continue;
        }
        let template = || Some(Template::text(&value));
        match name.as_str() {
            "text" => find.text = template(),
            "resource-id" => find.id = template(),
            "content-desc" => find.desc = template(),
            "class" => find.class = Some(value),
            "package" => find.package = Some(value),
            "bounds" => {
                let bounds = parse_bounds(&value).ok_or_else(|| unsupported(format!("bounds `{value}`")))?;
                find.bounds = Some(bounds);
            }
            other => match (Flag::named(other), value.as_str()) {
                (Some(flag), "true") => find.flags.push((flag, true)),
                (Some(flag), "false") => find.flags.push((flag, false)),
                _ => return Err(unsupported(format!("attribute {other}=\"{value}\""))),
            },
        }
    }
    if find == Find::default() {
        return Err(unsupported("a view that blocks everything".to_owned()));
    }
    Ok(find)
}

/// The attributes of one XML element.
fn attributes(line: &str) -> Result<Vec<(String, String)>, String> {
    let inside = line.split_once("<node").ok_or("not a line of a dump")?.1;
    let mut rest = inside.trim_end().trim_end_matches('>').trim_end_matches('/').trim();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=').ok_or_else(|| format!("`{rest}` is not an attribute"))?;
        let after = after.trim_start().strip_prefix('"').ok_or_else(|| format!("`{name}` has no value"))?;
        let (value, after) = after.split_once('"').ok_or_else(|| format!("`{name}` never closes"))?;
        found.push((name.trim().to_owned(), unescaped(value)));
        rest = after.trim_start();
    }
    Ok(found)
}

/// A text as it stands in XML; what is no entity stays as it is.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let entity = rest.find(';').map(|end| &rest[1..end]);
        match entity.and_then(character) {
            Some(c) => {
                out.push(c);
                rest = &rest[entity.map_or(0, str::len) + 2..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn character(entity: &str) -> Option<char> {
    match entity {
        "quot" => Some('"'),
        "apos" => Some('\''),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}
