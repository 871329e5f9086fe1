//! Expressions: text to values.
//!
//! ```text
//! comparison  sum [ = < > <= >= <> sum ]
//! sum         term { + term | - term | +- term }
//! term        - term | ordinal { : ordinal }
//! ordinal     number . ordinal | atom
//! atom        3/4  *2  ^3*  v  ^<2>  ^[2]  1^*  2Tiny(2)  +_2  -_2  +-1  +-{2|1}
//!             { options | options }  { a || b | c }  ( sum )
//!             Tiny(g)  Miny(g)  Heat(g,t)  Cool(g,t)  Norton(g,u)
//! ```
//!
//! A minus sign before a digit belongs to the number: `-1^` is -1 plus up, as it is written. `+-` is
//! always one sign, so `3+-1` is 3 plus the switch. Every complaint points at its place.

mod atom;
mod cursor;

use sprague_rules::Complaint;

use crate::arena::{Arena, Value};
use crate::heat::Unsuited;
use cursor::Cursor;

/// The deepest nesting of parentheses and braces.
pub const DEEPEST: usize = 20_000;
/// Up to here the caller's own stack is used.
const SHALLOW: usize = 64;
/// Room for one level of nesting on the stack, several times what is needed.
const LEVEL: usize = 16 << 10;

/// How two games may compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`: both are one value.
    Equal,
    /// `<`: Right wins the difference, whoever begins.
    Less,
    /// `>`: Left wins the difference, whoever begins.
    Greater,
    /// `<=`: less or equal.
    AtMost,
    /// `>=`: greater or equal.
    AtLeast,
    /// `<>`: neither is at most the other.
    Confused,
}

/// What an expression says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The value of an expression that compares nothing.
    Game(Value),
    /// A comparison, and whether it holds.
    Comparison {
        /// The game before the sign.
        left: Value,
        /// What the sign says of the two games.
        relation: Relation,
        /// The game after the sign.
        right: Value,
        /// Is that true?
        holds: bool,
    },
}

impl Arena {
    /// Reads an expression and works it out.
    pub fn evaluate(&mut self, text: &str) -> Result<Evaluation, Complaint> {
        let depth = nesting(text)?;
        if depth <= SHALLOW {
            return Reader { arena: self, cursor: Cursor::new(text) }.expression();
        }
        // A stack as deep as the text asks for, instead of the caller's.
        std::thread::scope(|scope| {
            let arena = self;
            let read = move || Reader { arena, cursor: Cursor::new(text) }.expression();
            let thread = std::thread::Builder::new().stack_size(depth * LEVEL + (1 << 20));
            let refuse =
                || Complaint::new(0..text.len(), "this is nested too deeply for this machine");
            let handle = thread.spawn_scoped(scope, read).map_err(|_| refuse())?;
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Reads an expression whose result is a game.
    pub fn parse(&mut self, text: &str) -> Result<Value, Complaint> {
        match self.evaluate(text)? {
            Evaluation::Game(value) => Ok(value),
            Evaluation::Comparison { .. } => {
                Err(Complaint::new(0..text.len(), "this is a comparison, not a game"))
            }
        }
    }

    /// Does g stand in that relation to h?
    pub fn holds(&mut self, g: Value, relation: Relation, h: Value) -> bool {
        let (at_most, at_least) = (self.at_most(g, h), self.at_most(h, g));
        match relation {
            Relation::Equal => g == h,
            Relation::Less => at_most && !at_least,
            Relation::Greater => at_least && !at_most,
            Relation::AtMost => at_most,
            Relation::AtLeast => at_least,
            Relation::Confused => !at_most && !at_least,
        }
    }
}

/// How deeply reading this will go: parentheses and braces, bars of growing length, tinies of tinies.
fn nesting(text: &str) -> Result<usize, Complaint> {
    let (mut depth, mut deepest, mut others, mut bars) = (0usize, 0, 0, 0);
    for (at, sign) in text.bytes().enumerate() {
        bars = if sign == b'|' { bars + 1 } else { 0 };
        match sign {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b'_' => others += 1,
            _ => {}
        }
        deepest = deepest.max(depth + bars);
        if deepest + others > DEEPEST {
            let message = format!("this is nested more than {DEEPEST} levels deep");
            return Err(Complaint::new(at..at + 1, message));
        }
    }
    Ok(deepest + others)
}

/// Reads from a cursor into an arena.
struct Reader<'a, 't> {
    arena: &'a mut Arena,
    cursor: Cursor<'t>,
}

impl Reader<'_, '_> {
    fn expression(mut self) -> Result<Evaluation, Complaint> {
        if self.cursor.at_end() {
            let complaint =
                Complaint::new(0..self.cursor.text.len(), "there is nothing to work out");
            return Err(
                complaint.help("write a game such as {1|-1}+^* or a comparison such as 3/4 <> *")
            );
        }
        let left = self.sum()?;
        let relations = [
            ("<>", Relation::Confused),
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("==", Relation::Equal),
            ("=", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::Greater),
        ];
        let Some(&(_, relation)) = relations.iter().find(|(sign, _)| self.cursor.eat(sign)) else {
            self.end()?;
            return Ok(Evaluation::Game(left));
        };
        let right = self.sum()?;
        self.end()?;
        let holds = self.arena.holds(left, relation, right);
        Ok(Evaluation::Comparison { left, relation, right, holds })
    }

    fn end(&mut self) -> Result<(), Complaint> {
        if self.cursor.at_end() {
            return Ok(());
        }
        let complaint = self.cursor.unexpected("an operator or the end");
        Err(match self.cursor.peek() {
            Some(b'}') => complaint.help("there is no { for it"),
            Some(b')') => complaint.help("there is no ( for it"),
            Some(b'/') => complaint.help("only whole numbers can be divided, as in 3/4"),
            Some(b'*') => complaint.help("a multiple is written with a point: 2.{1|0}"),
            Some(b'|') => complaint.help("options stand in braces: {1|0}"),
            _ => complaint,
        })
    }

    fn sum(&mut self) -> Result<Value, Complaint> {
        let start = self.cursor.place();
        let mut sum = self.term()?;
        loop {
            let switch = self.cursor.sees("+-");
            let tiny = self.cursor.sees("+_") || self.cursor.sees("-_");
            let negative = match self.cursor.peek() {
                _ if switch || tiny => false,
                Some(b'+') => false,
                Some(b'-') => true,
                _ => return Ok(sum),
            };
            if !switch && !tiny {
                self.cursor.advance(1);
            }
            // After an operator a sign is a sign: `1--1` is 1 - (-1).
            let term = self.term()?;
            let span = start..self.cursor.at;
            let result = match negative {
                true => self.arena.difference(sum, term),
                false => self.arena.sum(sum, term),
            };
            sum = self.within(span, result)?;
        }
    }

    fn term(&mut self) -> Result<Value, Complaint> {
        let start = self.cursor.place();
        let mut minus = 0;
        while self.cursor.peek() == Some(b'-')
            && !self.cursor.sees("-_")
            && !self.cursor.digit_after(1)
        {
            self.cursor.advance(1);
            minus += 1;
        }
        let mut value = self.ordinal()?;
        while self.cursor.eat(":") {
            let upper = self.ordinal()?;
            let result = self.arena.ordinal_sum(value, upper);
            value = self.within(start..self.cursor.at, result)?;
        }
        if minus % 2 == 1 {
            let result = self.arena.negative(value);
            value = self.within(start..self.cursor.at, result)?;
        }
        Ok(value)
    }

    /// The result, or the complaint that it is out of reach.
    fn within<T, E: Into<Unsuited>>(
        &self,
        span: std::ops::Range<usize>,
        result: Result<T, E>,
    ) -> Result<T, Complaint> {
        result.map_err(|error| Complaint::new(span, error.into().to_string()))
    }
}
