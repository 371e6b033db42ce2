//! Colours: one palette for each app, chosen by its package so that apps look different; the rest is common.

use super::canvas::{Colour, mixed};

pub(super) const WHITE: Colour = [255, 255, 255];
pub(super) const BLACK: Colour = [0, 0, 0];
pub(super) const PAGE: Colour = [250, 250, 250];
pub(super) const INK: Colour = [33, 33, 33];
/// Second-rank text; 5.3 to 1 on white.
pub(super) const GREY: Colour = [104, 104, 104];
/// Hints and what is off; 3.5 to 1 on white, as Material has it.
pub(super) const PALE: Colour = [136, 136, 136];
pub(super) const DIVIDER: Colour = [224, 224, 224];
pub(super) const DISABLED: Colour = [178, 178, 178];
pub(super) const SNACKBAR: Colour = [50, 50, 50];

/// The colours of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    pub(super) primary: Colour,
    /// The status bar.
    pub(super) dark: Colour,
    /// What calls for attention: the floating button, the line below a tab.
    pub(super) accent: Colour,
    /// Behind what is selected.
    pub(super) tint: Colour,
}

/// Primary and accent; white text is readable on every primary (4.5 to 1 or more).
const PALETTES: [(Colour, Colour); 10] = [
    ([63, 81, 181], [233, 30, 99]),
    ([0, 121, 107], [239, 108, 0]),
    ([94, 53, 177], [0, 137, 123]),
    ([25, 103, 210], [230, 81, 0]),
    ([46, 125, 50], [194, 24, 91]),
    ([109, 76, 65], [216, 67, 21]),
    ([69, 90, 100], [0, 131, 143]),
    ([173, 20, 87], [57, 73, 171]),
    ([184, 66, 20], [0, 105, 92]),
    ([0, 108, 128], [198, 40, 40]),
];

/// For pictures and the discs behind letters: calm, and white is readable on each.
const CALM: [Colour; 8] = [
    [84, 110, 122],
    [92, 107, 192],
    [0, 137, 123],
    [141, 110, 99],
    [126, 87, 194],
    [56, 124, 60],
    [173, 74, 105],
    [176, 96, 34],
];

/// FNV-1a: a few instructions, the same everywhere.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

pub(super) fn theme(package: &str) -> Theme {
    let (primary, accent) = PALETTES[(crate::cx::mix(hash(package)) % PALETTES.len() as u64) as usize];
    Theme { primary, dark: mixed(primary, BLACK, 64), accent, tint: mixed(WHITE, primary, 32) }
}

/// A calm colour of a text's own.
pub(super) fn calm(text: &str) -> Colour {
    CALM[(crate::cx::mix(hash(text)) % CALM.len() as u64) as usize]
}

/// The colour that a word names.
pub(super) fn named(word: &str) -> Option<Colour> {
    Some(match word.to_ascii_lowercase().as_str() {
        "white" => [245, 245, 245],
        "black" => [33, 33, 33],
        "grey" | "gray" => [158, 158, 158],
        "red" => [229, 57, 53],
        "orange" => [251, 140, 0],
        "yellow" | "amber" => [253, 216, 53],
        "green" => [67, 160, 71],
        "mint" | "teal" => [38, 166, 154],
        "cyan" | "turquoise" => [0, 188, 212],
        "blue" => [30, 136, 229],
        "indigo" | "navy" => [57, 73, 171],
        "purple" | "violet" => [142, 36, 170],
        "pink" | "rose" => [236, 64, 122],
        "brown" => [121, 85, 72],
        "lime" => [192, 202, 51],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: Colour) -> f64 {
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2])
    }

    fn contrast(a: Colour, b: Colour) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Web Content Accessibility Guidelines: 4.5 to 1 for text, 3 to 1 for large letters and icons.
    #[test]
    fn texts_can_be_read() {
        for (primary, accent) in PALETTES {
            assert!(contrast(primary, WHITE) >= 4.5, "{primary:?} {}", contrast(primary, WHITE));
            assert!(contrast(accent, WHITE) >= 3.0, "{accent:?} {}", contrast(accent, WHITE));
        }
        for colour in CALM {
            assert!(contrast(colour, WHITE) >= 3.0, "{colour:?}");
        }
        assert!(contrast(GREY, PAGE) >= 4.5);
        assert!(contrast(PALE, WHITE) >= 3.0);
    }
}
