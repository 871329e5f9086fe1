//! Searches that are stopped at some moment, and what is written for others to prove.

use std::time::Duration;

use sprague_claim::{Expected, read_claims};
use sprague_discover::{Known, Positions, Subject, Wish, Wordless, claim_to_prove, discover};
use sprague_prove::judge;
use sprague_rules::Game;
use sprague_task::{Limits, Task};

/// A game in one line, on two piles.
fn subject(rule: &str) -> Subject {
    let game = Game::from_rule(rule).unwrap();
    let named = game.ruleset("").unwrap().expression;
    Subject::new(&named, &game.library(), Some(Positions::Piles(2))).unwrap()
}

#[test]
fn a_search_that_is_stopped_says_what_it_did_not_do() {
    let subject = subject("take k from one pile where k in {1, 2, 6}");
    for milliseconds in [1, 20, 60, 120, 250, 500, 1000, 2000, 4000] {
        let time = Duration::from_millis(milliseconds);
        let found =
            discover(&subject, Wish::Outcomes, &Task::new(Limits { time, ..Limits::default() }));
        match (&found.known, &found.formula) {
            (Known::Proved(_), Some(_)) => assert_eq!(found.wordless, None),
            // There is a short formula: only the clock can be why it was not found.
            (Known::Proved(_), None) => assert_eq!(found.wordless, Some(Wordless::Stopped)),
            (Known::Unchecked { why, .. } | Known::Undecided { why }, _) => {
                assert!(!why.is_empty());
            }
        }
    }
}

#[test]
fn what_is_written_is_proved_again_without_the_certificate() {
    for (rule, wish) in [
        ("take k from one pile where k <= 3", Wish::NimValues),
        ("take k from one pile a where k <= 3 and (a - k) mod 4 != 3", Wish::NimValues),
        ("take k from one pile a where a - k != 2", Wish::Outcomes),
    ] {
        let subject = subject(rule);
        let task = Task::new(Limits { steps: 40_000_000_000, ..Limits::default() });
        let found = discover(&subject, wish, &task);
        assert!(found.accepted().is_some(), "{rule}");
        let text = claim_to_prove(&subject, wish, &found, &task).unwrap();
        let (claims, wrong) = read_claims("it.claim", &text, &|name| subject.library.text(name));
        assert!(wrong.is_empty(), "{text}");
        assert_eq!(judge(&claims[0], &task).verdict.kind(), Expected::Proved, "{text}");
    }
}
