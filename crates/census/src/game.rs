//! A game of the census of ending-partizan subtraction: what can be taken, and how stuck heaps end.

use std::fmt;

/// The largest amount that can be taken: windows of outcomes are machine words.
pub const MOST: u32 = 63;

/// Subtraction from one heap, the stuck heaps 0, 1, ... with any outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Bit s: s can be taken. Not empty, and without 0.
    pub amounts: u64,
    /// Bit n: on the stuck heap n Right, to move, loses.
    pub right_loses: u64,
    /// Bit n: on the stuck heap n Left, to move, loses.
    pub left_loses: u64,
}

impl Game {
    /// LR-Subtraction Nim: Left wins an even rest, Right an odd one.
    pub fn lr_nim(amounts: u64) -> Game {
        let even = 0x5555_5555_5555_5555;
        Game { amounts, right_loses: even, left_loses: !even }
    }
}

/// What happens for ever: from which heap on, how soon again, and how often each outcome in a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// The least.
    pub preperiod: u32,
    /// The least.
    pub period: u32,
    /// How many heaps of a period are L, R, N and P.
    pub counts: [u32; 4],
}

/// What a period consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    AllL,
    AllR,
    AllN,
    AllP,
    Mixed,
}

impl Class {
    pub const EVERY: [Class; 5] =
        [Class::AllL, Class::AllR, Class::AllN, Class::AllP, Class::Mixed];

    pub fn name(self) -> &'static str {
        match self {
            Class::AllL => "all-L",
            Class::AllR => "all-R",
            Class::AllN => "all-N",
            Class::AllP => "all-P",
            Class::Mixed => "mixed",
        }
    }
}

impl Cycle {
    /// L from that heap on.
    pub fn left(preperiod: u32) -> Cycle {
        Cycle { preperiod, period: 1, counts: [1, 0, 0, 0] }
    }

    pub fn class(&self) -> Class {
        match self.counts.iter().position(|&count| count == self.period) {
            Some(place) => Class::EVERY[place],
            None => Class::Mixed,
        }
    }
}

/// A set of amounts, written 2,3,6.
pub struct Amounts(pub u64);

impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while rest != 0 {
            write!(f, "{}", rest.trailing_zeros())?;
            rest &= rest - 1;
            if rest != 0 {
                write!(f, ",")?;
            }
        }
        Ok(())
    }
}
