//! Long work: in a thread of its own, while the interpreter is free and Ctrl-C is heard.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use sprague::{Error, Session};

use crate::error::{input, internal, raised};

/// How often signals are looked at and progress is told.
const TICK: Duration = Duration::from_millis(50);
/// How long work that was cancelled is waited for. What takes longer ends by itself, unheard.
const FAREWELL: Duration = Duration::from_millis(100);
/// Room for recursions over positions and values; memory is taken only where it is used.
const STACK: usize = 256 << 20;

/// What one call may cost, and who is told how far it is.
#[pyclass(frozen)]
pub struct Work {
    time: Option<Duration>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
}

#[pymethods]
impl Work {
    #[new]
    #[pyo3(signature = (time=None, memory=None, threads=None, progress=None))]
    fn new(
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<u64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Work> {
        let time = match time.map(Duration::try_from_secs_f64).transpose() {
            Ok(time) => time,
            Err(_) => return Err(input(py, "the time is no number of seconds")),
        };
        Ok(Work { time, memory, threads, progress })
    }
}

impl Work {
    /// A session with these limits, which ends its work when the flag is raised.
    fn session(&self, cancel: Arc<AtomicBool>) -> Session {
        let mut session = Session::new().cancelled_by(cancel);
        if let Some(time) = self.time {
            session = session.time(time);
        }
        if let Some(memory) = self.memory {
            session = session.memory(memory);
        }
        if let Some(threads) = self.threads {
            session = session.threads(threads);
        }
        session
    }

    /// The answer of a job, or the exception that it ends in. The interpreter is released, and every tick signals are
    /// looked at and progress is told; if that raises an exception, the job is cancelled.
    pub fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&Session) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        self.run_until(py, Arc::default(), job)
    }

    /// The same for a job that has a flag of its own to be cancelled by.
    pub fn run_until<T: Send + 'static>(
        &self,
        py: Python<'_>,
        cancel: Arc<AtomicBool>,
        job: impl FnOnce(&Session) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let session = Arc::new(self.session(cancel));
        let (tell, told) = sync_channel(1);
        let theirs = session.clone();
        let thread = thread::Builder::new().name("sprague".into()).stack_size(STACK);
        thread.spawn(move || {
            let answer = catch_unwind(AssertUnwindSafe(|| job(&theirs)));
            // Nobody may be waiting any more.
            let _ = tell.send(answer);
        })?;
        // A lock makes it shareable, as a closure without the interpreter has to be.
        let told = Mutex::new(told);
        loop {
            match py.detach(|| wait(&told, TICK)) {
                Ok(Ok(answer)) => return answer.map_err(|error| raised(py, error)),
                Ok(Err(panic)) => return Err(internal(py, &in_words(&*panic))),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(internal(py, "the work ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(interrupted) = py.check_signals().and_then(|()| self.tell(py, &session)) {
                session.cancel();
                let _ = py.detach(|| wait(&told, FAREWELL));
                return Err(interrupted);
            }
        }
    }

    /// Tells how far the work is.
    fn tell(&self, py: Python<'_>, session: &Session) -> PyResult<()> {
        if let Some(progress) = &self.progress {
            let at = session.progress();
            progress.call1(py, (at.done, at.expected))?;
        }
        Ok(())
    }
}

fn wait<T>(told: &Mutex<Receiver<T>>, time: Duration) -> Result<T, RecvTimeoutError> {
    match told.lock() {
        Ok(told) => told.recv_timeout(time),
        Err(_) => Err(RecvTimeoutError::Disconnected),
    }
}

/// What a panic says.
fn in_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Panics while at work: so that tests see what becomes of it.
#[pyfunction]
pub fn panic_for_tests(py: Python<'_>, work: &Work) -> PyResult<()> {
    work.run(py, |_| panic!("as asked"))
}
