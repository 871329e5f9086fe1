//! Take-and-break codes: octal and hexadecimal digits, and the generalised digits of the field's
//! notation.
//!
//! The digit in place k (place 0 stands before the point) says in how many non-empty parts a pile
//! may be left from which k tokens are taken: bit p, of value 2^p, allows p parts. A digit may also
//! be a list such as `{0,1,3+}` of the numbers of parts, where `3+` means three or more. A suffix
//! restricts the parts: `!` all of them different, `?` not all equal, `=` all equal. Digits in
//! brackets at the end repeat for ever: `0.[37]`.

use crate::diagnostic::{Complaint, Span};

/// What a code allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Those that allow something, in the order of their places.
    pub digits: Vec<Digit>,
}

/// One digit that allows something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digit {
    /// How many tokens are taken, which is the digit's place.
    pub take: Take,
    /// In how many parts the pile may be left, each number once.
    pub parts: Vec<PartCount>,
    /// What the suffix asks of the parts.
    pub spread: Spread,
}

/// How many tokens a digit takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// This many; none in the place before the point.
    Exactly(u32),
    /// `from`, `from + step`, `from + 2 step`, ...
    Every {
        /// The place of the digit.
        from: u32,
        /// How many digits repeat.
        step: u32,
    },
}

/// How many parts are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartCount {
    /// This many.
    Exactly(usize),
    /// This many or more, written `3+`.
    AtLeast(usize),
}

/// What the sizes of the parts must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Any sizes; there is no suffix.
    Any,
    /// `!`: no two parts are equal.
    AllDifferent,
    /// `?`: some two parts differ.
    NotAllEqual,
    /// `=`: the parts are all equal.
    AllEqual,
}

/// Parts a list may ask for.
const MOST_PARTS: usize = 100;

/// Reads a code; spans begin at `offset`.
pub fn parse_code(text: &str, offset: usize) -> Result<Code, Complaint> {
    let mut reader = Reader { text, at: 0, offset };
    let mut digits = Vec::new();
    reader.skip_spaces();
    let start = reader.at;
    if let Some((parts, spread)) = reader.digit()? {
        let stays = |count: &PartCount| {
            matches!(count, PartCount::Exactly(0 | 1) | PartCount::AtLeast(0 | 1))
        };
        if parts.iter().any(stays) {
            let span = reader.span(start..reader.at);
            let message = "a pile from which nothing is taken would stay as it is";
            return Err(Complaint::new(span, message)
                .help("before the point a pile must be left in two parts or more"));
        }
        digits.push(Digit { take: Take::Exactly(0), parts, spread });
    } else {
        return Err(reader.unexpected("the digit before the point, as in 0.77"));
    }
    if !reader.eat('.') {
        return Err(reader.unexpected("the point of the code, as in 0.77"));
    }
    let mut take = 1;
    while let Some((parts, spread)) = reader.digit()? {
        digits.push(Digit { take: Take::Exactly(take), parts, spread });
        take += 1;
    }
    if reader.eat('[') {
        let mut tail = Vec::new();
        while let Some(digit) = reader.digit()? {
            tail.push(digit);
        }
        if tail.is_empty() || !reader.eat(']') {
            return Err(reader.unexpected("digits and `]`"));
        }
        let step = tail.len() as u32;
        for (from, (parts, spread)) in (take..).zip(tail) {
            digits.push(Digit { take: Take::Every { from, step }, parts, spread });
        }
    }
    reader.skip_spaces();
    if reader.at < text.len() {
        return Err(reader.unexpected("a digit, or the end of the code"));
    }
    digits.retain(|digit| !digit.parts.is_empty());
    if digits.is_empty() {
        return Err(Complaint::new(offset..offset + text.len(), "this code allows no move"));
    }
    Ok(Code { digits })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    offset: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn skip_spaces(&mut self) {
        while self.eat(' ') {}
    }

    fn span(&self, range: Span) -> Span {
        self.offset + range.start..self.offset + range.end
    }

    fn unexpected(&self, wanted: &str) -> Complaint {
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        Complaint::new(self.span(self.at..end), format!("expected {wanted}"))
    }

    /// A digit with its suffix.
    fn digit(&mut self) -> Result<Option<(Vec<PartCount>, Spread)>, Complaint> {
        let parts = match self.peek() {
            Some('{') => self.list()?,
            Some(c) if c.is_ascii_hexdigit() => {
                self.at += 1;
                let bits = c.to_digit(16).expect("it is a hexadecimal digit");
                (0..4).filter(|p| bits >> p & 1 == 1).map(PartCount::Exactly).collect()
            }
            _ => return Ok(None),
        };
        let spreads =
            [('!', Spread::AllDifferent), ('?', Spread::NotAllEqual), ('=', Spread::AllEqual)];
        let found = spreads.into_iter().find(|(sign, _)| self.eat(*sign));
        let spread = found.map_or(Spread::Any, |(_, spread)| spread);
        if spread != Spread::Any && parts.iter().any(|p| matches!(p, PartCount::AtLeast(_))) {
            return Err(Complaint::new(
                self.span(self.at - 1..self.at),
                "a suffix needs a fixed number of parts, not `+`",
            ));
        }
        Ok(Some((parts, spread)))
    }

    /// `{0,1,3+}`
    fn list(&mut self) -> Result<Vec<PartCount>, Complaint> {
        self.eat('{');
        let mut counts = Vec::new();
        loop {
            self.skip_spaces();
            let start = self.at;
            while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                self.at += 1;
            }
            let number = self.text[start..self.at].parse().ok().filter(|&n| n <= MOST_PARTS);
            let Some(number) = number else {
                self.at = start;
                return Err(self.unexpected(&format!("a number of parts up to {MOST_PARTS}")));
            };
            counts.push(match self.eat('+') {
                true => PartCount::AtLeast(number),
                false => PartCount::Exactly(number),
            });
            self.skip_spaces();
            if self.eat('}') {
                counts.sort();
                counts.dedup();
                return Ok(counts);
            }
            if !self.eat(',') {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octal_hexadecimal_and_generalised_digits_are_read() {
        let kayles = parse_code("0.77", 0).unwrap();
        assert_eq!(kayles.digits.len(), 2);
        assert_eq!(kayles.digits[1].take, Take::Exactly(2));
        assert_eq!(kayles.digits[0].parts, [0, 1, 2].map(PartCount::Exactly));
        let grundy = parse_code("4!.0", 0).unwrap();
        assert_eq!(grundy.digits[0].spread, Spread::AllDifferent);
        assert_eq!(grundy.digits[0].take, Take::Exactly(0));
        let list = parse_code("0.0{0,1,3+}F", 0).unwrap();
        let counts = [PartCount::Exactly(0), PartCount::Exactly(1), PartCount::AtLeast(3)];
        assert_eq!(list.digits[0].parts, counts);
        assert_eq!(list.digits[1].parts.len(), 4);
        let tail = parse_code("0.1[37]", 0).unwrap();
        assert_eq!(tail.digits[2].take, Take::Every { from: 3, step: 2 });
    }

    #[test]
    fn bad_codes_are_pointed_at() {
        for (text, at) in [
            ("", 0),
            ("077", 1),
            ("0.7x", 3),
            ("2.7", 0),
            ("1.0", 0),
            ("0.{}", 3),
            ("0.[", 3),
            ("0.{3+}!", 6),
            ("0.00", 0),
            ("0.7]", 3),
            ("0.{999}", 3),
            ("é.7", 0),
        ] {
            assert_eq!(parse_code(text, 0).expect_err(text).span.start, at, "{text}");
        }
    }
}
