//! **Taking multiples of the other pile.** From two piles a <= b a move takes a multiple of one from the other, as in Euclid's algorithm; a pile may
//! reach 0, or may not. Then, whatever the numbers are:
//!
//! - *b >= 2a: the position is N.* One option is (a, b - a), and all options of that one are options of (a, b), too: multiples of a are taken from the larger
//!   pile. So if (a, b - a) is P, moving there wins; and if not, it has an option that is P.
//! - *a < b < 2a*: the only option is (b - a, a), so that (a, b) is P iff that one is not.
//! - *a = b*: the only option is the single pile a, which has no move, so the position is N; where no pile may reach 0, there is no option, and it is P.
//!
//! `P iff A(a, b)` is true of all positions iff A is so in all three cases, by induction on tokens. With a pile r = b - a in the second case these are sentences about
//! comparisons of polynomials in two numbers that are left open:
//!
//! - not A(a, b) for 1 <= a, 2a <= b; A(a, a + r) iff not A(r, a) for 1 <= r < a; and A(a, a), or not, for 1 <= a.
//!
//! The sign of a polynomial is known if, with the least numbers put in and natural ones added to them, all coefficients have that sign and the constant is not 0.
//! Otherwise it is left open: any sign, the same for polynomials that are multiples of each other by constants, and the opposite one
//! where the constant is below 0. One that is a quadratic form whose discriminant is no square is never 0, as a zero would make the ratio of the
//! numbers a rational root. The sentences must be true for all signs that are left. ∎

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use sprague_claim::Board;
use sprague_claim::claim::{Meaning, OnBoard, Says};
use sprague_claim::condition::Condition;
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};
use sprague_rules::{Outcome, Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;

/// Decides it.
///
/// # Errors
///
/// Where the game is another one, or a sentence is not seen to be true.
pub fn check(on: &OnBoard, task: &Task) -> Result<(), Rejection> {
    let emptied = takes_multiples(&on.ruleset)
        .filter(|_| on.board == Board::Piles(2) && on.given.is_empty())
        .ok_or_else(|| Rejection::new("no multiples of the other of two piles are taken"))?;
    let (first, second) = (Polynomial::variable(0), Polynomial::variable(1));
    let one = Polynomial::constant(1);
    // The numbers left open, as natural ones and what is least.
    let far = [first.plus(&one, 1)?, first.plus(&one, 1)?.times_constant(2)?.plus(&second, 1)?];
    let near = [first.plus(&one, 1)?, first.plus(&second, 1)?.plus(&one, 2)?];
    let equal = [first.plus(&one, 1)?, Polynomial::default()];
    let sum = first.plus(&second, 1)?;
    let pair = |a: &Polynomial, b: &Polynomial| [a.clone(), b.clone()];
    let everywhere = on.suppose == Condition::ALWAYS;
    match &on.says {
        Says::Exactly(Meaning::P(lost)) if everywhere => {
            let is = |signs: &mut Signs, at: [Polynomial; 2]| condition(lost, &at, signs);
            every_way(&far, task, &mut |signs| Ok(!is(signs, pair(&first, &second))?))?;
            every_way(&near, task, &mut |signs| {
                Ok(is(signs, pair(&second, &sum))? != is(signs, pair(&first, &second))?)
            })?;
            every_way(&equal, task, &mut |signs| Ok(is(signs, pair(&first, &first))? != emptied))
        }
        // What is said to be N lies where the larger pile is at least twice the smaller, or both are equal.
        Says::If { outcome: Outcome::N, condition: said } => {
            let silent = |signs: &mut Signs, at: [Polynomial; 2]| -> Result<bool, Rejection> {
                Ok(!(condition(&on.suppose, &at, signs)? && condition(said, &at, signs)?))
            };
            every_way(&near, task, &mut |signs| silent(signs, pair(&second, &sum)))?;
            if !emptied {
                every_way(&equal, task, &mut |signs| silent(signs, pair(&first, &first)))?;
            }
            // That it speaks of something is seen from one position.
            for (a, b) in (1..=LOOKED_AT).flat_map(|b| (1..=b).map(move |a| (a, b))) {
                let (a, b) = (Polynomial::constant(a), Polynomial::constant(b));
                let mut speaks = false;
                every_way(&equal, task, &mut |signs| {
                    speaks |= !silent(signs, pair(&a, &b))?;
                    Ok(true)
                })?;
                if speaks {
                    return Ok(());
                }
            }
            Err(Rejection::new("the claim speaks of no position that was looked at"))
        }
        _ => Err(Rejection::new("this is for `P iff` and `N if`")),
    }
}

/// Are multiples of the other pile taken, and nothing else? Whether a pile may reach 0.
fn takes_multiples(ruleset: &Ruleset) -> Option<bool> {
    let Shape::Piles { at_most } = ruleset.shape else { return None };
    let normal = ruleset.same_moves() && ruleset.ending == Ending::StuckLoses;
    let [only] = &ruleset.moves[..] else { return None };
    let MoveAct::Take(takes) = &only.act else { return None };
    let [(_, Amount::Chosen(amount))] = takes[..] else { return None };
    if !normal || at_most.is_some_and(|most| most < 2) {
        return None;
    }
    let remainder =
        Expr::Mod(Box::new(Expr::Slot(amount)), Box::new(Expr::Of(Aggregate::Min, Piles::Others)));
    let multiple = Cond::Compare(Comparison::Equal, remainder, Expr::Const(0));
    let both_left =
        Cond::Compare(Comparison::Equal, Expr::Of(Aggregate::Count, Piles::After), Expr::Const(2));
    match only.condition.conjuncts()[..] {
        [one] if *one == multiple => Some(true),
        [one, other] if *one == multiple && *other == both_left => Some(false),
        _ => None,
    }
}

/// Piles up to which a position is looked for that a claim speaks of.
const LOOKED_AT: i64 = 60;

/// Degrees, terms and signs left open are at most so many.
const MOST_DEGREE: u32 = 6;
const MOST_OPEN: usize = 6;
/// Coefficients beyond this are not believed.
const WITHIN: std::ops::RangeInclusive<i64> = -(1 << 40)..=1 << 40;

/// In two numbers: coefficients by exponents, none of which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Polynomial(BTreeMap<(u32, u32), i64>);

impl Polynomial {
    fn constant(number: i64) -> Polynomial {
        Polynomial([((0, 0), number)].into_iter().filter(|(_, c)| *c != 0).collect())
    }

    fn variable(place: usize) -> Polynomial {
        Polynomial(BTreeMap::from([(if place == 0 { (1, 0) } else { (0, 1) }, 1)]))
    }

    /// What is added up, if nothing in it is too large.
    fn of(terms: impl Iterator<Item = ((u32, u32), Option<i64>)>) -> Result<Polynomial, Rejection> {
        let large = || Rejection::new("a number is too large to check");
        let mut sum = BTreeMap::new();
        for ((i, j), coefficient) in terms {
            let so_far: &mut i64 = sum.entry((i, j)).or_default();
            *so_far += coefficient.filter(|c| WITHIN.contains(c)).ok_or_else(large)?;
            if !WITHIN.contains(so_far) || i + j > MOST_DEGREE {
                return Err(large());
            }
        }
        sum.retain(|_, coefficient| *coefficient != 0);
        Ok(Polynomial(sum))
    }

    fn plus(&self, other: &Polynomial, factor: i64) -> Result<Polynomial, Rejection> {
        let own = self.0.iter().map(|(&exponents, &c)| (exponents, Some(c)));
        let others = other.0.iter().map(|(&exponents, c)| (exponents, c.checked_mul(factor)));
        Polynomial::of(own.chain(others))
    }

    fn times(&self, other: &Polynomial) -> Result<Polynomial, Rejection> {
        Polynomial::of(self.0.iter().flat_map(|(&(i, j), &c)| {
            other.0.iter().map(move |(&(k, l), &d)| ((i + k, j + l), c.checked_mul(d)))
        }))
    }

    fn times_constant(&self, factor: i64) -> Result<Polynomial, Rejection> {
        self.times(&Polynomial::constant(factor))
    }

    /// With these in the place of the two numbers.
    fn at(&self, numbers: &[Polynomial; 2]) -> Result<Polynomial, Rejection> {
        let mut sum = Polynomial::default();
        for (&(i, j), &coefficient) in &self.0 {
            let mut term = Polynomial::constant(coefficient);
            for (number, times) in numbers.iter().zip([i, j]) {
                for _ in 0..times {
                    term = term.times(number)?;
                }
            }
            sum = sum.plus(&term, 1)?;
        }
        Ok(sum)
    }

    /// Its sign for all natural numbers, if all coefficients say the same.
    fn sign(&self) -> Option<Ordering> {
        let constant = self.0.get(&(0, 0)).copied().unwrap_or(0);
        match constant.cmp(&0) {
            Ordering::Equal => self.0.is_empty().then_some(Ordering::Equal),
            sign => self.0.values().all(|c| c.cmp(&0) == sign).then_some(sign),
        }
    }

    /// Without the common divisor of the coefficients and with the first of them above 0; was it below?
    fn normal(&self) -> (Polynomial, bool) {
        let divisor =
            self.0.values().fold(0, |divisor, &c| common_divisor(divisor, c.abs())).max(1);
        let below = self.0.values().next().is_some_and(|&first| first < 0);
        let divisor = if below { -divisor } else { divisor };
        (Polynomial(self.0.iter().map(|(&exponents, c)| (exponents, c / divisor)).collect()), below)
    }

    /// Is it a quadratic form that is 0 for no whole numbers but 0 and 0?
    fn is_never_zero(&self) -> bool {
        let at = |exponents| i128::from(self.0.get(&exponents).copied().unwrap_or(0));
        let discriminant = at((1, 1)) * at((1, 1)) - 4 * at((2, 0)) * at((0, 2));
        let square = discriminant >= 0 && discriminant.isqrt().pow(2) == discriminant;
        self.0.keys().all(|(i, j)| i + j == 2) && !square
    }
}

fn common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Signs of polynomials, on one way through those that are left open.
struct Signs<'a> {
    /// The two numbers, as natural ones and what is least.
    numbers: &'a [Polynomial; 2],
    /// What was chosen before this way began, for open signs in the order in which they are asked for.
    begun: Vec<Ordering>,
    open: Vec<(Polynomial, Ordering)>,
    /// How other ways begin.
    others: Vec<Vec<Ordering>>,
}

impl Signs<'_> {
    fn of(&mut self, polynomial: &Polynomial) -> Result<Ordering, Rejection> {
        if let Some(sign) = polynomial.at(self.numbers)?.sign() {
            return Ok(sign);
        }
        let (normal, below) = polynomial.normal();
        let known = self.open.iter().find(|(known, _)| *known == normal).map(|(_, sign)| *sign);
        let sign = match known {
            Some(sign) => sign,
            None => self.choose(normal)?,
        };
        Ok(if below { sign.reverse() } else { sign })
    }

    fn choose(&mut self, normal: Polynomial) -> Result<Ordering, Rejection> {
        let place = self.open.len();
        if place == MOST_OPEN {
            return Err(Rejection::new("too many signs are left open"));
        }
        let sign = self.begun.get(place).copied().unwrap_or(Ordering::Less);
        if place >= self.begun.len() {
            let so_far: Vec<Ordering> = self.open.iter().map(|(_, sign)| *sign).collect();
            let mut more = vec![Ordering::Greater];
            more.extend((!normal.is_never_zero()).then_some(Ordering::Equal));
            self.others.extend(more.into_iter().map(|sign| [&so_far[..], &[sign]].concat()));
        }
        self.open.push((normal, sign));
        Ok(sign)
    }
}

/// The sentence is true for all signs that are left open.
fn every_way(
    numbers: &[Polynomial; 2],
    task: &Task,
    sentence: &mut dyn FnMut(&mut Signs) -> Result<bool, Rejection>,
) -> Result<(), Rejection> {
    let mut waiting = vec![Vec::new()];
    while let Some(begun) = waiting.pop() {
        task.spend(10)?;
        let mut signs = Signs { numbers, begun, open: Vec::new(), others: Vec::new() };
        if !sentence(&mut signs)? {
            return Err(Rejection::new("the claim does not follow from what it says of options"));
        }
        waiting.append(&mut signs.others);
    }
    Ok(())
}

/// Is it so of the piles, the smaller one first?
fn condition(
    condition: &Condition,
    at: &[Polynomial; 2],
    signs: &mut Signs,
) -> Result<bool, Rejection> {
    match condition {
        Condition::Plain(cond) => holds(cond, at, signs),
        Condition::Not(inner) => Ok(!self::condition(inner, at, signs)?),
        Condition::And(parts) => every(parts, true, &mut |part| self::condition(part, at, signs)),
        Condition::Or(parts) => every(parts, false, &mut |part| self::condition(part, at, signs)),
        _ => Err(Rejection::new("a condition is not made of polynomials")),
    }
}

fn holds(cond: &Cond, at: &[Polynomial; 2], signs: &mut Signs) -> Result<bool, Rejection> {
    match cond {
        Cond::Always => Ok(true),
        Cond::Never => Ok(false),
        Cond::Not(inner) => Ok(!holds(inner, at, signs)?),
        Cond::And(parts) => every(parts, true, &mut |part| holds(part, at, signs)),
        Cond::Or(parts) => every(parts, false, &mut |part| holds(part, at, signs)),
        Cond::Compare(comparison, a, b) => {
            let sign = signs.of(&number(a, at)?.plus(&number(b, at)?, -1)?)?;
            Ok(match comparison {
                Comparison::Less => sign == Ordering::Less,
                Comparison::AtMost => sign != Ordering::Greater,
                Comparison::Equal => sign == Ordering::Equal,
                Comparison::NotEqual => sign != Ordering::Equal,
            })
        }
        Cond::InSet(..) | Cond::InPiles(..) | Cond::Distinct(_) => {
            Err(Rejection::new("a condition is not made of polynomials"))
        }
    }
}

/// Are all parts so; or, where that is asked, is one?
fn every<T>(
    parts: &[T],
    all: bool,
    is: &mut dyn FnMut(&T) -> Result<bool, Rejection>,
) -> Result<bool, Rejection> {
    for part in parts {
        if is(part)? != all {
            return Ok(!all);
        }
    }
    Ok(all)
}

fn number(expr: &Expr, at: &[Polynomial; 2]) -> Result<Polynomial, Rejection> {
    match expr {
        Expr::Const(number) if WITHIN.contains(number) => Ok(Polynomial::constant(*number)),
        Expr::Slot(slot @ (0 | 1)) => Ok(at[*slot].clone()),
        Expr::Add(a, b) => number(a, at)?.plus(&number(b, at)?, 1),
        Expr::Sub(a, b) => number(a, at)?.plus(&number(b, at)?, -1),
        Expr::Mul(a, b) => number(a, at)?.times(&number(b, at)?),
        _ => Err(Rejection::new("a number is not a polynomial of the piles")),
    }
}
