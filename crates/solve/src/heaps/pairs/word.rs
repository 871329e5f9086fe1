//! Few rare parts and small values: the marks of a heap are the bits of one word, and no rows are needed.
//!
//! Games whose nim-values soon repeat have a handful of rare heaps. Marking their splits, and a few others for the rare
//! values that nearly every heap reaches, costs less than keeping rows.

use super::meet::{self, Width};
use super::space::Space;
use super::{Moves, Split};

/// Values are below this: the bits of a word.
pub(super) const ROOM: usize = u64::BITS as usize;
/// Splits with a rare part that are marked for a heap, at most.
const MARKED: usize = 64;
/// Splits of each kind that are marked, at most, before values are looked for one by one.
const NEAR: usize = 64;

/// Is this the way, for values below `room`?
pub(super) fn suits(moves: &Moves, space: &Space, room: usize) -> bool {
    room == ROOM && space.is_sparse() && space.rare.len() * moves.split.len() <= MARKED
}

/// The value of n, whose options are all known and below [`ROOM`]; that number itself if all are reached.
pub(super) fn value(
    n: usize,
    values: &[u16],
    moves: &Moves,
    space: &Space,
    common: u64,
    width: Width,
) -> u16 {
    let mut seen = 0u64;
    for take in &moves.whole {
        seen |= 1 << values[n - take];
    }
    for &Split { take, unequal } in &moves.split {
        let rest = n - take;
        for &part in &space.rare {
            let part = part as usize;
            if part >= rest {
                break;
            }
            if !(unequal && 2 * part == rest) {
                seen |= 1 << (values[part] ^ values[rest - part]);
            }
        }
    }
    // No other split reaches a common value.
    let least = (!seen & common).trailing_zeros();
    let below = if least < u64::BITS { (1 << least) - 1 } else { u64::MAX };
    for split in &moves.split {
        let (rest, half) = split.of(n);
        for part in 1..=half.min(NEAR) {
            if below & !seen == 0 {
                break;
            }
            seen |= 1 << (values[part] ^ values[rest - part]);
        }
    }
    let mut missing = below & !seen;
    while missing != 0 {
        let value = missing.trailing_zeros() as u16;
        let find = |&split| meet::find(values, n, split, 1..usize::MAX, value, width);
        if moves.split.iter().find_map(find).is_none() {
            return value;
        }
        missing &= missing - 1;
    }
    least as u16
}
