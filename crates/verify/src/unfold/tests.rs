//! Known claims; and random ones against a plain recursion.

use sprague_claim::meaning::Demand;
use sprague_claim::{About, parse_claims};
use sprague_task::Task;

use super::*;
use crate::plain::Plain;

fn claim(game: &str, piles: &str, said: &str) -> OnBoard {
    let text = format!("claim \"it\"\n  game {game}\n  piles {piles}\n  {said}\n");
    let claim = parse_claims("it", &text).unwrap_or_else(|why| panic!("{text}: {why:?}")).remove(0);
    let About::Board(on) = claim.about else { panic!("{text}") };
    on
}

fn is_proved(on: &OnBoard) -> bool {
    (1..=DEEPEST).any(|depth| unfolded(on, depth, &Task::default()).is_ok())
}

/// Is the claim right for small piles, by the recursion?
fn is_right(on: &OnBoard, most: u32) -> bool {
    let (task, piles) = (Task::default(), on.names.len());
    let (mut plain, mut deeper) = (Plain::new(&on.ruleset, &task), Plain::new(&on.ruleset, &task));
    let mut other = match &on.says {
        Says::SameAs { ruleset, .. } => Some(Plain::new(ruleset, &task)),
        _ => None,
    };
    let mut waiting = vec![Vec::new()];
    while let Some(position) = waiting.pop() {
        if position.len() < piles {
            let least = position.last().copied().unwrap_or(1);
            waiting.extend((least..=most).map(|size| [&position[..], &[size]].concat()));
            continue;
        }
        let outcome = plain.outcome(&position).unwrap();
        let numbers: Vec<i64> = position.iter().map(|&n| n.into()).collect();
        let mut is_lost = |piles: &[u32]| Ok::<_, ()>(deeper.outcome(piles).unwrap() == Outcome::P);
        let right = match (on.demand(&position, &numbers, &mut is_lost).unwrap(), &mut other) {
            (_, Some(other)) => other.outcome(&position).unwrap() == outcome,
            (Demand::Outcome(demanded), _) => demanded == outcome,
            _ => true,
        };
        if !right {
            return false;
        }
    }
    true
}

#[test]
fn susen_is_unfolded() {
    let three = "a <= b <= c";
    for (piles, said, proved) in [
        ("a <= b", "same outcomes as subtractive-euclid", true),
        ("a <= b", "N iff P(b - a, a)", true),
        ("a <= b", "N iff P(b - a, b)", false),
        ("a <= b", "P iff P(b - a, a)", false),
        (three, "P iff N(a, b) and N(a, c) and N(b, c)", true),
        (three, "P iff N(a, b) and N(b, c)", false),
        (three, "N if P(a, b) or P(a, c) or P(b, c)", true),
        (three, "N if N(a, b)", false),
        (three, "P iff P(a, b) or P(a, c) or P(b, c)", false),
    ] {
        let on = claim("susen", piles, said);
        assert_eq!(is_right(&on, 12), proved, "{said}");
        assert_eq!(is_proved(&on), proved, "{said}");
    }
    // The game is another one.
    assert!(!is_proved(&claim("misere susen", "a <= b", "same outcomes as subtractive-euclid")));
    assert!(!is_proved(&claim("nim", "a <= b", "same outcomes as subtractive-euclid")));
}

#[test]
fn random_claims_that_are_unfolded_are_right() {
    let games = ["susen", "misere susen", "subtract(1,2)", "subtract(1,3)", "subtractive-euclid"];
    let spoken = ["a", "b", "b - a", "a, b - a", "b, b - a", "b - a, b - a", "a, a", "b - 2*a, a"];
    let mut state = 5u64;
    let mut roll = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let (mut proved, mut right) = (0, 0);
    for _ in 0..400 {
        let mut atom = || format!("{}({})", ["P", "N"][roll(2)], spoken[roll(spoken.len())]);
        let (first, second) = (atom(), atom());
        let said = match roll(3) {
            0 => first,
            1 => format!("{first} and {second}"),
            _ => format!("{first} or {second}"),
        };
        let link = ["P iff", "N iff", "P if", "N if"][roll(4)];
        let on = claim(games[roll(games.len())], "a <= b", &format!("{link} {said}"));
        let (found, is) = (is_proved(&on), is_right(&on, 14));
        assert!(is || !found, "{:?} {link} {said}", on.ruleset.expression);
        proved += u32::from(found);
        right += u32::from(is);
    }
    assert!(proved >= 10, "{proved} of {right}");
}
