//! The paths that published specifications and uiautomator2 use: `//android.widget.ListView/X[4]/Y[1]`,
//! `//*[@resource-id="list"]/X[2]`. Steps down by class, by number among siblings of that class, and by
//! attributes; nothing else of XPath.

use std::fmt;
use std::str::FromStr;

use skink_gui::{Screen, Widget, WidgetId};

/// A path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    steps: Vec<PathStep>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct PathStep {
    /// `//`: at any depth; `/`: a child.
    deep: bool,
    /// `None` for `*`.
    class: Option<String>,
    attributes: Vec<(Attribute, String)>,
    /// Which one among the siblings that fit, from 1.
    number: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attribute {
    Id,
    Text,
    Desc,
    Class,
    Index,
    Package,
}

const ATTRIBUTES: [(&str, Attribute); 6] = [
    ("resource-id", Attribute::Id),
    ("text", Attribute::Text),
    ("content-desc", Attribute::Desc),
    ("class", Attribute::Class),
    ("index", Attribute::Index),
    ("package", Attribute::Package),
];

impl Path {
    /// All widgets at the end of the path, in document order.
    pub fn find_all(&self, screen: &Screen) -> Vec<WidgetId> {
        let mut now: Option<Vec<WidgetId>> = None;
        // A dump's root element is no widget.
        let root = self.steps.first().is_some_and(|s| s.class.as_deref() == Some("hierarchy"));
        for step in self.steps.iter().skip(usize::from(root)) {
            let mut next = Vec::new();
            match (&now, step.deep) {
                (None, false) => step.among(&screen.roots().collect::<Vec<_>>(), &mut next),
                (None, true) => {
                    step.among(&screen.roots().collect::<Vec<_>>(), &mut next);
                    for widget in screen.widgets() {
                        step.among(&widget.children().collect::<Vec<_>>(), &mut next);
                    }
                }
                (Some(parents), deep) => {
                    for parent in parents.iter().map(|id| screen.widget(*id)) {
                        if deep {
                            for widget in parent.subtree() {
                                step.among(&widget.children().collect::<Vec<_>>(), &mut next);
                            }
                        } else {
                            step.among(&parent.children().collect::<Vec<_>>(), &mut next);
                        }
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            now = Some(next);
        }
        now.unwrap_or_default()
    }
}

impl PathStep {
    /// Those of a row of siblings that the step means.
    fn among(&self, siblings: &[Widget<'_>], out: &mut Vec<WidgetId>) {
        let fitting = siblings.iter().filter(|w| self.fits(w)).map(Widget::id);
        match self.number {
            Some(number) => out.extend(fitting.skip(number - 1).take(1)),
            None => out.extend(fitting),
        }
    }

    fn fits(&self, widget: &Widget<'_>) -> bool {
        self.class.as_ref().is_none_or(|class| class == widget.class())
            && self.attributes.iter().all(|(attribute, value)| match attribute {
                Attribute::Id => widget.resource_id() == value,
                Attribute::Text => widget.text() == value,
                Attribute::Desc => widget.desc() == value,
                Attribute::Class => widget.class() == value,
                Attribute::Index => widget.index().to_string() == *value,
                Attribute::Package => widget.package() == value,
            })
    }
}

impl FromStr for Path {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let deep = rest.starts_with("//");
            let Some(after) = rest.strip_prefix(if deep { "//" } else { "/" }) else {
                return Err(format!("a path goes down by / or //, not by `{rest}`"));
            };
            let end = after.find(['/', '[']).unwrap_or(after.len());
            let (name, mut after) = after.split_at(end);
            if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "._$*-".contains(c)) {
                return Err(format!("`{name}` in a path is neither a class nor *"));
            }
            if name.contains('*') && name != "*" {
                return Err(format!("`{name}` in a path is neither a class nor *"));
            }
            let class = (name != "*").then(|| name.to_owned());
            let mut step = PathStep { deep, class, attributes: Vec::new(), number: None };
            while let Some(inside) = after.strip_prefix('[') {
                let end = closing(inside).ok_or_else(|| format!("`[{inside}` never closes"))?;
                step.take(&inside[..end])?;
                after = &inside[end + 1..];
            }
            steps.push(step);
            rest = after;
        }
        if steps.is_empty() { Err("an empty path".to_owned()) } else { Ok(Self { steps }) }
    }
}

/// Where the bracket closes, quotes apart.
fn closing(inside: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in inside.char_indices() {
        match (quote, c) {
            (None, ']') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

impl PathStep {
    fn take(&mut self, inside: &str) -> Result<(), String> {
        if let Ok(number) = inside.trim().parse::<usize>() {
            if number == 0 || self.number.is_some() {
                return Err(format!("`[{inside}]` in a path: siblings are counted from 1, once"));
            }
            self.number = Some(number);
            return Ok(());
        }
        let unsupported =
            || format!("`[{inside}]` in a path is not supported: only [2] and [@resource-id=\"x\"]");
        if self.number.is_some() {
            return Err(unsupported());
        }
        for part in inside.split(" and ") {
            let (name, value) =
                part.trim().strip_prefix('@').and_then(|p| p.split_once('=')).ok_or_else(unsupported)?;
            let value = value.trim();
            let quoted = |q: char| value.strip_prefix(q).and_then(|v| v.strip_suffix(q));
            let value = quoted('"').or_else(|| quoted('\'')).ok_or_else(unsupported)?;
            let known = ATTRIBUTES.iter().find(|(known, _)| *known == name.trim());
            let (_, attribute) =
                known.ok_or_else(|| format!("attribute `{}` in a path is not supported", name.trim()))?;
            if value.contains('"') {
                return Err(unsupported());
            }
            self.attributes.push((*attribute, value.to_owned()));
        }
        Ok(())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            f.write_str(if step.deep { "//" } else { "/" })?;
            f.write_str(step.class.as_deref().unwrap_or("*"))?;
            for (attribute, value) in &step.attributes {
                let name =
                    ATTRIBUTES.iter().find(|(_, known)| known == attribute).map_or("", |(name, _)| name);
                write!(f, "[@{name}=\"{value}\"]")?;
            }
            if let Some(number) = step.number {
                write!(f, "[{number}]")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_paths_read_back() {
        for path in [
            "//android.widget.ListView/android.widget.LinearLayout[4]/android.widget.RelativeLayout[1]",
            "//*[@resource-id=\"com.amaze.filemanager:id/listView\"]/android.widget.RelativeLayout[2]",
            "/hierarchy/a[@text=\"x ] y\"][3]",
        ] {
            assert_eq!(path.parse::<Path>().unwrap().to_string(), path);
        }
        for wrong in
            ["", "a/b", "//", "//a[0]", "//a[last()]", "//a[contains(@text,'x')]", "//a[", "//a[@x=\"1\"]"]
        {
            assert!(wrong.parse::<Path>().is_err(), "{wrong}");
        }
    }
}
