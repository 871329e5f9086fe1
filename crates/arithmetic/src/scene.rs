//! The checked tree as arithmetic: expressions and conditions of the rule language, and conditions of
//! claims, become formulas over natural numbers.
//!
//! What is not linear is split into cases: each case has a guard, perhaps a number of its own (a
//! quotient), and a linear value; the guards of an expression exclude each other and cover everything, so
//! a condition on it is "in some case, guard and condition".

use sprague_automata::{Digitwise, Formula, Linear, Variable};
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles};

use sprague_claim::{Board, Condition};

use crate::coordinates::Coordinates;
use crate::options::merges;

/// The name of the set of P-positions, of which conditions may speak.
pub const CLAIMED: &str = "A";

/// What the formulas cannot say, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inexpressible(pub String);

/// One case of an expression's value.
#[derive(Clone, Debug)]
pub struct Case {
    /// The numbers that were chosen for it.
    pub numbers: Vec<Variable>,
    /// What they have to satisfy.
    pub guard: Formula,
    /// What it comes to.
    pub value: Linear,
}

/// What slots and piles stand for.
pub struct Scene<'a> {
    /// The numbers of the position.
    pub slots: &'a [Linear],
    /// The piles, in ascending order; some may be 0.
    pub before: &'a [Linear],
    /// The places of `before` that the move chooses.
    pub chosen: &'a [usize],
    /// The piles after the move, ascending.
    pub after: &'a [Linear],
    /// How many fresh numbers were named.
    pub fresh: &'a std::cell::Cell<usize>,
}

const MOST_CASES: usize = 500;

impl Scene<'_> {
    fn name(&self) -> Variable {
        self.fresh.set(self.fresh.get() + 1);
        Variable::from(format!("q{}", self.fresh.get()))
    }

    /// The piles that an aggregate looks at, ascending.
    fn piles(&self, piles: Piles) -> Vec<Linear> {
        match piles {
            Piles::Before => self.before.to_vec(),
            Piles::After => self.after.to_vec(),
            Piles::Others => {
                let others = self.before.iter().enumerate();
                others.filter(|(i, _)| !self.chosen.contains(i)).map(|(_, x)| x.clone()).collect()
            }
        }
    }

    /// The value of an expression, by cases.
    pub fn cases(&self, expr: &Expr) -> Result<Vec<Case>, Inexpressible> {
        let plain = |value: Linear| Ok(vec![Case { numbers: vec![], guard: Formula::True, value }]);
        match expr {
            Expr::Const(c) => plain(Linear::constant(*c)),
            Expr::Slot(slot) => plain(self.slots[*slot].clone()),
            Expr::Add(a, b) => self.both(a, b, |a, b| Ok(vec![(Formula::True, a + b)])),
            Expr::Sub(a, b) => self.both(a, b, |a, b| Ok(vec![(Formula::True, a - b)])),
            Expr::Mul(a, b) => self.both(a, b, |a, b| match (constant(a), constant(b)) {
                (Some(c), _) => Ok(vec![(Formula::True, b.clone() * c)]),
                (_, Some(c)) => Ok(vec![(Formula::True, a.clone() * c)]),
                _ => Err(Inexpressible("a product of two numbers that vary".into())),
            }),
            Expr::Min(a, b) => {
                self.both(a, b, |a, b| Ok(vec![(a.at_most(b), a.clone()), (b.less(a), b.clone())]))
            }
            Expr::Max(a, b) => {
                self.both(a, b, |a, b| Ok(vec![(a.at_most(b), b.clone()), (b.less(a), a.clone())]))
            }
            Expr::Div(a, b) => self.divide(a, b, |quotient, _| quotient),
            Expr::Mod(a, b) => self.divide(a, b, |_, rest| rest),
            Expr::Of(aggregate, piles) => Ok(aggregated(*aggregate, &self.piles(*piles))),
            Expr::CountWhere(piles, slot, cond) => self.count(*piles, *slot, cond),
        }
    }

    fn both(
        &self,
        a: &Expr,
        b: &Expr,
        join: impl Fn(&Linear, &Linear) -> Result<Vec<(Formula, Linear)>, Inexpressible>,
    ) -> Result<Vec<Case>, Inexpressible> {
        let mut cases = Vec::new();
        let right = self.cases(b)?;
        for left in self.cases(a)? {
            for right in &right {
                for (guard, value) in join(&left.value, &right.value)? {
                    let numbers = [left.numbers.clone(), right.numbers.clone()].concat();
                    let guard = all([left.guard.clone(), right.guard.clone(), guard]);
                    cases.push(Case { numbers, guard, value });
                }
            }
        }
        few(cases)
    }

    /// Quotient and remainder by a positive constant: `a = c q + r`, `0 <= r < c`.
    fn divide(
        &self,
        a: &Expr,
        b: &Expr,
        pick: impl Fn(Linear, Linear) -> Linear,
    ) -> Result<Vec<Case>, Inexpressible> {
        let divisor = match b {
            Expr::Const(c) if *c > 0 => *c,
            _ => return Err(Inexpressible("division by something other than a constant".into())),
        };
        let mut cases = Vec::new();
        for case in self.cases(a)? {
            if let Some(value) = constant(&case.value) {
                let (q, r) = (value.div_euclid(divisor), value.rem_euclid(divisor));
                let value = pick(Linear::constant(q), Linear::constant(r));
                cases.push(Case { value, ..case });
                continue;
            }
            // Of numbers below 0 the quotient is minus a natural number.
            for sign in [1, -1] {
                let number = self.name();
                let quotient = Linear::var(&number) * sign;
                let rest = &case.value - &(quotient.clone() * divisor);
                let mut guard = vec![case.guard.clone(), rest.at_least(0), rest.less(divisor)];
                if sign < 0 {
                    guard.push(Linear::var(&number).at_least(1));
                }
                let numbers = [case.numbers.clone(), vec![number]].concat();
                cases.push(Case { numbers, guard: all(guard), value: pick(quotient, rest) });
                if case.value.is_never_negative() {
                    break;
                }
            }
        }
        few(cases)
    }

    /// How many piles fulfil a condition: one case for each set of piles that do.
    fn count(&self, piles: Piles, slot: usize, cond: &Cond) -> Result<Vec<Case>, Inexpressible> {
        let piles = self.piles(piles);
        let mut cases =
            vec![Case { numbers: vec![], guard: Formula::True, value: Linear::constant(0) }];
        for pile in piles {
            let mut slots = self.slots.to_vec();
            slots[slot] = pile.clone();
            let holds = Scene { slots: &slots, ..*self }.formula(cond)?;
            let counted = all([holds, pile.at_least(1)]);
            let split = |case: Case| {
                let Case { numbers, guard, value } = case;
                let yes = all([guard.clone(), counted.clone()]);
                let no = all([guard, counted.not()]);
                [
                    Case { numbers: numbers.clone(), guard: yes, value: value.clone() + 1 },
                    Case { numbers, guard: no, value },
                ]
            };
            cases = few(cases.into_iter().flat_map(split).collect())?;
        }
        Ok(cases)
    }

    /// In some case the value is so.
    fn some_case(
        &self,
        expr: &Expr,
        holds: impl Fn(&Linear) -> Formula,
    ) -> Result<Formula, Inexpressible> {
        let cases = self.cases(expr)?;
        Ok(any(cases.into_iter().map(|case| {
            let inner = all([case.guard, holds(&case.value)]);
            if case.numbers.is_empty() { inner } else { Formula::exists(case.numbers, inner) }
        })))
    }

    /// A condition of the rule language.
    pub fn formula(&self, cond: &Cond) -> Result<Formula, Inexpressible> {
        match cond {
            Cond::Always => Ok(Formula::True),
            Cond::Never => Ok(Formula::False),
            Cond::Not(inner) => Ok(self.formula(inner)?.not()),
            Cond::And(parts) => {
                Ok(all(parts.iter().map(|c| self.formula(c)).collect::<Result<Vec<_>, _>>()?))
            }
            Cond::Or(parts) => {
                Ok(any(parts.iter().map(|c| self.formula(c)).collect::<Result<Vec<_>, _>>()?))
            }
            Cond::Compare(comparison, a, b) => self.comparison(*comparison, a, b),
            Cond::InSet(a, set) => {
                self.some_case(a, |value| any(set.iter().map(|&member| value.equals(member))))
            }
            Cond::InPiles(a, piles) => {
                let piles = self.piles(*piles);
                self.some_case(a, |value| {
                    any(piles.iter().map(|pile| all([value.equals(pile), pile.at_least(1)])))
                })
            }
            Cond::Distinct(piles) => {
                let piles = self.piles(*piles);
                let apart = |pair: &[Linear]| any([pair[0].equals(0), pair[0].less(&pair[1])]);
                Ok(all(piles.windows(2).map(apart)))
            }
        }
    }

    fn comparison(
        &self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
    ) -> Result<Formula, Inexpressible> {
        // A remainder compared with a constant is a congruence: no quotient is needed.
        if let (Expr::Mod(a, m), Expr::Const(r)) = (a, b)
            && let Expr::Const(m) = **m
            && let Ok(modulus) = u32::try_from(m)
            && modulus > 0
            && matches!(comparison, Comparison::Equal | Comparison::NotEqual)
        {
            let equal = match (0..m).contains(r) {
                true => self.some_case(a, |value| value.congruent(*r, modulus))?,
                false => Formula::False,
            };
            return Ok(if comparison == Comparison::Equal { equal } else { equal.not() });
        }
        let difference = Expr::Sub(Box::new(a.clone()), Box::new(b.clone()));
        self.some_case(&difference, |value| match comparison {
            Comparison::Less => value.less(0),
            Comparison::AtMost => value.at_most(0),
            Comparison::Equal => value.equals(0),
            Comparison::NotEqual => value.differs(0),
        })
    }

    /// A condition of a claim.
    pub fn claimed(&self, condition: &Condition) -> Result<Formula, Inexpressible> {
        match condition {
            Condition::Plain(cond) => self.formula(cond),
            Condition::Not(inner) => Ok(self.claimed(inner)?.not()),
            Condition::And(parts) => {
                Ok(all(parts.iter().map(|c| self.claimed(c)).collect::<Result<Vec<_>, _>>()?))
            }
            Condition::Or(parts) => {
                Ok(any(parts.iter().map(|c| self.claimed(c)).collect::<Result<Vec<_>, _>>()?))
            }
            Condition::NimSumZero(parts) => self.digits(Digitwise::Xor, parts),
            Condition::PowerOfTwo(expr) => {
                self.digits(Digitwise::SingleOne, std::slice::from_ref(expr))
            }
            Condition::Lost(piles) => self.lost(piles),
            Condition::PilesSumZero(_) => Err(Inexpressible("a nim-sum over all piles".into())),
            Condition::LowBit(a, b) => self.digits(Digitwise::LowestOne, &[a.clone(), b.clone()]),
            // In Ostrowski digits with quotients t, which whoever compiles this has to read, a ends in an even number of
            // zeros, and b is a with one more (Fraenkel).
            Condition::MetallicPair(_, a, b) => Ok(all([
                self.digits(Digitwise::EvenZeros, std::slice::from_ref(a))?,
                self.digits(Digitwise::Shifted, &[a.clone(), b.clone()])?,
            ])),
        }
    }

    /// The position with these piles is among the P-positions that are being proved, or known.
    fn lost(&self, piles: &[Expr]) -> Result<Formula, Inexpressible> {
        let board = Board::Piles(self.before.len());
        if piles.len() > self.before.len() {
            return Err(Inexpressible("positions with more piles than the claim names".into()));
        }
        let mut terms = vec![Linear::constant(0); self.before.len() - piles.len()];
        for pile in piles {
            match &self.cases(pile)?[..] {
                [case] if case.numbers.is_empty() && case.guard == Formula::True => {
                    terms.push(case.value.clone());
                }
                _ => return Err(Inexpressible("sizes that are not linear".into())),
            }
        }
        let orders = merges(&[], &terms, false);
        let coordinates = orders.iter().map(|order| board.coordinates(order));
        Ok(any(coordinates.map(|coordinates| Formula::relation(CLAIMED, coordinates))))
    }

    /// A relation between the digits of some numbers.
    pub fn digits(&self, relation: Digitwise, parts: &[Expr]) -> Result<Formula, Inexpressible> {
        let mut whole = vec![(Vec::new(), Vec::new(), Vec::new())];
        for part in parts {
            let cases = self.cases(part)?;
            if whole.len().saturating_mul(cases.len()) > MOST_CASES {
                return Err(Inexpressible("a nim-sum with too many cases".into()));
            }
            let extend = |(numbers, guards, values): (Vec<Variable>, Vec<Formula>, Vec<Linear>)| {
                let with = |case: &Case| {
                    let numbers = [numbers.clone(), case.numbers.clone()].concat();
                    let guards = [guards.clone(), vec![case.guard.clone()]].concat();
                    (numbers, guards, [values.clone(), vec![case.value.clone()]].concat())
                };
                cases.iter().map(with).collect::<Vec<_>>()
            };
            whole = whole.into_iter().flat_map(extend).collect();
        }
        Ok(any(whole.into_iter().map(|(numbers, guards, values)| {
            let inner = all([all(guards), Formula::digits(relation, values)]);
            if numbers.is_empty() { inner } else { Formula::exists(numbers, inner) }
        })))
    }
}

/// Least, largest, sum or number of piles that are not gone; the piles ascend.
fn aggregated(aggregate: Aggregate, piles: &[Linear]) -> Vec<Case> {
    let case = |guard: Formula, value: Linear| Case { numbers: vec![], guard, value };
    let zero = || Linear::constant(0);
    match aggregate {
        Aggregate::Sum => {
            let sum = piles.iter().fold(zero(), |sum, pile| sum + pile.clone());
            vec![case(Formula::True, sum)]
        }
        Aggregate::Max => vec![case(Formula::True, piles.last().cloned().unwrap_or_else(zero))],
        Aggregate::Min | Aggregate::Count => {
            let mut cases = Vec::new();
            let mut gone = Formula::True;
            for (place, pile) in piles.iter().enumerate() {
                let value = match aggregate {
                    Aggregate::Min => pile.clone(),
                    _ => Linear::constant((piles.len() - place) as i64),
                };
                cases.push(case(all([gone, pile.at_least(1)]), value));
                gone = pile.equals(0);
            }
            cases.push(case(gone, zero()));
            cases
        }
    }
}

fn constant(term: &Linear) -> Option<i64> {
    (term.coefficients().len() == 0).then(|| term.constant_part())
}

fn few(cases: Vec<Case>) -> Result<Vec<Case>, Inexpressible> {
    if cases.len() > MOST_CASES {
        return Err(Inexpressible("an expression with too many cases".into()));
    }
    Ok(cases)
}

/// The conjunction, without what always holds.
pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut kept: Vec<Formula> = Vec::new();
    for part in parts {
        match part {
            Formula::True => {}
            Formula::False => return Formula::False,
            Formula::And(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Formula::True,
        1 => kept.remove(0),
        _ => Formula::and(kept),
    }
}

/// The disjunction, without what never holds.
pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut kept: Vec<Formula> = Vec::new();
    for part in parts {
        match part {
            Formula::False => {}
            Formula::True => return Formula::True,
            Formula::Or(inner) => kept.extend(inner),
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Formula::False,
        1 => kept.remove(0),
        _ => Formula::or(kept),
    }
}
