//! What makes a kind of claim: its words, an example, and its reader.

use sprague_rules::Complaint;

use super::clause::Clause;
use super::reading::{Read, Reading};
use crate::claim::About;

/// One kind of claim.
pub(super) struct Kind {
    /// What it is about, in words: `all positions of a board`.
    pub(super) about: &'static str,
    /// The words of the clauses that say something; a claim has exactly one.
    pub(super) says: &'static [&'static str],
    /// The words of clauses that may stand beside.
    pub(super) beside: &'static [&'static str],
    /// A claim of this kind, without its first line.
    pub(super) example: &'static str,
    /// Reads what it is about.
    pub(super) read: fn(&Reading) -> Read<About>,
}

impl Kind {
    /// Complains about a clause that such a claim has no use for.
    pub(super) fn no_use(&self, clause: &Clause, said: &Clause) -> Complaint {
        let message = format!("`{}` has no use in a claim that says `{}`", clause.word, said.word);
        let beside: Vec<String> = self.beside.iter().map(|word| format!("`{word}`")).collect();
        let help = match beside.is_empty() {
            true => format!("such a claim, of {}, has no further clauses", self.about),
            false => format!("such a claim, of {}, may have {}", self.about, beside.join(", ")),
        };
        clause.complain_of_word(message).help(help)
    }
}
