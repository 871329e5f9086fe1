//! A game being played, without keeping it: a question holds the setting and the moves that were made, the answer a view for `web/play.js`
//! and the moves after what was wished for. So a play is a link, and nothing is lost with the server.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sprague::play::{Level, Play, Proposal, Setting, Voice};
use sprague::{Complaint, Player};

use crate::answer::{Told, Wrong};
use crate::ask::{Ask, GameAsked};
use crate::command::Command;
use crate::jobs::{Job, Length};
use crate::server::Shared;

/// So many moves are shown; what else there is may be typed.
const SHOWN: usize = 2000;
/// The longest play.
const LONGEST: usize = 10_000;

/// A play, and what is wished for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayAsked {
    game: GameAsked,
    position: String,
    #[serde(default)]
    side: Side,
    #[serde(default = "yes")]
    begin: bool,
    #[serde(default)]
    misere: Option<bool>,
    #[serde(default = "perfect")]
    level: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    worth: bool,
    wish: Option<Wish>,
}

fn yes() -> bool {
    true
}

fn perfect() -> String {
    Level::Perfect.name().to_string()
}

/// Which player the person is.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
enum Side {
    #[default]
    L,
    R,
}

/// What is wished for.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Wish {
    Move { id: String },
    Type { text: String },
    Undo {},
    Hint {},
    Reply {},
}

/// What has happened since the question.
#[derive(Default)]
struct Happened {
    said: Vec<String>,
    refusal: Option<String>,
    hint: Option<String>,
}

/// Does what is wished for.
pub async fn play(State(shared): State<Arc<Shared>>, ask: Ask<PlayAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    shared.work(&terms, Length::Long, move |job| played(job, asked)).await
}

fn played(job: &Job, mut asked: PlayAsked) -> Result<Told, Wrong> {
    if asked.moves.len() > LONGEST {
        return Err(Wrong::input(format!("a play has at most {LONGEST} moves here")));
    }
    let level: Level = asked
        .level
        .parse()
        .map_err(|wrong: Complaint| Wrong::from(wrong.about("level", &asked.level)))?;
    if let Some(misere) = asked.misere {
        asked.game = ended(asked.game, misere);
    }
    let (setting, command) = setting(&asked)?;
    let person = match asked.side {
        Side::R if setting.is_partizan() => Player::Right,
        _ => Player::Left,
    };
    let first = if asked.begin { person } else { person.opponent() };
    let mut play = job.session.play(setting, first, asked.seed);
    let voice = Voice::new(&play.state(), person);
    for id in &asked.moves {
        play.play(id).map_err(|illegal| {
            let words = voice.refuse(&play.text(), &illegal);
            Wrong::input(format!("`{id}` is no move of this play: {}", words.trim_end()))
        })?;
    }
    let mut happened = Happened::default();
    if play.history().is_empty() {
        let introduction = voice.introduction(&play.state());
        happened.said.extend(introduction.split_once('\n').map(|(_, rest)| rest.trim_end().into()));
    }
    grant(&mut play, voice, person, level, asked.wish.as_ref(), &mut happened);
    let mut view = view(&mut play, voice, person, asked.worth, happened);
    view.insert("level".into(), json!(level.name()));
    view.insert("levels".into(), json!(Level::ALL.map(Level::name)));
    view.insert("begin".into(), json!(asked.begin));
    view.insert("side".into(), json!(if person == Player::Right { "R" } else { "L" }));
    let moves: Vec<&str> = play.history().iter().map(|made| &made.id[..]).collect();
    let misere = play.state().ruleset.starts_with("misere ");
    view.insert("misere".into(), json!(misere));
    let command = command
        .flag("--second", !asked.begin)
        .option("--level", level.name())
        .option("--seed", asked.seed);
    let command = match person {
        Player::Right => command.option("--as", "right"),
        Player::Left => command,
    };
    Ok(Told::new(json!({ "view": view, "moves": moves, "command": command.text() })))
}

/// The game with this ending, however it is written.
fn ended(game: GameAsked, misere: bool) -> GameAsked {
    let expression = game.ruleset.as_deref().map(str::trim);
    let plain = expression.map(|expression| match expression.strip_prefix("misere ") {
        Some(rest) => rest.trim_start(),
        None => expression,
    });
    GameAsked { ruleset: plain.map(str::to_string), misere, ..game }
}

fn setting(asked: &PlayAsked) -> Result<(Setting, Command), Wrong> {
    let about = |wrong: Complaint| wrong.about("position", &asked.position);
    let command = Command::new("play");
    match asked.game.on_graphs() {
        Some(game) => {
            let library = sprague::Library::catalogue();
            let setting = Setting::read(&library, &game, &asked.position)?;
            Ok((setting, command.word(game).word(&asked.position)))
        }
        None => {
            let game = asked.game.read()?;
            let setting = Setting::piles(game.ruleset.clone(), &asked.position).map_err(about)?;
            Ok((setting, command.game(&game).word(&asked.position)))
        }
    }
}

/// Does what is wished for, or says why not.
fn grant(
    play: &mut Play,
    voice: Voice,
    person: Player,
    level: Level,
    wish: Option<&Wish>,
    happened: &mut Happened,
) {
    let turn = play.to_move() == person;
    let proposal = match wish {
        None => return,
        Some(Wish::Undo {}) => {
            match play.undo_for(person) {
                true => happened.said.clear(),
                false => {
                    happened.refusal = Some("There is no move of yours to take back.".into());
                }
            }
            return;
        }
        Some(Wish::Hint {}) => {
            let hint = play.hint();
            happened.hint = Some(voice.hint(&hint).trim_end().to_string());
            return;
        }
        Some(Wish::Reply {}) if turn || play.over().is_some() => return,
        Some(Wish::Reply {}) => {
            let Some(reply) = play.choose(level) else { return };
            happened.said.extend(voice.doubt(&reply).map(|doubt| doubt.trim_end().to_string()));
            if let Ok(made) = play.play(&reply.made.id) {
                happened.said.push(voice.made(&made).trim_end().to_string());
            }
            return;
        }
        Some(Wish::Move { .. } | Wish::Type { .. }) if !turn => {
            happened.refusal = Some("It is not your turn.".into());
            return;
        }
        Some(Wish::Move { id }) => Proposal::Id(id.clone()),
        Some(Wish::Type { text }) => match play.read(text) {
            Ok(proposal) => proposal,
            Err(wrong) => {
                happened.refusal = Some(wrong.about("move", text).to_string());
                return;
            }
        },
    };
    match play.propose(&proposal) {
        Ok(made) => happened.said = vec![voice.made(&made).trim_end().to_string()],
        Err(illegal) => {
            happened.refusal = Some(voice.refuse(&play.text(), &illegal).trim_end().to_string());
        }
    }
}

/// What `web/play.js` shows.
fn view(
    play: &mut Play,
    voice: Voice,
    person: Player,
    worth: bool,
    mut happened: Happened,
) -> Map<String, Value> {
    let state = play.state();
    let over = state.over.is_some();
    let yours = !over && state.to_move == person;
    if let Some(end) = &state.over {
        let could_win = play.first_could_win();
        happened.said.push(voice.ending(&state, end, could_win).trim_end().to_string());
    }
    let mut object = json!(state);
    object["layout"] = json!(play.layout());
    let mut moves = json!([]);
    if yours {
        let mut all = play.moves();
        all.moves.truncate(SHOWN);
        moves = json!(all.moves);
    }
    let (mut worths, mut words) = (Value::Null, String::new());
    if worth && !over && yours {
        let found = play.worth();
        let pairs =
            found.moves.iter().map(|priced| (priced.made.id.clone(), json!(priced.worth.wins)));
        worths = Value::Object(pairs.collect());
        let said = voice.worth(&found);
        words = said.split("\n  #").next().unwrap_or_default().trim_end().to_string();
    } else if worth {
        worths = json!({});
    }
    let mut view = Map::new();
    view.insert("state".into(), object);
    view.insert("moves".into(), moves);
    view.insert("yours".into(), json!(yours));
    view.insert("thinking".into(), json!(!over && !yours));
    view.insert("said".into(), json!(happened.said.join("\n")));
    view.insert("refusal".into(), json!(happened.refusal));
    view.insert("hint".into(), json!(happened.hint));
    view.insert("worths".into(), worths);
    view.insert("worth".into(), json!(words));
    view
}
