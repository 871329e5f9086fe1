//! A session: what work may cost, how far it is, and how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::Thread;
use std::time::Duration;

use sprague_rules::{Options, Player, Position, Ruleset};
use sprague_solve::{Answer, Budget, Inquiry, Pool, Refusal, Solution, Watch};
use sprague_task::{Clock, Limits, Memory, Task};

use crate::error::Error;
use crate::lore::Proofs;

/// Time for one claim or certificate if nothing is said. It is the last resort: work is limited by what it does, not by
/// how long that takes.
const PATIENCE: Duration = Duration::from_secs(600);
/// How much more a claim may cost that says it takes long.
const DEEP: u32 = 10;
/// Bytes of one construction of a proof, if nothing is said.
const PROOF_MEMORY: u64 = 2 << 30;

/// Asks questions within limits. It is made for sharing: every method takes `&self`, several threads may ask at once, and
/// any of them may cancel what all of them do.
///
/// ```
/// use std::time::Duration;
/// use sprague::{Kind, Library, Session};
///
/// let session = Session::new().time(Duration::from_secs(10)).memory(1 << 20).threads(1);
/// let jennifer = Library::catalogue().ruleset("jennifer").unwrap();
/// let small = jennifer.position("7,21,39").unwrap();
/// assert_eq!(session.solve(&jennifer, &small).unwrap().nim, Some(37));
///
/// let large = jennifer.position("900,900,900,900,900").unwrap();
/// assert_eq!(session.solve(&jennifer, &large).unwrap_err().kind(), Kind::Limit);
/// ```
pub struct Session {
    time: Option<Duration>,
    memory: Option<u64>,
    threads: Option<usize>,
    steps: Option<u64>,
    states: Option<usize>,
    positions: Option<u64>,
    held: Option<u64>,
    cancel: Arc<AtomicBool>,
    /// The watch of the call that began last, or the one that was given.
    current: Mutex<Watch>,
    given: bool,
    pool: OnceLock<Option<Pool>>,
    /// What was found for one claim helps with the next.
    found: Arc<Memory>,
}

/// How far a computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions, heaps or claims that are done.
    pub done: u64,
    /// Of how many; 0 if that is not known.
    pub expected: u64,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// A session with the usual limits: 4 GiB for a table, all cores, no limit on the time of tables and searches; ten
    /// minutes, 2 GiB and four thousand million steps for a claim.
    pub fn new() -> Session {
        let cancel: Arc<AtomicBool> = Arc::default();
        Session {
            time: None,
            memory: None,
            threads: None,
            steps: None,
            states: None,
            positions: None,
            held: None,
            current: Mutex::new(Watch::new(None).stopped_by(cancel.clone())),
            cancel,
            given: false,
            pool: OnceLock::new(),
            found: Arc::default(),
        }
    }

    /// How long one call may take.
    pub fn time(self, time: Duration) -> Session {
        Session { time: Some(time), ..self }
    }

    /// Bytes that a table, a search or a construction may take.
    pub fn memory(self, bytes: u64) -> Session {
        Session { memory: Some(bytes), ..self }
    }

    /// How many threads work at a time.
    pub fn threads(self, threads: usize) -> Session {
        Session { threads: Some(threads.max(1)), pool: OnceLock::new(), ..self }
    }

    /// Elementary steps that the work on a claim or a certificate may take.
    pub fn steps(self, steps: u64) -> Session {
        Session { steps: Some(steps), ..self }
    }

    /// States that one automaton of a proof may have.
    pub fn states(self, states: usize) -> Session {
        Session { states: Some(states), ..self }
    }

    /// Positions that are looked at before a proof is tried.
    pub fn positions(self, positions: u64) -> Session {
        Session { positions: Some(positions), ..self }
    }

    /// Bytes that the process may [hold](sprague_task::held) while it works on claims and certificates, where its allocator
    /// counts them: what constructions take together, and what none of them estimates.
    pub fn holding(self, bytes: u64) -> Session {
        Session { held: Some(bytes), ..self }
    }

    /// Works with threads that are there already.
    pub fn pool(self, pool: Pool) -> Session {
        let threads = Some(pool.current_num_threads());
        Session { threads, pool: OnceLock::from(Some(pool)), ..self }
    }

    /// Ends all work when this flag is raised, by whomever.
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Session {
        let current = Mutex::new(Watch::new(self.time).stopped_by(flag.clone()));
        Session { cancel: flag, current, ..self }
    }

    /// Leaves the time and the progress of tables, searches and sequences to a watch of one's own, for all calls.
    pub fn watched_by(self, watch: &Watch) -> Session {
        Session { current: Mutex::new(watch.clone()), given: true, ..self }
    }

    /// Ends all of its work soon, and lets none begin.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Was it cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Takes back that it was cancelled.
    pub fn resume(&self) {
        self.cancel.store(false, Ordering::Relaxed);
    }

    /// How far the call is that began last.
    pub fn progress(&self) -> Progress {
        let watch = self.current.lock().map(|watch| watch.clone());
        let (done, expected) = watch.map_or((0, 0), |watch| watch.progress());
        Progress { done, expected }
    }

    /// Does some work, and tells meanwhile how far it is, every so often, from another thread.
    ///
    /// ```
    /// use std::time::Duration;
    /// use sprague::{Library, Session};
    ///
    /// let session = Session::new();
    /// let minnie = Library::catalogue().ruleset("minnie").unwrap();
    /// let mut told = 0;
    /// let table = session.telling(Duration::from_millis(1), |_progress| told += 1, || {
    ///     session.table(&minnie).piles(3).max(60).compute()
    /// });
    /// assert!(table.is_ok() && told > 0);
    /// ```
    pub fn telling<T>(
        &self,
        every: Duration,
        mut tell: impl FnMut(Progress) + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let finished = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let telling = || {
                while !finished.load(Ordering::Relaxed) {
                    std::thread::park_timeout(every);
                    tell(self.progress());
                }
            };
            // Where there is no room for another thread, nothing is told.
            let Ok(teller) = std::thread::Builder::new().spawn_scoped(scope, telling) else {
                return work();
            };
            // A panic of the work ends the telling, too.
            let _over = Over { finished: &finished, teller: teller.thread().clone() };
            work()
        })
    }

    /// A watch for one call.
    pub(crate) fn watch(&self) -> Watch {
        let mut current = match self.current.lock() {
            Ok(current) => current,
            Err(poisoned) => poisoned.into_inner(),
        };
        if !self.given {
            *current = Watch::new(self.time).stopped_by(self.cancel.clone());
        }
        current.clone()
    }

    /// A watch for work that goes on after the call that began it: whoever stops that work stops nothing else.
    pub(crate) fn watch_of_its_own(&self) -> Watch {
        let watch = Watch::new(self.time).stopped_by(self.cancel.clone());
        if let (false, Ok(mut current)) = (self.given, self.current.lock()) {
            *current = watch.clone();
        }
        watch
    }

    /// Is the call that began last neither stopped nor out of time?
    pub(crate) fn is_going_on(&self) -> bool {
        self.current.lock().is_ok_and(|watch| watch.goes_on())
    }

    /// What a table or a search may cost.
    pub fn budget(&self) -> Budget {
        let usual = Budget::default();
        Budget {
            memory: self.memory.unwrap_or(usual.memory),
            threads: self.threads.unwrap_or(usual.threads),
            time: self.time,
        }
    }

    /// The threads, which are started once; none, if the usual ones will do.
    pub(crate) fn threads_of_its_own(&self) -> Option<&Pool> {
        let threads = self.threads?;
        self.pool.get_or_init(|| self::threads(threads)).as_ref()
    }

    /// The work on one claim or certificate; more of it, if that takes long.
    pub fn task(&self, deep: bool) -> Task {
        let usual = Limits::default();
        let more = if deep { DEEP } else { 1 };
        let limits = Limits {
            steps: self.steps.unwrap_or(usual.steps.saturating_mul(more.into())),
            states: self.states.unwrap_or(usual.states),
            positions: self.positions.unwrap_or(usual.positions),
            bytes: self.memory.unwrap_or(PROOF_MEMORY),
            time: self.time.unwrap_or(PATIENCE * more),
            ..usual
        };
        let task = Task::with(limits, self.cancel.clone(), Clock::start());
        let task = task.remembering(self.found.clone());
        match self.held {
            Some(bytes) => task.holding(bytes),
            None => task,
        }
    }

    /// Work that may take as many steps as a claim that takes long, but no more than this time if nothing was said of it.
    pub(crate) fn task_within(&self, time: Duration) -> Task {
        self.task_of(self.time.unwrap_or(time))
    }

    /// The same work for this time, whatever was said.
    pub(crate) fn task_of(&self, time: Duration) -> Task {
        let task = self.task(true);
        let limits = Limits { time, ..task.limits().clone() };
        Task::with(limits, self.cancel.clone(), Clock::start()).remembering(self.found.clone())
    }

    /// Who wins a position, by which options, and its nim-value, where there is one that does not take long.
    pub fn solve(&self, ruleset: &Ruleset, position: &Position) -> Result<Solution, Error> {
        fits(ruleset, position)?;
        Ok(self.ask(ruleset).solve(position)?)
    }

    /// The same for many positions, which share one table or one memory where they can. A position that cannot be answered
    /// is refused in its place.
    pub fn solve_many(
        &self,
        ruleset: &Ruleset,
        positions: &[Position],
    ) -> Result<Vec<Answer>, Error> {
        for position in positions {
            fits(ruleset, position)?;
        }
        Ok(self.ask(ruleset).solve_many(positions)?)
    }

    /// Asks about positions within the limits of the session, and says exactly what. Where every other way would take long, what can be
    /// proved of positions of any size is used.
    ///
    /// ```
    /// use sprague::{Library, Outcome, Session};
    ///
    /// let minnie = Library::catalogue().ruleset("minnie").unwrap();
    /// let position = minnie.position("3,8").unwrap();
    /// let solution = Session::new().ask(&minnie).without_moves().solve(&position).unwrap();
    /// assert_eq!((solution.outcome, solution.winning), (Outcome::P, None));
    /// ```
    pub fn ask(&self, ruleset: impl Into<Arc<Ruleset>>) -> Inquiry {
        let inquiry = Inquiry::new(ruleset).budget(&self.budget()).watch(&self.watch());
        let limits = self.task(false).limits().clone();
        let proofs = Proofs { limits, found: self.found.clone() };
        inquiry.pool(self.threads_of_its_own()).knowing(Arc::new(proofs))
    }

    /// The different options of a player, in order. In impartial games it does not matter whose.
    pub fn options(
        &self,
        ruleset: &Ruleset,
        position: &Position,
        player: Player,
    ) -> Result<Vec<Position>, Error> {
        fits(ruleset, position)?;
        let (watch, memory) = (self.watch(), self.budget().memory);
        let (mut found, mut bytes) = (Vec::new(), 0u64);
        let finished = Options::new(ruleset).visit(position, player, &mut |option| {
            bytes += 40 + 4 * option.len() as u64;
            found.push(Position::reached(option));
            bytes <= memory && (!found.len().is_multiple_of(1 << 14) || watch.goes_on())
        });
        if !finished {
            return Err(Error::Refused(match bytes > memory {
                true => Refusal::Memory {
                    what: format!("listing the options, more than {},", found.len()),
                    needed: None,
                    budget: memory,
                    fits: String::new(),
                },
                false => Refusal::Stopped { reached: format!("{} options", found.len()) },
            }));
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

/// So many threads, or as many as the system has room for, which several sessions may share: see [`Session::pool`]. None, if
/// it has room for none.
pub fn threads(count: usize) -> Option<Pool> {
    let halves = std::iter::successors(Some(count.max(1)), |&n| (n > 1).then_some(n / 2));
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    halves.into_iter().find_map(pool).map(Arc::new)
}

/// Ends the telling when it is dropped.
struct Over<'f> {
    finished: &'f AtomicBool,
    teller: Thread,
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.finished.store(true, Ordering::Relaxed);
        self.teller.unpark();
    }
}

/// A position is made for a shape; that of another game may not fit this one.
pub(crate) fn fits(ruleset: &Ruleset, position: &Position) -> Result<(), Error> {
    match Position::new(position.to_vec(), ruleset.shape)? == *position {
        true => Ok(()),
        false => Err(Error::Request(format!(
            "`{}` has piles, and {position} is a row of places",
            ruleset.expression
        ))),
    }
}
