//! Who wins: the solvers of both kinds behind one door, within limits.
//!
//! The solver of graphs needs a deep stack and borrows what stops it, so the solvers live on a thread of
//! their own that answers questions one after the other. It is started for the position at hand and
//! good for all that can be reached from there.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;
use sprague_graph::Value;
use sprague_graph::stack::{roomy, within};
use sprague_rules::{Outcome, Ruleset};
use sprague_solve::{Budget, Kernel, Question, Refusal, Wanted, Watch};

use crate::position::Position;
use crate::setting::Rules;

/// Vertices and edges that are looked at for what is nice to know but not needed: a fraction of a
/// second.
const SPARE: u64 = 10_000_000;
/// Nim-values are computed with the outcomes if that will not take longer than this.
const QUICK: Duration = Duration::from_secs(1);

/// Something could not be found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unknown {
    /// Which limit was passed.
    pub limit: Limit,
    /// In words.
    pub why: String,
}

/// The limits that keep an answer from being found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Memory.
    Memory,
    /// Time ran out, or someone stopped the work.
    Stopped,
    /// More work than the answer is worth here.
    Effort,
}

impl From<Refusal> for Unknown {
    fn from(refusal: Refusal) -> Unknown {
        match refusal {
            Refusal::Stopped { reached } => Unknown { limit: Limit::Stopped, why: reached },
            _ => Unknown { limit: Limit::Memory, why: refusal.to_string() },
        }
    }
}

impl From<sprague_graph::Limit> for Unknown {
    fn from(limit: sprague_graph::Limit) -> Unknown {
        let why = limit.to_string();
        let limit = match limit {
            sprague_graph::Limit::Memory { .. } => Limit::Memory,
            sprague_graph::Limit::Effort { .. } | sprague_graph::Limit::Depth { .. } => {
                Limit::Effort
            }
            sprague_graph::Limit::Stopped { .. } => Limit::Stopped,
        };
        Unknown { limit, why }
    }
}

/// What is asked of some positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Their outcomes, whatever it takes.
    Outcomes,
    /// Their outcomes, if they are had for little.
    Spare,
    /// Their nim-values, if they are had for little.
    NimValues,
}

/// An outcome, or with [`Need::NimValues`] a nim-value, where there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub outcome: Option<Outcome>,
    pub nim: Option<u32>,
}

type Asked = (Vec<Position>, Need);
type Answers = Result<Vec<Answer>, Unknown>;

/// Knows who wins, or that it cannot know.
pub(crate) struct Oracle {
    rules: Rules,
    budget: Budget,
    watch: Watch,
    worker: Option<Worker>,
    /// What was too large for the memory.
    refused: HashMap<Position, Unknown>,
}

struct Worker {
    questions: Sender<Asked>,
    answers: Receiver<Answers>,
    thread: Option<JoinHandle<()>>,
    /// How the answers are computed.
    way: String,
    /// How many moves had been made when it was started.
    since: usize,
}

impl Oracle {
    pub fn new(rules: Rules, budget: Budget, watch: Watch) -> Oracle {
        Oracle { rules, budget, watch, worker: None, refused: HashMap::new() }
    }

    /// Sees to it that questions about what can be reached from `position`, which stands after so many
    /// moves, can be answered.
    pub fn prepare(&mut self, position: &Position, moves: usize) -> Result<(), Unknown> {
        self.watch.restart();
        if self.covers(moves) {
            return Ok(());
        }
        self.worker = None;
        if let Some(unknown) = self.refused.get(position) {
            return Err(unknown.clone());
        }
        match self.start(position.clone(), moves) {
            Ok(worker) => self.worker = Some(worker),
            Err(unknown) => {
                if unknown.limit == Limit::Memory {
                    self.refused.insert(position.clone(), unknown.clone());
                }
                return Err(unknown);
            }
        }
        Ok(())
    }

    /// Can it answer for the position of this play that stood after so many moves?
    pub fn covers(&self, moves: usize) -> bool {
        self.worker.as_ref().is_some_and(|worker| worker.since <= moves)
    }

    /// May the thought go on?
    pub fn go_on(&self) -> Result<(), Unknown> {
        let why = || "the moves were being looked at".to_string();
        let stopped = || Unknown { limit: Limit::Stopped, why: why() };
        self.watch.goes_on().then_some(()).ok_or_else(stopped)
    }

    /// Raised when nobody wants to know any more.
    pub fn unwanted(&self) -> &AtomicBool {
        self.watch.cancel()
    }

    /// How the answers are computed, once they are.
    pub fn way(&self) -> Option<&str> {
        self.worker.as_ref().map(|worker| worker.way.as_str())
    }

    /// Answers for positions that can be reached from where it was prepared.
    pub fn ask(&mut self, positions: Vec<Position>, need: Need) -> Answers {
        let Some(worker) = &mut self.worker else {
            let why = "nothing was found out about this position".to_string();
            return Err(Unknown { limit: Limit::Effort, why });
        };
        let _ = worker.questions.send((positions, need));
        worker.receive()
    }

    fn start(&self, position: Position, moves: usize) -> Result<Worker, Unknown> {
        let (questions, asked) = channel::<Asked>();
        let (answer, answers) = channel::<Answers>();
        let (tell, told) = channel::<String>();
        let (rules, budget, watch) = (self.rules.clone(), self.budget.clone(), self.watch.clone());
        let work = move || {
            let (tell, answer) = (|way| drop(tell.send(way)), |a| answer.send(a).is_ok());
            match (rules, position) {
                (Rules::Piles(ruleset), Position::Piles(start)) => {
                    serve_piles(&ruleset, &start, &budget, &watch, &asked, tell, answer);
                }
                (Rules::Graph { game, misere, .. }, Position::Graph(start)) => {
                    serve_graphs((game, misere), start, &budget, &watch, &asked, tell, answer);
                }
                _ => unreachable!("a play has positions of one kind"),
            }
        };
        let stack = roomy();
        let work = move || within(stack, work);
        let thread = std::thread::Builder::new().stack_size(stack).spawn(work).map_err(|e| {
            Unknown { limit: Limit::Memory, why: format!("no thread can be started: {e}") }
        })?;
        let (thread, way) = (Some(thread), String::new());
        let mut worker = Worker { questions, answers, thread, way, since: moves };
        worker.receive()?;
        worker.way = told.recv().unwrap_or_default();
        Ok(worker)
    }
}

impl Worker {
    fn receive(&mut self) -> Answers {
        match (self.answers.recv(), self.thread.take()) {
            (Ok(answers), thread) => {
                self.thread = thread;
                answers
            }
            // It answers as long as it is asked, unless something is wrong with it.
            (Err(_), thread) => match thread.map(JoinHandle::join) {
                Some(Err(panic)) => std::panic::resume_unwind(panic),
                _ => unreachable!("the oracle answers"),
            },
        }
    }
}

/// Answers about piles: first an empty answer or a refusal, then one for each question.
fn serve_piles(
    ruleset: &Arc<Ruleset>,
    start: &[u32],
    budget: &Budget,
    watch: &Watch,
    asked: &Receiver<Asked>,
    tell: impl Fn(String),
    answer: impl Fn(Answers) -> bool,
) {
    let question = Question::about_positions(ruleset.clone(), [start]).budget(budget).watch(watch);
    let values = question.clone().nim_values();
    let quick_values = || {
        let choice = values.choose().ok().filter(|_| ruleset.has_nim_values())?;
        let cheap = choice.kernel == Kernel::Heaps || choice.estimate <= QUICK;
        cheap.then(|| values.solver_by(choice))
    };
    let prepared = quick_values().unwrap_or_else(|| question.solver()).and_then(|mut solver| {
        // Whatever is over budget should be so before the game begins.
        solver.outcome(start)?;
        Ok(solver)
    });
    let mut solver = match prepared {
        Ok(solver) => solver,
        Err(refusal) => {
            answer(Err(refusal.into()));
            return;
        }
    };
    let choice = &solver.choice;
    let cheap = choice.kernel != Kernel::Search || choice.is_quick();
    tell(format!("kernel {}: {}", choice.kernel, choice.reason));
    let mut go_on = answer(Ok(Vec::new()));
    while go_on && let Ok((positions, need)) = asked.recv() {
        let mut one = |position: &Position| -> Result<Answer, Unknown> {
            let Position::Piles(piles) = position else { unreachable!("these are piles") };
            match need {
                Need::Spare if !cheap => Err(too_dear()),
                Need::NimValues if solver.wanted != Wanted::NimValues => Err(too_dear()),
                Need::NimValues => {
                    let nim = solver.nim_value(piles)?;
                    Ok(Answer { outcome: None, nim })
                }
                Need::Outcomes | Need::Spare => {
                    let outcome = Some(solver.outcome(piles)?);
                    Ok(Answer { outcome, nim: None })
                }
            }
        };
        go_on = answer(positions.iter().map(&mut one).collect());
    }
}

/// Answers about graphs, in the same way.
fn serve_graphs(
    (game, misere): (sprague_graph::Game, bool),
    start: sprague_graph::Position,
    budget: &Budget,
    watch: &Watch,
    asked: &Receiver<Asked>,
    tell: impl Fn(String),
    answer: impl Fn(Answers) -> bool,
) {
    let bytes = usize::try_from(budget.memory).unwrap_or(usize::MAX);
    let whole = sprague_graph::Budget { bytes, effort: u64::MAX, watch };
    let spare = sprague_graph::Budget { effort: SPARE, ..whole };
    let mut solver = sprague_graph::Solver::within(game, misere, whole);
    if let Err(limit) = solver.outcome(&start) {
        answer(Err(limit.into()));
        return;
    }
    tell("graph solver: components add up; isomorphic ones once".to_string());
    let mut go_on = answer(Ok(Vec::new()));
    while go_on && let Ok((positions, need)) = asked.recv() {
        solver.set_budget(if need == Need::Outcomes { whole } else { spare });
        let mut one = |position: &Position| -> Result<Answer, Unknown> {
            let Position::Graph(graph) = position else { unreachable!("these are graphs") };
            if need != Need::NimValues {
                let outcome = Some(solver.outcome(graph)?);
                return Ok(Answer { outcome, nim: None });
            }
            // Where an edge binds, values add up as well, but they are not nim-values.
            let has_one = !misere && graph.play.is_none();
            if !has_one || game.binds() && !graph.single_chips() {
                return Ok(Answer { outcome: None, nim: None });
            }
            let nim = match solver.value(graph)? {
                Value::Nim(nim) => Some(nim),
                Value::Loony => None,
            };
            Ok(Answer { outcome: None, nim })
        };
        go_on = answer(positions.iter().map(&mut one).collect());
    }
}

fn too_dear() -> Unknown {
    Unknown { limit: Limit::Effort, why: "it would take long".to_string() }
}
