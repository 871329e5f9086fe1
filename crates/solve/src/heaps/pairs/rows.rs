//! Rows of marks: for each sum of two parts a byte for each value, with what is known of splits that have it.

use std::ops::Range;

use super::Split;

/// Some split has the value.
pub(super) const REACHED: u8 = 1;
/// No split has it whose parts are both as large as a block.
pub(super) const NOT_FAR: u8 = 2;
/// No split has it.
pub(super) const ABSENT: u8 = 4;

/// Bytes behind the marks of a row: none is ever marked, and rows that follow each other lie apart in the cache.
const BEHIND: usize = 64;

/// The least number of values that a row has marks for.
pub(super) const NARROWEST: usize = 64;

/// Bytes of a row with marks for so many values.
pub(super) fn stride(room: usize) -> usize {
    room + BEHIND
}

/// Calls a function whose generic number is the room, a power of two: marking takes a third of the time if the compiler knows it.
macro_rules! by_room {
    ($room:expr, $function:ident($($argument:expr),*)) => {
        match $room {
            64 => $function::<64>($($argument),*),
            128 => $function::<128>($($argument),*),
            256 => $function::<256>($($argument),*),
            512 => $function::<512>($($argument),*),
            1024 => $function::<1024>($($argument),*),
            2048 => $function::<2048>($($argument),*),
            4096 => $function::<4096>($($argument),*),
            8192 => $function::<8192>($($argument),*),
            16384 => $function::<16384>($($argument),*),
            _ => unreachable!("values are below 2^14"),
        }
    };
}

/// Marks in the rows from that of `first` on what is reached by splits with one of these parts, ascending, as far as the
/// other part is known. A part of one size marks all rows one after the other: the other part goes through consecutive
/// values.
pub(super) fn mark_parts(
    values: &[u16],
    splits: &[Split],
    first: usize,
    rows: &mut [u8],
    room: usize,
    parts: &[u32],
) {
    by_room!(room, mark_parts_in(values, splits, first, rows, parts))
}

fn mark_parts_in<const ROOM: usize>(
    values: &[u16],
    splits: &[Split],
    first: usize,
    rows: &mut [u8],
    parts: &[u32],
) {
    let stride = stride(ROOM);
    let end = first + rows.len() / stride;
    for &Split { take, unequal } in splits {
        for &part in parts {
            let part = part as usize;
            let from = first.max(take + part + 1);
            let end = end.min(take + part + values.len());
            if from >= end {
                continue;
            }
            let value = values[part];
            let mut mark = |from: usize, to: usize| {
                let others = &values[from - take - part..to - take - part];
                let rows = rows[(from - first) * stride..].chunks_exact_mut(stride);
                for (row, other) in rows.zip(others) {
                    let row = row.first_chunk_mut::<ROOM>().expect("a row is longer");
                    row[usize::from(value ^ other) % ROOM] = REACHED;
                }
            };
            let equal = take + 2 * part;
            if unequal && (from..end).contains(&equal) {
                mark(from, equal);
                mark(equal + 1, end);
            } else {
                mark(from, end);
            }
        }
    }
}

/// Marks in the row of n what is reached by splits with one of these smaller parts.
#[inline]
pub(super) fn mark_range(
    values: &[u16],
    n: usize,
    split: Split,
    parts: Range<usize>,
    row: &mut [u8],
    room: usize,
) {
    let (rest, half) = split.of(n);
    let (from, end) = (parts.start, parts.end.min(half + 1));
    if from < end {
        let (small, large) = (&values[from..end], &values[rest + 1 - end..=rest - from]);
        by_room!(room, mark_opposite(small, large, row))
    }
}

fn mark_opposite<const ROOM: usize>(small: &[u16], large: &[u16], row: &mut [u8]) {
    const EACH: usize = 8;
    let row = row.first_chunk_mut::<ROOM>().expect("a row is longer");
    let (whole, rest) = small.as_chunks::<EACH>();
    let (beginning, opposite) = large.as_rchunks::<EACH>();
    for (a, b) in whole.iter().zip(opposite.iter().rev()) {
        let sums: [u16; EACH] = std::array::from_fn(|i| a[i] ^ b[EACH - 1 - i]);
        for sum in sums {
            row[usize::from(sum) % ROOM] = REACHED;
        }
    }
    for (a, b) in rest.iter().zip(beginning.iter().rev()) {
        row[usize::from(a ^ b) % ROOM] = REACHED;
    }
}

/// Marks in a row what is reached when `rest` is split, with one of these parts, ascending, that are below a bound.
#[inline]
pub(super) fn mark_splits(
    values: &[u16],
    rest: usize,
    split: Split,
    parts: &[u32],
    below: usize,
    row: &mut [u8],
) {
    for &part in parts {
        let part = part as usize;
        if part >= below {
            break;
        }
        if !(split.unequal && 2 * part == rest) {
            row[usize::from(values[part] ^ values[rest - part])] = REACHED;
        }
    }
}

/// The first value from `from` on that none of some rows says is reached: they begin in `marks` so far before `place`.
#[inline(always)]
pub(super) fn unmarked(
    marks: &[u8],
    place: usize,
    before: &[usize],
    whole: Option<&[u8]>,
    from: usize,
) -> usize {
    const EACH: usize = 8;
    let word = |bytes: &[u8], at: usize| {
        u64::from_le_bytes(bytes[at..at + EACH].try_into().expect("so many"))
    };
    let mut at = from / EACH * EACH;
    let mut beyond = !0u64 << (8 * (from - at));
    loop {
        let mut reached = whole.map_or(0, |whole| word(whole, at));
        for before in before {
            reached |= word(marks, place - before + at);
        }
        let free = !reached & 0x0101_0101_0101_0101 & beyond;
        if free != 0 {
            return at + free.trailing_zeros() as usize / 8;
        }
        (at, beyond) = (at + EACH, !0);
    }
}
