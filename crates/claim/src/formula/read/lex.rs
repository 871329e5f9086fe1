//! The words and signs of formulas.

use sprague_rules::Complaint;
use sprague_rules::diagnostic::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    Number(i64),
    Word(&'t str),
    Quoted(&'t str),
    Sign(&'static str),
}

const SIGNS: [&str; 21] = [
    "..", "<=", ">=", "!=", "(", ")", "{", "}", ",", ";", ":", "+", "-", "*", "/", "=", "<", ">",
    "|", "∪", "⊕",
];

/// The tokens with their places, in order.
pub fn tokens(text: &str) -> Result<Vec<(Token<'_>, Span)>, Complaint> {
    let mut tokens = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if !line.trim_start().starts_with('#') {
            line_of(text, start..at, &mut tokens)?;
        }
    }
    Ok(tokens)
}

fn line_of<'t>(
    text: &'t str,
    line: Span,
    tokens: &mut Vec<(Token<'t>, Span)>,
) -> Result<(), Complaint> {
    let mut at = line.start;
    while at < line.end {
        let rest = &text[at..line.end];
        let Some(first) = rest.chars().next() else { break };
        let run = |of: &dyn Fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
        let (token, length) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            let length = run(&|c| c.is_ascii_digit());
            let number = rest[..length].parse().ok().filter(|&n: &i64| n <= 1_000_000_000);
            let number =
                number.ok_or_else(|| Complaint::new(at..at + length, "too large a number"))?;
            (Token::Number(number), length)
        } else if first.is_alphabetic() {
            let length = run(&|c| c.is_alphanumeric() || c == '_');
            (Token::Word(&rest[..length]), length)
        } else if first == '"' {
            let length = rest[1..].find('"').map(|place| place + 2);
            let length =
                length.ok_or_else(|| Complaint::new(at..at + 1, "the quotation does not end"))?;
            (Token::Quoted(&rest[1..length - 1]), length)
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).ok_or_else(|| {
                Complaint::new(at..at + first.len_utf8(), format!("`{first}` means nothing here"))
            })?;
            (Token::Sign(sign), sign.len())
        };
        tokens.push((token, at..at + length));
        at += length;
    }
    Ok(())
}
