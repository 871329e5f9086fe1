//! Sets of further numbers: `any D of d where even(d) and d >= 2c`, with a game such as cut(1, 2c, D). The claim is for every set D, finite or infinite and
//! perhaps empty, of numbers d >= 1 that are so.
//!
//! The condition is a choice of conjunctions, each of a bound `d >= 2c + 1` and a remainder, `odd(d)` or `d mod 4 = 1`; or of one number `d = 3c`. So
//! the numbers that are so are finitely many arithmetic progressions whose first numbers are linear in c, and single numbers.

use sprague_rules::{Library, Ruleset};

use crate::cases::{Cases, argument_list, evaluated_at};
use crate::claim::OnHeap;
use crate::formula::plain::Value;
use crate::formula::{Arithmetic, Builtin, Comparison, Expr};

/// The numbers that may be added to the set of a game.
#[derive(Clone, Debug)]
pub struct Further {
    /// The name of the set.
    pub name: String,
    /// The name of a number in it.
    pub member: String,
    /// The ruleset with the set left open: `cut(1, 2c, D)`.
    game: String,
    /// Where it is found.
    library: Library,
    /// What a number has to be, in words.
    words: String,
    /// The same; the number is the only local one.
    condition: Expr,
    /// The numbers that are so.
    pub progressions: Vec<Progression>,
}

/// Numbers in equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progression {
    /// The first: a coefficient of c, not below 0, and a constant. It is at least 1.
    pub first: (i64, i64),
    /// From one to the next; 0 if there is only the first.
    pub step: i64,
}

/// Conjunctions of one condition, at most.
const MOST: usize = 16;
/// Numbers that are written are at most this.
const LARGEST: i64 = 1000;

type Tried<T> = Result<T, String>;

impl Further {
    /// Reads off the numbers that fulfil a condition, for a game whose cases are these.
    pub(crate) fn new(
        (name, member): (String, String),
        (game, library): (&str, &Library),
        (condition, words): (Option<Expr>, String),
        cases: Option<&Cases>,
    ) -> Tried<Further> {
        let condition = condition.unwrap_or(Expr::And(Vec::new()));
        let least = match cases {
            None => 0,
            Some(cases) => cases.least_number().ok_or("with one number `for`, or none")?,
        };
        let conjunctions = choices(&condition)?;
        let progressions = conjunctions.into_iter().map(|all| progression(&all, least));
        let progressions = progressions.collect::<Tried<Vec<_>>>()?;
        let (game, library) = (game.to_string(), library.clone());
        Ok(Further { name, member, game, library, words, condition, progressions })
    }

    /// The name of the game without its arguments.
    pub fn game_name(&self) -> &str {
        self.game.split('(').next().unwrap_or("").trim()
    }

    /// The sets, in words.
    pub fn words(&self) -> String {
        let Further { name, member, words, .. } = self;
        match words.is_empty() {
            true => format!("every set {name} of numbers"),
            false => format!("every set {name} of {member} with {words}"),
        }
    }

    /// May this number be in the set, in this case?
    pub fn allows(&self, case: &[Value], number: i64) -> Tried<bool> {
        Ok(number >= 1 && evaluated_at(&self.condition, case, &[number])?.truth())
    }

    /// What is said, where the set is these numbers.
    pub fn with(&self, on: &OnHeap, numbers: &[i64]) -> Tried<OnHeap> {
        let game = with_numbers(&self.game, &self.name, numbers)
            .ok_or_else(|| format!("{} is no argument of {}", self.name, self.game))?;
        let cases = on.cases.as_ref().map(|cases| cases.of_game(&game));
        let ruleset = match &cases {
            Some(_) => on.ruleset.clone(),
            None => self.ruleset(&game)?,
        };
        Ok(OnHeap { ruleset, cases, further: None, says: on.says.clone() })
    }

    fn ruleset(&self, game: &str) -> Tried<Ruleset> {
        self.library.ruleset(game).map_err(|found| format!("{game}: {}", found.complaint.message))
    }
}

/// A game with numbers in the place of a set that is one of its arguments.
pub(crate) fn with_numbers(game: &str, name: &str, numbers: &[i64]) -> Option<String> {
    let (called, arguments) = game.split_once('(')?;
    let arguments = arguments.trim_end().strip_suffix(')')?;
    let (mut all, mut found) = (Vec::new(), 0);
    for (argument, sign) in argument_list(arguments) {
        if sign.is_some_and(|sign| sign != ',') {
            return None;
        }
        if argument.trim() == name {
            found += 1;
            all.extend(numbers.iter().map(i64::to_string));
        } else {
            all.push(argument.trim().to_string());
        }
    }
    (found == 1 && !all.is_empty()).then(|| format!("{called}({})", all.join(",")))
}

/// A condition as a choice of conjunctions.
fn choices(condition: &Expr) -> Tried<Vec<Vec<&Expr>>> {
    let found = match condition {
        Expr::Or(any) => {
            let mut all = Vec::new();
            for one in any {
                all.extend(choices(one)?);
            }
            all
        }
        Expr::And(parts) => {
            let mut all = vec![Vec::new()];
            for part in parts {
                let mut longer = Vec::new();
                for one in choices(part)? {
                    longer.extend(all.iter().map(|so_far: &Vec<&Expr>| {
                        so_far.iter().copied().chain(one.iter().copied()).collect::<Vec<_>>()
                    }));
                }
                all = longer;
                if all.len() > MOST {
                    break;
                }
            }
            all
        }
        one => vec![vec![one]],
    };
    match found.len() <= MOST {
        true => Ok(found),
        false => Err(format!("more than {MOST} cases")),
    }
}

/// What one condition says of d.
enum Said {
    AtLeast((i64, i64)),
    Equals((i64, i64)),
    Remainder { by: i64, is: i64 },
}

/// The numbers that fulfil all of these conditions, for every c from the least on.
fn progression(all: &[&Expr], least_c: i64) -> Tried<Progression> {
    let (mut bounds, mut remainder, mut single) = (Vec::new(), None, None);
    for one in all {
        match said(one)? {
            Said::AtLeast(bound) => bounds.push(bound),
            Said::Equals(number) if single.is_none() => single = Some(number),
            Said::Remainder { by, is } if remainder.is_none_or(|before| before == (by, is)) => {
                remainder = Some((by, is));
            }
            Said::Equals(_) => return Err("two numbers that d is to equal".into()),
            Said::Remainder { .. } => return Err("two remainders for the same d".into()),
        }
    }
    let at = |(by_c, constant): (i64, i64)| by_c * least_c + constant;
    if let Some(first) = single {
        return match bounds.is_empty() && remainder.is_none() && first.0 >= 0 && at(first) >= 1 {
            true => Ok(Progression { first, step: 0 }),
            false => Err("a number that d equals stands alone, and is at least 1".into()),
        };
    }
    // The bound that is the largest for all c; without one, 1.
    let mut first = (0, 1);
    for bound in bounds {
        let larger = |one: (i64, i64), other: (i64, i64)| one.0 >= other.0 && at(one) >= at(other);
        first = match (larger(bound, first), larger(first, bound)) {
            (true, _) => bound,
            (false, true) => first,
            _ => return Err("of two bounds, one has to be the larger one for all c".into()),
        };
    }
    let Some((by, is)) = remainder else { return Ok(Progression { first, step: 1 }) };
    if first.0 % by != 0 {
        return Err(format!("the first number with this remainder depends on c modulo {by}"));
    }
    Ok(Progression { first: (first.0, first.1 + (is - first.1).rem_euclid(by)), step: by })
}

fn said(expr: &Expr) -> Tried<Said> {
    let unknown = || {
        "expected comparisons such as d >= 2c, d > 5 or d = 3, with even(d), odd(d) or d mod 4 = 1, joined by `and` and `or`"
            .to_string()
    };
    let is_d = |expr: &Expr| matches!(expr, Expr::Local(0));
    match expr {
        Expr::Call(builtin @ (Builtin::Even | Builtin::Odd), arguments) => match &arguments[..] {
            [d] if is_d(d) => {
                Ok(Said::Remainder { by: 2, is: i64::from(*builtin == Builtin::Odd) })
            }
            _ => Err(unknown()),
        },
        Expr::Compare(comparison, pair) => {
            let [one, other] = &**pair;
            match comparison {
                Comparison::AtMost if is_d(other) => Ok(Said::AtLeast(linear(one)?)),
                Comparison::Less if is_d(other) => {
                    let (by_c, constant) = linear(one)?;
                    Ok(Said::AtLeast((by_c, constant + 1)))
                }
                Comparison::AtMost | Comparison::Less if is_d(one) => {
                    Err("d may be any large number: there is no largest".into())
                }
                Comparison::Equal if is_d(one) => Ok(Said::Equals(linear(other)?)),
                Comparison::Equal if is_d(other) => Ok(Said::Equals(linear(one)?)),
                Comparison::Equal => match (one, other) {
                    (Expr::Arithmetic(Arithmetic::Mod, of), Expr::Number(is)) if is_d(&of[0]) => {
                        match of[1] {
                            Expr::Number(by) if (1..=12).contains(&by) && (0..by).contains(is) => {
                                Ok(Said::Remainder { by, is: *is })
                            }
                            _ => {
                                Err("a remainder is below its divisor, which is at most 12".into())
                            }
                        }
                    }
                    _ => Err(unknown()),
                },
                _ => Err(unknown()),
            }
        }
        _ => Err(unknown()),
    }
}

/// A number that is linear in c, with a coefficient from 0 on.
fn linear(expr: &Expr) -> Tried<(i64, i64)> {
    fn of(expr: &Expr) -> Option<(i64, i64)> {
        let (a, b) = match expr {
            Expr::Number(number) => (0, *number),
            Expr::Global(0) => (1, 0),
            Expr::Arithmetic(operation, pair) => {
                let ((a, b), (x, y)) = (of(&pair[0])?, of(&pair[1])?);
                match operation {
                    Arithmetic::Plus => (a + x, b + y),
                    Arithmetic::Minus => (a - x, b - y),
                    Arithmetic::Times if a == 0 => (b * x, b * y),
                    Arithmetic::Times if x == 0 => (a * y, b * y),
                    _ => return None,
                }
            }
            _ => return None,
        };
        (a.abs() <= LARGEST && b.abs() <= LARGEST).then_some((a, b))
    }
    match of(expr) {
        Some((a, b)) if a >= 0 => Ok((a, b)),
        _ => Err(format!(
            "d is compared with numbers that are linear in what the game leaves open, and at most {LARGEST}"
        )),
    }
}
