//! One heap, measured: each kernel against a plain loop in the same run, and how times grow.
//!
//! `cargo bench -p sprague-sequence`; add `-- deep` for what takes minutes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sprague_rules::{HeapMoves, Leave, Ruleset, parse_ruleset};
use sprague_sequence::{Sequence, Verdict};
use sprague_solve::heaps::HeapValues;
use sprague_solve::{Budget, Watch, window};

fn main() {
    let deep = std::env::args().any(|arg| arg == "deep");
    octal();
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

fn values(ruleset: &Ruleset, to: u32) -> Vec<u32> {
    let mut heaps = HeapValues::new(ruleset, 4 << 30);
    heaps.reach(to, &Watch::new(None)).expect("there is no limit");
    heaps.into_values()
}

/// The plain loop for moves that leave at most two parts: every split, and the least value not seen.
fn plain(leaves: &[Leave], to: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(to + 1);
    let mut seen = vec![usize::MAX; 1 << 16];
    for n in 0..=to {
        for leave in leaves.iter().filter(|leave| leave.fits(n as u32)) {
            let rest = n - leave.take as usize;
            if leave.parts < 2 {
                seen[values[rest] as usize] = n;
            } else {
                let half = if leave.unequal { (rest - 1) / 2 } else { rest / 2 };
                for h in 1..=half {
                    seen[(values[h] ^ values[rest - h]) as usize] = n;
                }
            }
        }
        values.push((0..).find(|&v| seen[v as usize] != n).expect("values stay small"));
    }
    values
}

fn ratio(plain: Duration, ours: Duration) -> f64 {
    plain.as_secs_f64() / ours.as_secs_f64()
}

fn octal() {
    println!("two parts: nim-values to n, against the plain loop over all splits");
    println!("{:>14} {:>9} {:>10} {:>10} {:>8}", "game", "n", "plain", "ours", "ratio");
    for (code, n) in [
        ("octal(0.77)", 100_000),
        ("octal(0.6)", 50_000),
        ("octal(0.04)", 30_000),
        ("octal(0.06)", 30_000),
        ("octal(0.007)", 30_000),
        ("octal(0.16)", 50_000),
        ("grundy", 50_000),
    ] {
        let ruleset = ruleset(code);
        let moves = HeapMoves::of(&ruleset).expect("a code");
        let (expected, slow) = timed(|| plain(&moves.leaves, n));
        let (found, fast) = timed(|| values(&ruleset, n as u32));
        assert_eq!(found, expected, "{code}");
        println!("{code:>14} {n:>9} {slow:>10.2?} {fast:>10.2?} {:>7.1}x", ratio(slow, fast));
        if code == "octal(0.6)" {
            let far = 1_000_000;
            let (_, fast) = timed(|| values(&ruleset, far as u32));
            let slow = slow * (far / n * (far / n)) as u32;
            let ratio = ratio(slow, fast);
            println!("{code:>14} {far:>9} {slow:>9.0?}* {fast:>10.2?} {ratio:>7.1}x");
        }
    }
    println!("  * extrapolated from the line above: the plain loop is quadratic");
    println!("growth, seconds to n");
    for game in ["officers", "grundy", "octal(0.007)"] {
        let ruleset = ruleset(game);
        let times = [62_500, 125_000, 250_000, 500_000, 1_000_000].map(|n| {
            if game == "octal(0.007)" && n > 125_000 {
                return format!("{n}: -");
            }
            format!("{n}: {:.2}", timed(|| values(&ruleset, n)).1.as_secs_f64())
        });
        println!("{game:>14} {}", times.join("  "));
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
    assert_eq!(found, heaps.values());
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
        assert_eq!(values(&game, near as u32), expected);
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
