//! Expressions and conditions, by precedence: or, and, not, comparisons, sums, products.

use super::*;

/// How far a range such as `2..9` may go.
const LONGEST_RANGE: i64 = 100_000;

impl Parser<'_> {
    /// The longest expression or condition that begins here.
    pub fn condition(&mut self) -> Parsed<Node> {
        let mut left = self.conjunction()?;
        while self.take_word("or") {
            let right = self.conjunction()?;
            left = binary(Operator::Or, left, right)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parsed<Node> {
        let mut left = self.negation()?;
        while self.take_word("and") {
            let right = self.negation()?;
            left = binary(Operator::And, left, right)?;
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Node> {
        let start = self.span().start;
        if self.take_word("not") {
            let inner = self.nested(Self::negation)?;
            return not(start, inner);
        }
        self.comparison()
    }

    /// `a`, `a <= b`, `a < b <= c`, `a in S`, `a not in S`, `S within T`.
    fn comparison(&mut self) -> Parsed<Node> {
        let mut left = self.nim_sum()?;
        let mut chain: Option<Node> = None;
        loop {
            let start = left.span.start;
            let negated = self.is_word("not") && *self.peek_after(1) == Token::Word("in".into());
            if negated {
                self.advance();
            }
            let operator = match self.peek() {
                Token::Word(word) if word == "in" => Operator::In,
                Token::Word(word) if word == "within" => Operator::Within,
                Token::Sign("<") => Operator::Less,
                Token::Sign("<=") => Operator::AtMost,
                Token::Sign(">") => Operator::Greater,
                Token::Sign(">=") => Operator::AtLeast,
                Token::Sign("=") => Operator::Equal,
                Token::Sign("!=") => Operator::NotEqual,
                _ => return Ok(chain.unwrap_or(left)),
            };
            self.advance();
            let right = self.nim_sum()?;
            let mut link = binary(operator, left, right.clone())?;
            if negated {
                link = not(start, link)?;
            }
            chain = Some(match chain {
                Some(before) => binary(Operator::And, before, link)?,
                None => link,
            });
            left = right;
        }
    }

    /// A number that may depend on a condition: `0 if a = b, else a - 1`.
    pub(super) fn cases(&mut self) -> Parsed<Node> {
        let value = self.nim_sum()?;
        if !self.take_word("if") {
            return Ok(value);
        }
        let condition = self.condition()?;
        self.take_sign(",");
        self.expect_word("else")?;
        let otherwise = self.nested(Self::cases)?;
        let start = value.span.start;
        self.either(start, [condition, value, otherwise])
    }

    fn either(&mut self, start: usize, three: [Node; 3]) -> Parsed<Node> {
        let depth = 1 + three.iter().map(|node| node.depth).max().unwrap_or(0);
        let size = 1 + three.iter().map(|node| node.size).sum::<usize>();
        let span = start..self.last_end();
        bounded(Node { term: Term::If(Box::new(three)), span, depth, size })
    }

    /// `a xor b`, with sums on both sides.
    pub fn nim_sum(&mut self) -> Parsed<Node> {
        let mut left = self.sum()?;
        while !self.new_line_calls_xor() && (self.take_word("xor") || self.take_sign("⊕")) {
            let right = self.sum()?;
            left = binary(Operator::Xor, left, right)?;
        }
        Ok(left)
    }

    /// `xor(` at the beginning of a line begins a sentence.
    fn new_line_calls_xor(&self) -> bool {
        let called = *self.peek_after(1) == Token::Sign("(");
        called && self.text[self.last_end()..self.span().start].contains('\n')
    }

    pub(super) fn sum(&mut self) -> Parsed<Node> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Token::Sign("+") => Operator::Add,
                Token::Sign("-") => Operator::Subtract,
                Token::Sign("∪") => Operator::Union,
                Token::Word(word) if word == "union" => Operator::Union,
                Token::Word(word) if word == "without" => Operator::Without,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.product()?;
            left = binary(operator, left, right)?;
        }
    }

    fn product(&mut self) -> Parsed<Node> {
        let mut left = self.factor()?;
        loop {
            let operator = match self.peek() {
                Token::Sign("*") => Operator::Multiply,
                Token::Sign("/") => Operator::Divide,
                Token::Word(word) if word == "mod" => Operator::Modulo,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.factor()?;
            left = binary(operator, left, right)?;
        }
    }

    fn factor(&mut self) -> Parsed<Node> {
        let start = self.span().start;
        if self.take_sign("-") {
            let inner = self.nested(Self::factor)?;
            let span = start..inner.span.end;
            let (depth, size) = (inner.depth + 1, inner.size + 1);
            return bounded(Node { term: Term::Negative(Box::new(inner)), span, depth, size });
        }
        let left = self.primary()?;
        // `2k` is a product.
        let glued = matches!(left.term, Term::Number(_)) && self.span().start == left.span.end;
        if glued && matches!(self.peek(), Token::Word(w) if !RESERVED.contains(&w.as_str())) {
            let right = self.primary()?;
            return binary(Operator::Multiply, left, right);
        }
        Ok(left)
    }

    fn primary(&mut self) -> Parsed<Node> {
        let start = self.span().start;
        let (term, depth, size) = match self.peek().clone() {
            Token::Number(n) => {
                self.advance();
                (Term::Number(n), 1, 1)
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.nested(Self::condition)?;
                self.expect_sign(")")?;
                (inner.term, inner.depth, inner.size)
            }
            Token::Sign(open @ ("<" | "[")) => {
                self.advance();
                let entries = self.entries(if open == "<" { ">" } else { "]" })?;
                let size = entries.len() + 1;
                (Term::Pattern { ordered: open == "<", entries }, 1, size)
            }
            Token::Sign("{") => self.set()?,
            Token::Text(text) => {
                self.advance();
                (Term::Text(text), 1, 1)
            }
            Token::Word(word) if word == "if" => {
                self.advance();
                return self.nested(|parser| {
                    let condition = parser.condition()?;
                    parser.expect_word("then")?;
                    let yes = parser.condition()?;
                    parser.expect_word("else")?;
                    let no = parser.condition()?;
                    parser.either(start, [condition, yes, no])
                });
            }
            // `piles` is a clause's keyword and, in an expression, the piles before the move.
            Token::Word(word) if word == "piles" || !RESERVED.contains(&word.as_str()) => {
                let name = Name { text: word, span: self.span() };
                self.advance();
                if self.take_sign("(") {
                    self.nested(|p| p.call(name))?
                } else {
                    (Term::Name(name.text), 1, 1)
                }
            }
            _ => return Err(self.unexpected("a number, a name or `(`")),
        };
        bounded(Node { term, span: start..self.last_end(), depth, size })
    }

    /// A set of expressions, from its `{` on, with its depth and size.
    fn set(&mut self) -> Parsed<(Term, usize, usize)> {
        let start = self.at;
        if let Ok(members) = self.members() {
            return Ok((Term::Set(members), 1, 1));
        }
        self.at = start;
        self.expect_sign("{")?;
        let mut members = Vec::new();
        let (mut depth, mut size) = (1, 1);
        while !self.is_sign("}") {
            let from = self.nested(Self::nim_sum)?;
            let mut to = None;
            if self.take_sign(".") {
                self.expect_sign(".")?;
                to = Some(self.nested(Self::nim_sum)?);
            }
            for node in std::iter::once(&from).chain(&to) {
                depth = depth.max(node.depth + 1);
                size += node.size;
            }
            members.push((from, to));
            if !self.take_sign(",") {
                break;
            }
        }
        self.expect_sign("}")?;
        // Numbers alone are told what is wrong with them.
        let plain = |node: &Node| matches!(node.term, Term::Number(_));
        if members.iter().all(|(from, to)| plain(from) && to.as_ref().is_none_or(plain)) {
            self.at = start;
            return Ok((Term::Set(self.members()?), 1, 1));
        }
        Ok((Term::Members(members), depth, size))
    }

    /// The numbers of a set, from its `{` on.
    fn members(&mut self) -> Parsed<Vec<i64>> {
        self.expect_sign("{")?;
        let mut members = Vec::new();
        while !self.is_sign("}") {
            let (from, span) = (self.number("a number of the set, or `}`")?, self.span());
            let mut to = from;
            if self.take_sign(".") {
                self.expect_sign(".")?;
                to = self.number("the end of the range")?;
            }
            if to < from || to - from > LONGEST_RANGE {
                let message = format!("a range goes up, by at most {LONGEST_RANGE}");
                return Err(Complaint::new(span, message));
            }
            members.extend(from..=to);
            if !self.take_sign(",") {
                break;
            }
        }
        self.expect_sign("}")?;
        Ok(members)
    }

    /// The entries of a pattern, up to the sign that closes it.
    fn entries(&mut self, close: &str) -> Parsed<Vec<Entry>> {
        let mut entries = Vec::new();
        loop {
            entries.push(self.entry()?);
            if self.take_sign(close) {
                return Ok(entries);
            }
            if !self.take_sign(",") {
                return Err(self.expected(&[",", close]));
            }
        }
    }

    fn entry(&mut self) -> Parsed<Entry> {
        match self.peek().clone() {
            Token::Number(n) => {
                self.advance();
                Ok(Entry::Number(n))
            }
            Token::Sign("*") => {
                self.advance();
                Ok(Entry::Any)
            }
            Token::Sign(">=") => {
                self.advance();
                Ok(Entry::AtLeast(self.number("a number")?))
            }
            Token::Sign("{") => Ok(Entry::Set(self.members()?)),
            Token::Word(word) => {
                let mut letters = word.chars();
                let first = letters.next();
                let least = letters.as_str().trim_start_matches('_');
                let least = if least.is_empty() { Some(0) } else { least.parse().ok() };
                let odd = match first {
                    Some('e') => Some(false),
                    Some('o') => Some(true),
                    _ => None,
                };
                let (Some(odd), Some(least)) = (odd, least) else {
                    return Err(self.unexpected("an entry such as `e`, `o3`, `2`, `>= 2` or `*`"));
                };
                self.advance();
                Ok(Entry::Parity { odd, least })
            }
            _ => Err(self.unexpected("an entry such as `e`, `o3`, `2`, `>= 2` or `*`")),
        }
    }

    /// What stands after `name(`, with its depth and size.
    fn call(&mut self, function: Name) -> Parsed<(Term, usize, usize)> {
        if function.text == "count" && *self.peek_after(1) == Token::Word("in".into()) {
            let variable = self.name("a name for the piles counted")?;
            self.expect_word("in")?;
            let of = Name { text: self.text[self.span()].to_string(), span: self.span() };
            self.advance();
            self.expect_word("where")?;
            let condition = Box::new(self.condition()?);
            self.expect_sign(")")?;
            let (depth, size) = (condition.depth + 1, condition.size + 1);
            return Ok((Term::Count { variable, of, condition }, depth, size));
        }
        let mut arguments = vec![self.condition()?];
        if self.take_word("for") {
            return self.each(function, arguments.remove(0));
        }
        while self.take_sign(",") {
            arguments.push(self.condition()?);
        }
        if self.is_sign("|") {
            arguments.push(self.only()?);
        }
        self.expect_sign(")")?;
        // `min(a, b, c, ...)` is as deep as it is long.
        let depth = arguments.len() + arguments.iter().map(|a| a.depth).max().unwrap_or(0);
        let size = 1 + arguments.iter().map(|a| a.size).sum::<usize>();
        Ok((Term::Call { function, arguments }, depth, size))
    }

    /// `x in piles where ...)`, after `xor(TERM for`, with its depth and size.
    fn each(&mut self, function: Name, term: Node) -> Parsed<(Term, usize, usize)> {
        let variable = self.name("a name for the piles looked at")?;
        self.expect_word("in")?;
        let of = Name { text: self.text[self.span()].to_string(), span: self.span() };
        self.advance();
        let condition = match self.take_word("where") {
            true => Some(Box::new(self.condition()?)),
            false => None,
        };
        self.expect_sign(")")?;
        let of_condition = condition.as_ref().map_or((0, 0), |c| (c.depth, c.size));
        let (depth, size) = (1 + term.depth.max(of_condition.0), 1 + term.size + of_condition.1);
        Ok((Term::Each { function, term: Box::new(term), variable, of, condition }, depth, size))
    }

    /// `| all exit`, or `| not all exit`.
    fn only(&mut self) -> Parsed<Node> {
        let start = self.span().start;
        self.expect_sign("|")?;
        let all = !self.take_word("not");
        if !self.take_word("all") {
            return Err(self.expected(&["all", "not all"]));
        }
        let of = self.name("a condition that is defined")?;
        Ok(Node::leaf(Term::Only { all, of }, start..self.last_end()))
    }

    /// Reads an inner phrase, refusing to go too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= DEEPEST {
            return Err(Complaint::new(self.span(), "this is nested too deeply"));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }
}

pub(super) fn binary(operator: Operator, left: Node, right: Node) -> Parsed<Node> {
    let span = left.span.start..right.span.end;
    let (depth, size) = (left.depth.max(right.depth) + 1, left.size + right.size + 1);
    let term = Term::Binary(operator, Box::new(left), Box::new(right));
    bounded(Node { term, span, depth, size })
}

/// The node, unless it is too large or too deep.
fn bounded(node: Node) -> Parsed<Node> {
    if node.depth > DEEPEST || node.size > LARGEST {
        return Err(Complaint::new(node.span, "this expression is too long")
            .help("use a set, as in `k in {1, 4, 9}`, or a shorter condition"));
    }
    Ok(node)
}

fn not(start: usize, inner: Node) -> Parsed<Node> {
    let span = start..inner.span.end;
    let (depth, size) = (inner.depth + 1, inner.size + 1);
    bounded(Node { term: Term::Not(Box::new(inner)), span, depth, size })
}
