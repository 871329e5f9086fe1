//! Three games written by hand, as a careful programmer would: loop over the amounts of each pile, put
//! the new pile in its place, add up the rank, look the option up, and for outcomes stop at the first
//! option that is lost.

/// The ranks, as the hand-written generators see them.
pub struct Ranks<'a> {
    pub ranks: &'a [u64],
    pub sizes: usize,
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
pub trait ByHand {
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

pub struct Minnie;

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

pub struct Mine;

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

pub struct Wynnie;

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

/// The P-positions of all positions up to `max`, one bit a rank.
pub fn outcomes<G: ByHand>(ranks: &Ranks) -> Vec<u64> {
    let mut lost = vec![0u64; positions(ranks).div_ceil(64)];
    sweep(G::PLACES, ranks.sizes as u32 - 1, |rank, piles| {
        let is_lost = |option: u64| lost[option as usize / 64] >> (option % 64) & 1 == 1;
        if !G::any(ranks, piles, is_lost) {
            lost[rank / 64] |= 1 << (rank % 64);
        }
    });
    lost
}

/// The nim-values of all positions up to `max`.
pub fn nim_values<G: ByHand>(ranks: &Ranks) -> Vec<u16> {
    let mut values = vec![0u16; positions(ranks)];
    let mut seen = vec![0u32; 1 << 16];
    sweep(G::PLACES, ranks.sizes as u32 - 1, |rank, piles| {
        let stamp = rank as u32 + 1;
        G::any(ranks, piles, |option| {
            seen[values[option as usize] as usize] = stamp;
            false
        });
        let value = seen.iter().position(|&mark| mark != stamp).unwrap();
        values[rank] = value as u16;
    });
    values
}

/// Visits all nondecreasing tuples in the order of their ranks.
fn sweep(places: usize, max: u32, mut visit: impl FnMut(usize, &[u32])) {
    let mut piles = vec![0u32; places];
    let mut rank = 0;
    loop {
        visit(rank, &piles);
        rank += 1;
        // The next tuple: raise the first pile that is smaller than the next one, clear those before.
        let Some(i) = (0..places).find(|&i| piles[i] < piles.get(i + 1).copied().unwrap_or(max))
        else {
            return;
        };
        piles[i] += 1;
        piles[..i].fill(0);
    }
}

/// How many positions the ranks count.
pub fn positions(ranks: &Ranks) -> usize {
    let last = ranks.ranks.chunks(ranks.sizes).map(|place| place[ranks.sizes - 1]);
    last.sum::<u64>() as usize + 1
}
