//! A place in the text of an expression.

use sprague_rules::Complaint;

use crate::dyadic::Dyadic;

/// The most digits a number may be written with.
const MOST_DIGITS: usize = 18;

pub struct Cursor<'t> {
    pub text: &'t str,
    pub at: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn skip_spaces(&mut self) {
        while self.rest().first().is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Where the next sign stands.
    pub fn place(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    pub fn peek(&mut self) -> Option<u8> {
        self.skip_spaces();
        self.rest().first().copied()
    }

    /// The next sign if no space comes before it.
    pub fn peek_close(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    pub fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    pub fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    pub fn sees(&mut self, sign: &str) -> bool {
        self.skip_spaces();
        self.rest().starts_with(sign.as_bytes())
    }

    pub fn eat(&mut self, sign: &str) -> bool {
        let sees = self.sees(sign);
        if sees {
            self.at += sign.len();
        }
        sees
    }

    /// Does a digit stand so many places on?
    pub fn digit_after(&self, places: usize) -> bool {
        self.rest().get(places).is_some_and(u8::is_ascii_digit)
    }

    pub fn expect(&mut self, sign: &str, opened: usize) -> Result<(), Complaint> {
        if self.eat(sign) {
            return Ok(());
        }
        if self.at_end() {
            let message = format!("this is never closed: `{sign}` is missing");
            return Err(Complaint::new(opened..opened + 1, message));
        }
        Err(self.unexpected(&format!("`{sign}`")))
    }

    /// What stands here should not.
    pub fn unexpected(&mut self, wanted: &str) -> Complaint {
        let at = self.place();
        match self.text[at..].chars().next() {
            None => Complaint::new(at..at, format!("the expression ends where {wanted} should be")),
            Some(sign) => {
                let message = format!("`{sign}` where {wanted} should be");
                Complaint::new(at..at + sign.len_utf8(), message)
            }
        }
    }

    /// Letters, if letters stand here.
    pub fn word(&mut self) -> Option<&'t str> {
        self.skip_spaces();
        let length = self.rest().iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let word = &self.text[self.at..self.at + length];
        self.at += length;
        (length > 0).then_some(word)
    }

    /// Digits, if digits stand here without a space before them.
    pub fn digits(&mut self) -> Result<Option<i64>, Complaint> {
        let length = self.rest().iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 {
            return Ok(None);
        }
        let span = self.at..self.at + length;
        self.at += length;
        let digits = self.text[span.clone()].trim_start_matches('0');
        if digits.len() > MOST_DIGITS {
            let message = format!("a number of {} digits is too large", digits.len());
            let help = format!("numbers have at most {MOST_DIGITS} digits");
            return Err(Complaint::new(span, message).help(help));
        }
        Ok(Some(digits.parse().unwrap_or(0)))
    }

    /// A number such as `-3/4`, which must stand here.
    pub fn number(&mut self) -> Result<Dyadic, Complaint> {
        let start = self.place();
        let negative = self.peek_close() == Some(b'-');
        self.at += usize::from(negative);
        let Some(numerator) = self.digits()? else { return Err(self.unexpected("a number")) };
        let numerator = if negative { -numerator } else { numerator };
        let mut exponent = 0;
        if self.peek_close() == Some(b'/') && self.digit_after(1) {
            self.at += 1;
            let at = self.at;
            let denominator = self.digits()?.expect("a digit was seen");
            let complain = |message: String| Complaint::new(at..self.at, message);
            if denominator == 0 {
                return Err(complain("this divides by 0".into()));
            }
            if denominator.count_ones() > 1 {
                let complaint = complain(format!("{denominator} is not a power of two"));
                return Err(
                    complaint.help("the numbers among short games are dyadic: 1/2, 3/4, 5/8")
                );
            }
            exponent = denominator.trailing_zeros();
        }
        Dyadic::new(numerator.into(), exponent)
            .map_err(|limit| Complaint::new(start..self.at, limit.to_string()))
    }
}
