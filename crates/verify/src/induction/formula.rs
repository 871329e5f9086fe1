//! Ground formulas: atoms joined by and, or, not.

use sprague_certificate::induction::{Choice, Row, Term};

/// What is true or false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// The number is 0 or less.
    AtMostZero(Term),
    /// Left, or Right, wins this heap of a game, moving first.
    Wins {
        /// The game, by its place in the claim.
        game: usize,
        /// 0 for Left, 1 for Right.
        player: usize,
        /// The heap.
        heap: Term,
    },
    /// The set has this number.
    Member(Term),
    /// The unknown is odd.
    Odd(usize),
    /// The sentence with this number is so of every heap.
    Every(usize),
    /// All heaps of a row, from 0 on, have one of some outcomes.
    Row(Row),
    /// One can move to a heap with one of some outcomes.
    Choice(Choice),
    /// The set is symmetric, consecutive, even, odd, in the order of `rules::LIKE`.
    Like(usize),
    /// Some stuck heap ends so, in the order of outcomes.
    Ends(usize),
    /// From some heap on all outcomes of a game are among these.
    Eventually(usize, u8),
    /// From some heap on the sequence has this period.
    HasPeriod(Term),
}

/// A formula over numbered atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// An atom.
    Atom(usize),
    /// It is not so.
    Not(Box<Formula>),
    /// All of these.
    And(Vec<Formula>),
    /// One of these.
    Or(Vec<Formula>),
}

impl Formula {
    pub(super) const TRUE: Formula = Formula::And(Vec::new());
    pub(super) const FALSE: Formula = Formula::Or(Vec::new());

    pub(super) fn not(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// If all of these, then that.
    pub(super) fn implies(conditions: Vec<Formula>, conclusion: Formula) -> Formula {
        let mut parts: Vec<Formula> = conditions.into_iter().map(Formula::not).collect();
        parts.push(conclusion);
        Formula::Or(parts)
    }

    /// Both or none.
    pub(super) fn iff(self, other: Formula) -> Formula {
        Formula::Or(vec![
            Formula::And(vec![self.clone(), other.clone()]),
            Formula::And(vec![self.not(), other.not()]),
        ])
    }

    /// Is it true or false, as far as the atoms are known?
    pub(super) fn truth(&self, known: &[Option<bool>]) -> Option<bool> {
        match self {
            Formula::Atom(atom) => known.get(*atom).copied().flatten(),
            Formula::Not(inner) => inner.truth(known).map(|truth| !truth),
            Formula::And(parts) => of_parts(parts, known, false),
            Formula::Or(parts) => of_parts(parts, known, true),
        }
    }
}

/// One part with the value `strong` decides; the other value needs all parts.
fn of_parts(parts: &[Formula], known: &[Option<bool>], strong: bool) -> Option<bool> {
    let mut all = true;
    for part in parts {
        match part.truth(known) {
            Some(truth) if truth == strong => return Some(strong),
            Some(_) => {}
            None => all = false,
        }
    }
    all.then_some(!strong)
}
