//! Linear atoms in Fibonacci digits.
//!
//! From the most significant digit on, arithmetic is a finite automaton. For the word read so far
//! let `here` be the value of `sum of c_i x_i` with the digits weighing 1, 2, 3, 5, ... and
//! `before` with the weights one place down, 1, 1, 2, 3, ...; a further letter that adds d makes
//! them `here + before + d` and `here + d`. With phi the golden ratio and psi = 1 - phi put a = phi
//! here + before and b = psi here + before. Then b becomes psi b + psi^2 d, so |b| <= C where C is
//! the sum of the |c_i|, for ever; and after n more letters the value is (phi^n a - psi^n b) / sqrt
//! 5 plus at most C F(n+2), as the rest of a word is below F(n+2). Since F(n+2) <= phi^(n+1), |a| >
//! C (sqrt 5 phi + 1) settles the sign of the value: such states are two sinks, and finitely many
//! integer pairs remain, as a and b are bounded.
//!
//! A constant is one more number that is read (`fix`), so that the number of pairs does not grow
//! with it. The automaton that reads low digits first is the reverse, made deterministic; the
//! reverse of a reachable deterministic automaton comes out minimal. It reads only Zeckendorf
//! words.

use std::hash::Hash;
use std::rc::Rc;

use crate::budget::{Blowup, Budget, Operation};
use crate::dfa::{Dfa, allow_tracks};
use crate::explore::{Table, explore, explore_weighed};
use crate::linear::{Linear, Variable};
use crate::numeration::Numeration;

const CONSTANT: &str = "\u{1}constant";

/// The tuples for which the sign (-1, 0, 1) of the term is as wanted.
pub(crate) fn compare(
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
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    // Half a unit more than the bound, against rounding.
    let bound = size as f64 * (5f64.sqrt() * phi + 1.0) + 0.5;
    with_constant(term, budget, |added, tracks| {
        let settle = |here: i64, before: i64| {
            let a = phi * here as f64 + before as f64;
            if a.abs() > bound {
                Sum::Settled(a.signum() as i64)
            } else {
                Sum::Open { here, before }
            }
        };
        let table = explore(
            Operation::Atom,
            tracks,
            Sum::Open { here: 0, before: 0 },
            |&sum, letter| match sum {
                Sum::Open { here, before } => {
                    settle(here + before + added[letter], here + added[letter])
                }
                settled => settled,
            },
            |&sum| match sum {
                Sum::Open { here, .. } => wanted(here.signum()),
                Sum::Settled(sign) => wanted(sign),
            },
            budget,
        )?;
        reverse(&table, budget)
    })
}

/// The tuples for which the term is a multiple of the modulus: both sums are known modulo it.
pub(crate) fn congruent(term: &Linear, modulus: u32, budget: &Budget) -> Result<Dfa, Blowup> {
    let modulus = i64::from(modulus);
    let reduced = Linear::constant(term.constant_part().rem_euclid(modulus));
    let term = term
        .coefficients()
        .try_fold(reduced, |sum, (v, c)| sum.plus(c.rem_euclid(modulus), &Linear::var(v)));
    let term = term.ok_or_else(|| crate::atoms::too_large(Operation::Atom))?;
    with_constant(&term, budget, |added, tracks| {
        let table = explore(
            Operation::Atom,
            tracks,
            (0, 0),
            |&(here, before), letter| {
                let d = added[letter];
                ((here + before + d).rem_euclid(modulus), (here + d).rem_euclid(modulus))
            },
            |&(here, _)| here == 0,
            budget,
        )?;
        reverse(&table, budget)
    })
}

/// Builds a homogeneous atom over the variables and one number for the constant, and fixes that.
fn with_constant(
    term: &Linear,
    budget: &Budget,
    build: impl Fn(&[i64], usize) -> Result<Table, Blowup>,
) -> Result<Dfa, Blowup> {
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
    allow_tracks(Operation::Atom, tracks.len())?;
    let table = build(&crate::atoms::added(&homogeneous, &tracks), tracks.len())?;
    let dfa = Dfa::new(Numeration::Fibonacci, tracks, table, budget)?;
    if constant == 0 { Ok(dfa) } else { dfa.fix(0, u128::from(constant.unsigned_abs()), budget) }
}

/// The automaton that reads the same words backwards, cut down to Zeckendorf words.
fn reverse(table: &Table, budget: &Budget) -> Result<Table, Blowup> {
    let tracks = table.letters.trailing_zeros() as usize;
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); table.next.len()];
    for state in 0..table.len() as u32 {
        for (letter, &next) in table.row(state).iter().enumerate() {
            before[next as usize * table.letters + letter].push(state);
        }
    }
    let ends: Rc<[u32]> =
        (0..table.len() as u32).filter(|&q| table.accepting[q as usize]).collect();
    // A state: the states from which what was read leads to acceptance, and the letter read last.
    explore_weighed(
        Operation::Reversal,
        tracks,
        Some((ends, 0)),
        |state, letter| {
            let (states, last) = state.as_ref()?;
            if !Numeration::Fibonacci.may_follow(*last, letter) {
                return None;
            }
            let mut previous: Vec<u32> = states
                .iter()
                .flat_map(|&q| &before[q as usize * table.letters + letter])
                .copied()
                .collect();
            previous.sort_unstable();
            previous.dedup();
            (!previous.is_empty()).then(|| (previous.into(), letter))
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
        let low = (1usize << track) - 1;
        let step = |&(state, position): &(u32, usize), letter: usize| {
            let digit = digits.get(position).copied().unwrap_or(false) as usize;
            let full = letter & low | digit << track | (letter & !low) << 1;
            (self.table.step(state, full), (position + 1).min(digits.len()))
        };
        let table = explore(
            Operation::Substitution,
            tracks.len(),
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
