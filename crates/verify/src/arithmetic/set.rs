//! Sets of tuples of natural numbers as automata that read their digits, the least significant first.
//!
//! The constructions are those of every textbook: pairs of states for "and" and "or", sets of states for "there is a
//! number", and states that cannot be told apart are made one (Moore's refinement). Two things hold of every [`Set`]: zeros
//! behind a word change nothing, and only words that are numbers are accepted (in Fibonacci digits: no two neighbouring
//! ones in a track).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use sprague_certificate::Digits;
use sprague_task::{Stop, Task};

use super::Variable;

/// A set of tuples, one number for each track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Set {
    /// The variables, ascending; bit i of a letter is the digit of variable i.
    pub(super) tracks: Vec<Variable>,
    /// The state that follows state s and letter l, at place `s << tracks | l`. State 0 is the first.
    pub(super) next: Vec<u32>,
    pub(super) accepting: Vec<bool>,
}

/// What constructions need to know.
#[derive(Clone, Copy)]
pub(crate) struct Workshop<'t> {
    pub(crate) digits: Digits,
    pub(crate) task: &'t Task,
}

/// A hasher for short keys: multiply and rotate. Nothing depends on it but time.
#[derive(Default)]
pub(super) struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

pub(super) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// Which of two sets, or whether both.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    And,
    Or,
}

impl Set {
    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[(state as usize) << self.tracks.len() | letter]
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// No tuple, or every one, of no numbers.
    pub(super) fn constant(value: bool) -> Set {
        Set { tracks: Vec::new(), next: vec![0], accepting: vec![value] }
    }

    /// From here on the answer is always the same.
    fn is_settled(&self, state: u32) -> bool {
        (0..1 << self.tracks.len()).all(|letter| self.step(state, letter) == state)
    }

    /// A tuple of the set, by the digits of each track; the shortest one.
    pub(super) fn some_word(&self) -> Option<Vec<usize>> {
        let letters = 1 << self.tracks.len();
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.states()];
        let mut met = vec![0u32];
        let mut looked_at = 0;
        while let Some(&state) = met.get(looked_at) {
            looked_at += 1;
            if self.accepting[state as usize] {
                let mut word = Vec::new();
                let mut at = state;
                while let Some((before, letter)) = from[at as usize].filter(|_| at != 0) {
                    word.push(letter);
                    at = before;
                }
                word.reverse();
                return Some(word);
            }
            for letter in 0..letters {
                let next = self.step(state, letter);
                if next != 0 && from[next as usize].is_none() {
                    from[next as usize] = Some((state, letter));
                    met.push(next);
                }
            }
        }
        None
    }

    /// Is the tuple with these numbers, by variable, in the set?
    pub(super) fn contains(&self, digits: Digits, numbers: &dyn Fn(Variable) -> u64) -> bool {
        let words: Vec<Vec<bool>> =
            self.tracks.iter().map(|&track| digits_of(digits, numbers(track))).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in 0..longest {
            let bit = |(track, word): (usize, &Vec<bool>)| {
                usize::from(word.get(place).copied().unwrap_or(false)) << track
            };
            state = self.step(state, words.iter().enumerate().map(bit).sum());
        }
        self.accepting[state as usize]
    }

    /// Makes states one that cannot be told apart.
    fn minimised(self, task: &Task) -> Result<Set, Stop> {
        let letters = 1usize << self.tracks.len();
        let states = self.states();
        let mut class: Vec<u32> = self.accepting.iter().map(|&yes| u32::from(yes)).collect();
        let mut classes = 0;
        loop {
            task.spend((states * letters) as u64 / 4)?;
            // The class of a state and those of the states that follow; the first state that has them stands for all.
            let mut firsts: QuickMap<u64, Vec<u32>> = QuickMap::default();
            let mut refined = vec![0u32; states];
            let mut found = 0u32;
            for state in 0..states {
                let row = &self.next[state * letters..(state + 1) * letters];
                let mut hasher = Quick::default();
                hasher.write_u32(class[state]);
                row.iter().for_each(|&next| hasher.write_u32(class[next as usize]));
                let alike = |first: &u32| {
                    let first = *first as usize;
                    let other = &self.next[first * letters..(first + 1) * letters];
                    class[first] == class[state]
                        && row
                            .iter()
                            .zip(other)
                            .all(|(a, b)| class[*a as usize] == class[*b as usize])
                };
                let bucket = firsts.entry(hasher.finish()).or_default();
                refined[state] = match bucket.iter().find(|first| alike(first)) {
                    Some(&first) => refined[first as usize],
                    None => {
                        bucket.push(state as u32);
                        found += 1;
                        found - 1
                    }
                };
            }
            class = refined;
            if found == classes {
                break;
            }
            classes = found;
        }
        if classes as usize == states {
            return Ok(self);
        }
        let mut next = Vec::with_capacity(classes as usize * letters);
        let mut accepting = Vec::with_capacity(classes as usize);
        for state in 0..states {
            // Classes are numbered as they are first met.
            if class[state] as usize == accepting.len() {
                accepting.push(self.accepting[state]);
                let row = &self.next[state * letters..(state + 1) * letters];
                next.extend(row.iter().map(|&next| class[next as usize]));
            }
        }
        Ok(Set { tracks: self.tracks, next, accepting })
    }
}

/// The digits of a number, the least significant first.
pub(super) fn digits_of(digits: Digits, number: u64) -> Vec<bool> {
    match digits {
        Digits::Binary => (0..64 - number.leading_zeros()).map(|i| number >> i & 1 == 1).collect(),
        Digits::Fibonacci => {
            let mut weights: Vec<u64> = vec![1, 2];
            while let Some(next) =
                weights[weights.len() - 1].checked_add(weights[weights.len() - 2])
                && next <= number
            {
                weights.push(next);
            }
            let mut rest = number;
            let mut word: Vec<bool> = weights
                .iter()
                .rev()
                .map(|&weight| {
                    let here = weight <= rest;
                    rest -= if here { weight } else { 0 };
                    here
                })
                .collect();
            word.reverse();
            word
        }
    }
}

/// The number with these digits.
pub(super) fn number_of(digits: Digits, word: impl Iterator<Item = bool>) -> Option<u64> {
    let (mut weight, mut next) = (Some(1u64), Some(2u64));
    let mut number = 0u64;
    for digit in word {
        if digit {
            number = number.checked_add(weight?)?;
        }
        let after = match digits {
            Digits::Binary => next.and_then(|next| next.checked_mul(2)),
            Digits::Fibonacci => weight.zip(next).and_then(|(a, b)| a.checked_add(b)),
        };
        (weight, next) = (next, after);
    }
    Some(number)
}

impl Workshop<'_> {
    /// All states that are reached from the first, by a step that says whether any word may still be accepted.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        self,
        tracks: Vec<Variable>,
        first: S,
        mut step: impl FnMut(&S, usize, &mut S) -> bool,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Result<Set, Stop> {
        let letters = 1usize << tracks.len();
        let mut scratch = first.clone();
        let mut places: QuickMap<S, u32> = QuickMap::default();
        places.insert(first.clone(), 0);
        let mut states = vec![first];
        let mut next: Vec<u32> = Vec::new();
        const NEVER: u32 = u32::MAX;
        let mut looked_at = 0;
        while looked_at < states.len() {
            let state = states[looked_at].clone();
            looked_at += 1;
            self.task.spend(letters as u64)?;
            self.limit(states.len(), letters)?;
            for letter in 0..letters {
                if !step(&state, letter, &mut scratch) {
                    next.push(NEVER);
                    continue;
                }
                let place = match places.get(&scratch) {
                    Some(&place) => place,
                    None => {
                        let place = states.len() as u32;
                        states.push(scratch.clone());
                        places.insert(scratch.clone(), place);
                        place
                    }
                };
                next.push(place);
            }
        }
        let mut accepting: Vec<bool> = states.iter().map(&mut accepts).collect();
        if next.contains(&NEVER) {
            let never = accepting.len() as u32;
            next.iter_mut().filter(|next| **next == NEVER).for_each(|next| *next = never);
            next.extend(std::iter::repeat_n(never, letters));
            accepting.push(false);
        }
        Set { tracks, next, accepting }.minimised(self.task)
    }

    pub(super) fn limit(self, states: usize, letters: usize) -> Result<(), Stop> {
        let limits = self.task.limits();
        if states > limits.states.saturating_mul(4) {
            return Err(Stop::States { limit: limits.states });
        }
        match (states as u64).saturating_mul(letters as u64 * 4) > limits.bytes {
            true => Err(Stop::Bytes { limit: limits.bytes }),
            false => Ok(()),
        }
    }

    /// All words that are numbers.
    pub(super) fn everything(self, tracks: Vec<Variable>) -> Result<Set, Stop> {
        match self.digits {
            Digits::Binary => {
                let letters = 1 << tracks.len();
                Ok(Set { tracks, next: vec![0; letters], accepting: vec![true] })
            }
            Digits::Fibonacci => self.explore(
                tracks,
                0usize,
                |last, letter, next| {
                    *next = letter;
                    last & letter == 0
                },
                |_| true,
            ),
        }
    }

    /// The tuples that are not in the set.
    pub(super) fn not(self, set: &Set) -> Result<Set, Stop> {
        let accepting = set.accepting.iter().map(|yes| !yes).collect();
        let other = Set { tracks: set.tracks.clone(), next: set.next.clone(), accepting };
        match self.digits {
            Digits::Binary => Ok(other),
            Digits::Fibonacci => {
                let everything = self.everything(set.tracks.clone())?;
                self.join(&other, &everything, Join::And)
            }
        }
    }

    /// The tuples that are in both sets, or in one of them, over the variables of both.
    pub(super) fn join(self, a: &Set, b: &Set, join: Join) -> Result<Set, Stop> {
        // In Fibonacci digits a track that a set does not read must hold numbers all the same.
        if self.digits == Digits::Fibonacci && a.tracks != b.tracks {
            let tracks = united(&a.tracks, &b.tracks);
            let everything = self.everything(tracks)?;
            let (a, b) =
                (self.pairs(a, &everything, Join::And)?, self.pairs(b, &everything, Join::And)?);
            return self.pairs(&a, &b, join);
        }
        self.pairs(a, b, join)
    }

    fn pairs(self, a: &Set, b: &Set, join: Join) -> Result<Set, Stop> {
        let tracks = united(&a.tracks, &b.tracks);
        let (of_a, of_b) = (letters_of(&tracks, &a.tracks), letters_of(&tracks, &b.tracks));
        // Where one of the two settles the matter, the other does not count.
        let settles = |set: &Set| -> Vec<bool> {
            let settles = join == Join::Or;
            (0..set.states() as u32)
                .map(|state| set.accepting[state as usize] == settles && set.is_settled(state))
                .collect()
        };
        let (settled_a, settled_b) = (settles(a), settles(b));
        const SETTLED: (u32, u32) = (u32::MAX, u32::MAX);
        self.explore(
            tracks,
            (0u32, 0u32),
            |&(p, q), letter, next| {
                if (p, q) == SETTLED {
                    *next = SETTLED;
                    return true;
                }
                *next = (a.step(p, of_a[letter]), b.step(q, of_b[letter]));
                if settled_a[next.0 as usize] || settled_b[next.1 as usize] {
                    *next = SETTLED;
                }
                join == Join::Or || *next != SETTLED
            },
            |&(p, q)| match join {
                _ if (p, q) == SETTLED => join == Join::Or,
                Join::And => a.accepting[p as usize] && b.accepting[q as usize],
                Join::Or => a.accepting[p as usize] || b.accepting[q as usize],
            },
        )
    }

    /// The tuples that are in the set for some value of the variable.
    pub(super) fn exists(self, set: &Set, variable: Variable) -> Result<Set, Stop> {
        let Ok(place) = set.tracks.binary_search(&variable) else { return Ok(set.clone()) };
        let mut tracks = set.tracks.clone();
        tracks.remove(place);
        // After the last digits of the others the number may go on.
        let (zero, one) = (0usize, 1usize << place);
        let mut accepting = set.accepting.clone();
        loop {
            self.task.spend(set.states() as u64)?;
            let mut more = false;
            for state in 0..set.states() {
                let goes_on = [zero, one]
                    .iter()
                    .any(|&letter| accepting[set.step(state as u32, letter) as usize]);
                if goes_on && !accepting[state] {
                    accepting[state] = true;
                    more = true;
                }
            }
            if !more {
                break;
            }
        }
        let dead: Vec<bool> = (0..set.states() as u32)
            .map(|state| !set.accepting[state as usize] && set.is_settled(state))
            .collect();
        let low = one - 1;
        if dead[0] {
            return Ok(Set::constant(false));
        }
        self.explore(
            tracks,
            vec![0u32],
            |states: &Vec<u32>, letter, next| {
                next.clear();
                let wide = letter & low | (letter & !low) << 1;
                for &state in states {
                    for letter in [wide, wide | one] {
                        let to = set.step(state, letter);
                        if !dead[to as usize] {
                            next.push(to);
                        }
                    }
                }
                next.sort_unstable();
                next.dedup();
                !next.is_empty()
            },
            |states| states.iter().any(|&state| accepting[state as usize]),
        )
    }
}

fn united(a: &[Variable], b: &[Variable]) -> Vec<Variable> {
    let mut tracks = [a, b].concat();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}

/// For every letter of the tracks the letter of some of them.
fn letters_of(tracks: &[Variable], some: &[Variable]) -> Vec<usize> {
    let places: Vec<usize> =
        some.iter().filter_map(|track| tracks.binary_search(track).ok()).collect();
    (0..1usize << tracks.len())
        .map(|letter| places.iter().enumerate().map(|(i, place)| (letter >> place & 1) << i).sum())
        .collect()
}
