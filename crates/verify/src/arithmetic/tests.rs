//! Derivatives against plain evaluation, on random formulas.

use super::decide::TooLarge;
use super::*;

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn term(&mut self, variables: u8) -> Term {
        let constant = Term::number(self.below(9) as i64 - 4);
        (0..variables).fold(constant, |term, variable| {
            term.plus(&Term::variable(variable).times(self.below(5) as i64 - 2))
        })
    }
}

/// A formula with its meaning: at given numbers, where bound ones run to a bound.
type Meaning = Box<dyn Fn(&mut Vec<u64>) -> bool>;

fn value(term: &Term, numbers: &[u64]) -> i64 {
    let mut rest = numbers.to_vec();
    let (mut sum, mut weight) = (term.constant(), 1i64);
    while rest.iter().any(|&n| n > 0) {
        let digits = rest.iter().enumerate().map(|(i, n)| (n & 1) << i).sum();
        sum += weight * (term.split(digits).1 - term.constant());
        weight *= 2;
        rest.iter_mut().for_each(|n| *n >>= 1);
    }
    sum
}

/// Numbers with an even number of ones.
fn evil() -> Automaton {
    Automaton { tracks: 1, next: vec![0, 1, 1, 0], accepting: vec![true, false] }
}

const BOUND: u64 = 40;

fn random(dice: &mut Dice, depth: u32, variables: u8, a: &mut Arithmetic) -> (Formula, Meaning) {
    let kind = if depth == 0 { dice.below(7) } else { dice.below(12) };
    match kind {
        0 | 1 => {
            let term = dice.term(variables);
            (a.at_most_zero(term.clone()), Box::new(move |n| value(&term, n) <= 0))
        }
        2 => {
            let term = dice.term(variables);
            (a.zero(term.clone()), Box::new(move |n| value(&term, n) == 0))
        }
        3 => {
            let (term, of) = (dice.term(variables), 1 + dice.below(7) as i64);
            (a.multiple(term.clone(), of), Box::new(move |n| value(&term, n).rem_euclid(of) == 0))
        }
        4 => {
            let term = dice.term(variables);
            let meaning = |value: i64| value >= 0 && value.count_ones().is_multiple_of(2);
            (a.member(vec![term.clone()]), Box::new(move |n| meaning(value(&term, n))))
        }
        5 => {
            let terms: Vec<Term> = (0..2 + dice.below(2)).map(|_| dice.term(variables)).collect();
            let kept = terms.clone();
            let meaning = move |n: &mut Vec<u64>| {
                let values: Vec<i64> = kept.iter().map(|term| value(term, n)).collect();
                values.iter().all(|&v| v >= 0) && values.iter().fold(0, |sum, v| sum ^ v) == 0
            };
            (a.nim_sum_zero(terms), Box::new(meaning))
        }
        6 => {
            let (x, y) = (dice.term(variables), dice.term(variables));
            if dice.below(2) == 0 {
                let meaning = |v: i64| v > 0 && v & (v - 1) == 0;
                return (a.power_of_two(x.clone()), Box::new(move |n| meaning(value(&x, n))));
            }
            let meaning = |of: i64, bit: i64| of > 0 && bit == of & -of;
            let formula = a.low_bit(x.clone(), y.clone());
            (formula, Box::new(move |n| meaning(value(&x, n), value(&y, n))))
        }
        7 => {
            let (inner, meaning) = random(dice, depth - 1, variables, a);
            (a.not(inner), Box::new(move |n| !meaning(n)))
        }
        8 | 9 => {
            let (x, left) = random(dice, depth - 1, variables, a);
            let (y, right) = random(dice, depth - 1, variables, a);
            match kind {
                8 => (a.and([x, y]), Box::new(move |n| left(n) && right(n))),
                _ => (a.or([x, y]), Box::new(move |n| left(n) || right(n))),
            }
        }
        _ => {
            // Bounded, so that a search says the same.
            let (inner, meaning) = random(dice, depth - 1, variables + 1, a);
            let bounded = a.at_most(&Term::variable(variables), &Term::number(BOUND as i64));
            let both = a.and([inner, bounded]);
            let place = usize::from(variables);
            let meaning = move |n: &mut Vec<u64>| {
                (0..=BOUND).any(|value| {
                    n.truncate(place);
                    n.push(value);
                    let holds = meaning(n);
                    n.truncate(place);
                    holds
                })
            };
            (a.exists(variables, both), Box::new(meaning))
        }
    }
}

#[test]
fn derivatives_say_what_formulas_say() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for _ in 0..300 {
        let mut a = Arithmetic::new(evil(), 1_000_000);
        let (formula, meaning) = random(&mut dice, 3, 2, &mut a);
        for x in 0..7 {
            for y in 0..7 {
                let expected = meaning(&mut vec![x, y]);
                assert_eq!(a.holds_at(formula, &[x, y]), Ok(expected), "at {x}, {y}");
            }
        }
    }
}

#[test]
fn sentences_fail_where_they_are_wrong() {
    let mut dice = Dice(88_172_645_463_325_252);
    let (mut held, mut failed) = (0, 0);
    for _ in 0..400 {
        let mut a = Arithmetic::new(evil(), 1_000_000);
        let (formula, meaning) = random(&mut dice, 2, 2, &mut a);
        match a.always(formula, 2, &|_| true) {
            Err(TooLarge) => {}
            Ok(Decided::Holds) => {
                held += 1;
                for x in 0..25 {
                    for y in 0..25 {
                        assert!(meaning(&mut vec![x, y]), "at {x}, {y}");
                    }
                }
            }
            Ok(Decided::Fails(numbers)) => {
                failed += 1;
                assert!(!meaning(&mut numbers.clone()), "at {numbers:?}");
            }
        }
    }
    assert!(held > 5 && failed > 50, "{held} held, {failed} failed");
}
