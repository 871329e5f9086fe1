//! `--on hq`: an array of HyperQueue, whose server runs and whose workers see the folder.
//!
//! The number of the array is kept beside the logs, as that of Slurm's is. A server that is begun anew without its journal
//! begins to count anew: so an array is known by its script, too.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

use serde::Deserialize;
use sprague::parts::numbers;

use super::script::{Array, quoted};
use super::{Engine, Plan, absent, answer};
use crate::failure::{Failure, Outcome};

const NAME: &str = "--on hq";

pub struct Hq<'p> {
    plan: &'p Plan,
    array: Array<'p>,
    /// The array that was submitted.
    job: Option<String>,
    /// Was it said that the server does not answer?
    complained: bool,
}

/// An array, as the server tells of it.
#[derive(Deserialize)]
struct Told {
    info: Info,
}

#[derive(Deserialize)]
struct Info {
    task_stats: Stats,
}

#[derive(Deserialize)]
struct Stats {
    running: u64,
    waiting: u64,
}

/// What it complains of.
#[derive(Deserialize)]
struct Complaint {
    error: String,
}

impl<'p> Hq<'p> {
    pub fn new(plan: &'p Plan, dry: bool) -> Outcome<Hq<'p>> {
        if plan.jobs.is_some() {
            let message = "HyperQueue does not limit how many tasks of an array run at once: start fewer workers instead of giving --jobs";
            return Err(Failure::Usage(message.into()));
        }
        if !dry {
            answer(Command::new("hq").args(["server", "info"]), NAME)?;
        }
        Ok(Hq { plan, array: Array::new(plan), job: None, complained: false })
    }

    fn script(&self) -> String {
        // The server tells the cores of a task as a list.
        let cores = r#""$(wc -w <<< "${HQ_CPUS//,/ }")""#;
        self.array.script(": \"${HQ_CPUS:=0}\"\n", "HQ_TASK_ID", cores)
    }

    fn file(&self) -> PathBuf {
        self.plan.logs.join("job.sh")
    }

    fn kept(&self) -> PathBuf {
        self.plan.logs.join("hq.job")
    }

    /// The words of the submission, but for the shards and the script.
    fn options(&self) -> Vec<String> {
        let log = self.plan.logs.join("shard-%{TASK_ID}.log").to_string_lossy().into_owned();
        let options = ["--name", "sprague", "--stdout", &log, "--stderr", &log];
        options.into_iter().map(String::from).chain(self.plan.for_engine.iter().cloned()).collect()
    }

    /// Says so if nobody is there to work, and nobody is asked for.
    fn look_for_workers(&self) {
        let none = |what: &str| {
            let output = ask(&[what, "list"]);
            output
                .is_ok_and(|output| output.status.success() && output.stdout.trim_ascii() == b"[]")
        };
        if none("worker") && none("alloc") {
            eprintln!(
                "the server has no workers yet, and the shards wait for one: hq worker start, or hq alloc add"
            );
        }
    }
}

/// What a command of HyperQueue says, as JSON.
fn ask(words: &[&str]) -> Outcome<Output> {
    let mut command = Command::new("hq");
    let output = command.args(["--output-mode", "json"]).args(words).output();
    output.map_err(|error| absent("hq", NAME, &error))
}

/// What it complains of, in a line.
fn complaint(output: &Output) -> Option<String> {
    let said: Complaint = serde_json::from_slice(&output.stdout).ok()?;
    Some(said.error.lines().next()?.to_string())
}

impl Engine for Hq<'_> {
    fn begin(&mut self, shards: &[u64]) -> Outcome {
        let file = self.file();
        std::fs::write(&file, self.script()).map_err(Failure::at(&file))?;
        let mut command = Command::new("hq");
        command.args([
            "--output-mode",
            "quiet",
            "submit",
            "--array",
            &numbers(&self.array.tasks(shards)),
        ]);
        command.args(self.options()).args(["--", "bash"]).arg(&file);
        let job = answer(&mut command, NAME)?;
        eprintln!("submitted as job {job}: {}", self.array.submitted(shards));
        self.array.one_by_one();
        let kept = self.kept();
        std::fs::write(&kept, &job).map_err(Failure::at(&kept))?;
        self.job = Some(job);
        self.look_for_workers();
        Ok(())
    }

    fn take_up(&mut self) -> Outcome<bool> {
        let Ok(job) = std::fs::read_to_string(self.kept()) else { return Ok(false) };
        let job = job.trim();
        if job.is_empty() || !job.chars().all(|c| c.is_ascii_digit()) {
            return Ok(false);
        }
        self.job = Some(job.to_string());
        let at_work = self.is_at_work()?;
        if at_work {
            eprintln!("job {job} is still with the server");
            self.array.one_by_one();
        }
        Ok(at_work)
    }

    fn is_at_work(&mut self) -> Outcome<bool> {
        let Some(job) = &self.job else { return Ok(false) };
        let output = ask(&["job", "info", job])?;
        let told: Result<Vec<Told>, _> = serde_json::from_slice(&output.stdout);
        // Another job with this number, of another server, would run another script.
        let script = serde_json::to_string(&self.file()).unwrap_or_default();
        let is_own = String::from_utf8_lossy(&output.stdout).contains(script.trim_matches('"'));
        match told.ok().filter(|_| output.status.success()) {
            // A job that the server does not know is told as none.
            Some(told) => Ok(is_own
                && told.iter().any(|told| {
                    let Stats { running, waiting } = told.info.task_stats;
                    running + waiting > 0
                })),
            None => {
                if !std::mem::replace(&mut self.complained, true) {
                    let said = complaint(&output).unwrap_or_default();
                    eprintln!("hq does not answer, and is asked again: {said}");
                }
                Ok(true)
            }
        }
    }

    fn leave(&mut self) -> &'static str {
        "the array stays with the server"
    }

    fn shown(&self, shards: &[u64]) -> String {
        let options = self.options();
        let options: String = options.iter().map(|word| format!(" {}", quoted(word))).collect();
        let tasks = numbers(&self.array.tasks(shards));
        format!("# hq submit --array {tasks}{options}\n{}", self.script())
    }

    /// The server tells of every task of the array.
    fn pause(&self) -> Duration {
        Duration::from_millis(300 + self.plan.shards / 50)
    }

    fn is_elsewhere(&self) -> bool {
        true
    }
}
