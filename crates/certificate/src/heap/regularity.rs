//! A regularity of the sequence of one heap: `a(n + p) = a(n) + s` for all n from some heap e on, by which the first
//! e + p terms say all others, and the theorem by which that lasts for ever.
//!
//! ```text
//! method guy-smith
//! preperiod 71
//! period 12
//! saltus 0
//! mask 0
//! values 0 1 2 3 1 4 ...
//! ```
//!
//! Where there are no nim-values, `outcomes LRLNNLP` stands for `values`. The *mask* is no part of the statement: it
//! makes checking quick. A value v is called rare if v and the mask have an even number of common ones in binary, and
//! common otherwise; as the nim-sum of two values is rare exactly if both are rare or both are common, a common value
//! can be reached only by way of a rare heap, of which there are few if the mask is well chosen. Any mask will do.

use sprague_rules::Outcome;

use crate::text::{Fault, Reader, Writer};

/// The terms of a regular sequence, and why it is regular.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regularity {
    /// The theorem.
    pub method: Method,
    /// The heap from which on the terms repeat; it need not be the least.
    pub preperiod: usize,
    /// After so many heaps; it need not be the least.
    pub period: usize,
    /// With so much added.
    pub saltus: u32,
    /// Which values are rare; 0 if nothing is gained by it.
    pub mask: u32,
    /// The terms of the heaps 0 to preperiod + period - 1.
    pub terms: Terms,
}

/// The theorem by which a regularity that is seen lasts for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Moves only take bounded amounts: a term is a function of the window of terms before it.
    Window,
    /// Take and break, by the theorem of Guy and Smith.
    GuySmith,
    /// Take and break with a saltus that is a power of two.
    Levels {
        /// The shape is that of so many periods together.
        factor: usize,
        /// So many sums are tested.
        lifts: usize,
    },
}

/// The first terms of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Nim-values.
    Values(Vec<u32>),
    /// Outcomes, where there are no nim-values.
    Outcomes(Vec<Outcome>),
}

impl Terms {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Terms::Values(values) => values.len(),
            Terms::Outcomes(outcomes) => outcomes.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Regularity {
    pub(super) fn write(&self, out: &mut Writer) {
        match self.method {
            Method::Window => out.field("method", "window"),
            Method::GuySmith => out.field("method", "guy-smith"),
            Method::Levels { factor, lifts } => {
                out.field("method", format!("levels {factor} {lifts}"));
            }
        }
        out.field("preperiod", self.preperiod);
        out.field("period", self.period);
        out.field("saltus", self.saltus);
        out.field("mask", self.mask);
        match &self.terms {
            Terms::Values(values) => out.numbers("values", values),
            Terms::Outcomes(outcomes) => {
                let letters: String = outcomes.iter().map(|outcome| outcome.letter()).collect();
                out.field("outcomes", letters);
            }
        }
    }

    pub(super) fn read(lines: &mut Reader) -> Result<Regularity, Fault> {
        let words: Vec<&str> = lines.field("method")?.split(' ').collect();
        let method = match words[..] {
            ["window"] => Method::Window,
            ["guy-smith"] => Method::GuySmith,
            ["levels", factor, lifts] => {
                Method::Levels { factor: lines.parse(factor)?, lifts: lines.parse(lifts)? }
            }
            _ => return Err(lines.fault("a method is `window`, `guy-smith` or `levels F L`")),
        };
        let (preperiod, period): (usize, usize) =
            (lines.number("preperiod")?, lines.number("period")?);
        let (saltus, mask) = (lines.number("saltus")?, lines.number("mask")?);
        let terms = match lines.optional("outcomes") {
            Some(letters) => {
                let all = [Outcome::N, Outcome::P, Outcome::L, Outcome::R];
                let outcome = |letter: char| all.into_iter().find(|o| o.letter() == letter);
                let outcomes: Option<_> = letters.chars().map(outcome).collect();
                Terms::Outcomes(outcomes.ok_or_else(|| lines.fault("outcomes are N, P, L and R"))?)
            }
            None => Terms::Values(lines.numbers("values")?),
        };
        if period == 0 || preperiod.checked_add(period) != Some(terms.len()) {
            return Err(lines.fault("there must be as many terms as preperiod and period together"));
        }
        Ok(Regularity { method, preperiod, period, saltus, mask, terms })
    }
}
