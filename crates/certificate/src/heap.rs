//! Evidence for claims about the sequence of one heap.

use crate::text::{Fault, Reader, Writer};
use crate::Verdict;

/// Why a claim about the sequence of one heap is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapEvidence {
    /// It is false for these numbers.
    Counterexample(Vec<i64>),
}

impl HeapEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            HeapEvidence::Counterexample(_) => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            HeapEvidence::Counterexample(_) => "counterexample",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            HeapEvidence::Counterexample(at) => out.numbers("at", at),
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<HeapEvidence, Fault> {
        match kind {
            "counterexample" => Ok(HeapEvidence::Counterexample(lines.numbers("at")?)),
            _ => Err(lines.unknown(kind)),
        }
    }
}
