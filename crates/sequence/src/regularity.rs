//! Regularity: `a(n + p) = a(n) + s` for all n from e on, and the proofs that it lasts.
//!
//! *Window* (subtraction of bounded amounts from one heap, whatever the ending). If every move takes
//! at most M tokens, the term of a heap n >= M is a function of the M terms before it, the same
//! function for every n: no such heap is stuck, and its moves are those of every other. So if M
//! consecutive terms from e on repeat p places later, everything after them does, by induction.
//!
//! *Guy–Smith* (take and break, normal play). Let every move take at most k tokens and leave at most t
//! heaps, by the same rules from all heaps of at least n0 >= 1, and let G(n + p) = G(n) hold for
//! n0 <= n < B = t n0 + (t - 1) p + k. Then it holds for all n >= n0. For take n >= B and suppose it
//! holds below n. An option of n + p leaves in all at least n + p - k >= t (n0 + p) tokens in at most t
//! heaps, so the largest has at least n0 + p; it has fewer than n + p, so taking p from it changes no
//! nim-value and gives an option of n. The largest heap of an option of n has at least n0, and
//! fewer than n, so p can be added to it in the same way. (No such heap can be taken whole: n > k.)
//! Hence n + p and n have options of the same nim-values.
//!
//! *Levels* (take and break with a saltus that is a power of two) has a file of its own,
//! [`crate::levels`].

use sprague_rules::ruleset::Ending;
use sprague_rules::{HeapMoves, Ruleset};

use crate::levels::{self, Levels};

/// A least period with its least preperiod, and how much is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regularity {
    pub preperiod: usize,
    pub period: usize,
    pub saltus: i64,
    pub verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For all heaps.
    Proved(Method),
    /// For all heaps that were computed, up to this one.
    Holds { to: usize },
}

/// How regularity was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Window,
    GuySmith,
    Levels(Levels),
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Window => "window",
            Method::GuySmith => "guy-smith",
            Method::Levels(_) => "levels",
        }
    }
}

/// What the proofs need to know of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Moves take amounts of a set with this largest element, under any ending.
    Window { length: usize },
    /// Take and break in normal play, without a condition on the parts.
    Breaks(HeapMoves),
}

impl Reach {
    /// What can be read off the rules, if it is enough for a proof.
    pub fn of(ruleset: &Ruleset) -> Option<Reach> {
        let moves = HeapMoves::of(ruleset)?;
        if let Some(amounts) = moves.subtraction_set() {
            // A heap of at least the largest amount is never stuck, so any ending will do.
            return Some(Reach::Window { length: amounts.last().map_or(1, |&most| most as usize) });
        }
        let normal = matches!(ruleset.ending, Ending::StuckLoses) && ruleset.is_sum_of_piles();
        (normal && !moves.has_unequal()).then_some(Reach::Breaks(moves))
    }
}

/// A repetition that the terms show: `a(n + period) = a(n) + saltus` from the preperiod to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    pub preperiod: usize,
    pub period: usize,
    pub saltus: i64,
    /// For how many n it is seen.
    pub seen: usize,
}

/// The regularity of least period that is proved; else one that is well supported: it must then be seen
/// for at least three periods, and on at least half of the terms.
pub fn find(terms: &[i64], with_saltus: bool, reach: Option<&Reach>) -> Option<Regularity> {
    let last = terms.len().checked_sub(1)?;
    let mut supported = None;
    for repetition in repetitions(terms) {
        let Repetition { preperiod, period, saltus, seen } = repetition;
        if saltus < 0 || (saltus > 0 && !with_saltus) {
            continue;
        }
        let regularity = |verdict| Regularity { preperiod, period, saltus, verdict };
        let strong = seen >= 2 * period && 2 * preperiod <= last;
        if let Some(method) = prove(terms, repetition, strong, reach) {
            return Some(regularity(Verdict::Proved(method)));
        }
        if strong && supported.is_none() {
            supported = Some(regularity(Verdict::Holds { to: last }));
        }
    }
    supported
}

/// Every period with how long the terms repeat with it, counted from their end.
///
/// Terms repeat with a saltus where their differences repeat; how far those do, from the end backwards, is
/// the Z-function of the reversed differences, for all periods in linear time (Gusfield, Algorithms
/// on Strings, Trees and Sequences, 1.3).
fn repetitions(terms: &[i64]) -> impl Iterator<Item = Repetition> + '_ {
    let last = terms.len() - 1;
    let differences: Vec<i64> = terms.windows(2).rev().map(|pair| pair[1] - pair[0]).collect();
    let lengths = z_function(&differences);
    (1..=last).map(move |period| {
        let seen = lengths.get(period).map_or(0, |length| length + 1).max(1);
        let saltus = terms[last] - terms[last - period];
        Repetition { preperiod: last - period + 1 - seen, period, saltus, seen }
    })
}

/// For each place the length of the longest common beginning of the list and its rest from there.
fn z_function(list: &[i64]) -> Vec<usize> {
    let mut lengths = vec![0; list.len()];
    let (mut from, mut to) = (0, 0);
    for place in 1..list.len() {
        let mut length = if place < to { lengths[place - from].min(to - place) } else { 0 };
        while place + length < list.len() && list[length] == list[place + length] {
            length += 1;
        }
        if place + length > to {
            (from, to) = (place, place + length);
        }
        lengths[place] = length;
    }
    lengths
}

/// Does it follow from what is seen that it lasts for ever?
fn prove(
    terms: &[i64],
    repetition: Repetition,
    strong: bool,
    reach: Option<&Reach>,
) -> Option<Method> {
    let Repetition { preperiod, period, saltus, seen } = repetition;
    match reach? {
        Reach::Window { length } => (saltus == 0 && seen >= *length).then_some(Method::Window),
        Reach::Breaks(moves) if saltus == 0 => {
            let bound = guy_smith_bound(moves, preperiod, period);
            ((preperiod + seen) as u64 >= bound).then_some(Method::GuySmith)
        }
        Reach::Breaks(_) if !strong => None,
        Reach::Breaks(moves) => levels::prove(terms, repetition, moves).map(Method::Levels),
    }
}

/// `G(n + p) = G(n)` must be seen for all n from the preperiod to below this.
pub fn guy_smith_bound(moves: &HeapMoves, preperiod: usize, period: usize) -> u64 {
    let (parts, most) = (u64::from(moves.most_parts().max(1)), u64::from(moves.most_taken()));
    let start = preperiod.max(moves.uniform_from() as usize).max(1) as u64;
    parts * start + (parts - 1) * period as u64 + most
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn repetitions_are_those_seen_by_looking(terms in prop::collection::vec(0i64..3, 1..40)) {
            let last = terms.len() - 1;
            for found in repetitions(&terms) {
                let Repetition { period, saltus, .. } = found;
                prop_assert_eq!(saltus, terms[last] - terms[last - period]);
                let repeats = |&n: &usize| terms[n + period] == terms[n] + saltus;
                let seen = (0..=last - period).rev().take_while(repeats).count();
                prop_assert_eq!((found.seen, found.preperiod), (seen, last - period + 1 - seen));
            }
        }
    }
}
