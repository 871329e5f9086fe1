//! Verdicts on claims: as JSON, for the terminal, and as tables for a paper or a README.

use std::fmt::Write as _;

use serde_json::{Value, json};
use sprague_claim::{Claim, Judgement, Verdict};
use sprague_rules::write_position;

/// A claim with its judgement.
pub struct Judged<'c> {
    pub claim: &'c Claim,
    pub judgement: &'c Judgement,
}

impl Judged<'_> {
    fn by(&self) -> Option<&str> {
        match &self.judgement.verdict {
            Verdict::Proved { by } => Some(by),
            _ => None,
        }
    }

    /// For which positions the verdict stands.
    pub fn scope(&self) -> String {
        match &self.judgement.verdict {
            Verdict::Proved { .. } => match &self.claim.family {
                Some(family) => format!(
                    "all heaps, every {} within {}..{}",
                    family.name, family.least, family.largest
                ),
                None if self.claim.statement.is_about_listed_positions() => {
                    "the positions listed".to_string()
                }
                None => "all positions".to_string(),
            },
            Verdict::Holds { region, .. } => region.clone(),
            Verdict::Refuted { .. } => "one position".to_string(),
            Verdict::Undecided { .. } => "none".to_string(),
        }
    }

    fn witness(&self) -> Option<String> {
        match &self.judgement.verdict {
            Verdict::Refuted { witness, .. } => Some(write_position(witness)),
            _ => None,
        }
    }

    /// Why it is no more than it is.
    pub fn reason(&self) -> Option<&str> {
        match &self.judgement.verdict {
            Verdict::Proved { .. } => None,
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
            "game": self.claim.ruleset.expression,
            "verdict": self.judgement.verdict.kind().name(),
            "by": self.by(),
            "scope": self.scope(),
            "witness": match &self.judgement.verdict {
                Verdict::Refuted { witness, .. } => Some(witness),
                _ => None,
            },
            "why": self.reason(),
            "states": self.judgement.states,
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
        let states =
            self.judgement.states.map_or(String::new(), |states| format!("{states} states"));
        let mut text = format!("{kind} {seconds:>7.3} s {states:>12}  {}", self.claim.name);
        if let Some(source) = &self.claim.source {
            let _ = write!(text, " ({source})");
        }
        let detail = match &self.judgement.verdict {
            Verdict::Proved { by } => format!("for {}, by {by}", self.scope()),
            Verdict::Holds { region, why } => format!("{region}; not proved: {why}"),
            Verdict::Refuted { witness, shown } => format!("{}: {shown}", write_position(witness)),
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
pub fn markdown(judged: &[Judged]) -> String {
    let mut text =
        "| claim | source | verdict | scope | witness |\n|---|---|---|---|---|\n".to_string();
    for row in judged {
        let cells = cells(row).map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// All verdicts as a LaTeX table.
pub fn latex(judged: &[Judged]) -> String {
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
