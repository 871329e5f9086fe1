//! Large jobs in parts as they are typed: shards, what is missing, the whole, engines, and what kills leave.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(arguments);
    command
}

fn sprague(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn good(arguments: &[&str]) -> Vec<u8> {
    let output = sprague(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[track_caller]
fn fails(arguments: &[&str], code: i32, words: &str) {
    let output = sprague(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    assert!(error.contains(words), "{arguments:?}: {error}");
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("sprague-in-parts-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Removes a folder in which shards may still be at work that nobody waits for.
fn remove(folder: &Path) {
    while std::fs::remove_dir_all(folder).is_err() && folder.exists() {
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn shards_of_every_family_come_to_the_bytes_of_an_undivided_run() {
    let folder = folder("families");
    let families = [
        "lr-nim --min 2 --max 24 --top 3 --group-by period,max",
        "ending-nim --min 3 --max 15 --group-by class",
        "subtract --max 9 --top 2 --by preperiod",
        "octal --digits 3 --to 60",
        "cut --within 9 --size 3 --to 60 --group-by saltus",
    ];
    for (number, family) in families.into_iter().enumerate() {
        let ask = [&["census"][..], &words(family)].concat();
        let (parts, one, other) = (
            folder.join(number.to_string()),
            folder.join(format!("{number}.parquet")),
            folder.join(format!("{number}-merged.parquet")),
        );
        let undivided = good(&[&ask[..], &["--out", text(&one)]].concat());
        for shard in ["2/3", "0/3", "2/3", "1/3"] {
            good(&[&ask[..], &["--shard", shard, "--out", text(&parts)]].concat());
        }
        assert_eq!(good(&["census", "missing", text(&parts), "--shards", "3"]), b"");
        let merged = good(&["census", "merge", text(&parts), "--out", text(&other)]);
        assert_eq!(String::from_utf8_lossy(&merged), String::from_utf8_lossy(&undivided));
        assert!(std::fs::read(&one).unwrap() == std::fs::read(&other).unwrap(), "{family}");
        // Without rows the counts are the same, and there is nothing to write.
        let counted = folder.join(format!("{number}-counted"));
        for shard in ["0/2", "1/2"] {
            let ask =
                [&ask[..], &["--no-rows", "--shard", shard, "--out", text(&counted)]].concat();
            good(&ask);
        }
        let merged = good(&["census", "merge", text(&counted)]);
        assert_eq!(String::from_utf8_lossy(&merged), String::from_utf8_lossy(&undivided));
        fails(&["census", "merge", text(&counted), "--out", text(&other)], 2, "without rows");
        // A folder of parts is drawn as the file is, but for its name.
        let [file, parts] = [&one, &parts].map(|path| good(&["census-plot", text(path)]));
        let unnamed = String::from_utf8(file).unwrap().replace(".parquet", "");
        assert_eq!(unnamed, String::from_utf8(parts).unwrap());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Lines of JSON without what differs from run to run.
fn lines(text: &[u8]) -> Vec<serde_json::Value> {
    let text = String::from_utf8_lossy(text);
    let mut lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for fields in lines.iter_mut().filter_map(|line| line.as_object_mut()) {
        fields.retain(|key, _| !key.ends_with("seconds"));
    }
    lines
}

#[test]
fn lines_of_the_other_commands_come_to_those_of_an_undivided_run() {
    let folder = folder("lines");
    let [rules, codes, claims] =
        ["few.rules", "codes.txt", "own.claim"].map(|name| folder.join(name));
    std::fs::write(&rules, "take k from one pile where k <= {1, 2, min(piles)}\n").unwrap();
    std::fs::write(&codes, "octal(0.77)\n# Dawson's Kayles\noctal(0.07)\n\ngrundy\n").unwrap();
    let two = "claim \"two\"\n  game nim\n  piles a <= b\n  P iff a = b\n\n\
                claim \"false\"\n  game nim\n  piles a <= b\n  P iff a + 1 = b\n";
    std::fs::write(&claims, two).unwrap();
    let asked = [
        "graphs wyg --vertices 6 --chips 1".to_string(),
        "graphs node-kayles --vertices 5 --connected".to_string(),
        format!("survey {} --piles 2 --misere", text(&rules)),
        format!("prove {}", text(&claims)),
    ];
    for (number, ask) in asked.iter().enumerate() {
        let ask = words(ask);
        let parts = folder.join(number.to_string());
        let undivided = sprague(&[&ask[..], &["--format", "json"]].concat());
        for shard in ["2/3", "0/3", "2/3"] {
            good(&[&ask[..], &["--shard", shard, "--out", text(&parts)]].concat());
        }
        let missing = good(&["parts", "missing", text(&parts), "--shards", "3"]);
        let merged = sprague(&["parts", "merge", text(&parts)]);
        if missing.is_empty() {
            // A job of one chunk is all in one of the shards.
            assert_eq!(merged.status.code(), undivided.status.code());
        } else {
            assert_eq!((&missing[..], merged.status.code()), (&b"1\n"[..], Some(1)));
            fails(&["census", "merge", text(&parts)], 1, "missing");
        }
        let on = ["--on", "local", "--shards", "3", "--out", text(&parts)];
        let whole = sprague(&[&ask[..], &on].concat());
        let merged = sprague(&["parts", "merge", text(&parts)]);
        assert_eq!(lines(&whole.stdout), lines(&undivided.stdout), "{ask:?}");
        assert_eq!(whole.stdout, merged.stdout);
        // Whoever does it anew, in another division, comes to the same bytes.
        let anew = folder.join(format!("{number}-anew"));
        let on = ["--on", "local", "--shards", "2", "--out", text(&anew)];
        assert_eq!(sprague(&[&ask[..], &on].concat()).stdout, whole.stdout, "{ask:?}");
        // A verdict that is not the expected one is told as an undivided run tells it.
        assert_eq!(whole.status.code(), undivided.status.code(), "{ask:?}");
        assert_eq!(merged.status.code(), undivided.status.code(), "{ask:?}");
    }
    // One task a code, with its terms kept.
    let (parts, kept) = (folder.join("codes"), folder.join("kept"));
    let list = format!("@{}", text(&codes));
    let ask = ["sequence", &list, "--to", "300", "--save", text(&kept)];
    let found = good(&[&ask[..], &["--on", "local", "--out", text(&parts)]].concat());
    let codes = ["octal(0.77)", "octal(0.07)", "grundy"];
    assert_eq!(lines(&found).len(), codes.len());
    for (line, code) in lines(&found).iter().zip(codes) {
        let alone = lines(&good(&["sequence", code, "--to", "300", "--format", "json"]));
        assert_eq!(line["regularity"], alone[0]["regularity"], "{code}");
    }
    assert!(kept.join("00000000.txt").exists());
    fails(&[&ask[..], &["--format", "csv", "--shard", "0/2", "--out", "x"]].concat(), 2, "JSON");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Two who do the same at the same time do not disturb each other.
#[test]
fn two_commands_at_once_come_to_the_same_bytes() {
    let folder = folder("two");
    let parts = folder.join("parts");
    let ask = words("census ending-nim --min 3 --max 15 --group-by class");
    let on = ["--on", "local", "--jobs", "2", "--shards", "7", "--out", text(&parts)];
    let both: Vec<_> = (0..2)
        .map(|_| {
            let mut command = command(&[&ask[..], &on].concat());
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let undivided = good(&ask);
    for child in both {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&undivided));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_not_whole_is_refused_by_name() {
    let folder = folder("refused");
    let parts = text(&folder);
    let shard = |index: &str, more: &str| {
        let line = format!("census octal --digits 3 --to 50 --shard {index} --out {parts}{more}");
        sprague(&words(&line)).status.code()
    };
    for index in ["0/4", "3/4", "3/4"] {
        assert_eq!(shard(index, ""), Some(0));
    }
    assert_eq!(good(&["census", "missing", parts, "--shards", "4"]), b"1-2\n");
    fails(&["census", "merge", parts], 1, "chunks 2 to 5 are missing of 8");
    assert_eq!(shard("1/4", " --top 5"), Some(0));
    fails(
        &["census", "merge", parts],
        1,
        "chunks-0000000002-0000000003.json answers other questions",
    );
    fails(&["census", "missing", parts, "--shards", "4"], 1, "other questions");
    std::fs::remove_file(folder.join("chunks-0000000002-0000000003.json")).unwrap();
    assert_eq!((shard("1/4", ""), shard("2/4", "")), (Some(0), Some(0)));
    let rows = folder.join("chunks-0000000004-0000000005.parquet");
    let whole = std::fs::read(&rows).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 4;
    std::fs::write(&rows, damaged).unwrap();
    fails(&["census", "merge", parts], 1, "chunks-0000000004-0000000005.parquet is damaged");
    assert_eq!(shard("2/4", ""), Some(0));
    assert!(std::fs::read(&rows).unwrap() == whole);
    good(&["census", "merge", parts]);
    // Nonsense.
    fails(&words(&format!("census octal --digits 3 --shard 4/4 --out {parts}")), 2, "0 to 3");
    fails(&words("census octal --digits 3 --shard 1/4"), 2, "--out");
    fails(&words(&format!("census octal --digits 3 --on moon --out {parts}")), 2, "slurm");
    fails(&words(&format!("census octal --digits 2 --shard 3/4 --out {parts}")), 1, "--digits 3");
    fails(&["census", "merge", "/no/such/folder"], 2, "/no/such/folder");
    fails(&["census", "missing", "/no/such/folder", "--shards", "3"], 2, "/no/such/folder");
    fails(&words("census octal --digits 2 --shard 0/4 --out /proc/parts"), 2, "/proc/parts");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_end_of_a_batch_job_drops_the_shard_and_leaves_nothing() {
    let folder = folder("term");
    let line = format!("census lr-nim --min 2 --max 40 --shard 3/64 --out {}", text(&folder));
    let mut child = command(&words(&line)).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let begun = Instant::now();
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    let limited = [&words(&line)[..], &["--time", "300ms"]].concat();
    fails(&limited, 3, "stopped");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Processes that were killed at any moment, with all their shards, lose and double nothing.
#[test]
fn processes_killed_at_random_moments_come_to_the_same_bytes() {
    let kills: u64 = std::env::var("SPRAGUE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    let folder = folder("kills");
    let (one, parts) = (folder.join("one.parquet"), folder.join("parts"));
    let ask = words("census ending-nim --min 4 --max 16 --group-by period --top 3");
    let undivided = good(&[&ask[..], &["--out", text(&one)]].concat());
    let on = ["--on", "local", "--jobs", "2", "--shards", "13", "--out", text(&parts)];
    let mut seed = 0x5eed_u64;
    let mut done = 0;
    while done < kills {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        // A group of its own, so that whoever kills it kills all that it began.
        let mut child = {
            use std::os::unix::process::CommandExt as _;
            let mut command = command(&[&ask[..], &on].concat());
            command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        std::thread::sleep(Duration::from_millis(seed >> 33 & 0xff));
        let group = match seed >> 60 & 1 {
            // All at once, or the shards go on without the one that began them.
            0 => format!("-{}", child.id()),
            _ => child.id().to_string(),
        };
        if child.try_wait().unwrap().is_none() {
            Command::new("kill").args(["-KILL", "--", &group]).status().unwrap();
            done += 1;
        } else {
            // It came to its end: some parts are taken away again.
            for entry in std::fs::read_dir(&parts).unwrap().flatten() {
                seed = seed.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                if entry.path().is_file() && seed >> 62 != 0 {
                    let _ = std::fs::remove_file(entry.path());
                }
            }
        }
        child.wait().unwrap();
    }
    let last = good(&[&ask[..], &on].concat());
    assert_eq!(String::from_utf8_lossy(&last), String::from_utf8_lossy(&undivided));
    let merged = folder.join("merged.parquet");
    good(&["census", "merge", text(&parts), "--out", text(&merged)]);
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&merged).unwrap());
    remove(&folder);
}

/// What a killed command left at work goes on beside one that takes another number of shards.
#[test]
fn a_killed_command_is_taken_up_with_another_number_of_shards() {
    let folder = folder("taken-up");
    let parts = folder.join("parts");
    let ask = words("census ending-nim --min 2 --max 17");
    let undivided = good(&ask);
    let on = |shards: &str| -> Command {
        let on = ["--on", "local", "--jobs", "2", "--shards", shards, "--out", text(&parts)];
        command(&[&ask[..], &on].concat())
    };
    for wait in [60, 120, 240] {
        let mut child = on("6").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let output = on("7").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, undivided);
        assert_eq!(good(&["census", "merge", text(&parts)]), undivided);
        remove(&parts);
    }
    remove(&folder);
}

/// A random number generator that anybody can repeat.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// Whatever happens to the folder and to those who work in it, in any order: each command ends with an exit code that says
/// what to do, and in the end the same bytes are there.
#[test]
fn disasters_in_any_order_come_to_the_same_bytes() {
    let disasters = std::env::var("SPRAGUE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(16);
    let folder = folder("disasters");
    let (one, parts) = (folder.join("one.parquet"), folder.join("parts"));
    let ask = words("census ending-nim --min 4 --max 16 --group-by period --top 3");
    let undivided = good(&[&ask[..], &["--out", text(&one)]].concat());
    let begin = |shards: &str| {
        let on = ["--on", "local", "--jobs", "2", "--shards", shards, "--out", text(&parts)];
        let mut command = command(&[&ask[..], &on].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let signal = |name: &str, child: &std::process::Child| {
        Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    };
    let mut dice = Dice(0xd1ce);
    for disaster in 0..disasters {
        let child = begin(["13", "7", "64"][dice.below(3) as usize]);
        std::thread::sleep(Duration::from_millis(dice.below(250)));
        let kind = (disaster + dice.below(2)) % 7;
        let mut also = None;
        match kind {
            0 => signal("-KILL", &child),
            1 => signal("-INT", &child),
            2 => drop(std::fs::remove_dir_all(&parts)),
            3 => also = Some(begin("13")),
            4 | 5 => {
                // A file that is damaged, or gone.
                let files = files_in(&parts);
                if !files.is_empty() {
                    let file = &files[dice.below(files.len() as u64) as usize];
                    match std::fs::read(file) {
                        Ok(mut bytes) if kind == 4 && !bytes.is_empty() => {
                            let place = dice.below(bytes.len() as u64) as usize;
                            bytes[place] ^= 1 + dice.below(255) as u8;
                            let _ = std::fs::write(file, bytes);
                        }
                        _ => drop(std::fs::remove_file(file)),
                    }
                }
            }
            _ => {
                // Something else in the place of some rows.
                let place = parts.join("chunks-0000000003-0000000003.parquet");
                let _ = std::fs::remove_file(&place);
                let _ = std::fs::create_dir_all(place.join("in the way"));
            }
        }
        for child in [Some(child), also].into_iter().flatten() {
            let output = child.wait_with_output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            // Whole; not whole, by name; or to be tried again: never a question that would be wrong.
            let code = output.status.code();
            let expected = if kind == 0 { code.is_none() || code == Some(0) } else { false };
            assert!(expected || matches!(code, Some(0 | 1 | 3)), "{kind}: {code:?}: {error}");
            assert!(code != Some(1) || error.contains("chunk"), "{kind}: {error}");
            assert!(!error.contains("panicked"), "{kind}: {error}");
        }
        let _ = std::fs::remove_dir_all(parts.join("chunks-0000000003-0000000003.parquet"));
    }
    // Processes that were left alone have done other divisions beside.
    let last = begin("13").wait_with_output().unwrap();
    assert!(last.status.success(), "{}", String::from_utf8_lossy(&last.stderr));
    assert_eq!(String::from_utf8_lossy(&last.stdout), String::from_utf8_lossy(&undivided));
    let merged = folder.join("merged.parquet");
    good(&["census", "merge", text(&parts), "--out", text(&merged)]);
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&merged).unwrap());
    remove(&folder);
}

/// A shard whose part cannot be written is tried three times like one that is killed, and named with what it said.
#[test]
fn a_part_that_cannot_be_written_is_tried_again_and_named() {
    let folder = folder("unwritten");
    let parts = folder.join("parts");
    let ask = words("census octal --digits 3 --to 50");
    let on = [&ask[..], &words("--on local --shards 8 --out"), &[text(&parts)]].concat();
    let place = parts.join("chunks-0000000005-0000000005.parquet");
    std::fs::create_dir_all(place.join("in the way")).unwrap();
    let output = sprague(&on);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert_eq!(error.matches("once more: shards").count(), 2, "{error}");
    assert!(error.contains("after 3 rounds the shards 5 are missing"), "{error}");
    assert!(error.contains("shard-5.log ends:"), "{error}");
    assert!(error.contains("chunks-0000000005-0000000005.parquet"), "{error}");
    let alone = [&ask[..], &["--shard", "5/8", "--out", text(&parts)]].concat();
    fails(&alone, 3, "the same command goes on");
    assert!(files_in(&parts).iter().all(|file| !text(file).ends_with(".part")));
    std::fs::remove_dir_all(&place).unwrap();
    assert_eq!(String::from_utf8(good(&on)).unwrap(), String::from_utf8(good(&ask)).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn engines_that_are_absent_or_refuse_say_so() {
    let folder = folder("engines");
    let parts = folder.join("parts");
    let on = |engine: &str| format!("census octal --digits 3 --on {engine} --out {}", text(&parts));
    for (engine, needed) in [("slurm", "scontrol"), ("hq", "hq"), ("ssh:a", "parallel")] {
        let output = command(&words(&on(engine))).env("PATH", text(&folder)).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&format!("there is no `{needed}` on the path")), "{error}");
    }
    let dry = good(&words(&format!("{} --shards 3 --dry-run -- --mem=1G", on("slurm"))));
    let dry = String::from_utf8(dry).unwrap();
    assert!(dry.starts_with("# sbatch --array=0-2 --mem=1G\n#!/bin/bash\n"), "{dry}");
    assert!(dry.contains("--shard \"${SLURM_ARRAY_TASK_ID}/3\""), "{dry}");
    assert!(!parts.exists());
    let jobs = good(&words(&format!("{} --jobs 2 --dry-run", on("slurm"))));
    let jobs = String::from_utf8(jobs).unwrap();
    assert!(jobs.lines().next().unwrap().ends_with("%2"), "{jobs}");
    fails(&words(&format!("{} --jobs 2 --dry-run", on("hq"))), 2, "does not limit how many tasks");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn folders_are_named_so_that_schedulers_understand_them_or_refused() {
    let dry = |engine: &'static str, folder: &str| {
        let ask = ["census", "octal", "--digits", "3", "--on", engine, "--dry-run", "--out"];
        sprague(&[&ask[..], &[folder]].concat())
    };
    for engine in ["slurm", "hq", "ssh:a"] {
        let output = dry(engine, "a\nscancel -u me\n#");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("control character") && output.stdout.is_empty(), "{error}");
    }
    let script = String::from_utf8(dry("slurm", "/tmp/a%j %x").stdout).unwrap();
    assert!(script.contains("#SBATCH --output='/tmp/a%%j %%x/logs/shard-%a.log'\n"), "{script}");
    assert!(script.contains("--out '/tmp/a%j %x' "), "{script}");
    for (engine, folder, words) in
        [("slurm", "a\\b", "backslash"), ("hq", "%{TASK_ID}", "placeholder")]
    {
        let output = dry(engine, folder);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(words), "{error}");
    }
}

/// A shard that is killed before it says a word is told with what ended it.
#[test]
fn a_shard_that_leaves_nothing_in_its_log_is_told_with_how_it_ended() {
    let folder = folder("killed");
    // No file may have a byte: the first one that is written ends the process.
    let ask = format!(
        "ulimit -f 0; exec {} census octal --digits 3 --on local --shards 1 --out {}",
        env!("CARGO_BIN_EXE_sprague"),
        folder.join("parts").display()
    );
    let output = Command::new("sh").args(["-c", &ask]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("shard 0 left nothing in"), "{error}");
    assert!(error.contains("its process was ended by signal"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The script that would be submitted, run as a scheduler runs it, leaves every part, whatever was there before.
#[test]
fn small_shards_share_a_task_of_the_array() {
    let folder = folder("together");
    let census = "census lr-nim --min 2 --max 29";
    let whole = good(&words(&format!("{census} --threads 2")));
    for (shards, expected) in [(7, "0,3,6"), (1, "0"), (2, "0-1")] {
        let parts = folder.join(format!("of-{shards}"));
        let ask = format!("{census} --no-rows --on slurm --shards {shards} --out {}", text(&parts));
        let shown = String::from_utf8(good(&words(&format!("{ask} --dry-run")))).unwrap();
        let (first, script) = shown.split_once('\n').unwrap();
        assert_eq!(first, format!("# sbatch --array={expected}"));
        if shards == 7 {
            let one = format!("{census} --no-rows --shard 4/7 --out {}", text(&parts));
            good(&words(&one));
            for task in expected.split(',') {
                let mut shell = std::process::Command::new("bash");
                shell.args(["-c", script]).env("SLURM_ARRAY_TASK_ID", task);
                assert!(shell.output().unwrap().status.success(), "{shown}");
            }
            let merged = good(&words(&format!("census merge {}", text(&parts))));
            assert_eq!(
                String::from_utf8(merged).unwrap(),
                String::from_utf8(whole.clone()).unwrap()
            );
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
