//! Take and break with a saltus s that is a power of two.
//!
//! Write a value as s l + b, b < s: a level and a digit. The claim is that, with period P, each residue has a type
//! (delta, b) whose heaps delta + P l, l >= 1, have the values s l + b, and that all other heaps, the low ones, have level
//! 0. Given that up to some heap, it holds for all when, for every type with its delta from 1 to 2 P + 1 and every move
//! that takes k and leaves j parts:
//!
//! 1. no j typed parts, one or more of them upper, have deltas with the sum delta - k and digits with
//!    the nim-sum b. (If the levels have the nim-sum l they add up to l + 2 e, and the deltas, each at least 1,
//!    to delta - k - 2 e P, so e = 0.)
//! 2. for each b' < b some j typed parts, exactly one upper, have deltas with the sum delta - k and digits with the
//!    nim-sum b': the upper one goes to level l.
//! 3. for each b' < s and each h >= 1 some upper part and j - 1 heaps with a digit as nim-sum have sizes, the upper
//!    part counting with its delta, with the sum delta + h P - k, and the nim-sum b': the upper part
//!    goes to level l - h.
//! 4. for each b' < s and each h >= 1 some j heaps with the sum delta + h P - k have the nim-sum b'.
//!
//! In 3 and 4 it is enough to look at h = 1, ..., H if for each b' and each parity some h <= H also allows
//! two upper parts that count with their deltas among the heaps: raised by a level each, they serve h + 2, and so on.

use sprague_rules::Leave;

use crate::breaks::{check_recursion, continued, nim_sets, uniform_from};
use crate::certificate::Certificate;
use crate::{Progress, Rejection};

/// A delta or size, and a digit.
type Part = (usize, usize);

pub fn check(
    certificate: &Certificate,
    factor: usize,
    lifts: usize,
    progress: Progress,
) -> Result<(), Rejection> {
    let reject = |why: &str| Err(Rejection::new(why));
    if !certificate.ruleset.has_nim_values() || !certificate.ruleset.is_sum_of_piles() {
        return reject("this theorem is one of sums of heaps in normal play");
    }
    let all_leaves = &certificate.moves.leaves;
    if all_leaves.iter().any(|leave| leave.unequal) {
        return reject("a condition on the parts need not survive a shift");
    }
    let period = factor * certificate.period;
    let saltus = factor * certificate.saltus as usize;
    if !saltus.is_power_of_two() {
        return reject("the saltus is not a power of two");
    }
    // Read the types off, far enough out that the stated terms repeat.
    let most_taken = all_leaves.iter().map(|leave| leave.take as usize).max().unwrap_or(0);
    let known = certificate.preperiod + 4 * period + most_taken + uniform_from(all_leaves);
    let values = continued(certificate, known + 1)?;
    let split = |n: usize| (values[n] as usize / saltus, values[n] as usize % saltus);
    let mut upper: Vec<Part> = vec![(0, 0); period];
    for n in known + 1 - period..=known {
        let (level, digit) = split(n);
        if level == 0 || period * level >= n || n - period * level > 2 * period + 1 {
            return reject("some residue has no type of the shape that the proof needs");
        }
        upper[n % period] = (n - period * level, digit);
    }
    let mut low: Vec<Part> = Vec::new();
    for n in 1..=known {
        let (delta, digit) = upper[n % period];
        if n < delta + period {
            if split(n).0 > 0 {
                return reject("a low heap has a high value");
            }
            low.push((n, split(n).1));
        } else if split(n) != ((n - delta) / period, digit) {
            return reject("the shape that the proof needs is not that of the terms");
        }
    }
    check_recursion(certificate, known + 1, progress)?;

    let leaves: Vec<Leave> =
        all_leaves.iter().copied().filter(|l| l.parts > 0 && l.largest == u32::MAX).collect();
    let most_parts = leaves.iter().map(|leave| leave.parts as usize).max().unwrap_or(0);
    let far = upper.iter().map(|part| part.0).max().unwrap_or(0);
    let room = Room { sums: far + lifts * period + 1, digits: saltus };

    // Typed parts: all low, exactly one upper, at least one upper.
    let typed = Room { sums: far + 1, digits: saltus };
    let (mut lows, mut ones, mut anys) =
        (vec![typed.nothing()], vec![typed.empty()], vec![typed.empty()]);
    for _ in 0..most_parts {
        let (all_low, any) = (&lows[lows.len() - 1], &anys[anys.len() - 1]);
        let one = typed.with_part(all_low, &upper);
        let more = typed.with_part(any, &upper);
        let next_low = typed.with_part(all_low, &low);
        anys.push(union(&one, &more));
        ones.push(one);
        lows.push(next_low);
    }
    for &(delta, digit) in &upper {
        let digits = |sets: &[Sets], digit: usize| {
            leaves.iter().any(|leave| {
                delta >= leave.take as usize
                    && sets[leave.parts as usize][delta - leave.take as usize][digit]
            })
        };
        if digits(&anys, digit) {
            return reject("an option of an upper heap has its value");
        }
        if !(0..digit).all(|digit| digits(&ones, digit)) {
            return reject("an upper heap does not reach every smaller digit");
        }
    }

    // Real heaps whose nim-sum is a digit, alone or with up to three upper parts.
    let values = continued(certificate, room.sums)?;
    let sets = nim_sets(&values, most_parts, progress)?;
    let mut real = vec![room.nothing()];
    let digits = |set: &Vec<bool>| (0..saltus).map(|digit| set.get(digit) == Some(&true)).collect();
    real.extend(sets[1..].iter().map(|sets| sets.iter().map(digits).collect::<Sets>()));
    let with_upper = |sets: &[Sets]| -> Vec<Sets> {
        let more = sets[..sets.len() - 1].iter().map(|set| room.with_part(set, &upper));
        std::iter::once(room.empty()).chain(more).collect()
    };
    let one = with_upper(&real);
    let two = with_upper(&one);
    let three = with_upper(&two);
    for &(delta, _) in &upper {
        for (plainly, raised) in [(&real, &two), (&one, &three)] {
            let reached = |sets: &[Sets], h: usize, digit: usize| {
                leaves.iter().any(|leave| {
                    let sum = delta + h * period;
                    sum >= leave.take as usize
                        && sets[leave.parts as usize][sum - leave.take as usize][digit]
                })
            };
            for digit in 0..saltus {
                if !(1..=lifts).all(|h| reached(plainly, h, digit)) {
                    return reject("an upper heap does not reach every lower level");
                }
                let both = [0, 1].iter().all(|&parity| {
                    (1..=lifts).any(|h| h % 2 == parity && reached(raised, h, digit))
                });
                if !both {
                    return reject("two upper parts to be raised are missing");
                }
            }
        }
    }
    Ok(())
}

/// `sets[sum][digit]`.
type Sets = Vec<Vec<bool>>;

struct Room {
    sums: usize,
    digits: usize,
}

impl Room {
    fn empty(&self) -> Sets {
        vec![vec![false; self.digits]; self.sums]
    }

    /// No part: the sum 0 and the digit 0.
    fn nothing(&self) -> Sets {
        let mut sets = self.empty();
        sets[0][0] = true;
        sets
    }

    /// One more part of these.
    fn with_part(&self, sets: &Sets, parts: &[Part]) -> Sets {
        let mut more = self.empty();
        for &(delta, digit) in parts {
            for (sum, set) in sets.iter().enumerate().take(self.sums.saturating_sub(delta)) {
                for (other, _) in set.iter().enumerate().filter(|(_, there)| **there) {
                    more[sum + delta][other ^ digit] = true;
                }
            }
        }
        more
    }
}

fn union(a: &Sets, b: &Sets) -> Sets {
    let either =
        |(a, b): (&Vec<bool>, &Vec<bool>)| a.iter().zip(b).map(|(a, b)| *a || *b).collect();
    a.iter().zip(b).map(either).collect()
}
