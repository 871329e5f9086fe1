//! Two-pile tables and sequences as pictures fit for a paper.
//!
//! Pile sizes run from 1 along both axes, `y` upward. A table of outcomes shows
//! P-positions dark on white, so that their lines and clouds stand out; a table
//! of nim-values shows a colour for each value and white for 0. A cell may be
//! smaller than a pixel is wide, but the mark of a P-position never is: small
//! ones are drawn larger than their cell, lest a lone one be overlooked.
//!
//! A sequence of one heap is a [`Plot`]: points for nim-values, a strip of cells
//! for outcomes, the period marked in either.
//!
//! Counts over numbers are [`bars`]; the walls of a partizan game are a [`thermograph`].
//!
//! The same strokes go to either of two canvases: [`svg()`] for print, [`png()`]
//! for the screen.

pub mod bars;
mod canvas;
pub mod graph;
mod margin;
mod page;
mod palette;
mod plot;
mod raster;
mod sheet;
mod strip;
mod svg;
mod table;
pub mod thermograph;

use std::fmt;

use canvas::Canvas;
use plot::Points;
use sheet::Sheet;
use sprague_solve::Watch;
use strip::Strip;

/// What a cell of the picture shows, by the sizes (from 1) of the two piles.
pub enum Cells<'a> {
    /// The outcome: `'N'`, `'P'`, `'L'` or `'R'`.
    Outcomes(&'a dyn Fn(u32, u32) -> char),
    /// Two games beside each other: `'P'` or `'N'` in both, P in the first alone (`'1'`) or in the second alone (`'2'`).
    Differences(&'a dyn Fn(u32, u32) -> char),
    /// The nim-value.
    NimValues(&'a dyn Fn(u32, u32) -> u32),
}

impl Cells<'_> {
    /// What its letters mean.
    fn key(&self) -> &'static palette::Key {
        match self {
            Cells::Differences(_) => &palette::DIFFERENCES,
            Cells::Outcomes(_) | Cells::NimValues(_) => &palette::OUTCOMES,
        }
    }
}

/// A picture to draw.
pub struct Picture<'a> {
    /// Above the picture, large: the name of the game.
    pub title: String,
    /// Under the title: what the cells show, and how far.
    pub subtitle: String,
    /// The smallest pile size.
    pub min: u32,
    /// The largest pile size.
    pub max: u32,
    /// The order of the piles is of no account: only cells with `x <= y` are
    /// asked for and drawn, `x` being the smaller pile.
    pub symmetric: bool,
    /// What the axes count, `x` then `y`.
    pub axis: [String; 2],
    /// What the cells show.
    pub cells: Cells<'a>,
    /// Width and height in pixels, margins included; [`Picture::SIZE`] if in doubt.
    pub size: (u32, u32),
}

impl Picture<'_> {
    /// A size that leaves a square of some 790 pixels to the table.
    pub const SIZE: (u32, u32) = (900, 980);

    /// How many sizes there are.
    pub fn side(&self) -> u32 {
        (self.max + 1).saturating_sub(self.min)
    }
}

/// The terms of one heap, from size 0 on.
pub enum Series<'a> {
    /// Nim-values.
    NimValues(&'a [u32]),
    /// `'N'`, `'P'`, `'L'` or `'R'`.
    Outcomes(&'a [char]),
}

/// From which heap on a sequence repeats, and how soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first size from which it holds.
    pub start: usize,
    /// At least 1.
    pub length: usize,
}

/// A sequence to draw.
pub struct Plot<'a> {
    /// Above the picture, large: the name of the game.
    pub title: String,
    /// Under the title: what is shown, and how far.
    pub subtitle: String,
    /// The terms.
    pub series: Series<'a>,
    /// Their period, if one is known.
    pub period: Option<Period>,
}

impl Plot<'_> {
    /// The size of a plot of nim-values in pixels; a strip of outcomes is as wide, and as tall as
    /// it has rows.
    pub const SIZE: (u32, u32) = (1000, 620);

    /// The plot as an SVG document.
    pub fn svg(&self) -> Result<String, PictureError> {
        self.svg_within(&Watch::default())
    }

    /// The same, given up when the watch says so.
    pub fn svg_within(&self, watch: &Watch) -> Result<String, PictureError> {
        let figure = self.lay_out()?;
        let heard = format!("{}: {}", self.title, self.subtitle);
        let mut canvas = svg::Svg::new(figure.size(), &heard).within(watch);
        figure.draw(&mut canvas)?;
        Ok(canvas.finish())
    }

    /// The plot as the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        self.png_within(&Watch::default())
    }

    /// The same, given up when the watch says so.
    pub fn png_within(&self, watch: &Watch) -> Result<Vec<u8>, PictureError> {
        let figure = self.lay_out()?;
        let mut canvas = raster::Raster::new(figure.size())?.within(watch);
        figure.draw(&mut canvas)?;
        canvas.finish()
    }

    fn lay_out(&self) -> Result<Figure<'_>, PictureError> {
        match self.series {
            Series::NimValues(values) => Points::lay_out(self, values).map(Figure::Points),
            Series::Outcomes(outcomes) => Strip::lay_out(self, outcomes).map(Figure::Strip),
        }
    }
}

enum Figure<'a> {
    Points(Points<'a>),
    Strip(Strip<'a>),
}

impl Figure<'_> {
    fn size(&self) -> (u32, u32) {
        match self {
            Figure::Points(points) => points.size(),
            Figure::Strip(strip) => strip.size(),
        }
    }

    fn draw(&self, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
        match self {
            Figure::Points(points) => points.draw(canvas),
            Figure::Strip(strip) => strip.draw(canvas),
        }
    }
}

/// Why a picture could not be drawn.
#[derive(Debug)]
pub enum PictureError {
    /// The table has no cells, or the sequence no terms.
    Empty,
    /// The size leaves too little room for the table, or is beyond all use.
    Size(u32, u32),
    /// An outcome that is none of N, P, L and R.
    Outcome(char),
    /// A graph with more vertices than can be told apart.
    Vertices {
        /// How many there are.
        given: usize,
        /// How many can be drawn.
        most: usize,
    },
    /// The drawing was stopped.
    Stopped,
    /// The type cannot be read.
    Font,
    /// The picture could not be written as PNG.
    Png(png::EncodingError),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a picture needs piles of size 1, or a vertex, at least"),
            Self::Size(w, h) => write!(f, "a picture cannot be {w} by {h} pixels"),
            Self::Outcome(letter) => write!(f, "'{letter}' is not an outcome: N, P, L or R"),
            Self::Vertices { given, most } => {
                write!(f, "pictures show graphs with up to {most} vertices, and this has {given}")
            }
            Self::Stopped => write!(f, "stopped before the picture was drawn"),
            Self::Font => write!(f, "the picture's type cannot be read"),
            Self::Png(error) => write!(f, "the picture cannot be written as PNG: {error}"),
        }
    }
}

impl std::error::Error for PictureError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Png(error) => Some(error),
            _ => None,
        }
    }
}

/// The picture as an SVG document.
pub fn svg(picture: &Picture) -> Result<String, PictureError> {
    let sheet = Sheet::lay_out(picture)?;
    let heard = format!("{}: {}", picture.title, picture.subtitle);
    let mut canvas = svg::Svg::new(picture.size, &heard);
    sheet.draw(&mut canvas)?;
    Ok(canvas.finish())
}

/// The picture as the bytes of a PNG file.
pub fn png(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    let sheet = Sheet::lay_out(picture)?;
    let mut canvas = raster::Raster::new(picture.size)?;
    sheet.draw(&mut canvas)?;
    canvas.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(max: u32, cells: Cells) -> Picture {
        Picture {
            title: "a & b <c>".into(),
            subtitle: "≤ ⊕\u{1}".into(),
            min: 1,
            max,
            symmetric: false,
            axis: ["first pile".into(), "second pile".into()],
            cells,
            size: Picture::SIZE,
        }
    }

    fn nim_p(x: u32, y: u32) -> char {
        if x == y { 'P' } else { 'N' }
    }

    fn nim(x: u32, y: u32) -> u32 {
        x ^ y
    }

    /// The rectangles of the first path of a colour.
    fn rects(svg: &str, color: canvas::Color) -> usize {
        let document = roxmltree::Document::parse(svg).unwrap();
        let color = color.to_string();
        let path = document
            .descendants()
            .find(|node| node.has_tag_name("path") && node.attribute("fill") == Some(&color));
        path.map_or(0, |path| path.attribute("d").unwrap().matches('M').count())
    }

    fn pixels(png: &[u8]) -> (u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        (reader.info().width, bytes)
    }

    #[test]
    fn svg_is_well_formed_and_keeps_its_text() {
        for cells in [Cells::Outcomes(&nim_p), Cells::NimValues(&nim)] {
            let svg = svg(&picture(200, cells)).unwrap();
            let document = roxmltree::Document::parse(&svg).unwrap();
            let mut texts = document.descendants().filter_map(|node| node.text());
            assert!(texts.any(|text| text == "a & b <c>"));
        }
    }

    #[test]
    fn differences_have_a_colour_for_each_game() {
        let letter = |x: u32, y: u32| match x.cmp(&y) {
            std::cmp::Ordering::Less => '1',
            std::cmp::Ordering::Equal => 'P',
            std::cmp::Ordering::Greater => 'N',
        };
        let svg = svg(&picture(7, Cells::Differences(&letter))).unwrap();
        let [both, _, first, second] = palette::DIFFERENCES.map(|(_, color, _)| color);
        assert_eq!([rects(&svg, both), rects(&svg, first), rects(&svg, second)], [7, 6, 0]);
        assert!(svg.contains("P in the first alone") && !svg.contains("second alone"));
    }

    #[test]
    fn each_run_of_p_is_one_rectangle() {
        let dark = palette::OUTCOMES[0].1;
        let svg_of = |cells| svg(&picture(7, cells)).unwrap();
        assert_eq!(rects(&svg_of(Cells::Outcomes(&nim_p)), dark), 7);
        let rows = |_, y| if y % 2 == 1 { 'P' } else { 'N' };
        assert_eq!(rects(&svg_of(Cells::Outcomes(&rows)), dark), 4);
        assert_eq!(rects(&svg_of(Cells::Outcomes(&|_, _| 'N')), dark), 0);
    }

    #[test]
    fn a_symmetric_table_is_asked_for_once() {
        let half = |x, y| {
            assert!(x <= y);
            nim_p(x, y)
        };
        let mut picture = picture(7, Cells::Outcomes(&half));
        picture.symmetric = true;
        assert_eq!(rects(&svg(&picture).unwrap(), palette::OUTCOMES[0].1), 7);
    }

    #[test]
    fn png_is_dark_where_p_is() {
        for max in [1, 10, 77, 500] {
            let picture = picture(max, Cells::Outcomes(&nim_p));
            let sheet = Sheet::lay_out(&picture).unwrap();
            let (width, bytes) = pixels(&png(&picture).unwrap());
            let light = |(x, y): (f32, f32)| bytes[3 * (y as usize * width as usize + x as usize)];
            for size in 1..=max {
                // Near a corner, clear of the letter that a large cell carries.
                let r = sheet.cell_at(size, size);
                assert!(light((r.x + 0.3 * r.w, r.y + 0.2 * r.h)) < 128, "{size} of {max}");
            }
            if max > 1 {
                assert_eq!(light(sheet.cell_at(1, max).center()), 255);
            }
        }
    }

    #[test]
    fn a_large_crowded_table_stays_small() {
        let odd = |x, y| if x % 2 == 1 && y % 2 == 1 { 'P' } else { 'N' };
        for cells in [Cells::NimValues(&nim), Cells::Outcomes(&odd)] {
            let svg = svg(&picture(300, cells)).unwrap();
            let size = svg.len();
            assert!(svg.contains("<image") && size < 100_000, "{size}");
        }
    }

    #[test]
    fn small_zeros_stand_out_beside_the_empty_half() {
        let mut picture = picture(400, Cells::NimValues(&nim));
        picture.symmetric = true;
        let svg = svg(&picture).unwrap();
        assert_eq!(rects(&svg, palette::INK), 400);
        assert_eq!(rects(&svg, palette::WHITE), 400);
    }

    #[test]
    fn nonsense_is_refused() {
        let empty = png(&picture(0, Cells::NimValues(&nim)));
        assert!(matches!(empty, Err(PictureError::Empty)));
        let odd = svg(&picture(3, Cells::Outcomes(&|_, _| 'Q')));
        assert!(matches!(odd, Err(PictureError::Outcome('Q'))));
        let mut narrow = picture(3, Cells::NimValues(&nim));
        narrow.size = (100, 900);
        assert!(matches!(svg(&narrow), Err(PictureError::Size(100, 900))));
    }

    #[test]
    fn a_table_of_zeros_has_no_bar() {
        assert!(svg(&picture(3, Cells::NimValues(&|_, _| 0))).is_ok());
        assert!(png(&picture(3, Cells::NimValues(&|_, _| 1))).is_ok());
    }

    fn plot(series: Series, period: Option<Period>) -> Plot {
        Plot { title: "a & b".into(), subtitle: "c".into(), series, period }
    }

    #[test]
    fn plots_of_any_length_are_well_formed_and_small() {
        for length in [1usize, 2, 30, 1000, 6000, 100_000] {
            let values: Vec<u32> = (0..length as u32).map(|n| n.wrapping_mul(n) % 1009).collect();
            let letters: Vec<char> =
                (0..length).map(|n| ['L', 'R', 'N', 'P'][n * n % 7 % 4]).collect();
            for period in
                [None, Some(Period { start: 0, length: 7 }), Some(Period { start: 5, length: 1 })]
            {
                for series in [Series::NimValues(&values), Series::Outcomes(&letters)] {
                    let plot = plot(series, period);
                    let svg = plot.svg().unwrap();
                    roxmltree::Document::parse(&svg).unwrap();
                    assert!(svg.len() < 1_000_000, "{length}: {}", svg.len());
                    assert!(plot.png().unwrap().starts_with(b"\x89PNG"));
                }
            }
        }
    }

    #[test]
    fn great_values_and_no_values_are_drawn_or_refused() {
        assert!(plot(Series::NimValues(&[0, u32::MAX]), None).png().is_ok());
        assert!(matches!(plot(Series::NimValues(&[]), None).svg(), Err(PictureError::Empty)));
        assert!(matches!(
            plot(Series::Outcomes(&['Q']), None).svg(),
            Err(PictureError::Outcome('Q'))
        ));
    }

    #[test]
    fn each_point_is_one_square() {
        let values: Vec<u32> = (0..50).map(|n| n % 7).collect();
        let svg = plot(Series::NimValues(&values), None).svg().unwrap();
        assert_eq!(rects(&svg, canvas::Color(13, 18, 56)), 50);
    }
}
