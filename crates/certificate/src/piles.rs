//! Evidence for claims about any number of piles.

use crate::Verdict;
use crate::board::BoardEvidence;
use crate::quotient::Quotient;
use crate::text::{Fault, Reader, Writer};
use crate::words::Words;

/// Why a claim about any number of piles is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PilesEvidence {
    /// For every number of piles, from the least on, evidence for the claim about exactly so many. Where the claim is about
    /// more than these, the theorem that few piles are enough is meant.
    EachNumber(Vec<BoardEvidence>),
    /// In positions with so many piles as the claim speaks of, sizes from the threshold on may be lowered by the period:
    /// a table of sizes up to their sum shows it.
    RepeatingTable {
        /// From where on.
        threshold: u32,
        /// By how much.
        period: u32,
    },
    /// The claim proves itself, and sees only how many piles there are of each kind.
    Counts {
        /// Sizes from here on are told apart by residues only.
        threshold: u32,
        /// Modulo this.
        period: u32,
        /// Counts from here on are told apart by residues only.
        count_threshold: u64,
        /// Modulo this.
        count_period: u64,
    },
    /// Every move is made in one pile, blind to the others: a position is the sum of its piles. With evidence for what is said
    /// of one pile, where the claim says it.
    Sum(Option<BoardEvidence>),
    /// Beside any position stand finitely many contexts, of which it is computed which are P together.
    Contexts,
    /// An automaton that reads piles in any order knows who wins, for any number of piles of any size.
    Quotient(Quotient),
    /// Positions, and positions with a move, are words; finitely many states stand for all of them.
    Words(Words),
    /// It is false at this position.
    Counterexample(Vec<u32>),
    /// It is false for exactly so many piles, as evidence for that claim about a board shows.
    OfNumber {
        /// How many.
        piles: usize,
        /// Where it is false.
        evidence: BoardEvidence,
    },
}

impl PilesEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            PilesEvidence::EachNumber(_)
            | PilesEvidence::RepeatingTable { .. }
            | PilesEvidence::Sum(_)
            | PilesEvidence::Contexts
            | PilesEvidence::Quotient(_)
            | PilesEvidence::Words(_)
            | PilesEvidence::Counts { .. } => Verdict::Proved,
            PilesEvidence::Counterexample(_) | PilesEvidence::OfNumber { .. } => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            PilesEvidence::EachNumber(_) => "each-number",
            PilesEvidence::RepeatingTable { .. } => "repeating-table",
            PilesEvidence::Counts { .. } => "counts",
            PilesEvidence::Sum(_) => "sum",
            PilesEvidence::Contexts => "contexts",
            PilesEvidence::Quotient(_) => "quotient",
            PilesEvidence::Words(_) => "words",
            PilesEvidence::Counterexample(_) => "counterexample",
            PilesEvidence::OfNumber { .. } => "of-number",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            PilesEvidence::EachNumber(parts) => {
                out.field("numbers", parts.len());
                for part in parts {
                    out.field("board", part.kind());
                    part.write(out);
                }
            }
            PilesEvidence::RepeatingTable { threshold, period } => {
                out.field("threshold", threshold);
                out.field("period", period);
            }
            PilesEvidence::Counts { threshold, period, count_threshold, count_period } => {
                out.field("threshold", threshold);
                out.field("period", period);
                out.field("count-threshold", count_threshold);
                out.field("count-period", count_period);
            }
            PilesEvidence::Sum(None) => out.field("board", "none"),
            PilesEvidence::Sum(Some(evidence)) => {
                out.field("board", evidence.kind());
                evidence.write(out);
            }
            PilesEvidence::Contexts => {}
            PilesEvidence::Quotient(quotient) => quotient.write(out),
            PilesEvidence::Words(words) => words.write(out),
            PilesEvidence::Counterexample(at) => out.numbers("at", at),
            PilesEvidence::OfNumber { piles, evidence } => {
                out.field("piles", piles);
                out.field("board", evidence.kind());
                evidence.write(out);
            }
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<PilesEvidence, Fault> {
        match kind {
            "each-number" => {
                let many: usize = lines.number("numbers")?;
                let mut parts = Vec::new();
                for _ in 0..many {
                    let kind = lines.field("board")?;
                    parts.push(BoardEvidence::read(kind, lines)?);
                }
                Ok(PilesEvidence::EachNumber(parts))
            }
            "repeating-table" => Ok(PilesEvidence::RepeatingTable {
                threshold: lines.number("threshold")?,
                period: lines.number("period")?,
            }),
            "counts" => Ok(PilesEvidence::Counts {
                threshold: lines.number("threshold")?,
                period: lines.number("period")?,
                count_threshold: lines.number("count-threshold")?,
                count_period: lines.number("count-period")?,
            }),
            "sum" => match lines.field("board")? {
                "none" => Ok(PilesEvidence::Sum(None)),
                kind => Ok(PilesEvidence::Sum(Some(BoardEvidence::read(kind, lines)?))),
            },
            "contexts" => Ok(PilesEvidence::Contexts),
            "quotient" => Ok(PilesEvidence::Quotient(Quotient::read(lines)?)),
            "words" => Ok(PilesEvidence::Words(Words::read(lines)?)),
            "counterexample" => Ok(PilesEvidence::Counterexample(lines.numbers("at")?)),
            "of-number" => {
                let piles = lines.number("piles")?;
                let kind = lines.field("board")?;
                Ok(PilesEvidence::OfNumber { piles, evidence: BoardEvidence::read(kind, lines)? })
            }
            _ => Err(lines.unknown(kind)),
        }
    }
}
