//! What is said of a sequence, decided from its terms: by a regularity, which tells all of them, or by the first ones.
//!
//! *A sequence in notation* that repeats with period q from heap f on, against a sequence with the regularity (e, p): let
//! both agree from their first heap to max(e, f) + p + q. From max(e, f) on the differences of neighbouring terms have the
//! period q on one side and p on the other, and agree p + q times; two such sequences are equal for ever (Fine and Wilf,
//! Uniqueness theorems for periodic functions, 1965).
//!
//! *Fractal*: without the first instance of each number, the sequence is left as it was. Let a(m), a(m+1), ... be the
//! sequence and b what is left of it. If there is no saltus, every number that comes at all has come before
//! t = max(m, e) + p; from there on nothing is left out, so that b is a moved along by the number d of different terms.
//! Both have the period p then, and agree for ever if they agree up to there and p times more. If there is a saltus, every
//! number comes finitely often, and once less in b: so b is not a.

use sprague_claim::sequence::{Regular, Said};
use sprague_task::Task;

use crate::Rejection;
use crate::regular::Lasting;

/// Does the sequence go as is said? The first heap at which it does not, if not.
pub(crate) fn first_difference(
    said: &Said,
    lasting: &Lasting,
    task: &Task,
) -> Result<Option<usize>, Rejection> {
    let Regular { from, period, .. } = lasting.numbers();
    let (before, repeated) = said.lengths();
    let last = match said.last() {
        Some(last) => last,
        None => {
            let start = from.max(said.first() + before);
            let end = start.checked_add(period).and_then(|end| end.checked_add(repeated));
            end.ok_or_else(|| Rejection::new("the periods are too long"))?
        }
    };
    for heap in said.first()..=last {
        task.spend(1)?;
        let (truly, stated) = (lasting.term(heap), said.term(heap));
        if truly.is_none() || stated.is_none() {
            return Err(Rejection::new(format!("the term of the heap {heap} is too large")));
        }
        if truly != stated {
            return Ok(Some(heap));
        }
    }
    Ok(None)
}

/// Is a regular sequence fractal from this heap on?
pub(crate) fn is_fractal(lasting: &Lasting, first: usize, task: &Task) -> Result<bool, Rejection> {
    let Regular { from, period, saltus } = lasting.numbers();
    if saltus > 0 {
        return Ok(false);
    }
    // d is at most the number of terms up to t, so b has p terms after those that matter once a has 2 t + p.
    let settled = first.max(from) + period - first;
    let count = settled.checked_mul(2).and_then(|count| count.checked_add(period));
    let count = count.ok_or_else(|| Rejection::new("the period is too long"))?;
    let term = |place: usize| lasting.term(first + place);
    let terms: Option<Vec<u32>> = (0..count).map(term).collect();
    let terms = terms.ok_or_else(|| Rejection::new("a term is too large"))?;
    Ok(unlike_itself(&terms, task)?.is_none())
}

/// The place of the first term that shows that a sequence which begins so is not fractal: it is not the first instance of
/// its number, and not what is due next among those that are left.
pub(crate) fn unlike_itself(terms: &[u32], task: &Task) -> Result<Option<usize>, Rejection> {
    let mut met = std::collections::HashSet::new();
    let mut left = 0;
    for (place, &term) in terms.iter().enumerate() {
        task.spend(1)?;
        if met.insert(term) {
            continue;
        }
        if terms[left] != term {
            return Ok(Some(place));
        }
        left += 1;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractal_sequences_are_told_from_others() {
        let unlike = |terms: &[u32]| unlike_itself(terms, &Task::default()).unwrap();
        assert_eq!(unlike(&[0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8, 4, 9, 2, 10]), None);
        assert_eq!(unlike(&[0, 1, 2, 3, 0, 1, 2, 3, 0, 1]), None);
        // The order in which numbers come first does not matter.
        assert_eq!(unlike(&[1, 2, 0, 1, 2, 0, 1, 2, 0]), None);
        assert_eq!(unlike(&[0, 1, 1]), Some(2));
    }
}
