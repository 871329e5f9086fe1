//! `cargo run -p sprague-discover --example pattern -- GAME PILES`: the pattern of a game with what was done to find it. A path is a file.

use std::time::{Duration, Instant};

use sprague_discover::{Positions, Subject, Wish, discover};
use sprague_rules::{Game, Library};
use sprague_task::{Limits, Task};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, piles, more @ ..] = &words[..] else {
        panic!("a game and a number of piles, or any")
    };
    let (expression, library) = match std::fs::read_to_string(game) {
        Ok(text) => {
            let game = Game::from_text(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
            let expression = game.ruleset("").unwrap_or_else(|wrong| panic!("{wrong}")).expression;
            (expression, game.library())
        }
        Err(_) => (game.clone(), Library::catalogue()),
    };
    let positions = match piles.strip_prefix('c') {
        _ if piles == "any" => Positions::Any,
        Some(size) => Positions::Counts(size.parse().expect("a size")),
        None => Positions::Piles(piles.parse().expect("a number of piles")),
    };
    let wish = if more.iter().any(|word| word == "nim") { Wish::NimValues } else { Wish::Outcomes };
    let subject = Subject::new(&expression, &library, Some(positions)).expect("a ruleset");
    let time = Duration::from_secs(more.iter().find_map(|word| word.parse().ok()).unwrap_or(300));
    let limits = Limits { steps: 40_000_000_000, bytes: 4 << 30, time, ..Limits::default() };
    let begun = Instant::now();
    let found = discover(&subject, wish, &Task::new(limits));
    found.notes.iter().for_each(|note| println!("# {note}"));
    println!(
        "{:?} states, {:?} cases, by {:?}, {:.1?}",
        found.states,
        found.cases,
        found.by,
        begun.elapsed()
    );
    println!("proved: {}", found.accepted().is_some());
    println!("{}", found.formula.unwrap_or_default().replace(" or ", "\n   or "));
    if let sprague_discover::Known::Undecided { why } = found.known {
        println!("{why}; fails at {:?}; holds to {:?}", found.fails_at, found.holds_to);
    }
    found.parts.iter().for_each(|part| println!("{part:?}"));
}
