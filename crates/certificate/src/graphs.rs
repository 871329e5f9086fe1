//! Evidence for claims about positions on graphs.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about positions on graphs is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphsEvidence {
    /// The claim speaks of finitely many positions: the checker computes them all again.
    Computation,
}

impl GraphsEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            GraphsEvidence::Computation => Verdict::Proved,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            GraphsEvidence::Computation => "computation",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, _out: &mut Writer) {
        match self {
            GraphsEvidence::Computation => {}
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<GraphsEvidence, Fault> {
        match kind {
            "computation" => Ok(GraphsEvidence::Computation),
            _ => Err(lines.unknown(kind)),
        }
    }
}
