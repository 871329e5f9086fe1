//! One heap, measured: each kernel against a plain loop in the same run, and how times grow.
//!
//! `cargo bench -p sprague-sequence`; add `-- deep` for what takes long.

mod codes;
mod twins;

use std::time::Duration;

use sprague_measure::{Figure, Growth, Page, Row, cpu};
use sprague_rules::{Ruleset, parse_ruleset};
use sprague_sequence::{NimValues, Sequence, Verdict};
use sprague_solve::heaps::HeapValues;
use sprague_solve::{Budget, Watch, window};

fn main() {
    let page = Page::open("one heap");
    if page.part("bytes a term") {
        memory(&page);
    }
    if page.part("octal codes, by the kernel alone") {
        codes::rows(&page);
    }
    if page.part("larger heaps, by the kernel alone") {
        growth(&page);
    }
    if page.part("regularity found and proved, from nothing") {
        proofs(&page);
    }
    if page.part("cuts into several parts") {
        cut(&page);
    }
    if page.part("subtraction, a term") {
        subtraction(&page);
    }
}

fn ruleset(expression: &str) -> Ruleset {
    parse_ruleset(expression).expect("a ruleset of the catalogue")
}

fn values(ruleset: &Ruleset, to: u32) -> NimValues {
    let mut heaps = HeapValues::new(ruleset, 4 << 30);
    heaps.reach(to, &Watch::new(None)).expect("there is no limit");
    heaps.into_values()
}

/// So many heaps a second.
fn rate(heaps: u32, time: Duration) -> String {
    format!("{:.2} million heaps a second", f64::from(heaps) / time.as_secs_f64() / 1e6)
}

/// What it costs to go twice as far, again and again.
fn growth(page: &Page) {
    for (game, far) in [
        ("octal(0.6)", 100_000_000),
        ("octal(0.04)", 10_000_000),
        ("octal(0.007)", 10_000_000),
        ("grundy", 10_000_000),
    ] {
        let ruleset = ruleset(game);
        let mut heaps = HeapValues::new(&ruleset, 4 << 30);
        let most = if page.deep() { far } else { 400_000 };
        let sizes = (0..).map(|i| 25_000 << i).take_while(|&n| n <= most);
        let (mut growth, mut all, mut last) =
            (Growth::default(), Duration::ZERO, (0, String::new()));
        for n in sizes {
            let reach = || heaps.reach(n, &Watch::new(None)).expect("there is no limit");
            let ((), time) = cpu(reach);
            all += time;
            growth.step(all);
            last = (n, rate(n - last.0, time));
        }
        let row = Row::new(format!("{game} to {}", last.0)).ours(all);
        page.row(row.growth(format!("twice as far: {}", growth.steps())).note(last.1));
    }
}

/// Bytes a term, where the system tells them.
fn memory(page: &Page) {
    let resident = || -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    for (game, n) in [("octal(0.6)", 1_000_000), ("octal(0.56)", 10_000_000)] {
        let ruleset = ruleset(game);
        let before = resident();
        let watch = Watch::new(None);
        let (sequence, time) = cpu(|| Sequence::compute(&ruleset, n, &Budget::default(), &watch));
        let sequence = sequence.expect("there is no limit");
        if let (Some(before), Some(after)) = (before, resident()) {
            let each = Figure::Bytes((after - before) as f64 * 1024.0 / f64::from(n));
            let row = Row::new(format!("{game} to {n}")).ours(each);
            let row = row.against("what is promised", Figure::Bytes(3.0));
            page.row(row.note(format!("in {}", Figure::from(time))));
        }
        drop(sequence);
    }
}

fn proofs(page: &Page) {
    let mut games = vec![("kayles", 400), ("octal(0.16)", 600_000)];
    games.extend([("octal(0.56)", 700_000), ("octal(0.127)", 150_000), ("octal(0.156)", 10_000)]);
    if page.deep() {
        games.push(("octal(0.376)", 4_600_000));
    }
    for (game, to) in games {
        let ruleset = ruleset(game);
        let (found, time) = cpu(|| {
            let watch = Watch::new(None);
            let sequence = Sequence::compute(&ruleset, to, &Budget::default(), &watch);
            sequence.expect("there is no limit").regularity(&ruleset)
        });
        let found = found.unwrap_or_else(|| panic!("{game} is regular"));
        assert!(matches!(found.verdict, Verdict::Proved(_)), "{game}");
        let row = Row::new(format!("{game} to {to}")).ours(time);
        page.row(row.note(format!("preperiod {}, period {}", found.preperiod, found.period)));
    }
}

fn cut(page: &Page) {
    let mut growth = Growth::default();
    for c in [6, 12, 24] {
        let ruleset = ruleset(&format!("cut(1,{})", 2 * c));
        let (_, time) = cpu(|| values(&ruleset, 72 * c));
        growth.step(time);
        if c == 24 {
            let row = Row::new(format!("{} to {}", ruleset.expression, 72 * c)).ours(time);
            page.row(row.growth(format!("twice the cut, twice as far: {}", growth.steps())));
        }
    }
    let ((proved, all), time) = cpu(|| {
        let mut proved = (0, 0);
        for bits in (1u32..1 << 8).filter(|bits| bits.count_ones() <= 3) {
            let set = (1..=8).filter(|d| bits >> (d - 1) & 1 == 1).map(|d| d.to_string());
            let ruleset = ruleset(&format!("cut({})", set.collect::<Vec<_>>().join(",")));
            let watch = Watch::new(None);
            let sequence = Sequence::compute(&ruleset, 1000, &Budget::default(), &watch);
            let found = sequence.expect("there is no limit").regularity(&ruleset);
            let found = found.is_some_and(|found| matches!(found.verdict, Verdict::Proved(_)));
            proved = (proved.0 + usize::from(found), proved.1 + 1);
        }
        proved
    });
    let row = Row::new("cut-sets of up to three numbers <= 8 to 1000").ours(time);
    page.row(row.note(format!("{proved} of {all} proved")));
    let two = ruleset("cut(1,2)");
    let mut heaps = HeapValues::plainly(&two, 4 << 30);
    let (_, plain) = cpu(|| heaps.reach(500, &Watch::new(None)).expect("there is no limit"));
    let (found, ours) = cpu(|| values(&two, 500));
    assert_eq!(found, *heaps.values());
    page.row(Row::new("cut(1,2) to 500").ours(ours).against("nim-sets", plain));
    let far = if page.deep() { 800_000 } else { 100_000 };
    let (mut growth, mut last) = (Growth::default(), Duration::ZERO);
    for n in (0..).map(|i| 12_500 << i).take_while(|&n| n <= far) {
        last = cpu(|| values(&two, n)).1;
        growth.step(last);
    }
    let row = Row::new(format!("cut(1,2) to {far}")).ours(last);
    page.row(row.growth(format!("twice as far: {}", growth.steps())));
}

/// The plain loop for subtraction: every option, and the least value not seen.
fn plain_subtraction(amounts: &[usize], to: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(to + 1);
    for n in 0..=to {
        let mut seen = 0u128;
        for &amount in amounts.iter().take_while(|&&amount| amount <= n) {
            seen |= 1 << values[n - amount];
        }
        values.push(seen.trailing_ones());
    }
    values
}

fn subtraction(page: &Page) {
    let (far, near) = (100_000_000, 10_000_000);
    let each = |time: Duration, terms: usize| time.as_secs_f64() / terms as f64;
    for set in ["1,2,3", "2,5,7", "1,7,13,24,40", "5,9,17,23,38,64", "3,11,18,22,29,35,41,52,60,63"]
    {
        let amounts: Vec<usize> = set.split(',').map(|n| n.parse().expect("a number")).collect();
        let game = ruleset(&format!("subtract({set})"));
        let (expected, plain) = cpu(|| plain_subtraction(&amounts, near));
        assert_eq!(values(&game, near as u32).to_vec(), expected);
        let (_, ours) = cpu(|| values(&game, far as u32));
        let row = Row::new(game.expression.clone()).ours(each(ours, far));
        page.row(row.against("the plain loop", each(plain, near)));
        if amounts[0] >= 2 {
            let game = ruleset(&format!("lr-nim({set})"));
            let amounts: Vec<u32> = amounts.iter().map(|&amount| amount as u32).collect();
            let watch = Watch::new(None);
            let (expected, plain) = cpu(|| window::by_options(&game, &amounts, near, &watch));
            let (found, ours) = cpu(|| window::outcomes(&game, &amounts, far, &watch));
            assert_eq!(found[..=near], expected);
            let row = Row::new(game.expression.clone()).ours(each(ours, far));
            page.row(row.against("option by option", each(plain, near)));
        }
    }
}
