//! Known games; false variants; and random games and claims against a plain recursion.

use std::collections::BTreeSet;

use sprague_claim::claim::About;
use sprague_claim::meaning::Demand;
use sprague_claim::parse_claims_with;
use sprague_rules::{Options, Outcome, Player};
use sprague_task::Task;

use super::*;
use crate::plain::Plain;

/// The claim about a game: one of the catalogue, or one with this move.
fn claim(game: &str, said: &str) -> OnPiles {
    let text = format!("game g\n  \"A game.\"\n  piles any\n  {game}\n");
    let name = if game.contains(' ') { "./g.game" } else { game };
    let games = [("./g.game".to_string(), text)];
    let said = format!("claim \"it\"\n  game {name}\n{said}");
    let claims = parse_claims_with("it", &said, &games);
    let claim = claims.unwrap_or_else(|why| panic!("{game} {said}: {why:?}")).remove(0);
    let About::Piles(on) = claim.about else { panic!("{said}") };
    on
}

/// What the method says, and whether a plain recursion finds the claim right for few small piles.
fn both(on: &OnPiles) -> (bool, bool) {
    let task = Task::default();
    let read = read_all(on, &task).is_ok();
    let mut plain = Plain::new(&on.ruleset, &task);
    let mut right = true;
    let mut waiting = vec![Vec::new()];
    while let Some(piles) = waiting.pop() {
        let mut unknown = |_: &[u32]| Err(());
        right &= match on.demand(&piles, &mut unknown).unwrap() {
            Demand::Outcome(outcome) => plain.outcome(&piles).unwrap() == outcome,
            Demand::NimValue(value) => i64::from(plain.nim_value(&piles).unwrap()) == value,
            _ => true,
        };
        if piles.len() < 5 {
            let most = [9, 9, 9, 7, 5, 4][piles.len()];
            let least = piles.last().copied().unwrap_or(1);
            waiting.extend((least..=most).map(|size| [&piles[..], &[size]].concat()));
        }
    }
    assert!(right || !read, "{on:?} is false");
    (read, right)
}

#[test]
fn greedy_nim_and_the_games_of_the_smallest_stack_are_read() {
    for (game, said) in [
        ("greedy-nim", "  piles any\n  P iff even(count(x in piles where x = largest))\n"),
        ("nimb", "  piles any\n  nim-value = smallest if count = 1, else smallest - 1\n"),
        ("nimtb", "  piles 2..\n  suppose distinct(piles)\n  nim-value = smallest - 1\n"),
        ("nimtb", "  piles 2..\n  nim-value = smallest - 1 if distinct(piles), else 0\n"),
        (
            "nimtb-free",
            "  piles 2..\n  P iff smallest = 1 or count(x in piles where x = largest) >= 2\n",
        ),
    ] {
        let on = claim(game, said);
        let found = read_all(&on, &Task::default());
        assert!(found.is_ok(), "{game} {said}: {found:?}");
        assert_eq!(both(&on), (true, true), "{game} {said}");
    }
}

#[test]
fn false_variants_are_not_read() {
    for (game, said) in [
        ("greedy-nim", "  piles any\n  P iff odd(count(x in piles where x = largest))\n"),
        ("greedy-nim", "  piles any\n  P iff count(x in piles where x = largest) = 2\n"),
        ("greedy-nim", "  piles any\n  P iff even(count(x in piles where x = smallest))\n"),
        ("nimb", "  piles 2..\n  nim-value = smallest\n"),
        ("nimb", "  piles any\n  nim-value = smallest - 1\n"),
        ("nimtb", "  piles 2..\n  nim-value = smallest - 1\n"),
        ("nimtb", "  piles 3..\n  suppose distinct(piles)\n  nim-value = smallest - 2\n"),
        ("nimtb-free", "  piles any\n  P iff smallest = 1 or largest = 1\n"),
        (
            "nimtb-free",
            "  piles 2..\n  P iff smallest = 1 or count(x in piles where x = largest) >= 3\n",
        ),
        ("nim", "  piles any\n  P iff even(total)\n"),
    ] {
        assert!(!both(&claim(game, said)).0, "{game} {said}");
    }
}

/// The next number below a bound.
fn roll(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize % below
}

/// A random game of the ends of a position, and a random claim about it.
fn random(state: &mut u64) -> OnPiles {
    let moves = [
        "move take k from one pile a where a = max(piles)",
        "move take k from one pile a where a = min(piles)",
        "move take k from one pile where min(after) != min(piles)",
        "move take k from one pile where max(after) != max(piles)",
        "move take k from one pile where max(after) != max(piles) and distinct(after)",
        "move take k from one pile where k <= 2",
        "move take k from one pile a where a > max(others)",
        "move take k from one pile a where a - k < min(others) or count(piles) = 1",
        "move take 1 from one pile a where a = max(piles)",
        "move take k from one pile where k mod 2 = 1 and min(after) < 3",
        "move take k from one pile a where distinct(others) and a mod 3 != 1",
        "move take k from one pile a where a - k >= min(others) + 2",
    ];
    let numbers = [
        "smallest",
        "largest",
        "second",
        "count",
        "total",
        "count(x in piles where x = largest)",
        "count(x in piles where x = smallest)",
        "count(x in piles where x >= 2)",
        "count(x in piles where odd(x))",
    ];
    let atom = |state: &mut u64| {
        let number = numbers[roll(state, numbers.len())];
        match roll(state, 7) {
            0 => format!("even({number})"),
            1 => format!("({number}) mod 3 = 1"),
            2 => format!("{number} = {}", 1 + roll(state, 3)),
            3 => format!("{number} >= {}", 1 + roll(state, 4)),
            4 => "largest - smallest <= 2".to_string(),
            5 => "second = smallest + 1".to_string(),
            _ => "distinct(piles)".to_string(),
        }
    };
    let first = atom(state);
    let condition = match roll(state, 4) {
        0 => format!("{first} and {}", atom(state)),
        1 => format!("{first} or {}", atom(state)),
        _ => first,
    };
    let (m, least) = (moves[roll(state, moves.len())], ["any", "2..", "1..3"][roll(state, 3)]);
    let suppose = ["", "  suppose distinct(piles)\n", "  suppose smallest >= 2\n"][roll(state, 3)];
    claim(m, &format!("  piles {least}\n{suppose}  P iff {condition}\n"))
}

#[test]
fn random_claims_that_are_read_are_right() {
    let mut state = 7;
    for _ in 0..100 {
        both(&random(&mut state));
    }
}

/// What is read of a position and its moves says the same of every option as the rules and the claim do.
#[test]
fn what_is_kept_of_a_position_tells_of_its_options() {
    let mut state = 3;
    let mut seen = 0;
    for _ in 0..300 {
        let on = random(&mut state);
        let game = Game::of(&on).unwrap_or_else(|why| panic!("{on:?}: {why}"));
        let told = |told: Told| Lowered { from: told.bound + 1, period: told.period };
        let (gaps, numbers) = (told(game.seen.sizes), told(game.seen.numbers));
        let kept = Kept { gaps, numbers, seen: &game.seen };
        for _ in 0..40 {
            let many = 1 + roll(&mut state, 5);
            let most = [4, 9, 30][roll(&mut state, 3)];
            let mut piles: Vec<u32> =
                (0..many).map(|_| 1 + roll(&mut state, most) as u32).collect();
            piles.sort_unstable();
            let start = Reading::start(game.seen.counted.len());
            let mut position = start.clone();
            let mut moves = BTreeSet::from([start]);
            let mut size = 0;
            for &pile in &piles {
                for _ in size..pile {
                    position = position.up(&kept);
                    moves = moves.iter().flat_map(|m| m.up_with_move(&kept)).collect();
                }
                size = pile;
                position = position.pile(&kept);
                moves = moves.iter().flat_map(|m| m.pile_with_move(&kept)).collect();
            }
            let plainly = |piles: &[u32]| match on.demand(piles, &mut |_| Err(())).unwrap() {
                _ if piles.is_empty() => Known::Lost,
                Demand::Outcome(Outcome::P) => Known::Lost,
                Demand::Outcome(_) => Known::Won,
                _ => Known::Nothing,
            };
            let said = game.said(&position, Group::Before).unwrap();
            assert!(said == plainly(&piles), "{piles:?} of {on:?}");
            let legal = moves.iter().filter(|m| m.phase == Phase::Taken && game.is_legal(m));
            let read: Vec<Known> = legal.map(|m| game.option(m).unwrap()).collect();
            let options = Options::new(&on.ruleset).list(&piles, Player::Left);
            let listed: Vec<Known> = options.iter().map(|option| plainly(option)).collect();
            for known in [Known::Nothing, Known::Lost, Known::Won] {
                assert_eq!(read.contains(&known), listed.contains(&known), "{piles:?} of {on:?}");
            }
            seen += options.len();
        }
    }
    assert!(seen > 10_000, "{seen}");
}
