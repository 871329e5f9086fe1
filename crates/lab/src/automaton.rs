//! The automaton of a proof: drawn, written for other programs, and a position read by it.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use sprague::report::automaton::Machine;
use sprague::{Certificate, automaton as of};

use crate::answer::{Kind, Told, Wrong};
use crate::ask::Ask;
use crate::jobs::{Job, Length};
use crate::server::Shared;

/// Larger automata are not drawn.
const DRAWN: usize = 200;
/// Larger ones are not written out either.
const WRITTEN: usize = 5000;

/// A certificate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomatonAsked {
    certificate: String,
}

/// A certificate, and a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadAsked {
    certificate: String,
    position: Vec<u32>,
}

fn machine(certificate: &str) -> Result<Machine, Wrong> {
    let certificate = Certificate::read(certificate)
        .map_err(|fault| Wrong::new(Kind::Rejected, format!("this is no certificate: {fault}")))?;
    let none = || Wrong::input("there is no automaton in this certificate");
    of(&certificate).ok_or_else(none)
}

/// What it is, where to draw it, and its text for other programs.
pub async fn automaton(
    State(shared): State<Arc<Shared>>,
    ask: Ask<AutomatonAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |_: &Job| {
        let machine = machine(&asked.certificate)?;
        let drawn = machine.states() <= DRAWN;
        let written = machine.states() <= WRITTEN;
        let mut object = json!(machine);
        object["states"] = json!(machine.states());
        object["drawn"] = json!(drawn);
        object["layout"] = json!(drawn.then(|| machine.layout()));
        object["graphviz"] = json!(written.then(|| machine.graphviz()));
        object["walnut"] = json!(written.then(|| machine.walnut()));
        object["tikz"] = json!(drawn.then(|| machine.tikz()));
        Ok(Told::new(object))
    };
    shared.work(&terms, Length::Long, work).await
}

/// A position, digit by digit.
pub async fn read(State(shared): State<Arc<Shared>>, ask: Ask<ReadAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |_: &Job| {
        let machine = machine(&asked.certificate)?;
        let run = machine.read(&asked.position).map_err(Wrong::input)?;
        Ok(Told::new(run))
    };
    shared.work(&terms, Length::Short, work).await
}
