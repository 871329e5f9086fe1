//! Deciding sentences of arithmetic: formulas about natural numbers, and the set of tuples for which each holds.
//!
//! A formula is a tree of atoms (linear comparisons, congruences, relations between digits, membership in the automaton of
//! a certificate), "and", "or", "not" and "there is a number". Equal formulas are kept once, so that a formula is a
//! number, and the set of tuples for which it holds ([`set`]) is made once, from those of its parts ([`decide`]): an atom
//! is a finite automaton by itself ([`atoms`]). A formula holds for all numbers iff no tuple is in the set of its negation.

mod atoms;
mod decide;
mod set;
mod term;

use std::collections::HashMap;
use std::rc::Rc;

use sprague_certificate::{Automaton, Digits};
use sprague_task::Task;

use set::{Set, Workshop};

pub(crate) use decide::Decided;
pub(crate) use term::Term;

/// A number that formulas speak of.
pub(crate) type Variable = u8;
/// A formula, by its place in [`Arithmetic`].
pub(crate) type Formula = u32;
/// One bit for each variable.
type Variables = u64;

/// Variables from here on are for this room alone.
pub(crate) const MOST_VARIABLES: Variable = 48;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    True,
    False,
    /// The term is at most 0.
    AtMost(Term),
    /// The term is 0.
    Zero(Term),
    /// The term is a multiple of this.
    Multiple(Term, i64),
    /// These are natural numbers, and the automaton accepts them.
    Member(Vec<Term>),
    /// These are natural numbers, and an even number of them has a 1 at each place.
    NimSumZero(Vec<Term>),
    /// This is a natural number with a single 1.
    PowerOfTwo(Term),
    /// The second is the largest power of two that divides the first, which is positive.
    LowBit(Term, Term),
    /// With this t, for some n >= 1, the first is n [1; t, t, ...] rounded down and the second t n more.
    Metallic(u8, Term, Term),
    Not(Formula),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Exists(Variable, Formula),
}

/// All formulas, and what was found out about them.
pub(crate) struct Arithmetic<'t> {
    workshop: Workshop<'t>,
    automaton: Automaton,
    nodes: Vec<Node>,
    places: HashMap<Node, Formula>,
    /// The variables of each formula that are not bound.
    free: Vec<Variables>,
    sets: Vec<Option<Rc<Set>>>,
}

pub(crate) const TRUE: Formula = 0;
pub(crate) const FALSE: Formula = 1;

impl<'t> Arithmetic<'t> {
    /// Formulas about an automaton.
    pub(crate) fn new(automaton: Automaton, task: &'t Task) -> Arithmetic<'t> {
        let workshop = Workshop { digits: automaton.digits, task };
        let mut arithmetic = Arithmetic {
            workshop,
            automaton,
            nodes: Vec::new(),
            places: HashMap::new(),
            free: Vec::new(),
            sets: Vec::new(),
        };
        arithmetic.keep(Node::True);
        arithmetic.keep(Node::False);
        arithmetic
    }

    /// Formulas about binary numbers alone.
    pub(crate) fn of_numbers(task: &'t Task) -> Arithmetic<'t> {
        // Nothing is asked of it.
        let (next, accepting) = (vec![0], vec![false]);
        Arithmetic::new(Automaton { digits: Digits::Binary, tracks: 0, next, accepting }, task)
    }

    fn keep(&mut self, node: Node) -> Formula {
        if let Some(&place) = self.places.get(&node) {
            return place;
        }
        let of_terms = |terms: &[Term]| terms.iter().fold(0, |all, term| all | term.variables());
        let of =
            |parts: &[Formula]| parts.iter().fold(0, |all, &part| all | self.free[part as usize]);
        let free = match &node {
            Node::True | Node::False => 0,
            Node::AtMost(term)
            | Node::Zero(term)
            | Node::Multiple(term, _)
            | Node::PowerOfTwo(term) => term.variables(),
            Node::Member(terms) | Node::NimSumZero(terms) => of_terms(terms),
            Node::LowBit(a, b) | Node::Metallic(_, a, b) => a.variables() | b.variables(),
            Node::Not(inner) => self.free[*inner as usize],
            Node::And(parts) | Node::Or(parts) => of(parts),
            Node::Exists(variable, inner) => self.free[*inner as usize] & !(1 << variable),
        };
        let place = self.nodes.len() as Formula;
        self.nodes.push(node.clone());
        self.free.push(free);
        self.sets.push(None);
        self.places.insert(node, place);
        place
    }

    fn constant(value: bool) -> Formula {
        if value { TRUE } else { FALSE }
    }

    /// `term <= 0`
    pub(crate) fn at_most_zero(&mut self, term: Term) -> Formula {
        match (term.least(), term.largest()) {
            (Some(least), _) if least > 0 => FALSE,
            (_, Some(largest)) if largest <= 0 => TRUE,
            _ => self.keep(Node::AtMost(term)),
        }
    }

    /// `a <= b`
    pub(crate) fn at_most(&mut self, a: &Term, b: &Term) -> Formula {
        self.at_most_zero(a.minus(b))
    }

    /// `a < b`
    pub(crate) fn less(&mut self, a: &Term, b: &Term) -> Formula {
        self.at_most_zero(a.minus(b).plus_constant(1))
    }

    /// `a = b`
    pub(crate) fn equal(&mut self, a: &Term, b: &Term) -> Formula {
        self.zero(a.minus(b))
    }

    /// `term = 0`
    pub(crate) fn zero(&mut self, term: Term) -> Formula {
        match (term.least(), term.largest()) {
            (Some(least), _) if least > 0 => FALSE,
            (_, Some(largest)) if largest < 0 => FALSE,
            (Some(0), Some(0)) => TRUE,
            _ => self.keep(Node::Zero(term)),
        }
    }

    /// `term` is a multiple of a positive number.
    pub(crate) fn multiple(&mut self, term: Term, of: i64) -> Formula {
        let term = term.reduced(of);
        match term.as_constant() {
            Some(constant) => Arithmetic::constant(constant == 0),
            None => self.keep(Node::Multiple(term, of)),
        }
    }

    /// These are natural numbers that the automaton accepts.
    pub(crate) fn member(&mut self, terms: Vec<Term>) -> Formula {
        assert_eq!(terms.len(), self.automaton.tracks, "a term for every number that is read");
        self.natural(Node::Member(terms))
    }

    /// How many numbers the automaton reads at once.
    pub(crate) fn tracks(&self) -> usize {
        self.automaton.tracks
    }

    /// The nim-sum of natural numbers is 0.
    pub(crate) fn nim_sum_zero(&mut self, terms: Vec<Term>) -> Formula {
        self.natural(Node::NimSumZero(terms))
    }

    pub(crate) fn power_of_two(&mut self, term: Term) -> Formula {
        self.natural(Node::PowerOfTwo(term))
    }

    /// The second is the largest power of two that divides the first.
    pub(crate) fn low_bit(&mut self, of: Term, bit: Term) -> Formula {
        self.natural(Node::LowBit(of, bit))
    }

    /// For some n >= 1, the first is n [1; t, t, ...] rounded down and the second t n more.
    pub(crate) fn metallic(&mut self, t: u8, a: Term, b: Term) -> Formula {
        self.natural(Node::Metallic(t, a, b))
    }

    /// A relation between natural numbers: false as soon as one of them must be negative.
    fn natural(&mut self, node: Node) -> Formula {
        let negative = |term: &Term| term.largest().is_some_and(|largest| largest < 0);
        let never = match &node {
            Node::Member(terms) | Node::NimSumZero(terms) => terms.iter().any(negative),
            Node::PowerOfTwo(term) => negative(term),
            Node::LowBit(a, b) | Node::Metallic(_, a, b) => negative(a) || negative(b),
            _ => false,
        };
        if never { FALSE } else { self.keep(node) }
    }

    pub(crate) fn not(&mut self, formula: Formula) -> Formula {
        match self.nodes[formula as usize].clone() {
            Node::True => FALSE,
            Node::False => TRUE,
            Node::Not(inner) => inner,
            // Not t <= 0: 1 - t <= 0.
            Node::AtMost(term) => self.at_most_zero(term.times(-1).plus_constant(1)),
            _ => self.keep(Node::Not(formula)),
        }
    }

    pub(crate) fn and(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match &self.nodes[part as usize] {
                Node::And(inner) => flat.extend(inner.iter().copied()),
                _ => flat.push(part),
            }
        }
        match self.sorted(flat, TRUE) {
            Ok(parts) => self.keep(Node::And(parts)),
            Err(formula) => formula,
        }
    }

    pub(crate) fn or(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match &self.nodes[part as usize] {
                Node::Or(inner) => flat.extend(inner.iter().copied()),
                _ => flat.push(part),
            }
        }
        match self.sorted(flat, FALSE) {
            Ok(parts) => self.keep(Node::Or(parts)),
            Err(formula) => formula,
        }
    }

    /// The parts, each once and without the neutral one; or what they come down to.
    fn sorted(&self, mut parts: Vec<Formula>, neutral: Formula) -> Result<Vec<Formula>, Formula> {
        let other = TRUE + FALSE - neutral;
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != neutral);
        let opposite = |part: &Formula| match &self.nodes[*part as usize] {
            Node::Not(inner) => parts.binary_search(inner).is_ok(),
            _ => false,
        };
        match parts[..] {
            [] => Err(neutral),
            [one] => Err(one),
            _ if parts.contains(&other) || parts.iter().any(opposite) => Err(other),
            _ => Ok(parts),
        }
    }

    pub(crate) fn implies(&mut self, a: Formula, b: Formula) -> Formula {
        let not = self.not(a);
        self.or([not, b])
    }

    pub(crate) fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        let (there, back) = (self.implies(a, b), self.implies(b, a));
        self.and([there, back])
    }

    /// For some value of the variable.
    pub(crate) fn exists(&mut self, variable: Variable, inner: Formula) -> Formula {
        let bit = 1 << variable;
        if self.free[inner as usize] & bit == 0 {
            return inner;
        }
        match self.nodes[inner as usize].clone() {
            Node::Or(parts) => {
                let each: Vec<Formula> =
                    parts.into_iter().map(|part| self.exists(variable, part)).collect();
                self.or(each)
            }
            Node::And(parts) => {
                let (with, without): (Vec<Formula>, Vec<Formula>) =
                    parts.into_iter().partition(|&part| self.free[part as usize] & bit != 0);
                if without.is_empty() {
                    return self.keep(Node::Exists(variable, inner));
                }
                let with = self.and(with);
                let with = self.exists(variable, with);
                self.and(without.into_iter().chain([with]))
            }
            _ => self.keep(Node::Exists(variable, inner)),
        }
    }
}

#[cfg(test)]
mod tests;
