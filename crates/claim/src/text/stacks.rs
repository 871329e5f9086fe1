//! Claims about any number of piles: `piles any`, `piles 2..`, `piles 2..6`.

use sprague_rules::{Complaint, Ruleset, Shape};

use super::clause::Clause;
use super::{Statement, Subject};

/// Piles of a position that such a claim can be checked for.
const MOST: usize = 10;

/// The numbers of piles, if the clause does not name them one by one.
pub(super) fn stacks(clause: &Clause) -> Result<Option<Subject>, Complaint> {
    let text = clause.rest.trim();
    if text == "any" {
        return Ok(Some(Subject::Stacks { least: 1, most: None }));
    }
    let Some((least, most)) = text.split_once("..") else { return Ok(None) };
    let expected = || clause.complain("expected `piles any`, `piles 2..` or `piles 2..6`");
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
    let least = number(least)?;
    let most = if most.trim().is_empty() { None } else { Some(number(most)?) };
    if least < 1 || most.is_some_and(|most| most < least || most > MOST) || least > MOST {
        return Err(clause.complain(format!("there are 1 to {MOST} piles, fewer first")));
    }
    Ok(Some(Subject::Stacks { least, most }))
}

/// What can be said of any number of piles?
pub(super) fn possible(
    said: &Clause,
    statement: &Statement,
    ruleset: &Ruleset,
) -> Result<(), Complaint> {
    if !matches!(statement, Statement::Exactly(_) | Statement::If { .. }) {
        return Err(said.complain(
            "of any number of piles there is only `P iff`, `P if`, `N if` and `nim-value =` to say",
        ));
    }
    match ruleset.shape {
        Shape::Piles { at_most: None } => Ok(()),
        _ => {
            Err(said
                .complain(format!("{} is not played on any number of piles", ruleset.expression)))
        }
    }
}
