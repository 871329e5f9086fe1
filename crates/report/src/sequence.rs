//! A sequence of one heap: text, JSON, CSV, LaTeX and the b-files of the encyclopedia of sequences.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};
use sprague_claim::notation::{Notation, Symbol};
use sprague_sequence::{NimValues, Regularity, Sequence, Terms, Verdict};

use crate::regularity::RegularityReport;

/// The longest line of LaTeX.
const WIDTH: usize = 96;

/// A computed sequence.
pub struct SequenceReport {
    /// The ruleset as it is written.
    pub ruleset: String,
    /// The terms.
    pub sequence: Sequence,
    /// What they do for ever, as far as it is known.
    pub regularity: Option<Regularity>,
}

/// The terms of one heap, sizes 0, 1, 2, ..., and their regularity.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Sequence"))]
pub(crate) struct SequenceData<'s> {
    /// The ruleset.
    ruleset: &'s str,
    #[serde(flatten)]
    terms: TermsData<'s>,
    /// What the sequence does for ever, as far as it is known; null if no regularity is seen.
    regularity: Option<RegularityReport<i64>>,
}

#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum TermsData<'s> {
    NimValues {
        /// The nim-value of the heap of each size, from 0 on, where the game has nim-values.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<u32>"))]
        values: &'s NimValues,
    },
    Outcomes {
        /// The outcome of the heap of each size, from 0 on, a letter each: L, R, N or P.
        outcomes: String,
    },
}

impl Serialize for SequenceReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let terms = match &self.sequence.terms {
            Terms::NimValues(values) => TermsData::NimValues { values },
            Terms::Outcomes(outcomes) => {
                TermsData::Outcomes { outcomes: outcomes.iter().map(|o| o.letter()).collect() }
            }
        };
        let regularity = self.regularity.map(RegularityReport::from);
        SequenceData { ruleset: &self.ruleset, terms, regularity }.serialize(serializer)
    }
}

impl SequenceReport {
    /// The terms in lines, and what is known of them, written while it is read: there may be many.
    pub fn text(&self) -> impl Display {
        let last = self.sequence.len() - 1;
        fmt::from_fn(move |f| {
            writeln!(f, "{}: one heap, sizes 0 to {last}\n", self.ruleset)?;
            let side = last.to_string().len();
            match &self.sequence.terms {
                Terms::NimValues(values) => {
                    let width = values.largest().to_string().len();
                    lines(f, values.iter(), side, |f, value| write!(f, " {value:>width$}"))?;
                }
                Terms::Outcomes(outcomes) => {
                    lines(f, outcomes.iter(), side, |f, outcome| write!(f, " {outcome}"))?
                }
            }
            writeln!(f, "\n{}", self.in_words())
        })
    }

    /// What is known of the regularity, as a sentence.
    pub fn in_words(&self) -> String {
        let last = self.sequence.len() - 1;
        let Some(r) = self.regularity else {
            return format!("no regularity is seen up to {last}");
        };
        let Regularity { preperiod, period, saltus, verdict } = r;
        let mut words = format!("period {period} from {preperiod} on");
        if saltus > 0 {
            words.push_str(&format!(", with saltus {saltus}"));
        }
        match verdict {
            Verdict::Proved(method) => format!("{words}: proved for all heaps ({})", method.name()),
            Verdict::Holds { to } => format!("{words}: holds up to {to}, not proved beyond"),
        }
    }

    /// One line a term, with a heading, written while it is read.
    pub fn csv(&self) -> impl Display {
        fmt::from_fn(|f| match &self.sequence.terms {
            Terms::NimValues(values) => {
                f.write_str("heap,nim\n")?;
                values.iter().enumerate().try_for_each(|(n, value)| writeln!(f, "{n},{value}"))
            }
            Terms::Outcomes(outcomes) => {
                f.write_str("heap,outcome\n")?;
                outcomes
                    .iter()
                    .enumerate()
                    .try_for_each(|(n, outcome)| writeln!(f, "{n},{outcome}"))
            }
        })
    }

    /// A b-file: an index and a value a line, written while it is read. There is none for outcomes.
    pub fn bfile(&self) -> Option<impl Display> {
        let Terms::NimValues(values) = &self.sequence.terms else { return None };
        Some(fmt::from_fn(move |f| {
            values.iter().enumerate().try_for_each(|(n, value)| writeln!(f, "{n} {value}"))
        }))
    }

    /// The sequence in the notation of papers ([`sprague_claim::notation`]), for math mode or for text:
    /// nim-values from the heap of size 1 on, outcomes from the heap of size 0 on. A period is
    /// claimed only if it is proved; otherwise a comment says how it would be written.
    pub fn latex(&self) -> String {
        match &self.sequence.terms {
            Terms::NimValues(values) => self.formula(&values.to_vec(), 1, "nim-values"),
            Terms::Outcomes(outcomes) => self.formula(outcomes, 0, "outcomes"),
        }
    }

    fn formula<T: Symbol>(&self, terms: &[T], first: usize, what: &str) -> String {
        let last = terms.len() - 1;
        let about = format!("% {}: {what} of heaps from {first} on\n", self.ruleset);
        let known = format!("% {}\n", self.in_words());
        let regular = self.regularity.and_then(|r| regular(terms, first, r));
        let proved = self.regularity.is_some_and(|r| matches!(r.verdict, Verdict::Proved(_)));
        let computed = || {
            let preperiod = terms.get(first..).unwrap_or_default().to_vec();
            Notation { preperiod, period: Vec::new(), saltus: 0 }
        };
        let (claim, guess) = match regular {
            Some(regular) if proved => (regular, String::new()),
            Some(regular) => (computed(), format!("% holds up to {last}: {regular}\n")),
            None => (computed(), String::new()),
        };
        let set = |line: String| match T::BETWEEN {
            "" => format!("\\mathrm{{{line}}}"),
            _ => line,
        };
        let lines: Vec<String> = claim.lines(WIDTH).into_iter().map(set).collect();
        let formula = lines.join("\\allowbreak\n  ");
        format!("{about}{known}{guess}\\ensuremath{{{formula}}}\n")
    }
}

/// Twenty terms a line, after the heap of the first of them.
fn lines<T>(
    f: &mut fmt::Formatter<'_>,
    terms: impl ExactSizeIterator<Item = T>,
    side: usize,
    write: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    let last = terms.len().saturating_sub(1);
    for (heap, term) in terms.enumerate() {
        if heap % 20 == 0 {
            write!(f, "{heap:>side$} |")?;
        }
        write(f, term)?;
        if heap % 20 == 19 || heap == last {
            f.write_str("\n")?;
        }
    }
    Ok(())
}

/// The terms from the heap `first` on, as their regularity has it.
fn regular<T: Symbol>(terms: &[T], first: usize, r: Regularity) -> Option<Notation<T>> {
    let start = r.preperiod.max(first);
    Some(Notation {
        preperiod: terms.get(first..start)?.to_vec(),
        period: terms.get(start..start + r.period)?.to_vec(),
        saltus: u32::try_from(r.saltus).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use sprague_rules::Outcome;
    use sprague_sequence::Method;

    use super::*;

    fn report(terms: Terms, shape: Option<(usize, usize, i64)>, proved: bool) -> SequenceReport {
        let sequence = Sequence { terms, way: String::new() };
        let to = sequence.len() - 1;
        let verdict = match proved {
            true => Verdict::Proved(Method::Window),
            false => Verdict::Holds { to },
        };
        let regularity = shape.map(|(preperiod, period, saltus)| Regularity {
            preperiod,
            period,
            saltus,
            verdict,
        });
        SequenceReport { ruleset: "game".into(), sequence, regularity }
    }

    fn formula(latex: &str) -> &str {
        latex.split_once("\\ensuremath").unwrap().1
    }

    #[test]
    fn a_period_is_claimed_only_if_it_is_proved() {
        let steps = || Terms::NimValues((0..40).map(|n: u32| n.saturating_sub(1) / 3).collect());
        let proved = report(steps(), Some((1, 3, 1)), true).latex();
        assert_eq!(formula(&proved), "{(0)^3(+1)}\n");
        let seen = report(steps(), Some((1, 3, 1)), false).latex();
        assert!(seen.contains("\n% holds up to 39: (0)^3(+1)\n"), "{seen}");
        assert!(formula(&seen).starts_with("{(0)^3(1)^3(2)^3"), "{seen}");
        assert!(formula(&seen).ends_with(",\\ldots}\n"), "{seen}");
        let none = report(Terms::NimValues(vec![0, 1, 0, 2].into()), None, false).latex();
        assert_eq!(formula(&none), "{1,0,2,\\ldots}\n");
    }

    #[test]
    fn nim_values_begin_with_heap_1_and_outcomes_with_heap_0() {
        let cycle = Terms::NimValues((0..20).map(|n| n % 3).collect());
        assert_eq!(formula(&report(cycle, Some((0, 3, 0)), true).latex()), "{(1,2,0)}\n");
        let word = "LRLNNLPLNNLPLNNLPLNN".split("").filter_map(Outcome::from_letter).collect();
        let lr = report(Terms::Outcomes(word), Some((2, 5, 0)), true).latex();
        assert_eq!(formula(&lr), "{\\mathrm{LR\\overline{LNNLP}}}\n");
        let nothing = report(Terms::NimValues(vec![0].into()), None, false).latex();
        assert_eq!(formula(&nothing), "{\\ldots}\n");
    }

    #[test]
    fn long_lines_are_broken_and_braces_closed() {
        let values: Vec<u32> = (0..900).map(|n: u32| n * n % 101).collect();
        for shape in [None, Some((5, 101, 0)), Some((120, 101, 0))] {
            let latex = report(Terms::NimValues(values.clone().into()), shape, true).latex();
            let formula = formula(&latex);
            assert!(formula.lines().all(|line| line.len() < WIDTH + 30), "{latex}");
            assert_eq!(formula.matches('{').count(), formula.matches('}').count(), "{latex}");
        }
    }
}
