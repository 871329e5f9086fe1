//! What stands around the table: axes, titles and the legend below.

use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text};
use super::palette::{FAINT_INK, FRAME, INK, OUTCOMES, WHITE};
use super::sheet::Sheet;

/// The size of axis labels and legends, in units of the sheet.
const LABEL: f32 = 14.0;
/// From the left of a swatch to its meaning, and from there on to the next swatch.
const SWATCH: (f32, f32) = (22.0, 28.0);

impl Sheet<'_> {
    pub fn draw_margin(&self, canvas: &mut dyn Canvas) {
        self.draw_axes(canvas);
        self.draw_titles(canvas);
        match self.nim_values() {
            true => self.draw_nim_legend(canvas),
            false => self.draw_outcome_legend(canvas),
        }
    }

    /// The frame, the ticks with their numbers, and what the axes count.
    fn draw_axes(&self, canvas: &mut dyn Canvas) {
        let unit = self.unit;
        let thin = self.thin();
        // Small dark marks need a gap to be told from the frame.
        let crowded = !self.nim_values() && !self.gridded();
        let frame = self.plot.grown(if crowded { 4.0 * unit } else { 0.0 } + thin);
        let mut lines = Vec::from(frame.outline(thin));
        let (bottom, length) = (frame.y + frame.h, 5.0 * unit);
        for tick in ticks(self.table.max, self.plot.w / unit) {
            let (x, y) = self.cell_at(tick, tick).center();
            lines.push(Rect::new(x - thin / 2.0, bottom, thin, length));
            lines.push(Rect::new(frame.x - length, y - thin / 2.0, length, thin));
            let number = tick.to_string();
            let below = (x, bottom + 15.0 * unit);
            canvas.text(self.label(&number, below, 13.0, Anchor::Middle));
            let beside = (frame.x - 9.0 * unit, y);
            canvas.text(self.label(&number, beside, 13.0, Anchor::End));
        }
        canvas.rects(&lines, FRAME, Edges::Crisp);
        let [across, up] = &self.picture.axis;
        let (x, y) = self.plot.center();
        let below = (x, bottom + 38.0 * unit);
        canvas.text(self.label(across, below, LABEL, Anchor::Middle));
        let beside = (frame.x - 52.0 * unit, y);
        canvas.text(Text { upward: true, ..self.label(up, beside, LABEL, Anchor::Middle) });
    }

    /// Title and subtitle, made smaller if they would run off the sheet.
    fn draw_titles(&self, canvas: &mut dyn Canvas) {
        let room = self.picture.size.0 as f32 - self.plot.x - 12.0 * self.unit;
        let lines = [
            (&self.picture.title, 54.0, 25.0, INK),
            (&self.picture.subtitle, 22.0, 15.0, FAINT_INK),
        ];
        for (text, above, size, fill) in lines {
            let size = size * (room / self.width(text, size).max(1.0)).min(1.0);
            let at = (self.plot.x, self.plot.y - above * self.unit);
            canvas.text(Text { fill, ..self.label(text, at, size, Anchor::Start) });
        }
    }

    /// A swatch for each outcome that occurs, with its meaning if there is room.
    fn draw_outcome_legend(&self, canvas: &mut dyn Canvas) {
        let (mut x, y) = self.legend_start();
        let occurring = || self.runs.keys().map(|&value| OUTCOMES[value as usize]);
        let full = |letter, meaning| format!("{letter}: {meaning}");
        let needed: f32 =
            occurring().map(|(letter, _, meaning)| self.swatch_width(&full(letter, meaning))).sum();
        let fits = x + needed < self.picture.size.0 as f32 + SWATCH.1 * self.unit;
        for (letter, color, meaning) in occurring() {
            let text = if fits { full(letter, meaning) } else { letter.to_string() };
            x += self.draw_swatch(canvas, (x, y), color, &text);
        }
    }

    /// A swatch for 0 and a bar of the colours of the other values.
    fn draw_nim_legend(&self, canvas: &mut dyn Canvas) {
        let unit = self.unit;
        let (mut x, y) = self.legend_start();
        if self.runs.contains_key(&0) {
            x += self.draw_swatch(canvas, (x, y), WHITE, "0 (P-position)");
        }
        let greatest = self.greatest();
        if greatest == 0 {
            return;
        }
        canvas.text(self.label("nim-value", (x, y), LABEL, Anchor::Start));
        x += self.width("nim-value", LABEL) + 12.0 * unit;
        let end = self.plot.x + self.plot.w;
        let bar = Rect::new(x, y - 7.0 * unit, (end - x).max(60.0 * unit), 14.0 * unit);
        let shades = greatest.min(128);
        for i in 0..shades {
            let value = 1.0 + i as f32 / (shades - 1).max(1) as f32 * (greatest - 1) as f32;
            let w = bar.w / shades as f32;
            let shade = Rect { x: bar.x + i as f32 * w, w, ..bar };
            canvas.rects(&[shade], self.color(value.round() as u32), Edges::Crisp);
        }
        let mut lines = Vec::new();
        for tick in ticks(greatest, bar.w / unit) {
            let x = bar.x + (tick as f32 - 0.5) / greatest as f32 * bar.w;
            let bottom = bar.y + bar.h;
            lines.push(Rect::new(x - self.thin() / 2.0, bottom, self.thin(), 4.0 * unit));
            let below = (x, bottom + 12.0 * unit);
            canvas.text(self.label(&tick.to_string(), below, 12.0, Anchor::Middle));
        }
        canvas.rects(&lines, FRAME, Edges::Crisp);
    }

    fn legend_start(&self) -> (f32, f32) {
        let bottom = self.plot.y + self.plot.h;
        (self.plot.x, bottom + 74.0 * self.unit)
    }

    fn swatch_width(&self, text: &str) -> f32 {
        (SWATCH.0 + SWATCH.1) * self.unit + self.width(text, LABEL)
    }

    /// Draws a square of a colour and what it means; returns the width taken.
    fn draw_swatch(
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
    fn thin(&self) -> f32 {
        self.unit.round().max(1.0)
    }

    /// The width in pixels of a text whose size is in units of the sheet.
    fn width(&self, text: &str, size: f32) -> f32 {
        self.font.width(text, size * self.unit)
    }

    /// A text in ink, its size in units of the sheet.
    fn label<'t>(&self, text: &'t str, at: (f32, f32), size: f32, anchor: Anchor) -> Text<'t> {
        Text { text, at, size: size * self.unit, fill: INK, anchor, upward: false }
    }
}

/// Round numbers up to `max`: all of them in a small table, whose every row
/// wants its heading, else some 5 to 12 multiples of 1, 2 or 5 times a power of
/// ten; fewer where `room`, in units of the sheet, would crowd them.
fn ticks(max: u32, room: f32) -> impl Iterator<Item = u32> {
    let most = if max <= 20 { 20 } else { 12 };
    let most = ((room / 24.0) as u32).clamp(2, most);
    let step = (0..)
        .map(|k| 10u32.saturating_pow(k))
        .flat_map(|ten| [1, 2, 5].map(|m| ten.saturating_mul(m)))
        .find(|step| max / step <= most)
        .unwrap_or(max);
    (step..=max).step_by(step as usize)
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
