//! What stands around the table: axes, titles and the legend below.

use super::Picture;
use super::canvas::{Anchor, Canvas, Edges, Rect, Text};
use super::page::{LABEL, tick_step, ticks};
use super::palette::{FRAME, WHITE};
use super::sheet::Sheet;

impl Sheet<'_> {
    pub fn draw_margin(&self, canvas: &mut dyn Canvas) {
        self.draw_axes(canvas);
        let corner = (self.plot.x, self.plot.y);
        let texts = [&self.picture.title[..], &self.picture.subtitle];
        self.page.draw_titles(canvas, corner, texts);
        if self.nim_values() {
            return self.draw_nim_legend(canvas);
        }
        let outcomes: Vec<usize> = self.runs.keys().map(|&value| value as usize).collect();
        let key = self.picture.cells.key();
        self.page.draw_key(canvas, self.legend_start(), key, &outcomes);
    }

    /// The frame, the ticks with their numbers, and what the axes count.
    fn draw_axes(&self, canvas: &mut dyn Canvas) {
        let unit = self.page.unit;
        let thin = self.page.thin();
        // Small dark marks need a gap to be told from the frame.
        let crowded = !self.nim_values() && !self.gridded();
        let frame = self.plot.grown(if crowded { 4.0 * unit } else { 0.0 } + thin);
        let mut lines = Vec::from(frame.outline(thin));
        let (bottom, length) = (frame.y + frame.h, 5.0 * unit);
        let Picture { min, max, .. } = *self.picture;
        let step = tick_step(max, self.plot.w / unit);
        for tick in (min.next_multiple_of(step)..=max).step_by(step as usize) {
            let (x, y) = self.cell_at(tick - min + 1, tick - min + 1).center();
            lines.push(Rect::new(x - thin / 2.0, bottom, thin, length));
            lines.push(Rect::new(frame.x - length, y - thin / 2.0, length, thin));
            let number = tick.to_string();
            let below = (x, bottom + 15.0 * unit);
            canvas.text(self.page.label(&number, below, 13.0, Anchor::Middle));
            let beside = (frame.x - 9.0 * unit, y);
            canvas.text(self.page.label(&number, beside, 13.0, Anchor::End));
        }
        canvas.rects(&lines, FRAME, Edges::Crisp);
        let [across, up] = &self.picture.axis;
        let (x, y) = self.plot.center();
        let below = (x, bottom + 38.0 * unit);
        canvas.text(self.page.label(across, below, LABEL, Anchor::Middle));
        let beside = (frame.x - 52.0 * unit, y);
        canvas.text(Text { upward: true, ..self.page.label(up, beside, LABEL, Anchor::Middle) });
    }

    /// A swatch for 0 and a bar of the colours of the other values.
    fn draw_nim_legend(&self, canvas: &mut dyn Canvas) {
        let unit = self.page.unit;
        let (mut x, y) = self.legend_start();
        if self.runs.contains_key(&0) {
            x += self.page.draw_swatch(canvas, (x, y), WHITE, "0 (P-position)");
        }
        let greatest = self.greatest();
        if greatest == 0 {
            return;
        }
        canvas.text(self.page.label("nim-value", (x, y), LABEL, Anchor::Start));
        x += self.page.text_width("nim-value", LABEL) + 12.0 * unit;
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
            lines.push(Rect::new(x - self.page.thin() / 2.0, bottom, self.page.thin(), 4.0 * unit));
            let below = (x, bottom + 12.0 * unit);
            canvas.text(self.page.label(&tick.to_string(), below, 12.0, Anchor::Middle));
        }
        canvas.rects(&lines, FRAME, Edges::Crisp);
    }

    fn legend_start(&self) -> (f32, f32) {
        let bottom = self.plot.y + self.plot.h;
        (self.plot.x, bottom + 74.0 * self.page.unit)
    }
}
