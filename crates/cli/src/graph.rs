//! `sprague solve` for the games on graphs.

use std::io::Write;
use std::path::Path;

use sprague::{
    GraphAnswer, GraphExplanation, GraphInquiry, GraphLimit, GraphRefused, GraphSolution,
};

use crate::args::{Limits, SolveArgs, SolveFormat};
use crate::failure::{Failure, Outcome};
use crate::solve::{Lines, List, advise};
use crate::{output, work};

pub fn one(position: &str, args: &SolveArgs, limits: &Limits) -> Outcome {
    let session = work::session(limits);
    let inquiry = asked(session.ask_graph(&args.ruleset)?, args);
    let written = inquiry.position(position).map_err(|c| c.about("position", position))?;
    let format = output::format(args.format, args.output.as_deref())?;
    if format == SolveFormat::Png {
        output::check_png(args.output.as_deref())?;
    }
    let mut answer = None;
    let explained = work::with_progress(&session, "positions", || {
        inquiry.solve_each(&[written], &mut |found| {
            answer = Some(found);
            true
        })
    });
    explain(&explained, limits);
    let Some(answer) = answer else { unreachable!("one position has one answer") };
    let solution = advised(answer.map_err(|refused| sprague::Error::from(refused.why))?);
    output::write(args.output.as_deref(), |out| {
        match format {
            SolveFormat::Text => write!(out, "{}", solution.text())?,
            SolveFormat::Json => output::json(out, &solution)?,
            SolveFormat::Svg => out.write_all(solution.svg()?.as_bytes())?,
            SolveFormat::Png => out.write_all(&solution.png()?)?,
        }
        Ok(())
    })
}

pub fn many(file: &Path, args: &SolveArgs, limits: &Limits) -> Outcome {
    let session = work::session(limits);
    let inquiry = asked(session.ask_graph(&args.ruleset)?, args);
    let lines = Lines::read(file, &args.ruleset, |line| inquiry.position(line))?;
    let json = match output::format(args.format, None)? {
        SolveFormat::Text => false,
        SolveFormat::Json => true,
        _ => return Err(Failure::Usage("a picture shows one position, not a list".into())),
    };
    let is_stop = |refused: &GraphRefused| matches!(refused.why, GraphLimit::Stopped { .. });
    let mut list = List::new(lines.others, lines.positions.len(), json, is_stop, write_line);
    let explained = work::with_progress(&session, "positions", || {
        inquiry.solve_each(&lines.positions, &mut |answer| list.take(answer))
    });
    explain(&explained, limits);
    list.end()
}

fn asked<'s>(inquiry: GraphInquiry<'s>, args: &SolveArgs) -> GraphInquiry<'s> {
    let inquiry = if args.no_moves { inquiry.without_moves() } else { inquiry };
    if args.nim { inquiry.insist_on_nim() } else { inquiry }
}

fn write_line(out: &mut dyn Write, answer: GraphAnswer, json: bool) -> Outcome {
    match (answer.map(advised), json) {
        (Ok(solution), true) => output::json(out, &solution)?,
        (Err(refused), true) => output::json(out, &refused)?,
        (Ok(solution), false) => writeln!(out, "{}", solution.line())?,
        (Err(refused), false) => writeln!(out, "{}", refused.line())?,
    }
    Ok(())
}

fn advised(mut solution: GraphSolution) -> GraphSolution {
    advise(&mut solution.nim_missing);
    solution
}

/// Says how it was solved, if that was asked for.
fn explain(explained: &GraphExplanation, limits: &Limits) {
    if limits.verbose {
        eprintln!("graph solver: {}", explained.way);
        eprintln!("{} positions", explained.solved);
    }
}
