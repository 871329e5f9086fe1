//! The JSON Schemas of what commands print, derived from the types that are printed. The files in `docs/schema` are
//! made from these; a test holds them to it.

// Only the descriptions and the names of these types are of use: nothing is ever made of them.
#![allow(dead_code)]

mod piles;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value as Json;

use crate::catalogue::{GameDetails, GameLine};
use crate::census::CensusReport;
use crate::certificates::{Certified, Verified};
use crate::claims::ClaimLine;
use crate::discoveries::{CompareReport, DiscoverReport, RepairReport, ThresholdReport};
use crate::graph::GraphSolutionData;
use crate::graphs::{GraphRow, MemberRow};
use crate::heap::{Identified, NimSets};
use crate::sequence::SequenceData;
use crate::surveys::SurveyLine;
use crate::value::{Differences, Evaluated, PositionValue, ValueSequence};
use crate::verdicts::VerdictLine;

/// Who wins under perfect play.
#[derive(Serialize, JsonSchema)]
pub(crate) enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player wins.
    P,
    /// Left wins, whoever moves.
    L,
    /// Right wins, whoever moves.
    R,
}

/// A line of `sprague games`: a game of the catalogue, or, where one game was asked for, that game with its text.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Games")]
enum Games {
    /// A game with its text.
    Details(GameDetails),
    /// A line of the catalogue.
    Line(GameLine),
}

/// The answer of `sprague solve`, or one line of many: a position of piles, one on a graph, or one that was refused.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Solve")]
enum Solve<'s> {
    /// A position of piles.
    Piles(piles::Solution),
    /// A position on a graph.
    Graph(GraphSolutionData<'s>),
    /// A position that could not be answered, in its place among others.
    Refused(piles::Refused),
    /// A position on a graph that could not be answered, or a line that is no position, in its place among others.
    Unread(crate::solution::Unread),
}

/// A line of `sprague graphs`: a graph of a list, or a member of a family.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Graphs")]
enum Graphs {
    /// A graph of a list.
    Graph(GraphRow),
    /// A member of a family.
    Member(MemberRow),
}

/// The answer of `sprague value`: the value of a position, or the values of the heaps 0, 1, 2, ...
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Value")]
enum Value {
    /// The value of a position.
    Position(PositionValue),
    /// The values of heaps.
    Heaps(ValueSequence),
}

fn of<T: JsonSchema>(command: &'static str) -> (&'static str, Schema) {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), format!("sprague {command} --format json").into());
    RecursiveTransform(plain).transform(&mut schema);
    // What it is comes first.
    let mut rest = std::mem::take(schema.ensure_object());
    for key in ["$schema", "title", "description"] {
        if let Some(value) = rest.shift_remove(key) {
            schema.insert(key.into(), value);
        }
    }
    schema.ensure_object().extend(rest);
    (command, schema)
}

/// Descriptions without the ends of the lines of their comments, and without formats that only Rust knows.
fn plain(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Json::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}

/// The schemas, by the names of their commands.
pub fn all() -> Vec<(&'static str, Schema)> {
    vec![
        of::<CensusReport>("census"),
        of::<Certified>("certify"),
        of::<ClaimLine>("claims"),
        of::<Differences>("difference"),
        of::<Evaluated>("eval"),
        of::<Games>("games"),
        of::<Graphs>("graphs"),
        of::<DiscoverReport>("discover"),
        of::<CompareReport>("compare"),
        of::<RepairReport>("repair"),
        of::<SurveyLine>("survey"),
        of::<ThresholdReport>("threshold"),
        of::<Identified>("identify"),
        of::<NimSets>("nim-set"),
        of::<VerdictLine>("prove"),
        of::<SequenceData>("sequence"),
        of::<Solve>("solve"),
        of::<piles::Table>("table"),
        of::<Value>("value"),
        of::<Verified>("verify"),
    ]
}
