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

use std::collections::BTreeMap;

use sprague_certificate::Regularity;
use sprague_rules::{HeapMoves, Leave, Ruleset};
use sprague_task::Task;

use crate::Rejection;
use crate::breaks::{check_recursion, continued, suits, uniform_from};
use crate::nim_sets::{Rows, nim_sets};

/// A delta or size, and a digit.
type Part = (usize, usize);

/// The largest number of periods that are taken together, and of sums that are tested.
const MOST: usize = 64;

/// The theorem, with the shape of so many periods together and so many sums tested.
pub(crate) fn check(
    ruleset: &Ruleset,
    moves: &HeapMoves,
    regularity: &Regularity,
    (factor, lifts): (usize, usize),
    task: &Task,
) -> Result<(), Rejection> {
    let reject = |why: &str| Err(Rejection::new(why));
    suits(ruleset, moves)?;
    if !(1..=MOST).contains(&factor) || lifts > MOST {
        return reject("so many periods or sums are not tested");
    }
    let all_leaves = &moves.leaves;
    let period = factor * regularity.period;
    let saltus = factor * regularity.saltus as usize;
    if !saltus.is_power_of_two() {
        return reject("the saltus is not a power of two");
    }
    // Read the types off, far enough out that the stated terms repeat.
    let most_taken = all_leaves.iter().map(|leave| leave.take as usize).max().unwrap_or(0);
    let known = regularity.preperiod + 4 * period + most_taken + uniform_from(all_leaves);
    let values = continued(regularity, known + 1, task)?;
    let split = |n: usize| (values[n] as usize / saltus, values[n] as usize % saltus);
    let mut upper: Vec<Part> = vec![(0, 0); period];
    for n in known + 1 - period..=known {
        let (level, digit) = split(n);
        let shift = period.checked_mul(level).filter(|&shift| level > 0 && shift < n);
        match shift {
            Some(shift) if n - shift <= 2 * period + 1 => upper[n % period] = (n - shift, digit),
            _ => return reject("some residue has no type of the shape that the proof needs"),
        }
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
    check_recursion(moves, regularity, known + 1, task)?;

    let leaves: Vec<Leave> =
        all_leaves.iter().copied().filter(|l| l.parts > 0 && l.largest == u32::MAX).collect();
    let most_parts = leaves.iter().map(|leave| leave.parts as usize).max().unwrap_or(0);
    let far = upper.iter().map(|part| part.0).max().unwrap_or(0);

    // Typed parts: all low, exactly one upper, at least one upper.
    // As many as there may be parts, to see that there is room.
    Rows::many(most_parts + 1, far + 1, saltus, task)?;
    let empty = Rows::empty(far + 1, saltus, task)?;
    let mut nothing = empty.clone();
    nothing.insert(0, 0);
    let (mut lows, mut ones, mut anys) = (vec![nothing], vec![empty.clone()], vec![empty]);
    for parts in 0..most_parts {
        let one = with_part(&lows[parts], &upper, task)?;
        anys.push(with_part(&anys[parts], &upper, task)?.joined(&one));
        lows.push(with_part(&lows[parts], &low, task)?);
        ones.push(one);
    }
    // Can a move leave parts with the sum `total` less what it takes, and with this digit?
    let reached = |sets: &[Rows], total: usize, digit: usize| {
        leaves.iter().any(|leave| {
            let rest = total.checked_sub(leave.take as usize);
            rest.is_some_and(|rest| sets[leave.parts as usize].has(rest, digit))
        })
    };
    for &(delta, digit) in &upper {
        task.spend(1 + (digit * leaves.len()) as u64)?;
        if reached(&anys, delta, digit) {
            return reject("an option of an upper heap has its value");
        }
        if !(0..digit).all(|digit| reached(&ones, delta, digit)) {
            return reject("an upper heap does not reach every smaller digit");
        }
    }

    // Real heaps whose nim-sum is a digit, alone or with up to three upper parts.
    let values = continued(regularity, far + lifts * period + 1, task)?;
    let sets = nim_sets(&values, most_parts, task)?;
    let real: Vec<Rows> =
        sets.iter().map(|sets| sets.below(saltus, task)).collect::<Result<_, _>>()?;
    let with_upper = |sets: &[Rows]| -> Result<Vec<Rows>, Rejection> {
        let mut all = vec![Rows::empty(values.len(), saltus, task)?];
        for set in &sets[..sets.len() - 1] {
            all.push(with_part(set, &upper, task)?);
        }
        Ok(all)
    };
    let one = with_upper(&real)?;
    let two = with_upper(&one)?;
    let three = with_upper(&two)?;
    for &(delta, _) in &upper {
        task.spend((2 * saltus * lifts * leaves.len()) as u64)?;
        for (plainly, raised) in [(&real, &two), (&one, &three)] {
            for digit in 0..saltus {
                let sums = (1..=lifts).map(|h| (h, delta + h * period));
                if !sums.clone().all(|(_, sum)| reached(plainly, sum, digit)) {
                    return reject("an upper heap does not reach every lower level");
                }
                let both = [0, 1].iter().all(|&parity| {
                    sums.clone().any(|(h, sum)| h % 2 == parity && reached(raised, sum, digit))
                });
                if !both {
                    return reject("two upper parts to be raised are missing");
                }
            }
        }
    }
    Ok(())
}

/// One more part of these. Parts with the same digit are taken together.
fn with_part(sets: &Rows, parts: &[Part], task: &Task) -> Result<Rows, Rejection> {
    let mut more = sets.emptied();
    let mut by_digit: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &(delta, digit) in parts {
        task.spend(sets.len().saturating_sub(delta) as u64)?;
        by_digit.entry(digit).or_default().push(delta);
    }
    for (digit, deltas) in by_digit {
        more.unite_shifted(sets, &deltas, digit);
    }
    Ok(more)
}
