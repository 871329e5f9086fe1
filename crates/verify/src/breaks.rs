//! Take and break: the recursion on a window, and the theorem of Guy and Smith for t heaps.
//!
//! If every move takes at most k tokens and leaves at most t heaps, by the same rules from all heaps of at least
//! n0 >= 1, and G(n + p) = G(n) for n0 <= n < t n0 + (t - 1) p + k, then for all n >= n0: the largest heap of
//! an option is so large that p can be taken from it, or added to it, without changing its value.
//!
//! The recursion is tested heap by heap. Moves that leave at most two parts have a quick way. Call a value *rare* if it
//! and the mask have an even number of common ones in binary, and *common* otherwise. Of two parts whose nim-sum is
//! common, one is rare and the other common. So the splits with a rare part, which are few if the mask is well chosen,
//! show all common values that a heap reaches. That its own value, if it is common, is not reached is then certain; the
//! smaller rare values are looked for among all splits, where they are nearly always found soon; and only a heap whose
//! own value is rare needs a look at every split. Whatever the mask, nothing is taken on trust.

use sprague_certificate::{Regularity, Terms};
use sprague_rules::{HeapMoves, Leave, Ruleset};
use sprague_task::Task;

use crate::Rejection;
use crate::nim_sets::nim_sets;

/// Larger heaps than this are not looked at.
const FARTHEST: usize = 1 << 27;
/// Larger values are out of all proportion.
const LARGEST: u32 = 1 << 24;

/// The theorem of Guy and Smith.
pub(crate) fn check(
    ruleset: &Ruleset,
    moves: &HeapMoves,
    regularity: &Regularity,
    task: &Task,
) -> Result<(), Rejection> {
    if regularity.saltus != 0 {
        return Err(Rejection::new("this theorem is one of periods without saltus"));
    }
    suits(ruleset, moves)?;
    let parts = moves.leaves.iter().map(|leave| leave.parts as usize).max().unwrap_or(1).max(1);
    let most = moves.leaves.iter().map(|leave| leave.take as usize).max().unwrap_or(0);
    let Regularity { preperiod, period, .. } = *regularity;
    let start = preperiod.max(uniform_from(&moves.leaves)).max(1);
    let bound = parts.checked_mul(start + period).and_then(|bound| bound.checked_add(most));
    check_recursion(moves, regularity, bound.unwrap_or(usize::MAX), task).map(|_| ())
}

/// Do the theorems on take and break speak of this game?
pub(crate) fn suits(ruleset: &Ruleset, moves: &HeapMoves) -> Result<(), Rejection> {
    if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
        return Err(Rejection::new("this theorem is one of sums of heaps in normal play"));
    }
    match moves.leaves.iter().any(|leave| leave.unequal) {
        true => Err(Rejection::new("a condition on the parts need not survive a shift")),
        false => Ok(()),
    }
}

/// From this size on the conditions on the size of a heap are the same for all.
pub(crate) fn uniform_from(leaves: &[Leave]) -> usize {
    let bounds = leaves.iter().map(|leave| match leave.largest {
        u32::MAX => leave.least as usize,
        largest => largest as usize + 1,
    });
    bounds.max().unwrap_or(0)
}

/// Do the terms, continued with period and saltus, fulfil the recursion at every heap below `end`? Then these are the
/// values of these heaps.
pub(crate) fn check_recursion(
    moves: &HeapMoves,
    regularity: &Regularity,
    end: usize,
    task: &Task,
) -> Result<Vec<u32>, Rejection> {
    let values = continued(regularity, end, task)?;
    let wrong = match moves.leaves.iter().map(|leave| leave.parts).max().unwrap_or(0) {
        0..=2 => first_wrong_in_two(&moves.leaves, &values, regularity.mask, task)?,
        _ => first_wrong_in_many(&moves.leaves, &values, task)?,
    };
    match wrong {
        Some(n) => Err(Rejection::new(format!("the value of the heap {n} is wrong"))),
        None => Ok(values),
    }
}

/// The values of all heaps below `end`, as the certificate says they go on.
pub(crate) fn continued(
    regularity: &Regularity,
    end: usize,
    task: &Task,
) -> Result<Vec<u32>, Rejection> {
    let Terms::Values(terms) = &regularity.terms else {
        return Err(Rejection::new("outcomes do not add"));
    };
    if end > FARTHEST {
        return Err(Rejection::new(format!("heaps beyond {FARTHEST} would have to be looked at")));
    }
    task.spend(end as u64)?;
    let mut values = terms.clone();
    while values.len() < end {
        let next = values[values.len() - regularity.period].checked_add(regularity.saltus);
        values.push(next.ok_or_else(|| Rejection::new("a value is too large"))?);
    }
    values.truncate(end);
    if values.first().is_some_and(|&first| first != 0) {
        return Err(Rejection::new("the heap 0 has no option"));
    }
    match values.iter().find(|&&value| value >= LARGEST) {
        Some(value) => Err(Rejection::new(format!("the value {value} is out of all proportion"))),
        None => Ok(values),
    }
}

/// Splits looked at in one go.
const CHUNK: usize = 256;

/// The first heap whose value is not that of the recursion, for moves that leave at most two parts.
pub(crate) fn first_wrong_in_two(
    leaves: &[Leave],
    values: &[u32],
    mask: u32,
    task: &Task,
) -> Result<Option<usize>, Rejection> {
    let is_common = |value: u32| (value & mask).count_ones() % 2 == 1;
    let bound = values.iter().copied().max().unwrap_or(0) as usize + 1;
    let mut heap =
        Splits { values, seen: vec![u32::MAX; bound.next_power_of_two()], rare: Vec::new() };
    for (n, &value) in values.iter().enumerate() {
        if !heap.is_least_free(leaves, n, mask != 0, &is_common, task)? {
            return Ok(Some(n));
        }
        if n > 0 && mask != 0 && !is_common(value) {
            heap.rare.push(n);
        }
    }
    Ok(None)
}

struct Splits<'v> {
    values: &'v [u32],
    /// The last heap that was seen to reach a value.
    seen: Vec<u32>,
    /// The heaps with rare values, ascending; none if there is no mask.
    rare: Vec<usize>,
}

impl Splits<'_> {
    /// Is the value of n the least that no option has?
    fn is_least_free(
        &mut self,
        leaves: &[Leave],
        n: usize,
        masked: bool,
        is_common: &dyn Fn(u32) -> bool,
        task: &Task,
    ) -> Result<bool, Rejection> {
        let (values, stamp, value) = (self.values, n as u32, self.values[n]);
        let fitting = leaves.iter().filter(|leave| leave.fits(n as u32));
        let rests = fitting.map(|leave| (n - leave.take as usize, leave));
        for (rest, leave) in rests.clone() {
            if leave.parts < 2 {
                self.seen[values[rest] as usize] = stamp;
                continue;
            }
            let below = self.rare.partition_point(|&rare| rare < rest);
            task.spend(1 + below as u64)?;
            for &rare in &self.rare[..below] {
                if !(leave.unequal && 2 * rare == rest) {
                    self.seen[(values[rare] ^ values[rest - rare]) as usize] = stamp;
                }
            }
        }
        if self.seen[value as usize] == stamp {
            return Ok(false);
        }
        let mut missing = 0;
        for smaller in 0..value {
            if self.seen[smaller as usize] != stamp {
                if masked && is_common(smaller) {
                    return Ok(false);
                }
                missing += 1;
            }
        }
        task.spend(1 + u64::from(value) / 8)?;
        // Whether a rare value comes is seen only when all splits were.
        let open = !masked || !is_common(value);
        for (rest, leave) in rests.filter(|(_, leave)| leave.parts == 2) {
            let half = if leave.unequal { (rest - 1) / 2 } else { rest / 2 };
            let smaller = values[1..=half].chunks(CHUNK);
            let larger = values[rest - half..rest].rchunks(CHUNK);
            for (a, b) in smaller.zip(larger) {
                if missing == 0 && !open {
                    return Ok(true);
                }
                task.spend(a.len() as u64)?;
                let pairs = a.iter().zip(b.iter().rev());
                if missing == 0 {
                    // All that counts is that the value itself does not come.
                    if pairs.fold(0, |hits, (a, b)| hits | u32::from(a ^ b == value)) != 0 {
                        return Ok(false);
                    }
                    continue;
                }
                for (a, b) in pairs {
                    let seen = &mut self.seen[(a ^ b) as usize];
                    if *seen != stamp {
                        *seen = stamp;
                        missing -= usize::from(a ^ b < value);
                    }
                }
                if self.seen[value as usize] == stamp {
                    return Ok(false);
                }
            }
        }
        Ok(missing == 0)
    }
}

/// The same for more parts, by the nim-sets N(m, j) of the splits of m into j parts.
pub(crate) fn first_wrong_in_many(
    leaves: &[Leave],
    values: &[u32],
    task: &Task,
) -> Result<Option<usize>, Rejection> {
    if leaves.iter().any(|leave| leave.unequal) {
        return Err(Rejection::new("parts that must differ are two"));
    }
    let most_parts = leaves.iter().map(|leave| leave.parts as usize).max().unwrap_or(0);
    let sets = nim_sets(values, most_parts, task)?;
    for (n, &value) in values.iter().enumerate() {
        task.spend(1 + u64::from(value))?;
        let reached = |value: u32| {
            leaves.iter().filter(|leave| leave.fits(n as u32)).any(|leave| {
                sets[leave.parts as usize].has(n - leave.take as usize, value as usize)
            })
        };
        if reached(value) || !(0..value).all(reached) {
            return Ok(Some(n));
        }
    }
    Ok(None)
}
