//! One heap from which moves only take amounts out of a finite set, under any ending: outcomes.
//!
//! Two windows of bits over the heaps just below: those where Right, to move, loses, and those where Left
//! does. Left, to move, wins if an amount leads into the first, Right if one leads into the second: one AND
//! each. The windows decide everything after them, so once they come back to an earlier state the
//! outcomes repeat for ever, and are copied from then on.

use sprague_rules::{Outcome, Ruleset};

use crate::budget::Watch;

/// Heaps between two looks at the watch and at an earlier state.
const BLOCK: usize = 1 << 12;

/// The outcomes of the heaps 0 to `to` as far as time allows, for moves that take these amounts
/// (ascending).
pub fn outcomes(ruleset: &Ruleset, amounts: &[u32], to: usize, watch: &Watch) -> Vec<Outcome> {
    let within = |&amount: &u32| amount as usize <= to;
    let amounts: Vec<u32> = amounts.iter().copied().take_while(within).collect();
    watch.expect(to as u64 + 1);
    match amounts.last() {
        Some(1..=64) => by_windows(ruleset, &amounts, to, watch),
        _ => by_options(ruleset, &amounts, to, watch),
    }
}

/// The outcome of a heap without moves.
fn stuck(ruleset: &Ruleset, heap: usize) -> Outcome {
    match heap {
        0 => ruleset.stuck_outcome(&[]),
        size => ruleset.stuck_outcome(&[size as u32]),
    }
}

/// Looking at every option.
pub fn by_options(ruleset: &Ruleset, amounts: &[u32], to: usize, watch: &Watch) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(to + 1);
    for heap in 0..=to {
        let options = amounts.iter().take_while(|&&amount| amount as usize <= heap);
        let mut any = false;
        let (mut left, mut right) = (false, false);
        for &amount in options {
            let option = outcomes[heap - amount as usize];
            any = true;
            left |= matches!(option, Outcome::L | Outcome::P);
            right |= matches!(option, Outcome::R | Outcome::P);
        }
        outcomes.push(if any {
            Outcome::from_first_wins(left, right)
        } else {
            stuck(ruleset, heap)
        });
        if heap % BLOCK == BLOCK - 1 && !watch.advance(BLOCK as u64) {
            break;
        }
    }
    outcomes
}

/// The heaps below where Right to move loses, and where Left does; bit i is the heap i + 1 below.
type Windows = (u64, u64);

fn by_windows(ruleset: &Ruleset, amounts: &[u32], to: usize, watch: &Watch) -> Vec<Outcome> {
    let mask = amounts.iter().fold(0u64, |mask, amount| mask | 1 << (amount - 1));
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(to + 1);
    let mut windows: Windows = (0, 0);
    for heap in 0..amounts[0] as usize {
        let outcome = stuck(ruleset, heap);
        windows.0 = windows.0 << 1 | u64::from(matches!(outcome, Outcome::L | Outcome::P));
        windows.1 = windows.1 << 1 | u64::from(matches!(outcome, Outcome::R | Outcome::P));
        outcomes.push(outcome);
    }
    let mut earlier: Option<(Windows, usize)> = None;
    while outcomes.len() <= to {
        let from = outcomes.len();
        let end = (from + BLOCK).min(to + 1);
        outcomes.extend((from..end).map(|_| {
            let left = windows.0 & mask != 0;
            let right = windows.1 & mask != 0;
            windows = (windows.0 << 1 | u64::from(!right), windows.1 << 1 | u64::from(!left));
            Outcome::from_first_wins(left, right)
        }));
        if !watch.advance((end - from) as u64) {
            break;
        }
        match earlier {
            Some((state, at)) if state == windows => {
                repeat(&mut outcomes, end - at, to, watch);
                break;
            }
            Some((_, at)) if end < 2 * at => {}
            _ => earlier = Some((windows, end)),
        }
    }
    outcomes.truncate(to + 1);
    outcomes
}

/// Goes on with the same period.
fn repeat(outcomes: &mut Vec<Outcome>, period: usize, to: usize, watch: &Watch) {
    while outcomes.len() <= to {
        let from = outcomes.len() - period;
        let whole = (to + 1 - outcomes.len()).min(period);
        outcomes.extend_from_within(from..from + whole);
        if !watch.advance(whole as u64) {
            break;
        }
    }
}
