//! How much work an automaton may cost, and the report when it costs more.
//!
//! A product or a subset construction can explode without warning, so their loops ask the budget at
//! every new state and stop with a [`Blowup`]: which limit, where in the formula, how far it got.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Limits on each single construction (states, bytes) and on the whole work (deadline, cancelling).
#[derive(Clone, Debug)]
pub struct Budget {
    /// The most states an automaton may have, also before it is minimised.
    pub states: usize,
    /// The most bytes one construction may hold.
    pub bytes: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set from elsewhere to stop the work.
    pub cancel: Option<Arc<AtomicBool>>,
    /// States that were built in all, by everyone who counts here, and how many there may be: a measure of time that
    /// is the same on every machine.
    pub steps: Option<(Arc<AtomicU64>, u64)>,
    /// Bytes that are held by everyone, as somebody counts them, and how many there may be: constructions that are small each
    /// may be too much together.
    pub held: Option<(fn() -> u64, u64)>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            states: 300_000,
            bytes: 512 << 20,
            deadline: None,
            cancel: None,
            steps: None,
            held: None,
        }
    }
}

impl Budget {
    /// The usual budget, with so many states of one automaton.
    pub fn with_states(states: usize) -> Budget {
        Budget { states, ..Budget::default() }
    }

    /// May a construction go on that has so many states and bytes?
    pub(crate) fn allow(
        &self,
        operation: Operation,
        states: usize,
        bytes: usize,
    ) -> Result<(), Blowup> {
        if states > self.states {
            return Err(Blowup::new(operation, Limit::States(self.states), states));
        }
        if bytes > self.bytes {
            return Err(Blowup::new(operation, Limit::Bytes(self.bytes), states));
        }
        if let Some((spent, most)) = &self.steps
            && spent.fetch_add(1, Ordering::Relaxed) >= *most
        {
            return Err(Blowup::new(operation, Limit::Steps(*most), states));
        }
        // The clock costs more than a state of a product; one look in sixteen is enough.
        if states.is_multiple_of(16) { self.in_time(operation, states) } else { Ok(()) }
    }

    pub(crate) fn in_time(&self, operation: Operation, states: usize) -> Result<(), Blowup> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Blowup::new(operation, Limit::Deadline, states));
        }
        if self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Blowup::new(operation, Limit::Cancelled, states));
        }
        if let Some((held, most)) = self.held
            && held() > most
        {
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            return Err(Blowup::new(operation, Limit::Bytes(most), states));
        }
        Ok(())
    }
}

/// The construction that was under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// An automaton for a comparison, a congruence or a relation between digits.
    Atom,
    /// Two automata run side by side.
    Product,
    /// What an automaton rejects.
    Complement,
    /// A quantifier.
    Projection,
    /// Terms in place of variables.
    Substitution,
    /// The least automaton of a set.
    Minimisation,
    /// An automaton that reads backwards.
    Reversal,
    /// A set, residue class by residue class.
    Residues,
    /// A function that is periodic in every coordinate.
    Box,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Operation::Atom => "building an atom",
            Operation::Product => "a product",
            Operation::Complement => "a complement",
            Operation::Projection => "a projection",
            Operation::Substitution => "a substitution",
            Operation::Minimisation => "a minimisation",
            Operation::Reversal => "reversing an automaton",
            Operation::Residues => "splitting by residues",
            Operation::Box => "a periodic box",
        })
    }
}

/// What was exceeded, with its allowed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// States of one automaton.
    States(usize),
    /// Bytes of one construction.
    Bytes(usize),
    /// An alphabet is dense: 2^tracks letters.
    Tracks(usize),
    /// Coefficients and constants of linear terms.
    Coefficient(i64),
    /// States of all automata together.
    Steps(u64),
    /// The time is over.
    Deadline,
    /// It is no longer wanted.
    Cancelled,
}

/// A construction was given up. It says nothing about the truth of the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blowup {
    /// What was under way.
    pub operation: Operation,
    /// What was exceeded.
    pub limit: Limit,
    /// States (for [`Limit::Tracks`]: tracks) reached when it was given up.
    pub reached: usize,
    /// The innermost sub-formula under construction, if there was one.
    pub formula: Option<String>,
}

impl Blowup {
    pub(crate) fn new(operation: Operation, limit: Limit, reached: usize) -> Blowup {
        Blowup { operation, limit, reached, formula: None }
    }

    /// Names the sub-formula, unless a smaller one is already named.
    pub(crate) fn within(mut self, formula: &impl fmt::Display) -> Blowup {
        self.formula.get_or_insert_with(|| formula.to_string());
        self
    }
}

impl fmt::Display for Blowup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Blowup { operation, reached, .. } = self;
        match self.limit {
            Limit::States(most) => {
                write!(f, "{operation} passed {most} states")?;
            }
            Limit::Bytes(most) => {
                write!(f, "{operation} passed {most} bytes at {reached} states")?;
            }
            Limit::Tracks(most) => {
                write!(f, "{operation} needs {reached} variables at once; the most is {most}")?;
            }
            Limit::Coefficient(most) => {
                write!(f, "{operation} met a coefficient larger than {most}")?;
            }
            Limit::Steps(most) => write!(f, "{operation} passed {most} steps in all")?,
            Limit::Deadline => write!(f, "{operation} ran out of time at {reached} states")?,
            Limit::Cancelled => write!(f, "{operation} was stopped at {reached} states")?,
        }
        match &self.formula {
            Some(formula) => write!(f, ", in `{formula}`"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Blowup {}
