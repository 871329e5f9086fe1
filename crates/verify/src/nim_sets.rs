//! Sets of nim-values as rows of bits, and the nim-sets N(m, j): the nim-values of all splits of m into j heaps.
//!
//! N(m, 1) is the value of the heap m, and N(m, j) is the union of N(m - h, j - 1) nim-added to the value of h, over the
//! smallest part h, which is at most m / j. A row has as many bits as a power of two above all values, so that nim-sums
//! stay within. To nim-add v to a set is to exchange, for each binary digit 1 of v, the two halves of every stretch of
//! bits that this digit tells apart. Rows that are to be nim-added to values with the same last six digits are united first,
//! so that bits are exchanged once for all of them.

use sprague_task::Task;

use crate::Rejection;

/// Splits into more parts are not looked at.
const MOST_PARTS: usize = 1000;

/// Up to so many rows are united one by one.
const FEW: usize = 6;

/// One row for each of the last six digits of a value: what is to be nim-added to them.
#[derive(Default)]
struct Gathered {
    width: usize,
    words: Vec<u64>,
    /// The rows in which something was put.
    touched: u64,
}

impl Gathered {
    fn clear(&mut self, width: usize) {
        self.width = width;
        self.words.clear();
        self.words.resize(64 * width, 0);
        self.touched = 0;
    }

    fn row(&mut self, low: usize) -> &mut [u64] {
        self.touched |= 1 << low;
        &mut self.words[low * self.width..][..self.width]
    }
}

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

    /// Puts into a row what is in the rows of others before it, nim-added to values: the row just before to the first
    /// value, the one before that to the second, and so on.
    fn unite_all(&mut self, row: usize, others: &Rows, values: &[u32], gathered: &mut Gathered) {
        if values.len() < FEW {
            for (before, &value) in values.iter().enumerate() {
                self.unite(row, others, row - before - 1, value as usize);
            }
            return;
        }
        gathered.clear(self.width);
        for (before, &value) in values.iter().enumerate() {
            let into = gathered.row(value as usize % 64);
            let high = value as usize / 64;
            for (place, &bits) in others.row(row - before - 1).iter().enumerate() {
                into[place ^ high] |= bits;
            }
        }
        let into = &mut self.words[row * self.width..][..self.width];
        for low in (0..64).filter(|low| gathered.touched >> low & 1 == 1) {
            let from = &gathered.words[low * self.width..][..self.width];
            into.iter_mut().zip(from).for_each(|(word, &bits)| *word |= exchanged(bits, low));
        }
    }

    /// Puts into every row what is in the rows of others so many places before it, nim-added to a value.
    pub(crate) fn unite_shifted(&mut self, others: &Rows, shifts: &[usize], value: usize) {
        let (low, high) = (value % 64, value / 64);
        let mut added = vec![0; others.words.len()];
        let rows = others.words.chunks_exact(self.width);
        for (into, row) in added.chunks_exact_mut(self.width).zip(rows) {
            for (place, &bits) in row.iter().enumerate() {
                into[place ^ high] = exchanged(bits, low);
            }
        }
        for shift in shifts {
            let from = shift.saturating_mul(self.width).min(self.words.len());
            let into = self.words[from..].iter_mut();
            into.zip(&added).for_each(|(word, bits)| *word |= bits);
        }
    }

    /// The members of a row, ascending.
    pub(crate) fn members(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.row(row).iter().enumerate();
        words.flat_map(|(place, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * place + bit)
        })
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
    let mut gathered = Gathered::default();
    for m in 0..values.len() {
        fill(&mut sets, m, values, &mut gathered, task)?;
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
fn fill(
    sets: &mut [Rows],
    m: usize,
    values: &[u32],
    gathered: &mut Gathered,
    task: &Task,
) -> Result<(), Rejection> {
    if m == 0 {
        sets[0].insert(0, 0);
    }
    for parts in 2..sets.len().min(m + 1) {
        let (smaller, larger) = sets.split_at_mut(parts);
        task.spend((m / parts * larger[0].width) as u64)?;
        let heaps = &values[1..m / parts + 1];
        larger[0].unite_all(m, &smaller[parts - 1], heaps, gathered);
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
        let mut gathered = Gathered::default();
        for n in 0..=to {
            fill(&mut sets, n, &values, &mut gathered, task)?;
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

    /// Many heaps, so that rows are gathered, against all splits one by one.
    #[test]
    fn gathered_rows_are_those_that_are_united_one_by_one() {
        let values: Vec<u32> = (0..60u32).map(|n| n.wrapping_mul(2_654_435_761) >> 24).collect();
        let task = Task::default();
        let sets = nim_sets(&values, 3, &task).unwrap();
        let mut plain = Rows::many(4, values.len(), 256, &task).unwrap();
        (1..values.len()).for_each(|m| plain[1].insert(m, values[m] as usize));
        for parts in 2..=3 {
            for m in 1..values.len() {
                for (h, &value) in values.iter().enumerate().take(m).skip(1) {
                    let (smaller, larger) = plain.split_at_mut(parts);
                    larger[0].unite(m, &smaller[parts - 1], m - h, value as usize);
                }
                let seen: Vec<usize> = sets[parts].members(m).collect();
                assert_eq!(seen, plain[parts].members(m).collect::<Vec<_>>(), "{parts} {m}");
            }
        }
        // The same part at several sizes, put beside everything at once or row by row.
        let (mut at_once, mut by_row) = (plain[2].emptied(), plain[2].emptied());
        for (value, shifts) in [(0usize, vec![3, 4]), (77, vec![1, 59, 200])] {
            at_once.unite_shifted(&plain[2], &shifts, value);
            for shift in shifts {
                for row in shift..by_row.len() {
                    by_row.unite(row, &plain[2], row - shift, value);
                }
            }
        }
        assert_eq!(at_once.words, by_row.words);
    }
}
