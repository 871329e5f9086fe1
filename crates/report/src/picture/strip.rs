//! A sequence of outcomes as a strip of coloured cells, cut into rows like lines of text.
//!
//! Rows have a multiple of the period's length if there is a period, so that it shows as columns.

use std::collections::BTreeMap;

use super::canvas::{Anchor, Canvas, Color, Edges, Rect};
use super::page::{LABEL, Page, tick_step};
use super::palette::{self, FRAME, GRID, INK, MIRROR, OUTCOMES, WHITE};
use super::{PictureError, Plot};

/// More runs than this are drawn as an image.
const MOST_RUNS: usize = 12_000;
/// The width that rows may take, in pixels; no cell is narrower than a pixel.
const ROOM: usize = 880;
/// The widest cell.
const WIDEST: f32 = 40.0;
/// Cells this wide have lines between them, and letters if they are wider still.
const GRIDDED: f32 = 9.0;
const LETTERED: f32 = 17.0;
/// How much taller than wide the strip may be.
const MOST_ROWS: usize = 15_000;

/// A strip with its parts given their places.
pub struct Strip<'a> {
    plot: &'a Plot<'a>,
    /// Places in [`OUTCOMES`].
    outcomes: Vec<u8>,
    /// How many cells a full row has, and how many rows there are.
    columns: usize,
    rows: usize,
    cell: f32,
    page: Page,
}

impl<'a> Strip<'a> {
    pub fn lay_out(plot: &'a Plot, letters: &[char]) -> Result<Self, PictureError> {
        let place = |letter: &char| {
            let place = OUTCOMES.iter().position(|o| o.0 == *letter);
            place.map(|place| place as u8).ok_or(PictureError::Outcome(*letter))
        };
        let outcomes: Vec<u8> = letters.iter().map(place).collect::<Result<_, _>>()?;
        if outcomes.is_empty() {
            return Err(PictureError::Empty);
        }
        let columns = columns(outcomes.len(), plot.period.map(|p| p.length));
        let rows = outcomes.len().div_ceil(columns);
        if rows > MOST_ROWS {
            return Err(PictureError::Size(ROOM as u32, rows as u32));
        }
        let cell = match (ROOM as f32 / columns as f32).min(WIDEST) {
            cell if cell >= 4.0 => cell.floor(),
            cell => cell,
        };
        let page = Page::new(1.0, Plot::SIZE.0)?;
        Ok(Strip { plot, outcomes, columns, rows, cell, page })
    }

    pub fn size(&self) -> (u32, u32) {
        (Plot::SIZE.0, (84.0 + self.rows as f32 * self.cell + 108.0).ceil() as u32)
    }

    pub fn draw(&self, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
        let rows = || self.outcomes.chunks(self.columns);
        let runs: usize = rows().map(|row| row.chunk_by(|a, b| a == b).count()).sum();
        if runs > MOST_RUNS {
            let color = |&outcome: &u8| OUTCOMES[usize::from(outcome)].1;
            let mut pixels: Vec<Color> = self.outcomes.iter().map(color).collect();
            pixels.resize(self.columns * self.rows, MIRROR);
            canvas.image(self.frame(), self.columns, &pixels)?;
        } else {
            for (outcome, rects) in self.runs() {
                canvas.rects(&rects, OUTCOMES[usize::from(outcome)].1, Edges::Crisp);
            }
        }
        self.draw_lines(canvas);
        self.draw_letters(canvas);
        self.draw_period(canvas);
        self.draw_axes(canvas);
        let Rect { x, y, h, .. } = self.frame();
        self.page.draw_titles(canvas, (x, y), [&self.plot.title, &self.plot.subtitle]);
        let occurring: Vec<usize> =
            (0..OUTCOMES.len()).filter(|&o| self.outcomes.contains(&(o as u8))).collect();
        self.page.draw_key(canvas, (x, y + h + 76.0), &OUTCOMES, &occurring);
        Ok(())
    }

    fn frame(&self) -> Rect {
        Rect::new(96.0, 84.0, self.columns as f32 * self.cell, self.rows as f32 * self.cell)
    }

    /// The cells of so many heaps of a row, from `n` on.
    fn place(&self, n: usize, length: usize) -> Rect {
        let frame = self.frame();
        let (row, column) = (n / self.columns, n % self.columns);
        let (x, y) = (column as f32 * self.cell, row as f32 * self.cell);
        Rect::new(frame.x + x, frame.y + y, length as f32 * self.cell, self.cell)
    }

    /// The runs of each outcome that occurs.
    fn runs(&self) -> BTreeMap<u8, Vec<Rect>> {
        let mut runs: BTreeMap<u8, Vec<Rect>> = BTreeMap::new();
        let mut n = 0;
        for row in self.outcomes.chunks(self.columns) {
            for equal in row.chunk_by(|a, b| a == b) {
                runs.entry(equal[0]).or_default().push(self.place(n, equal.len()));
                n += equal.len();
            }
        }
        runs
    }

    /// Between the cells, or around all rows.
    fn draw_lines(&self, canvas: &mut dyn Canvas) {
        if self.cell >= GRIDDED {
            let lines: Vec<Rect> = (0..self.outcomes.len())
                .flat_map(|n| {
                    Rect { w: self.cell + 1.0, h: self.cell + 1.0, ..self.place(n, 1) }.outline(1.0)
                })
                .collect();
            canvas.rects(&lines, GRID, Edges::Crisp);
        }
        canvas.rects(&self.frame().grown(1.0).outline(1.0), FRAME, Edges::Crisp);
    }

    fn draw_letters(&self, canvas: &mut dyn Canvas) {
        if self.cell < LETTERED {
            return;
        }
        for (n, &outcome) in self.outcomes.iter().enumerate() {
            let (letter, ground, _) = OUTCOMES[usize::from(outcome)];
            let at = self.place(n, 1).center();
            let size = (0.5 * self.cell).min(15.0);
            let label = letter.to_string();
            let text = self.page.label(&label, at, size, Anchor::Middle);
            canvas.text(super::canvas::Text { fill: palette::readable_on(ground), ..text });
        }
    }

    /// A line before the first heap of each round of the period, if they are not too close.
    fn draw_period(&self, canvas: &mut dyn Canvas) {
        let Some(period) = self.plot.period else { return };
        let thick: f32 = if self.cell >= GRIDDED { 3.0 } else { 1.0 };
        let step = match period.length as f32 * self.cell >= 3.0 * GRIDDED {
            true => period.length,
            false => self.outcomes.len(),
        };
        let lines: Vec<Rect> = (period.start..self.outcomes.len())
            .step_by(step)
            .map(|n| Rect {
                x: self.place(n, 1).x - (thick / 2.0).floor(),
                w: thick,
                ..self.place(n, 1)
            })
            .take(MOST_RUNS)
            .collect();
        if self.cell >= GRIDDED {
            let halos: Vec<Rect> =
                lines.iter().map(|l| Rect { x: l.x - 1.0, w: l.w + 2.0, ..*l }).collect();
            canvas.rects(&halos, WHITE, Edges::Crisp);
        }
        canvas.rects(&lines, INK, Edges::Crisp);
    }

    /// The first heap of some rows at the side, and how much to add below.
    fn draw_axes(&self, canvas: &mut dyn Canvas) {
        let Rect { x, y, w, h } = self.frame();
        let mut lines = Vec::new();
        let step = tick_step(self.columns as u32 - 1, w.min(28.0 * self.columns as f32)) as usize;
        for column in (0..self.columns).step_by(step) {
            let middle = x + (column as f32 + 0.5) * self.cell;
            lines.push(Rect::new(middle - 0.5, y + h + 1.0, 1.0, 5.0));
            let below = (middle, y + h + 16.0);
            let number = if self.rows > 1 { format!("+{column}") } else { column.to_string() };
            canvas.text(self.page.label(&number, below, 13.0, Anchor::Middle));
        }
        if self.rows > 1 {
            let every = (20.0 / self.cell).ceil().max(1.0) as usize;
            let every = if every > 1 { tick_step(self.rows as u32, h) as usize } else { 1 };
            for row in (0..self.rows).step_by(every) {
                let middle = y + (row as f32 + 0.5) * self.cell;
                lines.push(Rect::new(x - 6.0, middle - 0.5, 5.0, 1.0));
                let heap = (row * self.columns).to_string();
                canvas.text(self.page.label(&heap, (x - 10.0, middle), 13.0, Anchor::End));
            }
        }
        canvas.rects(&lines, FRAME, Edges::Crisp);
        let below = (x + w / 2.0, y + h + 40.0);
        let heap = match self.rows {
            1 => "heap",
            _ => "heap: the number at the left and what is added below",
        };
        canvas.text(self.page.label(heap, below, LABEL, Anchor::Middle));
    }
}

/// How many cells a row has: a few make one row, more of them an oblong, as far as there is room.
fn columns(cells: usize, period: Option<usize>) -> usize {
    if cells <= 24 {
        return cells;
    }
    let fair = ((2.2 * cells as f64).sqrt() as usize).clamp(20, ROOM);
    match period {
        Some(period) if period <= ROOM && period < cells => {
            let rounds = (fair / period).max(1);
            rounds * period
        }
        _ => {
            let round = [20, 25, 50, 100, 200, 250, 400, 500, 800];
            round.into_iter().find(|&columns| columns >= fair).unwrap_or(800)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fit_and_show_the_period() {
        for cells in [1, 24, 25, 100, 5000, 1_000_000] {
            for period in [None, Some(1), Some(5), Some(77), Some(900), Some(100_000)] {
                let columns = columns(cells, period);
                assert!((1..=ROOM).contains(&columns), "{cells} {period:?}");
                if let Some(period) = period.filter(|p| cells > 100 && *p < 100) {
                    assert_eq!(columns % period, 0);
                }
            }
        }
    }
}
