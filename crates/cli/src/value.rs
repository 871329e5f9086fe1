//! `sprague eval`, `sprague value` and `sprague difference`: partizan values.

use std::io::Write as _;
use std::path::Path;

use sprague::report::picture::thermograph as picture;
use sprague::report::value::{
    Differences, Evaluated, PositionValue, PositionWritten, ValueSequence,
};
use sprague::{GameValue, Session, is_board_game};

use crate::args::{DifferenceArgs, EvalArgs, Limits, PictureFormat, PlainFormat, ValueArgs};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

pub fn eval(args: &EvalArgs, limits: &Limits) -> Outcome {
    let (text, format) = (&args.expression, args.format);
    if let Some(file) = &args.output {
        picture_format(file)?;
    }
    let mut value = work::session(limits).evaluate(text)?;
    if let Some(file) = &args.output {
        draw_thermograph(&mut value, text, file)?;
    }
    let facts = value.facts()?;
    let report = Evaluated { expression: text.clone(), holds: value.holds, facts };
    output::print(format, &report, Evaluated::text)?;
    if args.thermograph && format == PlainFormat::Text {
        write!(std::io::stdout(), "\n{}", value.thermograph_text()?)?;
    }
    Ok(())
}

fn picture_format(file: &Path) -> Outcome<PictureFormat> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        _ => Err(Failure::Usage(format!("{} is neither .svg nor .png", file.display()))),
    }
}

/// The thermograph as a picture.
fn draw_thermograph(value: &mut GameValue, title: &str, file: &Path) -> Outcome {
    let drawn = value.thermograph(title)?;
    let bytes = match picture_format(file)? {
        PictureFormat::Svg => picture::svg(&drawn)?.into_bytes(),
        PictureFormat::Png => picture::png(&drawn)?,
    };
    output::write(Some(file), |out| Ok(out.write_all(&bytes)?))
}

pub fn run(args: &ValueArgs, limits: &Limits) -> Outcome {
    let (name, session) = (args.ruleset.trim(), work::session(limits));
    match (&args.position, args.to) {
        (Some(text), _) => {
            let (ruleset, position, mut value) = of_position(name, text, &session)?;
            let report = PositionValue { ruleset, position, facts: value.facts()? };
            output::print(args.format, &report, |report| report.facts.text())
        }
        (None, Some(to)) => {
            check_heaps(name)?;
            let ruleset = open::ruleset(name)?;
            let compute = || session.value_sequence_so_far(&ruleset, to);
            let (report, stopped) = work::with_progress(&session, "heaps", compute)?;
            output::print(args.format, &report, ValueSequence::text)?;
            let last = report.values.len() - 1;
            match stopped.map(Failure::from) {
                None => Ok(()),
                Some(Failure::Stopped(_)) => {
                    Err(Failure::Stopped(format!("values of heaps up to {last} are shown")))
                }
                Some(other) => Err(other),
            }
        }
        (None, None) => unreachable!("one of the two is required"),
    }
}

/// The value of one position, and what it is the value of.
fn of_position(
    name: &str,
    text: &str,
    session: &Session,
) -> Outcome<(String, PositionWritten, GameValue)> {
    if is_board_game(name) {
        let value = session.board_value(name, text)?;
        return Ok((name.to_string(), PositionWritten::Board(text.to_string()), value));
    }
    let ruleset = open::ruleset(name)?;
    let position = ruleset.position(text)?;
    let value = session.value(&ruleset, &position)?;
    Ok((ruleset.expression.clone(), PositionWritten::Piles(position.to_vec()), value))
}

/// The outcomes of `[n + shift] - [n]`.
pub fn difference(args: &DifferenceArgs, limits: &Limits) -> Outcome {
    check_heaps(args.ruleset.trim())?;
    let ruleset = open::ruleset(&args.ruleset)?;
    let session = work::session(limits);
    let compute = || session.differences(&ruleset, args.shift, args.to);
    let report = work::with_progress(&session, "heaps", compute)?;
    output::print(args.format, &report, Differences::text)
}

fn check_heaps(name: &str) -> Outcome {
    match is_board_game(name) {
        true => Err(Failure::Usage(format!("`{name}` has boards, not heaps: give a position"))),
        false => Ok(()),
    }
}
