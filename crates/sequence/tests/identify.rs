//! The games that sequences are compared with have the values of their rules, and known
//! coincidences are found.

use proptest::prelude::*;
use sprague_rules::parse_ruleset;
use sprague_sequence::identify::{Candidate, Match};
use sprague_sequence::{Sequence, Terms, identify};
use sprague_solve::{Budget, Watch};

fn values(ruleset: &str, to: u32) -> Vec<u32> {
    let ruleset = parse_ruleset(ruleset).unwrap_or_else(|e| panic!("{e}"));
    let watch = Watch::new(None);
    let sequence = Sequence::compute(&ruleset, to, &Budget::default(), &watch).unwrap();
    let Terms::NimValues(values) = sequence.terms else { panic!("these are nim-values") };
    values.to_vec()
}

fn agrees(candidate: &Candidate, to: u32) {
    let mut terms = candidate.terms();
    let lazy: Vec<u32> = (0..=to).map(|_| terms.next_term()).collect();
    assert_eq!(lazy, values(&candidate.expression, to), "{}", candidate.expression);
}

fn set(most: usize, members: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::btree_set(1..=most, 1..=members).prop_map(|set| set.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn codes_have_the_values_of_their_rules(
        leading in 0u16..4,
        digits in prop::collection::vec(0u16..16, 1..4),
    ) {
        prop_assume!(leading > 0 || digits.iter().any(|&d| d > 0));
        let code: Vec<u16> = std::iter::once(4 * leading).chain(digits).collect();
        agrees(&Candidate::code(&code), 40);
    }

    #[test]
    fn sets_have_the_values_of_their_rules(subtraction in set(10, 10), cut in set(8, 3)) {
        agrees(&Candidate::subtraction(&subtraction), 60);
        agrees(&Candidate::cut(&cut), 40);
    }
}

#[test]
fn values_of_more_than_a_word_are_right() {
    agrees(&Candidate::cut(&[1, 2]), 300);
    agrees(&Candidate::code(&[8, 7, 15]), 120);
}

fn matches(ruleset: &str, to: u32) -> Vec<Match> {
    let ruleset = parse_ruleset(ruleset).unwrap();
    let (budget, watch) = (Budget::default(), Watch::new(None));
    let sequence = Sequence::compute(&ruleset, to, &budget, &watch).unwrap();
    identify(&ruleset, &sequence, &budget, &watch).unwrap().matches
}

#[test]
fn known_coincidences_are_found() {
    // Target, how far, the other game, shift, proved. Winning Ways, chapter 4; the last two: each
    // cut leaves one part more, so a heap of n tokens is one of n - 1 places to cut.
    for (target, to, known, shift, proved) in [
        ("kayles", 400, "octal(0.77)", 0, true),
        ("octal(0.77)", 400, "kayles", 0, true),
        ("octal(0.137)", 400, "octal(0.07)", 1, true),
        ("octal(0.07)", 400, "octal(0.137)", -1, true),
        ("treblecross", 300, "octal(0.007)", 0, false),
        ("officers", 100, "octal(0.6)", 0, false),
        ("octal(0.33)", 50, "subtract(1,2)", 0, true),
        ("octal(0.7F)", 150, "cut(1,2)", 1, false),
        ("cut(1,2)", 150, "octal(0.7F)", -1, false),
    ] {
        let matches = matches(target, to);
        let found = matches.iter().find(|m| m.ruleset == known);
        let found = found.unwrap_or_else(|| panic!("{target}: {matches:?}"));
        assert_eq!(found.shift, shift, "{target}, {known}");
        assert_eq!(found.agrees_to, (!proved).then_some(to), "{target}, {known}");
        assert!(matches.iter().all(|m| m.shift != 0 || m.ruleset != target), "{target}");
    }
}

#[test]
fn games_go_by_their_names() {
    for (target, name, shift) in
        [("octal(0.137)", "dawson", 0), ("octal(0.07)", "dawson", -1), ("octal(0.[3])", "nim", 0)]
    {
        let found = &matches(target, 200)[0];
        assert_eq!((&found.ruleset[..], found.shift), (name, shift), "{target}");
    }
}

#[test]
fn every_match_agrees_further_on() {
    for target in ["subtract(1,3,4)", "kayles", "octal(0.17)", "cut(1,4)"] {
        let long = values(target, 300);
        for Match { ruleset, shift, .. } in matches(target, 200) {
            let other = values(&ruleset, 306);
            for n in (-shift).max(0)..=300 {
                assert_eq!(long[n as usize], other[(n + shift) as usize], "{target} {ruleset} {n}");
            }
        }
    }
}

#[test]
fn a_game_like_no_other_has_no_match() {
    assert_eq!(matches("subtract(3,11,17,29)", 200), []);
}
