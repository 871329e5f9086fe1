//! Where a period of 1 or 2 is supposed: instances at heaps so far out that whatever is taken leads to heaps where the period is known.
//!
//! Two of these that are seen to be a multiple of the period apart have the same outcome, so that one move from a few of them is enough.

use sprague_certificate::induction::{Instance, Term};
use sprague_verify::Rejection;
use sprague_verify::induction::{Atom, Formula, Problem};

use super::gather::{Gathering, LARGEST, LEAST};

/// Heaps far out, where a period is known.
pub(super) struct Far {
    /// Unknowns from which on the sequence repeats.
    pub(super) periodic: Vec<usize>,
    /// Unknowns from which on all outcomes are among some.
    pub(super) lasting: Vec<usize>,
    /// Heaps that others are compared with.
    pub(super) bases: Vec<Term>,
}

impl Gathering<'_> {
    /// Is the atom true, or false, by what is supposed and the opposite of the goal alone?
    pub(super) fn taken(&self, atom: &Atom) -> Option<bool> {
        let given = [(Problem::OPPOSITE, true), (Problem::SUPPOSED, self.supposing)];
        let given = given.into_iter().filter(|(_, used)| *used);
        let mut parts: Vec<(&Formula, bool)> =
            given.map(|(place, _)| (&self.problem.formulas()[place], true)).collect();
        while let Some((formula, truth)) = parts.pop() {
            match (formula, truth) {
                (Formula::Atom(place), _) if self.problem.atoms()[*place] == *atom => {
                    return Some(truth);
                }
                (Formula::Not(inner), _) => parts.push((inner, !truth)),
                (Formula::And(all), true) | (Formula::Or(all), false) => {
                    parts.extend(all.iter().map(|part| (part, truth)));
                }
                _ => {}
            }
        }
        None
    }

    /// Is a period supposed of which it is known which heaps are a multiple of it apart?
    pub(super) fn supposes_a_period(&self) -> bool {
        let short = [1, 2].map(|step| Atom::HasPeriod(Term::number(step)));
        short.iter().any(|atom| self.taken(atom) == Some(true))
    }

    /// Heaps so far out that whatever is taken leads to heaps where the period is known: with outcomes that the claim does
    /// not expect, where the outcomes differ a step later, and those beside them.
    pub(super) fn begin_far_out(
        &mut self,
        atoms: &[Atom],
        beyond: Term,
        mut far: Far,
    ) -> Result<(), Rejection> {
        let mut amounts = vec![Term::unknown(LEAST)];
        amounts.extend(self.unlike.iter().map(|unknown| Term::unknown(*unknown)));
        amounts.extend(self.setting.is_finite().then(|| Term::unknown(LARGEST)));
        let heap = amounts.iter().fold(beyond, |sum, part| sum.plus(1, part).unwrap_or(sum));
        for atom in
            atoms.iter().filter(|atom| self.taken(atom) != Some(true)).cloned().collect::<Vec<_>>()
        {
            let (there, instance) = match &atom {
                Atom::Eventually(game, outcomes) => {
                    let (game, outcomes, heap) = (*game, *outcomes, heap.clone());
                    (self.problem.next_unknown(), Instance::Beyond { game, outcomes, heap })
                }
                Atom::HasPeriod(step) => {
                    let (step, heap) = (step.clone(), heap.clone());
                    (self.problem.next_unknown(), Instance::Differ { step, heap })
                }
                _ => continue,
            };
            self.add(instance, 0)?;
            let there = Term::unknown(there);
            far.bases.extend(there.plus(1, &Term::number(1)));
            far.bases.push(there);
        }
        for base in far.bases.clone() {
            self.name(base);
        }
        self.far = Some(far);
        self.far_out(0)
    }

    /// What is known of the heaps far out that were reached.
    pub(super) fn far_out(&mut self, level: usize) -> Result<(), Rejection> {
        let Some(far) = self.far.take() else { return Ok(()) };
        for (_, heap) in self.heaps_of(level).into_iter().filter(|(game, _)| *game == 0) {
            for &from in &far.lasting {
                self.add(Instance::Later { from, heap: heap.clone() }, level)?;
            }
            for (&from, base) in
                far.periodic.iter().flat_map(|f| far.bases.iter().map(move |b| (f, b)))
            {
                if heap != *base {
                    let (heap, other) = (base.clone(), heap.clone());
                    self.add(Instance::Repeat { from, heap, other }, level)?;
                }
            }
        }
        self.far = Some(far);
        Ok(())
    }
}
