//! The kinds of evidence: one for each kind of claim, each in its own file.

use crate::text::{Fault, Reader, Writer};
use crate::{
    BoardEvidence, GraphsEvidence, HeapEvidence, LawsEvidence, ListedEvidence, OutcomesEvidence,
    PilesEvidence, ValuesEvidence,
};

/// What evidence is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is true of everything it speaks of.
    Proved,
    /// It is false somewhere.
    Refuted,
}

/// Why a claim is true of everything it speaks of, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// For a claim about all positions of a board.
    Board(BoardEvidence),
    /// For a claim about any number of piles.
    Piles(PilesEvidence),
    /// For a claim about the sequence of one heap.
    Heap(HeapEvidence),
    /// For a claim about the outcomes of one heap.
    Outcomes(OutcomesEvidence),
    /// For a claim about values of heaps.
    Values(ValuesEvidence),
    /// For a claim about positions on graphs.
    Graphs(GraphsEvidence),
    /// For a claim about positions that are written out.
    Listed(ListedEvidence),
    /// For a law of all games.
    Laws(LawsEvidence),
}

impl Evidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            Evidence::Board(evidence) => evidence.verdict(),
            Evidence::Piles(evidence) => evidence.verdict(),
            Evidence::Heap(evidence) => evidence.verdict(),
            Evidence::Outcomes(evidence) => evidence.verdict(),
            Evidence::Values(evidence) => evidence.verdict(),
            Evidence::Graphs(evidence) => evidence.verdict(),
            Evidence::Listed(evidence) => evidence.verdict(),
            Evidence::Laws(evidence) => evidence.verdict(),
        }
    }

    /// The word for what the claim is about.
    pub fn room(&self) -> &'static str {
        match self {
            Evidence::Board(_) => "board",
            Evidence::Piles(_) => "piles",
            Evidence::Heap(_) => "heap",
            Evidence::Outcomes(_) => "outcomes",
            Evidence::Values(_) => "values",
            Evidence::Graphs(_) => "graphs",
            Evidence::Listed(_) => "listed",
            Evidence::Laws(_) => "laws",
        }
    }

    /// The word of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Evidence::Board(evidence) => evidence.kind(),
            Evidence::Piles(evidence) => evidence.kind(),
            Evidence::Heap(evidence) => evidence.kind(),
            Evidence::Outcomes(evidence) => evidence.kind(),
            Evidence::Values(evidence) => evidence.kind(),
            Evidence::Graphs(evidence) => evidence.kind(),
            Evidence::Listed(evidence) => evidence.kind(),
            Evidence::Laws(evidence) => evidence.kind(),
        }
    }

    /// Writes it: `evidence ROOM KIND`, and the lines of that kind.
    pub fn write(&self, out: &mut Writer) {
        out.line(&format!("evidence {} {}", self.room(), self.kind()));
        match self {
            Evidence::Board(evidence) => evidence.write(out),
            Evidence::Piles(evidence) => evidence.write(out),
            Evidence::Heap(evidence) => evidence.write(out),
            Evidence::Outcomes(evidence) => evidence.write(out),
            Evidence::Values(evidence) => evidence.write(out),
            Evidence::Graphs(evidence) => evidence.write(out),
            Evidence::Listed(evidence) => evidence.write(out),
            Evidence::Laws(evidence) => evidence.write(out),
        }
    }

    /// Reads what [`Evidence::write`] wrote.
    pub fn read(lines: &mut Reader) -> Result<Evidence, Fault> {
        let words = lines.field("evidence")?;
        let Some((room, kind)) = words.split_once(' ') else { return Err(lines.unknown(words)) };
        match room {
            "board" => BoardEvidence::read(kind, lines).map(Evidence::Board),
            "piles" => PilesEvidence::read(kind, lines).map(Evidence::Piles),
            "heap" => HeapEvidence::read(kind, lines).map(Evidence::Heap),
            "outcomes" => OutcomesEvidence::read(kind, lines).map(Evidence::Outcomes),
            "values" => ValuesEvidence::read(kind, lines).map(Evidence::Values),
            "graphs" => GraphsEvidence::read(kind, lines).map(Evidence::Graphs),
            "listed" => ListedEvidence::read(kind, lines).map(Evidence::Listed),
            "laws" => LawsEvidence::read(kind, lines).map(Evidence::Laws),
            _ => Err(lines.unknown(words)),
        }
    }
}
