//! Sequences of values: LR-Nim by normalisation, partizan and impartial rulesets, regularity.

use sprague_rules::{Options, Outcome, Player, parse_ruleset};
use sprague_value::regularity::{self, Method, Regularity, Verdict};
use sprague_value::ruleset::{NoValues, Positions, heaps};
use sprague_value::{Arena, Evaluator, Value, ZERO};

fn values(arena: &mut Arena, ruleset: &str, to: u32) -> Vec<Value> {
    let ruleset = parse_ruleset(ruleset).unwrap();
    let positions = Positions::new(&ruleset, arena).unwrap();
    heaps(arena, &mut Evaluator::new(positions), to).unwrap()
}

fn regularity(arena: &mut Arena, ruleset: &str, to: u32) -> Option<Regularity> {
    let values = values(arena, ruleset, to);
    let window = regularity::window(&parse_ruleset(ruleset).unwrap());
    regularity::find(arena, &values, window).unwrap()
}

/// Ruleset and the values of its first heaps, with where they are from.
const HEAPS: [(&str, &str); 6] = [
    // Inoue, Kadowaki, Kimura and Wada 2026, section 4.2
    ("lr-nim(2,3)", "1  -1  1*  +-1  {1*|-1}  1  0  1*  {1|0}  {1*|0}  1  0  1*  {1|0}  {1*|0}"),
    // Winning Ways, chapter 4
    ("kayles", "0  *  *2  *3  *  *4  *3  *2  *  *4  *2  *6"),
    ("subtract(1,2,3)", "0  *  *2  *3  0  *"),
    // From the definition
    ("partizan-subtract(2; 3)", "0  0  1  *  {1|0}  0  0"),
    ("partizan-subtract(1; 1,2)", "0  *  v  v2*  v3  v4*"),
    ("ending-nim(2,3; P,N)", "0  *  *  *2  0  0"),
];

#[test]
fn first_heaps() {
    for (ruleset, expected) in HEAPS {
        let mut arena = Arena::new();
        let expected: Vec<&str> = expected.split("  ").collect();
        let values = values(&mut arena, ruleset, expected.len() as u32 - 1);
        let texts: Vec<String> = values.iter().map(|&v| arena.text(v).unwrap()).collect();
        assert_eq!(texts, expected, "{ruleset}");
    }
}

#[test]
fn lr_nim_with_two_and_three_has_period_five_for_ever() {
    let mut arena = Arena::new();
    let found = regularity(&mut arena, "lr-nim(2,3)", 60).unwrap();
    let expected = Regularity {
        preperiod: 5,
        period: 5,
        saltus: ZERO,
        verdict: Verdict::Proved(Method::Window),
    };
    assert_eq!(found, expected);
}

#[test]
fn the_papers_difference_is_as_the_paper_says() {
    // "O([n+9]-[n]) = P only for n = 0, 2, 4, 5 mod 9 except for n = 4" (section 4.2)
    let mut arena = Arena::new();
    let values = values(&mut arena, "lr-nim(2,3,6)", 4009);
    for n in 0..=4000 {
        let outcome = arena.outcome_of_difference(values[n + 9], values[n]);
        let expected = [0, 2, 4, 5].contains(&(n % 9)) && n != 4;
        assert_eq!(outcome == Outcome::P, expected, "{n}");
    }
    // The second differences that the paper names are never P.
    for k in 0..12 {
        let [a, b, c] = [28, 19, 10].map(|n| values[n + 9 * k]);
        let (twice, ends) = (arena.multiple(2, b).unwrap(), arena.sum(a, c).unwrap());
        assert_ne!(twice, ends, "{k}");
    }
    let window = regularity::window(&parse_ruleset("lr-nim(2,3,6)").unwrap());
    assert_eq!(regularity::find(&mut arena, &values, window).unwrap(), None);
    // Values are born later and later.
    let days = arena.birthdays(&values);
    assert!(days[3000..].iter().max() > days[..2000].iter().max());
}

#[test]
fn normalisation_keeps_every_outcome() {
    for expression in ["lr-nim(2,3)", "lr-nim(2,3,6)", "lr-nim(3,5,7)", "ending-nim(3,4; L,N,P)"] {
        let ruleset = parse_ruleset(expression).unwrap();
        let options = Options::new(&ruleset);
        let mut arena = Arena::new();
        let values = values(&mut arena, expression, 80);
        let mut outcomes: Vec<Outcome> = Vec::new();
        for (n, &value) in values.iter().enumerate() {
            let heap = if n == 0 { vec![] } else { vec![n as u32] };
            let reach = options.list(&heap, Player::Left);
            let after = |option: &Vec<u32>| outcomes[option.first().map_or(0, |&n| n as usize)];
            let wins =
                |player: Player| reach.iter().any(|o| !after(o).first_wins(player.opponent()));
            let outcome = match reach.is_empty() {
                true => ruleset.stuck_outcome(&heap),
                false => Outcome::from_first_wins(wins(Player::Left), wins(Player::Right)),
            };
            assert_eq!(arena.outcome(value), outcome, "{expression} {n}");
            outcomes.push(outcome);
        }
    }
}

#[test]
fn partizan_euclid_has_the_outcomes_of_its_rules() {
    let ruleset = parse_ruleset("partizan-euclid").unwrap();
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new(Positions::new(&ruleset, &mut arena).unwrap());
    for p in 1..30u32 {
        for q in 1..=p {
            let parts = evaluator.game().parts(&[q, p]);
            let value = evaluator.value(&mut arena, &parts).unwrap();
            let (left, right) = match p % q {
                0 => (None, None),
                t => (Some([t, q]), Some([(q - t).min(q), q.max(q - t)])),
            };
            let mut after = |option: Option<[u32; 2]>| {
                option.map(|mut o| {
                    o.sort_unstable();
                    let parts = evaluator.game().parts(&o);
                    evaluator.value(&mut arena, &parts).unwrap()
                })
            };
            let (left, right) = (after(left), after(right));
            let options = |o: Option<Value>| o.into_iter().collect::<Vec<_>>();
            assert_eq!(arena.game(&options(left), &options(right)).unwrap(), value);
        }
    }
}

#[test]
fn saltus_is_found_and_proved_where_the_argument_holds() {
    let mut arena = Arena::new();
    let found = regularity(&mut arena, "partizan-subtract(1; 1,2)", 40).unwrap();
    assert_eq!((found.preperiod, found.period), (1, 1));
    assert_eq!(arena.text(found.saltus).unwrap(), "v*");
    assert_eq!(found.verdict, Verdict::Proved(Method::Ups));
    // With the roles exchanged everything is negative.
    let found = regularity(&mut arena, "partizan-subtract(1,2; 1)", 40).unwrap();
    assert_eq!(arena.text(found.saltus).unwrap(), "^*");
    assert_eq!(found.verdict, Verdict::Proved(Method::Ups));
}

#[test]
fn a_saltus_that_is_a_number_is_proved_by_translation_alone() {
    let mut arena = Arena::new();
    let texts = |arena: &mut Arena, list: &str| -> Vec<Value> {
        list.split_whitespace().map(|t| arena.parse(t).unwrap()).collect()
    };
    let found = |arena: &mut Arena, list: &str, window| {
        let values = texts(arena, list);
        let found = regularity::find(arena, &values, window).unwrap()?;
        Some((found.period, arena.text(found.saltus).unwrap(), found.verdict))
    };
    let proved = Verdict::Proved(Method::Translation);
    let hot = "1* {2|0} 2* {3|1} 3* {4|2} 4* {5|3}";
    assert_eq!(found(&mut arena, hot, Some(2)), Some((2, "1".into(), proved)));
    assert_eq!(found(&mut arena, hot, None), Some((2, "1".into(), Verdict::Holds { to: 7 })));
    let positive = "1 2 3 4 5 6 7";
    assert_eq!(found(&mut arena, positive, Some(2)), Some((1, "1".into(), proved)));
    // Falling towards 0 the simplest number need not move along.
    let falling = "9 8 7 6 5 4 3";
    assert_eq!(
        found(&mut arena, falling, Some(2)),
        Some((1, "-1".into(), Verdict::Holds { to: 6 }))
    );
}

/// Every saltus that is claimed for ever at 60 heaps is still there at 200.
#[test]
fn proofs_are_not_refuted_further_on() {
    let sets = ["1", "2", "1,2", "1,3", "2,3", "1,4", "2,5", "1,2,4"];
    let mut proved = 0;
    for left in sets {
        for right in sets {
            let ruleset = format!("partizan-subtract({left}; {right})");
            let mut arena = Arena::new();
            let Some(found) = regularity(&mut arena, &ruleset, 60) else { continue };
            if let Verdict::Proved(_) = found.verdict {
                proved += 1;
                let values = values(&mut arena, &ruleset, 200);
                for n in found.preperiod..=200 - found.period {
                    let expected = arena.sum(values[n], found.saltus).unwrap();
                    assert_eq!(values[n + found.period], expected, "{ruleset} {n}");
                }
            }
        }
    }
    assert!(proved > 20, "{proved}");
}

#[test]
fn what_has_no_values_is_refused() {
    let mut arena = Arena::new();
    let misere = parse_ruleset("misere nim").unwrap();
    assert_eq!(Positions::new(&misere, &mut arena).err(), Some(NoValues::Misere));
}
