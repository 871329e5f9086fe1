//! "There are x, y, ... such that", with as little projection as possible.
//!
//! - Over an "or" the quantifier goes to each part.
//! - From a conjunction, what does not mention the variable stays outside.
//! - An equation with coefficient 1 or -1 says what the variable is: its term replaces it, and must
//!   not be negative. A conjunct that is an "or" of such equations is multiplied out to get them.
//! - What is left is projected, one variable at a time, first the one whose conjuncts speak of the
//!   fewest variables.

use std::collections::{BTreeMap, BTreeSet};

use super::Compiler;
use super::normal::{conjunction, disjunction};
use super::simplify;
use crate::budget::Blowup;
use crate::dfa::Dfa;
use crate::formula::{Comparison, Formula};
use crate::linear::{Linear, Variable};
use crate::numeration::Numeration;
use crate::product::Connective;

/// Multiplying out makes at most this many parts of one conjunction, all its "or"s together.
const MOST_PARTS: usize = 128;

/// A conjunct, compiled or not yet.
enum Conjunct {
    Formula(Formula),
    Set(Dfa),
}

impl Conjunct {
    fn variables(&self) -> BTreeSet<Variable> {
        match self {
            Conjunct::Formula(formula) => formula.free(),
            Conjunct::Set(set) => set.tracks().iter().cloned().collect(),
        }
    }

    fn mentions(&self, variable: &Variable) -> bool {
        match self {
            Conjunct::Formula(formula) => formula.mentions(variable),
            Conjunct::Set(set) => set.tracks().contains(variable),
        }
    }
}

impl Compiler<'_> {
    pub(super) fn eliminate(&self, bound: &[Variable], body: &Formula) -> Result<Dfa, Blowup> {
        let parts = match body {
            Formula::And(parts) => parts.clone(),
            Formula::Or(parts) => {
                let sets = parts
                    .iter()
                    .map(|part| {
                        self.compile(&Formula::Exists(bound.to_vec(), Box::new(part.clone())))
                    })
                    .collect::<Result<_, _>>()?;
                return self.join(sets, Connective::Or);
            }
            part => vec![part.clone()],
        };
        if let Some(multiplied) = self.multiply_out(bound, &parts) {
            return self.eliminate(bound, &multiplied);
        }
        let mut conjuncts: Vec<Conjunct> = parts.into_iter().map(Conjunct::Formula).collect();
        let mut bound = bound.to_vec();
        loop {
            bound.retain(|variable| conjuncts.iter().any(|c| c.mentions(variable)));
            if bound.is_empty() {
                break;
            }
            if let Some((variable, rest)) = self.solve(&bound, &conjuncts)? {
                bound.retain(|other| *other != variable);
                conjuncts = rest;
                continue;
            }
            let cost = |variable: &Variable| {
                let together: BTreeSet<Variable> = conjuncts
                    .iter()
                    .map(Conjunct::variables)
                    .filter(|variables| variables.contains(variable))
                    .flatten()
                    .collect();
                together.len()
            };
            let cheapest =
                (0..bound.len()).min_by_key(|&i| cost(&bound[i])).expect("some variable");
            let variable = bound.swap_remove(cheapest);
            let (with, without): (Vec<Conjunct>, Vec<Conjunct>) =
                conjuncts.into_iter().partition(|c| c.mentions(&variable));
            let joined = self.conjunction(with)?;
            let projected = joined.exists(&[variable], self.budget)?.without_idle_tracks();
            conjuncts = without;
            conjuncts.push(Conjunct::Set(projected));
        }
        self.conjunction(conjuncts)
    }

    fn conjunction(&self, conjuncts: Vec<Conjunct>) -> Result<Dfa, Blowup> {
        let compiled = |conjunct| match conjunct {
            Conjunct::Formula(formula) => self.compile(&formula),
            Conjunct::Set(set) => Ok(set),
        };
        let sets = conjuncts.into_iter().map(compiled).collect::<Result<_, _>>()?;
        self.join(sets, Connective::And)
    }

    /// A bound variable that an equation determines, and the conjuncts without it.
    fn solve(
        &self,
        bound: &[Variable],
        conjuncts: &[Conjunct],
    ) -> Result<Option<(Variable, Vec<Conjunct>)>, Blowup> {
        for (place, conjunct) in conjuncts.iter().enumerate() {
            let Conjunct::Formula(equation) = conjunct else { continue };
            for variable in bound {
                let Some(term) = self.solution(equation, variable) else { continue };
                let Some(rest) = self.put(variable, &term, conjuncts, place)? else { continue };
                return Ok(Some((variable.clone(), rest)));
            }
        }
        Ok(None)
    }

    /// The term that the equation says the variable is. In digits other than binary ones, where terms inside
    /// relations cost a projection each, only plain variables.
    fn solution(&self, equation: &Formula, variable: &Variable) -> Option<Linear> {
        let Formula::Compare(term, Comparison::Equal) = equation else { return None };
        let sign = Some(term.coefficient(variable)).filter(|c| c.abs() == 1)?;
        // c v + rest = 0 with c = 1 or -1: v = -c rest.
        let rest = term.plus(-sign, &Linear::var(variable))?;
        let solution = Linear::default().plus(-sign, &rest)?;
        let simple = solution.as_variable().is_some();
        (simple || self.relations.numeration() == Numeration::Binary).then_some(solution)
    }

    fn put(
        &self,
        variable: &Variable,
        term: &Linear,
        conjuncts: &[Conjunct],
        equation: usize,
    ) -> Result<Option<Vec<Conjunct>>, Blowup> {
        let mut rest = Vec::new();
        if !term.is_never_negative() {
            let Some(negated) = Linear::constant(-1).plus(-1, term) else { return Ok(None) };
            rest.push(Conjunct::Formula(Formula::Compare(negated, Comparison::Below)));
        }
        let terms = BTreeMap::from([(variable.clone(), term.clone())]);
        for (place, conjunct) in conjuncts.iter().enumerate() {
            match conjunct {
                _ if place == equation => {}
                Conjunct::Formula(formula) => match simplify::put(formula, &terms) {
                    None => return Ok(None),
                    // What cannot be needs no other conjunct, nor any variable.
                    Some(Formula::False) => {
                        return Ok(Some(vec![Conjunct::Formula(Formula::False)]));
                    }
                    Some(Formula::True) => {}
                    Some(Formula::And(parts)) => {
                        rest.extend(parts.into_iter().map(Conjunct::Formula));
                    }
                    Some(formula) => rest.push(Conjunct::Formula(formula)),
                },
                Conjunct::Set(set) if conjunct.mentions(variable) => {
                    rest.push(Conjunct::Set(set.substitute(&terms, self.budget)?));
                }
                Conjunct::Set(set) => rest.push(Conjunct::Set(set.clone())),
            }
        }
        Ok(Some(rest))
    }

    /// `(A or B) and C` as `(A and C) or (B and C)`, if the parts then determine a bound variable
    /// that nothing outside them does.
    fn multiply_out(&self, bound: &[Variable], parts: &[Formula]) -> Option<Formula> {
        let determines = |part: &Formula, variable: &Variable| {
            let inner = match part {
                Formula::And(inner) => &inner[..],
                other => std::slice::from_ref(other),
            };
            inner.iter().any(|equation| self.solution(equation, variable).is_some())
        };
        let free: Vec<&Variable> =
            bound.iter().filter(|v| !parts.iter().any(|part| determines(part, v))).collect();
        let helps = |choices: &[Formula]| {
            free.iter().any(|v| choices.iter().any(|choice| determines(choice, v)))
        };
        let helpful: Vec<(usize, &[Formula])> = parts
            .iter()
            .enumerate()
            .filter_map(|(place, part)| match part {
                Formula::Or(choices) if helps(choices) => Some((place, &choices[..])),
                _ => None,
            })
            .collect();
        let product =
            helpful.iter().fold(1usize, |n, (_, choices)| n.saturating_mul(choices.len()));
        let &(place, choices) = helpful.first().filter(|_| product <= MOST_PARTS)?;
        let with = |choice: &Formula| {
            let mut all = parts.to_vec();
            all[place] = choice.clone();
            conjunction(all)
        };
        Some(disjunction(choices.iter().map(with).collect()))
    }
}
