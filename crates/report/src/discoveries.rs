//! What was found out about a ruleset: a pattern, proved or guessed; two rulesets compared; repairs of a claim; a sharp
//! constant.

use std::fmt::Write as _;

use serde::Serialize;
use sprague_discover::{Comparison, Discovery, Known, Repair, Subject, Threshold, Wish};
use sprague_rules::write_position;

use crate::structure::StructureData;

/// The answer of `sprague discover`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Discover"))]
pub struct DiscoverReport {
    /// The ruleset.
    pub ruleset: String,
    /// The positions that were asked about, in words.
    pub positions: String,
    /// The names of a position's numbers, in the order in which formulas use them.
    pub names: Vec<String>,
    /// What was asked: `outcomes` or `nim-values`.
    pub of: &'static str,
    /// `proved` for all positions, or `undecided`.
    pub verdict: &'static str,
    /// Which positions are P, or the nim-value, as a claim takes it; null if nothing is proved, or no formula is short enough.
    pub formula: Option<String>,
    /// The formula, or the guess, in LaTeX.
    pub latex: Option<String>,
    /// The cases of the formula, or of the guess.
    pub cases: Option<usize>,
    /// The claim that was proved, as `sprague prove` reads it.
    pub claim: Option<String>,
    /// States of the automaton that was proved, or guessed.
    pub states: Option<usize>,
    /// Where outcomes repeat: from where on, for each coordinate (the smallest pile and what each next one has more; or the counts).
    pub thresholds: Option<Vec<u64>>,
    /// With which periods.
    pub periods: Option<Vec<u64>>,
    /// How it was found.
    pub by: Option<String>,
    /// Has the independent checker accepted the certificate? Null where there is nothing to check.
    pub checked: Option<bool>,
    /// What fits the small positions, and is not proved: a formula, or an automaton in words.
    pub guess: Option<String>,
    /// The largest pile, or count, of the positions that the guess was found to be right about.
    pub holds_to: Option<u32>,
    /// The first position about which the guess is wrong.
    pub fails_at: Option<Vec<u32>>,
    /// What is known of parts.
    pub parts: Vec<PartLine>,
    /// What the terms of one heap show, where nothing is proved: evidence; null elsewhere, or where they show nothing.
    pub structure: Option<StructureData>,
    /// Why nothing is proved, or not checked; of what is proved, why there is no formula.
    pub why: Option<String>,
}

/// What is known of a part of the positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartLine {
    /// Which part.
    pub part: String,
    /// `proved`, or `evidence`: seen in a table and no further.
    pub verdict: &'static str,
    /// What is so there.
    pub formula: String,
}

impl DiscoverReport {
    /// What was found out about a subject.
    pub fn new(subject: &Subject, wish: Wish, shown: &str, found: &Discovery) -> DiscoverReport {
        let proved = found.is_proved();
        let (checked, why) = match &found.known {
            Known::Proved(_) => (Some(true), found.wordless.map(|why| why.to_string())),
            Known::Unchecked { why, .. } => (Some(false), Some(why.clone())),
            Known::Undecided { why } => (None, Some(why.clone())),
        };
        let guess = match (&found.formula, found.states) {
            _ if proved => None,
            (Some(formula), _) => Some(formula.clone()),
            (None, Some(states)) => Some(format!("an automaton with {states} states")),
            (None, None) => None,
        };
        let repeats = found.repeats.as_ref();
        let part = |part: &sprague_discover::Part| PartLine {
            part: part.part.clone(),
            verdict: part.verdict,
            formula: part.formula.clone(),
        };
        DiscoverReport {
            ruleset: shown.to_string(),
            positions: found.scope.clone().unwrap_or_else(|| subject.words()),
            names: subject.names(),
            of: match wish {
                Wish::Outcomes => "outcomes",
                Wish::NimValues => "nim-values",
            },
            verdict: if proved { "proved" } else { "undecided" },
            formula: found.formula.clone().filter(|_| proved),
            latex: found.latex.clone(),
            cases: found.cases,
            claim: found.claim.clone().filter(|_| proved),
            states: found.states,
            thresholds: repeats.map(|shape| shape.thresholds.clone()),
            periods: repeats.map(|shape| shape.periods.clone()),
            by: found.by.clone(),
            checked,
            guess,
            holds_to: found.holds_to,
            fails_at: found.fails_at.clone(),
            parts: found.parts.iter().map(part).collect(),
            structure: found.structure.as_ref().map(StructureData::from),
            why,
        }
    }

    /// A few lines for a person.
    pub fn text(&self) -> String {
        let mut text = format!("{} on {}", self.ruleset, self.positions);
        let is = if self.of == "outcomes" { "P iff" } else { "nim-value =" };
        let said = |formula: &str| match formula.strip_prefix("regular ") {
            Some(rest) => format!("the nim-values are regular {rest}"),
            None => format!("{is} {}", in_lines(formula)),
        };
        let by = self.by.as_deref().unwrap_or("");
        let size = match (self.states, &self.thresholds, &self.periods) {
            (Some(states), ..) => format!(", {states} states"),
            (_, Some(from), Some(periods)) => {
                format!(", repeating from {from:?} on with periods {periods:?}")
            }
            _ => String::new(),
        };
        match (self.verdict, &self.formula) {
            ("proved", formula) => {
                let checked = match self.checked {
                    Some(true) => "proved for all positions, checked",
                    _ => "a proof was found, which was not checked to the end",
                };
                let _ = writeln!(text, ": {checked} ({by}{size})");
                match formula {
                    Some(formula) => {
                        let _ = writeln!(text, "  {}", said(formula));
                    }
                    None => text += "  the certificate has the pattern itself\n",
                }
            }
            _ => text += ": undecided\n",
        }
        if let Some(why) = &self.why {
            let _ = writeln!(text, "  {why}");
        }
        if let Some(guess) = &self.guess {
            let _ = writeln!(
                text,
                "a guess, not proved:\n  {}",
                match self.states {
                    Some(_) if guess.starts_with("an automaton") => guess.clone(),
                    _ => said(guess),
                }
            );
            match (&self.fails_at, self.holds_to) {
                (Some(at), _) => {
                    let _ = writeln!(text, "  it is wrong about {}", write_position(at));
                }
                (None, Some(to)) => {
                    let _ = writeln!(text, "  it is right about what was looked at, up to {to}");
                }
                _ => {}
            }
        }
        if !self.parts.is_empty() {
            text += "known of parts:\n";
        }
        for PartLine { part, verdict, formula } in &self.parts {
            let formula = match formula.strip_prefix("regular ") {
                _ if self.guess.as_ref() == Some(formula) => "as guessed".into(),
                Some(rest) => format!("the nim-values are regular {rest}"),
                None if formula.starts_with("P iff") => formula.clone(),
                None => format!("P iff {formula}"),
            };
            let _ = writeln!(text, "  {part}: {formula} ({verdict})");
        }
        if let Some(structure) = &self.structure {
            text += &structure.text();
        }
        text
    }
}

/// A formula with a line for each of its cases; those in parentheses stand further in.
fn in_lines(formula: &str) -> String {
    let mut lines = String::new();
    let mut depth = 0;
    for (place, part) in formula.split(" or ").enumerate() {
        if place > 0 {
            lines += if depth > 0 { "\n            or " } else { "\n      or " };
        }
        lines += part;
        depth += part.matches('(').count();
        depth = depth.saturating_sub(part.matches(')').count());
    }
    lines
}

/// The answer of `sprague compare`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Compare"))]
pub struct CompareReport {
    /// The two rulesets.
    pub rulesets: [String; 2],
    /// The positions on which they were compared, in words.
    pub positions: String,
    /// What was compared: `outcomes` or `nim-values`.
    pub of: &'static str,
    /// They are the same: `proved`, `holds` as far as was looked, `refuted`, `undecided`.
    pub verdict: &'static str,
    /// The P-positions, or the nim-value, of both, where it is proved.
    pub formula: Option<String>,
    /// The first position at which they differ.
    pub witness: Option<Vec<u32>>,
    /// Has the independent checker accepted it? Null where there is nothing to check.
    pub checked: Option<bool>,
    /// What is so at the position; where they agree; why nothing is proved.
    pub why: Option<String>,
}

impl CompareReport {
    /// What is known of two rulesets.
    pub fn new(
        rulesets: [String; 2],
        subject: &Subject,
        wish: Wish,
        found: &Comparison,
    ) -> CompareReport {
        let mut report = CompareReport {
            rulesets,
            positions: subject.words(),
            of: match wish {
                Wish::Outcomes => "outcomes",
                Wish::NimValues => "nim-values",
            },
            verdict: "undecided",
            formula: None,
            witness: None,
            checked: None,
            why: None,
        };
        match found {
            Comparison::Proved { formula, .. } => {
                report.verdict = "proved";
                (report.formula, report.checked) = (formula.clone(), Some(true));
            }
            Comparison::Refuted { witness, shown, checked } => {
                report.verdict = "refuted";
                (report.witness, report.checked) = (Some(witness.clone()), Some(*checked));
                report.why = Some(shown.clone());
            }
            Comparison::Holds { region, why } => {
                report.verdict = "holds";
                report.why = Some(format!("{region}; not proved: {why}"));
            }
            Comparison::Undecided { why } => report.why = Some(why.clone()),
        }
        report
    }

    /// A line or two for a person.
    pub fn text(&self) -> String {
        let [one, two] = &self.rulesets;
        let (of, on) = (self.of, &self.positions);
        let why = self.why.as_deref().unwrap_or("");
        match self.verdict {
            "proved" => {
                let is = if of == "outcomes" { "P iff" } else { "nim-value =" };
                let same = format!("{one} and {two} have the same {of} on {on}: proved");
                match &self.formula {
                    Some(formula) => {
                        format!("{same}, both checked\n  {is} {}\n", in_lines(formula))
                    }
                    None => format!("{same}, checked; no formula was found that is short enough\n"),
                }
            }
            "refuted" => {
                let at = self.witness.as_deref().map(write_position).unwrap_or_default();
                format!("{one} and {two} differ on {on}, first at {at}: {why}\n")
            }
            "holds" => {
                format!("{one} and {two} have the same {of} on {on} as far as was looked: {why}\n")
            }
            _ => format!("{one} and {two} on {on}: undecided: {why}\n"),
        }
    }
}

/// The answer of `sprague repair`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Repair"))]
pub struct RepairReport {
    /// The claim.
    pub claim: String,
    /// Changes of it that hold, the most plausible first.
    pub repairs: Vec<RepairLine>,
}

/// A changed claim that holds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepairLine {
    /// The clause that was changed.
    pub text: String,
    /// What was changed.
    pub change: String,
    /// `proved`, or `holds` as far as was looked.
    pub verdict: &'static str,
    /// Has the independent checker accepted the proof?
    pub checked: bool,
    /// The whole changed claim.
    pub claim: String,
}

impl RepairReport {
    /// The repairs of a claim.
    pub fn new(claim: &str, repairs: &[Repair]) -> RepairReport {
        let line = |repair: &Repair| RepairLine {
            text: repair.text.clone(),
            change: repair.change.clone(),
            verdict: repair.verdict,
            checked: repair.checked,
            claim: repair.claim.clone(),
        };
        RepairReport { claim: claim.to_string(), repairs: repairs.iter().map(line).collect() }
    }

    /// One line a repair, for a person.
    pub fn text(&self) -> String {
        if self.repairs.is_empty() {
            return format!("{}: no small change that was tried holds\n", self.claim);
        }
        let mut text = format!("{}:\n", self.claim);
        for RepairLine { text: clause, change, verdict, .. } in &self.repairs {
            let _ = writeln!(text, "  {verdict}: {clause}\n    ({change})");
        }
        text
    }
}

/// The answer of `sprague threshold`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Threshold"))]
pub struct ThresholdReport {
    /// The name that stands for the number.
    pub name: String,
    /// The least number for which the claim is not refuted.
    pub t: u32,
    /// What is known of the claim there: `proved`, or `holds` as far as was looked.
    pub verdict: &'static str,
    /// Has the independent checker accepted the proof?
    pub checked: bool,
    /// The position that refutes the claim for the number just below; null, if the number is 0.
    pub below: Option<Vec<u32>>,
    /// What is so there.
    pub shown: Option<String>,
    /// The claim with the number in it.
    pub claim: String,
}

impl ThresholdReport {
    /// The constant of a claim.
    pub fn new(name: &str, found: &Threshold) -> ThresholdReport {
        let Threshold { t, verdict, checked, below, shown, claim } = found.clone();
        ThresholdReport { name: name.to_string(), t, verdict, checked, below, shown, claim }
    }

    /// A line or two for a person.
    pub fn text(&self) -> String {
        let ThresholdReport { name, t, verdict, below, shown, .. } = self;
        let mut text = format!("{name} = {t}: {verdict}\n");
        if let (Some(at), Some(shown)) = (below, shown) {
            let _ =
                writeln!(text, "{name} = {}: refuted at {}: {shown}", t - 1, write_position(at));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn cases_have_lines_and_exceptions_stand_further_in() {
        let shown = super::in_lines("even(a) and not (a = 2 or a >= 8) or (a + b) mod 3 = 1");
        let lines =
            ["even(a) and not (a = 2", "            or a >= 8)", "      or (a + b) mod 3 = 1"];
        assert_eq!(shown, lines.join("\n"));
    }
}
