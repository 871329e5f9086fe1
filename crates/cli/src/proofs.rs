//! What `prove`, `certify` and `verify` share: a session with their limits, and many tasks at once whose results come in order.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use sprague::{Judgement, Session, Watch};

use crate::args::{Limits, ProofLimits};
use crate::failure::Outcome;
use crate::work;

/// How long a task may take to notice that it is no longer wanted.
const GRACE: Duration = Duration::from_millis(500);

/// A session for work on so many claims or certificates, which ends with Ctrl-C. The time is that of each of them, not of
/// all, and so is the memory: those that are worked on at once may hold as many times as much.
pub fn session(limits: &Limits, proof: &ProofLimits, many: usize) -> Session {
    let session = work::session(&Limits { time: None, ..limits.clone() });
    let session = session.holding(work::at_once(limits, at_once(limits, many)));
    let session = match limits.time {
        Some(time) => session.time(time),
        None => session,
    };
    limited(session, proof)
}

/// How many of so many tasks are worked on at once.
fn at_once(limits: &Limits, many: usize) -> usize {
    work::threads(limits).clamp(1, many.max(1))
}

/// The session within these limits, too.
pub fn limited(mut session: Session, proof: &ProofLimits) -> Session {
    if let Some(steps) = proof.steps {
        session = session.steps(steps);
    }
    if let Some(states) = proof.states {
        session = session.states(states);
    }
    if let Some(positions) = proof.positions {
        session = session.positions(positions);
    }
    session
}

/// Names the options that raise limits where a reason speaks of them.
pub fn with_options(reason: &str) -> String {
    ["steps", "states", "memory", "positions", "time"].iter().fold(reason.into(), |text, name| {
        text.replace(&format!("a larger limit on {name} "), &format!("--{name} "))
    })
}

/// The judgement, its reasons with the options that raise limits.
pub fn advised(mut judgement: Judgement) -> Judgement {
    if let Some(why) = judgement.verdict.reason_mut() {
        *why = with_options(why);
    }
    judgement.trace.steps.iter_mut().for_each(|step| *step = with_options(step));
    judgement
}

/// Does the work for every item, several at once, and hands the results on in the order of the items, with a progress
/// bar. Says how many there were: fewer than items if it was stopped. A task that does not notice that it was stopped
/// is left to itself.
pub fn in_order<I, T>(
    items: Vec<I>,
    unit: &str,
    limits: &Limits,
    work: impl Fn(&I) -> T + Send + Sync + 'static,
    mut done: impl FnMut(usize, T) -> Outcome,
) -> Outcome<usize>
where
    I: Send + Sync + 'static,
    T: Send + 'static,
{
    let watch = Watch::new(None);
    watch.expect(items.len() as u64);
    let meter = Session::new().watched_by(&watch);
    let threads = at_once(limits, items.len());
    let shared = Arc::new((items, work, AtomicUsize::new(0)));
    let (send, receive) = mpsc::channel();
    let mut started = 0;
    for _ in 0..threads {
        let (shared, send) = (shared.clone(), send.clone());
        let work = move || {
            let (items, work, next) = &*shared;
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(place) else { return };
                let result = work(item);
                // What was stopped half-way is no result.
                if work::is_cancelled() || send.send((place, result)).is_err() {
                    return;
                }
            }
        };
        started += usize::from(std::thread::Builder::new().spawn(work).is_ok());
    }
    if started == 0 {
        // Where there is no room for threads, the one that asks does one after the other.
        let (items, work, _) = &*shared;
        for (count, item) in items.iter().enumerate() {
            let result = work(item);
            if work::is_cancelled() {
                return Ok(count);
            }
            done(count, result)?;
        }
        return Ok(items.len());
    }
    drop(send);
    work::with_progress(&meter, unit, || {
        let mut early: BTreeMap<usize, T> = BTreeMap::new();
        let mut count = 0;
        let mut cancelled: Option<Instant> = None;
        loop {
            match receive.recv_timeout(Duration::from_millis(50)) {
                Ok((place, result)) => {
                    early.insert(place, result);
                    while let Some(result) = early.remove(&count) {
                        done(count, result)?;
                        count += 1;
                    }
                    watch.advance(1);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(count),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if work::is_cancelled() && cancelled.get_or_insert_with(Instant::now).elapsed() > GRACE
            {
                return Ok(count);
            }
        }
    })
}
