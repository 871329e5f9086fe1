//! Terms that are read off the digits of a heap, but for few exceptions.
//!
//! A sequence is *automatic* in a base b if it has finitely many different subsequences a(b^j m + r), r < b^j: these are the states of
//! an automaton that reads the digits of n from the last one on (Allouche and Shallit, Automatic Sequences, chapter 6). Here
//! two subsequences are taken for the same if the first half of the terms tells them apart in few places only, so that what is learned
//! may be wrong about a sparse set of heaps. How many there are in the second half, which it has not seen, says what it is worth.

/// Terms by the digits of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automatic {
    /// The base of the digits, which are read from the last one on.
    pub base: u32,
    /// For each state where each digit leads; the first state is where reading begins.
    pub next: Vec<Vec<u32>>,
    /// The term of a heap whose digits end in a state.
    pub terms: Vec<i64>,
    /// Heaps with another term: among the first half, from which it was learned, and among the second.
    pub exceptions: [usize; 2],
    /// The largest of them.
    pub last: Option<u32>,
}

/// Bases, the likeliest first.
const BASES: [u32; 2] = [2, 3];
/// States of an automaton.
const STATES: usize = 48;
/// Subsequences are the same if at most one in so many terms differs, and are compared in at least so many places.
const ONE_IN: usize = 16;
const COMPARED: usize = 24;
/// Different terms that a sequence may have.
const VALUES: usize = 64;
/// Of so many heaps of the second half at most one is an exception.
const STANDS: usize = 32;

/// The smallest automaton that is found for the terms, if it stands the test.
pub fn automatic(terms: &[i64]) -> Option<Automatic> {
    let values: std::collections::HashSet<&i64> = terms.iter().collect();
    if values.len() > VALUES {
        return None;
    }
    let found = BASES.iter().filter_map(|&base| learned(terms, base));
    found.min_by_key(|found| (found.next.len(), found.exceptions[1]))
}

fn learned(terms: &[i64], base: u32) -> Option<Automatic> {
    let half = terms.len() / 2;
    let next = states(&terms[..half], base as usize)?;
    let mut automaton = Automatic { base, next, terms: Vec::new(), exceptions: [0, 0], last: None };
    let ends: Vec<usize> = (0..terms.len() as u32).map(|n| automaton.read(n)).collect();
    // A state's term is what most of its heaps have.
    let mut counts = vec![std::collections::BTreeMap::<i64, usize>::new(); automaton.next.len()];
    for (&end, &term) in ends.iter().zip(&terms[..half]) {
        *counts[end].entry(term).or_default() += 1;
    }
    let most = |counts: &std::collections::BTreeMap<i64, usize>| {
        counts.iter().max_by_key(|(term, times)| (**times, -**term)).map_or(0, |(term, _)| *term)
    };
    automaton.terms = counts.iter().map(most).collect();
    let is_wrong = |n: usize| automaton.terms[ends[n]] != terms[n];
    let exceptions = [
        (0..half).filter(|&n| is_wrong(n)).count(),
        (half..terms.len()).filter(|&n| is_wrong(n)).count(),
    ];
    let last = (0..terms.len()).rev().find(|&n| is_wrong(n)).map(|n| n as u32);
    let stands = exceptions[1] * STANDS <= terms.len() - half && exceptions[0] * ONE_IN <= half;
    stands.then_some(Automatic { exceptions, last, ..automaton })
}

/// The states, each with those that its digits lead to; none, if there are too many, or too few terms to tell.
fn states(terms: &[i64], base: usize) -> Option<Vec<Vec<u32>>> {
    // A state is the subsequence of the heaps that leave a rest modulo a power of the base.
    let mut subsequences: Vec<(usize, usize)> = vec![(1, 0)];
    let mut next: Vec<Vec<u32>> = Vec::new();
    while let Some(&(power, rest)) = subsequences.get(next.len()) {
        let mut leads = Vec::new();
        for digit in 0..base {
            let child = (power * base, rest + digit * power);
            let known = subsequences.iter().map(|&state| (differences(terms, state, child), state));
            let places = (terms.len().saturating_sub(child.1)) / child.0;
            if places < COMPARED {
                return None;
            }
            let nearest = known
                .enumerate()
                .min_by_key(|(state, (differences, _))| (*differences, *state))
                .filter(|(_, (differences, _))| differences * ONE_IN <= places);
            leads.push(match nearest {
                Some((state, _)) => state as u32,
                None => {
                    subsequences.push(child);
                    subsequences.len() as u32 - 1
                }
            });
        }
        if subsequences.len() > STATES {
            return None;
        }
        next.push(leads);
    }
    Some(next)
}

/// In how many places two subsequences differ, as far as there are terms of both.
fn differences(terms: &[i64], one: (usize, usize), two: (usize, usize)) -> usize {
    let of = |(power, rest): (usize, usize)| terms.iter().skip(rest).step_by(power);
    of(one).zip(of(two)).filter(|(a, b)| a != b).count()
}

impl Automatic {
    /// The state in which the digits of a heap end.
    fn read(&self, heap: u32) -> usize {
        let (mut state, mut rest) = (0, heap);
        while rest > 0 {
            state = self.next[state][(rest % self.base) as usize] as usize;
            rest /= self.base;
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Dice;

    /// The terms of an automaton with some states that are drawn by lot.
    fn drawn(base: u32, states: u64, dice: &mut Dice) -> Automatic {
        let mut lead = || (0..base).map(|_| dice.roll(states) as u32).collect::<Vec<_>>();
        let next: Vec<Vec<u32>> = (0..states).map(|_| lead()).collect();
        let terms = (0..states).map(|_| dice.roll(5) as i64).collect();
        Automatic { base, next, terms, exceptions: [0, 0], last: None }
    }

    #[test]
    fn thue_and_morse_and_the_ruler() {
        let ones: Vec<i64> = (0..2000u32).map(|n| (n.count_ones() % 2).into()).collect();
        let seen = automatic(&ones).expect("two states");
        assert_eq!((seen.next, seen.exceptions), (vec![vec![0, 1], vec![1, 0]], [0, 0]));
        let threes: Vec<i64> = (0..2000).map(|n| i64::from(n % 9 == 4)).collect();
        assert_eq!(automatic(&threes).expect("three states").base, 3);
    }

    /// Whatever is learned tells the terms that it says it tells; and planted automata are found, with exceptions that were planted.
    #[test]
    fn planted_automata_are_found() {
        let mut dice = Dice::new();
        let mut found = 0;
        for round in 0..60 {
            let planted = drawn(2 + round % 2, 2 + u64::from(round % 3), &mut dice);
            let tells = |n: u32| planted.terms[planted.read(n)];
            let mut terms: Vec<i64> = (0..6000).map(tells).collect();
            for _ in 0..20 {
                let place = dice.roll(3000) as usize;
                terms[place] += 1;
            }
            let Some(seen) = automatic(&terms) else { continue };
            found += 1;
            let wrong: Vec<u32> =
                (0..6000).filter(|&n| seen.terms[seen.read(n)] != terms[n as usize]).collect();
            let early = wrong.iter().filter(|&&n| n < 3000).count();
            assert_eq!(seen.exceptions, [early, wrong.len() - early]);
            assert_eq!(seen.last, wrong.last().copied());
        }
        assert!(found >= 30, "{found} of 60");
    }
}
