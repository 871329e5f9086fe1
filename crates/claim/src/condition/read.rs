//! Reading conditions and numbers of claims: from the common syntax tree, with the names of a claim as slots.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::did_you_mean;
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles};
use sprague_rules::syntax::{Entry, Name, Node, Operator, Term};

use super::{Condition, LARGEST_METALLIC, Number, SLOTS, Summed};
use crate::graphs::property;

/// The slot of a pile that is counted.
const COUNTED: usize = SLOTS - 1;

/// Orders of a pattern that are worth looking at.
const MOST_ORDERS: usize = 1000;

const FUNCTIONS: [&str; 12] = [
    "odd",
    "even",
    "min",
    "max",
    "xor",
    "power_of_two",
    "lowbit",
    "golden",
    "metallic",
    "distinct",
    "P",
    "N",
];

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
            ("distinct", [Node { term: Term::Name(piles), .. }]) if piles == "piles" => {
                Ok(Condition::Plain(Cond::Distinct(Piles::Before)))
            }
            ("power_of_two", [a]) => Ok(Condition::PowerOfTwo(expression(a, names)?)),
            ("lowbit", [a, b]) => {
                Ok(Condition::LowBit(expression(a, names)?, expression(b, names)?))
            }
            ("golden", [a, b]) => {
                Ok(Condition::MetallicPair(1, expression(a, names)?, expression(b, names)?))
            }
            ("metallic", [a, b, t]) => {
                let (a, b) = (expression(a, names)?, expression(b, names)?);
                match expression(t, names)? {
                    Expr::Const(t) if (1..=LARGEST_METALLIC.into()).contains(&t) => {
                        Ok(Condition::MetallicPair(t as u8, a, b))
                    }
                    _ => Err(Complaint::new(
                        t.span.clone(),
                        format!("this must be a number from 1 to {LARGEST_METALLIC}"),
                    )
                    .help("`metallic(a, b, 1)` are golden pairs, `metallic(a, b, 2)` silver ones")),
                }
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
    if let Some(summed) = over_piles(node, names)? {
        return Ok(Number::PilesSum(summed));
    }
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

/// `xor(piles)`, `xor(x mod 4 for x in piles where x >= 4)`: a nim-sum over all piles.
fn over_piles(node: &Node, names: &[String]) -> Result<Option<Summed>, Complaint> {
    let whole = |node: &Node| matches!(&node.term, Term::Name(name) if name == "piles");
    let summed = match &node.term {
        Term::Call { function, arguments } if function.text == "xor" && arguments.len() == 1 => {
            if !whole(&arguments[0]) {
                return Ok(None);
            }
            Summed { slot: COUNTED, term: Expr::Slot(COUNTED), only: Cond::Always, rest: vec![] }
        }
        Term::Each { function, term, variable, of, condition: only } => {
            if function.text != "xor" {
                let message = format!("`{}` is not taken over piles", function.text);
                return Err(Complaint::new(function.span.clone(), message)
                    .help("as in `xor(x mod 4 for x in piles)`"));
            }
            if of.text != "piles" {
                return Err(Complaint::new(of.span.clone(), "claims look through `piles`"));
            }
            let inside = with_pile(variable, names)?;
            let only = match only {
                None => Cond::Always,
                Some(only) => of_one_pile(only, &inside)?,
            };
            Summed { slot: COUNTED, term: expression(term, &inside)?, only, rest: vec![] }
        }
        _ => return Ok(None),
    };
    if names != crate::piles::names() {
        let message = "a nim-sum over `piles` is said of any number of piles";
        return Err(Complaint::new(node.span.clone(), message)
            .help("with `piles any`; of piles with names say `xor(a, b)`"));
    }
    Ok(Some(summed))
}

/// The names, with one for a pile that is looked at, which has its own slot; those between have none.
fn with_pile(variable: &Name, names: &[String]) -> Result<Vec<String>, Complaint> {
    if names.contains(&variable.text) {
        return Err(Complaint::new(variable.span.clone(), "this name is in use"));
    }
    let mut inside = names.to_vec();
    inside.resize(COUNTED, String::new());
    inside.push(variable.text.clone());
    Ok(inside)
}

/// A condition on one of the piles.
fn of_one_pile(node: &Node, inside: &[String]) -> Result<Cond, Complaint> {
    condition(node, inside)?.plain().ok_or_else(|| {
        let message = "piles are counted by comparisons, `even` and `odd` only";
        Complaint::new(node.span.clone(), message)
    })
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
        (Number::PilesSum(summed), Number::Plain(other))
        | (Number::Plain(other), Number::PilesSum(summed)) => {
            let rest = if other == Expr::Const(0) { vec![] } else { vec![other] };
            return equality(comparison, Condition::PilesSumZero(Summed { rest, ..summed }), a, b);
        }
        (Number::PilesSum(_), _) | (_, Number::PilesSum(_)) => {
            let message = "a nim-sum over piles is compared with a number";
            return Err(Complaint::new(a.span.start..b.span.end, message));
        }
        (Number::Either(..), _) | (_, Number::Either(..)) => {
            return Err(Complaint::new(a.span.clone(), "a number with `if` stands alone"));
        }
    };
    equality(comparison, Condition::NimSumZero(parts), a, b)
}

/// That a nim-sum is a number, or is not.
fn equality(
    comparison: Comparison,
    equal: Condition,
    a: &Node,
    b: &Node,
) -> Result<Condition, Complaint> {
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
            let cond = of_one_pile(inner, &with_pile(variable, names)?)?;
            Ok(Expr::CountWhere(Piles::Before, COUNTED, Box::new(cond)))
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
