//! What is proved of positions of any size says the same as the definitions, wherever it says anything: for the games of
//! the catalogue, for variants of one rule, and for random rule texts.

use sprague::{
    Game, Kernel, Library, Outcome, Position, Refusal, Ruleset, Session, Winning, catalogue,
};
use sprague_rules::random::{Dice, Moves, random_game};
use sprague_rules::{Options, Player, Shape};
use sprague_solve::Reference;

/// All positions of at most so many piles up to a size.
fn positions(places: usize, max: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..places {
        let longer = last.iter().flat_map(|piles: &Vec<u32>| {
            let least = piles.last().copied().unwrap_or(1);
            (least..=max).map(|size| [&piles[..], &[size]].concat())
        });
        last = longer.collect();
        all.extend(last.clone());
    }
    all
}

/// Compares what a law says of small positions with the definitions; how many positions it spoke of.
fn compare(session: &Session, ruleset: &Ruleset, context: &str) -> usize {
    let Shape::Piles { at_most } = ruleset.shape else { return 0 };
    let mut reference = Reference::new(ruleset);
    let mut spoken_of = 0;
    // Statements are often about three piles or more, or about sizes from some number on.
    for piles in positions(at_most.unwrap_or(4).min(4), 6) {
        let position = Position::new(piles.clone(), ruleset.shape).unwrap();
        let solution = match session.ask(ruleset).kernel(Some(Kernel::Law)).solve(&position) {
            Ok(solution) => solution,
            Err(Refusal::Unsuitable { .. }) => continue,
            Err(other) => panic!("{other} at {piles:?}\n{context}"),
        };
        spoken_of += 1;
        let outcome = reference.outcome(&piles);
        assert_eq!(solution.outcome, outcome, "{piles:?}\n{context}");
        if let Some(nim) = solution.nim {
            assert_eq!(nim, reference.nim_value(&piles), "{piles:?}\n{context}");
        }
        let mut expected = Options::new(ruleset).list(&piles, Player::Left);
        expected.retain(|option| reference.outcome(option) == Outcome::P);
        assert_eq!(solution.winning_total, None, "{piles:?}\n{context}");
        let Some(Winning::Either(found)) = solution.winning else { panic!("{context}") };
        let found: Vec<Vec<u32>> = found.iter().map(|option| option.to_vec()).collect();
        assert_eq!(found, expected, "{piles:?}\n{context}");
    }
    spoken_of
}

#[test]
fn laws_of_the_catalogue_agree_with_the_definitions() {
    let session = Session::new();
    for name in ["minnie", "nimb", "greedy-nim", "nimtb", "ooooob-a", "ooooob-b", "ooooob-c"] {
        for misere in ["", "misere "] {
            let expression = format!("{misere}{name}");
            let ruleset = Library::catalogue().ruleset(&expression).unwrap();
            let spoken_of = compare(&session, &ruleset, &expression);
            assert!(spoken_of > 0 || !misere.is_empty(), "{name}");
        }
    }
    assert!(catalogue::names().count() > 20);
}

#[test]
fn laws_of_rules_that_nobody_has_seen_agree_with_the_definitions() {
    let mut answered = 0;
    for seed in 0..8 {
        let mut dice = Dice::new(seed);
        let within = dice.pick(&["", "k <= min(piles) and "]);
        let amounts = match dice.roll(3) {
            0 => format!("k <= {}", 1 + dice.roll(3)),
            1 => format!("k in {{{}, {}}}", 1 + dice.roll(2), 3 + dice.roll(2)),
            _ => format!("k != {} and k <= 4", 1 + dice.roll(4)),
        };
        let rule = format!("take k from one pile where {within}{amounts}");
        let ruleset = Game::from_rule(&rule).unwrap().ruleset("").unwrap();
        let ruleset = if dice.roll(3) == 0 { ruleset.misere() } else { ruleset };
        let session = Session::new().steps(20_000_000);
        answered += usize::from(compare(&session, &ruleset, &rule) > 0);
    }
    assert!(answered > 2, "{answered}");
}

#[test]
fn laws_of_random_rule_texts_agree_with_the_definitions() {
    for seed in 500..540 {
        let text = random_game(seed, Moves::Taking);
        let library = Library::with(vec![("./random.game".into(), text.clone())]);
        let ruleset = library.ruleset("./random.game").unwrap();
        compare(&Session::new().steps(20_000_000), &ruleset, &text);
    }
}

#[test]
fn a_game_that_only_sounds_like_one_of_the_record_has_no_part_in_its_laws() {
    // The name, the words and the moves of Greedy Nim, but for one condition.
    let text =
        catalogue::text("greedy-nim").unwrap().replace("a = max(piles)", "a >= max(piles) - 1");
    let text: String =
        text.lines().filter(|line| !line.contains("example")).map(|l| format!("{l}\n")).collect();
    let library = Library::with(vec![("./greedy-nim.game".into(), text.clone())]);
    let ruleset = library.ruleset("./greedy-nim.game").unwrap();
    assert_eq!(compare(&Session::new(), &ruleset, &text), 0);
}

#[test]
fn huge_positions_are_answered_by_what_is_proved_and_within_the_limits() {
    let session = Session::new().memory(64 << 20);
    let ask = |game: &str, position: &str| {
        let ruleset = Library::catalogue().ruleset(game).unwrap();
        let position = ruleset.position(position).unwrap();
        session.solve(&ruleset, &position)
    };
    let huge = "999999999,1000000000,1000000000,1000000000";
    assert_eq!(ask("greedy-nim", huge).unwrap().outcome, Outcome::N);
    assert_eq!(ask("nimb", huge).unwrap().nim, Some(999_999_998));
    let even = "2000000,3000000,4000000,5000000,6000000,7000000,8000000,9000000";
    let solution = ask("ooooob-a", even).unwrap();
    assert_eq!((solution.outcome, solution.nim), (Outcome::P, Some(0)));
    assert_eq!(solution.winning, Some(Winning::Either(Vec::new())));
    // Weak statements are told before strong ones are looked for: with the options of a position all of them are.
    let solution = ask("misere wynnie", "1000,3000000").unwrap();
    assert_eq!((solution.outcome, solution.winning_total), (Outcome::N, None));
    let solution = ask("ooooob-c", "7,1000000,2000000").unwrap();
    assert_eq!((solution.outcome, solution.winning_total), (Outcome::N, None));
    // Nothing is known of this one: it is refused as before.
    assert!(ask("susen", even).is_err());
}
