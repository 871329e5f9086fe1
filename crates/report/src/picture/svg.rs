//! A canvas of SVG text.

use std::fmt::{self, Write};

use sprague_solve::Watch;

use super::PictureError;
use super::canvas::{Anchor, Canvas, Color, Edges, Rect, Text};
use super::raster;

/// An SVG document being written.
pub struct Svg {
    text: String,
    watch: Watch,
}

impl Svg {
    /// A white sheet; `title` is what a reader of the screen hears.
    pub fn new((width, height): (u32, u32), title: &str) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"DejaVu Sans, Arial, sans-serif\">\n\
             <title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            Escaped(title)
        );
        Svg { text, watch: Watch::default() }
    }

    /// The same, given up when the watch says so.
    pub fn within(self, watch: &Watch) -> Self {
        Svg { watch: watch.clone(), ..self }
    }

    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    fn write(&mut self, args: fmt::Arguments) {
        self.text.write_fmt(args).expect("a String takes all text");
    }
}

/// A coordinate to a hundredth of a pixel, without idle zeros.
struct Num(f32);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Text made safe between tags; XML has no place for control characters.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => Ok(()),
            c if c.is_control() => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Canvas for Svg {
    /// One path for all: a third of the bytes of as many `rect` elements, and
    /// one click to recolour them in a drawing program.
    fn rects(&mut self, rects: &[Rect], fill: Color, edges: Edges) {
        if rects.is_empty() {
            return;
        }
        let rendering = match edges {
            Edges::Crisp => " shape-rendering=\"crispEdges\"",
            Edges::Smooth => "",
        };
        self.write(format_args!("<path fill=\"{fill}\"{rendering} d=\""));
        for r in rects {
            let (x, y, w, h) = (Num(r.x), Num(r.y), Num(r.w), Num(r.h));
            self.write(format_args!("M{x} {y}h{w}v{h}h-{w}z"));
        }
        self.text.push_str("\"/>\n");
    }

    fn image(&mut self, frame: Rect, columns: usize, pixels: &[Color]) -> Result<(), PictureError> {
        let rgb: Vec<u8> = pixels.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
        let png =
            raster::encode(columns as u32, (pixels.len() / columns) as u32, &rgb, &self.watch)?;
        self.write(format_args!(
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
             style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>\n",
            Num(frame.x),
            Num(frame.y),
            Num(frame.w),
            Num(frame.h),
            base64(&png),
        ));
        Ok(())
    }

    /// A line without length has only its round ends: a disc.
    fn stroke(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, fill: Color) {
        self.write(format_args!(
            "<path stroke=\"{fill}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"M{} {}L{} {}\"/>\n",
            Num(thick),
            Num(from.0),
            Num(from.1),
            Num(to.0),
            Num(to.1),
        ));
    }

    fn text(&mut self, text: Text) {
        let (x, y) = text.at;
        let place = match text.upward {
            false => format!("x=\"{}\" y=\"{}\"", Num(x), Num(y + text.drop())),
            true => {
                format!("transform=\"translate({} {}) rotate(-90)\"", Num(x + text.drop()), Num(y))
            }
        };
        let anchor = match text.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.write(format_args!(
            "<text {place} font-size=\"{}\" fill=\"{}\"{anchor}>{}</text>\n",
            Num(text.size),
            text.fill,
            Escaped(text.text)
        ));
    }
}

/// Standard base64 with padding, as a `data:` address wants it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |n, i| n << 8 | u32::from(*group.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= group.len() { digit as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_standard() {
        for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [2.0, 0.5, 1.578, 100.0].map(|n| Num(n).to_string()).into();
        assert_eq!(shown, ["2", "0.5", "1.58", "100"]);
    }
}
