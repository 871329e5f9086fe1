//! `sprague solve`: one position, or many through one table or memory.

use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

use sprague_report::Solution;
use sprague_rules::{Ruleset, parse_position, parse_ruleset};
use sprague_solve::{Kernel, Purpose, Refusal, Region, Solver, Wanted, Watch};

use crate::args::{Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::work;

/// What is asked of each position.
#[derive(Clone, Copy)]
pub struct Question {
    pub moves: bool,
    pub insist_on_nim: bool,
    pub kernel: Option<Kernel>,
    pub format: PlainFormat,
}

pub fn one(ruleset: &str, position: &str, question: Question, limits: &Limits) -> Outcome {
    let ruleset = parse_ruleset(ruleset)?;
    let position =
        parse_position(position, ruleset.shape).map_err(|c| c.about("position", position))?;
    let mut solvers = Solvers::prepare(&ruleset, &[&position], question, limits)?;
    let solution = solvers.solve(&position)?;
    let mut out = std::io::stdout().lock();
    match question.format {
        PlainFormat::Text => write!(out, "{}", solution.text())?,
        PlainFormat::Json => writeln!(out, "{}", solution.json())?,
    }
    Ok(())
}

pub fn many(ruleset: &str, file: &Path, question: Question, limits: &Limits) -> Outcome {
    let ruleset = parse_ruleset(ruleset)?;
    let positions = read_positions(&ruleset, file)?;
    let all: Vec<&[u32]> = positions.iter().map(Vec::as_slice).collect();
    let mut solvers = Solvers::prepare(&ruleset, &all, question, limits)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for position in &positions {
        let solution = solvers.solve(position)?;
        match question.format {
            PlainFormat::Text => writeln!(out, "{}", solution.line())?,
            PlainFormat::Json => writeln!(out, "{}", solution.json())?,
        }
    }
    out.flush()?;
    Ok(())
}

/// Reads one position a line; empty lines and `#` comments are passed over.
fn read_positions(ruleset: &Ruleset, file: &Path) -> Outcome<Vec<Vec<u32>>> {
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
            let position = parse_position(written, ruleset.shape).map_err(|mut c| {
                c.span = c.span.start + start..c.span.end + start;
                c.about(&origin, &text)
            })?;
            positions.push(position);
        }
        start += line.len();
    }
    Ok(positions)
}

/// The solver for outcomes and, where it is another one, for nim-values.
struct Solvers<'r> {
    ruleset: &'r Ruleset,
    question: Question,
    outcomes: Solver<'r>,
    nim: Nim<'r>,
}

enum Nim<'r> {
    /// There are none in this kind of play.
    Undefined,
    /// The solver for outcomes knows them.
    Same,
    Own(Box<Solver<'r>>),
    Missing(String),
}

/// Positions up to which nim-values are searched for without being insisted on.
const CHEAP_SEARCH: u64 = 2_000_000;

impl<'r> Solvers<'r> {
    fn prepare(
        ruleset: &'r Ruleset,
        positions: &[&[u32]],
        question: Question,
        limits: &Limits,
    ) -> Outcome<Solvers<'r>> {
        let budget = work::budget(limits);
        let watch: &'static Watch = work::watch(limits);
        let region = Region::around(ruleset, positions.iter().copied());
        let reachable = positions.iter().map(|p| box_size(p)).fold(0, u64::saturating_add);
        let purpose = Purpose::Positions { reachable };
        let make = |wanted| {
            work::with_progress(watch, "positions", || {
                Solver::new(ruleset, region, wanted, purpose, &budget, question.kernel, watch)
            })
        };
        let say = |what: &str, solver: &Solver| {
            if limits.verbose {
                let choice = &solver.choice;
                eprintln!("{what}: kernel {}: {}", choice.kernel, choice.reason);
                eprintln!("{what}: {}", solver.size());
            }
        };
        let cheap = |solver: &Solver| match solver.choice.kernel {
            Kernel::Search => question.insist_on_nim || reachable <= CHEAP_SEARCH,
            _ => true,
        };
        if ruleset.has_nim_values() {
            let too_long = "it would take long; --nim computes it all the same".to_string();
            let solver = match make(Wanted::NimValues) {
                Ok(solver) => solver,
                Err(Refusal::Unsuitable { .. }) if question.kernel == Some(Kernel::Units) => {
                    let outcomes = make(Wanted::Outcomes)?;
                    say("outcomes", &outcomes);
                    let nim = Nim::Missing("the kernel `units` computes outcomes only".into());
                    return Ok(Solvers { ruleset, question, outcomes, nim });
                }
                Err(other) => return Err(other.into()),
            };
            if cheap(&solver) {
                say("outcomes and nim-values", &solver);
                return Ok(Solvers { ruleset, question, outcomes: solver, nim: Nim::Same });
            }
            let outcomes = make(Wanted::Outcomes)?;
            say("outcomes", &outcomes);
            let nim = match question.insist_on_nim {
                true => Nim::Own(Box::new(solver)),
                false => Nim::Missing(too_long),
            };
            return Ok(Solvers { ruleset, question, outcomes, nim });
        }
        let outcomes = make(Wanted::Outcomes)?;
        say("outcomes", &outcomes);
        Ok(Solvers { ruleset, question, outcomes, nim: Nim::Undefined })
    }

    fn solve(&mut self, position: &[u32]) -> Outcome<Solution> {
        let outcome = self.outcomes.outcome(position)?;
        let (nim, nim_missing) = match &mut self.nim {
            Nim::Undefined => (None, None),
            Nim::Same => (self.outcomes.nim_value(position)?, None),
            Nim::Own(solver) => (solver.nim_value(position)?, None),
            Nim::Missing(reason) => (None, Some(reason.clone())),
        };
        let winning = match self.question.moves {
            true => Some(self.outcomes.winning(position)?),
            false => None,
        };
        Ok(Solution {
            ruleset: self.ruleset.expression.clone(),
            position: position.to_vec(),
            outcome,
            nim,
            nim_missing,
            winning,
        })
    }
}

/// A bound on the positions that can be reached by taking.
fn box_size(position: &[u32]) -> u64 {
    position.iter().fold(1u64, |product, &size| product.saturating_mul(u64::from(size) + 1))
}
