//! Sets against plain evaluation, on random formulas, in all kinds of digits.

use super::set::digits_of;
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
    let part = |&(variable, c): &(Variable, i64)| c * numbers[usize::from(variable)] as i64;
    term.constant + term.parts.iter().map(part).sum::<i64>()
}

/// Numbers with an even sum of digits.
fn evil(digits: Digits) -> Automaton {
    let next = [0, 1]
        .into_iter()
        .flat_map(|state| (0..digits.base() as u32).map(move |digit| (state + digit) % 2));
    Automaton { digits, tracks: 1, next: next.collect(), accepting: vec![true, false] }
}

fn is_evil(digits: Digits, number: i64) -> bool {
    u64::try_from(number).is_ok_and(|n| digits_of(digits, n).iter().sum::<usize>() % 2 == 0)
}

/// For some n >= 1, is the first n [1; t, t, ...] rounded down and the second t n more? By the definition of the pairs: each first
/// number is the least that was not in a pair before.
fn is_pair(t: u8, a: i64, b: i64) -> bool {
    let mut met = Vec::new();
    let t = i64::from(t);
    for n in 1..=(b - a) / t {
        let first = (1..).find(|number| !met.contains(number)).unwrap_or(0);
        met.extend([first, first + t * n]);
        if t * n == b - a {
            return first == a;
        }
    }
    false
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
            let digits = a.workshop.digits;
            let formula = a.member(vec![term.clone()]);
            (formula, Box::new(move |n| is_evil(digits, value(&term, n))))
        }
        5 | 6 if a.workshop.digits != Digits::Binary => {
            let (x, y) = (dice.term(variables), dice.term(variables));
            let t = a.workshop.digits.base() as u8 - 1;
            let formula = a.metallic(t, x.clone(), y.clone());
            (formula, Box::new(move |n| is_pair(t, value(&x, n), value(&y, n))))
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

/// Formulas whose sets are too large for the test are left out.
fn small() -> Task {
    let limits = sprague_task::Limits { steps: 3_000_000, ..Default::default() };
    Task::new(limits)
}

fn agrees(digits: Digits, formulas: u32) {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut compared = 0;
    for _ in 0..formulas {
        let task = small();
        let mut a = Arithmetic::new(evil(digits), &task);
        let (formula, meaning) = random(&mut dice, 3, 2, &mut a);
        if a.holds_at(formula, &[0, 0]).is_err() {
            continue;
        }
        compared += 1;
        for x in 0..7 {
            for y in 0..7 {
                let expected = meaning(&mut vec![x, y]);
                assert_eq!(a.holds_at(formula, &[x, y]), Ok(expected), "at {x}, {y}");
            }
        }
    }
    assert!(compared > formulas / 2, "only {compared}");
}

#[test]
fn sets_say_what_formulas_say_in_binary_digits() {
    agrees(Digits::Binary, 200);
}

#[test]
fn sets_say_what_formulas_say_in_ostrowski_digits() {
    agrees(Digits::FIBONACCI, 60);
    agrees(Digits::Ostrowski(2), 40);
    agrees(Digits::Ostrowski(3), 30);
}

fn fails_rightly(digits: Digits, formulas: u32) -> (u32, u32) {
    let mut dice = Dice(88_172_645_463_325_252);
    let (mut held, mut failed) = (0, 0);
    for _ in 0..formulas {
        let task = small();
        let mut a = Arithmetic::new(evil(digits), &task);
        let (formula, meaning) = random(&mut dice, 2, 2, &mut a);
        match a.always(formula, 2) {
            Err(_) => {}
            Ok(Decided::Holds) => {
                held += 1;
                for x in 0..20 {
                    for y in 0..20 {
                        assert!(meaning(&mut vec![x, y]), "at {x}, {y}");
                    }
                }
            }
            Ok(Decided::Fails(numbers)) => {
                failed += 1;
                let numbers = numbers.unwrap();
                assert!(!meaning(&mut numbers.clone()), "at {numbers:?}");
            }
        }
    }
    (held, failed)
}

#[test]
fn sentences_fail_where_they_are_wrong() {
    let (held, failed) = fails_rightly(Digits::Binary, 300);
    assert!(held > 5 && failed > 50, "{held} held, {failed} failed");
    let (held, failed) = fails_rightly(Digits::FIBONACCI, 60);
    assert!(held > 1 && failed > 10, "{held} held, {failed} failed");
}

#[test]
fn metallic_pairs_are_those_of_the_definition() {
    for t in 1..=5 {
        let task = Task::default();
        let mut a = Arithmetic::new(evil(Digits::Ostrowski(t)), &task);
        let pair = a.metallic(t, Term::variable(0), Term::variable(1));
        for x in 0..40 {
            for y in 0..70 {
                let expected = is_pair(t, x as i64, y as i64);
                assert_eq!(a.holds_at(pair, &[x, y]), Ok(expected), "{t}: {x}, {y}");
            }
        }
        // Pairs of another kind are not read in these digits.
        let other = a.metallic(t + 1, Term::variable(0), Term::variable(1));
        assert!(a.holds_at(other, &[1, 2]).is_err());
    }
}

#[test]
fn too_large_numbers_end_the_work() {
    let task = small();
    let mut a = Arithmetic::new(evil(Digits::Binary), &task);
    let huge = Term::variable(0).times(1 << 19).plus(&Term::variable(1).times(-3));
    let formula = a.multiple(huge, (1 << 39) + 1);
    assert!(a.always(formula, 2).is_err());
}
