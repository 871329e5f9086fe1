//! A survey: the rulesets of a grid, a row each; as text, as JSON, as a file of columns.

use std::io::Write;

use serde::{Deserialize, Serialize};
use sprague_columns::{Column, Field, Kind, Table};
use sprague_discover::{Asked, Known, Surveyed};

/// A line of `sprague survey`: one ruleset of a grid.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Survey"))]
pub struct SurveyLine {
    /// The rule in one line.
    pub rule: String,
    /// In misère play?
    pub misere: bool,
    /// How many piles.
    pub piles: usize,
    /// `proved`, `undecided`, or `refused`: it is no ruleset.
    pub verdict: String,
    /// Has the independent checker accepted the proof?
    pub checked: bool,
    /// Which positions are P, where it is proved and a formula is short enough.
    pub formula: Option<String>,
    /// The cases of the formula.
    pub cases: Option<usize>,
    /// States of the automaton.
    pub states: Option<usize>,
    /// How it was found.
    pub by: Option<String>,
    /// Why it is not solved.
    pub why: Option<String>,
}

impl From<Surveyed> for SurveyLine {
    fn from(row: Surveyed) -> SurveyLine {
        let Surveyed { asked: Asked { rule, misere, piles }, found } = row;
        let mut line = SurveyLine {
            rule,
            misere,
            piles,
            verdict: "refused".into(),
            checked: false,
            formula: None,
            cases: None,
            states: None,
            by: None,
            why: None,
        };
        let found = match found {
            Ok(found) => found,
            Err(why) => return SurveyLine { why: Some(why), ..line },
        };
        match found.known {
            Known::Proved(_) => {
                (line.verdict, line.checked) = ("proved".into(), true);
                line.why = found.wordless.map(|why| why.to_string());
            }
            Known::Unchecked { why, .. } => (line.verdict, line.why) = ("proved".into(), Some(why)),
            Known::Undecided { why } => (line.verdict, line.why) = ("undecided".into(), Some(why)),
        }
        if line.verdict == "proved" {
            (line.formula, line.cases, line.states) = (found.formula, found.cases, found.states);
            line.by = found.by.clone();
        }
        line
    }
}

/// The rows that a text of lines of JSON holds. A last line that was cut off is no row; how many bytes there are before it.
pub fn read_rows(text: &str) -> Result<(Vec<SurveyLine>, usize), String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let row = |(place, line): (usize, &str)| {
        let refused = |e| format!("line {} is no row of a survey: {e}", place + 1);
        serde_json::from_str(line).map_err(refused)
    };
    let rows: Result<Vec<SurveyLine>, String> = whole.lines().enumerate().map(row).collect();
    Ok((rows?, whole.len()))
}

/// What was asked and is not among the rows.
pub fn missing(asked: Vec<Asked>, rows: &[SurveyLine]) -> Vec<Asked> {
    let is_row = |one: &Asked| {
        let same = |row: &SurveyLine| {
            (&row.rule, row.misere, row.piles) == (&one.rule, one.misere, one.piles)
        };
        rows.iter().any(same)
    };
    asked.into_iter().filter(|one| !is_row(one)).collect()
}

impl SurveyLine {
    /// A line or two for a person.
    pub fn text(&self) -> String {
        let misere = if self.misere { "misere " } else { "" };
        let what = match (&self.formula, &self.why) {
            (Some(formula), _) => format!("P iff {formula}"),
            (None, Some(why)) => match self.states {
                Some(states) => format!("{states} states; {why}"),
                None => why.clone(),
            },
            (None, None) => self.states.map_or(String::new(), |states| format!("{states} states")),
        };
        let unchecked = self.verdict == "proved" && !self.checked;
        let not_checked = if unchecked { ", not checked to the end" } else { "" };
        format!("{}{not_checked}: {misere}{}\n  {what}\n", self.verdict, self.rule)
    }
}

/// The columns of a file of rows. A text that is missing is empty.
const COLUMNS: [Column; 10] = [
    ("rule", Kind::Text),
    ("misere", Kind::Number),
    ("piles", Kind::Number),
    ("verdict", Kind::Text),
    ("checked", Kind::Number),
    ("formula", Kind::Text),
    ("cases", Kind::Perhaps),
    ("states", Kind::Perhaps),
    ("by", Kind::Text),
    ("why", Kind::Text),
];

/// Writes rows as a Parquet file.
pub fn write_parquet<W: Write + Send>(rows: &[SurveyLine], to: W) -> std::io::Result<()> {
    let number = |n: Option<usize>| n.and_then(|n| u32::try_from(n).ok());
    let text = |text: &'_ Option<String>| text.clone().unwrap_or_default();
    let mut table = Table::new(to, &COLUMNS).map_err(std::io::Error::other)?;
    for row in rows {
        let (formula, by, why) = (text(&row.formula), text(&row.by), text(&row.why));
        let fields = [
            Field::Text(&row.rule),
            Field::Number(row.misere.into()),
            Field::Number(number(Some(row.piles)).unwrap_or(0)),
            Field::Text(&row.verdict),
            Field::Number(row.checked.into()),
            Field::Text(&formula),
            Field::Perhaps(number(row.cases)),
            Field::Perhaps(number(row.states)),
            Field::Text(&by),
            Field::Text(&why),
        ];
        table.row(&fields).map_err(std::io::Error::other)?;
    }
    table.finish().map_err(std::io::Error::other)?.flush()
}
