//! Expressions and conditions of the two languages as formulas, over terms for the piles.
//!
//! The value of an expression is a list of cases: formulas of which exactly one holds, each with a linear
//! term that is then the value. A quotient is a number of its own, which its case determines.

use sprague_claim::condition::{Condition, Number};
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles, Slot};

use crate::Rejection;
use crate::arithmetic::{Arithmetic, FALSE, Formula, TRUE, Term, Variable};

/// What slots and piles stand for; piles that are 0 are gone.
#[derive(Clone)]
pub struct Scene {
    pub slots: Vec<Term>,
    pub before: Vec<Term>,
    /// The piles that the move does not choose.
    pub others: Vec<Term>,
    pub after: Vec<Term>,
    /// The first variable that nothing here speaks of.
    pub fresh: Variable,
}

/// One case of an expression: its condition, the numbers that this determines, and the value.
pub struct Case {
    pub guard: Formula,
    pub numbers: Vec<Variable>,
    pub value: Term,
}

const MOST_CASES: usize = 1000;
/// Constants beyond this, and factors beyond its root, are not believed.
const LARGEST: i64 = 1 << 40;
/// Variables of one formula.
const MOST_VARIABLES: Variable = 60;

impl Scene {
    fn piles(&self, piles: Piles) -> &[Term] {
        match piles {
            Piles::Before => &self.before,
            Piles::Others => &self.others,
            Piles::After => &self.after,
        }
    }

    /// The cases of an expression. New numbers are named from `fresh` on, which moves along.
    pub fn cases(
        &self,
        expr: &Expr,
        fresh: &mut Variable,
        a: &mut Arithmetic,
    ) -> Result<Vec<Case>, Rejection> {
        let cases = match expr {
            Expr::Const(c) => vec![plain(Term::number(*c))],
            Expr::Slot(slot) => match self.slots.get(*slot) {
                Some(term) => vec![plain(term.clone())],
                None => return Err(Rejection::new("a number without a name")),
            },
            Expr::Add(..) | Expr::Sub(..) | Expr::Mul(..) | Expr::Min(..) | Expr::Max(..) => {
                let [left, right] = expr.operands().expect("an operation");
                let (left, right) = (self.cases(left, fresh, a)?, self.cases(right, fresh, a)?);
                let mut both = Vec::new();
                for x in &left {
                    for y in &right {
                        for (guard, value) in operation(expr, &x.value, &y.value, a)? {
                            let guard = a.and([x.guard, y.guard, guard]);
                            let numbers = [&x.numbers[..], &y.numbers].concat();
                            both.push(Case { guard, numbers, value });
                        }
                    }
                }
                both
            }
            Expr::Div(dividend, divisor) | Expr::Mod(dividend, divisor) => {
                let divisor = match **divisor {
                    Expr::Const(c) if (1..LARGEST).contains(&c) => c,
                    _ => return Err(Rejection::new("a division by something that varies")),
                };
                let mut divided = Vec::new();
                for case in self.cases(dividend, fresh, a)? {
                    // The quotient is a natural number, or minus one that is positive.
                    for sign in [1, -1] {
                        let number = *fresh;
                        *fresh += 1;
                        let quotient = Term::variable(number).times(sign);
                        let rest = case.value.minus(&quotient.times(divisor));
                        let positive = a.at_most_zero(rest.times(-1));
                        let small = a.less(&rest, &Term::number(divisor));
                        let signed = match sign {
                            1 => TRUE,
                            _ => a.less(&quotient, &Term::number(0)),
                        };
                        let guard = a.and([case.guard, positive, small, signed]);
                        let numbers = [&case.numbers[..], &[number]].concat();
                        let value = if matches!(expr, Expr::Div(..)) { quotient } else { rest };
                        divided.push(Case { guard, numbers, value });
                    }
                }
                divided
            }
            Expr::Of(aggregate, piles) => aggregated(*aggregate, self.piles(*piles), a),
            Expr::CountWhere(piles, slot, cond) => {
                let mut counts = vec![plain(Term::number(0))];
                for pile in self.piles(*piles) {
                    let mut scene = self.clone();
                    scene.fresh = *fresh;
                    if scene.slots.len() <= *slot {
                        scene.slots.resize(*slot + 1, Term::number(0));
                    }
                    scene.slots[*slot] = pile.clone();
                    let cond = scene.condition(cond, a)?;
                    let there = a.less(&Term::number(0), pile);
                    let counted = a.and([there, cond]);
                    let not = a.not(counted);
                    let mut longer = Vec::new();
                    for case in counts {
                        let guard = a.and([case.guard, counted]);
                        let value = case.value.clone().plus_constant(1);
                        longer.push(Case { guard, numbers: Vec::new(), value });
                        let guard = a.and([case.guard, not]);
                        longer.push(Case { guard, numbers: Vec::new(), value: case.value });
                    }
                    longer.retain(|case| case.guard != FALSE);
                    counts = longer;
                }
                counts
            }
        };
        let cases: Vec<Case> = cases.into_iter().filter(|case| case.guard != FALSE).collect();
        if cases.len() > MOST_CASES || *fresh > MOST_VARIABLES {
            return Err(Rejection::new("an expression has too many cases to check"));
        }
        match cases.iter().all(|case| case.value.is_within(LARGEST)) {
            true => Ok(cases),
            false => Err(Rejection::new("a number is too large to check")),
        }
    }

    /// In the case that holds, the value is so.
    fn valued(
        &self,
        expr: &Expr,
        a: &mut Arithmetic,
        mut so: impl FnMut(&mut Arithmetic, &Term) -> Formula,
    ) -> Result<Formula, Rejection> {
        let mut fresh = self.fresh;
        let mut parts = Vec::new();
        for case in self.cases(expr, &mut fresh, a)? {
            let value = so(a, &case.value);
            let inner = a.and([case.guard, value]);
            parts.push(case.numbers.iter().fold(inner, |inner, &number| a.exists(number, inner)));
        }
        Ok(a.or(parts))
    }

    /// A condition of the rule language.
    pub fn condition(&self, cond: &Cond, a: &mut Arithmetic) -> Result<Formula, Rejection> {
        match cond {
            Cond::Always => Ok(TRUE),
            Cond::Never => Ok(FALSE),
            Cond::Not(inner) => {
                let inner = self.condition(inner, a)?;
                Ok(a.not(inner))
            }
            Cond::And(parts) | Cond::Or(parts) => {
                let each: Result<Vec<Formula>, _> =
                    parts.iter().map(|part| self.condition(part, a)).collect();
                Ok(if matches!(cond, Cond::And(_)) { a.and(each?) } else { a.or(each?) })
            }
            Cond::Compare(comparison, Expr::Mod(x, m), Expr::Const(r))
                if matches!(comparison, Comparison::Equal | Comparison::NotEqual)
                    && matches!(**m, Expr::Const(m) if (1..LARGEST).contains(&m)) =>
            {
                let Expr::Const(m) = **m else { return Ok(FALSE) };
                let equal = match (0..m).contains(r) {
                    true => self.valued(x, a, |a, x| a.multiple(x.clone().plus_constant(-r), m))?,
                    false => FALSE,
                };
                Ok(if *comparison == Comparison::Equal { equal } else { a.not(equal) })
            }
            Cond::Compare(comparison, x, y) => {
                let difference = Expr::Sub(Box::new(x.clone()), Box::new(y.clone()));
                self.valued(&difference, a, |a, difference| match comparison {
                    Comparison::Less => a.at_most_zero(difference.clone().plus_constant(1)),
                    Comparison::AtMost => a.at_most_zero(difference.clone()),
                    Comparison::Equal => a.zero(difference.clone()),
                    Comparison::NotEqual => {
                        let equal = a.zero(difference.clone());
                        a.not(equal)
                    }
                })
            }
            Cond::InSet(x, set) => {
                if set.iter().any(|member| member.abs() > LARGEST) {
                    return Err(Rejection::new("a number is too large to check"));
                }
                self.valued(x, a, |a, x| {
                    let each: Vec<Formula> =
                        set.iter().map(|&member| a.equal(x, &Term::number(member))).collect();
                    a.or(each)
                })
            }
            Cond::InPiles(x, piles) => {
                let piles = self.piles(*piles).to_vec();
                self.valued(x, a, |a, x| {
                    let mut each = Vec::new();
                    for pile in &piles {
                        let (same, there) = (a.equal(x, pile), a.less(&Term::number(0), pile));
                        each.push(a.and([same, there]));
                    }
                    a.or(each)
                })
            }
            Cond::Distinct(piles) => {
                let piles = self.piles(*piles);
                let mut apart = Vec::new();
                for (i, x) in piles.iter().enumerate() {
                    for y in &piles[..i] {
                        let (same, there) = (a.equal(x, y), a.less(&Term::number(0), x));
                        let twice = a.and([same, there]);
                        apart.push(a.not(twice));
                    }
                }
                Ok(a.and(apart))
            }
        }
    }

    /// A condition of a claim.
    pub fn claimed(&self, condition: &Condition, a: &mut Arithmetic) -> Result<Formula, Rejection> {
        match condition {
            Condition::Plain(cond) => self.condition(cond, a),
            Condition::Not(inner) => {
                let inner = self.claimed(inner, a)?;
                Ok(a.not(inner))
            }
            Condition::And(parts) | Condition::Or(parts) => {
                let each: Result<Vec<Formula>, _> =
                    parts.iter().map(|part| self.claimed(part, a)).collect();
                Ok(if matches!(condition, Condition::And(_)) { a.and(each?) } else { a.or(each?) })
            }
            Condition::NimSumZero(parts) => self.related(parts, a, Arithmetic::nim_sum_zero),
            Condition::PowerOfTwo(x) => self.valued(x, a, |a, x| a.power_of_two(x.clone())),
            Condition::LowBit(x, y) => self.related(&[x.clone(), y.clone()], a, |a, mut terms| {
                let bit = terms.remove(1);
                a.low_bit(terms.remove(0), bit)
            }),
            Condition::Lost(_) => {
                Err(Rejection::new("conditions on the outcome of other positions are not checked"))
            }
            Condition::GoldenPair(..) => {
                Err(Rejection::new("golden pairs are not read in binary digits"))
            }
        }
    }

    /// The number in a slot is this one.
    pub fn equals(
        &self,
        slot: Slot,
        number: &Number,
        a: &mut Arithmetic,
    ) -> Result<Formula, Rejection> {
        match number {
            Number::Plain(expr) => {
                let equal = Cond::Compare(Comparison::Equal, Expr::Slot(slot), expr.clone());
                self.condition(&equal, a)
            }
            Number::NimSum(parts) => {
                let parts = [&parts[..], &[Expr::Slot(slot)]].concat();
                self.related(&parts, a, Arithmetic::nim_sum_zero)
            }
            Number::Either(condition, then, otherwise) => {
                let condition = self.claimed(condition, a)?;
                let (then, otherwise) =
                    (self.equals(slot, then, a)?, self.equals(slot, otherwise, a)?);
                let (here, not) = (a.and([condition, then]), a.not(condition));
                let there = a.and([not, otherwise]);
                Ok(a.or([here, there]))
            }
        }
    }

    /// A relation between the values of several expressions.
    pub fn related(
        &self,
        parts: &[Expr],
        a: &mut Arithmetic,
        relation: impl Fn(&mut Arithmetic, Vec<Term>) -> Formula,
    ) -> Result<Formula, Rejection> {
        let mut fresh = self.fresh;
        let mut tuples = vec![(TRUE, Vec::new(), Vec::new())];
        for part in parts {
            let cases = self.cases(part, &mut fresh, a)?;
            let mut longer = Vec::new();
            for (guard, numbers, terms) in &tuples {
                for case in &cases {
                    let guard = a.and([*guard, case.guard]);
                    let numbers: Vec<Variable> = [&numbers[..], &case.numbers].concat();
                    longer.push((
                        guard,
                        numbers,
                        [&terms[..], std::slice::from_ref(&case.value)].concat(),
                    ));
                }
            }
            tuples = longer;
        }
        let mut some = Vec::new();
        for (guard, numbers, terms) in tuples {
            let related = relation(a, terms);
            let inner = a.and([guard, related]);
            some.push(numbers.iter().fold(inner, |inner, &number| a.exists(number, inner)));
        }
        Ok(a.or(some))
    }
}

fn plain(value: Term) -> Case {
    Case { guard: TRUE, numbers: Vec::new(), value }
}

/// The result of an operation on two terms, by cases.
fn operation(
    expr: &Expr,
    x: &Term,
    y: &Term,
    a: &mut Arithmetic,
) -> Result<Vec<(Formula, Term)>, Rejection> {
    let factor = |c: i64| c.abs() <= 1 << 20;
    Ok(match expr {
        Expr::Add(..) => vec![(TRUE, x.plus(y))],
        Expr::Sub(..) => vec![(TRUE, x.minus(y))],
        Expr::Mul(..) => match (x.as_constant(), y.as_constant()) {
            (Some(c), _) if factor(c) => vec![(TRUE, y.times(c))],
            (_, Some(c)) if factor(c) => vec![(TRUE, x.times(c))],
            _ => {
                return Err(Rejection::new("a product of two numbers that vary, or are too large"));
            }
        },
        _ => {
            let least = matches!(expr, Expr::Min(..));
            let (first, second) = (a.at_most(x, y), a.less(y, x));
            let (small, large) = (x.clone(), y.clone());
            match least {
                true => vec![(first, small), (second, large)],
                false => vec![(first, large), (second, small)],
            }
        }
    })
}

/// Least, largest, sum or number of the piles that are not gone. The piles need not be in order.
fn aggregated(aggregate: Aggregate, piles: &[Term], a: &mut Arithmetic) -> Vec<Case> {
    let zero = Term::number(0);
    match aggregate {
        Aggregate::Sum => {
            vec![plain(piles.iter().fold(zero, |sum, pile| sum.plus(pile)))]
        }
        Aggregate::Count => {
            let mut cases = vec![(TRUE, 0)];
            for pile in piles {
                let (there, gone) = (a.less(&zero, pile), a.at_most_zero(pile.clone()));
                let mut longer = Vec::new();
                for (guard, count) in cases {
                    longer.push((a.and([guard, there]), count + 1));
                    longer.push((a.and([guard, gone]), count));
                }
                longer.retain(|&(guard, _)| guard != FALSE);
                cases = longer;
            }
            let case =
                |(guard, count)| Case { guard, numbers: Vec::new(), value: Term::number(count) };
            cases.into_iter().map(case).collect()
        }
        // It is this pile: none is better, and those before it are worse.
        Aggregate::Min | Aggregate::Max => {
            let mut cases = Vec::new();
            for (place, pile) in piles.iter().enumerate() {
                let mut guards = vec![a.less(&zero, pile)];
                for (other, term) in piles.iter().enumerate().filter(|(other, _)| *other != place) {
                    let (low, high) = match aggregate {
                        Aggregate::Min => (pile, term),
                        _ => (term, pile),
                    };
                    let fine = match other < place {
                        true => a.less(low, high),
                        false => a.at_most(low, high),
                    };
                    let gone = a.at_most_zero(term.clone());
                    guards.push(a.or([fine, gone]));
                }
                let guard = a.and(guards);
                cases.push(Case { guard, numbers: Vec::new(), value: pile.clone() });
            }
            let gone: Vec<Formula> =
                piles.iter().map(|pile| a.at_most_zero(pile.clone())).collect();
            cases.push(Case { guard: a.and(gone), numbers: Vec::new(), value: zero });
            cases
        }
    }
}
