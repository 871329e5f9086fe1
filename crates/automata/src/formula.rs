//! First-order formulas of arithmetic. Variables range over the natural numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::digits::Digitwise;
use crate::linear::{Linear, Variable};

/// How a term stands to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// It is zero.
    Equal,
    /// It is below zero.
    Below,
}

/// A formula. Terms have integer values; digit predicates and named relations are false where an
/// argument is negative.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// Always true.
    True,
    /// Never true.
    False,
    /// The term is zero, or below it.
    Compare(Linear, Comparison),
    /// The term is a multiple of the modulus.
    Congruent(Linear, u32),
    /// A relation between digits.
    Digits(Digitwise, Vec<Linear>),
    /// A set by its name.
    Relation(String, Vec<Linear>),
    /// Not.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// One of them at least.
    Or(Vec<Formula>),
    /// The second, if the first.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For some numbers.
    Exists(Vec<Variable>, Box<Formula>),
    /// For all numbers.
    Forall(Vec<Variable>, Box<Formula>),
}

/// Comparisons of terms. The right side may be a term or a number.
impl Linear {
    /// `self = other`.
    pub fn equals(&self, other: impl IntoTerm) -> Formula {
        Formula::Compare(self - &other.into_term(), Comparison::Equal)
    }

    /// `self != other`.
    pub fn differs(&self, other: impl IntoTerm) -> Formula {
        self.equals(other).not()
    }

    /// `self < other`.
    pub fn less(&self, other: impl IntoTerm) -> Formula {
        Formula::Compare(self - &other.into_term(), Comparison::Below)
    }

    /// `self <= other`.
    pub fn at_most(&self, other: impl IntoTerm) -> Formula {
        Formula::Compare((self - &other.into_term()) - 1, Comparison::Below)
    }

    /// `self > other`.
    pub fn greater(&self, other: impl IntoTerm) -> Formula {
        other.into_term().less(self)
    }

    /// `self >= other`.
    pub fn at_least(&self, other: impl IntoTerm) -> Formula {
        other.into_term().at_most(self)
    }

    /// Congruent to `other` modulo `modulus`.
    pub fn congruent(&self, other: impl IntoTerm, modulus: u32) -> Formula {
        Formula::Congruent(self - &other.into_term(), modulus)
    }
}

/// What may stand on the right of a comparison.
pub trait IntoTerm {
    fn into_term(self) -> Linear;
}

impl IntoTerm for &Linear {
    fn into_term(self) -> Linear {
        self.clone()
    }
}

impl IntoTerm for Linear {
    fn into_term(self) -> Linear {
        self
    }
}

impl IntoTerm for i64 {
    fn into_term(self) -> Linear {
        Linear::constant(self)
    }
}

impl Formula {
    /// All of them.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::And(parts.into_iter().collect())
    }

    /// One of them at least.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::Or(parts.into_iter().collect())
    }

    /// Not this.
    #[allow(clippy::should_implement_trait)] // `f.not()` reads as the logic does
    pub fn not(&self) -> Formula {
        Formula::Not(Box::new(self.clone()))
    }

    /// The other, if this.
    pub fn implies(&self, other: Formula) -> Formula {
        Formula::Implies(Box::new(self.clone()), Box::new(other))
    }

    /// Both or neither.
    pub fn iff(&self, other: Formula) -> Formula {
        Formula::Iff(Box::new(self.clone()), Box::new(other))
    }

    /// For some numbers.
    pub fn exists<V: Into<Variable>>(
        variables: impl IntoIterator<Item = V>,
        body: Formula,
    ) -> Formula {
        Formula::Exists(variables.into_iter().map(Into::into).collect(), Box::new(body))
    }

    /// For all numbers.
    pub fn forall<V: Into<Variable>>(
        variables: impl IntoIterator<Item = V>,
        body: Formula,
    ) -> Formula {
        Formula::Forall(variables.into_iter().map(Into::into).collect(), Box::new(body))
    }

    /// These terms are in the set of that name.
    pub fn relation(name: &str, terms: impl IntoIterator<Item = Linear>) -> Formula {
        Formula::Relation(name.to_string(), terms.into_iter().collect())
    }

    /// These terms are so related by their digits.
    pub fn digits(predicate: Digitwise, terms: impl IntoIterator<Item = Linear>) -> Formula {
        Formula::Digits(predicate, terms.into_iter().collect())
    }

    /// The digitwise sum of the terms is zero: all piles of Nim, at a loss.
    pub fn xor_zero(terms: impl IntoIterator<Item = Linear>) -> Formula {
        Formula::digits(Digitwise::Xor, terms)
    }

    /// Is the variable free in it?
    pub(crate) fn mentions(&self, variable: &Variable) -> bool {
        let term = |term: &Linear| term.coefficient(variable) != 0;
        match self {
            Formula::True | Formula::False => false,
            Formula::Compare(of, _) | Formula::Congruent(of, _) => term(of),
            Formula::Digits(_, terms) | Formula::Relation(_, terms) => terms.iter().any(term),
            Formula::Not(body) => body.mentions(variable),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().any(|part| part.mentions(variable))
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) => {
                a.mentions(variable) || b.mentions(variable)
            }
            Formula::Exists(bound, body) | Formula::Forall(bound, body) => {
                !bound.contains(variable) && body.mentions(variable)
            }
        }
    }

    /// The formula with free variables replaced, all at once. None if a coefficient leaves 64 bits.
    ///
    /// Variables of the terms must not be bound in the formula, except that a variable may be
    /// replaced by a term in itself alone.
    pub(crate) fn at(&self, terms: &BTreeMap<Variable, Linear>) -> Option<Formula> {
        let term = |old: &Linear| {
            let constant = Linear::constant(old.constant_part());
            old.coefficients().try_fold(constant, |sum, (v, c)| match terms.get(v) {
                Some(term) => sum.plus(c, term),
                None => sum.plus(c, &Linear::var(v)),
            })
        };
        let arguments = |old: &[Linear]| old.iter().map(term).collect::<Option<Vec<_>>>();
        let all =
            |parts: &[Formula]| parts.iter().map(|part| part.at(terms)).collect::<Option<Vec<_>>>();
        let boxed = |part: &Formula| Some(Box::new(part.at(terms)?));
        let under = |bound: &[Variable], body: &Formula| {
            let mut terms = terms.clone();
            terms.retain(|v, _| !bound.contains(v));
            Some(Box::new(body.at(&terms)?))
        };
        Some(match self {
            Formula::True | Formula::False => self.clone(),
            Formula::Compare(t, comparison) => Formula::Compare(term(t)?, *comparison),
            Formula::Congruent(t, modulus) => Formula::Congruent(term(t)?, *modulus),
            Formula::Digits(predicate, terms) => Formula::Digits(*predicate, arguments(terms)?),
            Formula::Relation(name, terms) => Formula::Relation(name.clone(), arguments(terms)?),
            Formula::Not(body) => Formula::Not(boxed(body)?),
            Formula::And(parts) => Formula::And(all(parts)?),
            Formula::Or(parts) => Formula::Or(all(parts)?),
            Formula::Implies(a, b) => Formula::Implies(boxed(a)?, boxed(b)?),
            Formula::Iff(a, b) => Formula::Iff(boxed(a)?, boxed(b)?),
            Formula::Exists(bound, body) => Formula::Exists(bound.clone(), under(bound, body)?),
            Formula::Forall(bound, body) => Formula::Forall(bound.clone(), under(bound, body)?),
        })
    }

    /// The variables that no quantifier binds.
    pub fn free(&self) -> BTreeSet<Variable> {
        match self {
            Formula::True | Formula::False => BTreeSet::new(),
            Formula::Compare(term, _) | Formula::Congruent(term, _) => {
                term.variables().cloned().collect()
            }
            Formula::Digits(_, terms) | Formula::Relation(_, terms) => {
                terms.iter().flat_map(Linear::variables).cloned().collect()
            }
            Formula::Not(body) => body.free(),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().flat_map(Formula::free).collect()
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) => {
                a.free().union(&b.free()).cloned().collect()
            }
            Formula::Exists(bound, body) | Formula::Forall(bound, body) => {
                let mut free = body.free();
                free.retain(|variable| !bound.contains(variable));
                free
            }
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Formula::True => f.write_str("true"),
            Formula::False => f.write_str("false"),
            Formula::Compare(term, comparison) => write_comparison(f, term, *comparison),
            Formula::Congruent(term, modulus) => write!(f, "{term} = 0 mod {modulus}"),
            Formula::Digits(predicate, terms) => write_applied(f, predicate, terms),
            Formula::Relation(name, terms) => write_applied(f, name, terms),
            Formula::Not(body) => write!(f, "not {}", Operand(body)),
            Formula::And(parts) if parts.is_empty() => f.write_str("true"),
            Formula::Or(parts) if parts.is_empty() => f.write_str("false"),
            Formula::And(parts) => write_joined(f, parts, " and "),
            Formula::Or(parts) => write_joined(f, parts, " or "),
            Formula::Implies(a, b) => write!(f, "{} implies {}", Operand(a), Operand(b)),
            Formula::Iff(a, b) => write!(f, "{} iff {}", Operand(a), Operand(b)),
            Formula::Exists(bound, body) => write_quantified(f, "exists", bound, body),
            Formula::Forall(bound, body) => write_quantified(f, "forall", bound, body),
        }
    }
}

/// A part of a larger formula, in parentheses unless it reads as one word.
struct Operand<'a>(&'a Formula);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let several = match self.0 {
            Formula::And(parts) | Formula::Or(parts) => parts.len() > 1,
            Formula::Implies(..) | Formula::Iff(..) => true,
            Formula::Exists(..) | Formula::Forall(..) => true,
            _ => false,
        };
        if several { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// `x + 1 < y` rather than `x - y + 1 < 0`: negative parts go to the other side.
fn write_comparison(f: &mut fmt::Formatter, term: &Linear, comparison: Comparison) -> fmt::Result {
    let (mut left, mut right) = (Linear::default(), Linear::default());
    let constant = Linear::constant(1);
    let parts = term.coefficients().map(|(v, c)| (Linear::var(v), c));
    for (part, coefficient) in parts.chain([(constant, term.constant_part())]) {
        let side = if coefficient >= 0 { &mut left } else { &mut right };
        let size = coefficient.checked_abs().unwrap_or(i64::MAX);
        *side = side.plus(size, &part).expect("each part stands on one side");
    }
    let sign = match comparison {
        Comparison::Equal => "=",
        Comparison::Below => "<",
    };
    write!(f, "{left} {sign} {right}")
}

fn write_applied(
    f: &mut fmt::Formatter,
    name: &impl fmt::Display,
    terms: &[Linear],
) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, term) in terms.iter().enumerate() {
        write!(f, "{}{term}", if i == 0 { "" } else { ", " })?;
    }
    f.write_str(")")
}

fn write_joined(f: &mut fmt::Formatter, parts: &[Formula], word: &str) -> fmt::Result {
    for (i, part) in parts.iter().enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { word }, Operand(part))?;
    }
    Ok(())
}

fn write_quantified(
    f: &mut fmt::Formatter,
    quantifier: &str,
    bound: &[Variable],
    body: &Formula,
) -> fmt::Result {
    f.write_str(quantifier)?;
    for variable in bound {
        write!(f, " {variable}")?;
    }
    write!(f, ": {body}")
}
