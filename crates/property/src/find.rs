//! How a property finds a widget: what selectors know (class, id, text, desc, place) with values in the texts,
//! and what data on screens needs beyond them: a part of a text, the nth match, a path, a flag, and a widget
//! beside or within another ("the menu button in the row of `{old}`").

use std::fmt;
use std::str::FromStr;

use skink_gui::{Bounds, Flags, Screen, Selector, Widget, WidgetId};

use crate::template::{Scope, Template};
use crate::words::{LineError, Piece, Placed, bare_or_quoted, nearest, quote};
use crate::xpath::Path;

/// Finds widgets; everything given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Find {
    /// Class, with or without its package.
    pub class: Option<String>,
    /// Resource id, with or without what stands before `:id/`.
    pub id: Option<Template>,
    /// The text.
    pub text: Option<Template>,
    /// The content description.
    pub desc: Option<Template>,
    /// A part of the text.
    pub has: Option<Template>,
    /// The text, with `*` for anything.
    pub like: Option<Template>,
    /// Siblings before it.
    pub place: Option<usize>,
    /// Package of the widget.
    pub package: Option<String>,
    /// The dump's index.
    pub index: Option<u32>,
    /// Where it stands on the screen.
    pub bounds: Option<[i32; 4]>,
    /// Flags that are set or not.
    pub flags: Vec<(Flag, bool)>,
    /// A path from the root.
    pub path: Option<Path>,
    /// Which of all that match, from 0.
    pub nth: Option<usize>,
    /// The innermost at a point of the screen.
    pub at: Option<[i32; 2]>,
    /// Inside or beside another widget.
    pub near: Option<(Relation, Box<Find>)>,
}

/// How a widget stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Anywhere inside it.
    Within,
    /// In the smallest part of the screen that holds both: the same row.
    Beside,
}

impl Relation {
    fn word(self) -> &'static str {
        match self {
            Relation::Within => "within",
            Relation::Beside => "beside",
        }
    }
}

/// A yes or no that a dump tells of a widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag(Flags);

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

impl Flag {
    /// The flag that dumps call so.
    pub fn named(name: &str) -> Option<Self> {
        FLAGS.iter().find(|(known, _)| *known == name).map(|(_, flag)| Flag(*flag))
    }

    /// Whether a widget has it.
    pub(crate) fn is_set(self, widget: &Widget<'_>) -> bool {
        widget.is(self.0)
    }

    pub(crate) fn name(self) -> &'static str {
        FLAGS.iter().find(|(_, flag)| *flag == self.0).map_or("", |(name, _)| name)
    }
}

const KEYS: [&str; 15] = [
    "class", "id", "text", "desc", "has", "like", "place", "package", "index", "bounds", "is", "not", "path",
    "nth", "at",
];

/// A [`Find`] whose values are filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    find: Find,
    id: Option<String>,
    text: Option<String>,
    desc: Option<String>,
    has: Option<String>,
    like: Option<String>,
    near: Option<(Relation, Box<Filled>)>,
}

impl Find {
    /// Reads what is left of a line.
    pub(crate) fn of(pieces: &[Placed], end: usize) -> Result<Self, LineError> {
        let mut find = Self::default();
        if pieces.is_empty() {
            return Err(LineError::new(end, "a selector is missing").hint("such as id=save or text=\"OK\""));
        }
        for (number, placed) in pieces.iter().enumerate() {
            let at = placed.at;
            match &placed.piece {
                Piece::Word(word) if (word == "within" || word == "beside") && number > 0 => {
                    let relation = if word == "within" { Relation::Within } else { Relation::Beside };
                    find.near = Some((relation, Box::new(Find::of(&pieces[number + 1..], end)?)));
                    return Ok(find);
                }
                Piece::Pair { key, equal: true, value } => find.take(key, value, at)?,
                Piece::Pair { key, equal: false, .. } => {
                    return Err(LineError::new(at, format!("selectors know no `{key}!=`"))
                        .hint("`absent` with key= says that something is not there"));
                }
                Piece::Word(word) => {
                    return Err(LineError::new(at, format!("`{word}` is not of the form key=value"))
                        .hint("such as id=save or text=\"OK\"; then `beside` or `within` and another"));
                }
                Piece::Text(text) => {
                    return Err(LineError::new(at, format!("{} stands alone", quote(text)))
                        .hint(format!("did you mean text={}?", quote(text))));
                }
            }
        }
        Ok(find)
    }

    fn take(&mut self, key: &str, value: &str, at: usize) -> Result<(), LineError> {
        let inside = at + key.chars().count() + 1;
        let template = || Template::parse(value, inside);
        let number = |what: &str| {
            value.parse().map_err(|_| {
                LineError::new(inside, format!("`{value}` is not a number")).hint(what.to_owned())
            })
        };
        let flag = || {
            let known = FLAGS.map(|(name, _)| name);
            Flag::named(value).ok_or_else(|| {
                LineError::new(inside, format!("unknown flag `{value}`"))
                    .hint(format!("known are {}", known.join(", ")))
            })
        };
        match key {
            "class" => self.class = Some(value.to_owned()),
            "id" => self.id = Some(template()?),
            "text" => self.text = Some(template()?),
            "desc" => self.desc = Some(template()?),
            "has" => self.has = Some(template()?),
            "like" => self.like = Some(template()?),
            "place" => self.place = Some(number("place= is how many siblings stand before it, from 0")?),
            "nth" => self.nth = Some(number("nth= is which of all that match, from 0")?),
            "index" => self.index = Some(number("index= is what the dump says")? as u32),
            "package" => self.package = Some(value.to_owned()),
            "bounds" => {
                let bounds = parse_bounds(value).ok_or_else(|| {
                    LineError::new(inside, format!("`{value}` are not bounds")).hint("such as [0,10][100,50]")
                })?;
                self.bounds = Some(bounds);
            }
            "at" => {
                let point = value.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
                self.at = Some(point.ok_or_else(|| {
                    LineError::new(inside, format!("`{value}` is not a point")).hint("such as at=540,1200")
                })?);
            }
            "is" => self.flags.push((flag()?, true)),
            "not" => self.flags.push((flag()?, false)),
            "path" => {
                let path = value.parse().map_err(|problem: String| {
                    LineError::new(inside, problem).hint("such as //android.widget.ListView/*[2]")
                })?;
                self.path = Some(path);
            }
            _ => {
                let error = LineError::new(at, format!("unknown key `{key}`"));
                let known = KEYS.iter().copied();
                return Err(match nearest(key, known) {
                    Some(name) => error.hint(format!("did you mean `{name}`?")),
                    None => error.hint(format!("known are {}", KEYS.join(", "))),
                });
            }
        }
        Ok(())
    }

    /// The templates in it.
    pub fn templates(&self) -> Vec<&Template> {
        let mut all: Vec<&Template> =
            [&self.id, &self.text, &self.desc, &self.has, &self.like].into_iter().flatten().collect();
        if let Some((_, other)) = &self.near {
            all.extend(other.templates());
        }
        all
    }

    /// The same with other names for its values.
    pub fn renamed(&self, rename: &dyn Fn(&str) -> String) -> Self {
        let of = |template: &Option<Template>| template.as_ref().map(|t| t.renamed(rename));
        let mut find = self.clone();
        (find.id, find.text, find.desc) = (of(&self.id), of(&self.text), of(&self.desc));
        (find.has, find.like) = (of(&self.has), of(&self.like));
        find.near = self.near.as_ref().map(|(r, other)| (*r, Box::new(other.renamed(rename))));
        find
    }

    /// What is left without the parts that need a value.
    pub fn without_values(&self) -> Self {
        let fixed = |template: &Option<Template>| template.clone().filter(Template::is_constant);
        let mut find = self.clone();
        (find.id, find.text, find.desc) = (fixed(&self.id), fixed(&self.text), fixed(&self.desc));
        (find.has, find.like) = (fixed(&self.has), fixed(&self.like));
        find.near = self.near.as_ref().map(|(r, other)| (*r, Box::new(other.without_values())));
        find
    }

    /// With its values, or the name of one that is missing.
    pub fn fill(&self, scope: &Scope<'_>) -> Result<Filled, String> {
        let of = |template: &Option<Template>| template.as_ref().map(|t| t.fill(scope)).transpose();
        let near = match &self.near {
            Some((relation, other)) => Some((*relation, Box::new(other.fill(scope)?))),
            None => None,
        };
        Ok(Filled {
            find: self.clone(),
            id: of(&self.id)?,
            text: of(&self.text)?,
            desc: of(&self.desc)?,
            has: of(&self.has)?,
            like: of(&self.like)?,
            near,
        })
    }
}

impl Filled {
    /// All widgets that match, in document order.
    pub fn find_all<'a>(&self, screen: &'a Screen) -> Vec<Widget<'a>> {
        let mut found: Vec<Widget<'a>> = screen.widgets().filter(|w| self.matches_alone(w)).collect();
        if let Some(path) = &self.find.path {
            let on_path = path.find_all(screen);
            found.retain(|w| on_path.contains(&w.id()));
        }
        if let Some((relation, other)) = &self.near {
            let anchors = other.find_all(screen);
            let kept: Vec<WidgetId> = match relation {
                Relation::Within => {
                    let inside = |w: &Widget<'_>| {
                        w.ancestors().any(|above| anchors.iter().any(|a| a.id() == above.id()))
                    };
                    found.iter().filter(|w| inside(w)).map(Widget::id).collect()
                }
                Relation::Beside => {
                    let alike: Vec<Widget<'a>> = screen.widgets().filter(|w| self.is_kind(w)).collect();
                    anchors.iter().flat_map(|anchor| beside(anchor, &alike, &found)).collect()
                }
            };
            found.retain(|w| kept.contains(&w.id()));
        }
        if let Some([x, y]) = self.find.at {
            let holds = |b: Bounds| b.left <= x && x < b.right && b.top <= y && y < b.bottom;
            let innermost = found.iter().rposition(|w| holds(w.bounds()));
            found = innermost.map(|at| found[at]).into_iter().collect();
        }
        match self.find.nth {
            Some(nth) => found.into_iter().skip(nth).take(1).collect(),
            None => found,
        }
    }

    /// Whether the widget itself says all there is to know.
    pub fn is_alone(&self) -> bool {
        self.find.nth.is_none() && self.find.path.is_none() && self.find.at.is_none() && self.near.is_none()
    }

    /// Whether a widget alone matches, without regard to others.
    pub fn matches_alone(&self, widget: &Widget<'_>) -> bool {
        let find = &self.find;
        // The short names are worked out only where the full ones differ: this is asked of every widget.
        self.text.as_ref().is_none_or(|text| text == widget.text())
            && self.id.as_ref().is_none_or(|id| {
                let full = widget.resource_id();
                id == full || (full.ends_with(id.as_str()) && id == widget.short_id())
            })
            && self.desc.as_ref().is_none_or(|desc| desc == widget.desc())
            && find.class.as_ref().is_none_or(|class| {
                let full = widget.class();
                class == full || (full.ends_with(class.as_str()) && class == widget.short_class())
            })
            && self.has.as_ref().is_none_or(|part| widget.text().contains(part.as_str()))
            && self.like.as_ref().is_none_or(|pattern| is_like(widget.text(), pattern))
            && find.place.is_none_or(|place| place == widget.place())
            && find.package.as_ref().is_none_or(|package| package == widget.package())
            && find.index.is_none_or(|index| index == widget.index())
            && find.bounds.is_none_or(|bounds| bounds == edges(widget.bounds()))
            && find.flags.iter().all(|(flag, set)| widget.is(flag.0) == *set)
    }

    /// Whether a widget is the one meant in some row, whatever its state: a switch that is off is the row's
    /// switch all the same. Its id says so, or else all but its flags.
    fn is_kind(&self, widget: &Widget<'_>) -> bool {
        match &self.id {
            Some(id) => id == widget.resource_id() || id == widget.short_id(),
            None => {
                let stateless =
                    Filled { find: Find { flags: Vec::new(), ..self.find.clone() }, ..self.clone() };
                stateless.matches_alone(widget)
            }
        }
    }

    /// Whether there is such a widget at all.
    pub fn is_on(&self, screen: &Screen) -> bool {
        if self.is_alone() {
            screen.widgets().any(|w| self.matches_alone(&w))
        } else {
            !self.find_all(screen).is_empty()
        }
    }

    /// The widget that comes nearest to what is looked for, and in what it differs.
    pub fn nearly(&self, screen: &Screen) -> Option<(WidgetId, String)> {
        type Attribute = fn(&Widget<'_>) -> String;
        let checks: [(&str, &Option<String>, Attribute); 5] = [
            ("id", &self.id, |w| w.short_id().to_owned()),
            ("text", &self.text, |w| w.text().to_owned()),
            ("desc", &self.desc, |w| w.desc().to_owned()),
            ("class", &self.find.class, |w| w.short_class().to_owned()),
            ("text", &self.has, |w| w.text().to_owned()),
        ];
        let mut best: Option<(usize, WidgetId, String)> = None;
        for widget in screen.widgets().filter(|w| !w.bounds().is_empty()) {
            let (mut score, mut differs) = (0, Vec::new());
            for (name, wanted, is) in &checks {
                let Some(wanted) = wanted else { continue };
                let is = is(&widget);
                let short = wanted.rsplit(['/', '.']).next().unwrap_or(wanted);
                if *wanted == is || (*name != "text" && *name != "desc" && short == is) {
                    score += 4;
                } else if alike(&is, wanted) {
                    score += 2;
                    differs.push(format!("{name}={}", quote(&is)));
                } else {
                    differs.push(format!("{name}={}", quote(&is)));
                }
            }
            if score > best.as_ref().map_or(0, |(score, ..)| *score) {
                best = Some((score, widget.id(), differs.join(" ")));
            }
        }
        best.map(|(_, id, differs)| {
            let widget = Selector { place: None, ..Selector::of(&screen.widget(id)) };
            let differs = if differs.is_empty() { String::new() } else { format!(", which has {differs}") };
            (id, format!("{widget}{differs}"))
        })
    }
}

/// Same letters in another case, or one within the other.
fn alike(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    !a.is_empty() && !b.is_empty() && (a == b || a.contains(&b) || b.contains(&a))
}

/// Lists by their class, for a short one does not scroll.
const LISTS: [&str; 3] = ["RecyclerView", "ListView", "GridView"];

/// Whether a widget is a list, however short.
pub(crate) fn is_list(widget: &Widget<'_>) -> bool {
    widget.is(Flags::SCROLLABLE) || LISTS.contains(&widget.short_class())
}

/// Those of `found` in the smallest part of the screen that the anchor shares with one of its kind.
fn beside(anchor: &Widget<'_>, alike: &[Widget<'_>], found: &[Widget<'_>]) -> Vec<WidgetId> {
    let holds = |part: &Widget<'_>, w: &Widget<'_>| {
        let (first, length) = (part.id().0, part.subtree().len() as u32);
        (first..first + length).contains(&w.id().0)
    };
    // A row does not reach beyond its list: what the row lacks is not taken from another.
    for part in std::iter::once(*anchor).chain(anchor.ancestors()).take_while(|w| !is_list(w)) {
        let shares = |w: &&Widget<'_>| w.id() != anchor.id() && holds(&part, w);
        if alike.iter().any(|w| shares(&w)) {
            return found.iter().filter(shares).map(Widget::id).collect();
        }
    }
    Vec::new()
}

/// Whether a text fits a pattern in which `*` is anything.
fn is_like(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(middle) = last.replace(part) {
            let Some(at) = rest.find(middle) else { return false };
            rest = &rest[at + middle.len()..];
        }
    }
    last.map_or(rest.is_empty(), |end: &str| rest.ends_with(end))
}

fn edges(bounds: Bounds) -> [i32; 4] {
    [bounds.left, bounds.top, bounds.right, bounds.bottom]
}

/// Android's form: `[0,10][100,50]`.
pub(crate) fn parse_bounds(text: &str) -> Option<[i32; 4]> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let (a, b) = inner.split_once("][")?;
    let (left, top) = a.split_once(',')?;
    let (right, bottom) = b.split_once(',')?;
    Some([left.parse().ok()?, top.parse().ok()?, right.parse().ok()?, bottom.parse().ok()?])
}

impl fmt::Display for Find {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        let bare = |key: &str, value: String| format!("{key}={}", bare_or_quoted(&value));
        words.extend(self.class.iter().map(|class| bare("class", class.clone())));
        words.extend(self.id.iter().map(|id| bare("id", id.to_string())));
        for (key, value) in
            [("text", &self.text), ("desc", &self.desc), ("has", &self.has), ("like", &self.like)]
        {
            words.extend(value.iter().map(|value| format!("{key}={}", quote(&value.to_string()))));
        }
        words.extend(self.place.map(|place| format!("place={place}")));
        words.extend(self.package.iter().map(|package| bare("package", package.clone())));
        words.extend(self.index.map(|index| format!("index={index}")));
        words.extend(self.bounds.map(|[l, t, r, b]| format!("bounds=[{l},{t}][{r},{b}]")));
        for (flag, set) in &self.flags {
            words.push(format!("{}={}", if *set { "is" } else { "not" }, flag.name()));
        }
        words.extend(self.path.iter().map(|path| format!("path={}", quote(&path.to_string()))));
        words.extend(self.nth.map(|nth| format!("nth={nth}")));
        words.extend(self.at.map(|[x, y]| format!("at={x},{y}")));
        f.write_str(&words.join(" "))?;
        match &self.near {
            Some((relation, other)) => write!(f, " {} {other}", relation.word()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |text: &Option<String>| text.as_ref().map(|text| Template::text(text));
        let mut find = self.find.clone();
        (find.id, find.text, find.desc) = (of(&self.id), of(&self.text), of(&self.desc));
        (find.has, find.like, find.near) = (of(&self.has), of(&self.like), None);
        write!(f, "{find}")?;
        match &self.near {
            Some((relation, other)) => write!(f, " {} {other}", relation.word()),
            None => Ok(()),
        }
    }
}

impl FromStr for Find {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        Self::of(&crate::words::pieces(text)?, text.chars().count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Data;
    use crate::template::Values;
    use skink_gui::parse_xml;

    const ROWS: &str = r#"<hierarchy rotation="0"><node class="android.widget.ListView" bounds="[0,0][100,100]">
        <node class="L" bounds="[0,0][100,50]"><node class="T" text="old-name" bounds="[0,0][50,50]"/>
        <node class="android.widget.ImageButton" resource-id="a:id/menu" bounds="[50,0][100,50]"/></node>
        <node class="L" bounds="[0,50][100,100]"><node class="T" text="Other" bounds="[0,50][50,100]"/>
        <node class="android.widget.ImageButton" resource-id="a:id/menu" bounds="[50,50][100,100]"/></node>
        </node></hierarchy>"#;

    #[test]
    fn a_row_is_told_by_the_kind_of_widget_not_by_its_state() {
        let switches = ROWS.replace("android.widget.ListView", "V").replacen(
            "a:id/menu\"",
            "a:id/menu\" checked=\"true\"",
            1,
        );
        let screen = parse_xml(switches.as_bytes()).unwrap();
        let (values, data) = (Values::new(), Data::default());
        let scope = Scope { values: &values, data: &data, key: "" };
        let count = |find: &str| find.parse::<Find>().unwrap().fill(&scope).unwrap().find_all(&screen).len();
        assert_eq!(count("id=menu is=checked beside text=\"old-name\""), 1);
        assert_eq!(count("id=menu is=checked beside text=\"Other\""), 0);
        assert_eq!(count("class=ImageButton is=checked beside text=\"Other\""), 0);
    }

    fn found(find: &str) -> Vec<u32> {
        let screen = parse_xml(ROWS.as_bytes()).unwrap();
        let values: Values = [("old".to_owned(), "Other".to_owned())].into();
        let data = Data::default();
        let scope = Scope { values: &values, data: &data, key: "name" };
        let find: Find = find.parse().unwrap();
        find.fill(&scope).unwrap().find_all(&screen).iter().map(|w| w.id().0).collect()
    }

    #[test]
    fn the_button_in_the_row_of_a_value() {
        assert_eq!(found("id=menu"), [3, 6]);
        assert_eq!(found("id=menu beside text=\"{old}\""), [6]);
        assert_eq!(found("id=menu beside text=\"old-name\""), [3]);
        // The row has no such widget: that of another row is not taken.
        assert_eq!(found("text=\"Other\" beside text=\"old-name\""), [] as [u32; 0]);
        // The row's button is not enabled: that of another row is not taken, list or not.
        assert_eq!(found("id=menu is=checked beside text=\"old-name\""), [] as [u32; 0]);
        assert_eq!(found("class=T within class=ListView"), [2, 5]);
        assert_eq!(found("id=menu nth=1"), [6]);
        assert_eq!(found("like=\"*-na*e\""), [2]);
        assert_eq!(found("has=\"the\""), [5]);
        assert_eq!(found("path=\"//android.widget.ListView/L[2]/T[1]\""), [5]);
        assert_eq!(found("bounds=[50,0][100,50]"), [3]);
        assert_eq!(
            (found("at=60,60"), found("class=L at=60,60"), found("at=200,0")),
            (vec![6], vec![4], vec![])
        );
    }

    #[test]
    fn patterns() {
        assert!(is_like("1 item", "1 item*") && is_like("abcabc", "a*c") && is_like("", "*"));
        assert!(!is_like("21 items", "1 item*") && !is_like("ab", "ab*b"));
    }

    #[test]
    fn a_near_miss_is_named() {
        let screen = parse_xml(ROWS.as_bytes()).unwrap();
        let (values, data) = (Values::new(), Data::default());
        let scope = Scope { values: &values, data: &data, key: "" };
        let wanted: Find = "text=\"OLD-NAME\"".parse().unwrap();
        let (id, words) = wanted.fill(&scope).unwrap().nearly(&screen).unwrap();
        assert_eq!(id, WidgetId(2));
        assert!(words.contains("old-name"), "{words}");
    }
}
