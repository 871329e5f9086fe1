//! Claims about all positions of a board: a table that may refute them, then automata and periodic boxes.

use sprague_certificate::{BoardEvidence, Evidence};
use sprague_claim::claim::{OnBoard, Says};
use sprague_claim::{Board, Claim};
use sprague_task::Task;
use sprague_verify::multiples;

use crate::boxes;
use crate::check::{self, Checked};
use crate::depends;
use crate::finding::{Finding, Trace, as_far};
use crate::prove::{self, Proof};
use crate::same;
use crate::unfold;

/// What the methods find of a claim about a board.
pub(crate) fn judge(claim: &Claim, on: &OnBoard, task: &Task, trace: &mut Trace) -> Finding {
    match &on.says {
        Says::SameAs { ruleset, nim_values } => {
            same::judge(claim, on, ruleset, *nim_values, task, trace)
        }
        Says::Depends(_) => depends::judge(claim, on, task, trace),
        Says::Exactly(_) | Says::If { .. } | Says::Strategy { .. } | Says::Adding(_) => {
            match check::positions(claim, on, task) {
                Checked::Refuted(finding) | Checked::Failed(finding) => finding,
                Checked::Holds(looked) => {
                    trace.looked = Some((looked.up_to, looked.positions));
                    let others = on.says.conditions().iter().any(|c| c.speaks_of_outcomes());
                    if let Some(finding) = others.then(|| unfold::prove(on, task, trace)).flatten()
                    {
                        return finding;
                    }
                    // Where multiples of the other pile are taken, the checker decides it at once.
                    if multiples::check(on, &task.part(task.limits().steps)).is_ok() {
                        let evidence = Some(Evidence::Board(BoardEvidence::Multiples));
                        return Finding::Proved { by: "multiples of the other pile", evidence };
                    }
                    proved(claim, on, task, trace)
                        .unwrap_or_else(|why| as_far(looked.positions, looked.to_string(), why))
                }
            }
        }
    }
}

/// Tries to prove it for all positions; why not, in words. Automata come first, boxes where there are so many numbers
/// that automata are likely to be too large; then the other way is tried.
pub(crate) fn proved(
    claim: &Claim,
    on: &OnBoard,
    task: &Task,
    trace: &mut Trace,
) -> Result<Finding, String> {
    let log = &mut trace.steps;
    // Each way has all steps for itself, so that the second does not depend on what the first has spent.
    let automata = task.part(task.limits().steps);
    let points = task.part(task.limits().steps);
    // Boxes do not prove what is given.
    let proof = if !on.given.is_empty() {
        prove::prove(on, &automata, log)
    } else if many_numbers(on) {
        boxes::prove(claim, on, &points, log).or_else(|boxes| {
            prove::prove(on, &automata, log).map_err(|why| format!("{boxes}; {why}"))
        })
    } else {
        prove::prove(on, &automata, log).or_else(|why| {
            boxes::prove(claim, on, &points, log).map_err(|boxes| format!("{why}; {boxes}"))
        })
    };
    match proof? {
        Proof::Boxed { points, periodic } => {
            trace.points = Some(points);
            let evidence = Some(Evidence::Board(BoardEvidence::Box(periodic)));
            Ok(Finding::Proved { by: "periodic box", evidence })
        }
        Proof::Complete { by, states, evidence } => {
            trace.states = Some(states);
            Ok(Finding::Proved { by, evidence: evidence.map(Evidence::Board) })
        }
        Proof::Apart { won, lost } => depends::apart(&on.ruleset, &won, &lost, task)
            .ok_or_else(|| format!("two solvers disagree at {won:?} or {lost:?}")),
        Proof::Broken { at, known } => {
            if let Some(refuted) = check::around(on, &at, task) {
                return Ok(refuted);
            }
            let of_given = match on.given_demand(&at) {
                Some(_) => "what is given is false: ",
                None => "",
            };
            match known {
                Some(set) => Ok(Finding::Refuted {
                    shown: format!(
                        "{of_given}the P-positions, proved for all positions, say otherwise"
                    ),
                    witness: at.clone().into(),
                    evidence: Some(Evidence::Board(BoardEvidence::Far { at, set })),
                }),
                None => Err(format!(
                    "the proof breaks at {}, which is too far out to be looked at",
                    sprague_rules::write_position(&at)
                )),
            }
        }
    }
}

/// Are there many numbers to a position?
fn many_numbers(on: &OnBoard) -> bool {
    match on.whole() {
        Board::Piles(count) | Board::Row(count) => count >= 7,
        Board::Counts(sizes) => sizes >= 5,
        Board::Mixed { sizes, piles } => sizes + piles >= 4,
    }
}
