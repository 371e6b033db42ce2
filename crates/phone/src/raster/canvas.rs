//! The sheet that pictures are drawn on: rectangles, rounded and not, shapes by their distance function, masks
//! and shadows, all clipped and antialiased. Whatever is large is filled row by row; only edges cost arithmetic.

use skink_device::Picture;
use skink_gui::Bounds;

use super::font::Glyphs;
use super::icons::Icons;

/// Red, green, blue.
pub(crate) type Colour = [u8; 3];

/// Something to draw on; keeps the glyphs and icons it drew from picture to picture.
#[derive(Default)]
pub(crate) struct Canvas {
    width: i32,
    height: i32,
    rgb: Vec<u8>,
    clip: Bounds,
    pub(super) glyphs: Glyphs,
    pub(super) icons: Icons,
}

impl Canvas {
    /// A new sheet, black.
    pub(crate) fn start(&mut self, (width, height): (i32, i32)) {
        (self.width, self.height) = (width.max(0), height.max(0));
        self.rgb.clear();
        self.rgb.resize(3 * self.width as usize * self.height as usize, 0);
        self.clip = self.whole();
    }

    /// What was drawn.
    pub(crate) fn take(&mut self) -> Picture {
        Picture { width: self.width as u32, height: self.height as u32, rgb: std::mem::take(&mut self.rgb) }
    }

    pub(super) fn whole(&self) -> Bounds {
        Bounds::new(0, 0, self.width, self.height)
    }

    /// Draws only within these bounds from now on.
    pub(super) fn clip(&mut self, to: Bounds) {
        self.clip = to.intersect(&self.whole());
    }

    fn row(&mut self, y: i32, from: i32, to: i32) -> &mut [u8] {
        let start = 3 * (y * self.width + from) as usize;
        &mut self.rgb[start..start + 3 * (to - from) as usize]
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, area: Bounds, colour: Colour) {
        let area = area.intersect(&self.clip);
        if area.is_empty() {
            return;
        }
        for y in area.top..area.bottom {
            for pixel in self.row(y, area.left, area.right).as_chunks_mut::<3>().0 {
                *pixel = colour;
            }
        }
    }

    /// Lays a colour over a rectangle, as thick as `alpha` says.
    pub(super) fn shade(&mut self, area: Bounds, colour: Colour, alpha: u8) {
        let area = area.intersect(&self.clip);
        if area.is_empty() {
            return;
        }
        for y in area.top..area.bottom {
            for pixel in self.row(y, area.left, area.right).as_chunks_mut::<3>().0 {
                blend(pixel, colour, alpha);
            }
        }
    }

    /// Lays a colour over what lies within a shape: `distance` says how far a point is outside it.
    pub(super) fn shape(&mut self, area: Bounds, colour: Colour, distance: impl Fn(f32, f32) -> f32) {
        let area = area.intersect(&self.clip);
        if area.is_empty() {
            return;
        }
        for y in area.top..area.bottom {
            let row = self.row(y, area.left, area.right).as_chunks_mut::<3>().0;
            for (x, pixel) in (area.left..).zip(row) {
                blend(pixel, colour, coverage(distance(x as f32 + 0.5, y as f32 + 0.5)));
            }
        }
    }

    /// A rectangle with round corners.
    pub(super) fn round(&mut self, area: Bounds, radius: i32, colour: Colour) {
        let radius = radius.min(area.width() / 2).min(area.height() / 2).max(0);
        let Bounds { left, top, right, bottom } = area;
        self.fill(Bounds::new(left, top + radius, right, bottom - radius), colour);
        self.fill(Bounds::new(left + radius, top, right - radius, top + radius), colour);
        self.fill(Bounds::new(left + radius, bottom - radius, right - radius, bottom), colour);
        let r = radius as f32;
        for (x, corner_left) in [(left + radius, left), (right - radius, right - radius)] {
            for (y, corner_top) in [(top + radius, top), (bottom - radius, bottom - radius)] {
                let corner = Bounds::new(corner_left, corner_top, corner_left + radius, corner_top + radius);
                self.shape(corner, colour, |px, py| (px - x as f32).hypot(py - y as f32) - r);
            }
        }
    }

    /// The edge of a rectangle with round corners, `width` pixels wide, drawn inwards.
    pub(super) fn outline(&mut self, area: Bounds, radius: i32, width: i32, colour: Colour) {
        let half = width as f32 / 2.0;
        self.shape(area, colour, |x, y| (box_distance(area, radius as f32, x, y) + half).abs() - half);
    }

    pub(super) fn disc(&mut self, x: i32, y: i32, radius: i32, colour: Colour) {
        let area = Bounds::new(x - radius, y - radius, x + radius, y + radius);
        let (cx, cy, r) = (x as f32, y as f32, radius as f32);
        self.shape(area, colour, |x, y| (x - cx).hypot(y - cy) - r);
    }

    pub(super) fn ring(&mut self, x: i32, y: i32, radius: i32, width: i32, colour: Colour) {
        let area = Bounds::new(x - radius, y - radius, x + radius, y + radius);
        let (cx, cy, half) = (x as f32, y as f32, width as f32 / 2.0);
        let middle = radius as f32 - half;
        self.shape(area, colour, |x, y| ((x - cx).hypot(y - cy) - middle).abs() - half);
    }

    /// The shadow of a raised rectangle, which reaches `reach` pixels beyond it.
    pub(super) fn shadow(&mut self, area: Bounds, radius: i32, reach: i32) {
        let down = reach / 4;
        let cast = Bounds::new(area.left, area.top + down, area.right, area.bottom + down);
        let outer = Bounds::new(cast.left - reach, cast.top - reach, cast.right + reach, cast.bottom + reach);
        let outer = outer.intersect(&self.clip);
        let inner =
            Bounds::new(area.left + radius, area.top + radius, area.right - radius, area.bottom - radius);
        let softness = reach as f32;
        // What is barely raised casts a faint shadow.
        let darkness = if reach < 10 { 40.0 } else { 70.0 };
        for y in outer.top..outer.bottom {
            // What the raised thing covers itself need not be shaded.
            let spans = if y >= inner.top && y < inner.bottom {
                [(outer.left, inner.left), (inner.right, outer.right)]
            } else {
                [(outer.left, outer.right), (0, 0)]
            };
            for (from, to) in spans {
                let (from, to) = (from.max(outer.left), to.min(outer.right));
                if from >= to {
                    continue;
                }
                for (x, pixel) in (from..).zip(self.row(y, from, to).as_chunks_mut::<3>().0) {
                    let out = box_distance(cast, radius as f32, x as f32 + 0.5, y as f32 + 0.5).max(0.0);
                    let strength = (1.0 - out / softness).max(0.0);
                    blend(pixel, [0, 0, 0], (strength * strength * darkness) as u8);
                }
            }
        }
    }

    /// Lays a colour over the sheet through a mask of `width` columns with its top left at (`left`, `top`).
    pub(super) fn mask(&mut self, (left, top): (i32, i32), width: i32, mask: &[u8], colour: Colour) {
        if width <= 0 {
            return;
        }
        let area = Bounds::new(left, top, left + width, top + mask.len() as i32 / width);
        let seen = area.intersect(&self.clip);
        if seen.is_empty() {
            return;
        }
        for y in seen.top..seen.bottom {
            let start = ((y - top) * width + seen.left - left) as usize;
            let row = self.row(y, seen.left, seen.right).as_chunks_mut::<3>().0;
            for (pixel, alpha) in row.iter_mut().zip(&mask[start..]) {
                if *alpha > 0 {
                    blend(pixel, colour, *alpha);
                }
            }
        }
    }

    /// A gradient from top to bottom.
    pub(super) fn gradient(&mut self, area: Bounds, from: Colour, to: Colour) {
        for y in area.top..area.bottom {
            let share = ((y - area.top) * 255 / area.height().max(1)) as u8;
            self.fill(Bounds::new(area.left, y, area.right, y + 1), mixed(from, to, share));
        }
    }
}

/// How much of a pixel is covered whose middle is so far outside an edge.
pub(super) fn coverage(distance: f32) -> u8 {
    ((0.5 - distance).clamp(0.0, 1.0) * 255.0) as u8
}

/// How far a point is outside a rectangle with round corners.
pub(super) fn box_distance(area: Bounds, radius: f32, x: f32, y: f32) -> f32 {
    let (middle_x, middle_y) = ((area.left + area.right) as f32 / 2.0, (area.top + area.bottom) as f32 / 2.0);
    let dx = (x - middle_x).abs() - (area.width() as f32 / 2.0 - radius);
    let dy = (y - middle_y).abs() - (area.height() as f32 / 2.0 - radius);
    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
}

/// `colour` over `below`, as thick as `alpha` says.
pub(super) fn mixed(below: Colour, colour: Colour, alpha: u8) -> Colour {
    let mut pixel = below;
    blend(&mut pixel, colour, alpha);
    pixel
}

#[inline]
fn blend(pixel: &mut Colour, colour: Colour, alpha: u8) {
    let alpha = u32::from(alpha);
    for (to, from) in pixel.iter_mut().zip(colour) {
        let sum = u32::from(from) * alpha + u32::from(*to) * (255 - alpha);
        // Division by 255 without dividing, exact for all sums of two bytes.
        *to = (((sum + 128) * 257) >> 16) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Canvas {
        let mut canvas = Canvas::default();
        canvas.start((20, 10));
        canvas
    }

    #[test]
    fn blending_is_exact_at_both_ends() {
        for value in 0..=255 {
            assert_eq!(mixed([value; 3], [9; 3], 0), [value; 3]);
            assert_eq!(mixed([9; 3], [value; 3], 255), [value; 3]);
            assert_eq!(mixed([value; 3], [value; 3], 100), [value; 3]);
        }
    }

    #[test]
    fn nothing_is_drawn_outside_the_clip() {
        let mut canvas = sheet();
        canvas.clip(Bounds::new(5, 2, 9, 6));
        let all = Bounds::new(-100, -100, 100, 100);
        canvas.fill(all, [255; 3]);
        canvas.shade(all, [255; 3], 90);
        canvas.round(all, 30, [255; 3]);
        canvas.outline(all, 3, 2, [255; 3]);
        canvas.shadow(Bounds::new(-5, -5, 3, 3), 2, 8);
        canvas.mask((-3, -3), 40, &[255; 1600], [255; 3]);
        let lit = canvas.take().rgb.chunks(3).filter(|pixel| pixel[0] > 0).count();
        assert_eq!(lit, 16);
    }

    #[test]
    fn corners_are_round() {
        let mut canvas = sheet();
        canvas.round(Bounds::new(0, 0, 20, 10), 4, [255; 3]);
        let rgb = canvas.take().rgb;
        assert_eq!(rgb[0], 0);
        assert_eq!(rgb[3 * 10], 255);
        assert_eq!(rgb[3 * (5 * 20)], 255);
    }
}
