//! The statements of the papers with their recorded verdicts, and their texts.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::papers;
use sprague::report::claims::ClaimLine;

use crate::answer::{Told, Wrong};
use crate::ask::{Ask, Nothing};
use crate::command::Command;
use crate::jobs::Length;
use crate::server::Shared;

/// A file of statements.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatementAsked {
    name: String,
}

/// All statements.
pub async fn record(State(shared): State<Arc<Shared>>, ask: Ask<Nothing>) -> Result<Told, Wrong> {
    shared.work(&ask.terms, Length::Long, |_| Ok(Told::new(whole()))).await
}

/// The record, which never changes.
fn whole() -> &'static Value {
    static WHOLE: OnceLock<Value> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let mut statements = Vec::new();
        for page in papers::all() {
            let (claims, _) = page.claims();
            let several = claims.len() > 1;
            for (claim, place) in claims.iter().zip(1..) {
                let line = ClaimLine::new(page.name, several.then_some(place), claim);
                let known = papers::recorded(page.name, place);
                let mut command = Command::new("prove").word(format!("@{}", page.name));
                if several {
                    command = command.option("--claim", place);
                }
                let mut object = json!(line);
                object["paper"] = json!(page.paper());
                object["kind"] = json!(kind(claim.source.as_deref(), page.paper()));
                object["verdict"] = json!(known.map(|known| &known.verdict));
                object["checked"] = json!(known.and_then(|known| known.checked));
                object["scope"] = json!(known.map(|known| &known.scope));
                object["witness"] = json!(known.and_then(|known| known.witness.as_ref()));
                object["finding"] = json!(claim.finding);
                object["command"] = json!(command.text());
                statements.push(object);
            }
        }
        json!({ "papers": papers::papers(), "statements": statements })
    })
}

/// What kind of statement it is, by the word that its source begins with: `Theorem 5.2`, `proof of Lemma 4.19`.
fn kind(source: Option<&str>, paper: &str) -> &'static str {
    let source = source.unwrap_or_default();
    let own = source.strip_prefix(paper).map_or(source, |rest| rest.trim_start_matches([',', ' ']));
    let own = own.to_lowercase();
    let kinds = [
        "theorem",
        "lemma",
        "corollary",
        "proposition",
        "conjecture",
        "observation",
        "question",
        "problem",
        "definition",
        "example",
        "table",
        "figure",
        "remark",
        "proof",
    ];
    // The first of these words that stands there, in its own order.
    let found = kinds.iter().filter_map(|kind| Some((own.find(kind)?, *kind))).min();
    found.map_or("other", |(_, kind)| kind)
}

/// The text of a file of statements, with the games that come along.
pub async fn statement(
    State(shared): State<Arc<Shared>>,
    ask: Ask<StatementAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |_: &crate::jobs::Job| {
        let name = &asked.name;
        let pages = papers::find(name).map_err(|wrong| wrong.about("statement", name))?;
        let [page] = pages[..] else {
            return Err(Wrong::input(format!("`{name}` is not one file of statements")));
        };
        let (claims, _) = page.claims();
        let games: BTreeMap<String, String> =
            claims.into_iter().flat_map(|claim| claim.games).collect();
        let command = Command::new("claims").word(page.name).text();
        Ok(Told::new(json!({
            "name": page.name,
            "text": page.text,
            "games": games,
            "command": command,
        })))
    };
    shared.work(&terms, Length::Short, work).await
}
