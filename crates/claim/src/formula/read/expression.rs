//! Expressions: what binds more strongly comes further below.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::Span;

use super::kinds::{applied, not_a, related, wanted};
use super::lex::Token;
use super::{BUILTINS, DEEPEST, Joined, Part, Read, Reader, WORDS};
use crate::formula::{Arithmetic, Builtin, Combination, Expr, Game, Kind, Only};

impl Reader<'_, '_> {
    /// `... or ...`
    pub(super) fn any(&mut self) -> Read<Part> {
        if self.depth == DEEPEST {
            return Err(Complaint::new(self.place(), "too many expressions within expressions"));
        }
        self.depth += 1;
        let part =
            self.joined("or", Expr::Or, |reader| reader.joined("and", Expr::And, Reader::negated));
        self.depth -= 1;
        part
    }

    fn joined(
        &mut self,
        word: &str,
        join: impl Fn(Vec<Expr>) -> Expr,
        mut inner: impl FnMut(&mut Self) -> Read<Part>,
    ) -> Read<Part> {
        let start = self.place().start;
        let first = inner(self)?;
        if self.peek() != Some(Token::Word(word)) {
            return Ok(first);
        }
        let mut all = vec![wanted(first, Kind::Truth)?.expr];
        while self.eat_word(word) {
            all.push(wanted(inner(self)?, Kind::Truth)?.expr);
        }
        Ok(Part { expr: join(all), kind: Kind::Truth, span: self.since(start) })
    }

    fn negated(&mut self) -> Read<Part> {
        let start = self.place().start;
        let mut times = 0;
        while self.eat_word("not") {
            times += 1;
        }
        let part = self.compared()?;
        if times == 0 {
            return Ok(part);
        }
        let part = wanted(part, Kind::Truth)?;
        let expr = if times % 2 == 1 { Expr::Not(Box::new(part.expr)) } else { part.expr };
        Ok(Part { expr, kind: Kind::Truth, span: self.since(start) })
    }

    /// `1 <= a < b`, `x in S`, `S within T`
    fn compared(&mut self) -> Read<Part> {
        let start = self.place().start;
        let first = self.added()?;
        let mut all = Vec::new();
        let mut left = first;
        while let Some(sign) = self.relation() {
            let right = self.added()?;
            let next = right.expr.clone();
            let (kind, span) = (right.kind, right.span.clone());
            all.push(related(sign, left, right)?);
            left = Part { expr: next, kind, span };
        }
        let expr = match all.len() {
            0 => return Ok(left),
            1 => all.remove(0),
            _ => Expr::And(all),
        };
        Ok(Part { expr, kind: Kind::Truth, span: self.since(start) })
    }

    fn relation(&mut self) -> Option<&'static str> {
        for sign in ["<=", ">=", "!=", "=", "<", ">"] {
            if self.eat(sign) {
                return Some(sign);
            }
        }
        for word in ["in", "within"] {
            if self.eat_word(word) {
                return Some(word);
            }
        }
        let negated = self.peek() == Some(Token::Word("not"))
            && self.tokens.get(self.next + 1).is_some_and(|(token, _)| *token == Token::Word("in"));
        self.next += 2 * usize::from(negated);
        negated.then_some("not in")
    }

    /// `... xor ...`: numbers, or a set and a number.
    pub(super) fn added(&mut self) -> Read<Part> {
        let start = self.place().start;
        let mut left = self.sum()?;
        while !self.new_line_calls_xor() && (self.eat_word("xor") || self.eat("⊕")) {
            let right = wanted(self.sum()?, Kind::Number)?;
            let expr = match left.kind {
                Kind::Set => Expr::Added(Box::new([left.expr, right.expr])),
                Kind::Number => Expr::Call(Builtin::Xor, vec![left.expr, right.expr]),
                Kind::Truth => return Err(not_a(&left, Kind::Number)),
            };
            left = Part { expr, kind: left.kind, span: self.since(start) };
        }
        Ok(left)
    }

    /// `xor(` at the beginning of a line begins a sentence.
    fn new_line_calls_xor(&self) -> bool {
        let before = self.next.checked_sub(1).map_or(0, |last| self.tokens[last].1.end);
        let called = self.tokens.get(self.next + 1).map(|t| t.0) == Some(Token::Sign("("));
        called && self.text[before..self.place().start].contains('\n')
    }

    fn sum(&mut self) -> Read<Part> {
        let start = self.place().start;
        let mut left = self.product()?;
        loop {
            let (kind, make): (Kind, Joined) = if self.eat("+") {
                (Kind::Number, |two| Expr::Arithmetic(Arithmetic::Plus, two))
            } else if self.eat("-") {
                (Kind::Number, |two| Expr::Arithmetic(Arithmetic::Minus, two))
            } else if self.eat_word("union") || self.eat("∪") {
                (Kind::Set, |two| Expr::Combine(Combination::Union, two))
            } else if self.eat_word("without") {
                (Kind::Set, |two| Expr::Combine(Combination::Without, two))
            } else {
                return Ok(left);
            };
            let (l, r) = (wanted(left, kind)?, wanted(self.product()?, kind)?);
            left = Part { expr: make(Box::new([l.expr, r.expr])), kind, span: self.since(start) };
        }
    }

    fn product(&mut self) -> Read<Part> {
        let start = self.place().start;
        let mut left = self.signed()?;
        loop {
            let operation = if self.eat("*") {
                Arithmetic::Times
            } else if self.eat("/") {
                Arithmetic::Over
            } else if self.eat_word("mod") {
                Arithmetic::Mod
            } else {
                return Ok(left);
            };
            let pair = [wanted(left, Kind::Number)?, wanted(self.signed()?, Kind::Number)?];
            let expr = Expr::Arithmetic(operation, Box::new(pair.map(|part| part.expr)));
            left = Part { expr, kind: Kind::Number, span: self.since(start) };
        }
    }

    fn signed(&mut self) -> Read<Part> {
        let start = self.place().start;
        if !self.eat("-") {
            return self.coefficient();
        }
        let part = wanted(self.coefficient()?, Kind::Number)?;
        let expr = Expr::Arithmetic(Arithmetic::Minus, Box::new([Expr::Number(0), part.expr]));
        Ok(Part { expr, kind: Kind::Number, span: self.since(start) })
    }

    /// `12c` is 12 times c.
    fn coefficient(&mut self) -> Read<Part> {
        let span = self.place();
        let Some(Token::Number(number)) = self.peek() else { return self.primary() };
        self.next += 1;
        let mut part = Part { expr: Expr::Number(number), kind: Kind::Number, span: span.clone() };
        while self.place().start == self.since(span.start).end
            && matches!(self.peek(), Some(Token::Word(word)) if !WORDS.contains(&word))
        {
            let factor = wanted(self.primary()?, Kind::Number)?;
            let pair = Box::new([part.expr, factor.expr]);
            let expr = Expr::Arithmetic(Arithmetic::Times, pair);
            part = Part { expr, kind: Kind::Number, span: self.since(span.start) };
        }
        Ok(part)
    }

    fn primary(&mut self) -> Read<Part> {
        let span = self.place();
        let part = |reader: &Self, expr, kind| Part { expr, kind, span: reader.since(span.start) };
        match self.peek() {
            Some(Token::Number(_)) => self.coefficient(),
            Some(Token::Sign("(")) => {
                self.next += 1;
                let inner = self.any()?;
                self.expect(")")?;
                Ok(part(self, inner.expr, inner.kind))
            }
            Some(Token::Sign("{")) => {
                self.next += 1;
                let members = self.members()?;
                Ok(part(self, Expr::Set(members), Kind::Set))
            }
            Some(Token::Word("always")) => {
                self.next += 1;
                Ok(part(self, Expr::And(Vec::new()), Kind::Truth))
            }
            Some(Token::Word("if")) => {
                self.next += 1;
                let condition = self.of_kind(Kind::Truth)?.expr;
                if !self.eat_word("then") {
                    return self.unexpected("`then`");
                }
                let yes = self.any()?;
                if !self.eat_word("else") {
                    return self.unexpected("`else`");
                }
                let kind = yes.kind;
                let no = self.of_kind(kind)?;
                Ok(part(self, Expr::If(Box::new([condition, yes.expr, no.expr])), kind))
            }
            Some(Token::Word(word)) => {
                let called = self.tokens.get(self.next + 1).map(|t| t.0) == Some(Token::Sign("("));
                if called {
                    self.next += 2;
                    let (expr, kind) = self.called(word, &span)?;
                    return Ok(part(self, expr, kind));
                }
                let (name, _) = self.name("a number, a set or a condition")?;
                let global = self.known.globals.iter().position(|(known, _)| known == name);
                match global {
                    Some(place) => {
                        let kind = self.known.globals[place].1;
                        Ok(part(self, Expr::Global(place), kind))
                    }
                    None => {
                        Ok(part(self, Expr::Name(name.to_string(), span.clone()), Kind::Number))
                    }
                }
            }
            _ => self.unexpected("a number, a set or a condition"),
        }
    }

    /// `1, 3..5}`
    fn members(&mut self) -> Read<Vec<(Expr, Option<Expr>)>> {
        let mut members = Vec::new();
        if self.eat("}") {
            return Ok(members);
        }
        loop {
            let least = self.sum_of(Kind::Number)?.expr;
            let most = if self.eat("..") { Some(self.sum_of(Kind::Number)?.expr) } else { None };
            members.push((least, most));
            if !self.eat(",") {
                self.expect("}")?;
                return Ok(members);
            }
        }
    }

    /// A function, after its opening parenthesis.
    fn called(&mut self, name: &str, span: &Span) -> Read<(Expr, Kind)> {
        if name == "G" {
            let heap = Box::new(self.of_kind(Kind::Number)?.expr);
            let game = if self.eat(",") { Some(self.game()?) } else { None };
            self.expect(")")?;
            return Ok((Expr::NimValue { heap, game }, Kind::Number));
        }
        if name == "N" {
            let heap = Box::new(self.of_kind(Kind::Number)?.expr);
            self.expect(",")?;
            let parts = Box::new(self.of_kind(Kind::Number)?.expr);
            let game = if self.eat(",") { Some(self.game()?) } else { None };
            let only = if self.eat("|") { Some(self.only()?) } else { None };
            self.expect(")")?;
            return Ok((Expr::NimSet { heap, parts, game, only }, Kind::Set));
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.any()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        let builtin = BUILTINS.iter().find(|(known, _)| *known == name);
        if let Some((_, builtin)) = builtin {
            return applied(*builtin, arguments, span);
        }
        let place = self.known.definitions.iter().position(|known| known.name == name);
        let Some(place) = place else {
            let known = BUILTINS.iter().map(|(name, _)| *name).chain(["G", "N"]);
            let known = known.chain(self.known.definitions.iter().map(|d| d.name.as_str()));
            let complaint = Complaint::new(span.clone(), format!("{name} is not known"));
            return Err(match sprague_rules::diagnostic::did_you_mean(name, known) {
                Some(help) => complaint.help(help),
                None => complaint.help(format!("say what it is: `define {name}(n) = ...`")),
            });
        };
        let known = &self.known.definitions[place];
        if known.arguments != arguments.len() {
            let message = format!("{name} is defined for {} numbers", known.arguments);
            return Err(Complaint::new(span.clone(), message));
        }
        let numbers =
            arguments.into_iter().map(|argument| Ok(wanted(argument, Kind::Number)?.expr));
        Ok((Expr::Defined(place, numbers.collect::<Read<_>>()?), known.kind))
    }

    /// `{1, 6}`, or `"octal(0.7F)"`.
    fn game(&mut self) -> Read<Box<Game>> {
        if let Some(Token::Quoted(text)) = self.peek() {
            let place = self.place();
            self.known
                .shelf
                .ruleset(text)
                .map_err(|found| Complaint::new(place, found.complaint.message))?;
            self.next += 1;
            return Ok(Box::new(Game::Called(text.to_string())));
        }
        Ok(Box::new(Game::With(self.of_kind(Kind::Set)?.expr)))
    }

    /// `all exit`, or `not all exit`.
    fn only(&mut self) -> Read<Only> {
        let all = !self.eat_word("not");
        if !self.eat_word("all") {
            return self.unexpected("`all` or `not all`, and a condition that is defined");
        }
        let (name, span) = self.name("a condition that is defined")?;
        let known = self.known.definitions.iter().position(|known| {
            known.name == name && known.arguments == 1 && known.kind == Kind::Truth
        });
        let definition = known.ok_or_else(|| {
            Complaint::new(span, format!("{name} is no condition on one number"))
                .help(format!("say what it is: `define {name}(n) = n > 1`"))
        })?;
        Ok(Only { all, definition })
    }
}
