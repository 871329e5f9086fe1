//! The text of certificates: a line a field, `word rest`, in a fixed order; longer texts stand behind bars, `| ...`.

use std::fmt;

/// What is wrong with the text of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Fault {}

/// Writes lines.
#[derive(Default)]
pub struct Writer {
    text: String,
}

impl Writer {
    /// A line.
    pub fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// A word and what belongs to it.
    pub fn field(&mut self, word: &str, rest: impl fmt::Display) {
        self.line(&format!("{word} {rest}"));
    }

    /// A word and numbers.
    pub fn numbers<T: fmt::Display>(&mut self, word: &str, numbers: impl IntoIterator<Item = T>) {
        self.text += word;
        for number in numbers {
            self.text += &format!(" {number}");
        }
        self.text.push('\n');
    }

    /// A text of many lines.
    pub fn quoted(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(format!("| {line}").trim_end()));
    }

    /// All that was written.
    pub fn finish(self) -> String {
        self.text
    }
}

/// Reads lines one after the other.
pub struct Reader<'t> {
    lines: Vec<&'t str>,
    /// The line that comes next, from 0 on.
    next: usize,
}

impl<'t> Reader<'t> {
    /// From the first line on.
    pub fn new(text: &'t str) -> Reader<'t> {
        Reader { lines: text.lines().collect(), next: 0 }
    }

    /// Something is wrong with the line that was read last.
    pub fn fault(&self, why: impl Into<String>) -> Fault {
        Fault { line: self.next.max(1), why: why.into() }
    }

    /// There is no evidence called so.
    pub fn unknown(&self, kind: &str) -> Fault {
        self.fault(format!("there is no evidence called `{kind}`"))
    }

    /// Does a line with this word come next?
    pub fn is_next(&self, word: &str) -> bool {
        self.lines.get(self.next).is_some_and(|line| rest_after(line, word).is_some())
    }

    /// The next line, whatever it is.
    pub fn line(&mut self) -> Result<&'t str, Fault> {
        let line = self.lines.get(self.next).copied();
        self.next += 1;
        line.ok_or_else(|| self.fault("the certificate ends too early"))
    }

    /// The next line must be this one.
    pub fn exactly(&mut self, expected: &str) -> Result<(), Fault> {
        match self.line()? == expected {
            true => Ok(()),
            false => Err(self.fault(format!("expected `{expected}`"))),
        }
    }

    /// The rest of the next line, which must begin with this word.
    pub fn field(&mut self, word: &str) -> Result<&'t str, Fault> {
        let line = self.line()?;
        rest_after(line, word).ok_or_else(|| self.fault(format!("expected `{word} ...`")))
    }

    /// The same if the word is there; otherwise nothing is read.
    pub fn optional(&mut self, word: &str) -> Option<&'t str> {
        let rest = rest_after(self.lines.get(self.next)?, word)?;
        self.next += 1;
        Some(rest)
    }

    /// A field that is one number.
    pub fn number<T: std::str::FromStr>(&mut self, word: &str) -> Result<T, Fault> {
        let rest = self.field(word)?;
        self.parse(rest)
    }

    /// A field that is a list of numbers, perhaps an empty one.
    pub fn numbers<T: std::str::FromStr>(&mut self, word: &str) -> Result<Vec<T>, Fault> {
        let rest = self.field(word)?;
        rest.split(' ').filter(|part| !part.is_empty()).map(|part| self.parse(part)).collect()
    }

    /// A number of the line that was read last. `+1` and `01` are not the way in which numbers are written.
    pub fn parse<T: std::str::FromStr>(&self, text: &str) -> Result<T, Fault> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = digits == "0" || digits.starts_with(|c: char| ('1'..='9').contains(&c));
        let number = text.parse().ok().filter(|_| plain && text != "-0");
        number.ok_or_else(|| self.fault(format!("`{text}` is not a number that fits here")))
    }

    /// A text of many lines, at least one.
    pub fn quoted(&mut self) -> Result<String, Fault> {
        let mut text = String::new();
        while let Some(line) = self.lines.get(self.next) {
            let Some(line) = line.strip_prefix('|') else { break };
            text += line.strip_prefix(' ').unwrap_or(line);
            text.push('\n');
            self.next += 1;
        }
        match text.is_empty() {
            true => Err(self.fault("a text behind bars is missing after this line")),
            false => Ok(text),
        }
    }

    /// There must be nothing more.
    pub fn finish(mut self) -> Result<(), Fault> {
        match self.lines.get(self.next) {
            None => Ok(()),
            Some(_) => {
                self.next += 1;
                Err(self.fault("there is nothing more to say here"))
            }
        }
    }
}

fn rest_after<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let rest = line.strip_prefix(word)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}
