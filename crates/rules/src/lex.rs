//! Text to tokens. Newlines and `#` comments are spaces; every token keeps its span.

use crate::diagnostic::{Complaint, Span};

/// The largest number a rule text may contain.
pub const LARGEST_NUMBER: i64 = 1_000_000_000;

/// The smallest piece of a text that has a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Letters, digits and underscores that do not begin with a digit.
    Word(String),
    /// Digits, up to [`LARGEST_NUMBER`].
    Number(i64),
    /// What stands between quotation marks, with single spaces.
    Text(String),
    /// One of the signs below, in its ASCII spelling.
    Sign(&'static str),
    /// Nothing more.
    End,
}

/// Signs and the ASCII spelling they stand for, longest first.
const SIGNS: [(&str, &str); 32] = [
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("−", "-"),
    ("·", "*"),
    ("×", "*"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    (".", "."),
    // Only in formulas of claims: the condition on a split, unions and nim-sums.
    ("|", "|"),
    ("∪", "∪"),
    ("⊕", "⊕"),
    // Only inside the code of an example.
    ("!", "!"),
    ("?", "?"),
];

/// Signs that people write for what the language says in another way.
pub(crate) const HINTS: [(&str, &str); 7] = [
    ("%", "the remainder is written `mod`"),
    ("^", "powers are written out: `k*k`"),
    ("&∧", "write `and`"),
    ("∨", "write `or`"),
    ("|", "write `or`; for |a - b| compare both ways: `a - b <= 2 and b - a <= 2`"),
    ("∈∉", "write `in` or `not in`"),
    ("“”„'’", "quotations stand in \"...\""),
];

/// The tokens of `text`, ended by [`Token::End`].
pub fn lex(text: &str) -> Result<Vec<(Token, Span)>, Complaint> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |keep: fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let length = if is_space(first) {
            run(is_space)
        } else if first == '#' {
            run(|c| c != '\n')
        } else if first.is_ascii_digit() {
            let length = run(|c| c.is_ascii_digit());
            tokens.push((Token::Number(number(&rest[..length], at)?), at..at + length));
            length
        } else if first.is_alphabetic() || first == '_' {
            let length = run(|c| c.is_alphanumeric() || c == '_');
            tokens.push((Token::Word(rest[..length].to_string()), at..at + length));
            length
        } else if first == '"' {
            let Some(close) = rest[1..].find('"') else {
                return Err(Complaint::new(at..at + 1, "this quotation is never closed")
                    .help("end it with `\"`"));
            };
            let body: Vec<&str> = rest[1..1 + close].split_whitespace().collect();
            tokens.push((Token::Text(body.join(" ")), at..at + close + 2));
            close + 2
        } else if let Some((spelling, sign)) = SIGNS.iter().find(|(s, _)| rest.starts_with(s)) {
            tokens.push((Token::Sign(sign), at..at + spelling.len()));
            spelling.len()
        } else {
            let span = at..at + first.len_utf8();
            let complaint = Complaint::new(span, format!("`{first}` means nothing here"));
            return Err(match HINTS.iter().find(|(signs, _)| signs.contains(first)) {
                Some((_, hint)) => complaint.help(*hint),
                None => complaint,
            });
        };
        at += length;
    }
    tokens.push((Token::End, text.len()..text.len()));
    Ok(tokens)
}

/// A space, or the mark that some editors put at the beginning of a file.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The value of a run of digits.
fn number(digits: &str, at: usize) -> Result<i64, Complaint> {
    digits.parse().ok().filter(|&n| n <= LARGEST_NUMBER).ok_or_else(|| {
        Complaint::new(at..at + digits.len(), "this number is too large")
            .help(format!("numbers go up to {LARGEST_NUMBER}"))
    })
}
