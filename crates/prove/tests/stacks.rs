//! Claims about any number of piles, outcomes of other positions, and two rulesets at once.

use std::collections::BTreeSet;

use sprague_claim::{Claim, Expected, Limits, Verdict, judge, parse_claims};
use sprague_rules::random::Dice;
use sprague_rules::{Options, Outcome, Player, Ruleset, parse_ruleset};
use sprague_solve::Reference;

fn claim(text: &str) -> Claim {
    let mut claims = parse_claims("test", text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    claims.remove(0)
}

fn kind(text: &str) -> Expected {
    judge(&claim(text), &Limits::default()).verdict.kind()
}

fn load(moves: &str) -> Ruleset {
    let name = format!("sprague-stacks-{}.game", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, format!("game own\n  \"A game.\"\n  piles any\n  move {moves}\n"))
        .unwrap();
    let ruleset = parse_ruleset(path.to_str().unwrap());
    std::fs::remove_file(&path).unwrap();
    ruleset.unwrap_or_else(|e| panic!("{moves}\n{e}"))
}

/// The smallest and largest piles of the options.
fn ends(ruleset: &Ruleset, position: &[u32]) -> BTreeSet<(u32, u32)> {
    let options = Options::new(ruleset).list(position, Player::Left);
    options.iter().map(|option| (option[0], option[option.len() - 1])).collect()
}

#[test]
fn the_theorem_that_few_piles_are_enough_rests_on_this() {
    // Without its third or fourth pile a position has, between the two, options with the same ends.
    let conditions = [
        "min(after) != min(piles)",
        "max(after) != max(piles)",
        "k <= min(piles)",
        "k < max(others)",
        "a = max(piles)",
        "2k <= a + min(others)",
        "max(after) - min(after) <= 3",
        "k mod 3 != min(piles) mod 3",
        "a - k >= min(others) or a = max(piles)",
    ];
    let mut dice = Dice::new(7);
    for _ in 0..40 {
        let (first, second) = (dice.pick(&conditions), dice.pick(&conditions));
        let word = dice.pick(&["and", "or"]);
        let ruleset = load(&format!("take k from one pile a where ({first}) {word} ({second})"));
        for _ in 0..60 {
            let piles = 6 + dice.roll(3) as usize;
            let mut position: Vec<u32> = (0..piles).map(|_| 1 + dice.roll(9) as u32).collect();
            position.sort_unstable();
            let without = |place: usize| {
                let mut fewer = position.clone();
                fewer.remove(place);
                ends(&ruleset, &fewer)
            };
            let both: BTreeSet<_> = without(2).union(&without(3)).copied().collect();
            assert_eq!(ends(&ruleset, &position), both, "{position:?}");
        }
    }
}

#[test]
fn any_number_of_piles() {
    let nimb = "claim \"it\"\n  game nimb\n  piles 2..\n  nim-value = smallest - 1\n";
    let judgement = judge(&claim(nimb), &Limits::default());
    assert_eq!(judgement.verdict.kind(), Expected::Proved, "{judgement:?}");
    // What it says of seven piles is so.
    let ruleset = parse_ruleset("nimb").unwrap();
    let mut reference = Reference::new(&ruleset);
    let mut dice = Dice::new(1);
    for _ in 0..200 {
        let mut position: Vec<u32> = (0..7).map(|_| 1 + dice.roll(5) as u32).collect();
        position.sort_unstable();
        assert_eq!(reference.nim_value(&position), position[0] - 1);
    }
    for (text, expected) in [
        ("game nimb\n  piles 2..\n  nim-value = smallest", Expected::Refuted),
        ("game nimb\n  piles any\n  nim-value = smallest - 1", Expected::Refuted),
        // Moves that look at every pile are not spoken of by the theorem.
        (
            "game nimtb\n  piles 2..4\n  suppose count(x in piles where x = largest) = 1\n  P if smallest = 1",
            Expected::Proved,
        ),
        (
            "game greedy-nim\n  piles 1..3\n  P iff even(count(x in piles where x = largest))",
            Expected::Proved,
        ),
        (
            "game greedy-nim\n  piles 1..3\n  P iff odd(count(x in piles where x = largest))",
            Expected::Refuted,
        ),
        (
            "game minnie\n  piles 2..4\n  suppose smallest >= 4 and count(x in piles where x < 6) <= 1\n  N if always",
            Expected::Proved,
        ),
        (
            "game minnie\n  piles 2..4\n  suppose smallest >= 4 and count(x in piles where x < 6) <= 2\n  N if always",
            Expected::Refuted,
        ),
        ("game minnie\n  piles 1..2\n  P iff smallest = 0", Expected::Refuted),
    ] {
        let text = format!("claim \"it\"\n  {text}\n  check to 12\n");
        assert_eq!(kind(&text), expected, "{text}");
    }
}

#[test]
fn numbers_by_cases() {
    for (said, expected) in [
        ("nim-value = a - 1 if a < b, else 0", Expected::Proved),
        ("nim-value = a - 1 if a <= b, else 0", Expected::Refuted),
        ("nim-value = 0 if a = b, else 1 if a = 2, else a - 1", Expected::Proved),
    ] {
        let text = format!("claim \"it\"\n  game nimtb\n  piles a <= b\n  {said}\n");
        assert_eq!(kind(&text), expected, "{text}");
    }
}

#[test]
fn outcomes_of_other_positions() {
    for (text, expected) in [
        (
            "game minnie\n  piles a <= b <= c\n  suppose a = 4 and b >= 6\n  N if P(1, b, c) or P(2, b, c) or P(3, b, c)",
            Expected::Proved,
        ),
        ("game minnie\n  piles a <= b <= c\n  P iff P(c, a, b)", Expected::Proved),
        (
            "game minnie\n  piles a <= b\n  suppose a >= 2\n  P iff N(a - 1, b) and N(a, b - 1)",
            Expected::Refuted,
        ),
        (
            "game minnie\n  piles a <= b\n  suppose a = 1 and b >= 2\n  P iff N(1, b - 1) and N(b)",
            Expected::Proved,
        ),
        (
            "game susen\n  piles a <= b <= c\n  P iff N(a, b) and N(a, c) and N(b, c)",
            Expected::Holds,
        ),
        ("game susen\n  piles a <= b <= c\n  P iff N(a, b) and N(a, c)", Expected::Refuted),
    ] {
        let text = format!("claim \"it\"\n  {text}\n  check to 20\n");
        let judgement = judge(&claim(&text), &Limits::default());
        assert_eq!(judgement.verdict.kind(), expected, "{text}{judgement:?}");
    }
}

#[test]
fn two_rulesets_are_compared() {
    for (text, expected) in [
        ("game susen\n  piles a <= b\n  same outcomes as subtractive-euclid", Expected::Holds),
        ("game minnie\n  piles a <= b\n  same outcomes as wynnie", Expected::Refuted),
        ("game nimtb\n  piles a <= b\n  suppose a < b\n  same nim-values as nimb", Expected::Holds),
        ("game nimtb\n  piles a <= b\n  same nim-values as nimb", Expected::Refuted),
        (
            "game nim\n  piles a <= b\n  suppose a > b\n  same nim-values as nimb",
            Expected::Undecided,
        ),
    ] {
        let text = format!("claim \"it\"\n  {text}\n  check to 25\n");
        let claim = claim(&text);
        let verdict = judge(&claim, &Limits::default()).verdict;
        assert_eq!(verdict.kind(), expected, "{text}{verdict:?}");
        if let Verdict::Refuted { witness, .. } = &verdict
            && text.contains("wynnie")
        {
            let other = parse_ruleset("wynnie").unwrap();
            let here = Reference::new(&claim.ruleset).outcome(witness.piles());
            assert_ne!(
                here == Outcome::P,
                Reference::new(&other).outcome(witness.piles()) == Outcome::P
            );
        }
    }
}

#[test]
fn fractal_sequences() {
    for (game, expected) in [
        ("max-nim", Expected::Holds),
        ("maximum-nim(n - n/3)", Expected::Holds),
        ("nim", Expected::Holds),
        ("subtract(1,3,4)", Expected::Refuted),
        ("kayles", Expected::Refuted),
    ] {
        let text = format!("claim \"it\"\n  game {game}\n  sequence is fractal\n  check to 300\n");
        assert_eq!(kind(&text), expected, "{game}");
    }
}
