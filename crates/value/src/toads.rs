//! Toads and Frogs: a toad moves right into the next place if that is free, or jumps over one frog
//! into a free place; frogs do the same to the left. Left has the toads, Right the frogs.
//!
//! Nothing ever passes `TTFF`, so it parts the strip; frogs at the left end and toads at the right
//! end are home; and where only frogs are on the left of a gap and only toads on its right, the two
//! sides never meet.

use sprague_rules::Complaint;
use sprague_task::Watch;

use crate::limit::Limit;
use crate::play::{Moves, Part, Parts, Play};

/// The longest strip.
pub const LONGEST: usize = 64;

/// A strip of `T`, `F` and `.`.
pub type Strip = Box<[u8]>;

/// The rules of Toads and Frogs.
pub struct ToadsAndFrogs;

impl Play for ToadsAndFrogs {
    type Position = Strip;

    fn moves(&self, strip: &Strip, _: usize, _: &Watch) -> Result<Moves<Strip>, Limit> {
        let mut options = [Vec::new(), Vec::new()];
        for at in 0..strip.len() {
            let (side, other, step) = match strip[at] {
                b'T' => (0, b'F', 1),
                b'F' => (1, b'T', -1),
                _ => continue,
            };
            let place = |steps: isize| at.checked_add_signed(step * steps);
            let found = |steps| place(steps).and_then(|to| strip.get(to)).copied();
            let to = match (found(1), found(2)) {
                (Some(b'.'), _) => place(1),
                (Some(over), Some(b'.')) if over == other => place(2),
                _ => None,
            };
            if let Some(to) = to {
                let mut after = strip.to_vec();
                after.swap(at, to);
                options[side].push(parts(&after));
            }
        }
        Ok(Moves::Options(options))
    }
}

/// The independent parts of a strip.
pub fn parts(strip: &[u8]) -> Parts<Strip> {
    let mut found = Parts::new();
    let mut waiting = vec![strip];
    while let Some(strip) = waiting.pop() {
        let Some(strip) = trimmed(strip) else { continue };
        if let Some(wall) = strip.windows(4).position(|w| w == b"TTFF") {
            waiting.push(&strip[..wall]);
            waiting.push(&strip[wall + 4..]);
            continue;
        }
        // After the last frog before which no toad stands, and before the first toad.
        let first_toad = strip.iter().position(|&c| c == b'T').unwrap_or(strip.len());
        let last_frog = strip.iter().rposition(|&c| c == b'F').map_or(0, |at| at + 1);
        if last_frog <= first_toad && last_frog > 0 && first_toad < strip.len() {
            waiting.push(&strip[..last_frog]);
            waiting.push(&strip[last_frog..]);
            continue;
        }
        found.push(Part { position: strip.into(), negated: false });
    }
    found
}

/// Without those that are home, if anything is left that could move.
fn trimmed(mut strip: &[u8]) -> Option<&[u8]> {
    while let [b'F', rest @ ..] = strip {
        strip = rest;
    }
    while let [rest @ .., b'T'] = strip {
        strip = rest;
    }
    let (free, taken) = (strip.contains(&b'.'), strip.iter().any(|&c| c != b'.'));
    (free && taken).then_some(strip)
}

/// Reads a strip such as `TT..FF`.
pub fn parse_strip(text: &str) -> Result<Parts<Strip>, Complaint> {
    let mut strip = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            'T' | 't' => strip.push(b'T'),
            'F' | 'f' => strip.push(b'F'),
            '.' | '-' | '_' => strip.push(b'.'),
            ' ' => {}
            _ => {
                let message = format!("`{sign}` is neither toad nor frog");
                let help = "write T for a toad, F for a frog and . for a free place, as in TT..FF";
                return Err(Complaint::new(at..at + sign.len_utf8(), message).help(help));
            }
        }
    }
    if strip.is_empty() || strip.len() > LONGEST {
        let message = format!("a strip has from 1 to {LONGEST} places");
        return Err(Complaint::new(0..text.len(), message));
    }
    Ok(parts(&strip))
}
