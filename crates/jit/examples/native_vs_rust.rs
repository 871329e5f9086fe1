//! Tables of three games, filled by the compiled code and by move generators written by hand.
//!
//! Both fill the same kind of table in the same order over the same ranks, in one thread. A generator
//! written by hand does what a careful programmer would do for the one game: loop over the amounts
//! of each pile, put the new pile in its place, add up the rank, look the option up, and for outcomes
//! stop at the first option that is lost. The compiled code tests up to 64 options at once where
//! outcomes allow it; for nim-values both have to look at every option.
//!
//! Prints the seconds of each, best of several runs, and their ratio, after seeing that the tables
//! are equal.

use std::hint::black_box;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sprague_jit::{Found, Native, Query, Stamps, Width, ranks};
use sprague_rules::{Player, parse_ruleset};

/// The ranks, as the hand-written generators see them.
struct Ranks<'a> {
    ranks: &'a [u64],
    sizes: usize,
}

impl Ranks<'_> {
    #[inline(always)]
    fn pair(&self, a: u32, b: u32) -> u64 {
        let (a, b) = (a.min(b), a.max(b));
        self.ranks[a as usize] + self.ranks[self.sizes + b as usize]
    }

    #[inline(always)]
    fn triple(&self, a: u32, b: u32, c: u32) -> u64 {
        let (a, b) = (a.min(b), a.max(b));
        let (b, c) = (b.min(c), b.max(c));
        let (a, b) = (a.min(b), a.max(b));
        self.ranks[a as usize]
            + self.ranks[self.sizes + b as usize]
            + self.ranks[2 * self.sizes + c as usize]
    }
}

/// A game written by hand.
trait ByHand {
    const NAME: &'static str;
    const PLACES: usize;

    /// Shows the ranks of the options until one is taken; was one? The piles are nondecreasing, with
    /// zeros in front.
    fn any(ranks: &Ranks, piles: &[u32], take: impl FnMut(u64) -> bool) -> bool;
}

/// The smallest pile that is not gone.
fn smallest(piles: &[u32]) -> u32 {
    piles.iter().copied().find(|&size| size > 0).unwrap_or(0)
}

struct Minnie;

impl ByHand for Minnie {
    const NAME: &'static str = "minnie";
    const PLACES: usize = 3;

    fn any(ranks: &Ranks, piles: &[u32], mut take: impl FnMut(u64) -> bool) -> bool {
        let [a, b, c] = *piles else { unreachable!() };
        let most = smallest(piles);
        (1..=most.min(a)).any(|k| take(ranks.triple(a - k, b, c)))
            || (1..=most.min(b)).any(|k| take(ranks.triple(a, b - k, c)))
            || (1..=most).any(|k| take(ranks.triple(a, b, c - k)))
    }
}

struct Mine;

impl ByHand for Mine {
    const NAME: &'static str = "mine";
    const PLACES: usize = 3;

    fn any(ranks: &Ranks, piles: &[u32], mut take: impl FnMut(u64) -> bool) -> bool {
        let [a, b, c] = *piles else { unreachable!() };
        let most = smallest(piles);
        let differ = |x: u32, y: u32| x != y || x == 0;
        let mut fits =
            |x, y, z| differ(x, y) && differ(y, z) && differ(x, z) && take(ranks.triple(x, y, z));
        (1..=most.min(a)).any(|k| fits(a - k, b, c))
            || (1..=most.min(b)).any(|k| fits(a, b - k, c))
            || (1..=most).any(|k| fits(a, b, c - k))
    }
}

struct Wynnie;

impl ByHand for Wynnie {
    const NAME: &'static str = "wynnie";
    const PLACES: usize = 2;

    fn any(ranks: &Ranks, piles: &[u32], mut take: impl FnMut(u64) -> bool) -> bool {
        let [a, b] = *piles else { unreachable!() };
        (1..=a).any(|k| take(ranks.pair(a - k, b)))
            || (1..=smallest(piles)).any(|k| take(ranks.pair(a, b - k)))
            || (1..=a).any(|k| take(ranks.pair(a - k, b - k)))
    }
}

/// Visits all nondecreasing tuples in the order of their ranks.
fn sweep(places: usize, max: u32, mut visit: impl FnMut(usize, &[u32])) -> Duration {
    let start = Instant::now();
    let mut piles = vec![0u32; places];
    let mut rank = 0;
    loop {
        visit(rank, black_box(&piles));
        rank += 1;
        // The next tuple: raise the first pile that is smaller than the next one, clear those before.
        let Some(i) = (0..places).find(|&i| piles[i] < piles.get(i + 1).copied().unwrap_or(max))
        else {
            return start.elapsed();
        };
        piles[i] += 1;
        piles[..i].fill(0);
    }
}

fn without_zeros(piles: &[u32]) -> &[u32] {
    &piles[piles.iter().take_while(|&&size| size == 0).count()..]
}

fn outcomes<G: ByHand>(max: u32) {
    let ruleset = parse_ruleset(G::NAME).unwrap();
    let start = Instant::now();
    let native = Native::compile(&ruleset, Player::Left, G::PLACES, max, Query::Search).unwrap();
    let compiling = start.elapsed();
    let ranks = ranks(ruleset.shape, G::PLACES, max);
    let by_hand = Ranks { ranks: &ranks, sizes: max as usize + 1 };
    let count = positions(&by_hand);
    let words = || (0..count / 64 + 1).map(|_| AtomicU64::new(0)).collect::<Vec<_>>();
    let (ours, theirs) = (words(), words());
    let search = native.bind_search(&ranks, &ours);
    let set = |bits: &[AtomicU64], rank: usize| {
        let word = &bits[rank / 64];
        word.store(word.load(Relaxed) | 1 << (rank % 64), Relaxed);
    };
    let is_lost = |rank: u64| theirs[rank as usize / 64].load(Relaxed) >> (rank % 64) & 1 == 1;
    let mut best = [Duration::MAX; 2];
    for _ in 0..5 {
        ours.iter().chain(&theirs).for_each(|word| word.store(0, Relaxed));
        let code = sweep(G::PLACES, max, |rank, piles| {
            if search.search(without_zeros(piles)) != Found::Yes {
                set(&ours, rank);
            }
        });
        let hand = sweep(G::PLACES, max, |rank, piles| {
            if !G::any(&by_hand, piles, is_lost) {
                set(&theirs, rank);
            }
        });
        best = [best[0].min(code), best[1].min(hand)];
    }
    let equal = ours.iter().zip(&theirs).all(|(a, b)| a.load(Relaxed) == b.load(Relaxed));
    assert!(equal, "{}: the tables differ", G::NAME);
    report::<G>("outcomes", max, count, best, compiling);
}

fn nim_values<G: ByHand>(max: u32) {
    let ruleset = parse_ruleset(G::NAME).unwrap();
    let query = Query::Mex(Width::U16);
    let start = Instant::now();
    let native = Native::compile(&ruleset, Player::Left, G::PLACES, max, query).unwrap();
    let compiling = start.elapsed();
    let ranks = ranks(ruleset.shape, G::PLACES, max);
    let by_hand = Ranks { ranks: &ranks, sizes: max as usize + 1 };
    let count = positions(&by_hand);
    let values = || (0..count).map(|_| AtomicU16::new(0)).collect::<Vec<_>>();
    let (ours, theirs) = (values(), values());
    let mex = native.bind_mex(&ranks, &ours);
    let mut stamps = Stamps::up_to(65535);
    let mut best = [Duration::MAX; 2];
    for _ in 0..5 {
        let code = sweep(G::PLACES, max, |rank, piles| {
            let value = mex.mex(without_zeros(piles), &mut stamps);
            ours[rank].store(value as u16, Relaxed);
        });
        let mut seen = vec![0u32; 1 << 16];
        let hand = sweep(G::PLACES, max, |rank, piles| {
            let stamp = rank as u32 + 1;
            G::any(&by_hand, piles, |option| {
                seen[theirs[option as usize].load(Relaxed) as usize] = stamp;
                false
            });
            let value = seen.iter().position(|&mark| mark != stamp).unwrap();
            theirs[rank].store(value as u16, Relaxed);
        });
        best = [best[0].min(code), best[1].min(hand)];
    }
    let equal = ours.iter().zip(&theirs).all(|(a, b)| a.load(Relaxed) == b.load(Relaxed));
    assert!(equal, "{}: the tables differ", G::NAME);
    report::<G>("nim-values", max, count, best, compiling);
}

/// How many positions the ranks count.
fn positions(ranks: &Ranks) -> usize {
    let last = ranks.ranks.chunks(ranks.sizes).map(|place| place[ranks.sizes - 1]);
    last.sum::<u64>() as usize + 1
}

fn report<G: ByHand>(what: &str, max: u32, count: usize, best: [Duration; 2], compiling: Duration) {
    let [code, hand] = best.map(|time| time.as_secs_f64());
    println!(
        "{:6} {} piles <= {max:4}, {what:10}: native {code:.4} s, by hand {hand:.4} s, ratio {:.3}; \
         {:.1} ns a position, compiled in {:.1} ms",
        G::NAME,
        G::PLACES,
        code / hand,
        code / count as f64 * 1e9,
        compiling.as_secs_f64() * 1e3,
    );
}

fn main() {
    outcomes::<Minnie>(200);
    outcomes::<Wynnie>(2000);
    outcomes::<Mine>(150);
    nim_values::<Minnie>(120);
    nim_values::<Wynnie>(800);
    nim_values::<Mine>(100);
}
