//! Values of partizan games: canonical form, thermograph, and the options of the canonical form as a tree.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::report::picture::thermograph;
use sprague::report::value::{Evaluated, PositionValue, PositionWritten};
use sprague::{Arena, GameValue, is_board_game};

use crate::answer::{Told, Wrong};
use crate::ask::{Ask, GameAsked};
use crate::command::Command;
use crate::jobs::{Job, Length};
use crate::server::Shared;

/// So many options deep, and so many in all, a tree goes.
const DEEP: usize = 6;
const MOST: usize = 400;
/// Longer texts are not shown in a tree.
const LONGEST: usize = 200;

/// An expression, or a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueAsked {
    expression: Option<String>,
    game: Option<GameAsked>,
    position: Option<String>,
}

/// What it is worth.
pub async fn value(State(shared): State<Arc<Shared>>, ask: Ask<ValueAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    shared.work(&terms, Length::Long, move |job| valued(job, asked)).await
}

fn valued(job: &Job, asked: ValueAsked) -> Result<Told, Wrong> {
    let (mut value, mut object, title, command) = match asked {
        ValueAsked { expression: Some(expression), game: None, position: None } => {
            let mut value = job.session.evaluate(&expression)?;
            let (holds, facts) = (value.holds, value.facts()?);
            let command = Command::new("eval").word(&expression);
            let object = json!(Evaluated { expression: expression.clone(), holds, facts });
            (value, object, expression, command)
        }
        ValueAsked { expression: None, game: Some(game), position: Some(position) } => {
            of_position(job, &game, &position)?
        }
        _ => return Err(Wrong::input("it has either `expression`, or `game` and `position`")),
    };
    let drawn = thermograph::svg(&value.thermograph(&title)?);
    object["thermograph_svg"] = json!(drawn.ok());
    let mut left = MOST;
    let root = value.value;
    object["options"] = tree(&mut value.arena, root, 0, &mut left);
    object["command"] = json!(command.text());
    Ok(Told::new(object))
}

fn of_position(
    job: &Job,
    game: &GameAsked,
    position: &str,
) -> Result<(GameValue, Value, String, Command), Wrong> {
    let board = game.ruleset.as_deref().map(str::trim).filter(|name| is_board_game(name));
    if let Some(name) = board {
        let mut value = job.session.board_value(name, position)?;
        let written = PositionWritten::Board(position.to_string());
        let facts = value.facts()?;
        let object = json!(PositionValue { ruleset: name.into(), position: written, facts });
        let command = Command::new("value").word(name).word(position);
        return Ok((value, object, format!("{name} {position}"), command));
    }
    let game = game.read()?;
    let position = game.ruleset.position(position)?;
    let mut value = job.session.value(&game.ruleset, &position)?;
    let (ruleset, facts) = (game.expression.clone(), value.facts()?);
    let written = PositionWritten::Piles(position.to_vec());
    let object = json!(PositionValue { ruleset, position: written, facts });
    let command = Command::new("value").game(&game).word(position.to_string());
    Ok((value, object, format!("{} at {position}", game.expression), command))
}

/// The options of the canonical form, and theirs; `cut` where there are more than are shown.
fn tree(arena: &mut Arena, value: sprague::Value, depth: usize, left: &mut usize) -> Value {
    *left = left.saturating_sub(1);
    let text = arena.text_within(value, LONGEST).unwrap_or_else(|_| "too long to write".into());
    let number = arena.as_number(value).is_some();
    if depth == DEEP || *left == 0 || number {
        return json!({ "text": text, "left": [], "right": [], "cut": !number });
    }
    let options = arena.options(value);
    let mut cut = false;
    let mut side = |options: Vec<sprague::Value>| -> Vec<Value> {
        let mut shown = Vec::new();
        for option in options {
            if *left == 0 {
                cut = true;
                break;
            }
            shown.push(tree(arena, option, depth + 1, left));
        }
        shown
    };
    let (one, other) = (side(options.0), side(options.1));
    json!({ "text": text, "left": one, "right": other, "cut": cut })
}
