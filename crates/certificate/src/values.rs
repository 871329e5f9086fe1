//! Evidence for claims about values of heaps.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about the values of heaps is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuesEvidence {
    /// It is false for this heap.
    Counterexample(u32),
}

impl ValuesEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            ValuesEvidence::Counterexample(_) => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            ValuesEvidence::Counterexample(_) => "counterexample",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            ValuesEvidence::Counterexample(heap) => out.field("at", heap),
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<ValuesEvidence, Fault> {
        match kind {
            "counterexample" => Ok(ValuesEvidence::Counterexample(lines.number("at")?)),
            _ => Err(lines.unknown(kind)),
        }
    }
}
