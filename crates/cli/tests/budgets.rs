//! Every command with absurd sizes: it keeps to its memory and its time, and Ctrl-C ends it, wherever it is.
//!
//! The list of commands is the program's own, so that none can be forgotten; each must have something absurd to do here.
//! What is too much is refused or stopped with exit code 3 and says so; nothing is ever aborted. Work must notice by
//! itself that it should stop: the guard that ends the command from outside is the last resort, and its message is a
//! fault here.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::sprague;

/// Something absurd to do for each command, a line each; `FOLDER` is one with the files below.
const ABSURD: &str = "
games
games FOLDER/large.game
solve nim 1000000000,999999999
solve nim 1000000
solve minnie 100000,100000
solve wythoff 1000000,1000000
solve grundy 100000
solve misere kayles 5000
solve ooooob-b 50,49,48,47,46,45,44,43
solve moore 50,49,48,47,46,45
solve misere mine 50,50,50,50,50,50
solve ooooob-a 50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50
solve --kernel reference minnie 2000,2000
solve --kernel search minnie 3000,3000
solve --kernel search --nim wythoff 3000,3000
solve --kernel sweep wythoff 3000,3000
solve subtract(1..1000000) 1000000
solve FOLDER/never.game 1000000000
solve nim --positions FOLDER/many.txt
solve minnie --positions FOLDER/pairs.txt
solve wyg K(1000)
solve wyg K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5)+K(5) chips=2
solve node-kayles P(3000)
solve wygthoff K(2) chips=1000000
solve wyg-free W(40) chips=3
solve misere wyg K(12) chips=9
solve mig C(2000) chips=50
solve wyg-free DS(2000,2000,2000)
solve arc-kayles K(40)
solve edge-delete K(30)
solve arc-kayles W(300)
solve wyg K(5000) -o FOLDER/large.svg
graphs wyg --vertices 9
graphs wyg --family DS(m,n,k) --m 1..1000000 --n 1..1000000 --k 1..1000000
graphs wyg --family K(n) --n 1..1000000
graphs wyg-free --family C(n) --n 3..3000 --chips 3
graphs mig --family C(n) --n 3..100000 --chips 7
graphs node-kayles --family P(n) --n 1..1000000 --all
table nim --piles 8 --max 1000
table minnie --piles 3 --max 1500 --count
table nim --piles 1 --max 1000000000 --nim
table wythoff --piles 2 --max 20000 --nim
table wythoff --piles 2 --max 5000 -o FOLDER/table.png
table wythoff --piles 2 --max 5000 -o FOLDER/table.svg
table ooooob-b --counts 9,9,9,9,9,9,9,9
table ooooob-a --piles 12 --max 20 --count
table ooooob-a --piles 20 --max 3 --kernel sweep
table susen --piles 6 --max 60 --count
sequence kayles --to 1000000000
sequence octal(0.6) --to 1000000000
sequence nim --to 10000000
sequence nim --to 10000000 --format csv
sequence nim --to 10000000 --format latex
sequence grundy --to 1000000
sequence misere kayles --to 100000
sequence cut(1,6) --to 10000000
solve cut(4,5,6) 218
sequence lr-nim(2,3,6) --to 1000000000
sequence lr-nim(2,3,6) --to 10000000 -o FOLDER/strip.png
sequence octal(0.6) --to 5000000 -o FOLDER/plot.svg
nim-set cut(1,6) --parts 1000 --to 1000000
nim-set nim --parts 1 --to 10000000
nim-set octal(0.77) --parts 2 --to 3000000
nim-set cut(1,6) --parts 7 --to 20000
identify kayles --to 1000000000
discover jennifer --piles 3
discover susen --piles 4
discover ooooob-c --counts 9
discover nim --piles 6 --nim
discover minnie --piles any
compare minnie mine --piles 5
compare kayles octal(0.77) --piles 6
repair FOLDER/large.claim
survey FOLDER/grid.rules --piles 4
threshold FOLDER/threshold.claim --for t
identify octal(0.7F) --to 1000000
identify wyg P(n) --to 1000000000
identify octal(0.6) --to 100000
eval {1|-1}+{2|-2}+{4|-4}+{8|-8}+{16|-16}+{32|-32}+{64|-64}+{128|-128}+{256|-256}+{512|-512}+{1024|-1024}+{2048|-2048}+{4096|-4096}+{8192|-8192}+{16384|-16384}+{32768|-32768}+{65536|-65536}+{131072|-131072}+{262144|-262144}+{524288|-524288}+{1048576|-1048576}+{2097152|-2097152}
eval ^<100000>+^<99999>
eval *1000000000+*999999999
eval Heat(Heat(Heat({1|-1}+{3|-2}+{5|-3}+{7||6|-9},{2|-1}),{2|-1}),{2|-1})
eval 1000000000.{3|1||-2}
value nim 30000
value nim --to 100000
value minnie 300,300
value domineering 8x8
value toads-and-frogs TTTTTTTTTT.....FFFFFFFFFF
value partizan-euclid 100000,70000
value lr-nim(2,3) --to 1000000
difference lr-nim(2,3,6) --shift 9 --to 1000000
difference nim --shift 1000000000 --to 1000000000
prove FOLDER/large.claim
prove FOLDER/graphs.claim
prove FOLDER/cutoff.claim
prove FOLDER/further.claim
prove FOLDER/six.claim
claims
certify octal(0.6) --to 1000000000
certify octal(0.56) --to 1000000000
certify FOLDER/large.claim --claim 1
verify FOLDER/large.cert
census lr-nim --min 2 --max 63
census lr-nim --min 2 --max 45 --out FOLDER/rows.parquet
census ending-nim --min 2 --max 40
census subtract --max 60
census cut --within 60 --size 20 --to 1000000000
census octal --digits 9 --to 1000000000
parts missing FOLDER --shards 10000000
census missing FOLDER --shards 10000000
census merge FOLDER
census-plot FOLDER/damaged.parquet
play nim 1000000000,7
play minnie 100000,100000
play wyg K(1000)
lab FOLDER/large.game
lab FOLDER/nothing --no-open
new FOLDER/large.game
new /dev/full/x.game
explain
explain mex
completions bash
";

/// Limits that are small for all of that.
const LIMITS: [&str; 6] = ["--memory", "64M", "--time", "1s", "--threads", "2"];
/// What the process may take of real memory: the limit, a share more, and the program itself.
const MOST: u64 = 260 << 20;

#[test]
fn every_command_keeps_to_its_time_and_memory() {
    let folder = folder("kept");
    run_all(&folder, &LIMITS, |run| run.finish(None));
}

#[test]
fn every_command_ends_with_ctrl_c() {
    let folder = folder("interrupted");
    run_all(&folder, &["--threads", "2", "--memory", "256M"], |run| {
        run.finish(Some(Duration::from_millis(400)))
    });
}

#[test]
fn one_claim_takes_no_more_than_is_allowed_for_each() {
    let folder = folder("alone");
    let lines = ["prove FOLDER/large.claim", "verify FOLDER/large.cert"];
    for (number, line) in lines.iter().enumerate() {
        let complaint = folder.join(format!("complaint-{number}"));
        let limits = ["--memory", "64M", "--time", "5s", "--threads", "8"];
        let mut run = begin(line, &arguments(line, &folder), &limits, complaint);
        let mut memory = 0;
        while run.child.try_wait().unwrap().is_none() {
            memory = usage(run.child.id()).map_or(memory, |(memory, _)| memory);
            std::thread::sleep(Duration::from_millis(5));
        }
        // A quarter more than is allowed, and the program itself.
        assert!(memory < 150 << 20, "`{line}` took {} MB", memory >> 20);
    }
}

#[test]
fn there_is_something_absurd_for_every_command() {
    let mut commands = commands(&[]);
    commands.extend(commands_below("census"));
    for command in commands {
        let asked = ABSURD.lines().any(|line| {
            line.strip_prefix(&command[..])
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        assert!(asked, "nothing absurd is asked of `{command}`: add a line");
    }
}

fn commands_below(parent: &str) -> Vec<String> {
    commands(&[parent]).into_iter().map(|command| format!("{parent} {command}")).collect()
}

/// The commands that the program itself lists.
fn commands(parent: &[&str]) -> Vec<String> {
    let help = sprague(&[parent, &["--help"]].concat(), "");
    let text = String::from_utf8(help.stdout).unwrap();
    let list = text.split_once("Commands:\n").expect("commands are listed").1;
    let names = list.lines().take_while(|line| !line.trim().is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.filter(|name| *name != "help").map(str::to_string).collect();
    assert!(names.len() >= 3, "{names:?}");
    names
}

/// A folder with the files that the list speaks of.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("budgets").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    let rules = "  \"Nim.\"\n  piles any\n  move take k from one pile";
    write("large.game", &format!("game large\n{rules}\n  example 1000000000,999999999 is N\n"));
    write(
        "never.game",
        &format!("game never\n{rules} where k mod 999999937 = 7 and sum(piles) > 5\n"),
    );
    let far = |n: u64, step: u64| n * step % 1_000_000_000;
    let many = (0..100_000).map(|n| format!("{},{}\n", far(n, 7919), far(n, 104_729)));
    let many: String = many.collect();
    write("many.txt", &many);
    let pairs: String = (0..2000).map(|n| format!("{},{}\n", 3000 + n, 4000 + 3 * n)).collect();
    write("pairs.txt", &pairs);
    write(
        "large.claim",
        "claim \"far\"\n  game minnie\n  piles a <= b <= c <= d\n  P iff a = b and c = d\n  check to 100000\n",
    );
    write("grid.rules", "take k from one pile where k <= {min, max, sum}(piles) / {2, 3, 5}\n");
    write(
        "threshold.claim",
        "claim \"far\"\n  game minnie\n  piles a <= b <= c <= d\n  suppose a >= t\n  P iff a = b and c = d\n",
    );
    write(
        "graphs.claim",
        "claim \"graphs\"\n  game wyg\n  graph C(n) chips=n for n in 3..1000000\n  P if n > 5\n",
    );
    write("cutoff.claim", "claim \"every c\"\n  game misere cut(1,2c)\n  for c >= 2\n  regular\n");
    write(
        "further.claim",
        "claim \"every set\"\n  game cut(1,2c,D)\n  for c >= 2\n  any D of d where odd(d) and d >= 3\n  regular\n",
    );
    write(
        "six.claim",
        "claim \"six\"\n  game nim\n  piles a <= b <= c <= d <= e <= f\n  P iff xor(a,b,c,d,e,f) = 0\n",
    );
    let certificate = sprague(&["certify", "kayles"], "");
    let text = String::from_utf8(certificate.stdout).unwrap();
    assert!(text.contains("12"), "{text}");
    write("large.cert", &text.replace("12", "999999999"));
    write("damaged.parquet", "PAR1 this is not what follows PAR1");
    folder
}

/// A line of the list as arguments: what stands in brackets or after a quoted beginning stays together.
fn arguments(line: &str, folder: &Path) -> Vec<String> {
    let line = line.replace("FOLDER", folder.to_str().unwrap());
    let mut words = line.split(' ').map(str::to_string).peekable();
    let mut all: Vec<String> = Vec::new();
    while let Some(mut word) = words.next() {
        // A position with its chips, a misère game, and a family of a game are one argument.
        let joins = |word: &str, next: &str| {
            next.starts_with("chips=") || word == "misere" || (word == "wyg" && next == "P(n)")
        };
        while words.peek().is_some_and(|next| joins(&word, next)) {
            word = format!("{word} {}", words.next().unwrap());
        }
        all.push(word);
    }
    all
}

/// A command under way.
struct Run<'l> {
    line: &'l str,
    child: Child,
    begun: Instant,
    complaint: PathBuf,
}

fn run_all(folder: &Path, limits: &[&str], finish: impl Fn(Run) -> Result<(), String> + Sync) {
    let lines: Vec<&str> = ABSURD.lines().filter(|line| !line.is_empty()).collect();
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(number) else { return };
            let run = |again: &str| {
                let complaint = folder.join(format!("complaint-{number}{again}"));
                finish(begin(line, &arguments(line, folder), limits, complaint))
            };
            // On a busy machine something may be late once.
            if run("").is_err()
                && let Err(fault) = run("-again")
            {
                faults.lock().unwrap().push(fault);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn begin<'l>(line: &'l str, arguments: &[String], limits: &[&str], complaint: PathBuf) -> Run<'l> {
    // The system refuses more than this, the deep stacks of recursions included, which are not used to the full.
    let script = "ulimit -v 6000000; exec \"$0\" \"$@\"";
    let child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_sprague")])
        .args(arguments)
        .args(limits)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&complaint).unwrap())
        .spawn()
        .unwrap();
    Run { line, child, begun: Instant::now(), complaint }
}

impl Run<'_> {
    /// Waits for the end, after Ctrl-C if that is to be pressed, and says what is wrong with it.
    fn finish(mut self, interrupt: Option<Duration>) -> Result<(), String> {
        let (mut memory, mut cpu) = (0, Duration::ZERO);
        let mut pressed: Option<Instant> = None;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            (memory, cpu) = usage(self.child.id()).unwrap_or((memory, cpu));
            if interrupt.is_some_and(|after| self.begun.elapsed() > after) && pressed.is_none() {
                pressed = Some(Instant::now());
                let id = self.child.id().to_string();
                Command::new("kill").args(["-INT", &id]).status().unwrap();
            }
            if self.begun.elapsed() > Duration::from_secs(30) {
                self.child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let late = match (interrupt, pressed) {
            (Some(_), None) => Duration::ZERO,
            (Some(_), Some(pressed)) => pressed.elapsed(),
            (None, _) => self.begun.elapsed().saturating_sub(Duration::from_secs(1)),
        };
        let complaint = fs::read_to_string(&self.complaint).unwrap_or_default();
        let fault = match status.code() {
            None => Some(format!("was killed or aborted: {status}")),
            Some(0..=3) if complaint.contains("panicked") => Some("panicked".to_string()),
            Some(0..=3) if complaint.contains("did not end by itself") => {
                Some("had to be ended from outside".to_string())
            }
            Some(0..=3) if complaint.contains("system has no memory") => {
                Some("took more than the system allows".to_string())
            }
            Some(3) if complaint.is_empty() => Some("was stopped and does not say so".to_string()),
            Some(0..=3) if late > Duration::from_secs(3) && cpu > Duration::from_secs(4) => {
                Some(format!("was {late:.1?} late"))
            }
            Some(0..=3) if memory > MOST => Some(format!("took {} MB", memory >> 20)),
            Some(0..=3) => None,
            Some(code) => Some(format!("ended with exit code {code}")),
        };
        eprintln!("{late:>8.2?} late, {:>4} MB, {:?}: {}", memory >> 20, status.code(), self.line);
        match fault {
            None => Ok(()),
            Some(fault) => Err(format!("`{}` {fault}; it said: {complaint}", self.line)),
        }
    }
}

/// The most memory that a process had in use, and the time that it has worked, where the system tells.
fn usage(process: u32) -> Option<(u64, Duration)> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = most.trim().trim_end_matches("kB").trim().parse().ok()?;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((kilobytes << 10, Duration::from_millis(10 * (user + system))))
}
