//! Positions: how they are written, and their canonical form.

use crate::diagnostic::Complaint;
use crate::lex::LARGEST_NUMBER;
use crate::ruleset::Shape;

/// The most piles a position may have.
pub const MOST_PILES: usize = 100_000;

/// Brings piles into canonical form: nondecreasing, without the piles that are gone.
pub fn canonical(piles: &mut Vec<u32>) {
    piles.retain(|&size| size > 0);
    piles.sort_unstable();
}

/// Reads a position such as `3,8`; `-` is the empty one.
pub fn parse_position(text: &str, shape: Shape) -> Result<Vec<u32>, Complaint> {
    let mut piles = Vec::new();
    let written = text.trim();
    if written != "-" {
        let mut at = 0;
        for piece in text.split(',') {
            let start = at + (piece.len() - piece.trim_start().len());
            let span = start..(at + piece.trim_end().len()).max(start);
            at += piece.len() + 1;
            piles.push(parse_size(piece.trim(), span)?);
        }
    }
    let whole = 0..text.len();
    if piles.len() > MOST_PILES {
        return Err(Complaint::new(whole, format!("a position has at most {MOST_PILES} piles")));
    }
    match shape {
        Shape::Piles { at_most } => {
            canonical(&mut piles);
            match at_most {
                Some(most) if piles.len() > most => {
                    let plural = if most == 1 { "" } else { "s" };
                    let message = format!("this game has at most {most} pile{plural}");
                    Err(Complaint::new(whole, message))
                }
                _ => Ok(piles),
            }
        }
        Shape::Row { places } => {
            if piles.is_empty() {
                piles = vec![0; places];
            }
            if piles.len() != places {
                let message = format!("this game is played on a row of {places} places");
                return Err(Complaint::new(whole, message).help("0 stands for an empty place"));
            }
            Ok(piles)
        }
    }
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
