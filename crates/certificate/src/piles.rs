//! Evidence for claims about any number of piles.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about any number of piles is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PilesEvidence {
    /// It is false at this position.
    Counterexample(Vec<u32>),
}

impl PilesEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            PilesEvidence::Counterexample(_) => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            PilesEvidence::Counterexample(_) => "counterexample",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            PilesEvidence::Counterexample(at) => out.numbers("at", at),
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<PilesEvidence, Fault> {
        match kind {
            "counterexample" => Ok(PilesEvidence::Counterexample(lines.numbers("at")?)),
            _ => Err(lines.unknown(kind)),
        }
    }
}
