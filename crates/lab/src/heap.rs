//! One heap: its sequence, and which known game has the same.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use sprague::report::SequenceReport;
use sprague::report::heap::Identified;

use crate::answer::{Kind, Told, Wrong};
use crate::ask::{Ask, GameAsked, Named};
use crate::command::Command;
use crate::jobs::{Job, Length};
use crate::server::Shared;

/// The longest sequence that a page is sent.
const LONGEST: u32 = 1_000_000;
/// The most numbers that are identified.
const MOST_NUMBERS: usize = 100_000;

/// A sequence.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceAsked {
    pub game: GameAsked,
    pub to: u32,
}

/// A sequence, or numbers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdentifyAsked {
    game: Option<GameAsked>,
    to: Option<u32>,
    values: Option<Vec<u32>>,
}

/// The sequence of a game.
pub fn computed(job: &Job, asked: &SequenceAsked) -> Result<(Named, SequenceReport), Wrong> {
    if asked.to > LONGEST {
        let message = format!("a page shows heaps up to {LONGEST}");
        return Err(Wrong::new(Kind::Limit, message).help("the command `sprague sequence` goes on"));
    }
    let game = asked.game.read()?;
    let report = job.session.sequence(&game.ruleset, asked.to)?;
    Ok((game, report))
}

/// The command for it.
pub fn command(game: &Named, to: u32) -> Command {
    Command::new("sequence").game(game).option("--to", to)
}

/// The terms and their regularity.
pub async fn sequence(
    State(shared): State<Arc<Shared>>,
    ask: Ask<SequenceAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |job: &Job| {
        let (game, report) = computed(job, &asked)?;
        let mut object = json!(report);
        object["words"] = json!(report.in_words());
        object["way"] = json!(report.sequence.way.to_string());
        object["command"] = json!(command(&game, asked.to).text());
        Ok(Told::new(object))
    };
    shared.work(&terms, Length::Long, work).await
}

/// Which known game it is.
pub async fn identify(
    State(shared): State<Arc<Shared>>,
    ask: Ask<IdentifyAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |job: &Job| {
        let (report, command) = match asked {
            IdentifyAsked { game: Some(game), to: Some(to), values: None } => {
                let game = game.read()?;
                let found = job.session.identify_heaps(&game.ruleset, to)?;
                let command = Command::new("identify").game(&game).option("--to", to);
                (Identified::new(&game.expression, to, &found), command.text())
            }
            IdentifyAsked { game: None, to: None, values: Some(values) } => {
                if values.len() > MOST_NUMBERS {
                    let message = format!("at most {MOST_NUMBERS} numbers are identified");
                    return Err(Wrong::new(Kind::Limit, message));
                }
                let found = job.session.identify_values("these numbers", &values)?;
                let last = values.len().saturating_sub(1) as u32;
                (Identified::new("these numbers", last, &found), None)
            }
            _ => return Err(Wrong::input("it has either `game` and `to`, or `values`")),
        };
        let mut object = json!(report);
        object["words"] = json!(report.text());
        object["command"] = json!(command);
        Ok(Told::new(object))
    };
    shared.work(&terms, Length::Long, work).await
}
