//! Evidence for every set of further numbers: what is said is so without any, and no further number changes a value.
//!
//! ```text
//! evidence heap absorption
//! step 2
//! fewest 4
//! without cutoff
//! ...
//! absorbs cutoff
//! ...
//! end
//! ```
//!
//! `without` is evidence for the claim about the game without further numbers. `absorbs` is evidence for a formula about the same game: that nim-sets of
//! `step` parts more lie within those of p parts, from `fewest` parts on, and that the value of a heap is in none of finitely many nim-sets. The claim and
//! these two numbers say which.

use super::HeapEvidence;
use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why further numbers change nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsorptionEvidence {
    /// Nim-sets of so many parts more lie within those of fewer.
    pub step: i64,
    /// From so many parts on.
    pub fewest: i64,
    /// What is said, of the game without further numbers.
    pub without: Box<HeapEvidence>,
    /// The formula.
    pub absorbs: Box<HeapEvidence>,
}

impl AbsorptionEvidence {
    pub(super) fn write(&self, out: &mut Writer) {
        out.field("step", self.step);
        out.field("fewest", self.fewest);
        for (field, evidence) in [("without", &self.without), ("absorbs", &self.absorbs)] {
            out.field(field, evidence.kind());
            evidence.write(out);
        }
    }

    pub(super) fn read(lines: &mut Reader) -> Result<AbsorptionEvidence, Fault> {
        let (step, fewest) = (lines.number("step")?, lines.number("fewest")?);
        let without = inner(lines, "without", Verdict::Proved)?;
        let absorbs = inner(lines, "absorbs", Verdict::Proved)?;
        Ok(AbsorptionEvidence { step, fewest, without, absorbs })
    }
}

/// Evidence for a claim without further numbers, so that none of this kind lies within another.
pub(super) fn inner(
    lines: &mut Reader,
    field: &str,
    verdict: Verdict,
) -> Result<Box<HeapEvidence>, Fault> {
    let kind = lines.field(field)?;
    let plain = match verdict {
        Verdict::Proved => ["proof", "cutoff"],
        Verdict::Refuted => ["counterexample", "refutation"],
    };
    match plain.contains(&kind) {
        true => HeapEvidence::read(kind, lines).map(Box::new),
        false => Err(lines.unknown(kind)),
    }
}
