//! Large jobs whose result is lines of JSON: some for each chunk, in the order of an undivided run.

use std::path::Path;

use serde::Serialize;
use sprague::parts::{Folder, Job, Tally};

use crate::args::{InParts, Limits};
use crate::failure::{Failure, Outcome};
use crate::{on, parts, work};

/// What the lines of a job depend on.
#[derive(Serialize)]
struct Question<A> {
    asked: A,
    /// The checksum of the texts.
    texts: String,
}

/// A job of so many chunks, known by what is typed and by the texts that its lines depend on.
pub fn job<'t>(
    command: &str,
    about: &str,
    asked: impl Serialize,
    texts: impl Iterator<Item = &'t str>,
    chunks: u64,
) -> Job {
    let mut sum = sprague::parts::Checksum::default();
    texts.for_each(|text| sum.add(format!("{}:{text}", text.len()).as_bytes()));
    let question = Question { asked, texts: sum.finish() };
    Job::new(command, about, chunks).rows("jsonl").asking(question)
}

/// Refuses a format that parts do not have.
pub fn check_format(is_json: bool) -> Outcome {
    match is_json {
        true => Ok(()),
        false => Err(Failure::Usage("parts are lines of JSON: --format json, or none".into())),
    }
}

/// Computes a shard of the job, or all of them, if one of these is asked for; otherwise says that it is not.
pub fn in_parts(
    job: Job,
    ask: &InParts,
    limits: &Limits,
    mut chunk: impl FnMut(u64, &mut Vec<u8>) -> Outcome,
) -> Outcome {
    let folder = ask.out.as_deref().unwrap_or(Path::new("."));
    if ask.parts.on.is_some() {
        return match on::run(&job, folder, &ask.parts, 1, limits)? {
            on::Ended::Whole => parts::print(folder, None),
            on::Ended::Shown => Ok(()),
        };
    }
    let Some(shards) = &ask.parts.shard else { return Ok(()) };
    let folder = Folder::open(folder, &job)?;
    for shard in shards.each() {
        let gaps = folder.gaps(shard.chunks(job.chunks))?;
        for gap in &gaps {
            folder.write(gap.clone(), |rows| -> Outcome<Option<Tally>> {
                let mut count = 0;
                for number in gap.clone() {
                    let mut lines = Vec::new();
                    chunk(number, &mut lines)?;
                    if work::is_cancelled() {
                        return Err(Failure::Stopped(format!("shard {shard} was dropped")));
                    }
                    count += lines.iter().filter(|&&byte| byte == b'\n').count();
                    rows.put(&lines)?;
                }
                Ok(Some(count.into()))
            })?;
        }
        let computed: u64 = gaps.iter().map(|gap| gap.end - gap.start).sum();
        eprintln!("shard {shard}: {}", parts::computed(computed));
    }
    Ok(())
}
