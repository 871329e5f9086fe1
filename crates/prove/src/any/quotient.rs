//! Any number of piles of any size, by a finite quotient: a commutative automaton that reads the piles in any order and
//! knows who wins. No formula is needed: the automaton is learned from the outcomes of small positions ([`learn`]), and proved for
//! all. What the claim says is compared with it.
//!
//! 1. *Learning.* For sizes up to some bound the states are the different sets of positions beside which a position is P, as far as some
//!    tests tell them apart.
//! 2. *Guessing.* Sizes whose columns repeat from a threshold on are read by residues; the largest smallest pile of a lost
//!    position is the bound d up to which amounts are looked at one by one.
//! 3. *Proving.* All pairs of a state and of the states of the options are explored, as the checker does (`sprague_verify::quotient`, where the
//!    theorem is stated). A position where that fails is one where the automaton is wrong, and a new test.
//!
//! Where the claim is false of the automaton, the piles read on the way are a counterexample.

mod explore;
mod learn;
mod moves;

use sprague_certificate::{Certificate, Evidence, PilesEvidence, Quotient};
use sprague_claim::claim::{OnPiles, Says};
use sprague_claim::meaning::{Demand, with_piles};
use sprague_claim::{Claim, Condition};
use sprague_rules::expr::{Cond, Expr};
use sprague_rules::ruleset::{Ending, Move};
use sprague_rules::{Library, Outcome, Ruleset};
use sprague_task::Task;
use sprague_verify::Accepted;

use super::candidate;
use crate::finding::{Finding, Trace};
pub use learn::Learned;
use learn::learned;
use moves::Moves;

const BY: &str = "finite quotient";

/// A proof or a counterexample, if there is one by this method.
pub fn judge(claim: &Claim, on: &OnPiles, task: &Task, trace: &mut Trace) -> Option<Finding> {
    if matches!(on.says, Says::Strategy { .. }) {
        return None;
    }
    let learned = solved(&on.ruleset, task)?;
    let (states, from, period) = (learned.next.len(), learned.threshold, learned.period);
    trace.states = Some(states);
    trace.steps.push(format!(
        "a commutative automaton of {states} states reads the piles; sizes from {from} on by residues modulo {period}"
    ));
    if let Some(at) = counterexample(on, &learned) {
        let evidence = Evidence::Piles(PilesEvidence::Counterexample(at.clone()));
        let outcome = if learned.is_lost(&at) { Outcome::P } else { Outcome::N };
        let shown = format!("{outcome}, by an automaton that is right for all positions");
        return Some(Finding::Refuted { witness: at.into(), shown, evidence: Some(evidence) });
    }
    let mut seen = SeenOf::default();
    seen.claim(on);
    let sizes = (
        learned.threshold.max(u32::try_from(seen.largest + 1).ok()?).max(2),
        u32::try_from(least_multiple(learned.period.into(), seen.moduli)).ok()?,
    );
    let many = on.least.max(on.most.unwrap_or(0)) as u64;
    let counts = (seen.largest.max(many) + 2, least_multiple(2, seen.moduli));
    let quotient = learned.certificate(sizes, counts);
    candidate::proved(claim, on, BY, PilesEvidence::Quotient(quotient), task)
}

/// A certificate that holds the automaton of a ruleset, if there is one that the checker accepts: it knows who wins any number of piles
/// of any size, while the claim that it is for says no more than who wins one token. The library has the ruleset by this name.
pub fn accepted(expression: &str, library: &Library, task: &Task) -> Option<Accepted> {
    let ruleset = library.ruleset(expression).ok()?;
    let learned = solved(&ruleset, task)?;
    let outcome = if learned.is_lost(&[1]) { Outcome::P } else { Outcome::N };
    let claim = format!(
        "claim \"who wins one token\"\n  game {expression}\n  piles any\n  {outcome} if count = 1 and largest = 1\n"
    );
    let games = library.games().to_vec();
    // What the claim sees of sizes and of numbers of piles.
    let (sizes, counts) = ((learned.threshold.max(2), learned.period), (4, 2));
    let evidence = Evidence::Piles(PilesEvidence::Quotient(learned.certificate(sizes, counts)));
    let certificate = Certificate { claim, games, evidence };
    sprague_verify::accept(certificate, &task.part(task.limits().steps)).ok()
}

/// Steps after which learning is given up.
const MOST_STEPS: u64 = 60_000_000;

/// What was learned of rulesets by tasks that belong together, and whether it was given up in so many steps.
#[derive(Default)]
struct Known(Vec<(Vec<Move>, Ending, u64, Option<Learned>)>);

/// The automaton of a ruleset, which knows who wins any number of piles of any size, as far as the prover can tell. It has steps of its
/// own, so that other methods have theirs if there is none.
pub fn solved(ruleset: &Ruleset, task: &Task) -> Option<Learned> {
    let moves = &Moves::of(ruleset)?;
    let (acts, ending, steps) = (&ruleset.moves, &ruleset.ending, task.limits().steps / 4);
    let steps = steps.min(MOST_STEPS);
    let known = task.memory().look(|known: &mut Known| {
        let mut same = known.0.iter().filter(|entry| entry.0 == *acts && entry.1 == *ending);
        same.find(|entry| entry.2 == steps).map(|entry| entry.3.clone())
    });
    if let Some(Some(learned)) = known {
        return learned;
    }
    let learned = learned(moves, &task.part(steps));
    // What was given up for want of time is not known.
    if learned.is_some() || task.goes_on() {
        task.memory().look(|known: &mut Known| {
            known.0.push((acts.clone(), ending.clone(), steps, learned.clone()));
        });
    }
    learned
}

/// Positions that are looked at for a counterexample.
const LOOKED_AT: usize = 60_000;
const MOST_PILES: usize = 7;

/// A small position of which the claim demands what the automaton denies.
fn counterexample(on: &OnPiles, learned: &Learned) -> Option<Vec<u32>> {
    let mut waiting = std::collections::VecDeque::from([Vec::new()]);
    let (mut looked, largest) = (0, learned.threshold + 2 * learned.period);
    while let Some(piles) = waiting.pop_front() {
        looked += 1;
        if looked > LOOKED_AT {
            return None;
        }
        let mut is_lost = |position: &[u32]| Ok::<bool, ()>(learned.is_lost(position));
        let lost = learned.is_lost(&piles);
        let wrong = match on.demand(&piles, &mut is_lost) {
            Ok(Demand::Outcome(outcome)) => lost != (outcome == Outcome::P),
            Ok(Demand::Same(more)) => lost != learned.is_lost(&with_piles(&piles, &more)),
            _ => false,
        };
        if wrong && !piles.is_empty() {
            return Some(piles);
        }
        if piles.len() < MOST_PILES {
            let least = piles.last().copied().unwrap_or(1);
            waiting.extend((least..=largest).map(|size| [&piles[..], &[size]].concat()));
        }
    }
    None
}

/// What a claim looks at: its largest constant, and a common multiple of what it divides by.
struct SeenOf {
    largest: u64,
    moduli: u64,
}

impl Default for SeenOf {
    fn default() -> SeenOf {
        SeenOf { largest: 1, moduli: 1 }
    }
}

/// Beyond this nothing is looked at.
const TOO_LARGE: u64 = 1 << 20;

fn least_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b).min(TOO_LARGE)
}

impl SeenOf {
    fn claim(&mut self, on: &OnPiles) {
        self.condition(&on.suppose);
        on.says.conditions().into_iter().for_each(|condition| self.condition(condition));
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Plain(cond) => self.cond(cond),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().for_each(|part| self.condition(part));
            }
            Condition::PilesSumZero(summed) => {
                self.expr(&summed.term);
                self.cond(&summed.only);
            }
            _ => {}
        }
    }

    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Always | Cond::Never | Cond::Distinct(_) => {}
            Cond::Not(inner) => self.cond(inner),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().for_each(|part| self.cond(part)),
            Cond::Compare(_, a, b) => [a, b].into_iter().for_each(|expr| self.expr(expr)),
            Cond::InSet(a, set) => {
                self.expr(a);
                set.iter().for_each(|&member| self.constant(member));
            }
            Cond::InPiles(a, _) => self.expr(a),
        }
    }

    fn constant(&mut self, constant: i64) {
        let sum = self.largest.max(constant.unsigned_abs());
        self.largest = sum.min(TOO_LARGE);
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(c) => self.constant(*c),
            Expr::Mod(a, b) | Expr::Div(a, b) => {
                self.expr(a);
                if let Expr::Const(c) = **b {
                    self.moduli = least_multiple(self.moduli, c.unsigned_abs().max(1));
                }
            }
            Expr::CountWhere(_, _, cond) => self.cond(cond),
            _ => expr.operands().into_iter().flatten().for_each(|part| self.expr(part)),
        }
    }
}

impl Learned {
    fn certificate(&self, sizes: (u32, u32), counts: (u64, u64)) -> Quotient {
        let lost = self.lost.iter().enumerate().filter(|(_, lost)| **lost);
        Quotient {
            small: self.small,
            threshold: self.threshold,
            period: self.period,
            lost: lost.map(|(state, _)| state as u32).collect(),
            next: self.next.clone(),
            sizes,
            counts,
        }
    }
}
