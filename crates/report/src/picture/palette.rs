//! Colours that stay apart in print, in grey and for colour-blind eyes.

use super::canvas::Color;

pub const WHITE: Color = Color(255, 255, 255);
/// Titles and labels.
pub const INK: Color = Color(24, 26, 44);
/// What should be read second.
pub const FAINT_INK: Color = Color(96, 98, 110);
/// The frame and its ticks, lighter than any mark.
pub const FRAME: Color = Color(128, 130, 142);
pub const GRID: Color = Color(218, 220, 226);
/// The half of a symmetric table that would only repeat the other.
pub const MIRROR: Color = Color(244, 244, 246);

/// The letters of cells with their colours and meanings.
pub type Key = [(char, Color, &'static str); 4];

/// The outcomes in the order a legend lists them: letter, colour, meaning.
/// Blue and vermillion are Okabe and Ito's.
pub const OUTCOMES: Key = [
    ('P', Color(13, 18, 56), "previous player wins"),
    ('N', WHITE, "next player wins"),
    ('L', Color(0, 114, 178), "Left wins"),
    ('R', Color(213, 94, 0), "Right wins"),
];

/// Two games beside each other: the letter of a cell, its colour, and what is so in one game and in the other.
pub const DIFFERENCES: Key = [
    ('P', OUTCOMES[0].1, "P in both"),
    ('N', WHITE, "N in both"),
    ('1', OUTCOMES[2].1, "P in the first alone"),
    ('2', OUTCOMES[3].1, "P in the second alone"),
];

/// Points of viridis at equal steps, its last tenth left out so that white
/// stands clear of the brightest colour.
const VIRIDIS: [Color; 10] = [
    Color(68, 1, 84),
    Color(72, 36, 117),
    Color(65, 68, 135),
    Color(53, 95, 141),
    Color(42, 120, 142),
    Color(33, 145, 140),
    Color(34, 168, 132),
    Color(68, 191, 112),
    Color(122, 209, 81),
    Color(189, 223, 38),
];

/// The colour of nim-value `value` (1 or more) where `greatest` is the largest.
pub fn nim_color(value: u32, greatest: u32) -> Color {
    let along = (value.max(1) - 1) as f32 / (greatest.max(2) - 1) as f32;
    let at = along.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f32;
    let i = (at as usize).min(VIRIDIS.len() - 2);
    mix(VIRIDIS[i], VIRIDIS[i + 1], at - i as f32)
}

/// A colour between two: the first at 0, the second at 1.
pub fn mix(a: Color, b: Color, along: f32) -> Color {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * along) as u8;
    Color(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Ink or white, whichever reads better on `ground`.
pub fn readable_on(ground: Color) -> Color {
    let Color(r, g, b) = ground;
    let light = 0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b);
    if light > 105.0 { INK } else { WHITE }
}
