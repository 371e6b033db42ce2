//! What to type.

use skink_run::Dice;

/// Ordinary words, numbers and names, and a few texts that programs stumble over.
const TEXTS: [&str; 12] = [
    "a",
    "Milk",
    "Shopping list",
    "42",
    "0",
    "-1.5",
    "2025-06-02",
    "me@example.com",
    "two\nlines",
    "*",
    "naïve 漢字 🦎",
    "",
];

/// A text for any field.
pub(crate) fn text(dice: &mut Dice) -> String {
    dice.pick(&TEXTS).copied().unwrap_or_default().to_owned()
}
