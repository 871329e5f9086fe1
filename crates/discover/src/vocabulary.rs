//! Which literals a description may use: few at first, more where these do not suffice.

use sprague_automata::Numeration;
use sprague_claim::Board;

use crate::literal::{Literal, Summands, Term};

/// How rich a vocabulary is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(pub usize);

impl Level {
    /// All of them, the plainest first.
    pub const ALL: [Level; 3] = [Level(0), Level(1), Level(2)];

    fn most(self) -> i64 {
        [6, 12, 24][self.0]
    }

    fn moduli(self) -> &'static [i64] {
        [&[2, 3, 4][..], &[2, 3, 4, 5, 6, 8], &[2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16]][self.0]
    }
}

/// The terms of a level: those that are compared, and sums of which only residues are spoken of.
fn terms(board: Board, level: Level) -> (Vec<Term>, Vec<Term>) {
    let n = board.numbers();
    let unit = |places: &[(usize, i64)]| {
        let mut factors = vec![0; n];
        places.iter().for_each(|&(place, factor)| factors[place] += factor);
        Term::Sum(factors)
    };
    let mut compared: Vec<Term> = (0..n).map(|place| unit(&[(place, 1)])).collect();
    let mut summed = Vec::new();
    let sorted = matches!(board, Board::Piles(_));
    for low in 0..n {
        for high in low + 1..n {
            if level.0 >= 1 || high == low + 1 || n <= 3 {
                compared.push(unit(&[(high, 1), (low, -1)]));
            }
            if n > 2 && (level.0 >= 1 || n <= 3) {
                summed.push(unit(&[(low, 1), (high, 1)]));
            }
            if level.0 >= 2 && n <= 4 {
                compared.push(unit(&[(high, 1), (low, -2)]));
                if !sorted {
                    compared.push(unit(&[(high, 2), (low, -1)]));
                }
            }
        }
    }
    // One number and the sum of two others; the differences of two pairs.
    if sorted && n == 3 {
        compared.push(unit(&[(2, 1), (1, -1), (0, -1)]));
    }
    if sorted && n == 4 {
        compared.push(unit(&[(3, 1), (2, -1), (1, -1), (0, 1)]));
    }
    // All numbers, all but the first, all but the first two.
    for first in 0..n.saturating_sub(1).min(3) {
        let places: Vec<(usize, i64)> = (first..n).map(|place| (place, 1)).collect();
        summed.push(unit(&places));
    }
    match board {
        Board::Counts(_) => {
            let weights: Vec<(usize, i64)> =
                (0..n).map(|place| (place, place as i64 + 1)).collect();
            summed.push(unit(&weights));
        }
        Board::Piles(_) => {
            compared.extend((n > 3).then_some(Term::Odds));
            let largest = if n > 2 && level.0 >= 1 { 4 } else { 0 };
            compared.extend((1..=largest).map(Term::Sized));
        }
        _ => {}
    }
    summed.sort();
    summed.dedup();
    summed.retain(|term| !compared.contains(term));
    (compared, summed)
}

/// The literals of a level.
pub fn literals(board: Board, numeration: Numeration, level: Level) -> Vec<Literal> {
    let n = board.numbers();
    let (compared, summed) = terms(board, level);
    let mut all = Vec::new();
    for term in &compared {
        let most = match term {
            Term::Odds | Term::Sized(_) => n as i64,
            Term::Sum(_) => level.most(),
        };
        let least = match (term, board) {
            (Term::Sum(factors), _)
                if factors.iter().filter(|&&f| f < 0).map(|f| -f).sum::<i64>() > 1 =>
            {
                -most
            }
            (Term::Sum(factors), Board::Row(_) | Board::Counts(_)) if factors.contains(&-1) => {
                -most
            }
            _ => 0,
        };
        for number in least..=most {
            all.push(Literal::In(term.clone(), vec![number]));
            all.push(Literal::NotIn(term.clone(), vec![number]));
            all.push(Literal::AtLeast(term.clone(), number));
            all.push(Literal::AtMost(term.clone(), number));
        }
    }
    // Moves may look at how many tokens there are.
    if level.0 >= 1 && (2..=3).contains(&n) {
        let total = Term::Sum(vec![1; n]);
        let bounds =
            |m: i64| [Literal::AtLeast(total.clone(), m), Literal::AtMost(total.clone(), m)];
        all.extend((1..=level.most()).flat_map(bounds));
    }
    for term in compared.iter().chain(&summed) {
        let moduli = if matches!(term, Term::Sized(_)) { &[2] } else { level.moduli() };
        for &modulus in moduli {
            for rest in 0..modulus {
                all.push(Literal::Mod(term.clone(), modulus, vec![rest]));
            }
        }
    }
    let everything: Vec<usize> = (0..n).collect();
    match numeration {
        Numeration::Binary if !matches!(board, Board::Counts(_)) && n >= 2 => {
            let sum = Summands { places: everything, more: 0, modulus: 0 };
            all.push(Literal::Xor(sum.clone(), 0));
            all.push(Literal::NotXor(sum, 0));
            if level.0 >= 1 {
                digits(n, level, &mut all);
            }
        }
        Numeration::Ostrowski(t) => {
            let range = if level.0 == 0 { 0..=0 } else { -2..=2 };
            for low in 0..n {
                for high in low + 1..n {
                    for more in range.clone() {
                        for too in range.clone() {
                            all.push(Literal::Metallic(t, low, more, high, too));
                            all.push(Literal::NotMetallic(t, low, more, high, too));
                        }
                    }
                }
            }
        }
        _ => {}
    }
    all
}

/// What is said of binary digits.
fn digits(n: usize, level: Level, all: &mut Vec<Literal>) {
    for first in 0..n.saturating_sub(1) {
        let places: Vec<usize> = (first..n).collect();
        let plain = Summands { places, more: 0, modulus: 0 };
        if first > 0 {
            all.push(Literal::Xor(plain.clone(), 0));
            all.push(Literal::NotXor(plain.clone(), 0));
        }
        all.extend((1..=3).map(|sum| Literal::Xor(plain.clone(), sum)));
        for more in [-1, 1] {
            let moved = Summands { more, ..plain.clone() };
            all.push(Literal::Xor(moved.clone(), 0));
            all.push(Literal::NotXor(moved, 0));
        }
        if n > 2 {
            for modulus in [4, 8] {
                let rests = Summands { modulus, ..plain.clone() };
                all.extend((0..modulus).map(|sum| Literal::Xor(rests.clone(), sum)));
                all.extend((0..modulus).map(|sum| Literal::NotXor(rests.clone(), sum)));
            }
        }
    }
    // Of three numbers and more these fit a few positions by chance.
    for place in 0..if n == 2 { n } else { 0 } {
        let mut factors = vec![0; n];
        factors[place] = 1;
        for more in -1..=1 {
            all.push(Literal::Power(Term::Sum(factors.clone()), more));
            all.push(Literal::NotPower(Term::Sum(factors.clone()), more));
        }
        for other in (0..n).filter(|&other| other != place) {
            for more in -1..=1 {
                for too in -1..=1 {
                    for by in if level.0 >= 2 { &[1, 2, 4][..] } else { &[1, 2] } {
                        all.push(Literal::LowBit(place, more, other, too, *by));
                    }
                }
            }
        }
    }
}
