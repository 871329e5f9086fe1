//! Euclid's game and false variants; and random conditions against a plain recursion.

use sprague_claim::claim::{About, Says};
use sprague_claim::{Sight, parse_claims};

use super::*;
use crate::plain::Plain;

const GAMES: [&str; 2] = ["euclid", "euclid-positive"];

fn claim(game: &str, said: &str) -> OnBoard {
    let text = format!("claim \"it\"\n  game {game}\n  piles a <= b\n{said}\n");
    let claim = parse_claims("it", &text).unwrap_or_else(|why| panic!("{said}: {why:?}")).remove(0);
    let About::Board(on) = claim.about else { panic!("{said}") };
    on
}

fn is_proved(game: &str, said: &str) -> bool {
    check(&claim(game, said), &Task::default()).is_ok()
}

/// Is the claim right for piles up to this?
fn is_right(on: &OnBoard, largest: u32) -> bool {
    let task = Task::default();
    let mut plain = Plain::new(&on.ruleset, &task);
    (1..=largest).all(|a| {
        (a..=largest).all(|b| {
            let (numbers, piles) = ([i64::from(a), i64::from(b)], [a, b]);
            let so =
                |condition: &Condition| condition.holds(Sight { numbers: &numbers, piles: &piles });
            let lost = plain.outcome(&piles).unwrap() == Outcome::P;
            match &on.says {
                Says::Exactly(Meaning::P(condition)) => !so(&on.suppose) || lost == so(condition),
                Says::If { condition, .. } => !so(&on.suppose) || !so(condition) || !lost,
                _ => panic!(),
            }
        })
    })
}

#[test]
fn euclid_is_decided_by_the_golden_ratio() {
    assert!(is_proved("euclid", "  P iff a < b and b*b < a*b + a*a"));
    assert!(is_proved("euclid-positive", "  P iff b*b < a*b + a*a"));
    assert!(is_proved("euclid-positive", "  N iff b*b >= a*b + a*a"));
    assert!(is_proved("euclid", "  suppose b >= 2a\n  N if always"));
    assert!(is_proved("euclid", "  N if a = b"));
    assert!(is_proved("euclid-positive", "  N if b > 2*a + 1"));
}

#[test]
fn false_variants_are_not_proved() {
    for said in [
        "  P iff b*b <= a*b",
        "  P iff b*b < a*b + a*a + 1",
        "  P iff b*b < a*b + a*a - 1",
        "  P iff b*b < a*b + a",
        "  P iff 5*b < 8*a",
        "  P iff a < b and 5*b < 8*a",
        "  N if b > a",
        "  N if 2*b >= 3*a",
        "  suppose b >= 2a - 1\n  N if always",
        "  P if b*b < a*b + a*a",
    ] {
        assert!(!GAMES.iter().any(|game| is_proved(game, said)), "{said}");
    }
    assert!(!is_proved("euclid", "  P iff b*b < a*b + a*a"));
    assert!(!is_proved("euclid-positive", "  P iff a < b and b*b < a*b + a*a"));
    assert!(!is_proved("euclid-positive", "  N if a = b"));
    for other in ["nim", "misere euclid", "wynnie", "susen"] {
        assert!(!is_proved(other, "  P iff a < b and b*b < a*b + a*a"), "{other}");
    }
}

#[test]
fn random_conditions_are_proved_only_if_they_are_right() {
    let mut seed = 7u64;
    let mut roll = |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    let (mut proved, mut right) = (0, 0);
    for _ in 0..600 {
        let game = GAMES[roll(2) as usize];
        let mut atom = || {
            let sign = ["<", "<=", ">=", ">", "=", "!="][roll(6) as usize];
            match roll(5) {
                0 => format!("{}*b {sign} {}*a", 1 + roll(3), 1 + roll(4)),
                1 => format!("b {sign} a + {}", roll(3)),
                2 => {
                    let sum = ["a*b", "a*a", "a*b + a*a", "a*b + a*a + 1"][roll(4) as usize];
                    format!("b*b {sign} {sum}")
                }
                _ => "b*b < a*b + a*a".to_string(),
            }
        };
        let (one, other) = (atom(), atom());
        let said = match roll(6) {
            0 => format!("  P iff {one}"),
            1 => format!("  N iff {one} or {other}"),
            2 => format!("  N if {one}"),
            3 => format!("  suppose {one}\n  N if {other}"),
            _ => format!("  P iff {one} and {other}"),
        };
        let on = claim(game, &said);
        let (found, is) = (check(&on, &Task::default()).is_ok(), is_right(&on, 40));
        assert!(is || !found, "{game}\n{said}");
        proved += usize::from(found);
        right += usize::from(is);
    }
    assert!(proved >= 20 && 2 * proved >= right, "{proved} are proved of {right}");
}
