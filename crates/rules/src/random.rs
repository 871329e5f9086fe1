//! Random rule texts: every construct of the language, for tests that compare two ways to play.
//!
//! The texts are written, not built as trees, so that they pass through the whole front end. They
//! are valid by construction except that a few ask for a move that need not end play; those are
//! refused by the check, and [`random_game`] tries again.

use crate::game::Game;

/// A small generator of pseudo-random numbers (Steele, Lea and Flood's SplitMix).
pub struct Dice(u64);

impl Dice {
    /// Dice that fall the same way whenever they are given this seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    /// One of the choices.
    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.roll(choices.len() as u64) as usize]
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }
}

/// Which moves a random game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Only moves that take.
    Taking,
    /// Splitting and replacing, too.
    Any,
}

/// A random game text that passes the check.
pub fn random_game(seed: u64, moves: Moves) -> String {
    let mut dice = Dice::new(seed);
    loop {
        let text = Writer { dice: &mut dice, row: false }.game(moves);
        if Game::parse("random", &text).is_ok() {
            return text;
        }
    }
}

struct Writer<'d> {
    dice: &'d mut Dice,
    row: bool,
}

impl Writer<'_> {
    fn game(&mut self, moves: Moves) -> String {
        self.row = self.dice.one_in(6);
        let shape = if self.row { "row of 2" } else { "piles any" };
        let mut text = format!("game random\n  \"A random game.\"\n  {shape}\n");
        let partizan = self.dice.one_in(5);
        for _ in 0..=self.dice.roll(3) {
            let mover = if partizan { self.dice.pick(&["left ", "right ", ""]) } else { "" };
            let line = self.move_line(moves);
            text.push_str(&format!("  {mover}move {line}\n"));
        }
        match self.dice.roll(5) {
            0 => text.push_str("  stuck wins\n"),
            1 => {
                let winners = ["left", "right", "next", "previous"];
                let (first, second) = (self.dice.pick(&winners), self.dice.pick(&winners));
                let condition = self.condition(1, &[]).replace("after", "piles");
                let condition = condition.replace("others", "piles");
                let line = format!("  stuck: {first} wins if {condition}, else {second} wins\n");
                text.push_str(&line);
            }
            _ => {}
        }
        text
    }

    fn move_line(&mut self, moves: Moves) -> String {
        let kinds = if moves == Moves::Any && !self.row { 11 } else { 8 };
        let (act, names): (&str, &[&str]) = match self.dice.roll(kinds) {
            0 | 1 => ("take k from one pile a", &["k", "a"]),
            2 => ("take k in {1, 2, 4} from one pile a", &["k", "a"]),
            3 => ("take k from one pile a and j from another pile b", &["k", "j", "a", "b"]),
            4 => ("take k from each of two piles", &["k"]),
            5 => ("take k from each of two or more piles", &["k"]),
            6 => ("take k from each pile", &["k"]),
            7 => ("take 2 from one pile a", &["a"]),
            8 => ("split one pile a into x, y", &["a", "x", "y"]),
            9 => ("take k from one pile a leaving at most 2 parts", &["k", "a"]),
            _ => {
                let line = "replace piles p >= q by q, p mod q where p mod q > 0";
                return line.to_string();
            }
        };
        if self.dice.one_in(6) {
            return act.to_string();
        }
        let depth = self.dice.roll(3);
        format!("{act} where {}", self.condition(depth, names))
    }

    fn condition(&mut self, depth: u64, names: &[&str]) -> String {
        if depth > 0 {
            let left = self.condition(depth - 1, names);
            return match self.dice.roll(3) {
                0 => format!("not ({left})"),
                1 => format!("({left}) or ({})", self.condition(depth - 1, names)),
                _ => format!("({left}) and ({})", self.condition(depth - 1, names)),
            };
        }
        let number = self.number(1, names);
        match self.dice.roll(9) {
            0 => format!("even({number})"),
            1 => format!("distinct({})", self.piles()),
            2 => format!("{number} in {}", self.piles()),
            3 => format!("{number} not in {}", self.piles()),
            4 => format!("{number} in {{1, 3, 4, 7}}"),
            _ => {
                let comparison = self.dice.pick(&["<=", "<", ">=", ">", "=", "!="]);
                format!("{number} {comparison} {}", self.number(1, names))
            }
        }
    }

    fn number(&mut self, depth: u64, names: &[&str]) -> String {
        if depth > 0 && self.dice.one_in(2) {
            let left = self.number(depth - 1, names);
            let constant = 1 + self.dice.roll(4);
            return match self.dice.roll(6) {
                0 => format!("{left} + {}", self.number(depth - 1, names)),
                1 => format!("{left} - {}", self.number(depth - 1, names)),
                2 => format!("{left} mod {constant}"),
                3 => format!("{left} mod {}", self.number(0, names)),
                4 => format!("{left} / {constant}"),
                _ => format!("{constant}*{left}"),
            };
        }
        match self.dice.roll(5) {
            0 => self.dice.roll(6).to_string(),
            1 | 2 if !names.is_empty() => self.dice.pick(names).to_string(),
            3 if self.dice.one_in(3) => {
                format!("count(z in {} where z > 1 and odd(z))", self.piles())
            }
            _ => {
                let aggregate = self.dice.pick(&["min", "max", "sum", "count"]);
                format!("{aggregate}({})", self.piles())
            }
        }
    }

    fn piles(&mut self) -> &'static str {
        self.dice.pick(&["piles", "others", "after"])
    }
}
