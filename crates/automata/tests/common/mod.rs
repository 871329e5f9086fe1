//! The plain meaning of formulas, and random ones to try it on.
#![allow(dead_code)] // each test file uses its part

use std::collections::BTreeMap;

use proptest::prelude::*;
use sprague_automata::{Comparison, Digitwise, Formula, Linear, Numeration, Variable};

pub type Values = BTreeMap<Variable, i128>;

/// Is the formula true, with quantifiers running over 0..=most?
pub fn holds(formula: &Formula, values: &mut Values, most: i128, numeration: Numeration) -> bool {
    let of = |term: &Linear, values: &Values| term.value(|v| values[v]);
    let mut go = |part: &Formula| holds(part, values, most, numeration);
    match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::Compare(term, Comparison::Equal) => of(term, values) == 0,
        Formula::Compare(term, Comparison::Below) => of(term, values) < 0,
        Formula::Congruent(term, modulus) => of(term, values) % i128::from(*modulus) == 0,
        Formula::Digits(predicate, terms) => {
            let numbers: Option<Vec<u128>> =
                terms.iter().map(|t| u128::try_from(of(t, values)).ok()).collect();
            numbers.is_some_and(|numbers| predicate.holds(numeration, &numbers))
        }
        Formula::Relation(name, _) => panic!("no meaning for {name}"),
        Formula::Not(body) => !go(body),
        Formula::And(parts) => parts.iter().all(go),
        Formula::Or(parts) => parts.iter().any(go),
        Formula::Implies(a, b) => !go(a) || go(b),
        Formula::Iff(a, b) => go(a) == go(b),
        Formula::Exists(bound, body) => some(bound, body, values, most, numeration, true),
        Formula::Forall(bound, body) => !some(bound, body, values, most, numeration, false),
    }
}

fn some(
    bound: &[Variable],
    body: &Formula,
    values: &mut Values,
    most: i128,
    numeration: Numeration,
    wanted: bool,
) -> bool {
    let Some((variable, rest)) = bound.split_first() else {
        return holds(body, values, most, numeration) == wanted;
    };
    let shadowed = values.get(variable).copied();
    let found = (0..=most).any(|n| {
        values.insert(variable.clone(), n);
        some(rest, body, values, most, numeration, wanted)
    });
    match shadowed {
        Some(n) => values.insert(variable.clone(), n),
        None => values.remove(variable),
    };
    found
}

/// A term over some of the names, with small coefficients.
pub fn term(names: &'static [&'static str], size: i64) -> impl Strategy<Value = Linear> {
    (prop::collection::vec(-size..=size, names.len()), -6i64..=6).prop_map(|(coefficients, c0)| {
        names
            .iter()
            .zip(coefficients)
            .fold(Linear::constant(c0), |sum, (&name, c)| sum + Linear::var(name) * c)
    })
}

pub fn linear_atom(names: &'static [&'static str], size: i64) -> impl Strategy<Value = Formula> {
    prop_oneof![
        3 => term(names, size).prop_map(|t| t.equals(0)),
        3 => term(names, size).prop_map(|t| t.less(0)),
        2 => (term(names, size), 1u32..=5).prop_map(|(t, m)| t.congruent(0, m)),
    ]
}

pub fn digit_atom(names: &'static [&'static str], size: i64) -> impl Strategy<Value = Formula> {
    let predicate = prop_oneof![
        Just((Digitwise::Xor, 3usize)),
        Just((Digitwise::Xor, 2)),
        Just((Digitwise::And, 3)),
        Just((Digitwise::Or, 3)),
        Just((Digitwise::SingleOne, 1)),
        Just((Digitwise::LowestOne, 2)),
        Just((Digitwise::Shifted, 2)),
        Just((Digitwise::EvenZeros, 1)),
        (0u32..4).prop_map(|i| (Digitwise::Digit(i), 1)),
    ];
    predicate.prop_flat_map(move |(predicate, arity)| {
        prop::collection::vec(term(names, size), arity)
            .prop_map(move |terms| Formula::digits(predicate, terms))
    })
}

/// Connectives over these atoms, no quantifiers.
pub fn boolean(atom: BoxedStrategy<Formula>, depth: u32) -> BoxedStrategy<Formula> {
    atom.prop_recursive(depth, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|f| f.not()),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Formula::and),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Formula::or),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.implies(b)),
            (inner.clone(), inner).prop_map(|(a, b)| a.iff(b)),
        ]
    })
    .boxed()
}
