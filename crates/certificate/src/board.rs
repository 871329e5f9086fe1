//! Evidence for claims about all positions of a board.

use crate::text::{Fault, Reader, Writer};
use crate::Verdict;

/// Why a claim about a board is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardEvidence {
    /// It is false at this position.
    Counterexample(Vec<u32>),
}

impl BoardEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            BoardEvidence::Counterexample(_) => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            BoardEvidence::Counterexample(_) => "counterexample",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            BoardEvidence::Counterexample(at) => out.numbers("at", at),
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<BoardEvidence, Fault> {
        match kind {
            "counterexample" => Ok(BoardEvidence::Counterexample(lines.numbers("at")?)),
            _ => Err(lines.unknown(kind)),
        }
    }
}
