//! Learning a set of tuples from what is known of small ones: a guess in the form of an automaton, to be proved afterwards
//! or thrown away.
//!
//! A state is what may still follow a word of digits. Words are told apart by tests, which are words put behind them; what
//! is not known of a tuple tells nothing apart. States are found breadth first, and where the automaton is wrong about a
//! sample, small ones first, the ends of its word become new tests (after Angluin, Learning regular sets from queries and
//! counterexamples, 1987; Rivest and Schapire, 1993). Digits are those of any numeration: words that are no
//! numbers are not known.

use std::collections::{HashMap, HashSet, VecDeque};

use sprague_automata::{Blowup, Budget, Dfa, Form, Letters, Numeration, Variable};

/// A deterministic automaton that reads tuples, least digits first. State 0 is the first.
pub struct Learned {
    letters: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

/// What is known of a tuple.
pub type Oracle<'o> = &'o mut dyn FnMut(&[u64]) -> Option<bool>;

/// Rounds of new tests.
const ROUNDS: usize = 400;

/// Digits that a number of the table may have.
const DIGITS: usize = 28;

/// Words: letters, least digits first, and the numbers they stand for.
struct Writing {
    numeration: Numeration,
    tracks: usize,
    letters: Letters,
    weights: Vec<u64>,
}

type Word = Vec<u16>;

impl Writing {
    fn new(numeration: Numeration, tracks: usize) -> Writing {
        let weights = (0..DIGITS).filter_map(|i| numeration.weight(i)?.try_into().ok()).collect();
        Writing { numeration, tracks, letters: Letters::new(numeration, tracks), weights }
    }

    /// The word of a tuple, without zeros at its end.
    fn word(&self, tuple: &[u64]) -> Word {
        let digits: Vec<Vec<u8>> =
            tuple.iter().map(|&n| self.numeration.digits(n.into())).collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |place: usize| {
            let digit = |digits: &Vec<u8>| digits.get(place).copied().unwrap_or(0);
            self.letters.letter(digits.iter().map(digit)) as u16
        };
        (0..length).map(letter).collect()
    }

    /// The tuple of a word; none, if it is no number or too long.
    fn tuple(&self, head: &[u16], tail: &[u16]) -> Option<Vec<u64>> {
        let mut tuple = vec![0u64; self.tracks];
        let mut form = 0;
        for (place, &letter) in head.iter().chain(tail).enumerate() {
            form = self.letters.follow(form, letter.into())?;
            if letter == 0 {
                continue;
            }
            let weight = *self.weights.get(place)?;
            for (number, digit) in tuple.iter_mut().zip(self.letters.digits(letter.into())) {
                *number += weight * u64::from(digit);
            }
        }
        Some(tuple)
    }
}

impl Learned {
    fn accepts(&self, word: &[u16]) -> bool {
        let step = |state: usize, letter: &u16| {
            self.next[state * self.letters + usize::from(*letter)] as usize
        };
        self.accepting[word.iter().fold(0, step)]
    }

    /// The same as a set of tuples.
    pub fn set(
        &self,
        numeration: Numeration,
        variables: Vec<Variable>,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        let letters = Letters::new(numeration, variables.len());
        let letter = |digits: &[u8]| letters.letter(digits.iter().copied());
        Dfa::reading(
            numeration,
            variables,
            0usize,
            |&state, digits| self.next[state * self.letters + letter(digits)] as usize,
            |&state| self.accepting[state],
            budget,
        )
    }
}

/// An automaton with at most so many states that agrees with everything known of the samples, which should come in
/// ascending order; none if there is no such, or no more time.
pub fn learn(
    numeration: Numeration,
    tracks: usize,
    oracle: Oracle,
    samples: &[Vec<u64>],
    most: usize,
    goes_on: &dyn Fn() -> bool,
) -> Option<Learned> {
    let writing = Writing::new(numeration, tracks);
    let letters = writing.letters.count() as u16;
    // To begin with: the empty word, and every single letter.
    let mut tests: Vec<Word> =
        std::iter::once(vec![]).chain((1..letters).map(|l| vec![l])).collect();
    let mut known: HashSet<Word> = tests.iter().cloned().collect();
    let words: Vec<Word> = samples.iter().map(|tuple| writing.word(tuple)).collect();
    let mut said: Vec<Option<bool>> = Vec::with_capacity(samples.len());
    for (number, tuple) in samples.iter().enumerate() {
        if number.is_multiple_of(4096) && !goes_on() {
            return None;
        }
        said.push(oracle(tuple));
    }
    // Rows of words that were asked before are only asked for the tests that are new.
    let mut rows: HashMap<Word, Vec<Option<bool>>> = HashMap::new();
    for _ in 0..ROUNDS {
        let learned = build(&writing, oracle, &tests, &mut rows, most, goes_on)?;
        // The first sample that it is wrong about; where all ends of its word are tests, the next one.
        let (before, mut right) = (tests.len(), true);
        for (number, word) in words.iter().enumerate() {
            if number.is_multiple_of(4096) && !goes_on() {
                return None;
            }
            if said[number].is_none_or(|said| said == learned.accepts(word)) {
                continue;
            }
            right = false;
            for from in 1..word.len() {
                if known.insert(word[from..].to_vec()) {
                    tests.push(word[from..].to_vec());
                }
            }
            if tests.len() > before {
                break;
            }
        }
        match (right, tests.len() > before) {
            (true, _) => return Some(learned),
            (false, true) => {}
            (false, false) => return None,
        }
    }
    None
}

/// The automaton whose states are told apart by the tests.
fn build(
    writing: &Writing,
    oracle: Oracle,
    tests: &[Word],
    rows: &mut HashMap<Word, Vec<Option<bool>>>,
    most: usize,
    goes_on: &dyn Fn() -> bool,
) -> Option<Learned> {
    let letters = writing.letters.count();
    let mut row = |word: &Word| -> Vec<Option<bool>> {
        let row = rows.entry(word.clone()).or_default();
        for test in &tests[row.len()..] {
            row.push(writing.tuple(word, test).and_then(|tuple| oracle(&tuple)));
        }
        row.clone()
    };
    let mut states = vec![(0, row(&vec![]))];
    let mut waiting = VecDeque::from([vec![]]);
    let mut next: Vec<u32> = Vec::new();
    while let Some(word) = waiting.pop_front() {
        if !goes_on() {
            return None;
        }
        // The last letter may decide which may follow: words are alike only if they share its form.
        let form = |word: &Word| {
            let last = word.last().copied().unwrap_or(0);
            writing.letters.follow(0, last.into()).unwrap_or(0)
        };
        let before = form(&word);
        for letter in 0..letters as u16 {
            let Some(last) = writing.letters.follow(before, letter.into()) else {
                next.push(NOWHERE);
                continue;
            };
            let mut longer: Word = word.clone();
            longer.push(letter);
            let found = row(&longer);
            let state = match nearest(&states, last, &found) {
                Some(state) => state,
                None => {
                    if states.len() >= most {
                        return None;
                    }
                    states.push((last, found));
                    waiting.push_back(longer);
                    states.len() - 1
                }
            };
            next.push(state as u32);
        }
    }
    // The first test is the empty word.
    let mut accepting: Vec<bool> = states.iter().map(|(_, row)| row[0].unwrap_or(false)).collect();
    if next.contains(&NOWHERE) {
        let dead = accepting.len() as u32;
        next.iter_mut().filter(|state| **state == NOWHERE).for_each(|state| *state = dead);
        next.extend(std::iter::repeat_n(dead, letters));
        accepting.push(false);
    }
    Some(Learned { letters, next, accepting })
}

/// The state after a word that is no number.
const NOWHERE: u32 = u32::MAX;

/// A state: what the words that lead to it end with, as far as that matters, and what is known behind them.
type State = (Form, Vec<Option<bool>>);

/// The state that agrees with the row wherever both are known, and in the most places.
fn nearest(states: &[State], last: Form, found: &[Option<bool>]) -> Option<usize> {
    let agreement = |row: &[Option<bool>]| {
        let mut agreeing = 0;
        for (a, b) in row.iter().zip(found) {
            if let (Some(a), Some(b)) = (a, b) {
                if a != b {
                    return None;
                }
                agreeing += 1;
            }
        }
        Some(agreeing)
    };
    let alike = states.iter().enumerate().filter(|(_, state)| state.0 == last);
    let fitting = alike.filter_map(|(place, (_, row))| Some((agreement(row)?, place)));
    fitting.max_by_key(|&(agreeing, state)| (agreeing, std::cmp::Reverse(state))).map(|best| best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMERATIONS: [Numeration; 4] = [
        Numeration::Binary,
        Numeration::FIBONACCI,
        Numeration::Ostrowski(2),
        Numeration::Ostrowski(4),
    ];

    fn learned(
        numeration: Numeration,
        below: u64,
        is: impl Fn(&[u64]) -> bool,
    ) -> (Learned, Writing) {
        let mut samples: Vec<Vec<u64>> =
            (0..below * below).map(|n| vec![n / below, n % below]).collect();
        samples.sort_by_key(|tuple| tuple.iter().sum::<u64>());
        let mut oracle = |tuple: &[u64]| tuple.iter().all(|&n| n < below).then(|| is(tuple));
        let learned = learn(numeration, 2, &mut oracle, &samples, 100, &|| true).unwrap();
        (learned, Writing::new(numeration, 2))
    }

    #[test]
    fn simple_sets_are_learned_in_all_numerations() {
        for numeration in NUMERATIONS {
            let (equal, writing) = learned(numeration, 40, |t| t[0] == t[1]);
            let accepts = |a, b| equal.accepts(&writing.word(&[a, b]));
            assert!(accepts(1000, 1000) && !accepts(1000, 1001), "{numeration:?}");
        }
        let (odd, writing) =
            learned(Numeration::Binary, 64, |t| t[0] > 5 && (t[0] + t[1]) % 2 == 0);
        assert!(odd.accepts(&writing.word(&[1000, 2])) && !odd.accepts(&writing.word(&[5, 1001])));
    }

    #[test]
    fn words_and_tuples_are_each_other() {
        for numeration in NUMERATIONS {
            let writing = Writing::new(numeration, 3);
            for n in 0..2000u64 {
                let tuple = vec![n, n * 7 % 501, 3];
                let word = writing.word(&tuple);
                let cut = n as usize % (word.len() + 1);
                assert_eq!(writing.tuple(&word[..cut], &word[cut..]), Some(tuple));
            }
        }
    }
}
