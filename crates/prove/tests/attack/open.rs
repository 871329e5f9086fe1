//! Claims that speak of the outcomes of other positions, or of another game: what unfolding proves, and games with the same moves. True ones, and with
//! another number, letter or game.

use sprague_prove::Witness;
use sprague_rules::{Library, Outcome, Ruleset, parse_ruleset};

use crate::play::{Play, sorted};
use crate::tape::Tape;
use crate::{Attack, Meaning, Reach};

/// A position written in names: each pile is a sum of named piles with factors.
type Spoken = Vec<Vec<i64>>;

enum Saying {
    /// P, or only N if, these are so: each position with whether it is said to be P; joined by `and`, or by `or`.
    Open {
        exactly: bool,
        outcome: Outcome,
        all: bool,
        parts: Vec<(Spoken, bool)>,
    },
    Same {
        other: Box<Play>,
        nim_values: bool,
    },
}

struct Open {
    play: Play,
    piles: usize,
    /// It is supposed that the first two piles are different.
    different: bool,
    saying: Saying,
}

impl Open {
    fn right(&self, piles: &[u32]) -> bool {
        if piles.len() != self.piles || self.different && piles[0] == piles[1] {
            return true;
        }
        let lost = |piles: &[u32]| self.play.outcome(piles) == Outcome::P;
        match &self.saying {
            Saying::Same { other, nim_values: true } => {
                self.play.nim_value(piles) == other.nim_value(piles)
            }
            Saying::Same { other, nim_values: false } => {
                self.play.outcome(piles) == other.outcome(piles)
            }
            Saying::Open { exactly, outcome, all, parts } => {
                let holds = self.holds(*all, parts, piles);
                let is = lost(piles) == (*outcome == Outcome::P);
                if *exactly { is == holds } else { !holds || is }
            }
        }
    }

    /// Is what is said of other positions so?
    fn holds(&self, all: bool, parts: &[(Spoken, bool)], piles: &[u32]) -> bool {
        let so = |(spoken, is): &(Spoken, bool)| {
            let size = |factors: &Vec<i64>| {
                let sum = factors.iter().zip(piles).map(|(f, &n)| f * i64::from(n));
                u32::try_from(sum.sum::<i64>()).ok()
            };
            let position: Option<Vec<u32>> = spoken.iter().map(size).collect();
            let lost = |piles: &[u32]| self.play.outcome(piles) == Outcome::P;
            position.is_some_and(|position| lost(&sorted(position))) == *is
        };
        if all { parts.iter().all(so) } else { parts.iter().any(so) }
    }
}

impl Meaning for Open {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        let size = match (self.piles, reach) {
            (_, Reach::UpTo(bound)) => bound.min(30),
            (1, _) => 200,
            (2, _) => 60,
            (3, _) => 20,
            _ => 9,
        };
        let mut waiting = vec![Vec::new()];
        while let Some(piles) = waiting.pop() {
            if self.play.looked.get() > reach.budget() {
                return None;
            }
            if !self.right(&piles) {
                return Some(format!("{piles:?}"));
            }
            if piles.len() < self.piles {
                let from = piles.last().copied().unwrap_or(1);
                waiting.extend((from..=size).map(|pile| [&piles[..], &[pile]].concat()));
            }
        }
        None
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        let Witness::Piles(piles) = witness else { return None };
        Some(!self.right(&sorted(piles.clone())))
    }

    /// Is there a small position that it says something of, whoever wins the others? A position with a pile below 0 is not P.
    fn speaks(&self) -> bool {
        let Saying::Open { exactly: false, all, parts, .. } = &self.saying else { return true };
        let mut waiting = vec![Vec::new()];
        while let Some(piles) = waiting.pop() {
            if piles.len() < self.piles {
                let from = piles.last().copied().unwrap_or(1);
                waiting.extend((from..=9).map(|pile| [&piles[..], &[pile]].concat()));
                continue;
            }
            let legal = |factors: &Vec<i64>| {
                factors.iter().zip(&piles).map(|(f, &n)| f * i64::from(n)).sum::<i64>() >= 0
            };
            let may_be = |(spoken, is): &(Spoken, bool)| !is || spoken.iter().all(legal);
            let may = if *all { parts.iter().all(may_be) } else { parts.iter().any(may_be) };
            if may && !(self.different && piles[0] == piles[1]) {
                return true;
            }
        }
        false
    }
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A game by its name, or with a move of its own.
fn game(tape: &mut Tape) -> (String, Vec<(String, String)>, Ruleset) {
    let moves = [
        "take k from one pile where k in piles",
        "take k from one pile where k in others",
        "take k from one pile a where k = min(piles) and a = max(piles)",
        "take k from one pile where k = min(piles)",
        "take k from one pile where k in {1, 2}",
        "take k from one pile a where k in piles and a > max(others)",
    ];
    let known = ["susen", "susen", "susen", "nim", "minnie", "wynnie", "wynnie-all", "wynnie-any"];
    if tape.one_in(2) {
        let name = tape.pick(&known);
        let prefix = if tape.one_in(6) { "misere " } else { "" };
        let expression = format!("{prefix}{name}");
        let ruleset = parse_ruleset(&expression).unwrap();
        return (expression, Vec::new(), ruleset);
    }
    let m = tape.pick(&moves);
    let text = format!("game it\n  \"A game.\"\n  piles any\n  move {m}\n");
    let games = vec![("./it.game".to_string(), text)];
    let expression = format!("{}./it.game", if tape.one_in(6) { "misere " } else { "" });
    let ruleset = Library::with(games.clone()).ruleset(&expression).unwrap();
    (expression, games, ruleset)
}

fn written(spoken: &Spoken) -> String {
    let pile = |factors: &Vec<i64>| {
        let parts: Vec<String> = factors
            .iter()
            .zip(NAMES)
            .filter(|(factor, _)| **factor != 0)
            .map(|(factor, name)| format!("{}{name}", if *factor < 0 { "- " } else { "+ " }))
            .collect();
        parts.join(" ").trim_start_matches("+ ").to_string()
    };
    spoken.iter().map(pile).collect::<Vec<_>>().join(", ")
}

pub fn attack(tape: &mut Tape) -> Attack {
    let (expression, games, ruleset) = game(tape);
    let most = if expression.ends_with("wynnie") { 2 } else { 3 };
    let same = tape.one_in(3);
    // Beside a single pile there is no other position to speak of.
    let piles = if same { 1 + tape.roll(most) } else { 2 + tape.roll(most - 1) } as usize;
    let names = NAMES[..piles].join(" <= ");
    let different = piles >= 2 && tape.one_in(5);
    let supposed = if different { "  suppose a < b\n" } else { "" };
    let heading = format!("claim \"it\"\n  game {expression}\n  piles {names}\n{supposed}");
    let play = Play::new(&ruleset);
    if same {
        let others = ["nim", "minnie", "wynnie", "wynnie-all", "wynnie-any", "wynnie-two", "susen"];
        let fits = if piles > 2 { &others[3..] } else { &others[..] };
        let misere = if expression.starts_with("misere") { "misere " } else { "" };
        let other = format!("{misere}{}", tape.pick(fits));
        let other_rules = parse_ruleset(&other).unwrap();
        let nim_values = ruleset.has_nim_values() && other_rules.has_nim_values() && tape.one_in(2);
        let what = if nim_values { "nim-values" } else { "outcomes" };
        let text = format!("{heading}  same {what} as {other}\n");
        let saying = Saying::Same { other: Box::new(Play::new(&other_rules)), nim_values };
        let meaning = Box::new(Open { play, piles, different, saying });
        return Attack { kind: "open same", text, games, meaning };
    }
    let one = |place: usize| (0..piles).map(|i| i64::from(i == place)).collect::<Vec<i64>>();
    let without: Vec<Spoken> =
        (0..piles).map(|gone| (0..piles).filter(|&i| i != gone).map(one).collect()).collect();
    // The largest less some other pile.
    let less = |tape: &mut Tape| -> Spoken {
        let mut all: Spoken = (0..piles).map(one).collect();
        let other = tape.roll(piles as u64) as usize;
        if other + 1 < piles {
            all[piles - 1][other] -= 1;
        } else {
            all.pop();
        }
        all
    };
    let is = tape.one_in(2);
    let mut parts: Vec<(Spoken, bool)> = match tape.roll(3) {
        // A pile below 0, where the first two differ.
        0 if tape.one_in(3) => {
            let mut below = one(0);
            below[1] = -1;
            vec![(vec![below], is)]
        }
        0 => vec![(less(tape), is)],
        _ => without.into_iter().map(|spoken| (spoken, is)).collect(),
    };
    if tape.one_in(4) {
        let place = tape.roll(parts.len() as u64) as usize;
        match tape.one_in(2) {
            true => parts[place].1 = !is,
            false => drop(parts.remove(place)),
        }
    }
    if parts.is_empty() {
        parts.push((less(tape), is));
    }
    let all = !is;
    let outcome = if is { Outcome::N } else { Outcome::P };
    let outcome = if tape.one_in(6) && is { Outcome::P } else { outcome };
    let exactly = tape.one_in(2);
    let said: Vec<String> = parts
        .iter()
        .map(|(spoken, is)| format!("{}({})", if *is { "P" } else { "N" }, written(spoken)))
        .collect();
    let said = said.join(if all { " and " } else { " or " });
    let link = if exactly { "iff" } else { "if" };
    let text = format!("{heading}  {outcome} {link} {said}\n");
    let saying = Saying::Open { exactly, outcome, all, parts };
    let meaning = Box::new(Open { play, piles, different, saying });
    Attack { kind: "open", text, games, meaning }
}
