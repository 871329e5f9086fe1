//! Sparse space: for some mask almost all values have an odd number of bits within it. Call these *common*, the others,
//! among them 0, *rare*. The nim-sum of two common values is rare, and only a rare and a common one give a common one
//! (Berlekamp, Conway and Guy, Winning Ways, chapter 4). So the splits with a rare part, which are few, decide which common
//! values are reached.
//!
//! The mask with the fewest rare values is read off the Walsh–Hadamard transform of the histogram of values.

/// Splits that are compared in the time in which a rare part is marked.
const SCATTERED: usize = 3;

/// Which values are common. Without a mask none is, and no heap is listed.
#[derive(Default)]
pub(super) struct Space {
    mask: u16,
    /// The heaps with rare values, ascending; none without a mask.
    pub rare: Vec<u32>,
    common: Vec<bool>,
}

impl Space {
    /// The space of these values with the fewest rare ones, if they are few.
    pub fn of(values: &[u16]) -> Space {
        let most = usize::from(values.iter().copied().max().unwrap_or(0));
        let mut spectrum = vec![0i64; (most + 1).next_power_of_two()];
        for &value in &values[1..] {
            spectrum[usize::from(value)] += 1;
        }
        walsh_hadamard(&mut spectrum);
        // An entry is the number of rare heaps less the number of common ones.
        let mask = (0..spectrum.len()).min_by_key(|&mask| spectrum[mask]).unwrap_or(0) as u16;
        let heaps = 1..values.len() as u32;
        let rare: Vec<u32> = heaps.filter(|&heap| !odd(values[heap as usize] & mask)).collect();
        match SCATTERED * rare.len() < values.len() / 2 {
            true => Space { mask, rare, common: Vec::new() },
            false => Space::default(),
        }
    }

    /// Prepares for values below a bound.
    pub fn make_room(&mut self, values: usize) {
        let known = self.common.len();
        self.common.extend((known..values).map(|value| odd(value as u16 & self.mask)));
    }

    /// Is the value reached only by splits with a rare part, which are all listed?
    #[inline]
    pub fn is_common(&self, value: u16) -> bool {
        self.common[usize::from(value)]
    }

    /// Is there a mask?
    pub fn is_sparse(&self) -> bool {
        self.mask != 0
    }

    /// The common ones among the values that are numbers of bits in a word.
    pub fn common_bits(&self) -> u64 {
        (0..u64::BITS).filter(|&value| odd(value as u16 & self.mask)).map(|value| 1 << value).sum()
    }

    /// Takes note of the value of the next heap.
    pub fn note(&mut self, heap: usize, value: u16) {
        if self.mask != 0 && !odd(value & self.mask) {
            self.rare.push(heap as u32);
        }
    }
}

fn odd(bits: u16) -> bool {
    bits.count_ones() % 2 == 1
}

/// For every mask, the sum of the entries with sign + or - as their index has an even or odd number
/// of bits within the mask.
fn walsh_hadamard(entries: &mut [i64]) {
    let mut half = 1;
    while half < entries.len() {
        for block in entries.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}
