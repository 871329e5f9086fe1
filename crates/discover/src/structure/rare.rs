//! Rare values: those that are no more seen, and sparse spaces.
//!
//! A *sparse space* of nim-values is the set of those that have an even number of ones in common with some mask, 0 among them. The
//! nim-sum of two members is a member, that of two other values too: so that where few heaps have such *rare* values, a heap that may be
//! split in two goes on avoiding them (Berlekamp, Conway and Guy, Winning Ways, chapter 4).

/// A value that only the first half of the terms has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastSeen {
    /// The value.
    pub value: u32,
    /// How many heaps have it.
    pub times: usize,
    /// The largest of them.
    pub at: u32,
}

/// A sparse space to which few heaps belong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rare {
    /// A value is rare if it has an even number of ones in common with this mask.
    pub mask: u32,
    /// The rare values that heaps have.
    pub values: Vec<u32>,
    /// Heaps with a rare value among the first half, from which the mask was learned, and among the second.
    pub heaps: [usize; 2],
    /// The largest of them.
    pub last: u32,
}

/// How often a value is seen, on the average, if its absence is to mean something.
const OFTEN: usize = 16;
/// Of so many heaps at most one is rare: of the first half, and of the second, where there are no more of them.
const ONE_IN: [usize; 2] = [5, 8];
/// Masks of values below this are looked at.
const LARGEST: usize = 1 << 16;

/// Values that the second half does not have, though it often has a larger one.
pub fn last_seen(terms: &[u32]) -> Vec<LastSeen> {
    let half = terms.len() / 2;
    let counts = |terms: &[u32]| {
        let mut counts = std::collections::BTreeMap::<u32, usize>::new();
        terms.iter().for_each(|&term| *counts.entry(term).or_default() += 1);
        counts
    };
    let (early, late) = (counts(&terms[..half]), counts(&terms[half..]));
    let mean = (terms.len() - half) / late.len().max(1);
    let common = late.iter().rev().find(|(_, times)| **times >= mean.div_ceil(2));
    let Some((&largest, _)) = common.filter(|_| mean >= OFTEN) else { return Vec::new() };
    let gone = early.iter().filter(|(value, _)| **value < largest && !late.contains_key(value));
    let seen = gone.map(|(&value, &times)| {
        let at = terms[..half].iter().rposition(|&term| term == value).unwrap_or(0);
        LastSeen { value, times, at: at as u32 }
    });
    seen.collect()
}

/// The sparse space with the fewest rare heaps, learned from the first half of the terms, if there are few in the second as well.
pub fn rare(terms: &[u32]) -> Option<Rare> {
    let half = terms.len() / 2;
    let largest = *terms.iter().max()? as usize;
    if largest >= LARGEST {
        return None;
    }
    let mask = sparsest(&terms[..half]);
    let is_rare = |term: u32| (term & mask).count_ones().is_multiple_of(2);
    let count = |terms: &[u32]| terms.iter().filter(|&&term| is_rare(term)).count();
    let heaps = [count(&terms[..half]), count(&terms[half..])];
    let few = heaps.iter().zip(ONE_IN).all(|(few, one_in)| few * one_in <= half);
    if !few || heaps[1] > heaps[0] {
        return None;
    }
    let mut values: Vec<u32> = terms.iter().copied().filter(|&term| is_rare(term)).collect();
    values.sort_unstable();
    values.dedup();
    let last = terms.iter().rposition(|&term| is_rare(term))? as u32;
    Some(Rare { mask, values, heaps, last })
}

/// The mask with the fewest rare terms: read off the Walsh–Hadamard transform of how often each value comes.
fn sparsest(terms: &[u32]) -> u32 {
    let largest = terms.iter().copied().max().unwrap_or(0) as usize;
    // An entry becomes the number of rare terms less that of the others.
    let mut spectrum = vec![0i64; (largest + 1).next_power_of_two()];
    terms.iter().for_each(|&term| spectrum[term as usize] += 1);
    let mut half = 1;
    while half < spectrum.len() {
        for block in spectrum.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            low.iter_mut().zip(high).for_each(|(a, b)| (*a, *b) = (*a + *b, *a - *b));
        }
        half *= 2;
    }
    (0..spectrum.len()).min_by_key(|&mask| spectrum[mask]).unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Dice;

    #[test]
    fn the_mask_is_that_with_the_fewest_rare_terms() {
        let mut dice = Dice::new();
        for _ in 0..20 {
            let terms: Vec<u32> = (0..300).map(|_| dice.roll(60) as u32).collect();
            let rare = |mask: u32| {
                terms.iter().filter(|&&t| (t & mask).count_ones().is_multiple_of(2)).count()
            };
            let fewest = (0..64).map(rare).min();
            assert_eq!(Some(rare(sparsest(&terms))), fewest);
        }
    }

    #[test]
    fn a_planted_sparse_space_is_seen() {
        let mut dice = Dice::new();
        // Values with an odd number of ones within 0b10110, and some few others.
        let mask = 0b1_0110u32;
        let common: Vec<u32> = (0..32).filter(|v| (v & mask).count_ones() % 2 == 1).collect();
        let mut terms: Vec<u32> = (0..2000).map(|_| common[dice.roll(16) as usize]).collect();
        for n in [0usize, 5, 17, 120] {
            terms[n] = 9;
        }
        let seen = rare(&terms).expect("a sparse space");
        let expected = Rare { mask, values: vec![9], heaps: [4, 0], last: 120 };
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_value_that_is_no_more_seen_is_told() {
        let mut dice = Dice::new();
        let mut terms: Vec<u32> = (0..2000).map(|_| 1 + dice.roll(7) as u32).collect();
        for n in [0usize, 5, 17] {
            terms[n] = 0;
        }
        assert_eq!(last_seen(&terms), [LastSeen { value: 0, times: 3, at: 17 }]);
    }
}
