//! The rows of a sweep over graphs.

pub mod parquet;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;
use sprague_rules::Outcome;

use crate::graph::Entailing;
use crate::named::Named;

/// A graph with what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphRow {
    /// The graph in the format of nauty.
    pub graph6: String,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges it has.
    pub edges: usize,
    /// What was found.
    #[serde(flatten)]
    pub found: FoundRow,
}

/// A member of a family with what was found. Its parameters, such as `m` and `k`, are fields of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberRow {
    /// The graph, as the command line reads it: `DS(2,2,6)`.
    pub graph: String,
    /// The parameters of the family.
    #[serde(flatten)]
    pub parameters: Named<usize>,
    /// What was found.
    #[serde(flatten)]
    pub found: FoundRow,
}

/// What was found of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundRow {
    /// Who wins.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Outcome"))]
    pub outcome: Outcome,
    /// The nim-value; null where there is none, or where it was not asked for.
    pub nim: Option<u32>,
    /// The worth in sums, where a chosen edge binds both players and values are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entailing: Option<Option<Entailing>>,
}

impl FoundRow {
    /// The nim-value, or the worth in sums.
    fn worth(&self) -> Option<String> {
        let nim = self.nim.map(|nim| nim.to_string());
        nim.or_else(|| self.entailing.flatten().map(|worth| worth.to_string()))
    }

    /// What was found, with commas between.
    fn csv(&self) -> String {
        let nim = self.nim.map_or(String::new(), |nim| nim.to_string());
        let entailing = match self.entailing {
            Some(worth) => format!(",{}", worth.map_or(String::new(), |worth| worth.to_string())),
            None => String::new(),
        };
        format!("{},{nim}{entailing}", self.outcome)
    }

    /// The heading of that.
    fn csv_header(entailing: bool) -> &'static str {
        if entailing { "outcome,nim,entailing" } else { "outcome,nim" }
    }
}

impl GraphRow {
    /// The heading of [`GraphRow::line`].
    pub const HEADER: &'static str = "graph6\tvertices\tedges\toutcome\tnim-value";

    /// One line for a person.
    pub fn line(&self) -> String {
        let GraphRow { graph6, vertices, edges, found } = self;
        let worth = found.worth().unwrap_or_else(|| "-".to_string());
        format!("{graph6}\t{vertices}\t{edges}\t{}\t{worth}", found.outcome)
    }

    /// One line with commas between. No character of graph6 needs quoting.
    pub fn csv(&self) -> String {
        let GraphRow { graph6, vertices, edges, found } = self;
        format!("{graph6},{vertices},{edges},{}", found.csv())
    }

    /// The heading of that; with a column for the worth in sums, if the rows have one.
    pub fn csv_header(entailing: bool) -> String {
        format!("graph6,vertices,edges,{}", FoundRow::csv_header(entailing))
    }
}

/// The members of a family, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Members {
    /// The game, with `misere ` in front in misère play.
    pub ruleset: String,
    /// The members, the last parameter running fastest.
    pub members: Vec<MemberRow>,
}

impl Members {
    /// The rarer of the two outcomes.
    pub fn rare(&self) -> Outcome {
        let p = self.members.iter().filter(|row| row.found.outcome == Outcome::P).count();
        if 2 * p <= self.members.len() { Outcome::P } else { Outcome::N }
    }

    /// The exceptions, which have the rarer outcome; or all members.
    pub fn listed(&self, all: bool) -> impl Iterator<Item = &MemberRow> {
        let rare = self.rare();
        self.members.iter().filter(move |row| all || row.found.outcome == rare)
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> Vec<&str> {
        let first = self.members.first().map_or(&[][..], |row| &row.parameters.0);
        first.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// For a person: how many have which outcome, for which parameters there are exceptions, and these, or all members.
    pub fn text(&self, all: bool) -> String {
        let (of, rare) = (self.members.len(), self.rare());
        let exceptions: Vec<&MemberRow> = self.listed(false).collect();
        let (many, few) = (of - exceptions.len(), exceptions.len());
        let common = if rare == Outcome::P { Outcome::N } else { Outcome::P };
        let name = &self.ruleset;
        let mut text = format!("{name}: {many} of {of} are {common}, {few} are {rare}\n");
        for (i, parameter) in self.parameters().into_iter().enumerate() {
            let met: BTreeSet<usize> = exceptions.iter().map(|row| row.parameters.0[i].1).collect();
            if !met.is_empty() {
                let met: Vec<String> = met.iter().map(usize::to_string).collect();
                text += &format!("  {rare} for {parameter} in {}\n", met.join(","));
            }
        }
        for row in self.listed(all) {
            let worth = row.found.worth().map_or(String::new(), |worth| format!("\t{worth}"));
            text += &format!("{}\t{}{worth}\n", row.graph, row.found.outcome);
        }
        text
    }

    /// A line for each exception, or for each member.
    pub fn csv(&self, all: bool) -> String {
        let entailing = self.members.first().is_some_and(|row| row.found.entailing.is_some());
        let names: String = self.parameters().iter().map(|name| format!("{name},")).collect();
        let mut text = format!("{names}{}\n", FoundRow::csv_header(entailing));
        for row in self.listed(all) {
            row.parameters.0.iter().for_each(|(_, value)| text += &format!("{value},"));
            writeln!(text, "{}", row.found.csv()).expect("strings can be written");
        }
        text
    }
}
