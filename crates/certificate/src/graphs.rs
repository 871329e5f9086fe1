//! Evidence for claims about positions on graphs.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about positions on graphs is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphsEvidence {
    /// The claim speaks of finitely many positions: the checker computes them all again.
    Computation,
    /// The nim-values of a family repeat, each of its numbers from the threshold on with the period.
    Periodicity {
        /// From where on.
        threshold: usize,
        /// How soon again.
        period: usize,
    },
    /// Some move leaves two equal parts, and every move in one of them is answered in the other.
    Mirroring,
    /// One of the arguments that hold on every graph.
    EveryGraph,
    /// Where a chosen edge binds, leaving one chip on both of its ends forces the answer.
    Forcing,
    /// This fact, from 0 on, is false.
    Fact {
        /// Which one.
        place: usize,
    },
    /// The claim is false of this position.
    Position {
        /// The values of the names.
        values: Vec<i64>,
        /// The graph and its chips, where the names leave them open.
        board: Option<String>,
    },
}

impl GraphsEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            GraphsEvidence::Computation
            | GraphsEvidence::Periodicity { .. }
            | GraphsEvidence::Mirroring
            | GraphsEvidence::EveryGraph
            | GraphsEvidence::Forcing => Verdict::Proved,
            GraphsEvidence::Fact { .. } | GraphsEvidence::Position { .. } => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            GraphsEvidence::Computation => "computation",
            GraphsEvidence::Periodicity { .. } => "periodicity",
            GraphsEvidence::Mirroring => "mirroring",
            GraphsEvidence::EveryGraph => "every-graph",
            GraphsEvidence::Forcing => "forcing",
            GraphsEvidence::Fact { .. } => "fact",
            GraphsEvidence::Position { .. } => "position",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            GraphsEvidence::Computation
            | GraphsEvidence::Mirroring
            | GraphsEvidence::EveryGraph
            | GraphsEvidence::Forcing => {}
            GraphsEvidence::Periodicity { threshold, period } => {
                out.field("threshold", threshold);
                out.field("period", period);
            }
            GraphsEvidence::Fact { place } => out.field("place", place),
            GraphsEvidence::Position { values, board } => {
                out.numbers("values", values);
                if let Some(board) = board {
                    out.field("board", board);
                }
            }
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<GraphsEvidence, Fault> {
        match kind {
            "computation" => Ok(GraphsEvidence::Computation),
            "periodicity" => Ok(GraphsEvidence::Periodicity {
                threshold: lines.number("threshold")?,
                period: lines.number("period")?,
            }),
            "mirroring" => Ok(GraphsEvidence::Mirroring),
            "every-graph" => Ok(GraphsEvidence::EveryGraph),
            "forcing" => Ok(GraphsEvidence::Forcing),
            "fact" => Ok(GraphsEvidence::Fact { place: lines.number("place")? }),
            "position" => Ok(GraphsEvidence::Position {
                values: lines.numbers("values")?,
                board: lines.optional("board").map(str::to_string),
            }),
            _ => Err(lines.unknown(kind)),
        }
    }
}
