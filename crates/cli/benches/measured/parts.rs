//! What it costs to divide a census into parts: processor time of the command and all processes that it begins.

use std::path::Path;
use std::process::{Command, Stdio};

use sprague_measure::{Page, Row};

/// How often each of the two is run, in turns.
const RUNS: usize = 7;

pub fn rows(page: &Page) {
    // In memory it is our own time alone, on a disk also what a file costs there.
    let memory = Path::new("/dev/shm");
    for (place, name) in [(memory, "in memory"), (&std::env::temp_dir(), "on disk")] {
        if place.is_dir() {
            let [undivided, divided, array] = in_turns(place);
            for (ours, how) in [(divided, "--on local"), (array, "the tasks of --on slurm")] {
                let row = Row::new(format!("lr-nim, 2^28 sets, {name}, {how}")).ours(ours);
                page.row(row.against("undivided", undivided).note(format!("the least of {RUNS}")));
            }
        }
    }
}

/// The least times, undivided, in shards, and in shards by the script that would be submitted as an array.
fn in_turns(place: &Path) -> [f64; 3] {
    let folder = place.join(format!("sprague-bench-parts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let census = ["census", "lr-nim", "--min", "2", "--max", "30", "--out"];
    let runs = (0..RUNS).map(|run| {
        // Nothing is removed in between, for a disk remembers that for a while, and makes the next ones pay.
        let (file, parts) = (format!("{run}.parquet"), run.to_string());
        let undivided = worked(&folder, &[&census[..], &[&file]].concat());
        let shards = [&census[..], &[&parts, "--on", "local", "--shards", "64"]].concat();
        let divided = worked(&folder, &shards);
        let tasks = format!("{run}-tasks");
        let shown =
            [&census[..], &[&tasks, "--on", "slurm", "--shards", "64", "--dry-run"]].concat();
        [undivided, divided, tasks_worked(&folder, &shown)]
    });
    let least = runs.fold([f64::INFINITY; 3], |least, these| {
        std::array::from_fn(|place| least[place].min(these[place]))
    });
    std::fs::remove_dir_all(&folder).unwrap();
    least
}

/// The same of the tasks of an array that a command would submit, one after the other.
fn tasks_worked(folder: &Path, arguments: &[&str]) -> f64 {
    let shown = command(folder, arguments).stdout(Stdio::piped()).output().unwrap().stdout;
    let shown = String::from_utf8(shown).unwrap();
    let (first, script) = shown.split_once('\n').unwrap();
    let tasks = first.rsplit_once('=').unwrap().1;
    let before = of_children();
    for task in tasks.split(',') {
        let mut shell = Command::new("bash");
        shell.args(["-c", script]).env("SLURM_ARRAY_TASK_ID", task).current_dir(folder);
        assert!(shell.stderr(Stdio::null()).status().unwrap().success(), "task {task} of {tasks}");
    }
    of_children() - before
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The processor time of a command and its children, in seconds, as the system counts it for those who were waited for.
fn worked(folder: &Path, arguments: &[&str]) -> f64 {
    let before = of_children();
    assert!(command(folder, arguments).status().unwrap().success(), "{arguments:?}");
    of_children() - before
}

fn of_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a system that counts");
    let fields = stat.rsplit_once(')').expect("a name in brackets").1.split_whitespace();
    // In hundredths of a second, on every Linux.
    fields.skip(13).take(2).map(|field| field.parse::<f64>().unwrap_or_default() / 100.0).sum()
}
