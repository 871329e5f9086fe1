//! Results as files: pictures, tables for papers, lists for other programs.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::Value;
use sprague::report::TablePage;
use sprague::report::picture::PictureError;
use sprague::{Matrix, cell};

use crate::answer::{Kind, Wrong, harmless_text};
use crate::ask::{Ask, GameAsked};
use crate::heap::{SequenceAsked, computed as sequence};
use crate::jobs::{Job, Length, Limits};
use crate::server::Shared;
use crate::table::{Positions, TableAsked, of_game};

/// The largest picture of a table.
const LARGEST: u32 = 5000;
/// The most positions that are listed as text.
const LISTED: u64 = 4_000_000;

/// What to export: `what`, `format`, and the question whose answer it is.
#[derive(Deserialize)]
pub struct ExportAsked {
    what: What,
    format: Format,
    #[serde(flatten)]
    question: serde_json::Map<String, Value>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum What {
    Table,
    Sequence,
    Graph,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Format {
    Png,
    Svg,
    Csv,
    Latex,
    Bfile,
    Text,
    Json,
}

/// A position of a game on graphs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphAsked {
    game: GameAsked,
    position: String,
}

impl Format {
    /// The ending of the file, and what browsers call it.
    fn kind(self) -> (&'static str, &'static str) {
        match self {
            Format::Png => ("png", "image/png"),
            Format::Svg => ("svg", "image/svg+xml"),
            Format::Csv => ("csv", "text/csv; charset=utf-8"),
            Format::Latex => ("tex", "application/x-tex"),
            Format::Bfile | Format::Text => ("txt", "text/plain; charset=utf-8"),
            Format::Json => ("json", "application/json"),
        }
    }
}

/// Makes the file.
pub async fn export(
    State(shared): State<Arc<Shared>>,
    ask: Ask<ExportAsked>,
) -> Result<Response, Wrong> {
    let Ask { asked, terms } = ask;
    let limits = shared.jobs.limits().clone();
    shared.work(&terms, Length::Long, move |job| exported(job, asked, &limits)).await
}

fn exported(job: &Job, asked: ExportAsked, limits: &Limits) -> Result<Response, Wrong> {
    let ExportAsked { what, format, question } = asked;
    let question = Value::Object(question);
    let wrong = |why: serde_json::Error| Wrong::input(format!("this is no question: {why}"));
    let (name, bytes) = match what {
        What::Table => {
            let asked: TableAsked = serde_json::from_value(question).map_err(wrong)?;
            table(job, &asked, format, limits)?
        }
        What::Sequence => {
            let asked: SequenceAsked = serde_json::from_value(question).map_err(wrong)?;
            of_sequence(job, &asked, format)?
        }
        What::Graph => {
            let asked: GraphAsked = serde_json::from_value(question).map_err(wrong)?;
            let game = asked.game.on_graphs();
            let game = game.ok_or_else(|| Wrong::input("this game is not played on graphs"))?;
            let found = job.session.solve_graph(&game, &asked.position)?;
            let bytes = match format {
                Format::Svg => found.svg().map_err(picture)?.into_bytes(),
                Format::Png => found.png().map_err(picture)?,
                Format::Text => found.text().into_bytes(),
                Format::Json => Value::to_string(&serde_json::json!(found)).into_bytes(),
                _ => return Err(not_written("a position on a graph", format)),
            };
            (game, bytes)
        }
    };
    let (ending, kind) = format.kind();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(plain).take(60).collect();
    let name = name.trim_matches('-');
    let name = if name.is_empty() { "sprague" } else { name };
    let disposition = format!("attachment; filename=\"{name}.{ending}\"");
    let headers =
        [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, bytes).into_response())
}

fn picture(trouble: PictureError) -> Wrong {
    Wrong::new(Kind::Limit, trouble.to_string())
}

fn not_written(what: &str, format: Format) -> Wrong {
    let format = format!("{format:?}").to_lowercase();
    Wrong::input(format!("{what} is not written as {format}"))
}

/// Texts that terminals may show: what steers them is taken out.
fn plain(text: String) -> Vec<u8> {
    harmless_text(text).into_bytes()
}

fn table(
    job: &Job,
    asked: &TableAsked,
    format: Format,
    limits: &Limits,
) -> Result<(String, Vec<u8>), Wrong> {
    let positions = asked.positions();
    positions.check(limits)?;
    let game = asked.game.read()?;
    let name = format!("{} {} piles to {}", game.expression, positions.piles, positions.max);
    if format == Format::Bfile {
        let nim = positions.of_nim_values(&game);
        let computed = of_game(job, game, &positions)?;
        return Ok((name, plain(bfile(&computed.cells, nim)?)));
    }
    let drawn = matches!(format, Format::Svg | Format::Png);
    if drawn && (positions.max > LARGEST || positions.piles < 2) {
        let message = format!("pictures show two piles that vary, of sizes up to {LARGEST}");
        return Err(Wrong::new(Kind::Limit, message));
    }
    let request = listing(job, &game, &positions)?;
    let mut table = request.compute()?;
    let report = table.report(true)?;
    let page = TablePage(&report);
    let bytes = match format {
        Format::Svg => page.svg().map_err(picture)?.into_bytes(),
        Format::Png => page.png().map_err(picture)?,
        Format::Latex => plain(page.latex()),
        Format::Text => plain(page.text()),
        Format::Json => serde_json::json!(report).to_string().into_bytes(),
        Format::Csv => {
            let mut bytes = Vec::new();
            let trouble = |why: std::io::Error| Wrong::new(Kind::Inside, why.to_string());
            page.csv(&mut bytes).map_err(trouble)?;
            bytes
        }
        Format::Bfile => unreachable!("it was written before"),
    };
    Ok((name, bytes))
}

/// The table whose positions are listed: all of them, or those with the fixed piles.
fn listing<'j>(
    job: &'j Job,
    game: &crate::ask::Named,
    positions: &Positions,
) -> Result<sprague::TableRequest<'j>, Wrong> {
    let mut request = positions.request(&job.session, game);
    if !positions.fixed.is_empty() {
        request = request.fix(positions.fixed.clone());
    }
    let listed = request.check()?.positions(&game.ruleset);
    if listed.is_none_or(|listed| listed > LISTED) {
        return Err(Wrong::new(Kind::Limit, "these are too many positions to list"));
    }
    request.check_list()?;
    Ok(request)
}

/// Nim-values by antidiagonals, as the OEIS lists tables: `T(0,0), T(0,1), T(1,0), T(0,2), ...`; of one pile, its sequence.
fn bfile(cells: &Matrix<u16>, nim: bool) -> Result<String, Wrong> {
    if !nim {
        return Err(Wrong::input("a b-file holds numbers, and this table is one of outcomes"));
    }
    let mut text = String::new();
    let mut number = 0u64;
    let mut write = |value: u16| {
        if value >= cell::LARGE {
            return Err(Wrong::new(Kind::Limit, "a nim-value is too large for this list"));
        }
        let _ = writeln!(text, "{number} {value}");
        number += 1;
        Ok(())
    };
    // Only antidiagonals that are there as a whole are listed.
    for sum in 0..cells.columns {
        for i in 0..=sum.min(cells.rows - 1) {
            if cells.rows == 1 {
                write(*cells.get(0, sum))?;
                break;
            }
            write(*cells.get(i, sum - i))?;
        }
    }
    Ok(text)
}

fn of_sequence(
    job: &Job,
    asked: &SequenceAsked,
    format: Format,
) -> Result<(String, Vec<u8>), Wrong> {
    let (game, report) = sequence(job, asked)?;
    let bytes = match format {
        Format::Svg => report.svg().map_err(picture)?.into_bytes(),
        Format::Png => report.png().map_err(picture)?,
        Format::Csv => plain(report.csv().to_string()),
        Format::Latex => plain(report.latex()),
        Format::Text => plain(report.text().to_string()),
        Format::Json => serde_json::json!(report).to_string().into_bytes(),
        Format::Bfile => {
            let none = "a b-file holds numbers, and this sequence is one of outcomes";
            plain(report.bfile().ok_or_else(|| Wrong::input(none))?.to_string())
        }
    };
    Ok((format!("{} to {}", game.expression, asked.to), bytes))
}
