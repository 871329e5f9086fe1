//! Claims about all positions of a board: so many piles, the places of a row, counts of piles, or counts beside piles.

use std::collections::HashMap;

use sprague_prove::Witness;
use sprague_rules::{Outcome, Player};

use crate::games::{Named, on_piles, on_row};
use crate::play::{Play, sorted};
use crate::tape::Tape;
use crate::words::{Number, Said, Vocabulary, condition, distorted, number};
use crate::{Attack, Meaning, Reach};

/// Which positions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Board {
    Piles(usize),
    Row(usize),
    Counts(usize),
    /// Piles of 1, and so many others.
    Ones(usize),
}

/// What is said of a position with these numbers.
enum Saying {
    /// Exactly where this holds it is P.
    Iff(Said),
    /// Where it holds, this is the outcome.
    If(Outcome, Said),
    /// The nim-value, by cases.
    Nim(Vec<(Number, Said)>),
    Strategy(Said, Said),
    Adding(Vec<u32>),
    Depends(Vec<Number>),
    Same {
        other: Play,
        nim_values: bool,
    },
}

struct OnBoard {
    board: Board,
    play: Play,
    suppose: Said,
    given: Option<Said>,
    saying: Saying,
}

impl Board {
    fn names(self) -> usize {
        match self {
            Board::Piles(count) | Board::Row(count) | Board::Counts(count) => count,
            Board::Ones(piles) => piles + 1,
        }
    }

    /// All numbers up to a bound that are the numbers of a position. The empty one is left out, unless it is a row.
    fn numbers(self, most: u32) -> Vec<Vec<i128>> {
        let mut all: Vec<Vec<i128>> = vec![vec![]];
        for place in 0..self.names() {
            let longer = |numbers: Vec<i128>| -> Vec<Vec<i128>> {
                let least = match self {
                    Board::Piles(_) => numbers.last().copied().unwrap_or(1),
                    Board::Ones(_) if place > 1 => numbers[place - 1],
                    _ => 0,
                };
                (least..=most.into()).map(|n| [&numbers[..], &[n]].concat()).collect()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        let row = matches!(self, Board::Row(_));
        all.retain(|numbers| row || numbers.iter().any(|&n| n > 0));
        all.sort_by_key(|numbers| (numbers.iter().max().copied(), numbers.clone()));
        all
    }

    fn position(self, numbers: &[i128]) -> Vec<u32> {
        let mut piles: Vec<u32> = Vec::new();
        match self {
            Board::Row(_) => return numbers.iter().map(|&n| n as u32).collect(),
            Board::Piles(_) => piles.extend(numbers.iter().map(|&n| n as u32)),
            Board::Counts(_) => {
                for (size, &count) in (1..).zip(numbers) {
                    piles.extend(std::iter::repeat_n(size, count as usize));
                }
            }
            Board::Ones(_) => {
                piles.extend(std::iter::repeat_n(1, numbers[0] as usize));
                piles.extend(numbers[1..].iter().map(|&n| n as u32));
            }
        }
        sorted(piles)
    }

    /// All numbers that this position may be read with; none if it is not on the board.
    fn readings(self, position: &[u32]) -> Vec<Vec<i128>> {
        let piles: Vec<i128> = position.iter().map(|&n| n.into()).collect();
        match self {
            Board::Piles(count) | Board::Row(count) if piles.len() == count => vec![piles],
            Board::Piles(_) | Board::Row(_) => vec![],
            Board::Counts(most) => {
                if position.iter().any(|&n| n as usize > most) {
                    return vec![];
                }
                let count = |size| position.iter().filter(|&&n| n == size).count() as i128;
                vec![(1..=most as u32).map(count).collect()]
            }
            Board::Ones(others) => {
                let ones = position.iter().filter(|&&n| n == 1).count();
                let larger = piles.len() - ones;
                (0..=ones)
                    .filter(|counted| larger + ones - counted <= others)
                    .map(|counted| {
                        let mut rest = vec![0; others - (larger + ones - counted)];
                        rest.extend(&piles[counted..]);
                        [&[counted as i128][..], &rest].concat()
                    })
                    .collect()
            }
        }
    }
}

impl OnBoard {
    /// Is what is said right at these numbers?
    fn right(&self, numbers: &[i128]) -> bool {
        if !(self.suppose.holds)(numbers) {
            return true;
        }
        let position = self.board.position(numbers);
        let outcome = |p: &[u32]| self.play.outcome(p);
        match &self.saying {
            Saying::Iff(said) => match (said.holds)(numbers) {
                true => outcome(&position) == Outcome::P,
                false => outcome(&position) == Outcome::N,
            },
            Saying::If(claimed, said) => !(said.holds)(numbers) || outcome(&position) == *claimed,
            Saying::Nim(cases) => {
                let case = cases.iter().find(|(_, when)| (when.holds)(numbers));
                let claimed = case.map(|(number, _)| (number.value)(numbers));
                claimed == Some(self.play.nim_value(&position).into())
            }
            Saying::Strategy(from, to) => {
                !(from.holds)(numbers)
                    || self.play.options(&position, Player::Left).iter().any(|option| {
                        outcome(option) == Outcome::P
                            && self.targets(option).iter().any(|n| (to.holds)(n))
                    })
            }
            Saying::Adding(piles) => {
                outcome(&position) == outcome(&sorted([&position[..], piles].concat()))
            }
            Saying::Same { other, nim_values: true } => {
                self.play.nim_value(&position) == other.nim_value(&position)
            }
            Saying::Same { other, nim_values: false } => {
                outcome(&position) == other.outcome(&position)
            }
            Saying::Depends(_) => true,
        }
    }

    /// Is what is given of one pile fewer false there?
    fn given_is_false_at(&self, numbers: &[i128]) -> bool {
        let Some(given) = &self.given else { return false };
        let position = Board::Piles(numbers.len()).position(numbers);
        (self.play.outcome(&position) == Outcome::P) != (given.holds)(numbers)
    }

    /// The numbers of an option, where a pile that is gone counts as 0.
    fn targets(&self, option: &[u32]) -> Vec<Vec<i128>> {
        match self.board {
            Board::Piles(count) => {
                let mut numbers = vec![0; count - option.len().min(count)];
                numbers.extend(option.iter().map(|&n| i128::from(n)));
                vec![numbers]
            }
            board => board.readings(option),
        }
    }
}

impl Meaning for OnBoard {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        let most = match (reach, self.board) {
            (Reach::UpTo(most), _) => most.min(400),
            (Reach::Far, board) => match board {
                Board::Piles(1) => 1200,
                Board::Piles(2) => 100,
                Board::Piles(_) => 24,
                Board::Row(2) => 60,
                Board::Row(_) => 18,
                Board::Counts(1) => 60,
                Board::Counts(2) => 20,
                Board::Counts(_) => 8,
                Board::Ones(1) => 26,
                Board::Ones(_) => 10,
            },
        };
        let mut seen: HashMap<Vec<i128>, (Outcome, Vec<i128>)> = HashMap::new();
        for numbers in self.board.numbers(most) {
            if self.play.looked.get() > reach.budget() {
                break;
            }
            if !self.right(&numbers) {
                return Some(format!("{numbers:?}"));
            }
            if let Saying::Depends(on) = &self.saying
                && (self.suppose.holds)(&numbers)
            {
                let key: Vec<i128> = on.iter().map(|number| (number.value)(&numbers)).collect();
                let outcome = self.play.outcome(&self.board.position(&numbers));
                let (known, at) = seen.entry(key).or_insert((outcome, numbers.clone()));
                if *known != outcome {
                    return Some(format!("{at:?} and {numbers:?}"));
                }
            }
        }
        // What is given must be so, too: or else nothing is proved of the claim.
        let Board::Piles(count) = self.board else { return None };
        let wrong = Board::Piles(count - 1)
            .numbers(if count == 2 { 120 } else { 40 })
            .into_iter()
            .find(|numbers| self.given_is_false_at(numbers));
        wrong.map(|numbers| format!("what is given is false at {numbers:?}"))
    }

    fn is_false_at(&self, witness: &Witness) -> Option<bool> {
        let Witness::Piles(piles) = witness else { return None };
        // So far the plain recursion does not go.
        if matches!(self.saying, Saying::Depends(_)) || piles.iter().sum::<u32>() > 20_000 {
            return None;
        }
        let readings = match self.board {
            Board::Row(_) => self.board.readings(piles),
            board => board.readings(&sorted(piles.clone())),
        };
        // What is given is part of the claim.
        let smaller: Vec<i128> = piles.iter().map(|&n| n.into()).collect();
        if smaller.len() + 1 == self.board.names() && self.given_is_false_at(&smaller) {
            return Some(true);
        }
        Some(readings.iter().any(|numbers| !self.right(numbers)))
    }
}

const NAMES: [[&str; 4]; 6] = [
    ["a", "b", "c", "d"],
    ["x", "y", "z", "w"],
    ["k", "l", "m", "n"],
    ["a1", "a2", "a3", "a4"],
    ["e", "o", "P", "N"],
    ["total", "largest", "smallest", "count"],
];

/// A claim about a board.
pub fn attack(tape: &mut Tape) -> Attack {
    let places = if tape.one_in(8) { 2 + tape.roll(2) as usize } else { 0 };
    let game = if places > 0 { on_row(tape, places) } else { on_piles(tape) };
    let play = Play::new(&game.ruleset);
    let most = game.most_piles(3);
    let board = match tape.roll(8) {
        _ if places > 0 => Board::Row(places),
        0..=4 => Board::Piles(1 + tape.roll(most as u64) as usize),
        5 | 6 if most == 3 => Board::Counts(1 + tape.roll(3) as usize),
        _ if most == 3 => Board::Ones(1 + tape.roll(2) as usize),
        _ => Board::Piles(most),
    };
    let names: Vec<String> = {
        let set = if tape.one_in(8) { 4 + tape.roll(2) } else { tape.roll(4) };
        NAMES[set as usize][..board.names()].iter().map(|name| name.to_string()).collect()
    };
    let words = Vocabulary { names: &names, digits: tape.one_in(4), patterns: true };
    let (suppose, supposed) = match tape.one_in(5) {
        true => {
            let said = condition(tape, words, 1);
            let text = format!("\n  suppose {}", said.text);
            (said, text)
        }
        false => (Said::always(), String::new()),
    };
    let far = match board {
        Board::Piles(1) => (70, 1100),
        Board::Piles(2) | Board::Row(2) => (30, 95),
        Board::Piles(_) => (12, 23),
        _ => (6, 18),
    };
    let impartial = game.ruleset.same_moves() && game.ruleset.is_impartial();
    let nim = game.ruleset.has_nim_values();
    let lost = lost_where(tape, &play, board, &names);
    let (kind, statement, saying) = match tape.roll(12) {
        0..=3 => {
            let said = distorted(tape, words, lost, far);
            match tape.one_in(4) {
                true => {
                    let text = format!("N iff {}", said.text);
                    ("N iff", text, Saying::Iff(said.negated()))
                }
                false => ("P iff", format!("P iff {}", said.text), Saying::Iff(said)),
            }
        }
        4 | 5 => {
            let more = condition(tape, words, 1);
            let outcome = if tape.one_in(2) { Outcome::P } else { Outcome::N };
            let base = if outcome == Outcome::P { lost } else { lost.negated() };
            let said = distorted(tape, words, base.and(more), far);
            ("if", format!("{outcome} if {}", said.text), Saying::If(outcome, said))
        }
        6 if nim => {
            let cases = nim_cases(tape, &play, board, &names);
            let mut cases: Vec<(Number, Said)> = cases
                .into_iter()
                .map(|(value, said)| (Number::constant(tape.told(value)), said))
                .collect();
            let last = cases.len() - 1;
            cases[last].1 = Said::always();
            if last > 0 {
                let first = cases[0].1.clone();
                cases[0].1 = distorted(tape, words, first, far);
            }
            let mut text = String::from("nim-value = ");
            for (value, when) in &cases[..last] {
                text += &format!("{} if {}, else ", value.text, when.text);
            }
            text += &cases[last].0.text;
            ("nim-value", text, Saying::Nim(cases))
        }
        7 => {
            let from = condition(tape, words, 1).and(lost.clone().negated());
            let to = distorted(tape, words, lost, far);
            let text = format!("strategy from {} move to {}", from.text, to.text);
            ("strategy", text, Saying::Strategy(from, to))
        }
        8 => {
            let all: [&[u32]; 5] = [&[1, 1], &[2], &[1], &[2, 2], &[1, 2, 3]];
            let piles = tape.pick(&all).to_vec();
            let list: Vec<String> = piles.iter().map(u32::to_string).collect();
            let text = format!("adding {} keeps the outcome", list.join(","));
            ("adding", text, Saying::Adding(piles))
        }
        9 | 10 => {
            let on: Vec<Number> = (0..=tape.roll(2)).map(|_| number(tape, words, 2)).collect();
            let list: Vec<&str> = on.iter().map(|number| number.text.as_str()).collect();
            let text = format!("outcome depends on {}", list.join(", "));
            ("depends", text, Saying::Depends(on))
        }
        _ => {
            let other = loop {
                let other = if places > 0 { on_row(tape, places) } else { on_piles(tape) };
                if other.own.is_empty() && other.most_piles(9) == 9 {
                    break other;
                }
            };
            let nim_values = nim && other.ruleset.has_nim_values() && tape.one_in(2);
            let what = if nim_values { "nim-values" } else { "outcomes" };
            let text = format!("same {what} as {}", other.expression);
            ("same", text, Saying::Same { other: Play::new(&other.ruleset), nim_values })
        }
    };
    let (given, given_text) = match (board, &saying) {
        (Board::Piles(count), Saying::Iff(_)) if count > 1 && impartial && tape.one_in(4) => {
            let smaller = Board::Piles(count - 1);
            let fewer = &names[..count - 1];
            let said = lost_where(tape, &play, smaller, fewer);
            let words = Vocabulary { names: fewer, ..words };
            let said = distorted(tape, words, said, (10, 25));
            let text = format!("\n  given {}: {}", fewer.join(" <= "), said.text);
            (Some(said), text)
        }
        _ => (None, String::new()),
    };
    let check = match board {
        Board::Piles(_) | Board::Row(_) if tape.one_in(3) => "\n  check to 6",
        _ => "",
    };
    let on = match board {
        Board::Piles(_) => format!("piles {}", names.join(" <= ")),
        Board::Row(_) => format!("places {}", names.join(", ")),
        Board::Counts(_) => format!("counts {}", names.join(", ")),
        Board::Ones(_) => format!("piles 1^{}, {}", names[0], names[1..].join(" <= ")),
    };
    let Named { expression, own, .. } = game;
    let text = format!(
        "claim \"it\"\n  game {expression}\n  {on}{supposed}{given_text}\n  {statement}{check}\n"
    );
    let meaning = OnBoard { board, play, suppose, given, saying };
    Attack { kind, text, games: own, meaning: Box::new(meaning) }
}

/// How numbers are told apart: each below `from`, and the others modulo `period`.
#[derive(Clone, Copy)]
struct Classes {
    from: i128,
    period: i128,
}

impl Classes {
    fn of(self, n: i128) -> i128 {
        if n < self.from { n } else { self.from + (n - self.from) % self.period }
    }

    fn said(self, tape: &mut Tape, name: &str, place: usize, class: i128) -> Said {
        let name = Number::name(name, place);
        let exact = Said::compare(name.clone(), "=", Number::constant(class as i64));
        if class < self.from {
            return exact;
        }
        let rest = tape.told((class % self.period) as i64);
        let residue =
            Said::compare(name.clone().over(self.period as i64, true), "=", Number::constant(rest));
        let residue = if self.period == 1 { Said::always() } else { residue };
        match self.from {
            0 => residue,
            from => {
                let from = tape.told(from as i64);
                Said::compare(name, ">=", Number::constant(from)).and(residue)
            }
        }
    }
}

/// Tuples of classes, and what is so there.
type Told<T> = Vec<(Vec<i128>, T)>;

/// Classes of numbers by which the positions of a table differ in this respect; and the classes of each value.
fn fitted<T: PartialEq + Clone>(
    board: Board,
    of: &dyn Fn(&[u32]) -> T,
) -> Option<(Classes, Told<T>)> {
    let most = match board {
        Board::Piles(1) => 48,
        Board::Piles(2) | Board::Row(2) => 16,
        Board::Piles(_) | Board::Row(_) => 8,
        Board::Counts(1) => 14,
        Board::Counts(2) => 8,
        Board::Counts(_) => 4,
        Board::Ones(1) => 10,
        Board::Ones(_) => 5,
    };
    let table: Told<T> = board
        .numbers(most)
        .into_iter()
        .map(|numbers| {
            let value = of(&board.position(&numbers));
            (numbers, value)
        })
        .collect();
    let largest = i128::from(most) / 3;
    for sum in 1..=largest {
        for period in 1..=sum {
            let classes = Classes { from: sum - period, period };
            let mut found: Told<T> = Vec::new();
            let fits = table.iter().all(|(numbers, value)| {
                let class: Vec<i128> = numbers.iter().map(|&n| classes.of(n)).collect();
                match found.iter().find(|(known, _)| *known == class) {
                    Some((_, known)) => known == value,
                    None => {
                        found.push((class, value.clone()));
                        true
                    }
                }
            });
            if fits {
                return Some((classes, found));
            }
        }
    }
    None
}

/// These classes, said.
fn said_of(tape: &mut Tape, classes: Classes, of: &[Vec<i128>], names: &[String]) -> Said {
    let one = |tape: &mut Tape, class: &Vec<i128>| {
        let parts: Vec<Said> = class
            .iter()
            .enumerate()
            .map(|(place, &class)| classes.said(tape, &names[place], place, class))
            .collect();
        parts.into_iter().reduce(Said::and).unwrap()
    };
    let all: Vec<Said> = of.iter().take(14).map(|class| one(tape, class)).collect();
    all.into_iter().reduce(Said::or).unwrap_or_else(Said::never)
}

/// Where positions are P, as a table of small ones has it; or some other condition if that is not seen.
fn lost_where(tape: &mut Tape, play: &Play, board: Board, names: &[String]) -> Said {
    let words = Vocabulary { names, digits: true, patterns: true };
    match fitted(board, &|position| play.outcome(position) == Outcome::P) {
        Some((classes, found)) => {
            let lost: Vec<Vec<i128>> =
                found.into_iter().filter(|(_, lost)| *lost).map(|(class, _)| class).collect();
            said_of(tape, classes, &lost, names)
        }
        None if names.len() == 2 && tape.one_in(2) => {
            Said::compare(Number::name(&names[0], 0), "=", Number::name(&names[1], 1))
        }
        None => condition(tape, words, 2),
    }
}

/// Nim-values by cases, as a table of small positions has them.
fn nim_cases(tape: &mut Tape, play: &Play, board: Board, names: &[String]) -> Vec<(i64, Said)> {
    let words = Vocabulary { names, digits: true, patterns: false };
    let Some((classes, found)) = fitted(board, &|position| play.nim_value(position)) else {
        return vec![(1, condition(tape, words, 1)), (0, Said::always())];
    };
    let mut values: Vec<u32> = found.iter().map(|(_, value)| *value).collect();
    values.sort_unstable();
    values.dedup();
    let cases = values.iter().take(5).map(|value| {
        let of: Vec<Vec<i128>> =
            found.iter().filter(|(_, v)| v == value).map(|(class, _)| class.clone()).collect();
        (i64::from(*value), said_of(tape, classes, &of, names))
    });
    cases.collect()
}
