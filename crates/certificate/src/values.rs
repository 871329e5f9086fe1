//! Evidence for claims about values of heaps.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about the values of heaps is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuesEvidence {
    /// The value of heap n + period is that of heap n for all n from the preperiod on, so finitely many sums are all that
    /// there are; the checker decides each of them again.
    Periodic {
        /// From which heap on.
        preperiod: u32,
        /// How soon again.
        period: u32,
    },
    /// It is false for this n.
    Counterexample(u32),
    /// The values of which the claim says that they are not regular repeat: heap n + period has the value of heap n for
    /// all n from the preperiod on.
    Regular {
        /// From which heap on.
        preperiod: u32,
        /// How soon again.
        period: u32,
    },
}

impl ValuesEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            ValuesEvidence::Periodic { .. } => Verdict::Proved,
            ValuesEvidence::Counterexample(_) | ValuesEvidence::Regular { .. } => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            ValuesEvidence::Periodic { .. } => "periodic",
            ValuesEvidence::Counterexample(_) => "counterexample",
            ValuesEvidence::Regular { .. } => "regular",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            ValuesEvidence::Counterexample(heap) => out.field("at", heap),
            ValuesEvidence::Periodic { preperiod, period }
            | ValuesEvidence::Regular { preperiod, period } => {
                out.field("preperiod", preperiod);
                out.field("period", period);
            }
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<ValuesEvidence, Fault> {
        match kind {
            "counterexample" => Ok(ValuesEvidence::Counterexample(lines.number("at")?)),
            "periodic" => Ok(ValuesEvidence::Periodic {
                preperiod: lines.number("preperiod")?,
                period: lines.number("period")?,
            }),
            "regular" => Ok(ValuesEvidence::Regular {
                preperiod: lines.number("preperiod")?,
                period: lines.number("period")?,
            }),
            _ => Err(lines.unknown(kind)),
        }
    }
}
