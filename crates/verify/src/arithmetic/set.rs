//! Sets of tuples of natural numbers as automata that read their digits, the least significant first.
//!
//! The constructions are those of every textbook: pairs of states for "and" and "or", sets of states for "there is a
//! number", and states that cannot be told apart are made one (Moore's refinement). Two things hold of every [`Set`]: zeros
//! behind a word change nothing, and only words that are numbers are accepted (in the digits 0 to t of Ostrowski:
//! below a digit t stands a 0 in its track).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use sprague_certificate::Digits;
use sprague_task::{Stop, Task};

use super::Variable;

/// Letters: one digit of each track, that of track i counting b^i, where b is the number of digits.
#[derive(Clone, Copy)]
pub(crate) struct Alphabet(pub(crate) Digits);

impl Alphabet {
    pub(super) fn letters(self, tracks: usize) -> usize {
        self.0.base().saturating_pow(tracks as u32)
    }

    pub(super) fn digit(self, letter: usize, track: usize) -> usize {
        letter / self.letters(track) % self.0.base()
    }

    /// The letter with these digits.
    pub(super) fn letter(self, digits: impl Iterator<Item = usize>) -> usize {
        digits.enumerate().map(|(track, digit)| digit * self.letters(track)).sum()
    }

    /// The tracks, one bit each, in which a letter has a digit other than 0.
    pub(super) fn some(self, letter: usize, tracks: usize) -> usize {
        (0..tracks).map(|i| usize::from(self.digit(letter, i) > 0) << i).sum()
    }

    /// May a letter stand above one that has other digits than 0 in these tracks?
    pub(super) fn may_stand(self, letter: usize, below: usize, tracks: usize) -> bool {
        match self.0 {
            Digits::Binary => true,
            Digits::Ostrowski(t) => {
                (0..tracks).all(|i| below >> i & 1 == 0 || self.digit(letter, i) != usize::from(t))
            }
        }
    }
}

/// A set of tuples, one number for each track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Set {
    /// The variables, ascending; a letter has a digit of each.
    pub(super) tracks: Vec<Variable>,
    /// The state that follows state s and letter l, at place `s * letters + l`. State 0 is the first.
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

    /// How many letters there are.
    pub(super) fn letters(&self) -> usize {
        self.next.len() / self.accepting.len()
    }

    fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters() + letter]
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
        (0..self.letters()).all(|letter| self.step(state, letter) == state)
    }

    /// A tuple of the set, by the digits of each track; the shortest one.
    pub(super) fn some_word(&self) -> Option<Vec<usize>> {
        let letters = self.letters();
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
        let words: Vec<Vec<usize>> =
            self.tracks.iter().map(|&track| digits_of(digits, numbers(track))).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in 0..longest {
            let digit = |word: &Vec<usize>| word.get(place).copied().unwrap_or(0);
            state = self.step(state, Alphabet(digits).letter(words.iter().map(digit)));
        }
        self.accepting[state as usize]
    }

    /// Makes states one that cannot be told apart.
    fn minimised(self, task: &Task) -> Result<Set, Stop> {
        let letters = self.letters();
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
pub(super) fn digits_of(digits: Digits, number: u64) -> Vec<usize> {
    let mut weights: Vec<u64> = Vec::new();
    let (mut before, mut weight) = (1u64, Some(1u64));
    while let Some(here) = weight.filter(|&here| here <= number) {
        weights.push(here);
        weight = weight_after(digits, before, here);
        before = here;
    }
    let mut rest = number;
    let mut word = vec![0; weights.len()];
    for (digit, weight) in word.iter_mut().zip(weights).rev() {
        *digit = (rest / weight) as usize;
        rest %= weight;
    }
    word
}

/// What the next digit weighs, after the weight of one and that of the digit before it, 1 if there is none; none, if it is huge.
fn weight_after(digits: Digits, before: u64, weight: u64) -> Option<u64> {
    match digits {
        Digits::Binary => weight.checked_mul(2),
        Digits::Ostrowski(t) => weight.checked_mul(t.into())?.checked_add(before),
    }
}

/// The number with these digits.
pub(super) fn number_of(digits: Digits, word: impl Iterator<Item = usize>) -> Option<u64> {
    let (mut before, mut weight) = (1u64, Some(1u64));
    let mut number = 0u64;
    for digit in word {
        if digit > 0 {
            number = number.checked_add(weight?.checked_mul(digit as u64)?)?;
        }
        let next = weight.and_then(|weight| weight_after(digits, before, weight));
        before = weight.unwrap_or(before);
        weight = next;
    }
    Some(number)
}

impl Workshop<'_> {
    pub(super) fn alphabet(self) -> Alphabet {
        Alphabet(self.digits)
    }

    /// All states that are reached from the first, by a step that says whether any word may still be accepted.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        self,
        tracks: Vec<Variable>,
        first: S,
        mut step: impl FnMut(&S, usize, &mut S) -> bool,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Result<Set, Stop> {
        let letters = self.alphabet().letters(tracks.len());
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

    /// May tables have rows for the letters of so many tracks?
    pub(super) fn allow(self, tracks: usize) -> Result<(), Stop> {
        let letters = self.alphabet().letters(tracks);
        self.task.spend(letters as u64)?;
        self.limit(1, letters)
    }

    pub(super) fn limit(self, states: usize, letters: usize) -> Result<(), Stop> {
        let limits = self.task.limits();
        if states > limits.states.saturating_mul(4) {
            return Err(Stop::States { limit: limits.states });
        }
        match (states as u64).saturating_mul(letters as u64).saturating_mul(4) > limits.bytes {
            true => Err(Stop::Bytes { limit: limits.bytes }),
            false => Ok(()),
        }
    }

    /// All words that are numbers.
    pub(super) fn everything(self, tracks: Vec<Variable>) -> Result<Set, Stop> {
        let (alphabet, many) = (self.alphabet(), tracks.len());
        if self.digits == Digits::Binary {
            let next = vec![0; alphabet.letters(many)];
            return Ok(Set { tracks, next, accepting: vec![true] });
        }
        self.explore(
            tracks,
            0usize,
            |&below, letter, next| {
                *next = alphabet.some(letter, many);
                alphabet.may_stand(letter, below, many)
            },
            |_| true,
        )
    }

    /// The tuples that are not in the set.
    pub(super) fn not(self, set: &Set) -> Result<Set, Stop> {
        let accepting = set.accepting.iter().map(|yes| !yes).collect();
        let other = Set { tracks: set.tracks.clone(), next: set.next.clone(), accepting };
        match self.digits {
            Digits::Binary => Ok(other),
            Digits::Ostrowski(_) => {
                let everything = self.everything(set.tracks.clone())?;
                self.join(&other, &everything, Join::And)
            }
        }
    }

    /// The tuples that are in both sets, or in one of them, over the variables of both.
    pub(super) fn join(self, a: &Set, b: &Set, join: Join) -> Result<Set, Stop> {
        // In digits other than binary ones a track that a set does not read must hold numbers all the same.
        if self.digits != Digits::Binary && a.tracks != b.tracks {
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
        self.allow(tracks.len())?;
        let of = |some: &[Variable]| letters_of(self.alphabet(), &tracks, some);
        let (of_a, of_b) = (of(&a.tracks), of(&b.tracks));
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
        let unit = self.alphabet().letters(place);
        let own: Vec<usize> = (0..self.digits.base()).map(|digit| digit * unit).collect();
        let mut accepting = set.accepting.clone();
        loop {
            self.task.spend(set.states() as u64)?;
            let mut more = false;
            for state in 0..set.states() {
                let goes_on =
                    own.iter().any(|&letter| accepting[set.step(state as u32, letter) as usize]);
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
        if dead[0] {
            return Ok(Set::constant(false));
        }
        self.explore(
            tracks,
            vec![0u32],
            |states: &Vec<u32>, letter, next| {
                next.clear();
                let wide = letter % unit + letter / unit * unit * own.len();
                for &state in states {
                    for &own in &own {
                        let to = set.step(state, wide + own);
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
fn letters_of(alphabet: Alphabet, tracks: &[Variable], some: &[Variable]) -> Vec<usize> {
    let places: Vec<usize> =
        some.iter().filter_map(|track| tracks.binary_search(track).ok()).collect();
    (0..alphabet.letters(tracks.len()))
        .map(|letter| alphabet.letter(places.iter().map(|&place| alphabet.digit(letter, place))))
        .collect()
}
