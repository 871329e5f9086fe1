//! Rows of marks: for each heap of a block a byte for each value, 1 if it is reached.

use super::Split;

/// Marks in the rows of heaps from `first` on what they reach by splits with one of these parts, ascending, as far as the
/// other part is known.
pub(super) fn mark_parts(
    values: &[u16],
    splits: &[Split],
    first: usize,
    rows: &mut [u8],
    marks: usize,
    parts: impl Iterator<Item = u32> + Clone,
) {
    macro_rules! by_width {
        ($($width:literal)*) => {
            match marks {
                $($width => mark(values, splits, first, rows.as_chunks_mut::<$width>().0, parts),)*
                _ => unreachable!("values are below 2^14"),
            }
        };
    }
    by_width!(8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768)
}

/// The same for rows of one width, which is known to the compiler: marking takes a third of the time.
fn mark<const MARKS: usize>(
    values: &[u16],
    splits: &[Split],
    first: usize,
    rows: &mut [[u8; MARKS]],
    parts: impl Iterator<Item = u32> + Clone,
) {
    let end = first + rows.len();
    for &Split { take, unequal } in splits {
        for part in parts.clone() {
            let part = part as usize;
            let from = first.max(take + part + 1);
            let end = end.min(take + part + values.len());
            if from >= end {
                continue;
            }
            let value = values[part];
            let mut mark = |from: usize, to: usize| {
                let others = &values[from - take - part..to - take - part];
                for (row, other) in rows[from - first..to - first].iter_mut().zip(others) {
                    row[usize::from(value ^ other) % MARKS] = 1;
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
            row[usize::from(values[part] ^ values[rest - part])] = 1;
        }
    }
}

/// The first place without a mark; half of a row lies beyond all values.
#[inline]
pub(super) fn unmarked(row: &[u8]) -> usize {
    let (words, rest) = row.as_chunks();
    for (i, &eight) in words.iter().enumerate() {
        let free = u64::from_le_bytes(eight) ^ 0x0101_0101_0101_0101;
        if free != 0 {
            return 8 * i + free.trailing_zeros() as usize / 8;
        }
    }
    8 * words.len() + rest.iter().position(|&mark| mark == 0).expect("not all are marked")
}
