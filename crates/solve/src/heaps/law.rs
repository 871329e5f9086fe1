//! A regularity that is proved for all piles, by which a pile of any size has its nim-value at once.

use std::fmt;

use super::NimValues;
use crate::regularity::{Method, Regularity, Verdict};

/// `G(n + period) = G(n) + saltus` for all n from the preperiod on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law {
    /// From which pile on.
    pub preperiod: usize,
    /// The period.
    pub period: usize,
    /// What is added in a period.
    pub saltus: u32,
    /// By which theorem; none is needed where every smaller pile is an option.
    pub method: Option<Method>,
}

impl Law {
    /// The nim-value of a pile is its size: every smaller pile is an option, so by induction the least value that no
    /// option has is the size.
    pub const SIZE: Law = Law { preperiod: 0, period: 1, saltus: 1, method: None };

    /// What a regularity that is proved says.
    pub fn of(regularity: Regularity) -> Option<Law> {
        let Regularity { preperiod, period, saltus, verdict } = regularity;
        let Verdict::Proved(method) = verdict else { return None };
        let saltus = u32::try_from(saltus).ok()?;
        Some(Law { preperiod, period, saltus, method: Some(method) })
    }

    /// The same as a regularity.
    pub fn regularity(&self) -> Option<Regularity> {
        let Law { preperiod, period, saltus, method } = *self;
        let verdict = Verdict::Proved(method?);
        Some(Regularity { preperiod, period, saltus: saltus.into(), verdict })
    }

    /// The value of a pile, given those up to one period beyond the preperiod.
    pub fn value(&self, values: &NimValues, size: u32) -> u32 {
        if *self == Law::SIZE {
            return size;
        }
        let (rounds, place) = self.place(size as usize);
        values.at(place) + rounds as u32 * self.saltus
    }

    /// By how many periods the value of a pile is raised above that of which smaller one.
    pub(super) fn place(&self, size: usize) -> (usize, usize) {
        let rounds = size.saturating_sub(self.preperiod) / self.period;
        (rounds, size - rounds * self.period)
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(method) = self.method else {
            return write!(
                f,
                "a pile's nim-value is its size, for every smaller pile is an option"
            );
        };
        write!(f, "period {} from {} on", self.period, self.preperiod)?;
        if self.saltus > 0 {
            write!(f, ", with saltus {}", self.saltus)?;
        }
        write!(f, ": proved for all piles ({})", method.name())
    }
}
