//! The paths that published specifications and uiautomator2 use: `//android.widget.ListView/X[4]/Y[1]`,
//! `//*[@resource-id="list"]/X[last()]`, `//*[contains(@text,"a") or @content-desc="b"]`. Steps down by class, by
//! number among siblings, and by attributes; nothing else of XPath.

use std::fmt;
use std::str::FromStr;

use skink_gui::{Screen, Widget, WidgetId};

use crate::find::Flag;

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
    /// Each takes away from what those before it left.
    predicates: Vec<Predicate>,
}

/// What stands in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Predicate {
    /// Which one, from 1.
    Number(usize),
    /// The last one.
    Last,
    /// One of these holds.
    Any(Vec<Test>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Test {
    how: How,
    attribute: Attribute,
    value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Equals,
    Differs,
    Contains,
    StartsWith,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attribute {
    Id,
    Text,
    Desc,
    Class,
    Index,
    Package,
    Bounds,
    Flag(Flag),
}

const ATTRIBUTES: [(&str, Attribute); 7] = [
    ("resource-id", Attribute::Id),
    ("text", Attribute::Text),
    ("content-desc", Attribute::Desc),
    ("class", Attribute::Class),
    ("index", Attribute::Index),
    ("package", Attribute::Package),
    ("bounds", Attribute::Bounds),
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

    /// Any widget that has this text, description or id: what uiautomator2 takes a bare word for.
    pub(crate) fn of_any(word: &str) -> Self {
        let test = |attribute| Test { how: How::Equals, attribute, value: word.to_owned() };
        Self::anywhere(vec![test(Attribute::Text), test(Attribute::Desc), test(Attribute::Id)])
    }

    /// Any widget of this id.
    pub(crate) fn of_id(id: &str) -> Self {
        Self::anywhere(vec![Test { how: How::Equals, attribute: Attribute::Id, value: id.to_owned() }])
    }

    fn anywhere(tests: Vec<Test>) -> Self {
        Self { steps: vec![PathStep { deep: true, class: None, predicates: vec![Predicate::Any(tests)] }] }
    }
}

impl PathStep {
    /// Those of a row of siblings that the step means.
    fn among(&self, siblings: &[Widget<'_>], out: &mut Vec<WidgetId>) {
        let is_of_class = |w: &&Widget<'_>| self.class.as_ref().is_none_or(|class| class == w.class());
        let mut left: Vec<&Widget<'_>> = siblings.iter().filter(is_of_class).collect();
        for predicate in &self.predicates {
            left = match predicate {
                Predicate::Number(number) => left.into_iter().skip(number - 1).take(1).collect(),
                Predicate::Last => left.pop().into_iter().collect(),
                Predicate::Any(tests) => {
                    left.into_iter().filter(|w| tests.iter().any(|test| test.holds(w))).collect()
                }
            };
        }
        out.extend(left.into_iter().map(Widget::id));
    }
}

impl Test {
    fn holds(&self, widget: &Widget<'_>) -> bool {
        let made;
        let is = match self.attribute {
            Attribute::Id => widget.resource_id(),
            Attribute::Text => widget.text(),
            Attribute::Desc => widget.desc(),
            Attribute::Class => widget.class(),
            Attribute::Package => widget.package(),
            Attribute::Index => {
                made = widget.index().to_string();
                &made
            }
            Attribute::Bounds => {
                let b = widget.bounds();
                made = format!("[{},{}][{},{}]", b.left, b.top, b.right, b.bottom);
                &made
            }
            Attribute::Flag(flag) => {
                made = flag.is_set(widget).to_string();
                &made
            }
        };
        match self.how {
            How::Equals => is == self.value,
            How::Differs => is != self.value,
            How::Contains => is.contains(&self.value),
            How::StartsWith => is.starts_with(&self.value),
        }
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
            let mut step = PathStep { deep, class, predicates: Vec::new() };
            while let Some(inside) = after.strip_prefix('[') {
                let end = unquoted(inside, "]").ok_or_else(|| format!("`[{inside}` never closes"))?;
                step.predicates.extend(predicates(&inside[..end])?);
                after = &inside[end + 1..];
            }
            steps.push(step);
            rest = after;
        }
        if steps.is_empty() { Err("an empty path".to_owned()) } else { Ok(Self { steps }) }
    }
}

/// Where something stands outside quotes.
fn unquoted(text: &str, wanted: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, _) if text[at..].starts_with(wanted) => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// The parts of a text between a word that stands outside quotes.
fn parts<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(at) = unquoted(rest, word) {
        all.push(rest[..at].trim());
        rest = &rest[at + word.len()..];
    }
    all.push(rest.trim());
    all
}

fn predicates(inside: &str) -> Result<Vec<Predicate>, String> {
    let inside = inside.trim();
    let unsupported =
        || format!("`[{inside}]` in a path is not supported: only [2], [last()], [@text=\"x\"] and the like");
    if let Ok(number) = inside.parse::<usize>() {
        return match number {
            0 => Err(format!("`[{inside}]` in a path: siblings are counted from 1")),
            _ => Ok(vec![Predicate::Number(number)]),
        };
    }
    if inside.split_whitespace().collect::<String>() == "last()" {
        return Ok(vec![Predicate::Last]);
    }
    let mut all = Vec::new();
    for part in parts(inside, " and ") {
        let tests: Option<Vec<_>> = parts(part, " or ").into_iter().map(test).collect();
        let tests = tests.ok_or_else(unsupported)?.into_iter().collect::<Result<Vec<_>, _>>()?;
        if tests.len() > 1 && part.len() < inside.len() {
            // Which of the two binds closer is easily got wrong: not guessed at.
            return Err(unsupported());
        }
        all.push(Predicate::Any(tests));
    }
    Ok(all)
}

/// `@text="x"`, `contains(@text, "x")`; `None` where it is no test at all.
fn test(text: &str) -> Option<Result<Test, String>> {
    let call = |name: &str| {
        let inner = text.strip_prefix(name)?.trim_start().strip_prefix('(')?.trim_end().strip_suffix(')')?;
        let comma = unquoted(inner, ",")?;
        Some((inner[..comma].trim(), inner[comma + 1..].trim()))
    };
    let (how, (name, value)) = match (call("contains"), call("starts-with")) {
        (Some(found), _) => (How::Contains, found),
        (None, Some(found)) => (How::StartsWith, found),
        (None, None) => {
            let at = unquoted(text, "=")?;
            let (name, value) = (text[..at].trim(), text[at + 1..].trim());
            match name.strip_suffix('!') {
                Some(name) => (How::Differs, (name.trim(), value)),
                None => (How::Equals, (name, value)),
            }
        }
    };
    let name = name.strip_prefix('@')?;
    let quoted = |q: char| value.strip_prefix(q).and_then(|v| v.strip_suffix(q)).filter(|v| !v.contains(q));
    let value = quoted('"').or_else(|| quoted('\''))?;
    let known = ATTRIBUTES.iter().find(|(known, _)| *known == name).map(|(_, attribute)| *attribute);
    Some(match known.or_else(|| Flag::named(name).map(Attribute::Flag)) {
        Some(attribute) => Ok(Test { how, attribute, value: value.to_owned() }),
        None => Err(format!("attribute `{name}` in a path is not supported")),
    })
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            f.write_str(if step.deep { "//" } else { "/" })?;
            f.write_str(step.class.as_deref().unwrap_or("*"))?;
            for predicate in &step.predicates {
                match predicate {
                    Predicate::Number(number) => write!(f, "[{number}]")?,
                    Predicate::Last => f.write_str("[last()]")?,
                    Predicate::Any(tests) => {
                        let words: Vec<String> = tests.iter().map(ToString::to_string).collect();
                        write!(f, "[{}]", words.join(" or "))?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.attribute {
            Attribute::Flag(flag) => flag.name(),
            other => ATTRIBUTES.iter().find(|(_, known)| *known == other).map_or("", |(name, _)| name),
        };
        let quote = if self.value.contains('"') { '\'' } else { '"' };
        let value = &self.value;
        match self.how {
            How::Equals => write!(f, "@{name}={quote}{value}{quote}"),
            How::Differs => write!(f, "@{name}!={quote}{value}{quote}"),
            How::Contains => write!(f, "contains(@{name},{quote}{value}{quote})"),
            How::StartsWith => write!(f, "starts-with(@{name},{quote}{value}{quote})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skink_gui::parse_xml;

    #[test]
    fn the_published_paths_read_back() {
        for path in [
            "//android.widget.ListView/android.widget.LinearLayout[4]/android.widget.RelativeLayout[1]",
            "//*[@resource-id=\"com.amaze.filemanager:id/listView\"]/android.widget.RelativeLayout[2]",
            "/hierarchy/a[@text=\"x ] y\"][3]",
            "//*[@text=\"salt and pepper or none\"]/a[last()]",
            "//*[contains(@text,\"a, b\")][2][@checked=\"true\"]",
            "//*[starts-with(@content-desc,'say \"hi\"') or @text!=\"x\"]",
        ] {
            assert_eq!(path.parse::<Path>().unwrap().to_string(), path);
        }
        let one = "//a[ @text = 'x' and @index='2' ]".parse::<Path>().unwrap();
        assert_eq!(one.to_string(), "//a[@text=\"x\"][@index=\"2\"]");
        for wrong in [
            "",
            "a/b",
            "//",
            "//a[0]",
            "//a[position()=2]",
            "//a[",
            "//a[@x=\"1\"]",
            "//a[@text=\"1\" or @text=\"2\" and @text=\"3\"]",
            "//a[@text=\"x\"'y']",
            "//a[not(@text=\"x\")]",
        ] {
            assert!(wrong.parse::<Path>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn predicates_take_away_one_after_the_other() {
        let screen = parse_xml(
            br#"<hierarchy rotation="0"><node class="L" bounds="[0,0][9,9]">
            <node class="T" text="one" bounds="[0,0][1,1]"/><node class="T" text="two" checked="true" bounds="[0,1][1,2]"/>
            <node class="T" text="twofold" bounds="[0,2][1,3]"/></node></hierarchy>"#,
        )
        .unwrap();
        let found = |path: &str| -> Vec<u32> {
            path.parse::<Path>().unwrap().find_all(&screen).iter().map(|id| id.0).collect()
        };
        assert_eq!(found("//T[last()]"), [3]);
        assert_eq!(found("//T[starts-with(@text,\"two\")][1]"), [2]);
        assert_eq!(found("//T[1][starts-with(@text,\"two\")]"), [] as [u32; 0]);
        assert_eq!(found("//*[@checked=\"true\" or @text=\"one\"]"), [1, 2]);
        assert_eq!(found("/hierarchy/L/T[@bounds=\"[0,2][1,3]\"]"), [3]);
        let ids = |path: Path| path.find_all(&screen).iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(ids(Path::of_any("two")), [2]);
        assert_eq!(ids(Path::of_id("x")), [] as [u32; 0]);
    }
}
