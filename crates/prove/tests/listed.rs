//! Facts and plays against the plain recursion of another room: random games, tampered and forged evidence, moves of one
//! player only, places of a row.

use sprague_certificate::{Certificate, Evidence, ListedEvidence};
use sprague_claim::{Claim, Expected, parse_claims_with};
use sprague_prove::{Task, Verdict, judge};
use sprague_rules::random::{Dice, Moves, random_game};
use sprague_rules::{Options, Player, Ruleset, Shape, write_position};
use sprague_solve::Reference;
use sprague_verify::accept;

const FILE: &str = "./it.game";

fn read(lines: &str, game: Option<&str>) -> Claim {
    let games: Vec<(String, String)> =
        game.into_iter().map(|text| (FILE.to_string(), text.to_string())).collect();
    let text = format!("claim \"it\"\n{lines}\n");
    let claims = parse_claims_with("it.claim", &text, &games);
    claims.unwrap_or_else(|e| panic!("{text}{e}")).remove(0)
}

/// The verdict; what is proved or refuted has passed the checker.
fn verdict(lines: &str, game: Option<&str>) -> Verdict {
    let judgement = judge(&read(lines, game), &Task::default());
    let decided = matches!(judgement.verdict.kind(), Expected::Proved | Expected::Refuted);
    assert_eq!(judgement.verdict.accepted().is_some(), decided, "{lines}: {judgement:?}");
    judgement.verdict
}

/// Does the checker accept this?
fn accepts(lines: &str, game: Option<&str>, evidence: ListedEvidence) -> bool {
    let claim = read(lines, game);
    let evidence = Evidence::Listed(evidence);
    let certificate = Certificate { claim: claim.text, games: claim.games, evidence };
    let read = Certificate::read(&certificate.write()).unwrap_or_else(|e| panic!("{lines}: {e}"));
    assert_eq!(read.evidence, certificate.evidence);
    accept(read, &Task::default()).is_ok()
}

/// Facts about a position, each with whether it is true.
fn facts_of(ruleset: &Ruleset, position: &[u32], dice: &mut Dice) -> Vec<(String, bool)> {
    let mut reference = Reference::new(ruleset);
    let written = write_position(position);
    let truly = reference.outcome(position);
    let mut facts: Vec<(String, bool)> = ["P", "N", "L", "R"]
        .map(|letter| (format!("{written} is {letter}"), letter == truly.letter().to_string()))
        .to_vec();
    if ruleset.has_nim_values() {
        let value = reference.nim_value(position);
        facts.push((format!("{written} has nim-value {value}"), true));
        facts.push((format!("{written} has nim-value {}", value + 1), false));
    }
    let options = Options::new(ruleset);
    for player in Player::BOTH {
        let name = if player == Player::Left { "Left" } else { "Right" };
        let list = options.list(position, player);
        if let Some(option) = list.get(dice.roll(8) as usize) {
            let to = write_position(option);
            let wins = !reference.outcome(option).first_wins(player.opponent());
            facts.push((format!("{name}: {written} -> {to}"), true));
            facts.push((format!("{name}: {written} -> {to} wins"), wins));
        }
        facts.push((format!("{name}: {written} -> {written}"), false));
    }
    facts
}

#[test]
fn facts_about_random_games_are_right_or_refuted() {
    let mut dice = Dice::new(41);
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..60 {
        let text = random_game(seed, Moves::Any);
        let ruleset = read(&format!("game {FILE}\nfacts\n  - is P"), Some(&text)).ruleset().clone();
        let most = match ruleset.shape {
            Shape::Piles { at_most } => at_most.unwrap_or(3).min(3),
            Shape::Row { .. } => continue,
        };
        let mut position: Vec<u32> = (0..most).map(|_| dice.roll(6) as u32).collect();
        sprague_rules::position::canonical(&mut position);
        let facts = facts_of(&ruleset, &position, &mut dice);
        let claim = |facts: &[&str]| format!("game {FILE}\nfacts\n  {}", facts.join("\n  "));
        let (yes, no): (Vec<_>, Vec<_>) = facts.iter().partition(|(_, holds)| *holds);
        let yes: Vec<&str> = yes.iter().map(|(fact, _)| fact.as_str()).collect();
        let no: Vec<&str> = no.iter().map(|(fact, _)| fact.as_str()).collect();
        let all_right = claim(&yes);
        assert_eq!(verdict(&all_right, Some(&text)).kind(), Expected::Proved, "{text}{all_right}");
        for place in 0..=yes.len() {
            assert!(!accepts(&all_right, Some(&text), ListedEvidence::at(place)), "{all_right}");
        }
        right += yes.len();
        let all_wrong = claim(&no);
        for place in 0..no.len() {
            assert!(accepts(&all_wrong, Some(&text), ListedEvidence::at(place)), "{all_wrong}");
            let numbers = vec![0];
            let numbered = ListedEvidence::Counterexample { place, numbers };
            assert!(!accepts(&all_wrong, Some(&text), numbered), "{all_wrong}");
        }
        for fact in &no {
            let one = claim(&[fact]);
            assert_eq!(verdict(&one, Some(&text)).kind(), Expected::Refuted, "{text}{one}");
            assert!(!accepts(&one, Some(&text), ListedEvidence::Computation), "{one}");
        }
        wrong += no.len();
    }
    assert!(right > 100 && wrong > 100, "{right} {wrong}");
}

#[test]
fn a_move_is_one_of_the_player_who_makes_it() {
    let game = "game it\n  \"Left takes one, Right takes three.\"\n  piles 1\n  left move take 1 from one pile\n  right move take 3 from one pile\n";
    let fact = |fact: &str| verdict(&format!("game {FILE}\nfacts\n  {fact}"), Some(game)).kind();
    assert_eq!(fact("Right: 5 -> 2"), Expected::Proved);
    assert_eq!(fact("Left: 5 -> 2"), Expected::Refuted);
    // At 2 Left can still move, and Right cannot.
    assert_eq!(fact("Right: 5 -> 2 wins"), Expected::Refuted);
    assert_eq!(fact("Left: 3 -> 2 wins"), Expected::Proved);
    let text = format!("claim \"it\"\ngame {FILE}\nfacts\n  5 -> 2 wins\n");
    let games = [(FILE.to_string(), game.to_string())];
    let error = parse_claims_with("it.claim", &text, &games).unwrap_err().to_string();
    assert!(error.contains("who moves?"), "{error}");
    // Where both have the same moves, it must still be said who wins with one, if the ending decides between them.
    let text = "claim \"it\"\ngame lr-nim(2,3)\nfacts\n  3 -> - wins\n";
    let error = parse_claims_with("it.claim", text, &[]).unwrap_err().to_string();
    assert!(error.contains("different winning moves"), "{error}");
    let both = verdict(
        "game lr-nim(2,3)\nfacts\n  3 -> 1\n  Left: 3 -> - wins\n  Right: 3 -> 1 wins",
        None,
    );
    assert_eq!(both.kind(), Expected::Proved);
    let other = verdict("game lr-nim(2,3)\nfacts\n  Right: 3 -> - wins", None);
    assert_eq!(other.kind(), Expected::Refuted);
}

#[test]
fn places_of_a_row_keep_their_order() {
    // Only the second place can be taken from.
    let game = "vector(0,1)";
    for (fact, kind) in [
        ("3,1 is N", Expected::Proved),
        ("1,3 is N", Expected::Proved),
        ("1,2 is P", Expected::Proved),
        ("2,1 is P", Expected::Refuted),
        ("3,1 -> 3,0 wins", Expected::Proved),
        ("3,1 -> 0,3", Expected::Refuted),
        ("3,1 -> 2,1", Expected::Refuted),
    ] {
        assert_eq!(verdict(&format!("game {game}\nfacts\n  {fact}"), None).kind(), kind, "{fact}");
    }
    // In conditions positions are not spoken of: `P(...)` is of piles.
    for places in ["a, b", "b", "b, a"] {
        let text = format!("claim \"it\"\ngame {game}\nplaces a, b\nN iff N({places})\n");
        let error = parse_claims_with("it.claim", &text, &[]).unwrap_err().to_string();
        assert!(error.contains("the places of a row have an order"), "{error}");
    }
}

#[test]
fn values_are_compared_with_what_is_written() {
    for (fact, kind) in [
        ("8 has value {1|0}", Expected::Proved),
        ("8 has value {1||0,v|}", Expected::Refuted),
        ("4 has value {1*|-1}", Expected::Proved),
        ("4 has value {1*|-1*}", Expected::Refuted),
        ("6 has value *-*", Expected::Proved),
        ("6 has value ^", Expected::Refuted),
        ("2 has value {1|1}", Expected::Proved),
    ] {
        let claim = format!("game lr-nim(2,3)\nfacts\n  {fact}");
        assert_eq!(verdict(&claim, None).kind(), kind, "{fact}");
    }
}

#[test]
fn plays_are_false_at_the_move_that_is() {
    let right = "game nim\nplay 3,4 -> 3,3 -> 3 -> -; the first player wins";
    assert_eq!(verdict(right, None).kind(), Expected::Proved);
    let computation = ListedEvidence::Computation;
    for (play, place) in [
        ("3,4 -> 3,5 -> 3 -> -; the first player wins", 0),
        ("3,4 -> 3,3 -> 2,2 -> -; the first player wins", 1),
        ("3,4 -> 3,3 -> 3 -> -; the second player wins", 3),
        ("3,4 -> 3,3 -> 3; the second player wins", 2),
    ] {
        let claim = format!("game nim\nplay {play}");
        assert_eq!(verdict(&claim, None).kind(), Expected::Refuted, "{play}");
        assert!(!accepts(&claim, None, computation.clone()), "{play}");
        for other in 0..5 {
            let false_there = other == place || play.contains("2,2") && other == 2;
            assert_eq!(
                accepts(&claim, None, ListedEvidence::at(other)),
                false_there,
                "{play} {other}"
            );
        }
    }
}

#[test]
fn lines_without_names_are_facts() {
    let right = "game wynnie\nlines\n  1,2 is P\n  1,1 -> - wins\n  1,1 has options -; 1\n  1,1 lasts 2\n  5 has nim-value 5";
    assert_eq!(verdict(right, None).kind(), Expected::Proved);
    for wrong in
        ["1,2 is N", "1,1 -> 1 wins", "1,1 has options 1", "1,1 lasts 3", "5 has nim-value 4"]
    {
        let claim = format!("game wynnie\nlines\n  {wrong}");
        assert_eq!(verdict(&claim, None).kind(), Expected::Refuted, "{wrong}");
        assert!(!accepts(&claim, None, ListedEvidence::Computation), "{wrong}");
        assert!(!accepts(&claim, None, ListedEvidence::at(1)), "{wrong}");
    }
}
