//! Moves that only take at most M tokens: from M on, a term is a function of the M terms before it, so M
//! terms that repeat p places later make everything after them repeat.

use sprague_certificate::{Regularity, Terms};
use sprague_rules::{HeapMoves, Outcome, Ruleset};
use sprague_task::Task;

use crate::Rejection;

/// Tests the recursion at every heap up to e + p + M: there M terms have repeated.
pub(crate) fn check(
    ruleset: &Ruleset,
    moves: &HeapMoves,
    regularity: &Regularity,
    task: &Task,
) -> Result<(), Rejection> {
    let Some(amounts) = moves.subtraction_set() else {
        return Err(Rejection::new("a window is enough only where moves just take"));
    };
    if regularity.saltus != 0 {
        return Err(Rejection::new("a sequence that a window decides has no saltus"));
    }
    // Without a move every heap is stuck, however large, and its outcome may be anything.
    if amounts.is_empty() && matches!(regularity.terms, Terms::Outcomes(_)) {
        return Err(Rejection::new("a window decides nothing where there is no move"));
    }
    let most = amounts.iter().max().map_or(1, |&most| most as usize);
    let Regularity { preperiod, period, .. } = *regularity;
    let end = preperiod + period + most;
    let wrap = |n: usize| if n < preperiod { n } else { preperiod + (n - preperiod) % period };
    // A mex is at most the number of options.
    let mut seen = vec![usize::MAX; amounts.len() + 1];
    for n in 0..end {
        task.spend(1 + amounts.len() as u64)?;
        let options = amounts.iter().filter(|&&amount| amount as usize <= n);
        let options = options.map(|&amount| wrap(n - amount as usize));
        let right = match &regularity.terms {
            Terms::Values(values) => {
                options.for_each(|option| {
                    if let Some(seen) = seen.get_mut(values[option] as usize) {
                        *seen = n;
                    }
                });
                let mex = seen.iter().position(|&seen| seen != n).unwrap_or(amounts.len());
                values[wrap(n)] as usize == mex
            }
            Terms::Outcomes(outcomes) => {
                let mut options = options.map(|option| outcomes[option]).peekable();
                let truly = match options.peek() {
                    None if n == 0 => ruleset.stuck_outcome(&[]),
                    None => ruleset.stuck_outcome(&[n as u32]),
                    Some(_) => of_options(options),
                };
                outcomes[wrap(n)] == truly
            }
        };
        if !right {
            return Err(Rejection::new(format!("the term of the heap {n} is wrong")));
        }
    }
    Ok(())
}

/// The outcome of a position with these options, at least one: whoever moves wins with an option that they win when
/// the other one is to move.
pub(crate) fn of_options(options: impl Iterator<Item = Outcome>) -> Outcome {
    let (mut left, mut right) = (false, false);
    for option in options {
        left |= [Outcome::L, Outcome::P].contains(&option);
        right |= [Outcome::R, Outcome::P].contains(&option);
    }
    match (left, right) {
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
        (false, false) => Outcome::P,
    }
}
