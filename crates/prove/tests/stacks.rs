//! Claims about any number of piles, outcomes of other positions, and two rulesets at once.

use std::collections::BTreeSet;

use sprague_certificate::{Certificate, Evidence, PilesEvidence};
use sprague_claim::meaning::Demand;
use sprague_claim::{About, Claim, Expected, parse_claims, parse_claims_with};
use sprague_prove::{Limits, Task, Verdict, judge};
use sprague_rules::random::Dice;
use sprague_rules::{Library, Options, Outcome, Player, Ruleset, parse_ruleset};
use sprague_solve::Reference;
use sprague_verify::accept;

fn claim(text: &str) -> Claim {
    let mut claims = parse_claims("test", text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    claims.remove(0)
}

fn kind(text: &str) -> Expected {
    judge(&claim(text), &Task::default()).verdict.kind()
}

/// The text of a game with this move.
fn game(moves: &str) -> Vec<(String, String)> {
    let text = format!("game own\n  \"A game.\"\n  piles any\n  move {moves}\n");
    vec![("./own.game".to_string(), text)]
}

fn load(moves: &str) -> Ruleset {
    let ruleset = Library::with(game(moves)).ruleset("./own.game");
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
    let judgement = judge(&claim(nimb), &Task::default());
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
            Expected::Proved,
        ),
        ("game susen\n  piles a <= b <= c\n  P iff N(a, b) and N(a, c)", Expected::Refuted),
    ] {
        let text = format!("claim \"it\"\n  {text}\n  check to 20\n");
        let judgement = judge(&claim(&text), &Task::default());
        assert_eq!(judgement.verdict.kind(), expected, "{text}{judgement:?}");
    }
}

#[test]
fn two_rulesets_are_compared() {
    for (text, expected) in [
        ("game susen\n  piles a <= b\n  same outcomes as subtractive-euclid", Expected::Proved),
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
        let verdict = judge(&claim, &Task::default()).verdict;
        assert_eq!(verdict.kind(), expected, "{text}{verdict:?}");
        if let Verdict::Refuted { witness, .. } = &verdict
            && text.contains("wynnie")
        {
            let other = parse_ruleset("wynnie").unwrap();
            let here = Reference::new(claim.ruleset()).outcome(witness.piles());
            assert_ne!(
                here == Outcome::P,
                Reference::new(&other).outcome(witness.piles()) == Outcome::P
            );
        }
    }
}

/// The verdicts that the checker has seen, on claims of every method for any number of piles.
#[test]
fn what_is_proved_or_refuted_of_any_number_of_piles_is_checked() {
    for (text, expected) in [
        ("game ooooob-a\n  piles any\n  P iff odds = 0", Expected::Proved),
        // The same in the words of the definition.
        (
            "game ooooob-a\n  piles any\n  P iff count(x in piles where odd(x)) = 0",
            Expected::Proved,
        ),
        (
            "game ooooob-a\n  piles any\n  P iff count(x in piles where even(x)) = 0",
            Expected::Refuted,
        ),
        ("game ooooob-b\n  piles any\n  P if odds = 0", Expected::Proved),
        ("game ooooob-c\n  piles any\n  strategy from odds = 2 move to odds = 0", Expected::Proved),
        ("game ooooob-b\n  piles 1..6\n  adding 1,1 keeps the outcome", Expected::Proved),
        (
            "game ooooob-b\n  piles 1..6\n  N if count(x in piles where x mod 2 = 1) = 1",
            Expected::Proved,
        ),
        ("game ooooob-b\n  piles 1..6\n  adding 3 keeps the outcome", Expected::Refuted),
        // Of every game one may say the same.
        ("game ooooob-b\n  piles 1..3\n  nim-value = total", Expected::Refuted),
        ("game nim\n  piles 2..3\n  adding 1 keeps the outcome", Expected::Refuted),
    ] {
        let text = format!("claim \"it\"\n  {text}\n");
        let verdict = judge(&claim(&text), &Task::default()).verdict;
        assert_eq!(verdict.kind(), expected, "{text}{verdict:?}");
        assert!(verdict.accepted().is_some(), "{text}{verdict:?}");
    }
}

/// What the claim counts is what it speaks of.
#[test]
fn positions_are_counted_that_the_claim_speaks_of() {
    let text = "claim \"it\"\n  game ooooob-c\n  piles 1..8\n  suppose total = 3\n  N if odds = 1\n  check to 4\n";
    match judge(&claim(text), &Task::default()).verdict {
        // 3 and 1,2; but 1,1,1 has three odd piles.
        Verdict::Holds { region, .. } => assert!(region.ends_with(": 2 positions"), "{region}"),
        other => panic!("{other:?}"),
    }
}

/// Evidence of every method, written by hand, for claims that are false beyond what it looks at, or that are not about
/// what it shows.
#[test]
fn forged_evidence_for_false_claims_is_rejected() {
    let mut rejected = 0;
    for said in [
        "piles any\n  P iff odds = 0",
        "piles any\n  P if odds <= 1",
        "piles any\n  P if smallest >= 2",
        "piles 1..5\n  N if odds = 1 or smallest = 3",
        "piles 1..4\n  N if largest >= 8",
        "piles 1..5\n  adding 3,3 keeps the outcome",
        "piles 1..4\n  adding 1 keeps the outcome",
        "piles any\n  strategy from odds = 1 move to odds = 0 and smallest >= 2",
        "piles 2..\n  P iff even(smallest) and even(largest)",
    ] {
        let text = format!("claim \"it\"\n  game ooooob-b\n  {said}\n");
        let accepted = |evidence: PilesEvidence| {
            let evidence = Evidence::Piles(evidence);
            let certificate = Certificate { claim: text.clone(), games: Vec::new(), evidence };
            let read = Certificate::read(&certificate.write()).unwrap();
            assert_eq!(read.evidence, certificate.evidence);
            accept(read, &Task::default())
        };
        for threshold in [0, 1, 2, 4, 7, u32::MAX] {
            for period in [0, 1, 2, 4, u32::MAX] {
                let table = PilesEvidence::RepeatingTable { threshold, period };
                rejected += usize::from(accepted(table).is_err());
                let (count_threshold, count_period) = (threshold.into(), period.into());
                for (threshold, period) in [(1, 2), (2, 2)] {
                    let counts =
                        PilesEvidence::Counts { threshold, period, count_threshold, count_period };
                    rejected += usize::from(accepted(counts).is_err());
                }
            }
        }
        rejected += usize::from(accepted(PilesEvidence::EachNumber(Vec::new())).is_err());
        rejected += usize::from(accepted(PilesEvidence::Counterexample(vec![4, 2])).is_err());
    }
    assert_eq!(rejected, 9 * (6 * 5 * 3 + 2));
}

/// Random claims on random moves that take constant amounts: what is proved is so far beyond what was looked at, and is
/// checked; what is refuted is false at the witness.
#[test]
fn random_claims_on_any_number_of_piles() {
    let moves = [
        "take 1 from one pile",
        "take 2 from one pile",
        "take 1 from each of two piles",
        "take 1 from each of one or more piles",
        "take 1 from each pile",
        "take 1 from each of 1 to 3 piles",
    ];
    let numbers = [
        "odds",
        "evens",
        "count",
        "total mod 2",
        "count(x in piles where x >= 3)",
        "count(x in piles where x mod 3 = 0)",
        "smallest",
        "second",
        "largest",
        "count mod 2",
    ];
    let mut dice = Dice::new(2024);
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..40 {
        let mut part = || {
            let number = dice.pick(&numbers);
            let relation = dice.pick(&["=", "<=", ">=", "!="]);
            format!("{number} {relation} {}", dice.roll(3))
        };
        let (one, two, three) = (part(), part(), part());
        let said = match dice.roll(6) {
            // Now and then what is true of some of the games.
            5 => dice.pick(&["P iff even(total)", "P iff even(largest)"]).to_string(),
            0 => format!("P iff {one} and {two}"),
            1 => format!("P if {one} and {two} and {three}"),
            2 => format!("N if {one} and {two} and {three}"),
            3 => format!("strategy from {one} and {two} move to {three}"),
            _ => format!("suppose {one}\n  adding 1,{} keeps the outcome", 1 + dice.roll(3)),
        };
        let piles = dice.pick(&["any", "1..3", "2..4", "2.."]);
        let games = game(dice.pick(&moves));
        let text =
            format!("claim \"it\"\n  game ./own.game\n  piles {piles}\n  {said}\n  check to 5\n");
        let claims = parse_claims_with("it", &text, &games);
        let claim = claims.unwrap_or_else(|e| panic!("{text}\n{e}")).remove(0);
        let About::Piles(on) = &claim.about else { panic!("about piles") };
        // What cannot be had quickly is left open.
        let (steps, states, positions) = (20_000_000, 1_000, 2_000);
        let limits = Limits { steps, states, positions, ..Limits::default() };
        let verdict = judge(&claim, &Task::new(limits)).verdict;
        let mut reference = Reference::new(&on.ruleset);
        let mut wrong = |at: &[u32]| {
            let mut is_lost = |_: &[u32]| Err(());
            match on.demand(at, &mut is_lost).unwrap() {
                Demand::Nothing => false,
                Demand::Outcome(outcome) => reference.outcome(at) != outcome,
                Demand::NimValue(_) => false,
                Demand::Move(to) => {
                    let options = on.targets(at, &to);
                    !options.iter().any(|option| reference.outcome(option) == Outcome::P)
                }
                Demand::Same(piles) => {
                    let more = sprague_claim::meaning::with_piles(at, &piles);
                    reference.outcome(at) != reference.outcome(&more)
                }
            }
        };
        match &verdict {
            Verdict::Proved(_) => {
                proved += 1;
                for _ in 0..60 {
                    let many = 1 + dice.roll(5) as usize;
                    let mut at: Vec<u32> = (0..many).map(|_| 1 + dice.roll(8) as u32).collect();
                    at.sort_unstable();
                    assert!(!wrong(&at), "{text} is proved, but false at {at:?}\n{games:?}");
                }
            }
            Verdict::Refuted { witness, accepted, .. } => {
                refuted += 1;
                assert!(accepted.is_some(), "{text}{verdict:?}\n{games:?}");
                assert!(wrong(witness.piles()), "{text}{verdict:?}\n{games:?}");
            }
            Verdict::Undecided { why } => {
                let limited = why.contains("not checked to the end");
                assert!(!why.contains("checker") || limited, "{text}{why}\n{games:?}");
            }
            Verdict::Holds { .. } => {}
            Verdict::Unchecked { .. } => panic!("{text}{verdict:?}\n{games:?}"),
        }
    }
    assert!(proved > 0 && refuted > 12, "{proved} {refuted}");
}
