//! Moves as steps between tuples: every coordinate of the target is one of the origin plus a constant, or a constant.
//!
//! *Counts.* The tuple says how many piles there are of size 1, 2, ..., n. A move that chooses so many piles, and looks
//! at no others, does the same to them whatever else is there: the rules are asked what it does to every choice of
//! sizes by itself. A move that takes from every pile moves the counts down.
//!
//! *Piles*, for moves that take one token from each of some piles: the tuple has the smallest pile and what each next one
//! has more. Lowering the piles at the places S keeps the order iff the difference at every place of S without its
//! lower neighbour is positive, and every option arises so: of equal piles the first ones are lowered. Places
//! of piles that are gone cannot be lowered, being 0.
//!
//! *Counts and piles* together: both.

use sprague_claim::Board;
use sprague_rules::expr::Mention;
use sprague_rules::ruleset::{Amount, Move, MoveAct};
use sprague_rules::{Options, Ruleset, Shape as Positions};

use crate::Rejection;
use crate::alike::Shape;

/// A step from x to the tuple with the coordinates `x[from[i]] + by[i]`, or `by[i]` where nothing is taken over. It can
/// be made where every `x[i]` is at least `need[i]`, those of `zero` are 0, and one of those of `some` is not, if there
/// are any.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) need: Vec<u64>,
    pub(crate) zero: Vec<usize>,
    pub(crate) some: Vec<usize>,
    pub(crate) from: Vec<Option<usize>>,
    pub(crate) by: Vec<i64>,
}

impl Step {
    /// From x to x + `by`.
    fn adding(need: Vec<u64>, by: Vec<i64>) -> Step {
        let from = (0..by.len()).map(Some).collect();
        Step { need, zero: Vec::new(), some: Vec::new(), from, by }
    }

    /// Can it be made at x?
    pub(crate) fn applies(&self, x: &[u64]) -> bool {
        self.need.iter().zip(x).all(|(need, x)| need <= x)
            && self.zero.iter().all(|&i| x[i] == 0)
            && (self.some.is_empty() || self.some.iter().any(|&i| x[i] > 0))
    }

    /// Where it leads to from x; none if it cannot be made there.
    pub(crate) fn target(&self, x: &[u64]) -> Option<Vec<u64>> {
        if !self.applies(x) {
            return None;
        }
        let of = |(from, by): (&Option<usize>, &i64)| {
            from.map_or(0, |source| x[source]).checked_add_signed(*by)
        };
        self.from.iter().zip(&self.by).map(of).collect()
    }

    /// Is the coordinate never raised, nor another one put in its place?
    pub(crate) fn keeps_down(&self, i: usize) -> bool {
        self.from[i] == Some(i) && self.by[i] <= 0
    }
}

/// How far above the thresholds a coordinate must be so that lowering it by periods changes no step: tuples that are
/// alike, all of whose coordinates that differ are at least so far above, have the same steps, and these lead to
/// tuples that are alike. None if no distance will do.
///
/// The coordinate i of a target that comes from s is at least T_i if that of the origin is at least T_i - by_i; it is
/// congruent modulo p_i if p_i divides p_s. What is needed is there if it is needed of no more than that; and a
/// coordinate is 0 at both or at neither if its threshold is at least 1.
pub(crate) fn margins(steps: &[Step], shape: &Shape) -> Option<Vec<u64>> {
    let mut margins = vec![0u64; shape.thresholds.len()];
    let mut reach = |coordinate: usize, number: i128| {
        let above = number - i128::from(shape.thresholds[coordinate]);
        let above = u64::try_from(above.max(0)).ok()?;
        margins[coordinate] = margins[coordinate].max(above);
        Some(())
    };
    for step in steps {
        for (i, (from, &by)) in step.from.iter().zip(&step.by).enumerate() {
            reach(i, i128::from(step.need[i]))?;
            if let Some(source) = *from {
                reach(source, i128::from(shape.thresholds[i]) - i128::from(by))?;
                if !shape.periods[source].is_multiple_of(shape.periods[i]) {
                    return None;
                }
            }
        }
        for &i in step.zero.iter().chain(&step.some) {
            reach(i, 1)?;
        }
    }
    Some(margins)
}

/// All moves of a ruleset on a board.
pub(crate) fn steps(ruleset: &Ruleset, board: Board) -> Result<Vec<Step>, Rejection> {
    let none = || Rejection::new("moves are no steps on a row, or where players differ");
    if !ruleset.same_moves() || !matches!(ruleset.shape, Positions::Piles { .. }) {
        return Err(none());
    }
    match board {
        Board::Counts(sizes) => {
            let mut steps = Vec::new();
            for index in 0..ruleset.moves.len() {
                counted(ruleset, index, sizes, &mut steps)?;
            }
            Ok(steps)
        }
        Board::Piles(piles) => units(ruleset, 0, piles),
        Board::Mixed { sizes, piles } => units(ruleset, sizes, piles),
        Board::Row(_) => Err(none()),
    }
}

/// The most steps that are looked at.
const MOST_STEPS: usize = 100_000;

/// One move on piles of at most so many tokens, given by how many there are of each size.
fn counted(
    ruleset: &Ruleset,
    index: usize,
    sizes: usize,
    steps: &mut Vec<Step>,
) -> Result<(), Rejection> {
    let m = &ruleset.moves[index];
    if looks_around(m) {
        return Err(Rejection::new("a move looks at other piles than those it takes from"));
    }
    let many = match &m.act {
        MoveAct::Take(takes) => takes.len()..=takes.len(),
        MoveAct::TakeEach { least, most: Some(most), .. } => *least..=*most,
        MoveAct::TakeAll { .. } => {
            // What can be taken from a largest pile by itself can be taken from each of some piles as large as that.
            for option in leads_to(ruleset, index, &[sizes as u32]) {
                let taken = sizes - option.iter().sum::<u32>() as usize;
                if taken > 0 {
                    steps.push(from_all(sizes, sizes, taken));
                }
            }
            return Ok(());
        }
        _ => return Err(Rejection::new("moves of this kind are no steps between counts")),
    };
    for many in many {
        for chosen in multisets(sizes, many)? {
            for option in leads_to(ruleset, index, &chosen) {
                let mut need = vec![0u64; sizes];
                let mut by = vec![0i64; sizes];
                for &size in &chosen {
                    need[size as usize - 1] += 1;
                    by[size as usize - 1] -= 1;
                }
                for size in option {
                    by[size as usize - 1] += 1;
                }
                steps.push(Step::adding(need, by));
                if steps.len() > MOST_STEPS {
                    return Err(Rejection::new("there are too many moves to check"));
                }
            }
        }
    }
    Ok(())
}

/// The same number of tokens from every pile of the first sizes; other coordinates stay.
fn from_all(coordinates: usize, sizes: usize, taken: usize) -> Step {
    let from = |i: usize| match i < sizes {
        true => Some(i + taken).filter(|&source| source < sizes),
        false => Some(i),
    };
    Step {
        need: vec![0; coordinates],
        zero: (0..(taken - 1).min(sizes)).collect(),
        some: (0..sizes).collect(),
        from: (0..coordinates).map(from).collect(),
        by: vec![0; coordinates],
    }
}

/// Moves that take one token from each of some piles, on counted sizes and so many piles more.
fn units(ruleset: &Ruleset, sizes: usize, piles: usize) -> Result<Vec<Step>, Rejection> {
    let units = ruleset
        .unit_moves()
        .ok_or_else(|| Rejection::new("moves do not take one token from each of some piles"))?;
    if piles > 16 {
        return Err(Rejection::new("there are too many piles to check"));
    }
    let coordinates = sizes + piles;
    let mut steps = Vec::new();
    for places in 0u32..1 << piles {
        for &many in &units.sizes {
            let Some(counted) = many.checked_sub(places.count_ones() as usize) else { continue };
            for chosen in multisets(sizes, counted)? {
                let mut need = vec![0u64; coordinates];
                let mut by = vec![0i64; coordinates];
                for &size in &chosen {
                    let place = size as usize - 1;
                    need[place] += 1;
                    by[place] -= 1;
                    if place > 0 {
                        by[place - 1] += 1;
                    }
                }
                let lowered = |place: usize| place < piles && places >> place & 1 == 1;
                for place in 0..piles {
                    // The difference to the place below.
                    let below = place > 0 && lowered(place - 1);
                    by[sizes + place] += i64::from(below) - i64::from(lowered(place));
                    need[sizes + place] += u64::from(lowered(place) && !below);
                }
                steps.push(Step::adding(need, by));
                if steps.len() > MOST_STEPS {
                    return Err(Rejection::new("there are too many moves to check"));
                }
            }
        }
    }
    if units.each {
        // As many of the piles that are not counted are there as is said; the smallest of them is lowered, and with it all.
        for there in 0..=piles {
            let mut step = from_all(coordinates, sizes, 1);
            step.zero.extend(sizes..coordinates - there);
            if there > 0 {
                step.some.clear();
                step.need[coordinates - there] = 1;
                step.by[coordinates - there] = -1;
            }
            if there > 0 || sizes > 0 {
                steps.push(step);
            }
        }
    }
    Ok(steps)
}

/// Does the move look at piles other than the chosen ones?
pub(crate) fn looks_around(m: &Move) -> bool {
    let piles = |mention: Mention| matches!(mention, Mention::Piles(_));
    let varies = |amount: &Amount| match amount {
        Amount::Chosen(_) => false,
        Amount::Fixed(expr) => expr.mentions(&piles),
    };
    let amounts = match &m.act {
        MoveAct::Take(takes) => takes.iter().any(|(_, amount)| varies(amount)),
        MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => varies(amount),
        _ => true,
    };
    amounts || m.condition.mentions(&piles)
}

/// Where one move leads from these piles.
fn leads_to(ruleset: &Ruleset, index: usize, piles: &[u32]) -> Vec<Vec<u32>> {
    let mut reached = Vec::new();
    Options::new(ruleset).visit_one(index, piles, &mut |option| {
        reached.push(option.to_vec());
        true
    });
    reached.sort();
    reached.dedup();
    reached
}

/// Multisets of exactly so many sizes from 1 to `sizes`, ascending.
fn multisets(sizes: usize, many: usize) -> Result<Vec<Vec<u32>>, Rejection> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..many {
        let longer = |head: Vec<u32>| {
            let from = head.last().copied().unwrap_or(1);
            (from..=sizes as u32).map(move |size| [&head[..], &[size]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
        if all.len() > MOST_STEPS {
            return Err(Rejection::new("there are too many moves to check"));
        }
    }
    Ok(all)
}
