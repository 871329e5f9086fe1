//! The proof for any number of piles: sentences about how many there are of each kind.

use crate::cost;
use sprague_task::Task;
use std::cell::Cell;

use sprague_automata::boxes::Shape;
use sprague_automata::{Budget, Dfa, Formula, Linear, Relations, compile};
use sprague_certificate::PilesEvidence;
use sprague_rules::Outcome;
use sprague_rules::expr::Cond;
use sprague_rules::ruleset::{Ending, Move, MoveAct};

use sprague_arithmetic::{Coordinates, Scene, all, any, some_option};
use sprague_claim::claim::{Meaning, Says};
use sprague_claim::condition::SLOTS;
use sprague_claim::piles::constant_amounts;
use sprague_claim::{Board, Condition};

use super::{Feature, Featured};
use crate::classes::{Classes, Seen, gcd};
use crate::prove::Trouble;
use crate::sizes::sizes_seen;

/// The proof for any number of piles.
pub struct Counting<'a> {
    claim: &'a Featured<'a>,
    relations: Relations,
    budget: Budget,
}

impl<'a> Counting<'a> {
    pub fn new(claim: &'a Featured<'a>, task: &Task) -> Counting<'a> {
        let budget = cost::automata(task);
        Counting { claim, relations: Relations::binary(), budget }
    }

    /// Decides the sentences; the states of the largest automaton and what the checker needs, or why they are not
    /// proved.
    pub fn prove(&mut self, log: &mut Vec<String>) -> Result<(usize, PilesEvidence), String> {
        self.sentences(log).map_err(Trouble::words)
    }

    /// Counts that the conditions do not tell apart: from which threshold on, and modulo which period.
    fn counts_seen(&self, sizes: usize) -> Option<(u64, u64)> {
        let mut classes = Classes::new(&[], Seen::Counted, Shape::uniform(sizes, 1, 1));
        classes.second = true;
        let on = self.claim.on;
        let mut conditions = on.says.conditions().into_iter().chain([&on.suppose]);
        conditions.try_for_each(|condition| classes.condition(condition))?;
        let threshold = classes.shape.thresholds.iter().copied().max()?;
        let common = |all: u64, p: &u64| (all / gcd(all, *p)).checked_mul(*p);
        let period = classes.shape.periods.iter().try_fold(1, common)?;
        // A move that chooses at least so many piles.
        let least = on.ruleset.moves.iter().filter_map(|m| match m.act {
            MoveAct::TakeEach { least, most: None, .. } => Some(least as u64),
            _ => None,
        });
        Some((threshold.max(least.max().unwrap_or(1)), period))
    }

    /// The largest amount of a move, all amounts being constants and nothing being asked.
    fn amount(&self) -> Option<u64> {
        let free = |m: &Move| (m.condition == Cond::Always).then(|| constant_amounts(m))?;
        let amounts: Option<Vec<Vec<u64>>> = self.claim.on.ruleset.moves.iter().map(free).collect();
        amounts?.into_iter().flatten().max()
    }

    fn sentences(&mut self, log: &mut Vec<String>) -> Result<(usize, PilesEvidence), Trouble> {
        let open = |why: &str| Trouble::Open(why.to_string());
        if !matches!(self.claim.on.ruleset.ending, Ending::StuckLoses) {
            return Err(open("any number of piles is proved in normal play only"));
        }
        let seen = sizes_seen(self.claim, usize::MAX);
        let seen = seen.ok_or_else(|| open("the claim looks at sizes beyond any bound"))?;
        let amount = self.amount().ok_or_else(|| open("moves take amounts that vary"))?;
        let sizes = seen.threshold.max(1).saturating_add(seen.period);
        let largest = sizes.saturating_add(amount.saturating_mul(2)) - 1;
        if largest > 9 {
            return Err(open("the claim looks at too many sizes"));
        }
        let counts = self.counts_seen(largest as usize);
        let (count_threshold, count_period) =
            counts.ok_or_else(|| open("the claim looks at counts beyond any bound"))?;
        let board = Board::Counts(largest as usize);
        let suppose = self.formula(board, &self.claim.suppose)?;
        let nonempty = board.nothing().not();
        let (set, from) = match &self.claim.says {
            Says::Exactly(Meaning::P(condition))
                if self.claim.suppose == Condition::Plain(Cond::Always) =>
            {
                (all([self.formula(board, condition)?, nonempty.clone()]), None)
            }
            Says::If { outcome: Outcome::P, condition } => {
                (all([self.formula(board, condition)?, suppose, nonempty.clone()]), None)
            }
            Says::Strategy { from, to } => {
                let from = all([self.formula(board, from)?, suppose, nonempty.clone()]);
                (self.formula(board, to)?, Some(from))
            }
            _ => return Err(open("this is proved for fixed numbers of piles only")),
        };
        // The empty position is P, and may be an answer.
        let set = match &from {
            None => any([set, board.nothing()]),
            Some(_) => set,
        };
        let mut most = 0;
        self.define(board, "A", &set, &mut most, log)?;
        let reaches =
            some_option(&self.claim.on.ruleset, board, &|option| Formula::relation("A", option))?;
        self.define(board, "reaches", &reaches, &mut most, log)?;
        let terms: Vec<Linear> = board.variables().iter().map(Linear::var).collect();
        let is = |name: &str| Formula::relation(name, terms.clone());
        let broken = match &self.claim.says {
            Says::Exactly(_) => is("A").iff(is("reaches")),
            _ => {
                let astray = some_option(&self.claim.on.ruleset, board, &|option| {
                    // A coordinate below 0 is no position: it is in neither.
                    all([
                        Formula::relation("any", option.clone()),
                        Formula::relation("reaches", option).not(),
                    ])
                });
                let everything =
                    Dfa::universe(self.relations.numeration(), board.variables(), &self.budget)?;
                self.relations.define("any", board.variables(), everything);
                self.define(board, "astray", &astray?, &mut most, log)?;
                let unanswered = all([is("A"), is("astray")]);
                match from {
                    None => unanswered,
                    Some(from) => any([unanswered, all([from, is("reaches").not()])]),
                }
            }
        };
        let broken = compile(&broken, &self.relations, &self.budget)?;
        match broken.is_empty() {
            true => {
                log.push(format!("piles of at most {largest} stand for all: nothing fails"));
                let evidence = PilesEvidence::Counts {
                    threshold: seen.threshold.max(1) as u32,
                    period: seen.period as u32,
                    count_threshold,
                    count_period,
                };
                Ok((most, evidence))
            }
            false => Err(open("it is not so closed that it proves itself")),
        }
    }

    fn define(
        &mut self,
        board: Board,
        name: &str,
        formula: &Formula,
        most: &mut usize,
        log: &mut Vec<String>,
    ) -> Result<(), Trouble> {
        let set = compile(formula, &self.relations, &self.budget)?;
        *most = (*most).max(set.states());
        log.push(format!("{name}: {} states", set.states()));
        let set = set.extend(&board.variables(), &self.budget)?;
        self.relations.define(name, board.variables(), set);
        Ok(())
    }

    /// The condition on the features, as one on counts. The features that are no sums are numbers of their own.
    fn formula(&self, board: Board, condition: &Condition) -> Result<Formula, Trouble> {
        let counts: Vec<Linear> = board.variables().iter().map(Linear::var).collect();
        let sum = |weight: &dyn Fn(i64) -> i64| {
            let terms = counts.iter().zip(1i64..).map(|(count, size)| count.clone() * weight(size));
            terms.fold(Linear::constant(0), |sum, term| sum + term)
        };
        let named = ["s1", "s2", "s3"];
        let mut slots = Vec::new();
        for feature in &self.claim.features {
            slots.push(match feature {
                Feature::Count => sum(&|_| 1),
                Feature::Smallest => Linear::var(named[0]),
                Feature::Second => Linear::var(named[1]),
                Feature::Largest => Linear::var(named[2]),
                Feature::Total => sum(&|size| size),
                Feature::Counted { small, .. } => {
                    sum(&|size| i64::from(small.get(size as usize).copied().unwrap_or(false)))
                }
                Feature::Other(_) => {
                    let why = "piles are counted by more than their sizes";
                    return Err(Trouble::Open(why.into()));
                }
            });
        }
        slots.resize(SLOTS, Linear::constant(0));
        let fresh = Cell::new(0);
        let scene = Scene { slots: &slots, before: &[], chosen: &[], after: &[], fresh: &fresh };
        let inner = scene.claimed(condition)?;
        // The least size with so many piles up to it; 0 if there are fewer.
        let ranked = |name: &str, rank: i64| {
            let upto =
                |size: usize| counts[..size].iter().fold(Linear::constant(0), |s, c| s + c.clone());
            let cases = (1..=counts.len()).map(|size| {
                let value = Linear::var(name).equals(size as i64);
                all([value, upto(size).at_least(rank), upto(size - 1).less(rank)])
            });
            let none = all([Linear::var(name).equals(0), upto(counts.len()).less(rank)]);
            any(cases.chain([none]))
        };
        let top = |name: &str| {
            let cases = (0..=counts.len()).map(|size| {
                let above = counts[size..].iter().map(|count| count.equals(0));
                let there = (size > 0).then(|| counts[size - 1].at_least(1));
                all(above.chain(there).chain([Linear::var(name).equals(size as i64)]))
            });
            any(cases)
        };
        let free = inner.free();
        let used = |name: &str| free.iter().any(|variable| variable.name() == name);
        let meanings = [ranked(named[0], 1), ranked(named[1], 2), top(named[2])];
        let mut parts = vec![inner.clone()];
        let mut numbers = Vec::new();
        for (name, meaning) in named.iter().zip(meanings) {
            if used(name) {
                parts.push(meaning);
                numbers.push(*name);
            }
        }
        let whole = all(parts);
        Ok(if numbers.is_empty() { whole } else { Formula::exists(numbers, whole) })
    }
}
