//! What a device shows, as pixels: for people who look at a report. Decisions are made on screens, never on
//! pictures.

/// A larger picture is not read: 8192 pixels squared.
const MAX_PIXEL_BYTES: usize = 4 * 8192 * 8192;

/// A picture of the whole screen.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row from the top left: `3 * width * height` bytes.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// The picture as a PNG file. Pixels that are missing in [`Picture::rgb`] come out black; a picture without
    /// any pixel comes out as an empty file.
    pub fn to_png(&self) -> Vec<u8> {
        let size = 3 * self.width as usize * self.height as usize;
        let mut padded = Vec::new();
        let rgb = match self.rgb.get(..size) {
            Some(rgb) => rgb,
            None => {
                padded.extend_from_slice(&self.rgb);
                padded.resize(size, 0);
                &padded
            }
        };
        encode(self.width, self.height, rgb).unwrap_or_default()
    }

    /// Reads a PNG file of any kind; transparency is dropped. `None` where it is none, or absurdly large.
    pub fn from_png(file: &[u8]) -> Option<Picture> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_limits(png::Limits { bytes: MAX_PIXEL_BYTES });
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let size = reader.output_buffer_size().filter(|size| *size <= MAX_PIXEL_BYTES)?;
        let mut pixels = vec![0; size];
        let info = reader.next_frame(&mut pixels).ok()?;
        pixels.truncate(info.buffer_size());
        let rgb = match info.color_type {
            png::ColorType::Rgb => pixels,
            png::ColorType::Rgba => pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(),
            png::ColorType::Grayscale => pixels.iter().flat_map(|&p| [p; 3]).collect(),
            png::ColorType::GrayscaleAlpha => pixels.chunks_exact(2).flat_map(|p| [p[0]; 3]).collect(),
            png::ColorType::Indexed => return None,
        };
        Some(Picture { width: info.width, height: info.height, rgb })
    }
}

/// Shows the size only: nobody reads a million bytes.
impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}×{})", self.width, self.height)
    }
}

fn encode(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::with_capacity(rgb.len() / 16);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Flat areas and text: the fast level is nearly as small as the thorough one.
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgb)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_holds_the_same_pixels() {
        let rgb: Vec<u8> = (0..3 * 5 * 7).map(|n| n as u8 * 2).collect();
        let file = Picture { width: 5, height: 7, rgb: rgb.clone() }.to_png();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut read).unwrap();
        assert_eq!((info.width, info.height), (5, 7));
        assert_eq!(read, rgb);
    }

    #[test]
    fn a_png_is_read_back_and_anything_else_is_none() {
        let picture = Picture { width: 3, height: 2, rgb: (0..18).collect() };
        let file = picture.to_png();
        assert_eq!(Picture::from_png(&file), Some(picture));
        assert_eq!(Picture::from_png(&file[..file.len() / 2]), None);
        assert_eq!(Picture::from_png(b"screencap: not found"), None);
    }

    #[test]
    fn missing_pixels_are_black() {
        let file = Picture { width: 2, height: 2, rgb: vec![255; 3] }.to_png();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let mut read = vec![9; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, [255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
}
