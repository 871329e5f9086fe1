//! `--on ENGINE`: all parts of a large job, by whatever runs processes elsewhere.
//!
//! An engine is handed numbers of shards and asked whether it is still at work, nothing else. What it says of success is
//! not believed, because engines say "done" with a gap: the folder is looked at, and what is missing is handed over
//! again, at most three times. So nothing is kept but the folder, and the same command goes on with it, whoever was
//! killed in between.

mod hq;
mod local;
mod script;
mod sent;
mod slurm;
mod ssh;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use sprague::parts::{Folder, Job, Shard, abandoned, covered, missing, numbers, still_missing};
use sprague::{Session, Watch};

use crate::args::{Limits, On, PartsAsk};
use crate::failure::{Failure, Outcome};
use crate::work;

/// How often missing shards are handed over before they are given up.
const ROUNDS: u32 = 3;

/// How often the folder is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(400);

/// What was typed.
static TYPED: OnceLock<Vec<String>> = OnceLock::new();

/// Keeps what was typed, for the processes that do a shard of it.
pub fn typed(arguments: &[OsString]) {
    let words = arguments.iter().map(|word| word.to_string_lossy().into_owned());
    let _ = TYPED.set(words.collect());
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All parts are there.
    Whole,
    /// It was only shown what would be done.
    Shown,
}

/// What runs processes elsewhere.
trait Engine {
    /// Hands shards over.
    fn begin(&mut self, shards: &[u64]) -> Outcome;

    /// Is anyone still at work? Asked again and again.
    fn is_at_work(&mut self) -> Outcome<bool>;

    /// Goes on with what an earlier command handed over, if anyone is still at work on it.
    fn take_up(&mut self) -> Outcome<bool> {
        Ok(false)
    }

    /// How the process of a shard ended that was handed over last, if that is known here.
    fn ended(&self, _shard: u64) -> Option<String> {
        None
    }

    /// Leaves; says what becomes of the shards that were handed over.
    fn leave(&mut self) -> &'static str;

    /// What would be submitted.
    fn shown(&self, shards: &[u64]) -> String;

    /// How long to wait between two looks.
    fn pause(&self) -> Duration {
        Duration::from_millis(100)
    }

    /// Are there machines that may not see this folder?
    fn is_elsewhere(&self) -> bool {
        false
    }
}

/// What is to be done, for an engine.
struct Plan {
    /// The folder of the parts, from the root.
    folder: PathBuf,
    /// Its folder of logs, a file a shard.
    logs: PathBuf,
    /// The program and its arguments for a shard, but for `--shard I/N`, `--out` and `--threads`.
    program: PathBuf,
    arguments: Vec<String>,
    shards: u64,
    /// How many neighbouring shards a task of an array has at first, because fewer are not worth starting one.
    together: u64,
    job: Job,
    /// How many processes at once, and how many threads each of them has, if that was said.
    jobs: Option<u16>,
    threads: Option<u16>,
    for_engine: Vec<String>,
}

impl Plan {
    fn log(&self, shard: u64) -> PathBuf {
        self.logs.join(format!("shard-{shard}.log"))
    }

    /// The arguments of a shard, up to the words that an engine has for its number.
    fn words(&self, shard: &str) -> Vec<String> {
        let mut words = self.arguments.clone();
        words.extend(["--shard".into(), format!("{shard}/{}", self.shards)]);
        words
    }
}

/// Computes all parts of a job into a folder. So many neighbouring shards `together` are worth a task of a scheduler.
pub fn run(
    job: &Job,
    folder: &Path,
    ask: &PartsAsk,
    together: u64,
    limits: &Limits,
) -> Outcome<Ended> {
    let plan = Plan { together, ..plan(job, folder, ask, limits)? };
    let engine = ask.on.as_ref().expect("somebody asks for an engine");
    refuse_odd_names(&plan.folder, engine)?;
    let mut engine: Box<dyn Engine> = match engine {
        On::Local => Box::new(local::Local::new(&plan)),
        On::Slurm => Box::new(slurm::Slurm::new(&plan, ask.dry_run)?),
        On::Hq => Box::new(hq::Hq::new(&plan, ask.dry_run)?),
        On::Ssh(hosts) => Box::new(ssh::Ssh::new(&plan, hosts, ask.dry_run)?),
    };
    if ask.dry_run {
        let all: Vec<u64> = (0..plan.shards).collect();
        print!("{}", engine.shown(&all));
        return Ok(Ended::Shown);
    }
    Folder::open(&plan.folder, job)?.refuse_strangers()?;
    let watch = Watch::new(None);
    let meter = Session::new().watched_by(&watch);
    work::with_progress(&meter, "chunks", || all(&plan, engine.as_mut(), &watch, limits))?;
    // Whoever was killed has left what nobody will finish.
    abandoned(&plan.folder).iter().for_each(|file| drop(std::fs::remove_file(file)));
    Ok(Ended::Whole)
}

/// Refuses a folder whose name would not come to where the work is done as it is.
fn refuse_odd_names(folder: &Path, engine: &On) -> Outcome {
    let refused = |what: &str| {
        let message = format!("the name of the folder {folder:?} {what}: give another one (--out)");
        Err(Failure::Usage(message))
    };
    let Some(name) = folder.to_str() else { return refused("is no text") };
    match engine {
        On::Local => Ok(()),
        _ if name.contains(char::is_control) => {
            refused("has a control character, such as the end of a line, which no script can have")
        }
        On::Slurm if name.contains('\\') => {
            refused("has a backslash, after which Slurm does not number the logs")
        }
        On::Hq if name.contains("%{") => {
            refused("has %{, which HyperQueue takes for a placeholder")
        }
        _ => Ok(()),
    }
}

/// Hands over what is missing until nothing is.
fn all(plan: &Plan, engine: &mut dyn Engine, watch: &Watch, limits: &Limits) -> Outcome {
    watch.expect(plan.job.chunks);
    watch.reach(covered(&plan.folder));
    let (mut round, mut looked) = (0, Instant::now());
    loop {
        let taken_up = round == 0 && engine.take_up()?;
        if !taken_up {
            let left = to_do(plan, engine, round)?;
            if left.is_empty() {
                return Ok(());
            }
            if round == ROUNDS {
                return Err(gave_up(plan, engine, &left));
            }
            round += 1;
            if round > 1 {
                eprintln!("once more: shards {}", numbers(&left));
            }
            engine.begin(&left)?;
        }
        while engine.is_at_work()? {
            if !work::watch(limits).goes_on() {
                let rest = engine.leave();
                let (done, all) = (covered(&plan.folder), plan.job.chunks);
                return Err(Failure::Stopped(format!(
                    "{done} of {all} chunks are there; {rest}; the same command goes on"
                )));
            }
            if looked.elapsed() >= BETWEEN_LOOKS {
                watch.reach(covered(&plan.folder));
                looked = Instant::now();
            }
            std::thread::sleep(engine.pause());
        }
        if taken_up {
            round += 1;
        }
    }
}

/// The shards that are missing; what was written elsewhere may take a moment to be seen here. What an earlier command left is
/// looked at more closely than what was handed over just now, and will be read to be put together.
fn to_do(plan: &Plan, engine: &dyn Engine, round: u32) -> Outcome<Vec<u64>> {
    // Whoever takes the folder away in the middle has it made anew.
    std::fs::create_dir_all(&plan.logs).map_err(Failure::at(&plan.logs))?;
    let has_chunks =
        |shard: &u64| !Shard { index: *shard, of: plan.shards }.chunks(plan.job.chunks).is_empty();
    let look = || -> Outcome<Vec<u64>> {
        let look = if round == 0 { missing } else { still_missing };
        Ok(look(&plan.folder, plan.shards)?.into_iter().filter(has_chunks).collect())
    };
    let mut left = look()?;
    if engine.is_elsewhere() && covered(&plan.folder) > 0 {
        for _ in 0..3 {
            if left.is_empty() {
                break;
            }
            std::thread::sleep(Duration::from_millis(300));
            left = look()?;
        }
    }
    Ok(left)
}

/// Says which shards fail, and shows what the first of them said last.
fn gave_up(plan: &Plan, engine: &dyn Engine, left: &[u64]) -> Failure {
    let log = |&&shard: &&u64| plan.log(shard).exists();
    let said = match left.iter().find(log) {
        Some(&shard) => {
            let log = plan.log(shard);
            let text = std::fs::read(&log).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let lines: Vec<&str> = text.trim_end().lines().collect();
            let last = lines[lines.len().saturating_sub(8)..].join("\n  ");
            let ended = engine.ended(shard);
            match (last.is_empty(), ended) {
                (false, _) => format!("; {} ends:\n  {last}", log.display()),
                (true, Some(how)) => {
                    format!("; shard {shard} left nothing in {}: its process {how}", log.display())
                }
                (true, None) => format!("; shard {shard} left nothing in {}", log.display()),
            }
        }
        None if engine.is_elsewhere() => format!(
            "; not even a log of them is in {}: do the machines share this folder?",
            plan.logs.display()
        ),
        None => String::new(),
    };
    let shards = numbers(left);
    Failure::Stopped(format!("after {ROUNDS} rounds the shards {shards} are missing{said}"))
}

fn plan(job: &Job, folder: &Path, ask: &PartsAsk, limits: &Limits) -> Outcome<Plan> {
    let folder = std::path::absolute(folder)?;
    let program = program()?;
    let words = TYPED.get().map(Vec::as_slice).unwrap_or_default();
    Ok(Plan {
        logs: folder.join("logs"),
        folder,
        program,
        arguments: of_a_shard(words.get(1..).unwrap_or_default()),
        shards: ask.shards.min(job.chunks.max(1)),
        together: 1,
        job: job.clone(),
        jobs: ask.jobs,
        threads: limits.threads,
        for_engine: ask.for_engine.clone(),
    })
}

/// What was typed, without what says who does it and where it goes.
fn of_a_shard(typed: &[String]) -> Vec<String> {
    const WITH_VALUE: [&str; 5] = ["--on", "--shards", "--jobs", "--out", "--threads"];
    let mut words = typed.iter().take_while(|word| *word != "--");
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        match WITH_VALUE.contains(&name) {
            true if word == name => drop(words.next()),
            true => {}
            false if word == "--dry-run" => {}
            false => kept.push(word.clone()),
        }
    }
    kept
}

/// The program that does a shard: this one, or the one that was typed where another program brings the command along.
fn program() -> Outcome<PathBuf> {
    let this = std::env::current_exe()?;
    if this.file_stem().is_some_and(|name| name == "sprague") {
        return Ok(this);
    }
    let typed =
        PathBuf::from(TYPED.get().and_then(|words| words.first()).cloned().unwrap_or_default());
    Ok(if typed.exists() { std::path::absolute(typed)? } else { "sprague".into() })
}

/// Runs a command of an engine to its end and gives what it printed; what it complains of is an error.
fn answer(command: &mut Command, engine: &str) -> Outcome<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| absent(&name, engine, &error))?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_string()),
        false => Err(Failure::Usage(format!("{name} refuses: {}", said.trim()))),
    }
}

/// There is no such command.
fn absent(command: &str, engine: &str, error: &std::io::Error) -> Failure {
    let words = match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("there is no `{command}` on the path, which {engine} needs")
        }
        _ => format!("{command}: {error}"),
    };
    Failure::Usage(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_told_what_was_typed_but_for_the_engine() {
        let typed =
            "census lr-nim --min 2 --max=30 --on slurm --shards=8 --out a b --dry-run -- --mem=1G";
        let typed: Vec<String> = typed.split(' ').map(String::from).collect();
        let expected = ["census", "lr-nim", "--min", "2", "--max=30", "b"];
        assert_eq!(of_a_shard(&typed), expected);
    }
}
