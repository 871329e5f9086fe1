//! The few strokes a picture is made of, whatever it is drawn on.
//!
//! Every line of a picture runs along an axis, so a line is a thin rectangle
//! and a canvas need only know rectangles, pixel images and text.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};

use super::PictureError;

/// An opaque colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

/// A rectangle in pixels, from its top left corner.
#[derive(Clone, Copy, Debug)]
pub struct Rect {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

impl Rect {
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Rect { x, y, w, h }
    }

    /// This rectangle with every side moved outward by `d` (inward if negative).
    pub fn grown(self, d: f32) -> Self {
        Rect::new(self.x - d, self.y - d, self.w + 2.0 * d, self.h + 2.0 * d)
    }

    /// The four sides as lines within it.
    pub fn outline(self, thick: f32) -> [Rect; 4] {
        let Rect { x, y, w, h } = self;
        [
            Rect { h: thick, ..self },
            Rect::new(x, y + h - thick, w, thick),
            Rect { w: thick, ..self },
            Rect::new(x + w - thick, y, thick, h),
        ]
    }

    pub fn center(self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// How an edge that falls between two pixels is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Moved to the nearest pixel, so that neighbours meet without a seam.
    Crisp,
    /// Blended, so that small marks keep their size and place.
    Smooth,
}

/// Which point of a text its position names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text. `at` is on the line through the middle of the capitals;
/// `size` is the em in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    pub text: &'a str,
    pub at: (f32, f32),
    pub size: f32,
    pub fill: Color,
    pub anchor: Anchor,
    /// Turned to read from bottom to top, as beside a vertical axis.
    pub upward: bool,
}

impl Text<'_> {
    /// From the middle of the capitals down to the baseline.
    pub fn drop(&self) -> f32 {
        0.365 * self.size
    }
}

/// Something to draw on; later strokes cover earlier ones.
pub trait Canvas {
    /// Fills rectangles of one colour.
    fn rects(&mut self, rects: &[Rect], fill: Color, edges: Edges);

    /// Stretches an image of `columns` pixels a row, given from the top, over
    /// `frame`; its pixels stay sharp squares.
    fn image(&mut self, frame: Rect, columns: usize, pixels: &[Color]) -> Result<(), PictureError>;

    /// A line with round ends; a disc if it ends where it begins.
    fn stroke(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, fill: Color);

    fn text(&mut self, text: Text);
}

/// The type of every picture, with which text is measured and, on pixels, set.
pub struct Type(FontRef<'static>);

impl Type {
    pub fn load() -> Result<Self, PictureError> {
        let bytes: &'static [u8] =
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/DejaVuSans-subset.ttf"));
        let font = FontRef::try_from_slice(bytes).map_err(|_| PictureError::Font)?;
        Ok(Type(font))
    }

    /// `ab_glyph` measures type by its full height, not by its em.
    fn scale(&self, size: f32) -> PxScale {
        let em = self.0.units_per_em().unwrap_or(2048.0);
        PxScale::from(size * self.0.height_unscaled() / em)
    }

    pub fn width(&self, text: &str, size: f32) -> f32 {
        let font = self.0.as_scaled(self.scale(size));
        text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum()
    }

    /// Sets a text from the origin rightward, calling `dot` with each pixel
    /// (relative to the start of the baseline) and how much of it is covered.
    pub fn set(&self, text: &str, size: f32, mut dot: impl FnMut(i32, i32, f32)) {
        let scale = self.scale(size);
        let font = self.0.as_scaled(scale);
        let mut x = 0.0;
        for c in text.chars() {
            let id = font.glyph_id(c);
            let glyph = id.with_scale_and_position(scale, ab_glyph::point(x, 0.0));
            x += font.h_advance(id);
            if let Some(outline) = self.0.outline_glyph(glyph) {
                let corner = outline.px_bounds().min;
                let (left, top) = (corner.x as i32, corner.y as i32);
                outline.draw(|dx, dy, cover| dot(left + dx as i32, top + dy as i32, cover));
            }
        }
    }
}
