//! Ways to write natural numbers with the digits 0 and 1, least significant first.

/// A numeration system. Trailing (most significant) zeros never matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// Digit `i` weighs `2^i`; every word is a number.
    Binary,
    /// Zeckendorf: the digits weigh 1, 2, 3, 5, 8, ...; no two neighbours are both 1. In this form
    /// every number is written once, and words compare as numbers do, most significant digit first.
    Fibonacci,
}

impl Numeration {
    /// The weight of a digit, while it fits.
    pub fn weight(self, position: usize) -> Option<u128> {
        match self {
            Numeration::Binary => 1u128.checked_shl(u32::try_from(position).ok()?),
            Numeration::Fibonacci => {
                let (mut weight, mut next) = (1u128, 2u128);
                for _ in 0..position {
                    (weight, next) = (next, weight.checked_add(next)?);
                }
                Some(weight)
            }
        }
    }

    /// The digits of a number, without trailing zeros.
    pub fn digits(self, mut number: u128) -> Vec<bool> {
        match self {
            Numeration::Binary => {
                (0..128 - number.leading_zeros()).map(|i| number >> i & 1 == 1).collect()
            }
            Numeration::Fibonacci => {
                let weights: Vec<u128> =
                    (0..).map_while(|i| self.weight(i).filter(|&w| w <= number)).collect();
                let mut digits = vec![false; weights.len()];
                for (digit, weight) in digits.iter_mut().zip(weights).rev() {
                    if weight <= number {
                        *digit = true;
                        number -= weight;
                    }
                }
                digits
            }
        }
    }

    /// May a letter (one digit for each track) follow another, from low to high digits?
    pub(crate) fn may_follow(self, low: usize, high: usize) -> bool {
        match self {
            Numeration::Binary => true,
            Numeration::Fibonacci => low & high == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_sum_to_the_number_and_follow_the_rule() {
        for numeration in [Numeration::Binary, Numeration::Fibonacci] {
            for n in 0..2000 {
                let digits = numeration.digits(n);
                let set = |i: usize| digits[i] as usize;
                let sum: u128 =
                    (0..digits.len()).map(|i| numeration.weight(i).unwrap() * set(i) as u128).sum();
                assert_eq!(sum, n);
                assert!((1..digits.len()).all(|i| numeration.may_follow(set(i - 1), set(i))));
            }
        }
    }
}
