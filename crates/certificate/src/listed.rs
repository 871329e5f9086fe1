//! Evidence for claims about positions that are written out.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about positions that are written out is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedEvidence {
    /// The claim speaks of finitely many positions: the checker computes them all again.
    Computation,
}

impl ListedEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            ListedEvidence::Computation => Verdict::Proved,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            ListedEvidence::Computation => "computation",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, _out: &mut Writer) {
        match self {
            ListedEvidence::Computation => {}
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<ListedEvidence, Fault> {
        match kind {
            "computation" => Ok(ListedEvidence::Computation),
            _ => Err(lines.unknown(kind)),
        }
    }
}
