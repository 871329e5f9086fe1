//! The smallest things that stand for a game: numbers with infinitesimals behind them, braces,
//! parentheses, functions.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::did_you_mean;

use super::Reader;
use crate::arena::{Arena, Value, ZERO};
use crate::compact::{Compact, LARGEST_NIMBER, LARGEST_UP};
use crate::limit::Limit;

const FUNCTIONS: [&str; 5] = ["Tiny", "Miny", "Heat", "Cool", "Norton"];
/// The highest power of up that is built.
const HIGHEST_POWER: i64 = 10_000;
const WANTED: &str = "a game";

/// What stands between braces.
struct Braces {
    lists: Vec<Vec<Value>>,
    /// Where each run of bars stands, and how long it is.
    bars: Vec<(usize, usize)>,
}

impl Reader<'_, '_> {
    pub(super) fn ordinal(&mut self) -> Result<Value, Complaint> {
        let start = self.cursor.place();
        let mut factors = Vec::new();
        loop {
            let digit = self.cursor.digit_after(0);
            let negative = self.cursor.peek() == Some(b'-') && self.cursor.digit_after(1);
            if !digit && !negative {
                break;
            }
            let at = self.cursor.at;
            let number = self.cursor.number()?;
            if self.cursor.peek_close() != Some(b'.') {
                self.cursor.at = at;
                break;
            }
            if !number.is_integer() {
                let message = "only a whole number of copies can be taken";
                return Err(Complaint::new(at..self.cursor.at, message));
            }
            self.cursor.advance(1);
            self.cursor.place();
            factors.push(number.numerator());
        }
        let mut value = self.atom()?;
        for factor in factors.into_iter().rev() {
            let result = self.arena.multiple(factor, value);
            value = self.within(start..self.cursor.at, result)?;
        }
        Ok(value)
    }

    fn atom(&mut self) -> Result<Value, Complaint> {
        let start = self.cursor.place();
        if self.cursor.eat("+-") {
            return self.switch(start);
        }
        if self.cursor.eat("+_") {
            let size = self.ordinal()?;
            return self.tiny(size, false, start);
        }
        if self.cursor.eat("-_") {
            let size = self.ordinal()?;
            return self.tiny(size, true, start);
        }
        match self.cursor.peek() {
            Some(b'0'..=b'9' | b'-')
                if self.cursor.peek() != Some(b'-') || self.cursor.digit_after(1) =>
            {
                let number = self.cursor.number()?;
                let number = self.arena.number(number);
                match self.cursor.peek_close() {
                    Some(b'*' | b'^' | b'v' | b'T' | b'M') => {
                        let rest = self.atom_behind_number()?;
                        let sum = self.arena.sum(number, rest);
                        self.within(start..self.cursor.at, sum)
                    }
                    _ => Ok(number),
                }
            }
            Some(b'*' | b'^') => self.infinitesimal(),
            Some(b'(') => {
                self.cursor.advance(1);
                let value = self.sum()?;
                self.cursor.expect(")", start)?;
                Ok(value)
            }
            Some(b'{') => {
                let braces = self.braces()?;
                if braces.bars.is_empty() {
                    let complaint =
                        Complaint::new(start..self.cursor.at, "there is no bar in these braces");
                    return Err(complaint
                        .help("Left's options stand before a bar, Right's behind it: {1|0}"));
                }
                self.join(&braces, 0, braces.lists.len())
            }
            Some(b'v') => self.infinitesimal(),
            Some(sign) if sign.is_ascii_alphabetic() => self.function(),
            _ => Err(self.cursor.unexpected(WANTED)),
        }
    }

    fn atom_behind_number(&mut self) -> Result<Value, Complaint> {
        match self.cursor.peek_close() {
            Some(b'T' | b'M') => self.function(),
            _ => self.infinitesimal(),
        }
    }

    /// `^3*2`, `v`, `*`, `^<2>`, `^[2]*`.
    fn infinitesimal(&mut self) -> Result<Value, Complaint> {
        let start = self.cursor.place();
        let mut compact = Compact::default();
        let mut power = None;
        if let Some(sign @ (b'^' | b'v')) = self.cursor.peek_close() {
            let mut up = 0;
            while self.cursor.peek_close() == Some(sign) {
                self.cursor.advance(1);
                up += 1;
            }
            if up == 1 {
                power = self.power(sign == b'v', start)?;
            }
            if power.is_none() {
                if let Some(factor) = self.cursor.digits()? {
                    up *= factor.min(LARGEST_UP + 1);
                }
                if up > LARGEST_UP {
                    return Err(Complaint::new(
                        start..self.cursor.at,
                        Limit::Infinitesimal.to_string(),
                    ));
                }
                compact.up = if sign == b'v' { -up } else { up };
            }
            if self.letters_follow() {
                return Err(self.cursor.unexpected("an operator"));
            }
        }
        if self.cursor.peek_close() == Some(b'*') {
            self.cursor.advance(1);
            let nim = self.cursor.digits()?.unwrap_or(1);
            if nim > LARGEST_NIMBER.into() {
                let complaint = Complaint::new(start..self.cursor.at, "this nimber is too large");
                return Err(complaint.help(format!("nimbers go to *{LARGEST_NIMBER}")));
            }
            compact.nim = nim as u32;
        }
        let value = self.arena.compact(compact);
        match power {
            None => Ok(value),
            Some(power) => {
                let sum = self.arena.sum(power, value);
                self.within(start..self.cursor.at, sum)
            }
        }
    }

    fn letters_follow(&self) -> bool {
        self.cursor.peek_close().is_some_and(|b| b.is_ascii_alphabetic())
    }

    /// `<n>` or `[n]` behind an arrow.
    fn power(&mut self, down: bool, start: usize) -> Result<Option<Value>, Complaint> {
        let (close, sum) = match self.cursor.peek_close() {
            Some(b'<') if self.cursor.digit_after(1) => (">", false),
            Some(b'[') => ("]", true),
            _ => return Ok(None),
        };
        let at = self.cursor.at;
        self.cursor.advance(1);
        let digits = self.cursor.digits()?;
        // `^<2` alone is a comparison.
        if !sum && self.cursor.peek_close() != Some(b'>') {
            self.cursor.at = at;
            return Ok(None);
        }
        let Some(n) = digits else { return Err(self.cursor.unexpected("a whole number")) };
        self.cursor.expect(close, at)?;
        if !(1..=HIGHEST_POWER).contains(&n) {
            let message = format!("powers of up go from 1 to {HIGHEST_POWER}");
            return Err(Complaint::new(at..self.cursor.at, message));
        }
        let build = if sum { Arena::up_powers } else { Arena::up_power };
        let mut value = build(self.arena, n as u32);
        if let (true, Ok(power)) = (down, value) {
            value = self.arena.negative(power);
        }
        self.within(start..self.cursor.at, value).map(Some)
    }

    /// What `+-` is followed by: `+-x` is {x|-x}, `+-{a,b}` is {a,b|-a,-b}.
    fn switch(&mut self, start: usize) -> Result<Value, Complaint> {
        let left = match self.cursor.peek() {
            Some(b'{') => {
                let braces = self.braces()?;
                self.options(&braces, 0, braces.lists.len())?
            }
            Some(b'(') => vec![self.atom()?],
            _ if self.cursor.digit_after(0) => {
                let number = self.cursor.number()?;
                vec![self.arena.number(number)]
            }
            _ => {
                let complaint = self.cursor.unexpected("a number or braces");
                return Err(complaint.help("+-1 is {1|-1}, +-{a,b} is {a,b|-a,-b}"));
            }
        };
        let right: Result<Vec<Value>, Limit> =
            left.iter().map(|&l| self.arena.negative(l)).collect();
        let span = start..self.cursor.at;
        let right = self.within(span.clone(), right)?;
        let value = self.arena.game(&left, &right);
        self.within(span, value)
    }

    /// {0||0|-g}, or its negative.
    fn tiny(&mut self, g: Value, miny: bool, start: usize) -> Result<Value, Complaint> {
        let build = |arena: &mut Arena| {
            let threat = arena.negative(g)?;
            let threat = arena.game(&[ZERO], &[threat])?;
            let tiny = arena.game(&[ZERO], &[threat])?;
            if miny { arena.negative(tiny) } else { Ok(tiny) }
        };
        let result = build(self.arena);
        self.within(start..self.cursor.at, result)
    }

    fn function(&mut self) -> Result<Value, Complaint> {
        let start = self.cursor.place();
        let word = self.cursor.word().expect("a letter was seen");
        let span = start..self.cursor.at;
        if !FUNCTIONS.contains(&word) {
            let help = did_you_mean(word, FUNCTIONS);
            let help = help.unwrap_or(format!("the functions are {}", FUNCTIONS.join(", ")));
            return Err(Complaint::new(span, format!("`{word}` is not known")).help(help));
        }
        let opened = self.cursor.place();
        if !self.cursor.eat("(") {
            return Err(self.cursor.unexpected("`(`"));
        }
        let first = self.sum()?;
        let second = match word {
            "Tiny" | "Miny" => None,
            _ if self.cursor.eat(",") => {
                let at = self.cursor.place();
                Some((self.sum()?, at..self.cursor.at))
            }
            _ => return Err(self.cursor.unexpected("a comma and a second game")),
        };
        self.cursor.expect(")", opened)?;
        let span = start..self.cursor.at;
        let Some((second, place)) = second else { return self.tiny(first, word == "Miny", start) };
        match word {
            "Heat" => {
                let heated = self.arena.heat(first, second);
                self.within(span, heated)
            }
            "Cool" => {
                let Some(t) = self.arena.as_number(second) else {
                    return Err(Complaint::new(place, "a game is cooled by a number"));
                };
                let cooled = self.arena.cool(first, t);
                self.within(place, cooled)
            }
            _ => {
                let product = self.arena.norton(first, second);
                self.within(place, product)
            }
        }
    }

    fn braces(&mut self) -> Result<Braces, Complaint> {
        let opened = self.cursor.place();
        self.cursor.advance(1);
        let mut braces = Braces { lists: vec![Vec::new()], bars: Vec::new() };
        loop {
            match self.cursor.peek() {
                Some(b'}') => {
                    self.cursor.advance(1);
                    return Ok(braces);
                }
                Some(b'|') => {
                    let at = self.cursor.at;
                    while self.cursor.peek_close() == Some(b'|') {
                        self.cursor.advance(1);
                    }
                    braces.bars.push((at, self.cursor.at - at));
                    braces.lists.push(Vec::new());
                }
                None => {
                    let complaint =
                        Complaint::new(opened..opened + 1, "this brace is never closed");
                    return Err(complaint.help("`}` is missing"));
                }
                _ => {
                    let list = braces.lists.last().expect("there is a list");
                    if !list.is_empty() && !self.cursor.eat(",") {
                        return Err(self.cursor.unexpected("`,`, `|` or `}`"));
                    }
                    let value = self.sum()?;
                    braces.lists.last_mut().expect("there is a list").push(value);
                }
            }
        }
    }

    /// The lists from one to another as options of one side: a list alone, or a game of its own.
    fn options(
        &mut self,
        braces: &Braces,
        from: usize,
        to: usize,
    ) -> Result<Vec<Value>, Complaint> {
        match to - from {
            1 => Ok(braces.lists[from].clone()),
            _ => Ok(vec![self.join(braces, from, to)?]),
        }
    }

    /// The game that the longest run of bars between the lists divides.
    fn join(&mut self, braces: &Braces, from: usize, to: usize) -> Result<Value, Complaint> {
        let bars = &braces.bars[from..to - 1];
        let longest = bars.iter().map(|&(_, length)| length).max().expect("there is a bar");
        let mut places = (from..).zip(bars).filter(|(_, bar)| bar.1 == longest);
        let (split, _) = places.next().expect("there is a bar");
        if let Some((_, &(at, length))) = places.next() {
            let message = format!("a second `{}` at the same level", "|".repeat(length));
            let complaint = Complaint::new(at..at + length, message);
            return Err(complaint.help("{a||b|c} is {a|{b|c}}: outer bars are longer"));
        }
        let left = self.options(braces, from, split + 1)?;
        let right = self.options(braces, split + 1, to)?;
        let value = self.arena.game(&left, &right);
        self.within(braces.bars[split].0..braces.bars[split].0 + longest, value)
    }
}
