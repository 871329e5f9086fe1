//! Evidence for claims about the outcomes of one heap.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about the outcomes of one heap is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomesEvidence {
    /// The claim speaks of finitely many games: the checker settles them all again.
    Computation,
}

impl OutcomesEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            OutcomesEvidence::Computation => Verdict::Proved,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            OutcomesEvidence::Computation => "computation",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, _out: &mut Writer) {
        match self {
            OutcomesEvidence::Computation => {}
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<OutcomesEvidence, Fault> {
        match kind {
            "computation" => Ok(OutcomesEvidence::Computation),
            _ => Err(lines.unknown(kind)),
        }
    }
}
