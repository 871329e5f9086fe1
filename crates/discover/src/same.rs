//! Two rulesets compared: the first position at which they differ, or a proof that they do not.
//!
//! The proof is a pattern that is proved for both: one formula, and a certificate for each ruleset. Where that is too long to be said,
//! it may still be that they have the same moves, for which one certificate is enough.

use sprague_certificate::{Certificate, Evidence};
use sprague_prove::{Verdict, judge};
use sprague_rules::Library;
use sprague_task::Task;
use sprague_verify::{Accepted, accept};

use crate::discovery::{Wish, settled_both};
use crate::exact::{Compared, compare};
use crate::find;
use crate::subject::{Subject, on_board};

/// What is known of two rulesets.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// They agree at all positions: this is so of both, and each has a certificate.
    Proved {
        /// The P-positions, or the nim-value, of both, if they can be said.
        formula: Option<String>,
        /// What the checker has accepted: of one and of the other, or of both together.
        accepted: Vec<Accepted>,
    },
    /// They differ at this position.
    Refuted {
        /// The position.
        witness: Vec<u32>,
        /// What is so there.
        shown: String,
        /// Has the checker come to the same?
        checked: bool,
    },
    /// They agree at these positions, and that is all that is known.
    Holds {
        /// Which positions.
        region: String,
        /// Why it is not proved.
        why: String,
    },
    /// Nothing is known.
    Undecided {
        /// Why.
        why: String,
    },
}

/// Compares the outcomes, or nim-values, of two rulesets on the board of the first.
pub fn compared(subject: &Subject, other: &Subject, wish: Wish, task: &Task) -> Comparison {
    let texts = [subject.library.games(), other.library.games()].concat();
    let both = Subject { library: Library::with(texts), ..subject.clone() };
    let what = match wish {
        Wish::Outcomes => "outcomes",
        Wish::NimValues => "nim-values",
    };
    let claim = match both.claim(&format!("same {what} as {}", other.expression)) {
        Ok(claim) => claim,
        Err(why) => return Comparison::Undecided { why },
    };
    match judge(&claim, &task.part(task.limits().steps)).verdict {
        Verdict::Refuted { witness, shown, accepted, .. } => {
            let (witness, checked) = (witness.piles().to_vec(), accepted.is_some());
            Comparison::Refuted { witness, shown, checked }
        }
        Verdict::Holds { region, .. } => match proved(subject, other, wish, task) {
            Ok(proved) => proved,
            Err(why) => Comparison::Holds { region, why },
        },
        Verdict::Undecided { why } | Verdict::Unchecked { why, .. } => {
            proved(subject, other, wish, task).unwrap_or(Comparison::Undecided { why })
        }
        Verdict::Proved(accepted) => proved(subject, other, wish, task)
            .unwrap_or_else(|_| Comparison::Proved { formula: None, accepted: vec![*accepted] }),
    }
}

/// One formula for both.
fn proved(
    subject: &Subject,
    other: &Subject,
    wish: Wish,
    task: &Task,
) -> Result<Comparison, String> {
    let find = |subject: &Subject| {
        let search = match wish {
            Wish::Outcomes => find::outcomes(subject, task),
            Wish::NimValues => find::nim_values(subject, task),
        };
        let why = search.why.clone().unwrap_or_else(|| "no pattern was found".into());
        search.pattern.ok_or_else(|| format!("{}: {why}", subject.ruleset.expression))
    };
    let (one, two) = (find(subject)?, find(other)?);
    let (first, formula, said) = settled_both(subject, &one, task)?;
    let claim = other.claim(&said)?;
    let on = on_board(&claim).ok_or("a claim about a board")?;
    let Compared::Same(evidence) = compare(other, on, &two, task)? else {
        return Err("they were found to differ, but not where".into());
    };
    let certificate = Certificate {
        claim: claim.text.clone(),
        games: claim.games.clone(),
        evidence: Evidence::Board(*evidence),
    };
    let second = accept(certificate, &task.part(task.limits().steps))
        .map_err(|rejection| rejection.to_string())?;
    Ok(Comparison::Proved { formula: Some(formula), accepted: vec![first, second] })
}
