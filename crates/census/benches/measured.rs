//! The census against the plain program, in one run: `cargo bench -p sprague-census`.
//!
//! The plain program is what one would write first: two machine words as windows, one AND each a step,
//! all L if the last outcomes are, else Brent's search for a cycle. It is measured on a part of the sets, spread over all.

use std::path::PathBuf;
use std::time::Duration;

use sprague_census::run::{self, Folder};
use sprague_census::vector::Width;
use sprague_census::{Census, Family, LrNim, Question};
use sprague_measure::{Figure, Growth, Page, Row, best, cpu, wait};
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
    let page = Page::open("censuses");
    let width = Width::widest().name();
    for (min, max, expected) in [(2, 29, 116_794_921), (3, 30, 131_500_955)] {
        if page.part(&format!("LR-Subtraction Nim, sets within {min}..{max}, a set; {width}")) {
            family(&page, min, max, expected);
        }
    }
    if page.part("larger families, a set") {
        let (mut growth, mut last) = (Growth::default(), Figure::Time(0.0));
        let sizes = [20, 24, 28, 32, 34];
        let sizes = &sizes[..if page.deep() { 5 } else { 4 }];
        for &max in sizes {
            let counting = census(2, max, false, false);
            let (_, time) = best(if max < 30 { 3 } else { 1 }, || left(&counting, 1));
            last = Figure::Time(time.as_secs_f64() / counting.family.total() as f64);
            growth.step(last);
        }
        let row = Row::new(format!("sets within 2..{}", sizes[sizes.len() - 1])).ours(last);
        page.row(row.growth(format!("from 2..20 on, sixteen times the sets: {}", growth.steps())));
    }
}

fn family(page: &Page, min: u32, max: u32, expected: u64) {
    let family = LrNim::new(min, max).unwrap();
    let sample = family.total() / 64;
    let (_, time) = best(2, || {
        (0..sample).filter(|&i| plain(family.set(i * 64 + i * 2654435761 % 64))).count()
    });
    let by_plain = Figure::Time(time.as_secs_f64() / sample as f64);
    let a_set = |time: Duration| Figure::Time(time.as_secs_f64() / family.total() as f64);
    // In turns, for a machine may be faster or slower for a while.
    let [counting, detailed, written] =
        [[false, false], [true, false], [true, true]].map(|[c, r]| census(min, max, c, r));
    let (mut times, mut waits, mut size) = ([Duration::MAX; 3], [Duration::MAX; 4], 0);
    for _ in 0..3 {
        let turn = [
            cpu(|| assert_eq!(left(&counting, 1), expected)).1,
            cpu(|| left(&detailed, 1)).1,
            cpu(|| size = rows(&written, 1)).1,
        ];
        times.iter_mut().zip(turn).for_each(|(time, now)| *time = (*time).min(now));
        let turn = [
            wait(1, || left(&counting, 1)).1,
            wait(1, || left(&counting, 2)).1,
            wait(1, || rows(&written, 1)).1,
            wait(1, || rows(&written, 2)).1,
        ];
        waits.iter_mut().zip(turn).for_each(|(time, now)| *time = (*time).min(now));
    }
    let [one, cycles, parquet] = times.map(a_set);
    let by_two = |one: Duration, two: Duration| {
        format!("two threads: {:.2}x", one.as_secs_f64() / two.as_secs_f64())
    };
    let row = Row::new("counted").ours(one).against("the plain program", by_plain);
    page.row(row.note(by_two(waits[0], waits[1])));
    page.row(Row::new("with all periods").ours(cycles).against("counting alone", one));
    let row = Row::new("with all periods, and rows in a file").ours(parquet);
    let each = size as f64 / family.total() as f64;
    let row = row.against("counting alone", one).note(by_two(waits[2], waits[3]));
    page.row(row.note(format!("{each:.2} bytes a row")));
}
