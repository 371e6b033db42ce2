//! The pieces of a line: bare words, `key=value`, `key!=value`, texts in quotes. Each knows where it stands, so
//! that an error can point at it. Quotes are those of `skink_gui`'s selectors and events.

use std::fmt;

/// Why a line cannot be read, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Characters before the place, from 0.
    pub at: usize,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl LineError {
    pub(crate) fn new(at: usize, problem: impl Into<String>) -> Self {
        Self { at, problem: problem.into(), hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {}", self.at + 1, self.problem)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for LineError {}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A bare word.
    Word(String),
    /// A text in quotes.
    Text(String),
    /// `key=value` or, with `equal` false, `key!=value`.
    Pair { key: String, equal: bool, value: String },
}

/// A piece and the characters before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) at: usize,
    pub(crate) piece: Piece,
}

/// Puts a text in quotes so that it reads back.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// As it is where that reads back as a value, else in quotes.
pub(crate) fn bare_or_quoted(text: &str) -> String {
    let bare = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "._:/$-".contains(c));
    if bare { text.to_owned() } else { quote(text) }
}

/// Cuts a line into its pieces.
pub(crate) fn pieces(line: &str) -> Result<Vec<Placed>, LineError> {
    let chars: Vec<char> = line.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        if chars[at] == '"' {
            let (text, end) = quoted(&chars, at)?;
            found.push(Placed { at: start, piece: Piece::Text(text) });
            at = end;
            continue;
        }
        // A sign such as `<=` stands alone.
        let sign = matches!(chars[at], '<' | '>' | '!' | '=');
        let mut word = String::new();
        let mut pair = None;
        while at < chars.len() && !chars[at].is_whitespace() {
            let next_is_equal = chars.get(at + 1) == Some(&'=');
            if pair.is_none() && !sign && chars[at] == '=' {
                pair = Some((std::mem::take(&mut word), true));
                at += 1;
                if chars.get(at) == Some(&'"') {
                    (word, at) = quoted(&chars, at)?;
                    break;
                }
            } else if pair.is_none() && !sign && chars[at] == '!' && next_is_equal {
                pair = Some((std::mem::take(&mut word), false));
                at += 2;
                if chars.get(at) == Some(&'"') {
                    (word, at) = quoted(&chars, at)?;
                    break;
                }
            } else {
                word.push(chars[at]);
                at += 1;
            }
        }
        found.push(Placed {
            at: start,
            piece: match pair {
                Some((key, equal)) => Piece::Pair { key, equal, value: word },
                None => Piece::Word(word),
            },
        });
    }
    Ok(found)
}

/// The text in the quotes that open at `start`, and where the line goes on.
fn quoted(chars: &[char], start: usize) -> Result<(String, usize), LineError> {
    let mut text = String::new();
    let mut at = start + 1;
    loop {
        match chars.get(at) {
            None => {
                return Err(LineError::new(start, "a quote that opens here and never closes")
                    .hint("write \\\" for a quote inside the text"));
            }
            Some('"') => return Ok((text, at + 1)),
            Some('\\') => {
                match chars.get(at + 1) {
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some(other) => text.push(*other),
                    // The next round meets the end and reports the open quote.
                    None => {}
                }
                at += 2;
            }
            Some(other) => {
                text.push(*other);
                at += 1;
            }
        }
    }
}

/// The name among `known` that is meant, where one is near: for hints.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let best = known.into_iter().map(|name| (distance(wrong, name), name)).min()?;
    (best.0 <= 1 + wrong.chars().count() / 3).then_some(best.1)
}

/// Edit distance of two short names.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_know_where_they_stand() {
        let found = pieces(r#"type id=name "a \"b\"" x!="y z" <= 3"#).unwrap();
        let at: Vec<usize> = found.iter().map(|p| p.at).collect();
        assert_eq!(at, [0, 5, 13, 23, 32, 35]);
        assert_eq!(found[2].piece, Piece::Text("a \"b\"".into()));
        assert_eq!(found[3].piece, Piece::Pair { key: "x".into(), equal: false, value: "y z".into() });
        assert_eq!(found[4].piece, Piece::Word("<=".into()));
        assert_eq!(pieces("tap text=\"open").unwrap_err().at, 9);
        assert_eq!(pieces("tap \"\\").unwrap_err().at, 4);
    }

    #[test]
    fn a_near_name_is_offered() {
        assert_eq!(nearest("craete", ["create", "read"]), Some("create"));
        assert_eq!(nearest("zzz", ["create", "read"]), None);
    }
}
