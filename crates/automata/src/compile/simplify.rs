//! Terms put in place of variables, with what then is plain to see made plain: a comparison whose terms leave no choice is
//! true or false, and so may be what it stands in. Multiplying out makes many parts of which few are possible; these
//! are dropped here before an automaton is built for any of them.

use std::collections::BTreeMap;

use super::normal::{conjunction, disjunction};
use crate::formula::{Comparison, Formula};
use crate::linear::{Linear, Variable};

/// A formula in normal form with terms in place of variables, in normal form. None if a coefficient leaves 64 bits.
///
/// Variables of the terms must not be bound in the formula.
pub(super) fn put(formula: &Formula, terms: &BTreeMap<Variable, Linear>) -> Option<Formula> {
    let each = |parts: &[Linear]| {
        parts.iter().map(|part| replaced(part, terms)).collect::<Option<Vec<_>>>()
    };
    Some(match formula {
        Formula::True | Formula::False => formula.clone(),
        Formula::Compare(term, comparison) => compared(replaced(term, terms)?, *comparison),
        Formula::Congruent(term, modulus) => Formula::Congruent(replaced(term, terms)?, *modulus),
        Formula::Digits(predicate, arguments) => {
            let arguments = each(arguments)?;
            match arguments.iter().any(is_negative) {
                true => Formula::False,
                false => Formula::Digits(*predicate, arguments),
            }
        }
        Formula::Relation(name, arguments) => {
            let arguments = each(arguments)?;
            match arguments.iter().any(is_negative) {
                true => Formula::False,
                false => Formula::Relation(name.clone(), arguments),
            }
        }
        Formula::Not(body) => match put(body, terms)? {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            body => Formula::Not(Box::new(body)),
        },
        Formula::And(parts) => {
            let mut all = Vec::with_capacity(parts.len());
            for part in parts {
                match put(part, terms)? {
                    Formula::False => return Some(Formula::False),
                    part => all.push(part),
                }
            }
            conjunction(all)
        }
        Formula::Or(parts) => {
            let mut all = Vec::with_capacity(parts.len());
            for part in parts {
                match put(part, terms)? {
                    Formula::True => return Some(Formula::True),
                    part => all.push(part),
                }
            }
            disjunction(all)
        }
        Formula::Iff(a, b) => Formula::Iff(Box::new(put(a, terms)?), Box::new(put(b, terms)?)),
        Formula::Exists(bound, body) => match put(body, terms)? {
            settled @ (Formula::True | Formula::False) => settled,
            body => Formula::Exists(bound.clone(), Box::new(body)),
        },
        Formula::Implies(..) | Formula::Forall(..) => unreachable!("gone in normal form"),
    })
}

fn replaced(term: &Linear, terms: &BTreeMap<Variable, Linear>) -> Option<Linear> {
    if !term.variables().any(|variable| terms.contains_key(variable)) {
        return Some(term.clone());
    }
    let constant = Linear::constant(term.constant_part());
    term.coefficients().try_fold(constant, |sum, (variable, c)| match terms.get(variable) {
        Some(term) => sum.plus(c, term),
        None => sum.plus(c, &Linear::var(variable)),
    })
}

/// A comparison, or what it comes to if the signs of the term settle it.
fn compared(term: Linear, comparison: Comparison) -> Formula {
    let (rises, falls) = (
        term.coefficients().all(|(_, coefficient)| coefficient >= 0),
        term.coefficients().all(|(_, coefficient)| coefficient <= 0),
    );
    let constant = term.constant_part();
    let settled = match comparison {
        Comparison::Equal if rises && falls => Some(constant == 0),
        Comparison::Equal if rises && constant > 0 || falls && constant < 0 => Some(false),
        Comparison::Below if rises && constant >= 0 => Some(false),
        Comparison::Below if falls && constant < 0 => Some(true),
        _ => None,
    };
    match settled {
        Some(true) => Formula::True,
        Some(false) => Formula::False,
        None => Formula::Compare(term, comparison),
    }
}

/// Is it below 0 whatever its variables are?
fn is_negative(term: &Linear) -> bool {
    term.constant_part() < 0 && term.coefficients().all(|(_, coefficient)| coefficient <= 0)
}
