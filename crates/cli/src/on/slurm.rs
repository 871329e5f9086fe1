//! `--on slurm`: a job array.
//!
//! The number of the array is kept beside the logs, so that the same command, given again while the array is still in the
//! queue, waits for it and submits nothing twice.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use sprague::parts::numbers;

use super::script::{Array, quoted};
use super::{Engine, Plan, absent, answer};
use crate::failure::{Failure, Outcome};

const NAME: &str = "--on slurm";

pub struct Slurm<'p> {
    plan: &'p Plan,
    array: Array<'p>,
    /// The array that was submitted.
    job: Option<String>,
    /// Was it said that the queue does not answer?
    complained: bool,
}

impl<'p> Slurm<'p> {
    pub fn new(plan: &'p Plan, dry: bool) -> Outcome<Slurm<'p>> {
        if !dry {
            let config = answer(Command::new("scontrol").args(["show", "config"]), NAME)?;
            let limit = config.lines().find_map(|line| {
                let (key, value) = line.split_once('=')?;
                (key.trim() == "MaxArraySize").then(|| value.trim().parse::<u64>().ok())?
            });
            if let Some(limit) = limit.filter(|&limit| plan.shards > limit) {
                return Err(Failure::Usage(format!(
                    "arrays of this cluster have at most {limit} tasks (MaxArraySize): --shards {limit} or fewer"
                )));
            }
        }
        Ok(Slurm { plan, array: Array::new(plan), job: None, complained: false })
    }

    fn script(&self) -> String {
        // Slurm puts something else into the place of most letters after a percent sign; two of these are one.
        let logs = self.plan.logs.to_string_lossy().replace('%', "%%");
        let head = format!(
            "#SBATCH --job-name=sprague\n#SBATCH --output={}\n#SBATCH --open-mode=append\n",
            quoted(&format!("{logs}/shard-%a.log")),
        );
        let (number, cores) = ("SLURM_ARRAY_TASK_ID", r#""${SLURM_CPUS_PER_TASK:-1}""#);
        self.array.script(&head, number, cores)
    }

    /// Which tasks the array has, and how many of them run at once, if that was said.
    fn range(&self, shards: &[u64]) -> String {
        let most = self.plan.jobs.map(|jobs| format!("%{jobs}"));
        format!("--array={}{}", numbers(&self.array.tasks(shards)), most.unwrap_or_default())
    }

    fn kept(&self) -> PathBuf {
        self.plan.logs.join("slurm.job")
    }
}

impl Engine for Slurm<'_> {
    fn begin(&mut self, shards: &[u64]) -> Outcome {
        let file = self.plan.logs.join("job.sh");
        std::fs::write(&file, self.script()).map_err(Failure::at(&file))?;
        let mut command = Command::new("sbatch");
        command.args(["--parsable", &self.range(shards)]);
        command.args(&self.plan.for_engine).arg(&file);
        // With a federation of clusters the name of one follows.
        let job = answer(&mut command, NAME)?;
        let job = job.lines().last().unwrap_or_default();
        let job = job.split(';').next().unwrap_or_default().to_string();
        eprintln!("submitted as job {job}: {}", self.array.submitted(shards));
        self.array.one_by_one();
        let kept = self.kept();
        std::fs::write(&kept, &job).map_err(Failure::at(&kept))?;
        self.job = Some(job);
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
            eprintln!("job {job} is still in the queue");
            self.array.one_by_one();
        }
        Ok(at_work)
    }

    fn is_at_work(&mut self) -> Outcome<bool> {
        let Some(job) = &self.job else { return Ok(false) };
        let mut command = Command::new("squeue");
        let output = command.args(["--noheader", "--format=%T", "--jobs", job]).output();
        let output = output.map_err(|error| absent("squeue", NAME, &error))?;
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.success() {
            true => Ok(!output.stdout.trim_ascii().is_empty()),
            // A job that ended some time ago is forgotten.
            false if said.contains("Invalid job id") => Ok(false),
            false => {
                if !std::mem::replace(&mut self.complained, true) {
                    eprintln!("squeue does not answer, and is asked again: {}", said.trim());
                }
                Ok(true)
            }
        }
    }

    fn leave(&mut self) -> &'static str {
        "the array stays in the queue"
    }

    fn shown(&self, shards: &[u64]) -> String {
        let options = self.plan.for_engine.iter().map(|word| format!(" {}", quoted(word)));
        let options: String = options.collect();
        format!("# sbatch {}{options}\n{}", self.range(shards), self.script())
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(500)
    }

    fn is_elsewhere(&self) -> bool {
        true
    }
}
