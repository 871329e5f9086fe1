//! Nim-values in words: a number by cases, `a - 1 if a < b, else 0`.
//!
//! Of a handful of simple numbers (constants, sums and differences with something added, nim-sums) some are chosen of which
//! at every sample one is the nim-value; where each is, is a condition, described as conditions are. Then the whole is
//! compared with the pattern for all positions, and where it differs these positions become samples.

use std::cell::Cell;
use std::collections::HashSet;

use sprague_task::Task;

use crate::describe::{Words, described};
use crate::discovery::Said;
use crate::exact::{Compared, compare};
use crate::find::{Pattern, contains};
use crate::formula::Formula;
use crate::subject::{Subject, on_board};
use crate::table::tuples;
use crate::vocabulary::{Level, literals};

/// A number that may be the nim-value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// A sum of named numbers, and something added.
    Sum(Vec<i64>, i64),
    /// A named number divided, rounded down.
    Part(usize, i64, i64),
    /// The nim-sum of named numbers, each with something added.
    NimSum(Vec<usize>, i64),
}

impl Value {
    fn of(&self, numbers: &[i64]) -> i64 {
        match self {
            Value::Sum(factors, more) => {
                factors.iter().zip(numbers).map(|(f, n)| f * n).sum::<i64>() + more
            }
            Value::Part(place, more, by) => (numbers[*place] + more).div_euclid(*by),
            Value::NimSum(places, more) => {
                let parts: Vec<i64> = places.iter().map(|&place| numbers[place] + more).collect();
                match parts.iter().all(|&n| n >= 0) {
                    true => parts.iter().fold(0, |sum, n| sum ^ n),
                    false => -1,
                }
            }
        }
    }

    fn cost(&self) -> usize {
        match self {
            Value::Sum(factors, more) => {
                factors.iter().filter(|&&f| f != 0).count() + usize::from(*more != 0)
            }
            Value::Part(..) => 3,
            Value::NimSum(places, more) => places.len() + usize::from(*more != 0),
        }
    }

    fn text(&self, names: &[String], latex: bool) -> String {
        let plus = |name: &str, more: i64| match more {
            0 => name.to_string(),
            n if n > 0 => format!("{name} + {n}"),
            n => format!("{name} - {}", -n),
        };
        match self {
            Value::Sum(factors, more) => {
                let mut text = String::new();
                for (factor, name) in factors.iter().zip(names).filter(|(f, _)| **f != 0) {
                    let sign = if *factor < 0 { " - " } else { " + " };
                    match text.is_empty() {
                        true if *factor > 0 => text = name.clone(),
                        true => text = format!("0 - {name}"),
                        false => text += &format!("{sign}{name}"),
                    }
                }
                match text.is_empty() {
                    true => more.to_string(),
                    false => plus(&text, *more),
                }
            }
            Value::Part(place, more, by) => {
                let inner = plus(&names[*place], *more);
                match (latex, more) {
                    (true, _) => format!(r"\lfloor ({inner}) / {by} \rfloor"),
                    (false, 0) => format!("{inner} / {by}"),
                    (false, _) => format!("({inner}) / {by}"),
                }
            }
            Value::NimSum(places, more) => {
                let parts: Vec<String> =
                    places.iter().map(|&place| plus(&names[place], *more)).collect();
                match latex {
                    true => {
                        let braced = |part: &String| match more {
                            0 => part.clone(),
                            _ => format!("({part})"),
                        };
                        parts.iter().map(braced).collect::<Vec<_>>().join(r" \oplus ")
                    }
                    false => format!("xor({})", parts.join(", ")),
                }
            }
        }
    }
}

/// The numbers that may be nim-values, the simplest first.
fn candidates(n: usize) -> Vec<Value> {
    let unit = |places: &[(usize, i64)]| {
        let mut factors = vec![0; n];
        places.iter().for_each(|&(place, factor)| factors[place] += factor);
        factors
    };
    let mut all: Vec<Value> = (0..6).map(|c| Value::Sum(vec![0; n], c)).collect();
    for more in -3..=3 {
        for place in 0..n {
            all.push(Value::Sum(unit(&[(place, 1)]), more));
            for other in (0..n).filter(|&other| other != place) {
                all.push(Value::Sum(unit(&[(place, 1), (other, -1)]), more));
                if other > place {
                    all.push(Value::Sum(unit(&[(place, 1), (other, 1)]), more));
                }
            }
        }
        if n > 2 {
            all.push(Value::Sum(vec![1; n], more));
        }
    }
    for place in 0..n {
        for by in [2, 3] {
            for more in 0..by {
                all.push(Value::Part(place, more, by));
            }
        }
    }
    for first in 0..n.saturating_sub(1) {
        for more in [0, -1, 1] {
            all.push(Value::NimSum((first..n).collect(), more));
        }
    }
    all.sort_by_key(Value::cost);
    all
}

const SAMPLES: usize = 1500;
const ROUNDS: usize = 20;
/// Numbers in a description.
const MOST_VALUES: usize = 6;

/// The shortest description of the nim-values that is found.
pub fn describe(subject: &Subject, pattern: &Pattern, task: &Task) -> Option<Said> {
    let Pattern::NimValues(set) = pattern else { return None };
    let (names, numbers) = (subject.names(), subject.board.numbers());
    let all = candidates(numbers);
    let value = |tuple: &[u64]| -> Option<i64> {
        let sum = subject.tokens(tuple);
        (0..=sum).find(|&value| contains(set, tuple, Some(value))).map(|value| value as i64)
    };
    let mut samples: Vec<(Vec<i64>, i64)> = Vec::new();
    let mut seen: HashSet<Vec<u64>> = HashSet::new();
    let add = |tuple: Vec<u64>, samples: &mut Vec<(Vec<i64>, i64)>, seen: &mut HashSet<_>| {
        if subject.speaks_of(&tuple)
            && subject.tokens(&tuple) < 5000
            && let Some(value) = value(&tuple)
            && seen.insert(tuple.clone())
        {
            samples.push((subject.numbers(&tuple), value));
            return true;
        }
        false
    };
    for tuple in tuples(subject, 100, SAMPLES) {
        add(tuple, &mut samples, &mut seen);
    }
    for level in [Level(0), Level(1)] {
        let words = literals(subject.board, set.numeration(), level);
        let work = Cell::new(0);
        for _ in 0..ROUNDS {
            let Some(cases) = by_cases(&all, &samples, &words, &work, task) else { break };
            let write = |latex: bool| written(&cases, &names, latex);
            let claim = subject.claim(&format!("nim-value = {}", write(false))).ok()?;
            match compare(subject, on_board(&claim)?, pattern, task).ok()? {
                Compared::Same(evidence) => {
                    let (text, latex) = (write(false), write(true));
                    let cases = cases.len();
                    return Some(Said { text, latex, cases, claim, evidence: *evidence });
                }
                Compared::Differ(wrong) => {
                    let mut more = false;
                    for tuple in wrong {
                        more |= add(tuple, &mut samples, &mut seen);
                    }
                    if !more {
                        break;
                    }
                }
            }
        }
    }
    None
}

/// Numbers, each but the last with the condition under which it is the value.
type Cases = Vec<(Value, Formula)>;

fn by_cases(
    all: &[Value],
    samples: &[(Vec<i64>, i64)],
    words: &[crate::literal::Literal],
    work: &Cell<u64>,
    task: &Task,
) -> Option<Cases> {
    let right: Vec<Vec<bool>> = all
        .iter()
        .map(|value| samples.iter().map(|(numbers, is)| value.of(numbers) == *is).collect())
        .collect();
    let mut open = vec![true; samples.len()];
    let mut chosen: Vec<usize> = Vec::new();
    while open.contains(&true) {
        if chosen.len() >= MOST_VALUES {
            return None;
        }
        let gained =
            |place: usize| open.iter().zip(&right[place]).filter(|(o, r)| **o && **r).count();
        let best = (0..all.len()).max_by_key(|&p| (gained(p), std::cmp::Reverse(p)))?;
        if gained(best) == 0 {
            return None;
        }
        open.iter_mut().zip(&right[best]).for_each(|(open, right)| *open &= !right);
        chosen.push(best);
    }
    // The first number is for most positions; it comes last, without a condition, where that is shorter.
    let mut best: Option<(u32, Cases)> = None;
    for turn in 0..chosen.len() {
        let mut order = chosen.clone();
        order.rotate_left(turn);
        let Some(cases) = in_order(all, &right, &order, samples, words, work, task) else {
            continue;
        };
        let cost = cases.iter().map(|(_, formula)| formula.cost()).sum();
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, cases));
        }
    }
    best.map(|(_, cases)| cases)
}

/// The conditions of the numbers in this order: a number must be chosen where it alone is right among those that are left, and must
/// not be where it is wrong.
fn in_order(
    all: &[Value],
    right: &[Vec<bool>],
    order: &[usize],
    samples: &[(Vec<i64>, i64)],
    words: &[crate::literal::Literal],
    work: &Cell<u64>,
    task: &Task,
) -> Option<Cases> {
    let mut left = vec![true; samples.len()];
    let mut cases = Vec::new();
    for (place, &value) in order.iter().enumerate() {
        let later = &order[place + 1..];
        if later.is_empty() {
            let fits = (0..samples.len()).all(|i| !left[i] || right[value][i]);
            return fits.then(|| {
                cases.push((all[value].clone(), Formula::cases(vec![vec![]])));
                cases
            });
        }
        let label = |i: usize| match () {
            () if !left[i] => None,
            () if !right[value][i] => Some(false),
            () if later.iter().any(|&other| right[other][i]) => None,
            () => Some(true),
        };
        let told: Vec<(&Vec<i64>, bool)> =
            (0..samples.len()).filter_map(|i| Some((&samples[i].0, label(i)?))).collect();
        let formula = described(&told, &Words::of_board(words), 8, work, task)?;
        for (i, (numbers, _)) in samples.iter().enumerate() {
            left[i] &= !formula.holds(numbers);
        }
        cases.push((all[value].clone(), formula));
    }
    None
}

/// `a - 1 if a < b, else 0`
fn written(cases: &Cases, names: &[String], latex: bool) -> String {
    let mut parts = Vec::new();
    for (place, (value, formula)) in cases.iter().enumerate() {
        let number = value.text(names, latex);
        let last = place + 1 == cases.len();
        parts.push(match (latex, last) {
            (false, true) => number,
            (false, false) => format!("{number} if {}", formula.text(names)),
            (true, true) => format!(r"{number} & \text{{otherwise}}"),
            (true, false) => format!(r"{number} & \text{{if }} {}", formula.latex(names)),
        });
    }
    match (latex, cases.len()) {
        (true, 1) => cases[0].0.text(names, true),
        (true, _) => format!("\\begin{{cases}}\n{}\n\\end{{cases}}", parts.join(" \\\\\n")),
        (false, _) => parts.join(", else "),
    }
}
