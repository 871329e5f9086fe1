//! Long work: budgets from the command line, a progress bar, and Ctrl-C.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use sprague::Session;
use sprague_solve::{Budget, Watch};

use crate::args::Limits;

/// The watch of this process's computation.
static WATCH: OnceLock<Watch> = OnceLock::new();

/// The flag that Ctrl-C raises.
static CANCEL: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Is there nothing left that Ctrl-C could lose?
static LET_GO: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C ends the process: the work is done, only writing is left.
pub fn let_go() {
    LET_GO.store(true, Ordering::Relaxed);
}

/// The budget that the command line gives.
pub fn budget(limits: &Limits) -> Budget {
    let default = Budget::default();
    Budget {
        memory: limits.memory(),
        threads: limits.threads.map_or(default.threads, usize::from),
        time: limits.time,
    }
}

/// The flag that ends all work of this process: the first Ctrl-C raises it, the second one ends the process.
pub fn cancel() -> Arc<AtomicBool> {
    let flag = CANCEL.get_or_init(|| {
        let flag: Arc<AtomicBool> = Arc::default();
        let raised = flag.clone();
        let stop = move || {
            let over = WATCH.get().is_some_and(|watch| !watch.goes_on());
            if over || LET_GO.load(Ordering::Relaxed) || raised.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        // Without a handler Ctrl-C ends the process, which is no worse than before.
        let _ = ctrlc::set_handler(stop);
        flag
    });
    flag.clone()
}

/// Was Ctrl-C pressed?
pub fn is_cancelled() -> bool {
    CANCEL.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// The watch, which stops with Ctrl-C.
pub fn watch(limits: &Limits) -> &'static Watch {
    WATCH.get_or_init(|| Watch::new(limits.time).stopped_by(cancel()))
}

/// A session within the limits of the command line, which stops with Ctrl-C.
pub fn session(limits: &Limits) -> Session {
    let mut session = Session::new().cancelled_by(cancel());
    if let Some(memory) = limits.memory {
        session = session.memory(memory);
    }
    if let Some(threads) = limits.threads {
        session = session.threads(threads.into());
    }
    if let Some(time) = limits.time {
        session = session.time(time);
    }
    session.watched_by(watch(limits))
}

/// Runs `work`, with a progress bar on a terminal if it takes a while.
pub fn with_progress<T>(watch: &Watch, unit: &str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let drawer = scope.spawn(|| draw(watch, unit, &finished));
        let result = work();
        finished.store(true, Ordering::Relaxed);
        drawer.thread().unpark();
        result
    })
}

fn draw(watch: &Watch, unit: &str, finished: &AtomicBool) {
    let pause = Duration::from_millis(100);
    let mut bar: Option<ProgressBar> = None;
    for tick in 0u32.. {
        if finished.load(Ordering::Relaxed) {
            break;
        }
        std::thread::park_timeout(pause);
        if tick < 4 {
            continue;
        }
        let (done, expected) = watch.progress();
        let bar = bar.get_or_insert_with(|| {
            let known = "{bar:30} {percent}% of {human_len} {msg}, {rate}, {eta} left";
            let open = "{spinner} {human_pos} {msg}, {rate}";
            let style = ProgressStyle::with_template(if expected > 0 { known } else { open })
                .expect("the template is well formed")
                .with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
                });
            let bar = ProgressBar::new(expected);
            bar.set_style(style);
            bar.set_message(unit.to_string());
            bar
        });
        bar.set_length(expected);
        bar.set_position(done);
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}
