//! Linear atoms in the digits of an Ostrowski system with partial quotients t.
//!
//! From the most significant digit on, arithmetic is a finite automaton. For the word read so far
//! let `here` be the value of `sum of c_i x_i` with the weights of the system and `before` with the
//! weights one place down, `1, 1, t + 1, ...`; a further letter that adds d makes them `t here +
//! before + d` and `here + d`. With s = (t + sqrt(t^2 + 4)) / 2 and r = t - s = -1 / s put a = s here +
//! before and b = r here + before. Then b becomes r b + (r + 1) d, and as |d| <= t C, where C is the
//! sum of the |c_i|, |b| <= t C for ever; and a becomes s a + (s + 1) d. After n more letters the
//! value is (s^n a - r^n b) / (s - r) and what these letters add: at most C times the weight w(n) of
//! the digit after them, which is ((s + 1) s^n - (r + 1) r^n) / (s - r) <= (s + 2) s^n / (s - r). So |a| > C (s + 2 + t)
//! settles the sign of the value: such states are two sinks, and finitely many integer pairs remain,
//! as a and b are bounded.
//!
//! A constant is one more number that is read (`fix`), so that the number of pairs does not grow
//! with it. The automaton that reads low digits first is the reverse, made deterministic; the
//! reverse of a reachable deterministic automaton comes out minimal. It reads only words of the
//! numeration.

use std::hash::Hash;
use std::rc::Rc;

use crate::budget::{Blowup, Budget, Operation};
use crate::dfa::Dfa;
use crate::explore::{Table, explore, explore_weighed};
use crate::letters::{Letters, allow_tracks};
use crate::linear::{Linear, Variable};
use crate::numeration::Numeration;

const CONSTANT: &str = "\u{1}constant";

/// The tuples for which the sign (-1, 0, 1) of the term is as wanted.
pub(crate) fn compare(
    quotient: u8,
    term: &Linear,
    wanted: impl Fn(i64) -> bool,
    budget: &Budget,
) -> Result<Dfa, Blowup> {
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Sum {
        Open { here: i64, before: i64 },
        Settled(i64),
    }
    let size: u64 = term.coefficients().map(|(_, c)| c.unsigned_abs()).sum::<u64>() + 1;
    let t = f64::from(quotient);
    let mean = (t + (t * t + 4.0).sqrt()) / 2.0;
    // Half a unit more than the bound, against rounding.
    let bound = size as f64 * (mean + 2.0 + t) + 0.5;
    let times = i64::from(quotient);
    with_constant(quotient, term, budget, |added, letters| {
        let settle = |here: i64, before: i64| {
            let a = mean * here as f64 + before as f64;
            if a.abs() > bound {
                Sum::Settled(a.signum() as i64)
            } else {
                Sum::Open { here, before }
            }
        };
        let table = explore(
            Operation::Atom,
            letters.count(),
            Sum::Open { here: 0, before: 0 },
            |&sum, letter| match sum {
                Sum::Open { here, before } => {
                    settle(times * here + before + added[letter], here + added[letter])
                }
                settled => settled,
            },
            |&sum| match sum {
                Sum::Open { here, .. } => wanted(here.signum()),
                Sum::Settled(sign) => wanted(sign),
            },
            budget,
        )?;
        reverse(&table, letters, budget)
    })
}

/// The tuples for which the term is a multiple of the modulus: both sums are known modulo it.
pub(crate) fn congruent(
    quotient: u8,
    term: &Linear,
    modulus: u32,
    budget: &Budget,
) -> Result<Dfa, Blowup> {
    let (modulus, times) = (i64::from(modulus), i64::from(quotient));
    let reduced = Linear::constant(term.constant_part().rem_euclid(modulus));
    let term = term
        .coefficients()
        .try_fold(reduced, |sum, (v, c)| sum.plus(c.rem_euclid(modulus), &Linear::var(v)));
    let term = term.ok_or_else(|| crate::atoms::too_large(Operation::Atom))?;
    with_constant(quotient, &term, budget, |added, letters| {
        let table = explore(
            Operation::Atom,
            letters.count(),
            (0, 0),
            |&(here, before), letter| {
                let d = added[letter];
                ((times * here + before + d).rem_euclid(modulus), (here + d).rem_euclid(modulus))
            },
            |&(here, _)| here == 0,
            budget,
        )?;
        reverse(&table, letters, budget)
    })
}

/// Builds a homogeneous atom over the variables and one number for the constant, and fixes that.
fn with_constant(
    quotient: u8,
    term: &Linear,
    budget: &Budget,
    build: impl Fn(&[i64], &Letters) -> Result<Table, Blowup>,
) -> Result<Dfa, Blowup> {
    let numeration = Numeration::Ostrowski(quotient);
    let constant = term.constant_part();
    let mut tracks: Vec<Variable> = term.variables().cloned().collect();
    let mut homogeneous =
        term.plus(-1, &Linear::constant(constant)).expect("the constant is taken away");
    if constant != 0 {
        // Names of control characters sort first.
        tracks.insert(0, Variable::new(CONSTANT));
        homogeneous = homogeneous
            .plus(constant.signum(), &Linear::var(CONSTANT))
            .expect("a coefficient of 1 or -1");
    }
    allow_tracks(Operation::Atom, numeration, tracks.len())?;
    let letters = Letters::new(numeration, tracks.len());
    let table = build(&crate::atoms::added(&homogeneous, &tracks, &letters), &letters)?;
    let dfa = Dfa::new(numeration, tracks, table, budget)?;
    if constant == 0 { Ok(dfa) } else { dfa.fix(0, u128::from(constant.unsigned_abs()), budget) }
}

/// The automaton that reads the same words backwards, cut down to words of the numeration.
fn reverse(table: &Table, letters: &Letters, budget: &Budget) -> Result<Table, Blowup> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); table.next.len()];
    for state in 0..table.len() as u32 {
        for (letter, &next) in table.row(state).iter().enumerate() {
            before[next as usize * table.letters + letter].push(state);
        }
    }
    let ends: Rc<[u32]> =
        (0..table.len() as u32).filter(|&q| table.accepting[q as usize]).collect();
    // A state: the states from which what was read leads to acceptance, and the form of the letter read last.
    explore_weighed(
        Operation::Reversal,
        letters.count(),
        Some((ends, 0)),
        |state, letter| {
            let (states, last) = state.as_ref()?;
            let form = letters.follow(*last, letter)?;
            let mut previous: Vec<u32> = states
                .iter()
                .flat_map(|&q| &before[q as usize * table.letters + letter])
                .copied()
                .collect();
            previous.sort_unstable();
            previous.dedup();
            (!previous.is_empty()).then(|| (previous.into(), form))
        },
        |state| state.as_ref().is_some_and(|(states, _)| states.contains(&0)),
        |state| state.as_ref().map_or(0, |(states, _)| 4 * states.len() + 16),
        budget,
    )
}

impl Dfa {
    /// The set with one coordinate, given by the place of its track, fixed and its track removed.
    pub(crate) fn fix(&self, track: usize, number: u128, budget: &Budget) -> Result<Dfa, Blowup> {
        let digits = self.numeration.digits(number);
        let mut tracks = self.tracks.clone();
        tracks.remove(track);
        let letters = Letters::new(self.numeration, tracks.len());
        let unit = letters.unit(track);
        let step = |&(state, position): &(u32, usize), letter: usize| {
            let digit = usize::from(digits.get(position).copied().unwrap_or(0));
            let (low, high) = (letter % unit, letter / unit);
            let full = low + unit * (digit + self.numeration.base() * high);
            (self.table.step(state, full), (position + 1).min(digits.len()))
        };
        let table = explore(
            Operation::Substitution,
            letters.count(),
            (0, 0),
            step,
            |&start| {
                let end = (start.1..digits.len()).fold(start, |state, _| step(&state, 0));
                self.table.accepting[end.0 as usize]
            },
            budget,
        )?;
        Dfa::new(self.numeration, tracks, table, budget)
    }
}
