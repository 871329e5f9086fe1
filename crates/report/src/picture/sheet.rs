//! Where the parts of a picture go, and the table itself.

use std::collections::BTreeMap;

use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text};
use super::page::Page;
use super::palette::{self, INK, WHITE};
use super::table::{Run, Table};
use super::{Cells, Picture, PictureError};

/// The least width of a P-position's mark, in pixels.
const MARK: f32 = 2.5;
/// Cells this wide take whole pixels, and zeros among nim-values an outline.
const WHOLE: f32 = 6.0;
/// Cells this wide have a grid between them.
const GRIDDED: f32 = 10.0;
/// More runs than this are drawn as an image, to keep a document small.
const MOST_RUNS: usize = 12_000;
/// The shortest side a table may have, and the longest of a picture.
const SIDES: (f32, u32) = (160.0, 16_384);

/// A picture with its table filled in and its parts given their places.
pub struct Sheet<'a> {
    pub picture: &'a Picture<'a>,
    pub table: Table,
    /// The runs of each value that occurs.
    pub runs: BTreeMap<u32, Vec<Run>>,
    /// The square of the table, and the side of one cell in it.
    pub plot: Rect,
    pub cell: f32,
    /// The measure of what stands around the table.
    pub page: Page,
}

impl<'a> Sheet<'a> {
    pub fn lay_out(picture: &'a Picture) -> Result<Self, PictureError> {
        let (width, height) = picture.size;
        if picture.side() == 0 {
            return Err(PictureError::Empty);
        }
        let unit = (width.min(height) as f32 / 900.0).max(0.7);
        let (left, right, top, bottom) = (84.0 * unit, 24.0 * unit, 84.0 * unit, 112.0 * unit);
        let (w, h) = (width as f32 - left - right, height as f32 - top - bottom);
        let room = w.min(h);
        if room < SIDES.0 || width.max(height) > SIDES.1 {
            return Err(PictureError::Size(width, height));
        }
        let cell = match room / picture.side() as f32 {
            cell if cell >= WHOLE => cell.floor(),
            cell => cell,
        };
        let side = cell * picture.side() as f32;
        let (x, y) = (left + (w - side) / 2.0, top + (h - side) / 2.0);
        let table = Table::of(picture)?;
        Ok(Sheet {
            picture,
            runs: table.runs(),
            table,
            plot: Rect::new(x.round(), y.round(), side, side),
            cell,
            page: Page::new(unit, width)?,
        })
    }

    pub fn draw(&self, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
        self.draw_fills(canvas)?;
        self.draw_marks(canvas);
        self.draw_grid(canvas);
        self.draw_entries(canvas);
        self.draw_margin(canvas);
        Ok(())
    }

    pub fn nim_values(&self) -> bool {
        matches!(self.picture.cells, Cells::NimValues(_))
    }

    /// The greatest value that occurs.
    pub fn greatest(&self) -> u32 {
        self.runs.keys().next_back().copied().unwrap_or(0)
    }

    pub fn color(&self, value: u32) -> Color {
        match (self.nim_values(), value) {
            (true, 0) => WHITE,
            (true, _) => palette::nim_color(value, self.greatest()),
            (false, _) => self.picture.cells.key()[value as usize].1,
        }
    }

    pub fn cell_at(&self, x: u32, y: u32) -> Rect {
        self.place(Run { x, y, length: 1 })
    }

    /// Whether cells are wide enough to be told apart by lines.
    pub fn gridded(&self) -> bool {
        self.cell >= GRIDDED
    }

    fn place(&self, run: Run) -> Rect {
        let x = self.plot.x + (run.x - 1) as f32 * self.cell;
        let y = self.plot.y + (self.table.side - run.y) as f32 * self.cell;
        Rect::new(x, y, run.length as f32 * self.cell, self.cell)
    }

    fn places(&self, runs: &[Run]) -> Vec<Rect> {
        runs.iter().map(|&run| self.place(run)).collect()
    }

    /// Whether P-positions are few enough to be marked one by one, over the rest.
    fn marked(&self) -> bool {
        self.runs.get(&0).map_or(0, Vec::len) <= MOST_RUNS
    }

    /// The cells that are neither marked nor white, and the half left empty.
    fn draw_fills(&self, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
        let filled: Vec<(Color, &Vec<Run>)> = self
            .runs
            .iter()
            .filter(|&(&value, _)| value != 0 || !self.marked())
            .map(|(&value, runs)| (self.color(value), runs))
            .filter(|&(color, _)| color != WHITE)
            .collect();
        if filled.iter().map(|(_, runs)| runs.len()).sum::<usize>() > MOST_RUNS {
            return canvas.image(self.plot, self.table.side as usize, &self.pixels());
        }
        let max = self.table.side;
        let mirrored: Vec<Rect> = (1..=max)
            .map(|y| (y, self.table.row_end(y)))
            .filter(|&(_, end)| end < max)
            .map(|(y, end)| Rect { w: (max - end) as f32 * self.cell, ..self.cell_at(end + 1, y) })
            .collect();
        canvas.rects(&mirrored, palette::MIRROR, Edges::Crisp);
        for (color, runs) in filled {
            canvas.rects(&self.places(runs), color, Edges::Crisp);
        }
        Ok(())
    }

    /// The table as an image, a pixel to a cell, from the top.
    fn pixels(&self) -> Vec<Color> {
        let sizes = 1..=self.table.side;
        let row = |y| sizes.clone().map(move |x| self.table.get(x, y));
        let color = |value: Option<u32>| value.map_or(palette::MIRROR, |v| self.color(v));
        sizes.clone().rev().flat_map(row).map(color).collect()
    }

    /// The P-positions, above all else in the table; small white ones on a dark
    /// ground of their own.
    fn draw_marks(&self, canvas: &mut dyn Canvas) {
        let Some(runs) = self.runs.get(&0).filter(|_| self.marked()) else {
            return;
        };
        let growth = ((MARK - self.cell) / 2.0).max(0.0);
        let grown = |by: f32| -> Vec<Rect> {
            let places = self.places(runs).into_iter();
            places.map(|mark| mark.grown(by)).collect()
        };
        if self.nim_values() && self.cell < WHOLE {
            canvas.rects(&grown(growth + 0.8), INK, Edges::Smooth);
        }
        let edges = if growth > 0.0 { Edges::Smooth } else { Edges::Crisp };
        canvas.rects(&grown(growth), self.color(0), edges);
    }

    /// Lines between the cells, and around each zero among nim-values.
    fn draw_grid(&self, canvas: &mut dyn Canvas) {
        let max = self.table.side;
        if self.gridded() {
            let lines: Vec<Rect> = (1..max)
                .flat_map(|k| {
                    // Under row k + 1 and right of column k, as far as either goes.
                    let (low, high) = (self.cell_at(1, k + 1), self.cell_at(k, max));
                    let across = self.table.row_end(k + 1) as f32 * self.cell;
                    let rows = if self.table.symmetric { max - k + 1 } else { max };
                    [
                        Rect::new(low.x, low.y + low.h - 0.5, across, 1.0),
                        Rect::new(high.x + high.w - 0.5, high.y, 1.0, rows as f32 * self.cell),
                    ]
                })
                .collect();
            canvas.rects(&lines, palette::GRID, Edges::Crisp);
        }
        if self.nim_values() && self.cell >= WHOLE {
            let thick = (self.cell / 20.0).round().max(1.0);
            let zeros = self.table.cells().filter(|cell| cell.2 == 0);
            let outlines: Vec<Rect> =
                zeros.flat_map(|(x, y, _)| self.cell_at(x, y).outline(thick)).collect();
            canvas.rects(&outlines, INK, Edges::Crisp);
        }
    }

    /// The value or letter in each cell that is not blank, where all fit.
    fn draw_entries(&self, canvas: &mut dyn Canvas) {
        let size = (0.42 * self.cell).min(20.0 * self.page.unit);
        let entry = |value: u32| match self.nim_values() {
            true => value.to_string(),
            false => self.picture.cells.key()[value as usize].0.to_string(),
        };
        let widest = self.page.font.width(&entry(self.greatest()), size);
        if size < 8.0 || widest > 0.8 * self.cell {
            return;
        }
        for (x, y, value) in self.table.cells() {
            let ground = self.color(value);
            if self.nim_values() || ground != WHITE {
                canvas.text(Text {
                    text: &entry(value),
                    at: self.cell_at(x, y).center(),
                    size,
                    fill: palette::readable_on(ground),
                    anchor: Anchor::Middle,
                    upward: false,
                });
            }
        }
    }
}
