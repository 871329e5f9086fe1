//! `sprague solve`: one position, or many through one table or memory.

use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

use sprague::report::solution::{self, Unread};
use sprague::{
    Answer, Complaint, Diagnostic, Explanation, Inquiry, Position, Refusal, Refused, Ruleset,
    Session, Total,
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
    let is_stop = |refused: &Refused| matches!(refused.why, Refusal::Stopped { .. });
    let mut list = List::new(lines.others, lines.positions.len(), json, is_stop, write_line);
    let explained = work::with_progress(&session, "positions", || {
        inquiry.solve_each(&lines.positions, &mut |answer| list.take(answer))
    });
    let ended = list.end();
    explain(explained?.as_ref(), limits);
    ended
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

fn write_line(out: &mut dyn Write, answer: Answer, json: bool) -> Outcome {
    match (&with_advice(answer), json) {
        (answer, false) => writeln!(out, "{}", solution::line(answer))?,
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
    pub others: Others,
}

/// The lines of a list that are no positions.
pub struct Others {
    /// Each with the number of positions before it.
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
        let (mut positions, mut others) =
            (Vec::new(), Others { unread: Vec::new(), wrong: Vec::new() });
        let text = open::unmarked(&text);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let written = line.split('#').next().unwrap_or_default().trim_end();
            match read(written) {
                _ if written.trim().is_empty() => {}
                Ok(position) => positions.push(position),
                Err(mut complaint) => {
                    let (ruleset, error) = (ruleset.to_string(), complaint.message.clone());
                    let unread = Unread { ruleset, position: written.trim().to_string(), error };
                    others.unread.push((positions.len(), unread));
                    if others.wrong.len() < POINTED_AT {
                        complaint.span = complaint.span.start + start..complaint.span.end + start;
                        others.wrong.push(complaint.about(&origin, text));
                    }
                }
            }
            start += line.len();
        }
        Ok(Lines { positions, others })
    }
}

/// A list being answered: its lines as they are written, those among them that are no positions in their place.
pub struct List<T, E> {
    others: Others,
    positions: usize,
    json: bool,
    /// Is it refused because the work was stopped?
    is_stop: fn(&E) -> bool,
    write: fn(&mut dyn Write, Result<T, E>, bool) -> Outcome,
    out: BufWriter<std::io::Stdout>,
    answered: usize,
    refused: usize,
    /// What was stopped, and is told only if an answer follows.
    stopped: Vec<E>,
    trouble: Outcome,
}

impl<T, E> List<T, E> {
    pub fn new(
        others: Others,
        positions: usize,
        json: bool,
        is_stop: fn(&E) -> bool,
        write: fn(&mut dyn Write, Result<T, E>, bool) -> Outcome,
    ) -> List<T, E> {
        let (out, stopped) = (BufWriter::new(std::io::stdout()), Vec::new());
        let (answered, refused, trouble) = (0, 0, Ok(()));
        List { others, positions, json, is_stop, write, out, answered, refused, stopped, trouble }
    }

    /// The next answer. Returns false if no more can be written.
    pub fn take(&mut self, answer: Result<T, E>) -> bool {
        match answer {
            Err(refused) if (self.is_stop)(&refused) => self.stopped.push(refused),
            answer => {
                let stopped = std::mem::take(&mut self.stopped).into_iter().map(Err);
                self.trouble = stopped.chain([answer]).try_for_each(|answer| self.line(answer));
            }
        }
        self.trouble.is_ok()
    }

    fn line(&mut self, answer: Result<T, E>) -> Outcome {
        self.unread()?;
        self.refused += usize::from(answer.is_err());
        self.answered += 1;
        (self.write)(&mut self.out, answer, self.json)
    }

    /// The lines that are no positions and have their place here.
    fn unread(&mut self) -> Outcome {
        let unread = &self.others.unread;
        let first = unread.partition_point(|(place, _)| *place < self.answered);
        for (_, unread) in unread[first..].iter().take_while(|(place, _)| *place == self.answered) {
            match self.json {
                true => output::json(&mut self.out, unread)?,
                false => writeln!(self.out, "{}", unread.line())?,
            }
        }
        Ok(())
    }

    /// How the list ends: all are answered, some are refused or wrong, or it was stopped.
    pub fn end(mut self) -> Outcome {
        std::mem::replace(&mut self.trouble, Ok(()))?;
        let (answered, of) = (self.answered, self.positions);
        if answered == of {
            self.unread()?;
        }
        self.out.flush()?;
        match self.refused {
            _ if answered < of => {
                let told = format!("{answered} of {of} positions are answered or refused");
                Err(Failure::Stopped(told))
            }
            _ if !self.others.wrong.is_empty() => Err(Failure::Inputs(self.others.wrong)),
            0 => Ok(()),
            refused => Err(Failure::Budget(format!("{refused} of {of} positions"))),
        }
    }
}
