//! Rulesets: of the catalogue, at random, and of one's own under the name of a game of the catalogue.

use sprague_rules::random::{Moves, random_game};
use sprague_rules::{Library, Ruleset, Shape};

use crate::tape::Tape;

/// A game as a claim names it, the text behind that name if it is one's own, and the ruleset.
pub struct Named {
    pub expression: String,
    pub own: Vec<(String, String)>,
    pub ruleset: Ruleset,
}

impl Named {
    fn new(expression: String, own: Vec<(String, String)>) -> Named {
        let ruleset = Library::with(own.clone())
            .ruleset(&expression)
            .unwrap_or_else(|error| panic!("{expression} {own:?}: {error}"));
        Named { expression, own, ruleset }
    }

    /// The most piles it is played on, of so many.
    pub fn most_piles(&self, most: usize) -> usize {
        match self.ruleset.shape {
            Shape::Piles { at_most: Some(limit) } => limit.min(most),
            _ => most,
        }
    }
}

/// Moves that take, on any number of piles.
const TAKING: [&str; 12] = [
    "nim",
    "wythoff",
    "minnie",
    "wynnie",
    "nimb",
    "nimtb",
    "mine",
    "greedy-nim",
    "max-nim",
    "susen",
    "ooooob-a",
    "ooooob-c",
];

/// Moves of an own game, of which some make every claim easy and some make none.
const OWN: [&str; 14] = [
    "move take k in {1, 2} from one pile",
    "move take k in {1, 3} from one pile",
    "move take k in {1, 2, 5} from one pile",
    "move take k from one pile",
    "move take k from one pile a where k <= 3 or k = a",
    "move take k from one pile a where k = a or k = 1",
    "move take k in {1, 2} from one pile\n  move take 1 from each of two piles",
    "move take k from one pile\n  move take k from each of two piles",
    "move take k from one pile a where k <= a / 2",
    "move take k from one pile where k mod 2 = 1",
    "move take 1 from each pile\n  move take 1 from one pile",
    "move take k in {1, 2} from one pile a where a mod 3 != 0",
    "move take k from one pile where k <= min(piles)",
    "move take k in {2, 3} from one pile",
];

/// A game on a row of so many places.
pub fn on_row(tape: &mut Tape, places: usize) -> Named {
    let misere = if tape.one_in(6) { "misere " } else { "" };
    let vector = |tape: &mut Tape| loop {
        let vector: Vec<u64> = (0..places).map(|_| tape.roll(3)).collect();
        if vector.iter().any(|&n| n > 0) {
            return vector.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        }
    };
    let vectors: Vec<String> = (0..2 + tape.roll(3)).map(|_| vector(tape)).collect();
    Named::new(format!("{misere}vector({})", vectors.join(";")), vec![])
}

/// A game on piles. Half of them are of one's own, most of these called like another one.
pub fn on_piles(tape: &mut Tape) -> Named {
    let misere = if tape.one_in(6) { "misere " } else { "" };
    match tape.roll(10) {
        0 | 1 => Named::new(format!("{misere}{}", tape.pick(&TAKING)), vec![]),
        2 => {
            let (a, b) = (1 + tape.roll(3), 3 + tape.roll(4));
            Named::new(format!("{misere}subtract({a},{b})"), vec![])
        }
        3..=6 => {
            let name = tape.pick(&["kayles", "nim", "wythoff", "minnie", "mine", "own"]);
            let rules = tape.pick(&OWN);
            let stuck = if tape.one_in(6) { "\n  stuck wins" } else { "" };
            let text = format!("game {name}\n  \"An own game.\"\n  piles any\n  {rules}{stuck}\n");
            let file = format!("./{name}.game");
            Named::new(format!("{misere}{file}"), vec![(file, text)])
        }
        _ => loop {
            let text = random_game(tape.roll(1 << 40), Moves::Taking);
            if text.contains("row of 2") {
                continue;
            }
            let name = tape.pick(&["nim", "random", "euclid"]);
            let text = text.replace("game random", &format!("game {name}"));
            let file = format!("{name}.game");
            return Named::new(file.clone(), vec![(file, text)]);
        },
    }
}
