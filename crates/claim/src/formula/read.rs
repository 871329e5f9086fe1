//! Reading formulas: sentences of the common expressions ([`sprague_rules::parse`]), with the kind of every expression
//! checked (`lower`) and every name bound (`names`).

mod kinds;
mod lower;
mod names;

use sprague_rules::Complaint;
use sprague_rules::diagnostic::Span;
use sprague_rules::parse::Parser;

use super::{
    Arithmetic, Binding, Builtin, Comparison, Definition, Expr, Kind, Sentence, SetRelation,
};
use crate::names::not_a_name;
use crate::shelf::Shelf;
use names::resolved;

/// What is known where a formula is read: what cases differ in, and the functions defined so far.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    /// What the cases of the claim differ in.
    pub globals: &'k [(String, Kind)],
    /// The functions that are defined so far.
    pub definitions: &'k [Definition],
    /// Where games are found.
    pub(crate) shelf: &'k Shelf<'k>,
}

type Read<T> = Result<T, Complaint>;

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
    while !reader.parser.is_done() {
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
    /// The numbers, each with its range.
    pub bindings: Vec<Binding>,
    /// What they fulfil.
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
    let expr = reader.of_kind(Kind::Truth)?;
    reader.end()?;
    resolved(expr, &[])
}

/// A condition on one number of this name.
pub fn condition_on(text: &str, name: &str, known: Known) -> Read<Expr> {
    let mut reader = Reader::new(text, known)?;
    let expr = reader.of_kind(Kind::Truth)?;
    reader.end()?;
    resolved(expr, &[name.to_string()])
}

/// A number or a set without bound numbers, with its kind.
pub fn expression(text: &str, known: Known) -> Read<(Expr, Kind)> {
    let mut reader = Reader::new(text, known)?;
    let part = reader.any()?;
    reader.end()?;
    Ok((resolved(part.expr, &[])?, part.kind))
}

/// Parts of a function with all that it uses written out. Those of the papers have some dozens.
const MOST_UNFOLDED: u64 = 10_000;

/// `phi(p, n) = 6 * q(n) + p - 1`
pub fn definition(text: &str, known: Known) -> Read<Definition> {
    let mut reader = Reader::new(text, known)?;
    let (name, span) = reader.name("a name, as in `define half(n) = n / 2`")?;
    if known.definitions.iter().any(|known| known.name == name) {
        return Err(Complaint::new(span, format!("`{name}` is defined twice")));
    }
    reader.expect("(")?;
    let mut arguments = Vec::new();
    loop {
        let (argument, span) = reader.name("the name of an argument")?;
        reader.free(&argument, &span, &arguments)?;
        arguments.push(argument);
        if !reader.eat(",") {
            break;
        }
    }
    reader.expect(")")?;
    reader.expect("=")?;
    let part = reader.any()?;
    reader.end()?;
    let body = resolved(part.expr, &arguments)?;
    let unfolded = body.unfolded(known.definitions);
    if unfolded > MOST_UNFOLDED {
        let message = format!("written out, `{name}` has more than {MOST_UNFOLDED} parts");
        let help = "functions that use others several times grow fast";
        return Err(Complaint::new(part.span, message).help(help));
    }
    Ok(Definition { name, arguments: arguments.len(), kind: part.kind, body, unfolded })
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

struct Reader<'t, 'k> {
    parser: Parser<'t>,
    known: Known<'k>,
}

impl<'t, 'k> Reader<'t, 'k> {
    fn new(text: &'t str, known: Known<'k>) -> Read<Reader<'t, 'k>> {
        Ok(Reader { parser: Parser::new(text)?, known })
    }

    fn unexpected<T>(&self, wanted: &str) -> Read<T> {
        Err(self.parser.unexpected(wanted))
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.parser.take_sign(sign)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        self.parser.take_word(word)
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        self.parser.expect_sign(sign)
    }

    fn end(&self) -> Read<()> {
        self.parser.end("expected one expression")
    }

    fn name(&mut self, wanted: &str) -> Read<(String, Span)> {
        let name = self.parser.name(wanted)?;
        match not_a_name(&name.text) {
            Some(message) => Err(Complaint::new(name.span, message)),
            None => Ok((name.text, name.span)),
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
        let says = self.of_kind(Kind::Truth)?;
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
            self.free(&name, &span, &names)?;
            let number = |reader: &mut Self| resolved(reader.number()?, &names);
            let (least, largest) = if self.eat(">=") {
                (number(self)?, None)
            } else if self.eat_word("in") {
                let least = number(self)?;
                self.expect(".")?;
                self.expect(".")?;
                (least, Some(number(self)?))
            } else {
                return self.unexpected("`>= 1`, or `in 4..7`");
            };
            ranges.bindings.push(Binding { name, least, largest });
            let another = self.eat(",") || self.eat_word("and");
            if !another {
                break;
            }
        }
        if self.eat_word("where") {
            let names: Vec<String> = ranges.bindings.iter().map(|b| b.name.clone()).collect();
            let more = resolved(self.of_kind(Kind::Truth)?, &names)?;
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
        self.free(&name, &span, &bound)?;
        self.expect("=")?;
        let first = self.number()?;
        self.expect(":")?;
        let names: Vec<String> = bound.iter().cloned().chain([name.clone()]).collect();
        let (term, kind) = (resolved(term.expr, &names)?, term.kind);
        let first = resolved(first, &bound)?;
        let mut sentences = Vec::new();
        loop {
            let member = resolved(self.of_kind(kind)?, &names)?;
            let steps = Box::new([first.clone(), Expr::Number(sentences.len() as i64)]);
            let place = Expr::Arithmetic(Arithmetic::Plus, steps);
            let mut bindings = common.bindings.clone();
            let largest = Some(place.clone());
            bindings.push(Binding { name: name.clone(), least: place, largest });
            let pair = Box::new([term.clone(), member]);
            let says = match kind {
                Kind::Set => Expr::Sets(SetRelation::Equal, pair),
                Kind::Truth => return self.unexpected("a number or a set before `from`"),
                Kind::Number => Expr::Compare(Comparison::Equal, pair),
            };
            sentences.push(Sentence { bindings, condition: common.condition.clone(), says });
            if !self.eat(",") {
                return Ok(sentences);
            }
        }
    }

    /// The expression that follows.
    fn any(&mut self) -> Read<Part> {
        let node = self.parser.condition()?;
        self.known.part(&node)
    }

    fn of_kind(&mut self, kind: Kind) -> Read<Expr> {
        let node = self.parser.condition()?;
        self.known.of_kind(&node, kind)
    }

    /// A number, without comparison.
    fn number(&mut self) -> Read<Expr> {
        let node = self.parser.nim_sum()?;
        self.known.of_kind(&node, Kind::Number)
    }
}
