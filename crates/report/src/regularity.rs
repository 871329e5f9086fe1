//! The regularity of a sequence, be it of nim-values, outcomes or partizan values, as data.

use serde::Serialize;
use sprague_sequence::regularity as heap;
use sprague_value::regularity as value;

/// From the preperiod on, the term of heap n + period is that of heap n plus the saltus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegularityReport<S> {
    /// The least heap from which on the sequence is regular.
    pub preperiod: usize,
    /// The least period.
    pub period: usize,
    /// What a period adds to the terms; 0 where they repeat.
    pub saltus: S,
    /// Is it proved for all heaps, or seen as far as was computed?
    pub verdict: Known,
    /// The theorem by which it is proved: `window`, `guy-smith`, `levels`, `translation`, `ups`; null if it is not.
    pub by: Option<&'static str>,
}

/// How much is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Known {
    /// For all heaps.
    Proved,
    /// For the heaps that were computed.
    Holds,
}

impl From<heap::Regularity> for RegularityReport<i64> {
    fn from(found: heap::Regularity) -> RegularityReport<i64> {
        let heap::Regularity { preperiod, period, saltus, verdict } = found;
        let (verdict, by) = match verdict {
            heap::Verdict::Proved(method) => (Known::Proved, Some(method.name())),
            heap::Verdict::Holds { .. } => (Known::Holds, None),
        };
        RegularityReport { preperiod, period, saltus, verdict, by }
    }
}

impl RegularityReport<String> {
    /// The regularity of values, whose saltus is a game, as it is written.
    pub fn of_values(found: value::Regularity, saltus: String) -> RegularityReport<String> {
        let value::Regularity { preperiod, period, verdict, .. } = found;
        let (verdict, by) = match verdict {
            value::Verdict::Proved(method) => (Known::Proved, Some(method.name())),
            value::Verdict::Holds { .. } => (Known::Holds, None),
        };
        RegularityReport { preperiod, period, saltus, verdict, by }
    }
}
