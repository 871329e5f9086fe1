//! `sprague solve` for the games on graphs, and what other commands need of them.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use sprague_graph::{Budget, Game, Limit, Solver, Value, Written, deep, parse};
use sprague_report::graph::GraphSolution;

use crate::args::{Limits, SolveFormat};
use crate::failure::{Failure, Outcome};
use crate::solve::{Question, read_lines};
use crate::{output, work};

/// Values are computed unasked if they take no more effort than this, a fraction of a second.
const QUICK: u64 = 10_000_000;

/// The budget that the command line gives.
pub fn budget(limits: &Limits) -> Budget<'static> {
    let watch = work::watch(limits);
    // The process has one watch, so one closure for it is enough.
    let goes_on: &'static (dyn Fn() -> bool + Sync) = Box::leak(Box::new(|| watch.goes_on()));
    Budget {
        bytes: usize::try_from(limits.memory()).unwrap_or(usize::MAX),
        effort: u64::MAX,
        goes_on,
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Memory { .. } => Failure::Budget(format!("{limit}; --memory allows more")),
            Limit::Effort { .. } => Failure::Budget(limit.to_string()),
            Limit::Stopped { .. } => Failure::Stopped(limit.to_string()),
        }
    }
}

pub fn one(game: (Game, bool), position: &str, question: &Question, limits: &Limits) -> Outcome {
    let written = read(game.0, position).map_err(|c| c.about("position", position))?;
    let format = output::format(question.format, question.output.as_deref())?;
    if format == SolveFormat::Png {
        output::check_png(question.output.as_deref())?;
    }
    let watch = work::watch(limits);
    let solution = work::with_progress(watch, "positions", || {
        deep(|| {
            let mut answers = Answers::prepare(game, question, limits);
            let solution = answers.solve(written);
            answers.explain(limits);
            solution
        })
    })?;
    output::write(question.output.as_deref(), |out| {
        match format {
            SolveFormat::Text => write!(out, "{}", solution.text())?,
            SolveFormat::Json => output::json(out, &solution)?,
            SolveFormat::Svg => out.write_all(solution.svg()?.as_bytes())?,
            SolveFormat::Png => out.write_all(&solution.png()?)?,
        }
        Ok(())
    })
}

pub fn many(game: (Game, bool), file: &Path, question: &Question, limits: &Limits) -> Outcome {
    let positions = read_lines(file, |line| read(game.0, line))?;
    let json = match output::format(question.format, None)? {
        SolveFormat::Text => false,
        SolveFormat::Json => true,
        _ => return Err(Failure::Usage("a picture shows one position, not a list".into())),
    };
    deep(|| {
        let mut answers = Answers::prepare(game, question, limits);
        let mut out = BufWriter::new(std::io::stdout().lock());
        for written in positions {
            let solution = answers.solve(written)?;
            match json {
                true => output::json(&mut out, &solution)?,
                false => writeln!(out, "{}", solution.line())?,
            }
        }
        out.flush()?;
        answers.explain(limits);
        Ok(())
    })
}

fn read(game: Game, text: &str) -> Result<Written, sprague_rules::Complaint> {
    let written = parse(text)?;
    written.check(game)?;
    Ok(written)
}

/// The solver, and what is asked of it.
struct Answers<'q> {
    game: Game,
    misere: bool,
    question: &'q Question,
    budget: Budget<'static>,
    solver: Solver<'static>,
}

impl<'q> Answers<'q> {
    fn prepare((game, misere): (Game, bool), question: &'q Question, limits: &Limits) -> Self {
        let budget = budget(limits);
        Answers { game, misere, question, budget, solver: Solver::within(game, misere, budget) }
    }

    fn solve(&mut self, written: Written) -> Outcome<GraphSolution> {
        let position = &written.position;
        let outcome = self.solver.outcome(position)?;
        let reason = match position.play {
            _ if self.misere => Some("misère play has none"),
            Some(_) => Some("an edge is in play, so that nothing beside it can be played"),
            None if self.game.binds() && !position.single_chips() => {
                Some("a chosen edge binds both players, so moves elsewhere have to wait")
            }
            None => None,
        };
        let mut nim_missing = reason.map(str::to_string);
        let (mut nim, mut entailing) = (None, None);
        if !self.misere && position.play.is_none() {
            match (self.value(position)?, &nim_missing) {
                (None, _) => {
                    nim_missing = Some("it would take long; --nim insists on it".to_string());
                }
                (Some(Value::Nim(value)), None) => nim = Some(value),
                (value, _) => entailing = value,
            }
        }
        let winning = match self.question.moves {
            true => Some(self.solver.winning(position)?),
            false => None,
        };
        let misere = if self.misere { "misere " } else { "" };
        let ruleset = format!("{misere}{}", self.game.name());
        Ok(GraphSolution { ruleset, written, outcome, nim, nim_missing, entailing, winning })
    }

    /// The value in sums, if it is found quickly or insisted on.
    fn value(&mut self, position: &sprague_graph::Position) -> Outcome<Option<Value>> {
        let most = if self.question.insist_on_nim { u64::MAX } else { QUICK };
        self.solver.set_budget(Budget { effort: most, ..self.budget });
        let value = self.solver.value(position);
        self.solver.set_budget(self.budget);
        match value {
            Ok(value) => Ok(Some(value)),
            Err(limit) if self.question.insist_on_nim => Err(limit.into()),
            Err(_) => Ok(None),
        }
    }

    /// Says how it was solved, if that was asked for.
    fn explain(&self, limits: &Limits) {
        if !limits.verbose {
            return;
        }
        let reason = match (self.misere, self.game.binds()) {
            (true, _) => "misère play: whole positions, isomorphic ones once",
            (false, true) => "components add up while no edge is in play; isomorphic ones once",
            (false, false) => "components add up; isomorphic ones once",
        };
        eprintln!("graph solver: {reason}");
        eprintln!("{} positions", self.solver.solved());
    }
}
