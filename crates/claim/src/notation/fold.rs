//! The shortest way to write terms as blocks with exponents.
//!
//! A term that is written counts 1, and so does an exponent: `(5,4)^2` counts 3. Among the foldings
//! of least count those of fewest blocks are shortest, a run of terms without exponent being one
//! block. The least count of the terms from each place on follows from those further right, by
//! trying every block that begins there; how often a block of length b is repeated is known from
//! how long the terms equal those b places further on. That takes time (number of terms) x (length
//! of the longest block tried), so blocks are kept shorter in lists of more than some six thousand
//! terms; and of a block that is repeated very often only the greatest exponents are tried.

/// Terms that are repeated some number of times, at least once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<T> {
    /// What is repeated.
    pub terms: Vec<T>,
    /// How often.
    pub times: usize,
}

/// Places times lengths that are tried.
const MOST_STEPS: usize = 20_000_000;

/// How many exponents of one block are tried, from the greatest down.
const EXPONENTS: usize = 16;

/// The first step of the best folding from some place on, and what the whole costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// Terms and exponents written, then blocks.
    cost: (usize, usize),
    length: usize,
    times: usize,
}

/// Folds a list of terms.
pub fn fold<T: Copy + Eq>(terms: &[T]) -> Vec<Block<T>> {
    let n = terms.len();
    let longest = (n / 2).min(MOST_STEPS / n.max(1));
    // After a power, and after a single term, whose run the next single term joins.
    let nothing = [Step { cost: (0, 0), length: 0, times: 0 }; 2];
    let mut best = vec![nothing; n + 1];
    // How many terms from this place on equal those `length` places further.
    let mut equal = vec![0; longest + 1];
    for i in (0..n).rev() {
        let mut power: Option<Step> = None;
        for length in 1..=longest.min(n - i) {
            equal[length] = match terms.get(i + length) == Some(&terms[i]) {
                true => equal[length] + 1,
                false => 0,
            };
            let most = 1 + equal[length] / length;
            for times in (2..=most).rev().take(EXPONENTS) {
                let (written, blocks) = best[i + length * times][0].cost;
                let cost = (written + length + 1, blocks + 1);
                if power.is_none_or(|power| cost < power.cost) {
                    power = Some(Step { cost, length, times });
                }
            }
        }
        let (written, blocks) = best[i + 1][1].cost;
        best[i] = [1, 0].map(|new| {
            let single = Step { cost: (written + 1, blocks + new), length: 1, times: 1 };
            power.filter(|power| power.cost <= single.cost).unwrap_or(single)
        });
    }
    let mut blocks: Vec<Block<T>> = Vec::new();
    let mut i = 0;
    while i < n {
        let in_run = blocks.last().is_some_and(|last: &Block<T>| last.times == 1);
        let Step { length, times, .. } = best[i][usize::from(in_run)];
        match blocks.last_mut() {
            Some(run) if times == 1 && run.times == 1 => run.terms.push(terms[i]),
            _ => blocks.push(Block { terms: terms[i..i + length].to_vec(), times }),
        }
        i += length * times;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn count<T>(blocks: &[Block<T>]) -> usize {
        blocks.iter().map(|b| b.terms.len() + usize::from(b.times > 1)).sum()
    }

    /// The least count, by the definition.
    fn least(terms: &[u8]) -> usize {
        let mut best = vec![0; terms.len() + 1];
        for i in (0..terms.len()).rev() {
            best[i] = best[i + 1] + 1;
            for length in 1..=(terms.len() - i) / 2 {
                let block = &terms[i..i + length];
                for times in 2..=(terms.len() - i) / length {
                    if terms[i..i + length * times] == block.repeat(times) {
                        best[i] = best[i].min(length + 1 + best[i + length * times]);
                    }
                }
            }
        }
        best[0]
    }

    proptest! {
        #[test]
        fn foldings_unfold_and_are_shortest(
            blocks in prop::collection::vec((prop::collection::vec(0u8..3, 1..4), 1usize..30), 0..5),
        ) {
            let terms: Vec<u8> = blocks.iter().flat_map(|(b, k)| b.repeat(*k)).collect();
            let folded = fold(&terms);
            let unfolded: Vec<u8> = folded.iter().flat_map(|b| b.terms.repeat(b.times)).collect();
            prop_assert_eq!(&unfolded, &terms);
            prop_assert_eq!(count(&folded), least(&terms), "{:?}", folded);
            let runs = folded.windows(2).all(|w| w[0].times > 1 || w[1].times > 1);
            prop_assert!(runs, "{:?}", folded);
        }
    }

    #[test]
    fn a_long_list_is_folded_in_good_time() {
        let terms: Vec<u32> = (0..200_000u32).map(|n| n % 7 + n / 1400).collect();
        assert!(fold(&terms).len() < 200);
        assert_eq!(fold(&[0u8; 100_000]), [Block { terms: vec![0], times: 100_000 }]);
    }
}
