//! Single facts: the outcome, the value or an option of a position written out.

use sprague_task::Task;
use crate::cost;
use sprague_rules::{Options, Player, Ruleset, write_position};
use sprague_solve::{Purpose, Region, Solver, Wanted};

use sprague_claim::claim::Fact;

use crate::values;
use crate::verdict::Finding;

/// Each fact by itself.
pub fn facts(ruleset: &Ruleset, facts: &[Fact], task: &Task) -> Finding {
    let positions: Vec<&[u32]> = facts
        .iter()
        .flat_map(|fact| match fact {
            Fact::Outcome(p, _) | Fact::NimValue(p, _) => vec![&p[..]],
            Fact::Value(..) => vec![],
            Fact::Option(p, q) | Fact::Winning(p, q) => vec![&p[..], &q[..]],
        })
        .collect();
    let budget = cost::budget(task);
    let watch = cost::watch(task);
    let region = Region::around(ruleset, positions.iter().copied());
    let purpose = Purpose::positions(positions.iter().copied());
    let valued = facts.iter().any(|fact| matches!(fact, Fact::NimValue(..)));
    let wanted = if valued { Wanted::NimValues } else { Wanted::Outcomes };
    let solver = Solver::new(ruleset, region, wanted, purpose, &budget, None, &watch);
    let mut solver = match solver {
        Ok(solver) => solver,
        Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
    };
    for fact in facts {
        match wrong(ruleset, fact, &mut solver) {
            Err(why) => return Finding::Undecided { why },
            Ok(Some((at, shown))) => return Finding::Refuted { witness: at.into(), shown, evidence: None },
            Ok(None) => {}
        }
    }
    // Finitely many positions are all there are.
    Finding::Proved { by: "computation", evidence: None }
}

/// What is wrong with a fact.
fn wrong(
    ruleset: &Ruleset,
    fact: &Fact,
    solver: &mut Solver,
) -> Result<Option<(Vec<u32>, String)>, String> {
    let refusal = |refusal: sprague_solve::Refusal| refusal.to_string();
    let is_option = |from: &[u32], to: &[u32]| {
        let options = Options::new(ruleset);
        Player::BOTH.iter().any(|&player| options.list(from, player).iter().any(|o| o == to))
    };
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
        Fact::Option(from, to) | Fact::Winning(from, to) if !is_option(from, to) => {
            Some((from.clone(), format!("{} is not an option", write_position(to))))
        }
        Fact::Option(..) => None,
        Fact::Winning(from, to) => {
            let truly = solver.outcome(to).map_err(refusal)?;
            let wins = !truly.first_wins(Player::Right) || !truly.first_wins(Player::Left);
            (!wins).then(|| (from.clone(), format!("{} is {truly}", write_position(to))))
        }
    })
}
