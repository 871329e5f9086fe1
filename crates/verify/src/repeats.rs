//! From where on a condition on n repeats, the other numbers that it names being known.
//!
//! *Numbers.* What is built from n by sums, differences and products with constants is `a n + b`. `(a n + b) mod m` with m
//! other than 0 has period |m|: adding m to n changes `a n + b` by a multiple of m. What is built from numbers of periods
//! p and q by sums and differences has the period lcm(p, q).
//!
//! *Comparisons.* `a n + b` with a other than 0 is not 0, and keeps its sign, from `|b| / |a| + 1` on (division rounded
//! down), as then `|a n| > |b|`. So `x < y`, `x <= y`, `x = y` and `x != y`, where x - y is `a n + b`, do not change from
//! there on, and `x in {c, ...}` does not where that is so for every x - c. Comparisons of numbers with period p have that
//! period. *Connectives* keep periods, and begin where the last of their parts does.
//!
//! Anything else is not judged. All arithmetic is checked: an overflow is a `None`, too.

use sprague_claim::condition::{Sight, value_of};
use sprague_claim::{Condition, outcomes::sentence::N};
use sprague_rules::expr::{Cond, Expr, Mention};

/// The same at n and n + period for all n >= from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeats {
    pub(crate) from: u64,
    pub(crate) period: u64,
}

impl Repeats {
    /// Always the same.
    pub(crate) const AT_ONCE: Repeats = Repeats { from: 0, period: 1 };

    /// Of two things together.
    pub(crate) fn and(self, other: Repeats) -> Option<Repeats> {
        Some(Repeats { from: self.from.max(other.from), period: lcm(self.period, other.period)? })
    }

    /// Of a condition on n, the number in slot [`N`].
    pub(crate) fn of(condition: &Condition, numbers: &[i64]) -> Option<Repeats> {
        match condition {
            Condition::Plain(cond) => of_cond(cond, numbers),
            Condition::Not(inner) => Repeats::of(inner, numbers),
            Condition::And(parts) | Condition::Or(parts) => {
                let mut each = parts.iter().map(|part| Repeats::of(part, numbers));
                each.try_fold(Repeats::AT_ONCE, |all, one| all.and(one?))
            }
            _ => None,
        }
    }
}

/// The greatest common divisor.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of two positive numbers.
pub(crate) fn lcm(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b)
}

fn of_cond(cond: &Cond, numbers: &[i64]) -> Option<Repeats> {
    match cond {
        Cond::Always | Cond::Never => Some(Repeats::AT_ONCE),
        Cond::Not(inner) => of_cond(inner, numbers),
        Cond::And(parts) | Cond::Or(parts) => {
            let mut each = parts.iter().map(|part| of_cond(part, numbers));
            each.try_fold(Repeats::AT_ONCE, |all, one| all.and(one?))
        }
        Cond::Compare(_, x, y) => settled(minus(shape(x, numbers)?, shape(y, numbers)?)?, &[0]),
        Cond::InSet(x, members) => settled(shape(x, numbers)?, members),
        Cond::InPiles(..) | Cond::Distinct(_) => None,
    }
}

/// How a number depends on n.
#[derive(Clone, Copy)]
enum Shape {
    /// `a n + b`
    Line(i64, i64),
    /// It has this period, from 0 on.
    Wave(u64),
}

/// From where on it is known how the number compares with these.
fn settled(shape: Shape, with: &[i64]) -> Option<Repeats> {
    match shape {
        Shape::Wave(period) => Some(Repeats { from: 0, period }),
        Shape::Line(0, _) => Some(Repeats::AT_ONCE),
        Shape::Line(a, b) => {
            let mut from = 0;
            for &c in with {
                let distance = b.checked_sub(c)?.unsigned_abs();
                from = from.max(distance / a.unsigned_abs() + 1);
            }
            Some(Repeats { from, period: 1 })
        }
    }
}

/// `a` and `b`, if the number is `a n + b`.
pub(crate) fn line(expr: &Expr) -> Option<(i64, i64)> {
    match shape(expr, &[0])? {
        Shape::Line(a, b) => Some((a, b)),
        Shape::Wave(_) => None,
    }
}

fn shape(expr: &Expr, numbers: &[i64]) -> Option<Shape> {
    if !expr
        .mentions(&|mention| mention == Mention::Slot(N) || matches!(mention, Mention::Piles(_)))
    {
        return Some(Shape::Line(0, value_of(expr, Sight::of(numbers))));
    }
    match expr {
        Expr::Slot(N) => Some(Shape::Line(1, 0)),
        Expr::Add(x, y) => plus(shape(x, numbers)?, shape(y, numbers)?),
        Expr::Sub(x, y) => minus(shape(x, numbers)?, shape(y, numbers)?),
        Expr::Mul(x, y) => match (shape(x, numbers)?, shape(y, numbers)?) {
            (Shape::Line(0, c), other) | (other, Shape::Line(0, c)) => times(other, c),
            _ => None,
        },
        Expr::Mod(x, m) => match (shape(x, numbers)?, shape(m, numbers)?) {
            (Shape::Line(..), Shape::Line(0, m)) if m != 0 => Some(Shape::Wave(m.unsigned_abs())),
            (Shape::Wave(period), Shape::Line(0, _)) => Some(Shape::Wave(period)),
            _ => None,
        },
        _ => None,
    }
}

fn plus(x: Shape, y: Shape) -> Option<Shape> {
    match (x, y) {
        (Shape::Line(a, b), Shape::Line(c, d)) => {
            Some(Shape::Line(a.checked_add(c)?, b.checked_add(d)?))
        }
        (Shape::Wave(p), Shape::Wave(q)) => Some(Shape::Wave(lcm(p, q)?)),
        (Shape::Wave(p), Shape::Line(0, _)) | (Shape::Line(0, _), Shape::Wave(p)) => {
            Some(Shape::Wave(p))
        }
        _ => None,
    }
}

fn times(x: Shape, c: i64) -> Option<Shape> {
    match x {
        Shape::Line(a, b) => Some(Shape::Line(a.checked_mul(c)?, b.checked_mul(c)?)),
        Shape::Wave(period) => Some(Shape::Wave(period)),
    }
}

fn minus(x: Shape, y: Shape) -> Option<Shape> {
    plus(x, times(y, -1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_claim::condition::condition;
    use sprague_rules::parse::parse_condition;
    use sprague_rules::random::Dice;

    fn random(dice: &mut Dice, depth: u64) -> String {
        let number = dice.roll(30);
        match dice.roll(if depth == 0 { 5 } else { 8 }) {
            0 => format!("{}*n + {number} <= 3*m", 1 + dice.roll(3)),
            1 => format!("(7 - 3*n) mod {} in {{1, 4, {number}}}", 1 + dice.roll(6)),
            2 => format!("(n + m) mod 4 - n mod 3 < {}", dice.roll(5)),
            3 => format!("2*n - m != {number}"),
            4 => format!("5*n - 2*m in {{3, 11, {number}}}"),
            5 => format!("not ({})", random(dice, depth - 1)),
            6 => format!("({} and {})", random(dice, depth - 1), random(dice, depth - 1)),
            _ => format!("({} or {})", random(dice, depth - 1), random(dice, depth - 1)),
        }
    }

    #[test]
    fn conditions_repeat_from_where_it_is_said() {
        let names = ["n".to_string(), "m".to_string()];
        let mut dice = Dice::new(23);
        for _ in 0..400 {
            let text = random(&mut dice, 3);
            let condition = condition(&parse_condition(&text).unwrap(), &names).unwrap();
            let m = dice.roll(40) as i64;
            let Repeats { from, period } = Repeats::of(&condition, &[0, m]).unwrap();
            for n in from as i64..from as i64 + 300 {
                let at = |n: i64| condition.holds(Sight::of(&[n, m]));
                assert_eq!(at(n), at(n + period as i64), "{text} at {n}, m = {m}");
            }
        }
    }
}
