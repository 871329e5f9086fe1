//! Single facts: the outcome, the value or an option of a position written out.

use crate::cost;
use sprague_certificate::{Evidence, ListedEvidence};
use sprague_rules::{Options, Ruleset, write_position};
use sprague_solve::{Question, Solver, Wanted};
use sprague_task::Task;

use sprague_claim::claim::Fact;

use crate::finding::Finding;
use crate::values;

/// Each fact by itself.
pub fn facts(ruleset: &Ruleset, facts: &[Fact], task: &Task) -> Finding {
    let positions: Vec<&[u32]> = facts
        .iter()
        .flat_map(|fact| match fact {
            Fact::Outcome(p, _) | Fact::NimValue(p, _) => vec![&p[..]],
            Fact::Value(..) => vec![],
            Fact::Move(said) => vec![&said.from[..], &said.to[..]],
        })
        .collect();
    let budget = cost::budget(task);
    let watch = task.watch();
    let valued = facts.iter().any(|fact| matches!(fact, Fact::NimValue(..)));
    let wanted = if valued { Wanted::NimValues } else { Wanted::Outcomes };
    let question = Question::about_positions(ruleset, positions.iter().copied()).wanted(wanted);
    let mut solver = match question.budget(&budget).watch(&watch).solver() {
        Ok(solver) => solver,
        Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
    };
    for (place, fact) in facts.iter().enumerate() {
        match wrong(ruleset, fact, &mut solver) {
            Err(why) => return Finding::Undecided { why },
            Ok(Some((at, shown))) => {
                let evidence = Evidence::Listed(ListedEvidence::at(place));
                let evidence = is_plain(fact).then_some(evidence);
                return Finding::Refuted { witness: at.into(), shown, evidence };
            }
            Ok(None) => {}
        }
    }
    // Finitely many positions are all there are.
    let evidence = Some(Evidence::Listed(ListedEvidence::Computation));
    let evidence = evidence.filter(|_| facts.iter().all(is_plain));
    Finding::Proved { by: "computation", evidence }
}

/// Can the checker read it? Of values it reads numbers, nimbers, ups, sums and braces.
fn is_plain(fact: &Fact) -> bool {
    let Fact::Value(_, text) = fact else { return true };
    let plain = |c: char| c.is_ascii_digit() || " +-*/^v(){}|,".contains(c);
    text.chars().all(plain) && !text.contains("+-")
}

/// What is wrong with a fact.
fn wrong(
    ruleset: &Ruleset,
    fact: &Fact,
    solver: &mut Solver,
) -> Result<Option<(Vec<u32>, String)>, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    Ok(match fact {
        Fact::Outcome(position, outcome) => {
            let truly = solver.outcome(position).map_err(refusal)?;
            (truly != *outcome).then(|| (position.clone(), format!("it is {truly}")))
        }
        Fact::NimValue(position, value) => {
            let truly = solver.nim_value(position).map_err(refusal)?;
            (truly != Some(*value)).then(|| {
                let truly = truly.map_or("undefined".to_string(), |truly| truly.to_string());
                (position.clone(), format!("its nim-value is {truly}"))
            })
        }
        Fact::Value(position, text) => values::other_than(ruleset, position, text)?
            .map(|truly| (position.clone(), format!("its value is {truly}"))),
        Fact::Move(said) => {
            let (from, there) = (said.from.clone(), write_position(&said.to));
            let options = Options::new(ruleset);
            let mut movers = said.movers();
            movers.retain(|&player| options.list(&said.from, player).contains(&said.to));
            if movers.is_empty() {
                return Ok(Some((from, format!("{there} is not an option"))));
            }
            if !said.wins {
                return Ok(None);
            }
            let truly = solver.outcome(&said.to).map_err(refusal)?;
            let wins = movers.iter().any(|player| !truly.first_wins(player.opponent()));
            (!wins).then(|| (from, format!("{there} is {truly}")))
        }
    })
}
