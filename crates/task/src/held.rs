//! Bytes that the process holds, if its allocator counts them.
//!
//! Structures that grow estimate what they take, and an estimate can miss: a map doubles, a text is written out, a part
//! of the work forgot to count. An allocator that counts ([`take`], [`give`]) tells the truth about all of them at once,
//! and every [`Watch`](crate::Watch) with a limit in bytes sees it. Which allocator there is, the program decides; without
//! one nothing is ever held, and estimates are all there is.
//!
//! Each thread counts for itself and tells the others after every 64 KiB, so that counting costs about a nanosecond and
//! cores do not wait for each other. What a thread has not told when it ends is lost: less than 64 KiB for each.

use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

/// What a thread may keep for itself.
const UNTOLD: i64 = 64 << 10;

static HELD: AtomicI64 = AtomicI64::new(0);
static MOST: AtomicI64 = AtomicI64::new(i64::MAX);

thread_local! {
    static MINE: Cell<i64> = const { Cell::new(0) };
}

/// Bytes that are held now, up to 64 KiB for each thread.
pub fn held() -> u64 {
    HELD.load(Ordering::Relaxed).max(0) as u64
}

/// Beyond how many bytes [`take`] says no.
pub fn hold_at_most(bytes: u64) {
    MOST.store(i64::try_from(bytes).unwrap_or(i64::MAX), Ordering::Relaxed);
}

/// Counts bytes that are about to be allocated; false if that would be more than may be held.
#[inline]
pub fn take(bytes: usize) -> bool {
    count(bytes as i64)
}

/// Counts bytes that are given back.
#[inline]
pub fn give(bytes: usize) {
    count(-(bytes as i64));
}

#[inline]
fn count(bytes: i64) -> bool {
    let untold = MINE.try_with(|mine| {
        let sum = mine.get().wrapping_add(bytes);
        let keeps = (-UNTOLD..=UNTOLD).contains(&sum);
        mine.set(if keeps { sum } else { 0 });
        if keeps { 0 } else { sum }
    });
    // A thread that is ending has no counter of its own any more.
    match untold.unwrap_or(bytes) {
        0 => true,
        untold => tell(untold),
    }
}

#[cold]
fn tell(bytes: i64) -> bool {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
    bytes < 0 || held <= MOST.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_held_until_it_is_given_back() {
        let before = held();
        assert!(take(10 << 20));
        assert!(held() >= before + (10 << 20) - (64 << 10));
        give(10 << 20);
        assert!(held() <= before + (64 << 10));
        hold_at_most(1 << 30);
        assert!(!take(2 << 30), "more than may be held");
        give(2 << 30);
        hold_at_most(u64::MAX);
    }
}
