//! Patterns: found and proved; two rulesets compared; claims repaired; sharp constants.

use std::time::Duration;

use sprague_claim::Claim;
use sprague_discover::{
    Asked, Comparison, Discovery, Repair, Subject, Surveyed, Threshold, Wish, claim_to_prove,
    compared, discover, repairs, side_by_side, surveyed, threshold,
};
use sprague_rules::Library;
use sprague_task::Task;

use crate::error::Error;
use crate::session::Session;

/// Time for a discovery if nothing is said.
const PATIENCE: Duration = Duration::from_secs(300);
/// Time for one ruleset of a survey; it may take as many steps as any discovery.
const EACH: Duration = Duration::from_secs(30);

impl Session {
    /// The pattern of a ruleset's P-positions, or nim-values: proved for all positions, or the best guess, marked as one.
    ///
    /// ```
    /// use sprague::{Library, Positions, Session, Subject, Wish};
    ///
    /// let wynnie = Subject::new("wynnie", &Library::catalogue(), Some(Positions::Piles(2))).unwrap();
    /// let found = Session::new().discover(&wynnie, Wish::Outcomes);
    /// assert!(found.accepted().is_some());
    /// assert_eq!(found.formula.as_deref(), Some("odd(a) and lowbit(b + 1, (a + 1) / 2)"));
    /// ```
    pub fn discover(&self, subject: &Subject, wish: Wish) -> Discovery {
        discover(subject, wish, &self.long_task())
    }

    /// The claim that was found, as `prove` takes it without the certificate: with what holds for fewer piles, if it needs that.
    pub fn claim_to_prove(
        &self,
        subject: &Subject,
        wish: Wish,
        found: &Discovery,
    ) -> Option<String> {
        claim_to_prove(subject, wish, found, &self.long_task())
    }

    /// Have two rulesets the same outcomes, or nim-values, on the board of the first?
    pub fn compare(&self, one: &Subject, two: &Subject, wish: Wish) -> Comparison {
        compared(one, two, wish, &self.long_task())
    }

    /// Small changes of a refuted claim that hold, the most plausible first.
    pub fn repair(&self, claim: &Claim, library: &Library) -> Result<Vec<Repair>, Error> {
        repairs(claim, library, &self.long_task()).map_err(Error::Request)
    }

    /// The least number for which a claim, in whose text a name stands for it, is not refuted.
    pub fn threshold(&self, text: &str, name: &str, library: &Library) -> Result<Threshold, Error> {
        threshold(text, name, library, &self.long_task()).map_err(Error::Request)
    }

    /// What is found out about one ruleset of a survey: at most half a minute's work, unless the session says otherwise. None, if it
    /// was stopped before that was known.
    pub fn survey_one(&self, asked: &Asked) -> Option<Surveyed> {
        let watch = self.watch();
        let time = self.budget().time.unwrap_or(EACH);
        let task = self.task_of(watch.remaining().map_or(time, |left| left.min(time)));
        let row = surveyed(asked, &task);
        let stopped = || self.is_cancelled() || watch.glance().is_err();
        (row.is_settled() || !stopped()).then_some(row)
    }

    /// The rulesets of a survey ([`rule_grid`](crate::rule_grid)), shared out among the threads of the session. They are told in
    /// their order; when the work is stopped, nothing is told any more, and the answer is false.
    ///
    /// ```
    /// use sprague::{Session, rule_grid};
    ///
    /// let grid = rule_grid("take k from one pile where k <= {2, 3}", true, 2).unwrap();
    /// let mut rows = Vec::new();
    /// let all = Session::new().survey(&grid, |row| -> Result<(), String> {
    ///     rows.push(row.found?.formula);
    ///     Ok(())
    /// });
    /// assert_eq!(all, Ok(true));
    /// assert_eq!(rows[0].as_deref(), Some("(b - a) mod 3 = 0"));
    /// assert_eq!(rows.len(), 4);
    /// ```
    pub fn survey<E>(
        &self,
        asked: &[Asked],
        tell: impl FnMut(Surveyed) -> Result<(), E>,
    ) -> Result<bool, E> {
        side_by_side(asked, self.budget().threads, |one| self.survey_one(one), tell)
    }

    /// A task with more steps than a claim has, and less time.
    fn long_task(&self) -> Task {
        self.task_within(PATIENCE)
    }
}
