//! A tree of case splits that shows that what is said in a problem cannot all be true.

use sprague_certificate::induction::Tree;
use sprague_task::Task;

use super::facts::Problem;
use super::formula::Atom;
use crate::Rejection;

/// Accepts the tree, or says what is wrong with a leaf of it.
pub(super) fn check(problem: &Problem, tree: &Tree, task: &Task) -> Result<(), Rejection> {
    let mut known = vec![None; problem.atoms().len()];
    below(problem, tree, &mut known, task)
}

fn below(
    problem: &Problem,
    tree: &Tree,
    known: &mut [Option<bool>],
    task: &Task,
) -> Result<(), Rejection> {
    task.spend(1)?;
    match tree {
        Tree::Split { atom, yes, no } => {
            let before =
                *known.get(*atom).ok_or_else(|| Rejection::new("there is no such atom"))?;
            if before.is_some() {
                return Err(Rejection::new("a split on an atom that is known"));
            }
            for (truth, branch) in [(true, yes), (false, no)] {
                known[*atom] = Some(truth);
                below(problem, branch, known, task)?;
            }
            known[*atom] = None;
            Ok(())
        }
        Tree::False(place) => {
            let formula = problem.formulas().get(*place);
            match formula.and_then(|formula| formula.truth(known)) {
                Some(false) => Ok(()),
                _ => Err(Rejection::new("an instance that is to be false is not, or not yet")),
            }
        }
        Tree::Sum(parts) => adds_up(problem, parts, known),
    }
}

/// Do these inequalities, each so many times, add up to something impossible?
fn adds_up(
    problem: &Problem,
    parts: &[(usize, u64)],
    known: &[Option<bool>],
) -> Result<(), Rejection> {
    let large = || Rejection::new("a sum of inequalities is too large");
    let (mut constant, mut factors) = (0i128, Vec::<i128>::new());
    for &(atom, times) in parts {
        let (Some(Atom::AtMostZero(term)), Some(&Some(truth))) =
            (problem.atoms().get(atom), known.get(atom))
        else {
            return Err(Rejection::new("what is added is not an inequality that is known"));
        };
        // t <= 0, or 1 - t <= 0.
        let times = i128::from(times);
        let (sign, more) = if truth { (times, 0) } else { (-times, times) };
        let part = sign.checked_mul(term.constant.into()).and_then(|part| part.checked_add(more));
        constant = part.and_then(|part| constant.checked_add(part)).ok_or_else(large)?;
        if factors.len() < term.factors.len() {
            factors.resize(term.factors.len(), 0);
        }
        for (sum, &factor) in factors.iter_mut().zip(&term.factors) {
            let part = sign.checked_mul(factor.into());
            *sum = part.and_then(|part| sum.checked_add(part)).ok_or_else(large)?;
        }
    }
    match constant > 0 && factors.iter().all(|&factor| factor == 0) {
        true => Ok(()),
        false => Err(Rejection::new("inequalities do not add up to a contradiction")),
    }
}
