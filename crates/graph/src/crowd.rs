//! Many positions over all cores, in their order.
//!
//! Every thread has a [`Sweep`] of its own, which keeps what it has solved; no thread waits for what
//! another one knows. The positions come in batches that grow, so that the first answers are soon there
//! and the later ones cost no waiting.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::stack::at_desks;
use crate::sweep::Sweep;

/// How many positions are in a batch: at first, and at most.
const BATCH: (usize, usize) = (64, 1 << 13);
/// How many of them a thread takes at a time.
const TAKEN: usize = 8;

/// Puts `each` to every item, over as many threads as there are sweeps, and hands the answers to `take` in
/// the order of the items. After an item that is an error come no others.
pub fn in_order<T: Send + Sync, A: Send, E>(
    sweeps: &mut [Sweep],
    mut items: impl Iterator<Item = Result<T, E>>,
    each: impl Fn(&mut Sweep, &T) -> A + Sync,
    mut take: impl FnMut(&T, A) -> Result<(), E>,
) -> Result<(), E> {
    let mut size = BATCH.0;
    loop {
        let mut batch: Vec<T> = Vec::new();
        let mut error = None;
        while batch.len() < size && error.is_none() {
            match items.next() {
                Some(Ok(item)) => batch.push(item),
                Some(Err(e)) => error = Some(e),
                None => break,
            }
        }
        let last = batch.len() < size;
        for (item, answer) in batch.iter().zip(answers(sweeps, &batch, &each)) {
            take(item, answer)?;
        }
        match error {
            Some(error) => return Err(error),
            None if last => return Ok(()),
            None => size = (2 * size).min(BATCH.1),
        }
    }
}

fn answers<T: Sync, A: Send>(
    sweeps: &mut [Sweep],
    batch: &[T],
    each: &(impl Fn(&mut Sweep, &T) -> A + Sync),
) -> Vec<A> {
    let next = AtomicUsize::new(0);
    let work = |sweep: &mut Sweep| {
        let mut found: Vec<(usize, A)> = Vec::new();
        loop {
            let first = next.fetch_add(TAKEN, Ordering::Relaxed);
            if first >= batch.len() {
                return found;
            }
            let some = batch.iter().enumerate().skip(first).take(TAKEN);
            found.extend(some.map(|(at, item)| (at, each(sweep, item))));
        }
    };
    let mut found: Vec<(usize, A)> = at_desks(sweeps, work).into_iter().flatten().collect();
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, answer)| answer).collect()
}
