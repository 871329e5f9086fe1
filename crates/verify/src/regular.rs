//! A regularity of the sequence of one heap: tested, and then used. The certificate gives the first e + p terms; the others
//! are to follow by `a(n + p) = a(n) + s`. The recursion is tested on a finite window with this continuation, and then the
//! conditions of a theorem by which that is enough for all heaps; the theorems are stated where they are used
//! ([`crate::window`], [`crate::breaks`], [`crate::levels`]).

use sprague_certificate::{Method, Regularity, Terms};
use sprague_claim::sequence::Regular;
use sprague_rules::{HeapMoves, Options, Player, Ruleset};
use sprague_task::Task;

use crate::{Rejection, breaks, levels, window};

/// Heaps for which the moves are compared with the options of the rules.
const COMPARED: u32 = 12;

/// A regularity that lasts for ever: all terms of the sequence are known.
pub(crate) struct Lasting {
    preperiod: usize,
    period: usize,
    saltus: u32,
    /// The terms of the heaps up to preperiod + period as numbers: nim-values, or the numbers of outcomes.
    terms: Vec<u32>,
}

impl Lasting {
    /// Tests that the sequence of a heap is this one.
    pub(crate) fn tested(
        ruleset: &Ruleset,
        regularity: &Regularity,
        task: &Task,
    ) -> Result<Lasting, Rejection> {
        let moves = moves_of(ruleset, task)?;
        let Regularity { preperiod, period, saltus, .. } = *regularity;
        let suits = match &regularity.terms {
            Terms::Values(_) => ruleset.has_nim_values(),
            Terms::Outcomes(_) => !ruleset.has_nim_values(),
        };
        if !suits {
            return Err(Rejection::new(
                "the terms are nim-values where there are any, else outcomes",
            ));
        }
        if period == 0 || preperiod.checked_add(period) != Some(regularity.terms.len()) {
            return Err(Rejection::new("there must be as many terms as preperiod and period"));
        }
        match regularity.method {
            Method::Window => window::check(ruleset, &moves, regularity, task)?,
            Method::GuySmith => breaks::check(ruleset, &moves, regularity, task)?,
            Method::Levels { factor, lifts } => {
                levels::check(ruleset, &moves, regularity, (factor, lifts), task)?;
            }
        }
        let terms = match &regularity.terms {
            Terms::Values(values) => values.clone(),
            Terms::Outcomes(outcomes) => outcomes.iter().map(|&outcome| outcome as u32).collect(),
        };
        Ok(Lasting { preperiod, period, saltus, terms })
    }

    /// The term of a heap; none if it is too large a number.
    pub(crate) fn term(&self, heap: usize) -> Option<u32> {
        let rounds = match heap.checked_sub(self.preperiod) {
            Some(beyond) => beyond / self.period,
            None => 0,
        };
        let rise = u32::try_from(rounds).ok()?.checked_mul(self.saltus)?;
        self.terms[heap - rounds * self.period].checked_add(rise)
    }

    /// From where on terms repeat in the certificate, after how many, and with how much added.
    pub(crate) fn numbers(&self) -> Regular {
        Regular { from: self.preperiod, period: self.period, saltus: self.saltus }
    }

    /// The least period, and the least heap from which on it is one. The least period divides every other, as the
    /// greatest common divisor of two periods of the differences is a period of them; and for every period the least
    /// heap is the same.
    pub(crate) fn least(&self, task: &Task) -> Result<Regular, Rejection> {
        let numbers: Vec<i64> = self.terms.iter().map(|&term| term.into()).collect();
        let (start, whole, saltus) = (self.preperiod, self.period, i64::from(self.saltus));
        let term = |n: usize| match n < numbers.len() {
            true => numbers[n],
            false => numbers[n - whole] + saltus,
        };
        // Does the sequence repeat after so many, with the right share of the saltus added?
        let repeats = |period: usize| {
            let rounds = (whole / period) as i64;
            let rise = saltus / rounds;
            rise * rounds == saltus
                && (start..start + whole).all(|n| term(n + period) == term(n) + rise)
        };
        let mut period = whole;
        for divisor in (1..=whole).filter(|divisor| whole.is_multiple_of(*divisor)) {
            task.spend(whole as u64)?;
            if repeats(divisor) {
                period = divisor;
                break;
            }
        }
        let rise = saltus / (whole / period) as i64;
        let mut from = start;
        while from > 0 && term(from - 1 + period) == term(from - 1) + rise {
            from -= 1;
        }
        Ok(Regular { from, period, saltus: u32::try_from(rise).unwrap_or(self.saltus) })
    }
}

/// The moves of a heap, read off the rules, and compared with the options that the rules give one by one.
pub(crate) fn moves_of(ruleset: &Ruleset, task: &Task) -> Result<HeapMoves, Rejection> {
    let Some(moves) = HeapMoves::of(ruleset) else {
        return Err(Rejection::new("no theorem on regular sequences speaks of moves of this form"));
    };
    let options = Options::new(ruleset);
    for n in 1..=COMPARED {
        let mut stated = Vec::new();
        for leave in moves.leaves.iter().filter(|leave| leave.fits(n)) {
            parts(n - leave.take, leave.parts, 1, &mut Vec::new(), &mut |parts| {
                if !leave.unequal || parts[0] != parts[1] {
                    stated.push(parts.to_vec());
                }
            });
        }
        stated.sort();
        stated.dedup();
        task.spend(stated.len() as u64)?;
        if stated != options.list(&[n], Player::Left) {
            return Err(Rejection::new(format!("the moves are not those of the rules at {n}")));
        }
    }
    Ok(moves)
}

/// Every way to write n as a sum of so many parts, ascending, each at least `from`.
fn parts(n: u32, count: u32, from: u32, head: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
    if count == 0 {
        if n == 0 {
            visit(head);
        }
        return;
    }
    for part in from..=n / count {
        head.push(part);
        parts(n - part, count - 1, part, head, visit);
        head.pop();
    }
}
