//! Which digits a table hints at. Where the P-positions of two piles lie along a line whose slope has the continued fraction
//! [..., t, t, t, ...], as in Wythoff's game and its relatives, they may be a finite automaton in the Ostrowski digits with quotients
//! t. A hint costs a search and proves nothing.

use sprague_automata::Numeration;
use sprague_solve::Wanted;
use sprague_task::Task;

use crate::subject::Subject;
use crate::table::{Table, sizes};

/// The quotients from 2 on that a table hints at, the best supported line first; with 1 the digits are tried in any case.
pub fn hinted(subject: &Subject, task: &Task) -> Vec<u8> {
    let sizes = sizes(subject.board, Wanted::Outcomes);
    let table = sizes[..sizes.len().min(2)]
        .iter()
        .rev()
        .find_map(|&most| Table::new(subject, most, Wanted::Outcomes, task));
    let Some(mut table) = table else { return Vec::new() };
    let numbers = subject.board.numbers();
    if numbers < 2 {
        return Vec::new();
    }
    // Positions whose last two numbers alone are not 0, as points with the smaller number first.
    let mut points: Vec<(u64, u64)> = Vec::new();
    let most = u64::from(table.most);
    for low in 1..=most {
        if !task.goes_on() {
            return Vec::new();
        }
        for other in 0..=most {
            let mut tuple = vec![0; numbers];
            (tuple[numbers - 2], tuple[numbers - 1]) = (low, other);
            match table.is_lost(&tuple) {
                None => break,
                Some(false) => {}
                Some(true) => {
                    let named = subject.numbers(&tuple);
                    let (a, b) = (named[numbers - 2] as u64, named[numbers - 1] as u64);
                    points.push((a.min(b), a.max(b)));
                }
            }
        }
        // Lines have few points in a row.
        if points.len() as u64 > MOST_IN_ROW * most {
            return Vec::new();
        }
    }
    let quotients = lines(&points, most).into_iter().filter_map(|slope| quotient(slope, most));
    let mut found: Vec<u8> = Vec::new();
    for quotient in quotients.filter(|&quotient| quotient > 1) {
        if !found.contains(&quotient) {
            found.push(quotient);
        }
    }
    found
}

const MOST_IN_ROW: u64 = 8;
/// Lines that are looked at.
const LINES: usize = 3;
/// The part of the far points that a line must have, and how near their slopes are.
const PART: usize = 4;
const NEAR: f64 = 0.015;

/// Slopes of lines along which many of the far points lie.
fn lines(points: &[(u64, u64)], most: u64) -> Vec<f64> {
    let slope = |&(a, b): &(u64, u64)| b as f64 / a as f64;
    let mut far: Vec<(u64, u64)> =
        points.iter().copied().filter(|&(a, b)| b > most / 2 && b > a + 1).collect();
    far.sort_by(|x, y| slope(x).total_cmp(&slope(y)));
    let all = far.len();
    let mut slopes = Vec::new();
    while slopes.len() < LINES && far.len() >= 8 && far.len() * PART >= all {
        // The slope with the most points near it.
        let near = |at: f64| move |point: &&(u64, u64)| (slope(point) / at - 1.0).abs() < NEAR;
        let center = far.iter().map(slope).max_by_key(|&at| far.iter().filter(near(at)).count());
        let Some(center) = center else { break };
        let members: Vec<(u64, u64)> = points
            .iter()
            .copied()
            .filter(|(_, b)| *b > most / 8)
            .filter(|point| (slope(point) / center - 1.0).abs() < 3.0 * NEAR)
            .collect();
        if far.iter().filter(near(center)).count() * PART < all {
            break;
        }
        slopes.extend(fitted(&members));
        far.retain(|point| (slope(point) / center - 1.0).abs() >= 3.0 * NEAR);
    }
    slopes
}

/// The slope of the line that is nearest to the points.
fn fitted(points: &[(u64, u64)]) -> Option<f64> {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), &(a, b)| (x + a as f64, y + b as f64));
    let (x, y) = (x / n, y / n);
    let (mut xx, mut xy) = (0.0, 0.0);
    for &(a, b) in points {
        xx += (a as f64 - x) * (a as f64 - x);
        xy += (a as f64 - x) * (b as f64 - y);
    }
    (xx > 0.0).then(|| xy / xx)
}

/// The number that the quotients of a slope come down to, as far as a table of this size tells: the last ones that are certain.
fn quotient(slope: f64, most: u64) -> Option<u8> {
    let (mut low, mut high) = (slope - 0.6 / most as f64, slope + 0.6 / most as f64);
    let mut quotients: Vec<f64> = Vec::new();
    while low.floor() == high.floor() && low.floor() < low && quotients.len() < 12 {
        quotients.push(low.floor());
        (low, high) = (1.0 / (high - high.floor()), 1.0 / (low - low.floor()));
    }
    let (last, before) = (quotients.pop()?, quotients.pop()?);
    let fits = last == before && last <= f64::from(Numeration::LARGEST_QUOTIENT);
    fits.then_some(last as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pairs_of_generalised_wythoff_hint_at_their_quotients() {
        for t in 2..=7u8 {
            let x = f64::from(t);
            let alpha = (2.0 - x + (x * x + 4.0).sqrt()) / 2.0;
            let pair = |n: u64| {
                let a = (n as f64 * alpha).floor() as u64;
                (a, a + u64::from(t) * n)
            };
            let points: Vec<(u64, u64)> = (1..).map(pair).take_while(|&(_, b)| b <= 700).collect();
            let found: Vec<Option<u8>> =
                lines(&points, 700).into_iter().map(|slope| quotient(slope, 700)).collect();
            assert_eq!(found, [Some(t)]);
        }
    }

    #[test]
    fn a_rational_slope_hints_at_nothing() {
        for slope in [2.0, 1.5, 7.0 / 3.0, 1.0 + 1.0 / 3.0] {
            assert_eq!(quotient(slope, 700), None, "{slope}");
        }
    }
}
