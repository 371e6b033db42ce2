//! Icons, drawn from a few strokes on a grid of 24 units and chosen by the words of a description or id, as a
//! person would guess them: an arrow for "Navigate up", a bin for "Delete note". Each is drawn once a size.

use std::collections::HashMap;

use super::canvas::coverage;
use super::icon_table::{ICONS, Part};

/// An icon of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Icon(usize);

impl Icon {
    /// Any: for where a word is known to be in the table.
    pub(super) const FIRST: Icon = Icon(0);

    /// The icon with exactly that word.
    fn of_word(word: &str) -> Option<Icon> {
        ICONS.iter().position(|(starts, _)| starts.contains(&word)).map(Icon)
    }

    /// The icon that a description asks for.
    pub(super) fn of(words: &str) -> Option<Icon> {
        let mut best: Option<usize> = None;
        for word in words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let asks = |start: &&str| match word.get(..start.len()) {
                // A word may go on, as in "settings" and "sorted", but not for long: Lovelace is no heart. Two
                // letters are a word of their own.
                Some(head) => {
                    let more = word.len() - start.len();
                    head.eq_ignore_ascii_case(start) && more <= if start.len() > 2 { 3 } else { 0 }
                }
                None => false,
            };
            let found = ICONS.iter().position(|(starts, _)| starts.iter().any(asks));
            best = [best, found].into_iter().flatten().min();
        }
        let best = best.map(Icon);
        let begins = |start: &str| words.to_ascii_lowercase().contains(start);
        if best.is_some() && best == Icon::of_word("new") && (begins("folder") || begins("notebook")) {
            return Icon::of_word("folderplus");
        }
        best
    }
}

/// Icons drawn so far.
#[derive(Default)]
pub(crate) struct Icons(HashMap<(Icon, i32), Vec<u8>>);

impl Icons {
    /// An icon as a mask of `size` by `size`.
    pub(super) fn mask(&mut self, icon: Icon, size: i32) -> &[u8] {
        self.0.entry((icon, size)).or_insert_with(|| draw(ICONS[icon.0].1, size))
    }
}

fn draw(parts: &[Part], size: i32) -> Vec<u8> {
    let unit = size as f32 / 24.0;
    let pixel = |at: i32| {
        let (x, y) = (((at % size) as f32 + 0.5) / unit, ((at / size) as f32 + 0.5) / unit);
        let nearest = parts.iter().map(|part| distance(*part, x, y)).fold(f32::MAX, f32::min);
        coverage(nearest * unit)
    };
    (0..size * size).map(pixel).collect()
}

fn distance(part: Part, x: f32, y: f32) -> f32 {
    use Part::{A, B, D, L, O, P};
    match part {
        L(x1, y1, x2, y2) => to_line((x, y), (x1, y1), (x2, y2)) - 1.0,
        O(cx, cy, r) => ((x - cx).hypot(y - cy) - r).abs() - 1.0,
        D(cx, cy, r) => (x - cx).hypot(y - cy) - r,
        A(cx, cy, r, from, to) => {
            let angle = (y - cy).atan2(x - cx).to_degrees();
            let within = (angle - from).rem_euclid(360.0) <= to - from;
            if within {
                ((x - cx).hypot(y - cy) - r).abs() - 1.0
            } else {
                let end = |degrees: f32| {
                    let (sin, cos) = degrees.to_radians().sin_cos();
                    (x - cx - r * cos).hypot(y - cy - r * sin)
                };
                end(from).min(end(to)) - 1.0
            }
        }
        B(left, top, right, bottom, r) => {
            let dx = (x - (left + right) / 2.0).abs() - ((right - left) / 2.0 - r);
            let dy = (y - (top + bottom) / 2.0).abs() - ((bottom - top) / 2.0 - r);
            (dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - r).abs() - 1.0
        }
        P(points) => to_polygon((x, y), points),
    }
}

fn to_line((x, y): (f32, f32), (x1, y1): (f32, f32), (x2, y2): (f32, f32)) -> f32 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let share = (((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy).max(f32::EPSILON)).clamp(0.0, 1.0);
    (x - x1 - share * dx).hypot(y - y1 - share * dy)
}

/// Negative inside: a ray to the right crosses the edge an odd number of times.
fn to_polygon(point: (f32, f32), points: &[(f32, f32)]) -> f32 {
    let (mut nearest, mut inside) = (f32::MAX, false);
    for (at, to) in points.iter().enumerate() {
        let from = points[(at + points.len() - 1) % points.len()];
        nearest = nearest.min(to_line(point, from, *to));
        let crosses = (from.1 > point.1) != (to.1 > point.1);
        if crosses && point.0 < from.0 + (point.1 - from.1) / (to.1 - from.1) * (to.0 - from.0) {
            inside = !inside;
        }
    }
    if inside { -nearest } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_counts_before_what_it_is_done_to() {
        let same = |a: &str, b: &str| assert_eq!(Icon::of(a), Icon::of(b), "{a} / {b}");
        same("Delete note", "trash");
        same("New file", "add");
        same("New folder", "Create notebook");
        assert_ne!(Icon::of("New folder"), Icon::of("add"));
        same("Add to favourites", "favourite");
        same("Open navigation drawer", "menu");
        same("More options", "more");
        same("action_search", "search");
        assert_ne!(Icon::of("Delete note"), Icon::of("note"));
    }

    #[test]
    fn an_unknown_word_has_no_icon() {
        assert_eq!(Icon::of("Italic"), None);
        assert_eq!(Icon::of("Ada Lovelace"), None);
        assert_eq!(Icon::of(""), None);
        assert_eq!(Icon::of("日本"), None);
    }

    #[test]
    fn every_icon_leaves_ink_and_paper() {
        let mut icons = Icons::default();
        for (number, (words, _)) in ICONS.iter().enumerate() {
            let mask = icons.mask(Icon(number), 36);
            let inked = mask.iter().filter(|alpha| **alpha > 127).count();
            assert!((20..900).contains(&inked), "{words:?}: {inked}");
        }
    }
}
