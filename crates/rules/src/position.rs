//! Positions: how they are written, and their canonical form.

use std::fmt;
use std::ops::Deref;

use crate::diagnostic::Complaint;
use crate::lex::LARGEST_NUMBER;
use crate::ruleset::Shape;

/// The most piles a position may have.
pub const MOST_PILES: usize = 100_000;

/// A position of piles or of a row: piles in nondecreasing order without those that are gone, or one size for each place.
/// It is made for a shape, and only if it fits it.
///
/// ```
/// use sprague_rules::{Position, Shape};
///
/// let piles = Shape::Piles { at_most: Some(3) };
/// let position = Position::parse("8, 3,0", piles).unwrap();
/// assert_eq!(position, Position::new([3, 8], piles).unwrap());
/// assert_eq!((position.to_string().as_str(), position.iter().sum::<u32>()), ("3,8", 11));
/// assert!(Position::new([1, 1, 1, 1], piles).is_err());
/// assert_eq!(Position::new([8, 0], Shape::Row { places: 2 }).unwrap()[..], [8, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(Box<[u32]>);

/// Why numbers are no position of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// More piles than any position has.
    Many,
    /// A pile with too many tokens.
    Large {
        /// How many it has.
        size: u32,
    },
    /// More piles than positions of this game have.
    Piles {
        /// How many they have at most.
        at_most: usize,
    },
    /// Another number of places.
    Places {
        /// How many the row has.
        places: usize,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Many => write!(f, "a position has at most {MOST_PILES} piles"),
            Misfit::Large { size } => {
                write!(
                    f,
                    "a pile of {size} is too large: piles have at most {LARGEST_NUMBER} tokens"
                )
            }
            Misfit::Piles { at_most } => {
                let plural = if *at_most == 1 { "" } else { "s" };
                write!(f, "this game has at most {at_most} pile{plural}")
            }
            Misfit::Places { places } => {
                write!(f, "this game is played on a row of {places} places")
            }
        }
    }
}

impl std::error::Error for Misfit {}

impl Position {
    /// The position with these piles, in any order, or with these sizes in the places of a row; no sizes at all are a row
    /// of empty places.
    pub fn new(sizes: impl Into<Vec<u32>>, shape: Shape) -> Result<Position, Misfit> {
        let mut sizes = sizes.into();
        if sizes.len() > MOST_PILES {
            return Err(Misfit::Many);
        }
        if let Some(&size) = sizes.iter().find(|&&size| i64::from(size) > LARGEST_NUMBER) {
            return Err(Misfit::Large { size });
        }
        match shape {
            Shape::Piles { at_most } => {
                canonical(&mut sizes);
                match at_most {
                    Some(at_most) if sizes.len() > at_most => Err(Misfit::Piles { at_most }),
                    _ => Ok(Position(sizes.into())),
                }
            }
            Shape::Row { places } => {
                if sizes.is_empty() {
                    sizes = vec![0; places];
                }
                match sizes.len() == places {
                    true => Ok(Position(sizes.into())),
                    false => Err(Misfit::Places { places }),
                }
            }
        }
    }

    /// An option that was visited from a position: moves reach positions, in canonical form.
    pub fn reached(option: &[u32]) -> Position {
        Position(option.into())
    }

    /// Reads a position such as `3,8`; `-` is the empty one.
    pub fn parse(text: &str, shape: Shape) -> Result<Position, Complaint> {
        let mut sizes = Vec::new();
        if text.trim() != "-" {
            let mut at = 0;
            for piece in text.split(',') {
                let start = at + (piece.len() - piece.trim_start().len());
                let span = start..(at + piece.trim_end().len()).max(start);
                at += piece.len() + 1;
                sizes.push(parse_size(piece.trim(), span)?);
            }
        }
        Position::new(sizes, shape).map_err(|misfit| {
            let complaint = Complaint::new(0..text.len(), misfit.to_string());
            match misfit {
                Misfit::Places { .. } => complaint.help("0 stands for an empty place"),
                _ => complaint,
            }
        })
    }
}

impl Deref for Position {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.0
    }
}

impl AsRef<[u32]> for Position {
    fn as_ref(&self) -> &[u32] {
        &self.0
    }
}

impl From<Position> for Vec<u32> {
    fn from(position: Position) -> Vec<u32> {
        position.0.into_vec()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_position(self))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Brings piles into canonical form: nondecreasing, without the piles that are gone.
pub fn canonical(piles: &mut Vec<u32>) {
    piles.retain(|&size| size > 0);
    piles.sort_unstable();
}

/// Reads a position such as `3,8` as a list of numbers; `-` is the empty one.
pub fn parse_position(text: &str, shape: Shape) -> Result<Vec<u32>, Complaint> {
    Position::parse(text, shape).map(Vec::from)
}

fn parse_size(piece: &str, span: crate::diagnostic::Span) -> Result<u32, Complaint> {
    if piece.is_empty() || !piece.bytes().all(|b| b.is_ascii_digit()) {
        let complaint = Complaint::new(span, format!("`{piece}` is not the size of a pile"));
        return Err(complaint.help("write the piles with commas, as in `3,8`, or `-` for none"));
    }
    piece.parse::<i64>().ok().filter(|&n| n <= LARGEST_NUMBER).map(|n| n as u32).ok_or_else(|| {
        Complaint::new(span, "this pile is too large")
            .help(format!("piles have at most {LARGEST_NUMBER} tokens"))
    })
}

/// The position as it is written: `3,8`, or `-`.
pub fn write_position(piles: &[u32]) -> String {
    if piles.is_empty() {
        return "-".to_string();
    }
    piles.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
