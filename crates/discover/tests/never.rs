//! What is false is never called proved: patterns that fail far beyond every table, wrong automata, random rulesets.

use sprague_certificate::{BoardEvidence, Certificate, Evidence};
use sprague_claim::claim::{About, Meaning, Says};
use sprague_claim::{Sight, read_claims};
use sprague_discover::{Discovery, Positions, Subject, Wish, discover};
use sprague_rules::random::{Moves, random_game};
use sprague_rules::{Game, Library, Outcome, Ruleset};
use sprague_solve::{Question, Reference, Region};
use sprague_task::{Limits, Task};

fn task() -> Task {
    Task::new(Limits {
        steps: 1_000_000_000,
        time: std::time::Duration::from_secs(120),
        ..Limits::default()
    })
}

/// Compares a proved formula with positions of two piles: with the definitions for small ones, with a table further out.
fn agrees(found: &Discovery, library: &Library, ruleset: &Ruleset, far: u32) {
    let Some(accepted) = found.accepted() else { return };
    let text = &accepted.certificate().claim;
    let (claims, wrong) = read_claims("claim", text, &|name| library.text(name));
    assert!(wrong.is_empty(), "{text}");
    let About::Board(on) = &claims[0].about else { return };
    let Says::Exactly(Meaning::P(condition)) = &on.says else { panic!("{text}") };
    if condition.speaks_of_outcomes() {
        return;
    }
    let mut reference = Reference::new(ruleset.clone());
    let mut solver =
        Question::about_region(ruleset, Region::new(ruleset, 2, far)).solver().unwrap();
    for a in 1..=far {
        for b in a..=far {
            let (numbers, piles) = ([i64::from(a), i64::from(b)], [a, b]);
            let said = condition.holds(Sight { numbers: &numbers, piles: &piles });
            let lost = solver.outcome(&piles).unwrap() == Outcome::P;
            assert_eq!(said, lost, "{text} at {a},{b}");
            if b <= 24 {
                assert_eq!(reference.outcome(&piles) == Outcome::P, lost, "{a},{b}");
            }
        }
    }
}

#[test]
fn whatever_is_proved_of_random_rulesets_agrees_with_the_definitions() {
    let mut proved = 0;
    for seed in 0..24 {
        let text = random_game(seed, Moves::Taking);
        let Ok(game) = Game::from_text(&text) else { continue };
        let Ok(ruleset) = game.ruleset("") else { continue };
        let library = game.library();
        for expression in [ruleset.expression.clone(), format!("misere {}", ruleset.expression)] {
            let Ok(subject) = Subject::new(&expression, &library, Some(Positions::Piles(2))) else {
                continue;
            };
            let found = discover(&subject, Wish::Outcomes, &task());
            proved += usize::from(found.accepted().is_some());
            // The table that was looked at first has piles of up to 120.
            agrees(&found, &library, &subject.ruleset, 240);
        }
    }
    assert!(proved >= 6, "only {proved} were solved");
}

/// Up to 5000 tokens this is taking one to three, from there on Nim.
#[test]
fn a_pattern_that_fails_beyond_every_table_is_not_proved() {
    let game = Game::from_rule("take k from one pile where k <= 3 or sum(piles) > 5000").unwrap();
    let expression = game.ruleset("").unwrap().expression;
    for piles in [1, 2] {
        for wish in [Wish::Outcomes, Wish::NimValues] {
            let subject =
                Subject::new(&expression, &game.library(), Some(Positions::Piles(piles))).unwrap();
            let limits = Limits {
                steps: 300_000_000,
                time: std::time::Duration::from_secs(20),
                ..Limits::default()
            };
            let found = discover(&subject, wish, &Task::new(limits));
            if let Some(formula) = found.formula.clone().filter(|_| found.accepted().is_some()) {
                assert!(formula.contains("500"), "{formula} says nothing of 5000 tokens");
            }
        }
    }
}

/// The same for any number of piles: what all tables show is taking one or two.
#[test]
fn a_pattern_over_any_number_of_piles_that_fails_far_out_is_not_proved() {
    for rule in [
        "take k from one pile where k <= 2 or max(piles) > 200",
        "take k from one pile where k <= 2 or count(piles) > 9",
        "take k from one pile where k <= 2 or count(piles) > 7 and min(piles) > 20",
    ] {
        let game = Game::from_rule(rule).unwrap();
        let expression = game.ruleset("").unwrap().expression;
        let subject = Subject::new(&expression, &game.library(), Some(Positions::Any)).unwrap();
        let limits = Limits {
            steps: 300_000_000,
            time: std::time::Duration::from_secs(20),
            ..Limits::default()
        };
        for wish in [Wish::Outcomes, Wish::NimValues] {
            let found = discover(&subject, wish, &Task::new(limits.clone()));
            assert!(!found.is_proved(), "{rule}: {:?}", found.formula);
        }
    }
}

/// Rulesets of grids that nobody has looked at, and random ones: what is proved is compared with a table.
#[test]
#[ignore = "takes minutes"]
fn whatever_is_proved_of_grids_of_rulesets_agrees_with_tables() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/surveys");
    let mut games: Vec<Game> = Vec::new();
    for file in ["stacks.rules", "pairs.rules"] {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
        let rules = sprague_discover::variants(&text).unwrap();
        games.extend(rules.iter().filter_map(|rule| Game::from_rule(rule).ok()));
    }
    games.extend(
        (1000..1040).filter_map(|seed| Game::from_text(&random_game(seed, Moves::Taking)).ok()),
    );
    let (mut tried, mut proved) = (0, 0);
    for game in games {
        let Ok(ruleset) = game.ruleset("") else { continue };
        let library = game.library();
        for expression in [ruleset.expression.clone(), format!("misere {}", ruleset.expression)] {
            let Ok(subject) = Subject::new(&expression, &library, Some(Positions::Piles(2))) else {
                continue;
            };
            let limits = Limits {
                steps: 300_000_000,
                time: std::time::Duration::from_secs(4),
                ..Limits::default()
            };
            let found = discover(&subject, Wish::Outcomes, &Task::new(limits));
            (tried, proved) = (tried + 1, proved + usize::from(found.accepted().is_some()));
            agrees(&found, &library, &subject.ruleset, 200);
        }
    }
    println!("{tried} rulesets, {proved} proved");
    assert!(proved >= 40, "only {proved} of {tried} were solved");
}

#[test]
fn a_planted_automaton_is_rejected() {
    let library = Library::catalogue();
    let subject = Subject::new("minnie", &library, Some(Positions::Piles(2))).unwrap();
    let found = discover(&subject, Wish::Outcomes, &task());
    let right = found.accepted().unwrap().certificate().clone();
    let Evidence::Board(BoardEvidence::Automaton(set)) = &right.evidence else { panic!() };
    let mut rejected = 0;
    for place in 0..set.automaton.next.len() {
        let mut wrong = set.clone();
        let states = wrong.automaton.states() as u32;
        wrong.automaton.next[place] = (wrong.automaton.next[place] + 1) % states;
        let evidence = Evidence::Board(BoardEvidence::Automaton(wrong));
        let forged = Certificate { evidence, ..right.clone() };
        rejected += usize::from(sprague_verify::accept(forged, &task()).is_err());
    }
    assert_eq!(rejected, set.automaton.next.len());
}
