//! The census against the plain program, in one run: `cargo bench -p sprague-census`.
//!
//! The plain program is what one would write first: two machine words as windows, one AND each a step,
//! all L if the last outcomes are, else Brent's search for a cycle. Times are the best of a few; where a
//! plain time would take minutes it is measured on a part of the sets, spread over all.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use sprague_census::run::{self, Folder};
use sprague_census::vector::Width;
use sprague_census::{Census, Family, LrNim, Question};
use sprague_solve::Watch;

/// Is a set L for ever? By two windows, set by set.
fn plain(set: u64) -> bool {
    let (least, most) = (set.trailing_zeros(), set.ilog2());
    let (mask, reach) = (set >> 1, u64::MAX >> (64 - most));
    let (mut right_loses, mut left_loses) = (0u64, 0u64);
    for heap in 0..least {
        right_loses = right_loses << 1 | u64::from(heap % 2 == 0);
        left_loses = left_loses << 1 | u64::from(heap % 2 == 1);
    }
    let (mut kept, mut power, mut steps) = ((right_loses, left_loses), 1u32, 0u32);
    loop {
        let (left, right) = (right_loses & mask != 0, left_loses & mask != 0);
        right_loses = (right_loses << 1 | u64::from(!right)) & reach;
        left_loses = (left_loses << 1 | u64::from(!left)) & reach;
        if right_loses == reach && left_loses == 0 {
            return true;
        }
        if (right_loses, left_loses) == kept {
            return false;
        }
        steps += 1;
        if steps == power {
            (kept, power, steps) = ((right_loses, left_loses), 2 * power, 0);
        }
    }
}

/// The time of the best of a few runs, in seconds, and the answer.
fn best<T>(runs: u32, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let started = Instant::now();
        let answer = black_box(work());
        (started.elapsed().as_secs_f64(), answer)
    };
    let mut best = timed();
    for _ in 1..runs {
        let next = timed();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

fn census(min: u32, max: u32, cycles: bool, rows: bool) -> Census {
    let family = Family::LrNim(LrNim::new(min, max).unwrap());
    Census::new(family, Question { cycles, preperiods: cycles && !rows, rows, top: 1 })
}

fn left(census: &Census, threads: usize) -> u64 {
    run::in_memory(census, threads, &Watch::new(None)).unwrap().all.left
}

/// All rows, into a file.
fn rows(census: &Census, threads: usize) -> u64 {
    let path: PathBuf = std::env::temp_dir().join(format!("sprague-bench-{}", std::process::id()));
    let folder = Folder::open(&path.join("run"), census).unwrap();
    folder.run(census, threads, &Watch::new(None)).unwrap();
    let file = path.join("rows.parquet");
    folder.hand_over(&file).unwrap();
    let size = std::fs::metadata(&file).unwrap().len();
    std::fs::remove_dir_all(&path).unwrap();
    size
}

fn main() {
    let width = Width::widest().name();
    println!("LR-Subtraction Nim, {width}; times of one thread unless said otherwise\n");
    for (min, max, expected) in [(2, 29, 116_794_921), (3, 30, 131_500_955)] {
        let family = LrNim::new(min, max).unwrap();
        let sets = family.total() as f64;
        let sample = family.total() / 64;
        let (plain_time, _) = best(2, || {
            (0..sample).filter(|&i| plain(family.set(i * 64 + i * 2654435761 % 64))).count()
        });
        let plain_ns = plain_time * 1e9 / sample as f64;
        // In turns, for a machine may be faster or slower for a while.
        let [counting, detailed, written] =
            [[false, false], [true, false], [true, true]].map(|[c, r]| census(min, max, c, r));
        let mut times = [f64::MAX; 5];
        let mut size = 0;
        for _ in 0..5 {
            let turn = [
                best(1, || assert_eq!(left(&counting, 1), expected)).0,
                best(1, || left(&detailed, 1)).0,
                best(1, || size = rows(&written, 1)).0,
                best(1, || left(&counting, 2)).0,
                best(1, || rows(&written, 2)).0,
            ];
            times.iter_mut().zip(turn).for_each(|(time, now)| *time = time.min(now));
        }
        let ns = times.map(|time| time * 1e9 / sets);
        let [one, cycles, parquet, two, parquet_by_two] = ns;
        println!("min {min} max {max}: {expected} of {sets} sets are L for ever");
        println!("  plain program       {plain_ns:8.2} ns a set");
        println!("  census              {one:8.2} ns a set, {:.1} times as fast", plain_ns / one);
        println!("  two threads         {two:8.2} ns a set, {:.2} times as fast", one / two);
        println!("  with all periods    {cycles:8.2} ns a set, {:.2} times counting", cycles / one);
        println!(
            "  and rows in a file  {parquet:8.2} ns a set, {:.2} times counting, {:.2} times with all \
             periods, {:.2} bytes a row",
            parquet / one,
            parquet / cycles,
            size as f64 / sets
        );
        println!(
            "  by two threads      {parquet_by_two:8.2} ns a set, {:.2} times counting by two\n",
            parquet_by_two / two
        );
    }
    println!("how it grows, min 2:");
    for max in [20, 24, 29, 32, 34] {
        let counting = census(2, max, false, false);
        let runs = if max < 30 { 3 } else { 1 };
        let (time, counted) = best(runs, || left(&counting, 1));
        let sets = counting.family.total() as f64;
        println!(
            "  max {max}: {:6.2} ns a set, {:.3} % L",
            time * 1e9 / sets,
            100.0 * counted as f64 / sets
        );
    }
}
