//! Which known game is this?

use sprague_rules::Ruleset;
use sprague_sequence::{Identification, Sequence, identify};

use crate::error::Error;
use crate::session::Session;

impl Session {
    /// The known games that have the nim-values of a computed sequence, the simplest first. Only nim-values can be
    /// identified.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let dawson = Library::catalogue().ruleset("dawson").unwrap();
    /// let session = Session::new();
    /// let found = session.sequence(&dawson, 400).unwrap();
    /// let known = session.identify(&dawson, &found.sequence).unwrap();
    /// assert!(known.matches.iter().any(|game| game.ruleset == "octal(0.137)"));
    /// ```
    pub fn identify(
        &self,
        ruleset: &Ruleset,
        sequence: &Sequence,
    ) -> Result<Identification, Error> {
        if !ruleset.has_nim_values() {
            let message = "has no nim-values, and only nim-sequences can be identified";
            return Err(Error::Request(format!("`{}` {message}", ruleset.expression)));
        }
        Ok(identify(ruleset, sequence, &self.budget(), &self.watch())?)
    }
}
