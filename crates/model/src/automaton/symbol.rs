//! The name of a pivot event. Published logs count in decimal and published automata in one character, so ids
//! from 10 up are letters in both: 10 is `a`, 11 is `b`.

use std::fmt;

use serde::Serialize;

/// A symbol of a bug automaton's alphabet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Symbol(String);

impl Symbol {
    /// The symbol of an id, however it is written: `3`, ` 3 `, `10` and `a` (the same).
    pub fn of(id: &str) -> Self {
        let id = id.trim();
        match id.parse::<u32>() {
            Ok(number @ 10..36) => Self(char::from(b'a' + (number - 10) as u8).to_string()),
            _ => Self(id.to_owned()),
        }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number that published logs write for it.
    pub fn in_logs(&self) -> String {
        match self.0.as_bytes() {
            [letter @ b'a'..=b'z'] => (u32::from(letter - b'a') + 10).to_string(),
            _ => self.0.clone(),
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_from_ten_up_are_letters() {
        for (id, symbol) in [("3", "3"), (" 9 ", "9"), ("10", "a"), ("11", "b"), ("35", "z"), ("a", "a")] {
            assert_eq!(Symbol::of(id).as_str(), symbol);
        }
        assert_eq!(Symbol::of("36").as_str(), "36");
        assert_eq!(Symbol::of("03").as_str(), "03");
        assert_eq!(Symbol::of("10").in_logs(), "10");
        assert_eq!(Symbol::of("open").in_logs(), "open");
    }
}
