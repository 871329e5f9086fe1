//! Verdicts on claims: as JSON, for the terminal, and as tables for a paper or a README.

use std::fmt::Write as _;

use serde_json::{Value, json};
use sprague_claim::Claim;
use sprague_prove::{Judgement, Verdict, Witness};

/// A claim with its judgement.
pub struct Judged<'c> {
    pub claim: &'c Claim,
    pub judgement: &'c Judgement,
}

impl Judged<'_> {
    fn by(&self) -> Option<&str> {
        self.judgement.by
    }

    /// Has the checker accepted the proof or the counterexample? None, where there is nothing to check.
    pub fn checked(&self) -> Option<bool> {
        match &self.judgement.verdict {
            Verdict::Proved(_) => Some(true),
            Verdict::Unchecked { .. } => Some(false),
            Verdict::Refuted { accepted, .. } => Some(accepted.is_some()),
            Verdict::Holds { .. } | Verdict::Undecided { .. } => None,
        }
    }

    /// For which positions the verdict stands.
    pub fn scope(&self) -> String {
        match &self.judgement.verdict {
            Verdict::Proved(_) | Verdict::Unchecked { .. } => self.claim.scope(),
            Verdict::Holds { region, .. } => region.clone(),
            Verdict::Refuted { .. } => "one position".to_string(),
            Verdict::Undecided { .. } => "none".to_string(),
        }
    }

    /// Where it fails.
    pub fn witness(&self) -> Option<String> {
        match &self.judgement.verdict {
            Verdict::Refuted { witness, .. } => Some(witness.to_string()),
            _ => None,
        }
    }

    /// Why it is no more than it is.
    pub fn reason(&self) -> Option<&str> {
        match &self.judgement.verdict {
            Verdict::Proved(_) | Verdict::Unchecked { .. } => None,
            Verdict::Holds { why, .. } | Verdict::Undecided { why } => Some(why),
            Verdict::Refuted { shown, .. } => Some(shown),
        }
    }

    pub fn is_expected(&self) -> bool {
        self.judgement.is_expected(self.claim)
    }

    /// The JSON object of the command-line contract.
    pub fn json(&self) -> Value {
        json!({
            "claim": self.claim.name,
            "from": self.claim.source,
            "game": self.claim.ruleset().expression,
            "verdict": self.judgement.verdict.kind().name(),
            "by": self.by(),
            "checked": self.checked(),
            "scope": self.scope(),
            "witness": match &self.judgement.verdict {
                Verdict::Refuted { witness: Witness::Piles(piles), .. } => json!(piles),
                Verdict::Refuted { witness: Witness::Written(text), .. } => json!(text),
                _ => Value::Null,
            },
            "why": self.reason(),
            "states": self.judgement.trace.states,
            "points": self.judgement.trace.points,
            "seconds": self.judgement.time.as_secs_f64(),
            "expected": self.claim.expected.map(|expected| expected.name()),
            "ok": self.is_expected(),
        })
    }

    /// One line or two for the terminal, with colours if `styled`.
    pub fn text(&self, styled: bool) -> String {
        let kind = self.judgement.verdict.kind().name();
        let colour = match kind {
            "proved" => "\u{1b}[32m",
            "refuted" => "\u{1b}[31m",
            "holds" => "\u{1b}[33m",
            _ => "\u{1b}[35m",
        };
        let padded = format!("{kind:<9}");
        let kind = if styled { format!("{colour}{padded}\u{1b}[0m") } else { padded };
        let seconds = self.judgement.time.as_secs_f64();
        let states = match (self.judgement.trace.states, self.judgement.trace.points) {
            (Some(states), _) => format!("{states} states"),
            (None, Some(points)) => format!("{points} points"),
            (None, None) => String::new(),
        };
        let mut text = format!("{kind} {seconds:>7.3} s {states:>12}  {}", self.claim.name);
        if let Some(source) = &self.claim.source {
            let _ = write!(text, " ({source})");
        }
        let detail = match &self.judgement.verdict {
            Verdict::Proved(_) | Verdict::Unchecked { .. } => {
                let by = self.by().map_or(String::new(), |by| format!(", by {by}"));
                format!("for {}{by}", self.scope())
            }
            Verdict::Holds { region, why } => format!("{region}; not proved: {why}"),
            Verdict::Refuted { witness, shown, .. } => format!("{witness}: {shown}"),
            Verdict::Undecided { why } => why.clone(),
        };
        let _ = write!(text, "\n{:>35}{detail}", "");
        if !self.is_expected()
            && let Some(expected) = self.claim.expected
        {
            let _ = write!(text, "\n{:>35}its file expects: {}", "", expected.name());
        }
        text
    }
}

/// All verdicts as a table in Markdown.
pub fn markdown(judged: &[&Judged]) -> String {
    let mut text =
        "| claim | source | verdict | scope | witness |\n|---|---|---|---|---|\n".to_string();
    for row in judged {
        let cells = cells(row).map(|text| cell(&text));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// A text as a cell of a table in Markdown.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*")
}

/// All verdicts as a LaTeX table.
pub fn latex(judged: &[&Judged]) -> String {
    let mut text =
        "\\begin{tabular}{lllll}\nclaim & source & verdict & scope & witness \\\\ \\hline\n"
            .to_string();
    for row in judged {
        let cells = cells(row).map(|cell| escaped(&cell));
        let _ = writeln!(text, "{} \\\\", cells.join(" & "));
    }
    text + "\\end{tabular}\n"
}

fn cells(row: &Judged) -> [String; 5] {
    [
        row.claim.name.clone(),
        row.claim.source.clone().unwrap_or_default(),
        row.judgement.verdict.kind().name().to_string(),
        row.scope(),
        row.witness().unwrap_or_default(),
    ]
}

/// Text in which LaTeX sees nothing special.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\^{}"),
            '~' => out.push_str("\\~{}"),
            '<' | '>' => {
                out.push('$');
                out.push(c);
                out.push('$');
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_claim::parse_claims;
    use sprague_prove::{Task, judge};

    #[test]
    fn witnesses_on_graphs_are_written_as_the_command_line_reads_them() {
        let text =
            "claim \"it\"\ngame wyg-free\ngraph P(n) chips=2^(n-1),1 for n in 2..6\nN if always";
        let claims = parse_claims("it.claim", text).unwrap();
        let judgement = judge(&claims[0], &Task::default());
        let row = Judged { claim: &claims[0], judgement: &judgement };
        assert_eq!(row.json()["witness"], "P(5) chips=2,2,2,2,1");
        assert_eq!(row.json()["game"], "wyg-free");
        assert!(row.text(false).contains("P(5) chips=2,2,2,2,1: it is P: no move wins"));
        let rows = [&row];
        assert!(
            markdown(&rows).contains("| it |  | refuted | one position | P(5) chips=2,2,2,2,1 |")
        );
        assert!(latex(&rows).contains("P(5) chips=2,2,2,2,1 \\\\"));
        let text = "claim \"it\"\ngame wyg\ngraph K(n) chips=1 for n >= 1\nP iff n mod 3 = 1";
        let claims = parse_claims("it.claim", text).unwrap();
        let judgement = judge(&claims[0], &Task::default());
        let row = Judged { claim: &claims[0], judgement: &judgement };
        assert_eq!(row.scope(), "K(n) chips=1 for n >= 1");
        assert_eq!(row.json()["by"], "periodicity");
    }
}
