//! Evidence for claims about all positions of a board.
//!
//! A position of at most k piles is the tuple of its smallest pile and what each next one has more, with zeros in front for
//! piles that are gone; a position with counted piles is the tuple of its counts, followed by the others in the same way.

use crate::Verdict;
use crate::automaton::Automaton;
use crate::boxed::PeriodicBox;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about a board is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardEvidence {
    /// These are all P-positions, or nim-values, of the board; the claim follows.
    Automaton(PositionSet),
    /// The outcomes of the board repeat in every coordinate, and so does what the claim says.
    Box(PeriodicBox),
    /// The other game has the same moves.
    Isomorphic,
    /// By induction, with the outcomes of other positions left open.
    Unfolded {
        /// Up to this many moves deep the recursion is written down.
        depth: u32,
        /// Into how many cells the numbers fall.
        cells: u64,
    },
    /// By induction, where multiples of the other of two piles are taken.
    Multiples,
    /// It is false at this position, by the plain recursion.
    Counterexample(Vec<u32>),
    /// It is false at this position, as these P-positions, or nim-values, show.
    Far {
        /// The position.
        at: Vec<u32>,
        /// All P-positions, or nim-values, of the board.
        set: PositionSet,
    },
    /// The outcome is no function of the numbers that are claimed to decide it: these two positions agree in them.
    Apart {
        /// One of them.
        at: Vec<u32>,
        /// The other, with another outcome.
        other: Vec<u32>,
    },
}

/// What an automaton says of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOf {
    /// It accepts the P-positions.
    Lost,
    /// It accepts each position with its nim-value, which is the last number.
    NimValues,
}

impl SetOf {
    const ALL: [(SetOf, &'static str); 2] =
        [(SetOf::Lost, "P-positions"), (SetOf::NimValues, "nim-values")];

    /// Its words.
    pub fn name(self) -> &'static str {
        SetOf::ALL.iter().find(|(of, _)| *of == self).map_or("", |(_, name)| name)
    }
}

/// The P-positions, or the nim-values, of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSet {
    /// Which of the two.
    pub of: SetOf,
    /// The set.
    pub automaton: Automaton,
}

impl PositionSet {
    /// Writes it.
    pub fn write(&self, out: &mut Writer) {
        out.field("of", self.of.name());
        self.automaton.write(out);
    }

    /// Reads what [`PositionSet::write`] wrote.
    pub fn read(lines: &mut Reader) -> Result<PositionSet, Fault> {
        let word = lines.field("of")?;
        let of = SetOf::ALL.iter().find(|(_, name)| *name == word);
        let of = of.ok_or_else(|| lines.fault("a set is of P-positions or of nim-values"))?.0;
        Ok(PositionSet { of, automaton: Automaton::read(lines)? })
    }
}

impl BoardEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            BoardEvidence::Automaton(_)
            | BoardEvidence::Box(_)
            | BoardEvidence::Isomorphic
            | BoardEvidence::Unfolded { .. }
            | BoardEvidence::Multiples => Verdict::Proved,
            BoardEvidence::Counterexample(_)
            | BoardEvidence::Far { .. }
            | BoardEvidence::Apart { .. } => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            BoardEvidence::Automaton(_) => "automaton",
            BoardEvidence::Box(_) => "box",
            BoardEvidence::Isomorphic => "isomorphic",
            BoardEvidence::Unfolded { .. } => "unfolded",
            BoardEvidence::Multiples => "multiples",
            BoardEvidence::Counterexample(_) => "counterexample",
            BoardEvidence::Far { .. } => "far-counterexample",
            BoardEvidence::Apart { .. } => "apart",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            BoardEvidence::Automaton(set) => set.write(out),
            BoardEvidence::Box(periodic) => periodic.write(out),
            BoardEvidence::Isomorphic | BoardEvidence::Multiples => {}
            BoardEvidence::Unfolded { depth, cells } => {
                out.field("depth", depth);
                out.field("cells", cells);
            }
            BoardEvidence::Counterexample(at) => out.numbers("at", at),
            BoardEvidence::Far { at, set } => {
                out.numbers("at", at);
                set.write(out);
            }
            BoardEvidence::Apart { at, other } => {
                out.numbers("at", at);
                out.numbers("other", other);
            }
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<BoardEvidence, Fault> {
        match kind {
            "automaton" => PositionSet::read(lines).map(BoardEvidence::Automaton),
            "box" => PeriodicBox::read(lines).map(BoardEvidence::Box),
            "isomorphic" => Ok(BoardEvidence::Isomorphic),
            "multiples" => Ok(BoardEvidence::Multiples),
            "unfolded" => {
                let depth = lines.number("depth")?;
                Ok(BoardEvidence::Unfolded { depth, cells: lines.number("cells")? })
            }
            "apart" => {
                let at = lines.numbers("at")?;
                Ok(BoardEvidence::Apart { at, other: lines.numbers("other")? })
            }
            "counterexample" => Ok(BoardEvidence::Counterexample(lines.numbers("at")?)),
            "far-counterexample" => {
                let at = lines.numbers("at")?;
                Ok(BoardEvidence::Far { at, set: PositionSet::read(lines)? })
            }
            _ => Err(lines.unknown(kind)),
        }
    }
}
