//! Conditions of claims: those of the rule language over the numbers that a claim names, and what else
//! papers say of numbers: nim-sums, powers of two, golden pairs, patterns.
//!
//! A condition has two meanings that must agree: its value at given numbers ([`Condition::holds`]), with which
//! tables are checked, and its formula ([`crate::arithmetic`]), with which it is proved.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::did_you_mean;
use sprague_rules::expr::{Aggregate, Board, Comparison, Cond, Expr, Mention, Piles};
use sprague_rules::syntax::{Entry, Node, Operator, Term};

use crate::graphs::property;

/// A condition on the numbers in slots 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A condition of the rule language.
    Plain(Cond),
    /// It is not so.
    Not(Box<Condition>),
    /// All of these.
    And(Vec<Condition>),
    /// One of these.
    Or(Vec<Condition>),
    /// The nim-sum of these is 0.
    NimSumZero(Vec<Expr>),
    /// It is 1, 2, 4, 8, ...
    PowerOfTwo(Expr),
    /// The second is the largest power of two that divides the first.
    LowBit(Expr, Expr),
    /// For some n >= 1 these are the parts of n phi and n phi^2 before the point.
    GoldenPair(Expr, Expr),
    /// The position with these piles is P. It is for tables to know: see [`Condition::resolved`].
    Lost(Vec<Expr>),
}

/// A number: an expression, or the nim-sum of some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// An expression of the rule language.
    Plain(Expr),
    /// The nim-sum of these.
    NimSum(Vec<Expr>),
    /// The first number under the condition, else the second.
    Either(Box<Condition>, Box<Number>, Box<Number>),
}

/// Slots that expressions of claims may use.
pub const SLOTS: usize = 16;
/// The slot of a pile that is counted.
const COUNTED: usize = SLOTS - 1;

/// Orders of a pattern that are worth looking at.
const MOST_ORDERS: usize = 1000;

const FUNCTIONS: [&str; 10] =
    ["odd", "even", "min", "max", "xor", "power_of_two", "lowbit", "golden", "P", "N"];

/// The condition that a node of the syntax tree stands for, over named numbers.
pub fn condition(node: &Node, names: &[String]) -> Result<Condition, Complaint> {
    let condition = condition_on_outcomes(node, names)?;
    match condition.speaks_of_outcomes() {
        true => Err(Complaint::new(node.span.clone(), "outcomes are not spoken of here")
            .help("`P(...)` and `N(...)` stand in `P iff`, `P if` and `N if`, with `piles` that have names")),
        false => Ok(condition),
    }
}

/// The same, where outcomes of positions may be spoken of.
pub fn condition_on_outcomes(node: &Node, names: &[String]) -> Result<Condition, Complaint> {
    let complain = |message: &str| Err(Complaint::new(node.span.clone(), message));
    match &node.term {
        Term::Not(inner) => Ok(Condition::Not(Box::new(condition_on_outcomes(inner, names)?))),
        Term::Binary(Operator::And, a, b) => Ok(Condition::And(vec![
            condition_on_outcomes(a, names)?,
            condition_on_outcomes(b, names)?,
        ])),
        Term::Binary(Operator::Or, a, b) => Ok(Condition::Or(vec![
            condition_on_outcomes(a, names)?,
            condition_on_outcomes(b, names)?,
        ])),
        Term::Binary(Operator::In, a, set) => match &set.term {
            Term::Set(members) => {
                let mut members = members.clone();
                members.sort_unstable();
                members.dedup();
                Ok(Condition::Plain(Cond::InSet(expression(a, names)?, members)))
            }
            _ => Err(Complaint::new(set.span.clone(), "expected a set such as {1, 3..5}")),
        },
        Term::Binary(operator, a, b) => match compared(*operator) {
            Some((comparison, false)) => comparison_of(comparison, a, b, names),
            Some((comparison, true)) => comparison_of(comparison, b, a, names),
            None => complain("this is a number, where a condition is wanted"),
        },
        Term::Call { function, arguments } => match (function.text.as_str(), &arguments[..]) {
            (parity @ ("odd" | "even"), [a]) => {
                Ok(parity_of(expression(a, names)?, parity == "odd"))
            }
            ("power_of_two", [a]) => Ok(Condition::PowerOfTwo(expression(a, names)?)),
            ("lowbit", [a, b]) => {
                Ok(Condition::LowBit(expression(a, names)?, expression(b, names)?))
            }
            ("golden", [a, b]) => {
                Ok(Condition::GoldenPair(expression(a, names)?, expression(b, names)?))
            }
            (letter @ ("P" | "N"), piles) => {
                let piles = piles.iter().map(|pile| expression(pile, names));
                let lost = Condition::Lost(piles.collect::<Result<_, _>>()?);
                Ok(if letter == "P" { lost } else { Condition::Not(Box::new(lost)) })
            }
            (name, _) if FUNCTIONS.contains(&name) => {
                complain("this is a number, or has the wrong number of arguments")
            }
            (name, _) => {
                let complaint =
                    Complaint::new(function.span.clone(), format!("`{name}` is not known here"));
                Err(match did_you_mean(name, FUNCTIONS) {
                    Some(help) => complaint.help(help),
                    None => complaint,
                })
            }
        },
        Term::Name(name) if name == "always" => Ok(Condition::Plain(Cond::Always)),
        Term::Name(name) if name == "never" => Ok(Condition::Plain(Cond::Never)),
        Term::Name(name) if property::is_flag(name) && names.contains(name) => {
            let is = Cond::Compare(Comparison::Equal, expression(node, names)?, Expr::Const(1));
            Ok(Condition::Plain(is))
        }
        Term::Pattern { ordered, entries } => pattern(*ordered, entries, node, names),
        _ => complain("this is a number, where a condition is wanted"),
    }
}

/// A number of a claim, perhaps a nim-sum.
pub fn number(node: &Node, names: &[String]) -> Result<Number, Complaint> {
    match &node.term {
        Term::Call { function, .. } if function.text == "xor" => {
            Ok(Number::NimSum(nim_summands(node, names)?))
        }
        Term::Binary(Operator::Xor, ..) => Ok(Number::NimSum(nim_summands(node, names)?)),
        Term::If(three) => {
            let [when, then, otherwise] = &**three;
            Ok(Number::Either(
                Box::new(condition(when, names)?),
                Box::new(number(then, names)?),
                Box::new(number(otherwise, names)?),
            ))
        }
        _ => Ok(Number::Plain(expression(node, names)?)),
    }
}

/// What is nim-added in `xor(a, b)`, `a xor b xor c`.
fn nim_summands(node: &Node, names: &[String]) -> Result<Vec<Expr>, Complaint> {
    let each = |parts: &[&Node]| -> Result<Vec<Expr>, Complaint> {
        let parts = parts.iter().map(|part| nim_summands(part, names));
        Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
    };
    match &node.term {
        Term::Call { function, arguments } if function.text == "xor" => {
            each(&arguments.iter().collect::<Vec<_>>())
        }
        Term::Binary(Operator::Xor, a, b) => each(&[a, b]),
        _ => Ok(vec![expression(node, names)?]),
    }
}

fn compared(operator: Operator) -> Option<(Comparison, bool)> {
    match operator {
        Operator::Less => Some((Comparison::Less, false)),
        Operator::AtMost => Some((Comparison::AtMost, false)),
        Operator::Greater => Some((Comparison::Less, true)),
        Operator::AtLeast => Some((Comparison::AtMost, true)),
        Operator::Equal => Some((Comparison::Equal, false)),
        Operator::NotEqual => Some((Comparison::NotEqual, false)),
        _ => None,
    }
}

fn comparison_of(
    comparison: Comparison,
    a: &Node,
    b: &Node,
    names: &[String],
) -> Result<Condition, Complaint> {
    let (left, right) = (number(a, names)?, number(b, names)?);
    let parts = match (left, right) {
        (Number::Plain(a), Number::Plain(b)) => {
            return Ok(Condition::Plain(Cond::Compare(comparison, a, b)));
        }
        (Number::NimSum(mut parts), Number::Plain(other))
        | (Number::Plain(other), Number::NimSum(mut parts)) => {
            if other != Expr::Const(0) {
                parts.push(other);
            }
            parts
        }
        (Number::NimSum(parts), Number::NimSum(others)) => [parts, others].concat(),
        (Number::Either(..), _) | (_, Number::Either(..)) => {
            return Err(Complaint::new(a.span.clone(), "a number with `if` stands alone"));
        }
    };
    let equal = Condition::NimSumZero(parts);
    match comparison {
        Comparison::Equal => Ok(equal),
        Comparison::NotEqual => Ok(Condition::Not(Box::new(equal))),
        _ => Err(Complaint::new(
            a.span.start..b.span.end,
            "nim-sums are compared with = and != only",
        )),
    }
}

/// A bound on the absolute value of an expression, for up to 16 numbers of up to 2^30 each.
fn magnitude(expr: &Expr) -> f64 {
    match expr {
        Expr::Const(c) => c.unsigned_abs() as f64,
        Expr::Add(a, b) | Expr::Sub(a, b) => magnitude(a) + magnitude(b),
        Expr::Mul(a, b) => magnitude(a) * magnitude(b),
        Expr::Div(a, _) => magnitude(a),
        Expr::Mod(a, b) | Expr::Min(a, b) | Expr::Max(a, b) => magnitude(a).max(magnitude(b)),
        Expr::Slot(_) => (1u64 << 30) as f64,
        Expr::Of(..) | Expr::CountWhere(..) => (1u64 << 34) as f64,
    }
}

/// The expression that a node stands for.
pub fn expression(node: &Node, names: &[String]) -> Result<Expr, Complaint> {
    let expr = any_expression(node, names)?;
    // Halves, so that a comparison may take a difference.
    if magnitude(&expr) > (1u64 << 61) as f64 {
        return Err(Complaint::new(node.span.clone(), "this can get too large to compute"));
    }
    Ok(expr)
}

fn any_expression(node: &Node, names: &[String]) -> Result<Expr, Complaint> {
    let two = |a: &Node, b: &Node| -> Result<(Box<Expr>, Box<Expr>), Complaint> {
        Ok((Box::new(expression(a, names)?), Box::new(expression(b, names)?)))
    };
    match &node.term {
        Term::Number(n) => Ok(Expr::Const(*n)),
        Term::Name(name) => match names.iter().position(|known| known == name) {
            Some(slot) => Ok(Expr::Slot(slot)),
            None => {
                if let Some(all) = of_all_piles(name) {
                    return Ok(all);
                }
                let known = names.iter().map(String::as_str);
                let complaint = Complaint::new(
                    node.span.clone(),
                    format!("`{name}` is not one of the numbers"),
                );
                Err(match did_you_mean(name, known) {
                    Some(help) => complaint.help(help),
                    None if names.is_empty() => complaint,
                    None => complaint.help(format!("they are {}", names.join(", "))),
                })
            }
        },
        Term::Negative(inner) => {
            Ok(Expr::Sub(Box::new(Expr::Const(0)), Box::new(expression(inner, names)?)))
        }
        Term::Binary(Operator::Xor, ..) => {
            Err(Complaint::new(node.span.clone(), "a nim-sum stands alone on its side")
                .help("write `a xor b = c`"))
        }
        Term::Binary(Operator::Divide | Operator::Modulo, _, b)
            if matches!(b.term, Term::Number(0)) =>
        {
            Err(Complaint::new(b.span.clone(), "this divides by 0"))
        }
        Term::Binary(Operator::Union | Operator::Without | Operator::Within, ..) => {
            Err(Complaint::new(node.span.clone(), "this is a set, or of sets, not a number"))
        }
        Term::Binary(operator, a, b) => {
            let (left, right) = two(a, b)?;
            match operator {
                Operator::Add => Ok(Expr::Add(left, right)),
                Operator::Subtract => Ok(Expr::Sub(left, right)),
                Operator::Multiply => Ok(Expr::Mul(left, right)),
                Operator::Divide => Ok(Expr::Div(left, right)),
                Operator::Modulo => Ok(Expr::Mod(left, right)),
                _ => Err(Complaint::new(node.span.clone(), "this is a condition, not a number")),
            }
        }
        Term::Call { function, arguments } => {
            let fold = |join: fn(Box<Expr>, Box<Expr>) -> Expr| {
                let mut parts = arguments.iter().map(|a| expression(a, names));
                let first = parts.next().expect("a call has an argument")?;
                parts.try_fold(first, |left, right| Ok(join(Box::new(left), Box::new(right?))))
            };
            match function.text.as_str() {
                "min" => fold(Expr::Min),
                "max" => fold(Expr::Max),
                "xor" => {
                    Err(Complaint::new(node.span.clone(), "a nim-sum stands alone on its side")
                        .help("write `xor(a, b) = c`"))
                }
                name => Err(Complaint::new(
                    function.span.clone(),
                    format!("`{name}` is not a number here"),
                )),
            }
        }
        Term::Count { variable, of, condition: inner } => {
            if of.text != "piles" {
                return Err(Complaint::new(of.span.clone(), "claims count among `piles`"));
            }
            if names.contains(&variable.text) {
                return Err(Complaint::new(variable.span.clone(), "this name is in use"));
            }
            // The counted pile has its own slot; those between it and the names have none.
            let mut inside = names.to_vec();
            inside.resize(COUNTED, String::new());
            inside.push(variable.text.clone());
            match condition(inner, &inside)?.plain() {
                Some(cond) => Ok(Expr::CountWhere(Piles::Before, COUNTED, Box::new(cond))),
                None => Err(Complaint::new(
                    inner.span.clone(),
                    "piles are counted by comparisons, `even` and `odd` only",
                )),
            }
        }
        _ => Err(Complaint::new(node.span.clone(), "this is not a number")),
    }
}

/// What is said of all piles at once.
fn of_all_piles(name: &str) -> Option<Expr> {
    let of = |aggregate| Some(Expr::Of(aggregate, Piles::Before));
    let counted = |odd: bool| {
        let Condition::Plain(cond) = parity_of(Expr::Slot(COUNTED), odd) else { return None };
        Some(Expr::CountWhere(Piles::Before, COUNTED, Box::new(cond)))
    };
    match name {
        "total" => of(Aggregate::Sum),
        "smallest" => of(Aggregate::Min),
        "largest" => of(Aggregate::Max),
        "count" => of(Aggregate::Count),
        "odds" => counted(true),
        "evens" => counted(false),
        _ => None,
    }
}

fn parity_of(expr: Expr, odd: bool) -> Condition {
    let rest = Expr::Mod(Box::new(expr), Box::new(Expr::Const(2)));
    Condition::Plain(Cond::Compare(Comparison::Equal, rest, Expr::Const(i64::from(odd))))
}

/// The numbers look like the entries, one by one or in some order.
fn pattern(
    ordered: bool,
    entries: &[Entry],
    node: &Node,
    names: &[String],
) -> Result<Condition, Complaint> {
    if entries.len() != names.len() {
        let message = format!("there are {} numbers, not {}", names.len(), entries.len());
        return Err(Complaint::new(node.span.clone(), message));
    }
    if ordered {
        let slots = entries.iter().enumerate().map(|(slot, entry)| looks_like(slot, entry));
        return Ok(Condition::And(slots.collect()));
    }
    let mut orders: Vec<Vec<Entry>> = Vec::new();
    arrange(&mut entries.to_vec(), 0, &mut orders);
    if orders.len() > MOST_ORDERS {
        let message = format!("{} orders of these entries are too many", orders.len());
        return Err(Complaint::new(node.span.clone(), message));
    }
    let each = |order: &Vec<Entry>| {
        Condition::And(order.iter().enumerate().map(|(slot, e)| looks_like(slot, e)).collect())
    };
    Ok(Condition::Or(orders.iter().map(each).collect()))
}

/// Every different order of the entries.
fn arrange(entries: &mut Vec<Entry>, from: usize, orders: &mut Vec<Vec<Entry>>) {
    if from == entries.len() {
        orders.push(entries.clone());
        return;
    }
    for place in from..entries.len() {
        if !entries[from..place].contains(&entries[place]) {
            entries.swap(from, place);
            let kept = entries[from + 1..].to_vec();
            arrange(entries, from + 1, orders);
            entries.truncate(from + 1);
            entries.extend(kept);
            entries.swap(from, place);
        }
    }
}

fn looks_like(slot: usize, entry: &Entry) -> Condition {
    let x = || Expr::Slot(slot);
    let at_least = |least: i64| Cond::Compare(Comparison::AtMost, Expr::Const(least), x());
    match entry {
        Entry::Any => Condition::Plain(Cond::Always),
        Entry::Number(n) => {
            Condition::Plain(Cond::Compare(Comparison::Equal, x(), Expr::Const(*n)))
        }
        Entry::AtLeast(n) => Condition::Plain(at_least(*n)),
        Entry::Set(members) => {
            let mut members = members.clone();
            members.sort_unstable();
            Condition::Plain(Cond::InSet(x(), members))
        }
        Entry::Parity { odd, least: 0 } => parity_of(x(), *odd),
        Entry::Parity { odd, least } => {
            Condition::And(vec![parity_of(x(), *odd), Condition::Plain(at_least(*least))])
        }
    }
}

impl Condition {
    /// What is always so.
    pub const ALWAYS: Condition = Condition::Plain(Cond::Always);

    /// Does it hold for what is seen?
    pub fn holds(&self, sight: Sight) -> bool {
        let value = |expr: &Expr| value_of(expr, sight);
        match self {
            Condition::Plain(cond) => with_board(sight, |board| board.holds(cond)),
            Condition::Not(inner) => !inner.holds(sight),
            Condition::And(parts) => parts.iter().all(|part| part.holds(sight)),
            Condition::Or(parts) => parts.iter().any(|part| part.holds(sight)),
            Condition::NimSumZero(parts) => {
                let values: Vec<i64> = parts.iter().map(value).collect();
                values.iter().all(|&v| v >= 0) && values.iter().fold(0, |sum, v| sum ^ v) == 0
            }
            Condition::PowerOfTwo(expr) => {
                let value = value(expr);
                value > 0 && value & (value - 1) == 0
            }
            Condition::LowBit(a, b) => {
                let (a, b) = (value(a), value(b));
                a > 0 && b == a & a.wrapping_neg()
            }
            Condition::GoldenPair(a, b) => {
                let (a, b) = (value(a), value(b));
                let n = b - a;
                n >= 1 && a >= 1 && a == golden_part(n)
            }
            Condition::Lost(_) => unreachable!("outcomes are looked up before"),
        }
    }

    /// Does any part of it speak of all piles at once?
    pub fn speaks_of_piles(&self) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Piles(_)))
    }

    /// Does any part of it speak of slots beyond the first ones?
    pub fn mentions_beyond(&self, slots: usize) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Slot(slot) if slot >= slots))
    }

    /// Does any part of it fulfil the predicate?
    pub fn mentions(&self, test: &dyn Fn(Mention) -> bool) -> bool {
        match self {
            Condition::Plain(cond) => cond.mentions(test),
            Condition::Not(inner) => inner.mentions(test),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().any(|part| part.mentions(test))
            }
            Condition::NimSumZero(parts) => parts.iter().any(|part| part.mentions(test)),
            Condition::PowerOfTwo(expr) => expr.mentions(test),
            Condition::LowBit(a, b) | Condition::GoldenPair(a, b) => {
                a.mentions(test) || b.mentions(test)
            }
            Condition::Lost(parts) => parts.iter().any(|part| part.mentions(test)),
        }
    }

    /// Does any part of it speak of binary digits?
    pub fn is_binary(&self) -> bool {
        match self {
            Condition::NimSumZero(_) | Condition::PowerOfTwo(_) | Condition::LowBit(..) => true,
            Condition::Not(inner) => inner.is_binary(),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(Condition::is_binary),
            Condition::Plain(_) | Condition::GoldenPair(..) | Condition::Lost(_) => false,
        }
    }

    /// Does any part of it speak of the outcome of a position?
    pub fn speaks_of_outcomes(&self) -> bool {
        match self {
            Condition::Lost(_) => true,
            Condition::Not(inner) => inner.speaks_of_outcomes(),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().any(Condition::speaks_of_outcomes)
            }
            _ => false,
        }
    }

    /// How many numbers each position has whose outcome it speaks of.
    pub fn places_spoken_of(&self) -> Vec<usize> {
        match self {
            Condition::Lost(places) => vec![places.len()],
            Condition::Not(inner) => inner.places_spoken_of(),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().flat_map(Condition::places_spoken_of).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What is left of it at these numbers once outcomes are looked up, of positions as they are written: piles may be in any
    /// order, and some of them 0. Piles below 0 are no position, and not P.
    pub fn resolved<E>(
        &self,
        sight: Sight,
        is_lost: &mut dyn FnMut(&[u32]) -> Result<bool, E>,
    ) -> Result<Condition, E> {
        let mut each = |parts: &[Condition]| {
            parts.iter().map(|part| part.resolved(sight, is_lost)).collect::<Result<_, _>>()
        };
        Ok(match self {
            Condition::And(parts) => Condition::And(each(parts)?),
            Condition::Or(parts) => Condition::Or(each(parts)?),
            Condition::Not(inner) => Condition::Not(Box::new(inner.resolved(sight, is_lost)?)),
            Condition::Lost(piles) => {
                let sizes = piles.iter().map(|pile| u32::try_from(value_of(pile, sight)).ok());
                let lost = match sizes.collect::<Option<Vec<u32>>>() {
                    Some(position) => is_lost(&position)?,
                    None => false,
                };
                Condition::Plain(if lost { Cond::Always } else { Cond::Never })
            }
            other => other.clone(),
        })
    }

    /// The same as a condition of the rule language, if it is one.
    fn plain(&self) -> Option<Cond> {
        let each = |parts: &[Condition]| parts.iter().map(Condition::plain).collect::<Option<_>>();
        match self {
            Condition::Plain(cond) => Some(cond.clone()),
            Condition::Not(inner) => Some(Cond::Not(Box::new(inner.plain()?))),
            Condition::And(parts) => Some(Cond::And(each(parts)?)),
            Condition::Or(parts) => Some(Cond::Or(each(parts)?)),
            _ => None,
        }
    }

    /// Does any part of it speak of golden pairs?
    pub fn is_golden(&self) -> bool {
        match self {
            Condition::GoldenPair(..) => true,
            Condition::Not(inner) => inner.is_golden(),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(Condition::is_golden),
            _ => false,
        }
    }
}

impl Number {
    /// The conditions of its cases.
    pub fn conditions(&self) -> Vec<&Condition> {
        match self {
            Number::Plain(_) | Number::NimSum(_) => Vec::new(),
            Number::Either(condition, then, otherwise) => {
                let parts = [vec![&**condition], then.conditions(), otherwise.conditions()];
                parts.concat()
            }
        }
    }

    /// Is it a nim-sum in some case?
    pub fn has_nim_sums(&self) -> bool {
        match self {
            Number::Plain(_) => false,
            Number::NimSum(_) => true,
            Number::Either(_, then, otherwise) => then.has_nim_sums() || otherwise.has_nim_sums(),
        }
    }

    /// Does any part of it speak of slots beyond the first ones?
    pub fn mentions_beyond(&self, slots: usize) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Slot(slot) if slot >= slots))
    }

    /// Does any part of it speak of all piles at once?
    pub fn speaks_of_piles(&self) -> bool {
        self.mentions(&|mention| matches!(mention, Mention::Piles(_)))
    }

    /// Does any part of it fulfil the predicate?
    pub fn mentions(&self, test: &dyn Fn(Mention) -> bool) -> bool {
        match self {
            Number::Plain(expr) => expr.mentions(test),
            Number::NimSum(parts) => parts.iter().any(|part| part.mentions(test)),
            Number::Either(condition, then, otherwise) => {
                condition.mentions(test) || then.mentions(test) || otherwise.mentions(test)
            }
        }
    }

    /// Its value for what is seen.
    pub fn value(&self, sight: Sight) -> i64 {
        match self {
            Number::Plain(expr) => value_of(expr, sight),
            // The nim-sum of numbers below 0 is none, and -1 stands for that.
            Number::NimSum(parts) => {
                let values: Vec<i64> = parts.iter().map(|part| value_of(part, sight)).collect();
                match values.iter().all(|&v| v >= 0) {
                    true => values.iter().fold(0, |sum, v| sum ^ v),
                    false => -1,
                }
            }
            Number::Either(condition, then, _) if condition.holds(sight) => then.value(sight),
            Number::Either(_, _, otherwise) => otherwise.value(sight),
        }
    }

    /// The same number of other expressions.
    pub fn rewritten(&self, with: &Rewrite) -> Number {
        let each = |parts: &[Expr]| parts.iter().map(|part| rewritten(part, with)).collect();
        match self {
            Number::Plain(expr) => Number::Plain(rewritten(expr, with)),
            Number::NimSum(parts) => Number::NimSum(each(parts)),
            Number::Either(condition, then, otherwise) => Number::Either(
                Box::new(condition.rewritten(with)),
                Box::new(then.rewritten(with)),
                Box::new(otherwise.rewritten(with)),
            ),
        }
    }
}

/// Where piles up to some size are counted: what expressions say of all piles, said of the counts in the first slots and
/// the other piles in those behind. None, if that cannot be said there.
pub struct Counted {
    /// The largest size that is counted.
    pub sizes: usize,
    /// How many piles there may be beside them.
    pub piles: usize,
}

impl Counted {
    /// The condition without a word on all piles.
    pub fn condition(&self, condition: &Condition) -> Option<Condition> {
        let lost = std::cell::Cell::new(false);
        let said = condition.rewritten(&|expr| self.spelled(expr, &lost));
        (!lost.get()).then_some(said)
    }

    /// The number without a word on all piles.
    pub fn number(&self, number: &Number) -> Option<Number> {
        let lost = std::cell::Cell::new(false);
        let said = number.rewritten(&|expr| self.spelled(expr, &lost));
        (!lost.get()).then_some(said)
    }

    fn spelled(&self, expr: &Expr, lost: &std::cell::Cell<bool>) -> Option<Expr> {
        let said = match expr {
            Expr::Of(aggregate, _) => self.aggregate(*aggregate),
            Expr::CountWhere(_, slot, cond) => self.counted(*slot, cond),
            _ => return None,
        };
        lost.set(lost.get() || said.is_none());
        Some(said.unwrap_or(Expr::Const(0)))
    }

    fn aggregate(&self, aggregate: Aggregate) -> Option<Expr> {
        let constant = |n: usize| Expr::Const(n as i64);
        let times = |n: usize, of: Expr| Expr::Mul(Box::new(constant(n)), Box::new(of));
        let there = |slot: usize| Expr::Min(Box::new(Expr::Slot(slot)), Box::new(constant(1)));
        let counts = 0..self.sizes;
        let others = self.sizes..self.sizes + self.piles;
        let zero = constant(0);
        let sum = |parts: Vec<Expr>| {
            parts.into_iter().reduce(|a, b| Expr::Add(Box::new(a), Box::new(b))).unwrap_or(zero.clone())
        };
        Some(match aggregate {
            Aggregate::Sum => {
                let counted = counts.map(|i| times(i + 1, Expr::Slot(i)));
                sum(counted.chain(others.map(Expr::Slot)).collect())
            }
            Aggregate::Count => sum(counts.map(Expr::Slot).chain(others.map(there)).collect()),
            Aggregate::Max => {
                let counted = counts.map(|i| times(i + 1, there(i)));
                let all = counted.chain(others.map(Expr::Slot));
                all.reduce(|a, b| Expr::Max(Box::new(a), Box::new(b))).unwrap_or(zero)
            }
            // A size of which there is no pile counts as one that is too large, and that as 0.
            Aggregate::Min if self.piles == 0 => {
                let large = self.sizes + 1;
                let size = |i: usize| {
                    let gone = Expr::Sub(Box::new(constant(1)), Box::new(there(i)));
                    Expr::Add(Box::new(constant(i + 1)), Box::new(times(large - i - 1, gone)))
                };
                let least = counts.map(size).reduce(|a, b| Expr::Min(Box::new(a), Box::new(b)))?;
                Expr::Mod(Box::new(least), Box::new(constant(large)))
            }
            Aggregate::Min => return None,
        })
    }

    /// The number of piles whose size is so, where nothing else is looked at.
    fn counted(&self, slot: usize, cond: &Cond) -> Option<Expr> {
        if self.piles > 0 || cond.mentions(&|mention| mention != Mention::Slot(slot)) {
            return None;
        }
        let mut sum = Expr::Const(0);
        for i in 0..self.sizes {
            let mut slots = [0; SLOTS];
            *slots.get_mut(slot)? = i as i64 + 1;
            let mut board = Board { slots: &mut slots, before: &[], chosen: &[], after: &[] };
            if board.holds(cond) {
                sum = Expr::Add(Box::new(sum), Box::new(Expr::Slot(i)));
            }
        }
        Some(sum)
    }
}

/// What stands in place of an expression; none: what it is made of is looked at.
pub type Rewrite<'r> = dyn Fn(&Expr) -> Option<Expr> + 'r;

/// The expression with some of its parts replaced.
pub fn rewritten(expr: &Expr, with: &Rewrite) -> Expr {
    if let Some(other) = with(expr) {
        return other;
    }
    let two = |a: &Expr, b: &Expr| (Box::new(rewritten(a, with)), Box::new(rewritten(b, with)));
    let joined = |join: fn(Box<Expr>, Box<Expr>) -> Expr, a: &Expr, b: &Expr| {
        let (a, b) = two(a, b);
        join(a, b)
    };
    match expr {
        Expr::Const(_) | Expr::Slot(_) | Expr::Of(..) => expr.clone(),
        Expr::Add(a, b) => joined(Expr::Add, a, b),
        Expr::Sub(a, b) => joined(Expr::Sub, a, b),
        Expr::Mul(a, b) => joined(Expr::Mul, a, b),
        Expr::Div(a, b) => joined(Expr::Div, a, b),
        Expr::Mod(a, b) => joined(Expr::Mod, a, b),
        Expr::Min(a, b) => joined(Expr::Min, a, b),
        Expr::Max(a, b) => joined(Expr::Max, a, b),
        Expr::CountWhere(piles, slot, cond) => {
            Expr::CountWhere(*piles, *slot, Box::new(rewritten_cond(cond, with)))
        }
    }
}

fn rewritten_cond(cond: &Cond, with: &Rewrite) -> Cond {
    let each = |parts: &[Cond]| parts.iter().map(|part| rewritten_cond(part, with)).collect();
    match cond {
        Cond::Always | Cond::Never | Cond::Distinct(_) => cond.clone(),
        Cond::Not(inner) => Cond::Not(Box::new(rewritten_cond(inner, with))),
        Cond::And(parts) => Cond::And(each(parts)),
        Cond::Or(parts) => Cond::Or(each(parts)),
        Cond::Compare(comparison, a, b) => {
            Cond::Compare(*comparison, rewritten(a, with), rewritten(b, with))
        }
        Cond::InSet(a, set) => Cond::InSet(rewritten(a, with), set.clone()),
        Cond::InPiles(a, piles) => Cond::InPiles(rewritten(a, with), *piles),
    }
}

impl Condition {
    /// The same condition on other expressions.
    pub fn rewritten(&self, with: &Rewrite) -> Condition {
        let each = |parts: &[Expr]| parts.iter().map(|part| rewritten(part, with)).collect();
        let all = |parts: &[Condition]| parts.iter().map(|part| part.rewritten(with)).collect();
        match self {
            Condition::Plain(cond) => Condition::Plain(rewritten_cond(cond, with)),
            Condition::Not(inner) => Condition::Not(Box::new(inner.rewritten(with))),
            Condition::And(parts) => Condition::And(all(parts)),
            Condition::Or(parts) => Condition::Or(all(parts)),
            Condition::NimSumZero(parts) => Condition::NimSumZero(each(parts)),
            Condition::PowerOfTwo(expr) => Condition::PowerOfTwo(rewritten(expr, with)),
            Condition::LowBit(a, b) => Condition::LowBit(rewritten(a, with), rewritten(b, with)),
            Condition::GoldenPair(a, b) => {
                Condition::GoldenPair(rewritten(a, with), rewritten(b, with))
            }
            Condition::Lost(parts) => Condition::Lost(each(parts)),
        }
    }
}

/// What a condition looks at: the numbers that are named, in the order of their slots, and the piles of the position.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The named numbers.
    pub numbers: &'a [i64],
    /// The piles that `total`, `smallest`, `count(x in piles where ...)` and the like speak of.
    pub piles: &'a [u32],
}

impl<'a> Sight<'a> {
    /// Where no piles are spoken of.
    pub fn of(numbers: &'a [i64]) -> Sight<'a> {
        Sight { numbers, piles: &[] }
    }
}

/// The value of an expression for what is seen.
pub fn value_of(expr: &Expr, sight: Sight) -> i64 {
    with_board(sight, |board| board.number(expr))
}

fn with_board<T>(sight: Sight, look: impl FnOnce(&mut Board) -> T) -> T {
    let mut slots = [0; SLOTS];
    slots[..sight.numbers.len()].copy_from_slice(sight.numbers);
    look(&mut Board { slots: &mut slots, before: sight.piles, chosen: &[], after: &[] })
}

/// The part of n phi before the point, exactly: the largest a with a^2 - a n - n^2 < 0.
fn golden_part(n: i64) -> i64 {
    let (n, mut a) = (i128::from(n), i128::from(n));
    let below = |a: i128| a * a - a * n - n * n < 0;
    let mut step = n.max(1);
    while step > 0 {
        while below(a + step) {
            a += step;
        }
        step /= 2;
    }
    a as i64
}
