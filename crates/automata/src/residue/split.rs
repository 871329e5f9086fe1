//! Terms and formulas in which numbers are replaced by modulus times quotient plus residue.

use std::collections::BTreeMap;

use crate::formula::Formula;
use crate::linear::{Linear, Variable};

pub(super) const OVERFLOW: &str = "a coefficient beyond 64 bits";

/// `modulus * quotient + residue`, the quotient by the variable's own name.
pub(super) fn number(variable: &Variable, modulus: u32, residue: u32) -> Linear {
    Linear::var(variable) * i64::from(modulus) + i64::from(residue)
}

/// "There is an n" as "for some residue r there is a k, with n = P k + r", for bound variables with
/// a modulus.
pub(super) fn split_bound(formula: &Formula, moduli: &BTreeMap<Variable, u32>) -> Formula {
    let each = |parts: &[Formula]| parts.iter().map(|part| split_bound(part, moduli)).collect();
    let cases = |bound: &[Variable], body: &Formula| {
        let mut cases = vec![split_bound(body, moduli)];
        for variable in bound {
            let Some(&modulus) = moduli.get(variable) else { continue };
            let number = |r| BTreeMap::from([(variable.clone(), number(variable, modulus, r))]);
            let split = |case: &Formula| {
                (0..modulus).map(|r| case.at(&number(r)).expect(OVERFLOW)).collect::<Vec<_>>()
            };
            cases = cases.iter().flat_map(split).collect();
        }
        cases
    };
    match formula {
        Formula::Not(body) => split_bound(body, moduli).not(),
        Formula::And(parts) => Formula::And(each(parts)),
        Formula::Or(parts) => Formula::Or(each(parts)),
        Formula::Implies(a, b) => split_bound(a, moduli).implies(split_bound(b, moduli)),
        Formula::Iff(a, b) => split_bound(a, moduli).iff(split_bound(b, moduli)),
        Formula::Exists(bound, body) => Formula::exists(bound, Formula::Or(cases(bound, body))),
        Formula::Forall(bound, body) => Formula::forall(bound, Formula::And(cases(bound, body))),
        atom => atom.clone(),
    }
}

/// `term = modulus * quotient + residue`, the quotient as a term in the quotients of the
/// coordinates.
pub(super) fn split(
    term: &Linear,
    modulus: u32,
    coordinates: &[(Variable, u32)],
    residues: &[u32],
) -> (u32, Linear) {
    let modulus = i64::from(modulus);
    let mut constant = term.constant_part();
    let mut quotient = Linear::default();
    for (v, coefficient) in term.coefficients() {
        let place = coordinates.iter().position(|(own, _)| own == v).expect("a coordinate");
        let scaled = coefficient * i64::from(coordinates[place].1);
        assert_eq!(
            scaled % modulus,
            0,
            "the residue of {term} modulo {modulus} follows from residues"
        );
        quotient = quotient + Linear::var(v) * (scaled / modulus);
        constant += coefficient * i64::from(residues[place]);
    }
    (constant.rem_euclid(modulus) as u32, quotient + constant.div_euclid(modulus))
}
