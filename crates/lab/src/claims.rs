//! Claims: read while they are typed, and judged with the steps told as they are decided.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::report::verdicts::{Judged, latex};
use sprague::{Certificate, Claim, Judgement, Library, Verdict, Witness, read_claims};

use crate::answer::{Kind, Told, Wrong, place};
use crate::ask::{Ask, library};
use crate::command::Command;
use crate::events::Events;
use crate::jobs::{Job, Length, failed};
use crate::server::Shared;

/// How often it is told how far a proof is.
const TELL: Duration = Duration::from_millis(200);
/// The size of a table in which a counterexample is opened, beyond the counterexample.
const AROUND: u32 = 20;
/// The longest certificate that is sent.
const LONGEST_CERTIFICATE: usize = 8 << 20;

/// Claims, and which of them to judge.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimAsked {
    text: String,
    #[serde(default)]
    games: BTreeMap<String, String>,
    /// Are those judged, too, that take long?
    #[serde(default)]
    deep: bool,
    only: Option<Vec<usize>>,
}

/// Claims that are being typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextAsked {
    text: String,
    #[serde(default)]
    games: BTreeMap<String, String>,
}

/// The claims of a text, or what is wrong with it.
pub async fn check(State(shared): State<Arc<Shared>>, ask: Ask<TextAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let work = move |_: &Job| {
        let library = library(&asked.games);
        let (claims, wrong) = read_claims("claims", &asked.text, &|name| library.text(name));
        let lines = claims.iter().enumerate().map(|(index, claim)| {
            let mut object = line(index, claim);
            let piles = sprague::overlay_piles(claim);
            object["piles"] = json!(piles.map(|piles| piles.0));
            object["most"] = json!(piles.and_then(|piles| piles.1));
            object["overlay"] = json!(piles.is_some());
            object
        });
        let lines: Vec<Value> = lines.collect();
        let wrong: Vec<Value> = wrong.iter().map(place).collect();
        Ok(Told::new(json!({ "ok": wrong.is_empty(), "claims": lines, "wrong": wrong })))
    };
    shared.work(&terms, Length::Short, work).await
}

/// A claim, before it is judged.
fn line(index: usize, claim: &Claim) -> Value {
    json!({
        "index": index,
        "claim": claim.name,
        "from": claim.source,
        "game": claim.ruleset().expression,
        "said": claim.said,
        "expected": claim.expected.map(|expected| expected.name()),
        "deep": claim.deep,
        "text": claim.text,
    })
}

/// Judges claims, and tells what becomes of them.
pub async fn claim(
    State(shared): State<Arc<Shared>>,
    ask: Ask<ClaimAsked>,
) -> Result<Response, Wrong> {
    let Ask { asked, terms } = ask;
    let most = shared.jobs.limits().claims;
    let (job, wanted) = shared.begin(&terms, Length::Long).await?;
    let read = move || wanted_claims(&asked, most).map(|claims| (asked, claims));
    let read = tokio::task::spawn_blocking(read).await.map_err(|_| failed())?;
    let (asked, claims) = read?;
    let (events, response) = Events::channel_of(Some(wanted));
    tokio::task::spawn_blocking(move || judge(&job, &asked, &claims, &events));
    Ok(response)
}

/// The claims to judge, with their places in the text.
fn wanted_claims(asked: &ClaimAsked, most: usize) -> Result<Vec<(usize, Claim)>, Wrong> {
    let library = library(&asked.games);
    let claims = sprague::claims(&asked.text, &library)?;
    let count = claims.len();
    if let Some(index) = asked.only.iter().flatten().find(|&&index| index >= count) {
        return Err(Wrong::input(format!("there is no claim {index}: there are {count}")));
    }
    let is_wanted = |(index, claim): &(usize, Claim)| match &asked.only {
        // What was asked for by its place is judged in any case.
        Some(only) => only.contains(index),
        None => asked.deep || !claim.deep || count == 1,
    };
    let claims: Vec<(usize, Claim)> = claims.into_iter().enumerate().filter(is_wanted).collect();
    if claims.len() > most {
        let message = format!("{} claims are more than {most} at a time", claims.len());
        return Err(Wrong::new(Kind::Limit, message).help("judge some of them"));
    }
    Ok(claims)
}

fn judge(job: &Job, asked: &ClaimAsked, claims: &[(usize, Claim)], events: &Events) {
    let lines: Vec<Value> = claims.iter().map(|(index, claim)| line(*index, claim)).collect();
    let mut listened = events.tell("claims", &json!({ "claims": lines }));
    let (mut judged, mut words) = (0, BTreeMap::<&str, usize>::new());
    for (index, claim) in claims {
        listened = listened && events.tell("begin", &json!({ "index": index }));
        if !listened || job.session.is_cancelled() {
            return;
        }
        let tell = |so_far: sprague::SoFar| {
            for step in so_far.steps {
                events.tell("step", &json!({ "index": index, "step": step }));
            }
            let seconds = so_far.time.as_secs_f64();
            let told = json!({ "index": index, "seconds": seconds, "steps": so_far.spent });
            events.tell("progress", &told);
        };
        let judgement = job.session.judge_telling(claim, TELL, tell);
        // What was stopped half-way is no verdict.
        if job.session.is_cancelled() {
            return;
        }
        judged += 1;
        *words.entry(judgement.verdict.kind().name()).or_default() += 1;
        listened = events.tell("verdict", &verdict(*index, asked, claim, &judgement));
    }
    let words: Vec<String> = words.iter().map(|(word, count)| format!("{count} {word}")).collect();
    let words = format!("{judged} judged: {}", words.join(", "));
    events.tell("done", &json!({ "judged": judged, "of": claims.len(), "words": words }));
}

/// A verdict with all that a page shows of it.
fn verdict(index: usize, asked: &ClaimAsked, claim: &Claim, judgement: &Judgement) -> Value {
    let judged = Judged { claim, judgement };
    let mut object = json!(judged.line(None));
    let certificate = certificate(&judgement.verdict);
    let text = certificate.map(Certificate::write);
    let fits = text.as_ref().is_none_or(|text| text.len() <= LONGEST_CERTIFICATE);
    object["index"] = json!(index);
    object["statement"] = json!(judgement.verdict.accepted().map(|seen| seen.statement()));
    object["steps"] = json!(judgement.trace.steps);
    object["text"] = json!(claim.text);
    object["certificate"] = json!(text.filter(|_| fits));
    object["automaton"] = json!(
        fits && certificate.is_some_and(|certificate| sprague::automaton(certificate).is_some())
    );
    object["latex"] = json!(latex(&[&judged]));
    object["words"] = json!(judged.text(false, true));
    object["open"] = opened(claim, &judgement.verdict);
    let file = "my.claim";
    let mut command = Command::new("prove").word(file).file(file, &asked.text);
    for (name, text) in &claim.games {
        command = command.file(name, text);
    }
    if index > 0 {
        command = command.option("--claim", index + 1);
    }
    object["command"] = json!(command.text());
    object
}

fn certificate(verdict: &Verdict) -> Option<&Certificate> {
    match verdict {
        Verdict::Proved(seen) => Some(seen.certificate()),
        Verdict::Refuted { accepted: Some(seen), .. } => Some(seen.certificate()),
        Verdict::Refuted { certificate, .. } | Verdict::Unchecked { certificate, .. } => {
            certificate.as_deref()
        }
        Verdict::Holds { .. } | Verdict::Undecided { .. } => None,
    }
}

/// Where the counterexample, or what the claim is about, can be looked at.
fn opened(claim: &Claim, verdict: &Verdict) -> Value {
    let game = game_of(claim);
    match verdict {
        Verdict::Refuted { witness: Witness::Written(position), .. } => {
            json!({ "game": game, "position": position, "piles": null, "max": null })
        }
        Verdict::Refuted { witness: Witness::Piles(piles), .. } => {
            let most = piles.iter().max().copied().unwrap_or(0);
            json!({
                "game": game,
                "position": sprague::write_position(piles),
                "piles": piles.len().max(1),
                "max": most.saturating_add(AROUND),
            })
        }
        _ => match sprague::overlay_piles(claim) {
            Some((piles, _)) => json!({
                "game": game,
                "position": null,
                "piles": piles,
                "max": AROUND * 2,
            }),
            None => Value::Null,
        },
    }
}

/// The game of a claim, as questions name it.
fn game_of(claim: &Claim) -> Value {
    let expression = &claim.ruleset().expression;
    let text = sprague::game_file(expression)
        .and_then(|file| claim.games.iter().find(|(name, _)| name == file).map(|(_, text)| text));
    match text {
        None => json!({ "ruleset": expression }),
        Some(text) => {
            let arguments = expression.split_once('(').map_or("", |(_, rest)| rest);
            json!({
                "text": text,
                "arguments": arguments.strip_suffix(')').unwrap_or(arguments),
                "misere": expression.starts_with("misere "),
            })
        }
    }
}

/// Where a claim is right, and where it is wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverlayAsked {
    claim: String,
    #[serde(default)]
    games: BTreeMap<String, String>,
    #[serde(default)]
    place: usize,
    piles: Option<usize>,
    max: u32,
    #[serde(default)]
    fixed: Vec<u32>,
    #[serde(default)]
    large: bool,
}

/// Positions that are listed at most.
const LISTED: usize = 200;

/// A claim laid over a table.
pub async fn overlay(
    State(shared): State<Arc<Shared>>,
    ask: Ask<OverlayAsked>,
) -> Result<Response, Wrong> {
    let Ask { asked, terms } = ask;
    let limits = shared.jobs.limits().clone();
    let work = move |job: &Job| {
        let library: Library = library(&asked.games);
        let claims = sprague::claims(&asked.claim, &library)?;
        let claim = claims.get(asked.place).ok_or_else(|| {
            Wrong::input(format!("there is no claim {}: there are {}", asked.place, claims.len()))
        })?;
        let least = sprague::overlay_piles(claim).map(|(least, _)| least);
        let piles = asked.piles.or(least).unwrap_or(2);
        let (max, fixed) = (asked.max, asked.fixed.clone());
        let positions =
            crate::table::Positions { piles, max, nim: false, fixed, large: asked.large };
        positions.check(&limits)?;
        let begun = std::time::Instant::now();
        let overlay = job.session.overlay(claim, piles, max, &asked.fixed)?;
        let [silent, right, wrong, unknown] = overlay.counts();
        let side = overlay.columns;
        let wrong_at =
            overlay.marks.iter().enumerate().filter(|(_, mark)| **mark == sprague::Mark::Wrong);
        let wrong_at: Vec<Vec<u32>> = wrong_at
            .filter(|(place, _)| piles == 1 || overlay.row || place / side <= place % side)
            .map(|(place, _)| positions.at(place / side, place % side))
            .take(LISTED)
            .collect();
        let header = json!({
            "ruleset": claim.ruleset().expression,
            "kind": "overlay",
            "claim": claim.name,
            "piles": piles,
            "max": max,
            "fixed": asked.fixed,
            "rows": overlay.rows,
            "columns": overlay.columns,
            "row": overlay.row,
            "counts": { "silent": silent, "right": right, "wrong": wrong, "unknown": unknown },
            "wrong_at": wrong_at,
            "seconds": begun.elapsed().as_secs_f64(),
        });
        let cells: Vec<u16> = overlay.marks.iter().map(|&mark| mark as u16).collect();
        Ok(crate::sheet::sheet(header, &cells))
    };
    shared.work(&terms, Length::Long, work).await
}
