//! `--on hq`: an array of HyperQueue, whose server runs and whose workers see the folder.

use std::process::{Child, Command, Stdio};

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
        let mut wait = Command::new("hq");
        wait.args(["job", "wait", &job]).stdin(Stdio::null()).stdout(Stdio::null());
        let waiting = wait.stderr(Stdio::null()).spawn();
        self.waiting = Some(waiting.map_err(|error| absent("hq", NAME, &error))?);
        Ok(())
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
