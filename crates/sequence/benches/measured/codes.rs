//! Octal codes against both twins: all of two digits, of which 0.00 has no moves, and a sample of three.

use std::time::Duration;

use sprague_measure::{Page, Row, best, cpu};
use sprague_rules::{HeapMoves, Leave, parse_ruleset};
use sprague_sequence::{NimValues, Sequence, Terms};
use sprague_solve::heaps::HeapValues;
use sprague_solve::{Budget, Watch};

use crate::twins::{plain, rare_common};

/// Where codes split, the plain loop is run to here and no further: it looks at all splits, a quadratic number of them.
const NEAR: u32 = 20_000;
/// How long a code may take us before it is compared at a smaller size; how long the split into rare and common values may take
/// before the rest is taken to go on as fast.
const OURS: Duration = Duration::from_secs(4);
const SPLIT: Duration = Duration::from_secs(2);
/// A kernel that is not so far ahead is compared with its law, too.
const CLOSE: f64 = 1.5;
/// What takes less is done several times.
const SHORT: Duration = Duration::from_millis(50);

/// One code, to some heap.
struct Measured {
    code: String,
    to: u32,
    /// By the kernel alone.
    kernel: Duration,
    /// As `sprague sequence` does it, which looks for a law from time to time, where the kernel alone is not far ahead.
    asked: Option<Duration>,
    /// The better twin.
    twin: Duration,
    /// Was it run to the end?
    whole: bool,
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.over(self.kernel)
    }

    /// How many times longer the twin takes.
    fn over(&self, time: Duration) -> f64 {
        self.twin.as_secs_f64() / time.as_secs_f64()
    }
}

fn octal_codes() -> (Vec<String>, Vec<String>) {
    let two = (1..64).map(|code| format!("0.{code:02o}"));
    let three = (0..100).map(|i| format!("0.{:03o}", 64 + (i * 149 + 3) % 448));
    (two.collect(), three.collect())
}

/// To 20,000; if deep, to 10^6.
pub fn rows(page: &Page) {
    let to = if page.deep() { 1_000_000 } else { NEAR };
    let (two, three) = octal_codes();
    for (digits, codes) in [("two", two), ("three", three)] {
        let mut all: Vec<Measured> = codes.into_iter().map(|code| measure(code, to)).collect();
        all.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
        let mean = all.iter().map(|one| one.ratio().ln()).sum::<f64>() / all.len() as f64;
        let sum = |of: &dyn Fn(&Measured) -> Duration| all.iter().map(of).sum::<Duration>();
        let fewer = all.iter().filter(|one| one.to < to).count();
        let beyond = all.iter().filter(|one| !one.whole).count();
        let slower = all.iter().filter(|one| one.ratio() < 1.0).count();
        let row = Row::new(format!("{} codes of {digits} digits to {to}", all.len()));
        let row = row.ours(sum(&|one| one.kernel)).against("the better twin", sum(&|one| one.twin));
        let row = row.ratio(mean.exp()).note(format!("the geometric mean; {slower} slower"));
        page.row(row.note(format!("{fewer} to fewer heaps, {beyond} twins extrapolated")));
        for one in all.iter().take(slower.max(3)) {
            let row = Row::new(format!("the next to the twin: {} to {}", one.code, one.to));
            let row = row.ours(one.kernel).against("the better twin", one.twin);
            let with_law = one.asked.map(|asked| format!("{:.2}x with its law", one.over(asked)));
            page.row(with_law.into_iter().fold(row, Row::note));
        }
    }
}

fn measure(code: String, most: u32) -> Measured {
    let ruleset = parse_ruleset(&format!("octal({code})")).expect("a code");
    let moves = HeapMoves::of(&ruleset).expect("a code");
    let fresh = || HeapValues::new(&ruleset, 4 << 30);
    let reach = |heaps: &mut HeapValues, size: u32| {
        cpu(|| heaps.reach(size, &Watch::new(None)).expect("there is no limit")).1
    };
    let (mut heaps, mut to, mut kernel) = (fresh(), 0, Duration::ZERO);
    for size in [most / 8, most / 4, most / 2, most] {
        if 4 * kernel < OURS {
            kernel += reach(&mut heaps, size);
            to = size;
        }
    }
    if kernel < SHORT {
        kernel = (0..5).map(|_| reach(&mut fresh(), to)).fold(kernel, Duration::min);
    }
    let values = heaps.into_values();
    let (twin, whole) = twins(&code, &moves.leaves, to, &values);
    let mut measured = Measured { code, to, kernel, asked: None, twin, whole };
    if measured.ratio() < CLOSE {
        let watch = Watch::new(None);
        let (sequence, asked) =
            several(|| Sequence::compute(&ruleset, to, &Budget::default(), &watch));
        assert_eq!(sequence.expect("there is no limit").terms, Terms::NimValues(values));
        measured.asked = Some(asked);
    }
    measured
}

/// The least time of some runs, where one is short.
fn several<T>(mut run: impl FnMut() -> T) -> (T, Duration) {
    let (made, time) = cpu(&mut run);
    if time > SHORT { (made, time) } else { best(5, run) }
}

/// The time of the better twin, and whether it was run to the end.
fn twins(code: &str, leaves: &[Leave], to: u32, values: &NimValues) -> (Duration, bool) {
    let same = |found: &[u16]| found.iter().zip(values.iter()).all(|(&a, b)| u32::from(a) == b);
    let splits = leaves.iter().any(|leave| leave.parts == 2);
    let near = if splits { to.min(NEAR) } else { to };
    let (found, loops) = several(|| plain(leaves, near as usize));
    assert!(same(&found), "{code}");
    let further = f64::from(to) / f64::from(near);
    let loops = loops.mul_f64(further * further);
    if !splits {
        return (loops, true);
    }
    let begun = std::time::Instant::now();
    let goes_on = || begun.elapsed() < SPLIT;
    let (found, split) = match loops > SPLIT {
        true => cpu(|| rare_common(leaves, to as usize, goes_on)),
        false => several(|| rare_common(leaves, to as usize, || true)),
    };
    assert!(same(&found), "{code}");
    let reached = found.len() as f64 / (f64::from(to) + 1.0);
    // Larger heaps take longer: it is at least this.
    let split = split.div_f64(reached);
    match split < loops {
        true => (split, reached == 1.0),
        false => (loops, near == to),
    }
}
