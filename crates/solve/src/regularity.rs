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
use sprague_rules::{HeapMoves, Outcome, Ruleset};

use crate::budget::Watch;
use crate::levels::{self, Levels};

/// A term of a sequence, as a number.
pub trait Term: Copy {
    /// The number.
    fn number(self) -> i64;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Term for $number {
            #[inline]
            fn number(self) -> i64 {
                self.into()
            }
        })*
    };
}

numbers!(u16 u32 i64);

impl Term for Outcome {
    fn number(self) -> i64 {
        self as i64
    }
}

/// A least period with its least preperiod, and how much is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regularity {
    /// The least heap from which it holds.
    pub preperiod: usize,
    /// The least period.
    pub period: usize,
    /// What is added from one period to the next.
    pub saltus: i64,
    /// How far that is known.
    pub verdict: Verdict,
}

/// How far a regularity is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For all heaps.
    Proved(Method),
    /// For all heaps that were computed, up to this one.
    Holds {
        /// The largest heap.
        to: usize,
    },
}

/// How regularity was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A window of heaps that comes again.
    Window,
    /// The theorem of Guy and Smith.
    GuySmith,
    /// Values level by level, for a saltus that is a power of two.
    Levels(Levels),
}

impl Method {
    /// Its name, as verdicts say it.
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
    Window {
        /// That element.
        length: usize,
    },
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
    /// The least heap from which it holds.
    pub preperiod: usize,
    /// The least period.
    pub period: usize,
    /// What is added from one period to the next.
    pub saltus: i64,
    /// For how many n it is seen.
    pub seen: usize,
}

/// Terms that are compared between two looks at the watch.
const LOOK_UP: usize = 1 << 16;

/// The regularity of least period that is proved; else one that is well supported: it must then be seen
/// for at least three periods, and on at least half of the terms.
pub fn find<T: Term>(terms: &[T], with_saltus: bool, reach: Option<&Reach>) -> Option<Regularity> {
    find_within(terms, with_saltus, reach, &Watch::default())
}

/// The same, as far as the watch lets it go: what has not been looked at by then is neither seen nor proved.
pub fn find_within<T: Term>(
    terms: &[T],
    with_saltus: bool,
    reach: Option<&Reach>,
    watch: &Watch,
) -> Option<Regularity> {
    let last = terms.len().checked_sub(1)?;
    let (mut supported, mut looked) = (None, 0);
    for repetition in repetitions(terms) {
        let Repetition { preperiod, period, saltus, seen } = repetition;
        // A proof that is tried looks at no more terms than were seen to repeat.
        looked += 1 + seen;
        if looked > LOOK_UP {
            looked = 0;
            if !watch.goes_on() {
                break;
            }
        }
        if saltus < 0 || (saltus > 0 && !with_saltus) {
            continue;
        }
        let regularity = |verdict| Regularity { preperiod, period, saltus, verdict };
        let strong = seen >= 2 * period && 2 * preperiod <= last;
        if let Some(method) = prove(terms, repetition, strong, reach, watch) {
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
/// For most periods the terms differ after a few steps. The others are settled by the longest repetition so far, of
/// period p seen s times: the last p + s terms repeat with p, and the one before does not. A multiple q of p below p + s is
/// then seen p + s - q times: where p fails, so does q. Another q that was seen p times or more would make p + s terms repeat
/// with the greatest common divisor of both (Fine and Wilf), which would have been found before. So no memory is needed, and
/// for sequences that are met hardly more than one look at each term.
fn repetitions<T: Term>(terms: &[T]) -> impl Iterator<Item = Repetition> + '_ {
    let last = terms.len() - 1;
    let term = |n: usize| terms[n].number();
    let mut longest = Repetition { preperiod: last, period: 1, saltus: 0, seen: 0 };
    (1..=last).map(move |period| {
        let saltus = term(last) - term(last - period);
        let covered = longest.period + longest.seen;
        if longest.seen > 0 && period < covered && period.is_multiple_of(longest.period) {
            let seen = covered - period;
            return Repetition { preperiod: longest.preperiod, period, saltus, seen };
        }
        let repeats = |&n: &usize| term(n + period) == term(n) + saltus;
        let seen = (0..=last - period).rev().take_while(repeats).count();
        let found = Repetition { preperiod: last - period + 1 - seen, period, saltus, seen };
        if seen + period > covered {
            longest = found;
        }
        found
    })
}

/// Does it follow from what is seen that it lasts for ever?
fn prove<T: Term>(
    terms: &[T],
    repetition: Repetition,
    strong: bool,
    reach: Option<&Reach>,
    watch: &Watch,
) -> Option<Method> {
    let Repetition { preperiod, period, saltus, seen } = repetition;
    match reach? {
        Reach::Window { length } => (saltus == 0 && seen >= *length).then_some(Method::Window),
        Reach::Breaks(moves) if saltus == 0 => {
            let bound = guy_smith_bound(moves, preperiod, period);
            ((preperiod + seen) as u64 >= bound).then_some(Method::GuySmith)
        }
        Reach::Breaks(_) if !strong => None,
        Reach::Breaks(moves) => levels::prove(terms, repetition, moves, watch).map(Method::Levels),
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
