//! A set at linear terms: the tuples x for which (t1(x), ..., tm(x)) is a member.
//!
//! The digits of a term follow from the digits of x and a carry, low digits first, so no projection
//! is needed: a state is a state of the set and one carry for each term. A carry is the floor of
//! what is left over two; reading only zeros it ends at 0, or at -1 for a term that is negative. A
//! set holds no negative number, so such tuples are rejected.
//!
//! Addition in the other systems has no such carry from the low end; there the terms are added as tracks and
//! projected away.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::atoms::{self, allow_coefficients};
use crate::budget::{Blowup, Budget, Operation};
use crate::dfa::{Dfa, place, sorted};
use crate::explore::explore;
use crate::letters::{Letters, allow_tracks};
use crate::linear::{Linear, Variable};
use crate::numeration::Numeration;

type Carries = SmallVec<[i64; 4]>;

impl Dfa {
    /// Replaces, all at once, each variable that is a key by its term. False where a term is
    /// negative.
    pub fn substitute(
        &self,
        terms: &BTreeMap<Variable, Linear>,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        let terms: Vec<Linear> = self
            .tracks
            .iter()
            .map(|v| terms.get(v).cloned().unwrap_or_else(|| Linear::var(v)))
            .collect();
        if let Some(names) = terms.iter().map(Linear::as_variable).collect::<Option<Vec<_>>>() {
            return self.rename(|v| names[place(&self.tracks, v)].clone(), budget);
        }
        terms.iter().try_for_each(|term| allow_coefficients(Operation::Substitution, term))?;
        match self.numeration {
            Numeration::Binary => self.with_carries(&terms, budget),
            Numeration::Ostrowski(_) => self.with_projection(&terms, budget),
        }
    }

    fn with_carries(&self, terms: &[Linear], budget: &Budget) -> Result<Dfa, Blowup> {
        let tracks = sorted(terms.iter().flat_map(Linear::variables));
        allow_tracks(Operation::Substitution, self.numeration, tracks.len())?;
        // What each letter adds to each term. A track that is a plain variable never carries.
        let letters = Letters::new(self.numeration, tracks.len());
        let added: Vec<Vec<i64>> =
            terms.iter().map(|term| atoms::added(term, &tracks, &letters)).collect();
        let dead = (0..self.states() as u32).find(|&q| self.table.sink(q) == Some(false));
        let start: Carries = terms.iter().map(Linear::constant_part).collect();
        let step = |state: u32, carries: &Carries, letter: usize| {
            let mut digits = 0;
            let mut left = Carries::new();
            for (i, carry) in carries.iter().enumerate() {
                let sum = carry + added[i][letter];
                digits |= ((sum & 1) as usize) << i;
                left.push(sum >> 1);
            }
            let next = self.table.step(state, digits);
            if Some(next) == dead {
                left.iter_mut().for_each(|carry| *carry = 0);
            }
            (next, left)
        };
        let table = explore(
            Operation::Substitution,
            letters.count(),
            (0u32, start),
            |(state, carries), letter| step(*state, carries, letter),
            |(state, carries)| {
                let (mut state, mut carries) = (*state, carries.clone());
                while carries.iter().any(|&c| c != 0 && c != -1) {
                    (state, carries) = step(state, &carries, 0);
                }
                carries.iter().all(|&c| c == 0) && self.table.accepting[state as usize]
            },
            budget,
        )?;
        Dfa::new(self.numeration, tracks, table, budget)
    }

    fn with_projection(&self, terms: &[Linear], budget: &Budget) -> Result<Dfa, Blowup> {
        // A name with a control character cannot clash with one that a caller chose.
        let hidden = |v: &Variable| Variable::from(format!("\u{1}{v}"));
        let mut result = self.rename(hidden, budget)?;
        for (variable, term) in self.tracks.iter().zip(terms) {
            let variable = hidden(variable);
            if let Some(name) = term.as_variable() {
                let names = |v: &Variable| if *v == variable { name } else { v }.clone();
                result = result.rename(names, budget)?;
                continue;
            }
            let equation = Linear::var(&variable)
                .plus(-1, term)
                .ok_or_else(|| atoms::too_large(Operation::Substitution))?;
            let equation = atoms::equal_zero(self.numeration, &equation, budget)?;
            result = result.and(&equation, budget)?.exists(&[variable], budget)?;
        }
        Ok(result)
    }
}
