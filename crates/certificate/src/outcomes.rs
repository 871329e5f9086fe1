//! Evidence for claims about the outcomes of one heap, for one set of amounts or for all sets of a family.
//!
//! Each set makes finitely many games whose outcomes are eventually periodic, and the checker finds that out by itself: so a
//! proof is nothing but the word that it can be computed. A counterexample names the set, the endings of the stuck
//! heaps where the claim leaves them open, and a heap; a count that is wrong comes with the right one.

use sprague_rules::Outcome;

use crate::Verdict;
use crate::induction::Refutation;
use crate::text::{Fault, Reader, Writer};

/// Why a claim about the outcomes of one heap is true, or where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomesEvidence {
    /// The claim speaks of finitely many games: the checker settles them all again.
    Computation,
    /// For sets without bound: the opposite of each lemma of the claim, then of each part of what it says, is refuted.
    Induction {
        /// One after the other; each may use the lemmas before it.
        refutations: Vec<Refutation>,
    },
    /// It is false for this set, which fulfils what is supposed.
    Counterexample {
        /// The members of the set among the numbers that are left open, ascending; none where the game is given.
        set: Vec<u32>,
        /// The outcomes of the stuck heaps, where these are left open.
        ends: Vec<Outcome>,
        /// The least heap at which what is said of every heap fails; 0 where nothing is said of single heaps.
        heap: u64,
    },
    /// The sets are counted wrong.
    Recount {
        /// How many sets are as supposed.
        all: u64,
        /// How many of them are so.
        found: u64,
    },
}

impl OutcomesEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            OutcomesEvidence::Computation | OutcomesEvidence::Induction { .. } => Verdict::Proved,
            OutcomesEvidence::Counterexample { .. } | OutcomesEvidence::Recount { .. } => {
                Verdict::Refuted
            }
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            OutcomesEvidence::Computation => "computation",
            OutcomesEvidence::Induction { .. } => "induction",
            OutcomesEvidence::Counterexample { .. } => "counterexample",
            OutcomesEvidence::Recount { .. } => "recount",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        match self {
            OutcomesEvidence::Computation => {}
            OutcomesEvidence::Induction { refutations } => {
                out.field("refutations", refutations.len());
                refutations.iter().for_each(|refutation| refutation.write(out));
            }
            OutcomesEvidence::Counterexample { set, ends, heap } => {
                out.numbers("set", set);
                out.numbers("ends", ends.iter().map(|end| end.letter()));
                out.field("heap", heap);
            }
            OutcomesEvidence::Recount { all, found } => {
                out.field("all", all);
                out.field("found", found);
            }
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<OutcomesEvidence, Fault> {
        match kind {
            "computation" => Ok(OutcomesEvidence::Computation),
            "induction" => {
                let count: usize = lines.number("refutations")?;
                let mut refutations = Vec::new();
                for _ in 0..count {
                    refutations.push(Refutation::read(lines)?);
                }
                Ok(OutcomesEvidence::Induction { refutations })
            }
            "counterexample" => {
                let set = lines.numbers("set")?;
                let ends = lines.field("ends")?.split(' ').filter(|letter| !letter.is_empty());
                let ends: Option<Vec<Outcome>> = ends.map(Outcome::from_letter).collect();
                let ends = ends.ok_or_else(|| lines.fault("outcomes are L, R, N and P"))?;
                Ok(OutcomesEvidence::Counterexample { set, ends, heap: lines.number("heap")? })
            }
            "recount" => Ok(OutcomesEvidence::Recount {
                all: lines.number("all")?,
                found: lines.number("found")?,
            }),
            _ => Err(lines.unknown(kind)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::induction::{Instance, Row, Term, Tree};

    #[test]
    fn what_is_written_is_read() {
        for evidence in [
            OutcomesEvidence::Computation,
            OutcomesEvidence::Counterexample {
                set: vec![2, 3, 19],
                ends: vec![Outcome::L, Outcome::N],
                heap: 17,
            },
            OutcomesEvidence::Counterexample { set: vec![], ends: vec![], heap: 0 },
            OutcomesEvidence::Recount { all: 134_217_728, found: 7 },
            OutcomesEvidence::Induction {
                refutations: vec![Refutation {
                    instances: vec![
                        Instance::Least { sentence: 0 },
                        Instance::Take {
                            game: 0,
                            heap: Term { constant: -1, factors: vec![0, 0, 1] },
                            amount: Term::unknown(0),
                        },
                        Instance::Out {
                            row: Row {
                                game: 1,
                                outcomes: 5,
                                from: Term::number(0),
                                to: Term::unknown(1),
                            },
                        },
                    ],
                    tree: Tree::Split {
                        atom: 3,
                        yes: Box::new(Tree::False(2)),
                        no: Box::new(Tree::Sum(vec![(1, 2), (4, 1)])),
                    },
                }],
            },
        ] {
            let mut out = Writer::default();
            evidence.write(&mut out);
            let text = out.finish();
            let mut lines = Reader::new(&text);
            assert_eq!(OutcomesEvidence::read(evidence.kind(), &mut lines), Ok(evidence));
            lines.finish().unwrap();
        }
    }
}
