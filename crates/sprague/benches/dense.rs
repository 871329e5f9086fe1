//! What a dense table costs beyond the bare computation of it, for two piles up to 1000.

use std::hint::black_box;
use std::time::Instant;

use sprague::{Library, Outcome, Session};
use sprague_solve::{Question, Region};

fn seconds<T>(mut run: impl FnMut() -> T) -> f64 {
    let timed = |_| {
        let clock = Instant::now();
        black_box(run());
        clock.elapsed().as_secs_f64()
    };
    (0..3).map(timed).fold(f64::INFINITY, f64::min)
}

fn main() {
    let session = Session::new();
    println!("{:<10} {:>9} {:>9} {:>6}", "game", "bare", "matrix", "ratio");
    for name in ["wythoff", "minnie", "jennifer"] {
        let ruleset = Library::catalogue().ruleset(name).expect("it is in the catalogue");
        let region = Region::new(&ruleset, 2, 1000);
        let bare = seconds(|| {
            Question::about_region(&ruleset, region).nim_values().solver().expect("it fits")
        });
        let matrix = seconds(|| {
            let request = session.table(&ruleset).piles(2).max(1000).nim_values();
            let mut table = request.compute().expect("it fits");
            table.nim_square(&[], 0).expect("the values fit")
        });
        println!("{name:<10} {bare:>8.3}s {matrix:>8.3}s {:>6.2}", matrix / bare);
        let mut table = session.table(&ruleset).piles(2).max(1000).compute().expect("it fits");
        let losing = seconds(|| table.positions_with(Outcome::P).expect("it is computed"));
        println!("{name:<10} the P-positions as an array: {losing:.3}s");
    }
}
