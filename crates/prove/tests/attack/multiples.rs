//! Claims about games in which multiples of the other pile are taken: the golden ratio, and conditions near it.

use sprague_prove::Witness;
use sprague_rules::{Outcome, parse_ruleset};

use crate::play::{Play, sorted};
use crate::tape::Tape;
use crate::{Attack, Meaning, Reach};

/// x b^2 + y a b + z a^2 + u b + v a + w, compared with 0.
struct Atom {
    factors: [i64; 6],
    less: bool,
    equal: bool,
}

impl Atom {
    fn is_so(&self, a: i64, b: i64) -> bool {
        let terms = [b * b, a * b, a * a, b, a, 1];
        let sum: i64 = self.factors.iter().zip(terms).map(|(factor, term)| factor * term).sum();
        self.equal && sum == 0 || if self.less { sum < 0 } else { sum > 0 }
    }

    /// What is added on the left, and what is subtracted on the right: products have no factors.
    fn written(&self) -> String {
        let words = ["b*b", "a*b", "a*a", "b", "a", "1"];
        let side = |sign: i64| {
            let terms = self.factors.iter().zip(words).filter(|(factor, _)| **factor * sign > 0);
            let terms: Vec<String> = terms
                .map(|(factor, word)| match factor.abs() {
                    1 => word.to_string(),
                    factor => format!("{factor}*{word}"),
                })
                .collect();
            if terms.is_empty() { "0".to_string() } else { terms.join(" + ") }
        };
        let sign = match (self.less, self.equal) {
            (true, true) => "<=",
            (true, false) => "<",
            (false, true) => ">=",
            (false, false) => ">",
        };
        format!("{} {sign} {}", side(1), side(-1))
    }
}

struct Multiples {
    play: Play,
    exactly: bool,
    outcome: Outcome,
    all: bool,
    atoms: Vec<Atom>,
}

impl Multiples {
    fn right(&self, a: u32, b: u32) -> bool {
        let so = |atom: &Atom| atom.is_so(a.into(), b.into());
        let holds = if self.all { self.atoms.iter().all(so) } else { self.atoms.iter().any(so) };
        let is = self.play.outcome(&[a, b]) == self.outcome;
        if self.exactly { is == holds } else { !holds || is }
    }
}

impl Meaning for Multiples {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        let size = if let Reach::UpTo(bound) = reach { bound.min(80) } else { 80 };
        let mut pairs = (1..=size).flat_map(|b| (1..=b).map(move |a| (a, b)));
        pairs.find(|&(a, b)| !self.right(a, b)).map(|(a, b)| format!("{a}, {b}"))
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        let Witness::Piles(piles) = witness else { return None };
        match sorted(piles.clone())[..] {
            [a, b] => Some(!self.right(a, b)),
            _ => None,
        }
    }

    /// Is there a position that it says something of?
    fn speaks(&self) -> bool {
        let so = |a: u32, b: u32| {
            let so = |atom: &Atom| atom.is_so(a.into(), b.into());
            if self.all { self.atoms.iter().all(so) } else { self.atoms.iter().any(so) }
        };
        self.exactly || (1..=80).any(|b| (1..=b).any(|a| so(a, b)))
    }
}

pub fn attack(tape: &mut Tape) -> Attack {
    let game =
        tape.pick(&["euclid", "euclid", "euclid-positive", "euclid-positive", "misere euclid"]);
    let play = Play::new(&parse_ruleset(game).unwrap());
    let known: [([i64; 6], bool); 4] = [
        ([1, -1, -1, 0, 0, 0], true),
        ([0, 0, 0, 1, -1, 0], false),
        ([0, 0, 0, 1, -2, 0], false),
        ([0, 0, 0, 1, -1, 0], true),
    ];
    let mut atom = |place: usize| {
        let (mut factors, less) = known[place];
        if tape.one_in(4) {
            let place = tape.roll(6) as usize;
            factors[place] += tape.pick(&[-1, 1, 2]);
            let most = if place < 3 { 1 } else { 5 };
            factors[place] = factors[place].clamp(-most, most);
        }
        let less = less != tape.one_in(8);
        Atom { factors, less, equal: tape.one_in(3) }
    };
    let first = atom(0);
    let second = atom(1);
    let third = atom(2);
    let fourth = atom(3);
    let (exactly, outcome, all, atoms) = match tape.roll(6) {
        0 => (true, Outcome::P, true, vec![first]),
        1 | 2 => (true, Outcome::P, true, vec![first, second]),
        3 => (false, Outcome::N, true, vec![third]),
        // Below a square, or below 0: nowhere, or nearly so.
        4 => (false, Outcome::N, true, vec![first, third]),
        _ => (false, Outcome::N, false, vec![third, fourth]),
    };
    let said: Vec<String> = atoms.iter().map(Atom::written).collect();
    let said = said.join(if all { " and " } else { " or " });
    let link = if exactly { "iff" } else { "if" };
    let text = format!("claim \"it\"\n  game {game}\n  piles a <= b\n  {outcome} {link} {said}\n");
    let meaning = Box::new(Multiples { play, exactly, outcome, all, atoms });
    Attack { kind: "multiples", text, games: Vec::new(), meaning }
}
