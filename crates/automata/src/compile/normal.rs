//! Normal form: no "implies" and no "forall"; "not" only before equations, congruences, digit
//! predicates, relations and "exists"; nested "and", "or" and "exists" flattened; every quantifier
//! binds variables that occur nowhere else. So a term may replace a variable anywhere without being
//! captured.

use std::collections::{BTreeMap, BTreeSet};

use crate::formula::{Comparison, Formula};
use crate::linear::{Linear, Variable};

pub(super) fn normal(formula: &Formula) -> Formula {
    let mut names = Names { used: formula.free() };
    names.normal(formula, true, &BTreeMap::new())
}

struct Names {
    used: BTreeSet<Variable>,
}

type Renaming = BTreeMap<Variable, Variable>;

impl Names {
    /// The normal form of the formula, or of its negation if not `positive`.
    fn normal(&mut self, formula: &Formula, positive: bool, renaming: &Renaming) -> Formula {
        let atom = |atom: Formula| if positive { atom } else { Formula::Not(Box::new(atom)) };
        match formula {
            Formula::True | Formula::False => {
                if (*formula == Formula::True) == positive {
                    Formula::True
                } else {
                    Formula::False
                }
            }
            Formula::Compare(term, Comparison::Below) => {
                let term = renamed(term, renaming);
                // Not t < 0 is -t - 1 < 0.
                let negated = || Linear::constant(-1).plus(-1, &term);
                match positive {
                    true => Formula::Compare(term, Comparison::Below),
                    false => match negated() {
                        Some(negated) => Formula::Compare(negated, Comparison::Below),
                        None => atom(Formula::Compare(term, Comparison::Below)),
                    },
                }
            }
            Formula::Compare(term, Comparison::Equal) => {
                atom(Formula::Compare(renamed(term, renaming), Comparison::Equal))
            }
            Formula::Congruent(term, modulus) => {
                atom(Formula::Congruent(renamed(term, renaming), *modulus))
            }
            Formula::Digits(predicate, terms) => atom(Formula::Digits(
                *predicate,
                terms.iter().map(|term| renamed(term, renaming)).collect(),
            )),
            Formula::Relation(name, terms) => atom(Formula::Relation(
                name.clone(),
                terms.iter().map(|term| renamed(term, renaming)).collect(),
            )),
            Formula::Not(body) => self.normal(body, !positive, renaming),
            Formula::And(parts) => {
                let parts =
                    parts.iter().map(|part| self.normal(part, positive, renaming)).collect();
                if positive { conjunction(parts) } else { disjunction(parts) }
            }
            Formula::Or(parts) => {
                let parts =
                    parts.iter().map(|part| self.normal(part, positive, renaming)).collect();
                if positive { disjunction(parts) } else { conjunction(parts) }
            }
            Formula::Implies(a, b) => {
                let a = self.normal(a, !positive, renaming);
                let b = self.normal(b, positive, renaming);
                if positive { disjunction(vec![a, b]) } else { conjunction(vec![a, b]) }
            }
            Formula::Iff(a, b) => {
                let a = self.normal(a, positive, renaming);
                let b = self.normal(b, true, renaming);
                Formula::Iff(Box::new(a), Box::new(b))
            }
            Formula::Exists(bound, body) => {
                let exists = self.exists(bound, body, true, renaming);
                if positive { exists } else { Formula::Not(Box::new(exists)) }
            }
            Formula::Forall(bound, body) => {
                let counterexample = self.exists(bound, body, false, renaming);
                if positive { Formula::Not(Box::new(counterexample)) } else { counterexample }
            }
        }
    }

    fn exists(
        &mut self,
        bound: &[Variable],
        body: &Formula,
        positive: bool,
        renaming: &Renaming,
    ) -> Formula {
        let mut inner = renaming.clone();
        let mut fresh: Vec<Variable> = Vec::new();
        for variable in bound {
            let name = self.fresh(variable);
            inner.insert(variable.clone(), name.clone());
            fresh.push(name);
        }
        match self.normal(body, positive, &inner) {
            Formula::Exists(more, body) => {
                fresh.extend(more);
                Formula::Exists(fresh, body)
            }
            body => Formula::Exists(fresh, Box::new(body)),
        }
    }

    fn fresh(&mut self, variable: &Variable) -> Variable {
        let candidates = (0..).map(|i| match i {
            0 => variable.clone(),
            i => Variable::from(format!("{variable}'{i}")),
        });
        let name = candidates.into_iter().find(|name| !self.used.contains(name));
        let name = name.expect("names do not run out");
        self.used.insert(name.clone());
        name
    }
}

fn renamed(term: &Linear, renaming: &Renaming) -> Linear {
    if !term.variables().any(|variable| renaming.contains_key(variable)) {
        return term.clone();
    }
    let constant = Linear::constant(term.constant_part());
    term.coefficients().fold(constant, |sum, (variable, coefficient)| {
        let name = renaming.get(variable).unwrap_or(variable);
        sum.plus(coefficient, &Linear::var(name)).expect("distinct variables stay distinct")
    })
}

pub(super) fn conjunction(parts: Vec<Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::And(inner) => flat.extend(inner),
            Formula::True => {}
            Formula::False => return Formula::False,
            part => flat.push(part),
        }
    }
    match flat.len() {
        0 => Formula::True,
        1 => flat.remove(0),
        _ => Formula::And(flat),
    }
}

pub(super) fn disjunction(parts: Vec<Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::Or(inner) => flat.extend(inner),
            Formula::False => {}
            Formula::True => return Formula::True,
            part => flat.push(part),
        }
    }
    match flat.len() {
        0 => Formula::False,
        1 => flat.remove(0),
        _ => Formula::Or(flat),
    }
}
