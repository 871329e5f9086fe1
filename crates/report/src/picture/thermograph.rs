//! A thermograph: values across, larger ones to the left as is the custom, temperature up. Two walls lean
//! together and end in a mast.

use super::canvas::{Anchor, Canvas, Color, Edges, Rect};
use super::page::{LABEL, Page};
use super::palette::{FRAME, GRID, INK};
use super::raster::Raster;
use super::svg::Svg;
use super::{PictureError, Plot};

const LEFT: Color = Color(33, 90, 168);
const RIGHT: Color = Color(190, 58, 44);

/// A corner of a wall, and how its numbers are written.
pub struct Corner {
    /// How high it is.
    pub temperature: f64,
    /// The number, which grows to the left.
    pub value: f64,
    /// Both as they are written.
    pub written: [String; 2],
}

/// A thermograph to draw: walls from temperature 0 up, each vertical above its last corner.
pub struct Thermograph {
    /// Above the picture, large: the game.
    pub title: String,
    /// Under the title.
    pub subtitle: String,
    /// The corners of the left wall, from the ground up.
    pub left: Vec<Corner>,
    /// The corners of the right wall, from the ground up.
    pub right: Vec<Corner>,
}

/// As an SVG document.
pub fn svg(thermograph: &Thermograph) -> Result<String, PictureError> {
    let mut canvas = Svg::new(Plot::SIZE, &thermograph.title);
    draw(thermograph, &mut canvas)?;
    Ok(canvas.finish())
}

/// As the bytes of a PNG file.
pub fn png(thermograph: &Thermograph) -> Result<Vec<u8>, PictureError> {
    let mut canvas = Raster::new(Plot::SIZE)?;
    draw(thermograph, &mut canvas)?;
    canvas.finish()
}

fn draw(thermograph: &Thermograph, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
    let (width, height) = Plot::SIZE;
    let page = Page::new(1.0, width)?;
    let frame = Rect::new(84.0, 84.0, width as f32 - 108.0, height as f32 - 164.0);
    let corners = || thermograph.left.iter().chain(&thermograph.right);
    let low = corners().map(|corner| corner.value).fold(f64::INFINITY, f64::min);
    let high = corners().map(|corner| corner.value).fold(f64::NEG_INFINITY, f64::max);
    let top = corners().map(|corner| corner.temperature).fold(0.0, f64::max);
    if !low.is_finite() || !high.is_finite() {
        return Err(PictureError::Empty);
    }
    // Some room beside the walls, and a mast of a quarter of the height.
    let margin = ((high - low) * 0.12).max(0.5);
    let (low, high) = (low - margin, high + margin);
    let hottest = if top > 0.0 { top * 1.3 } else { 1.0 };
    let across = |value: f64| frame.x + frame.w * ((high - value) / (high - low)) as f32;
    let up = |temperature: f64| frame.y + frame.h * (1.0 - temperature / hottest) as f32;

    let mut marks: Vec<(f32, &str)> = Vec::new();
    let mut heights: Vec<(f32, &str)> = vec![(up(0.0), "0")];
    for corner in corners() {
        let (x, y) = (across(corner.value), up(corner.temperature));
        if marks.iter().all(|(other, _)| (other - x).abs() > 40.0) {
            marks.push((x, &corner.written[1]));
        }
        if heights.iter().all(|(other, _)| (other - y).abs() > 18.0) {
            heights.push((y, &corner.written[0]));
        }
    }
    let thin = page.thin();
    let upright = marks.iter().map(|&(x, _)| Rect::new(x, frame.y, thin, frame.h));
    let level = heights.iter().map(|&(y, _)| Rect::new(frame.x, y, frame.w, thin));
    canvas.rects(&upright.chain(level).collect::<Vec<_>>(), GRID, Edges::Crisp);
    canvas.rects(&frame.outline(thin), FRAME, Edges::Crisp);
    for (wall, colour) in [(&thermograph.left, LEFT), (&thermograph.right, RIGHT)] {
        let points: Vec<(f32, f32)> =
            wall.iter().map(|corner| (across(corner.value), up(corner.temperature))).collect();
        for pair in points.windows(2) {
            canvas.stroke(pair[0], pair[1], 3.0 * page.unit, colour);
        }
        // The mast stands where both walls end.
        if let Some(&(x, y)) = points.last() {
            canvas.stroke((x, y), (x, up(hottest)), 3.0 * page.unit, INK);
        }
    }
    let below = frame.y + frame.h + 18.0;
    for (x, text) in marks {
        canvas.text(page.label(text, (x, below), LABEL, Anchor::Middle));
    }
    for (y, text) in heights {
        canvas.text(page.label(text, (frame.x - 10.0, y), LABEL, Anchor::End));
    }
    let mut x = frame.x;
    for (colour, meaning) in
        [(LEFT, "Left's wall"), (RIGHT, "Right's wall"), (INK, "values grow to the left")]
    {
        if colour == INK {
            canvas.text(page.label(meaning, (x, below + 34.0), LABEL, Anchor::Start));
        } else {
            x += page.draw_swatch(canvas, (x, below + 34.0), colour, meaning);
        }
    }
    page.draw_titles(canvas, (frame.x, frame.y), [&thermograph.title, &thermograph.subtitle]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(temperature: f64, value: f64) -> Corner {
        Corner { temperature, value, written: [temperature.to_string(), value.to_string()] }
    }

    #[test]
    fn a_switch_has_two_walls_and_a_mast() {
        let switch = Thermograph {
            title: "+-1".into(),
            subtitle: "mean 0, temperature 1".into(),
            left: vec![corner(0.0, 1.0), corner(1.0, 0.0)],
            right: vec![corner(0.0, -1.0), corner(1.0, 0.0)],
        };
        let svg = svg(&switch).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let lines =
            document.descendants().filter(|node| node.has_attribute("stroke-linecap")).count();
        assert_eq!(lines, 4);
        assert!(png(&switch).unwrap().starts_with(b"\x89PNG"));
    }
}
