//! One position: who wins it and how, and what each of its options is worth.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use sprague::report::solution;
use sprague::{Player, Position};

use crate::answer::{Told, Wrong};
use crate::ask::{Ask, GameAsked};
use crate::command::Command;
use crate::jobs::Length;
use crate::server::Shared;

/// Options that are listed at most.
const LISTED: usize = 2000;

/// A position of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionAsked {
    game: GameAsked,
    position: String,
    player: Option<PlayerAsked>,
}

/// Whose options.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerAsked {
    Left,
    Right,
}

/// Who wins, and how.
pub async fn solve(
    State(shared): State<Arc<Shared>>,
    ask: Ask<PositionAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |session: &sprague::Session| {
        if asked.player.is_some() {
            return Err(Wrong::input("`player` is for options"));
        }
        if let Some(game) = asked.game.on_graphs() {
            let found = session.solve_graph(&game, &asked.position)?;
            let mut object = json!(found);
            object["words"] = json!(found.text());
            let command = Command::new("solve").word(&game).word(&asked.position);
            object["command"] = json!(command.text());
            return Ok(Told::new(object));
        }
        let game = asked.game.read()?;
        let position = game.ruleset.position(&asked.position)?;
        let found =
            session.ask(game.ruleset.clone()).solve(&position).map_err(sprague::Error::from)?;
        let mut object = json!(found);
        object["words"] = json!(solution::text(&found));
        let command = Command::new("solve").game(&game).word(position.to_string());
        object["command"] = json!(command.text());
        Ok(Told::new(object))
    };
    shared.work(&terms, Length::Long, move |job| work(&job.session)).await
}

/// What every option is worth.
pub async fn options(
    State(shared): State<Arc<Shared>>,
    ask: Ask<PositionAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |session: &sprague::Session| {
        let game = asked.game.read()?;
        let position = game.ruleset.position(&asked.position)?;
        let player = match asked.player {
            Some(PlayerAsked::Right) => Player::Right,
            Some(PlayerAsked::Left) | None => Player::Left,
        };
        let mut all = session.options(&game.ruleset, &position, player)?;
        let more = all.len().saturating_sub(LISTED);
        all.truncate(LISTED);
        let mut asked: Vec<Position> = vec![position.clone()];
        asked.extend(all);
        let inquiry = session.ask(game.ruleset.clone()).without_moves();
        let answers = inquiry.solve_many(&asked).map_err(sprague::Error::from)?;
        let row = |(position, answer): (&Position, &sprague::Answer)| {
            let solution = answer.as_ref().ok();
            let outcome = solution.map(|solution| solution.outcome);
            json!({
                "to": position.to_vec(),
                "text": position.to_string(),
                "outcome": outcome.map(|outcome| outcome.letter()),
                "nim": solution.and_then(|solution| solution.nim),
                // Who moves there wins if the opponent, who is then to move, does not.
                "wins": outcome.map(|outcome| !outcome.first_wins(player.opponent())),
            })
        };
        let mut rows = asked.iter().zip(&answers).map(row);
        let itself = rows.next().unwrap_or_default();
        let options: Vec<_> = rows.collect();
        let command = Command::new("solve").game(&game).word(position.to_string());
        Ok(Told::new(json!({
            "ruleset": game.expression,
            "position": itself["to"],
            "text": itself["text"],
            "outcome": itself["outcome"],
            "nim": itself["nim"],
            "options": options,
            "more": more,
            "command": command.text(),
        })))
    };
    shared.work(&terms, Length::Long, move |job| work(&job.session)).await
}
