//! What work costs.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Time that the processor has spent on this process, all threads together; where the system does not tell, time that passed.
fn spent() -> Duration {
    #[cfg(unix)]
    if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID) {
        return time.into();
    }
    use std::sync::LazyLock;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// What the work makes, and the processor's time for it.
pub fn cpu<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = spent();
    let made = black_box(work());
    (made, spent() - begun)
}

/// The same, with the least time of some runs.
pub fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> (T, Duration) {
    least(runs, || cpu(&mut work))
}

/// The same, with the least time that one has to wait: for what several threads gain, and for other programs.
pub fn wait<T>(runs: usize, mut work: impl FnMut() -> T) -> (T, Duration) {
    least(runs, || {
        let begun = Instant::now();
        let made = black_box(work());
        (made, begun.elapsed())
    })
}

fn least<T>(runs: usize, mut timed: impl FnMut() -> (T, Duration)) -> (T, Duration) {
    let (mut made, mut least) = timed();
    for _ in 1..runs {
        let (again, time) = timed();
        (made, least) = (again, least.min(time));
    }
    (made, least)
}
