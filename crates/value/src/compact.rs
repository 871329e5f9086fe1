//! Numbers plus multiples of up plus a nimber: the values that are held without their options.
//!
//! The canonical forms follow from the number translation theorem and, for multiples of up, from
//! `k.^ *m = {0 | (k-1).^ *(m xor 1)}` for k >= 1, with the one exception `^* = {0,*|0}` (Siegel,
//! *Combinatorial Game Theory*, II.3 and II.4). So `1000000` and `^1000000` cost as much as `1`.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use crate::dyadic::Dyadic;
use crate::limit::Limit;

/// The largest nimber.
pub const LARGEST_NIMBER: u32 = (1 << 16) - 1;
/// The largest multiple of up.
pub const LARGEST_UP: i64 = 1 << 40;

/// `number + up.^ + *nim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Compact {
    /// The number that it is infinitesimally close to.
    pub number: Dyadic,
    /// How many ups; downs if it is negative.
    pub up: i64,
    /// The nimber `*nim`; 0 for none.
    pub nim: u32,
}

/// A short list of compact options.
pub type CompactOptions = SmallVec<[Compact; 4]>;

impl Compact {
    /// A number without an infinitesimal.
    pub fn number(number: Dyadic) -> Compact {
        Compact { number, up: 0, nim: 0 }
    }

    /// Is it without ups and without a nimber?
    pub fn is_number(&self) -> bool {
        self.up == 0 && self.nim == 0
    }

    /// The sum: numbers and ups are added, nimbers nim-added.
    pub fn plus(&self, other: &Compact) -> Result<Compact, Limit> {
        Ok(Compact {
            number: self.number.plus(other.number)?,
            up: in_range(self.up + other.up)?,
            nim: self.nim ^ other.nim,
        })
    }

    /// The game with the players' roles exchanged; a nimber is its own negative.
    pub fn negative(&self) -> Compact {
        Compact { number: self.number.negative(), up: -self.up, nim: self.nim }
    }

    /// The sum of `factor` copies.
    pub fn times(&self, factor: i64) -> Result<Compact, Limit> {
        Ok(Compact {
            number: self.number.times(factor)?,
            up: in_range(self.up.checked_mul(factor).ok_or(Limit::Infinitesimal)?)?,
            nim: if factor % 2 == 0 { 0 } else { self.nim },
        })
    }

    /// Is this at most `other`? The difference has the sign of its number, then that of its ups
    /// (one up against `*` alone is confused); a nimber is confused with 0.
    pub fn at_most(&self, other: &Compact) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => match (other.up - self.up, self.nim ^ other.nim) {
                (0, nim) => nim == 0,
                (1, nim) => nim != 1,
                (up, _) => up > 0,
            },
        }
    }

    /// The Left and Right options of the canonical form.
    pub fn options(&self) -> (CompactOptions, CompactOptions) {
        let Compact { number, up, nim } = *self;
        let with = |up: i64, nim: u32| Compact { number, up, nim };
        match (up, nim) {
            (0, 0) => {
                let (left, right) = number.options();
                (left.map(Compact::number).into_iter().collect(), {
                    right.map(Compact::number).into_iter().collect()
                })
            }
            (0, nim) => {
                let options: CompactOptions = (0..nim).map(|m| with(0, m)).collect();
                (options.clone(), options)
            }
            (1, 1) => (smallvec![with(0, 0), with(0, 1)], smallvec![with(0, 0)]),
            (-1, 1) => (smallvec![with(0, 0)], smallvec![with(0, 0), with(0, 1)]),
            (1.., nim) => (smallvec![with(0, 0)], smallvec![with(up - 1, nim ^ 1)]),
            (..0, nim) => (smallvec![with(up + 1, nim ^ 1)], smallvec![with(0, 0)]),
        }
    }

    /// The value whose canonical options these are, if it is compact and not a number.
    pub fn with_options(left: &[Compact], right: &[Compact]) -> Option<Compact> {
        let number = left.first()?.number;
        if left.iter().chain(right).any(|c| c.number != number) {
            return None;
        }
        let candidate = match (left, right) {
            ([l], [r]) if l.is_number() && r.up >= 0 && (r.up, r.nim) != (0, 0) => {
                Compact { number, up: r.up + 1, nim: r.nim ^ 1 }
            }
            ([l], [r]) if r.is_number() && l.up <= 0 && (l.up, l.nim) != (0, 0) => {
                Compact { number, up: l.up - 1, nim: l.nim ^ 1 }
            }
            ([_, _], [_]) => Compact { number, up: 1, nim: 1 },
            ([_], [_, _]) => Compact { number, up: -1, nim: 1 },
            _ => Compact { number, up: 0, nim: left.len() as u32 },
        };
        let (l, r) = candidate.options();
        let same =
            |a: &[Compact], b: &[Compact]| a.len() == b.len() && a.iter().all(|x| b.contains(x));
        let fits = candidate.up.abs() <= LARGEST_UP && candidate.nim <= LARGEST_NIMBER;
        (fits && same(&l, left) && same(&r, right)).then_some(candidate)
    }

    /// The height of the tree of canonical options.
    pub fn birthday(&self) -> u64 {
        let up = self.up.unsigned_abs();
        let infinitesimal = match (up, self.nim) {
            (0, nim) => u64::from(nim),
            (up, 0 | 1) => up + 1,
            (up, nim) => up + u64::from(nim ^ (up & 1) as u32),
        };
        self.number.birthday() + infinitesimal
    }
}

fn in_range(up: i64) -> Result<i64, Limit> {
    if up.abs() <= LARGEST_UP { Ok(up) } else { Err(Limit::Infinitesimal) }
}
