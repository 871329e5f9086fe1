//! Atoms as automata.
//!
//! In binary digits let every number be 2 n + d, with the last digit d: what a linear term says of it is said of n by the
//! same term with another constant, so the state is the constant that is left, and there are finitely many.
//!
//! In Ostrowski digits with quotients t (t = 1: Zeckendorf's) arithmetic goes from the most significant digit on. For the
//! digits read so far let s be the value of the term with the weights w(0) = 1, w(1) = t + 1, ... and u with the weights one
//! place down, 1, 1, t + 1, ...; letters that add d make them t s + u + d and s + d. After n more letters the value is
//! p s + q u + r, where p and q are natural numbers with p >= 1 and p + q = w(n) (begin with s = u = 1, a single digit 1), and r,
//! from numbers below w(n), is at least -C (w(n) - 1) with C the sum of the coefficients' sizes: in all at least p (s - C) + q (u -
//! C) + C. So where s >= C + k and u >= C the value will exceed k for ever, and likewise below. Elsewhere s and u are bounded, as
//! u - s / x is at all times, with x = [t; t, t, ...]. The automaton that reads the other way is the reverse, made deterministic.
//!
//! In these digits n [1; t, t, ...] rounded down is a word that ends in an even number of zeros, and t n more is the same word
//! with one more zero (R. Silber, Wythoff's Nim and Fibonacci representations, 1977, for t = 1; A. S. Fraenkel, How to beat
//! your Wythoff games' opponent on three fronts, 1982, for all t).

use sprague_certificate::Digits;

use super::set::{Alphabet, Join, Set};
use super::{Arithmetic, MOST_VARIABLES, Node, Term, Variable};
use crate::Rejection;

impl Arithmetic<'_> {
    /// The tuples for which an atom holds.
    pub(super) fn atom(&mut self, node: &Node) -> Result<Set, Rejection> {
        match (self.workshop.digits, node) {
            (Digits::Binary, Node::AtMost(term)) => self.carried(
                term,
                |last| {
                    // 2 t + s <= 0 iff t + s/2, rounded up, <= 0.
                    Some(last - last.div_euclid(2))
                },
                |rest| rest <= 0,
            ),
            (Digits::Binary, Node::Zero(term)) => {
                self.carried(term, |last| (last % 2 == 0).then_some(last / 2), |rest| rest == 0)
            }
            (Digits::Binary, Node::Multiple(term, of)) => self.multiples(term, *of),
            (Digits::Binary, Node::Member(terms)) => self.members(terms),
            (Digits::Binary, Node::NimSumZero(terms)) => self.digitwise(
                terms,
                0,
                |_, letter| (letter.count_ones() % 2 == 0).then_some(0),
                |_, rest| rest.iter().fold(0, |sum, n| sum ^ n) == 0,
            ),
            (Digits::Binary, Node::PowerOfTwo(term)) => {
                let term = std::slice::from_ref(term);
                // 1: the digit was met.
                self.digitwise(
                    term,
                    0,
                    |met, letter| match (met, letter) {
                        (met, 0) => Some(met),
                        (0, _) => Some(1),
                        _ => None,
                    },
                    |met, rest| match met {
                        0 => rest[0] > 0 && rest[0] & (rest[0] - 1) == 0,
                        _ => rest[0] == 0,
                    },
                )
            }
            (Digits::Binary, Node::LowBit(of, bit)) => {
                let terms = [of.clone(), bit.clone()];
                // 1: the lowest one was met.
                self.digitwise(
                    &terms,
                    0,
                    |met, letter| match (met, letter) {
                        (0, 0) => Some(0),
                        (0, 3) => Some(1),
                        (1, 0 | 1) => Some(1),
                        _ => None,
                    },
                    |met, rest| match met {
                        0 => rest[0] > 0 && rest[1] == rest[0] & rest[0].wrapping_neg(),
                        _ => rest[1] == 0,
                    },
                )
            }
            (Digits::Ostrowski(_), Node::AtMost(term)) => self.weighed(term, |value| value <= 0),
            (Digits::Ostrowski(_), Node::Zero(term)) => self.weighed(term, |value| value == 0),
            (Digits::Ostrowski(_), Node::Multiple(term, of)) => {
                self.multiples_by_quotient(term, *of)
            }
            (Digits::Ostrowski(_), Node::Member(terms)) => {
                let (given, terms) = (self.given()?, terms.clone());
                self.substituted(&terms, |arithmetic, names| {
                    renamed(&given, names, arithmetic.workshop.alphabet())
                })
            }
            (Digits::Ostrowski(quotient), Node::Metallic(t, a, b)) if quotient == *t => {
                let terms = [a.clone(), b.clone()];
                self.substituted(&terms, |arithmetic, names| arithmetic.metallic_pairs(names))
            }
            (digits, Node::Metallic(t, ..)) => {
                let (name, own) = (digits.name(), Digits::Ostrowski(*t).name());
                Err(Rejection::new(format!("pairs of {own} digits are not read in {name} ones")))
            }
            _ => Err(Rejection::new("powers of two and nim-sums are read in binary digits alone")),
        }
    }

    /// A term whose constant is the state.
    fn carried(
        &mut self,
        term: &Term,
        carry: impl Fn(i64) -> Option<i64>,
        accepts: impl Fn(i64) -> bool,
    ) -> Result<Set, Rejection> {
        let tracks: Vec<Variable> = term.parts.iter().map(|part| part.0).collect();
        let added = term.added(&tracks, self.workshop.alphabet());
        let step = |rest: &i64, letter: usize, next: &mut i64| match carry(rest + added[letter]) {
            Some(carried) => {
                *next = carried;
                true
            }
            None => false,
        };
        Ok(self.workshop.explore(tracks, term.constant, step, |&rest| accepts(rest))?)
    }

    /// The multiples of a number: the state is the remainder, and what is left of the number.
    fn multiples(&mut self, term: &Term, of: i64) -> Result<Set, Rejection> {
        let tracks: Vec<Variable> = term.parts.iter().map(|part| part.0).collect();
        let added = term.added(&tracks, self.workshop.alphabet());
        let step = |&(rest, of): &(i64, i64), letter: usize, next: &mut (i64, i64)| {
            let last = rest + added[letter];
            *next = match (of % 2 == 0, last % 2 == 0) {
                (true, false) => return false,
                (true, true) => ((last / 2).rem_euclid(of / 2), of / 2),
                // Half of an odd s is half of s + m, for odd m.
                (false, true) => ((last / 2).rem_euclid(of), of),
                (false, false) => (((last + of) / 2).rem_euclid(of), of),
            };
            true
        };
        Ok(self
            .workshop
            .explore(tracks, (term.constant, of), step, |&(rest, of)| rest % of == 0)?)
    }

    /// A relation between the digits of natural numbers that terms stand for: the state is that of the relation and the
    /// constants of the terms.
    fn digitwise(
        &mut self,
        terms: &[Term],
        first: i64,
        relation: impl Fn(i64, usize) -> Option<i64>,
        accepts: impl Fn(i64, &[i64]) -> bool,
    ) -> Result<Set, Rejection> {
        let mut tracks: Vec<Variable> =
            terms.iter().flat_map(|term| term.parts.iter().map(|part| part.0)).collect();
        tracks.sort_unstable();
        tracks.dedup();
        let added: Vec<Vec<i64>> =
            terms.iter().map(|term| term.added(&tracks, self.workshop.alphabet())).collect();
        let falls: Vec<bool> =
            terms.iter().map(|term| term.parts.iter().all(|part| part.1 < 0)).collect();
        let start: Vec<i64> =
            [first].into_iter().chain(terms.iter().map(|term| term.constant)).collect();
        let step = |state: &Vec<i64>, letter: usize, next: &mut Vec<i64>| {
            next.clear();
            next.push(0);
            let mut read = 0;
            for (i, rest) in state[1..].iter().enumerate() {
                let last = rest + added[i][letter];
                read |= (last.rem_euclid(2) as usize) << i;
                let rest = last.div_euclid(2);
                // A term that can only fall is no natural number once it is below 0.
                if falls[i] && rest < 0 {
                    return false;
                }
                next.push(rest);
            }
            match relation(state[0], read) {
                Some(state) => {
                    next[0] = state;
                    true
                }
                None => false,
            }
        };
        let accepts = |state: &Vec<i64>| {
            let (state, rest) = (state[0], &state[1..]);
            rest.iter().all(|&n| n >= 0) && accepts(state, rest)
        };
        Ok(self.workshop.explore(tracks, start, step, accepts)?)
    }

    /// The terms that the automaton of the certificate accepts.
    fn members(&mut self, terms: &[Term]) -> Result<Set, Rejection> {
        let automaton = std::mem::replace(
            &mut self.automaton,
            sprague_certificate::Automaton {
                digits: Digits::Binary,
                tracks: 0,
                next: Vec::new(),
                accepting: Vec::new(),
            },
        );
        let follow = |state: i64, letter: usize| {
            i64::from(automaton.next[(state as usize) << automaton.tracks | letter])
        };
        let found = self.digitwise(
            terms,
            0,
            |state, letter| Some(follow(state, letter)),
            |state, rest| {
                let mut state = state;
                let mut rest = rest.to_vec();
                while rest.iter().any(|&n| n > 0) {
                    let letter =
                        rest.iter().enumerate().map(|(i, n)| ((n & 1) as usize) << i).sum();
                    state = follow(state, letter);
                    rest.iter_mut().for_each(|n| *n >>= 1);
                }
                automaton.accepting[state as usize]
            },
        );
        self.automaton = automaton;
        found
    }

    /// The automaton of the certificate, over the variables 0, 1, 2, ..., cut down to words that are numbers.
    fn given(&mut self) -> Result<Set, Rejection> {
        let tracks: Vec<Variable> = (0..self.automaton.tracks as Variable).collect();
        let (next, accepting) = (self.automaton.next.clone(), self.automaton.accepting.clone());
        let set = Set { tracks: tracks.clone(), next, accepting };
        let everything = self.workshop.everything(tracks)?;
        Ok(self.workshop.join(&set, &everything, Join::And)?)
    }

    /// A comparison in Ostrowski digits.
    fn weighed(&mut self, term: &Term, holds: impl Fn(i64) -> bool) -> Result<Set, Rejection> {
        let tracks: Vec<Variable> = term.parts.iter().map(|part| part.0).collect();
        self.workshop.allow(tracks.len())?;
        let added = term.added(&tracks, self.workshop.alphabet());
        let bound: i64 = term.parts.iter().map(|part| part.1.abs()).sum::<i64>().max(1);
        let constant = term.constant;
        let alphabet = self.workshop.alphabet();
        let quotient = alphabet.0.base() as i64 - 1;
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        enum Sum {
            Open(i64, i64),
            Positive,
            Negative,
        }
        let far = bound + constant.abs();
        let next = |sum: Sum, letter: usize| match sum {
            Sum::Open(s, t) => match (quotient * s + t + added[letter], s + added[letter]) {
                (s, t) if s >= far && t >= bound => Sum::Positive,
                (s, t) if s <= -far && t <= -bound => Sum::Negative,
                (s, t) => Sum::Open(s, t),
            },
            settled => settled,
        };
        let accepts = |sum: Sum| match sum {
            Sum::Open(s, _) => holds(s + constant),
            Sum::Positive => holds(1),
            Sum::Negative => holds(-1),
        };
        // From the most significant digit on, over words that are numbers.
        let (mut states, mut before) = (vec![Sum::Open(0, 0)], Vec::<Vec<Vec<u32>>>::new());
        let mut places = std::collections::HashMap::from([(Sum::Open(0, 0), 0u32)]);
        let (many, letters) = (tracks.len(), alphabet.letters(tracks.len()));
        before.push(vec![Vec::new(); letters]);
        let mut looked_at = 0;
        while let Some(&state) = states.get(looked_at) {
            self.workshop.task.spend(letters as u64)?;
            self.workshop.limit(states.len(), letters)?;
            for letter in 0..letters {
                let sum = next(state, letter);
                let place = *places.entry(sum).or_insert_with(|| {
                    states.push(sum);
                    before.push(vec![Vec::new(); letters]);
                    states.len() as u32 - 1
                });
                before[place as usize][letter].push(looked_at as u32);
            }
            looked_at += 1;
        }
        // The reverse: the states from which the digits read so far lead to acceptance, and where the
        // last letter has other digits than 0.
        let ends: Vec<u32> =
            (0..states.len() as u32).filter(|&state| accepts(states[state as usize])).collect();
        let task = self.workshop.task;
        let mut late = None;
        let step =
            |(ends, last): &(Vec<u32>, usize), letter: usize, next: &mut (Vec<u32>, usize)| {
                if !alphabet.may_stand(letter, *last, many) || late.is_some() {
                    return false;
                }
                let all = ends.iter().flat_map(|&state| &before[state as usize][letter]).copied();
                next.0 = all.collect();
                next.0.sort_unstable();
                next.0.dedup();
                next.1 = alphabet.some(letter, many);
                late = task.spend(next.0.len() as u64).err();
                !next.0.is_empty()
            };
        let found =
            self.workshop.explore(tracks, (ends, 0), step, |(ends, _)| ends.first() == Some(&0))?;
        match late {
            Some(stop) => Err(stop.into()),
            None => Ok(found),
        }
    }

    /// A term is a multiple of a number iff it is so many times some natural number, or minus that.
    fn multiples_by_quotient(&mut self, term: &Term, of: i64) -> Result<Set, Rejection> {
        let quotient = MOST_VARIABLES;
        let mut all = Set::constant(false);
        for sign in [1, -1] {
            let equal = term.minus(&Term::variable(quotient).times(sign * of));
            let equal = self.weighed(&equal, |value| value == 0)?;
            let some = self.workshop.exists(&equal, quotient)?;
            all = self.workshop.join(&all, &some, Join::Or)?;
        }
        Ok(all)
    }

    /// A relation between natural numbers that terms stand for, where the relation is known for variables.
    fn substituted(
        &mut self,
        terms: &[Term],
        relation: impl Fn(&mut Self, &[Variable]) -> Result<Set, Rejection>,
    ) -> Result<Set, Rejection> {
        let mut names: Vec<Variable> = Vec::new();
        let mut equal: Vec<(Variable, Term)> = Vec::new();
        for (i, term) in terms.iter().enumerate() {
            match term.as_variable().filter(|variable| !names.contains(variable)) {
                Some(variable) => names.push(variable),
                None => {
                    let name = MOST_VARIABLES + 1 + i as Variable;
                    names.push(name);
                    equal.push((name, term.minus(&Term::variable(name))));
                }
            }
        }
        let mut set = relation(self, &names)?;
        for (name, difference) in equal {
            let equal = self.weighed(&difference, |value| value == 0)?;
            let both = self.workshop.join(&set, &equal, Join::And)?;
            set = self.workshop.exists(&both, name)?;
        }
        Ok(set)
    }

    /// The first ends in an even number of zeros, and the second is the first with a zero at its end.
    fn metallic_pairs(&mut self, names: &[Variable]) -> Result<Set, Rejection> {
        let mut tracks = names.to_vec();
        tracks.sort_unstable();
        let first = usize::from(tracks[0] != names[0]);
        let alphabet = self.workshop.alphabet();
        // The digit of the first that is due in the second; and whether the zeros so far are even, odd, or at an end.
        let step = |&(due, zeros): &(usize, u8), letter: usize, next: &mut (usize, u8)| {
            let (a, b) = (alphabet.digit(letter, first), alphabet.digit(letter, 1 - first));
            let zeros = match (zeros, a) {
                (2, _) => 2,
                (zeros, 0) => 1 - zeros,
                (0, _) => 2,
                _ => return false,
            };
            *next = (a, zeros);
            b == due
        };
        let pairs = self
            .workshop
            .explore(tracks.clone(), (0, 0), step, |&(due, zeros)| due == 0 && zeros == 2)?;
        let closed = closed_under_zeros(pairs);
        let everything = self.workshop.everything(tracks)?;
        Ok(self.workshop.join(&closed, &everything, Join::And)?)
    }
}

/// Words that are accepted after some more zeros are accepted at once.
fn closed_under_zeros(mut set: Set) -> Set {
    let letters = set.letters();
    loop {
        let more: Vec<usize> = (0..set.accepting.len())
            .filter(|&state| {
                !set.accepting[state] && set.accepting[set.next[state * letters] as usize]
            })
            .collect();
        if more.is_empty() {
            return set;
        }
        more.into_iter().for_each(|state| set.accepting[state] = true);
    }
}

/// The same set of other variables: number i is called `names[i]`.
fn renamed(set: &Set, names: &[Variable], alphabet: Alphabet) -> Result<Set, Rejection> {
    let mut tracks = names.to_vec();
    tracks.sort_unstable();
    let places: Vec<usize> = names
        .iter()
        .map(|name| {
            tracks.binary_search(name).map_err(|_| Rejection::new("a number without a name"))
        })
        .collect::<Result<_, _>>()?;
    let letters = set.letters();
    let mut next = Vec::with_capacity(set.next.len());
    for state in 0..set.accepting.len() {
        for letter in 0..letters {
            let digits = places.iter().map(|&place| alphabet.digit(letter, place));
            let old = alphabet.letter(digits);
            next.push(set.next[state * letters + old]);
        }
    }
    Ok(Set { tracks, next, accepting: set.accepting.clone() })
}
