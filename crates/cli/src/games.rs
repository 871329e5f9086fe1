//! `sprague games`: the catalogue, or one game with its examples checked.

use std::io::Write as _;

use sprague_report::catalogue::{self, GameDetails, GameLine};
use sprague_rules::{Expectation, Game, load_game};
use sprague_solve::{Question, Wanted};

use crate::args::{Limits, PlainFormat};
use crate::failure::Outcome;
use crate::{open, output, work};

pub fn run(name: Option<&str>, format: PlainFormat, limits: &Limits) -> Outcome {
    let mut out = std::io::stdout().lock();
    let Some(name) = name else {
        let mut games = Vec::new();
        for name in sprague_rules::catalogue::names() {
            games.push(GameLine::from(&load_game(name)?));
        }
        let on_graphs: Vec<GameLine> = sprague_graph::Game::ALL.map(GameLine::from).into();
        match format {
            PlainFormat::Text => {
                write!(out, "{}", catalogue::text(&games))?;
                writeln!(
                    out,
                    "\nOn graphs (`sprague solve wyg 'K(5) chips=1'`, `sprague graphs`):"
                )?;
                write!(out, "{}", catalogue::text(&on_graphs))?;
            }
            PlainFormat::Json => {
                for game in games.iter().chain(&on_graphs) {
                    output::json(&mut out, game)?;
                }
            }
        }
        return Ok(());
    };
    if let Some(game) = sprague_graph::Game::named(name) {
        match format {
            PlainFormat::Json => output::json(&mut out, &GameLine::from(game))?,
            PlainFormat::Text => {
                writeln!(out, "{name}, on graphs\n  {}", game.summary())?;
                writeln!(out, "  source: {}", game.source())?;
            }
        }
        return Ok(());
    }
    let game = open::game(name)?;
    let details = GameDetails::from(&game);
    if format == PlainFormat::Json {
        return output::json(&mut out, &details);
    }
    write!(out, "{}", details.text())?;
    check_examples(&game, limits, &mut out)
}

/// Runs the examples of the text and says which fail.
fn check_examples(game: &Game, limits: &Limits, out: &mut impl std::io::Write) -> Outcome {
    let examples = game.examples()?;
    let (mut held, mut failed) = (0, Vec::new());
    for example in &examples {
        let wanted = match example.expected {
            Expectation::Outcome(_) => Wanted::Outcomes,
            Expectation::NimValue(_) => Wanted::NimValues,
        };
        let question = Question::about_positions(&example.ruleset, [&example.piles[..]]);
        let question = question.budget(&work::budget(limits)).watch(work::watch(limits));
        let mut solver = question.wanted(wanted).solver()?;
        let found = match (wanted, solver.nim_value(&example.piles)?) {
            (Wanted::NimValues, Some(value)) => Some(Expectation::NimValue(value)),
            (Wanted::NimValues, None) => None,
            _ => Some(Expectation::Outcome(solver.outcome(&example.piles)?)),
        };
        match found {
            Some(found) if found == example.expected => held += 1,
            Some(Expectation::Outcome(o)) => failed.push(format!("{}: found {o}", example.text)),
            Some(Expectation::NimValue(v)) => failed.push(format!("{}: found {v}", example.text)),
            None => failed.push(format!("{}: there is no nim-value", example.text)),
        }
    }
    if failed.is_empty() {
        match held {
            0 => writeln!(out, "\nThe text is in order; it gives no examples.")?,
            1 => writeln!(out, "\nIts example holds.")?,
            _ => writeln!(out, "\nAll {held} examples hold.")?,
        }
        return Ok(());
    }
    let list = failed.join("\n  ");
    Err(crate::failure::Failure::Usage(format!("examples that do not hold:\n  {list}")))
}
