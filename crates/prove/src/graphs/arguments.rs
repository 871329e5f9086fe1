//! What holds for all members of a family at once, in Wyg and Wygthoff, normal play.
//!
//! With one chip each a move deletes a vertex that has an edge, or both ends of an edge. Three arguments say what is so for
//! all sizes.
//!
//! # Periodicity
//!
//! Let f be the nim-value of K(n), K(m,n), S(n), or of DS(m,n,k) for one k, as a function of the named numbers. The value
//! at x is the least number that is not the value of an option, and the options are
//!
//! - K(n), n >= 2: f(n - 1) and f(n - 2);
//! - K(m,n), m and n >= 1: f(m - 1, n), f(m, n - 1), f(m - 1, n - 1); S(n) is K(1,n);
//! - DS(m,n,k): f(m - 1, n) if m >= 1, f(m, n - 1) if n >= 1, and nim-sums of values of brooms DS(0,m,i) and DS(0,n,j)
//!   with i, j < k, the same list for all m and n. Brooms are the case m = 0.
//!
//! Let T be at least the numbers from which these lists look alike (2, 1, 1), d the largest step down (2, 1, 1), and p >= 1.
//! Call numbers alike if they are equal, or both at least T and congruent modulo p. *If f(x) = f(y) for all alike x and
//! y with entries below T + d + p (and so for the brooms that are used, in ascending order of their lengths), then
//! for all alike x and y.* Let g(x) be f at the point below T + p in every entry that is alike to x. Given any x, lower
//! each entry that is at least T + d + p by multiples of p until it is below; call this y. Then the options of x
//! and of y correspond: in a lowered entry both stay at least T and congruent, the others are equal. So g has the same
//! values on them, and since g is f near y, where the recursion holds, it holds for g at x. The recursion has one
//! solution only, so g = f. ∎
//!
//! The nim-values of K(m,n) are not periodic in m and n, but in the smaller of them and their difference. There the options are
//! f(m - 1, d + 1), f(m, d - 1) and f(m - 1, d) for d >= 1, and f(m - 1, 1) and f(m - 1, 0) for d = 0. An entry may go
//! up by 1, so the box is taken larger by 1, and contains the options of y as before.
//!
//! # Mirroring
//!
//! A position of two isomorphic parts is P wherever every move may be answered in the other part: with one chip each, and
//! in the free versions with any chips. So a path of two vertices or more with the same chips c >= 1 on each is N: empty
//! its middle vertex, or both ends of its middle edge. With one chip each the options of a cycle on n >= 4 vertices are paths
//! on n - 1 and n - 2 >= 2 vertices, so it is P; and a wheel on n >= 5 vertices is N: delete the hub.
//!
//! # Forcing
//!
//! Where a chosen edge binds, whoever faces one chip on both of its ends has to empty an end. Let A(n) be the path with c >= 2
//! chips on each of n vertices, and B(n) the same with 1 chip on one end; in Wyg c is 2. Both are N for n >= 2, by
//! induction: A(2) and B(2) by emptying an end or both, A(3) and B(3) by emptying the centre. For n >= 4, on the edge at
//! the end (that of the 1, in B), leave 1 and 1: take c - 1 from both, or from the second vertex, which Wyg allows for
//! c = 2. The answer leaves B(n - 1), or A(n - 2) perhaps beside a single vertex, and these are N. The cycle with c >= 2
//! chips on each vertex is N, too: on three vertices empty two; on more leave 1 and 1 on an edge, and the answer
//! leaves B(n - 1) or A(n - 2).

use sprague_task::Task;

use sprague_certificate::GraphsEvidence;
use sprague_graph::Game;
use sprague_graph::families::{DoubleStars, Shape, complete, complete_bipartite};
use sprague_graph::family::Family;
use sprague_rules::expr::Expr;

use sprague_claim::graphs::board::{Boards, Chips, sizes};

/// A function of some numbers that is periodic in each of them from a threshold on.
pub(super) struct Table {
    pub(super) numbers: Vec<Expr>,
    /// Where it is one of several functions, the number that says which, and its values.
    pub(super) fixed: Option<(Expr, Vec<i64>)>,
    pub(super) threshold: usize,
    pub(super) period: usize,
    /// Nim-values, or 0 for P and 1 for N, at every point of the box; the last number runs fastest.
    pub(super) values: Vec<u32>,
}

/// Stands in a table where there is no graph.
pub(super) const NO_GRAPH: u32 = u32::MAX;
/// The least cycle, and the least wheel.
const CYCLE: usize = 3;
const WHEEL: usize = 4;

impl Table {
    /// The same for a family that begins with this size.
    fn starting_at(mut self, least: usize) -> Table {
        for (point, value) in
            points(self.numbers.len(), self.threshold + self.period).iter().zip(&mut self.values)
        {
            if point[0] < least {
                *value = NO_GRAPH;
            }
        }
        self
    }
}

/// Lengths of double stars, thresholds and periods that are tried.
const MOST_LENGTH: usize = 10_000;
const MOST_THRESHOLD: usize = 16;
const MOST_PERIOD: usize = 12;

/// The outcomes that mirroring gives.
pub(super) fn mirrored(
    family: Family,
    numbers: &[Expr],
    chips: &Chips,
    game: Game,
) -> Option<Table> {
    let Chips::Each(each) = chips else { return None };
    let single = *each == Expr::Const(1);
    match family {
        Family::Path if single || !game.binds() => {
            Some(outcomes(vec![numbers[0].clone(), each.clone()], 2, &|x| x[0] >= 2 && x[1] >= 1))
        }
        // A triangle is K(3), and a wheel on four vertices K(4).
        Family::Cycle if single => {
            Some(outcomes(numbers.to_vec(), 4, &|x| x[0] == 3).starting_at(CYCLE))
        }
        Family::Wheel if single => {
            Some(outcomes(numbers.to_vec(), 5, &|x| x[0] >= 5).starting_at(WHEEL))
        }
        _ => None,
    }
}

/// The outcomes that forcing gives.
pub(super) fn forced(family: Family, numbers: &[Expr], chips: &Chips, game: Game) -> Option<Table> {
    let fits = |c: &Expr| match c {
        Expr::Const(c) => *c == 2 || *c > 2 && game == Game::Wygthoff,
        _ => false,
    };
    let all_alike = |c: &Expr| fits(c) && game.binds();
    match (family, chips) {
        (Family::Path, Chips::Each(c)) if all_alike(c) => {
            Some(outcomes(numbers.to_vec(), 2, &|x| x[0] >= 2))
        }
        (Family::Cycle, Chips::Each(c)) if all_alike(c) => {
            Some(outcomes(numbers.to_vec(), CYCLE, &|_| true).starting_at(CYCLE))
        }
        // Two neighbours each.
        (Family::Cycle, Chips::Degree) if game.binds() => {
            Some(outcomes(numbers.to_vec(), CYCLE, &|_| true).starting_at(CYCLE))
        }
        (Family::Path, Chips::List(list)) => {
            let one = |part: &(Expr, Expr)| *part == (Expr::Const(1), Expr::Const(1));
            let rest = Expr::Sub(Box::new(numbers[0].clone()), Box::new(Expr::Const(1)));
            let others = |(c, times): &(Expr, Expr)| all_alike(c) && *times == rest;
            let [a, b] = &list[..] else { return None };
            let is_b = others(a) && one(b) || one(a) && others(b);
            is_b.then(|| outcomes(numbers.to_vec(), 2, &|x| x[0] >= 2))
        }
        _ => None,
    }
}

/// Outcomes that stay the same from a threshold on; the condition is that for N.
fn outcomes(numbers: Vec<Expr>, threshold: usize, won: &dyn Fn(&[usize]) -> bool) -> Table {
    let values = points(numbers.len(), threshold + 1).iter().map(|x| u32::from(won(x))).collect();
    Table { numbers, fixed: None, threshold, period: 1, values }
}

/// The values of a family, if its nim-values are found to be periodic: these, or 0 for P and more for N.
pub(super) fn periodic(
    boards: &Boards,
    (family, numbers): (Family, &[Expr]),
    outcomes: bool,
    task: &Task,
) -> Result<Vec<Table>, String> {
    let far = MOST_THRESHOLD + MOST_PERIOD + 4;
    // Many lengths of paths have the same outcomes.
    let plain = |value: u32| if outcomes { value.min(1) } else { value };
    let one = |value: &mut dyn FnMut(&[usize]) -> u32, numbers: Vec<Expr>, step: usize| {
        let arity = numbers.len();
        let shape = shapes(step).find(|&shape| repeats(value, arity, step, shape));
        let (threshold, period) = shape.ok_or("no period was found")?;
        let values = points(arity, threshold + period).iter().map(|x| value(x)).collect();
        Ok(vec![Table { numbers, fixed: None, threshold, period, values }])
    };
    match family {
        Family::Complete => {
            let values = complete(far);
            one(&mut |x| values[x[0]], numbers.to_vec(), 2)
        }
        Family::Star => {
            let values = complete_bipartite(1, far);
            one(&mut |x| values[1][x[0]], numbers.to_vec(), 1)
        }
        Family::CompleteBipartite => {
            let values = complete_bipartite(far, 2 * far);
            let both = || (Box::new(numbers[0].clone()), Box::new(numbers[1].clone()));
            let ((a, b), (c, d)) = (both(), both());
            let (least, most) = (Expr::Min(a, b), Expr::Max(c, d));
            let more = Expr::Sub(Box::new(most), Box::new(least.clone()));
            one(&mut |x| values[x[0]][x[0] + x[1]], vec![least, more], 2)
        }
        Family::DoubleStar => {
            let mut lengths = std::collections::BTreeSet::new();
            let choices = boards.choices(&numbers[2], MOST_LENGTH);
            for choice in choices.ok_or("the length of the path is left open")? {
                let values: Vec<i64> = choice.iter().map(|value| value.unwrap_or(0)).collect();
                lengths.extend(sizes(&numbers[2..], &values)?);
            }
            if lengths.first() == Some(&0) || lengths.last() > Some(&MOST_LENGTH) {
                return Err(format!(
                    "paths of more than {MOST_LENGTH} edges are too long for that"
                ));
            }
            let mut stars = DoubleStars::default();
            let mut tables: Vec<Table> = Vec::new();
            // How many brooms, from the shortest on, are known to repeat in this way, and whether the next one may.
            let mut brooms: Vec<(usize, bool)> = vec![(0, true); shapes(1).count()];
            for k in lengths {
                if !task.goes_on() {
                    return Err("the time ran out".into());
                }
                let mut found = None;
                for (shape, (known, open)) in shapes(1).zip(&mut brooms) {
                    while *open && *known < k {
                        let mut broom =
                            |x: &[usize]| stars.nim_value(Shape { m: 0, n: x[0], k: *known });
                        *open = repeats(&mut broom, 1, 1, shape);
                        *known += usize::from(*open);
                    }
                    let mut value = |x: &[usize]| stars.nim_value(Shape { m: x[0], n: x[1], k });
                    if *known >= k && repeats(&mut value, 2, 1, shape) {
                        found = Some(shape);
                        break;
                    }
                }
                let (threshold, period) =
                    found.ok_or_else(|| format!("no period was found for paths of {k} edges"))?;
                let mut value = |x: &Vec<usize>| stars.nim_value(Shape { m: x[0], n: x[1], k });
                let values =
                    points(2, threshold + period).iter().map(|x| plain(value(x))).collect();
                let same = tables.iter_mut().find(|table| {
                    (table.threshold, table.period, &table.values) == (threshold, period, &values)
                });
                match same.and_then(|table| table.fixed.as_mut()) {
                    Some((_, members)) => members.push(k as i64),
                    None => {
                        let fixed = Some((numbers[2].clone(), vec![k as i64]));
                        let numbers = numbers[..2].to_vec();
                        tables.push(Table { numbers, fixed, threshold, period, values });
                    }
                }
            }
            Ok(tables)
        }
        _ => Err("no argument for all of them is known".into()),
    }
}

/// One threshold and period for all tables: what repeats later, or less often, repeats so as well.
pub(super) fn common(tables: &[Table]) -> Option<GraphsEvidence> {
    let threshold = tables.iter().map(|table| table.threshold).max()?;
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let lcm = |a: usize, table: &Table| a / gcd(a, table.period) * table.period;
    let period = tables.iter().fold(1, lcm);
    (period <= 64).then_some(GraphsEvidence::Periodicity { threshold, period })
}

/// Thresholds and periods to try, small ones first.
fn shapes(least: usize) -> impl Iterator<Item = (usize, usize)> {
    (least..MOST_THRESHOLD)
        .flat_map(|threshold| (1..=MOST_PERIOD).map(move |period| (threshold, period)))
}

/// Is the value the same at alike points with entries below threshold + step + period?
fn repeats(
    value: &mut dyn FnMut(&[usize]) -> u32,
    arity: usize,
    step: usize,
    (threshold, period): (usize, usize),
) -> bool {
    points(arity, threshold + step + period).iter().all(|x| {
        let lowered = |&n: &usize| match n < threshold {
            true => n,
            false => threshold + (n - threshold) % period,
        };
        let y: Vec<usize> = x.iter().map(lowered).collect();
        y == *x || value(x) == value(&y)
    })
}

/// All points with entries below a bound; the last entry runs fastest.
pub(super) fn points(arity: usize, below: usize) -> Vec<Vec<usize>> {
    let mut points = vec![Vec::new()];
    for _ in 0..arity {
        let longer = |head: Vec<usize>| (0..below).map(move |n| [head.clone(), vec![n]].concat());
        points = points.into_iter().flat_map(longer).collect();
    }
    points
}
