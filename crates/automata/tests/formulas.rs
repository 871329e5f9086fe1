//! Random formulas: the automaton agrees with the plain meaning on every tuple below a bound.

mod common;

use common::*;
use proptest::prelude::*;
use sprague_automata::{Budget, Formula, Linear, Numeration, Relations, Variable, compile};

/// Compares on all tuples below `bound` for the free variables; quantifiers run to `most`.
fn agree(
    formula: &Formula,
    relations: &Relations,
    bound: u128,
    most: i128,
) -> Result<(), TestCaseError> {
    let budget = Budget::with_states(100_000);
    let Ok(set) = compile(formula, relations, &budget) else {
        return Err(TestCaseError::reject("large"));
    };
    let free: Vec<Variable> = formula.free().into_iter().collect();
    prop_assert_eq!(set.tracks(), &free[..]);
    let mut members = Vec::new();
    for code in 0..bound.pow(free.len() as u32) {
        let tuple: Vec<u128> =
            (0..free.len() as u32).map(|i| code / bound.pow(i) % bound).collect();
        let mut values: Values =
            free.iter().cloned().zip(tuple.iter().map(|&n| n as i128)).collect();
        let expected = holds(formula, &mut values, most, relations.numeration());
        prop_assert_eq!(set.contains(&tuple), expected, "at {:?} of {}", tuple, formula);
        if expected {
            members.push(tuple);
        }
    }
    // Counting, listing and the least member follow from the same tuples.
    members.sort_by_key(|t| (t.iter().sum::<u128>(), t.clone()));
    prop_assert_eq!(set.count_below(bound), members.len() as u128);
    prop_assert_eq!(&set.members_below(bound), &members);
    match (set.least(), members.first()) {
        // A member outside the cube can have a smaller sum than those inside it.
        (Some(least), Some(first)) if least.iter().all(|&n| n < bound) => {
            prop_assert_eq!(&least, first);
        }
        (Some(least), first) => {
            prop_assert!(set.contains(&least));
            let sum = |t: &[u128]| t.iter().sum::<u128>();
            prop_assert!(first.is_none_or(|f| (sum(&least), &least) < (sum(f), f)));
        }
        (None, first) => prop_assert!(first.is_none() && set.is_empty()),
    }
    Ok(())
}

const FREE: &[&str] = &["x", "y", "z"];
const TWO: &[&str] = &["x", "y"];
const WITH_K: &[&str] = &["x", "y", "k"];
const WITH_KM: &[&str] = &["x", "y", "k", "m"];
const ONE_K: &[&str] = &["x", "k"];

fn mixed(names: &'static [&'static str]) -> BoxedStrategy<Formula> {
    prop_oneof![2 => linear_atom(names, 2), 1 => digit_atom(names, 1)].boxed()
}

/// "exists k <= bound: body" and "forall k <= bound: body".
fn bounded(name: &'static str, bound: Linear, all: bool, body: Formula) -> Formula {
    let within = Linear::var(name).at_most(bound);
    match all {
        true => Formula::forall([name], within.implies(body)),
        false => Formula::exists([name], Formula::and([within, body])),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn quantifier_free_formulas_mean_what_they_say(f in boolean(mixed(FREE), 3)) {
        agree(&f, &Relations::binary(), 7, 0)?;
    }

    #[test]
    fn bounded_quantifiers_mean_what_they_say(
        body in boolean(mixed(WITH_K), 3), all: bool, slack in 0i64..3,
    ) {
        let f = bounded("k", Linear::var("x") + slack, all, body);
        agree(&f, &Relations::binary(), 9, 11)?;
    }

    #[test]
    fn alternating_quantifiers_mean_what_they_say(
        body in boolean(mixed(WITH_KM), 2), again in boolean(mixed(WITH_K), 1),
        outer: bool, inner: bool,
    ) {
        let f = bounded("m", Linear::var("k"), inner, body);
        let f = bounded("k", Linear::var("x"), outer, Formula::or([f, again]));
        agree(&f, &Relations::binary(), 6, 6)?;
    }

    // The same names bound again and again, beside and inside each other, and one of them also
    // free.
    #[test]
    fn a_name_means_what_the_nearest_quantifier_says(
        bodies in prop::collection::vec(boolean(mixed(WITH_K), 1), 3), all: [bool; 3], swap: bool,
    ) {
        let [a, b, c] = &bodies[..] else { unreachable!() };
        let y = Linear::var("y");
        let inner = bounded("k", y.clone(), all[0], a.clone());
        let beside = bounded(if swap { "x" } else { "k" }, y.clone(), all[1], b.clone());
        let middle = Formula::and([inner, c.clone(), Linear::var("k").at_most(&y)]);
        let f = Formula::or([bounded("k", y, all[2], middle), beside, c.clone()]);
        agree(&f, &Relations::binary(), 5, 5)?;
    }

    // Coefficients up to 3, constants up to 6, x below 8: beyond 30 nothing but the residues of k
    // matter, and those repeat after 60.
    #[test]
    fn unbounded_linear_quantifiers_mean_what_they_say(
        body in boolean(linear_atom(ONE_K, 3).boxed(), 3), all: bool,
    ) {
        let f = if all { Formula::forall(["k"], body) } else { Formula::exists(["k"], body) };
        agree(&f, &Relations::binary(), 8, 100)?;
    }

    #[test]
    fn the_order_of_conjuncts_does_not_matter(
        a in mixed(WITH_K), b in mixed(WITH_K), c in mixed(WITH_K),
    ) {
        let budget = Budget::with_states(100_000);
        let relations = Relations::binary();
        let set = |parts: [&Formula; 3]| {
            let body = Formula::and(parts.into_iter().cloned());
            compile(&Formula::exists(["k"], body), &relations, &budget)
        };
        if let (Ok(one), Ok(other)) = (set([&a, &b, &c]), set([&c, &a, &b])) {
            prop_assert_eq!(one, other);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn formulas_in_other_digits_mean_what_they_say(f in boolean(
        prop_oneof![2 => linear_atom(TWO, 2), 1 => digit_atom(TWO, 1)].boxed(), 2,
    ), quotient in 1u8..=4) {
        agree(&f, &Relations::new(Numeration::Ostrowski(quotient)), 14, 0)?;
    }

    #[test]
    fn quantifiers_in_other_digits_mean_what_they_say(
        body in boolean(linear_atom(WITH_K, 1).boxed(), 1), all: bool, quotient in 1u8..=4,
    ) {
        let f = bounded("k", Linear::var("x"), all, body);
        agree(&f, &Relations::new(Numeration::Ostrowski(quotient)), 9, 9)?;
    }
}
