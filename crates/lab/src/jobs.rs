//! Work on questions: so many jobs at a time, each within its limits, and ended when nobody waits for it any more.
//!
//! Checking a text takes less than a millisecond and must not wait for a proof, so there are two queues. The flag of a job is raised
//! when the request is dropped; the work sees it through its watch.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;
use sprague::play::Level;
use sprague::{Pool, Session, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::answer::{Kind, Told, Wrong};
use crate::ask::{Ask, Nothing, Terms};
use crate::events::Events;
use crate::server::Shared;

/// What a question may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may take.
    pub time: Duration,
    /// Bytes that a table, a search or a construction may take.
    pub memory: u64,
    /// Threads for all work together.
    pub threads: usize,
    /// Bytes of a question.
    pub body: usize,
    /// How many questions are worked on at a time.
    pub jobs: usize,
    /// How many more may wait.
    pub waiting: usize,
    /// Cells of a table that is sent.
    pub cells: u64,
    /// Claims of one question.
    pub claims: usize,
    /// Connections that are open at a time; more wait.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Limits {
            time: Duration::from_secs(600),
            memory: 1 << 30,
            threads: cores,
            body: 1 << 20,
            jobs: cores.clamp(2, 8) * 2,
            waiting: 256,
            cells: 1 << 22,
            claims: 256,
            connections: 200,
        }
    }
}

/// All work.
pub struct Jobs {
    limits: Limits,
    /// Raised when the server ends.
    stop: Arc<AtomicBool>,
    long: Arc<Semaphore>,
    short: Arc<Semaphore>,
    waiting: AtomicUsize,
    pool: OnceLock<Option<Pool>>,
    named: Mutex<HashMap<String, Running>>,
    /// Flags of everything that is under way, so that the server can end it.
    flags: Mutex<Vec<std::sync::Weak<AtomicBool>>>,
}

/// A job that has a name.
#[derive(Clone)]
struct Running {
    watch: Watch,
    begun: Instant,
}

/// How long work is likely to take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// No time to speak of.
    Short,
    /// Perhaps long.
    Long,
}

/// Ends the work when it is dropped.
pub struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A job that may begin: its session, and what keeps others out meanwhile.
pub struct Job {
    pub session: Session,
    pub watch: Watch,
    _place: OwnedSemaphorePermit,
    _name: Option<Name>,
}

/// The name of a job, which is forgotten with it.
struct Name {
    shared: Arc<Shared>,
    name: String,
}

impl Drop for Name {
    fn drop(&mut self) {
        if let Ok(mut named) = self.shared.jobs.named.lock() {
            named.remove(&self.name);
        }
    }
}

impl Jobs {
    pub fn new(limits: Limits, stop: &Arc<AtomicBool>) -> Jobs {
        let places = |count: usize| Arc::new(Semaphore::new(count));
        Jobs {
            stop: stop.clone(),
            long: places(limits.jobs.max(1)),
            short: places(limits.jobs.max(1)),
            waiting: AtomicUsize::new(0),
            pool: OnceLock::new(),
            named: Mutex::default(),
            flags: Mutex::default(),
            limits,
        }
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The threads that all work shares.
    fn pool(&self) -> Option<&Pool> {
        self.pool.get_or_init(|| sprague::threads(self.limits.threads)).as_ref()
    }

    /// Ends everything that is under way.
    pub fn end(&self) {
        if let Ok(flags) = self.flags.lock() {
            flags.iter().filter_map(|flag| flag.upgrade()).for_each(|flag| {
                flag.store(true, Ordering::Relaxed);
            });
        }
    }

    fn remember(&self, flag: &Arc<AtomicBool>) {
        if let Ok(mut flags) = self.flags.lock() {
            flags.retain(|flag| flag.strong_count() > 0);
            flags.push(Arc::downgrade(flag));
        }
        if self.stop.load(Ordering::Relaxed) {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

impl Shared {
    /// Waits for its turn, and begins a job within the limits; it ends when the guard is dropped.
    pub async fn begin(
        self: &Arc<Self>,
        terms: &Terms,
        length: Length,
    ) -> Result<(Job, Wanted), Wrong> {
        let jobs = &self.jobs;
        let places = match length {
            Length::Short => &jobs.short,
            Length::Long => &jobs.long,
        };
        let _waits = Waits::begin(&jobs.waiting);
        if jobs.waiting.load(Ordering::Relaxed) > jobs.limits.waiting {
            let wrong = Wrong::new(Kind::Busy, "too many questions are waiting for an answer");
            return Err(wrong.help("ask again when some are answered"));
        }
        let place = places.clone().acquire_owned().await;
        let place = place.map_err(|_| Wrong::new(Kind::Stopped, "the server ends"))?;
        let cancel: Arc<AtomicBool> = Arc::default();
        jobs.remember(&cancel);
        let time = terms.time.unwrap_or(jobs.limits.time).min(jobs.limits.time);
        let memory = terms.memory.unwrap_or(jobs.limits.memory).min(jobs.limits.memory);
        // All jobs together may not hold more than the limit of one for each of them.
        let all = memory.saturating_mul(jobs.limits.jobs as u64);
        let watch = Watch::new(Some(time)).stopped_by(cancel.clone()).holding(all);
        let mut session = Session::new().time(time).memory(memory);
        if let Some(pool) = jobs.pool() {
            session = session.pool(pool.clone());
        }
        let session = session.cancelled_by(cancel.clone()).watched_by(&watch);
        let name = terms.job.clone().map(|name| {
            let running = Running { watch: watch.clone(), begun: Instant::now() };
            if let Ok(mut named) = jobs.named.lock() {
                named.insert(name.clone(), running);
            }
            Name { shared: self.clone(), name }
        });
        let job = Job { session, watch, _place: place, _name: name };
        Ok((job, Wanted(cancel)))
    }

    /// Does some work on a thread of its own. When nobody waits for the answer any more, it is told to end.
    pub async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        terms: &Terms,
        length: Length,
        work: impl FnOnce(&Job) -> Result<T, Wrong> + Send + 'static,
    ) -> Result<T, Wrong> {
        let (job, _wanted) = self.begin(terms, length).await?;
        match tokio::task::spawn_blocking(move || work(&job)).await {
            Ok(result) => result,
            Err(_) => Err(failed()),
        }
    }
}

/// The work broke down.
pub fn failed() -> Wrong {
    Wrong::new(Kind::Inside, "this is a mistake of the program: the work on this question failed")
}

/// Counts who waits.
struct Waits<'w>(&'w AtomicUsize);

impl<'w> Waits<'w> {
    fn begin(count: &'w AtomicUsize) -> Waits<'w> {
        count.fetch_add(1, Ordering::Relaxed);
        Waits(count)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What there is.
pub async fn about(State(shared): State<Arc<Shared>>, _: Ask<Nothing>) -> Told {
    let limits = shared.jobs.limits();
    Told::new(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "folder": shared.folder.as_ref().map(|folder| folder.name()),
        "limits": {
            "time": limits.time.as_secs_f64(),
            "memory": limits.memory,
            "body": limits.body,
            "jobs": limits.jobs,
            "cells": limits.cells,
            "claims": limits.claims,
        },
        "threads": limits.threads,
        "levels": Level::ALL.map(Level::name),
    }))
}

/// A job by its name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressAsked {}

/// How often progress is told.
const TELL: Duration = Duration::from_millis(50);
/// How long a job may take to begin.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far a job is, until it ends.
pub async fn progress(
    State(shared): State<Arc<Shared>>,
    ask: Ask<ProgressAsked>,
) -> Result<Response, Wrong> {
    let name = ask.terms.job.ok_or_else(|| Wrong::input("`job` names the job"))?;
    let (mut events, response) = Events::channel();
    tokio::spawn(async move {
        let find = || shared.jobs.named.lock().ok()?.get(&name).cloned();
        let asked = Instant::now();
        let mut seen = false;
        loop {
            match find() {
                Some(running) => {
                    seen = true;
                    let (done, expected) = running.watch.progress();
                    let seconds = running.begun.elapsed().as_secs_f64();
                    let told = json!({ "done": done, "expected": expected, "seconds": seconds });
                    if !events.send("progress", &told).await {
                        return;
                    }
                }
                None if seen || asked.elapsed() > PATIENCE => break,
                None => {}
            }
            tokio::time::sleep(TELL).await;
        }
        events.send("end", &json!({})).await;
    });
    Ok(response)
}
