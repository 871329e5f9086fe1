//! Functions and relations by the kinds of what they are of.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::Span;
use sprague_rules::syntax::Operator;

use super::{Part, Read};
use crate::formula::{Builtin, Comparison, Expr, Kind, SetRelation};

pub(super) fn applied(
    builtin: Builtin,
    mut arguments: Vec<Part>,
    span: &Span,
) -> Read<(Expr, Kind)> {
    let one_set = arguments.len() == 1 && arguments[0].kind == Kind::Set;
    let (builtin, takes, gives) = match builtin {
        Builtin::Min if one_set => (Builtin::Least, Kind::Set, Kind::Number),
        Builtin::Max if one_set => (Builtin::Largest, Kind::Set, Kind::Number),
        Builtin::Size | Builtin::Mex => (builtin, Kind::Set, Kind::Number),
        Builtin::Evens | Builtin::Odds => (builtin, Kind::Set, Kind::Set),
        Builtin::Even | Builtin::Odd => (builtin, Kind::Number, Kind::Truth),
        _ => (builtin, Kind::Number, Kind::Number),
    };
    let several = matches!(builtin, Builtin::Xor | Builtin::Min | Builtin::Max);
    if !several && arguments.len() != 1 {
        return Err(Complaint::new(span.clone(), "this is of one thing"));
    }
    let arguments = arguments.drain(..).map(|argument| Ok(wanted(argument, takes)?.expr));
    Ok((Expr::Call(builtin, arguments.collect::<Read<_>>()?), gives))
}

pub(super) fn not_a(part: &Part, kind: Kind) -> Complaint {
    let message = format!("{} is wanted here, not {}", kind.name(), part.kind.name());
    Complaint::new(part.span.clone(), message)
}

pub(super) fn wanted(part: Part, kind: Kind) -> Read<Part> {
    if part.kind == kind { Ok(part) } else { Err(not_a(&part, kind)) }
}

pub(super) fn related(operator: Operator, left: Part, right: Part) -> Read<Expr> {
    let sets = |relation: SetRelation, left: Part, right: Part| {
        let (left, right) = (wanted(left, Kind::Set)?, wanted(right, Kind::Set)?);
        Ok(Expr::Sets(relation, Box::new([left.expr, right.expr])))
    };
    let member = |left: Part, right: Part| {
        let (left, right) = (wanted(left, Kind::Number)?, wanted(right, Kind::Set)?);
        Ok(Expr::In(Box::new([left.expr, right.expr])))
    };
    let numbers = |comparison: Comparison, left: Part, right: Part| {
        let (left, right) = (wanted(left, Kind::Number)?, wanted(right, Kind::Number)?);
        Ok(Expr::Compare(comparison, Box::new([left.expr, right.expr])))
    };
    match operator {
        Operator::Equal if left.kind == Kind::Set => sets(SetRelation::Equal, left, right),
        Operator::NotEqual if left.kind == Kind::Set => sets(SetRelation::Unequal, left, right),
        Operator::Within => sets(SetRelation::Within, left, right),
        Operator::In => member(left, right),
        Operator::Equal => numbers(Comparison::Equal, left, right),
        Operator::NotEqual => numbers(Comparison::Unequal, left, right),
        Operator::Less => numbers(Comparison::Less, left, right),
        Operator::AtMost => numbers(Comparison::AtMost, left, right),
        Operator::Greater => numbers(Comparison::Less, right, left),
        Operator::AtLeast => numbers(Comparison::AtMost, right, left),
        _ => Err(not_a(&left, Kind::Truth)),
    }
}
