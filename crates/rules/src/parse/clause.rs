//! The clauses of a game text: its head, shape, moves, ending and examples.

use super::expression::binary;
use super::*;
use crate::outcome::Outcome;

const CLAUSES: [&str; 9] =
    ["source", "piles", "row", "require", "move", "left", "right", "stuck", "example"];

impl Parser<'_> {
    pub(super) fn game(&mut self) -> Parsed<GameText> {
        self.expect_word("game")?;
        let name = self.hyphenated("the game's name")?;
        let parameters = self.parameters()?;
        let summary = self.quotation("the rule in one sentence, in quotation marks")?;
        let mut game = GameText {
            name,
            parameters,
            summary,
            sources: Vec::new(),
            shape: None,
            requirements: Vec::new(),
            moves: Vec::new(),
            stuck: None,
            examples: Vec::new(),
        };
        while *self.peek() != Token::End {
            self.clause(&mut game)?;
        }
        Ok(game)
    }

    fn clause(&mut self, game: &mut GameText) -> Parsed<()> {
        let span = self.span();
        let again = |what: &str| Complaint::new(span.clone(), format!("{what} is said twice"));
        if self.take_word("source") {
            game.sources.push(self.quotation("the source, in quotation marks")?);
        } else if self.is_word("piles") || self.is_word("row") {
            if game.shape.is_some() {
                return Err(again("the shape of a position"));
            }
            game.shape = Some((self.shape()?, span.start..self.last_end()));
        } else if self.take_word("require") {
            let condition = self.condition()?;
            game.requirements.push((condition, self.quotation("what is required, in words")?));
        } else if self.is_word("stuck") {
            if game.stuck.is_some() {
                return Err(again("who wins a stuck position"));
            }
            game.stuck = Some((self.stuck()?, span.start..self.last_end()));
        } else if self.is_word("example") {
            game.examples.push(self.example()?);
        } else if self.is_word("move") || self.is_word("left") || self.is_word("right") {
            game.moves.push(self.move_text()?);
        } else {
            return Err(self.no_clause());
        }
        Ok(())
    }

    /// The complaint about what begins no clause and does not go on with the one before.
    fn no_clause(&self) -> Complaint {
        let hint = match self.peek() {
            Token::Word(word) => match word.as_str() {
                "if" | "when" | "unless" => "the condition of a move begins with `where`",
                "is" => "write `even(k)`, `odd(k)`, or compare: `k = 1`",
                "misere" => "in misère play `stuck wins`; or put `misere ` before the game's name",
                "game" => "one file holds one game",
                _ => return self.expected(&CLAUSES),
            },
            Token::Sign("(") => "write products with a sign: `3*(k - 1)`",
            Token::Sign(",") => "sets are written in braces: `k in {1, 4, 9}`",
            Token::Sign(";" | ".") => "nothing stands between or after clauses",
            _ => return self.expected(&CLAUSES),
        };
        self.unexpected("the line to go on or the next clause to begin").help(hint)
    }

    /// `(S: set of numbers >= 1; ends: list of outcomes)`
    fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        let mut parameters: Vec<Parameter> = Vec::new();
        if !self.take_sign("(") {
            return Ok(parameters);
        }
        loop {
            let name = self.name("the parameter's name")?;
            if parameters.iter().any(|p| matches!(p.kind, Kind::Vectors)) {
                return Err(Complaint::new(name.span, "a list of vectors must come last"));
            }
            if parameters.iter().any(|p| p.name.text == name.text) {
                return Err(Complaint::new(name.span, "two parameters have this name"));
            }
            self.expect_sign(":")?;
            let kind = self.kind()?;
            parameters.push(Parameter { name, kind });
            if !self.take_sign(";") {
                break;
            }
        }
        self.expect_sign(")")?;
        Ok(parameters)
    }

    fn kind(&mut self) -> Parsed<Kind> {
        if self.take_word("number") {
            return Ok(Kind::Number { least: self.least()? });
        }
        if self.take_word("set") {
            self.expect_word("of")?;
            self.expect_word("numbers")?;
            return Ok(Kind::Set { least: self.least()? });
        }
        if self.take_word("function") {
            self.expect_word("of")?;
            return Ok(Kind::Function { variable: self.name("the function's variable")?.text });
        }
        if self.take_word("code") {
            return Ok(Kind::Code);
        }
        if self.take_word("list") {
            self.expect_word("of")?;
            if self.take_word("outcomes") {
                return Ok(Kind::Outcomes);
            }
            if self.take_word("vectors") {
                return Ok(Kind::Vectors);
            }
            return Err(self.expected(&["outcomes", "vectors"]));
        }
        Err(self.expected(&["number", "set", "function", "list", "code"]))
    }

    fn least(&mut self) -> Parsed<i64> {
        if self.take_sign(">=") { self.number("the least number allowed") } else { Ok(0) }
    }

    fn shape(&mut self) -> Parsed<ShapeText> {
        if self.take_word("row") {
            self.expect_word("of")?;
            return Ok(ShapeText::Row(self.sum()?));
        }
        self.expect_word("piles")?;
        if self.take_word("any") {
            return Ok(ShapeText::Piles(None));
        }
        let span = self.span();
        match self.how_many()? {
            0 => Err(Complaint::new(span, "a game needs at least one pile")),
            n => Ok(ShapeText::Piles(Some(n))),
        }
    }

    fn move_text(&mut self) -> Parsed<MoveText> {
        let start = self.span().start;
        let mover = if self.take_word("left") {
            Mover::Left
        } else if self.take_word("right") {
            Mover::Right
        } else {
            Mover::Both
        };
        self.expect_word("move")?;
        let act = if self.take_word("take") {
            self.take_act()?
        } else if self.take_word("split") {
            self.split_act()?
        } else if self.take_word("replace") {
            self.replace_act()?
        } else {
            return Err(self.expected(&["take", "split", "replace"]));
        };
        let condition = if self.take_word("where") { Some(self.condition()?) } else { None };
        Ok(MoveText { mover, act, condition, span: start..self.last_end() })
    }

    fn take_act(&mut self) -> Parsed<Act> {
        if self.take_word("and") {
            for word in ["break", "one", "pile", "by"] {
                self.expect_word(word)?;
            }
            return Ok(Act::TakeAndBreak { code: self.name("the name of a code")? });
        }
        let amount = self.amount()?;
        self.expect_word("from")?;
        if self.take_word("each") {
            return self.each_act(amount);
        }
        if self.take_word("the") {
            self.expect_word("row")?;
            return match amount.term {
                Term::Binary(Operator::In, _, list) if matches!(list.term, Term::Name(_)) => {
                    let Term::Name(text) = list.term else { unreachable!() };
                    Ok(Act::TakeRow { vectors: Name { text, span: list.span } })
                }
                _ => Err(Complaint::new(amount.span, "expected `v in V` with a list of vectors")),
            };
        }
        let a_pile = self.is_word("a") && *self.peek_after(1) == Token::Word("pile".into());
        let found = self.take_word("one") || (a_pile && self.take_word("a"));
        if !found {
            return Err(self.expected(&["one", "each", "the"]));
        }
        self.expect_word("pile")?;
        let mut takes = vec![(amount, self.optional_name())];
        while self.take_word("and") {
            let amount = self.amount()?;
            self.expect_word("from")?;
            self.expect_word("another")?;
            self.expect_word("pile")?;
            takes.push((amount, self.optional_name()));
        }
        let start = self.span().start;
        let leaving = if self.take_word("leaving") {
            let parts = self.parts()?;
            Some((parts, start..self.last_end()))
        } else {
            None
        };
        Ok(Act::Take { takes, leaving })
    }

    /// `k`, `3`, `k in S`, `min(others)`.
    fn amount(&mut self) -> Parsed<Node> {
        let amount = self.sum()?;
        if self.take_word("in") {
            let set = self.sum()?;
            return binary(Operator::In, amount, set);
        }
        Ok(amount)
    }

    /// After `take ... from each`: `pile`, `of two piles`, `of two or more piles`.
    fn each_act(&mut self, amount: Node) -> Parsed<Act> {
        if self.take_word("pile") {
            return Ok(Act::TakeAll { amount });
        }
        if !self.take_word("of") {
            return Err(self.expected(&["pile", "of"]));
        }
        let span = self.span();
        let least = self.how_many()?;
        let mut most = Some(least);
        if self.take_word("or") {
            most = if self.take_word("more") { None } else { Some(self.how_many()?) };
        } else if self.take_word("to") {
            most = Some(self.how_many()?);
        }
        if !self.take_word("piles") && !self.take_word("pile") {
            return Err(self.expected(&["piles"]));
        }
        if least == 0 || most.is_some_and(|most| most < least) {
            return Err(Complaint::new(span, "a move takes from at least one pile")
                .help("say `each of two piles`, `each of one or more piles` or `each pile`"));
        }
        Ok(Act::TakeEach { amount, least, most })
    }

    fn split_act(&mut self) -> Parsed<Act> {
        self.expect_word("one")?;
        self.expect_word("pile")?;
        let pile = self.optional_name();
        self.expect_word("into")?;
        let start = self.span().start;
        let parts = self.parts()?;
        Ok(Act::Split { pile, parts, span: start..self.last_end() })
    }

    /// `x, y`, `n parts`, `2 parts`, `at most 2 parts`.
    fn parts(&mut self) -> Parsed<PartsText> {
        if self.take_word("at") {
            self.expect_word("most")?;
            let most = self.how_many()?;
            self.expect_word("parts")?;
            return Ok(PartsText::Between(0, most));
        }
        if let Ok(exactly) = self.how_many() {
            if !self.take_word("parts") && !self.take_word("part") {
                return Err(self.expected(&["parts"]));
            }
            return Ok(PartsText::Between(exactly, exactly));
        }
        let first = self.name("names for the parts, or `n parts`")?;
        if self.take_word("parts") {
            return Ok(PartsText::Chosen(first));
        }
        let mut names = vec![first];
        while self.take_sign(",") {
            names.push(self.name("a name for the next part")?);
        }
        Ok(PartsText::Named(names))
    }

    /// `piles p >= q by q, p mod q`
    fn replace_act(&mut self) -> Parsed<Act> {
        self.take_word("one");
        if !self.take_word("piles") && !self.take_word("pile") {
            return Err(self.expected(&["piles"]));
        }
        let mut piles = vec![self.name("a name for a pile")?];
        let mut order = Vec::new();
        loop {
            let operator = match self.peek() {
                Token::Sign(">=") => Some(Operator::AtLeast),
                Token::Sign(">") => Some(Operator::Greater),
                Token::Sign("<=") => Some(Operator::AtMost),
                Token::Sign("<") => Some(Operator::Less),
                Token::Sign(",") => None,
                _ => break,
            };
            self.advance();
            let before = piles[piles.len() - 1].clone();
            let next = self.name("a name for the next pile")?;
            if let Some(operator) = operator {
                order.push(binary(operator, leaf(&before), leaf(&next))?);
            }
            piles.push(next);
        }
        self.expect_word("by")?;
        let mut by = vec![self.sum()?];
        while self.take_sign(",") {
            by.push(self.sum()?);
        }
        Ok(Act::Replace { piles, order, by })
    }

    fn stuck(&mut self) -> Parsed<StuckText> {
        self.expect_word("stuck")?;
        if self.take_word("loses") {
            return Ok(StuckText::Loses);
        }
        if self.take_word("wins") {
            if self.is_word("if") {
                return Err(self.unexpected("the next clause").help(
                    "with a condition say who wins: `stuck: next wins if ..., else previous wins`",
                ));
            }
            return Ok(StuckText::Wins);
        }
        if !self.take_sign(":") {
            return Err(self.expected(&["loses", "wins", ":"]));
        }
        let mut cases = vec![self.stuck_case()?];
        while self.take_sign(",") {
            self.take_word("else");
            cases.push(self.stuck_case()?);
        }
        Ok(StuckText::Cases(cases))
    }

    fn stuck_case(&mut self) -> Parsed<StuckCase> {
        let start = self.span().start;
        let result = if self.take_word("outcome") {
            let list = self.name("the name of a list of outcomes")?;
            self.expect_sign("[")?;
            let index = self.sum()?;
            self.expect_sign("]")?;
            StuckResult::Listed { list, index: Box::new(index) }
        } else {
            let winners = [
                ("left", Outcome::L),
                ("right", Outcome::R),
                ("next", Outcome::N),
                ("previous", Outcome::P),
            ];
            let Some((_, outcome)) = winners.into_iter().find(|(word, _)| self.take_word(word))
            else {
                return Err(self.expected(&["left", "right", "next", "previous", "outcome"]));
            };
            self.expect_word("wins")?;
            StuckResult::Fixed(outcome)
        };
        let condition = if self.take_word("if") { Some(self.condition()?) } else { None };
        Ok(StuckCase { result, condition, span: start..self.last_end() })
    }

    /// `example 3,8 is P`, `example misere 3,6 is P`, `example (2,3) 7 is L`
    fn example(&mut self) -> Parsed<ExampleText> {
        let start = self.span().start;
        self.expect_word("example")?;
        let misere = self.take_word("misere");
        let arguments = if self.take_sign("(") {
            let from = self.last_end();
            let mut depth = 1;
            while depth > 0 {
                match self.peek() {
                    Token::Sign("(") => depth += 1,
                    Token::Sign(")") => depth -= 1,
                    Token::End => return Err(self.expected(&[")"])),
                    _ => {}
                }
                self.advance();
            }
            Some((self.text[from..self.last_end() - 1].to_string(), from))
        } else {
            None
        };
        let mut piles = Vec::new();
        if !self.take_sign("-") {
            loop {
                piles.push(self.number("a position such as `3,8`, or `-` for the empty one")? as u32);
                if !self.take_sign(",") {
                    break;
                }
            }
        }
        let expected = if self.take_word("is") {
            let outcome = match self.peek() {
                Token::Word(word) => Outcome::from_letter(word),
                _ => None,
            };
            let outcome = outcome.ok_or_else(|| self.expected(&["N", "P", "L", "R"]))?;
            self.advance();
            Expectation::Outcome(outcome)
        } else if self.take_word("has") {
            let name = self.hyphenated("`nim-value`")?;
            if name.text != "nim-value" {
                return Err(Complaint::new(name.span, "expected `nim-value`"));
            }
            Expectation::NimValue(self.number("the nim-value")? as u32)
        } else {
            return Err(self.expected(&["is", "has"]));
        };
        Ok(ExampleText { misere, arguments, piles, expected, span: start..self.last_end() })
    }
}

/// A name as an expression.
fn leaf(name: &Name) -> Node {
    Node::leaf(Term::Name(name.text.clone()), name.span.clone())
}
