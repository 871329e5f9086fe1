//! Take and break: the recursion on a window, and the theorem of Guy and Smith for t heaps.
//!
//! If every move takes at most k tokens and leaves at most t heaps, by the same rules from all heaps of at least
//! n0, and G(n + p) = G(n) for n0 <= n < t n0 + (t - 1) p + k, then for all n >= n0: the largest heap of
//! an option is so large that p can be taken from it, or added to it, without changing its value.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sprague_rules::Leave;

use crate::certificate::{Certificate, Terms};
use crate::{Progress, Rejection};

pub fn check(certificate: &Certificate, progress: Progress) -> Result<(), Rejection> {
    let moves = &certificate.moves;
    if certificate.saltus != 0 {
        return Err(Rejection::new("this theorem is one of periods without saltus"));
    }
    if !certificate.ruleset.has_nim_values() || !certificate.ruleset.is_sum_of_piles() {
        return Err(Rejection::new("this theorem is one of sums of heaps in normal play"));
    }
    if moves.leaves.iter().any(|leave| leave.unequal) {
        return Err(Rejection::new("a condition on the parts need not survive a shift"));
    }
    let parts = moves.leaves.iter().map(|leave| leave.parts as usize).max().unwrap_or(1).max(1);
    let most = moves.leaves.iter().map(|leave| leave.take as usize).max().unwrap_or(0);
    let start = certificate.preperiod.max(uniform_from(&moves.leaves)).max(1);
    let bound = parts * start + (parts - 1) * certificate.period + most;
    check_recursion(certificate, bound + certificate.period, progress)
}

/// From this size on the conditions on the size of a heap are the same for all.
pub fn uniform_from(leaves: &[Leave]) -> usize {
    let bounds = leaves.iter().map(|leave| match leave.largest {
        u32::MAX => leave.least as usize,
        largest => largest as usize + 1,
    });
    bounds.max().unwrap_or(0)
}

/// Do the terms, continued with period and saltus, fulfil the recursion at every heap below `end`?
pub fn check_recursion(
    certificate: &Certificate,
    end: usize,
    progress: Progress,
) -> Result<(), Rejection> {
    let values = continued(certificate, end)?;
    let parts = certificate.moves.leaves.iter().map(|leave| leave.parts).max().unwrap_or(0);
    let wrong = match parts {
        0..=2 => first_wrong_in_two(&certificate.moves.leaves, &values, progress)?,
        _ => first_wrong_in_many(&certificate.moves.leaves, &values, progress)?,
    };
    match wrong {
        Some(n) => Err(Rejection::new(format!("the value of the heap {n} is wrong"))),
        None => Ok(()),
    }
}

/// The values of all heaps below `end`, as the certificate says they go on.
pub fn continued(certificate: &Certificate, end: usize) -> Result<Vec<u32>, Rejection> {
    let Terms::Values(terms) = &certificate.terms else {
        return Err(Rejection::new("outcomes do not add"));
    };
    let mut values = terms.clone();
    while values.len() < end {
        values.push(values[values.len() - certificate.period] + certificate.saltus);
    }
    values.truncate(end);
    if values.first() != Some(&0) {
        return Err(Rejection::new("the heap 0 has no option"));
    }
    Ok(values)
}

fn stopped() -> Rejection {
    Rejection::new("stopped before the end")
}

/// The least heap found whose value is not that of the recursion, for moves that leave at most two parts. Heaps
/// can be looked at in any order, so all cores help.
fn first_wrong_in_two(
    leaves: &[Leave],
    values: &[u32],
    progress: Progress,
) -> Result<Option<usize>, Rejection> {
    let Ok(small) = values.iter().map(|&v| u16::try_from(v)).collect::<Result<Vec<u16>, _>>()
    else {
        return Err(Rejection::new("a value is out of all proportion"));
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let (next, wrong) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut seen = vec![usize::MAX; 1 << 16];
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed) as usize;
                    if n >= small.len() || stop.load(Ordering::Relaxed) {
                        break;
                    }
                    if !is_least_free(leaves, &small, n, &mut seen) {
                        wrong.fetch_min(n as u64, Ordering::Relaxed);
                        stop.store(true, Ordering::Relaxed);
                    }
                    if n.is_multiple_of(1024) && !progress(n as u64, small.len() as u64) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    match wrong.into_inner() {
        u64::MAX if stop.into_inner() => Err(stopped()),
        u64::MAX => Ok(None),
        n => Ok(Some(n as usize)),
    }
}

/// Splits looked at in one go.
const CHUNK: usize = 256;

/// Is the value of n the least that no option has?
fn is_least_free(leaves: &[Leave], values: &[u16], n: usize, seen: &mut [usize]) -> bool {
    let value = values[n];
    let mut missing = usize::from(value);
    let mut reach = |option: u16| {
        let seen = &mut seen[usize::from(option)];
        if *seen != n {
            *seen = n;
            missing -= usize::from(option < value);
        }
        option == value
    };
    for leave in leaves.iter().filter(|leave| leave.fits(n as u32)) {
        let rest = n - leave.take as usize;
        if leave.parts < 2 && reach(values[rest]) {
            return false;
        }
    }
    let mut found_all = missing == 0;
    for leave in leaves.iter().filter(|leave| leave.parts == 2 && leave.fits(n as u32)) {
        let rest = n - leave.take as usize;
        let half = if leave.unequal { (rest - 1) / 2 } else { rest / 2 };
        let smaller = values[1..=half].chunks(CHUNK);
        let larger = values[rest - half..rest].rchunks(CHUNK);
        for (a, b) in smaller.zip(larger) {
            let pairs = a.iter().zip(b.iter().rev());
            if found_all {
                // Nothing is missing: all that counts is that the value itself does not come.
                if pairs.fold(0, |hits, (a, b)| hits | u16::from(a ^ b == value)) != 0 {
                    return false;
                }
                continue;
            }
            for (a, b) in pairs {
                if a ^ b == value {
                    return false;
                }
                let seen = &mut seen[usize::from(a ^ b)];
                if *seen != n {
                    *seen = n;
                    missing -= usize::from(a ^ b < value);
                }
            }
            found_all = missing == 0;
        }
    }
    missing == 0
}

/// The same for more parts, by the nim-sets N(m, j) of the splits of m into j parts, built by the
/// smallest part.
fn first_wrong_in_many(
    leaves: &[Leave],
    values: &[u32],
    progress: Progress,
) -> Result<Option<usize>, Rejection> {
    let most_parts = leaves.iter().map(|leave| leave.parts as usize).max().unwrap_or(0);
    let sets = nim_sets(values, most_parts, progress)?;
    for (n, &value) in values.iter().enumerate() {
        let reached = |value: u32| {
            leaves.iter().filter(|leave| leave.fits(n as u32)).any(|leave| {
                let rest = n - leave.take as usize;
                match leave.parts {
                    0 | 1 => values[rest] == value,
                    parts => sets[parts as usize][rest][value as usize],
                }
            })
        };
        if reached(value) || !(0..value).all(reached) {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

/// `sets[j][m][v]`: is v the nim-sum of j heaps with the sum m? For j >= 1.
pub fn nim_sets(
    values: &[u32],
    most_parts: usize,
    progress: Progress,
) -> Result<Vec<Vec<Vec<bool>>>, Rejection> {
    let largest = values.iter().copied().max().unwrap_or(0) as usize;
    let numbers = (largest + 1).next_power_of_two();
    let empty = vec![vec![false; numbers]; values.len()];
    let mut sets = vec![empty; most_parts.max(1) + 1];
    for (m, &value) in values.iter().enumerate().skip(1) {
        sets[1][m][value as usize] = true;
    }
    for parts in 2..=most_parts {
        for m in parts..values.len() {
            let mut set = vec![false; numbers];
            for part in 1..=m / parts {
                let value = values[part] as usize;
                for (other, &there) in sets[parts - 1][m - part].iter().enumerate() {
                    set[other ^ value] |= there;
                }
            }
            sets[parts][m] = set;
        }
        if !progress(parts as u64, most_parts as u64) {
            return Err(stopped());
        }
    }
    Ok(sets)
}
