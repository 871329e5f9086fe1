//! Fractal sequences: without the first instance of each number, the sequence is left as it was (Levine, Fractal
//! sequences and restricted Nim, 2006).

use sprague_task::Task;
use crate::cost;
use sprague_claim::Claim;
use sprague_rules::Ruleset;
use sprague_sequence::{Sequence, Terms};

use crate::verdict::Finding;

/// Heaps that are looked at if nothing is said.
const HEAPS: u32 = 2000;

pub fn judge(claim: &Claim, ruleset: &Ruleset, first: usize, task: &Task) -> Finding {
    let to = claim.check_to.unwrap_or(HEAPS);
    let sequence = match Sequence::compute(ruleset, to, &cost::budget(task), &cost::watch(task)) {
        Ok(sequence) => sequence,
        Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
    };
    let Terms::NimValues(values) = &sequence.terms else {
        return Finding::Undecided { why: "there are no nim-values".into() };
    };
    let values = values.get(first..).unwrap_or(&[]);
    if values.is_empty() {
        return Finding::Undecided { why: format!("no heap up to {to} is spoken of") };
    }
    match broken(values) {
        Some((heap, shown)) => {
            Finding::Refuted { witness: vec![(heap + first) as u32].into(), shown, evidence: None }
        }
        None => Finding::Holds {
            region: format!("heaps up to {to}"),
            why: "a fractal sequence is compared with itself, not proved".into(),
        },
    }
}

/// The place of the first term that is not what it should be.
fn broken(values: &[u32]) -> Option<(usize, String)> {
    let mut new = 0;
    let mut left = 0;
    for (place, &value) in values.iter().enumerate() {
        if value == new {
            new += 1;
            continue;
        }
        if value > new {
            return Some((place, format!("{value} comes before the first {new}")));
        }
        if value != values[left] {
            return Some((place, format!("{value} stands where {} should be left", values[left])));
        }
        left += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn fractal_sequences_are_told_from_others() {
        assert_eq!(broken(&[0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8, 4, 9, 2, 10]), None);
        assert_eq!(broken(&[0, 1, 2, 3, 0, 1, 2, 3, 0, 1]), None);
        assert_eq!(broken(&[0, 1, 1]).map(|b| b.0), Some(2));
        assert_eq!(broken(&[0, 2]).map(|b| b.0), Some(1));
    }
}
