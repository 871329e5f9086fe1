//! Tokens to syntax tree: recursive descent, one function a phrase of the language.
//!
//! The grammar is in `docs/src/rules.md`. A phrase that goes wrong says what was expected there.

mod clause;
mod expression;

use crate::diagnostic::{Complaint, Span, did_you_mean};
use crate::lex::{HINTS, Token, lex};
use crate::syntax::*;

/// What was read, or the complaint about it.
pub type Parsed<T> = Result<T, Complaint>;

/// Words with a fixed meaning: never names of piles or amounts.
pub const RESERVED: [&str; 30] = [
    "game", "source", "piles", "row", "require", "left", "right", "move", "stuck", "example",
    "take", "split", "replace", "from", "one", "each", "another", "leaving", "into", "by", "where",
    "and", "or", "not", "in", "mod", "if", "else", "parts", "misere",
];

/// Words that stand for functions and piles, or between expressions: never names, either.
pub const FUNCTIONS: [&str; 23] = [
    "others",
    "after",
    "min",
    "max",
    "sum",
    "count",
    "length",
    "size",
    "even",
    "odd",
    "evens",
    "odds",
    "distinct",
    "gcd",
    "xor",
    "mex",
    "power_of_two",
    "lowbit",
    "golden",
    "metallic",
    "within",
    "union",
    "without",
];

/// Expressions deeper or larger than this are refused, so that no text can exhaust the stack or, by
/// the middle terms of `a < b < c` that stand in two comparisons, the memory.
const DEEPEST: usize = 100;
const LARGEST: usize = 5000;

/// The syntax tree of one game text.
pub fn parse_game(text: &str) -> Parsed<GameText> {
    let mut parser = Parser::new(text)?;
    let game = parser.game()?;
    parser.end("one file holds one game")?;
    Ok(game)
}

/// An expression that stands alone, such as the argument of a function parameter.
pub fn parse_expression(text: &str) -> Parsed<Node> {
    let mut parser = Parser::new(text)?;
    let node = parser.sum()?;
    parser.end("expected one expression")?;
    Ok(node)
}

/// A condition that stands alone, such as the statement of a claim.
pub fn parse_condition(text: &str) -> Parsed<Node> {
    let mut parser = Parser::new(text)?;
    let node = parser.condition()?;
    parser.end("expected one condition")?;
    Ok(node)
}

/// A number that may depend on a condition, `0 if a = b, else a - 1`, standing alone.
pub fn parse_cases(text: &str) -> Parsed<Node> {
    let mut parser = Parser::new(text)?;
    let node = parser.cases()?;
    parser.end("expected one number")?;
    Ok(node)
}

/// A text being read, token by token: games and the sentences of claims are made of the same expressions.
pub struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// Nesting of the phrase being read.
    nesting: usize,
}

impl<'t> Parser<'t> {
    /// At the beginning of a text.
    pub fn new(text: &'t str) -> Parsed<Parser<'t>> {
        Ok(Parser { text, tokens: lex(text)?, at: 0, nesting: 0 })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn peek_after(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].0
    }

    /// Is nothing left?
    pub fn is_done(&self) -> bool {
        *self.peek() == Token::End
    }

    /// Where the next token stands.
    pub fn span(&self) -> Span {
        self.tokens[self.at].1.clone()
    }

    /// Where the last token that was read ends.
    fn last_end(&self) -> usize {
        self.tokens[self.at.saturating_sub(1)].1.end
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    /// Takes the word, if it is the next token.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes the sign, if it is the next token.
    pub fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    /// Takes the word, or complains.
    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.expected(&[word])) }
    }

    /// Takes the sign, or complains.
    pub fn expect_sign(&mut self, sign: &str) -> Parsed<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.expected(&[sign])) }
    }

    /// A complaint that one of `wanted` should stand here.
    fn expected(&self, wanted: &[&str]) -> Complaint {
        let list: Vec<String> = wanted.iter().map(|w| format!("`{w}`")).collect();
        let list = match list.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => list.join(""),
        };
        let complaint = self.unexpected(&list);
        match self.peek() {
            Token::Word(word) => match did_you_mean(word, wanted.iter().copied()) {
                Some(help) => complaint.help(help),
                None => complaint,
            },
            _ => complaint,
        }
    }

    /// A complaint that `wanted`, in words, should stand here.
    pub fn unexpected(&self, wanted: &str) -> Complaint {
        let found = match self.peek() {
            Token::End => "the end of the text".to_string(),
            _ => format!("`{}`", &self.text[self.span()]),
        };
        let complaint = Complaint::new(self.span(), format!("expected {wanted}, found {found}"));
        let hint = match self.peek() {
            Token::Sign(sign) => HINTS.iter().find(|(signs, _)| signs == sign),
            _ => None,
        };
        match hint {
            Some((_, hint)) => complaint.help(*hint),
            None => complaint,
        }
    }

    /// Complains if there is more.
    pub fn end(&self, reason: &str) -> Parsed<()> {
        match self.peek() {
            Token::End => Ok(()),
            _ => Err(self.unexpected("the end").help(reason)),
        }
    }

    /// A word that may name a pile, an amount or a part.
    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek() {
            Token::Word(word)
                if FUNCTIONS.contains(&word.as_str()) || word == "always" || word == "never" =>
            {
                let message = format!("`{word}` is a word of the language, and no name");
                Err(Complaint::new(self.span(), message))
            }
            Token::Word(word) if !RESERVED.contains(&word.as_str()) => {
                let name = Name { text: word.clone(), span: self.span() };
                self.advance();
                Ok(name)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn optional_name(&mut self) -> Option<Name> {
        self.name("").ok()
    }

    /// A name with hyphens, such as `lr-nim`.
    fn hyphenated(&mut self, what: &str) -> Parsed<Name> {
        let start = self.span().start;
        if !matches!(self.peek(), Token::Word(_)) {
            return Err(self.unexpected(what));
        }
        self.advance();
        while self.is_sign("-")
            && self.span().start == self.last_end()
            && self.tokens[self.at + 1].1.start == self.span().end
            && matches!(self.peek_after(1), Token::Word(_) | Token::Number(_))
        {
            self.advance();
            self.advance();
        }
        let span = start..self.last_end();
        Ok(Name { text: self.text[span.clone()].to_string(), span })
    }

    fn number(&mut self, what: &str) -> Parsed<i64> {
        match *self.peek() {
            Token::Number(n) => {
                self.advance();
                Ok(n)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// A small number in digits or as a word.
    fn how_many(&mut self) -> Parsed<usize> {
        const WORDS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
        if let Token::Word(word) = self.peek()
            && let Some(index) = WORDS.iter().position(|w| w == word)
        {
            self.advance();
            return Ok(index + 1);
        }
        let span = self.span();
        match self.number("how many")? {
            n @ 0..=1000 => Ok(n as usize),
            _ => Err(Complaint::new(span, "more than 1000 piles or parts in one move")),
        }
    }

    fn quotation(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Token::Text(text) => {
                let text = text.clone();
                self.advance();
                Ok(text)
            }
            _ => Err(self.unexpected(what)),
        }
    }
}
