//! `sprague games`: the catalogue, or one game with its examples checked.

use std::io::Write as _;

use sprague::report::catalogue::{self, GameDetails};
use sprague::{Game, graph_game_lines, graph_games};

use crate::args::{GamesArgs, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

pub fn run(args: &GamesArgs, limits: &Limits) -> Outcome {
    let mut out = std::io::stdout().lock();
    let Some(name) = args.name.as_deref() else { return list(args.format, &mut out) };
    if let Some(game) = graph_games().find(|game| game.name == name) {
        match args.format {
            PlainFormat::Json => {
                let line = graph_game_lines().into_iter().find(|line| line.name == name);
                output::json(&mut out, &line)?;
            }
            PlainFormat::Text => {
                writeln!(out, "{name}, on graphs\n  {}\n  source: {}", game.summary, game.source)?;
            }
        }
        return Ok(());
    }
    let game = open::game(name)?;
    let details = GameDetails::from(&game);
    if args.format == PlainFormat::Json {
        return output::json(&mut out, &details);
    }
    write!(out, "{}", details.text())?;
    check_examples(&game, limits, &mut out)
}

fn list(format: PlainFormat, out: &mut impl std::io::Write) -> Outcome {
    let (games, on_graphs) = (sprague::games(), graph_game_lines());
    match format {
        PlainFormat::Text => {
            write!(out, "{}", catalogue::text(&games))?;
            writeln!(out, "\nOn graphs (`sprague solve wyg 'K(5) chips=1'`, `sprague graphs`):")?;
            write!(out, "{}", catalogue::text(&on_graphs))?;
            Ok(())
        }
        PlainFormat::Json => {
            games.iter().chain(&on_graphs).try_for_each(|game| output::json(out, game))
        }
    }
}

/// Runs the examples of the text and says which fail.
fn check_examples(game: &Game, limits: &Limits, out: &mut impl std::io::Write) -> Outcome {
    let examples = work::session(limits).examples(game)?;
    let failed =
        examples.iter().filter(|example| !example.holds).map(|example| match &example.found {
            Some(found) => format!("\n  {}: found {found}", example.text),
            None => format!("\n  {}: there is no nim-value", example.text),
        });
    let failed: String = failed.collect();
    match examples.len() {
        _ if !failed.is_empty() => {
            return Err(Failure::Usage(format!("examples that do not hold:{failed}")));
        }
        0 => writeln!(out, "\nThe text is in order; it gives no examples.")?,
        1 => writeln!(out, "\nIts example holds.")?,
        held => writeln!(out, "\nAll {held} examples hold.")?,
    }
    Ok(())
}
