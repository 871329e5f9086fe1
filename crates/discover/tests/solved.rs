//! Games whose solution is known: found with no formula given, accepted by the checker, and proved again from the text that is
//! printed.

use sprague_claim::read_claims;
use sprague_discover::{Discovery, Known, Positions, Subject, Wish, discover};
use sprague_prove::{Verdict, judge};
use sprague_rules::{Game, Library};
use sprague_task::{Limits, Task};

fn task() -> Task {
    Task::new(Limits {
        steps: 40_000_000_000,
        bytes: 4 << 30,
        time: std::time::Duration::from_secs(600),
        ..Limits::default()
    })
}

fn found(game: &str, positions: Positions, wish: Wish) -> Discovery {
    let subject = Subject::new(game, &Library::catalogue(), Some(positions)).unwrap();
    discover(&subject, wish, &task())
}

/// It is proved, and the claim that is printed is proved again from its text alone.
fn is_solved(game: &str, positions: Positions, wish: Wish) -> String {
    let found = found(game, positions, wish);
    let accepted = found.accepted().unwrap_or_else(|| panic!("{game}: {:?}", found.known));
    let text = found.claim.clone().expect("a claim");
    assert_eq!(accepted.certificate().claim, text);
    let formula = found.formula.clone().expect("a formula");
    assert!(text.contains(&formula), "{text}");
    let (claims, wrong) = read_claims("claim", &text, &|name| Library::catalogue().text(name));
    assert!(wrong.is_empty() && claims.len() == 1, "{text}");
    if wish == Wish::Outcomes {
        let judgement = judge(&claims[0], &task());
        assert!(matches!(judgement.verdict, Verdict::Proved(_)), "{text}: {:?}", judgement.verdict);
    }
    formula
}

#[test]
fn the_stack_games_of_the_thesis_on_two_stacks() {
    let two = |game: &str| is_solved(game, Positions::Piles(2), Wish::Outcomes);
    assert_eq!(two("wynnie"), "odd(a) and lowbit(b + 1, (a + 1) / 2)");
    two("misere wynnie");
    assert_eq!(
        two("minnie"),
        "a = 1 and odd(b) or a = 2 and b mod 4 = 2 or a = 3 and b >= 6 and b mod 4 = 0 or a = 4 and b = 4"
    );
    two("misere minnie");
    two("mine");
    assert_eq!(two("nimb"), "a = 1");
}

#[test]
fn the_stack_games_of_the_thesis_on_three_stacks() {
    for game in ["minnie", "mine", "nimb", "nimtb"] {
        is_solved(game, Positions::Piles(3), Wish::Outcomes);
    }
}

/// Games that are not in the catalogue.
const CHESS: [&str; 2] = [include_str!("../games/knight.game"), include_str!("../games/king.game")];
const CHOMP: &str = include_str!("../games/chomp.game");
const DOLLAR: &str = include_str!("../games/silver-dollar.game");

fn solved_text(text: &str, piles: usize) -> String {
    let game = Game::from_text(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let expression = game.ruleset("").unwrap().expression;
    let positions = Some(Positions::Piles(piles));
    let subject = Subject::new(&expression, &game.library(), positions).unwrap();
    let found = discover(&subject, Wish::Outcomes, &task());
    assert!(found.accepted().is_some(), "{expression}: {:?}", found.known);
    found.formula.expect("a formula")
}

#[test]
fn chess_chomp_and_coins() {
    assert_eq!(solved_text(CHESS[0], 2), "a mod 4 in {1, 2} and b mod 4 in {1, 2}");
    assert_eq!(solved_text(CHESS[1], 2), "even(a) and even(b)");
    assert_eq!(solved_text(CHOMP, 2), "b = a + 1");
    assert_eq!(solved_text(DOLLAR, 3), "a + b = c");
    assert_eq!(solved_text(DOLLAR, 4), "b + c = a + d");
}

/// Take from one pile, or from both so that what is taken differs by less than t.
#[test]
fn generalised_wythoff() {
    for t in 2..=3 {
        let text = format!(
            "game wythoff-{t}\n  \"Take from one pile, or nearly the same from both.\"\n  piles 2\n  move take k from one pile\n  \
             move take k from one pile a and j from another pile b where k - j < {t} and j - k < {t}\n"
        );
        assert_eq!(solved_text(&text, 2), format!("metallic(a, b, {t})"));
    }
}

#[test]
fn any_number_of_piles() {
    let any = |game: &str| is_solved(game, Positions::Any, Wish::Outcomes);
    assert_eq!(any("nim"), "xor(piles) = 0");
    assert_eq!(any("subtract(1,2)"), "xor(x mod 3 for x in piles) = 0");
    assert_eq!(any("greedy-nim"), "even(count(x in piles where x = largest))");
    any("misere minnie");
    assert_eq!(is_solved("nim", Positions::Any, Wish::NimValues), "xor(piles)");
}

#[test]
#[ignore = "takes a minute"]
fn minnie_on_any_number_of_piles() {
    is_solved("minnie", Positions::Any, Wish::Outcomes);
    assert_eq!(is_solved("nimb", Positions::Any, Wish::Outcomes), "smallest = 1 and count >= 2");
}

/// What is not proved within the limits is a guess, and no claim.
#[test]
fn a_pattern_that_is_not_proved_is_no_claim() {
    let limits =
        Limits { steps: 20_000_000, time: std::time::Duration::from_secs(20), ..Limits::default() };
    let positions = Some(Positions::Any);
    let subject = Subject::new("misere nim", &Library::catalogue(), positions).unwrap();
    let found = discover(&subject, Wish::Outcomes, &Task::new(limits));
    assert_eq!(found.claim.is_some(), found.is_proved(), "{:?}", found.known);
}

#[test]
fn classics() {
    let solved = |game: &str, piles| is_solved(game, Positions::Piles(piles), Wish::Outcomes);
    assert_eq!(solved("nim", 2), "a = b");
    assert_eq!(solved("nim", 3), "xor(a, b, c) = 0");
    assert_eq!(solved("greedy-nim", 2), "a = b");
    assert_eq!(solved("wythoff", 2), "golden(a, b)");
}

#[test]
fn one_or_one_or_one_of_both() {
    for piles in 3..=6 {
        is_solved("ooooob-b", Positions::Piles(piles), Wish::Outcomes);
    }
    for piles in 3..=5 {
        is_solved("ooooob-c", Positions::Piles(piles), Wish::Outcomes);
    }
    for size in 1..=4 {
        is_solved("ooooob-b", Positions::Counts(size), Wish::Outcomes);
    }
}

#[test]
fn nim_values() {
    let solved = |game: &str, piles| is_solved(game, Positions::Piles(piles), Wish::NimValues);
    assert_eq!(solved("nim", 2), "xor(a, b)");
    assert_eq!(solved("nimb", 2), "a - 1");
    assert_eq!(solved("nimtb", 2), "a - 1 if a < b, else 0");
    assert_eq!(solved("kayles", 1), "regular from 71 with period 12");
}

#[test]
fn what_is_not_solved_is_undecided_and_says_what_is_known() {
    let limits = Limits {
        steps: 2_000_000_000,
        time: std::time::Duration::from_secs(60),
        ..Limits::default()
    };
    let subject =
        Subject::new("jennifer", &Library::catalogue(), Some(Positions::Piles(2))).unwrap();
    let found = discover(&subject, Wish::Outcomes, &Task::new(limits));
    assert!(matches!(found.known, Known::Undecided { .. }), "{:?}", found.known);
    assert!(found.accepted().is_none() && found.claim.is_none());
}
