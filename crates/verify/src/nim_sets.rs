//! Sets of nim-values as rows of bits, and the nim-sets N(m, j): the nim-values of all splits of m into j heaps.
//!
//! N(m, 1) is the value of the heap m, and N(m, j) is the union of N(m - h, j - 1) nim-added to the value of h, over the
//! smallest part h, which is at most m / j. A row has as many bits as a power of two above all values, so that nim-sums
//! stay within. To nim-add v to a set is to exchange, for each binary digit 1 of v, the two halves of every stretch of
//! bits that this digit tells apart.

use sprague_task::Task;

use crate::Rejection;

/// Splits into more parts are not looked at.
const MOST_PARTS: usize = 1000;

/// A row of bits for every number from 0 on.
#[derive(Clone)]
pub(crate) struct Rows {
    /// Words in a row: a power of two.
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    /// So many empty rows, for values below a bound.
    pub(crate) fn empty(count: usize, values: usize, task: &Task) -> Result<Rows, Rejection> {
        let width = values.next_power_of_two().div_ceil(64);
        let words = count.checked_mul(width).filter(|&words| {
            u64::try_from(words).is_ok_and(|words| words <= task.limits().bytes / 64)
        });
        let words =
            words.ok_or_else(|| Rejection::new("sets of nim-values would take too much memory"))?;
        task.spend(words as u64)?;
        Ok(Rows { width, words: vec![0; words] })
    }

    /// The same so many times.
    pub(crate) fn many(
        times: usize,
        count: usize,
        values: usize,
        task: &Task,
    ) -> Result<Vec<Rows>, Rejection> {
        if times > MOST_PARTS {
            return Err(Rejection::new(format!("splits into {times} parts are not looked at")));
        }
        Rows::empty(times.saturating_mul(count), values, task)?;
        Ok(vec![Rows::empty(count, values, task)?; times])
    }

    /// As many rows, with nothing in them.
    pub(crate) fn emptied(&self) -> Rows {
        Rows { width: self.width, words: vec![0; self.words.len()] }
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    pub(crate) fn insert(&mut self, row: usize, value: usize) {
        self.words[row * self.width + value / 64] |= 1 << (value % 64);
    }

    pub(crate) fn has(&self, row: usize, value: usize) -> bool {
        let word = row.checked_mul(self.width).map(|start| start + value / 64);
        value / 64 < self.width
            && word
                .and_then(|word| self.words.get(word))
                .is_some_and(|w| w >> (value % 64) & 1 == 1)
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..][..self.width]
    }

    /// Puts into a row what is in a row of others, nim-added to a value.
    pub(crate) fn unite(&mut self, row: usize, others: &Rows, other: usize, value: usize) {
        let (low, high) = (value % 64, value / 64);
        let into = &mut self.words[row * self.width..][..self.width];
        for (place, &bits) in others.row(other).iter().enumerate() {
            if bits != 0 {
                into[place ^ high] |= exchanged(bits, low);
            }
        }
    }

    /// What the rows of both have.
    pub(crate) fn joined(mut self, others: &Rows) -> Rows {
        self.words.iter_mut().zip(&others.words).for_each(|(word, bits)| *word |= bits);
        self
    }

    /// Nothing but the values below a power of two that is at most 64 times the new width.
    pub(crate) fn below(&self, values: usize, task: &Task) -> Result<Rows, Rejection> {
        let mut rows = Rows::empty(self.len(), values, task)?;
        let mask = if values < 64 { (1 << values) - 1 } else { u64::MAX };
        for row in 0..self.len() {
            let wanted = rows.width.min(self.width);
            let kept = &mut rows.words[row * rows.width..][..wanted];
            kept.iter_mut().zip(self.row(row)).for_each(|(word, bits)| *word = bits & mask);
        }
        Ok(rows)
    }
}

/// The set of v xor low for the members v of a word, low < 64.
fn exchanged(mut bits: u64, low: usize) -> u64 {
    const LOWER_HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (digit, lower) in LOWER_HALVES.iter().enumerate() {
        if low >> digit & 1 == 1 {
            let by = 1 << digit;
            bits = (bits & lower) << by | (bits >> by) & lower;
        }
    }
    bits
}

/// `sets[j]` has the row N(m, j) for every m, given the values of all heaps; j from 0 to the most parts.
pub(crate) fn nim_sets(
    values: &[u32],
    most_parts: usize,
    task: &Task,
) -> Result<Vec<Rows>, Rejection> {
    let bound = values.iter().copied().max().unwrap_or(0) as usize + 1;
    let mut sets = Rows::many(most_parts + 1, values.len(), bound, task)?;
    for m in 0..values.len() {
        fill(&mut sets, m, values, task)?;
        fill_single(&mut sets, m, values[m]);
    }
    Ok(sets)
}

/// The value of the heap m, when it is known.
fn fill_single(sets: &mut [Rows], m: usize, value: u32) {
    if let Some(single) = sets.get_mut(1).filter(|_| m > 0) {
        single.insert(m, value as usize);
    }
}

/// The rows of m for no part, and for two and more, of which each is smaller than m.
fn fill(sets: &mut [Rows], m: usize, values: &[u32], task: &Task) -> Result<(), Rejection> {
    if m == 0 {
        sets[0].insert(0, 0);
    }
    for parts in 2..sets.len().min(m + 1) {
        let (smaller, larger) = sets.split_at_mut(parts);
        task.spend((m / parts * larger[0].width) as u64)?;
        for (h, &value) in values.iter().enumerate().take(m / parts + 1).skip(1) {
            larger[0].unite(m, &smaller[parts - 1], m - h, value as usize);
        }
    }
    Ok(())
}

/// The values of the heaps 0 to `to`, where a heap of n has the options of some nim-sets.
pub(crate) fn values(
    most_parts: usize,
    to: usize,
    reached: &dyn Fn(&[Rows], usize, usize) -> bool,
    task: &Task,
) -> Result<Vec<u32>, Rejection> {
    // Values below this; when one comes that is not, we begin again with more room.
    let mut bound = 64;
    'again: loop {
        let mut sets = Rows::many(most_parts + 1, to + 1, bound, task)?;
        let mut values: Vec<u32> = Vec::new();
        for n in 0..=to {
            fill(&mut sets, n, &values, task)?;
            let mex = (0..bound).find(|&value| !reached(&sets, n, value));
            let Some(mex) = mex else {
                bound *= 2;
                continue 'again;
            };
            task.spend(1 + mex as u64)?;
            values.push(mex as u32);
            fill_single(&mut sets, n, mex as u32);
        }
        return Ok(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_sets_are_those_of_all_splits() {
        let values = [0, 1, 2, 3, 1, 4, 70, 2, 1, 4, 2, 6];
        let sets = nim_sets(&values, 3, &Task::default()).unwrap();
        for m in 0..values.len() {
            for value in 0..128 {
                let two = (1..m).any(|a| values[a] ^ values[m - a] == value);
                assert_eq!(sets[2].has(m, value as usize), two, "{m} {value}");
                let three = (1..m).any(|a| {
                    (1..m - a).any(|b| values[a] ^ values[b] ^ values[m - a - b] == value)
                });
                assert_eq!(sets[3].has(m, value as usize), three, "{m} {value}");
            }
        }
    }
}
