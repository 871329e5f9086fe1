//! `sprague solve`: one position, or many through one table or memory.

use std::io::{BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

use sprague_report::{Refused, Solution};
use sprague_rules as rules;
use sprague_rules::{Complaint, Ruleset, parse_position};
use sprague_solve::{Kernel, Purpose, Region, Solver, Wanted, Watch, choose};

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
    let position =
        parse_position(position, ruleset.shape).map_err(|c| c.about("position", position))?;
    let json = question.json()?;
    let mut answers = Answers::prepare(&ruleset, &[&position], question, limits)?;
    let solution = answers.solve(&position)?;
    answers.explain(limits);
    output::write(question.output.as_deref(), |out| {
        match json {
            false => write!(out, "{}", solution.text())?,
            true => writeln!(out, "{}", solution.json())?,
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
    let positions = read_lines(file, |line| parse_position(line, ruleset.shape))?;
    let all: Vec<&[u32]> = positions.iter().map(Vec::as_slice).collect();
    // One table for all, or, where that would be too large, each position by itself.
    let mut together = match Answers::prepare(&ruleset, &all, question, limits) {
        Ok(answers) => Some(answers),
        Err(Failure::Budget(_)) if positions.len() > 1 => None,
        Err(failure) => return Err(failure),
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut refused = 0;
    for position in &positions {
        let solution = match &mut together {
            Some(answers) => answers.solve(position),
            None => Answers::prepare(&ruleset, &[position], question, limits)
                .and_then(|mut answers| answers.solve(position)),
        };
        match (solution, json) {
            (Ok(solution), false) => writeln!(out, "{}", solution.line())?,
            (Ok(solution), true) => writeln!(out, "{}", solution.json())?,
            (Err(Failure::Budget(why)), _) => {
                refused += 1;
                let refusal = Refused { ruleset: &ruleset.expression, position, why: &why };
                writeln!(
                    out,
                    "{}",
                    if json { refusal.json().to_string() } else { refusal.line() }
                )?;
            }
            (Err(failure), _) => return Err(failure),
        }
    }
    out.flush()?;
    if let Some(answers) = &together {
        answers.explain(limits);
    }
    match refused {
        0 => Ok(()),
        _ => Err(Failure::Budget(format!("{refused} of {} positions", positions.len()))),
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

/// The solver, and what it was made for.
struct Answers<'r> {
    question: &'r Question,
    solver: Solver<'r>,
    wanted: Wanted,
}

impl<'r> Answers<'r> {
    fn prepare(
        ruleset: &'r Ruleset,
        positions: &[&[u32]],
        question: &'r Question,
        limits: &Limits,
    ) -> Outcome<Answers<'r>> {
        let budget = work::budget(limits);
        let watch: &'static Watch = work::watch(limits);
        let region = Region::around(ruleset, positions.iter().copied());
        let purpose = Purpose::positions(positions.iter().copied());
        let plan = |wanted| choose(ruleset, region, wanted, purpose, &budget, question.kernel);
        let mut wanted = match ruleset.has_nim_values() && question.kernel != Some(Kernel::Units) {
            true => Wanted::NimValues,
            false => Wanted::Outcomes,
        };
        let mut choice = plan(wanted)?;
        // Sums of piles give nim-values whatever is asked for.
        let no_dearer = choice.kernel == Kernel::Heaps || choice.is_quick();
        if wanted == Wanted::NimValues && !no_dearer && !question.insist_on_nim {
            wanted = Wanted::Outcomes;
            choice = plan(wanted)?;
        }
        let solver = work::with_progress(watch, "positions", || {
            Solver::chosen(ruleset, region, wanted, choice, &budget, watch)
        })?;
        Ok(Answers { question, solver, wanted })
    }

    fn solve(&mut self, position: &[u32]) -> Outcome<Solution> {
        let ruleset = self.solver.ruleset();
        let outcome = self.solver.outcome(position)?;
        let nim = match (self.wanted, outcome) {
            (Wanted::NimValues, _) => self.solver.nim_value(position)?,
            // A P-position is one of nim-value 0.
            (_, rules::Outcome::P) if ruleset.has_nim_values() => Some(0),
            _ => None,
        };
        let missing = nim.is_none() && ruleset.has_nim_values();
        let nim_missing = missing.then(|| "it would take long; --nim insists on it".to_string());
        let winning = match self.question.moves {
            true => Some(self.solver.winning(position)?),
            false => None,
        };
        let (ruleset, position) = (ruleset.expression.clone(), position.to_vec());
        Ok(Solution { ruleset, position, outcome, nim, nim_missing, winning })
    }

    /// Says which kernel was used and why, if that was asked for.
    fn explain(&self, limits: &Limits) {
        if limits.verbose {
            let choice = &self.solver.choice;
            eprintln!("kernel {}: {}", choice.kernel, choice.reason);
            eprintln!("{}", self.solver.size());
        }
    }
}
