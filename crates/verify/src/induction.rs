//! What is said of every set without bound, `family any S`: a proof by induction on the heap in which the set stays open.
//!
//! *What is known.* S is a non-empty set of numbers from `least` on, finite or not; so it has a least member, min. Let l(n), r(n)
//! say that Left, Right wins heap n moving first: L is l and not r, R is r and not l, N both, P none. For n < min nobody can
//! move, and the rules say how n ends. For n >= min there is a move, namely min, and
//! `l(n) iff for some s in S, s <= n: not r(n - s)`, `r(n) iff for some s in S, s <= n: not l(n - s)`. A claim about all such S is about
//! all models of these lines, so it is true if its opposite contradicts finitely many instances of them (`facts`), in
//! which S, l and r are just names. There are no heaps below 0: whatever speaks of one says first that it is not below 0.
//!
//! *Induction.* If something is not so of every heap, there is a least heap n of which it is not, and it is so of every heap
//! t with 0 <= t < n. That is the only place where induction enters, so the hypothesis is never used at n or beyond. A lemma
//! of the claim is refuted to be false in the same way, and may be used from then on, at every heap, by what comes after it.
//!
//! *Finite sets.* These have a largest member, max; and their outcomes have a period, as l and r at n are functions of those at
//! the max heaps before n, of which there are finitely many patterns. So there are period >= 1 and preperiod >= 0, and the
//! outcomes of two heaps from the preperiod on, a multiple of the period apart, are the same.
//!
//! *The tree.* Atoms are inequalities between sums of unknowns, l, r and S at such sums, parities of unknowns, and the quantified parts
//! of sentences. A certificate splits on atoms until an instance is false whatever the other atoms are, or inequalities among
//! those that are assumed add up to 1 <= 0 (`tree`). All unknowns are integers, so the opposite of `t <= 0` is `1 - t <= 0`.
//!
//! The prover looks for a proof with the same words ([`Problem`]); that it is one is decided here.

mod facts;
mod formula;
mod rules;
mod sentence;
mod tree;

use sprague_certificate::induction::Refutation;
use sprague_claim::claim::OnOutcomes;
use sprague_task::Task;

use crate::Rejection;
pub use facts::Problem;
pub use formula::{Atom, Formula};
pub use rules::Setting;

/// Instances of one refutation.
const MOST: usize = 20_000;

/// Accepts proofs of all lemmas of a claim and of all parts of what it says. That the claim speaks of some set at all is looked
/// at elsewhere, so this alone makes nothing [`Accepted`](crate::Accepted).
pub fn check(on: &OnOutcomes, refutations: &[Refutation], task: &Task) -> Result<(), Rejection> {
    let setting = Setting::of(on)?;
    if refutations.len() != setting.goals() {
        return Err(Rejection::new(format!("{} sentences are to be proved", setting.goals())));
    }
    for (goal, refutation) in refutations.iter().enumerate() {
        if refutation.instances.len() > MOST {
            return Err(Rejection::new(format!("more than {MOST} instances")));
        }
        let mut problem = Problem::new(&setting, goal)?;
        for instance in &refutation.instances {
            task.spend(1)?;
            problem.add(instance)?;
        }
        tree::check(&problem, &refutation.tree, task)?;
    }
    Ok(())
}
