//! Verdicts on claims: as JSON, for the terminal, and as tables for a paper or a README.

use std::fmt::Write as _;

use serde::Serialize;
use sprague_claim::claim::Printed;
use sprague_claim::{Claim, Expected};
use sprague_prove::{Judgement, Verdict, Witness};

/// A claim with its judgement.
pub struct Judged<'c> {
    /// The claim.
    pub claim: &'c Claim,
    /// What is known of it, and how that was found.
    pub judgement: &'c Judgement,
}

/// The verdict on one claim.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerdictLine<'l> {
    /// The title of the claim.
    pub claim: &'l str,
    /// Where the statement comes from: the paper, and its number there.
    pub from: Option<&'l str>,
    /// The ruleset that the claim speaks of.
    pub game: &'l str,
    /// What became of the claim.
    pub verdict: VerdictWord,
    /// The method that found it; null if there is neither a proof nor a counterexample.
    pub by: Option<&'l str>,
    /// Has the independent checker accepted the proof or the counterexample? Null where there is nothing to check.
    pub checked: Option<bool>,
    /// For which positions the verdict stands, in words.
    pub scope: String,
    /// Is what is judged all that its source prints? Null if the file does not say.
    pub as_printed: Option<bool>,
    /// The counterexample; null unless the claim is refuted.
    pub witness: Option<WitnessData<'l>>,
    /// Why the verdict is no more than it is, or how the counterexample shows it.
    pub why: Option<&'l str>,
    /// States of the largest automaton of the proof.
    pub states: Option<usize>,
    /// Points of the box on which the proof was found.
    pub points: Option<usize>,
    /// How long the text of the certificate is.
    pub certificate_bytes: Option<usize>,
    /// How long it took to find, in seconds; null in parts of a large job.
    pub seconds: Option<f64>,
    /// How long it took to check, in seconds; null where there is nothing to check, and in parts of a large job.
    pub check_seconds: Option<f64>,
    /// The verdict that the file expects.
    pub expected: Option<VerdictWord>,
    /// Is the verdict the expected one? True where nothing is expected.
    pub ok: bool,
    /// With `--certificates`: the file of the certificate in that folder, or null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Option<&'l str>>,
}

/// What may become of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum VerdictWord {
    /// For all positions that the claim speaks of.
    Proved,
    /// On a region, and no counterexample is known.
    Holds,
    /// There is a counterexample.
    Refuted,
    /// Nothing is known.
    Undecided,
}

impl VerdictWord {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            VerdictWord::Proved => "proved",
            VerdictWord::Holds => "holds",
            VerdictWord::Refuted => "refuted",
            VerdictWord::Undecided => "undecided",
        }
    }
}

impl From<Expected> for VerdictWord {
    fn from(word: Expected) -> VerdictWord {
        match word {
            Expected::Proved => VerdictWord::Proved,
            Expected::Holds => VerdictWord::Holds,
            Expected::Refuted => VerdictWord::Refuted,
            Expected::Undecided => VerdictWord::Undecided,
        }
    }
}

/// A counterexample: piles or a heap, as numbers; or any other position, as the command line reads it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WitnessData<'l> {
    /// The sizes of the piles.
    Piles(&'l [u32]),
    /// As the command line reads it.
    Written(&'l str),
}

impl Judged<'_> {
    fn by(&self) -> Option<&str> {
        self.judgement
            .trace
            .how
            .as_deref()
            .filter(|_| self.judgement.by.is_some())
            .or(self.judgement.by)
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

    /// The verdict in a word or two: a proof that the checker has not accepted says so.
    pub fn verdict(&self) -> &'static str {
        match &self.judgement.verdict {
            Verdict::Unchecked { .. } => "proved, unchecked",
            Verdict::Refuted { accepted: None, .. } => "refuted, unchecked",
            verdict => verdict.kind().name(),
        }
    }

    /// Is what is judged all that its source prints? None, if the file does not say.
    pub fn as_printed(&self) -> Option<bool> {
        self.claim.printed.as_ref().map(|printed| *printed == Printed::Whole)
    }

    /// The length of the certificate's text.
    pub fn certificate_bytes(&self) -> Option<usize> {
        let accepted = self.judgement.verdict.accepted()?;
        Some(accepted.certificate().write().len())
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
            Verdict::Proved(_) => None,
            Verdict::Unchecked { why, .. } => Some(why),
            Verdict::Holds { why, .. } | Verdict::Undecided { why } => Some(why),
            Verdict::Refuted { shown, .. } => Some(shown),
        }
    }

    /// Is the verdict the one that the claim's file expects?
    pub fn is_expected(&self) -> bool {
        self.judgement.is_expected(self.claim)
    }

    /// The verdict as data; with the file of its certificate, where certificates are kept: none, if it has none.
    pub fn line<'l>(&'l self, certificate: Option<Option<&'l str>>) -> VerdictLine<'l> {
        VerdictLine {
            claim: &self.claim.name,
            from: self.claim.source.as_deref(),
            game: &self.claim.ruleset().expression,
            verdict: self.judgement.verdict.kind().into(),
            by: self.by(),
            checked: self.checked(),
            scope: self.scope(),
            as_printed: self.as_printed(),
            witness: match &self.judgement.verdict {
                Verdict::Refuted { witness: Witness::Piles(piles), .. } => {
                    Some(WitnessData::Piles(piles))
                }
                Verdict::Refuted { witness: Witness::Written(text), .. } => {
                    Some(WitnessData::Written(text))
                }
                _ => None,
            },
            why: self.reason(),
            states: self.judgement.trace.states,
            points: self.judgement.trace.points,
            certificate_bytes: self.certificate_bytes(),
            seconds: Some(self.judgement.time.as_secs_f64()),
            check_seconds: self.checked().map(|_| self.judgement.checking.as_secs_f64()),
            expected: self.claim.expected.map(VerdictWord::from),
            ok: self.is_expected(),
            certificate,
        }
    }

    /// The same without times: whoever judges the claim anew comes to the same line.
    pub fn timeless_line<'l>(&'l self, certificate: Option<Option<&'l str>>) -> VerdictLine<'l> {
        VerdictLine { seconds: None, check_seconds: None, ..self.line(certificate) }
    }

    /// Some lines for the terminal, with colours if `styled`, and how it came about if `verbose`.
    pub fn text(&self, styled: bool, verbose: bool) -> String {
        let kind = self.judgement.verdict.kind();
        let colour = match kind {
            Expected::Proved => "\u{1b}[32m",
            Expected::Refuted => "\u{1b}[31m",
            Expected::Holds => "\u{1b}[33m",
            Expected::Undecided => "\u{1b}[35m",
        };
        let padded = format!("{:<9}", self.verdict());
        let kind = if styled { format!("{colour}{padded}\u{1b}[0m") } else { padded };
        let seconds = self.judgement.time.as_secs_f64();
        let size = self.size().unwrap_or_default();
        let mut text = format!("{kind} {seconds:>7.3} s {size:>12}  {}", self.claim.name);
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
        let mut lines = vec![detail];
        if let Verdict::Unchecked { why, .. } = &self.judgement.verdict {
            lines.push(format!("not checked: {why}"));
        }
        lines.extend(verbose.then(|| self.course()).flatten());
        if !self.is_expected()
            && let Some(expected) = self.claim.expected
        {
            lines.push(format!("its file expects: {}", expected.name()));
        }
        for line in lines {
            let _ = write!(text, "\n{:>35}{line}", "");
        }
        text
    }

    /// How large the proof is.
    fn size(&self) -> Option<String> {
        let trace = &self.judgement.trace;
        let states = trace.states.map(|states| format!("{states} states"));
        states.or_else(|| trace.points.map(|points| format!("{points} points")))
    }

    /// How long it took to find and to check, and how large the certificate is.
    fn course(&self) -> Option<String> {
        let size = self.size().map_or(String::new(), |size| format!("{size}; "));
        let found = format!("{size}found in {:.3} s", self.judgement.time.as_secs_f64());
        match (self.checked()?, self.certificate_bytes()) {
            (true, Some(bytes)) => {
                let checking = self.judgement.checking.as_secs_f64();
                Some(format!("{found}; certificate of {bytes} bytes, checked in {checking:.3} s"))
            }
            _ => Some(format!("{found}; not checked")),
        }
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
        row.verdict().to_string(),
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
        let line = serde_json::to_value(row.line(None)).unwrap();
        assert_eq!(line["witness"], "P(5) chips=2,2,2,2,1");
        assert_eq!(line["game"], "wyg-free");
        assert!(row.text(false, false).contains("P(5) chips=2,2,2,2,1: it is P: no move wins"));
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
        assert_eq!(row.line(None).by, Some("periodicity"));
    }
}
