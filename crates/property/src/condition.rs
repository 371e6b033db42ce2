//! What must hold of a screen or of the data: `present text="{new}"`, `count id=row = {size task}`, `every card as
//! id=front text="{it.front}"`; and the words that all lines are read from.

use std::fmt;
use std::str::FromStr;

use crate::find::Find;
use crate::template::{Template, is_name};
use crate::words::{LineError, Piece, Placed, nearest, pieces, quote};

/// Something that must hold of the screen or the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The widget is there.
    Present(Find),
    /// The widget is not there.
    Absent(Find),
    /// The widget is there and shows this text.
    Reads(Find, Template),
    /// So many widgets.
    Count(Find, Comparison, Template),
    /// A widget for every object of a type; `{it}` and `{it.field}` are its values.
    Every(Objects, Find),
    /// A widget for at least one object of a type.
    Any(Objects, Find),
    /// No widget for any object of a type.
    No(Objects, Find),
    /// There is such an object in the data.
    Some(Objects),
    /// There is none.
    None(Objects),
    /// So many objects in the data.
    Size(Objects, Comparison, Template),
    /// Two texts are equal.
    Same(Template, Template),
    /// Two texts differ.
    Differ(Template, Template),
}

/// The objects of a data type for which fields are, or are not, equal to something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objects {
    /// The data type.
    pub data: String,
    /// Field, whether equal or different, and what.
    pub filters: Vec<(String, bool, Template)>,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
}

const COMPARISONS: [(&str, Comparison); 6] = [
    ("=", Comparison::Equal),
    ("!=", Comparison::Different),
    ("<", Comparison::Less),
    ("<=", Comparison::AtMost),
    (">", Comparison::More),
    (">=", Comparison::AtLeast),
];

impl Comparison {
    /// Whether it holds.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Different => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::More => a > b,
            Comparison::AtLeast => a >= b,
        }
    }

    /// The sign.
    pub fn sign(self) -> &'static str {
        COMPARISONS.iter().find(|(_, c)| *c == self).map_or("", |(sign, _)| sign)
    }
}

/// The words that conditions begin with.
pub(crate) const CONDITIONS: [&str; 12] =
    ["present", "absent", "reads", "count", "every", "any", "no", "some", "none", "size", "same", "differ"];

/// The words and the place after the last.
pub(crate) struct Rest<'a> {
    pub(crate) pieces: &'a [Placed],
    pub(crate) end: usize,
}

impl<'a> Rest<'a> {
    pub(crate) fn find(&self) -> Result<Find, LineError> {
        Find::of(self.pieces, self.end)
    }

    /// Takes a bare word from the front.
    pub(crate) fn word(&mut self, what: &str) -> Result<(String, usize), LineError> {
        match self.pieces.split_first() {
            Some((Placed { at, piece: Piece::Word(word) }, rest)) => {
                self.pieces = rest;
                Ok((word.clone(), *at))
            }
            Some((Placed { at, .. }, _)) => Err(LineError::new(*at, format!("{what} is missing here"))),
            None => Err(LineError::new(self.end, format!("{what} is missing"))),
        }
    }

    pub(crate) fn name(&mut self, what: &str) -> Result<String, LineError> {
        let (word, at) = self.word(what)?;
        if is_name(&word) {
            Ok(word)
        } else {
            Err(LineError::new(at, format!("`{word}` cannot name {what}")).hint("letters, digits, - and _"))
        }
    }

    /// Takes a text in quotes, or a bare word, from the end.
    pub(crate) fn last_text(&mut self, what: &str) -> Result<Template, LineError> {
        match self.pieces.split_last() {
            Some((Placed { at, piece: Piece::Text(text) }, rest)) => {
                self.pieces = rest;
                Template::parse(text, *at + 1)
            }
            _ => Err(LineError::new(self.end, format!("{what} is missing"))
                .hint("a text in quotes at the end of the line")),
        }
    }

    /// Takes a comparison and a number from the end: `= 3`, `< {size task}`.
    pub(crate) fn compared(&mut self) -> Result<(Comparison, Template), LineError> {
        let at = self.pieces.iter().rposition(
            |p| matches!(&p.piece, Piece::Word(word) if COMPARISONS.iter().any(|(sign, _)| sign == word)),
        );
        let Some(at) = at else {
            return Err(
                LineError::new(self.end, "a comparison is missing").hint("such as `= 3` or `< {size task}`")
            );
        };
        let (rest, tail) = self.pieces.split_at(at);
        let Piece::Word(sign) = &tail[0].piece else { return Err(LineError::new(self.end, "no comparison")) };
        let comparison =
            COMPARISONS.iter().find(|(known, _)| known == sign).map_or(Comparison::Equal, |(_, c)| *c);
        // `{size task list='a b'}` is several words: they are put together again.
        let mut text = String::new();
        for placed in &tail[1..] {
            if !text.is_empty() {
                text.push(' ');
            }
            match &placed.piece {
                Piece::Word(word) => text.push_str(word),
                Piece::Text(t) => text.push_str(t),
                Piece::Pair { key, equal, value } => {
                    text.push_str(&format!("{key}{}{value}", if *equal { "=" } else { "!=" }));
                }
            }
        }
        let number_at = tail.get(1).map_or(self.end, |p| p.at);
        if text.parse::<i64>().is_err() && !text.starts_with('{') {
            return Err(LineError::new(number_at, format!("`{text}` is not a number"))
                .hint("a number, {size TYPE} or a value in braces"));
        }
        self.pieces = rest;
        Ok((comparison, Template::parse(&text, number_at)?))
    }

    /// Takes a data type and its filters; with `all` nothing may be left.
    pub(crate) fn objects(&mut self) -> Result<Objects, LineError> {
        let data = self.name("a data type")?;
        let mut filters = Vec::new();
        while let Some((Placed { at, piece: Piece::Pair { key, equal, value } }, rest)) =
            self.pieces.split_first()
        {
            if !is_name(key) {
                return Err(LineError::new(*at, format!("`{key}` is not a field's name")));
            }
            filters.push((key.clone(), *equal, Template::parse(value, *at + key.chars().count() + 1)?));
            self.pieces = rest;
        }
        Ok(Objects { data, filters })
    }

    pub(crate) fn nothing_more(&self) -> Result<(), LineError> {
        match self.pieces.first() {
            None => Ok(()),
            Some(placed) => Err(LineError::new(placed.at, "nothing more is expected here")),
        }
    }
}

impl Objects {
    /// Reads `TYPE field="text" …`.
    pub(crate) fn of(found: &[Placed], end: usize) -> Result<(Self, &[Placed]), LineError> {
        let mut rest = Rest { pieces: found, end };
        let objects = rest.objects()?;
        Ok((objects, rest.pieces))
    }
}

impl FromStr for Condition {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let found = pieces(text)?;
        let mut rest = Rest { pieces: &found, end: text.chars().count() };
        let (word, at) = rest.word("a condition")?;
        if CONDITIONS.contains(&word.as_str()) {
            return condition(&word, &mut rest);
        }
        let error = LineError::new(at, format!("unknown condition `{word}`"));
        Err(match nearest(&word, CONDITIONS) {
            Some(name) => error.hint(format!("did you mean `{name}`?")),
            None => error.hint(format!("known are {}", CONDITIONS.join(", "))),
        })
    }
}

/// Reads what follows a condition's first word.
pub(crate) fn condition(word: &str, rest: &mut Rest<'_>) -> Result<Condition, LineError> {
    let condition = match word {
        "present" => return Ok(Condition::Present(rest.find()?)),
        "absent" => return Ok(Condition::Absent(rest.find()?)),
        "reads" => {
            let text = rest.last_text("the text it should show")?;
            return Ok(Condition::Reads(rest.find()?, text));
        }
        "count" => {
            let (comparison, number) = rest.compared()?;
            return Ok(Condition::Count(rest.find()?, comparison, number));
        }
        "every" | "any" | "no" => {
            // The filters of the objects come first, the selector after a colon or `as`.
            let data = rest.name("a data type")?;
            let split = rest.pieces.iter().position(|p| p.piece == Piece::Word("as".into()));
            let (filters, find) = match split {
                Some(at) => (&rest.pieces[..at], &rest.pieces[at + 1..]),
                None => (&rest.pieces[..0], rest.pieces),
            };
            let mut filtered = Rest { pieces: filters, end: rest.end };
            let mut objects = Objects { data, filters: Vec::new() };
            while let Some((Placed { at, piece }, after)) = filtered.pieces.split_first() {
                let Piece::Pair { key, equal, value } = piece else {
                    return Err(LineError::new(*at, "a filter is field=\"text\""));
                };
                objects.filters.push((
                    key.clone(),
                    *equal,
                    Template::parse(value, *at + key.chars().count() + 1)?,
                ));
                filtered.pieces = after;
            }
            let find = Find::of(find, rest.end)?;
            return Ok(match word {
                "every" => Condition::Every(objects, find),
                "any" => Condition::Any(objects, find),
                _ => Condition::No(objects, find),
            });
        }
        "some" => Condition::Some(rest.objects()?),
        "none" => Condition::None(rest.objects()?),
        "size" => {
            let (comparison, number) = rest.compared()?;
            Condition::Size(rest.objects()?, comparison, number)
        }
        _ => {
            let second = rest.last_text("the second text")?;
            let first = rest.last_text("the first text")?;
            if word == "same" { Condition::Same(first, second) } else { Condition::Differ(first, second) }
        }
    };
    rest.nothing_more()?;
    Ok(condition)
}

impl Condition {
    /// The selector in it.
    pub fn find(&self) -> Option<&Find> {
        match self {
            Condition::Present(find)
            | Condition::Absent(find)
            | Condition::Reads(find, _)
            | Condition::Count(find, ..)
            | Condition::Every(_, find)
            | Condition::Any(_, find)
            | Condition::No(_, find) => Some(find),
            _ => None,
        }
    }

    /// The objects it is about.
    pub fn objects(&self) -> Option<&Objects> {
        match self {
            Condition::Every(objects, _)
            | Condition::Any(objects, _)
            | Condition::No(objects, _)
            | Condition::Some(objects)
            | Condition::None(objects)
            | Condition::Size(objects, ..) => Some(objects),
            _ => None,
        }
    }

    /// The templates in it.
    pub fn templates(&self) -> Vec<&Template> {
        let mut all = self.find().map(Find::templates).unwrap_or_default();
        all.extend(self.objects().iter().flat_map(|o| o.filters.iter().map(|(_, _, t)| t)));
        match self {
            Condition::Reads(_, text) | Condition::Count(_, _, text) | Condition::Size(_, _, text) => {
                all.push(text)
            }
            Condition::Same(a, b) | Condition::Differ(a, b) => all.extend([a, b]),
            _ => {}
        }
        all
    }
}

impl fmt::Display for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.data)?;
        for (field, equal, template) in &self.filters {
            let sign = if *equal { "=" } else { "!=" };
            write!(f, " {field}{sign}{}", quote(&template.to_string()))?;
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |template: &Template| quote(&template.to_string());
        match self {
            Condition::Present(find) => write!(f, "present {find}"),
            Condition::Absent(find) => write!(f, "absent {find}"),
            Condition::Reads(find, text) => write!(f, "reads {find} {}", quoted(text)),
            Condition::Count(find, comparison, number) => {
                write!(f, "count {find} {} {number}", comparison.sign())
            }
            Condition::Every(objects, find) => write!(f, "every {objects} as {find}"),
            Condition::Any(objects, find) => write!(f, "any {objects} as {find}"),
            Condition::No(objects, find) => write!(f, "no {objects} as {find}"),
            Condition::Some(objects) => write!(f, "some {objects}"),
            Condition::None(objects) => write!(f, "none {objects}"),
            Condition::Size(objects, comparison, number) => {
                write!(f, "size {objects} {} {number}", comparison.sign())
            }
            Condition::Same(a, b) => write!(f, "same {} {}", quoted(a), quoted(b)),
            Condition::Differ(a, b) => write!(f, "differ {} {}", quoted(a), quoted(b)),
        }
    }
}
