//! Pictures made small enough to be embedded: half a phone's width is plenty for a strip of steps, and fewer
//! shades compress several times better without anybody noticing.

use std::collections::HashMap;

use base64::Engine;

/// A picture of 30 million pixels is none of a phone.
const MAX_PIXELS: u64 = 30_000_000;

/// Pixels of a PNG picture, from its head: those of the whole screen, also where a dialog covers a part of it.
pub(crate) fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    Some((number(16)?.max(1), number(20)?.max(1)))
}

/// The pictures of a page: the same screen is shown in many places and kept once.
pub(crate) struct Pictures<'a> {
    /// How wide they are at most; `None`: there are none.
    width: Option<u32>,
    numbers: HashMap<&'a [u8], Option<usize>>,
    /// As data URLs, with the pixels of the screen.
    pub(crate) urls: Vec<(String, (u32, u32))>,
}

impl<'a> Pictures<'a> {
    pub(crate) fn new(width: Option<u32>) -> Self {
        Self { width, numbers: HashMap::new(), urls: Vec::new() }
    }

    /// The number of a PNG, scaled down; `None` where it is no picture we can read.
    pub(crate) fn number(&mut self, png: &'a [u8]) -> Option<usize> {
        let width = self.width?;
        let urls = &mut self.urls;
        let add = || {
            urls.push((data_url(png, width)?, png_size(png)?));
            Some(urls.len() - 1)
        };
        *self.numbers.entry(png).or_insert_with(add)
    }

    /// What they take.
    pub(crate) fn bytes(&self) -> usize {
        self.urls.iter().map(|(url, _)| url.len()).sum()
    }
}

/// The PNG as a data URL, scaled down to at most that width; `None` where it is no picture we can read.
fn data_url(png: &[u8], width: u32) -> Option<String> {
    let small = scaled(png, width)?;
    Some(format!("data:image/png;base64,{}", base64::engine::general_purpose::STANDARD.encode(small)))
}

fn scaled(png: &[u8], width: u32) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (w, h) = (reader.info().width, reader.info().height);
    if u64::from(w) * u64::from(h) > MAX_PIXELS {
        return None;
    }
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let channels = info.color_type.samples();
    let factor = w.div_ceil(width.max(1)).max(1);
    let (small_w, small_h) = ((w / factor).max(1), (h / factor).max(1));
    let mut out = Vec::with_capacity(3 * small_w as usize * small_h as usize);
    for y in 0..small_h {
        for x in 0..small_w {
            out.extend(mean(&pixels, channels, w, (x * factor, y * factor), factor.min(w).min(h)));
        }
    }
    encode(small_w, small_h, &out)
}

/// The mean colour of a square, in 32 shades a channel.
fn mean(pixels: &[u8], channels: usize, width: u32, from: (u32, u32), side: u32) -> [u8; 3] {
    let mut sum = [0u32; 3];
    for y in from.1..from.1 + side {
        for x in from.0..from.0 + side {
            let at = channels * (y as usize * width as usize + x as usize);
            for (channel, sum) in sum.iter_mut().enumerate() {
                // Grey pictures have one channel (or two, with alpha) for all three.
                let source = if channels < 3 { 0 } else { channel };
                *sum += u32::from(pixels.get(at + source).copied().unwrap_or(0));
            }
        }
    }
    sum.map(|sum| {
        let shade = (sum / (side * side)).min(255) as u8 >> 3;
        shade << 3 | shade >> 2
    })
}

fn encode(width: u32, height: u32, rgb: &[u8]) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(rgb).ok()?;
    writer.finish().ok()?;
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_scaled_down_by_whole_steps() {
        let mut big = Vec::new();
        for y in 0..8u32 {
            for x in 0..6u32 {
                big.extend(if (x / 3 + y / 4) % 2 == 0 { [255, 255, 255] } else { [0, 0, 0] });
            }
        }
        let small = scaled(&encode(6, 8, &big).unwrap(), 3).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&small)).read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (3, 4));
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(&pixels[..3], [255; 3]);
        assert_eq!(&pixels[6..9], [0; 3]);
    }

    #[test]
    fn the_same_picture_is_kept_once() {
        let (black, again, white) = (
            encode(1, 1, &[0; 3]).unwrap(),
            encode(1, 1, &[0; 3]).unwrap(),
            encode(1, 1, &[255; 3]).unwrap(),
        );
        let mut pictures = Pictures::new(Some(270));
        let numbers = [&black, &white, &again].map(|png| pictures.number(png));
        assert_eq!(numbers, [Some(0), Some(1), Some(0)]);
        assert_eq!(pictures.urls.len(), 2);
        assert_eq!(Pictures::new(None).number(&black), None);
    }

    #[test]
    fn what_is_no_picture_gives_none() {
        let mut pictures = Pictures::new(Some(270));
        assert_eq!(pictures.number(b"no png"), None);
        assert_eq!(pictures.number(&[]), None);
    }
}
