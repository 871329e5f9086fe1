//! Laws of all games, tried on many games that were built at random.

use std::collections::HashMap;

use sprague_prove::Witness;

use crate::tape::Tape;
use crate::{Attack, Meaning, Reach};

/// What is said; of one game G and its options, or of G and H.
#[derive(Clone, Debug)]
enum Said {
    Not(Box<Said>),
    And(Box<Said>, Box<Said>),
    Or(Box<Said>, Box<Said>),
    Iff(Box<Said>, Box<Said>),
    Outcome(Vec<char>, Spot),
    Member(Spot, bool),
    Stuck,
    Zero,
    /// Nim-sums of single games (bit 1: G, bit 2: H), of their sum (bit 4) and of a number.
    Equal((u8, u32), (u8, u32)),
    /// The sum, or the selective compound, is P.
    Together {
        selective: bool,
    },
    Second,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Here,
    Some,
    Every,
}

impl Spot {
    fn words(self) -> &'static str {
        match self {
            Spot::Here => "G",
            Spot::Some => "some option",
            Spot::Every => "every option",
        }
    }
}

impl Said {
    fn text(&self) -> String {
        match self {
            Said::Not(inner) => format!("not {}", inner.text()),
            Said::And(a, b) => format!("({} and {})", a.text(), b.text()),
            Said::Or(a, b) => format!("({} or {})", a.text(), b.text()),
            Said::Iff(a, b) => format!("({} iff {})", a.text(), b.text()),
            Said::Outcome(some, spot) => {
                let letters: Vec<String> = some.iter().map(char::to_string).collect();
                let letters = match &letters[..] {
                    [one] => one.clone(),
                    many => format!("{{{}}}", many.join(",")),
                };
                format!("{letters} at {}", spot.words())
            }
            Said::Member(spot, true) => format!("{} in A", spot.words()),
            Said::Member(spot, false) => format!("{} not in A", spot.words()),
            Said::Stuck => "G is stuck".into(),
            Said::Zero => "nim(G) = 0".into(),
            Said::Equal(a, b) => {
                let side = |(games, number): &(u8, u32)| {
                    let names = [(1, "nim(G)"), (2, "nim(H)"), (4, "nim(G + H)")];
                    let some = names.iter().filter(|(bit, _)| games & bit != 0);
                    let mut parts: Vec<String> = some.map(|(_, name)| name.to_string()).collect();
                    if *number > 0 || parts.is_empty() {
                        parts.push(number.to_string());
                    }
                    parts.join(" xor ")
                };
                format!("{} = {}", side(a), side(b))
            }
            Said::Together { selective: true } => "P at selective(G, H)".into(),
            Said::Together { selective: false } => "P at G + H".into(),
            Said::Second => "P at H".into(),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Position {
    options: Vec<usize>,
    member: bool,
    outcome: char,
    nim: u32,
}

struct Laws {
    /// `any`, `misere any`, `ending any`.
    game: &'static str,
    supposed: Vec<Said>,
    law: Said,
    seed: u64,
}

impl Laws {
    /// Games one after the other, each built from those before it, all as supposed.
    fn games(&self, many: usize) -> Vec<Position> {
        let mut tape = Tape::new(self.seed, None);
        let mut pool: Vec<Position> = Vec::new();
        for _ in 0..many * 6 {
            if pool.len() == many {
                break;
            }
            let mut options: Vec<usize> = Vec::new();
            if !tape.one_in(4) && !pool.is_empty() {
                let count = 1 + tape.roll(4);
                options = (0..count).map(|_| tape.roll(pool.len() as u64) as usize).collect();
            }
            options.sort_unstable();
            options.dedup();
            let outcome = match (self.game, options.is_empty()) {
                ("ending any", true) => tape.pick(&['L', 'R', 'N', 'P']),
                ("misere any", true) => 'N',
                _ => {
                    // Left wins by moving to where Left wins moving second.
                    let left = options.iter().any(|&o| "LP".contains(pool[o].outcome));
                    let right = options.iter().any(|&o| "RP".contains(pool[o].outcome));
                    match (left, right) {
                        (true, true) => 'N',
                        (true, false) => 'L',
                        (false, true) => 'R',
                        (false, false) => 'P',
                    }
                }
            };
            let nim = (0..).find(|v| options.iter().all(|&o| pool[o].nim != *v)).unwrap();
            let position = Position { options, member: tape.one_in(2), outcome, nim };
            let scene =
                |said: &Said| self.is_so(said, &position, &position, &pool, &mut HashMap::new());
            if self.supposed.iter().all(scene) {
                pool.push(position);
            }
        }
        pool
    }

    fn is_so(
        &self,
        said: &Said,
        g: &Position,
        h: &Position,
        pool: &[Position],
        known: &mut Known,
    ) -> bool {
        let at = |spot: Spot, is: &dyn Fn(&Position) -> bool| match spot {
            Spot::Here => is(g),
            Spot::Some => g.options.iter().any(|&option| is(&pool[option])),
            Spot::Every => g.options.iter().all(|&option| is(&pool[option])),
        };
        match said {
            Said::Not(inner) => !self.is_so(inner, g, h, pool, known),
            Said::And(a, b) => self.is_so(a, g, h, pool, known) & self.is_so(b, g, h, pool, known),
            Said::Or(a, b) => self.is_so(a, g, h, pool, known) | self.is_so(b, g, h, pool, known),
            Said::Iff(a, b) => self.is_so(a, g, h, pool, known) == self.is_so(b, g, h, pool, known),
            Said::Outcome(some, spot) => at(*spot, &|p| some.contains(&p.outcome)),
            Said::Member(spot, inside) => at(*spot, &|p| p.member == *inside),
            Said::Stuck => g.options.is_empty(),
            Said::Zero => g.nim == 0,
            Said::Equal(a, b) => {
                let mut side = |(games, number): &(u8, u32)| {
                    let mut sum = *number;
                    sum ^= if games & 1 != 0 { g.nim } else { 0 };
                    sum ^= if games & 2 != 0 { h.nim } else { 0 };
                    sum ^ if games & 4 != 0 { together(g, h, false, pool, known) } else { 0 }
                };
                side(a) == side(b)
            }
            Said::Together { selective } => together(g, h, *selective, pool, known) == 0,
            Said::Second => h.outcome == 'P',
        }
    }
}

type Known = HashMap<(Vec<usize>, Vec<usize>, bool), u32>;

/// The nim-value of two games played together.
fn together(
    g: &Position,
    h: &Position,
    selective: bool,
    pool: &[Position],
    known: &mut Known,
) -> u32 {
    let key = (g.options.clone(), h.options.clone(), selective);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut values = Vec::new();
    for &one in &g.options {
        values.push(together(&pool[one], h, selective, pool, known));
        for &other in h.options.iter().filter(|_| selective) {
            values.push(together(&pool[one], &pool[other], selective, pool, known));
        }
    }
    for &other in &h.options {
        values.push(together(g, &pool[other], selective, pool, known));
    }
    let value = (0..).find(|v| !values.contains(v)).unwrap();
    known.insert(key, value);
    value
}

impl Laws {
    fn is_of_two(&self) -> bool {
        fn two(said: &Said) -> bool {
            match said {
                Said::Not(inner) => two(inner),
                Said::And(a, b) | Said::Or(a, b) | Said::Iff(a, b) => two(a) || two(b),
                Said::Equal(..) | Said::Together { .. } | Said::Second => true,
                _ => false,
            }
        }
        two(&self.law)
    }
}

impl Meaning for Laws {
    fn counterexample(&self, _: Reach) -> Option<String> {
        let pool = self.games(if self.is_of_two() { 60 } else { 2500 });
        let mut known = HashMap::new();
        let firsts = pool.iter().enumerate();
        for (place, g) in firsts {
            let seconds = if self.is_of_two() { &pool[..] } else { &pool[place..=place] };
            for h in seconds {
                if !self.is_so(&self.law, g, h, &pool, &mut known) {
                    return Some(format!("{g:?} {h:?}"));
                }
            }
        }
        None
    }

    fn is_false_at(&self, _: &Witness) -> Option<bool> {
        None
    }

    fn speaks(&self) -> bool {
        !self.games(50).is_empty()
    }
}

/// A random law.
pub fn attack(tape: &mut Tape) -> Attack {
    let game = tape.pick(&["any", "any", "misere any", "ending any"]);
    let (supposed, law) = if game == "any" && tape.one_in(2) {
        (Vec::new(), of_two(tape))
    } else {
        let sets = tape.one_in(2);
        let supposed: Vec<Said> = match tape.roll(3) {
            0 => Vec::new(),
            // The partition theorem, or half of it, or something near it.
            1 if sets => {
                let free = Said::Member(tape.pick(&[Spot::Every, Spot::Some]), tape.one_in(4));
                let out = Said::Or(Box::new(Said::Member(Spot::Here, false)), Box::new(free));
                let into = Said::Member(tape.pick(&[Spot::Some, Spot::Some, Spot::Every]), true);
                let inside = Said::Or(Box::new(Said::Member(Spot::Here, true)), Box::new(into));
                vec![out, inside]
            }
            _ => (0..1 + tape.roll(2)).map(|_| of_one(tape, game, sets, 1)).collect(),
        };
        let law = match sets && tape.one_in(2) {
            true => {
                let outcome = Said::Outcome(vec![tape.pick(&['P', 'N'])], Spot::Here);
                Said::Iff(Box::new(outcome), Box::new(Said::Member(Spot::Here, true)))
            }
            false => Said::Iff(
                Box::new(of_one(tape, game, sets, 0)),
                Box::new(of_one(tape, game, sets, 2)),
            ),
        };
        (supposed, law)
    };
    let mut text = format!("claim \"a law\"\n  game {game}\n");
    let all = supposed.iter().chain([&law]).map(Said::text).collect::<String>();
    if all.contains(" in A") {
        text += "  sets A\n";
    }
    for said in &supposed {
        text += &format!("  suppose {}\n", said.text());
    }
    text += &format!("  law {}\n", law.text());
    let meaning = Laws { game, supposed, law, seed: tape.roll(1 << 40) };
    Attack { kind: "laws", text, games: Vec::new(), meaning: Box::new(meaning) }
}

fn of_one(tape: &mut Tape, game: &str, sets: bool, deep: u32) -> Said {
    if deep > 0 && tape.roll(4) > 0 {
        let (a, b) = (of_one(tape, game, sets, deep - 1), of_one(tape, game, sets, deep - 1));
        let (a, b) = (Box::new(a), Box::new(b));
        return match tape.roll(4) {
            0 => Said::Not(a),
            1 => Said::Or(a, b),
            _ => Said::And(a, b),
        };
    }
    let spot = tape.pick(&[Spot::Here, Spot::Some, Spot::Every]);
    match tape.roll(if game == "any" { 7 } else { 6 }) {
        0 if sets => Said::Member(spot, tape.one_in(2)),
        1 => Said::Stuck,
        6 => Said::Zero,
        _ if game == "ending any" => {
            let some = ['L', 'R', 'N', 'P'].into_iter().filter(|_| tape.one_in(2));
            let mut some: Vec<char> = some.collect();
            if some.is_empty() {
                some.push('P');
            }
            Said::Outcome(some, spot)
        }
        _ => Said::Outcome(vec![tape.pick(&['N', 'P'])], spot),
    }
}

fn of_two(tape: &mut Tape) -> Said {
    let here = || Box::new(Said::Outcome(vec!['P'], Spot::Here));
    match tape.roll(4) {
        0 => {
            let selective = tape.one_in(2);
            let (a, b) = (here(), Box::new(Said::Second));
            let both = if tape.roll(3) > 0 { Said::And(a, b) } else { Said::Or(a, b) };
            Said::Iff(Box::new(Said::Together { selective }), Box::new(both))
        }
        1 => {
            let equal = Said::Equal((1, 0), (2, tape.number(0, 1) as u32));
            Said::Iff(Box::new(Said::Together { selective: tape.one_in(4) }), Box::new(equal))
        }
        _ => {
            let constant =
                |tape: &mut Tape| if tape.one_in(3) { tape.number(0, 3) as u32 } else { 0 };
            let left = (1 + tape.roll(7) as u8, constant(tape));
            let right = if tape.one_in(2) { 7 ^ left.0 } else { tape.roll(8) as u8 };
            Said::Equal(left, (right, constant(tape)))
        }
    }
}
