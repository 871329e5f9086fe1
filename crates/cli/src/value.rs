//! `sprague eval`, `sprague value` and `sprague difference`: partizan values.

use std::io::Write as _;
use std::path::Path;

use sprague_report::picture::thermograph as picture;
use sprague_report::value::{
    Differences, Evaluated, PositionValue, PositionWritten, ValueFacts, ValueSequence,
};
use sprague_rules::{Shape, parse_position};
use sprague_value::domineering::{Domineering, parse_board};
use sprague_value::regularity;
use sprague_value::ruleset::{Positions, heaps};
use sprague_value::toads::{ToadsAndFrogs, parse_strip};
use sprague_value::{Arena, Corner, Evaluation, Evaluator, Limit, Value};

use crate::args::{Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

/// An arena within the limits of the command line.
fn arena(limits: &Limits) -> Arena {
    let mut arena = Arena::new();
    let watch = work::watch(limits);
    arena.limit_memory(usize::try_from(limits.memory()).unwrap_or(usize::MAX));
    arena.watch(Box::new(move || !watch.goes_on()));
    arena
}

fn failure(limit: Limit) -> Failure {
    match limit {
        Limit::Memory { .. } => Failure::Budget(format!("{limit}; --memory allows more")),
        Limit::Stopped => Failure::Stopped("before the value was known".into()),
        _ => Failure::Usage(limit.to_string()),
    }
}

pub fn eval(
    text: &str,
    format: PlainFormat,
    thermograph: bool,
    file: Option<&Path>,
    limits: &Limits,
) -> Outcome {
    if let Some(file) = file {
        picture_format(file)?;
    }
    let mut arena = arena(limits);
    let evaluation = arena.evaluate(text).map_err(|complaint| {
        // A complaint about a text is bad input unless a budget was the reason.
        match (work::watch(limits).goes_on(), arena.bytes() as u64 > limits.memory()) {
            (false, _) => failure(Limit::Stopped),
            (_, true) => failure(Limit::Memory { most: limits.memory() as usize }),
            _ => complaint.about("expression", text).into(),
        }
    })?;
    let (game, holds) = match evaluation {
        Evaluation::Game(game) => (game, None),
        // What is said below is said of the difference, which shows why.
        Evaluation::Comparison { left, right, holds, .. } => {
            (arena.difference(left, right).map_err(failure)?, Some(holds))
        }
    };
    if let Some(file) = file {
        draw_thermograph(&mut arena, text, game, file)?;
    }
    let facts = ValueFacts::of(&mut arena, game).map_err(failure)?;
    let report = Evaluated { expression: text.to_string(), holds, facts };
    print(format, &report, Evaluated::text)?;
    if thermograph && format == PlainFormat::Text {
        let walls = arena.thermograph(game).map_err(failure)?;
        write!(std::io::stdout(), "\n{}", walls.text())?;
    }
    Ok(())
}

/// Prints a result as data or as text.
fn print<R: serde::Serialize>(
    format: PlainFormat,
    report: &R,
    text: impl Fn(&R) -> String,
) -> Outcome {
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => output::json(&mut out, report),
        PlainFormat::Text => Ok(write!(out, "{}", text(report))?),
    }
}

#[derive(Clone, Copy)]
enum PictureFormat {
    Svg,
    Png,
}

fn picture_format(file: &Path) -> Outcome<PictureFormat> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        _ => Err(Failure::Usage(format!("{} is neither .svg nor .png", file.display()))),
    }
}

/// The thermograph as a picture.
fn draw_thermograph(arena: &mut Arena, text: &str, game: Value, file: &Path) -> Outcome {
    let walls = arena.thermograph(game).map_err(failure)?;
    let corner = |corner: &Corner| picture::Corner {
        temperature: corner.temperature.to_f64(),
        value: corner.value.to_f64(),
        written: [corner.temperature.to_string(), corner.value.to_string()],
    };
    let drawn = picture::Thermograph {
        title: text.to_string(),
        subtitle: format!("mean {}, temperature {}", walls.mean(), walls.temperature()),
        left: walls.left_wall().iter().map(corner).collect(),
        right: walls.right_wall().iter().map(corner).collect(),
    };
    let bytes = match picture_format(file)? {
        PictureFormat::Svg => picture::svg(&drawn)?.into_bytes(),
        PictureFormat::Png => picture::png(&drawn)?,
    };
    output::write(Some(file), |out| Ok(out.write_all(&bytes)?))
}

/// The value of one position.
pub fn position(name: &str, text: &str, format: PlainFormat, limits: &Limits) -> Outcome {
    let mut arena = arena(limits);
    let (ruleset, position, value) = match name.trim() {
        "domineering" => {
            let parts = parse_board(text).map_err(|c| c.about("position", text))?;
            let value = Evaluator::new(Domineering).value(&mut arena, &parts);
            (name.trim().to_string(), PositionWritten::Board(text.to_string()), value)
        }
        "toads-and-frogs" => {
            let parts = parse_strip(text).map_err(|c| c.about("position", text))?;
            let value = Evaluator::new(ToadsAndFrogs).value(&mut arena, &parts);
            (name.trim().to_string(), PositionWritten::Board(text.to_string()), value)
        }
        _ => {
            let ruleset = open::ruleset(name)?;
            let piles =
                parse_position(text, ruleset.shape).map_err(|c| c.about("position", text))?;
            let mut evaluator = Evaluator::new(positions(&ruleset, &mut arena)?);
            let parts = evaluator.game().parts(&piles);
            let value = evaluator.value(&mut arena, &parts);
            (ruleset.expression.clone(), PositionWritten::Piles(piles), value)
        }
    };
    let value = value.map_err(failure)?;
    let facts = ValueFacts::of(&mut arena, value).map_err(failure)?;
    let report = PositionValue { ruleset, position, facts };
    print(format, &report, |report| report.facts.text())
}

/// The values of the heaps 0..=N.
pub fn sequence(name: &str, to: u32, format: PlainFormat, limits: &Limits) -> Outcome {
    let mut arena = arena(limits);
    let (expression, window, values) = heap_values(name, to, &mut arena, limits)?;
    let found = regularity::find(&mut arena, &values, window).map_err(failure)?;
    let report = ValueSequence::new(&mut arena, expression, &values, found).map_err(failure)?;
    print(format, &report, ValueSequence::text)
}

/// The outcomes of `[n + shift] - [n]`.
pub fn difference(
    name: &str,
    shift: u32,
    to: u32,
    format: PlainFormat,
    limits: &Limits,
) -> Outcome {
    let mut arena = arena(limits);
    let (expression, _, values) = heap_values(name, to.saturating_add(shift), &mut arena, limits)?;
    let pairs = values.iter().zip(&values[shift as usize..]);
    let outcomes = pairs.map(|(&low, &high)| arena.outcome_of_difference(high, low).letter());
    let report = Differences { ruleset: expression, shift, outcomes: outcomes.collect() };
    print(format, &report, Differences::text)
}

fn positions(ruleset: &sprague_rules::Ruleset, arena: &mut Arena) -> Outcome<Positions> {
    Positions::new(ruleset, arena).map_err(|reason| Failure::Usage(reason.to_string()))
}

/// How the ruleset is written, its window, and the values of its heaps.
fn heap_values(
    name: &str,
    to: u32,
    arena: &mut Arena,
    limits: &Limits,
) -> Outcome<(String, Option<usize>, Vec<Value>)> {
    if ["domineering", "toads-and-frogs"].contains(&name.trim()) {
        let message = format!("`{}` has boards, not heaps: give a position", name.trim());
        return Err(Failure::Usage(message));
    }
    let ruleset = open::ruleset(name)?;
    if let Shape::Row { places } = ruleset.shape
        && places != 1
    {
        let message = format!("`{}` is played on {places} places, not on one", ruleset.expression);
        return Err(Failure::Usage(message));
    }
    let mut evaluator = Evaluator::new(positions(&ruleset, arena)?);
    let watch = work::watch(limits);
    let values = work::with_progress(watch, "heaps", || heaps(arena, &mut evaluator, to));
    Ok((ruleset.expression.clone(), regularity::window(&ruleset), values.map_err(failure)?))
}
