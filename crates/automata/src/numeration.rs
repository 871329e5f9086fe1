//! Ways to write natural numbers with digits, least significant first.
//!
//! Beside binary these are the systems of Ostrowski for constant partial quotients: for `t >= 1` the digits weigh `1, t + 1,
//! t (t + 1) + 1, ...`, each weight `t` times the one before and the one before that (as if that had been 1 before the first).
//! They are the numerators of the convergents of `[1; t, t, t, ...]`. Digits go from 0 to `t`, and below a digit `t` stands a 0:
//! so every number is written once, and words compare as numbers do, most significant digit first. With `t = 1` this is
//! Zeckendorf's way (A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982, calls it the p-system).

/// A numeration system. Trailing (most significant) zeros never matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// Digit `i` weighs `2^i`; every word is a number.
    Binary,
    /// Ostrowski's system with all partial quotients equal to this number, which is at least 1.
    Ostrowski(u8),
}

impl Numeration {
    /// Zeckendorf: the digits weigh 1, 2, 3, 5, 8, ...; no two neighbours are both 1.
    pub const FIBONACCI: Numeration = Numeration::Ostrowski(1);

    /// The largest partial quotient with which two numbers can be compared with a third and a constant.
    pub const LARGEST_QUOTIENT: u8 = 7;

    /// How many digits there are.
    pub fn base(self) -> usize {
        match self {
            Numeration::Binary => 2,
            Numeration::Ostrowski(quotient) => usize::from(quotient) + 1,
        }
    }

    /// The weight of a digit, while it fits.
    pub fn weight(self, position: usize) -> Option<u128> {
        match self {
            Numeration::Binary => 1u128.checked_shl(u32::try_from(position).ok()?),
            Numeration::Ostrowski(quotient) => {
                let (mut before, mut weight) = (1u128, 1u128);
                for _ in 0..position {
                    let next = weight.checked_mul(quotient.into())?.checked_add(before)?;
                    (before, weight) = (weight, next);
                }
                Some(weight)
            }
        }
    }

    /// The digits of a number, without trailing zeros.
    pub fn digits(self, mut number: u128) -> Vec<u8> {
        match self {
            Numeration::Binary => {
                (0..128 - number.leading_zeros()).map(|i| (number >> i & 1) as u8).collect()
            }
            Numeration::Ostrowski(_) => {
                let weights: Vec<u128> =
                    (0..).map_while(|i| self.weight(i).filter(|&w| w <= number)).collect();
                let mut digits = vec![0; weights.len()];
                for (digit, weight) in digits.iter_mut().zip(weights).rev() {
                    *digit = (number / weight) as u8;
                    number %= weight;
                }
                digits
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::Letters;

    #[test]
    fn digits_sum_to_the_number_and_follow_the_rule() {
        let all = [Numeration::Binary].into_iter().chain((1..=7).map(Numeration::Ostrowski));
        for numeration in all {
            let letters = Letters::new(numeration, 1);
            for n in 0..2000 {
                let digits = numeration.digits(n);
                let part =
                    |(i, &digit): (usize, &u8)| numeration.weight(i).unwrap() * u128::from(digit);
                assert_eq!(digits.iter().enumerate().map(part).sum::<u128>(), n);
                assert_ne!(digits.last(), Some(&0));
                let follow = |form: Option<u16>, digit: &u8| letters.follow(form?, (*digit).into());
                assert!(digits.iter().fold(Some(0), follow).is_some(), "{n} in {numeration:?}");
            }
        }
    }

    /// Each number has one word: as many words of n digits as there are numbers below the weight of the next.
    #[test]
    fn every_word_that_follows_the_rule_is_another_number() {
        for quotient in 1..=5 {
            let numeration = Numeration::Ostrowski(quotient);
            let letters = Letters::new(numeration, 1);
            let mut words: Vec<(Option<u16>, u128)> = vec![(Some(0), 0)];
            for length in 0..5 {
                let weight = numeration.weight(length).unwrap();
                words = words
                    .iter()
                    .flat_map(|&(form, n)| {
                        let longer = |digit| {
                            (letters.follow(form.unwrap(), digit), n + weight * digit as u128)
                        };
                        (0..letters.count()).map(longer).collect::<Vec<_>>()
                    })
                    .filter(|(form, _)| form.is_some())
                    .collect();
                let mut numbers: Vec<u128> = words.iter().map(|word| word.1).collect();
                numbers.sort_unstable();
                let below = numeration.weight(length + 1).unwrap();
                assert_eq!(numbers, (0..below).collect::<Vec<_>>());
            }
        }
    }
}
