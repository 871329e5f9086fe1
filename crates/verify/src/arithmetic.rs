//! Deciding sentences of arithmetic by *derivatives*, without building automata.
//!
//! A formula speaks of natural numbers. Let each of its numbers be `2 n + d`, with a last binary digit d and the
//! number n before it: what the formula says is then something that another formula, its derivative by these digits,
//! says of the numbers n. Linear comparisons, congruences, digit-wise relations and membership in a set given by an
//! automaton all have derivatives of their own kind; connectives and `exists` pass them on. A formula holds for
//! all numbers iff it and all its derivatives, of any order, hold at zero. There are finitely many of them: the
//! constants of linear terms stay bounded, and the rest is built from those as the formula was.
//!
//! Equal formulas are kept once, so that a formula is a number and its derivatives are looked up.

mod decide;
mod term;

use std::collections::HashMap;

pub use decide::Decided;
pub use term::Term;

/// A number that formulas speak of.
pub type Variable = u8;
/// A formula, by its place in [`Arithmetic`].
pub type Formula = u32;
/// The last digits of all numbers: one bit for each variable.
type Digits = u64;

/// Sets of tuples by their digits, least significant first: from each state, for every letter, to the next.
/// Reading zeros changes nothing.
pub struct Automaton {
    pub tracks: usize,
    pub next: Vec<u32>,
    pub accepting: Vec<bool>,
}

impl Automaton {
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[((state as usize) << self.tracks) + letter]
    }

    /// Does it accept this tuple, from this state on?
    pub fn accepts(&self, mut state: u32, tuple: &[i64]) -> bool {
        let mut rest = tuple.to_vec();
        while rest.iter().any(|&n| n > 0) {
            let digits = rest.iter().enumerate();
            let letter = digits.map(|(track, n)| ((n & 1) as usize) << track).sum();
            state = self.step(state, letter);
            rest.iter_mut().for_each(|n| *n >>= 1);
        }
        self.accepting[state as usize]
    }
}

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
    /// These are natural numbers, and the automaton accepts them from this state on.
    Member(u32, Vec<Term>),
    /// These are natural numbers, and an even number of them has a 1 at each place.
    NimSumZero(Vec<Term>),
    /// This is a natural number with a single 1.
    PowerOfTwo(Term),
    /// The second is the largest power of two that divides the first, which is positive.
    LowBit(Term, Term),
    Not(Formula),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Exists(Variable, Formula),
}

/// All formulas, and what was found out about them.
pub struct Arithmetic {
    automaton: Automaton,
    nodes: Vec<Node>,
    places: HashMap<Node, Formula>,
    /// The variables of each formula that are not bound.
    free: Vec<Digits>,
    at_zero: Vec<Option<bool>>,
    derivatives: HashMap<(Formula, Digits), Formula>,
    most: usize,
}

pub const TRUE: Formula = 0;
pub const FALSE: Formula = 1;

impl Arithmetic {
    /// Formulas about an automaton; at most so many of them.
    pub fn new(automaton: Automaton, most: usize) -> Arithmetic {
        let mut arithmetic = Arithmetic {
            automaton,
            nodes: Vec::new(),
            places: HashMap::new(),
            free: Vec::new(),
            at_zero: Vec::new(),
            derivatives: HashMap::new(),
            most,
        };
        arithmetic.keep(Node::True);
        arithmetic.keep(Node::False);
        arithmetic
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
            Node::Member(_, terms) | Node::NimSumZero(terms) => of_terms(terms),
            Node::LowBit(a, b) => a.variables() | b.variables(),
            Node::Not(inner) => self.free[*inner as usize],
            Node::And(parts) | Node::Or(parts) => of(parts),
            Node::Exists(variable, inner) => self.free[*inner as usize] & !(1 << variable),
        };
        let place = self.nodes.len() as Formula;
        self.nodes.push(node.clone());
        self.free.push(free);
        self.at_zero.push(None);
        self.places.insert(node, place);
        place
    }

    fn constant(value: bool) -> Formula {
        if value { TRUE } else { FALSE }
    }

    /// `term <= 0`
    pub fn at_most_zero(&mut self, term: Term) -> Formula {
        match (term.least(), term.largest()) {
            (Some(least), _) if least > 0 => FALSE,
            (_, Some(largest)) if largest <= 0 => TRUE,
            _ => self.keep(Node::AtMost(term)),
        }
    }

    /// `a <= b`
    pub fn at_most(&mut self, a: &Term, b: &Term) -> Formula {
        self.at_most_zero(a.minus(b))
    }

    /// `a < b`
    pub fn less(&mut self, a: &Term, b: &Term) -> Formula {
        self.at_most_zero(a.minus(b).plus_constant(1))
    }

    /// `a = b`
    pub fn equal(&mut self, a: &Term, b: &Term) -> Formula {
        self.zero(a.minus(b))
    }

    /// `term = 0`
    pub fn zero(&mut self, term: Term) -> Formula {
        match (term.least(), term.largest()) {
            (Some(least), _) if least > 0 => FALSE,
            (_, Some(largest)) if largest < 0 => FALSE,
            (Some(0), Some(0)) => TRUE,
            _ => self.keep(Node::Zero(term)),
        }
    }

    /// `term` is a multiple of a positive number.
    pub fn multiple(&mut self, term: Term, of: i64) -> Formula {
        let term = term.reduced(of);
        match term.as_constant() {
            Some(constant) => Arithmetic::constant(constant == 0),
            None => self.keep(Node::Multiple(term, of)),
        }
    }

    /// These are natural numbers that the automaton accepts.
    pub fn member(&mut self, terms: Vec<Term>) -> Formula {
        self.member_from(0, terms)
    }

    fn member_from(&mut self, state: u32, terms: Vec<Term>) -> Formula {
        self.natural(Node::Member(state, terms))
    }

    /// The nim-sum of natural numbers is 0.
    pub fn nim_sum_zero(&mut self, terms: Vec<Term>) -> Formula {
        self.natural(Node::NimSumZero(terms))
    }

    pub fn power_of_two(&mut self, term: Term) -> Formula {
        self.natural(Node::PowerOfTwo(term))
    }

    /// The second is the largest power of two that divides the first.
    pub fn low_bit(&mut self, of: Term, bit: Term) -> Formula {
        self.natural(Node::LowBit(of, bit))
    }

    /// A relation between natural numbers: false as soon as one of them must be negative.
    fn natural(&mut self, node: Node) -> Formula {
        let negative = |term: &Term| term.largest().is_some_and(|largest| largest < 0);
        let never = match &node {
            Node::Member(_, terms) | Node::NimSumZero(terms) => terms.iter().any(negative),
            Node::PowerOfTwo(term) => negative(term),
            Node::LowBit(a, b) => negative(a) || negative(b),
            _ => false,
        };
        if never { FALSE } else { self.keep(node) }
    }

    pub fn not(&mut self, formula: Formula) -> Formula {
        match &self.nodes[formula as usize] {
            Node::True => FALSE,
            Node::False => TRUE,
            Node::Not(inner) => *inner,
            _ => self.keep(Node::Not(formula)),
        }
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
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

    pub fn or(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
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

    pub fn implies(&mut self, a: Formula, b: Formula) -> Formula {
        let not = self.not(a);
        self.or([not, b])
    }

    pub fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        let (there, back) = (self.implies(a, b), self.implies(b, a));
        self.and([there, back])
    }

    /// For some value of the variable.
    pub fn exists(&mut self, variable: Variable, inner: Formula) -> Formula {
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
