//! `--on hq`: an array of HyperQueue, whose server runs and whose workers see the folder.
//!
//! The number of the array is kept beside the logs, as that of Slurm's is.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sprague::parts::numbers;

use super::{Engine, Plan, absent, answer, script};
use crate::failure::{Failure, Outcome};

const NAME: &str = "--on hq";

pub struct Hq<'p> {
    plan: &'p Plan,
    /// The process that waits for the array.
    waiting: Option<Child>,
}

impl<'p> Hq<'p> {
    pub fn new(plan: &'p Plan, dry: bool) -> Outcome<Hq<'p>> {
        if !dry {
            answer(Command::new("hq").args(["server", "info"]), NAME)?;
        }
        Ok(Hq { plan, waiting: None })
    }

    fn script(&self) -> String {
        script::of_array(self.plan, "", "HQ_TASK_ID", None)
    }

    fn kept(&self) -> PathBuf {
        self.plan.logs.join("hq.job")
    }

    fn wait_for(&mut self, job: &str) -> Outcome {
        let mut wait = Command::new("hq");
        wait.args(["job", "wait", job]).stdin(Stdio::null()).stdout(Stdio::null());
        let waiting = wait.stderr(Stdio::null()).spawn();
        self.waiting = Some(waiting.map_err(|error| absent("hq", NAME, &error))?);
        Ok(())
    }
}

impl Engine for Hq<'_> {
    fn begin(&mut self, shards: &[u64]) -> Outcome {
        let file = self.plan.logs.join("job.sh");
        let wrong = |e: std::io::Error| Failure::Usage(format!("{}: {e}", file.display()));
        std::fs::write(&file, self.script()).map_err(wrong)?;
        let log = self.plan.logs.join("shard-%{TASK_ID}.log");
        let mut command = Command::new("hq");
        command.args(["submit", "--output-mode", "quiet", "--name", "sprague"]);
        command.arg("--array").arg(numbers(shards));
        command.arg("--stdout").arg(&log).arg("--stderr").arg(&log);
        command.args(&self.plan.for_engine).args(["--", "bash"]).arg(&file);
        let job = answer(&mut command, NAME)?;
        eprintln!("submitted as job {job}: {} shards", shards.len());
        std::fs::write(self.kept(), &job).map_err(wrong)?;
        self.wait_for(&job)
    }

    fn take_up(&mut self) -> Outcome<bool> {
        let Ok(job) = std::fs::read_to_string(self.kept()) else { return Ok(false) };
        if job.is_empty() || !job.chars().all(|c| c.is_ascii_digit()) {
            return Ok(false);
        }
        // A job that has ended, or that the server does not know, is not waited for.
        self.wait_for(&job)?;
        std::thread::sleep(Duration::from_millis(300));
        let at_work = self.is_at_work()?;
        if at_work {
            eprintln!("job {job} is still with the server");
        }
        Ok(at_work)
    }

    fn is_at_work(&mut self) -> Outcome<bool> {
        match &mut self.waiting {
            Some(waiting) => Ok(waiting.try_wait()?.is_none()),
            None => Ok(false),
        }
    }

    fn leave(&mut self) -> &'static str {
        if let Some(waiting) = &mut self.waiting {
            let _ = waiting.kill();
            let _ = waiting.wait();
        }
        "the array stays with the server"
    }

    fn shown(&self, shards: &[u64]) -> String {
        format!("# hq submit --array {}\n{}", numbers(shards), self.script())
    }

    fn is_elsewhere(&self) -> bool {
        true
    }
}
