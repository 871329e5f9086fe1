//! The allocator of the command: the system's, with every byte counted.
//!
//! Work sees the count through its watch and stops by itself when there is more than `--memory` allows. What cannot wait
//! for that, a single request far beyond the limit or one that the system refuses, ends the command here: a program
//! whose allocation fails would be aborted otherwise. Counting costs about a nanosecond an allocation.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sprague::{give, hold_at_most, take};

/// The system's allocator, counted.
pub struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every request goes to the system's allocator as it is, and its answer is passed on; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        counted(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        counted(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let grown = counted(size, || unsafe { System.realloc(pointer, layout, size) });
        give(layout.size());
        grown
    }
}

#[inline]
fn counted(bytes: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    if !take(bytes) {
        refuse("--memory does not allow what this needs");
    }
    let pointer = allocate();
    if pointer.is_null() {
        refuse("the system has no memory left for this");
    }
    pointer
}

/// Ends the command where it stands.
#[cold]
fn refuse(why: &str) -> ! {
    static REFUSED: AtomicBool = AtomicBool::new(false);
    hold_at_most(u64::MAX);
    if REFUSED.swap(true, Ordering::Relaxed) {
        // Another thread is about to say so.
        std::thread::sleep(Duration::from_millis(500));
        std::process::exit(3);
    }
    let mut out = std::io::stderr();
    for part in ["over budget: ", why, "\n"] {
        let _ = out.write_all(part.as_bytes());
    }
    std::process::exit(3)
}
