//! A canvas of pixels, saved as PNG.

use super::PictureError;
use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text, Type};

/// A white sheet of pixels.
pub struct Raster {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
    font: Type,
}

impl Raster {
    pub fn new((width, height): (u32, u32)) -> Result<Self, PictureError> {
        Ok(Raster {
            width,
            height,
            rgb: vec![255; width as usize * height as usize * 3],
            font: Type::load()?,
        })
    }

    /// The sheet as the bytes of a PNG file.
    pub fn finish(self) -> Result<Vec<u8>, PictureError> {
        encode(self.width, self.height, &self.rgb)
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

    fn rect(&mut self, rect: Rect, fill: Color, edges: Edges) {
        let ((x0, x1), (y0, y1)) = match edges {
            Edges::Smooth => ((rect.x, rect.x + rect.w), (rect.y, rect.y + rect.h)),
            Edges::Crisp => (snap(rect.x, rect.w), snap(rect.y, rect.h)),
        };
        for y in y0.floor() as i32..y1.ceil() as i32 {
            for x in x0.floor() as i32..x1.ceil() as i32 {
                let cover = overlap(x, x0, x1) * overlap(y, y0, y1);
                self.blend(x, y, fill, cover);
            }
        }
    }
}

/// How far a point is from the line between two others.
fn distance((x, y): (f32, f32), (x0, y0): (f32, f32), (x1, y1): (f32, f32)) -> f32 {
    let (dx, dy) = (x1 - x0, y1 - y0);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((x - x0) * dx + (y - y0) * dy) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    (x - x0 - along * dx).hypot(y - y0 - along * dy)
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

/// PNG bytes of 8-bit RGB rows.
pub fn encode(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(PictureError::Png)?;
    writer.write_image_data(rgb).map_err(PictureError::Png)?;
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
            let (x, y) = ((i % columns) as f32, (i / columns) as f32);
            let rect = Rect::new(frame.x + x * w, frame.y + y * h, w, h);
            self.rect(rect, fill, Edges::Crisp);
        }
        Ok(())
    }

    fn stroke(&mut self, points: &[(f32, f32)], thick: f32, color: Color) {
        let reach = thick / 2.0 + 1.0;
        let mut cover = std::collections::BTreeMap::new();
        for pair in points.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let (left, right) = (x0.min(x1) - reach, x0.max(x1) + reach);
            for y in (y0.min(y1) - reach).floor() as i32..=(y0.max(y1) + reach).ceil() as i32 {
                for x in left.floor() as i32..=right.ceil() as i32 {
                    let apart = distance((x as f32 + 0.5, y as f32 + 0.5), pair[0], pair[1]);
                    let covered = (thick / 2.0 + 0.5 - apart).clamp(0.0, 1.0);
                    if covered > 0.0 {
                        let most: &mut f32 = cover.entry((y, x)).or_insert(0.0);
                        *most = most.max(covered);
                    }
                }
            }
        }
        for ((y, x), covered) in cover {
            self.blend(x, y, color, covered);
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
