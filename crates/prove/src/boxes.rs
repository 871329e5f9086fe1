//! Proofs by periodic boxes: the second prover, for moves that change the numbers of a position by constants.
//!
//! The outcomes are guessed on a box and proved for all tuples ([`sprague_automata::boxes`]). Then the claim is compared
//! with them, for all tuples at once: the conditions of the claim see no more of a tuple than the box of some shape does
//! (`classes`), so every tuple is alike to one of a box that is fine enough for both, and these are
//! looked at one by one. What is said of options, or with piles added, is looked at with larger thresholds: by as
//! much as a step may lower a coordinate, or by the largest pile that is added, so that tuples that are alike have
//! options, or larger positions, that are alike.

use crate::cost;
use sprague_task::Task;
use std::collections::HashMap;

use sprague_automata::boxes::{Failure, Shape, Step, System, Table, kernel, misere_kernel};
use sprague_certificate::PeriodicBox;
use sprague_rules::Outcome;
use sprague_rules::expr::{Comparison, Cond, Expr};
use sprague_rules::ruleset::Ending;

use sprague_arithmetic::{Inexpressible, steps, tokens};
use sprague_claim::claim::{Meaning, OnBoard, Says};
use sprague_claim::condition::value_of;
use sprague_claim::{Board, Claim, Condition, Sight};

use crate::classes::{Classes, Form, Seen, gcd};
use crate::prove::Proof;

/// Periods that are tried.
const PERIODS: [u64; 6] = [2, 3, 4, 6, 12, 5];
/// Points of a box that is worth a search, quickly or for a claim that may take long.
const QUICK_POINTS: usize = 1 << 18;
const DEEP_POINTS: usize = 1 << 24;
/// Points that are looked at for the claim.
const MOST_POINTS: usize = 1 << 24;

/// Tries to prove the claim. An error says why that was not possible.
pub fn prove(
    claim: &Claim,
    on: &OnBoard,
    task: &Task,
    log: &mut Vec<String>,
) -> Result<Proof, String> {
    if !matches!(
        on.says,
        Says::Exactly(Meaning::P(_))
            | Says::If { .. }
            | Says::Strategy { .. }
            | Says::Adding(_)
            | Says::Depends(_)
    ) {
        return Err("it is not about outcomes on a board".into());
    }
    if !on.given.is_empty() {
        return Err("what is given on smaller boards is not decided by boxes".into());
    }
    let most = if claim.deep { DEEP_POINTS } else { QUICK_POINTS };
    let found = find(on, most, task)?;
    let Table { shape, values } = &found.table;
    log.push(format!(
        "outcomes are periodic: thresholds {:?}, periods {:?}, {} points",
        shape.thresholds,
        shape.periods,
        values.len()
    ));
    found.compare(on, task, log)
}

/// The outcomes of all tuples, which repeat in every coordinate.
pub struct Outcomes {
    system: System,
    /// 1 where a tuple is P.
    pub table: Table,
}

/// Looks for a periodic box, of at most so many points, that proves itself, on the board of a claim.
pub fn find(on: &OnBoard, most: usize, task: &Task) -> Result<Outcomes, String> {
    let budget = cost::automata(task);
    let system = system(on, on.whole())?;
    let found = system.search(&PERIODS, most.min(cost::bytes(task)), &budget).map_err(words)?;
    match found {
        Some(table) => Ok(Outcomes { system, table }),
        None => Err(format!("no periodic box of up to {most} points was found")),
    }
}

impl Outcomes {
    /// Compares what a claim says with them, for all tuples.
    pub fn compare(
        &self,
        on: &OnBoard,
        task: &Task,
        log: &mut Vec<String>,
    ) -> Result<Proof, String> {
        let Outcomes { system, table } = self;
        Against { on, board: on.whole(), named: on.names.len(), system, table, task }.judge(log)
    }
}

fn words(failure: Failure) -> String {
    match failure {
        Failure::OverBudget(blowup) => format!("too large for a periodic box: {blowup}"),
        other => format!("a periodic box does not fit: {other}"),
    }
}

/// The recursion for the outcomes, on the part of the board that the claim speaks of if that is closed under moves.
fn system(on: &OnBoard, board: Board) -> Result<System, String> {
    let inexpressible = |Inexpressible(what)| format!("moves are not constant steps: {what}");
    let rule = match on.ruleset.ending {
        Ending::StuckLoses => kernel,
        Ending::StuckWins => misere_kernel,
        Ending::Decided(_) => return Err("endings that name a winner".into()),
    };
    let steps = steps(&on.ruleset, board).map_err(inexpressible)?;
    let never_raised = |i: usize| {
        let lowers = |step: &Step| step.from[i] == Some(i) && step.by[i] <= 0;
        steps.iter().all(lowers)
    };
    let mut bounded: Vec<(usize, u64)> = Vec::new();
    // Piles that are added lead out of what is supposed, where the box must be right too.
    let added = matches!(on.says, Says::Adding(_));
    for i in (0..board.counted()).filter(|&i| !added && never_raised(i)) {
        if let Some(most) = at_most(&on.suppose, i) {
            bounded.push((i, most));
        }
    }
    Ok(System { steps, weights: tokens(board), bounded, rule })
}

/// A bound on the number in a slot that the condition implies.
fn at_most(condition: &Condition, slot: usize) -> Option<u64> {
    let is = |expr: &Expr| *expr == Expr::Slot(slot);
    let bound = |bound: i64| u64::try_from(bound).ok();
    match condition {
        Condition::And(parts) => parts.iter().filter_map(|part| at_most(part, slot)).min(),
        Condition::Plain(Cond::And(parts)) => {
            let plain = |part: &Cond| at_most(&Condition::Plain(part.clone()), slot);
            parts.iter().filter_map(plain).min()
        }
        Condition::Plain(Cond::Compare(comparison, a, b)) => match (comparison, a, b) {
            (Comparison::Less, a, Expr::Const(c)) if is(a) => bound(c - 1),
            (Comparison::AtMost | Comparison::Equal, a, Expr::Const(c)) if is(a) => bound(*c),
            (Comparison::Equal, Expr::Const(c), b) if is(b) => bound(*c),
            _ => None,
        },
        Condition::Plain(Cond::InSet(a, set)) if is(a) => set.last().and_then(|&c| bound(c)),
        _ => None,
    }
}

/// A tuple with its tokens.
type Least = Option<(u64, Vec<u64>)>;

/// The claim against the outcomes of all tuples.
struct Against<'a> {
    on: &'a OnBoard,
    board: Board,
    named: usize,
    system: &'a System,
    table: &'a Table,
    task: &'a Task,
}

impl Against<'_> {
    fn judge(&self, log: &mut Vec<String>) -> Result<Proof, String> {
        let forms = self.forms();
        let piles = match self.board {
            Board::Piles(_) => Seen::Listed(&forms),
            Board::Counts(_) => Seen::Counted,
            Board::Row(_) | Board::Mixed { .. } => Seen::Unknown,
        };
        // Whether a pile is there, or a count is 0, must be seen.
        let mut shape = self.table.shape.clone();
        shape.thresholds.iter_mut().for_each(|threshold| *threshold = (*threshold).max(1));
        let mut classes = Classes::new(&forms, piles, shape);
        let mut conditions = self.on.conditions().into_iter();
        let spoken: Option<()> = conditions.try_for_each(|condition| {
            // Options may have fewer piles.
            classes.gone =
                matches!(&self.on.says, Says::Strategy { to, .. } if std::ptr::eq(to, condition));
            classes.condition(condition)
        });
        let keys: Option<()> = match &self.on.says {
            Says::Depends(numbers) => numbers.iter().try_for_each(|n| classes.number(n)),
            _ => Some(()),
        };
        spoken
            .and(keys)
            .ok_or("a condition of the claim is no matter of thresholds and residues")?;
        let mut shape = classes.shape;
        let margin = match &self.on.says {
            Says::Strategy { .. } => {
                let lowered = self.system.steps.iter().flat_map(|step| &step.by);
                lowered.map(|by| by.min(&0).unsigned_abs()).max().unwrap_or(0)
            }
            Says::Adding(piles) => u64::from(piles.iter().copied().max().unwrap_or(0)),
            _ => 0,
        };
        // Steps that move coordinates along need the largest threshold and one period everywhere.
        let moved =
            |step: &Step| (0..step.from.len()).any(|i| step.from[i].is_some_and(|s| s != i));
        if matches!(self.on.says, Says::Strategy { .. }) && self.system.steps.iter().any(moved) {
            let most = shape.thresholds.iter().copied().max().unwrap_or(0);
            shape.thresholds.fill(most);
            let common = |all: u64, p: &u64| (all / gcd(all, *p)).checked_mul(*p);
            let period = shape.periods.iter().try_fold(1, common);
            shape.periods.fill(period.ok_or("the claim needs periods beyond all bounds")?);
        }
        // What the claim sees, for the checker, which adds the margins itself.
        let seen = shape.clone();
        shape.thresholds.iter_mut().for_each(|threshold| *threshold += margin);
        let mut sides = shape.sides();
        for &(coordinate, bound) in &self.system.bounded {
            sides[coordinate] = sides[coordinate].min(bound + 1);
        }
        let points = sides.iter().fold(1u64, |points, &side| points.saturating_mul(side));
        if points > MOST_POINTS as u64 {
            return Err(format!("the claim needs a box of {points} points"));
        }
        log.push(format!("the claim was compared at {points} points"));
        self.every_point(&forms, &sides, seen)
    }

    /// The named numbers as forms: counts, or the piles as sums of differences.
    fn forms(&self) -> Vec<Form> {
        let (numbers, counted) = (self.board.numbers(), self.board.counted());
        let form = |place: usize| {
            let from = if place < counted { place } else { counted };
            let inside = |i: usize| i64::from((from..=place).contains(&i));
            Form { coefficients: (0..numbers).map(inside).collect(), constant: 0 }
        };
        let first = if counted == 0 { numbers - self.named } else { 0 };
        (first..first + self.named).map(form).collect()
    }

    /// Does the claim speak of the tuple?
    fn in_scope(&self, x: &[u64]) -> bool {
        match self.board {
            Board::Row(_) | Board::Mixed { .. } => true,
            Board::Piles(whole) => {
                let gone = whole - self.named;
                x[..gone].iter().all(|&d| d == 0) && x[gone] >= 1
            }
            Board::Counts(_) => {
                let largest = x.iter().rposition(|&count| count > 0).map_or(0, |i| i + 1);
                self.on.boards(self.named).contains(&largest)
            }
        }
    }

    fn every_point(&self, forms: &[Form], sides: &[u64], seen: Shape) -> Result<Proof, String> {
        let mut x = vec![0u64; sides.len()];
        let mut spoken = false;
        let mut broken: Option<(u64, Vec<u64>)> = None;
        let mut keys: HashMap<Vec<i64>, [Least; 2]> = HashMap::new();
        let weight =
            |x: &[u64]| x.iter().zip(&self.system.weights).map(|(x, w)| x * w).sum::<u64>();
        for number in 0.. {
            if number % 4096 == 0 && !self.task.goes_on() {
                return Err("out of time".into());
            }
            let numbers: Vec<i64> = forms.iter().map(|form| form.value(&x)).collect();
            let piles = self.piles(&x);
            let sight = Sight { numbers: &numbers, piles: &piles };
            if self.in_scope(&x) && self.on.suppose.holds(sight) {
                let lost = self.table.value(&x) == 1;
                let wrong = match &self.on.says {
                    Says::Exactly(Meaning::P(condition)) => {
                        spoken = true;
                        condition.holds(sight) != lost
                    }
                    Says::If { outcome, condition } => {
                        let here = condition.holds(sight);
                        spoken |= here;
                        here && lost != (*outcome == Outcome::P)
                    }
                    Says::Strategy { from, to } => {
                        let here = from.holds(sight);
                        spoken |= here;
                        here && !self.reaches(&x, forms, to)
                    }
                    Says::Adding(piles) => {
                        spoken = true;
                        (self.table.value(&self.with(&x, piles)?) == 1) != lost
                    }
                    Says::Depends(on) => {
                        spoken = true;
                        let key: Vec<i64> = on.iter().map(|n| value_of(n, sight)).collect();
                        let seen = &mut keys.entry(key).or_default()[usize::from(lost)];
                        let here = weight(&x);
                        if seen.as_ref().is_none_or(|(least, _)| here < *least) {
                            *seen = Some((here, x.clone()));
                        }
                        false
                    }
                    _ => return Err("boxes say nothing of this".into()),
                };
                let here = weight(&x);
                if wrong && broken.as_ref().is_none_or(|(least, _)| here < *least) {
                    broken = Some((here, x.clone()));
                }
            }
            let Some(i) = (0..x.len()).find(|&i| x[i] + 1 < sides[i]) else { break };
            x[i] += 1;
            x[..i].fill(0);
        }
        if !spoken {
            return Err("it speaks of no position".into());
        }
        let position = |x: &[u64]| {
            let wide: Vec<u128> = x.iter().map(|&n| n.into()).collect();
            self.board.position(&wide).ok_or("it fails at a huge position")
        };
        let pairs = keys.values().filter_map(|seen| match seen {
            [Some(won), Some(lost)] => Some((won.0.max(lost.0), &won.1, &lost.1)),
            _ => None,
        });
        if let Some((_, won, lost)) = pairs.min_by_key(|pair| pair.0) {
            return Ok(Proof::Apart { won: position(won)?, lost: position(lost)? });
        }
        match broken {
            Some((_, x)) => Ok(Proof::Broken { at: position(&x)?, known: None }),
            None => {
                let Shape { thresholds, periods } = self.table.shape.clone();
                let (claim_thresholds, claim_periods) = (seen.thresholds, seen.periods);
                let periodic = PeriodicBox { thresholds, periods, claim_thresholds, claim_periods };
                Ok(Proof::Boxed { points: self.table.values.len(), periodic })
            }
        }
    }

    /// The piles of a tuple, of which conditions may speak.
    fn piles(&self, x: &[u64]) -> Vec<u32> {
        let wide: Vec<u128> = x.iter().map(|&n| n.into()).collect();
        self.board.position(&wide).unwrap_or_default()
    }

    /// Is there an option that is P and fulfils the condition?
    fn reaches(&self, x: &[u64], forms: &[Form], to: &Condition) -> bool {
        self.system.steps.iter().filter_map(|step| step.target(x)).any(|y| {
            let numbers: Vec<i64> = forms.iter().map(|form| form.value(&y)).collect();
            let piles = self.piles(&y);
            self.table.value(&y) == 1 && to.holds(Sight { numbers: &numbers, piles: &piles })
        })
    }

    /// The tuple with these piles added.
    fn with(&self, x: &[u64], piles: &[u32]) -> Result<Vec<u64>, String> {
        match self.board {
            Board::Counts(sizes) => {
                let mut more = x.to_vec();
                for &pile in piles {
                    let place = (pile as usize).checked_sub(1).filter(|&place| place < sizes);
                    more[place.ok_or("a pile is added that is not counted")?] += 1;
                }
                Ok(more)
            }
            Board::Piles(_) => {
                let mut sums: Vec<u64> = x[piles.len()..].to_vec();
                (1..sums.len()).for_each(|i| sums[i] += sums[i - 1]);
                sums.extend(piles.iter().map(|&pile| u64::from(pile)));
                sums.sort_unstable();
                (1..sums.len()).rev().for_each(|i| sums[i] -= sums[i - 1]);
                Ok(sums)
            }
            Board::Row(_) | Board::Mixed { .. } => Err("piles are added to piles or counts".into()),
        }
    }
}
