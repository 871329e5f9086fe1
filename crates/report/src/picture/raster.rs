//! A canvas of pixels, saved as PNG.

use std::io::Write as _;

use sprague_solve::Watch;

use super::PictureError;
use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text, Type};

/// A white sheet of pixels.
pub struct Raster {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
    font: Type,
    watch: Watch,
}

impl Raster {
    pub fn new((width, height): (u32, u32)) -> Result<Self, PictureError> {
        Ok(Raster {
            width,
            height,
            rgb: vec![255; width as usize * height as usize * 3],
            font: Type::load()?,
            watch: Watch::default(),
        })
    }

    /// The same, given up when the watch says so.
    pub fn within(self, watch: &Watch) -> Self {
        Raster { watch: watch.clone(), ..self }
    }

    /// The sheet as the bytes of a PNG file.
    pub fn finish(self) -> Result<Vec<u8>, PictureError> {
        encode(self.width, self.height, &self.rgb, &self.watch)
    }

    /// Lets `cover` (0 to 1) of a colour into one pixel; off the sheet, nothing.
    fn blend(&mut self, x: i32, y: i32, fill: Color, cover: f32) {
        if x < 0 || y < 0 || x as u32 >= self.width || y as u32 >= self.height {
            return;
        }
        let at = 3 * (y as usize * self.width as usize + x as usize);
        for (old, new) in self.rgb[at..].iter_mut().zip([fill.0, fill.1, fill.2]) {
            let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * cover.min(1.0);
            *old = mixed.round() as u8;
        }
    }

    /// Fills whole pixels; off the sheet, nothing.
    fn fill(&mut self, (x0, x1): (i32, i32), (y0, y1): (i32, i32), fill: Color) {
        let within = |at: i32, most: u32| at.clamp(0, most as i32) as usize;
        let (x0, x1) = (within(x0, self.width), within(x1, self.width));
        for y in within(y0, self.height)..within(y1, self.height) {
            let row = &mut self.rgb[3 * y * self.width as usize..];
            for pixel in row[3 * x0..3 * x1.max(x0)].chunks_exact_mut(3) {
                pixel.copy_from_slice(&[fill.0, fill.1, fill.2]);
            }
        }
    }

    fn rect(&mut self, rect: Rect, fill: Color, edges: Edges) {
        let ((x0, x1), (y0, y1)) = match edges {
            Edges::Smooth => ((rect.x, rect.x + rect.w), (rect.y, rect.y + rect.h)),
            Edges::Crisp => (snap(rect.x, rect.w), snap(rect.y, rect.h)),
        };
        if edges == Edges::Crisp {
            return self.fill((x0 as i32, x1 as i32), (y0 as i32, y1 as i32), fill);
        }
        for y in y0.floor() as i32..y1.ceil() as i32 {
            for x in x0.floor() as i32..x1.ceil() as i32 {
                let cover = overlap(x, x0, x1) * overlap(y, y0, y1);
                self.blend(x, y, fill, cover);
            }
        }
    }
}

/// An interval moved to whole pixels, at least one of them.
fn snap(from: f32, length: f32) -> (f32, f32) {
    let start = from.round();
    (start, (from + length).round().max(start + 1.0))
}

/// How much of pixel `p` lies between `from` and `to`.
fn overlap(p: i32, from: f32, to: f32) -> f32 {
    let p = p as f32;
    (to.min(p + 1.0) - from.max(p)).clamp(0.0, 1.0)
}

/// Bytes of rows that are compressed, and cells that are drawn, between two looks at the watch.
const LOOK_UP: usize = 1 << 18;

/// PNG bytes of 8-bit RGB rows.
pub fn encode(width: u32, height: u32, rgb: &[u8], watch: &Watch) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(PictureError::Png)?;
    let mut rows = writer.stream_writer().map_err(PictureError::Png)?;
    for some in rgb.chunks(LOOK_UP) {
        if !watch.goes_on() {
            return Err(PictureError::Stopped);
        }
        rows.write_all(some).map_err(|error| PictureError::Png(error.into()))?;
    }
    rows.finish().map_err(PictureError::Png)?;
    writer.finish().map_err(PictureError::Png)?;
    Ok(bytes)
}

impl Canvas for Raster {
    fn rects(&mut self, rects: &[Rect], fill: Color, edges: Edges) {
        for &rect in rects {
            self.rect(rect, fill, edges);
        }
    }

    fn image(&mut self, frame: Rect, columns: usize, pixels: &[Color]) -> Result<(), PictureError> {
        let (w, h) = (frame.w / columns as f32, frame.h / (pixels.len() / columns) as f32);
        for (i, &fill) in pixels.iter().enumerate() {
            if i % LOOK_UP == 0 && !self.watch.goes_on() {
                return Err(PictureError::Stopped);
            }
            let (x, y) = ((i % columns) as f32, (i / columns) as f32);
            let rect = Rect::new(frame.x + x * w, frame.y + y * h, w, h);
            self.rect(rect, fill, Edges::Crisp);
        }
        Ok(())
    }

    fn stroke(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, fill: Color) {
        let half = thick / 2.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let squared = dx * dx + dy * dy;
        let range = |a: f32, b: f32| {
            (a.min(b) - half - 1.0).floor() as i32..(a.max(b) + half + 1.0).ceil() as i32
        };
        for y in range(from.1, to.1) {
            for x in range(from.0, to.0) {
                // From the middle of the pixel to the nearest point of the line.
                let (px, py) = (x as f32 + 0.5 - from.0, y as f32 + 0.5 - from.1);
                let along = match squared > 0.0 {
                    true => ((px * dx + py * dy) / squared).clamp(0.0, 1.0),
                    false => 0.0,
                };
                let apart = (px - along * dx).hypot(py - along * dy);
                let cover = (half + 0.5 - apart).clamp(0.0, 1.0);
                if cover > 0.0 {
                    self.blend(x, y, fill, cover);
                }
            }
        }
    }

    fn text(&mut self, text: Text) {
        let width = self.font.width(text.text, text.size);
        let back = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (x, y) = text.at;
        let mut dots = Vec::new();
        self.font.set(text.text, text.size, |dx, dy, cover| dots.push((dx, dy, cover)));
        let (x, y) = match text.upward {
            false => ((x - back).round() as i32, (y + text.drop()).round() as i32),
            true => ((x + text.drop()).round() as i32, (y + back).round() as i32),
        };
        for (dx, dy, cover) in dots {
            let (dx, dy) = if text.upward { (dy, -1 - dx) } else { (dx, dy) };
            self.blend(x + dx, y + dy, text.fill, cover);
        }
    }
}
