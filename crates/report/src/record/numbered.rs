//! The numbered statements of the papers: which are proved as they are printed, and which are not, and why.
//!
//! A statement is its number in the source of a claim, `Theorem 5 (1)`, `Lemma 17 (c)`, `(ob3.2)`. It is told by the claims that have no more
//! than the number there, by those that say how much is printed, and, where it is false, by its repaired form; what is said of
//! its proof, of instances and of what is beyond it stands in the tables of the papers alone.

use std::fmt::Write as _;

use sprague_claim::Expected;
use sprague_claim::claim::Printed;

use super::Entry;
use crate::verdicts::cell;

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

const HEADING: [&str; 5] =
    ["numbered", "as printed", "false, the repaired form is", "for fewer cases", "not proved"];

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

fn known(of: &[(&str, &Entry)]) -> Known {
    let proved = |entry: &Entry| entry.verdict() == Some(Expected::Proved);
    let more = of.iter().find_map(|(_, entry)| match &entry.claim.printed {
        Some(Printed::More(printed)) => Some(printed.clone()),
        _ => None,
    });
    let own = |rest: &str| !rest.contains("repaired");
    let as_printed = of.iter().filter(|(rest, _)| own(rest)).map(|(_, entry)| *entry);
    let repaired = of.iter().filter(|(rest, _)| !own(rest)).map(|(_, entry)| *entry);
    let (as_printed, repaired): (Vec<&Entry>, Vec<&Entry>) =
        (as_printed.collect(), repaired.collect());
    let false_ones = as_printed.iter().any(|entry| entry.verdict() == Some(Expected::Refuted));
    match (false_ones, more) {
        (true, _) if !repaired.is_empty() && repaired.iter().all(|e| proved(e)) => Known::Repaired,
        (false, Some(printed)) if as_printed.iter().all(|e| proved(e)) => Known::Fewer(printed),
        (false, None) if as_printed.iter().all(|e| proved(e)) => Known::AsPrinted,
        _ => Known::Open,
    }
}

/// The totals, paper by paper, and those that are not proved as printed.
pub(super) fn section(papers: &[&str], entries: &[Entry]) -> String {
    let (mut rows, mut rest, mut all) = (String::new(), String::new(), [0; HEADING.len()]);
    for paper in papers {
        let mut statements: Vec<(&str, Vec<(&str, &Entry)>)> = Vec::new();
        for entry in entries.iter().filter(|entry| entry.source().0 == *paper) {
            let Some((number, after)) = number(entry.source().1) else { continue };
            if !after.is_empty()
                && !after.starts_with(", repaired")
                && entry.claim.printed.is_none()
            {
                continue;
            }
            match statements.iter_mut().find(|(known, _)| *known == number) {
                Some((_, claims)) => claims.push((after, entry)),
                None => statements.push((number, vec![(after, entry)])),
            }
        }
        if statements.is_empty() {
            continue;
        }
        let mut counts = [statements.len(), 0, 0, 0, 0];
        for (number, claims) in &statements {
            let (place, why) = match known(claims) {
                Known::AsPrinted => (1, None),
                Known::Repaired => (2, None),
                Known::Fewer(printed) => {
                    (3, Some(format!("proved for fewer cases; printed {printed}")))
                }
                Known::Open => (4, Some("not proved".to_string())),
            };
            counts[place] += 1;
            if let Some(why) = why {
                let _ = writeln!(rest, "| {paper} | {} | {} |", cell(number), cell(&why));
            }
        }
        all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let _ =
            writeln!(rows, "| {paper} | {} |", counts.map(|count| count.to_string()).join(" | "));
    }
    if all[0] == 0 {
        return String::new();
    }
    let mut text = String::from("\n## Theorems, lemmas, propositions, corollaries\n\n");
    text += "Each counts once, a part with a number of its own by itself. *As printed* is proved at the generality of the paper.\n\n";
    let _ = writeln!(text, "| paper | {} |", HEADING.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(HEADING.len()));
    text += &rows;
    let _ = writeln!(text, "| all | {} |", all.map(|count| count.to_string()).join(" | "));
    if !rest.is_empty() {
        text += "\n| paper | not proved as printed | what is known |\n|---|---|---|\n";
        text += &rest;
    }
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
