//! Bars over numbers, one panel above the other: shares of a whole, or counts.
//!
//! Counts of a census run from one to a hundred million, so they are drawn by their logarithms: each grid
//! line is ten times the one below it.

use super::PictureError;
use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text};
use super::page::{LABEL, Page, ticks};
use super::palette::{FAINT_INK, FRAME, GRID};
use super::{raster, svg};

/// The height of a panel with all around it.
const PANEL: f32 = 330.0;
const WIDTH: u32 = 1000;
const TOP: f32 = 84.0;
const BAR: Color = Color(0, 114, 178);

/// What the height of a bar means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Height {
    /// A share of a whole, from 0 to 1.
    Share,
    /// A count, by its logarithm.
    Count,
}

/// A panel: a bar for each number.
pub struct Panel {
    /// Above the panel.
    pub heading: String,
    /// What the numbers below the bars are.
    pub axis: String,
    /// What the height of a bar means.
    pub height: Height,
    /// Numbers in ascending order with the heights of their bars.
    pub bars: Vec<(u32, f64)>,
}

/// Panels under one title.
pub struct Bars {
    /// Above the picture, large.
    pub title: String,
    /// Under the title.
    pub subtitle: String,
    /// The panels, from the top.
    pub panels: Vec<Panel>,
}

impl Bars {
    fn size(&self) -> (u32, u32) {
        (WIDTH, (TOP + PANEL * self.panels.len() as f32) as u32)
    }

    /// The bars as an SVG document.
    pub fn svg(&self) -> Result<String, PictureError> {
        let heard = format!("{}: {}", self.title, self.subtitle);
        let mut canvas = svg::Svg::new(self.size(), &heard);
        self.draw(&mut canvas)?;
        Ok(canvas.finish())
    }

    /// The bars as the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let mut canvas = raster::Raster::new(self.size())?;
        self.draw(&mut canvas)?;
        canvas.finish()
    }

    fn draw(&self, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
        let page = Page::new(1.0, WIDTH)?;
        if self.panels.is_empty() {
            return Err(PictureError::Empty);
        }
        page.draw_titles(canvas, (116.0, TOP), [&self.title, &self.subtitle]);
        for (index, panel) in self.panels.iter().enumerate() {
            let y = TOP + 30.0 + PANEL * index as f32;
            let frame = Rect::new(116.0, y, WIDTH as f32 - 140.0, PANEL - 90.0);
            panel.draw(canvas, &page, frame)?;
        }
        Ok(())
    }
}

impl Panel {
    fn draw(&self, canvas: &mut dyn Canvas, page: &Page, frame: Rect) -> Result<(), PictureError> {
        let (Some(&(first, _)), Some(&(last, _))) = (self.bars.first(), self.bars.last()) else {
            return Err(PictureError::Empty);
        };
        let Rect { x, y, w, h } = frame;
        let room = w / (f64::from(last - first) + 1.0) as f32;
        let left = |number: u32| x + (number - first) as f32 * room;
        let greatest = self.bars.iter().map(|bar| bar.1).fold(1.0, f64::max);
        // The logarithm of 1/2 is the ground, so that a single one is seen.
        let share = |value: f64| match self.height {
            Height::Share => value,
            Height::Count if value <= 0.0 => 0.0,
            Height::Count => (2.0 * value).log10() / (2.2 * greatest).log10(),
        };
        let up = |value: f64| y + h * (1.0 - share(value).clamp(0.0, 1.0) as f32);
        let marks: Vec<(f64, String)> = match self.height {
            Height::Share => {
                (0..=5).map(|i| (f64::from(i) / 5.0, format!("{} %", 20 * i))).collect()
            }
            Height::Count => {
                (0..=greatest.log10() as i32).map(|i| (10f64.powi(i), power_of_ten(i))).collect()
            }
        };
        let lines: Vec<Rect> =
            marks.iter().map(|(value, _)| Rect::new(x, up(*value) - 0.5, w, 1.0)).collect();
        canvas.rects(&lines, GRID, Edges::Crisp);
        for (value, label) in &marks {
            canvas.text(page.label(label, (x - 10.0, up(*value)), 13.0, Anchor::End));
        }
        let gap = if room >= 4.0 { (0.15 * room).min(4.0) } else { 0.0 };
        let bars: Vec<Rect> = self
            .bars
            .iter()
            .map(|&(number, value)| {
                let top = up(value);
                Rect::new(left(number) + gap / 2.0, top, (room - gap).max(1.0), y + h - top)
            })
            .collect();
        canvas.rects(&bars, BAR, Edges::Smooth);
        let mut frame_lines = Vec::from(frame.grown(1.0).outline(1.0));
        for tick in ticks(last, w).filter(|&tick| tick >= first) {
            let middle = left(tick) + room / 2.0;
            frame_lines.push(Rect::new(middle - 0.5, y + h, 1.0, 6.0));
            let below = (middle, y + h + 17.0);
            canvas.text(page.label(&tick.to_string(), below, 13.0, Anchor::Middle));
        }
        canvas.rects(&frame_lines, FRAME, Edges::Crisp);
        canvas.text(page.label(&self.axis, (x + w / 2.0, y + h + 38.0), LABEL, Anchor::Middle));
        let heading = page.label(&self.heading, (x, y - 14.0), LABEL, Anchor::Start);
        canvas.text(Text { fill: FAINT_INK, ..heading });
        Ok(())
    }
}

/// 1, 10, 100, then with spaces between thousands.
fn power_of_ten(power: i32) -> String {
    let digits = format!("1{}", "0".repeat(power as usize));
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_well_formed() {
        let panel = |height, bars| Panel { heading: "h".into(), axis: "a".into(), height, bars };
        let shares = (2..30).map(|n| (n, f64::from(n) / 30.0)).collect();
        let counts = vec![(1, 1e8), (2, 0.0), (900, 1.0)];
        let panels = vec![panel(Height::Share, shares), panel(Height::Count, counts)];
        let bars = Bars { title: "t".into(), subtitle: "s".into(), panels };
        let svg = bars.svg().unwrap();
        roxmltree::Document::parse(&svg).unwrap();
        assert!(svg.contains("100 000 000") && svg.contains("80 %"));
        assert!(bars.png().unwrap().starts_with(b"\x89PNG"));
        let empty = Bars { panels: vec![panel(Height::Share, vec![])], ..bars };
        assert!(matches!(empty.svg(), Err(PictureError::Empty)));
    }
}
