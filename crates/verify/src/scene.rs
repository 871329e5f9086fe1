//! Expressions and conditions of the two languages as formulas, over terms for the piles.
//!
//! The value of an expression is a list of cases: formulas of which exactly one holds, each with a linear
//! term that is then the value. A quotient is a number of its own, which its case determines.

use sprague_claim::condition::{Condition, Number};
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles, Slot};

use crate::Rejection;
use crate::arithmetic::{Arithmetic, FALSE, Formula, MOST_VARIABLES, TRUE, Term, Variable};

/// Piles of a position.
#[derive(Clone, Debug)]
pub(crate) enum Heap {
    /// One pile, which is gone if it is 0.
    One(Term),
    /// So many piles of the same size.
    Many {
        /// Their size, at least 1.
        size: i64,
        /// How many there are.
        count: Term,
    },
}

/// What slots and piles stand for.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) slots: Vec<Term>,
    pub(crate) before: Vec<Heap>,
    /// The piles that the move does not choose.
    pub(crate) others: Vec<Heap>,
    pub(crate) after: Vec<Heap>,
    /// Coordinates of the position with such piles, and how many piles it may have at most, where conditions may speak of
    /// its outcome.
    pub(crate) lost: Option<usize>,
    /// The first variable that nothing here speaks of.
    pub(crate) fresh: Variable,
}

/// One case of an expression: its condition, the numbers that this determines, and the value.
pub(crate) struct Case {
    pub(crate) guard: Formula,
    pub(crate) numbers: Vec<Variable>,
    pub(crate) value: Term,
}

const MOST_CASES: usize = 1000;
/// Constants beyond this, and factors beyond its root, are not believed.
const LARGEST: i64 = 1 << 40;

impl Scene {
    fn piles(&self, piles: Piles) -> &[Heap] {
        match piles {
            Piles::Before => &self.before,
            Piles::Others => &self.others,
            Piles::After => &self.after,
        }
    }

    /// The cases of an expression. New numbers are named from `fresh` on, which moves along.
    pub(crate) fn cases(
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
                        if *fresh >= MOST_VARIABLES {
                            return Err(Rejection::new("too many numbers to check at once"));
                        }
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
            Expr::Of(aggregate, piles) => aggregated(*aggregate, self.piles(*piles), a)?,
            Expr::CountWhere(piles, slot, cond) => {
                let mut counts = vec![plain(Term::number(0))];
                for heap in self.piles(*piles) {
                    let mut scene = self.clone();
                    scene.fresh = *fresh;
                    if scene.slots.len() <= *slot {
                        scene.slots.resize(*slot + 1, Term::number(0));
                    }
                    scene.slots[*slot] = heap.size();
                    let cond = scene.condition(cond, a)?;
                    let there = heap.there(a);
                    let counted = a.and([there, cond]);
                    let not = a.not(counted);
                    let mut longer = Vec::new();
                    for case in counts {
                        let guard = a.and([case.guard, counted]);
                        let value = case.value.plus(&heap.count());
                        longer.push(Case { guard, numbers: Vec::new(), value });
                        let guard = a.and([case.guard, not]);
                        longer.push(Case { guard, numbers: Vec::new(), value: case.value });
                    }
                    longer.retain(|case| case.guard != FALSE);
                    counts = longer;
                    if counts.len() > MOST_CASES {
                        return Err(Rejection::new("an expression has too many cases to check"));
                    }
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
    pub(crate) fn condition(&self, cond: &Cond, a: &mut Arithmetic) -> Result<Formula, Rejection> {
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
                    for heap in &piles {
                        let (same, there) = (a.equal(x, &heap.size()), heap.there(a));
                        each.push(a.and([same, there]));
                    }
                    a.or(each)
                })
            }
            Cond::Distinct(piles) => {
                let piles = self.piles(*piles);
                let mut apart = Vec::new();
                for (i, x) in piles.iter().enumerate() {
                    if let Heap::Many { count, .. } = x {
                        apart.push(a.at_most(count, &Term::number(1)));
                    }
                    for y in &piles[..i] {
                        let (same, one) = (a.equal(&x.size(), &y.size()), x.there(a));
                        let other = y.there(a);
                        let twice = a.and([same, one, other]);
                        apart.push(a.not(twice));
                    }
                }
                Ok(a.and(apart))
            }
        }
    }

    /// A condition of a claim.
    pub(crate) fn claimed(
        &self,
        condition: &Condition,
        a: &mut Arithmetic,
    ) -> Result<Formula, Rejection> {
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
            Condition::NimSumZero(parts) => {
                self.related(parts, a, |a, terms| a.nim_sum_zero(terms))
            }
            Condition::PowerOfTwo(x) => self.valued(x, a, |a, x| a.power_of_two(x.clone())),
            Condition::LowBit(x, y) => self.related(&[x.clone(), y.clone()], a, |a, mut terms| {
                let bit = terms.remove(1);
                a.low_bit(terms.remove(0), bit)
            }),
            Condition::Lost(piles) => self.is_lost(piles, a),
            Condition::PilesSumZero(_) => Err(Rejection::new("a nim-sum over all piles")),
            Condition::MetallicPair(t, x, y) => {
                self.related(&[x.clone(), y.clone()], a, |a, mut terms| {
                    let second = terms.remove(1);
                    a.metallic(*t, terms.remove(0), second)
                })
            }
        }
    }

    /// The position with these piles is among the P-positions: they stand in some ascending order.
    fn is_lost(&self, piles: &[Expr], a: &mut Arithmetic) -> Result<Formula, Rejection> {
        let whole = self
            .lost
            .ok_or_else(|| Rejection::new("the outcome of other positions is not known here"))?;
        if piles.len() > whole {
            return Err(Rejection::new("positions with more piles than the board has"));
        }
        self.related(piles, a, |a, terms| {
            let orders = orders(&terms);
            // A position is P if its nim-value is 0.
            let value = (a.tracks() == whole + 1).then(|| Term::number(0));
            let tuple = |order: &Vec<Term>| {
                differences(whole, order).into_iter().chain(value.clone()).collect()
            };
            let each: Vec<Formula> = orders.iter().map(|order| a.member(tuple(order))).collect();
            a.or(each)
        })
    }

    /// The number in a slot is this one.
    pub(crate) fn equals(
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
                self.related(&parts, a, |a, terms| a.nim_sum_zero(terms))
            }
            Number::PilesSum(_) => Err(Rejection::new("a nim-sum over all piles")),
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
    pub(crate) fn related(
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

impl Heap {
    /// The size of each pile.
    pub(crate) fn size(&self) -> Term {
        match self {
            Heap::One(size) => size.clone(),
            Heap::Many { size, .. } => Term::number(*size),
        }
    }

    /// How many piles there are, if there are any.
    fn count(&self) -> Term {
        match self {
            Heap::One(_) => Term::number(1),
            Heap::Many { count, .. } => count.clone(),
        }
    }

    /// There is such a pile.
    fn there(&self, a: &mut Arithmetic) -> Formula {
        match self {
            Heap::One(term) | Heap::Many { count: term, .. } => a.less(&Term::number(0), term),
        }
    }
}

/// Piles in ascending order as what each has more than the one before, with zeros in front.
pub(crate) fn differences(whole: usize, piles: &[Term]) -> Vec<Term> {
    let mut before = Term::number(0);
    let gone = std::iter::repeat_n(Term::number(0), whole.saturating_sub(piles.len()));
    let more = piles.iter().map(|pile| {
        let more = pile.minus(&before);
        before = pile.clone();
        more
    });
    gone.chain(more).collect()
}

/// Every order of the piles in which the first ones keep theirs, and so do the moved ones if that is said.
pub(crate) fn merges(kept: &[Term], moved: &[Term], both: bool) -> Vec<Vec<Term>> {
    let mut all = vec![(kept.to_vec(), 0)];
    for pile in moved {
        let inserted = |(order, from): &(Vec<Term>, usize)| {
            let from = if both { *from } else { 0 };
            let at = |place: usize| {
                let order = [&order[..place], std::slice::from_ref(pile), &order[place..]].concat();
                (order, place + 1)
            };
            (from..=order.len()).map(at).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(inserted).collect();
    }
    all.into_iter().map(|(order, _)| order).collect()
}

/// Every order of the terms.
pub(crate) fn orders(terms: &[Term]) -> Vec<Vec<Term>> {
    merges(&[], terms, false)
}

/// Least, largest, sum or number of the piles that are not gone. The piles need not be in order.
fn aggregated(
    aggregate: Aggregate,
    piles: &[Heap],
    a: &mut Arithmetic,
) -> Result<Vec<Case>, Rejection> {
    let zero = Term::number(0);
    Ok(match aggregate {
        Aggregate::Sum => {
            let mut sum = zero;
            for heap in piles {
                sum = match heap {
                    Heap::One(size) => sum.plus(size),
                    Heap::Many { size, count } => sum.plus(&count.times(*size)),
                };
            }
            vec![plain(sum)]
        }
        Aggregate::Count => {
            let mut cases = vec![plain(zero)];
            for heap in piles {
                let mut longer = Vec::new();
                for Case { guard, numbers, value } in cases {
                    match heap {
                        Heap::Many { count, .. } => {
                            longer.push(Case { guard, numbers, value: value.plus(count) });
                        }
                        Heap::One(size) => {
                            let there = heap.there(a);
                            let gone = a.at_most_zero(size.clone());
                            let guards = (a.and([guard, there]), a.and([guard, gone]));
                            let more = value.clone().plus_constant(1);
                            longer.push(Case { guard: guards.0, numbers: Vec::new(), value: more });
                            longer.push(Case { guard: guards.1, numbers: Vec::new(), value });
                        }
                    }
                }
                longer.retain(|case| case.guard != FALSE);
                cases = longer;
            }
            cases
        }
        // It is this pile: none is better, and those before it are worse.
        Aggregate::Min | Aggregate::Max => {
            let mut cases = Vec::new();
            for (place, heap) in piles.iter().enumerate() {
                let size = heap.size();
                let mut guards = vec![heap.there(a)];
                for (other, another) in
                    piles.iter().enumerate().filter(|(other, _)| *other != place)
                {
                    let term = another.size();
                    let (low, high) = match aggregate {
                        Aggregate::Min => (&size, &term),
                        _ => (&term, &size),
                    };
                    let fine = match other < place {
                        true => a.less(low, high),
                        false => a.at_most(low, high),
                    };
                    let there = another.there(a);
                    let gone = a.not(there);
                    guards.push(a.or([fine, gone]));
                }
                let guard = a.and(guards);
                cases.push(Case { guard, numbers: Vec::new(), value: size });
            }
            let mut none = Vec::new();
            for heap in piles {
                let there = heap.there(a);
                none.push(a.not(there));
            }
            cases.push(Case { guard: a.and(none), numbers: Vec::new(), value: zero });
            cases
        }
    })
}
