//! What is said of the sequence of one heap: its terms in the notation of papers, or that it is regular.
//!
//! A list of terms is a list of terms: it speaks of these heaps and of no others. What repeats for ever says so: by an
//! overline, by `(+s)` at the end, or as a block that stands alone in parentheses. Where the claim is about many games,
//! exponents and the saltus may name what the games differ in; the notation is then read anew for each of them.

use sprague_rules::{Complaint, Outcome};

use crate::cases::Cases;
use crate::formula::plain::Value;
use crate::notation::{Notation, Symbol, parse_notation};

/// The terms of a sequence, as a claim says them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// The same in every case.
    Fixed(Said),
    /// With exponents or a saltus that depend on the case.
    Open {
        /// As it is written.
        text: String,
        /// Nim-values rather than outcomes.
        nim_values: bool,
        /// In some case, to know of which form it is.
        example: Said,
    },
}

/// The terms in one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nim-values, from heap 1 on.
    NimValues(Notation<u32>),
    /// Outcomes, from heap 0 on.
    Outcomes(Notation<Outcome>),
}

/// That the terms repeat: `a(n + period) = a(n) + saltus` for all n from a heap on, where neither a smaller period nor an
/// earlier heap would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regular {
    /// The first heap for which it is so.
    pub from: usize,
    /// The least period.
    pub period: usize,
    /// What is added each time round.
    pub saltus: u32,
}

/// Cases whose sequences are read beforehand; those of more are alike.
const READ: usize = 5000;
/// The largest number that `regular` takes.
const LARGEST: usize = 1_000_000_000;

impl Sequence {
    /// Reads the notation; the names that the cases leave open may stand in exponents and in the saltus.
    pub(crate) fn read(
        text: &str,
        nim_values: bool,
        cases: Option<&Cases>,
    ) -> Result<Sequence, Complaint> {
        let Some(cases) = cases.filter(|cases| cases.varies(text)) else {
            return said(text, nim_values).map(Sequence::Fixed);
        };
        let whole = |why: String| Complaint::new(0..text.len(), why);
        let all = cases.some().map_err(whole)?;
        let first = all.first().ok_or_else(|| whole("there is no such set or number".into()))?;
        let example = in_case(text, nim_values, cases, first).map_err(whole)?;
        for case in all.iter().take(READ).skip(1) {
            in_case(text, nim_values, cases, case).map_err(whole)?;
        }
        Ok(Sequence::Open { text: text.to_string(), nim_values, example })
    }

    /// What is said in one case.
    pub fn in_case(&self, cases: Option<&Cases>, case: &[Value]) -> Result<Said, String> {
        match (self, cases) {
            (Sequence::Fixed(said), _) => Ok(said.clone()),
            (Sequence::Open { text, nim_values, .. }, Some(cases)) => {
                in_case(text, *nim_values, cases, case)
            }
            (Sequence::Open { example, .. }, None) => Ok(example.clone()),
        }
    }

    /// What is said in some case.
    pub fn example(&self) -> &Said {
        match self {
            Sequence::Fixed(said) | Sequence::Open { example: said, .. } => said,
        }
    }

    /// The heaps it speaks of, in words.
    pub fn scope(&self) -> String {
        match (self, self.example().last()) {
            (_, None) => "all heaps".to_string(),
            (Sequence::Fixed(said), Some(last)) => format!("the heaps {} to {last}", said.first()),
            (Sequence::Open { .. }, Some(_)) => "the heaps listed".to_string(),
        }
    }
}

impl Said {
    /// The heap of the first term.
    pub fn first(&self) -> usize {
        match self {
            Said::NimValues(_) => 1,
            Said::Outcomes(_) => 0,
        }
    }

    /// The last heap that it speaks of; none if it speaks of all.
    pub fn last(&self) -> Option<usize> {
        let (before, period) = self.lengths();
        (period == 0).then(|| (self.first() + before).saturating_sub(1))
    }

    /// How many terms stand before what repeats, and how many repeat.
    pub fn lengths(&self) -> (usize, usize) {
        match self {
            Said::NimValues(notation) => (notation.preperiod.len(), notation.period.len()),
            Said::Outcomes(notation) => (notation.preperiod.len(), notation.period.len()),
        }
    }

    /// The term of a heap as a number: a nim-value, or the number of an outcome. None where nothing is said, or where
    /// it is too large.
    pub fn term(&self, heap: usize) -> Option<u32> {
        let place = heap.checked_sub(self.first())?;
        match self {
            Said::NimValues(notation) => notation.term(place),
            Said::Outcomes(notation) => notation.term(place).map(|outcome| outcome as u32),
        }
    }

    /// A term in words.
    pub fn written(&self, term: u32) -> String {
        match self {
            Said::NimValues(_) => term.to_string(),
            Said::Outcomes(_) => {
                let all = [Outcome::N, Outcome::P, Outcome::L, Outcome::R];
                let outcome = all.into_iter().find(|&outcome| outcome as u32 == term);
                outcome.map_or_else(|| term.to_string(), |outcome| outcome.letter().to_string())
            }
        }
    }
}

/// With exponents and saltus worked out.
fn in_case(text: &str, nim_values: bool, cases: &Cases, case: &[Value]) -> Result<Said, String> {
    let expanded = cases.expanded_sequence(text, case)?;
    said(&expanded, nim_values).map_err(|c| format!("{}, in {expanded}", c.message))
}

fn said(text: &str, nim_values: bool) -> Result<Said, Complaint> {
    Ok(match nim_values {
        true => Said::NimValues(told::<u32>(text)?),
        false => Said::Outcomes(told::<Outcome>(text)?),
    })
}

/// A notation that says how it goes on, or ends.
fn told<T: Symbol>(text: &str) -> Result<Notation<T>, Complaint> {
    if let Some((place, dots)) = crate::notation::dots(text) {
        return Err(Complaint::new(place..place + dots, "what comes after these dots?").help(
            "leave them out to speak of the terms listed and no others; what repeats for ever is written \
             `0,1,\\overline{2,3}`, `(0,1)`, or `(0,1)^3(+2)`",
        ));
    }
    let notation = parse_notation(text)?;
    Ok(notation)
}

/// `from 71 with period 12`, `from 5 with period 6 and saltus 2`.
pub(crate) fn regular(text: &str) -> Result<Regular, Complaint> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.parse().ok().filter(|&number: &usize| number <= LARGEST);
    let (from, period, saltus) = match words[..] {
        ["from", from, "with", "period", period] => (number(from), number(period), Some(0)),
        ["from", from, "with", "period", period, "and", "saltus", saltus] => {
            (number(from), number(period), number(saltus))
        }
        _ => (None, None, None),
    };
    let period = period.filter(|&period| period > 0);
    match (from, period, saltus.and_then(|saltus| u32::try_from(saltus).ok())) {
        (Some(from), Some(period), Some(saltus)) => Ok(Regular { from, period, saltus }),
        _ => {
            let start = text.len() - text.trim_start().len();
            let span = start..text.trim_end().len().max(start);
            let help = "or as `regular from 5 with period 6 and saltus 2`";
            Err(Complaint::new(span, "expected `regular`, or `regular from 71 with period 12`")
                .help(help))
        }
    }
}
