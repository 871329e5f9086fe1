//! What speed was promised, as ratios against the plain method in the same run.
//!
//! `cargo bench -p sprague-cli` prints: tables from a rule text, built in and from a user's file, against
//! move generators written by hand; the bit-parallel kernel for unit moves against a plain ranked
//! sweep; how times grow with piles and sizes; and how long commands take to start.

mod by_hand;

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Instant;

use sprague_rules::{Ruleset, parse_ruleset};
use sprague_solve::plain_units::PlainTable;
use sprague_solve::region::Ranking;
use sprague_solve::units::UnitMoves;
use sprague_solve::{Budget, Kernel, Question, Region, Solver, Wanted, Watch};

use by_hand::{ByHand, Mine, Minnie, Ranks, Wynnie};

fn main() {
    println!("A rule text against a move generator written by hand, both on one thread");
    println!("(outcomes may be tested many at a time; nim-values look at every option):\n");
    println!(
        "{:8} {:>14}  {:>10} {:>10} {:>10}  {:>8}",
        "", "", "built in", "user's", "by hand", "ratio"
    );
    from_text::<Minnie>(200, Wanted::Outcomes);
    from_text::<Wynnie>(2000, Wanted::Outcomes);
    from_text::<Mine>(150, Wanted::Outcomes);
    from_text::<Minnie>(120, Wanted::NimValues);
    from_text::<Wynnie>(800, Wanted::NimValues);
    from_text::<Mine>(100, Wanted::NimValues);

    println!("\nUnit moves against a plain ranked sweep on one thread:\n");
    println!(
        "{:8} {:>14}  {:>10} {:>10} {:>10}  {:>8}",
        "", "", "all cores", "one", "plain", "ratio"
    );
    units("ooooob-b", 25, 11);
    units("ooooob-c", 12, 14);

    println!("\nHow time grows (all cores):\n");
    for (game, sizes) in [
        ("ooooob-b", [(15, 8), (20, 8), (25, 8), (30, 8), (20, 10), (20, 12)]),
        ("ooooob-c", [(8, 12), (10, 12), (12, 12), (14, 12), (12, 14), (12, 16)]),
        ("minnie", [(2, 400), (3, 100), (3, 200), (3, 400), (4, 50), (4, 100)]),
    ] {
        for (piles, max) in sizes {
            grow(game, piles, max);
        }
    }

    println!("\nFrom the start of a command to its end:\n");
    for arguments in [
        &["games"][..],
        &["solve", "minnie", "3,8"],
        &["solve", "lr-nim(2,3)", "100"],
        &["table", "wythoff", "--piles", "2", "--max", "20"],
        &["--help"],
    ] {
        start_up(arguments);
    }
}

/// The least seconds of some runs.
fn seconds<T>(runs: usize, mut run: impl FnMut() -> T) -> f64 {
    let timed = |_| {
        let clock = Instant::now();
        black_box(run());
        clock.elapsed().as_secs_f64()
    };
    (0..runs).map(timed).fold(f64::INFINITY, f64::min)
}

fn solver(
    ruleset: &Ruleset,
    region: Region,
    wanted: Wanted,
    threads: usize,
    watch: &Watch,
) -> Solver {
    let budget = Budget { threads, ..Budget::default() };
    let question = Question::about_region(ruleset, region).wanted(wanted);
    question.budget(&budget).watch(watch).solver().unwrap()
}

fn from_text<G: ByHand>(max: u32, wanted: Wanted) {
    let built_in = parse_ruleset(G::NAME).unwrap();
    let path = std::env::temp_dir().join(format!("sprague-bench-{}.game", std::process::id()));
    std::fs::write(&path, sprague_rules::catalogue::text(G::NAME).unwrap()).unwrap();
    let users = parse_ruleset(path.to_str().unwrap()).unwrap();
    std::fs::remove_file(&path).unwrap();

    let region = Region::new(&built_in, G::PLACES, max);
    let ranking = Ranking::new(region);
    let ranks = Ranks { ranks: &ranking.terms, sizes: max as usize + 1 };
    let watch = Watch::new(None);
    let text = |ruleset| seconds(5, || solver(ruleset, region, wanted, 1, &watch).choice.kernel);
    let (ours, theirs) = (text(&built_in), text(&users));
    let mut table = solver(&built_in, region, wanted, 1, &watch);
    assert_eq!(table.choice.kernel, Kernel::Native);
    let mut check = |matches: &dyn Fn(u64, &mut Solver, &[u32]) -> bool| {
        region.visit_full(&mut |position| {
            assert!(matches(ranking.rank(position), &mut table, position), "{position:?}");
            true
        });
    };
    let hand = match wanted {
        Wanted::Outcomes => {
            let lost = by_hand::outcomes::<G>(&ranks);
            check(&|rank, table, position| {
                let p = lost[rank as usize / 64] >> (rank % 64) & 1 == 1;
                p == (table.outcome(position).unwrap() == sprague_rules::Outcome::P)
            });
            seconds(3, || by_hand::outcomes::<G>(&ranks))
        }
        Wanted::NimValues => {
            let values = by_hand::nim_values::<G>(&ranks);
            check(&|rank, table, position| {
                table.nim_value(position).unwrap() == Some(values[rank as usize].into())
            });
            seconds(3, || by_hand::nim_values::<G>(&ranks))
        }
    };
    let region = format!("{} piles <= {max}", G::PLACES);
    let what = if wanted == Wanted::Outcomes { "outcomes" } else { "nim-values" };
    println!(
        "{:8} {region:>14}  {ours:8.4} s {theirs:8.4} s {hand:8.4} s  {:8.3}  {what}",
        G::NAME,
        ours.max(theirs) / hand
    );
}

fn units(game: &str, piles: usize, max: u32) {
    let ruleset = parse_ruleset(game).unwrap();
    let region = Region::new(&ruleset, piles, max);
    let watch = Watch::new(None);
    let all = Budget::default().threads;
    let time = |threads| {
        seconds(3, || solver(&ruleset, region, Wanted::Outcomes, threads, &watch).choice.kernel)
    };
    let (both, one) = (time(all), time(1));
    let units = ruleset.unit_moves().unwrap();
    let moves = UnitMoves::new(&units.sizes, units.each, false);
    let plain = seconds(1, || PlainTable::compute(&moves, piles, max as usize));
    let table = solver(&ruleset, region, Wanted::Outcomes, all, &watch);
    println!(
        "{game:8} {:>14}  {both:8.4} s {one:8.4} s {plain:8.4} s  {:8.1}  {}",
        format!("{piles} piles <= {max}"),
        plain / both,
        table.size(),
    );
}

fn grow(game: &str, piles: usize, max: u32) {
    let ruleset = parse_ruleset(game).unwrap();
    let region = Region::new(&ruleset, piles, max);
    let watch = Watch::new(None);
    let all = Budget::default().threads;
    let time = seconds(3, || solver(&ruleset, region, Wanted::Outcomes, all, &watch).choice.kernel);
    let positions = region.positions().unwrap();
    println!(
        "{game:8} {:>14}  {time:8.4} s  {positions:12} positions  {:6.2} ns each",
        format!("{piles} piles <= {max}"),
        time / positions as f64 * 1e9
    );
}

fn start_up(arguments: &[&str]) {
    let time = seconds(20, || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
        command.args(arguments).stdout(Stdio::null()).status().unwrap()
    });
    println!("{:6.1} ms  sprague {}", time * 1e3, arguments.join(" "));
}
