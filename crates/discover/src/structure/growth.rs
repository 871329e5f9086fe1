//! Terms that grow along a line: G(n) - s n is bounded, as far as was looked.
//!
//! The width of the strip about lines of slope s that holds all points (n, G(n)) is a convex function of s; its least value over the first
//! half of the terms gives s, the simplest fraction that is nearly as good takes its place, and the second half must stay in the strip.

/// G(n) stays near s n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The slope: a numerator and a denominator.
    pub slope: [u32; 2],
    /// The least and the greatest of G(n) less the slope times n, rounded down.
    pub between: [i64; 2],
}

/// The largest denominator of a slope.
const DENOMINATORS: u32 = 256;
/// The widest strip.
const WIDEST: i64 = 24;
/// The strip is that much narrower than what the terms grow by.
const NARROWER: i64 = 8;
/// A term may leave the strip of the first half by this.
const LEEWAY: i64 = 1;

impl Growth {
    /// The slope times n, rounded down.
    pub fn at(&self, n: u32) -> i64 {
        let [numerator, denominator] = self.slope.map(i64::from);
        (numerator * i64::from(n)).div_euclid(denominator)
    }
}

/// The line along which terms grow, if there is one.
pub fn growth(terms: &[u32]) -> Option<Growth> {
    let half = &terms[..terms.len() / 2];
    let (first, last) = (*half.first()?, *half.last()?);
    let steep = f64::from(last.saturating_sub(first)) / half.len() as f64;
    // The width is convex in the slope.
    let [mut low, mut high] = [0.0, 2.0 * steep + 1.0];
    for _ in 0..60 {
        let thirds = [(2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0];
        match width(half, thirds[0]) <= width(half, thirds[1]) {
            true => high = thirds[1],
            false => low = thirds[0],
        }
    }
    let best = width(half, low);
    let slope = (1..=DENOMINATORS).find_map(|denominator| {
        let numerator = (low * f64::from(denominator)).round();
        let is_near = numerator > 0.0 && {
            let slope = numerator / f64::from(denominator);
            width(half, slope) <= best + 1.0
        };
        is_near.then_some([numerator as u32, denominator])
    })?;
    let line = Growth { slope, between: [0, 0] };
    let strip = |terms: &[u32], from: u32| {
        let above = (from..).zip(terms).map(|(n, &term)| i64::from(term) - line.at(n));
        above.fold([i64::MAX, i64::MIN], |[low, high], at| [low.min(at), high.max(at)])
    };
    let [early, late] = [strip(half, 0), strip(&terms[half.len()..], half.len() as u32)];
    let between = [early[0].min(late[0]), early[1].max(late[1])];
    let (wide, grown) = (between[1] - between[0], line.at(terms.len() as u32));
    let stays = late[0] >= early[0] - LEEWAY && late[1] <= early[1] + LEEWAY;
    (stays && wide <= WIDEST && wide * NARROWER <= grown).then_some(Growth { between, ..line })
}

/// How wide the strip of this slope about all terms is.
fn width(terms: &[u32], slope: f64) -> f64 {
    let above = terms.iter().enumerate().map(|(n, &term)| f64::from(term) - slope * n as f64);
    let [low, high] =
        above.fold([f64::MAX, f64::MIN], |[low, high], at| [low.min(at), high.max(at)]);
    high - low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Dice;

    #[test]
    fn a_planted_line_is_seen_and_a_curve_is_not() {
        let mut dice = Dice::new();
        for (numerator, denominator) in [(1, 1), (1, 2), (2, 3), (5, 7), (3, 1)] {
            let term = |n: u32| n * numerator / denominator + dice.roll(6) as u32;
            let terms: Vec<u32> = (0..3000).map(term).collect();
            let seen = growth(&terms).expect("a line");
            assert_eq!((seen.slope, seen.between), ([numerator, denominator], [0, 5]));
        }
        let curve: Vec<u32> = (0..3000u32).map(|n| n * n / 3000).collect();
        assert_eq!(growth(&curve), None);
        let root: Vec<u32> = (0..3000u32).map(|n| (f64::from(n) * 40.0).sqrt() as u32).collect();
        assert_eq!(growth(&root), None);
        let flat: Vec<u32> = (0..3000).map(|_| dice.roll(9) as u32).collect();
        assert_eq!(growth(&flat), None);
    }
}
