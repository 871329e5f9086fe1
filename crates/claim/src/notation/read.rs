//! Reading the notation. Blocks may be nested, commas after a power are optional, and spaces and
//! LaTeX's spacing are passed over. Adjoining overlines are one, even where the break falls within a
//! block.

use sprague_rules::Complaint;

use super::{Notation, Symbol};

/// More terms than this are not written out.
const MOST_TERMS: usize = 10_000_000;

/// Blocks within blocks.
const DEEPEST: usize = 20;

/// LaTeX that changes nothing but the look.
const SPACING: [&str; 7] = ["\\allowbreak", "\\quad", "\\,", "\\;", "\\:", "\\!", "\\ "];

const DOTS: [&str; 5] = ["\\ldots", "\\cdots", "\\dots", "...", "…"];

/// Where a text ends in dots, and how long they are.
pub fn dots(text: &str) -> Option<(usize, usize)> {
    let text = text.trim_end();
    let dots = DOTS.iter().find(|dots| text.ends_with(**dots))?;
    Some((text.len() - dots.len(), dots.len()))
}

/// Reads a sequence. What repeats is overlined, or ends in `(+s)`, or is a block that stands alone without an
/// exponent; any other text is a list that says nothing of what comes after it.
pub fn parse_notation<T: Symbol>(text: &str) -> Result<Notation<T>, Complaint> {
    let mut reader = Reader { text, at: 0, depth: 0, overlined: false, alone: false };
    let preperiod = reader.list()?;
    let alone = reader.alone;
    let mut notation = Notation { preperiod, period: Vec::new(), saltus: 0 };
    if reader.eat_dots() {
        reader.end()?;
        return Ok(notation);
    }
    reader.skip_spaces();
    let start = reader.at;
    let overlined = reader.eat("\\overline");
    if overlined {
        if !reader.eat("{") {
            return Err(reader.unexpected("`{`"));
        }
        reader.overlined = true;
        notation.period = reader.list()?;
        reader.skip_spaces();
        reader.overlined = false;
        if !reader.eat("}") {
            return Err(reader.unexpected(&format!("{} or `}}`", T::NAME)));
        }
        if notation.period.is_empty() {
            return Err(Complaint::new(start..reader.at, "the period has no terms"));
        }
    }
    reader.skip_spaces();
    let start = reader.at;
    let plus = reader.eat_plus();
    if !overlined && (plus || alone) {
        notation.period = std::mem::take(&mut notation.preperiod);
    }
    if notation.period.is_empty() && (plus || notation.preperiod.is_empty()) {
        return Err(reader.unexpected(T::NAME));
    }
    if plus {
        notation.saltus = reader.number()?;
        if !reader.eat(")") {
            return Err(reader.unexpected("`)`"));
        }
        if notation.period[0].plus(notation.saltus.into()).is_none() {
            return Err(Complaint::new(start..reader.at, "this cannot be added to the terms"));
        }
    }
    reader.end()?;
    Ok(notation)
}

/// What a list has come to.
#[derive(PartialEq, Eq)]
enum Last {
    Comma,
    Term,
    Block,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// Under an overline.
    overlined: bool,
    /// Is all that was read one block without an exponent?
    alone: bool,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at = self.after_spaces(self.at);
        // The overline may end and begin again.
        while self.overlined && self.rest().starts_with('}') {
            let next = self.after_spaces(self.at + 1);
            let Some(after) = self.text[next..].strip_prefix("\\overline") else { return };
            let Some(after) = after.trim_start().strip_prefix('{') else { return };
            self.at = self.after_spaces(self.text.len() - after.len());
        }
    }

    /// The first place from `at` on that is not spacing.
    fn after_spaces(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.text[at..];
            let spaces = rest.len() - rest.trim_start().len();
            let spacing = SPACING.iter().find(|s| rest.starts_with(**s)).map_or(0, |s| s.len());
            match spaces.max(spacing) {
                0 => return at,
                length => at += length,
            }
        }
    }

    fn eat(&mut self, wanted: &str) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    fn eat_dots(&mut self) -> bool {
        DOTS.iter().any(|dots| self.eat(dots))
    }

    /// Stands `(+` here? Then it is no block.
    fn eat_plus(&mut self) -> bool {
        let start = self.at;
        let found = self.eat("(") && self.eat("+");
        if !found {
            self.at = start;
        }
        found
    }

    fn unexpected(&mut self, wanted: &str) -> Complaint {
        self.skip_spaces();
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Complaint::new(self.at..self.at + length, format!("expected {wanted}"))
    }

    fn end(&mut self) -> Result<(), Complaint> {
        self.skip_spaces();
        match self.rest().is_empty() {
            true => Ok(()),
            false => Err(self.unexpected("the end of the sequence")),
        }
    }

    fn number(&mut self) -> Result<u32, Complaint> {
        self.skip_spaces();
        let Some((number, length)) = <u32 as Symbol>::read(self.rest()) else {
            return Err(self.unexpected("a number below 4294967296"));
        };
        self.at += length;
        Ok(number)
    }

    /// `^3` or `^{12}`; without any, 1.
    fn exponent(&mut self) -> Result<usize, Complaint> {
        if !self.eat("^") {
            return Ok(1);
        }
        self.skip_spaces();
        let start = self.at;
        let times = if self.eat("{") {
            let times = self.number()?;
            if !self.eat("}") {
                return Err(self.unexpected("`}`"));
            }
            times
        } else {
            // Without braces an exponent is one digit, or LaTeX would set it otherwise.
            let digit = self.rest().chars().next().and_then(|c| c.to_digit(10));
            let Some(times) = digit else { return Err(self.unexpected("an exponent")) };
            self.at += 1;
            if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
                let message = "an exponent of several digits needs braces";
                return Err(Complaint::new(start..self.at + 1, message).help("such as ^{12}"));
            }
            times
        };
        match times {
            0 => Err(Complaint::new(start..self.at, "a block stands at least once")),
            times => Ok(times as usize),
        }
    }

    /// Terms and blocks, up to what can be neither; a comma may come last.
    fn list<T: Symbol>(&mut self) -> Result<Vec<T>, Complaint> {
        let mut terms = Vec::new();
        let mut last = Last::Comma;
        if self.depth == 0 {
            self.alone = false;
        }
        loop {
            self.skip_spaces();
            let start = self.at;
            if !terms.is_empty() && !T::BETWEEN.is_empty() && self.eat(",") {
                if last == Last::Comma {
                    return Err(Complaint::new(start..self.at, "two commas in a row"));
                }
                last = Last::Comma;
                continue;
            }
            if self.eat_plus() {
                self.at = start;
                return Ok(terms);
            }
            if let Some((term, length)) = T::read(self.rest()) {
                if last == Last::Term && !T::BETWEEN.is_empty() {
                    return Err(self.unexpected("a comma"));
                }
                self.at += length;
                terms.push(term);
                last = Last::Term;
                self.alone &= self.depth > 0;
            } else if self.eat("(") {
                if last == Last::Term && !T::BETWEEN.is_empty() {
                    self.at = start;
                    return Err(self.unexpected("a comma"));
                }
                let block = self.block::<T>(start)?;
                let before = self.at;
                let times = self.exponent()?;
                if self.depth == 0 {
                    self.alone = terms.is_empty() && !self.text[before..self.at].contains('^');
                }
                if times.saturating_mul(block.len()).saturating_add(terms.len()) > MOST_TERMS {
                    let message = format!("this is more than {MOST_TERMS} terms");
                    return Err(Complaint::new(start..self.at, message));
                }
                terms.extend(block.repeat(times));
                last = Last::Block;
            } else {
                return Ok(terms);
            }
        }
    }

    /// The inside of a block, and its closing parenthesis.
    fn block<T: Symbol>(&mut self, start: usize) -> Result<Vec<T>, Complaint> {
        if self.depth == DEEPEST {
            return Err(Complaint::new(start..self.at, "too many blocks within blocks"));
        }
        self.depth += 1;
        let block = self.list()?;
        self.depth -= 1;
        if block.is_empty() {
            return Err(self.unexpected(T::NAME));
        }
        match self.eat(")") {
            true => Ok(block),
            false => Err(self.unexpected(&format!("{} or `)`", T::NAME))),
        }
    }
}

#[cfg(test)]
mod tests {
    use sprague_rules::Outcome;

    use super::*;

    #[test]
    fn the_paper_s_own_lines_are_read() {
        let theorem = "(0, 1)^3(2, 3)^3, 1, 4, (5, 4)^{2}, (3, 2)^3(4, 5)^3(6, 7)^3(+8)";
        let notation = parse_notation::<u32>(theorem).unwrap();
        assert_eq!((notation.period.len(), notation.saltus), (36, 8));
        assert_eq!(notation.period[12..16], [1, 4, 5, 4]);
        // Periodic, with nothing before and nothing added.
        let odd = parse_notation::<u32>("(0, 1)").unwrap();
        assert_eq!(odd, Notation { preperiod: vec![], period: vec![0, 1], saltus: 0 });
        let nested = parse_notation::<u32>("((0)^2,1)^2,...").unwrap();
        assert_eq!(nested.preperiod, [0, 0, 1, 0, 0, 1]);
        let word = parse_notation::<Outcome>("L R \\overline{LNNLP}").unwrap();
        assert_eq!((word.preperiod.len(), word.period.len()), (2, 5));
    }

    #[test]
    fn complaints_point_at_the_place() {
        for (text, at) in [
            ("", 0),
            ("1 2", 2),
            ("1(2,3)^2", 1),
            ("1,,2", 2),
            ("(0,1", 4),
            ("(0,1)^", 6),
            ("(0,1)^12", 6),
            ("(0,1)^0", 6),
            ("(0,1)(+8", 8),
            ("(0,1)(+8)9", 9),
            ("\\overline{}", 0),
            ("1,\\overline{2", 13),
            ("0,1,L", 4),
            ("(0)^{4000000000}", 0),
            ("99999999999", 0),
            ("0,1,\\ldots,2", 10),
        ] {
            let complaint = parse_notation::<u32>(text).expect_err(text);
            assert_eq!(complaint.span.start, at, "{text}: {}", complaint.message);
        }
        assert_eq!(parse_notation::<Outcome>("(LR)(+1)").unwrap_err().span.start, 4);
        assert!(parse_notation::<u32>(&"(".repeat(100_000)).is_err());
    }
}
