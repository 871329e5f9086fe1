//! One heap: its sequence, what it does for ever, and the certificate of that.

use sprague_certificate::{CaseEvidence, Certificate, Evidence, HeapEvidence};
use sprague_prove::sequences::certified;
use sprague_report::SequenceReport;
use sprague_report::heap::NimSets;
use sprague_rules::{Library, Ruleset, Shape};
use sprague_sequence::regularity::Reach;
use sprague_sequence::{NimValues, Regularity, Run, Sequence, Terms, Verdict};
use sprague_solve::{Refusal, heaps};
use sprague_verify::{Accepted, accept};

use crate::error::Error;
use crate::session::Session;

/// Heaps that are computed before a first look for a proof.
const FIRST_LOOK: u32 = 1000;
/// A regularity that is seen so many times, and not proved, will not be proved by more heaps.
const ENOUGH: usize = 200;

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
        let run = Run { known: NimValues::default(), keep: &mut |_| {} };
        let report = self.sequence_run(ruleset, to, run)?;
        match report.sequence.len() > to as usize {
            true => Ok(report),
            false => {
                let reached = format!("heaps up to {} are known", report.sequence.len() - 1);
                Err(Refusal::Stopped { reached }.into())
            }
        }
    }

    /// The same, going on from nim-values that are known already, and telling from time to time what is known; with fewer
    /// terms, if it is stopped.
    pub fn sequence_run(
        &self,
        ruleset: &Ruleset,
        to: u32,
        run: Run,
    ) -> Result<SequenceReport, Error> {
        one_heap(ruleset)?;
        let (budget, watch) = (self.budget(), self.watch());
        let sequence = Sequence::run(ruleset, to, &budget, &watch, run)?;
        let regularity = sequence.lasting(ruleset, &budget, &watch);
        Ok(SequenceReport { ruleset: ruleset.expression.clone(), sequence, regularity })
    }

    /// The nim-values of all splits of the heaps 0, 1, ..., `to` into so many heaps.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let cut = Library::catalogue().ruleset("cut(1,6)").unwrap();
    /// let found = Session::new().nim_sets(&cut, 2, 6).unwrap();
    /// assert_eq!((&found.sets[1], &found.sets[4]), (&vec![], &vec![0]));
    /// ```
    pub fn nim_sets(&self, ruleset: &Ruleset, parts: u16, to: u32) -> Result<NimSets, Error> {
        let found = self.nim_sets_so_far(ruleset, parts, to)?;
        match found.sets.len() {
            known if known <= to as usize => {
                Err(Refusal::Stopped { reached: format!("nim-sets of {known} heaps are known") }
                    .into())
            }
            _ => Ok(found),
        }
    }

    /// The same, of fewer heaps, if it is stopped.
    pub fn nim_sets_so_far(
        &self,
        ruleset: &Ruleset,
        parts: u16,
        to: u32,
    ) -> Result<NimSets, Error> {
        if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
            let message = "nim-sets belong to games in which every move acts on one pile alone, in normal play";
            return Err(Error::Request(message.into()));
        }
        let Terms::NimValues(values) = self.sequence(ruleset, to)?.sequence.terms else {
            unreachable!("the ruleset has nim-values")
        };
        let (values, largest) = (values.to_vec(), values.largest());
        let needed = heaps::NimSets::new(parts.into()).bytes(values.len(), largest);
        let budget = self.budget().memory;
        if needed > budget {
            let (what, needed) = ("a list of these nim-sets".into(), Some(needed));
            return Err(Refusal::Memory { what, needed, budget, fits: String::new() }.into());
        }
        let sets = heaps::nim_sets_within(&values, parts.into(), &self.watch());
        Ok(NimSets { ruleset: ruleset.expression.clone(), parts, sets })
    }

    /// Looks for a proof that the sequence of one heap is regular for ever, with heaps up to `to`, and has it checked. The
    /// certificate that is accepted holds all it depends on, a game of the library's own texts included.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let accepted = Session::new().certify(&Library::catalogue(), "cut(1,6)", 2000).unwrap();
    /// assert!(accepted.statement().ends_with("regular from 1 with period 36 and saltus 8"));
    /// ```
    pub fn certify(&self, library: &Library, expression: &str, to: u32) -> Result<Accepted, Error> {
        let ruleset = library.ruleset(expression)?;
        if Reach::of(&ruleset).is_none() {
            let message = "no proof is known for games of this form: moves must take some of a finite set of \
                           amounts, or take and break in normal play without conditions on the parts";
            return Err(Error::Request(message.into()));
        }
        let (sequence, found) = self.lasting(&ruleset, to)?;
        let regularity = certified(&ruleset, &sequence, found)
            .ok_or_else(|| Error::NoProof("the regularity has no certificate".into()))?;
        let evidence = HeapEvidence::Proof(vec![CaseEvidence::Regularity(regularity)]);
        let games = match sprague_rules::game_file(expression) {
            Some(file) => match library.text(file) {
                Ok(text) => vec![(file.to_string(), text)],
                Err(why) => return Err(Error::Request(why)),
            },
            None => Vec::new(),
        };
        let claim = claim(expression.trim(), found);
        let certificate = Certificate { claim, games, evidence: Evidence::Heap(evidence) };
        Ok(accept(certificate, &self.task(true))?)
    }

    /// The terms and their proved regularity, looked for at 1000 heaps, 2000, 4000 and so on.
    fn lasting(&self, ruleset: &Ruleset, most: u32) -> Result<(Sequence, Regularity), Error> {
        let (budget, watch) = (self.budget(), self.watch());
        let mut to = FIRST_LOOK.min(most);
        let mut known = NimValues::default();
        loop {
            let run = Run { known: std::mem::take(&mut known), keep: &mut |_| {} };
            let sequence = Sequence::run(ruleset, to, &budget, &watch, run)?;
            let last = sequence.len().saturating_sub(1);
            let regularity = sequence.regularity_within(ruleset, &watch);
            if let Some(found) = regularity
                && let Verdict::Proved(_) = found.verdict
            {
                return Ok((sequence, found));
            }
            let ruleset = ruleset.expression.clone();
            let report = SequenceReport { ruleset, sequence, regularity };
            let words = report.in_words();
            if last < to as usize {
                let reached = format!("heaps up to {last} are computed, without a proof: {words}");
                return Err(Refusal::Stopped { reached }.into());
            }
            let seen = |seen: Regularity| (last - seen.preperiod) / seen.period >= ENOUGH;
            if regularity.is_some_and(|found| found.saltus > 0 && seen(found)) {
                let message = format!("no theorem applies: {words}, {ENOUGH} times and more");
                return Err(Error::NoProof(message));
            }
            if to == most {
                return Err(Error::NoProof(format!("there is no proof yet: {words}")));
            }
            if let Terms::NimValues(values) = report.sequence.terms {
                known = values;
            }
            to = to.saturating_mul(2).min(most);
        }
    }
}

/// Refuses games that are played on a row of several places.
pub(crate) fn one_heap(ruleset: &Ruleset) -> Result<(), Error> {
    match ruleset.shape {
        Shape::Row { places } if places != 1 => Err(Error::Request(format!(
            "`{}` is played on {places} places, not on one",
            ruleset.expression
        ))),
        _ => Ok(()),
    }
}

/// The claim that a regularity makes.
fn claim(expression: &str, found: Regularity) -> String {
    let Regularity { preperiod, period, saltus, .. } = found;
    let rise = if saltus > 0 { format!(" and saltus {saltus}") } else { String::new() };
    let title = expression.replace('"', "");
    format!(
        "claim \"one heap of {title}\"\n  game {expression}\n  \
         regular from {preperiod} with period {period}{rise}\n"
    )
}
