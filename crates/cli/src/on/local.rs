//! `--on local`: processes on this machine, so many at once.
//!
//! At first a process has several shards, one after the other, because to start one costs as much as a small shard: most of
//! them are dealt out to the first processes like cards, for neighbours take about the same time, most of the rest to the next,
//! and so on, so that all end at about the same time. Whatever is missing after that has a process of its own, so that a shard
//! that kills it takes no other one with it.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::process::{Child, Command, ExitStatus, Stdio};

use sprague::Budget;
use sprague::parts::numbers;

use super::{Engine, Plan, script};
use crate::failure::{Failure, Outcome};

pub struct Local<'p> {
    plan: &'p Plan,
    begun_before: bool,
    waiting: VecDeque<Vec<u64>>,
    /// Processes, and the first shards that they have, after which their logs are called.
    running: Vec<(u64, Child)>,
    /// How the last process of a shard ended.
    ended: BTreeMap<u64, ExitStatus>,
}

/// More shards than these are too many for the arguments of a process.
const LONGEST: usize = 1000;

impl<'p> Local<'p> {
    pub fn new(plan: &'p Plan) -> Local<'p> {
        let (waiting, running) = (VecDeque::new(), Vec::new());
        Local { plan, begun_before: false, waiting, running, ended: BTreeMap::new() }
    }

    fn arguments(&self, shard: &str) -> Vec<String> {
        let mut words = self.plan.words(shard);
        let threads = self.plan.threads.unwrap_or(1).to_string();
        let folder = self.plan.folder.to_string_lossy().into_owned();
        words.extend(["--out".into(), folder, "--threads".into(), threads]);
        words
    }

    /// How many processes there are at once.
    fn most(&self) -> usize {
        self.plan.jobs.map_or_else(|| Budget::default().threads, usize::from)
    }

    fn start(&self, shards: &[u64]) -> Outcome<Child> {
        let log = self.plan.log(shards[0]);
        std::fs::create_dir_all(&self.plan.logs).map_err(Failure::at(&self.plan.logs))?;
        let file = File::create(&log).map_err(Failure::at(&log))?;
        let mut command = Command::new(&self.plan.program);
        command.args(self.arguments(&numbers(shards))).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(file).spawn().map_err(|error| {
            super::absent(&self.plan.program.to_string_lossy(), "--on local", &error)
        })
    }
}

impl Engine for Local<'_> {
    fn begin(&mut self, shards: &[u64]) -> Outcome {
        let first = !std::mem::replace(&mut self.begun_before, true);
        let (most, mut left) = (self.most(), shards);
        while !left.is_empty() {
            let each = if first { (7 * left.len()).div_ceil(8 * most).min(LONGEST) } else { 1 };
            let (these, others) = left.split_at((each * most).min(left.len()));
            let dealt = (0..most).map(|hand| these.iter().skip(hand).step_by(most).copied());
            self.waiting
                .extend(dealt.map(Iterator::collect).filter(|hand: &Vec<u64>| !hand.is_empty()));
            left = others;
        }
        Ok(())
    }

    fn is_at_work(&mut self) -> Outcome<bool> {
        let mut refused = None;
        self.running.retain_mut(|(shard, child)| match child.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) => {
                self.ended.insert(*shard, status);
                // What is wrong with the question is wrong with it everywhere.
                if status.code() == Some(2) {
                    refused = Some(*shard);
                }
                false
            }
            Err(_) => false,
        });
        if let Some(shard) = refused {
            self.leave();
            let said = std::fs::read_to_string(self.plan.log(shard)).unwrap_or_default();
            return Err(Failure::Usage(said.trim().trim_start_matches("error: ").to_string()));
        }
        while self.running.len() < self.most()
            && let Some(shards) = self.waiting.pop_front()
        {
            match self.start(&shards) {
                Ok(child) => self.running.push((shards[0], child)),
                Err(failure) => {
                    self.leave();
                    return Err(failure);
                }
            }
        }
        Ok(!self.running.is_empty())
    }

    fn ended(&self, shard: u64) -> Option<String> {
        let status = self.ended.get(&shard)?;
        if let Some(code) = status.code() {
            return Some(format!("ended with exit code {code}"));
        }
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(status) {
            return Some(format!("was ended by signal {signal}"));
        }
        Some(format!("ended: {status}"))
    }

    fn leave(&mut self) -> &'static str {
        for (_, child) in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
        self.running.clear();
        "the shards that were not finished are dropped"
    }

    fn shown(&self, shards: &[u64]) -> String {
        let line =
            |shard: &u64| script::line(&self.plan.program, &self.arguments(&shard.to_string()));
        shards.iter().map(line).collect()
    }

    fn pause(&self) -> std::time::Duration {
        std::time::Duration::from_millis(10)
    }
}
