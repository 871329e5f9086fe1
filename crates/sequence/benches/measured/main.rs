//! One heap, measured: each kernel against a plain loop in the same run, and how times grow.
//!
//! `cargo bench -p sprague-sequence`; add `-- deep` for what takes minutes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sprague_rules::{HeapMoves, Ruleset, parse_ruleset};
use sprague_sequence::{NimValues, Sequence, Terms, Verdict};
use sprague_solve::heaps::HeapValues;
use sprague_solve::{Budget, Watch, window};

mod twins;

use twins::{plain, rare_common};

fn main() {
    let deep = std::env::args().any(|arg| arg == "deep");
    codes(deep);
    growth(deep);
    memory();
    proofs(deep);
    cut(deep);
    subtraction();
}

fn ruleset(expression: &str) -> Ruleset {
    parse_ruleset(expression).expect("a ruleset of the catalogue")
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = black_box(work());
    (result, begun.elapsed())
}

fn values(ruleset: &Ruleset, to: u32) -> NimValues {
    let mut heaps = HeapValues::new(ruleset, 4 << 30);
    heaps.reach(to, &Watch::new(None)).expect("there is no limit");
    heaps.into_values()
}

fn ratio(plain: Duration, ours: Duration) -> f64 {
    plain.as_secs_f64() / ours.as_secs_f64()
}

/// Two digits, all of them, and a sample of three.
fn octal_codes() -> Vec<String> {
    let two = (1..64).map(|code| format!("0.{code:02o}"));
    let three = (0..100).map(|i| format!("0.{:03o}", 64 + (i * 149 + 3) % 448));
    two.chain(three).collect()
}

/// How long the split into rare and common values may take for one code.
const PATIENCE: Duration = Duration::from_secs(60);

/// Every code as `sprague sequence` does it, against both twins.
fn codes(deep: bool) {
    let near = 20_000;
    let n = if deep { 1_000_000 } else { near };
    println!("octal codes: nim-values to {n}, by one thread in the plain loop over all splits and");
    println!("in the split into rare and common values, by all threads in ours");
    let heads = ["code", "plain", "rare-common", "ours", "ratio"];
    println!("{:>8} {:>11} {:>11} {:>11} {:>8}", heads[0], heads[1], heads[2], heads[3], heads[4]);
    let mut ratios: Vec<(f64, String)> = Vec::new();
    for code in octal_codes() {
        let ruleset = ruleset(&format!("octal({code})"));
        let moves = HeapMoves::of(&ruleset).expect("a code");
        let watch = Watch::new(None);
        let (found, ours) = timed(|| Sequence::compute(&ruleset, n, &Budget::default(), &watch));
        let Terms::NimValues(found) = found.expect("there is no limit").terms else {
            unreachable!("codes have nim-values")
        };
        let (expected, slow) = timed(|| plain(&moves.leaves, near as usize));
        assert!(found.iter().zip(&expected).all(|(a, &b)| a == b.into()), "{code}");
        let slow = slow * (n / near * (n / near));
        let begun = Instant::now();
        let goes_on = || begun.elapsed() < PATIENCE;
        let (split, mut best) = timed(|| rare_common(&moves.leaves, n as usize, goes_on));
        let shown = match split {
            Some(split) => {
                assert!(found.iter().zip(&split).all(|(a, &b)| a == b.into()), "{code}");
                format!("{best:.2?}")
            }
            None => format!("> {PATIENCE:.0?}"),
        };
        best = best.min(slow);
        let ratio = ratio(best, ours);
        println!("{code:>8} {slow:>11.2?} {shown:>11} {ours:>11.2?} {ratio:>7.1}x");
        ratios.push((ratio, code));
    }
    let mean = ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    let least = ratios.iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are codes");
    println!(
        "against the better twin: geometric mean {:.1}x, least {:.1}x ({})",
        mean.exp(),
        least.0,
        least.1
    );
    if n > near {
        println!("  the plain loop is extrapolated from {near} heaps: it is quadratic");
    }
}

/// The kernel alone, without the help of a proof.
fn growth(deep: bool) {
    println!("\ngrowth of the kernel alone, seconds to n, and million heaps a second at the end");
    for (game, far) in [
        ("octal(0.6)", 100_000_000),
        ("octal(0.04)", 10_000_000),
        ("octal(0.007)", 10_000_000),
        ("grundy", 10_000_000),
    ] {
        let ruleset = ruleset(game);
        let mut heaps = HeapValues::new(&ruleset, 4 << 30);
        let most = if deep { far } else { 400_000 };
        let sizes = (0..).map(|i| 25_000 << i).take_while(|&n| n <= most);
        let (mut before, mut rate) = ((0.0, 0), 0.0);
        let begun = Instant::now();
        let times: Vec<String> = sizes
            .map(|n| {
                heaps.reach(n, &Watch::new(None)).expect("there is no limit");
                let time = begun.elapsed().as_secs_f64();
                rate = f64::from(n - before.1) / (time - before.0) / 1e6;
                before = (time, n);
                format!("{n}: {time:.2}")
            })
            .collect();
        println!("{game:>14} {}; {rate:.2}", times.join("  "));
    }
}

/// Bytes a term, where the system tells them.
fn memory() {
    let resident = || -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    let (game, n) = ("octal(0.56)", 10_000_000);
    let ruleset = ruleset(game);
    let before = resident();
    let watch = Watch::new(None);
    let (sequence, time) = timed(|| Sequence::compute(&ruleset, n, &Budget::default(), &watch));
    let found = sequence.expect("there is no limit").regularity(&ruleset);
    if let (Some(before), Some(after)) = (before, resident()) {
        let each = (after - before) as f64 * 1024.0 / f64::from(n);
        println!(
            "\nmemory: {game} to {n} in {time:.2?} with its regularity {}, {each:.1} bytes a term",
            found.is_some()
        );
    }
}

fn proofs(deep: bool) {
    println!("\nregularity found and proved, from nothing");
    let mut games = vec![("kayles", 400), ("octal(0.16)", 600_000)];
    games.extend([("octal(0.56)", 700_000), ("octal(0.127)", 150_000), ("octal(0.156)", 10_000)]);
    if deep {
        games.push(("octal(0.376)", 4_600_000));
    }
    for (game, to) in games {
        let ruleset = ruleset(game);
        let (found, time) = timed(|| {
            let watch = Watch::new(None);
            let sequence = Sequence::compute(&ruleset, to, &Budget::default(), &watch);
            sequence.expect("there is no limit").regularity(&ruleset)
        });
        let found = found.unwrap_or_else(|| panic!("{game} is regular"));
        assert!(matches!(found.verdict, Verdict::Proved(_)), "{game}");
        println!(
            "{game:>14} preperiod {:>8} period {:>7} {time:>10.2?}",
            found.preperiod, found.period
        );
    }
}

fn cut(deep: bool) {
    println!("\nCUT: nim-values by the kernel alone, without the help of a proof");
    let mut slowest = Duration::ZERO;
    for c in 2..=25 {
        let ruleset = ruleset(&format!("cut(1,{})", 2 * c));
        let (_, time) = timed(|| values(&ruleset, 72 * c));
        slowest = slowest.max(time);
        if c == 12 || c == 25 {
            println!(
                "{:>14} six periods, to {:>5}: {time:.2?}; slowest so far {slowest:.2?}",
                ruleset.expression,
                72 * c
            );
        }
    }
    let (proved, time) = timed(|| {
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
    println!(
        "  cut-sets within 1..8 of up to three numbers, to 1000: {} of {} proved, {time:.2?}",
        proved.0, proved.1
    );
    let two = ruleset("cut(1,2)");
    let mut heaps = HeapValues::plainly(&two, 4 << 30);
    let (_, slow) = timed(|| heaps.reach(500, &Watch::new(None)).expect("there is no limit"));
    let (found, fast) = timed(|| values(&two, 500));
    assert_eq!(found, *heaps.values());
    println!("  cut(1,2) to 500: nim-sets {slow:.2?}, ours {fast:.2?}: {:.0}x", ratio(slow, fast));
    let mut sizes = vec![12_500, 25_000, 50_000, 100_000];
    if deep {
        sizes.extend([200_000, 400_000, 1_000_000]);
    }
    for n in sizes {
        println!("  cut(1,2) to {n:>8}: {:.2?}", timed(|| values(&two, n)).1);
    }
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

fn subtraction() {
    println!("\nsubtraction: million terms a second, to 10^8 (plain: to 10^7)");
    let (far, near) = (100_000_000, 10_000_000);
    for set in ["1,2,3", "2,5,7", "1,7,13,24,40", "5,9,17,23,38,64", "3,11,18,22,29,35,41,52,60,63"]
    {
        let amounts: Vec<usize> = set.split(',').map(|n| n.parse().expect("a number")).collect();
        let game = ruleset(&format!("subtract({set})"));
        let (expected, slow) = timed(|| plain_subtraction(&amounts, near));
        assert_eq!(values(&game, near as u32).to_vec(), expected);
        let (_, fast) = timed(|| values(&game, far));
        let plain = near as f64 / slow.as_secs_f64() / 1e6;
        let ours = f64::from(far) / fast.as_secs_f64() / 1e6;
        print!("  {set:>30}: plain {plain:>5.0}, ours {ours:>6.0} ({:.0}x)", ours / plain);
        if amounts[0] >= 2 {
            let game = ruleset(&format!("lr-nim({set})"));
            let amounts: Vec<u32> = amounts.iter().map(|&amount| amount as u32).collect();
            let watch = Watch::new(None);
            let (expected, slow) = timed(|| window::by_options(&game, &amounts, near, &watch));
            let (found, fast) = timed(|| window::outcomes(&game, &amounts, far as usize, &watch));
            assert_eq!(found[..=near], expected);
            let plain = near as f64 / slow.as_secs_f64() / 1e6;
            let ours = f64::from(far) / fast.as_secs_f64() / 1e6;
            print!("; lr-nim: plain {plain:>5.0}, ours {ours:>6.0} ({:.0}x)", ours / plain);
        }
        println!();
    }
}
