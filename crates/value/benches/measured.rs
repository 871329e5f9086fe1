//! What the arena gains, as ratios: `cargo bench -p sprague-value`.
//!
//! Compared are the textbook twin in the same run, and published figures of the crate `cgt` 0.11.

use std::rc::Rc;

use sprague_measure::{Figure, Growth, Page, Row, best};
use sprague_rules::parse_ruleset;
use sprague_value::domineering::{self, Board};
use sprague_value::ruleset::{Positions, heaps};
use sprague_value::{Arena, Evaluator, Plain, ZERO};

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
    let page = Page::open("partizan values");
    if page.part("against published figures of cgt 0.11") {
        published(&page);
    }
    if page.part("against the textbook") {
        let (_, ours) = best(5, || all_subsets(3, 4));
        let (_, plain) = best(1, || plain_subsets(3, 4));
        let row = Row::new("domineering, all 4096 subsets of 3x4").ours(ours);
        page.row(row.against("trees of vectors", plain));
    }
    if page.part("later birthdays") {
        birthdays(&page);
    }
}

fn published(page: &Page) {
    let ((arena, distinct), time) = best(3, || all_subsets(4, 5));
    assert_eq!(distinct, 5891);
    let row = Row::new("domineering, all 1048576 subsets of 4x5").ours(time);
    page.row(row.against("cgt, as published", 5.1).note("5891 values"));
    let (values, all) = (arena.bytes_of_values(), arena.bytes());
    let row = Row::new("bytes a value of these");
    let row = row.ours(Figure::Bytes(values as f64 / arena.len() as f64));
    page.row(row.note(format!("with all that is remembered {}", all / arena.len())));
    let (value, time) = best(3, || {
        let board = Board::empty(5, 5).expect("a small board");
        domineering::value(&mut Arena::new(), board)
    });
    assert_eq!(value, Ok(ZERO));
    let row = Row::new("domineering, the empty 5x5 board").ours(time);
    page.row(row.against("cgt, as published", 8.5));
    let (_, time) = best(3, || Arena::new().parse("Heat(*12,1)").expect("a game"));
    page.row(Row::new("Heat(*12,1)").ours(time).against("cgt, as published", 6.0));
}

fn birthdays(page: &Page) {
    let ruleset = parse_ruleset("lr-nim(2,3,6)").expect("in the catalogue");
    let mut growth = Growth::default();
    for to in [1000, 2000, 4000, 8000] {
        let (day, time) = best(3, || {
            let mut arena = Arena::new();
            let positions = Positions::new(&ruleset, &mut arena).expect("has values");
            let values = heaps(&mut arena, &mut Evaluator::new(positions), to).expect("fits");
            arena.birthdays(&values).into_iter().max().expect("a heap")
        });
        growth.step(time);
        if to == 8000 {
            let row = Row::new(format!("lr-nim(2,3,6) to {to}")).ours(time);
            let row = row.growth(format!("twice as far: {}", growth.steps()));
            page.row(row.note(format!("latest birthday {day}")));
        }
    }
    let mut growth = Growth::default();
    for n in [1000, 10_000, 100_000] {
        let (_, time) = best(1, || Arena::new().up_powers(n));
        growth.step(time);
        if n == 100_000 {
            let row = Row::new(format!("^[{n}], born on day {}", n + 1)).ours(time);
            page.row(row.growth(format!("ten times as late: {}", growth.steps())));
        }
    }
}
