//! From where on a condition on one number repeats, and how soon: what must be looked at to know it for ever.

use sprague_rules::expr::{Cond, Expr};

use super::sentence::N;
use crate::condition::{Condition, Sight, value_of};

/// It repeats with this period from that number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onwards {
    /// The first number that is repeated.
    pub from: i64,
    /// After so many it is the same.
    pub period: i64,
}

/// How a number depends on n.
enum Course {
    Fixed(i64),
    Line {
        slope: i64,
        at_zero: i64,
    },
    /// Repeats with this period.
    Wave(i64),
}

impl Onwards {
    /// What is the same for all numbers.
    pub const AT_ONCE: Onwards = Onwards { from: 0, period: 1 };

    /// Both at once; `None` if the period is too large.
    pub fn and(self, other: Onwards) -> Option<Onwards> {
        let period = self.period.checked_mul(other.period / gcd(self.period, other.period))?;
        Some(Onwards { from: self.from.max(other.from), period })
    }

    /// Of a condition on n, the other numbers given; `None` if that is not seen.
    pub fn of(condition: &Condition, numbers: &[i64]) -> Option<Onwards> {
        match condition {
            Condition::Plain(cond) => of_plain(cond, numbers),
            Condition::Not(inner) => Onwards::of(inner, numbers),
            Condition::And(parts) | Condition::Or(parts) => {
                let mut each = parts.iter().map(|part| Onwards::of(part, numbers));
                each.try_fold(Onwards::AT_ONCE, |all, one| all.and(one?))
            }
            _ => None,
        }
    }
}

fn of_plain(cond: &Cond, numbers: &[i64]) -> Option<Onwards> {
    match cond {
        Cond::Always | Cond::Never => Some(Onwards::AT_ONCE),
        Cond::Not(inner) => of_plain(inner, numbers),
        Cond::And(parts) | Cond::Or(parts) => {
            let mut each = parts.iter().map(|part| of_plain(part, numbers));
            each.try_fold(Onwards::AT_ONCE, |all, one| all.and(one?))
        }
        Cond::Compare(_, a, b) => {
            of_course(add(course(a, numbers)?, times(course(b, numbers)?, -1)?)?, &[0])
        }
        Cond::InSet(a, members) => of_course(course(a, numbers)?, members),
        Cond::InPiles(..) | Cond::Distinct(_) => None,
    }
}

/// When it is settled how this compares with the numbers of a list.
fn of_course(course: Course, with: &[i64]) -> Option<Onwards> {
    match course {
        Course::Fixed(_) => Some(Onwards::AT_ONCE),
        Course::Wave(period) => Some(Onwards { from: 0, period }),
        Course::Line { slope, at_zero } => {
            let crossing = |&c: &i64| (c - at_zero).abs() / slope.abs() + 1;
            Some(Onwards { from: with.iter().map(crossing).max().unwrap_or(0), period: 1 })
        }
    }
}

fn course(expr: &Expr, numbers: &[i64]) -> Option<Course> {
    let of = |expr: &Expr| course(expr, numbers);
    match expr {
        Expr::Slot(N) => Some(Course::Line { slope: 1, at_zero: 0 }),
        Expr::Add(a, b) => add(of(a)?, of(b)?),
        Expr::Sub(a, b) => add(of(a)?, times(of(b)?, -1)?),
        Expr::Mul(a, b) => match (of(a)?, of(b)?) {
            (Course::Fixed(c), other) | (other, Course::Fixed(c)) => times(other, c),
            _ => None,
        },
        Expr::Mod(a, b) => match (of(a)?, of(b)?) {
            (Course::Fixed(_), Course::Fixed(_)) => fixed(expr, numbers),
            (Course::Line { .. }, Course::Fixed(m)) if m != 0 => Some(Course::Wave(m.abs())),
            (Course::Wave(period), Course::Fixed(_)) => Some(Course::Wave(period)),
            _ => None,
        },
        Expr::Div(a, b) | Expr::Min(a, b) | Expr::Max(a, b) => match (of(a)?, of(b)?) {
            (Course::Fixed(_), Course::Fixed(_)) => fixed(expr, numbers),
            _ => None,
        },
        Expr::Const(_) | Expr::Slot(_) => fixed(expr, numbers),
        Expr::Of(..) | Expr::CountWhere(..) => None,
    }
}

fn fixed(expr: &Expr, numbers: &[i64]) -> Option<Course> {
    Some(Course::Fixed(value_of(expr, Sight::of(numbers))))
}

fn add(a: Course, b: Course) -> Option<Course> {
    match (a, b) {
        (Course::Fixed(a), Course::Fixed(b)) => Some(Course::Fixed(a + b)),
        (Course::Fixed(c), Course::Line { slope, at_zero })
        | (Course::Line { slope, at_zero }, Course::Fixed(c)) => {
            Some(Course::Line { slope, at_zero: at_zero + c })
        }
        (Course::Line { slope: s, at_zero: a }, Course::Line { slope: t, at_zero: b }) => {
            match s + t {
                0 => Some(Course::Fixed(a + b)),
                slope => Some(Course::Line { slope, at_zero: a + b }),
            }
        }
        (Course::Wave(p), Course::Wave(q)) => Some(Course::Wave(p.checked_mul(q / gcd(p, q))?)),
        (Course::Wave(p), Course::Fixed(_)) | (Course::Fixed(_), Course::Wave(p)) => {
            Some(Course::Wave(p))
        }
        (Course::Wave(_), Course::Line { .. }) | (Course::Line { .. }, Course::Wave(_)) => None,
    }
}

fn times(a: Course, c: i64) -> Option<Course> {
    Some(match a {
        Course::Fixed(a) => Course::Fixed(a.checked_mul(c)?),
        Course::Line { .. } if c == 0 => Course::Fixed(0),
        Course::Line { slope, at_zero } => {
            Course::Line { slope: slope.checked_mul(c)?, at_zero: at_zero.checked_mul(c)? }
        }
        Course::Wave(period) => Course::Wave(period),
    })
}

/// The greatest common divisor.
pub fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::condition;
    use sprague_rules::parse::parse_condition;
    use sprague_rules::random::Dice;

    /// A random condition on n and m.
    fn random(dice: &mut Dice, depth: u64) -> String {
        let number = dice.roll(12);
        match dice.roll(if depth == 0 { 4 } else { 7 }) {
            0 => format!("{}*n + {number} <= 3*m", 1 + dice.roll(3)),
            1 => format!("n mod {} in {{1, 4, {number}}}", 1 + dice.roll(6)),
            2 => format!("(n + m) mod 4 < {}", dice.roll(5)),
            3 => format!("2*n - m != {number}"),
            4 => format!("not ({})", random(dice, depth - 1)),
            5 => format!("({} and {})", random(dice, depth - 1), random(dice, depth - 1)),
            _ => format!("({} or {})", random(dice, depth - 1), random(dice, depth - 1)),
        }
    }

    #[test]
    fn conditions_repeat_from_where_it_is_said() {
        let names = ["n".to_string(), "m".to_string()];
        let mut dice = Dice::new(11);
        for _ in 0..400 {
            let text = random(&mut dice, 3);
            let node = parse_condition(&text).unwrap();
            let condition = condition(&node, &names).unwrap();
            let m = dice.roll(20) as i64;
            let Onwards { from, period } = Onwards::of(&condition, &[0, m]).unwrap();
            for n in from..from + 200 {
                let same = condition.holds(Sight::of(&[n, m]))
                    == condition.holds(Sight::of(&[n + period, m]));
                assert!(same, "{text} at {n}, m = {m}: from {from} with {period}");
            }
        }
    }
}
