//! Output that nobody reads: a write that does not come to an end.

use std::sync::atomic::Ordering;

use super::{WAITING, WAITS};

/// So many looks, each of which finds a write under way, are half a second.
const LOOKS: u32 = 10;

/// How long output has been waiting, as far as was seen.
#[derive(Default)]
pub struct Unread {
    looks: u32,
    write: Option<u64>,
}

impl Unread {
    /// Looks once more; has the output been waiting for so long that it is waited for no longer?
    pub fn lasts(&mut self) -> bool {
        let waiting = WAITING.load(Ordering::Relaxed);
        let write = waiting.then(|| WAITS.load(Ordering::Relaxed));
        let same = write.is_some() && write == self.write;
        self.write = write;
        self.looks = if same || is_writing() { self.looks + 1 } else { 0 };
        self.looks >= LOOKS
    }
}

/// Is some thread of this process writing to standard output just now, where the system tells?
fn is_writing() -> bool {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return false };
    let call = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("syscall"));
    threads.flatten().filter_map(|thread| call(thread).ok()).any(|call| is_write(&call))
}

/// Is this, as Linux writes it, the call that writes to standard output? Its number depends on the processor.
fn is_write(call: &str) -> bool {
    let number = if cfg!(target_arch = "x86_64") { "1" } else { "64" };
    let mut words = call.split(' ');
    words.next() == Some(number) && words.next() == Some("0x1")
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_call_that_writes_to_standard_output_is_known() {
        assert!(super::is_write("1 0x1 0x5591c0 0x1000 0x0 0x0 0x0 0x7ffd 0x7f3a"));
        assert!(!super::is_write("1 0x2 0x5591c0 0x1000 0x0 0x0 0x0 0x7ffd 0x7f3a"));
        assert!(!super::is_write("running"));
    }
}
