//! One heap: its sequence, what it does for ever, and the certificate of that.

use sprague_report::SequenceReport;
use sprague_rules::Ruleset;
use sprague_sequence::Sequence;

use crate::error::Error;
use crate::session::Session;

impl Session {
    /// The nim-values, or where there are none the outcomes, of one heap of size 0, 1, ..., `to`, and their regularity.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let kayles = Library::catalogue().ruleset("kayles").unwrap();
    /// let found = Session::new().sequence(&kayles, 400).unwrap();
    /// assert_eq!(found.in_words(), "period 12 from 71 on: proved for all heaps (guy-smith)");
    /// ```
    pub fn sequence(&self, ruleset: &Ruleset, to: u32) -> Result<SequenceReport, Error> {
        let sequence = Sequence::compute(ruleset, to, &self.budget(), &self.watch())?;
        let regularity = sequence.regularity(ruleset);
        Ok(SequenceReport { ruleset: ruleset.expression.clone(), sequence, regularity })
    }
}
