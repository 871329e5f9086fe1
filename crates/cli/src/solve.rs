//! `sprague solve`: one position, or many through one table or memory.

use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

use sprague::report::solution;
use sprague::{
    Answer, Complaint, Explanation, Inquiry, Position, Refused, Ruleset, Session, Total,
};

use crate::args::{Limits, SolveArgs, SolveFormat};
use crate::failure::{self, Failure, Outcome};
use crate::{graph, open, output, work};

pub fn run(args: &SolveArgs, limits: &Limits) -> Outcome {
    match (&args.position, &args.positions) {
        (Some(position), _) => one(position, args, limits),
        (None, Some(file)) => many(file, args, limits),
        (None, None) => unreachable!("one of the two is required"),
    }
}

impl SolveArgs {
    /// What is asked of each position, within the limits of the command line.
    fn inquiry(&self, ruleset: Ruleset, session: &Session) -> Inquiry {
        let mut inquiry = session.ask(ruleset).kernel(self.kernel);
        if self.no_moves {
            inquiry = inquiry.without_moves();
        }
        if self.nim {
            inquiry = inquiry.insist_on_nim();
        }
        inquiry
    }

    /// Is JSON asked for? Positions of piles are not drawn.
    fn json(&self) -> Outcome<bool> {
        match output::format(self.format, self.output.as_deref())? {
            SolveFormat::Text => Ok(false),
            SolveFormat::Json => Ok(true),
            SolveFormat::Svg | SolveFormat::Png => Err(Failure::Usage(
                "only positions on graphs are drawn; `sprague table` draws two piles".into(),
            )),
        }
    }
}

fn one(position: &str, args: &SolveArgs, limits: &Limits) -> Outcome {
    if sprague::graph_game(&args.ruleset).is_some() {
        return graph::one(position, args, limits);
    }
    let ruleset = open::ruleset(&args.ruleset)?;
    let json = args.json()?;
    let position = ruleset.position(position)?;
    let session = work::session(limits);
    let inquiry = args.inquiry(ruleset, &session);
    let mut solution = None;
    let explained = work::with_progress(&session, "positions", || {
        inquiry.solve_each(&[position], &mut |answer| {
            solution = Some(answer);
            true
        })
    })?;
    let Some(mut solution) = solution.transpose().map_err(|refused| refused.why)? else {
        unreachable!("one position has one answer");
    };
    advise(&mut solution.nim_missing);
    explain(explained.as_ref(), limits);
    output::write(args.output.as_deref(), |out| {
        match json {
            false => write!(out, "{}", solution::text(&solution))?,
            true => output::json(out, &solution)?,
        }
        Ok(())
    })?;
    match solution.winning_total {
        Some(Total::Stopped) => {
            Err(Failure::Stopped("the list of winning moves is not complete".into()))
        }
        _ => Ok(()),
    }
}

fn many(file: &Path, args: &SolveArgs, limits: &Limits) -> Outcome {
    if sprague::graph_game(&args.ruleset).is_some() {
        return graph::many(file, args, limits);
    }
    let ruleset = open::ruleset(&args.ruleset)?;
    let json = args.json()?;
    let positions = read_lines(file, |line| Position::parse(line, ruleset.shape))?;
    let session = work::session(limits);
    let inquiry = args.inquiry(ruleset, &session);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut answered, mut refused, mut trouble) = (0, 0, Ok(()));
    let explained = work::with_progress(&session, "positions", || {
        inquiry.solve_each(&positions, &mut |answer| {
            refused += usize::from(answer.is_err());
            trouble = write_line(&mut out, &with_advice(answer), json);
            answered += 1;
            trouble.is_ok() && work::watch(limits).goes_on()
        })
    })?;
    trouble?;
    out.flush()?;
    explain(explained.as_ref(), limits);
    ended(answered, refused, positions.len())
}

/// How a list of positions ends: all are answered, some are refused, or it was stopped.
pub fn ended(answered: usize, refused: usize, of: usize) -> Outcome {
    match refused {
        _ if answered < of => {
            Err(Failure::Stopped(format!("{answered} of {of} positions are answered or refused")))
        }
        0 => Ok(()),
        _ => Err(Failure::Budget(format!("{refused} of {of} positions"))),
    }
}

/// Says how to get a nim-value that was left out because it would take long.
pub fn advise(nim_missing: &mut Option<String>) {
    if let Some(why) = nim_missing.as_mut().filter(|why| *why == sprague::TAKES_LONG) {
        why.push_str("; --nim insists on it");
    }
}

fn with_advice(answer: Answer) -> Answer {
    match answer {
        Ok(mut solution) => {
            advise(&mut solution.nim_missing);
            Ok(solution)
        }
        Err(refused) => Err(Refused { why: failure::advised(refused.why), ..refused }),
    }
}

fn write_line(out: &mut impl Write, answer: &Answer, json: bool) -> Outcome {
    match (answer, json) {
        (_, false) => writeln!(out, "{}", solution::line(answer))?,
        (Ok(solution), true) => output::json(out, solution)?,
        (Err(refused), true) => output::json(out, refused)?,
    }
    Ok(())
}

/// Says which kernel was used and why, if that was asked for.
fn explain(explanation: Option<&Explanation>, limits: &Limits) {
    if let (Some(Explanation { choice, size }), true) = (explanation, limits.verbose) {
        eprintln!("kernel {}: {}", choice.kernel, choice.reason);
        eprintln!("{size}");
    }
}

/// Reads one position a line; empty lines and `#` comments are passed over.
pub fn read_lines<T>(file: &Path, read: impl Fn(&str) -> Result<T, Complaint>) -> Outcome<Vec<T>> {
    let origin =
        if file == Path::new("-") { "standard input".into() } else { file.display().to_string() };
    let cannot = |e: std::io::Error| Failure::Usage(format!("cannot read {origin}: {e}"));
    let mut text = String::new();
    let reader: Box<dyn BufRead> = match file == Path::new("-") {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(std::io::BufReader::new(std::fs::File::open(file).map_err(cannot)?)),
    };
    std::io::Read::read_to_string(&mut { reader }, &mut text).map_err(cannot)?;
    let mut positions = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let written = line.split('#').next().unwrap_or_default().trim_end();
        if !written.trim().is_empty() {
            let position = read(written).map_err(|mut c| {
                c.span = c.span.start + start..c.span.end + start;
                c.about(&origin, &text)
            })?;
            positions.push(position);
        }
        start += line.len();
    }
    Ok(positions)
}
