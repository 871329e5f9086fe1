//! Games, claims and formulas have one language: a condition means the same in a rule, in a claim about piles and in a formula.

use proptest::prelude::*;
use sprague_claim::claim::{About, OfHeap};
use sprague_claim::condition::condition;
use sprague_claim::formula::plain::{NoHeaps, Scene};
use sprague_claim::{Sight, parse_claims};
use sprague_rules::parse::parse_condition;
use sprague_rules::{Library, Options, Player};

/// A number made of a pile `a`, an amount `k` and constants, as people write it: with few parentheses.
fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("a".to_string()),
        Just("k".to_string()),
        (0u32..9).prop_map(|n| n.to_string())
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), prop_oneof![Just("+"), Just("-")])
                .prop_map(|((a, b), sign)| format!("{a} {sign} {b}")),
            (pair.clone(), prop_oneof![Just("+"), Just("-")])
                .prop_map(|((a, b), sign)| format!("({a} {sign} {b})")),
            (0u32..5, inner.clone()).prop_map(|(n, a)| format!("{n} * ({a})")),
            (inner.clone(), prop_oneof![Just("/"), Just("mod")], 1u32..5)
                .prop_map(|(a, sign, n)| format!("({a}) {sign} {n}")),
            pair.clone().prop_map(|(a, b)| format!("min({a}, {b})")),
            pair.prop_map(|(a, b)| format!("max({a}, {b})")),
        ]
    })
}

fn condition_text() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        Just("="),
        Just("!="),
        Just("<"),
        Just("<="),
        Just(">"),
        Just(">="),
        Just("≤"),
        Just("≠")
    ];
    let leaf = prop_oneof![
        (number(), sign, number()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        number().prop_map(|a| format!("even({a})")),
        number().prop_map(|a| format!("odd({a})")),
        (number(), 0u32..4, 4u32..9)
            .prop_map(|(a, x, y)| format!("{a} in {{{x}, {y}..{}}}", y + 2)),
        (number(), 0u32..9).prop_map(|(a, x)| format!("{a} not in {{{x}}}")),
        Just("always".to_string()),
        Just("never".to_string()),
    ];
    leaf.prop_recursive(3, 10, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(a, b)| format!("{a} and {b}")),
            pair.clone().prop_map(|(a, b)| format!("{a} or {b}")),
            pair.prop_map(|(a, b)| format!("({a} or {b}) and not ({a})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

/// How far the numbers go.
const MOST: u32 = 9;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_condition_means_the_same_everywhere(text in condition_text()) {
        let game = format!("game own\n  \"A game.\"\n  piles any\n  move take k from one pile a where {text}\n");
        let library = Library::with(vec![("./own.game".into(), game)]);
        let rule = library.ruleset("./own.game").map(Options::new);
        let claim = parse_condition(&text).map_err(|c| c.message)
            .and_then(|node| condition(&node, &["a".into(), "k".into()]).map_err(|c| c.message));
        let formula = format!("claim \"it\"\n  game nim\n  formula ({text}) for a >= 0, k >= 0\n");
        let formula = parse_claims("it.claim", &formula);
        prop_assert_eq!(rule.is_ok(), claim.is_ok(), "{}", text);
        prop_assert_eq!(rule.is_ok(), formula.is_ok(), "{}: {:?}", text, formula.err().map(|e| e.to_string()));
        let (Ok(rule), Ok(claim), Ok(formula)) = (rule, claim, formula) else { return Ok(()) };
        let About::Heap(heap) = &formula[0].about else { panic!("a formula is about one heap") };
        let OfHeap::Formula(formula) = &heap.says else { panic!("it is a formula") };
        let mut scene = Scene { definitions: &[], globals: &[], heaps: &mut NoHeaps };
        for a in 1..=MOST {
            let options = rule.list(&[a], Player::Left);
            for k in 1..=a {
                let after: Vec<u32> = if k == a { vec![] } else { vec![a - k] };
                let numbers = [i64::from(a), i64::from(k)];
                let in_rule = options.contains(&after);
                let in_claim = claim.holds(Sight::of(&numbers));
                let in_formula = scene.truth(&formula.sentences[0].says, &numbers);
                prop_assert_eq!(in_rule, in_claim, "{} at a = {}, k = {}", &text, a, k);
                prop_assert_eq!(Ok(in_rule), in_formula, "{} at a = {}, k = {}", &text, a, k);
            }
        }
    }
}
