//! Long work: limits from the command line, a progress bar, and Ctrl-C.
//!
//! Work stops by itself: it asks its watch. Should some part of it ask too seldom, the command is ended from outside
//! ([`begin`]), so that limits and Ctrl-C hold wherever it is; then what was computed is lost, and it says so. On a busy machine
//! it is given longer: only work that goes on is ended.

mod pace;
mod unread;

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use pace::Pace;
use sprague::{Budget, Progress, Session, Stop, Watch};
use unread::Unread;

use crate::args::Limits;

/// The watch of this process's computation.
static WATCH: OnceLock<Watch> = OnceLock::new();

/// The flag that Ctrl-C raises.
static CANCEL: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Is there nothing left that Ctrl-C could lose?
static LET_GO: AtomicBool = AtomicBool::new(false);

/// How often progress is looked at.
const PAUSE: Duration = Duration::from_millis(100);
/// What is done sooner than after so many looks needs no bar.
const QUICK: u32 = 5;

/// Nanoseconds that were spent waiting for whoever reads our output: they are not work.
static WAITED: AtomicU64 = AtomicU64::new(0);

/// Is someone waited for now?
static WAITING: AtomicBool = AtomicBool::new(false);

/// How often someone was waited for.
static WAITS: AtomicU64 = AtomicU64::new(0);

/// When the command began, and how long it may take as a whole.
static DEADLINE: OnceLock<(Instant, Option<Duration>)> = OnceLock::new();

/// When Ctrl-C was pressed.
static PRESSED: OnceLock<Instant> = OnceLock::new();

/// How late work may notice that it should stop.
const GRACE: Duration = Duration::from_millis(750);
/// The same on a machine so busy that the process hardly works: then its work is not to blame.
const LONGEST_GRACE: Duration = Duration::from_secs(4);

/// From here on Ctrl-C ends the process: the work is done, only writing is left.
pub fn let_go() {
    LET_GO.store(true, Ordering::Relaxed);
}

/// Waits for someone else, which takes none of the time that is allowed.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    WAITS.fetch_add(1, Ordering::Relaxed);
    WAITING.store(true, Ordering::Relaxed);
    let result = wait();
    WAITED.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
    WAITING.store(false, Ordering::Relaxed);
    result
}

/// Is the time of the command over, for longer than this?
fn is_over(by: Duration) -> bool {
    let Some((begun, Some(time))) = DEADLINE.get() else { return false };
    let waited = Duration::from_nanos(WAITED.load(Ordering::Relaxed));
    begun.elapsed().saturating_sub(waited) > *time + by
}

/// Should even the writing of what was found come to an end?
pub fn is_late() -> bool {
    PRESSED.get().is_some_and(|pressed| pressed.elapsed() > GRACE / 2) || is_over(GRACE / 2)
}

/// What the limits of the command line are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The command as a whole.
    Command,
    /// Each claim or certificate.
    EachClaim,
    /// Each move of a play; Ctrl-C ends it at once.
    EachMove,
    /// Each question of a page.
    #[cfg(feature = "lab")]
    EachQuestion,
}

/// Sees to it that the command keeps to its limits, whatever it does: a share more than the memory that is allowed is
/// refused, and who does not notice in time that the time is over, or that Ctrl-C was pressed, is stopped.
pub fn begin(limits: &Limits, scope: Scope) {
    match scope {
        Scope::EachClaim => {
            at_once(limits, threads(limits));
        }
        Scope::Command | Scope::EachMove => {
            hold_at_most(memory(limits));
        }
        // Every question keeps to its own; the server sees to it.
        #[cfg(feature = "lab")]
        Scope::EachQuestion => {}
    }
    if scope == Scope::EachMove {
        let_go();
    }
    let time = limits.time.filter(|_| scope == Scope::Command);
    let (flag, begun) = (cancel(), Instant::now());
    let _ = DEADLINE.set((begun, time));
    // Without a thread to look after it, work still stops by itself.
    let _ = std::thread::Builder::new().stack_size(256 << 10).spawn(move || {
        let mut late: Option<(Instant, Duration)> = None;
        let mut writing = Unread::default();
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let over = is_over(Duration::ZERO) && !WAITING.load(Ordering::Relaxed);
            let stop = flag.load(Ordering::Relaxed) || over;
            if stop && writing.lasts() {
                eprintln!("stopped while writing: nobody reads the output");
                std::process::exit(3);
            }
            match late {
                _ if !stop => late = None,
                None => late = Some((Instant::now(), worked())),
                Some((since, before)) if is_too_late(since, before) => {
                    eprintln!("stopped: the work did not end by itself, and what is not yet written is lost");
                    std::process::exit(3);
                }
                Some(_) => {}
            }
        }
    });
}

/// Is work to be ended that should have stopped then, when it had taken so much of the processors' time?
fn is_too_late(since: Instant, before: Duration) -> bool {
    let late = since.elapsed();
    late > LONGEST_GRACE || late > GRACE && worked().saturating_sub(before) > GRACE / 2
}

/// The time that the threads of this process have worked, or, where the system does not tell, since the command began.
fn worked() -> Duration {
    let told = || -> Option<Duration> {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let (user, system): (u64, u64) =
            (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        // In hundredths of a second, on every Linux.
        Some(Duration::from_millis(10 * (user + system)))
    };
    told().unwrap_or_else(|| DEADLINE.get().map_or(Duration::ZERO, |(begun, _)| begun.elapsed()))
}

/// What is held beyond this, and a share more, is refused.
fn hold_at_most(memory: u64) -> u64 {
    sprague::hold_at_most(memory.saturating_add(memory / 4).saturating_add(16 << 20));
    memory
}

/// What the process may hold while it works on so many claims or certificates at once, which it is held to: `--memory` for
/// each of them, and otherwise as much for all as any other command may take.
pub fn at_once(limits: &Limits, tasks: usize) -> u64 {
    let each = |each: u64| each.saturating_mul(tasks as u64);
    hold_at_most(limits.memory.map_or_else(|| memory(limits), each))
}

/// The flag that ends all work of this process: the first Ctrl-C raises it, the second one ends the process.
pub fn cancel() -> Arc<AtomicBool> {
    let flag = CANCEL.get_or_init(|| {
        let flag: Arc<AtomicBool> = Arc::default();
        let raised = flag.clone();
        let stop = move || {
            let _ = PRESSED.set(Instant::now());
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            if LET_GO.load(Ordering::Relaxed) {
                eprintln!("stopped");
                std::process::exit(3);
            }
        };
        // Without a handler Ctrl-C ends the process, which is no worse than before. The end of a batch job (SIGTERM) is heard, too.
        stay_deaf_to_hangups();
        let _ = ctrlc::set_handler(stop);
        flag
    });
    flag.clone()
}

/// Whoever asked not to be ended with the terminal, as `nohup` does, is not: the signal stays blocked for all threads to come.
fn stay_deaf_to_hangups() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if ignored.is_some_and(|mask| mask >> (Signal::SIGHUP as u32 - 1) & 1 == 1) {
            let _ = SigSet::from(Signal::SIGHUP).thread_block();
        }
    }
}

/// Was Ctrl-C pressed?
pub fn is_cancelled() -> bool {
    CANCEL.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// A session within the limits of the command line, which stops with Ctrl-C. All that a command does is timed as one.
pub fn session(limits: &Limits) -> Session {
    limited(Session::new(), limits).cancelled_by(cancel()).watched_by(watch(limits))
}

/// The watch of the command, which stops with Ctrl-C, and when clearly more memory is held than a table may take.
pub fn watch(limits: &Limits) -> &'static Watch {
    let memory = memory(limits);
    WATCH.get_or_init(|| Watch::new(limits.time).stopped_by(cancel()).holding(memory))
}

/// Why the work was stopped, if it was.
pub fn why() -> Option<Stop> {
    WATCH.get().and_then(|watch| watch.glance().err())
}

/// How many threads work.
pub fn threads(limits: &Limits) -> usize {
    limits.threads.map_or_else(|| Budget::default().threads, usize::from)
}

/// Memory that a table may take.
fn memory(limits: &Limits) -> u64 {
    limits.memory.unwrap_or_else(|| Budget::default().memory)
}

/// The session within the limits of the command line.
pub fn limited(mut session: Session, limits: &Limits) -> Session {
    if let Some(memory) = limits.memory {
        session = session.memory(memory);
    }
    if let Some(threads) = limits.threads {
        session = session.threads(threads.into());
    }
    if let Some(time) = limits.time {
        session = session.time(time);
    }
    session
}

/// Does some work of a session, with a progress bar on a terminal if it takes a while.
pub fn with_progress<T>(session: &Session, unit: &str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (mut bar, mut looks): (Option<ProgressBar>, u32) = (None, 0);
    let (begun, pace) = (Instant::now(), Arc::new(Mutex::new(Pace::default())));
    let show = |Progress { done, expected }| {
        if let Ok(mut pace) = pace.lock() {
            pace.see(begun.elapsed(), done);
        }
        looks += 1;
        if looks >= QUICK {
            let bar = bar.get_or_insert_with(|| drawn(unit, expected, pace.clone()));
            bar.set_length(expected);
            bar.set_position(done);
        }
    };
    let result = session.telling(PAUSE, show, work);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    result
}

fn drawn(unit: &str, expected: u64, pace: Arc<Mutex<Pace>>) -> ProgressBar {
    let known = "{bar:30} {percent}% of {human_len} {msg}{rest}";
    let open = "{spinner} {human_pos} {msg}{rest}";
    let style = ProgressStyle::with_template(if expected > 0 { known } else { open })
        .expect("the template is well formed")
        .with_key("rest", move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let Ok(pace) = pace.lock() else { return };
            if let Some(rate) = pace.rate() {
                let _ = match rate {
                    10.0.. => write!(out, ", {}/s", HumanCount(rate as u64)),
                    1.0.. => write!(out, ", {rate:.1}/s"),
                    _ => write!(out, ", {:.1}/min", rate * 60.0),
                };
            }
            if let Some(left) = state.len().and_then(|expected| pace.left(expected)) {
                let _ = write!(out, ", about {} left", HumanDuration(left));
            }
        });
    let bar = ProgressBar::new(expected);
    bar.set_style(style);
    bar.set_message(unit.to_string());
    bar
}
