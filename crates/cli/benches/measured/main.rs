//! What speed was promised, as ratios against the plain method in the same run.
//!
//! `cargo bench -p sprague-cli` prints: tables from a rule text, built in and from a user's file, against
//! move generators written by hand; the bit-parallel kernel for unit moves against a plain ranked
//! sweep; how times grow with piles and sizes; how long commands take to start; and what it costs to divide a
//! census into parts.

mod by_hand;
mod parts;

use std::process::{Command, Stdio};

use sprague_measure::{Figure, Growth, Page, Row, best, wait};
use sprague_rules::{Game, Ruleset, parse_ruleset};
use sprague_solve::plain_units::PlainTable;
use sprague_solve::region::Ranking;
use sprague_solve::units::UnitMoves;
use sprague_solve::{Budget, Kernel, Question, Region, Solver, Wanted, Watch};

use by_hand::{ByHand, Mine, Minnie, Ranks, Wynnie};

fn main() {
    let page = Page::open("tables and commands");
    // Outcomes may be tested many at a time; nim-values look at every option.
    if page.part("a rule text, compiled, on one thread") {
        from_text::<Minnie>(&page, 200, Wanted::Outcomes);
        from_text::<Wynnie>(&page, 2000, Wanted::Outcomes);
        from_text::<Mine>(&page, 150, Wanted::Outcomes);
        from_text::<Minnie>(&page, 120, Wanted::NimValues);
        from_text::<Wynnie>(&page, 800, Wanted::NimValues);
        from_text::<Mine>(&page, 100, Wanted::NimValues);
    }
    if page.part("unit moves, 64 positions to a word") {
        units(&page, "ooooob-b", 25, 11);
        units(&page, "ooooob-c", 12, 14);
    }
    if page.part("larger tables, a position") {
        for (game, sizes) in [
            ("ooooob-b", &[(15, 8), (20, 8), (25, 8), (30, 8)][..]),
            ("ooooob-b", &[(20, 8), (20, 10), (20, 12)]),
            ("ooooob-c", &[(8, 12), (10, 12), (12, 12), (14, 12)]),
            ("ooooob-c", &[(12, 12), (12, 14), (12, 16)]),
            ("minnie", &[(3, 100), (3, 200), (3, 400)]),
            ("minnie", &[(2, 100), (3, 100), (4, 100)]),
        ] {
            grow(&page, game, sizes);
        }
    }
    if page.part("from the start of a command to its end, as one waits for it") {
        for arguments in [
            &["games"][..],
            &["solve", "minnie", "3,8"],
            &["solve", "lr-nim(2,3)", "100"],
            &["solve", "kayles", "1000000000"],
            &["table", "wythoff", "--piles", "2", "--max", "20"],
            &["--help"],
        ] {
            start_up(&page, arguments);
        }
    }
    if page.part("a census with rows in 64 shards, by processes of this machine") {
        parts::rows(&page);
    }
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

fn from_text<G: ByHand>(page: &Page, max: u32, wanted: Wanted) {
    let built_in = parse_ruleset(G::NAME).unwrap();
    let text = sprague_rules::catalogue::text(G::NAME).unwrap();
    let users = Game::from_text(text).unwrap().library().ruleset(G::NAME).unwrap();

    let region = Region::new(&built_in, G::PLACES, max);
    let ranking = Ranking::new(region);
    let ranks = Ranks { ranks: &ranking.terms, sizes: max as usize + 1 };
    let watch = Watch::new(None);
    let text = |ruleset| best(5, || solver(ruleset, region, wanted, 1, &watch).choice.kernel).1;
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
            best(3, || by_hand::outcomes::<G>(&ranks)).1
        }
        Wanted::NimValues => {
            let values = by_hand::nim_values::<G>(&ranks);
            check(&|rank, table, position| {
                table.nim_value(position).unwrap() == Some(values[rank as usize].into())
            });
            best(3, || by_hand::nim_values::<G>(&ranks)).1
        }
    };
    let what = if wanted == Wanted::Outcomes { "outcomes" } else { "nim-values" };
    let row = Row::new(format!("{}, {} piles to {max}, {what}", G::NAME, G::PLACES));
    page.row(row.ours(ours.max(theirs)).against("moves written by hand", hand));
}

fn units(page: &Page, game: &str, piles: usize, max: u32) {
    let ruleset = parse_ruleset(game).unwrap();
    let region = Region::new(&ruleset, piles, max);
    let watch = Watch::new(None);
    let all = Budget::default().threads;
    let table = |threads| solver(&ruleset, region, Wanted::Outcomes, threads, &watch);
    let ours = best(3, || table(1).choice.kernel).1;
    let (one, every) =
        (wait(3, || table(1).choice.kernel).1, wait(3, || table(all).choice.kernel).1);
    let units = ruleset.unit_moves().unwrap();
    let moves = UnitMoves::new(&units.sizes, units.each, false);
    let plain = best(1, || PlainTable::compute(&moves, piles, max as usize)).1;
    let row = Row::new(format!("{game}, {piles} piles to {max}")).ours(ours);
    let row = row.against("a plain ranked sweep", plain);
    let threads = one.as_secs_f64() / every.as_secs_f64();
    page.row(row.note(format!("{all} threads: {threads:.2}x; {}", table(1).size())));
}

/// Larger and larger regions of a game, and what a position costs.
fn grow(page: &Page, game: &str, sizes: &[(usize, u32)]) {
    let ruleset = parse_ruleset(game).unwrap();
    let watch = Watch::new(None);
    let (mut growth, mut last) = (Growth::default(), Figure::Time(0.0));
    for &(piles, max) in sizes {
        let region = Region::new(&ruleset, piles, max);
        let table = || solver(&ruleset, region, Wanted::Outcomes, 1, &watch).choice.kernel;
        let time = best(3, table).1.as_secs_f64();
        last = Figure::Time(time / region.positions().unwrap() as f64);
        growth.step(last);
    }
    let ((piles, max), (from, least)) = (sizes[sizes.len() - 1], sizes[0]);
    let row = Row::new(format!("{game}, {piles} piles to {max}")).ours(last);
    page.row(row.growth(format!("from {from} piles to {least} on: {}", growth.steps())));
}

fn start_up(page: &Page, arguments: &[&str]) {
    let (_, time) = wait(20, || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
        command.args(arguments).stdout(Stdio::null()).status().unwrap()
    });
    page.row(Row::new(format!("sprague {}", arguments.join(" "))).ours(time));
}
