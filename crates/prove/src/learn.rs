//! Learning a set of tuples from a table of small ones: a guess in the form of an automaton, to be proved
//! afterwards or thrown away.
//!
//! A state is what may still follow a word of digits: its residual. Words are told apart by tests, which are words
//! put behind them; what lies outside of the table is unknown and tells nothing apart. States are found breadth
//! first; if the automaton is wrong somewhere in the table, small tuples first, the ends of that word become
//! new tests (after Angluin, Learning regular sets from queries and counterexamples, 1987).

use std::collections::VecDeque;

/// A deterministic automaton that reads tuples, least digits first. State 0 is the first.
pub struct Learned {
    pub letters: usize,
    pub next: Vec<u32>,
    pub accepting: Vec<bool>,
}

/// What is known of a tuple.
pub type Oracle<'o> = &'o mut dyn FnMut(&[u32]) -> Option<bool>;

/// Digits that a number of the table may have.
const DIGITS: u32 = 20;

impl Learned {
    /// The state after the digits of the tuple.
    fn accepts(&self, tuple: &[u32]) -> bool {
        let mut state = 0;
        for digit in 0..length(tuple) {
            state = self.next[state * self.letters + letter(tuple, digit)] as usize;
        }
        self.accepting[state]
    }
}

fn letter(tuple: &[u32], digit: u32) -> usize {
    tuple.iter().enumerate().map(|(track, n)| ((n >> digit & 1) as usize) << track).sum()
}

fn length(tuple: &[u32]) -> u32 {
    tuple.iter().map(|n| 32 - n.leading_zeros()).max().unwrap_or(0)
}

/// The tuples with which a guess is compared, in ascending order of their sum, then of their numbers from the first on.
pub struct Samples {
    /// How many numbers a tuple has.
    pub numbers: usize,
    /// The largest number.
    pub most: u32,
    /// The largest sum.
    pub sum: u32,
}

impl Samples {
    /// The first one that is wanted.
    fn find(&self, wanted: &mut dyn FnMut(&[u32]) -> bool) -> Option<Vec<u32>> {
        let mut tuple = vec![0; self.numbers];
        let largest = self.sum.min(self.most.saturating_mul(self.numbers as u32));
        (0..=largest).any(|sum| self.spread(0, sum, &mut tuple, wanted)).then_some(tuple)
    }

    /// Spreads a sum over the places from this one on, until one is wanted.
    fn spread(
        &self,
        place: usize,
        sum: u32,
        tuple: &mut [u32],
        wanted: &mut dyn FnMut(&[u32]) -> bool,
    ) -> bool {
        if place == self.numbers {
            return wanted(tuple);
        }
        // What is not taken here has to fit behind.
        let behind = self.most.saturating_mul((self.numbers - place - 1) as u32);
        let fewest = sum.saturating_sub(behind);
        (fewest..=sum.min(self.most)).any(|n| {
            tuple[place] = n;
            self.spread(place + 1, sum - n, tuple, wanted)
        })
    }
}

/// A word of digits: a tuple and how many digits are read of it.
#[derive(Clone)]
struct Word {
    tuple: Vec<u32>,
    digits: u32,
}

impl Word {
    /// The tuple of this word with another behind it, if it is not too large.
    fn with(&self, behind: &[u32]) -> Option<Vec<u32>> {
        if self.digits + length(behind) > DIGITS {
            return None;
        }
        Some(self.tuple.iter().zip(behind).map(|(low, high)| low | high << self.digits).collect())
    }

    fn then(&self, letter: usize) -> Word {
        let bit = |(track, low): (usize, &u32)| low | ((letter >> track & 1) as u32) << self.digits;
        Word { tuple: self.tuple.iter().enumerate().map(bit).collect(), digits: self.digits + 1 }
    }
}

/// An automaton with at most so many states that agrees with everything known of the samples; none if there is no such,
/// or no more time.
pub fn learn(
    tracks: usize,
    oracle: Oracle,
    samples: &Samples,
    most: usize,
    go_on: &dyn Fn() -> bool,
) -> Option<Learned> {
    let letters = 1usize << tracks;
    // To begin with: the empty word, and every single digit.
    let mut tests: Vec<Vec<u32>> =
        (0..letters).map(|l| (0..tracks).map(|track| (l >> track & 1) as u32).collect()).collect();
    for _ in 0..200 {
        let learned = build(letters, tracks, oracle, &tests, most, go_on)?;
        let (mut late, mut number) = (false, 0u64);
        let wrong = samples.find(&mut |tuple| {
            late = number.is_multiple_of(4096) && !go_on();
            number += 1;
            late || oracle(tuple).is_some_and(|known| known != learned.accepts(tuple))
        });
        if late {
            return None;
        }
        let Some(wrong) = wrong else { return Some(learned) };
        let before = tests.len();
        for from in 1..length(&wrong) {
            let end: Vec<u32> = wrong.iter().map(|n| n >> from).collect();
            if !tests.contains(&end) {
                tests.push(end);
            }
        }
        if tests.len() == before {
            return None;
        }
    }
    None
}

/// The automaton whose states are told apart by the tests.
fn build(
    letters: usize,
    tracks: usize,
    oracle: Oracle,
    tests: &[Vec<u32>],
    most: usize,
    go_on: &dyn Fn() -> bool,
) -> Option<Learned> {
    let mut row = |word: &Word| -> Vec<Option<bool>> {
        tests.iter().map(|test| word.with(test).and_then(|tuple| oracle(&tuple))).collect()
    };
    let first = Word { tuple: vec![0; tracks], digits: 0 };
    let mut rows = vec![row(&first)];
    let mut waiting = VecDeque::from([first]);
    let mut next = Vec::new();
    while let Some(word) = waiting.pop_front() {
        if !go_on() {
            return None;
        }
        for letter in 0..letters {
            let longer = word.then(letter);
            let found = row(&longer);
            let state = match nearest(&rows, &found) {
                Some(state) => state,
                None => {
                    if rows.len() >= most {
                        return None;
                    }
                    rows.push(found);
                    waiting.push_back(longer);
                    rows.len() - 1
                }
            };
            next.push(state as u32);
        }
    }
    // The first test is the empty word.
    let accepting = rows.iter().map(|row| row[0].unwrap_or(false)).collect();
    Some(Learned { letters, next, accepting })
}

/// The state that agrees with the row wherever both are known, and in the most places.
fn nearest(rows: &[Vec<Option<bool>>], found: &[Option<bool>]) -> Option<usize> {
    let agreement = |row: &[Option<bool>]| {
        let both = row.iter().zip(found).filter(|(a, b)| a.is_some() && b.is_some());
        let mut agreeing = 0;
        for (a, b) in both {
            if a != b {
                return None;
            }
            agreeing += 1;
        }
        Some(agreeing)
    };
    let fitting = rows.iter().enumerate().filter_map(|(state, row)| Some((agreement(row)?, state)));
    fitting.max_by_key(|&(agreeing, state)| (agreeing, std::cmp::Reverse(state))).map(|best| best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(tracks: usize, below: u32, is: impl Fn(&[u32]) -> bool) -> Option<Learned> {
        let samples = Samples { numbers: tracks, most: below - 1, sum: u32::MAX };
        let mut oracle = |tuple: &[u32]| tuple.iter().all(|&n| n < below).then(|| is(tuple));
        learn(tracks, &mut oracle, &samples, 100, &|| true)
    }

    #[test]
    fn simple_sets_are_learned() {
        let equal = learned(2, 16, |t| t[0] == t[1]).unwrap();
        assert_eq!(equal.accepting.len(), 2);
        assert!(equal.accepts(&[1000, 1000]) && !equal.accepts(&[1000, 1001]));
        let third = learned(1, 200, |t| t[0] % 3 == 1).unwrap();
        assert!((0..5000).all(|n| third.accepts(&[n]) == (n % 3 == 1)));
        let above = learned(2, 64, |t| t[0] > 5 && (t[0] + t[1]) % 2 == 0).unwrap();
        assert!(above.accepts(&[1000, 2]) && !above.accepts(&[5, 1001]));
    }

    /// Against all tuples, sorted.
    #[test]
    fn samples_come_in_order() {
        for (numbers, most, sum) in
            [(0, 3, 3), (1, 4, 9), (2, 5, 7), (3, 2, 99), (3, 9, 4), (4, 4, 4)]
        {
            let mut all = vec![vec![]];
            for _ in 0..numbers {
                let longer =
                    |head: Vec<u32>| (0..=most).map(move |n| [head.clone(), vec![n]].concat());
                all = all.into_iter().flat_map(longer).collect();
            }
            all.retain(|tuple: &Vec<u32>| tuple.iter().sum::<u32>() <= sum);
            all.sort_by_key(|tuple| tuple.iter().sum::<u32>());
            let (samples, mut seen) = (Samples { numbers, most, sum }, Vec::new());
            let none = samples.find(&mut |tuple| {
                seen.push(tuple.to_vec());
                false
            });
            assert!(none.is_none() && seen == all, "{numbers} numbers to {most}, sums to {sum}");
            let last = all.last().unwrap();
            assert_eq!(samples.find(&mut |tuple| tuple == last).as_ref(), Some(last));
        }
    }
}
