//! The clauses of a claim file: a word at the start of a line, and what follows up to the next one.

use std::collections::HashSet;

use sprague_rules::Complaint;
use sprague_rules::lex::{Token, lex};
use sprague_rules::parse::parse_condition;

use crate::condition::{Condition, Number, condition, condition_on_outcomes, number};
use crate::names::not_a_name;

/// One clause: its word, the rest, and where that begins.
#[derive(Clone, Copy)]
pub(super) struct Clause<'t> {
    pub(super) word: &'t str,
    pub(super) rest: &'t str,
    pub(super) at: usize,
}

impl<'t> Clause<'t> {
    /// Does a line that begins with this word still belong to the clause? Within a quotation; and where the word stands
    /// for a range of lines, graphs and formulas, or for a case of a formula.
    fn goes_on(&self, word: &str) -> bool {
        let inside: &[&str] = match word {
            "for" => &["lines", "facts", "graph", "formula", "nim-sets"],
            "then" => &["define", "formula", "nim-sets", "nim-value"],
            _ => &[],
        };
        inside.contains(&self.word) || self.rest.matches('"').count() % 2 == 1
    }

    pub(super) fn span(&self) -> std::ops::Range<usize> {
        let end = self.at + self.rest.trim_end().len();
        let start = self.at + self.rest.len() - self.rest.trim_start().len();
        start.min(end)..end
    }

    pub(super) fn complain(&self, message: impl Into<String>) -> Complaint {
        Complaint::new(self.span(), message)
    }

    /// A complaint about the clause as such: at its word.
    pub(super) fn complain_of_word(&self, message: impl Into<String>) -> Complaint {
        // Where two clauses share a line, the second has its word right before it.
        Complaint::new(self.at.saturating_sub(self.word.len())..self.at, message)
    }

    /// A part of the rest as a clause of its own.
    pub(super) fn part(&self, part: &'t str) -> Clause<'t> {
        let offset = part.as_ptr() as usize - self.rest.as_ptr() as usize;
        Clause { word: self.word, rest: part, at: self.at + offset }
    }

    /// Refuses a remark `# ...` within the clause: where a text is cut at its words, they could be those of a remark.
    pub(super) fn without_remarks(&self) -> Result<(), Complaint> {
        match self.rest.find('#') {
            None => Ok(()),
            Some(place) => Err(self
                .part(&self.rest[place..])
                .complain("there is no remark within this clause")
                .help("remarks have their own lines, before a clause")),
        }
    }

    pub(super) fn trimmed(&self) -> Clause<'t> {
        self.part(self.rest.trim())
    }

    pub(super) fn quotation(&self) -> Result<String, Complaint> {
        let text = self.rest.trim();
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let inner = inner.filter(|inner| !inner.contains('"'));
        // What a stranger's text says is shown on terminals, which take some signs for commands.
        if let Some(hidden) = text.chars().find(|sign| sign.is_control() && !sign.is_whitespace()) {
            return Err(self.complain(format!("the sign {hidden:?} cannot be shown")));
        }
        let words = |inner: &str| inner.split_whitespace().collect::<Vec<_>>().join(" ");
        inner.map(words).ok_or_else(|| self.complain("expected a quotation \"...\""))
    }

    pub(super) fn condition(&self, names: &[String]) -> Result<Condition, Complaint> {
        let shifted = |complaint: Complaint| self.shifted(complaint);
        condition(&parse_condition(self.rest).map_err(shifted)?, names).map_err(shifted)
    }

    /// The same, where outcomes of positions may be spoken of.
    pub(super) fn condition_on_outcomes(&self, names: &[String]) -> Result<Condition, Complaint> {
        let shifted = |complaint: Complaint| self.shifted(complaint);
        let node = parse_condition(self.rest).map_err(shifted)?;
        condition_on_outcomes(&node, names).map_err(shifted)
    }

    pub(super) fn number(&self, names: &[String]) -> Result<Number, Complaint> {
        let shifted = |complaint: Complaint| self.shifted(complaint);
        number(&parse_condition(self.rest).map_err(shifted)?, names).map_err(shifted)
    }

    pub(super) fn shifted(&self, complaint: Complaint) -> Complaint {
        let span = complaint.span.start + self.at..complaint.span.end + self.at;
        Complaint { span, ..complaint }
    }
}

/// The text in clauses, where `known` tells the words that begin one.
pub(super) fn clauses<'t>(
    text: &'t str,
    known: fn(&str) -> Option<&'static str>,
) -> Result<Vec<Clause<'t>>, Complaint> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim_start();
        if body.is_empty() || body.starts_with('#') {
            continue;
        }
        let indent = line.len() - body.len();
        let word = body.split([' ', '\n', '\t']).next().unwrap_or(body).trim_end();
        match (known(word), clauses.last_mut()) {
            (Some(word), Some(clause)) if clause.goes_on(word) => {
                clause.rest = &text[clause.at..at];
            }
            (Some(word), _) => {
                let from = start + indent + word.len();
                clauses.extend(in_one_line(Clause { word, rest: &text[from..at], at: from }));
            }
            (None, Some(clause)) => clause.rest = &text[clause.at..at],
            (None, None) => {
                let span = start + indent..start + indent + word.len();
                return Err(Complaint::new(span, "expected `claim \"...\"` first"));
            }
        }
    }
    Ok(clauses)
}

/// Two clauses that may share a line: `claim "..." from "..."`, and `game nim, piles a <= b`.
fn in_one_line<'t>(clause: Clause<'t>) -> Vec<Clause<'t>> {
    let followers: &[(&str, &'static str)] = match clause.word {
        "claim" => &[("\" from ", "from"), ("\"  from ", "from")],
        "game" => &[(", piles ", "piles"), (", places ", "places"), (", counts ", "counts")],
        _ => &[],
    };
    for (sign, word) in followers {
        if let Some(place) = clause.rest.find(sign) {
            let kept = place + usize::from(sign.starts_with('"'));
            let first = Clause { rest: &clause.rest[..kept], ..clause };
            let rest = &clause.rest[place + sign.len() - 1..];
            return vec![first, Clause { word, ..clause.part(rest) }];
        }
    }
    vec![clause]
}

/// Names with a sign between them.
pub(super) fn names(clause: &Clause, between: &str) -> Result<Vec<String>, Complaint> {
    let space = if between == "," { "" } else { " " };
    let help = || format!("as in `{} a{space}{between} b`", clause.word);
    let tokens = lex(clause.rest).map_err(|complaint| clause.shifted(complaint))?;
    let (mut names, mut seen) = (Vec::new(), HashSet::new());
    let mut tokens = tokens.into_iter();
    loop {
        let (token, span) = tokens.next().unwrap_or((Token::End, 0..0));
        let wrong = match token {
            Token::Word(name) if seen.contains(&name) => "expected different names".to_string(),
            Token::Word(name) => match not_a_name(&name) {
                Some(message) => message,
                None => {
                    seen.insert(name.clone());
                    names.push(name);
                    match tokens.next() {
                        Some((Token::Sign(sign), _)) if sign == between => continue,
                        Some((Token::End, _)) | None => return Ok(names),
                        Some((_, span)) => {
                            let complaint = Complaint::new(span, format!("expected `{between}`"));
                            return Err(clause.shifted(complaint.help(help())));
                        }
                    }
                }
            },
            _ => "expected a name".to_string(),
        };
        return Err(clause.shifted(Complaint::new(span, wrong).help(help())));
    }
}

/// The text with spaces in place of its comments, which reach from `#` to the end of the line, unless they stand in a
/// quotation. Every place keeps its number.
pub(super) fn without_comments(text: &str) -> String {
    let (mut quoted, mut comment) = (false, false);
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        comment = (comment && c != '\n') || (c == '#' && !quoted);
        quoted ^= c == '"' && !comment;
        match comment {
            true => plain.extend(std::iter::repeat_n(' ', c.len_utf8())),
            false => plain.push(c),
        }
    }
    plain
}
