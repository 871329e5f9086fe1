//! Moves that only take at most M tokens: from M on, a term is a function of the M terms before it, so M
//! terms that repeat p places later make everything after them repeat.

use sprague_rules::Outcome;

use crate::Rejection;
use crate::certificate::{Certificate, Terms};

pub fn check(certificate: &Certificate) -> Result<(), Rejection> {
    let Some(amounts) = certificate.moves.subtraction_set() else {
        return Err(Rejection::new("a window is enough only where moves just take"));
    };
    if certificate.saltus != 0 {
        return Err(Rejection::new("a sequence that a window decides has no saltus"));
    }
    let most = amounts.iter().max().map_or(1, |&most| most as usize);
    let end = certificate.preperiod + certificate.period + most;
    let wrap = |n: usize| {
        if n < certificate.preperiod {
            n
        } else {
            certificate.preperiod + (n - certificate.preperiod) % certificate.period
        }
    };
    for n in 0..end {
        let options = amounts.iter().filter(|&&amount| amount as usize <= n);
        let options = options.map(|&amount| wrap(n - amount as usize));
        let right = match &certificate.terms {
            Terms::Values(values) => {
                let options: Vec<u32> = options.map(|option| values[option]).collect();
                values[wrap(n)] == (0..).find(|value| !options.contains(value)).unwrap_or(0)
            }
            Terms::Outcomes(outcomes) => {
                let options: Vec<Outcome> = options.map(|option| outcomes[option]).collect();
                outcomes[wrap(n)] == outcome(certificate, n, &options)
            }
        };
        if !right {
            return Err(Rejection::new(format!("the term of the heap {n} is wrong")));
        }
    }
    Ok(())
}

/// The outcome of n, given those of its options.
fn outcome(certificate: &Certificate, n: usize, options: &[Outcome]) -> Outcome {
    if options.is_empty() {
        return match n {
            0 => certificate.ruleset.stuck_outcome(&[]),
            _ => certificate.ruleset.stuck_outcome(&[n as u32]),
        };
    }
    // Whoever moves wins with an option that they win when the other one is to move.
    let left = options.iter().any(|option| [Outcome::L, Outcome::P].contains(option));
    let right = options.iter().any(|option| [Outcome::R, Outcome::P].contains(option));
    match (left, right) {
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
        (false, false) => Outcome::P,
    }
}
