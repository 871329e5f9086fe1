//! Evidence by words: a position is read from its smallest pile to its largest, and what is kept of it is one of finitely many states.

use crate::text::{Fault, Reader, Writer};

/// How much is kept of what is read, and how many states that makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Gaps between sizes from the first number on are told apart by remainders modulo the second only.
    pub gaps: (u32, u32),
    /// The same of numbers of piles.
    pub numbers: (u32, u32),
    /// The states that are met, each a position with the set of its moves.
    pub states: u64,
}

impl Words {
    /// Writes it.
    pub fn write(&self, out: &mut Writer) {
        out.numbers("gaps", [self.gaps.0, self.gaps.1]);
        out.numbers("numbers", [self.numbers.0, self.numbers.1]);
        out.field("states", self.states);
    }

    /// Reads what [`Words::write`] wrote.
    pub fn read(lines: &mut Reader) -> Result<Words, Fault> {
        let mut pair = |word: &str| match lines.numbers(word)?[..] {
            [from, period] => Ok((from, period)),
            _ => Err(lines.fault("expected two numbers")),
        };
        let (gaps, numbers) = (pair("gaps")?, pair("numbers")?);
        Ok(Words { gaps, numbers, states: lines.number("states")? })
    }
}
