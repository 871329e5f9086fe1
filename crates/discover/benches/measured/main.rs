//! Time, states and cases of the patterns that are found with no formula given: `cargo bench -p sprague-discover`. Names after `--`
//! choose games.

use std::time::{Duration, Instant};

use sprague_discover::{Known, Positions, Subject, Wish, discover};
use sprague_rules::{Game, Library};
use sprague_task::{Limits, Task};

/// Games that are not in the catalogue.
const TEXTS: [&str; 6] = [
    include_str!("../../games/knight.game"),
    include_str!("../../games/king.game"),
    include_str!("../../games/chomp.game"),
    include_str!("../../games/silver-dollar.game"),
    include_str!("../../games/wythoff-2.game"),
    include_str!("../../games/wythoff-3.game"),
];

/// Games with the positions that are asked about: piles, `c` for counts, `n` for nim-values.
const LIST: &[&str] = &[
    "wynnie 2",
    "misere wynnie 2",
    "minnie 2",
    "minnie 3",
    "minnie 4",
    "misere minnie 2",
    "misere minnie 3",
    "mine 2",
    "mine 3",
    "mine 4",
    "nimb 2",
    "nimb 3",
    "nimb 2n",
    "nimb 3n",
    "nimtb 2",
    "nimtb 3",
    "nimtb 2n",
    "nimtb 3n",
    "ooooob-b 3",
    "ooooob-b 4",
    "ooooob-b 5",
    "ooooob-b 6",
    "ooooob-b 7",
    "ooooob-b 8",
    "ooooob-b c1",
    "ooooob-b c2",
    "ooooob-b c3",
    "ooooob-b c4",
    "ooooob-b c5",
    "ooooob-c 3",
    "ooooob-c 4",
    "ooooob-c 5",
    "ooooob-c c1",
    "ooooob-c c2",
    "ooooob-c c3",
    "ooooob-c c4",
    "nim 2",
    "nim 3",
    "nim 4",
    "nim 2n",
    "nim 3n",
    "greedy-nim 2",
    "greedy-nim 3",
    "wythoff 2",
    "wythoff-2 2",
    "wythoff-3 2",
    "nim any",
    "minnie any",
    "misere minnie any",
    "nimb any",
    "greedy-nim any",
    "knight 2",
    "king 2",
    "chomp 2",
    "silver-dollar 3",
    "silver-dollar 4",
    "kayles 1n",
    "jennifer 2",
    "susen 4",
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!("{:20} {:>9}  {:10} {:>6} {:>5}  by", "game", "seconds", "verdict", "states", "cases");
    for line in LIST {
        let (game, asked) = line.rsplit_once(' ').expect("a game and its positions");
        if !chosen.is_empty() && !chosen.iter().any(|name| name == game) {
            continue;
        }
        let wish = if asked.ends_with('n') { Wish::NimValues } else { Wish::Outcomes };
        let asked = asked.trim_end_matches('n');
        let positions = match asked.strip_prefix('c') {
            _ if asked == "any" => Positions::Any,
            Some(size) => Positions::Counts(size.parse().expect("a size")),
            None => Positions::Piles(asked.parse().expect("a number of piles")),
        };
        let text = TEXTS.iter().find(|text| text.starts_with(&format!("game {game}\n")));
        let library = match text {
            Some(text) => Game::from_text(text).expect("a game").library(),
            None => Library::catalogue(),
        };
        let subject = Subject::new(game, &library, Some(positions)).expect("a game");
        let limits = Limits {
            steps: 40_000_000_000,
            bytes: 4 << 30,
            time: Duration::from_secs(120),
            ..Limits::default()
        };
        let begun = Instant::now();
        let found = discover(&subject, wish, &Task::new(limits));
        let seconds = begun.elapsed().as_secs_f64();
        let verdict = match found.known {
            Known::Proved(_) => "proved",
            Known::Unchecked { .. } => "unchecked",
            Known::Undecided { .. } => "undecided",
        };
        let number = |n: Option<usize>| n.map_or("-".to_string(), |n| n.to_string());
        let (states, cases) = (number(found.states), number(found.cases));
        println!(
            "{line:20} {seconds:9.2}  {verdict:10} {states:>6} {cases:>5}  {}",
            found.by.unwrap_or("-")
        );
    }
}
