//! Every operation on random automata against its meaning for single tuples.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sprague_automata::{Budget, Connective, Dfa, Letters, Linear, Numeration, Variable};

const CONNECTIVES: [Connective; 6] = [
    Connective::And,
    Connective::Or,
    Connective::Xor,
    Connective::Iff,
    Connective::Implies,
    Connective::AndNot,
];

const STATES: usize = 5;

/// A random set over these tracks: `STATES` states, any transitions.
fn any_set(numeration: Numeration, tracks: &'static [&'static str]) -> impl Strategy<Value = Dfa> {
    let alphabet = Letters::new(numeration, tracks.len());
    let letters = alphabet.count();
    (
        prop::collection::vec(0..STATES, STATES * letters),
        prop::collection::vec(any::<bool>(), STATES),
    )
        .prop_map(move |(next, accepting)| {
            let letter = |digits: &[u8]| alphabet.letter(digits.iter().copied());
            let step = |&q: &usize, digits: &[u8]| next[q * letters + letter(digits)];
            let accepting = |&q: &usize| accepting[q];
            Dfa::reading(numeration, tracks.iter().copied(), 0, step, accepting, &Budget::default())
                .unwrap()
        })
}

fn any_numeration() -> impl Strategy<Value = Numeration> {
    prop_oneof![Just(Numeration::Binary), (1u8..=4).prop_map(Numeration::Ostrowski)]
}

fn any_pair() -> impl Strategy<Value = (Dfa, Dfa)> {
    any_numeration().prop_flat_map(|numeration| {
        (any_set(numeration, &["x", "y"]), any_set(numeration, &["y", "z"]))
    })
}

fn any_term() -> impl Strategy<Value = Linear> {
    (-3i64..=3, -3i64..=3, -5i64..=5)
        .prop_map(|(a, b, c)| Linear::var("u") * a + Linear::var("w") * b + c)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn products_align_their_tracks((a, b) in any_pair()) {
        let budget = Budget::default();
        for connective in CONNECTIVES {
            let product = a.product(&b, connective, &budget).unwrap();
            for code in 0..12u128.pow(3) {
                let (x, y, z) = (code % 12, code / 12 % 12, code / 144);
                let expected = connective.of(a.contains(&[x, y]), b.contains(&[y, z]));
                prop_assert_eq!(product.contains(&[x, y, z]), expected);
            }
        }
        let complement = a.complement(&budget).unwrap();
        for code in 0..400u128 {
            let tuple = [code % 20, code / 20];
            prop_assert_eq!(complement.contains(&tuple), !a.contains(&tuple));
        }
        prop_assert!(a.or(&complement, &budget).unwrap().is_universal());
        prop_assert!(a.and(&complement, &budget).unwrap().is_empty());
        prop_assert_eq!(complement.complement(&budget).unwrap(), a);
    }

    // Past the digits of x, a witness that needs more letters than there are states repeats a
    // state and can be shortened.
    #[test]
    fn projection_finds_exactly_the_tuples_with_a_witness(
        a in any_set(Numeration::Binary, &["x", "y"]),
    ) {
        let budget = Budget::default();
        let some = a.exists(&[Variable::new("y")], &budget).unwrap();
        let every = a.forall(&[Variable::new("y")], &budget).unwrap();
        for x in 0..8u128 {
            let all = 0..1u128 << (3 + STATES + 1);
            prop_assert_eq!(some.contains(&[x]), all.clone().any(|y| a.contains(&[x, y])));
            prop_assert_eq!(every.contains(&[x]), all.clone().all(|y| a.contains(&[x, y])));
        }
        let none = a.exists(&[Variable::new("x"), Variable::new("y")], &budget).unwrap();
        prop_assert_eq!(none.is_empty(), a.is_empty());
    }

    #[test]
    fn projection_in_other_digits_finds_exactly_the_tuples_with_a_witness(
        a in (1u8..=2).prop_flat_map(|t| any_set(Numeration::Ostrowski(t), &["x", "y"])),
    ) {
        let some = a.exists(&[Variable::new("y")], &Budget::default()).unwrap();
        // The digit before decides which may follow, which doubles the states that matter.
        let (below, digits) = match a.numeration() {
            Numeration::FIBONACCI => (8u128, 4 + 2 * STATES + 2),
            _ => (3, 1 + 2 * STATES),
        };
        let most = a.numeration().weight(digits).unwrap();
        for x in 0..below {
            prop_assert_eq!(some.contains(&[x]), (0..most).any(|y| a.contains(&[x, y])));
        }
    }

    #[test]
    fn substitution_is_membership_of_the_terms(
        a in any_set(Numeration::Binary, &["x", "y"]), s in any_term(), t in any_term(),
    ) {
        let terms = BTreeMap::from([("x".into(), s.clone()), ("y".into(), t.clone())]);
        let at = a.substitute(&terms, &Budget::default()).unwrap();
        for code in 0..196 {
            let (u, w) = (code % 14, code / 14);
            let of = |v: &Variable| if v.name() == "u" { u } else { w };
            let numbers = [s.value(of), t.value(of)].map(u128::try_from);
            let expected = match numbers {
                [Ok(x), Ok(y)] => a.contains(&[x, y]),
                _ => false,
            };
            let tuple: Vec<u128> = at.tracks().iter().map(|v| of(v) as u128).collect();
            prop_assert_eq!(at.contains(&tuple), expected, "at {} and {}", u, w);
        }
    }

    #[test]
    fn renaming_two_tracks_alike_is_the_diagonal(a in any_set(Numeration::Binary, &["x", "y"])) {
        let swapped = |v: &Variable| Variable::new(if v.name() == "x" { "z" } else { "a" });
        let swap = a.rename(swapped, &Budget::default()).unwrap();
        let diagonal = a.rename(|_| Variable::new("d"), &Budget::default()).unwrap();
        for code in 0..144u128 {
            let (x, y) = (code % 12, code / 12);
            prop_assert_eq!(swap.contains(&[y, x]), a.contains(&[x, y]));
            prop_assert_eq!(diagonal.contains(&[code]), a.contains(&[code, code]));
        }
    }

    #[test]
    fn automaton_files_are_read_as_they_were_written((a, b) in any_pair()) {
        let product = a.or(&b, &Budget::default()).unwrap();
        let read = Dfa::from_walnut(&product.to_walnut(), ["x", "y", "z"], &Budget::default());
        prop_assert_eq!(read, Ok(product));
    }

    #[test]
    fn any_text_is_an_automaton_or_refused(text in "(lsd_2|lsd_fib|lsd_ost3|[ 013>\n-]){0,40}") {
        let _ = Dfa::from_walnut(&text, ["x"], &Budget::default());
    }

    #[test]
    fn equal_sets_are_equal_values((a, b) in any_pair()) {
        let budget = Budget::default();
        // Two ways to the same set.
        let de_morgan = a
            .complement(&budget)
            .unwrap()
            .or(&b.complement(&budget).unwrap(), &budget)
            .unwrap()
            .complement(&budget)
            .unwrap();
        prop_assert_eq!(&de_morgan, &a.and(&b, &budget).unwrap());
        let wider = a.extend(&[Variable::new("w")], &budget).unwrap();
        prop_assert!(wider.is_equivalent(&a, &budget).unwrap());
        prop_assert_eq!(a.is_equivalent(&de_morgan, &budget).unwrap(), {
            let difference = a.product(&de_morgan, Connective::Xor, &budget).unwrap();
            difference.is_empty()
        });
    }
}
