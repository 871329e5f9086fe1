//! The games that a formula speaks of: its own, which is the one that the claim was read with, the same rules with
//! another set, and others by their expressions, which are read with the texts that the claim was read with.

use sprague_rules::{Library, Ruleset};

use super::plain::Valued;

/// Which game a nim-value or nim-set is of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Of {
    /// The one that the claim is about.
    Own,
    /// The same rules with this set.
    With(Vec<i64>),
    /// A ruleset by its expression.
    Called(String),
}

/// The games of one case of a claim.
#[derive(Clone, Copy)]
pub struct Games<'c> {
    /// The one that the claim is about.
    pub own: &'c Ruleset,
    /// The texts of games that the claim was read with, by their names.
    pub texts: &'c [(String, String)],
}

impl Games<'_> {
    /// How a game is written.
    pub fn expression(&self, of: &Of) -> String {
        match of {
            Of::Own => self.own.expression.clone(),
            Of::Called(text) => text.clone(),
            Of::With(set) => {
                let members: Vec<String> = set.iter().map(|member| member.to_string()).collect();
                let name = self.own.expression.split('(').next().unwrap_or("");
                format!("{name}({})", members.join(","))
            }
        }
    }

    /// The ruleset of a game, which has nim-values and whose piles are independent of each other.
    pub fn ruleset(&self, of: &Of) -> Valued<Ruleset> {
        let ruleset = match of {
            Of::Own => self.own.clone(),
            _ => Library::with(self.texts.to_vec())
                .ruleset(&self.expression(of))
                .map_err(|found| found.complaint.message)?,
        };
        match ruleset.has_nim_values() && ruleset.is_sum_of_piles() {
            true => Ok(ruleset),
            false => {
                let name = &ruleset.expression;
                Err(format!("{name}: nim-values need moves that act on one pile alone"))
            }
        }
    }
}
