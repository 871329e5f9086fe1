//! Any division into shards, in any order, some twice, some by two at once, comes to the same bytes; whatever is
//! missing, damaged or foreign is refused by name.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use serde_json::Value;
use sprague_parts::{Folder, Job, Shard, Trouble, abandoned, leftovers, missing, numbers, whole};

/// A folder of its own, which goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (pid, next) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("sprague-parts-test-{pid}-{next}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn line(chunk: u64) -> String {
    format!("chunk {chunk} has {}\n", "x".repeat(chunk as usize % 40))
}

/// Does a shard, or is stopped after some chunks.
fn compute(path: &Path, job: &Job, shard: Shard, stop_after: usize) -> Result<bool, Trouble> {
    let folder = Folder::open(path, job)?;
    let mut done = true;
    for gap in folder.gaps(shard.chunks(job.chunks))? {
        done &= folder.write(gap.clone(), |rows| {
            let mut sum = 0;
            for (count, chunk) in gap.enumerate() {
                if count >= stop_after {
                    return Ok::<_, Trouble>(None);
                }
                rows.put(line(chunk).as_bytes())?;
                sum += chunk;
            }
            rows.end_of_rows();
            rows.put(b"the end of this file")?;
            Ok(Some(Value::from(sum)))
        })?;
    }
    Ok(done)
}

/// Does a whole shard without a look at what is there, as one does who began before it was.
fn beside(path: &Path, job: &Job, shard: Shard) {
    if shard.chunks(job.chunks).is_empty() {
        return;
    }
    let elsewhere = Scratch::new();
    compute(&elsewhere.0, job, shard, usize::MAX).unwrap();
    for entry in std::fs::read_dir(&elsewhere.0).unwrap().flatten() {
        std::fs::copy(entry.path(), path.join(entry.file_name())).unwrap();
    }
}

/// The chunks of the parts in a folder, going by their names.
fn parts_in(path: &Path) -> Vec<(u64, u64)> {
    let names = std::fs::read_dir(path).unwrap().flatten().map(|entry| entry.file_name());
    let parts = names.filter_map(|name| {
        let name = name.to_string_lossy().into_owned();
        let (first, last) = name.strip_prefix("chunks-")?.strip_suffix(".json")?.split_once('-')?;
        Some((first.parse().unwrap(), last.parse::<u64>().unwrap() + 1))
    });
    parts.collect()
}

/// Can parts be put one after the other so that they have all chunks?
fn can_be_whole(parts: &[(u64, u64)], chunks: u64) -> bool {
    let mut reached = vec![0];
    let mut place = 0;
    while let Some(&end) = reached.get(place) {
        for part in parts.iter().filter(|part| part.0 == end) {
            if !reached.contains(&part.1) {
                reached.push(part.1);
            }
        }
        place += 1;
    }
    reached.contains(&chunks)
}

/// The rows as one file, and what was counted.
fn merged(path: &Path) -> Result<(Vec<u8>, u64), Trouble> {
    let whole = whole(path)?;
    let out = path.join("whole.txt");
    whole.join(&out, |_| Ok::<_, Trouble>(()), || Ok(b"the end".to_vec()))?;
    let sum = whole.parts.iter().map(|part| part.tally.as_u64().unwrap()).sum();
    Ok((std::fs::read(out).unwrap(), sum))
}

fn undivided(job: &Job) -> (Vec<u8>, u64) {
    let text: String = (0..job.chunks).map(line).collect();
    ((text + "the end").into_bytes(), (0..job.chunks).sum())
}

fn job(chunks: u64) -> Job {
    Job::new("test", "of parts", chunks).rows("txt").asking(serde_json::json!({ "top": 3 }))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn any_division_in_any_order_comes_to_the_same_bytes(
        chunks in 1u64..60,
        of in 1u64..20,
        seed in any::<u64>(),
        stopped in prop::collection::vec((any::<u64>(), 0usize..4), 0..6),
    ) {
        let (scratch, job) = (Scratch::new(), job(chunks));
        // Some are stopped on the way, in any division, and leave nothing.
        for (number, after) in stopped {
            let shard = Shard { index: number % of, of };
            let done = !missing(&scratch.0, of).unwrap().contains(&shard.index);
            let short = shard.chunks(chunks).count() <= after;
            prop_assert_eq!(compute(&scratch.0, &job, shard, after).unwrap(), short || done);
            prop_assert!(leftovers(&scratch.0).is_empty());
        }
        let mut order: Vec<u64> = (0..of).chain((0..of).filter(|i| seed >> (i % 64) & 1 == 1)).collect();
        order.sort_by_key(|i| (i + 1).wrapping_mul(seed | 1).rotate_left(17));
        for (count, &index) in order.iter().enumerate() {
            let left = missing(&scratch.0, of).unwrap();
            let empty = Shard { index, of }.chunks(chunks).is_empty();
            prop_assert!(empty || !left.contains(&index) || !order[..count].contains(&index));
            compute(&scratch.0, &job, Shard { index, of }, usize::MAX).unwrap();
        }
        prop_assert_eq!(numbers(&missing(&scratch.0, of).unwrap()), "");
        prop_assert_eq!(merged(&scratch.0).unwrap(), undivided(&job));
    }

    #[test]
    fn what_one_division_left_another_completes(chunks in 1u64..60, of in 1u64..9, then in 1u64..9) {
        let (scratch, job) = (Scratch::new(), job(chunks));
        for index in (0..of).filter(|index| index % 2 == 0) {
            compute(&scratch.0, &job, Shard { index, of }, usize::MAX).unwrap();
        }
        for index in (0..then).rev() {
            compute(&scratch.0, &job, Shard { index, of: then }, usize::MAX).unwrap();
        }
        prop_assert_eq!(merged(&scratch.0).unwrap(), undivided(&job));
    }

    #[test]
    fn overlapping_parts_are_whole_if_they_can_be_and_are_completed_if_not(
        chunks in 1u64..40,
        divisions in prop::collection::vec((1u64..12, any::<u16>()), 1..5),
        removed in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        damaged in prop::option::of(any::<prop::sample::Index>()),
        then in 1u64..12,
    ) {
        let (scratch, job) = (Scratch::new(), job(chunks));
        for &(of, some) in &divisions {
            for index in (0..of).filter(|index| some >> index & 1 == 1) {
                beside(&scratch.0, &job, Shard { index, of });
            }
        }
        let file = |(first, end): (u64, u64), ending: &str| {
            scratch.0.join(format!("chunks-{first:010}-{:010}.{ending}", end - 1))
        };
        for which in removed {
            let mut parts = parts_in(&scratch.0);
            parts.sort();
            if !parts.is_empty() {
                let part = parts[which.index(parts.len())];
                std::fs::remove_file(file(part, "json")).unwrap();
            }
        }
        let mut parts = parts_in(&scratch.0);
        parts.sort();
        if let Some(which) = damaged.filter(|_| !parts.is_empty()) {
            let part = parts.remove(which.index(parts.len()));
            std::fs::write(file(part, "txt"), "nonsense").unwrap();
        }
        let is_whole = can_be_whole(&parts, chunks);
        let left = missing(&scratch.0, then).unwrap();
        prop_assert_eq!(left.is_empty(), is_whole);
        if !is_whole {
            let why = merged(&scratch.0).unwrap_err().to_string();
            let says = ["missing", "damaged", "no parts"].iter().any(|word| why.contains(word));
            prop_assert!(says, "{}", why);
            // Only what is missing, in whatever order.
            for &index in left.iter().rev() {
                compute(&scratch.0, &job, Shard { index, of: then }, usize::MAX).unwrap();
            }
        }
        prop_assert!(missing(&scratch.0, then).unwrap().is_empty());
        prop_assert_eq!(merged(&scratch.0).unwrap(), undivided(&job));
    }

    #[test]
    fn any_damage_is_refused_by_name_and_mended(
        file in 0usize..8,
        place in any::<prop::sample::Index>(),
        flip in 1u8..=255,
        how in 0..4,
    ) {
        let (scratch, job) = (Scratch::new(), job(16));
        for index in 0..4 {
            compute(&scratch.0, &job, Shard { index, of: 4 }, usize::MAX).unwrap();
        }
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        prop_assert_eq!(files.len(), 8);
        let victim = &files[file];
        let mut bytes = std::fs::read(victim).unwrap();
        let at = place.index(bytes.len());
        match how {
            0 => bytes.truncate(at),
            1 => bytes.push(flip),
            _ => bytes[at] ^= flip,
        }
        std::fs::write(victim, bytes).unwrap();
        let refused = merged(&scratch.0).unwrap_err().to_string();
        let stem = victim.file_stem().unwrap().to_string_lossy().into_owned();
        prop_assert!(refused.contains(&stem), "{} says nothing of {}", refused, stem);
        prop_assert_eq!(missing(&scratch.0, 4).unwrap(), vec![file as u64 / 2]);
        compute(&scratch.0, &job, Shard { index: file as u64 / 2, of: 4 }, usize::MAX).unwrap();
        prop_assert_eq!(merged(&scratch.0).unwrap(), undivided(&job));
    }
}

#[test]
fn many_at_once_leave_the_same_bytes() {
    let (scratch, job) = (Scratch::new(), job(40));
    std::thread::scope(|scope| {
        for offset in 0..4 {
            let (path, job) = (&scratch.0, &job);
            scope.spawn(move || {
                for index in (0..20).map(|index| (index + 3 * offset) % 20) {
                    compute(path, job, Shard { index, of: 20 }, usize::MAX).unwrap();
                }
            });
        }
    });
    assert_eq!(merged(&scratch.0).unwrap(), undivided(&job));
}

#[test]
fn gaps_and_strangers_are_refused_by_name() {
    let (scratch, job) = (Scratch::new(), job(10));
    let refused = |words: &str| {
        let why = whole(&scratch.0).unwrap_err();
        assert!(matches!(why, Trouble::Refused(_)) && why.to_string().contains(words), "{why}");
    };
    refused("there are no parts");
    assert_eq!(missing(&scratch.0, 3).unwrap(), [0, 1, 2]);
    compute(&scratch.0, &job, Shard { index: 1, of: 5 }, usize::MAX).unwrap();
    refused("chunks 0 to 1 are missing, chunks 4 to 9 are missing of 10");
    // Two that began at the same time with different divisions: the larger one is taken, and the other one cannot be added.
    beside(&scratch.0, &job, Shard { index: 1, of: 3 });
    refused(
        "chunks 0 to 2 are missing, chunks 6 to 9 are missing of 10; \
         chunks-0000000002-0000000003.json overlaps with chunks-0000000003-0000000005.json",
    );
    std::fs::remove_file(scratch.0.join("chunks-0000000003-0000000005.json")).unwrap();
    let other = Job { about: "of others".into(), ..job.clone() };
    let why = compute(&scratch.0, &other, Shard { index: 0, of: 2 }, 9).unwrap_err().to_string();
    assert!(why.contains("chunks-0000000002-0000000003.json"), "{why}");
    assert!(why.contains("belongs to `test of parts`, not to `test of others`"), "{why}");
    let strangers = [
        (Job { about: "of others".into(), ..job.clone() }, "belongs to `test of others`"),
        (Job { question: Value::Null, ..job.clone() }, "other questions"),
        (Job { version: "0.0.1".into(), ..job.clone() }, "version 0.0.1"),
        (Job { chunks: 11, ..job.clone() }, "other questions"),
    ];
    for (stranger, words) in strangers {
        compute(&scratch.0, &stranger, Shard { index: 4, of: 5 }, 9).unwrap();
        refused(words);
        let name = match stranger.chunks {
            11 => "chunks-0000000008-0000000010",
            _ => "chunks-0000000008-0000000009",
        };
        refused(name);
        std::fs::remove_file(scratch.0.join(format!("{name}.json"))).unwrap();
    }
    // A part under the name of another one.
    let names = ["chunks-0000000002-0000000003.json", "chunks-0000000004-0000000005.json"];
    std::fs::rename(scratch.0.join(names[0]), scratch.0.join(names[1])).unwrap();
    refused("chunks-0000000004-0000000005.json is not the part that its name says");
}

#[test]
fn only_what_nobody_will_finish_is_abandoned() {
    let (scratch, job) = (Scratch::new(), job(4));
    let folder = Folder::open(&scratch.0, &job).unwrap();
    let written = folder.write(0..4, |rows| {
        rows.put(b"so far")?;
        // This process is at work on it.
        let [ours, _] = &leftovers(&scratch.0)[..] else { panic!("two files are on their way") };
        assert!(abandoned(&scratch.0).is_empty());
        // One of a process that is no more; no process has such a number.
        let name = ours.file_name().unwrap().to_string_lossy().into_owned();
        let pid = format!(".{}.", std::process::id());
        let theirs = ours.with_file_name(name.replacen(&pid, ".4194999.", 1));
        std::fs::write(&theirs, "so far").unwrap();
        // Of another machine nobody knows, until it is old.
        std::fs::write(scratch.0.join("chunks-1.txt.elsewhere.4194999.5.0.part"), "").unwrap();
        assert_eq!(abandoned(&scratch.0), [theirs]);
        Ok::<_, Trouble>(Some(Value::Null))
    });
    assert!(written.unwrap());
}

#[test]
fn damage_that_is_not_needed_is_told_and_does_no_harm() {
    let (scratch, job) = (Scratch::new(), job(10));
    for index in 0..5 {
        beside(&scratch.0, &job, Shard { index, of: 5 });
    }
    beside(&scratch.0, &job, Shard { index: 1, of: 3 });
    assert_eq!(
        whole(&scratch.0).unwrap().aside,
        [format!(
            "{}: chunks-0000000003-0000000005.json is not needed: other parts have its chunks",
            scratch.0.display()
        )]
    );
    let rows = scratch.0.join("chunks-0000000003-0000000005.txt");
    let mut bytes = std::fs::read(&rows).unwrap();
    bytes[3] ^= 1;
    std::fs::write(&rows, bytes).unwrap();
    let [why] = &whole(&scratch.0).unwrap().aside[..] else { panic!("one is aside") };
    assert!(why.contains("5.txt is damaged: its checksum is wrong; it is not needed"), "{why}");
    assert_eq!(merged(&scratch.0).unwrap(), undivided(&job));
    // Nobody else has the chunks of this one.
    let rows = scratch.0.join("chunks-0000000008-0000000009.txt");
    let length = std::fs::metadata(&rows).unwrap().len() as usize;
    std::fs::write(&rows, vec![b'x'; length]).unwrap();
    let why = merged(&scratch.0).unwrap_err().to_string();
    let expected = format!(
        "{} is damaged: its checksum is wrong; remove it, and compute its chunks again",
        rows.display()
    );
    assert_eq!(why, expected);
}

/// What never comes to an end is not read.
#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_refused_by_name() {
    use std::os::unix::fs::symlink;
    for ending in ["json", "txt"] {
        let (scratch, job) = (Scratch::new(), job(4));
        for index in 0..2 {
            beside(&scratch.0, &job, Shard { index, of: 2 });
        }
        let place = scratch.0.join(format!("chunks-0000000002-0000000003.{ending}"));
        let refused = |words: &str| {
            let why = merged(&scratch.0).unwrap_err();
            assert!(matches!(why, Trouble::Refused(_)), "{why}");
            let why = why.to_string();
            assert!(why.contains("chunks-0000000002-0000000003.") && why.contains(words), "{why}");
            assert!(why.ends_with("remove it, and compute its chunks again"), "{why}");
            assert_eq!(missing(&scratch.0, 2).unwrap(), [1]);
        };
        std::fs::remove_file(&place).unwrap();
        std::fs::create_dir(&place).unwrap();
        refused("is no file");
        std::fs::remove_dir(&place).unwrap();
        symlink("/dev/zero", &place).unwrap();
        refused("is no file");
        std::fs::remove_file(&place).unwrap();
        symlink("/no/such/file", &place).unwrap();
        refused(if ending == "json" { "leads nowhere" } else { "without its rows" });
        std::fs::remove_file(&place).unwrap();
        std::fs::File::create(&place).unwrap().set_len(1 << 40).unwrap();
        refused(if ending == "json" { "too long" } else { "damaged" });
        compute(&scratch.0, &job, Shard { index: 1, of: 2 }, usize::MAX).unwrap();
        assert_eq!(merged(&scratch.0).unwrap(), undivided(&job));
    }
}
