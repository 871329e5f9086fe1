//! From a formula to the automaton of the tuples that satisfy it.
//!
//! [`normal`] first brings the formula into a form in which negations stand as deep as possible and
//! bound variables are distinct. Then each connective is its operation on automata, smallest first.
//! Quantifiers are where automata grow, so [`eliminate`] pushes them inwards and avoids projection
//! where an equation says what the variable is.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::atoms;
use crate::budget::{Blowup, Budget};
use crate::dfa::Dfa;
use crate::formula::{Comparison, Formula};
use crate::linear::{Linear, Variable};
use crate::product::Connective;
use crate::relations::Relations;

mod eliminate;
mod normal;
mod simplify;

/// The set of tuples, over the free variables of the formula, that satisfy it.
///
/// # Panics
/// If a relation is not in the table or is given the wrong number of arguments: check names first.
pub fn compile(formula: &Formula, relations: &Relations, budget: &Budget) -> Result<Dfa, Blowup> {
    let compiler = Compiler { relations, budget, known: RefCell::default() };
    let normal = normal::normal(formula);
    let set = compiler.compile(&simplify::put(&normal, &BTreeMap::new()).unwrap_or(normal))?;
    let free: Vec<Variable> = formula.free().into_iter().collect();
    if set.tracks() == free {
        return Ok(set);
    }
    set.extend(&free, budget).map_err(|blowup| blowup.within(formula))
}

struct Compiler<'a> {
    relations: &'a Relations,
    budget: &'a Budget,
    /// What was compiled before: multiplying out repeats parts.
    known: RefCell<FxHashMap<Formula, Dfa>>,
}

impl Compiler<'_> {
    /// A formula in normal form to a set over some of its free variables; those left out are free
    /// in the set.
    fn compile(&self, formula: &Formula) -> Result<Dfa, Blowup> {
        if let Some(set) = self.known.borrow().get(formula) {
            return Ok(set.clone());
        }
        let set = self.construct(formula).map_err(|blowup| blowup.within(formula))?;
        let set = set.without_idle_tracks();
        self.known.borrow_mut().insert(formula.clone(), set.clone());
        Ok(set)
    }

    fn construct(&self, formula: &Formula) -> Result<Dfa, Blowup> {
        let numeration = self.relations.numeration();
        let none: [Variable; 0] = [];
        match formula {
            Formula::True => Dfa::universe(numeration, none, self.budget),
            Formula::False => Dfa::nothing(numeration, none),
            Formula::Compare(term, Comparison::Equal) => {
                atoms::equal_zero(numeration, term, self.budget)
            }
            Formula::Compare(term, Comparison::Below) => {
                atoms::below_zero(numeration, term, self.budget)
            }
            Formula::Congruent(term, modulus) => {
                atoms::congruent_zero(numeration, term, *modulus, self.budget)
            }
            Formula::Digits(predicate, terms) => {
                let parameters: Vec<Variable> =
                    (0..terms.len()).map(|i| Variable::from(format!("{i:03}"))).collect();
                let set = predicate.of(numeration, &parameters, self.budget)?;
                self.at(&set, &parameters, terms)
            }
            Formula::Relation(name, terms) => {
                let Some((parameters, set)) = self.relations.get(name) else {
                    panic!("no relation is called {name}")
                };
                assert_eq!(parameters.len(), terms.len(), "arguments of {name}");
                self.at(set, parameters, terms)
            }
            Formula::Not(body) => self.compile(body)?.complement(self.budget),
            Formula::And(parts) => {
                let sets = parts.iter().map(|part| self.compile(part)).collect::<Result<_, _>>()?;
                self.join(sets, Connective::And)
            }
            Formula::Or(parts) => {
                let sets = parts.iter().map(|part| self.compile(part)).collect::<Result<_, _>>()?;
                self.join(sets, Connective::Or)
            }
            Formula::Iff(a, b) => {
                self.compile(a)?.product(&self.compile(b)?, Connective::Iff, self.budget)
            }
            Formula::Exists(bound, body) => self.eliminate(bound, body),
            Formula::Implies(..) | Formula::Forall(..) => unreachable!("gone in normal form"),
        }
    }

    /// The set at these terms, one for each parameter.
    fn at(&self, set: &Dfa, parameters: &[Variable], terms: &[Linear]) -> Result<Dfa, Blowup> {
        // A parameter that the set does not read still must not be negative.
        let set = match set.tracks().len() == parameters.len() {
            true => set.clone(),
            false => set.extend(parameters, self.budget)?,
        };
        let terms: BTreeMap<Variable, Linear> =
            parameters.iter().cloned().zip(terms.iter().cloned()).collect();
        set.substitute(&terms, self.budget)
    }

    /// Sets joined by "and" or "or": from the smallest on, next always one that brings the fewest
    /// new variables and, among these, the fewest states.
    fn join(&self, mut sets: Vec<Dfa>, connective: Connective) -> Result<Dfa, Blowup> {
        let first = (0..sets.len()).min_by_key(|&i| sets[i].states());
        let Some(first) = first else {
            return self.construct(match connective {
                Connective::And => &Formula::True,
                _ => &Formula::False,
            });
        };
        let mut joined = sets.swap_remove(first);
        while !sets.is_empty() {
            let new =
                |set: &Dfa| set.tracks().iter().filter(|v| !joined.tracks().contains(v)).count();
            let next = (0..sets.len())
                .min_by_key(|&i| (new(&sets[i]), sets[i].states()))
                .expect("some set is left");
            let set = sets.swap_remove(next);
            joined = joined.product(&set, connective, self.budget)?.without_idle_tracks();
        }
        Ok(joined)
    }
}
