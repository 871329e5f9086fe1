//! What every picture has: type in one measure, titles, legends and round numbers on its axes.

use super::PictureError;
use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text, Type};
use super::palette::{FAINT_INK, INK, Key, WHITE};

/// The size of axis labels and legends, in units of the page.
pub const LABEL: f32 = 14.0;
/// From the left of a swatch to its meaning, and from there on to the next swatch.
const SWATCH: (f32, f32) = (22.0, 28.0);

/// The measure of a picture, and its type.
pub struct Page {
    /// What lengths outside the figure are measured in: a pixel at the usual size.
    pub unit: f32,
    pub font: Type,
    /// The width of the whole picture in pixels.
    pub width: f32,
}

impl Page {
    pub fn new(unit: f32, width: u32) -> Result<Self, PictureError> {
        Ok(Page { unit, font: Type::load()?, width: width as f32 })
    }

    /// Title and subtitle above the figure whose top left corner is at `(x, y)`, made smaller if
    /// they would run off the page.
    pub fn draw_titles(&self, canvas: &mut dyn Canvas, (x, y): (f32, f32), texts: [&str; 2]) {
        let room = self.width - x - 12.0 * self.unit;
        let [title, subtitle] = texts;
        for (text, above, size, fill) in
            [(title, 54.0, 25.0, INK), (subtitle, 22.0, 15.0, FAINT_INK)]
        {
            let size = size * (room / self.text_width(text, size).max(1.0)).min(1.0);
            let at = (x, y - above * self.unit);
            canvas.text(Text { fill, ..self.label(text, at, size, Anchor::Start) });
        }
    }

    /// A swatch for each of some letters (places in the key), with its meaning if there is room.
    pub fn draw_key(
        &self,
        canvas: &mut dyn Canvas,
        (mut x, y): (f32, f32),
        key: &Key,
        letters: &[usize],
    ) {
        let occurring = || letters.iter().map(|&place| key[place]);
        let full = |letter, meaning| format!("{letter}: {meaning}");
        let needed: f32 =
            occurring().map(|(letter, _, meaning)| self.swatch_width(&full(letter, meaning))).sum();
        let fits = x + needed < self.width + SWATCH.1 * self.unit;
        for (letter, color, meaning) in occurring() {
            let text = if fits { full(letter, meaning) } else { letter.to_string() };
            x += self.draw_swatch(canvas, (x, y), color, &text);
        }
    }

    fn swatch_width(&self, text: &str) -> f32 {
        (SWATCH.0 + SWATCH.1) * self.unit + self.text_width(text, LABEL)
    }

    /// Draws a square of a colour and what it means; returns the width taken.
    pub fn draw_swatch(
        &self,
        canvas: &mut dyn Canvas,
        (x, y): (f32, f32),
        color: Color,
        text: &str,
    ) -> f32 {
        let side = 14.0 * self.unit;
        let square = Rect::new(x, y - side / 2.0, side, side);
        canvas.rects(&[square], color, Edges::Crisp);
        if color == WHITE {
            canvas.rects(&square.outline(self.thin()), INK, Edges::Crisp);
        }
        let beside = (x + SWATCH.0 * self.unit, y);
        canvas.text(self.label(text, beside, LABEL, Anchor::Start));
        self.swatch_width(text)
    }

    /// The width of a line, in whole pixels.
    pub fn thin(&self) -> f32 {
        self.unit.round().max(1.0)
    }

    /// The width in pixels of a text whose size is in units of the page.
    pub fn text_width(&self, text: &str, size: f32) -> f32 {
        self.font.width(text, size * self.unit)
    }

    /// A text in ink, its size in units of the page.
    pub fn label<'t>(&self, text: &'t str, at: (f32, f32), size: f32, anchor: Anchor) -> Text<'t> {
        Text { text, at, size: size * self.unit, fill: INK, anchor, upward: false }
    }
}

/// Round numbers up to `max`: all of them in a small table, whose every row
/// wants its heading, else some 5 to 12 multiples of 1, 2 or 5 times a power of
/// ten; fewer where `room`, in units of the page, would crowd them.
pub fn ticks(max: u32, room: f32) -> impl Iterator<Item = u32> {
    let step = tick_step(max, room);
    (step..=max).step_by(step as usize)
}

/// From one of these numbers to the next.
pub fn tick_step(max: u32, room: f32) -> u32 {
    let most = if max <= 20 { 20 } else { 12 };
    let most = ((room / 24.0) as u32).clamp(2, most);
    (0..)
        .map(|k| 10u32.saturating_pow(k))
        .flat_map(|ten| [1, 2, 5].map(|m| ten.saturating_mul(m)))
        .find(|step| max / step <= most)
        .unwrap_or(max)
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_and_few() {
        let shown = |max, room| ticks(max, room).collect::<Vec<_>>();
        assert_eq!(shown(7, 780.0), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(shown(40, 780.0), [5, 10, 15, 20, 25, 30, 35, 40]);
        assert_eq!(shown(500, 780.0).len(), 10);
        assert_eq!(shown(500, 100.0), [200, 400]);
        for max in 21..5000 {
            assert!((5..=12).contains(&ticks(max, 780.0).count()), "{max}");
        }
        assert!(ticks(u32::MAX, 780.0).count() >= 5);
    }
}
