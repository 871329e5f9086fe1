//! `--on ssh:HOST,HOST,...`: GNU parallel on machines that share nothing.
//!
//! Every shard is computed in a folder of its own on its host, and its two files, whose names are known beforehand, are brought
//! back, the rows before the tally. The files that the command names are sent along. A host that does not answer loses its
//! shard to another one.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sprague::parts::{Folder, Shard};

use super::{Engine, Plan, absent, script, sent};
use crate::failure::{Failure, Outcome};

const NAME: &str = "--on ssh";

pub struct Ssh<'p> {
    plan: &'p Plan,
    hosts: &'p [String],
    here: PathBuf,
    /// What is sent along, by its path from here.
    sent: Vec<PathBuf>,
    running: Option<Child>,
}

/// What a shard leaves beside its part, which would stay on the host.
const STAYS: [&str; 2] = ["--save", "--certificates"];

/// How long GNU parallel has to end what it began elsewhere.
const TO_END: Duration = Duration::from_millis(400);

impl<'p> Ssh<'p> {
    pub fn new(plan: &'p Plan, hosts: &'p [String], dry: bool) -> Outcome<Ssh<'p>> {
        for needed in ["parallel", "ssh", "rsync"].iter().filter(|_| !dry) {
            let mut command = Command::new(needed);
            command.arg(if *needed == "ssh" { "-V" } else { "--version" });
            let found = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
            found.map_err(|error| absent(needed, NAME, &error))?;
        }
        let option = |word: &String| word.split('=').next().unwrap_or_default().to_string();
        let mut options = plan.arguments.iter().map(option);
        if let Some(option) = options.find(|option| STAYS.contains(&option.as_str())) {
            let message = format!(
                "from other hosts only the parts come back: {option} needs a folder that all share"
            );
            return Err(Failure::Usage(message));
        }
        let here = std::env::current_dir()?;
        let sent = sent::files(&plan.arguments, &here)?;
        Ok(Ssh { plan, hosts, here, sent, running: None })
    }

    fn options(&self) -> Vec<String> {
        let mut words: Vec<String> =
            ["--will-cite", "--retries", "4", "--colsep", " "].map(String::from).into();
        words.extend(["--sshlogin".into(), self.hosts.join(",")]);
        if let Some(jobs) = self.plan.jobs {
            words.extend(["--jobs".into(), jobs.to_string()]);
        }
        // On every host a folder of its own, which is removed.
        words.extend(["--workdir", "...", "--cleanup"].map(String::from));
        for file in &self.sent {
            // The path on the host is what comes after the dot.
            let file = format!("{}/./{}", self.here.display(), file.display());
            words.extend(["--transferfile".into(), file]);
        }
        for ending in self.plan.job.rows.iter().map(String::as_str).chain(["json"]) {
            words.extend(["--return".into(), format!("{{2}}.{ending}")]);
        }
        words.extend(["--results".into(), "logs/ssh/{1}/".into()]);
        words.extend(self.plan.for_engine.iter().cloned());
        words.push(self.command());
        words
    }

    fn chunks(&self, index: u64) -> std::ops::Range<u64> {
        Shard { index, of: self.plan.shards }.chunks(self.plan.job.chunks)
    }

    /// Hosts that do not see the folder compute their shards as a whole, which would overlap with parts of another size.
    fn refuse_another_division(&self, shards: &[u64]) -> Outcome {
        let folder = Folder::open(&self.plan.folder, &self.plan.job)?;
        for &index in shards {
            let chunks = self.chunks(index);
            if folder.gaps(chunks.clone())? != [chunks] {
                return Err(Failure::Usage(format!(
                    "{} has some chunks of shard {index}, from a division into another number of shards: give that number \
                     (--shards), or another folder",
                    self.plan.folder.display()
                )));
            }
        }
        Ok(())
    }

    /// What is done on a host: by the program in the same place, or else by one on the path.
    fn command(&self) -> String {
        let there = script::quoted(&self.plan.program.to_string_lossy());
        let arguments = self.plan.arguments.iter().map(|word| script::quoted(word));
        let arguments: Vec<String> = arguments.collect();
        let (shards, threads) = (self.plan.shards, self.plan.threads.unwrap_or(1));
        format!(
            "p={there}; [ -x \"$p\" ] || p=sprague; \"$p\" {} --shard {{1}}/{shards} --out . --threads {threads}",
            arguments.join(" ")
        )
    }
}

impl Engine for Ssh<'_> {
    fn begin(&mut self, shards: &[u64]) -> Outcome {
        self.refuse_another_division(shards)?;
        let mut command = Command::new("parallel");
        command.args(self.options()).current_dir(&self.plan.folder);
        let log = self.plan.logs.join("parallel.log");
        let file = std::fs::File::create(&log).map_err(Failure::at(&log))?;
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(file);
        let mut child = command.spawn().map_err(|error| absent("parallel", NAME, &error))?;
        let lines = shards.iter().map(|&index| {
            let chunks = self.chunks(index);
            format!("{index} {}\n", sprague::parts::part_name(&chunks))
        });
        let lines: String = lines.collect();
        if let Some(mut input) = child.stdin.take() {
            input.write_all(lines.as_bytes())?;
        }
        self.running = Some(child);
        Ok(())
    }

    fn is_at_work(&mut self) -> Outcome<bool> {
        let Some(child) = &mut self.running else { return Ok(false) };
        let at_work = child.try_wait()?.is_none();
        if !at_work {
            self.running = None;
            // What a shard said goes where others look for it.
            for shard in 0..self.plan.shards {
                let said = self.plan.logs.join(format!("ssh/{shard}/stderr"));
                if said.exists() {
                    let _ = std::fs::copy(said, self.plan.log(shard));
                }
            }
            let parallel = self.plan.logs.join("parallel.log");
            let said = std::fs::read_to_string(parallel).unwrap_or_default();
            let complaint = said.lines().find(|line| line.starts_with("parallel: Error"));
            if let Some(complaint) = complaint {
                return Err(Failure::Usage(format!("GNU parallel refuses: {complaint}")));
            }
        }
        Ok(at_work)
    }

    fn leave(&mut self) -> &'static str {
        if let Some(child) = &mut self.running {
            end(child);
            let _ = child.kill();
            let _ = child.wait();
        }
        "the shards that were not finished are dropped"
    }

    fn shown(&self, _: &[u64]) -> String {
        script::line(std::path::Path::new("parallel"), &self.options())
    }
}

/// Asks GNU parallel to end what it began elsewhere, too: once not to begin more, once more not to wait.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill};
        let process = nix::unistd::Pid::from_raw(child.id() as i32);
        for _ in 0..2 {
            let _ = kill(process, Signal::SIGTERM);
            std::thread::sleep(TO_END / 8);
        }
    }
    let asked = Instant::now();
    while asked.elapsed() < TO_END && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(TO_END / 40);
    }
}
