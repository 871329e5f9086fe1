//! Single facts about positions on graphs.

use sprague_task::Task;

use sprague_certificate::{Evidence, GraphsEvidence};
use sprague_graph::canonical::{Canonical, Key};
use sprague_graph::sweep::Found;
use sprague_graph::{Limit, Position, Solver, Value};
use sprague_rules::Outcome;

use super::check::{CONFIRMED, budget, confirmed, reach};
use crate::finding::{Finding, Witness};
use sprague_claim::graphs::{Fact, OnGraphs};

/// Each fact by itself.
pub fn facts(said: &OnGraphs, facts: &[Fact], task: &Task) -> Finding {
    let watch = task.watch();
    let budget = budget(task, &watch);
    let mut solver = Solver::within(said.game, said.misere, budget);
    for (place, fact) in facts.iter().enumerate() {
        match wrong(said, fact, &mut solver) {
            Err(limit) => return Finding::Undecided { why: limit.to_string() },
            Ok(None) => {}
            Ok(Some((position, text, found, shown))) => {
                if reach(&position) <= CONFIRMED
                    && found
                        .is_some_and(|found| !confirmed((said.game, said.misere), &position, found))
                {
                    let why = format!("two solvers disagree at {text}");
                    return Finding::Undecided { why };
                }
                let evidence = Some(Evidence::Graphs(GraphsEvidence::Fact { place }));
                return Finding::Refuted { witness: Witness::Written(text), shown, evidence };
            }
        }
    }
    // Finitely many positions are all there are.
    let evidence = Some(Evidence::Graphs(GraphsEvidence::Computation));
    Finding::Proved { by: "computation", evidence }
}

/// A position that is other than a fact says, as text, what was found there, and that in words.
type Wrong = (Position, String, Option<Found>, String);

/// What is wrong with a fact.
fn wrong(said: &OnGraphs, fact: &Fact, solver: &mut Solver) -> Result<Option<Wrong>, Limit> {
    Ok(match fact {
        Fact::Outcome(written, outcome) => {
            let position = &written.position;
            let truly = solver.outcome(position)?;
            let found = Found { outcome: truly, value: None };
            let text = written.write(position);
            (truly != *outcome)
                .then(|| (position.clone(), text, Some(found), format!("it is {truly}")))
        }
        Fact::Value(written, value) => {
            let position = &written.position;
            let truly = solver.value(position)?;
            let outcome = if truly == Value::ZERO { Outcome::P } else { Outcome::N };
            let found = Found { outcome, value: Some(truly) };
            let shown = match truly {
                Value::Nim(nim) => format!("its nim-value is {nim}"),
                Value::Loony => "it is loony".to_string(),
            };
            let text = written.write(position);
            (truly != *value).then(|| (position.clone(), text, Some(found), shown))
        }
        Fact::Option { from, to, wins } => {
            let (before, after) = (&from.position, &to.position);
            let (text, name) = (from.write(before), to.write(after));
            let mut form = Form::default();
            let mut options = sprague_graph::plain::options(said.game, before).into_iter();
            if !options.any(|option| form.alike(&option, after)) {
                let shown = format!("{name} is not an option");
                return Ok(Some((before.clone(), text, None, shown)));
            }
            let outcome = solver.outcome(after)?;
            if *wins && outcome != Outcome::P {
                let shown = format!("{name} is {outcome}");
                return Ok(Some((before.clone(), text, None, shown)));
            }
            None
        }
    })
}

/// Compares positions up to isomorphism; those with an edge in play as they are numbered.
#[derive(Default)]
struct Form(Canonical);

impl Form {
    fn alike(&mut self, one: &Position, other: &Position) -> bool {
        if one.play.is_some() || other.play.is_some() {
            return one == other;
        }
        one == other || self.keys(one) == self.keys(other)
    }

    fn keys(&mut self, position: &Position) -> Vec<Key> {
        let parts = position.components();
        let mut keys: Vec<Key> =
            parts.iter().map(|part| self.0.key(&part.graph, &part.chips)).collect();
        keys.sort_unstable();
        keys
    }
}
