//! Evidence for claims about positions that are written out.

use crate::text::{Fault, Reader, Writer};
use crate::{PositionSet, Verdict};

/// Why a claim about positions that are written out is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedEvidence {
    /// The claim speaks of finitely many positions: the checker computes them all again.
    Computation,
    /// These are all P-positions of so many piles: every line holds with all numbers.
    Lines(PositionSet),
    /// One thing that is said is false: a fact, a line with these numbers put in, or a move of a play.
    Counterexample {
        /// Which of the facts, lines or moves, from 0 on; the end of a play comes after its last move.
        place: usize,
        /// The numbers for the names of a line, in their order.
        numbers: Vec<u32>,
    },
}

impl ListedEvidence {
    /// The counterexample in a place where nothing is left open.
    pub fn at(place: usize) -> ListedEvidence {
        ListedEvidence::Counterexample { place, numbers: Vec::new() }
    }

    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            ListedEvidence::Computation | ListedEvidence::Lines(_) => Verdict::Proved,
            ListedEvidence::Counterexample { .. } => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            ListedEvidence::Computation => "computation",
            ListedEvidence::Lines(_) => "lines",
            ListedEvidence::Counterexample { .. } => "counterexample",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            ListedEvidence::Computation => {}
            ListedEvidence::Lines(set) => set.write(out),
            ListedEvidence::Counterexample { place, numbers } => {
                out.field("place", place);
                out.numbers("numbers", numbers);
            }
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<ListedEvidence, Fault> {
        match kind {
            "computation" => Ok(ListedEvidence::Computation),
            "lines" => PositionSet::read(lines).map(ListedEvidence::Lines),
            "counterexample" => Ok(ListedEvidence::Counterexample {
                place: lines.number("place")?,
                numbers: lines.numbers("numbers")?,
            }),
            _ => Err(lines.unknown(kind)),
        }
    }
}
