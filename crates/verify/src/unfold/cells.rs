//! Comparisons of sums and differences of the numbers left open, each decided, or gone both ways.

use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles};
use sprague_task::Task;

use crate::Rejection;
use crate::arithmetic::{Arithmetic, Decided, Formula, Term};

/// The most comparisons on one way.
const MOST_COMPARED: usize = 400;
/// Constants and factors beyond this are not believed.
const LARGEST: i64 = 1 << 30;

/// A number is at most 0, or is not.
#[derive(Clone)]
struct Answer {
    term: Term,
    at_most: bool,
    /// The other answer was possible as well; else this one follows from those before.
    open: bool,
}

/// Answers which of two numbers is larger, one way after the other.
pub(super) struct Oracle<'t> {
    arithmetic: Arithmetic<'t>,
    /// What was answered on this way.
    way: Vec<Answer>,
    /// Ways that are still to be gone: how they begin.
    waiting: Vec<Vec<Answer>>,
    begun: bool,
}

impl<'t> Oracle<'t> {
    pub fn new(task: &'t Task) -> Oracle<'t> {
        let arithmetic = Arithmetic::of_numbers(task);
        Oracle { arithmetic, way: Vec::new(), waiting: Vec::new(), begun: false }
    }

    /// The next way, if there is one.
    pub fn begin(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            return true;
        }
        match self.waiting.pop() {
            Some(way) => {
                self.way = way;
                true
            }
            None => false,
        }
    }

    /// Is the number at most 0?
    pub fn at_most_zero(&mut self, term: &Term) -> Result<bool, Rejection> {
        if !term.is_within(LARGEST) {
            return Err(Rejection::new("a number is too large to check"));
        }
        if let Some(constant) = term.as_constant() {
            return Ok(constant <= 0);
        }
        if let Some(known) = self.way.iter().find(|known| known.term == *term) {
            return Ok(known.at_most);
        }
        if self.way.len() > MOST_COMPARED {
            return Err(Rejection::new("there are too many cases"));
        }
        let so = self.arithmetic.at_most_zero(term.clone());
        let not = self.arithmetic.not(so);
        let (at_most, otherwise) = (self.is_possible(so)?, self.is_possible(not)?);
        let open = at_most && otherwise;
        let answer = Answer { term: term.clone(), at_most, open };
        if open {
            let other = Answer { at_most: false, ..answer.clone() };
            self.waiting.push([&self.way[..], &[other]].concat());
        }
        self.way.push(answer);
        Ok(at_most)
    }

    /// Are there numbers for which this is so, and all that was answered?
    fn is_possible(&mut self, so: Formula) -> Result<bool, Rejection> {
        let mut all = vec![so];
        for answer in self.way.iter().filter(|answer| answer.open) {
            let at_most = self.arithmetic.at_most_zero(answer.term.clone());
            all.push(if answer.at_most { at_most } else { self.arithmetic.not(at_most) });
        }
        let all = self.arithmetic.and(all);
        let none = self.arithmetic.not(all);
        Ok(self.arithmetic.always(none, 0)? != Decided::Holds)
    }

    fn equal(&mut self, a: &Term, b: &Term) -> Result<bool, Rejection> {
        Ok(a == b || (self.at_most_zero(&a.minus(b))? && self.at_most_zero(&b.minus(a))?))
    }

    fn less(&mut self, a: &Term, b: &Term) -> Result<bool, Rejection> {
        Ok(!self.at_most_zero(&b.minus(a))?)
    }

    /// The piles in ascending order, without those that are 0; none if one is below 0.
    pub fn sorted(&mut self, piles: &[Term]) -> Result<Option<Vec<Term>>, Rejection> {
        let mut sorted: Vec<Term> = Vec::new();
        for pile in piles {
            if !self.at_most_zero(&pile.times(-1))? {
                return Ok(None);
            }
            if self.at_most_zero(pile)? {
                continue;
            }
            let mut place = sorted.len();
            while place > 0 && self.less(pile, &sorted[place - 1])? {
                place -= 1;
            }
            sorted.insert(place, pile.clone());
        }
        Ok(Some(sorted))
    }

    /// Are these the same sizes, in ascending order?
    pub fn same(&mut self, one: &[Term], other: &[Term]) -> Result<bool, Rejection> {
        if one.len() != other.len() {
            return Ok(false);
        }
        for (a, b) in one.iter().zip(other) {
            if !self.equal(a, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of an expression.
    pub fn number(&mut self, expr: &Expr, scene: &Scene) -> Result<Term, Rejection> {
        let number = match expr {
            Expr::Const(c) => Term::number(*c),
            Expr::Slot(slot) => match scene.slots.get(*slot) {
                Some(number) => number.clone(),
                None => return Err(Rejection::new("a number without a name")),
            },
            Expr::Add(a, b) => self.number(a, scene)?.plus(&self.number(b, scene)?),
            Expr::Sub(a, b) => self.number(a, scene)?.minus(&self.number(b, scene)?),
            Expr::Mul(a, b) => {
                let (a, b) = (self.number(a, scene)?, self.number(b, scene)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(factor), _) if factor.abs() < 1 << 20 => b.times(factor),
                    (_, Some(factor)) if factor.abs() < 1 << 20 => a.times(factor),
                    _ => return Err(Rejection::new("a product is not linear")),
                }
            }
            Expr::Div(..) | Expr::Mod(..) => {
                return Err(Rejection::new("a quotient or a remainder is not linear"));
            }
            Expr::Min(a, b) | Expr::Max(a, b) => {
                let (a, b) = (self.number(a, scene)?, self.number(b, scene)?);
                let ascends = self.at_most_zero(&a.minus(&b))?;
                if ascends == matches!(expr, Expr::Min(..)) { a } else { b }
            }
            Expr::Of(aggregate, piles) => {
                let Some(sorted) = self.sorted(&scene.piles(*piles))? else {
                    return Err(Rejection::new("a pile is below 0"));
                };
                let none = Term::number(0);
                match aggregate {
                    Aggregate::Min => sorted.first().cloned().unwrap_or(none),
                    Aggregate::Max => sorted.last().cloned().unwrap_or(none),
                    Aggregate::Sum => sorted.iter().fold(none, |sum, pile| sum.plus(pile)),
                    Aggregate::Count => Term::number(sorted.len() as i64),
                }
            }
            Expr::CountWhere(..) => return Err(Rejection::new("piles are counted")),
        };
        match number.is_within(LARGEST) {
            true => Ok(number),
            false => Err(Rejection::new("a number is too large to check")),
        }
    }

    /// Does a condition hold?
    pub fn holds(&mut self, cond: &Cond, scene: &Scene) -> Result<bool, Rejection> {
        match cond {
            Cond::Always => Ok(true),
            Cond::Never => Ok(false),
            Cond::Not(inner) => Ok(!self.holds(inner, scene)?),
            Cond::And(parts) => {
                for part in parts {
                    if !self.holds(part, scene)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Cond::Or(parts) => {
                for part in parts {
                    if self.holds(part, scene)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Cond::Compare(comparison, a, b) => {
                let (a, b) = (self.number(a, scene)?, self.number(b, scene)?);
                match comparison {
                    Comparison::Less => self.less(&a, &b),
                    Comparison::AtMost => self.at_most_zero(&a.minus(&b)),
                    Comparison::Equal => self.equal(&a, &b),
                    Comparison::NotEqual => Ok(!self.equal(&a, &b)?),
                }
            }
            Cond::InSet(a, set) => {
                let members: Vec<Term> = set.iter().map(|&member| Term::number(member)).collect();
                let number = self.number(a, scene)?;
                self.among(&number, &members)
            }
            Cond::InPiles(a, piles) => {
                let number = self.number(a, scene)?;
                // A pile that is gone is the size of none.
                let Some(piles) = self.sorted(&scene.piles(*piles))? else { return Ok(false) };
                self.among(&number, &piles)
            }
            Cond::Distinct(piles) => {
                let Some(sorted) = self.sorted(&scene.piles(*piles))? else { return Ok(false) };
                for pair in sorted.windows(2) {
                    if self.equal(&pair[0], &pair[1])? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn among(&mut self, number: &Term, all: &[Term]) -> Result<bool, Rejection> {
        for other in all {
            if self.equal(number, other)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What slots and piles stand for.
#[derive(Clone)]
pub(super) struct Scene {
    pub slots: Vec<Term>,
    pub before: Vec<Term>,
    /// The place of the pile that a move chooses.
    pub chosen: Option<usize>,
    pub after: Vec<Term>,
}

impl Scene {
    /// A position of which a claim speaks: its piles are named in ascending order.
    pub fn still(position: &[Term]) -> Scene {
        let (slots, before) = (position.to_vec(), position.to_vec());
        Scene { slots, before, chosen: None, after: Vec::new() }
    }

    pub fn piles(&self, piles: Piles) -> Vec<Term> {
        match piles {
            Piles::Before => self.before.clone(),
            Piles::After => self.after.clone(),
            Piles::Others => {
                let others = self.before.iter().enumerate();
                let others = others.filter(|(place, _)| Some(*place) != self.chosen);
                others.map(|(_, pile)| pile.clone()).collect()
            }
        }
    }
}
