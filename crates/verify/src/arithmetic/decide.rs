//! The set of tuples for which a formula holds, from those of its parts; with it the truth of sentences.

use std::rc::Rc;

use super::set::{Join, Set, number_of};
use super::{Arithmetic, Formula, Node, Variable};
use crate::Rejection;

/// What became of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    Holds,
    /// The numbers, one for each variable, for which it does not hold; none if they are huge.
    Fails(Option<Vec<u64>>),
}

impl Arithmetic<'_> {
    /// The tuples for which a formula holds.
    fn set(&mut self, formula: Formula) -> Result<Rc<Set>, Rejection> {
        if let Some(known) = &self.sets[formula as usize] {
            return Ok(known.clone());
        }
        let set = match self.nodes[formula as usize].clone() {
            Node::True => Set::constant(true),
            Node::False => Set::constant(false),
            Node::Not(inner) => {
                let inner = self.set(inner)?;
                self.workshop.not(&inner)?
            }
            Node::And(parts) => self.joined(&parts, Join::And)?,
            Node::Or(parts) => self.joined(&parts, Join::Or)?,
            Node::Exists(variable, inner) => {
                let inner = self.set(inner)?;
                self.workshop.exists(&inner, variable)?
            }
            atom => self.atom(&atom)?,
        };
        let set = Rc::new(set);
        self.sets[formula as usize] = Some(set.clone());
        Ok(set)
    }

    /// Joins two at a time, always the smallest ones.
    fn joined(&mut self, parts: &[Formula], join: Join) -> Result<Set, Rejection> {
        let mut sets: Vec<Rc<Set>> = Vec::with_capacity(parts.len());
        for &part in parts {
            let set = self.set(part)?;
            if join == Join::And && set.is_empty() {
                return Ok(Set::constant(false));
            }
            sets.push(set);
        }
        let size = |set: &Rc<Set>| std::cmp::Reverse((set.tracks.len(), set.states()));
        sets.sort_by_key(size);
        while let (Some(a), Some(b)) = (sets.pop(), sets.pop()) {
            let both = self.workshop.join(&a, &b, join)?;
            if join == Join::And && both.is_empty() {
                return Ok(Set::constant(false));
            }
            if sets.is_empty() {
                return Ok(both);
            }
            let both = Rc::new(both);
            let place = sets.partition_point(|set| size(set) < size(&both));
            sets.insert(place, both);
        }
        Err(Rejection::new("nothing to join"))
    }

    /// Does the formula hold for these values of its variables 0, 1, 2, ...?
    pub(crate) fn holds_at(
        &mut self,
        formula: Formula,
        numbers: &[u64],
    ) -> Result<bool, Rejection> {
        let set = self.set(formula)?;
        let number = |variable: Variable| numbers.get(usize::from(variable)).copied().unwrap_or(0);
        Ok(set.contains(self.workshop.digits, &number))
    }

    /// Does the formula hold for all values of its free variables, which are among the first so many?
    pub(crate) fn always(
        &mut self,
        formula: Formula,
        variables: usize,
    ) -> Result<Decided, Rejection> {
        let not = self.not(formula);
        let broken = self.set(not)?;
        let Some(word) = broken.some_word() else { return Ok(Decided::Holds) };
        let digits = self.workshop.digits;
        let number = |variable: usize| match broken.tracks.binary_search(&(variable as Variable)) {
            Ok(place) => {
                let digit = |&letter: &usize| self.workshop.alphabet().digit(letter, place);
                number_of(digits, word.iter().map(digit))
            }
            Err(_) => Some(0),
        };
        Ok(Decided::Fails((0..variables).map(number).collect()))
    }
}
