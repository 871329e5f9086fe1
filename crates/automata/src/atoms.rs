//! Linear comparisons and congruences.
//!
//! Let `V` be the value of `c0 + sum of c_i x_i` and read the `x_i` in binary, low digits first.
//! After n digits the floor of the value so far over 2^n is a carry, bounded by the coefficients:
//! the state. `V < 0` iff the carry ends negative; for `V = 0` all digits shifted out must be zeros
//! and the carry must end at zero. For a congruence the state is what the unread part must still be
//! congruent to, `(r, m)`: an even modulus needs an even rest and is halved, an odd one is divided
//! through by two. So there are at most m + m/2 + ... states, where the residue with the power of
//! two beside it would need m times the order of 2.

use crate::budget::{Blowup, Budget, Limit, Operation};
use crate::dfa::Dfa;
use crate::explore::explore;
use crate::letters::{Letters, allow_tracks};
use crate::linear::{Linear, Variable};
use crate::numeration::Numeration;
use crate::ostrowski;

/// Larger coefficients would make carries overflow; no automaton with them is feasible anyway.
const LARGEST: i64 = 1 << 48;

/// The tuples for which the term is 0.
pub fn equal_zero(numeration: Numeration, term: &Linear, budget: &Budget) -> Result<Dfa, Blowup> {
    let Some(term) = &reduced(term, true) else {
        return Dfa::nothing(numeration, term.variables());
    };
    let tracks = tracks_of(numeration, term)?;
    if let Numeration::Ostrowski(quotient) = numeration {
        return ostrowski::compare(quotient, term, |value| value == 0, budget);
    }
    let letters = Letters::new(numeration, tracks.len());
    let added = added(term, &tracks, &letters);
    let table = explore(
        Operation::Atom,
        letters.count(),
        Some(term.constant_part()),
        |carry, letter| {
            carry.map(|c| c + added[letter]).filter(|sum| sum & 1 == 0).map(|sum| sum >> 1)
        },
        |&carry| carry == Some(0),
        budget,
    )?;
    Dfa::new(numeration, tracks, table, budget)
}

/// The tuples for which the term is negative.
pub fn below_zero(numeration: Numeration, term: &Linear, budget: &Budget) -> Result<Dfa, Blowup> {
    let Some(term) = &reduced(term, false) else { unreachable!("the constant may be rounded") };
    let tracks = tracks_of(numeration, term)?;
    if let Numeration::Ostrowski(quotient) = numeration {
        return ostrowski::compare(quotient, term, |value| value < 0, budget);
    }
    let letters = Letters::new(numeration, tracks.len());
    let added = added(term, &tracks, &letters);
    let table = explore(
        Operation::Atom,
        letters.count(),
        term.constant_part(),
        |carry, letter| (carry + added[letter]) >> 1,
        |&carry| carry < 0,
        budget,
    )?;
    Dfa::new(numeration, tracks, table, budget)
}

/// The tuples for which the term is a multiple of `modulus`.
///
/// # Panics
/// If the modulus is 0.
pub fn congruent_zero(
    numeration: Numeration,
    term: &Linear,
    modulus: u32,
    budget: &Budget,
) -> Result<Dfa, Blowup> {
    assert!(modulus > 0, "a modulus is positive");
    let tracks = tracks_of(numeration, term)?;
    if let Numeration::Ostrowski(quotient) = numeration {
        return ostrowski::congruent(quotient, term, modulus, budget);
    }
    let letters = Letters::new(numeration, tracks.len());
    let added = added(term, &tracks, &letters);
    let modulus = i64::from(modulus);
    let step = |(rest, modulus): (i64, i64), letter: usize| {
        let rest = (rest + added[letter]).rem_euclid(modulus);
        match (rest % 2, modulus % 2) {
            (0, 0) => Some((rest / 2, modulus / 2)),
            (_, 0) => None,
            (0, _) => Some((rest / 2, modulus)),
            _ => Some(((rest + modulus) / 2, modulus)),
        }
    };
    let table = explore(
        Operation::Atom,
        letters.count(),
        Some((term.constant_part().rem_euclid(modulus), modulus)),
        |state, letter| state.and_then(|state| step(state, letter)),
        |state| state.is_some_and(|(rest, _)| rest == 0),
        budget,
    )?;
    Dfa::new(numeration, tracks, table, budget)
}

/// The term over the common divisor g of its coefficients. The constant must be a multiple of g if
/// it is to be `exact`; otherwise it is rounded down, which keeps `g A + c < 0` as `A + floor(c /
/// g) < 0`.
fn reduced(term: &Linear, exact: bool) -> Option<Linear> {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let divisor = term.coefficients().fold(0, |g, (_, c)| gcd(c.unsigned_abs(), g));
    let Some(divisor) = i64::try_from(divisor).ok().filter(|&g| g > 1) else {
        return Some(term.clone());
    };
    if exact && term.constant_part() % divisor != 0 {
        return None;
    }
    let constant = Linear::constant(term.constant_part().div_euclid(divisor));
    let divide = |sum: Linear, (v, c): (&Variable, i64)| sum.plus(c / divisor, &Linear::var(v));
    Some(term.coefficients().fold(constant, |sum, part| divide(sum, part).expect("smaller parts")))
}

fn tracks_of(numeration: Numeration, term: &Linear) -> Result<Vec<Variable>, Blowup> {
    allow_coefficients(Operation::Atom, term)?;
    allow_tracks(Operation::Atom, numeration, term.variables().len())?;
    Ok(term.variables().cloned().collect())
}

/// What each letter adds to the term: its digits times the coefficients.
pub(crate) fn added(term: &Linear, tracks: &[Variable], letters: &Letters) -> Vec<i64> {
    let coefficients: Vec<i64> = tracks.iter().map(|v| term.coefficient(v)).collect();
    let sum = |letter: usize| {
        let digits = letters.digits(letter);
        digits.iter().zip(&coefficients).map(|(&digit, c)| i64::from(digit) * c).sum()
    };
    (0..letters.count()).map(sum).collect()
}

pub(crate) fn allow_coefficients(operation: Operation, term: &Linear) -> Result<(), Blowup> {
    if term.magnitude() > LARGEST as u64 { Err(too_large(operation)) } else { Ok(()) }
}

pub(crate) fn too_large(operation: Operation) -> Blowup {
    Blowup::new(operation, Limit::Coefficient(LARGEST), 0)
}
