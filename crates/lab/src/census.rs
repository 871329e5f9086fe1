//! Files of rows of the folder: what is in them, and some of their rows.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::Summary;

use crate::answer::{Kind, Told, Wrong};
use crate::ask::Ask;
use crate::command::Command;
use crate::folder::{Sort, find};
use crate::jobs::{Job, Length};
use crate::server::Shared;

/// Rows that are sent at most, and how far from the beginning of an order.
const MOST: usize = 1000;
const FARTHEST: usize = 100_000;

/// A file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CensusAsked {
    id: String,
}

/// Some rows of a file, perhaps in the order of a column.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsAsked {
    id: String,
    #[serde(default)]
    from: usize,
    #[serde(default = "some")]
    count: usize,
    by: Option<String>,
    #[serde(default)]
    down: bool,
}

fn some() -> usize {
    100
}

/// Distributions of a file of rows.
pub async fn census(
    State(shared): State<Arc<Shared>>,
    ask: Ask<CensusAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let folder = shared.folder.clone();
    let work = move |job: &Job| {
        let (file, path) = census_file(folder.as_ref(), &asked.id)?;
        let (summary, asked) = Summary::read(&path, &job.watch).map_err(|why| {
            // The path is nobody's business.
            let why = why.replace(&path.display().to_string(), &file);
            match job.watch.goes_on() {
                true => Wrong::input(why),
                false => Wrong::new(Kind::Stopped, why),
            }
        })?;
        let bars = sprague::report::census::bars(&file, &summary, asked);
        let pairs = |pairs: &std::collections::BTreeMap<u32, u64>| -> Vec<Value> {
            pairs.iter().map(|pair| json!(pair)).collect()
        };
        let shares: Vec<Value> = summary
            .share_by_max
            .iter()
            .map(|(max, [asked, all])| json!([max, asked, all]))
            .collect();
        Ok(Told::new(json!({
            "name": file,
            "rows": summary.rows,
            "classes": summary.classes.iter().collect::<Vec<_>>(),
            "share_by_max": shares,
            "periods": pairs(&summary.periods),
            "without_period": summary.without_period,
            "asked": asked,
            "svg": bars.svg().ok(),
            "command": Command::new("census-plot").word(&file).text(),
        })))
    };
    shared.work(&terms, Length::Long, work).await
}

fn census_file(
    folder: Option<&crate::folder::Folder>,
    id: &str,
) -> Result<(String, std::path::PathBuf), Wrong> {
    let (file, path) = find(folder, id)?;
    match file.sort {
        Sort::Census => Ok((file.name, path)),
        _ => Err(Wrong::input(format!("{} is no file of rows", file.name))),
    }
}

/// Some rows.
pub async fn rows(State(shared): State<Arc<Shared>>, ask: Ask<RowsAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let folder = shared.folder.clone();
    let most = shared.jobs.limits().memory / 4;
    let work = move |job: &Job| {
        let (name, path) = census_file(folder.as_ref(), &asked.id)?;
        let count = asked.count.min(MOST);
        if asked.from > FARTHEST && asked.by.is_some() {
            let message = format!("rows in an order are shown up to number {FARTHEST}");
            return Err(Wrong::new(Kind::Limit, message));
        }
        let size = std::fs::metadata(&path).map_or(0, |about| about.len());
        if size > most {
            return Err(Wrong::new(Kind::Limit, format!("{name} has {size} bytes: too many")));
        }
        let bytes = std::fs::read(&path)
            .map_err(|_| Wrong::new(Kind::Missing, "the file cannot be read"))?;
        let order = asked.by.as_deref().map(|column| (column, asked.down));
        let found = sprague::CensusPage::read(bytes, asked.from, count, order, &job.watch)
            .map_err(|why| match job.watch.goes_on() {
                true => Wrong::input(format!("{name}: {why}")),
                false => Wrong::new(Kind::Stopped, format!("{name}: {why}")),
            })?;
        Ok(Told::new(found))
    };
    shared.work(&terms, Length::Long, work).await
}
