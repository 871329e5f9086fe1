//! Periodic boxes: outcomes on all of a board by a table of finitely many.
//!
//! Positions are tuples of natural numbers, and moves are steps between them ([`crate::steps`]). The evidence has a
//! threshold T_i and a period p_i for every coordinate. The table F, with an entry for every tuple below T_i + p_i in
//! each coordinate, is computed here, in the order of tokens, a step that leaves the box being brought back by periods,
//! which lowers the number of tokens still more. It stands for a function f on all tuples: f(x) is the entry of the one tuple of
//! the box that is alike ([`crate::alike`]).
//!
//! *If f satisfies the recursion of outcomes at every tuple below T_i + d_i + p_i, where d are the margins of the steps
//! ([`crate::steps::margins`]), then f is the outcome everywhere.* Take any x, and lower each coordinate that is too large by
//! multiples of p_i to the y_i with T_i + d_i <= y_i < T_i + d_i + p_i. Then x and y are alike, and all that differs is at
//! least T_i + d_i at both, so that they have the same steps, which lead to tuples that are alike. So the recursion
//! holds at x as it does at y; and it has only one solution, since play ends. Where the claim supposes that a
//! coordinate is at most b, and no step raises it, only tuples with at most b there are looked at, and
//! it is never lowered.
//!
//! *The claim.* Its conditions are blind for some finer shape, which the evidence gives; then what the claim demands of x
//! and whether that is so is the same at tuples that are alike for this shape, so one of each kind is looked at. Where options
//! are spoken of, the margins of the steps are added. Where piles are added to piles, the largest of them is: if
//! all differences that differ exceed it, the added piles stand below these, at the same places in both tuples.

use std::collections::HashMap;

use sprague_certificate::PeriodicBox;
use sprague_claim::claim::{Meaning, OnBoard, Says};
use sprague_claim::condition::value_of;
use sprague_claim::meaning::Demand;
use sprague_claim::{Board, Condition, Sight};
use sprague_rules::Outcome;
use sprague_rules::expr::{Comparison, Cond, Expr};
use sprague_rules::ruleset::Ending;
use sprague_task::Task;

use crate::Rejection;
use crate::alike::{Form, Seen, Shape, Value, View};
use crate::steps::{Step, margins, steps};

/// Tuples of a table, or that a claim is compared at.
const MOST_POINTS: u64 = 1 << 28;

/// Decides whether the claim follows from a periodic box.
pub(crate) fn check(on: &OnBoard, periodic: &PeriodicBox, task: &Task) -> Result<(), Rejection> {
    let of = |thresholds: &[u64], periods: &[u64]| Shape {
        thresholds: thresholds.to_vec(),
        periods: periods.to_vec(),
    };
    let shape = &of(&periodic.thresholds, &periodic.periods);
    let finer = &of(&periodic.claim_thresholds, &periodic.claim_periods);
    let board = on.whole();
    let coordinates = board.numbers();
    if !shape.is_for(coordinates) || !finer.is_for(coordinates) {
        return Err(Rejection::new(format!("there must be {coordinates} thresholds and periods")));
    }
    let steps = steps(&on.ruleset, board)?;
    let bounds = bounds(on, &steps);
    let table = Table::compute(&on.ruleset.ending, &steps, shape, board, task)?;
    table.test(&steps, &bounds, task)?;
    Against { on, board, steps: &steps, bounds: &bounds, table: &table, finer, task }.check()
}

/// The bounds that the claim supposes, for counts that no step raises. Piles that are added lead out of what is
/// supposed.
fn bounds(on: &OnBoard, steps: &[Step]) -> Vec<Option<u64>> {
    let bounded = |i: usize| {
        let down = i < on.board.counted() && steps.iter().all(|step| step.keeps_down(i));
        let added = matches!(on.says, Says::Adding(_));
        if down && !added { at_most(&on.suppose, i) } else { None }
    };
    (0..on.whole().numbers()).map(bounded).collect()
}

/// A bound on the number in a slot that the condition implies.
fn at_most(condition: &Condition, slot: usize) -> Option<u64> {
    match condition {
        Condition::And(parts) => parts.iter().filter_map(|part| at_most(part, slot)).min(),
        Condition::Plain(cond) => plainly_at_most(cond, slot),
        _ => None,
    }
}

fn plainly_at_most(cond: &Cond, slot: usize) -> Option<u64> {
    let is = |expr: &Expr| *expr == Expr::Slot(slot);
    let bound = |bound: i64| u64::try_from(bound).ok();
    match cond {
        Cond::And(parts) => parts.iter().filter_map(|part| plainly_at_most(part, slot)).min(),
        Cond::Compare(Comparison::Less, a, Expr::Const(c)) if is(a) => bound(c.checked_sub(1)?),
        Cond::Compare(Comparison::AtMost | Comparison::Equal, a, Expr::Const(c)) if is(a) => {
            bound(*c)
        }
        Cond::Compare(Comparison::Equal, Expr::Const(c), b) if is(b) => bound(*c),
        Cond::InSet(a, set) if is(a) => bound(set.iter().copied().max()?),
        _ => None,
    }
}

/// How many tuples a box has.
fn points(sides: &[u64]) -> Result<u64, Rejection> {
    let points = sides.iter().try_fold(1u64, |points, &side| points.checked_mul(side));
    points
        .filter(|&points| points <= MOST_POINTS)
        .ok_or_else(|| Rejection::new("the box is too large to be checked"))
}

/// Goes to the next tuple of a box, the first coordinate fastest; false after the last one.
fn next(x: &mut [u64], sides: &[u64]) -> bool {
    for (x, &side) in x.iter_mut().zip(sides) {
        *x += 1;
        if *x < side {
            return true;
        }
        *x = 0;
    }
    false
}

/// The entries of a box, standing for all tuples.
struct Table<'s> {
    shape: &'s Shape,
    misere: bool,
    /// The distance in the table between tuples that differ by one in a coordinate.
    strides: Vec<u64>,
    lost: Vec<bool>,
}

impl<'s> Table<'s> {
    fn compute(
        ending: &Ending,
        steps: &[Step],
        shape: &'s Shape,
        board: Board,
        task: &Task,
    ) -> Result<Table<'s>, Rejection> {
        let misere = match ending {
            Ending::StuckLoses => false,
            Ending::StuckWins => true,
            Ending::Decided(_) => return Err(Rejection::new("endings that name a winner")),
        };
        let too_large = || Rejection::new("the box is too large to be checked");
        let sides: Option<Vec<u64>> =
            shape.thresholds.iter().zip(&shape.periods).map(|(t, &p)| t.checked_add(p)).collect();
        let sides = sides.ok_or_else(too_large)?;
        let points = points(&sides)?;
        if points.saturating_mul(16) > task.limits().bytes {
            return Err(too_large());
        }
        let mut strides = Vec::new();
        let mut stride = 1;
        for side in &sides {
            strides.push(stride);
            stride *= side;
        }
        // Every tuple with its tokens, which steps lower.
        let weights = tokens(board);
        let mut order: Vec<(u64, u32)> = Vec::with_capacity(points as usize);
        let mut x = vec![0; sides.len()];
        loop {
            task.spend(1)?;
            let weight = x.iter().zip(&weights).map(|(x, weight)| x * weight).sum();
            order.push((weight, order.len() as u32));
            if !next(&mut x, &sides) {
                break;
            }
        }
        order.sort_unstable();
        let lost = vec![false; points as usize];
        let mut table = Table { shape, misere, strides, lost };
        for (_, place) in order {
            task.spend(1 + steps.len() as u64)?;
            let place = place as usize;
            for (i, x) in x.iter_mut().enumerate() {
                *x = place as u64 / table.strides[i] % sides[i];
            }
            table.lost[place] = table.is_lost_by(steps, &x);
        }
        Ok(table)
    }

    /// The entry for a tuple.
    fn is_lost(&self, x: impl Iterator<Item = u64>) -> bool {
        let mut place = 0;
        for (i, x) in x.enumerate() {
            let (threshold, period) = (self.shape.thresholds[i], self.shape.periods[i]);
            let alike = if x < threshold { x } else { threshold + (x - threshold) % period };
            place += alike * self.strides[i];
        }
        self.lost[place as usize]
    }

    /// The outcome of a tuple by the entries of those that its steps lead to.
    fn is_lost_by(&self, steps: &[Step], x: &[u64]) -> bool {
        let mut stuck = true;
        for step in steps.iter().filter(|step| step.applies(x)) {
            stuck = false;
            let target = step.from.iter().zip(&step.by);
            let target = target
                .map(|(from, &by)| from.map_or(0, |source| x[source]).wrapping_add_signed(by));
            if self.is_lost(target) {
                return false;
            }
        }
        !(stuck && self.misere)
    }

    /// The recursion holds at every tuple of the larger box.
    fn test(&self, steps: &[Step], bounds: &[Option<u64>], task: &Task) -> Result<(), Rejection> {
        let margins = margins(steps, self.shape)
            .ok_or_else(|| Rejection::new("the periods are not kept by the moves"))?;
        let sides = widened(self.shape, &margins, bounds)?;
        points(&sides)?;
        let mut x = vec![0; sides.len()];
        loop {
            task.spend(1 + steps.len() as u64)?;
            if self.is_lost(x.iter().copied()) != self.is_lost_by(steps, &x) {
                return Err(Rejection::new(format!("outcomes do not repeat: see the tuple {x:?}")));
            }
            if !next(&mut x, &sides) {
                return Ok(());
            }
        }
    }
}

/// The sides T + d + p, or b + 1 where a coordinate is bounded.
fn widened(shape: &Shape, margins: &[u64], bounds: &[Option<u64>]) -> Result<Vec<u64>, Rejection> {
    let side = |i: usize| match bounds[i] {
        Some(bound) => bound.checked_add(1),
        None => shape.thresholds[i].checked_add(margins[i])?.checked_add(shape.periods[i]),
    };
    let sides: Option<Vec<u64>> = (0..margins.len()).map(side).collect();
    sides.ok_or_else(|| Rejection::new("the box is too large to be checked"))
}

/// The tokens of a position, as weights of the numbers of its tuple.
fn tokens(board: Board) -> Vec<u64> {
    let (counted, numbers) = (board.counted() as u64, board.numbers() as u64);
    (1..=counted).chain((1..=numbers - counted).rev()).collect()
}

/// The claim against the outcomes of all tuples.
struct Against<'a> {
    on: &'a OnBoard,
    board: Board,
    steps: &'a [Step],
    bounds: &'a [Option<u64>],
    table: &'a Table<'a>,
    finer: &'a Shape,
    task: &'a Task,
}

impl Against<'_> {
    fn check(&self) -> Result<(), Rejection> {
        if !self.finer.refines(self.table.shape) {
            return Err(Rejection::new("the claim is looked at with a coarser shape"));
        }
        if self.finer.thresholds.contains(&0) {
            return Err(Rejection::new("the claim must be looked at with thresholds from 1 on"));
        }
        self.is_blind()?;
        let none = vec![0; self.board.numbers()];
        let margins = match (&self.on.says, self.board) {
            (Says::Strategy { .. }, _) => margins(self.steps, self.finer)
                .ok_or_else(|| Rejection::new("the periods are not kept by the moves"))?,
            (Says::Adding(piles), Board::Piles(_)) => {
                vec![piles.iter().copied().max().unwrap_or(0).into(); none.len()]
            }
            _ => none,
        };
        let sides = widened(self.finer, &margins, self.bounds)?;
        points(&sides)?;
        let forms = self.forms();
        let mut keys: HashMap<Vec<i64>, bool> = HashMap::new();
        let mut spoken = false;
        let mut x = vec![0; sides.len()];
        loop {
            self.task.spend(4)?;
            spoken |= self.is_right(&x, &forms, &mut keys)?;
            if !next(&mut x, &sides) {
                break;
            }
        }
        match spoken {
            true => Ok(()),
            false => Err(Rejection::new("the claim speaks of no position")),
        }
    }

    /// The numbers that are named: counts, or the piles as sums of differences.
    fn forms(&self) -> Vec<Form> {
        let (numbers, counted) = (self.board.numbers(), self.board.counted());
        let form = |place: usize| {
            let first = if place < counted { place } else { counted };
            Form::sum(numbers, |i| i64::from((first..=place).contains(&i)))
        };
        let named = self.on.names.len();
        let first = if counted == 0 { numbers - named } else { 0 };
        (first..first + named).map(form).collect()
    }

    /// Is the claim the same at tuples that are alike?
    fn is_blind(&self) -> Result<(), Rejection> {
        let forms = self.forms();
        // So many of the named piles are gone.
        let view = |gone: usize| View {
            shape: self.finer,
            slots: forms.iter().cloned().map(Value::Form).collect(),
            piles: match self.board {
                Board::Piles(_) => Seen::Listed(forms[gone..].to_vec()),
                Board::Counts(sizes) => Seen::Counted(sizes),
                Board::Row(_) | Board::Mixed { .. } => Seen::Others,
            },
        };
        let whole = view(0);
        let mut blind = whole.is_blind(&self.on.suppose);
        match &self.on.says {
            Says::Exactly(Meaning::P(condition)) | Says::If { condition, .. } => {
                blind &= whole.is_blind(condition);
            }
            Says::Strategy { from, to } => {
                blind &= whole.is_blind(from);
                // An option may have fewer piles.
                let most = if self.board.counted() == 0 { forms.len() } else { 0 };
                blind &= (0..=most).all(|gone| view(gone).is_blind(to));
            }
            Says::Adding(_) => {}
            Says::Depends(numbers) => {
                blind &= numbers.iter().all(|number| whole.is_blind_number(number));
            }
            Says::Exactly(Meaning::NimValue(_)) | Says::SameAs { .. } => blind = false,
        }
        match blind {
            true => Ok(()),
            false => Err(Rejection::new("the claim sees more than thresholds and residues")),
        }
    }

    /// Whether the claim speaks of the tuple; an error if it is wrong there.
    fn is_right(
        &self,
        x: &[u64],
        forms: &[Form],
        keys: &mut HashMap<Vec<i64>, bool>,
    ) -> Result<bool, Rejection> {
        let wide: Vec<u128> = x.iter().map(|&n| n.into()).collect();
        let huge = || Rejection::new("a position is too large to be checked");
        let position = self.board.position(&wide).ok_or_else(huge)?;
        // A position of counted piles beside others has several tuples, each of which is looked at.
        if !matches!(self.board, Board::Mixed { .. }) && self.on.readings(&position).is_empty() {
            return Ok(false);
        }
        let numbers: Option<Vec<i64>> = forms.iter().map(|form| form.value(x)).collect();
        let numbers = numbers.ok_or_else(huge)?;
        let sight = Sight { numbers: &numbers, piles: &position };
        let lost = self.table.is_lost(x.iter().copied());
        let wrong = || Rejection::new(format!("the claim is wrong at {position:?}"));
        if let Says::Depends(of) = &self.on.says {
            if !self.on.suppose.holds(sight) {
                return Ok(false);
            }
            let key: Vec<i64> = of.iter().map(|number| value_of(number, sight)).collect();
            return match *keys.entry(key).or_insert(lost) == lost {
                true => Ok(true),
                false => Err(wrong()),
            };
        }
        let mut unknown =
            |_: &[u32]| Err(Rejection::new("conditions on other positions are not checked"));
        let right = match self.on.demand(&position, &numbers, &mut unknown)? {
            Demand::Nothing => return Ok(false),
            Demand::Outcome(outcome) => outcome == if lost { Outcome::P } else { Outcome::N },
            Demand::NimValue(_) => false,
            Demand::Move(to) => self.leads_to(x, forms, &to)?,
            Demand::Same(piles) => {
                let more = self
                    .with(x, &piles)
                    .ok_or_else(|| Rejection::new("a pile is added that is not counted"))?;
                self.table.is_lost(more.into_iter()) == lost
            }
        };
        if right { Ok(true) } else { Err(wrong()) }
    }

    /// Does some step lead to a P-position that fulfils the condition?
    fn leads_to(&self, x: &[u64], forms: &[Form], to: &Condition) -> Result<bool, Rejection> {
        for target in self.steps.iter().filter_map(|step| step.target(x)) {
            let wide: Vec<u128> = target.iter().map(|&n| n.into()).collect();
            let numbers: Option<Vec<i64>> = forms.iter().map(|form| form.value(&target)).collect();
            let (Some(piles), Some(numbers)) = (self.board.position(&wide), numbers) else {
                return Err(Rejection::new("a position is too large to be checked"));
            };
            let fulfils = to.holds(Sight { numbers: &numbers, piles: &piles });
            if fulfils && self.table.is_lost(target.into_iter()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tuple with these piles added.
    fn with(&self, x: &[u64], piles: &[u32]) -> Option<Vec<u64>> {
        match self.board {
            Board::Counts(_) => {
                let mut more = x.to_vec();
                for &pile in piles {
                    *more.get_mut((pile as usize).checked_sub(1)?)? += 1;
                }
                Some(more)
            }
            Board::Piles(_) => {
                let mut sums: Vec<u64> = x.get(piles.len()..)?.to_vec();
                (1..sums.len()).for_each(|i| sums[i] += sums[i - 1]);
                sums.extend(piles.iter().map(|&pile| u64::from(pile)));
                sums.sort_unstable();
                (1..sums.len()).rev().for_each(|i| sums[i] -= sums[i - 1]);
                Some(sums)
            }
            Board::Row(_) | Board::Mixed { .. } => None,
        }
    }
}
