//! Claims about any number of piles: `piles any`, `piles 2..`, `piles 2..6`.

use sprague_rules::{Complaint, Ruleset, Shape};

use super::clause::Clause;
use super::{Statement, Subject};
use crate::claim::{Meaning, Says};
use crate::piles;

/// Piles of a position that such a claim can be checked for.
const MOST: usize = 10;

/// The numbers of piles, if the clause does not name them one by one.
pub(super) fn any_number(clause: &Clause) -> Result<Option<Subject>, Complaint> {
    let text = clause.rest.trim();
    if text == "any" {
        return Ok(Some(Subject::Any { least: 1, most: None }));
    }
    let Some((least, most)) = text.split_once("..") else { return Ok(None) };
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| (1..=100).contains(n));
    match (number(least), most.trim().is_empty(), number(most)) {
        (Some(least), true, _) => Ok(Some(Subject::Any { least, most: None })),
        (Some(least), _, Some(most)) if least <= most => {
            Ok(Some(Subject::Any { least, most: Some(most) }))
        }
        _ => Err(clause
            .trimmed()
            .complain("expected numbers of piles")
            .help("as in `piles any`, `piles 2..` or `piles 3..16`")),
    }
}

/// Where moves take amounts that vary, or look at other piles, each number of piles is looked at by itself.
pub(super) fn in_reach(
    least: usize,
    most: Option<usize>,
    ruleset: &Ruleset,
    piles: Option<&Clause>,
) -> Result<(), Complaint> {
    match piles {
        Some(clause)
            if !piles::takes_constants(ruleset)
                && (least > MOST || most.is_some_and(|most| most > MOST)) =>
        {
            Err(clause.trimmed().complain(format!("with these moves there are 1 to {MOST} piles")))
        }
        _ => Ok(()),
    }
}

/// What can be said of any number of piles?
pub(super) fn possible(
    said: &Clause,
    statement: &Statement,
    ruleset: &Ruleset,
) -> Result<(), Complaint> {
    let Statement::OfPositions(says) = statement else { return Ok(()) };
    let constant = piles::takes_constants(ruleset);
    let fits = match says {
        Says::Exactly(Meaning::P(_)) | Says::If { .. } => true,
        Says::Exactly(Meaning::NimValue(_)) => !constant,
        Says::Strategy { .. } | Says::Adding(_) => constant,
        Says::Depends(_) | Says::SameAs { .. } => false,
    };
    if !fits {
        return Err(said.complain(match constant {
            true => "of any number of piles say `P iff`, `P if`, `N if`, `strategy` or `adding`",
            false => "of any number of piles there is only `P iff`, `P if`, `N if` and `nim-value =` to say",
        }));
    }
    match ruleset.shape {
        Shape::Piles { at_most: None } => Ok(()),
        _ => {
            Err(said
                .complain(format!("{} is not played on any number of piles", ruleset.expression)))
        }
    }
}
