//! Text: Noto Sans, drawn once for each glyph, size and weight, then copied. Positions are kept to a quarter of
//! a pixel, without which small text looks uneven. The medium weight is the regular one, thickened.

use std::collections::HashMap;

use ab_glyph::{Font, FontRef, ScaleFont};
use skink_gui::Bounds;

use super::canvas::{Canvas, Colour};

/// How heavy a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    Regular,
    Medium,
}

/// Size in pixels, and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Style {
    pub(super) size: u8,
    pub(super) weight: Weight,
}

impl Style {
    pub(super) const fn regular(size: u8) -> Self {
        Self { size, weight: Weight::Regular }
    }

    pub(super) const fn medium(size: u8) -> Self {
        Self { size, weight: Weight::Medium }
    }

    /// From one line to the next in a text that is only read.
    pub(super) fn pitch(self) -> i32 {
        i32::from(self.size) * 7 / 5
    }

    /// From the middle of a capital down to the baseline.
    fn drop(self) -> i32 {
        (i32::from(self.size) * 36 + 50) / 100
    }
}

/// Where a line stands between left and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Center,
    End,
}

/// A glyph as a mask, placed relative to the pen on the baseline.
struct Glyph {
    left: i32,
    top: i32,
    width: i32,
    mask: Vec<u8>,
}

/// Glyphs drawn so far.
#[derive(Default)]
pub(crate) struct Glyphs {
    font: Option<FontRef<'static>>,
    advances: HashMap<(char, u8), f32>,
    drawn: HashMap<(char, Style, u8), Glyph>,
}

/// More than this many glyphs are not kept: nothing an app shows for long needs them.
const MAX_KEPT: usize = 4096;
const ELLIPSIS: char = '…';

impl Glyphs {
    fn font(&mut self) -> Option<FontRef<'static>> {
        if self.font.is_none() {
            self.font = FontRef::try_from_slice(ttf_noto_sans::REGULAR).ok();
        }
        self.font.clone()
    }

    /// How far the pen moves.
    fn advance(&mut self, c: char, style: Style) -> f32 {
        if let Some(known) = self.advances.get(&(c, style.size)) {
            return *known;
        }
        let advance = if is_invisible(c) {
            0.0
        } else {
            let size = f32::from(style.size);
            let known = self.font().filter(|font| font.glyph_id(c).0 != 0);
            // An unknown glyph is a box.
            known.map_or(size * 0.7, |font| {
                let scaled = font.as_scaled(scale(&font, size));
                scaled.h_advance(scaled.glyph_id(c))
            })
        };
        if self.advances.len() > MAX_KEPT {
            self.advances.clear();
        }
        self.advances.insert((c, style.size), advance);
        advance
    }

    fn glyph(&mut self, c: char, style: Style, quarter: u8) -> &Glyph {
        if self.drawn.len() > MAX_KEPT {
            self.drawn.clear();
        }
        if !self.drawn.contains_key(&(c, style, quarter)) {
            let glyph = self.draw(c, style, quarter);
            self.drawn.insert((c, style, quarter), glyph);
        }
        &self.drawn[&(c, style, quarter)]
    }

    fn draw(&mut self, c: char, style: Style, quarter: u8) -> Glyph {
        let size = f32::from(style.size);
        let Some(font) = self.font().filter(|font| font.glyph_id(c).0 != 0) else {
            return unknown(i32::from(style.size));
        };
        let position = ab_glyph::point(f32::from(quarter) / 4.0, 0.0);
        let placed = font.glyph_id(c).with_scale_and_position(scale(&font, size), position);
        let Some(outline) = font.outline_glyph(placed) else {
            return Glyph { left: 0, top: 0, width: 0, mask: Vec::new() };
        };
        let bounds = outline.px_bounds();
        let thicker = i32::from(style.weight == Weight::Medium);
        let (width, height) = (bounds.width() as i32 + thicker, bounds.height() as i32);
        let mut mask = vec![0_u8; (width * height).max(0) as usize];
        outline.draw(|x, y, covered| {
            let at = y as usize * width as usize + x as usize;
            let covered = (covered.clamp(0.0, 1.0) * 255.0) as u8;
            mask[at] = mask[at].saturating_add(covered);
            if thicker == 1 {
                mask[at + 1] = mask[at + 1].saturating_add((u16::from(covered) * 9 / 20) as u8);
            }
        });
        Glyph { left: bounds.min.x as i32, top: bounds.min.y as i32, width, mask }
    }

    pub(super) fn measure(&mut self, text: &str, style: Style) -> f32 {
        text.chars().map(|c| self.advance(c, style)).sum()
    }

    /// How many bytes of a text stand within a width, and how wide they are.
    fn fitting(&mut self, text: &str, style: Style, width: f32) -> (usize, f32) {
        let mut used = 0.0;
        for (at, c) in text.char_indices() {
            let advance = self.advance(c, style);
            if used + advance > width {
                return (at, used);
            }
            used += advance;
        }
        (text.len(), used)
    }
}

/// Pixels from ascent to descent for a size in pixels of an em.
fn scale(font: &FontRef<'static>, size: f32) -> f32 {
    size * font.height_unscaled() / font.units_per_em().unwrap_or(1000.0)
}

fn unknown(size: i32) -> Glyph {
    let (width, height) = (size * 11 / 20, size * 7 / 10);
    let edge = |at: i32, end: i32| at == 0 || at == end - 1;
    let pixel = |at: i32| edge(at % width, width) || edge(at / width, height);
    let mask = (0..width * height).map(|at| if pixel(at) { 200 } else { 0 }).collect();
    Glyph { left: (size / 14).max(1), top: -height, width, mask }
}

fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

impl Canvas {
    /// Draws a text as it is from a point on the baseline.
    fn run(&mut self, (mut x, baseline): (f32, i32), text: &str, style: Style, colour: Colour) {
        // The glyphs are lent out while the pixels are written.
        let mut glyphs = std::mem::take(&mut self.glyphs);
        for c in text.chars() {
            if !is_invisible(c) && c != ' ' {
                let pen = x.floor();
                let glyph = glyphs.glyph(c, style, ((x - pen) * 4.0) as u8);
                let at = (pen as i32 + glyph.left, baseline + glyph.top);
                self.mask(at, glyph.width, &glyph.mask, colour);
            }
            x += glyphs.advance(c, style);
        }
        self.glyphs = glyphs;
    }

    /// The style, or as much smaller a one as a line needs to fit into a width; a quarter smaller at most.
    pub(super) fn shrunk(&mut self, text: &str, style: Style, width: i32) -> Style {
        let least = style.size - style.size / 4;
        let mut sizes = (least..=style.size).rev().map(|size| Style { size, ..style });
        let line = text.lines().next().unwrap_or("");
        // Long texts are measured no further than they could fit.
        let mut fits = |style: &Style| self.glyphs.fitting(line, *style, width as f32).0 == line.len();
        sizes.find(|style| fits(style)).unwrap_or(Style { size: least, ..style })
    }

    /// One line of text in the middle of a height, shortened by an ellipsis where it is too long.
    pub(super) fn line(&mut self, area: Bounds, text: &str, style: Style, colour: Colour, align: Align) {
        let text = text.trim_end();
        let first = text.lines().next().unwrap_or("");
        let baseline = (area.top + area.bottom) / 2 + style.drop();
        self.line_at(area, baseline, first, style, colour, align, first.len() < text.len());
    }

    #[expect(clippy::too_many_arguments, reason = "the one place where they meet")]
    fn line_at(
        &mut self,
        area: Bounds,
        baseline: i32,
        text: &str,
        style: Style,
        colour: Colour,
        align: Align,
        more: bool,
    ) {
        let room = area.width() as f32;
        let (mut fits, mut width) = self.glyphs.fitting(text, style, room);
        let cut = fits < text.len() || more;
        if cut {
            let dots = self.glyphs.advance(ELLIPSIS, style);
            (fits, width) = self.glyphs.fitting(text, style, room - dots);
            width += dots;
        }
        let x = area.left as f32
            + match align {
                Align::Start => 0.0,
                Align::Center => ((room - width) / 2.0).max(0.0),
                Align::End => (room - width).max(0.0),
            };
        let shown = if cut { text[..fits].trim_end() } else { text };
        self.run((x, baseline), shown, style, colour);
        if cut {
            let end = x + self.glyphs.measure(shown, style);
            self.run((end, baseline), "…", style, colour);
        }
    }

    /// Lines of text from the top, broken between words; the last one that finds room ends in an ellipsis if
    /// more would follow. Returns where the last line ended: the place of a cursor.
    pub(super) fn lines(
        &mut self,
        area: Bounds,
        pitch: i32,
        text: &str,
        style: Style,
        colour: Colour,
    ) -> (i32, i32) {
        let rows = (area.height() / pitch).max(1);
        let mut rest = text;
        let mut end = (area.left, area.top + pitch / 2);
        for row in 0..rows {
            let (line, after) = self.broken(rest, style, area.width() as f32);
            let middle = area.top + row * pitch + pitch / 2;
            let more = row + 1 == rows && !after.trim().is_empty();
            self.line_at(area, middle + style.drop(), line, style, colour, Align::Start, more);
            end = (area.left + self.glyphs.measure(line, style) as i32, middle);
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        end
    }

    /// The first line of a text, and what follows it.
    fn broken<'t>(&mut self, text: &'t str, style: Style, width: f32) -> (&'t str, &'t str) {
        let (paragraph, after) = text.split_once('\n').unwrap_or((text, ""));
        let (fits, _) = self.glyphs.fitting(paragraph, style, width);
        if fits == paragraph.len() {
            return (paragraph, after);
        }
        let space = paragraph[..fits].rfind(' ').filter(|at| *at > 0);
        // At least one character a line, however narrow.
        let first = paragraph.chars().next().map_or(1, char::len_utf8);
        match space {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (&text[..fits.max(first)], &text[fits.max(first)..]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style::regular(22);

    #[test]
    fn the_font_is_there_and_wide_letters_are_wider() {
        let mut glyphs = Glyphs::default();
        let (narrow, wide) = (glyphs.advance('i', STYLE), glyphs.advance('W', STYLE));
        assert!(narrow > 2.0 && wide > 2.0 * narrow, "{narrow} {wide}");
    }

    #[test]
    fn lines_break_between_words_and_within_long_ones() {
        let mut canvas = Canvas::default();
        assert_eq!(canvas.broken("one two three", STYLE, 90.0), ("one two", "three"));
        assert_eq!(canvas.broken("one\ntwo", STYLE, 500.0), ("one", "two"));
        let (line, rest) = canvas.broken("abcdefghijklmnop", STYLE, 60.0);
        assert_eq!(format!("{line}{rest}"), "abcdefghijklmnop");
        assert!(!line.is_empty() && !rest.is_empty());
        assert_eq!(canvas.broken("日本", STYLE, 1.0), ("日", "本"));
    }

    #[test]
    fn a_text_stays_within_its_bounds() {
        let mut canvas = Canvas::default();
        canvas.start((200, 40));
        let area = Bounds::new(20, 0, 120, 40);
        canvas.line(area, "A text that is much too long for this", STYLE, [255; 3], Align::Start);
        let rgb = canvas.take().rgb;
        let lit = |from: usize, to: usize| {
            (0..40).flat_map(|y| (from..to).map(move |x| 3 * (y * 200 + x))).any(|at| rgb[at] > 0)
        };
        assert!(lit(20, 60) && lit(100, 121));
        assert!(!lit(0, 19) && !lit(122, 200));
    }

    #[test]
    fn what_the_font_lacks_is_a_box() {
        let mut canvas = Canvas::default();
        canvas.start((40, 40));
        canvas.line(Bounds::new(0, 0, 40, 40), "日", STYLE, [255; 3], Align::Start);
        assert!(canvas.take().rgb.iter().any(|byte| *byte > 0));
    }
}
