//! Outcomes as bits, 64 heaps to a word, so that what a sentence says of every heap is decided for 64 of them at a time.

use sprague_claim::Condition;
use sprague_claim::condition::{SLOTS, Sight};
use sprague_claim::outcomes::sentence::N;
use sprague_rules::Outcome;

use super::heaps::{Heaps, bit};

/// Bit h: the outcome of heap h is one of some.
pub(super) struct Plane {
    words: Vec<u64>,
}

impl Plane {
    /// Of the heaps that are written out, for the outcomes whose bits these are.
    fn of(heaps: &Heaps, outcomes: u8) -> Plane {
        let word = |heaps: &[u8]| {
            let bits = heaps.iter().zip(0..).map(|(heap, place)| {
                let is = u64::from(heap & outcomes != 0);
                is << place
            });
            bits.fold(0, |word, bit| word | bit)
        };
        Plane { words: heaps.all_written().chunks(64).map(word).collect() }
    }

    /// The 64 heaps from this one on: `below` where that is below 0, and nothing beyond those that are written out.
    fn from(&self, heap: i64, below: bool) -> u64 {
        let get = |word: usize| self.words.get(word).copied().unwrap_or(0);
        match usize::try_from(heap) {
            Ok(heap) => match (heap / 64, heap % 64) {
                (word, 0) => get(word),
                (word, shift) => get(word) >> shift | get(word + 1) << (64 - shift),
            },
            Err(_) => {
                let none = if below { u64::MAX } else { 0 };
                match heap.unsigned_abs() {
                    some @ ..64 => get(0) << some | none & !(u64::MAX << some),
                    _ => none,
                }
            }
        }
    }
}

/// Planes of several games, made when they are first asked for.
pub(super) struct Planes<'h> {
    heaps: &'h [Option<Heaps>],
    made: Vec<(usize, u8, Plane)>,
}

/// One of them.
#[derive(Clone, Copy)]
pub(super) struct Which(usize);

impl<'h> Planes<'h> {
    pub(super) fn of(heaps: &'h [Option<Heaps>]) -> Planes<'h> {
        Planes { heaps, made: Vec::new() }
    }

    /// That of a game, for the outcomes whose bits these are.
    pub(super) fn which(&mut self, game: usize, outcomes: u8) -> Which {
        let is = |(of, like, _): &(usize, u8, Plane)| (*of, *like) == (game, outcomes);
        let place = self.made.iter().position(is).unwrap_or_else(|| {
            let plane = match &self.heaps[game] {
                Some(heaps) => Plane::of(heaps, outcomes),
                None => Plane { words: Vec::new() },
            };
            self.made.push((game, outcomes, plane));
            self.made.len() - 1
        });
        Which(place)
    }

    /// Those two that tell all outcomes of a game apart: where Left loses who is to move, and where Right does.
    pub(super) fn losses(&mut self, game: usize) -> [Which; 2] {
        let lost = |other: Outcome| bit(Outcome::P) | bit(other);
        [Outcome::R, Outcome::L].map(|other| self.which(game, lost(other)))
    }

    /// The 64 heaps from this one on: `below` where that is below 0.
    pub(super) fn from(&self, which: Which, heap: i64, below: bool) -> u64 {
        self.made[which.0].2.from(heap, below)
    }
}

/// A part of a sentence, with the planes that it looks at.
pub(super) enum Lined<'p> {
    At { plane: Which, from: i64, to: i64 },
    Options { plane: Which, amounts: &'p [u32], every: bool },
    Same { own: [Which; 2], other: [Which; 2], shift: i64 },
    Number(&'p Condition),
}

/// Which of some of the 64 heaps from one on fulfil all parts; `below` where they speak of heaps below 0. Conditions on
/// numbers, which take longest, are asked last.
pub(super) fn among_which(
    parts: &[Lined],
    planes: &Planes,
    first: i64,
    mut among: u64,
    below: bool,
    numbers: &mut [i64; SLOTS],
) -> u64 {
    for part in parts {
        if among == 0 {
            return 0;
        }
        among &= match part {
            Lined::At { plane, from, to } => (*from..=*to).fold(u64::MAX, |all, shift| {
                if all == 0 { 0 } else { all & planes.from(*plane, first + shift, below) }
            }),
            Lined::Options { plane, amounts, every: true } => amounts
                .iter()
                .fold(u64::MAX, |all, &s| all & planes.from(*plane, first - i64::from(s), true)),
            Lined::Options { plane, amounts, every: false } => amounts
                .iter()
                .fold(0, |any, &s| any | planes.from(*plane, first - i64::from(s), false)),
            Lined::Same { own, other, shift } => {
                let differs = |player: usize| {
                    let here = planes.from(own[player], first, false);
                    here ^ planes.from(other[player], first + shift, false)
                };
                let same = !(differs(0) | differs(1));
                match (-(first + shift)).clamp(0, 64) {
                    0 => same,
                    64 => {
                        if below {
                            u64::MAX
                        } else {
                            0
                        }
                    }
                    some => {
                        let there = u64::MAX << some;
                        same & there | if below { !there } else { 0 }
                    }
                }
            }
            Lined::Number(_) => u64::MAX,
        };
    }
    for part in parts {
        let Lined::Number(condition) = part else { continue };
        let mut left = among;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            numbers[N] = first + i64::from(place);
            if !condition.holds(Sight::of(&numbers[..])) {
                among &= !(1 << place);
            }
        }
    }
    among
}
