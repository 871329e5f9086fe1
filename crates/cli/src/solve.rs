//! `sprague solve`: one position, or many through one table or memory.

use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

use sprague::report::solution::{self, Unread};
use sprague::{
    Answer, Complaint, Diagnostic, Explanation, Inquiry, Position, Refused, Ruleset, Session, Total,
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
    let lines = Lines::read(file, &args.ruleset, |line| Position::parse(line, ruleset.shape))?;
    let session = work::session(limits);
    let inquiry = args.inquiry(ruleset, &session);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut answered, mut refused, mut trouble) = (0, 0, Ok(()));
    let explained = work::with_progress(&session, "positions", || {
        inquiry.solve_each(&lines.positions, &mut |answer| {
            refused += usize::from(answer.is_err());
            trouble = lines
                .write_unread(&mut out, answered, json)
                .and_then(|()| write_line(&mut out, &with_advice(answer), json));
            answered += 1;
            trouble.is_ok() && work::watch(limits).goes_on()
        })
    })?;
    trouble?;
    explain(explained.as_ref(), limits);
    lines.end(&mut out, answered, refused, json)
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

/// Wrong lines that are pointed at; all are told in their place.
const POINTED_AT: usize = 10;

/// The lines of a list: positions, and what is none. A line that is wrong takes nothing away from the others.
pub struct Lines<T> {
    /// Those that are positions.
    pub positions: Vec<T>,
    /// The others, each with the number of positions before it.
    unread: Vec<(usize, Unread)>,
    /// What is wrong with the first of them.
    wrong: Vec<Diagnostic>,
}

impl<T> Lines<T> {
    /// Reads one position a line; empty lines and `#` comments are passed over.
    pub fn read(
        file: &Path,
        ruleset: &str,
        read: impl Fn(&str) -> Result<T, Complaint>,
    ) -> Outcome<Lines<T>> {
        let origin = match file == Path::new("-") {
            true => "standard input".into(),
            false => file.display().to_string(),
        };
        let cannot = |e: std::io::Error| Failure::Usage(format!("cannot read {origin}: {e}"));
        let mut text = String::new();
        let reader: Box<dyn BufRead> = match file == Path::new("-") {
            true => Box::new(std::io::stdin().lock()),
            false => Box::new(std::io::BufReader::new(std::fs::File::open(file).map_err(cannot)?)),
        };
        std::io::Read::read_to_string(&mut { reader }, &mut text).map_err(cannot)?;
        let mut lines = Lines { positions: Vec::new(), unread: Vec::new(), wrong: Vec::new() };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let written = line.split('#').next().unwrap_or_default().trim_end();
            match read(written) {
                _ if written.trim().is_empty() => {}
                Ok(position) => lines.positions.push(position),
                Err(mut complaint) => {
                    let (ruleset, error) = (ruleset.to_string(), complaint.message.clone());
                    let unread = Unread { ruleset, position: written.trim().to_string(), error };
                    lines.unread.push((lines.positions.len(), unread));
                    if lines.wrong.len() < POINTED_AT {
                        complaint.span = complaint.span.start + start..complaint.span.end + start;
                        lines.wrong.push(complaint.about(&origin, &text));
                    }
                }
            }
            start += line.len();
        }
        Ok(lines)
    }

    /// Tells the lines that are no positions and have their place after so many that are.
    pub fn write_unread(&self, out: &mut impl Write, after: usize, json: bool) -> Outcome {
        let first = self.unread.partition_point(|(place, _)| *place < after);
        for (_, unread) in self.unread[first..].iter().take_while(|(place, _)| *place == after) {
            match json {
                true => output::json(out, unread)?,
                false => writeln!(out, "{}", unread.line())?,
            }
        }
        Ok(())
    }

    /// How the list ends: all are answered, some are refused or wrong, or it was stopped.
    pub fn end(self, out: &mut impl Write, answered: usize, refused: usize, json: bool) -> Outcome {
        let of = self.positions.len();
        if answered == of {
            self.write_unread(out, of, json)?;
        }
        out.flush()?;
        match refused {
            _ if answered < of => {
                let told = format!("{answered} of {of} positions are answered or refused");
                Err(Failure::Stopped(told))
            }
            _ if !self.wrong.is_empty() => Err(Failure::Inputs(self.wrong)),
            0 => Ok(()),
            _ => Err(Failure::Budget(format!("{refused} of {of} positions"))),
        }
    }
}
