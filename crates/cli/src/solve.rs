//! `sprague solve`: one position, or many through one table or memory.

use std::io::{BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

use sprague::{Answer, Complaint, Explanation, Inquiry, Kernel, Position, Ruleset};
use sprague_report::solution;

use crate::args::{Limits, SolveFormat};
use crate::failure::{Failure, Outcome};
use crate::{graph, open, output, work};

/// What is asked of each position.
pub struct Question {
    pub moves: bool,
    pub insist_on_nim: bool,
    pub kernel: Option<Kernel>,
    pub format: Option<SolveFormat>,
    pub output: Option<PathBuf>,
}

impl Question {
    /// The same, within the limits of the command line.
    fn inquiry(&self, ruleset: Ruleset, limits: &Limits) -> Inquiry {
        let mut inquiry = work::session(limits).ask(ruleset).kernel(self.kernel);
        if !self.moves {
            inquiry = inquiry.without_moves();
        }
        if self.insist_on_nim {
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

pub fn one(ruleset: &str, position: &str, question: &Question, limits: &Limits) -> Outcome {
    if let Some(game) = sprague_graph::parse_game(ruleset) {
        return graph::one(game, position, question, limits);
    }
    let ruleset = open::ruleset(ruleset)?;
    let json = question.json()?;
    let position = ruleset.position(position)?;
    let inquiry = question.inquiry(ruleset, limits);
    let mut solution = None;
    let explained = work::with_progress(work::watch(limits), "positions", || {
        inquiry.solve_each(&[position], &mut |answer| {
            solution = Some(answer);
            true
        })
    })?;
    let Some(solution) = solution.transpose().map_err(|refused| refused.why)? else {
        unreachable!("one position has one answer");
    };
    explain(explained.as_ref(), limits);
    output::write(question.output.as_deref(), |out| {
        match json {
            false => write!(out, "{}", solution::text(&solution))?,
            true => output::json(out, &solution)?,
        }
        Ok(())
    })
}

pub fn many(ruleset: &str, file: &Path, question: &Question, limits: &Limits) -> Outcome {
    if let Some(game) = sprague_graph::parse_game(ruleset) {
        return graph::many(game, file, question, limits);
    }
    let ruleset = open::ruleset(ruleset)?;
    let json = question.json()?;
    let positions = read_lines(file, |line| Position::parse(line, ruleset.shape))?;
    let inquiry = question.inquiry(ruleset, limits);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut answered, mut refused, mut trouble) = (0, 0, Ok(()));
    let explained = work::with_progress(work::watch(limits), "positions", || {
        inquiry.solve_each(&positions, &mut |answer| {
            refused += usize::from(answer.is_err());
            trouble = write_line(&mut out, &answer, json);
            answered += 1;
            trouble.is_ok() && !work::is_cancelled()
        })
    })?;
    trouble?;
    out.flush()?;
    explain(explained.as_ref(), limits);
    match refused {
        _ if answered < positions.len() => {
            let of = positions.len();
            Err(Failure::Stopped(format!("{answered} of {of} positions are answered or refused")))
        }
        0 => Ok(()),
        _ => Err(Failure::Budget(format!("{refused} of {} positions", positions.len()))),
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
