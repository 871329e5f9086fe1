//! Identities between nim-sets: N(n + 1, p + 1) = N(n, p) and the like.
//!
//! N(n, p) is the set of nim-values of the splits of n into p heaps. For a nim-sequence whose regularity is proved, the
//! sets of all n at once are automata, with n kept as a residue and a quotient; an identity is then
//! an equality of automata.

use std::collections::BTreeMap;
use std::time::Instant;

use sprague_automata::residue::{Periodic, Relation};
use sprague_automata::{Blowup, Connective, Linear, Relations, Variable};
use sprague_sequence::{Sequence, Terms, Verdict as Known};
use sprague_solve::heaps::nim_sets;

use crate::text::Claim;
use crate::verdict::{Limits, Verdict};

/// `N(n + left.0, p + left.1) = N(n + right.0, p + right.1)` for these p, and n from `from` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub left: (u32, u32),
    pub right: (u32, u32),
    pub parts: std::ops::RangeInclusive<u32>,
    pub from: u32,
}

/// Heaps that are compared before a proof is tried, if nothing is said.
const QUICK: u32 = 150;

pub fn judge(claim: &Claim, identity: &Identity, limits: &Limits, deadline: Instant) -> Verdict {
    let most = identity.parts.end() + identity.left.1.max(identity.right.1);
    let to = claim.check_to.unwrap_or(QUICK) + identity.left.0.max(identity.right.0);
    let budget = limits.budget();
    let watch = limits.watch();
    let ruleset = &claim.ruleset;
    if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
        return Verdict::Undecided { why: "nim-sets need moves that act on one pile alone".into() };
    }
    let sequence = match Sequence::compute(ruleset, to.max(2000), &budget, &watch) {
        Ok(sequence) => sequence,
        Err(refusal) => return Verdict::Undecided { why: refusal.to_string() },
    };
    let regularity = sequence.regularity(ruleset);
    let Terms::NimValues(values) = sequence.terms else {
        return Verdict::Undecided { why: "there are no nim-values".into() };
    };
    let near = &values[..=to as usize];
    let sets: BTreeMap<u32, Vec<Vec<u32>>> = (*identity.parts.start()..=most)
        .map(|parts| (parts, nim_sets(near, parts as usize)))
        .collect();
    for n in identity.from..=to - identity.left.0.max(identity.right.0) {
        for parts in identity.parts.clone() {
            let side =
                |(more, parts_more): (u32, u32)| &sets[&(parts + parts_more)][(n + more) as usize];
            let (left, right) = (side(identity.left), side(identity.right));
            if left != right {
                let shown = format!("with p = {parts}: {left:?} is not {right:?}");
                return Verdict::Refuted { witness: vec![n].into(), shown };
            }
        }
    }
    let region = format!("n up to {}", claim.check_to.unwrap_or(QUICK));
    let Some(regularity) = regularity.filter(|found| matches!(found.verdict, Known::Proved(_)))
    else {
        return Verdict::Holds {
            region,
            why: "the regularity of the nim-sequence is not proved".into(),
        };
    };
    let start = regularity.preperiod.max(1);
    let wide = |values: &[u32]| values.iter().map(|&value| u64::from(value)).collect();
    let sequence = Periodic {
        first: 1,
        preperiod: wide(&values[1..start]),
        period: wide(&values[start..start + regularity.period]),
        saltus: regularity.saltus.unsigned_abs(),
    };
    match prove(&sequence, identity, most as usize, limits, deadline) {
        Ok(true) => Verdict::Proved { by: "automata" },
        Ok(false) => Verdict::Holds { region, why: "it fails further out, for a large n".into() },
        Err(blowup) => Verdict::Holds { region, why: format!("too large for automata: {blowup}") },
    }
}

fn prove(
    sequence: &Periodic,
    identity: &Identity,
    most: usize,
    limits: &Limits,
    deadline: Instant,
) -> Result<bool, Blowup> {
    let budget = sprague_automata::Budget {
        states: limits.states,
        deadline: Some(deadline),
        ..sprague_automata::Budget::default()
    };
    let sums = sequence.sums("n", "v", most, &budget)?;
    let coordinates = sums[0].coordinates().to_vec();
    let far = Linear::var("n").at_least(i64::from(identity.from));
    let far = Relation::new(coordinates.clone(), &far, &Relations::binary(), &budget)?;
    for parts in identity.parts.clone() {
        let side = |(more, parts_more): (u32, u32)| {
            let moved = BTreeMap::from([(Variable::new("n"), Linear::var("n") + i64::from(more))]);
            sums[(parts + parts_more) as usize - 1].substitute(&moved, coordinates.clone(), &budget)
        };
        let differ =
            side(identity.left)?.product(&side(identity.right)?, Connective::Xor, &budget)?;
        if !differ.product(&far, Connective::And, &budget)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}
