//! Reading formulas: words and signs to sentences, with the kind of every expression checked on the way.

mod expression;
mod kinds;
mod lex;
mod names;

use sprague_rules::Complaint;
use sprague_rules::diagnostic::Span;

use super::{
    Arithmetic, Binding, Builtin, Comparison, Definition, Expr, Kind, Sentence, SetRelation,
};
use crate::shelf::Shelf;
use kinds::wanted;
use lex::{Token, tokens};
use names::resolved;

/// What is known where a formula is read: what cases differ in, and the functions defined so far.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    pub globals: &'k [(String, Kind)],
    pub definitions: &'k [Definition],
    /// Where games are found.
    pub(crate) shelf: &'k Shelf<'k>,
}

/// Expressions within expressions.
const DEEPEST: usize = 60;

type Read<T> = Result<T, Complaint>;

/// Two expressions made one.
type Joined = fn(Box<[Expr; 2]>) -> Expr;

/// An expression with its kind and place.
struct Part {
    expr: Expr,
    kind: Kind,
    span: Span,
}

/// One or more sentences, each for the common numbers, too.
pub fn sentences(text: &str, known: Known, common: &Ranges) -> Read<Vec<Sentence>> {
    let mut reader = Reader::new(text, known)?;
    let mut all = Vec::new();
    while reader.peek().is_some() {
        if reader.eat_word("list") {
            all.extend(reader.listed(common)?);
        } else {
            all.push(reader.sentence(common)?);
        }
        reader.eat(";");
    }
    match all.is_empty() {
        true => Err(Complaint::new(0..text.len(), "expected a formula")),
        false => Ok(all),
    }
}

/// Numbers with their ranges, and a condition on them.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    pub bindings: Vec<Binding>,
    pub condition: Option<Expr>,
}

/// `c in 2..12, n >= 1 where even(n)`, as a whole text. Names that are bound before may occur.
pub fn ranges(text: &str, known: Known) -> Read<Ranges> {
    let mut reader = Reader::new(text, known)?;
    let mut ranges = Ranges::default();
    reader.ranges(&mut ranges)?;
    reader.end()?;
    Ok(ranges)
}

/// A condition without bound numbers.
pub fn condition(text: &str, known: Known) -> Read<Expr> {
    let mut reader = Reader::new(text, known)?;
    let part = reader.of_kind(Kind::Truth)?;
    reader.end()?;
    resolved(part.expr, &[])
}

/// A number or a set without bound numbers, with its kind.
pub fn expression(text: &str, known: Known) -> Read<(Expr, Kind)> {
    let mut reader = Reader::new(text, known)?;
    let part = reader.any()?;
    reader.end()?;
    Ok((resolved(part.expr, &[])?, part.kind))
}

/// `phi(p, n) = 6 * q(n) + p - 1`
pub fn definition(text: &str, known: Known) -> Read<Definition> {
    let mut reader = Reader::new(text, known)?;
    let (name, span) = reader.name("a name, as in `define half(n) = n / 2`")?;
    if BUILTINS.iter().any(|(known, _)| *known == name) || ["G", "N"].contains(&name) {
        return Err(Complaint::new(span, format!("`{name}` has a meaning already")));
    }
    if known.definitions.iter().any(|known| known.name == name) {
        return Err(Complaint::new(span, format!("`{name}` is defined twice")));
    }
    reader.expect("(")?;
    let mut arguments = Vec::new();
    loop {
        let (argument, span) = reader.name("the name of an argument")?;
        reader.free(argument, &span, &arguments)?;
        arguments.push(argument.to_string());
        if !reader.eat(",") {
            break;
        }
    }
    reader.expect(")")?;
    reader.expect("=")?;
    let part = reader.any()?;
    reader.end()?;
    let body = resolved(part.expr, &arguments)?;
    Ok(Definition { name: name.to_string(), arguments: arguments.len(), kind: part.kind, body })
}

const BUILTINS: [(&str, Builtin); 9] = [
    ("xor", Builtin::Xor),
    ("min", Builtin::Min),
    ("max", Builtin::Max),
    ("size", Builtin::Size),
    ("mex", Builtin::Mex),
    ("even", Builtin::Even),
    ("odd", Builtin::Odd),
    ("evens", Builtin::Evens),
    ("odds", Builtin::Odds),
];

/// Words that are no names.
const WORDS: [&str; 16] = [
    "and", "or", "not", "in", "within", "union", "without", "xor", "mod", "if", "then", "else",
    "for", "where", "list", "always",
];

struct Reader<'t, 'k> {
    text: &'t str,
    tokens: Vec<(Token<'t>, Span)>,
    next: usize,
    end: usize,
    known: Known<'k>,
    depth: usize,
}

impl<'t, 'k> Reader<'t, 'k> {
    fn new(text: &'t str, known: Known<'k>) -> Read<Reader<'t, 'k>> {
        Ok(Reader {
            text,
            tokens: tokens(text)?,
            next: 0,
            end: text.trim_end().len(),
            known,
            depth: 0,
        })
    }

    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).map(|(token, _)| *token)
    }

    fn place(&self) -> Span {
        self.tokens.get(self.next).map_or(self.end..self.end, |(_, span)| span.clone())
    }

    /// From there to the end of what was read last.
    fn since(&self, start: usize) -> Span {
        let end = self.next.checked_sub(1).map_or(start, |last| self.tokens[last].1.end);
        start..end.max(start)
    }

    fn unexpected<T>(&self, wanted: &str) -> Read<T> {
        Err(Complaint::new(self.place(), format!("expected {wanted}")))
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek().is_some_and(|token| matches!(token, Token::Sign(s) if s == sign));
        self.next += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(Token::Word(word));
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        if self.eat(sign) { Ok(()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    fn end(&self) -> Read<()> {
        if self.peek().is_none() { Ok(()) } else { self.unexpected("nothing more") }
    }

    fn name(&mut self, wanted: &str) -> Read<(&'t str, Span)> {
        let span = self.place();
        match self.peek() {
            Some(Token::Word(name)) if !WORDS.contains(&name) => {
                self.next += 1;
                Ok((name, span))
            }
            _ => self.unexpected(wanted),
        }
    }

    /// Complains about a name that stands for something else.
    fn free(&self, name: &str, span: &Span, bound: &[String]) -> Read<()> {
        let taken = self.known.globals.iter().any(|(known, _)| known == name)
            || bound.iter().any(|known| known == name);
        match taken {
            true => {
                Err(Complaint::new(span.clone(), format!("{name} stands for something already")))
            }
            false => Ok(()),
        }
    }

    fn sentence(&mut self, common: &Ranges) -> Read<Sentence> {
        let says = self.of_kind(Kind::Truth)?.expr;
        let mut ranges = common.clone();
        if self.eat_word("for") {
            self.ranges(&mut ranges)?;
        }
        let names: Vec<String> = ranges.bindings.iter().map(|b| b.name.clone()).collect();
        let Ranges { bindings, condition } = ranges;
        Ok(Sentence { bindings, condition, says: resolved(says, &names)? })
    }

    /// `n >= 1, p in 4..7 where odd(n)`
    fn ranges(&mut self, ranges: &mut Ranges) -> Read<()> {
        loop {
            let (name, span) = self.name("a name and its range, as in `n >= 1` or `p in 4..7`")?;
            let names: Vec<String> = ranges.bindings.iter().map(|b| b.name.clone()).collect();
            self.free(name, &span, &names)?;
            let number = |reader: &mut Self| resolved(reader.sum_of(Kind::Number)?.expr, &names);
            let (least, largest) = if self.eat(">=") {
                (number(self)?, None)
            } else if self.eat_word("in") {
                let least = number(self)?;
                self.expect("..")?;
                (least, Some(number(self)?))
            } else {
                return self.unexpected("`>= 1`, or `in 4..7`");
            };
            ranges.bindings.push(Binding { name: name.to_string(), least, largest });
            let another = self.eat(",") || self.eat_word("and");
            if !another {
                break;
            }
        }
        if self.eat_word("where") {
            let names: Vec<String> = ranges.bindings.iter().map(|b| b.name.clone()).collect();
            let more = resolved(self.of_kind(Kind::Truth)?.expr, &names)?;
            ranges.condition = Some(match ranges.condition.take() {
                Some(before) => Expr::And(vec![before, more]),
                None => more,
            });
        }
        Ok(())
    }

    /// `N(n, 3) from n = 1: {}, {}, {0}`: one sentence a place.
    fn listed(&mut self, common: &Ranges) -> Read<Vec<Sentence>> {
        let term = self.any()?;
        if !self.eat_word("from") {
            return self.unexpected("`from n = 1:`");
        }
        let (name, span) = self.name("a name")?;
        let bound: Vec<String> = common.bindings.iter().map(|b| b.name.clone()).collect();
        self.free(name, &span, &bound)?;
        self.expect("=")?;
        let first = self.sum_of(Kind::Number)?.expr;
        self.expect(":")?;
        let names: Vec<String> = bound.iter().cloned().chain([name.to_string()]).collect();
        let (term, kind) = (resolved(term.expr, &names)?, term.kind);
        let first = resolved(first, &bound)?;
        let mut sentences = Vec::new();
        loop {
            let member = resolved(self.of_kind(kind)?.expr, &names)?;
            let steps = Box::new([first.clone(), Expr::Number(sentences.len() as i64)]);
            let place = Expr::Arithmetic(Arithmetic::Plus, steps);
            let mut bindings = common.bindings.clone();
            let largest = Some(place.clone());
            bindings.push(Binding { name: name.to_string(), least: place, largest });
            let pair = Box::new([term.clone(), member]);
            let says = match kind {
                Kind::Set => Expr::Sets(SetRelation::Equal, pair),
                _ => Expr::Compare(Comparison::Equal, pair),
            };
            sentences.push(Sentence { bindings, condition: common.condition.clone(), says });
            if !self.eat(",") {
                return Ok(sentences);
            }
        }
    }

    fn of_kind(&mut self, kind: Kind) -> Read<Part> {
        let part = self.any()?;
        wanted(part, kind)
    }

    fn sum_of(&mut self, kind: Kind) -> Read<Part> {
        let part = self.added()?;
        wanted(part, kind)
    }
}
