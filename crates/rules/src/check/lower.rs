//! Names and kinds: syntax nodes to checked expressions and conditions.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Bindings, Value};
use crate::code::Code;
use crate::diagnostic::{Complaint, Span, did_you_mean};
use crate::expr::{Aggregate, Comparison, Cond, Expr, Piles, Slot};
use crate::outcome::Outcome;
use crate::syntax::*;

/// What the names of a text stand for.
#[derive(Clone)]
pub struct Scope<'s> {
    bindings: &'s Bindings,
    /// The names that are visible here.
    slots: Vec<(String, Slot)>,
    /// The names of all slots made so far, visible or not; one list for a move and all its parts.
    made: Rc<RefCell<Vec<String>>>,
    /// How many `count(x in ...)` stand around this place.
    counting: usize,
    /// Are the parameters' values only samples of their kinds?
    pub sampled: bool,
}

/// A node after lowering.
enum Meaning {
    Number(Expr),
    Truth(Cond),
    Piles(Piles),
    Set(Vec<i64>),
    List(usize),
    Function,
    Code,
}

impl Meaning {
    fn kind(&self) -> &'static str {
        match self {
            Meaning::Number(_) => "a number",
            Meaning::Truth(_) => "a condition",
            Meaning::Piles(_) => "piles",
            Meaning::Set(_) => "a set",
            Meaning::List(_) => "a list",
            Meaning::Function => "a function",
            Meaning::Code => "a code",
        }
    }
}

const PILES: [(&str, Piles); 3] =
    [("piles", Piles::Before), ("others", Piles::Others), ("after", Piles::After)];
const FUNCTIONS: [&str; 8] = ["min", "max", "sum", "count", "length", "even", "odd", "distinct"];

/// The most things a move can name.
pub const MOST_SLOTS: usize = 16;

/// The most `count(x in ...)` inside one another: each looks at all piles for each pile of the outer.
const DEEPEST_COUNT: usize = 2;

/// The largest expression that functions may expand to.
const LARGEST_EXPANSION: usize = 1000;

/// The largest magnitude that any expression may reach.
const LARGEST_VALUE: f64 = (1u64 << 62) as f64;

impl<'s> Scope<'s> {
    pub fn new(bindings: &'s Bindings, sampled: bool) -> Scope<'s> {
        Scope { bindings, slots: Vec::new(), made: Rc::default(), counting: 0, sampled }
    }

    /// A scope with the same parameters and no slots.
    pub fn fresh(&self) -> Scope<'s> {
        Scope::new(self.bindings, self.sampled)
    }

    pub fn knows(&self, name: &str) -> bool {
        self.slots.iter().any(|(n, _)| n == name)
            || self.bindings.iter().any(|(n, _)| n == name)
            || PILES.iter().any(|(n, _)| *n == name)
            || FUNCTIONS.contains(&name)
            || name == "total"
    }

    /// A new slot with a name.
    pub fn declare(&mut self, name: &Name) -> Result<Slot, Complaint> {
        if self.knows(&name.text) {
            let message = format!("`{}` already has a meaning here", name.text);
            return Err(Complaint::new(name.span.clone(), message).help("choose another name"));
        }
        let slot = self.make(&name.text, name.span.clone())?;
        self.slots.push((name.text.clone(), slot));
        Ok(slot)
    }

    /// A new slot that no expression can name.
    pub fn make(&mut self, name: &str, span: Span) -> Result<Slot, Complaint> {
        let mut made = self.made.borrow_mut();
        if made.len() >= MOST_SLOTS {
            let message = format!("one move chooses or names more than {MOST_SLOTS} things");
            return Err(Complaint::new(span, message));
        }
        made.push(name.to_string());
        Ok(made.len() - 1)
    }

    /// The names of all slots.
    pub fn slot_names(&self) -> Vec<String> {
        self.made.borrow().clone()
    }

    pub fn number(&self, node: &Node) -> Result<Expr, Complaint> {
        match self.lower(node)? {
            Meaning::Number(expr) => Ok(expr),
            other => Err(wanted(node, "a number", &other)),
        }
    }

    pub fn condition(&self, node: &Node) -> Result<Cond, Complaint> {
        match self.lower(node)? {
            Meaning::Truth(cond) => Ok(cond),
            other => Err(wanted(node, "a condition", &other)
                .help("conditions compare numbers, as in `k <= min(piles)`")),
        }
    }

    pub fn set(&self, node: &Node) -> Result<Vec<i64>, Complaint> {
        match self.lower(node)? {
            Meaning::Set(set) => Ok(set),
            other => Err(wanted(node, "a set of numbers", &other)),
        }
    }

    pub fn outcomes(&self, name: &Name) -> Result<Vec<Outcome>, Complaint> {
        match self.binding(&name.text) {
            Some(Value::Outcomes(outcomes)) => Ok(outcomes.clone()),
            _ => Err(Complaint::new(name.span.clone(), "this is not a list of outcomes")
                .help("declare it: `(S: set of numbers >= 1; ends: list of outcomes)`")),
        }
    }

    pub fn code(&self, name: &Name) -> Result<&'s Code, Complaint> {
        match self.binding(&name.text) {
            Some(Value::Code(code)) => Ok(code),
            _ => Err(Complaint::new(name.span.clone(), "this is not a code")
                .help("declare it: `game name(C: code)`")),
        }
    }

    pub fn vectors(&self, name: &Name) -> Result<Vec<Vec<u32>>, Complaint> {
        match self.binding(&name.text) {
            Some(Value::Vectors(vectors)) => Ok(vectors.clone()),
            _ => Err(Complaint::new(name.span.clone(), "this is not a list of vectors")
                .help("declare it: `game name(V: list of vectors)`")),
        }
    }

    fn binding(&self, name: &str) -> Option<&'s Value> {
        self.bindings.iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    fn lower(&self, node: &Node) -> Result<Meaning, Complaint> {
        let meaning = match &node.term {
            Term::Number(n) => Meaning::Number(Expr::Const(*n)),
            Term::Name(name) if name == "always" => Meaning::Truth(Cond::Always),
            Term::Name(name) if name == "never" => Meaning::Truth(Cond::Never),
            Term::Name(name) => self.name(name, &node.span)?,
            Term::Set(members) => Meaning::Set(ascending(members, &node.span)?),
            Term::Negative(inner) => {
                let inner = Box::new(self.number(inner)?);
                Meaning::Number(Expr::Sub(Box::new(Expr::Const(0)), inner))
            }
            Term::Not(inner) => Meaning::Truth(self.condition(inner)?.negated()),
            Term::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Term::Call { function, arguments } => self.call(function, arguments, &node.span)?,
            Term::Count { variable, of, condition } => self.count(variable, of, condition)?,
            Term::Each { .. } => {
                let message = "numbers for each pile belong to claims";
                return Err(Complaint::new(node.span.clone(), message));
            }
            Term::Pattern { .. } => {
                return Err(Complaint::new(node.span.clone(), "patterns belong to claims"));
            }
            Term::Members(_) => {
                return Err(Complaint::new(node.span.clone(), "a set in a rule has numbers only"));
            }
            Term::If(_) | Term::Text(_) | Term::Only { .. } => {
                return Err(Complaint::new(node.span.clone(), "this belongs to claims"));
            }
        };
        if let Meaning::Number(expr) = &meaning
            && magnitude(expr) > LARGEST_VALUE
        {
            return Err(Complaint::new(node.span.clone(), "this can get too large to compute")
                .help("products of more than two piles or totals are not supported"));
        }
        Ok(meaning)
    }

    fn name(&self, name: &str, span: &Span) -> Result<Meaning, Complaint> {
        if let Some((_, slot)) = self.slots.iter().rev().find(|(n, _)| n == name) {
            return Ok(Meaning::Number(Expr::Slot(*slot)));
        }
        if let Some((_, piles)) = PILES.iter().find(|(n, _)| *n == name) {
            return Ok(Meaning::Piles(*piles));
        }
        if name == "total" {
            return Ok(Meaning::Number(Expr::Of(Aggregate::Sum, Piles::Before)));
        }
        match self.binding(name) {
            Some(Value::Set(set)) => Ok(Meaning::Set(set.clone())),
            Some(Value::Number(n)) => Ok(Meaning::Number(Expr::Const(*n))),
            Some(Value::Outcomes(list)) => Ok(Meaning::List(list.len())),
            Some(Value::Vectors(list)) => Ok(Meaning::List(list.len())),
            Some(Value::Function { .. }) => Ok(Meaning::Function),
            Some(Value::Code(_)) => Ok(Meaning::Code),
            None => Err(self.unknown(name, span)),
        }
    }

    fn unknown(&self, name: &str, span: &Span) -> Complaint {
        let complaint = Complaint::new(span.clone(), format!("`{name}` is not known here"));
        let known = (self.slots.iter().map(|(n, _)| n.as_str()))
            .chain(self.bindings.iter().map(|(n, _)| n.as_str()))
            .chain(PILES.iter().map(|(n, _)| *n))
            .chain(FUNCTIONS)
            .chain(["total"]);
        match did_you_mean(name, known) {
            Some(help) => complaint.help(help),
            None if self.slots.is_empty() => complaint,
            None => {
                let names: Vec<&str> = self.slots.iter().map(|(n, _)| n.as_str()).collect();
                complaint.help(format!("this move names: {}", names.join(", ")))
            }
        }
    }

    fn binary(&self, operator: Operator, left: &Node, right: &Node) -> Result<Meaning, Complaint> {
        let compare = |comparison, a: &Node, b: &Node| -> Result<Meaning, Complaint> {
            Ok(Meaning::Truth(Cond::Compare(comparison, self.number(a)?, self.number(b)?)))
        };
        let arithmetic = |make: fn(Box<Expr>, Box<Expr>) -> Expr| -> Result<Meaning, Complaint> {
            let (left, right) = (self.number(left)?, self.number(right)?);
            Ok(Meaning::Number(make(Box::new(left), Box::new(right))))
        };
        match operator {
            Operator::Or => {
                Ok(Meaning::Truth(Cond::Or(vec![self.condition(left)?, self.condition(right)?])))
            }
            Operator::And => {
                let parts = vec![self.condition(left)?, self.condition(right)?];
                Ok(Meaning::Truth(Cond::all(parts)))
            }
            Operator::Less => compare(Comparison::Less, left, right),
            Operator::AtMost => compare(Comparison::AtMost, left, right),
            Operator::Greater => compare(Comparison::Less, right, left),
            Operator::AtLeast => compare(Comparison::AtMost, right, left),
            Operator::Equal => compare(Comparison::Equal, left, right),
            Operator::NotEqual => compare(Comparison::NotEqual, left, right),
            Operator::In => {
                let member = self.number(left)?;
                match self.lower(right)? {
                    Meaning::Set(set) => Ok(Meaning::Truth(Cond::InSet(member, set))),
                    Meaning::Piles(piles) => Ok(Meaning::Truth(Cond::InPiles(member, piles))),
                    other => Err(wanted(right, "a set or `piles`", &other)
                        .help("sets are written in braces: `k in {1, 4, 9}`")),
                }
            }
            Operator::Add => arithmetic(Expr::Add),
            Operator::Subtract => arithmetic(Expr::Sub),
            Operator::Multiply => arithmetic(Expr::Mul),
            Operator::Divide | Operator::Modulo if matches!(right.term, Term::Number(0)) => {
                Err(Complaint::new(right.span.clone(), "this divides by 0"))
            }
            Operator::Divide => arithmetic(Expr::Div),
            Operator::Modulo => arithmetic(Expr::Mod),
            Operator::Xor => {
                let span = left.span.start..right.span.end;
                Err(Complaint::new(span, "nim-sums belong to claims, not to rules"))
            }
            Operator::Within | Operator::Union | Operator::Without => {
                let span = left.span.start..right.span.end;
                Err(Complaint::new(span, "sets are compared and joined in claims, not in rules"))
            }
        }
    }

    fn call(&self, function: &Name, args: &[Node], span: &Span) -> Result<Meaning, Complaint> {
        let one = || match args {
            [argument] => Ok(argument),
            _ => Err(Complaint::new(span.clone(), format!("`{}` takes one thing", function.text))),
        };
        let parity = |rest| -> Result<Meaning, Complaint> {
            let halves = Expr::Mod(Box::new(self.number(one()?)?), Box::new(Expr::Const(2)));
            Ok(Meaning::Truth(Cond::Compare(Comparison::Equal, halves, Expr::Const(rest))))
        };
        match function.text.as_str() {
            "even" => parity(0),
            "odd" => parity(1),
            "distinct" => match self.lower(one()?)? {
                Meaning::Piles(piles) => Ok(Meaning::Truth(Cond::Distinct(piles))),
                other => Err(wanted(one()?, "`piles`, `others` or `after`", &other)),
            },
            "min" if args.len() > 1 => self.fold(args, Expr::Min),
            "max" if args.len() > 1 => self.fold(args, Expr::Max),
            "min" => self.aggregate(Aggregate::Min, one()?),
            "max" => self.aggregate(Aggregate::Max, one()?),
            "sum" => self.aggregate(Aggregate::Sum, one()?),
            "count" => self.aggregate(Aggregate::Count, one()?),
            "length" => match &one()?.term {
                Term::Name(name) if matches!(self.binding(name), Some(Value::Vectors(_))) => {
                    let Some(Value::Vectors(vectors)) = self.binding(name) else { unreachable!() };
                    Ok(Meaning::Number(Expr::Const(vectors[0].len() as i64)))
                }
                _ => Err(Complaint::new(span.clone(), "`length` is that of a list of vectors")),
            },
            name => match self.binding(name) {
                Some(Value::Function { variable, body }) => {
                    self.expand(variable, body, one()?, span)
                }
                Some(_) => Err(Complaint::new(function.span.clone(), "this is not a function")),
                None => Err(self.unknown(name, &function.span)),
            },
        }
    }

    fn fold(
        &self,
        args: &[Node],
        make: fn(Box<Expr>, Box<Expr>) -> Expr,
    ) -> Result<Meaning, Complaint> {
        let mut result = self.number(&args[0])?;
        for argument in &args[1..] {
            result = make(Box::new(result), Box::new(self.number(argument)?));
        }
        Ok(Meaning::Number(result))
    }

    fn aggregate(&self, aggregate: Aggregate, of: &Node) -> Result<Meaning, Complaint> {
        let constant = |n: i64| Ok(Meaning::Number(Expr::Const(n)));
        match (aggregate, self.lower(of)?) {
            (_, Meaning::Piles(piles)) => Ok(Meaning::Number(Expr::Of(aggregate, piles))),
            (Aggregate::Min, Meaning::Set(set)) => constant(set[0]),
            (Aggregate::Max, Meaning::Set(set)) => constant(set[set.len() - 1]),
            (Aggregate::Sum, Meaning::Set(set)) => constant(set.iter().sum()),
            (Aggregate::Count, Meaning::Set(set)) => constant(set.len() as i64),
            (Aggregate::Count, Meaning::List(length)) => constant(length as i64),
            (_, other) => Err(wanted(of, "`piles`, `others`, `after` or a set", &other)),
        }
    }

    /// The body of a function parameter with its variable replaced by an expression.
    fn expand(
        &self,
        variable: &str,
        body: &Node,
        argument: &Node,
        span: &Span,
    ) -> Result<Meaning, Complaint> {
        let argument = self.number(argument)?;
        // The body sees its variable only: it comes from the arguments, not from the game text.
        let none = Vec::new();
        let mut inner = Scope::new(&none, self.sampled);
        inner.slots.push((variable.to_string(), usize::MAX));
        let expr = inner.number(body).map_err(|c| Complaint { span: span.clone(), ..c })?;
        let expr = substitute(expr, &argument);
        if magnitude(&expr) > LARGEST_VALUE || expr.size() > LARGEST_EXPANSION {
            return Err(Complaint::new(span.clone(), "this can get too large to compute"));
        }
        Ok(Meaning::Number(expr))
    }

    fn count(&self, variable: &Name, of: &Name, cond: &Node) -> Result<Meaning, Complaint> {
        let Some((_, piles)) = PILES.iter().find(|(n, _)| *n == of.text) else {
            return Err(Complaint::new(of.span.clone(), "only piles are counted one by one")
                .help("write `piles`, `others` or `after`"));
        };
        if self.counting >= DEEPEST_COUNT {
            return Err(Complaint::new(variable.span.clone(), "counts are nested too deeply"));
        }
        let mut inner = self.clone();
        inner.counting += 1;
        let slot = inner.declare(variable)?;
        let cond = inner.condition(cond)?;
        Ok(Meaning::Number(Expr::CountWhere(*piles, slot, Box::new(cond))))
    }
}

/// `expr` with its only slot replaced by `value`.
fn substitute(expr: Expr, value: &Expr) -> Expr {
    let both = |make: fn(Box<Expr>, Box<Expr>) -> Expr, a: Box<Expr>, b: Box<Expr>| {
        make(Box::new(substitute(*a, value)), Box::new(substitute(*b, value)))
    };
    match expr {
        Expr::Slot(_) => value.clone(),
        Expr::Add(a, b) => both(Expr::Add, a, b),
        Expr::Sub(a, b) => both(Expr::Sub, a, b),
        Expr::Mul(a, b) => both(Expr::Mul, a, b),
        Expr::Div(a, b) => both(Expr::Div, a, b),
        Expr::Mod(a, b) => both(Expr::Mod, a, b),
        Expr::Min(a, b) => both(Expr::Min, a, b),
        Expr::Max(a, b) => both(Expr::Max, a, b),
        other => other,
    }
}

/// The set in ascending order without repetitions.
fn ascending(members: &[i64], span: &Span) -> Result<Vec<i64>, Complaint> {
    if members.is_empty() {
        return Err(Complaint::new(span.clone(), "this set is empty"));
    }
    let mut set = members.to_vec();
    set.sort_unstable();
    set.dedup();
    Ok(set)
}

fn wanted(node: &Node, kind: &str, found: &Meaning) -> Complaint {
    Complaint::new(node.span.clone(), format!("expected {kind}, but this is {}", found.kind()))
}

/// A bound on the absolute value of an expression, for piles up to 2^30 and up to 2^20 of them.
fn magnitude(expr: &Expr) -> f64 {
    match expr {
        Expr::Const(c) => c.unsigned_abs() as f64,
        Expr::Slot(_) => (1u64 << 30) as f64,
        Expr::Add(a, b) | Expr::Sub(a, b) => magnitude(a) + magnitude(b),
        Expr::Mul(a, b) => magnitude(a) * magnitude(b),
        Expr::Div(a, _) => magnitude(a),
        Expr::Mod(a, b) | Expr::Min(a, b) | Expr::Max(a, b) => magnitude(a).max(magnitude(b)),
        Expr::Of(Aggregate::Min | Aggregate::Max, _) => (1u64 << 30) as f64,
        Expr::Of(Aggregate::Sum, _) => (1u64 << 50) as f64,
        Expr::Of(Aggregate::Count, _) | Expr::CountWhere(..) => (1u64 << 20) as f64,
    }
}
