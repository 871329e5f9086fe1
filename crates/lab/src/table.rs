//! Tables: what one will cost, and then all its cells as a sheet.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::{Estimate, Matrix, Session, Shape, TableRequest, cell};

use crate::answer::{Kind, Told, Wrong};
use crate::ask::{Ask, GameAsked, Named};
use crate::command::Command;
use crate::jobs::{Job, Length, Limits};
use crate::server::Shared;
use crate::sheet::sheet;

/// A table that takes longer than this, or more than that, is estimated first.
const LONG: f64 = 2.0;
const LARGE: u64 = 256 << 20;
/// Differences that are listed at most.
const LISTED: usize = 200;

/// A table.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableAsked {
    pub game: GameAsked,
    pub piles: usize,
    pub max: u32,
    #[serde(default)]
    pub nim: bool,
    #[serde(default)]
    pub fixed: Vec<u32>,
    #[serde(default)]
    pub large: bool,
}

/// Two tables.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiffAsked {
    old: GameAsked,
    new: GameAsked,
    piles: usize,
    max: u32,
    #[serde(default)]
    nim: bool,
    #[serde(default)]
    fixed: Vec<u32>,
    #[serde(default)]
    large: bool,
}

/// Which positions a table has: those of so many piles, of which all but the last two are fixed.
#[derive(Clone, Debug)]
pub struct Positions {
    pub piles: usize,
    pub max: u32,
    pub nim: bool,
    pub fixed: Vec<u32>,
    /// May it take long?
    pub large: bool,
}

impl TableAsked {
    pub fn positions(&self) -> Positions {
        let TableAsked { piles, max, nim, ref fixed, large, .. } = *self;
        Positions { piles, max, nim, fixed: fixed.clone(), large }
    }
}

impl Positions {
    /// Refuses what is no sheet, or too large a one.
    pub fn check(&self, limits: &Limits) -> Result<(), Wrong> {
        let Positions { piles, max, ref fixed, .. } = *self;
        let free = piles.saturating_sub(2);
        if piles == 0 {
            return Err(Wrong::input("a table has at least one pile"));
        }
        if fixed.len() != free || fixed.iter().any(|&size| size > max) {
            let message = match free {
                0 => format!("a table of {piles} piles has none to fix"),
                _ => format!("of {piles} piles {free} are fixed, at sizes of at most {max}"),
            };
            return Err(Wrong::input(message));
        }
        let side = u64::from(max) + 1;
        let cells = if piles == 1 { side } else { side.saturating_mul(side) };
        if cells > limits.cells {
            let most = if piles == 1 { limits.cells } else { limits.cells.isqrt() } - 1;
            let wrong = Wrong::new(Kind::Limit, format!("{cells} cells are too many for a page"));
            return Err(wrong.help(format!("sizes up to {most} are shown")));
        }
        Ok(())
    }

    /// The table of a game, still to be computed.
    pub fn request<'s>(&self, session: &'s Session, game: &Named) -> TableRequest<'s> {
        let request = session.table(game.ruleset.clone()).piles(self.piles).max(self.max);
        match self.of_nim_values(game) {
            true => request.nim_values(),
            false => request,
        }
    }

    pub fn of_nim_values(&self, game: &Named) -> bool {
        self.nim && game.ruleset.has_nim_values()
    }

    /// What to type for the same table.
    pub fn command(&self, game: &Named) -> Command {
        let command = Command::new("table").game(game);
        let command = command.option("--piles", self.piles).option("--max", self.max);
        let row = matches!(game.ruleset.shape, Shape::Row { .. });
        let command = command.flag("--nim", self.of_nim_values(game));
        match self.fixed.is_empty() {
            false if row || !self.fixed.contains(&0) => {
                let sizes: Vec<String> = self.fixed.iter().map(u32::to_string).collect();
                command.option("--fix", sizes.join(","))
            }
            _ => command,
        }
    }

    /// The position of a cell.
    pub fn at(&self, row: usize, column: usize) -> Vec<u32> {
        let mut position = self.fixed.clone();
        if self.piles > 1 {
            position.push(row as u32);
        }
        position.push(column as u32);
        position
    }
}

/// What a table will cost.
pub async fn estimate(
    State(shared): State<Arc<Shared>>,
    ask: Ask<TableAsked>,
) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let limits = shared.jobs.limits().clone();
    let work = move |job: &Job| {
        let positions = asked.positions();
        positions.check(&limits)?;
        let game = asked.game.read()?;
        Ok(Told::new(told(&positions.request(&job.session, &game).estimate()?)))
    };
    shared.work(&terms, Length::Short, work).await
}

fn told(estimate: &Estimate) -> Value {
    let mut object = json!(estimate);
    object["large"] = json!(is_large(estimate));
    object
}

fn is_large(estimate: &Estimate) -> bool {
    estimate.seconds > LONG || estimate.bytes.is_none_or(|bytes| bytes > LARGE)
}

/// A table that was computed.
pub struct Computed {
    pub game: Named,
    pub cells: Matrix<u16>,
    pub header: Value,
}

/// Computes a table; if it is large, only if that was said.
pub fn computed(
    job: &Job,
    game: &GameAsked,
    positions: &Positions,
    limits: &Limits,
) -> Result<Computed, Wrong> {
    positions.check(limits)?;
    of_game(job, game.read()?, positions)
}

/// The same for a game that was understood.
pub fn of_game(job: &Job, game: Named, positions: &Positions) -> Result<Computed, Wrong> {
    let begun = Instant::now();
    let request = positions.request(&job.session, &game);
    let estimate = request.estimate()?;
    if is_large(&estimate) && !positions.large {
        let message = format!("this table may take {}", cost(&estimate));
        return Err(Wrong::new(Kind::Estimate, message).estimate(&told(&estimate)));
    }
    let mut table = request.compute()?;
    let complete = table.complete();
    // What nobody waits for is not read off, and a slice beyond what is finished is not there.
    let beyond = |complete| positions.fixed.iter().any(|&size| size > complete);
    if job.session.is_cancelled() || complete.is_some_and(beyond) {
        let reached =
            complete.map_or("nothing".into(), |complete| format!("sizes up to {complete}"));
        return Err(Wrong::new(
            Kind::Stopped,
            format!("stopped: {reached} of the table are finished"),
        ));
    }
    let cells = table.cells(&positions.fixed, 0)?;
    let nim = positions.of_nim_values(&game);
    let largest = cells.data.iter().filter(|&&cell| nim && cell != cell::UNKNOWN).max();
    let explanation = table.explanation();
    let row = matches!(game.ruleset.shape, Shape::Row { .. });
    let header = json!({
        "ruleset": game.expression,
        "kind": if nim { "nim" } else { "outcome" },
        "piles": positions.piles,
        "max": positions.max,
        "fixed": positions.fixed,
        "rows": cells.rows,
        "columns": cells.columns,
        "row": row,
        "partizan": !game.ruleset.is_impartial(),
        "tally": tally(&cells.data, nim),
        "largest": largest,
        "complete": complete,
        "kernel": explanation.choice.kernel.name(),
        "reason": explanation.choice.reason,
        "seconds": begun.elapsed().as_secs_f64(),
        "command": positions.command(&game).text(),
    });
    Ok(Computed { game, cells, header })
}

/// How long and how much, for people.
fn cost(estimate: &Estimate) -> String {
    let time = match estimate.seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} seconds"),
        seconds if seconds < 5400.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds if seconds < 172_800.0 => format!("{:.0} hours", seconds / 3600.0),
        seconds => format!("{:.0} days", seconds / 86_400.0),
    };
    match estimate.bytes {
        Some(bytes) if bytes >= 1 << 30 => {
            format!("about {time} and {:.1} GiB of memory", bytes as f64 / (1u64 << 30) as f64)
        }
        Some(bytes) => format!("about {time} and {} MiB of memory", bytes.div_ceil(1 << 20)),
        None => format!("about {time} and more memory than can be counted"),
    }
}

/// How many of the cells have each outcome.
fn tally(cells: &[u16], nim: bool) -> Value {
    let mut counts = [0u64; 5];
    for &cell in cells {
        let place = match cell {
            cell::UNKNOWN => 4,
            value if nim => usize::from(value != 0),
            outcome => usize::from(outcome.min(3)),
        };
        counts[place] += 1;
    }
    let [p, n, l, r, unknown] = counts;
    json!({ "n": n, "p": p, "l": l, "r": r, "unknown": unknown })
}

/// The cells of a table.
pub async fn table(
    State(shared): State<Arc<Shared>>,
    ask: Ask<TableAsked>,
) -> Result<Response, Wrong> {
    let Ask { asked, terms } = ask;
    let limits = shared.jobs.limits().clone();
    let work = move |job: &Job| {
        let Computed { cells, header, .. } =
            computed(job, &asked.game, &asked.positions(), &limits)?;
        Ok(sheet(header, &cells.data))
    };
    shared.work(&terms, Length::Long, work).await
}

/// Where two tables differ.
pub async fn diff(State(shared): State<Arc<Shared>>, ask: Ask<DiffAsked>) -> Result<Told, Wrong> {
    let Ask { asked, terms } = ask;
    let limits = shared.jobs.limits().clone();
    shared.work(&terms, Length::Long, move |job| compared(job, asked, &limits)).await
}

fn compared(job: &Job, asked: DiffAsked, limits: &Limits) -> Result<Told, Wrong> {
    let DiffAsked { old, new, piles, max, nim, fixed, large } = asked;
    let (old_game, new_game) = (old.read()?, new.read()?);
    // Nim-values are compared where both games have them.
    let nim = nim && old_game.ruleset.has_nim_values() && new_game.ruleset.has_nim_values();
    let positions = Positions { piles, max, nim, fixed, large };
    positions.check(limits)?;
    let (old, new) = (of_game(job, old_game, &positions)?, of_game(job, new_game, &positions)?);
    let (mut same, mut changed, mut first) = (0u64, 0u64, Vec::new());
    for row in 0..old.cells.rows.min(new.cells.rows) {
        for column in 0..old.cells.columns.min(new.cells.columns) {
            let (before, after) = (*old.cells.get(row, column), *new.cells.get(row, column));
            if before == after {
                same += 1;
                continue;
            }
            changed += 1;
            if first.len() < LISTED {
                let position = positions.at(row, column);
                first.push(json!({
                    "position": position,
                    "old": shown(before, nim),
                    "new": shown(after, nim),
                }));
            }
        }
    }
    Ok(Told::new(json!({
        "same": same,
        "changed": changed,
        "first": first,
        "kind": if nim { "nim" } else { "outcome" },
        "old": old.header["ruleset"],
        "new": new.header["ruleset"],
        "command": [positions.command(&old.game).text(), positions.command(&new.game).text()],
    })))
}

/// A cell as people read it.
fn shown(cell: u16, nim: bool) -> Value {
    match (cell, nim) {
        (cell::UNKNOWN, _) => Value::Null,
        (cell, true) => json!(cell),
        (cell, false) => json!(["P", "N", "L", "R"][usize::from(cell.min(3))]),
    }
}
