//! `sprague parts`: what is missing of a large job, and the whole; what commands that work in parts share.

use std::path::Path;

use sprague::parts::{missing as missing_shards, numbers, whole};

use crate::args::{MergeArgs, MissingArgs, PartsCommand};
use crate::failure::{Failure, Outcome};
use crate::output;

pub fn run(what: &PartsCommand) -> Outcome {
    match what {
        PartsCommand::Missing(args) => missing(args),
        PartsCommand::Merge(args) => merge(args),
    }
}

/// Prints which shards are missing, if any is.
pub fn missing(args: &MissingArgs) -> Outcome {
    let missing = missing_shards(&args.folder, args.shards)?;
    output::write(None, |out| match missing.is_empty() {
        true => Ok(()),
        false => Ok(writeln!(out, "{}", numbers(&missing))?),
    })
}

/// What was computed of a shard, in words.
pub fn computed(chunks: u64) -> String {
    match chunks {
        0 => "nothing was left to compute".into(),
        1 => "one chunk was computed".into(),
        _ => format!("{chunks} chunks were computed"),
    }
}

fn merge(args: &MergeArgs) -> Outcome {
    print(&args.folder, args.out.as_deref())
}

/// What decides whether a line of `prove` is as its file expects.
#[derive(serde::Deserialize)]
struct Judged {
    ok: Option<bool>,
    checked: Option<bool>,
}

impl Judged {
    fn is_as_expected(&self) -> bool {
        self.ok != Some(false) && self.checked != Some(false)
    }
}

/// Prints the lines of all parts, in their order; a verdict among them that is not the expected one is told as `prove` tells it.
pub fn print(folder: &Path, out: Option<&Path>) -> Outcome {
    let whole = whole(folder)?;
    whole.aside.iter().for_each(|what| eprintln!("{what}"));
    let command = &whole.job.command;
    if whole.job.rows.as_deref() != Some("jsonl") {
        let message = format!(
            "these are parts of {command}: `sprague {command} merge` knows what to do with them"
        );
        return Err(Failure::Usage(message));
    }
    // Nothing is printed of what is damaged further on.
    whole.parts.iter().try_for_each(|part| part.read(|_| Ok(())))?;
    let mut expected = true;
    output::write(out, |out| {
        for part in &whole.parts {
            let mut lines = Vec::new();
            part.read(|bytes| {
                lines.extend_from_slice(bytes);
                Ok(())
            })?;
            out.write_all(&lines)?;
            if command == "prove" {
                let lines = String::from_utf8_lossy(&lines);
                expected &= lines.lines().all(|line| {
                    serde_json::from_str(line).is_ok_and(|judged: Judged| judged.is_as_expected())
                });
            }
        }
        Ok(())
    })?;
    if expected { Ok(()) } else { Err(Failure::Rejected) }
}
