//! Where a function's values come from: made at random by a generator, picked from the data, or read off the
//! screen. The paper's `random` is letters, numbers or symbols (section 3.4); names that differ from another
//! object's in their letters' case alone (`near`) come from the bugs it found.

use std::fmt;
use std::str::FromStr;

use skink_run::Dice;

use crate::condition::Objects;
use crate::find::Find;
use crate::template::is_name;
use crate::words::{LineError, Piece, nearest, pieces, quote};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A generator.
    Random(Generator),
    /// One of these texts.
    OneOf(Vec<String>),
    /// A whole number from one to the other, both included.
    Number(i64, i64),
    /// An object of the data: `{old}`, `{old.field}`.
    Pick(Objects),
    /// Nearly the name of an object of the data: the same in other letters.
    Near(String),
    /// The text of any one widget that matches on the first screen.
    Shown(Box<Find>),
}

/// What kind of text is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// Letters, numbers or symbols: the paper's `random`.
    Text,
    /// Letters.
    Letters,
    /// Digits.
    Numbers,
    /// Letters with symbols among them.
    Symbols,
    /// Letters of many scripts, emoji.
    Unicode,
    /// Two or three words.
    Words,
    /// A day, as 2025-06-02.
    Date,
    /// A file's name with its ending.
    Filename,
    /// A name as people give them: a word or two, now and then with an apostrophe, a number in brackets, a sign.
    Name,
}

const GENERATORS: [(&str, Generator); 9] = [
    ("text", Generator::Text),
    ("letters", Generator::Letters),
    ("numbers", Generator::Numbers),
    ("symbols", Generator::Symbols),
    ("unicode", Generator::Unicode),
    ("words", Generator::Words),
    ("date", Generator::Date),
    ("filename", Generator::Filename),
    ("name", Generator::Name),
];

const SYMBOLS: &[char] = &[
    '+', '-', '*', '%', '_', '\'', '"', '(', ')', '[', ']', '&', '.', ',', ';', ':', '!', '?', '#', '@', '$',
    '^', '=', '~', '<', '>', '|',
];
const UNICODE: &[char] = &['é', 'ß', 'Ω', 'ж', '漢', '字', 'あ', '한', 'ñ', 'ø', '🦎', '🎈', 'ł', 'ç', 'ü'];
const ENDINGS: &[&str] = &["txt", "md", "jpg", "pdf", "docx"];
const WORDS: &[&str] =
    &["milk", "garden", "call", "paper", "Monday", "tea", "blue", "train", "north", "letter"];

impl Generator {
    /// A text.
    pub fn draw(self, dice: &mut Dice) -> String {
        match self {
            Generator::Text => {
                let kinds = [Generator::Letters, Generator::Numbers, Generator::Symbols];
                kinds[dice.below(kinds.len())].draw(dice)
            }
            Generator::Letters => letters(dice, 3, 8),
            Generator::Numbers => (100 + dice.below(99_900)).to_string(),
            Generator::Symbols => {
                let mut text = letters(dice, 2, 4);
                for _ in 0..=dice.below(2) {
                    text.extend(dice.pick(SYMBOLS));
                }
                text.push_str(&letters(dice, 1, 3));
                text
            }
            Generator::Unicode => {
                let mut text = letters(dice, 1, 3);
                (0..=dice.below(4)).for_each(|_| text.extend(dice.pick(UNICODE)));
                text
            }
            Generator::Words => {
                let count = 2 + dice.below(2);
                let mut words: Vec<&str> =
                    (0..count).map(|_| dice.pick(WORDS).copied().unwrap_or_default()).collect();
                // A last word of chance: two texts seldom are the same.
                let last = letters(dice, 2, 4);
                words.push(&last);
                words.join(" ")
            }
            Generator::Date => {
                format!("20{:02}-{:02}-{:02}", 20 + dice.below(20), 1 + dice.below(12), 1 + dice.below(28))
            }
            Generator::Name => {
                let word = letters(dice, 3, 8);
                match dice.below(8) {
                    0 => format!("{word} {}", letters(dice, 3, 6)),
                    1 => format!("{word}'s {}", letters(dice, 3, 6)),
                    2 => format!("{word} ({})", 1 + dice.below(3)),
                    3 => format!("{word} & {}", letters(dice, 2, 4)),
                    4 => format!("{}% {word}", 10 * (1 + dice.below(10))),
                    _ => word,
                }
            }
            Generator::Filename => {
                format!("{}.{}", letters(dice, 3, 8), dice.pick(ENDINGS).copied().unwrap_or("txt"))
            }
        }
    }
}

fn letters(dice: &mut Dice, least: usize, most: usize) -> String {
    let length = least + dice.below(most - least + 1);
    (0..length).map(|_| char::from(b'a' + dice.below(26) as u8)).collect()
}

/// The same name with other letters: all large, all small, the first turned round. `None` where none differs.
pub(crate) fn near(name: &str, dice: &mut Dice) -> Option<String> {
    let turned: String = name
        .chars()
        .enumerate()
        .map(|(at, c)| match (at, c.is_uppercase()) {
            (0, true) => c.to_lowercase().next().unwrap_or(c),
            (0, false) => c.to_uppercase().next().unwrap_or(c),
            _ => c,
        })
        .collect();
    let others: Vec<String> = [name.to_uppercase(), name.to_lowercase(), turned]
        .into_iter()
        .filter(|other| other != name)
        .collect();
    dice.pick(&others).cloned()
}

impl FromStr for Source {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let found = pieces(text)?;
        let end = text.chars().count();
        let known = || {
            let names = GENERATORS.iter().map(|(name, _)| *name);
            names.chain(["one", "number", "pick", "near", "shown"]).collect::<Vec<_>>()
        };
        let Some((first, rest)) = found.split_first() else {
            return Err(LineError::new(0, "an empty value").hint(format!("known are {}", known().join(", "))));
        };
        let Piece::Word(word) = &first.piece else {
            return Err(LineError::new(first.at, "not a way to get a value")
                .hint("for a fixed text write: one of \"text\""));
        };
        let unwanted = |at: usize| Err(LineError::new(at, "nothing more is expected here"));
        if let Some((_, generator)) = GENERATORS.iter().find(|(name, _)| name == word) {
            return rest.first().map_or(Ok(Source::Random(*generator)), |p| unwanted(p.at));
        }
        match word.as_str() {
            "random" => rest.first().map_or(Ok(Source::Random(Generator::Text)), |p| unwanted(p.at)),
            "one" => {
                let mut texts = Vec::new();
                for (number, placed) in rest.iter().enumerate() {
                    match &placed.piece {
                        Piece::Word(of) if of == "of" && number == 0 => {}
                        Piece::Text(text) => texts.push(text.clone()),
                        _ => return Err(LineError::new(placed.at, "not a text in quotes")),
                    }
                }
                if texts.is_empty() {
                    return Err(LineError::new(end, "texts are missing").hint("one of \"a\" \"b\""));
                }
                Ok(Source::OneOf(texts))
            }
            "number" => {
                let range = match rest {
                    [one] => match &one.piece {
                        Piece::Word(range) => range.split_once("..").and_then(|(from, to)| {
                            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
                            (from <= to).then_some((from, to))
                        }),
                        _ => None,
                    },
                    _ => None,
                };
                let at = rest.first().map_or(end, |p| p.at);
                let (from, to) = range
                    .ok_or_else(|| LineError::new(at, "a range is missing").hint("such as number 1..100"))?;
                Ok(Source::Number(from, to))
            }
            "pick" => {
                let (objects, rest) = Objects::of(rest, end)?;
                rest.first().map_or(Ok(Source::Pick(objects)), |p| unwanted(p.at))
            }
            "near" => match rest {
                [one] => match &one.piece {
                    Piece::Word(data) if is_name(data) => Ok(Source::Near(data.clone())),
                    _ => Err(LineError::new(one.at, "a data type is missing")),
                },
                _ => Err(LineError::new(end, "a data type is missing").hint("such as near folder")),
            },
            "shown" => Ok(Source::Shown(Box::new(Find::of(rest, end)?))),
            other => {
                let error = LineError::new(first.at, format!("unknown way to get a value `{other}`"));
                Err(match nearest(other, known()) {
                    Some(name) => error.hint(format!("did you mean `{name}`?")),
                    None => error.hint(format!("known are {}", known().join(", "))),
                })
            }
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Random(generator) => {
                f.write_str(GENERATORS.iter().find(|(_, g)| g == generator).map_or("", |(name, _)| name))
            }
            Source::OneOf(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| quote(text)).collect();
                write!(f, "one of {}", texts.join(" "))
            }
            Source::Number(from, to) => write!(f, "number {from}..{to}"),
            Source::Pick(objects) => write!(f, "pick {objects}"),
            Source::Near(data) => write!(f, "near {data}"),
            Source::Shown(find) => write!(f, "shown {find}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_read_back() {
        for text in [
            "letters",
            "text",
            "one of \"a b\" \"c\"",
            "number 1..100",
            "pick folder",
            "pick task done=\"no\"",
            "near folder",
            "shown id=firstline",
        ] {
            assert_eq!(text.parse::<Source>().unwrap().to_string(), text);
        }
        assert_eq!("random".parse::<Source>().unwrap(), Source::Random(Generator::Text));
        assert!("letter".parse::<Source>().unwrap_err().hint.unwrap().contains("letters"));
        for wrong in ["", "\"fixed\"", "number 5..1", "pick", "letters 3", "one of"] {
            assert!(wrong.parse::<Source>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn generators_make_what_they_say() {
        for at in 0..500 {
            let mut dice = Dice::at(1, at);
            assert!(Generator::Letters.draw(&mut dice).chars().all(|c| c.is_ascii_lowercase()));
            assert!(Generator::Numbers.draw(&mut dice).parse::<u32>().is_ok());
            let symbols = Generator::Symbols.draw(&mut dice);
            assert!(symbols.chars().any(|c| SYMBOLS.contains(&c)), "{symbols}");
            assert!(!Generator::Unicode.draw(&mut dice).is_ascii());
            assert!(Generator::Filename.draw(&mut dice).contains('.'));
            assert_eq!(Generator::Date.draw(&mut dice).len(), 10);
            let name = Generator::Name.draw(&mut dice);
            assert!(name.trim() == name && !name.contains(['/', '\n']), "{name}");
            let name = near("Spanish", &mut dice).unwrap();
            assert!(name != "Spanish" && name.to_lowercase() == "spanish");
        }
        assert_eq!(near("123", &mut Dice::at(1, 1)), None);
    }
}
