//! What the papers state: which of it is proved as it is printed, and which is not, and why.
//!
//! A statement is a number in the source of a claim, `Theorem 5 (1)`, `Lemma 17 (c)`, `(ob3.2)`, a part of it that has claims of
//! its own which say that they are all that is printed, or anything else that says so: a row of a table, a remark. It is told by the claims that have no more
//! than the number there, by those that say how much is printed, and, where it is false, by its repaired form; what is said of
//! its proof, of instances and of what is beyond it stands in the tables of the papers alone.

use std::fmt::Write as _;

use sprague_claim::Expected;
use sprague_claim::claim::Printed;

use super::Entry;
use crate::verdicts::{Judged, cell};

const WORDS: [&str; 4] = ["Theorem ", "Lemma ", "Proposition ", "Corollary "];

/// What is known of a statement.
#[derive(Clone, PartialEq, Eq)]
enum Known {
    AsPrinted,
    /// As printed it is false; its repaired form is proved.
    Repaired,
    /// Proved for fewer cases: it is printed for these.
    Fewer(String),
    /// It is right as far as was looked, or nothing is known.
    Open,
}

impl Known {
    /// Its place among the totals.
    fn place(&self) -> usize {
        match self {
            Known::AsPrinted => 1,
            Known::Repaired => 2,
            Known::Fewer(_) => 3,
            Known::Open => 4,
        }
    }

    fn words(&self) -> String {
        match self {
            Known::AsPrinted => "as printed".into(),
            Known::Repaired => "false as printed, repaired".into(),
            Known::Fewer(printed) => format!("for fewer cases; printed {printed}"),
            Known::Open => "not proved".into(),
        }
    }
}

const HEADING: [&str; 5] =
    ["statements", "as printed", "false, the repaired form is", "for fewer cases", "not proved"];

/// One statement of a paper, and the claims that tell of it.
struct Statement<'e, 'c> {
    label: String,
    claims: Vec<&'e Entry<'c>>,
}

/// The number at the beginning of a source, with the part: `Theorem 5 (1)`, and what follows.
fn number(label: &str) -> Option<(&str, &str)> {
    let digits =
        |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let end = match label.strip_prefix("(ob") {
        Some(rest) => 3 + digits(rest) + 1,
        None => {
            let word = WORDS.iter().find(|word| label.starts_with(**word))?.len();
            let end = word + digits(&label[word..]);
            let part = label[end..].strip_prefix(" (").and_then(|rest| rest.find(')'));
            end + part.map_or(0, |part| part + 3)
        }
    };
    let (number, rest) = label.split_at_checked(end)?;
    (rest.is_empty() || rest.starts_with([',', ' '])).then_some((number, rest))
}

/// The statement that a claim tells of, if it counts.
fn label(entry: &Entry) -> Option<String> {
    let source = entry.source().1;
    match (number(source), &entry.claim.printed) {
        // What is proved in pieces is one statement that is proved for fewer cases.
        (Some((number, _)), Some(Printed::More(_))) => Some(number.to_string()),
        (Some((number, rest)), None) => {
            (rest.is_empty() || rest.starts_with(", repaired")).then(|| number.to_string())
        }
        (_, Some(_)) => Some(source.split(", repaired").next().unwrap_or(source).to_string()),
        (None, None) => None,
    }
}

/// The statements of a paper, in the order of their claims.
fn statements<'e, 'c>(paper: &str, entries: &'e [Entry<'c>]) -> Vec<Statement<'e, 'c>> {
    let mut statements: Vec<Statement> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.source().0 == paper) {
        let Some(label) = label(entry) else { continue };
        match statements.iter_mut().find(|known| known.label == label) {
            Some(known) => known.claims.push(entry),
            None => statements.push(Statement { label, claims: vec![entry] }),
        }
    }
    statements
}

impl Statement<'_, '_> {
    fn known(&self) -> Known {
        let proved = |entry: &&&Entry| entry.verdict() == Some(Expected::Proved);
        let more = self.claims.iter().find_map(|entry| match &entry.claim.printed {
            Some(Printed::More(printed)) => Some(printed.clone()),
            _ => None,
        });
        let (repaired, own): (Vec<&Entry>, Vec<&Entry>) =
            self.claims.iter().partition(|entry| entry.is_repaired());
        let is_false = own.iter().any(|entry| entry.verdict() == Some(Expected::Refuted));
        let all = |claims: &[&Entry]| claims.iter().all(|entry| proved(&entry));
        match (is_false || own.is_empty(), more) {
            (true, _) if !repaired.is_empty() && all(&repaired) => Known::Repaired,
            (false, Some(printed)) if all(&own) => Known::Fewer(printed),
            (false, None) if all(&own) => Known::AsPrinted,
            _ => Known::Open,
        }
    }

    /// For what it is proved, or holds: the scopes of its claims, but for those that are refuted.
    fn scope(&self) -> String {
        let mut scopes: Vec<String> = Vec::new();
        for entry in &self.claims {
            let known = entry.verdict() != Some(Expected::Refuted);
            let scope = entry.judged.as_ref().filter(|_| known).map(Judged::scope);
            scopes.extend(scope.filter(|scope| !scopes.contains(scope)));
        }
        const SHOWN: usize = 3;
        let more = scopes.len().saturating_sub(SHOWN);
        scopes.truncate(SHOWN);
        match more {
            0 => scopes.join("; "),
            more => format!("{}; {more} more", scopes.join("; ")),
        }
    }
}

/// The totals, paper by paper, and every statement with what is known of it, those that are not proved as printed first.
pub(super) fn section(papers: &[&str], entries: &[Entry]) -> String {
    let (mut totals, mut all) = (String::new(), [0; HEADING.len()]);
    let (mut open, mut rows) = (String::new(), String::new());
    for paper in papers {
        let statements = statements(paper, entries);
        if statements.is_empty() {
            continue;
        }
        let mut counts = [statements.len(), 0, 0, 0, 0];
        for statement in &statements {
            let known = statement.known();
            counts[known.place()] += 1;
            let cells = [paper, statement.label.as_str(), &known.words(), &statement.scope()];
            let list = if known.place() >= 3 { &mut open } else { &mut rows };
            let _ = writeln!(list, "| {} |", cells.map(cell).join(" | "));
        }
        all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let counts = counts.map(|count| count.to_string()).join(" | ");
        let _ = writeln!(totals, "| {paper} | {counts} |");
    }
    if all[0] == 0 {
        return String::new();
    }
    let mut text = String::from("\n## Theorems, lemmas, propositions, corollaries\n\n");
    text += "Every statement counts once. Parts with claims of their own count singly, and so does what a table or a remark states for all of its cases. *As printed* is proved at the generality of the paper.\n\n";
    let _ = writeln!(text, "| paper | {} |", HEADING.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(HEADING.len()));
    text += &totals;
    let _ = writeln!(text, "| all | {} |", all.map(|count| count.to_string()).join(" | "));
    text += "\n| paper | statement | proved | scope |\n|---|---|---|---|\n";
    text += &open;
    text += &rows;
    text
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_stand_at_the_beginning() {
        assert_eq!(number("Theorem 5 (1), proof"), Some(("Theorem 5 (1)", ", proof")));
        assert_eq!(number("Lemma 4.17 (b)"), Some(("Lemma 4.17 (b)", "")));
        assert_eq!(number("Theorem 13"), Some(("Theorem 13", "")));
        assert_eq!(number("(ob3.2)"), Some(("(ob3.2)", "")));
        assert_eq!(number("(ob3.2), repaired"), Some(("(ob3.2)", ", repaired")));
        assert_eq!(number("Section 4"), None);
        assert_eq!(number("proof of Theorem 4.11"), None);
        assert_eq!(number("(ob"), None);
    }
}
