//! What methods find: a proof, a counterexample, or how far it is so; and what was done on the way. It is not yet a verdict.

use sprague_certificate::Evidence;

/// What a method found, before the checker has seen it.
#[derive(Clone, Debug)]
pub enum Finding {
    /// For all positions.
    Proved {
        /// The method.
        by: &'static str,
        /// What the checker needs.
        evidence: Option<Evidence>,
    },
    /// For every position of this region; why not for all.
    Holds {
        /// The region, in words.
        region: String,
        /// Why it is not proved.
        why: String,
    },
    /// Not so at this position.
    Refuted {
        /// Where.
        witness: Witness,
        /// What is so there.
        shown: String,
        /// What the checker needs.
        evidence: Option<Evidence>,
    },
    /// Nothing is known.
    Undecided {
        /// Why.
        why: String,
    },
}

/// A position at which a claim is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// Piles, or a heap.
    Piles(Vec<u32>),
    /// As the command line reads it.
    Written(String),
}

impl Witness {
    /// The piles; none, if it is written.
    pub fn piles(&self) -> &[u32] {
        match self {
            Witness::Piles(piles) => piles,
            Witness::Written(_) => &[],
        }
    }
}

impl From<Vec<u32>> for Witness {
    fn from(piles: Vec<u32>) -> Witness {
        Witness::Piles(piles)
    }
}

impl std::fmt::Display for Witness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Witness::Piles(piles) => f.write_str(&sprague_rules::write_position(piles)),
            Witness::Written(text) => f.write_str(text),
        }
    }
}

/// What was done to find a proof.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What the proof decided, sentence by sentence, with the sizes of automata.
    pub steps: Vec<String>,
    /// How a proof goes, where the name of its method does not say enough.
    pub how: Option<String>,
    /// States of the largest automaton.
    pub states: Option<usize>,
    /// Points of the periodic box.
    pub points: Option<usize>,
    /// The largest size, or count, that was looked at, and at how many positions the claim was right there.
    pub looked: Option<(u32, u64)>,
}

/// It is so as far as was looked, which is at so many positions; nothing is known if that is none.
pub(crate) fn as_far(positions: u64, region: String, why: String) -> Finding {
    match positions {
        0 => Finding::Undecided {
            why: format!("it speaks of no position of {region}; not proved: {why}"),
        },
        _ => Finding::Holds { region, why },
    }
}
