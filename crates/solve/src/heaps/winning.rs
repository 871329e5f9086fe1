//! The winning moves of a position with huge piles, from a law and not from a list of all options.
//!
//! A move is made on one pile x, and wins if what it leaves of x has the nim-sum w of the other piles. Options on piles of
//! different sizes differ: equal ones would need a part that is as large as the pile it came from.
//!
//! *Two parts* a <= b with the sum m. Where a lies before the preperiod, each is looked at. The others go by residue
//! classes of the period: G(a) = A + s i and G(b) = B + s (k - i), where s is the saltus. For s = 0 a whole class wins, or
//! none of it. For s = 2^t the sum S of both values is known and their nim-sum is to be w, so they share the bits
//! d = (S - w) / 2, which must be none of those of w, and G(a) = d + x for some of the bits x of w: all such x have to be taken
//! that fit the last t bits of A, and that lie between two bounds.
//!
//! *Three or more parts* are too many to be counted: the smallest of them are tried one by one, and the last two found
//! as above.

use smallvec::SmallVec;
use sprague_rules::{HeapMoves, Position};

use super::{HeapValues, Law, Way};

/// Up to so many options are listed one by one.
const FEW: u64 = 1 << 20;
/// If more than so many win, only some are listed.
const ALL: u64 = 1 << 20;
const SOME: usize = 100;
/// Choices of small parts that are tried where three or more are left.
const TRIED: usize = 10_000;

/// Winning moves, all of them or some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// In order.
    pub options: Vec<Position>,
    /// How many there are.
    pub total: Total,
}

/// How many winning moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// So many.
    Counted(u64),
    /// More than are listed, or as many; nobody knows.
    Uncounted,
    /// The same, for the work was stopped before all options were looked at.
    Stopped,
}

/// Parts a of a + b = m, in a row.
enum Class {
    Each(Vec<usize>),
    /// `first`, `first + step`, ...
    Steps {
        first: usize,
        step: usize,
        count: u64,
    },
    /// `first + step (d + x)`, for the sub-masks x of a mask from the one with this rank on.
    Masks {
        first: i64,
        step: usize,
        shared: u64,
        mask: u64,
        rank: u64,
        count: u64,
    },
}

impl Class {
    fn count(&self) -> u64 {
        match self {
            Class::Each(parts) => parts.len() as u64,
            Class::Steps { count, .. } | Class::Masks { count, .. } => *count,
        }
    }

    fn get(&self, i: u64) -> usize {
        match self {
            Class::Each(parts) => parts[i as usize],
            Class::Steps { first, step, .. } => first + i as usize * step,
            Class::Masks { first, step, shared, mask, rank, .. } => {
                let level = shared + sub_mask(*mask, rank + i);
                (first + level as i64 * *step as i64) as usize
            }
        }
    }
}

/// What a move leaves of a pile.
type Left = SmallVec<[u32; 8]>;

impl HeapValues {
    /// The winning moves of a position, where a law is known and there are too many options to look at each.
    pub fn winning(&self, position: &[u32]) -> Option<Listed> {
        self.winning_within(position, FEW, ALL)
    }

    /// The same, where there are more than `few` options; up to `all` that win are listed.
    pub fn winning_within(&self, position: &[u32], few: u64, all: u64) -> Option<Listed> {
        let law = self.law?;
        let moves = match self.way {
            Way::All => None,
            _ => Some(HeapMoves::of(&self.ruleset)?),
        };
        if law.saltus > 0 && !law.saltus.is_power_of_two()
            || self.options(position, moves.as_ref()) <= few
        {
            return None;
        }
        let sum = self.sum(position);
        let mut piles = position.to_vec();
        piles.dedup();
        let mut ways: Vec<(u32, Vec<Kind>)> = Vec::new();
        for &pile in &piles {
            ways.push((pile, self.ways(&law, moves.as_ref(), pile, sum ^ self.value(pile))));
        }
        let counted = ways
            .iter()
            .flat_map(|(_, ways)| ways)
            .try_fold(0u64, |total, way| Some(total.saturating_add(way.count()?)));
        let many = match counted {
            Some(total) if total <= all => usize::MAX,
            _ => SOME,
        };
        let mut options = Vec::new();
        for (pile, ways) in &ways {
            for way in ways {
                let room = many.saturating_sub(options.len());
                for left in way.list(self, &law, room) {
                    options.push(position_after(position, *pile, &left));
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        let total = counted.map_or(Total::Uncounted, Total::Counted);
        Some(Listed { options, total })
    }

    /// About so many options there are.
    fn options(&self, position: &[u32], moves: Option<&HeapMoves>) -> u64 {
        let of = |&pile: &u32| match moves {
            None => u64::from(pile),
            Some(moves) => {
                let leaves = moves.leaves.iter().filter(|leave| leave.fits(pile));
                let each = |parts: u32| match parts {
                    0 | 1 => 1,
                    2 => u64::from(pile) / 2,
                    _ => u64::from(pile).saturating_pow(parts - 1) / 10_000,
                };
                leaves.map(|leave| each(leave.parts)).fold(0, u64::saturating_add)
            }
        };
        position.iter().map(of).fold(0, u64::saturating_add)
    }

    /// The ways to leave the nim-sum w of a pile, by kinds.
    fn ways(&self, law: &Law, moves: Option<&HeapMoves>, pile: u32, w: u32) -> Vec<Kind> {
        let Some(moves) = moves else {
            let smaller: Left = (w > 0).then_some(w).into_iter().collect();
            return (w < pile).then_some(Kind::One(smaller)).into_iter().collect();
        };
        let mut kinds: Vec<(u32, u32, bool)> = Vec::new();
        for leave in moves.leaves.iter().filter(|leave| leave.fits(pile)) {
            match kinds.iter_mut().find(|kind| (kind.0, kind.1) == (leave.parts, leave.take)) {
                // What may be unequal and what must be: together what may be.
                Some(kind) => kind.2 &= leave.unequal,
                None => kinds.push((leave.parts, leave.take, leave.unequal)),
            }
        }
        let way = |&(parts, take, unequal): &(u32, u32, bool)| {
            let rest = pile - take;
            match parts {
                0 | 1 => (self.value(rest) == w)
                    .then(|| Kind::One((rest > 0).then_some(rest).into_iter().collect())),
                2 => Some(Kind::Two {
                    sum: rest,
                    before: Left::new(),
                    classes: self.pairs(law, rest as usize, unequal, w, 1),
                }),
                _ => Some(Kind::More { sum: rest, parts, w }),
            }
        };
        kinds.iter().filter_map(way).collect()
    }

    /// The parts a >= `least` of a + b = m, a <= b, with the nim-sum w.
    fn pairs(&self, law: &Law, m: usize, unequal: bool, w: u32, least: usize) -> Vec<Class> {
        let half = if unequal { (m - 1) / 2 } else { m / 2 };
        let value = |n: usize| self.value(n as u32);
        let start = law.preperiod;
        let before = least..start.min(half + 1);
        let mut classes =
            vec![Class::Each(before.filter(|&a| value(a) ^ value(m - a) == w).collect())];
        for first in start..(start + law.period).min(half + 1) {
            let from = least.saturating_sub(first).div_ceil(law.period);
            let to = (half - first) / law.period;
            if from > to {
                continue;
            }
            let (rounds, place) = law.place(m - first);
            let (a, b) = (u64::from(value(first)), u64::from(value(place)));
            if law.saltus == 0 {
                if (a ^ b) as u32 == w {
                    let (first, count) = (first + from * law.period, (to - from + 1) as u64);
                    classes.push(Class::Steps { first, step: law.period, count });
                }
                continue;
            }
            let (w, saltus) = (u64::from(w), u64::from(law.saltus));
            let sum = a + b + saltus * rounds as u64;
            if w > sum || !(sum - w).is_multiple_of(2) {
                continue;
            }
            let shared = (sum - w) / 2;
            let low = (a ^ shared) % saltus;
            let fits = shared & w == 0 && low & shared == 0 && low & w == low;
            if !fits || (shared | (w ^ low)) % saltus != b % saltus {
                continue;
            }
            let (mask, shared) = (w / saltus, shared / saltus);
            let bound = |level: usize| (a / saltus + level as u64) as i64 - shared as i64;
            let (rank, beyond) = (up_to(mask, bound(from) - 1), up_to(mask, bound(to)));
            let first = first as i64 - (a / saltus) as i64 * law.period as i64;
            let count = beyond - rank;
            classes.push(Class::Masks { first, step: law.period, shared, mask, rank, count });
        }
        classes
    }
}

/// A kind of move that wins.
enum Kind {
    One(Left),
    /// Two more parts with this sum, after others that are fixed.
    Two {
        sum: u32,
        before: Left,
        classes: Vec<Class>,
    },
    /// Three or more parts with this sum and the nim-sum w.
    More {
        sum: u32,
        parts: u32,
        w: u32,
    },
}

impl Kind {
    fn count(&self) -> Option<u64> {
        match self {
            Kind::One(_) => Some(1),
            Kind::Two { classes, .. } => {
                Some(classes.iter().map(Class::count).fold(0, u64::saturating_add))
            }
            Kind::More { .. } => None,
        }
    }

    /// What is left by up to so many of the moves.
    fn list(&self, heaps: &HeapValues, law: &Law, most: usize) -> Vec<Left> {
        match self {
            Kind::One(left) => std::iter::once(left.clone()).take(most).collect(),
            Kind::Two { sum, before, classes } => {
                let parts =
                    classes.iter().flat_map(|class| (0..class.count()).map(|i| class.get(i)));
                let left = |a: usize| {
                    let mut left = before.clone();
                    left.extend([a as u32, sum - before.iter().sum::<u32>() - a as u32]);
                    left
                };
                parts.take(most).map(left).collect()
            }
            &Kind::More { sum, parts, w } => {
                let mut found = Vec::new();
                let mut small = vec![1u32; parts as usize - 2];
                for _ in 0..TRIED {
                    let taken: u32 = small.iter().sum();
                    let last = small[small.len() - 1];
                    let Some(rest) = sum.checked_sub(taken).filter(|&rest| rest >= 2 * last) else {
                        break;
                    };
                    let nim = small.iter().fold(w, |nim, &part| nim ^ heaps.value(part));
                    let classes = heaps.pairs(law, rest as usize, false, nim, last as usize);
                    let before = small.iter().copied().collect();
                    let two = Kind::Two { sum, before, classes };
                    found.extend(two.list(heaps, law, most - found.len()));
                    if found.len() >= most {
                        break;
                    }
                    next(&mut small);
                }
                found
            }
        }
    }
}

/// The next nondecreasing list: 1,1 1,2 2,2 1,3 2,3 ...
fn next(parts: &mut [u32]) {
    let last = parts.len() - 1;
    let at = (0..last).find(|&i| parts[i] < parts[i + 1]).unwrap_or(last);
    parts[at] += 1;
    parts[..at].fill(1);
}

/// The position when this is left of a pile.
fn position_after(position: &[u32], pile: u32, left: &[u32]) -> Position {
    let mut piles = position.to_vec();
    let at = piles.iter().position(|&size| size == pile).expect("it is one of the piles");
    piles.remove(at);
    piles.extend(left);
    piles.sort_unstable();
    Position::reached(&piles)
}

/// How many sub-masks of a mask are at most `bound`.
fn up_to(mask: u64, bound: i64) -> u64 {
    let Ok(bound) = u64::try_from(bound) else { return 0 };
    let mut count = 0;
    for bit in (0..63).rev() {
        let free = 1u64 << (mask & ((1 << bit) - 1)).count_ones();
        match (mask >> bit & 1, bound >> bit & 1) {
            (1, 1) => count += free,
            (0, 1) => return count + free,
            _ => {}
        }
    }
    count + 1
}

/// The sub-mask of this rank.
fn sub_mask(mut mask: u64, rank: u64) -> u64 {
    let (mut sub, mut digit) = (0, 0);
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        if rank >> digit & 1 == 1 {
            sub |= lowest;
        }
        (mask, digit) = (mask ^ lowest, digit + 1);
    }
    sub
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sub_masks_are_counted(mask in 0u64..512, bound in -5i64..600) {
            let below = (0..512u64).filter(|x| x & mask == *x && (*x as i64) <= bound);
            prop_assert_eq!(below.clone().count() as u64, up_to(mask, bound));
            for (rank, x) in below.enumerate() {
                prop_assert_eq!(sub_mask(mask, rank as u64), x);
            }
        }
    }
}
