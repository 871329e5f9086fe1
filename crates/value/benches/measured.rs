//! What the arena gains, as ratios: `cargo bench -p sprague-value`.
//!
//! Each line gives the time of one task, and how many times faster that is than the figure it is
//! compared with: the textbook twin in the same run, or a published figure of the crate `cgt` 0.11.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use sprague_rules::parse_ruleset;
use sprague_value::domineering::{self, Board};
use sprague_value::ruleset::{Positions, heaps};
use sprague_value::{Arena, Evaluator, Plain, ZERO};

/// Seconds that the work takes, the best of some runs, and what the last one made.
fn timed<T>(runs: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut made = None;
    for _ in 0..runs {
        let start = Instant::now();
        made = Some(black_box(work()));
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, made.expect("at least one run"))
}

fn line(task: &str, seconds: f64, against: &str, other: f64) {
    println!("{task:<58} {:>10.1} ms   {:>8.0}x  {against}", seconds * 1e3, other / seconds);
}

fn all_subsets(rows: usize, columns: usize) -> (Arena, usize) {
    let mut arena = Arena::new();
    let board = Board::empty(rows, columns).expect("a small board");
    let mut values = domineering::all_subsets(&mut arena, board).expect("within memory");
    values.sort_unstable();
    values.dedup();
    (arena, values.len())
}

/// The same table with trees of vectors.
fn plain_subsets(rows: u32, columns: u32) -> Vec<Rc<Plain>> {
    let cells = rows * columns;
    let mut table: Vec<Rc<Plain>> = Vec::with_capacity(1 << cells);
    for board in 0..1u32 << cells {
        let take = |first: u32, second: u32| {
            let domino = 1 << first | 1 << second;
            (board & domino == domino).then(|| table[(board & !domino) as usize].clone())
        };
        let vertical = (0..cells - columns).filter_map(|at| take(at, at + columns)).collect();
        let horizontal = (0..cells - 1).filter(|at| (at + 1) % columns != 0);
        let horizontal = horizontal.filter_map(|at| take(at, at + 1)).collect();
        let game = Plain { left: vertical, right: horizontal };
        table.push(game.canonical());
    }
    table
}

fn main() {
    println!("against published figures of cgt 0.11");
    let (seconds, (arena, distinct)) = timed(3, || all_subsets(4, 5));
    assert_eq!(distinct, 5891);
    line("domineering, all 1048576 subsets of 4x5 (5891 values)", seconds, "5.1 s", 5.1);
    let (values, all) = (arena.bytes_of_values() / arena.len(), arena.bytes() / arena.len());
    println!("    bytes a stored value: {values}; with all that is remembered: {all}");
    let (seconds, value) = timed(3, || {
        let board = Board::empty(5, 5).expect("a small board");
        domineering::value(&mut Arena::new(), board)
    });
    assert_eq!(value, Ok(ZERO));
    line("domineering, the empty 5x5 board", seconds, "8.5 s", 8.5);
    let (seconds, _) = timed(3, || Arena::new().parse("Heat(*12,1)").expect("a game"));
    line("Heat(*12,1)", seconds, "6 s", 6.0);

    println!("against the textbook, in this run");
    let (fast, _) = timed(5, || all_subsets(3, 4));
    let (plain, _) = timed(1, || plain_subsets(3, 4));
    line("domineering, all 4096 subsets of 3x4", fast, "trees of vectors", plain);

    println!("how times grow");
    let ruleset = parse_ruleset("lr-nim(2,3,6)").expect("in the catalogue");
    let mut before = None;
    for to in [1000, 2000, 4000, 8000] {
        let (seconds, day) = timed(3, || {
            let mut arena = Arena::new();
            let positions = Positions::new(&ruleset, &mut arena).expect("has values");
            let values = heaps(&mut arena, &mut Evaluator::new(positions), to).expect("fits");
            arena.birthdays(&values).into_iter().max().expect("a heap")
        });
        let growth = before.map_or(1.0, |before| seconds / before);
        println!(
            "lr-nim(2,3,6) to n = {to:<5} {:>8.1} ms, {growth:.1}x; latest birthday {day}",
            seconds * 1e3
        );
        before = Some(seconds);
    }
    for n in [10_000, 100_000] {
        let (seconds, _) = timed(1, || Arena::new().up_powers(n));
        println!("^[{n}], born on day {}: {:.1} ms", n + 1, seconds * 1e3);
    }
}
