//! A claim about any number of piles against a table of positions, which may settle it for all sizes.

use crate::cost;
use sprague_task::Task;

use std::collections::HashMap;

use sprague_rules::expr::{Cond, Mention};
use sprague_rules::{Options, Outcome, Player};
use sprague_solve::units::UnitTable;

use sprague_claim::claim::{Meaning, Says};
use sprague_claim::{Condition, Sight};

use super::{Feature, Featured};
use crate::check::{Speaker, confirmed};
use crate::depends::unit_moves;
use crate::finding::Finding;
use crate::sizes::{Seen, sizes_seen};

/// Where sizes do not repeat once there are so many more of them than piles, they are not expected to.
const PATIENCE: usize = 4;
/// Bits of a table that is worth its while.
const MOST_POSITIONS: u64 = 6_000_000_000;

/// The claim against a table.
pub struct Check<'a> {
    pub claim: &'a Featured<'a>,
    pub task: &'a Task,
    pub piles: usize,
}

/// For which positions the claim is right.
pub struct Checked {
    /// For all sizes: they repeat from this threshold on, with this period.
    pub repeats: Option<(u32, u32)>,
    /// In words.
    pub region: String,
}

impl Check<'_> {
    /// Where it is right; otherwise what is known.
    pub fn run(&self, log: &mut Vec<String>) -> Result<Checked, Finding> {
        let undecided = |why: &str| Finding::Undecided { why: why.to_string() };
        let Some(moves) = unit_moves(&self.claim.on.ruleset) else {
            return self.by_solver();
        };
        let (added, largest) = match &self.claim.says {
            Says::Adding(piles) => (piles.len(), piles.iter().copied().max().unwrap_or(0)),
            _ => (0, 0),
        };
        let places = self.piles + added;
        let seen = sizes_seen(self.claim, self.piles);
        let (first, period) = match &seen {
            Some(Seen { threshold, period }) => {
                let threshold = (*threshold).max(1).saturating_add(u64::from(largest));
                let first = usize::try_from(threshold.saturating_add(*period));
                (first.unwrap_or(usize::MAX), *period as usize)
            }
            None => (self.claim.claim.check_to.unwrap_or(8).max(largest) as usize, 2),
        };
        let fits = |max: usize| {
            let bits = UnitTable::positions(places, max).unwrap_or(u64::MAX);
            bits <= MOST_POSITIONS && bits / 8 <= self.task.limits().bytes
        };
        if !fits(first) {
            return Err(undecided("there are too many positions to check"));
        }
        let mut max = first;
        let (table, repeats) = loop {
            let in_time = |_| self.task.goes_on();
            let table = UnitTable::compute(&moves, places, max, &in_time)
                .ok_or_else(|| undecided("out of time"))?;
            let repeats = seen.is_some() && table.repeats(period);
            let most =
                self.claim.claim.check_to.map_or(first + places + PATIENCE, |to| to as usize);
            let enough = max >= most;
            if repeats || seen.is_none() || enough || !fits(max + 1) {
                break (table, repeats);
            }
            max += 1;
        };
        if repeats {
            log.push(format!(
                "up to {places} piles, a pile of {max} is as good as one of {}: {} positions",
                max - period,
                UnitTable::positions(places, max).unwrap_or(0)
            ));
        }
        let looked = self.compare(max as u32, repeats, |position| match table.is_p(position) {
            true => Outcome::P,
            false => Outcome::N,
        })?;
        log.push(format!("compared at {looked} positions"));
        let repeats = repeats.then_some(((max - period) as u32, period as u32));
        self.checked(repeats, max as u32, looked)
    }

    /// What is known once it was right at so many positions.
    fn checked(
        &self,
        repeats: Option<(u32, u32)>,
        max: u32,
        looked: u64,
    ) -> Result<Checked, Finding> {
        let (piles, least) = (self.piles, self.least());
        let region = match repeats {
            Some(_) => format!("{least} to {piles} piles of any size"),
            None => format!("{least} to {piles} piles of at most {max}: {looked} positions"),
        };
        match looked {
            0 => Err(Finding::Undecided { why: format!("it speaks of no position of {region}") }),
            _ => Ok(Checked { repeats, region }),
        }
    }

    fn least(&self) -> usize {
        self.claim.on.least
    }

    /// Where moves are of another kind: a plain table.
    fn by_solver(&self) -> Result<Checked, Finding> {
        use sprague_solve::{Question, Region, Wanted};
        let undecided = |why: String| Finding::Undecided { why };
        let added = match &self.claim.says {
            Says::Adding(piles) => piles.len(),
            _ => 0,
        };
        let region = |max| Region::new(&self.claim.on.ruleset, self.piles + added, max);
        let fits = |region: Region| {
            let few = 20 * self.task.limits().positions;
            region.positions().is_some_and(|positions| positions <= few)
                && cost::affords(self.task, &self.claim.on.ruleset, region, Wanted::Outcomes)
        };
        let max = self.claim.claim.check_to.unwrap_or_else(|| region(60).largest_max(fits).max(2));
        let (budget, watch) = (cost::budget(self.task), self.task.watch());
        let question = Question::about_region(&self.claim.on.ruleset, region(max));
        let solver = question.budget(&budget).watch(&watch).solver();
        let mut solver = solver.map_err(|refusal| undecided(refusal.to_string()))?;
        let mut refusal = None;
        let looked = self.compare(max, false, |position| {
            solver.outcome(position).unwrap_or_else(|why| {
                refusal = Some(why.to_string());
                Outcome::N
            })
        });
        if let Some(why) = refusal {
            return Err(undecided(why));
        }
        self.checked(None, max, looked?)
    }

    /// Compares the claim with outcomes; how many positions it speaks of. The position of fewest tokens refutes it.
    ///
    /// Where the largest size repeats a smaller one, outcomes of positions with such a pile need not be looked up: with the
    /// smaller one in its place the outcome is the same, what is demanded of it is, too, and there are fewer tokens.
    fn compare(
        &self,
        max: u32,
        repeats: bool,
        mut outcome: impl FnMut(&[u32]) -> Outcome,
    ) -> Result<u64, Finding> {
        let strategy = matches!(self.claim.says, Says::Strategy { .. });
        let mut walk = Walk {
            check: self,
            max,
            repeated: (repeats && !strategy).then_some(max),
            known: HashMap::new(),
            numbers: Vec::new(),
            met: 0,
            looked: 0,
            worst: None,
            late: false,
        };
        let early = self.early();
        for count in self.least()..=self.piles {
            for smallest in 1..=max {
                // What is supposed of these two alone is tested before all others are gone through.
                let numbers = self.claim.numbers(&vec![smallest; count]);
                if early.iter().all(|part| part.holds(Sight::of(&numbers))) {
                    let mut piles = vec![smallest];
                    walk.extend(&mut piles, count, &mut outcome);
                }
            }
        }
        if walk.late {
            return Err(Finding::Undecided { why: "out of time".into() });
        }
        match walk.worst {
            None => Ok(walk.looked),
            Some(position) => {
                let speaker = Speaker::Piles(self.claim.on);
                Err(confirmed(speaker, &position, self.task).unwrap_or_else(|| {
                    Finding::Undecided { why: format!("two solvers disagree at {position:?}") }
                }))
            }
        }
    }

    /// The parts of what is supposed that speak only of the number of piles and the smallest one.
    fn early(&self) -> Vec<Condition> {
        fn parts(condition: &Condition) -> Vec<Condition> {
            match condition {
                Condition::And(inner) => inner.iter().flat_map(parts).collect(),
                Condition::Plain(Cond::And(inner)) => {
                    inner.iter().flat_map(|part| parts(&Condition::Plain(part.clone()))).collect()
                }
                other => vec![other.clone()],
            }
        }
        let features = &self.claim.features;
        let other = |mention: Mention| match mention {
            Mention::Slot(slot) => {
                !matches!(features.get(slot), Some(Feature::Count | Feature::Smallest))
            }
            Mention::Piles(_) => true,
        };
        let mut all = parts(&self.claim.suppose);
        all.retain(|part| match part {
            Condition::Plain(cond) => !cond.mentions(&other),
            _ => false,
        });
        all
    }
}

/// What the claim says of a position.
#[derive(Clone, Copy)]
enum Said {
    Nothing,
    Outcome(Outcome),
    Otherwise,
}

/// The outcome of a position.
type OutcomeOf<'o> = &'o mut dyn FnMut(&[u32]) -> Outcome;

/// Going through the positions.
struct Walk<'a> {
    check: &'a Check<'a>,
    max: u32,
    /// A size that need not be looked at.
    repeated: Option<u32>,
    /// What the claim says, by the features.
    known: HashMap<Vec<i64>, Said>,
    numbers: Vec<i64>,
    /// Positions that were gone through, and those of which something is said.
    met: u64,
    looked: u64,
    worst: Option<Vec<u32>>,
    late: bool,
}

impl Walk<'_> {
    fn extend(&mut self, piles: &mut Vec<u32>, count: usize, outcome: OutcomeOf) {
        if self.late {
            return;
        }
        if piles.len() == count {
            return self.look(piles, outcome);
        }
        for size in piles.last().copied().unwrap_or(1)..=self.max {
            piles.push(size);
            self.extend(piles, count, outcome);
            piles.pop();
        }
    }

    fn look(&mut self, piles: &[u32], outcome: OutcomeOf) {
        self.met += 1;
        if self.met.is_multiple_of(1 << 16) {
            self.late |= !self.check.task.goes_on();
        }
        let claim = self.check.claim;
        claim.numbers_into(piles, &mut self.numbers);
        let says = match self.known.get(&self.numbers[..]) {
            Some(says) => *says,
            None => {
                let says = said(claim, &self.numbers);
                self.known.insert(self.numbers.clone(), says);
                says
            }
        };
        let wrong = match (says, &claim.says) {
            (Said::Nothing, _) => return,
            _ if self.repeated.is_some() && piles.last().copied() == self.repeated => false,
            (Said::Outcome(claimed), _) => outcome(piles) != claimed,
            (Said::Otherwise, Says::Strategy { to, .. }) => {
                let options = Options::new(&claim.on.ruleset).list(piles, Player::Left);
                !options.iter().any(|option| {
                    to.holds(Sight::of(&claim.numbers(option))) && outcome(option) == Outcome::P
                })
            }
            (Said::Otherwise, Says::Adding(added)) => {
                let mut more = [piles, added].concat();
                more.sort_unstable();
                outcome(piles) != outcome(&more)
            }
            (Said::Otherwise, _) => false,
        };
        self.looked += 1;
        let tokens = |piles: &[u32]| piles.iter().sum::<u32>();
        if wrong && self.worst.as_ref().is_none_or(|worst| tokens(piles) < tokens(worst)) {
            self.worst = Some(piles.to_vec());
        }
    }
}

fn said(claim: &Featured, numbers: &[i64]) -> Said {
    let sight = Sight::of(numbers);
    if !claim.suppose.holds(sight) {
        return Said::Nothing;
    }
    match &claim.says {
        Says::Exactly(Meaning::P(condition)) => Said::Outcome(match condition.holds(sight) {
            true => Outcome::P,
            false => Outcome::N,
        }),
        Says::If { outcome, condition } if condition.holds(sight) => Said::Outcome(*outcome),
        Says::Strategy { from, .. } if from.holds(sight) => Said::Otherwise,
        Says::Adding(_) => Said::Otherwise,
        _ => Said::Nothing,
    }
}
