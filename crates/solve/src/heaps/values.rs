//! Nim-values of the heaps 0, 1, 2, ...: two bytes each as long as they fit, four otherwise.

use serde::{Serialize, Serializer};

use crate::budget::Watch;
use crate::regularity::{self, Reach, Regularity};

/// A list of nim-values.
#[derive(Clone, Debug)]
pub enum NimValues {
    /// All are below 2^16.
    Narrow(Vec<u16>),
    /// Any.
    Wide(Vec<u32>),
}

impl Default for NimValues {
    fn default() -> NimValues {
        NimValues::Narrow(Vec::new())
    }
}

impl NimValues {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            NimValues::Narrow(values) => values.len(),
            NimValues::Wide(values) => values.len(),
        }
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, which must be in the list.
    pub fn at(&self, heap: usize) -> u32 {
        match self {
            NimValues::Narrow(values) => values[heap].into(),
            NimValues::Wide(values) => values[heap],
        }
    }

    /// The value of a heap, if it is in the list.
    pub fn get(&self, heap: usize) -> Option<u32> {
        (heap < self.len()).then(|| self.at(heap))
    }

    /// The values in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + '_ {
        (0..self.len()).map(|heap| self.at(heap))
    }

    /// The values with four bytes each.
    pub fn to_vec(&self) -> Vec<u32> {
        match self {
            NimValues::Narrow(values) => values.iter().map(|&value| value.into()).collect(),
            NimValues::Wide(values) => values.clone(),
        }
    }

    /// The largest value; 0 if there is none.
    pub fn largest(&self) -> u32 {
        match self {
            NimValues::Narrow(values) => values.iter().copied().max().unwrap_or(0).into(),
            NimValues::Wide(values) => values.iter().copied().max().unwrap_or(0),
        }
    }

    /// The least regularity that they show, and whether it is proved to last.
    pub fn regularity(&self, reach: Option<&Reach>) -> Option<Regularity> {
        self.regularity_within(reach, &Watch::default())
    }

    /// The same, as far as the watch lets it go.
    pub fn regularity_within(&self, reach: Option<&Reach>, watch: &Watch) -> Option<Regularity> {
        match self {
            NimValues::Narrow(values) => regularity::find_within(values, true, reach, watch),
            NimValues::Wide(values) => regularity::find_within(values, true, reach, watch),
        }
    }

    /// Goes on until there are so many, each as the one a period before with the saltus added.
    pub fn repeat(&mut self, period: usize, saltus: u32, len: usize) {
        match self {
            NimValues::Narrow(values) if saltus == 0 => copy(values, period, len),
            NimValues::Wide(values) if saltus == 0 => copy(values, period, len),
            _ => (self.len()..len).for_each(|n| self.push(self.at(n - period) + saltus)),
        }
    }

    /// Keeps the first so many.
    pub fn truncate(&mut self, len: usize) {
        match self {
            NimValues::Narrow(values) => values.truncate(len),
            NimValues::Wide(values) => values.truncate(len),
        }
    }

    /// Appends one.
    pub fn push(&mut self, value: u32) {
        match (&mut *self, u16::try_from(value)) {
            (NimValues::Narrow(values), Ok(value)) => values.push(value),
            (NimValues::Wide(values), _) => values.push(value),
            (NimValues::Narrow(_), Err(_)) => self.wide().push(value),
        }
    }

    /// The values with four bytes each, to be appended to.
    pub(super) fn wide(&mut self) -> &mut Vec<u32> {
        if let NimValues::Narrow(_) = self {
            *self = NimValues::Wide(self.to_vec());
        }
        match self {
            NimValues::Wide(values) => values,
            NimValues::Narrow(_) => unreachable!("they were just made wide"),
        }
    }

    /// The values with two bytes each, to be appended to; `None` if one does not fit.
    pub(super) fn narrow(&mut self) -> Option<&mut Vec<u16>> {
        if let NimValues::Wide(values) = self {
            let narrow = values.iter().map(|&value| u16::try_from(value).ok());
            *self = NimValues::Narrow(narrow.collect::<Option<_>>()?);
        }
        match self {
            NimValues::Narrow(values) => Some(values),
            NimValues::Wide(_) => None,
        }
    }
}

/// Appends the last values again, a period at a time, then two, then four, ...
fn copy<T: Copy>(values: &mut Vec<T>, period: usize, len: usize) {
    let mut span = period;
    values.reserve_exact(len.saturating_sub(values.len()));
    while values.len() < len {
        let from = values.len() - span;
        let many = span.min(len - values.len());
        values.extend_from_within(from..from + many);
        span *= 2;
    }
}

impl From<Vec<u32>> for NimValues {
    fn from(values: Vec<u32>) -> NimValues {
        NimValues::Wide(values)
    }
}

impl FromIterator<u32> for NimValues {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> NimValues {
        let mut list = NimValues::default();
        values.into_iter().for_each(|value| list.push(value));
        list
    }
}

impl PartialEq for NimValues {
    fn eq(&self, other: &NimValues) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for NimValues {}

impl Serialize for NimValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            NimValues::Narrow(values) => values.serialize(serializer),
            NimValues::Wide(values) => values.serialize(serializer),
        }
    }
}
