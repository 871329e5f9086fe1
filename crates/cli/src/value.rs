//! `sprague eval`, `sprague value` and `sprague difference`: partizan values.

use std::fmt::Display;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Map, Value as Json, json};
use sprague_report::picture::thermograph as picture;
use sprague_rules::{Outcome as Winner, Shape, parse_position};
use sprague_value::domineering::{Domineering, parse_board};
use sprague_value::regularity::{self, Regularity, Verdict};
use sprague_value::ruleset::{Positions, heaps};
use sprague_value::toads::{ToadsAndFrogs, parse_strip};
use sprague_value::{Arena, Corner, Evaluation, Evaluator, Limit, Value};

use crate::args::{Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

/// Longer texts are left out of lists: the text of a value can be exponentially long.
const LONGEST_TEXT: usize = 20_000;
/// Positions of a canonical form are counted up to here.
const MOST_NODES: usize = 1_000_000;

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
    let mut object = Map::new();
    object.insert("expression".into(), json!(text));
    let game = match evaluation {
        Evaluation::Game(game) => game,
        Evaluation::Comparison { left, right, holds, .. } => {
            object.insert("holds".into(), json!(holds));
            // What is said below is said of the difference, which shows why.
            arena.difference(left, right).map_err(failure)?
        }
    };
    if let Some(file) = file {
        draw_thermograph(&mut arena, text, game, file)?;
    }
    print_facts(&mut arena, object, game, format, thermograph)
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

/// What is known of one value.
fn print_facts(
    arena: &mut Arena,
    mut object: Map<String, Json>,
    game: Value,
    format: PlainFormat,
    draw: bool,
) -> Outcome {
    let canonical = arena.text(game).ok();
    let thermograph = arena.thermograph(game).map_err(failure)?;
    let weight = match arena.atomic_weight(game).map_err(failure)? {
        Some(weight) => Some(arena.text(weight).map_err(failure)?),
        None => None,
    };
    let reduced = arena.reduced(game).map_err(failure)?;
    let reduced = arena.text(reduced).ok();
    let exact = |number: &dyn Display| json!(number.to_string());
    let wall = |corners: &[Corner]| {
        let corner = |c: &Corner| json!([c.temperature.to_string(), c.value.to_string()]);
        Json::Array(corners.iter().map(corner).collect())
    };
    let facts = [
        ("canonical", json!(canonical)),
        ("outcome", exact(&arena.outcome(game))),
        ("mean", exact(&thermograph.mean())),
        ("temperature", exact(&thermograph.temperature())),
        ("birthday", json!(arena.birthday(game))),
        ("left_stop", exact(&arena.left_stop(game))),
        ("right_stop", exact(&arena.right_stop(game))),
        ("nodes", json!(arena.nodes(game, MOST_NODES))),
        ("atomic_weight", json!(weight)),
        ("reduced", json!(reduced)),
    ];
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => {
            object.extend(facts.map(|(key, fact)| (key.to_string(), fact)));
            let walls = json!({
                "left": wall(thermograph.left_wall()),
                "right": wall(thermograph.right_wall()),
            });
            object.insert("thermograph".into(), walls);
            writeln!(out, "{}", Json::Object(object))?;
        }
        PlainFormat::Text => {
            if let Some(holds) = object.get("holds") {
                writeln!(out, "{holds}\n\nthe difference:")?;
            }
            for (key, fact) in facts {
                let fact = match fact {
                    Json::Null if key == "nodes" => format!("more than {MOST_NODES}"),
                    Json::Null if key == "atomic_weight" => "none: not all small".to_string(),
                    Json::Null => "(too long to write)".to_string(),
                    Json::String(text) => text,
                    other => other.to_string(),
                };
                writeln!(out, "{:<14} {fact}", key.replace('_', " "))?;
            }
            if draw {
                write!(out, "\n{}", thermograph.text())?;
            }
        }
    }
    Ok(())
}

/// The value of one position.
pub fn position(name: &str, text: &str, format: PlainFormat, limits: &Limits) -> Outcome {
    let mut arena = arena(limits);
    let (ruleset, position, value) = match name.trim() {
        "domineering" => {
            let parts = parse_board(text).map_err(|c| c.about("position", text))?;
            let value = Evaluator::new(Domineering).value(&mut arena, &parts);
            (name.trim().to_string(), json!(text), value)
        }
        "toads-and-frogs" => {
            let parts = parse_strip(text).map_err(|c| c.about("position", text))?;
            let value = Evaluator::new(ToadsAndFrogs).value(&mut arena, &parts);
            (name.trim().to_string(), json!(text), value)
        }
        _ => {
            let ruleset = open::ruleset(name)?;
            let piles =
                parse_position(text, ruleset.shape).map_err(|c| c.about("position", text))?;
            let mut evaluator = Evaluator::new(positions(&ruleset, &mut arena)?);
            let parts = evaluator.game().parts(&piles);
            let value = evaluator.value(&mut arena, &parts);
            (ruleset.expression.clone(), json!(piles), value)
        }
    };
    let value = value.map_err(failure)?;
    let mut object = Map::new();
    object.insert("ruleset".into(), json!(ruleset));
    object.insert("position".into(), position);
    print_facts(&mut arena, object, value, format, false)
}

/// The values of the heaps 0..=N.
pub fn sequence(name: &str, to: u32, format: PlainFormat, limits: &Limits) -> Outcome {
    let mut arena = arena(limits);
    let (expression, window, values) = heap_values(name, to, &mut arena, limits)?;
    let found = regularity::find(&mut arena, &values, window).map_err(failure)?;
    let birthdays = arena.birthdays(&values);
    let texts = arena.texts_within(&values, LONGEST_TEXT).map_err(failure)?;
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => {
            let mut regularity = Json::Null;
            if let Some(found) = found {
                let (verdict, by) = match found.verdict {
                    Verdict::Proved(method) => ("proved", Some(method.name())),
                    Verdict::Holds { .. } => ("holds", None),
                };
                regularity = json!({
                    "preperiod": found.preperiod,
                    "period": found.period,
                    "saltus": arena.text(found.saltus).map_err(failure)?,
                    "verdict": verdict,
                    "by": by,
                });
            }
            let object = json!({
                "ruleset": expression,
                "values": texts,
                "birthdays": birthdays,
                "regularity": regularity,
            });
            writeln!(out, "{object}")?;
        }
        PlainFormat::Text => {
            let side = to.to_string().len();
            for (n, (text, day)) in texts.iter().zip(&birthdays).enumerate() {
                match text {
                    Some(text) => writeln!(out, "{n:>side$}  {text}")?,
                    None => writeln!(out, "{n:>side$}  (too long to write; born on day {day})")?,
                }
            }
            writeln!(out, "\n{}", in_words(&mut arena, found, to, &birthdays)?)?;
        }
    }
    Ok(())
}

/// What the sequence does for ever, as far as it is known.
fn in_words(
    arena: &mut Arena,
    found: Option<Regularity>,
    to: u32,
    birthdays: &[u64],
) -> Outcome<String> {
    let Some(Regularity { preperiod, period, saltus, verdict }) = found else {
        let latest = |days: &[u64]| days.iter().max().copied().unwrap_or(0);
        let (half, all) = (latest(&birthdays[..birthdays.len().div_ceil(2)]), latest(birthdays));
        return Ok(format!(
            "no period to {to}; the latest birthday is {all}, in the first half {half}"
        ));
    };
    let saltus = match saltus == sprague_value::ZERO {
        true => String::new(),
        false => format!(" and saltus {}", arena.text(saltus).map_err(failure)?),
    };
    Ok(match verdict {
        Verdict::Proved(method) => format!(
            "period {period}{saltus} from n = {preperiod} on, for ever (proved: {})",
            method.name()
        ),
        Verdict::Holds { to } => {
            format!("period {period}{saltus} from n = {preperiod} on, seen to n = {to}")
        }
    })
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
    let outcomes: Vec<Winner> = values
        .iter()
        .zip(&values[shift as usize..])
        .map(|(&low, &high)| arena.outcome_of_difference(high, low))
        .collect();
    let letters: String = outcomes.iter().map(|o| o.letter()).collect();
    let mut out = std::io::stdout().lock();
    match format {
        PlainFormat::Json => {
            let object = json!({ "ruleset": expression, "shift": shift, "outcomes": letters });
            writeln!(out, "{object}")?;
        }
        PlainFormat::Text => {
            writeln!(out, "{expression}: the outcome of [n+{shift}]-[n] for n = 0 to {to}\n")?;
            let row = shift.clamp(1, 60) as usize;
            let side = to.to_string().len();
            for (i, line) in letters.as_bytes().chunks(row).enumerate() {
                writeln!(out, "{:>side$} | {}", i * row, String::from_utf8_lossy(line))?;
            }
            let equal = outcomes.iter().filter(|&&o| o == Winner::P).count();
            writeln!(out, "\n[n+{shift}] = [n] for {equal} of {} heaps", outcomes.len())?;
        }
    }
    Ok(())
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
