//! Sequences with a known period, and random games whose period must go on.

use sprague_rules::{Ruleset, parse_ruleset};
use sprague_sequence::{Method, Regularity, Sequence, Terms, Verdict};
use sprague_solve::heaps::HeapValues;
use sprague_solve::{Budget, Watch};

fn sequence(ruleset: &Ruleset, to: u32) -> Sequence {
    Sequence::compute(ruleset, to, &Budget::default(), &Watch::new(None)).unwrap()
}

fn regularity(ruleset: &str, to: u32) -> Option<Regularity> {
    let ruleset = parse_ruleset(ruleset).unwrap();
    sequence(&ruleset, to).regularity(&ruleset)
}

#[test]
fn known_periods_are_found_and_proved() {
    // Ruleset, how far, preperiod, period, method. Octal periods: Winning Ways, chapter 4.
    for (ruleset, to, preperiod, period, method) in [
        ("kayles", 400, 71, 12, Method::GuySmith),
        ("octal(0.77)", 400, 71, 12, Method::GuySmith),
        ("octal(0.137)", 400, 52, 34, Method::GuySmith),
        ("octal(0.07)", 400, 53, 34, Method::GuySmith),
        ("octal(0.71)", 60, 3, 2, Method::GuySmith),
        ("subtract(1,2,3)", 20, 0, 4, Method::Window),
        ("misere subtract(1,2,3)", 20, 0, 4, Method::Window),
        ("subtract(2,5,7)", 100, 0, 22, Method::Window),
        ("lr-nim(2,3)", 40, 2, 5, Method::Window),
        ("lr-nim(2,3,6)", 40, 8, 1, Method::Window),
        ("ending-nim(2,3; N,L)", 40, 0, 5, Method::Window),
        ("maximum-nim(3)", 40, 0, 4, Method::Window),
        ("cut(1,3,5)", 60, 1, 2, Method::GuySmith),
        // Taking that may not take all: 0.2 is a heap that loses one token at a time.
        ("octal(0.2)", 20, 1, 2, Method::GuySmith),
    ] {
        let found = regularity(ruleset, to).unwrap_or_else(|| panic!("{ruleset}"));
        assert_eq!(
            (found.preperiod, found.period, found.saltus),
            (preperiod, period, 0),
            "{ruleset}"
        );
        assert_eq!(found.verdict, Verdict::Proved(method), "{ruleset}");
    }
}

#[test]
fn arithmetic_periods_are_found_and_proved() {
    // Theorem 3 of the paper on CUT: period 12c and saltus 8.
    for c in 2..=12 {
        let found = regularity(&format!("cut(1,{})", 2 * c), 72 * c as u32).unwrap();
        assert_eq!((found.preperiod, found.period, found.saltus), (1, 12 * c, 8));
        assert!(matches!(found.verdict, Verdict::Proved(Method::Levels(_))), "{c}");
    }
    for ruleset in ["cut(1,2,7)", "cut(1,2,8)", "cut(1,4,9)"] {
        let found = regularity(ruleset, 1000).unwrap();
        assert!(found.saltus > 0 && matches!(found.verdict, Verdict::Proved(_)), "{ruleset}");
    }
    let nim = regularity("nim", 50).unwrap();
    assert_eq!((nim.preperiod, nim.period, nim.saltus), (0, 1, 1));
    assert_eq!(nim.verdict, Verdict::Holds { to: 50 });
}

/// What follows from a proof is what the recursion says, further out.
#[test]
fn terms_beyond_a_proof_are_those_of_the_recursion() {
    let sets = ["1,4", "1,6", "1,2,7", "1,4,9", "2,5", "3,4,6", "1,8", "5", "2,3"]
        .map(|set| format!("cut({set})"));
    let codes = ["0.8", "0.18", "0.F", "0.13FF", "0.9B", "0.77", "0.157"]
        .map(|code| format!("octal({code})"));
    let mut proved = 0;
    for expression in sets.into_iter().chain(codes) {
        let ruleset = parse_ruleset(&expression).unwrap();
        let filled = sequence(&ruleset, 1100);
        let mut plainly = HeapValues::new(&ruleset, 1 << 30);
        plainly.reach(1100, &Watch::new(None)).unwrap();
        assert_eq!(filled.terms, Terms::NimValues(plainly.into_values()), "{expression}");
        proved += usize::from(filled.way.contains("proved"));
    }
    assert!(proved >= 10, "{proved}");
}

#[test]
fn a_period_beyond_the_terms_is_found_and_proved() {
    let (budget, watch) = (Budget::default(), Watch::new(None));
    for (game, to, preperiod, period) in [
        ("kayles", 20, 71, 12),
        ("cut(1,6)", 20, 1, 36),
        ("subtract(1,2,3)", 2, 0, 4),
        ("lr-nim(2,3)", 3, 2, 5),
    ] {
        let ruleset = parse_ruleset(game).unwrap();
        let found = sequence(&ruleset, to).lasting(&ruleset, &budget, &watch).expect(game);
        assert_eq!((found.preperiod, found.period), (preperiod, period), "{game}");
        assert!(matches!(found.verdict, Verdict::Proved(_)), "{game}");
        let far = sequence(&ruleset, 2000).regularity(&ruleset).expect(game);
        assert_eq!((far.preperiod, far.period, far.saltus), (preperiod, period, found.saltus));
    }
    for game in ["grundy", "max-nim"] {
        let ruleset = parse_ruleset(game).unwrap();
        assert_eq!(sequence(&ruleset, 60).lasting(&ruleset, &budget, &watch), None, "{game}");
    }
}

#[test]
fn what_is_not_regular_is_not_called_so() {
    for ruleset in ["grundy", "max-nim", "couples", "cut(1,2)"] {
        assert_eq!(regularity(ruleset, 300), None, "{ruleset}");
    }
    // Too few terms to see the period of Kayles.
    assert_eq!(regularity("kayles", 60), None);
}

#[test]
fn the_paper_s_outcome_sequences_come_out() {
    let lr = sequence(&parse_ruleset("lr-nim(2,3)").unwrap(), 14);
    let Terms::Outcomes(outcomes) = lr.terms else { panic!("these are outcomes") };
    let letters: String = outcomes.iter().map(|o| o.letter()).collect();
    assert_eq!(letters, "LRLNNLPLNNLPLNN");
    let ending = sequence(&parse_ruleset("ending-nim(2,3; N,L)").unwrap(), 9);
    let Terms::Outcomes(outcomes) = ending.terms else { panic!("these are outcomes") };
    let letters: String = outcomes.iter().map(|o| o.letter()).collect();
    assert_eq!(letters, "NLPLNNLPLN");
}

#[test]
fn a_proved_period_goes_on() {
    // What was proved from few terms is compared with many more of them.
    let mut proved = 0;
    for seed in 0u32..200 {
        let mut digits: Vec<u32> = (0..3).map(|i| (seed * 7919 + 13) >> (3 * i) & 7).collect();
        digits.push(1);
        let code: String = digits.iter().map(|d| char::from_digit(*d, 10).unwrap()).collect();
        let set: Vec<String> =
            (1..9).filter(|b| (seed * 37 + 5) >> (b - 1) & 1 == 1).map(|b| b.to_string()).collect();
        let mut rulesets = vec![format!("octal(0.{code})")];
        if !set.is_empty() {
            rulesets.push(format!("subtract({})", set.join(",")));
            rulesets.push(format!("misere subtract({})", set.join(",")));
        }
        for text in rulesets {
            let ruleset = parse_ruleset(&text).unwrap();
            let Some(found) = sequence(&ruleset, 150).regularity(&ruleset) else { continue };
            if !matches!(found.verdict, Verdict::Proved(_)) {
                continue;
            }
            proved += 1;
            let more = sequence(&ruleset, 700).regularity(&ruleset).unwrap();
            assert_eq!(more, found, "{text}");
        }
    }
    assert!(proved > 200, "{proved}");
}
