//! Letters: one digit of each number that is read at once. The digit of track `i` counts `base^i`, so that in binary bit `i` of a
//! letter is the digit of track `i`.

use smallvec::SmallVec;

use crate::budget::{Blowup, Limit, Operation};
use crate::numeration::Numeration;

/// The most numbers that are read at once, where digits are binary.
pub const MOST_TRACKS: usize = 10;
/// Tables are dense: a row has an entry for each letter.
const MOST_LETTERS: usize = 1 << 12;

/// What must be known of the letter before to tell which may follow: the tracks (one bit each) whose digit was not 0.
pub type Form = u16;

/// The letters of so many tracks.
#[derive(Clone, Debug)]
pub struct Letters {
    base: usize,
    tracks: usize,
    /// For each letter the tracks with a digit that is not 0, and those with the largest one, where these matter.
    marks: Vec<(Form, Form)>,
}

/// The digits of a letter, in the order of tracks.
pub type Digits = SmallVec<[u8; MOST_TRACKS]>;

impl Letters {
    /// The letters of so many tracks.
    pub fn new(numeration: Numeration, tracks: usize) -> Letters {
        let mut letters = Letters { base: numeration.base(), tracks, marks: Vec::new() };
        if let Numeration::Ostrowski(quotient) = numeration {
            let marked = |letter: usize, is: &dyn Fn(u8) -> bool| {
                let digits = letters.digits(letter);
                let marks = digits.iter().enumerate().filter(|(_, digit)| is(**digit));
                marks.fold(0, |marks: Form, (track, _)| marks | 1 << track)
            };
            letters.marks = (0..letters.count())
                .map(|letter| (marked(letter, &|d| d > 0), marked(letter, &|d| d == quotient)))
                .collect();
        }
        letters
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.base.pow(self.tracks as u32)
    }

    /// What the digit of a track counts.
    pub fn unit(&self, track: usize) -> usize {
        self.base.pow(track as u32)
    }

    /// The digit of a track.
    pub fn digit(&self, letter: usize, track: usize) -> usize {
        letter / self.unit(track) % self.base
    }

    /// All digits, in the order of tracks.
    pub fn digits(&self, letter: usize) -> Digits {
        let mut rest = letter;
        (0..self.tracks)
            .map(|_| {
                let digit = rest % self.base;
                rest /= self.base;
                digit as u8
            })
            .collect()
    }

    /// The letter with these digits.
    pub fn letter(&self, digits: impl DoubleEndedIterator<Item = u8>) -> usize {
        digits.rev().fold(0, |letter, digit| letter * self.base + usize::from(digit))
    }

    /// May the letter follow, from low to high digits, one of this form? If so, its own form. A word begins as if after zeros.
    pub fn follow(&self, before: Form, letter: usize) -> Option<Form> {
        match self.marks.get(letter) {
            None => Some(0),
            Some(&(some, full)) => (before & full == 0).then_some(some),
        }
    }
}

/// How many tracks may be read at once?
pub fn most_tracks(numeration: Numeration) -> usize {
    let base = numeration.base();
    (0..=MOST_TRACKS).rev().find(|&n| base.pow(n as u32) <= MOST_LETTERS).unwrap_or(0)
}

pub(crate) fn allow_tracks(
    operation: Operation,
    numeration: Numeration,
    tracks: usize,
) -> Result<(), Blowup> {
    let most = most_tracks(numeration);
    if tracks > most {
        return Err(Blowup::new(operation, Limit::Tracks(most), tracks));
    }
    Ok(())
}
