//! The arguments of a game: groups separated by semicolons, one for each parameter.

use crate::check::{Bindings, Value};
use crate::code::parse_code;
use crate::diagnostic::{Complaint, Span};
use crate::lex::LARGEST_NUMBER;
use crate::outcome::Outcome;
use crate::parse::parse_expression;
use crate::syntax::{GameText, Kind, Node, Operator, Parameter, Term};

/// A piece of the arguments with its place in the whole expression.
type Piece<'a> = (&'a str, usize);

/// The most members a set may have when it is written with a range.
const LARGEST_SET: i64 = 1_000_000;

/// The values of the game's parameters.
///
/// `written` is how the user names the game.
pub fn bind(
    game: &GameText,
    written: &str,
    text: Option<&str>,
    offset: usize,
) -> Result<Bindings, Complaint> {
    let whole = offset..offset + text.map_or(0, str::len);
    let groups = match text {
        None => Vec::new(),
        Some(text) if text.trim().is_empty() && game.parameters.is_empty() => Vec::new(),
        Some(text) => pieces((text, offset), ';'),
    };
    let usage = || {
        let list: Vec<&str> = game.parameters.iter().map(|p| p.name.text.as_str()).collect();
        match list.is_empty() {
            true => format!("write `{written}` alone"),
            false => format!("write `{written}({})`", list.join("; ")),
        }
    };
    let vectors = matches!(game.parameters.last(), Some(Parameter { kind: Kind::Vectors, .. }));
    let enough =
        groups.len() == game.parameters.len() || (vectors && groups.len() >= game.parameters.len());
    if !enough {
        let (wanted, found) = (game.parameters.len(), groups.len());
        let plural = if wanted == 1 { "" } else { "s" };
        let message = match (wanted, found) {
            (0, _) => format!("`{}` takes no arguments", game.name.text),
            (_, 0) => format!("`{}` needs {wanted} argument{plural}", game.name.text),
            _ => format!("`{}` takes {wanted} argument{plural}, not {found}", game.name.text),
        };
        return Err(Complaint::new(whole, message).help(usage()));
    }
    let mut bindings = Bindings::new();
    let mut rest = &groups[..];
    for parameter in &game.parameters {
        let value = match &parameter.kind {
            Kind::Vectors => Value::Vectors(vectors_of(std::mem::take(&mut rest))?),
            kind => {
                let group = rest[0];
                rest = &rest[1..];
                value(kind, group).map_err(|c| describe(c, parameter))?
            }
        };
        bindings.push((parameter.name.text.clone(), value));
    }
    Ok(bindings)
}

fn value(kind: &Kind, group: Piece) -> Result<Value, Complaint> {
    Ok(match kind {
        Kind::Set { least } => Value::Set(set(group, *least)?),
        Kind::Number { least } => Value::Number(number(trimmed(group), *least)?),
        Kind::Outcomes => {
            let letters = pieces(group, ',').into_iter().map(trimmed);
            Value::Outcomes(letters.map(outcome).collect::<Result<_, _>>()?)
        }
        Kind::Function { variable } => {
            let shift = |c: Complaint| Complaint {
                span: c.span.start + group.1..c.span.end + group.1,
                ..c
            };
            let body = parse_expression(group.0).map_err(shift)?;
            only_of(&body, variable).map_err(shift)?;
            Value::Function { variable: variable.clone(), body }
        }
        Kind::Code => Value::Code(parse_code(group.0, group.1)?),
        Kind::Vectors => unreachable!("vectors take several groups"),
    })
}

/// Refuses an expression that mentions anything but the variable.
fn only_of(node: &Node, variable: &str) -> Result<(), Complaint> {
    let help = format!("the rule is an expression in `{variable}`, such as {variable}/2");
    let complain = |span: &Span, message: String| {
        Err(Complaint::new(span.clone(), message).help(help.clone()))
    };
    match &node.term {
        Term::Number(_) => Ok(()),
        Term::Name(name) if name == variable => Ok(()),
        Term::Name(name) => complain(&node.span, format!("`{name}` is not known here")),
        Term::Negative(inner) => only_of(inner, variable),
        Term::Binary(Operator::Divide | Operator::Modulo, _, right)
            if matches!(right.term, Term::Number(0)) =>
        {
            complain(&right.span, "this divides by 0".to_string())
        }
        Term::Binary(
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo,
            left,
            right,
        ) => only_of(left, variable).and_then(|()| only_of(right, variable)),
        Term::Call { function, arguments }
            if ["min", "max"].contains(&function.text.as_str()) && arguments.len() > 1 =>
        {
            arguments.iter().try_for_each(|argument| only_of(argument, variable))
        }
        _ => complain(&node.span, "this is not a number".to_string()),
    }
}

fn set(group: Piece, least: i64) -> Result<Vec<i64>, Complaint> {
    let group = match trimmed(group) {
        (text, at) if text.starts_with('{') && text.ends_with('}') && text.len() > 1 => {
            (&text[1..text.len() - 1], at + 1)
        }
        _ => group,
    };
    if group.0.trim().is_empty() {
        return Err(Complaint::new(span(group), "the set is empty"));
    }
    let mut members = Vec::new();
    for piece in pieces(group, ',').into_iter().map(trimmed) {
        match piece.0.split_once("..") {
            None => members.push(number(piece, least)?),
            Some((from, to)) => {
                let to_at = piece.1 + from.len() + 2;
                let from = number(trimmed((from, piece.1)), least)?;
                let to = number(trimmed((to, to_at)), least)?;
                if to < from || to - from >= LARGEST_SET {
                    let message = format!("a range goes up, to at most {LARGEST_SET} members");
                    return Err(Complaint::new(span(piece), message));
                }
                members.extend(from..=to);
            }
        }
    }
    members.sort_unstable();
    members.dedup();
    Ok(members)
}

fn number(piece: Piece, least: i64) -> Result<i64, Complaint> {
    let complain = |message: String| Err(Complaint::new(span(piece), message));
    let digits = piece.0.strip_prefix('-').unwrap_or(piece.0);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return complain(format!("`{}` is not a number", piece.0));
    }
    match piece.0.parse::<i64>() {
        Ok(n) if n < least => complain(format!("{n} is too small: at least {least}")),
        Ok(n) if n <= LARGEST_NUMBER => Ok(n),
        _ => complain(format!("this number is too large: at most {LARGEST_NUMBER}")),
    }
}

fn outcome(piece: Piece) -> Result<Outcome, Complaint> {
    Outcome::from_letter(piece.0).ok_or_else(|| {
        Complaint::new(span(piece), format!("`{}` is not an outcome", piece.0))
            .help("outcomes are L, R, N and P")
    })
}

fn vectors_of(groups: &[Piece]) -> Result<Vec<Vec<u32>>, Complaint> {
    let mut vectors: Vec<Vec<u32>> = Vec::new();
    for &group in groups {
        let entries = pieces(group, ',').into_iter().map(|p| number(trimmed(p), 0));
        let vector: Vec<u32> = entries.map(|n| n.map(|n| n as u32)).collect::<Result<_, _>>()?;
        if vector.iter().all(|&n| n == 0) {
            return Err(Complaint::new(span(group), "a zero vector leaves the position unchanged"));
        }
        if vectors.first().is_some_and(|first| first.len() != vector.len()) {
            return Err(Complaint::new(span(group), "the vectors differ in length"));
        }
        vectors.push(vector);
    }
    Ok(vectors)
}

/// Splits at a sign that stands outside parentheses.
fn pieces(whole: Piece<'_>, sign: char) -> Vec<Piece<'_>> {
    let (text, offset) = whole;
    let mut depth = 0;
    let mut start = 0;
    let mut list = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            c if c == sign && depth == 0 => {
                list.push((&text[start..at], offset + start));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    list.push((&text[start..], offset + start));
    list
}

fn trimmed((text, offset): Piece<'_>) -> Piece<'_> {
    let front = text.len() - text.trim_start().len();
    (text.trim(), offset + front)
}

fn span((text, offset): Piece) -> Span {
    offset..offset + text.len()
}

fn describe(complaint: Complaint, parameter: &Parameter) -> Complaint {
    let message = format!("{} (parameter `{}`)", complaint.message, parameter.name.text);
    Complaint { message, ..complaint }
}
