//! A sequence of nim-values as points: heaps across, values up.
//!
//! Up to some thousands of points are squares. More of them are counted into an image, a pixel of
//! the plot to a cell, and shown the darker the more fall on a pixel: a million heaps make no larger
//! a document than ten thousand.

use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text};
use super::page::{LABEL, Page, ticks};
use super::palette::{self, FRAME, GRID, WHITE};
use super::{PictureError, Plot};

/// More points than this are drawn as an image.
const MOST_POINTS: usize = 6_000;
/// The narrowest band that is drawn for a period, in pixels.
const NARROWEST: f32 = 4.0;
/// Points, and few of them on a pixel.
const POINT: Color = Color(13, 18, 56);
const THIN: Color = Color(64, 108, 168);
/// What comes before the period, and every other round of it.
const BEFORE: Color = Color(236, 236, 239);
const ROUND: Color = Color(226, 238, 248);

/// A plot with its parts given their places.
pub struct Points<'a> {
    plot: &'a Plot<'a>,
    values: &'a [u32],
    greatest: u32,
    frame: Rect,
    page: Page,
}

impl<'a> Points<'a> {
    pub fn lay_out(plot: &'a Plot, values: &'a [u32]) -> Result<Self, PictureError> {
        let (width, height) = Plot::SIZE;
        // Without a period there is no legend below.
        let below = if plot.period.is_some() { 112.0 } else { 64.0 };
        let frame = Rect::new(84.0, 84.0, width as f32 - 108.0, height as f32 - 84.0 - below);
        let Some(&greatest) = values.iter().max() else { return Err(PictureError::Empty) };
        Ok(Points { plot, values, greatest, frame, page: Page::new(1.0, width)? })
    }

    pub fn size(&self) -> (u32, u32) {
        Plot::SIZE
    }

    pub fn draw(&self, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
        for (band, color) in self.bands() {
            canvas.rects(&[band], color, Edges::Crisp);
        }
        match self.values.len() > MOST_POINTS {
            true => canvas.image(self.frame, self.frame.w as usize, &self.density())?,
            false => self.draw_points(canvas),
        }
        self.draw_axes(canvas);
        let corner = (self.frame.x, self.frame.y);
        self.page.draw_titles(canvas, corner, [&self.plot.title, &self.plot.subtitle]);
        self.draw_legend(canvas);
        Ok(())
    }

    /// The left edge of heap `n`, and what is beyond the last one at the right edge.
    fn left(&self, n: usize) -> f32 {
        let along = n.min(self.values.len()) as f64 / self.values.len() as f64;
        self.frame.x + (along * f64::from(self.frame.w)) as f32
    }

    /// The middle of heap `n`.
    fn across(&self, n: usize) -> f32 {
        (self.left(n) + self.left(n + 1)) / 2.0
    }

    /// The height that a value has to itself.
    fn rise(&self) -> f32 {
        self.frame.h / (self.greatest as f32 + 1.0)
    }

    /// The middle of a value.
    fn up(&self, value: u32) -> f32 {
        self.frame.y + self.frame.h - (value as f32 + 0.5) * self.rise()
    }

    /// Are so many heaps wide enough to be marked by a band?
    fn shows(&self, heaps: usize) -> bool {
        heaps as f32 / self.values.len() as f32 * self.frame.w >= NARROWEST
    }

    /// What lies behind the points to mark the period.
    fn bands(&self) -> Vec<(Rect, Color)> {
        let Some(period) = self.plot.period else { return Vec::new() };
        let band = |from: usize, to: usize| {
            let (x, end) = (self.left(from), self.left(to));
            Rect { x, w: end - x, ..self.frame }
        };
        let mut bands = Vec::new();
        if self.shows(period.start) {
            bands.push((band(0, period.start), BEFORE));
        }
        if self.shows(period.length) {
            let starts = (period.start..self.values.len()).step_by(2 * period.length);
            bands.extend(starts.map(|n| (band(n, n + period.length), ROUND)));
        }
        bands
    }

    fn draw_points(&self, canvas: &mut dyn Canvas) {
        let rows = ticks(self.greatest, self.frame.h);
        let lines: Vec<Rect> =
            rows.map(|v| Rect { y: self.up(v) - 0.5, h: 1.0, ..self.frame }).collect();
        canvas.rects(&lines, GRID, Edges::Crisp);
        let room = self.rise().min(self.frame.w / self.values.len() as f32);
        let side = (0.9 * room).clamp(3.0, 7.0);
        let point = |(n, &value): (usize, &u32)| {
            let (x, y) = (self.across(n), self.up(value));
            Rect::new(x, y, 0.0, 0.0).grown(side / 2.0)
        };
        let points: Vec<Rect> = self.values.iter().enumerate().map(point).collect();
        canvas.rects(&points, POINT, Edges::Smooth);
    }

    /// The pixels of the plot, from the top, over the bands.
    fn density(&self) -> Vec<Color> {
        let (columns, rows) = (self.frame.w as usize, self.frame.h as usize);
        let mut counts = vec![0u32; columns * rows];
        let tall = (0.5 * self.rise()).clamp(2.0, 5.0) as usize;
        for (n, &value) in self.values.iter().enumerate() {
            let x = (n as u64 * columns as u64 / self.values.len() as u64) as usize;
            let middle = (self.up(value) - self.frame.y) as usize;
            let top = middle.saturating_sub(tall / 2).min(rows - tall);
            // Two pixels wide, lest a lone point be overlooked.
            for y in top..top + tall {
                let last = (x + 2).min(columns);
                counts[y * columns + x..y * columns + last].iter_mut().for_each(|c| *c += 1);
            }
        }
        let mut ground = vec![WHITE; columns];
        for (band, color) in self.bands() {
            let from = (band.x - self.frame.x).round() as usize;
            let to = ((band.x + band.w - self.frame.x).round() as usize).min(columns);
            ground[from.min(to)..to].fill(color);
        }
        let most = (1.0 + *counts.iter().max().unwrap_or(&1) as f32).ln();
        let color = |(i, &count): (usize, &u32)| match count {
            0 => ground[i % columns],
            1 if most <= 2f32.ln() => POINT,
            count => palette::mix(THIN, POINT, (count as f32).ln() / most),
        };
        counts.iter().enumerate().map(color).collect()
    }

    fn draw_axes(&self, canvas: &mut dyn Canvas) {
        let Rect { x, y, w, h } = self.frame;
        let thin = self.page.thin();
        let mut lines = Vec::from(self.frame.grown(thin).outline(thin));
        let last = self.values.len() as u32 - 1;
        for tick in std::iter::once(0).chain(ticks(last, w)) {
            let middle = self.across(tick as usize);
            lines.push(Rect::new(middle - 0.5, y + h, thin, 6.0));
            let below = (middle, y + h + 17.0);
            canvas.text(self.page.label(&tick.to_string(), below, 13.0, Anchor::Middle));
        }
        for tick in std::iter::once(0).chain(ticks(self.greatest, h)) {
            let middle = self.up(tick);
            lines.push(Rect::new(x - 6.0, middle - 0.5, 6.0, thin));
            let beside = (x - 10.0, middle);
            canvas.text(self.page.label(&tick.to_string(), beside, 13.0, Anchor::End));
        }
        canvas.rects(&lines, FRAME, Edges::Crisp);
        let below = (x + w / 2.0, y + h + 40.0);
        canvas.text(self.page.label("heap", below, LABEL, Anchor::Middle));
        let beside = (x - 60.0, y + h / 2.0);
        let up = self.page.label("nim-value", beside, LABEL, Anchor::Middle);
        canvas.text(Text { upward: true, ..up });
    }

    fn draw_legend(&self, canvas: &mut dyn Canvas) {
        let Some(period) = self.plot.period else { return };
        let (mut x, y) = (self.frame.x, self.frame.y + self.frame.h + 76.0);
        if self.shows(period.start) {
            x += self.page.draw_swatch(canvas, (x, y), BEFORE, "before the period");
        }
        if self.shows(period.length) {
            self.page.draw_swatch(canvas, (x, y), ROUND, "every other round of the period");
        }
    }
}
