//! A two-pile table or a sequence as a picture.

use sprague_sequence::Terms;
use sprague_solve::Watch;

use crate::picture::{Cells, Period, Picture, PictureError, Plot, Series, png, svg};
use crate::sequence::SequenceReport;
use crate::table::TablePage;

impl TablePage<'_> {
    /// The picture as an SVG document; the table must list positions of two piles.
    pub fn svg(&self) -> Result<String, PictureError> {
        self.with_picture(svg)
    }

    /// The picture as the bytes of a PNG file; the table must list positions of two piles.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        self.with_picture(png)
    }

    fn with_picture<T>(
        &self,
        draw: impl Fn(&Picture) -> Result<T, PictureError>,
    ) -> Result<T, PictureError> {
        let (Some(rows), Some(sizes)) = (&self.rows, self.extent.square()) else {
            return Err(PictureError::Empty);
        };
        let outcome = |x: u32, y: u32| rows.outcome(self.pair(rows, x, y)).letter();
        let value = |x: u32, y: u32| rows.value(self.pair(rows, x, y)).unwrap_or_default();
        let (cells, what) = match rows.has_values() {
            true => (Cells::NimValues(&value), "nim-values"),
            false if self.partizan => (Cells::Outcomes(&outcome), "outcomes"),
            false => (Cells::Outcomes(&outcome), "P-positions"),
        };
        let axis = match self.row {
            true => ["first place", "second place"],
            false => ["first pile", "second pile"],
        };
        draw(&Picture {
            title: self.ruleset.clone(),
            subtitle: format!("{what} of {}", self.extent_in_words()),
            min: *sizes.start(),
            max: *sizes.end(),
            symmetric: false,
            axis: axis.map(String::from),
            cells,
            size: Picture::SIZE,
        })
    }
}

impl SequenceReport {
    /// The plot as an SVG document.
    pub fn svg(&self) -> Result<String, PictureError> {
        self.svg_within(&Watch::default())
    }

    /// The same, given up when the watch says so.
    pub fn svg_within(&self, watch: &Watch) -> Result<String, PictureError> {
        self.with_plot(|plot| plot.svg_within(watch))
    }

    /// The plot as the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        self.png_within(&Watch::default())
    }

    /// The same, given up when the watch says so.
    pub fn png_within(&self, watch: &Watch) -> Result<Vec<u8>, PictureError> {
        self.with_plot(|plot| plot.png_within(watch))
    }

    fn with_plot<T>(&self, draw: impl Fn(&Plot) -> T) -> T {
        let (letters, numbers): (Vec<char>, Vec<u32>);
        let (series, what) = match &self.sequence.terms {
            Terms::NimValues(values) => {
                numbers = values.to_vec();
                (Series::NimValues(&numbers), "nim-values")
            }
            Terms::Outcomes(outcomes) => {
                letters = outcomes.iter().map(|o| o.letter()).collect();
                (Series::Outcomes(&letters), "outcomes")
            }
        };
        let last = self.sequence.len() - 1;
        draw(&Plot {
            title: self.ruleset.clone(),
            subtitle: format!("{what} of one heap, sizes 0 to {last}; {}", self.in_words()),
            series,
            period: self
                .regularity
                .filter(|r| r.preperiod + r.period <= last)
                .map(|r| Period { start: r.preperiod, length: r.period }),
        })
    }
}
