//! How a property finds a widget: what selectors know (class, id, text, desc, place) with values in the texts,
//! and what data on screens needs beyond them: a part of a text, the nth match, a path, a flag, and a widget
//! beside or within another ("the menu button in the row of `{old}`").

use std::fmt;
use std::str::FromStr;

use skink_gui::{Flags, Widget};

use crate::filled::Filled;
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
    pub(crate) fn word(self) -> &'static str {
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

impl FromStr for Find {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        Self::of(&crate::words::pieces(text)?, text.chars().count())
    }
}
