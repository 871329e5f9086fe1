//! **Games together.** Impartial games in normal play, of which a law says nim-values or outcomes.
//!
//! *Sums.* The nim-value of a sum is the nim-sum of the nim-values. By induction the options of G + H, of nim-values a and b, have the values
//! x xor b and a xor y for the values x and y of options of G and H. None of them is a xor b, as x is not a and y is not b. And every v < a xor b is among them if
//! v xor b < a or v xor a < b: then that is the value of an option. This is a sentence about three numbers which is decided here digit by digit, from the
//! highest on, with the three comparisons as the state.
//!
//! *Selective.* With a move in one or more of G and H, the position is P iff both are. By induction this depends on the outcomes of the options only,
//! of which all choices are gone through here. A selective compound of more games is one of two, of which the first is one of fewer games: the moves are the same.
//!
//! *A position is P iff its nim-value is 0*: both are so iff they are so of no option.
//!
//! What remains is a sentence about numbers, one for each game, all of which occur (as heaps of Nim), joined by nim-sums and
//! equations. Where such an equation is false, it is so in one binary digit. So if the sentence is false of some numbers, it is also of those that have only
//! such digits, one for each equation, moved to the lowest places that no constant uses, beside those that constants use. Numbers with so many digits are enough.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use sprague_claim::laws::{Number, OnLaws, Place, Play, Sentence, Together};
use sprague_rules::Outcome;
use sprague_task::Task;

use crate::Rejection;

/// Digits of all numbers together.
const MOST_DIGITS: u32 = 24;

/// Decides it.
pub(super) fn check(on: &OnLaws, task: &Task) -> Result<(), Rejection> {
    if !nim_sums_are_right() || !selective_is_right() {
        return Err(Rejection::new("the rules of sums do not hold"));
    }
    if !on.suppose.is_empty() || on.play != Play::Normal {
        return Err(Rejection::new("of several games nothing is supposed, and play is normal"));
    }
    if on.is_of_any_number() {
        return any_number(on);
    }
    let atoms: Vec<&Sentence> = on.sentences().flat_map(Sentence::atoms).collect();
    let mut equations = 0;
    let mut largest = 0;
    for atom in &atoms {
        match atom {
            Sentence::Outcome(_, Place::Games(Together::Selective(games))) => {
                equations += games.len() as u32;
            }
            Sentence::Outcome(_, Place::Games(Together::Sum(_))) => equations += 1,
            Sentence::Equal(a, b) => {
                equations += 1;
                for number in a.iter().chain(b) {
                    match number {
                        Number::Constant(constant) => largest = largest.max(*constant),
                        Number::Nim(Together::Sum(_)) | Number::Mex => {}
                        Number::Nim(_) => {
                            return Err(Rejection::new(
                                "nim-values of selective compounds are not known",
                            ));
                        }
                    }
                }
            }
            _ => return Err(Rejection::new("this is said of one game")),
        }
    }
    let digits = u32::BITS - largest.leading_zeros() + equations;
    let games = on.games() as u32;
    if digits * games > MOST_DIGITS {
        return Err(Rejection::new("there are too many numbers to go through"));
    }
    let mut spoken = false;
    for code in 0..1u64 << (digits * games) {
        task.spend(1)?;
        let number = |game: usize| (code >> (game as u32 * digits) & ((1 << digits) - 1)) as u32;
        let is = |sentence: &Sentence| sentence.is_so(&mut |atom| atom_is_so(atom, &number));
        if on.whenever.as_ref().is_some_and(|whenever| !is(whenever)) {
            continue;
        }
        spoken = true;
        if !is(&on.law) {
            return Err(Rejection::new("games with some nim-values are not as the law says"));
        }
    }
    if spoken { Ok(()) } else { Err(Rejection::new("the law speaks of no game")) }
}

/// Where the nim-values of G, H and K are these.
fn atom_is_so(atom: &Sentence, number: &impl Fn(usize) -> u32) -> bool {
    let sum = |games: &[usize]| games.iter().fold(0, |sum, &game| sum ^ number(game));
    match atom {
        Sentence::Outcome(some, Place::Games(games)) => {
            let lost = match games {
                Together::Sum(games) => sum(games) == 0,
                other => other.games().iter().all(|&game| number(game) == 0),
            };
            some.contains(if lost { Outcome::P } else { Outcome::N })
        }
        Sentence::Equal(a, b) => {
            let [a, b] = [a, b].map(|side| {
                side.iter().fold(0, |all, term| {
                    all ^ match term {
                        Number::Constant(constant) => *constant,
                        Number::Nim(games) => sum(games.games()),
                        // The nim-value of G is the least that no option has: that is its definition.
                        Number::Mex => number(0),
                    }
                })
            });
            a == b
        }
        _ => false,
    }
}

/// Of any number of games: that they are P iff every game is.
fn any_number(on: &OnLaws) -> Result<(), Rejection> {
    let is = |sentence: &Sentence, all_lost: bool| {
        sentence.is_so(&mut |atom| match atom {
            Sentence::Outcome(some, Place::Games(Together::SelectiveOfAll)) => {
                some.contains(if all_lost { Outcome::P } else { Outcome::N })
            }
            // That every game is P; that every game is one of N and P; or of none.
            Sentence::Outcome(some, Place::EveryGame) => {
                some.contains(Outcome::P) && (all_lost || some.contains(Outcome::N))
            }
            _ => false,
        })
    };
    let only_lost = |atom: &Sentence| match atom {
        Sentence::Outcome(some, Place::EveryGame) => some.contains(Outcome::P),
        Sentence::Outcome(_, Place::Games(Together::SelectiveOfAll)) => true,
        _ => false,
    };
    if !on.sentences().flat_map(Sentence::atoms).all(only_lost) {
        return Err(Rejection::new("of any number of games it is known whether every game is P"));
    }
    let spoken = |all_lost: &bool| on.whenever.as_ref().is_none_or(|so| is(so, *all_lost));
    let mut cases = [true, false].into_iter().filter(spoken).peekable();
    if cases.peek().is_none() {
        return Err(Rejection::new("the law speaks of no game"));
    }
    match cases.all(|all_lost| is(&on.law, all_lost)) {
        true => Ok(()),
        false => Err(Rejection::new("games can be such that the law is false")),
    }
}

/// Is v < a xor b only if v xor b < a or v xor a < b?
fn nim_sums_are_right() -> bool {
    let bit = |digits: u32, place: u32| digits >> place & 1;
    let next = |before: Ordering, one: u32, other: u32| before.then(one.cmp(&other));
    let begin = [Ordering::Equal; 3];
    let (mut seen, mut waiting) = (BTreeSet::from([begin]), vec![begin]);
    while let Some(state) = waiting.pop() {
        let [below, left, right] = state.map(|ordering| ordering == Ordering::Less);
        if below && !left && !right {
            return false;
        }
        for digits in 0..8 {
            let (a, b, v) = (bit(digits, 0), bit(digits, 1), bit(digits, 2));
            let after =
                [next(state[0], v, a ^ b), next(state[1], v ^ b, a), next(state[2], v ^ a, b)];
            if seen.insert(after) {
                waiting.push(after);
            }
        }
    }
    true
}

/// Is a selective compound of two games P iff both are, if that is so of all that it leads to?
fn selective_is_right() -> bool {
    // The outcomes of the options of a game, a bit each: some are P, some are N.
    let lost = |options: u32| options & 1 == 0;
    let kinds = |options: u32| {
        [true, false].into_iter().filter(move |&p| options >> u32::from(!p) & 1 == 1)
    };
    (0..4).all(|g: u32| {
        (0..4).all(|h: u32| {
            let both = |one: bool, other: bool| one && other;
            let left = kinds(g).map(|option| both(option, lost(h)));
            let right = kinds(h).map(|option| both(lost(g), option));
            let each = kinds(g).flat_map(|one| kinds(h).map(move |other| both(one, other)));
            let wins = left.chain(right).chain(each).any(|is_lost| is_lost);
            wins != both(lost(g), lost(h))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_games_together_hold() {
        assert!(nim_sums_are_right());
        assert!(selective_is_right());
        // The sentence that is decided digit by digit, number by number.
        for (a, b) in (0..64u32).flat_map(|a| (0..64u32).map(move |b| (a, b))) {
            assert!((0..a ^ b).all(|v| v ^ b < a || v ^ a < b), "{a} {b}");
        }
    }
}
