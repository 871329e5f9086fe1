//! The catalogue, and a rule text being edited: what is wrong with it, or what it is and whether its examples hold.

use std::sync::{Arc, OnceLock};

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::{Diagnostic, Game, Library, Ruleset, Session, catalogue};

use crate::answer::{Told, Wrong, place};
use crate::ask::{Ask, Nothing, shape};
use crate::command::Command;
use crate::jobs::{Job, Length};
use crate::server::Shared;

/// The games that there are.
pub async fn games(State(shared): State<Arc<Shared>>, ask: Ask<Nothing>) -> Result<Told, Wrong> {
    let list = shared.work(&ask.terms, Length::Short, |_| Ok(catalogue_list())).await?;
    Ok(Told::new(json!({ "games": list, "command": Command::new("games").text() })))
}

/// The catalogue as a page wants it; it never changes.
fn catalogue_list() -> &'static Value {
    static LIST: OnceLock<Value> = OnceLock::new();
    LIST.get_or_init(|| {
        let piles = sprague::games().into_iter().map(|line| {
            let mut object = json!(line);
            let game = Library::catalogue().game(&line.name);
            object["text"] = json!(catalogue::text(&line.name));
            if let Ok(game) = game {
                describe(&mut object, &game);
            }
            object
        });
        let graphs = sprague::graph_game_lines().into_iter().map(|line| {
            let mut object = json!(line);
            object["on"] = json!("graph");
            object["text"] = Value::Null;
            object["most"] = Value::Null;
            object["nim"] = json!(true);
            object["partizan"] = json!(false);
            object["start"] = json!("P(5) chips=1");
            object["arguments"] = json!("");
            object
        });
        piles.chain(graphs).collect()
    })
}

/// What positions are, and a first one; of a game with parameters, as in its first example.
fn describe(object: &mut Value, game: &Game) {
    let examples = game.examples().unwrap_or_default();
    let sample = examples.first();
    let parameters = !game.parameters().is_empty();
    let ruleset = match sample {
        Some(sample) if parameters => Some(sample.ruleset.clone()),
        _ => game.ruleset("").ok(),
    };
    let arguments = sample.filter(|_| parameters).map(|sample| arguments(&sample.ruleset));
    object["arguments"] = json!(arguments.unwrap_or_default());
    if let Some(ruleset) = ruleset {
        object["start"] = json!(start(&ruleset));
        facts(object, &ruleset);
    }
}

/// A position that takes a few moves.
fn start(ruleset: &Ruleset) -> String {
    let sizes = match shape(ruleset) {
        ("row", Some(places)) => (3..).step_by(2).take(places).collect(),
        (_, Some(1)) => vec![15],
        (_, Some(2)) => vec![5, 9],
        _ => vec![3, 5, 7],
    };
    sprague::write_position(&sizes)
}

/// The arguments in `misere name(2,3)`.
fn arguments(ruleset: &Ruleset) -> String {
    let written = ruleset.expression.split_once('(').map(|(_, rest)| rest);
    written.and_then(|rest| rest.strip_suffix(')')).unwrap_or_default().to_string()
}

fn facts(object: &mut Value, ruleset: &Ruleset) {
    let (on, most) = shape(ruleset);
    object["on"] = json!(on);
    object["most"] = json!(most);
    object["nim"] = json!(ruleset.has_nim_values());
    object["partizan"] = json!(!ruleset.is_impartial());
}

/// A rule text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckAsked {
    text: String,
    #[serde(default)]
    arguments: String,
    #[serde(default)]
    misere: bool,
    /// Are the examples worked out?
    #[serde(default)]
    examples: bool,
}

/// What is wrong with a rule text, or what it is.
pub async fn check(State(shared): State<Arc<Shared>>, ask: Ask<CheckAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    // Examples may be of any size; the text alone takes no time.
    let length = if asked.examples { Length::Long } else { Length::Short };
    shared.work(&terms, length, move |job| Ok(Told::new(checked(&asked, job)))).await
}

fn checked(asked: &CheckAsked, job: &Job) -> Value {
    let wrong = |wrong: &Diagnostic| json!({ "ok": false, "wrong": [place(wrong)] });
    let game = match Game::from_text(&asked.text) {
        Ok(game) => game,
        Err(trouble) => return wrong(&trouble),
    };
    let parameters = game.parameters();
    let mut object = json!({
        "ok": true,
        "wrong": [],
        "name": game.name(),
        "summary": game.summary(),
        "params": parameters,
        "needs_arguments": !parameters.is_empty() && asked.arguments.trim().is_empty(),
        "known": catalogue::text(game.name()).is_some_and(|text| text.trim() == asked.text.trim()),
    });
    let ruleset = match parameters.is_empty() || !asked.arguments.trim().is_empty() {
        true => match game.ruleset(&asked.arguments) {
            Ok(ruleset) if asked.misere => Some(ruleset.misere()),
            Ok(ruleset) => Some(ruleset),
            Err(trouble) => return wrong(&trouble),
        },
        // Without arguments the text is still what it is.
        false => None,
    };
    match &ruleset {
        Some(ruleset) => {
            object["expression"] = json!(ruleset.expression);
            facts(&mut object, ruleset);
        }
        None => {
            describe(&mut object, &game);
            object["sample"] = object["arguments"].take();
        }
    }
    if asked.examples {
        match examples(&game, &job.session, &asked.text) {
            Ok(examples) => object["examples"] = examples,
            Err(trouble) => object["examples_missing"] = trouble.data()["error"].take(),
        }
    }
    object
}

/// The examples with what was found, and where they stand.
fn examples(game: &Game, session: &Session, text: &str) -> Result<Value, Wrong> {
    let mut from = 0;
    let examples = session.examples(game)?.into_iter().map(|example| {
        let start = text[from..].find(&example.text).map_or(from, |at| from + at);
        let end = (start + example.text.len()).min(text.len());
        from = end;
        let units = |end: usize| text[..end].encode_utf16().count();
        let mut object = json!(example);
        object["from"] = json!(units(start));
        object["to"] = json!(units(end));
        object
    });
    Ok(examples.collect())
}
