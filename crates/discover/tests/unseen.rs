//! Rulesets that nobody had looked at before: whatever is proved of them agrees with the definitions.

use sprague_claim::claim::{About, Meaning, Says};
use sprague_claim::{Sight, read_claims};
use sprague_discover::{Discovery, Positions, Subject, Wish, discover};
use sprague_rules::{Game, Library, Outcome};
use sprague_solve::Reference;
use sprague_task::{Limits, Task};

const RULES: &str = include_str!("unseen.rules");

/// Positions of up to so many piles with so many tokens.
const PILES: usize = 7;
const TOKENS: u32 = 26;

/// All positions with few tokens.
fn positions() -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![vec![]];
    let mut from = 0;
    while from < all.len() {
        let head = all[from].clone();
        let room = TOKENS - head.iter().sum::<u32>();
        if head.len() < PILES {
            let least = head.last().copied().unwrap_or(1);
            all.extend((least..=room).map(|pile| [&head[..], &[pile]].concat()));
        }
        from += 1;
    }
    all
}

/// What a claim says of a position: P or N as 0 or 1, or the nim-value; none, if it does not speak of it.
fn said(about: &About, asked: Positions, piles: &[u32]) -> Option<u32> {
    let numbers: Vec<i64> = match asked {
        Positions::Piles(count) if piles.len() != count => return None,
        Positions::Counts(size) if piles.is_empty() || piles.iter().any(|&x| x as usize > size) => {
            return None;
        }
        Positions::Counts(size) => {
            let count = |n: usize| piles.iter().filter(|&&x| x as usize == n).count() as i64;
            (1..=size).map(count).collect()
        }
        _ => piles.iter().map(|&x| x.into()).collect(),
    };
    let says = match about {
        About::Board(on) => &on.says,
        About::Piles(on) if piles.len() >= on.least.max(1) => &on.says,
        _ => return None,
    };
    let sight = Sight { numbers: &numbers, piles };
    match says {
        Says::Exactly(Meaning::P(condition)) if !condition.speaks_of_outcomes() => {
            Some((!condition.holds(sight)).into())
        }
        Says::Exactly(Meaning::NimValue(number)) => u32::try_from(number.value(sight)).ok(),
        _ => None,
    }
}

/// Compares a proved claim with the definitions at all small positions; how many of them it speaks of.
fn agrees(found: &Discovery, library: &Library, subject: &Subject, asked: Positions) -> usize {
    let Some(accepted) = found.accepted() else { return 0 };
    let text = &accepted.certificate().claim;
    let (claims, wrong) = read_claims("claim", text, &|name| library.text(name));
    assert!(wrong.is_empty(), "{text}");
    let mut reference = Reference::new(subject.ruleset.clone());
    let mut compared = 0;
    for piles in positions() {
        let Some(said) = said(&claims[0].about, asked, &piles) else { continue };
        let is = match text.contains("nim-value = ") {
            true => reference.nim_value(&piles),
            false => (reference.outcome(&piles) != Outcome::P).into(),
        };
        assert_eq!(said, is, "{text} at {piles:?}");
        compared += 1;
    }
    compared
}

/// Tries the rulesets of the list; how many were proved, and how many there were.
fn tried(all: bool, steps: u64, seconds: u64) -> (usize, usize) {
    let (mut proved, mut tried) = (0, 0);
    for line in RULES.lines().filter(|line| !line.starts_with('#')) {
        let long = line.starts_with('-');
        if long && !all {
            continue;
        }
        let (asked, rule) = line.trim_start_matches('-').split_once(": ").expect("a rule");
        let words: Vec<&str> = asked.split(' ').collect();
        let positions = match words[0].strip_prefix('c') {
            _ if words[0] == "any" => Positions::Any,
            Some(size) => Positions::Counts(size.parse().expect("a size")),
            None => Positions::Piles(words[0].parse().expect("a number of piles")),
        };
        let wish = if words.contains(&"nim") { Wish::NimValues } else { Wish::Outcomes };
        let game = Game::from_rule(rule).unwrap_or_else(|wrong| panic!("{rule}: {wrong}"));
        let expression = game.ruleset("").expect("a ruleset").expression;
        let misere = if words.contains(&"misere") { "misere " } else { "" };
        let (expression, library) = (format!("{misere}{expression}"), game.library());
        let subject = Subject::new(&expression, &library, Some(positions)).expect("a subject");
        let time = std::time::Duration::from_secs(seconds);
        let task = Task::new(Limits { steps, time, ..Limits::default() });
        let found = discover(&subject, wish, &task);
        let compared = agrees(&found, &library, &subject, positions);
        let verdict = if found.accepted().is_some() { "proved" } else { "undecided" };
        let formula = found.formula.as_deref().unwrap_or("-");
        println!("{verdict} ({compared} compared) {line}\n    {formula}");
        (tried, proved) = (tried + 1, proved + usize::from(found.accepted().is_some()));
    }
    (proved, tried)
}

#[test]
fn whatever_is_proved_of_unseen_rulesets_agrees_with_the_definitions() {
    let (proved, tried) = tried(false, 300_000_000, 60);
    assert_eq!(proved, tried, "all of the quick ones can be solved");
}

#[test]
#[ignore = "takes minutes"]
fn and_so_it_does_for_those_that_take_longer() {
    let (proved, tried) = tried(true, 40_000_000_000, 120);
    println!("{proved} of {tried} proved");
    assert!(tried >= 40 && proved >= 28, "{proved} of {tried}");
}
