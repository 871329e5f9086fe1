//! Evidence for claims about the sequence of one heap: a list with one entry for each case of the claim, in the order
//! in which the claim lists its cases ([`sprague_claim::cases::Cases::all`]); a claim without `for` or `family` has one
//! case. A counterexample names its case by its place in that list, from 0 on.
//!
//! ```text
//! evidence heap proof            evidence heap counterexample
//! cases 2                        case 3
//! case regularity                at 17
//! ...
//! case computation
//! ```

mod absorption;
mod cutoff;
mod formula;
mod regularity;

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

pub use absorption::AbsorptionEvidence;
pub use cutoff::{CutoffEvidence, Stretch};
pub use formula::{FormulaEvidence, GameEvidence, Progressions, SentenceEvidence};
pub use regularity::{Method, Regularity, Terms};

/// Why a claim about the sequence of one heap is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapEvidence {
    /// It is true in every case: one entry a case.
    Proof(Vec<CaseEvidence>),
    /// It is true for every number from some number on.
    Cutoff(CutoffEvidence),
    /// It is true for every set of further numbers.
    Absorption(AbsorptionEvidence),
    /// It is false for one set of further numbers.
    With {
        /// The set.
        further: Vec<i64>,
        /// Why it is false of the game with these numbers.
        why: Box<HeapEvidence>,
    },
    /// It is false in one case.
    Counterexample {
        /// The place of the case in the list of all, from 0 on.
        case: usize,
        /// Where it is false: the heap; or the place of a formula's sentence, from 0 on, and the numbers that it binds.
        at: Vec<i64>,
    },
    /// It is false in one case, as all terms of its sequence show.
    Refutation {
        /// The place of the case in the list of all, from 0 on.
        case: usize,
        /// What is so instead.
        why: CaseEvidence,
    },
}

/// Why a claim is true in one of its cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseEvidence {
    /// A finite computation settles it: the checker does it again.
    Computation,
    /// The sequence is regular from some heap on, and what is said follows from that.
    Regularity(Regularity),
    /// Every smaller heap is an option of every heap, so that no two heaps have the same nim-value.
    Distinct,
    /// The sentences of a formula are settled one by one.
    Formula(FormulaEvidence),
}

impl HeapEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            HeapEvidence::Proof(_) | HeapEvidence::Cutoff(_) | HeapEvidence::Absorption(_) => {
                Verdict::Proved
            }
            HeapEvidence::Counterexample { .. }
            | HeapEvidence::Refutation { .. }
            | HeapEvidence::With { .. } => Verdict::Refuted,
        }
    }

    /// A counterexample to a single case as one to that case among all.
    pub fn in_case(self, place: usize) -> HeapEvidence {
        match self {
            HeapEvidence::Counterexample { at, .. } => {
                HeapEvidence::Counterexample { case: place, at }
            }
            HeapEvidence::Refutation { why, .. } => HeapEvidence::Refutation { case: place, why },
            proof => proof,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            HeapEvidence::Proof(_) => "proof",
            HeapEvidence::Cutoff(_) => "cutoff",
            HeapEvidence::Absorption(_) => "absorption",
            HeapEvidence::With { .. } => "with",
            HeapEvidence::Counterexample { .. } => "counterexample",
            HeapEvidence::Refutation { .. } => "refutation",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            HeapEvidence::Proof(cases) => {
                out.field("cases", cases.len());
                for case in cases {
                    out.field("case", case.kind());
                    case.write(out);
                }
            }
            HeapEvidence::Cutoff(cutoff) => cutoff.write(out),
            HeapEvidence::Absorption(absorption) => absorption.write(out),
            HeapEvidence::With { further, why } => {
                out.numbers("further", further);
                out.field("why", why.kind());
                why.write(out);
            }
            HeapEvidence::Counterexample { case, at } => {
                out.field("case", case);
                out.numbers("at", at);
            }
            HeapEvidence::Refutation { case, why } => {
                out.field("case", case);
                out.field("why", why.kind());
                why.write(out);
            }
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<HeapEvidence, Fault> {
        match kind {
            "proof" => {
                let count: usize = lines.number("cases")?;
                let mut cases = Vec::new();
                for _ in 0..count {
                    let kind = lines.field("case")?;
                    cases.push(CaseEvidence::read(kind, lines)?);
                }
                Ok(HeapEvidence::Proof(cases))
            }
            "cutoff" => CutoffEvidence::read(lines).map(HeapEvidence::Cutoff),
            "absorption" => AbsorptionEvidence::read(lines).map(HeapEvidence::Absorption),
            "with" => {
                let further = lines.numbers("further")?;
                let why = absorption::inner(lines, "why", Verdict::Refuted)?;
                Ok(HeapEvidence::With { further, why })
            }
            "counterexample" => {
                let case = lines.number("case")?;
                Ok(HeapEvidence::Counterexample { case, at: lines.numbers("at")? })
            }
            "refutation" => {
                let case = lines.number("case")?;
                let kind = lines.field("why")?;
                Ok(HeapEvidence::Refutation { case, why: CaseEvidence::read(kind, lines)? })
            }
            _ => Err(lines.unknown(kind)),
        }
    }
}

impl CaseEvidence {
    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            CaseEvidence::Computation => "computation",
            CaseEvidence::Regularity(_) => "regularity",
            CaseEvidence::Distinct => "distinct",
            CaseEvidence::Formula(_) => "formula",
        }
    }

    fn write(&self, out: &mut Writer) {
        match self {
            CaseEvidence::Computation | CaseEvidence::Distinct => {}
            CaseEvidence::Regularity(regularity) => regularity.write(out),
            CaseEvidence::Formula(formula) => formula.write(out),
        }
    }

    fn read(kind: &str, lines: &mut Reader) -> Result<CaseEvidence, Fault> {
        match kind {
            "computation" => Ok(CaseEvidence::Computation),
            "distinct" => Ok(CaseEvidence::Distinct),
            "regularity" => Regularity::read(lines).map(CaseEvidence::Regularity),
            "formula" => FormulaEvidence::read(lines).map(CaseEvidence::Formula),
            _ => Err(lines.unknown(kind)),
        }
    }
}
