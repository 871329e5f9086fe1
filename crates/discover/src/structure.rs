//! The structure of a sequence that is not known to be regular: what is seen of its terms, as evidence and never as proof.
//!
//! Four things are looked for. Values that the latter half of the terms does not have, and a *sparse space* to which few heaps belong
//! ([`rare`]); a line along which the terms grow ([`growth`]); an automaton that reads a heap's digits and tells its term, but for few
//! exceptions ([`automatic`]); and known games that begin in the same way. Whatever is fitted is fitted to the first half of the terms and
//! tried on the second, and is told only if it stands the test there: of random terms nothing is told.

mod automatic;
mod growth;
mod rare;

pub use automatic::{Automatic, automatic};
pub use growth::{Growth, growth};
pub use rare::{LastSeen, Rare, last_seen, rare};

use sprague_sequence::Near;

/// Terms with fewer than this tell nothing.
const FEWEST: usize = 200;

/// What the terms of a sequence show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Are the terms outcomes, 0 for P and 1 for N, rather than nim-values?
    pub of_outcomes: bool,
    /// The largest heap that was looked at.
    pub to: u32,
    /// Values of the first half that the second half does not have, though it has larger ones.
    pub last_seen: Vec<LastSeen>,
    /// Few heaps have values of a sparse space.
    pub rare: Option<Rare>,
    /// The terms grow along a line.
    pub growth: Option<Growth>,
    /// The terms, or what they have more than the line, are read off the digits of the heap.
    pub automatic: Option<Automatic>,
    /// Known games that begin in the same way, those that agree furthest first.
    pub nearest: Vec<Near>,
}

/// What terms show, from heap 0 on.
pub fn structure(terms: &[u32]) -> Structure {
    let to = terms.len().saturating_sub(1) as u32;
    if terms.len() < FEWEST {
        return Structure { to, ..Structure::default() };
    }
    let growth = growth(terms);
    let above: Vec<i64> = match &growth {
        Some(line) => (0..).zip(terms).map(|(n, &term)| i64::from(term) - line.at(n)).collect(),
        None => terms.iter().map(|&term| term.into()).collect(),
    };
    Structure {
        of_outcomes: false,
        to,
        last_seen: last_seen(terms),
        rare: rare(terms),
        automatic: automatic(&above),
        growth,
        nearest: Vec::new(),
    }
}

impl Structure {
    /// Is there nothing to tell?
    pub fn is_empty(&self) -> bool {
        self.last_seen.is_empty()
            && self.rare.is_none()
            && self.growth.is_none()
            && self.automatic.is_none()
            && self.nearest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Dice;

    #[test]
    fn nothing_is_told_of_random_terms() {
        let mut dice = Dice::new();
        for values in [2, 3, 5, 8, 13, 64, 300] {
            for terms in [400, 1000, 5000] {
                let terms: Vec<u32> = (0..terms).map(|_| dice.roll(values) as u32).collect();
                let seen = structure(&terms);
                assert!(seen.is_empty(), "{values} values: {seen:?}");
            }
        }
        // Small values more often than large ones; and values that grow, but not along a line.
        let low: Vec<u32> = (0..4000).map(|_| dice.roll(1 << 20).leading_zeros()).collect();
        assert!(structure(&low).is_empty(), "{:?}", structure(&low));
        let grown: Vec<u32> = (1..4000).map(|n| dice.roll(n) as u32).collect();
        assert!(structure(&grown).is_empty(), "{:?}", structure(&grown));
        let mut walk = 1000;
        let walked: Vec<u32> = (0..20_000)
            .map(|_| {
                walk += dice.roll(3) as u32;
                walk
            })
            .collect();
        assert!(structure(&walked).is_empty(), "{:?}", structure(&walked));
    }
}
