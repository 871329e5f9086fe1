//! The kernels for one heap agree with walking the rules, and that with the reference, on random
//! codes, cut-sets and subtraction sets; also when they are taken up again in the middle.

use proptest::prelude::*;
use proptest::sample::subsequence;
use sprague_rules::{HeapMoves, Outcome, Ruleset, parse_ruleset};
use sprague_solve::heaps::{HeapValues, nim_sets};
use sprague_solve::{Reference, Watch, window};

fn ruleset(expression: &str) -> Ruleset {
    parse_ruleset(expression).unwrap_or_else(|e| panic!("{expression}: {e:?}"))
}

fn plainly(ruleset: &Ruleset, to: u32) -> Vec<u32> {
    let mut heaps = HeapValues::plainly(ruleset, 1 << 30);
    heaps.reach(to, &Watch::new(None)).unwrap();
    heaps.into_values()
}

/// Compares, with a stop and a new start in between.
fn compare(expression: &str, to: u32, cut: u32) {
    let ruleset = ruleset(expression);
    let watch = Watch::new(None);
    let expected = plainly(&ruleset, to);
    let mut reference = Reference::new(&ruleset);
    for n in 0..=to.min(24) {
        let position: &[u32] = if n == 0 { &[] } else { &[n] };
        assert_eq!(expected[n as usize], reference.nim_value(position), "{expression} at {n}");
    }
    let mut heaps = HeapValues::new(&ruleset, 1 << 30);
    heaps.reach(cut.min(to), &watch).unwrap();
    let mut again = HeapValues::resume(&ruleset, 1 << 30, heaps.values().to_vec());
    heaps.reach(to, &watch).unwrap();
    again.reach(to, &watch).unwrap();
    assert_eq!(heaps.values(), expected, "{expression} by {}", heaps.way());
    assert_eq!(again.values(), expected, "{expression} by {}, taken up at {cut}", again.way());
}

/// Elements joined by commas.
fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn octal_codes(digits in prop::collection::vec(0u32..8, 1..5), first in 0u32..2, cut in 0u32..300) {
        prop_assume!(first > 0 || digits.iter().any(|&digit| digit > 0));
        let code: String = digits.iter().map(u32::to_string).collect();
        compare(&format!("octal({}.{code})", 4 * first), 300, cut);
    }

    #[test]
    fn hexadecimal_codes(digits in prop::collection::vec(0u32..16, 1..4), cut in 0u32..60) {
        prop_assume!(digits.iter().any(|&digit| digit > 0));
        let code: String = digits.iter().map(|d| format!("{d:X}")).collect();
        compare(&format!("octal(0.{code})"), 60, cut);
    }

    #[test]
    fn cut_sets(set in subsequence((1..8u32).collect::<Vec<_>>(), 1..4), cut in 0u32..70) {
        compare(&format!("cut({})", listed(&set)), 70, cut);
    }

    #[test]
    fn subtraction_sets(
        small in subsequence((1..70u32).collect::<Vec<_>>(), 1..9),
        large in subsequence((70..700u32).collect::<Vec<_>>(), 0..3),
        cut in 0u32..900,
    ) {
        compare(&format!("subtract({})", listed(&[small, large].concat())), 900, cut);
    }

    #[test]
    fn outcomes_of_ending_games(
        set in subsequence((2..80u32).collect::<Vec<_>>(), 1..8),
        ends in prop::collection::vec(prop::sample::select(vec!["L", "R", "N", "P"]), 80),
        misere in any::<bool>(),
    ) {
        let least = set[0] as usize;
        let expressions = [
            format!("lr-nim({})", listed(&set)),
            format!("ending-nim({}; {})", listed(&set), ends[..least].join(",")),
            format!("misere subtract({})", listed(&set)),
        ];
        for expression in expressions {
            let expression = if misere && !expression.starts_with("misere") {
                format!("misere {expression}")
            } else {
                expression
            };
            let ruleset = ruleset(&expression);
            let amounts = HeapMoves::of(&ruleset).unwrap().subtraction_set().unwrap();
            let watch = Watch::new(None);
            let (to, far) = (300, 20_000);
            let found = window::outcomes(&ruleset, &amounts, far, &watch);
            let plain = window::by_options(&ruleset, &amounts, far, &watch);
            prop_assert_eq!(&found, &plain, "{}", expression);
            let mut reference = Reference::new(&ruleset);
            let expected: Vec<Outcome> = (0..=to)
                .map(|n| if n == 0 { reference.outcome(&[]) } else { reference.outcome(&[n]) })
                .collect();
            prop_assert_eq!(&found[..=to as usize], &expected[..], "{}", expression);
        }
    }

    #[test]
    fn nim_sets_are_those_of_all_splits(values in prop::collection::vec(0u32..200, 1..14), parts in 0usize..6) {
        fn splits(n: usize, parts: usize, values: &[u32], sum: u32, out: &mut Vec<u32>) {
            match parts {
                0 if n == 0 => out.push(sum),
                0 => {}
                _ => (1..=n).for_each(|h| splits(n - h, parts - 1, values, sum ^ values[h], out)),
            }
        }
        for (n, set) in nim_sets(&values, parts).iter().enumerate() {
            let mut expected = Vec::new();
            splits(n, parts, &values, 0, &mut expected);
            expected.sort();
            expected.dedup();
            prop_assert_eq!(set, &expected);
        }
    }
}

#[test]
fn known_games_far_out() {
    for expression in
        ["kayles", "dawson", "grundy", "couples", "officers", "octal(4!.3)", "octal(0.007)"]
    {
        compare(expression, 3000, 1500);
    }
    compare("cut(1,2)", 700, 133);
    compare("cut(2)", 200, 50);
    compare("cut(1,2,7)", 150, 50);
    compare("subtract(1,5000)", 12_000, 7000);
}
