//! Claims about games on graphs: families with parameters, all graphs on a few vertices, single positions.
//!
//! Every position that a claim speaks of is solved (`check`), the one with the fewest chips first, so that a refutation
//! names a smallest witness; it is confirmed by the plain twin of the solver where that can follow. What is said of
//! all members of a family is then decided, where an argument covers them all (`proof`); what is said of every graph, where the
//! checker knows an argument for it.

mod arguments;
mod check;
mod facts;
mod others;
mod proof;

use sprague_task::Task;

use sprague_certificate::{Certificate, Evidence, GraphsEvidence};
use sprague_claim::Claim;
use sprague_claim::graphs::board::{Boards, Source};
use sprague_claim::graphs::{OnGraphs, Saying};
use sprague_graph::deep;

use crate::finding::{Finding, Trace};

/// The verdict on a claim about a game on graphs.
pub fn judge(claim: &Claim, said: &OnGraphs, task: &Task, judgement: &mut Trace) -> Finding {
    // Play is as long as there are chips, and the solvers follow it down.
    deep(|| match (&said.saying, &said.boards) {
        (Saying::Facts(facts), _) => facts::facts(said, facts, task),
        (_, None) => Finding::Undecided { why: "it names no graphs".into() },
        (_, Some(boards)) => match check::positions(claim, said, boards, task) {
            Ok(_) if on_every_graph(claim, boards, task) => {
                let evidence = Some(Evidence::Graphs(GraphsEvidence::EveryGraph));
                Finding::Proved { by: "argument for every graph", evidence }
            }
            Ok(region) => match proof::prove(said, boards, task) {
                Ok(proof::Proof::Complete { by, steps, states, evidence }) => {
                    judgement.steps.extend(steps);
                    judgement.states = Some(states).filter(|&states| states > 0);
                    Finding::Proved { by, evidence: evidence.map(Evidence::Graphs) }
                }
                Ok(proof::Proof::Broken { values }) => check::one(said, boards, &values, task),
                Err(why) => Finding::Holds { region, why },
            },
            Err(verdict) => verdict,
        },
    })
}

/// Does the checker know an argument that says this of every graph?
fn on_every_graph(claim: &Claim, boards: &Boards, task: &Task) -> bool {
    let evidence = Evidence::Graphs(GraphsEvidence::EveryGraph);
    let (text, games) = (claim.text.clone(), claim.games.clone());
    let certificate = Certificate { claim: text, games, evidence };
    matches!(boards.source, Source::Any(_))
        && sprague_verify::accept(certificate, &task.part(task.limits().steps)).is_ok()
}
