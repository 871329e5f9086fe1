//! Claims about any number of piles: `piles any`, or `piles 3..16`.
//!
//! A condition speaks of the position as a whole, by the numbers of [`names`]. The claim is compared with a table of all
//! positions with at most K piles of at most N tokens, and then proved in one of two ways.
//!
//! # Any size, for up to K piles
//!
//! Moves take one token from each of some piles. Sizes a, b are alike if a = b, or both are at least T and
//! congruent modulo p; positions are, if their piles are, one by one. *If in all positions with at most K piles of at
//! most N = T + p, T >= 1, a pile of N may be replaced by one of T without changing the outcome, then in all positions
//! with at most K piles the outcome is that of the position with every pile lowered, by multiples of p, to less than
//! T + p.*
//!
//! Let g be the outcome of the lowered position. On positions with piles up to N the function g is the
//! outcome, by the condition, so it satisfies the recursion there. Take any position x with at most K piles, and lower
//! each pile above N by multiples of p to T + 1, ..., T + p: this gives y with piles up to N. Moves
//! from x and from y correspond pile by pile, since the same piles are there; a lowered pile that loses a token is at least T in
//! both, so that options are alike and g is the same at both. So g satisfies the recursion at x, which has one
//! solution. ∎
//!
//! Where the claim's conditions are the same at positions that are alike ([`sizes_seen`]), comparing it with the table
//! decides it for all sizes.
//!
//! # Any number of piles
//!
//! If a set A of positions depends only on how many piles there are of each kind (each size below T, each residue
//! modulo p from T on), statements about A, its options and their options need to be decided for piles of at most n =
//! T + p + 2d - 1 only, d the largest amount: lower larger piles to T + 2d, ..., T + 2d + p - 1 by multiples of p; moves correspond
//! pile by pile, two moves deep. For piles up to n the statements are sentences about the counts a_1, ..., a_n,
//! decided by automata:
//!
//! - `P iff`: the partition theorem;
//! - `P if`, `strategy`: from every option of a position of A some move leads to A again, so the second player always
//!   has an answer, and A is a set of P-positions in normal play; for a strategy, some move leads to A from every position it is
//!   for.

use std::cell::Cell;
use std::collections::HashMap;
use std::time::Instant;

use sprague_automata::{Blowup, Budget, Dfa, Formula, Linear, Relations, compile};
use sprague_rules::expr::{Cond, Expr, Mention};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};
use sprague_rules::{Options, Outcome, Player, Ruleset, Shape};
use sprague_solve::units::UnitTable;

use crate::arithmetic::{Inexpressible, Scene, all, any};
use crate::board::Board;
use crate::check::confirmed;
use crate::condition::{Condition, SLOTS};
use crate::depends::unit_moves;
use crate::options::some_option;
use crate::sizes::{Seen, sizes_seen};
use crate::text::{Claim, Meaning, Statement, Subject};
use crate::verdict::{Judgement, Limits, Verdict};

/// What conditions on any number of piles speak of: how many there are, the two smallest and the largest, how many are odd and
/// even, and all tokens.
pub const FEATURES: [&str; 7] =
    ["count", "smallest", "second", "largest", "odds", "evens", "total"];

pub fn names() -> Vec<String> {
    FEATURES.iter().map(|name| name.to_string()).collect()
}

/// These numbers of a position, whose piles ascend.
pub fn features(position: &[u32]) -> Vec<i64> {
    let pile = |place: Option<&u32>| place.map_or(0, |&n| i64::from(n));
    let odds = position.iter().filter(|&&n| n % 2 == 1).count() as i64;
    let count = position.len() as i64;
    let total = position.iter().map(|&n| i64::from(n)).sum();
    let (smallest, second) = (pile(position.first()), pile(position.get(1)));
    vec![count, smallest, second, pile(position.last()), odds, count - odds, total]
}

/// The same, if the claim speaks of so many piles.
pub fn features_of(claim: &Claim, position: &[u32]) -> Option<Vec<i64>> {
    let Subject::Any { least, most } = claim.subject else { return None };
    let count = position.len();
    (count >= least && most.is_none_or(|most| count <= most)).then(|| features(position))
}

/// Can this be said of any number of piles?
pub fn possible(statement: &Statement, ruleset: &Ruleset) -> Result<(), String> {
    if ruleset.shape != (Shape::Piles { at_most: None }) {
        return Err(format!("{} is not played on any number of piles", ruleset.expression));
    }
    match statement {
        Statement::Exactly(Meaning::P(_))
        | Statement::If { .. }
        | Statement::Strategy { .. }
        | Statement::Adding(_) => Ok(()),
        _ => {
            Err("of any number of piles say `P iff`, `P if`, `N if`, `strategy` or `adding`".into())
        }
    }
}

/// Piles that are checked if nothing is said.
const QUICK_PILES: usize = 9;
/// Where sizes do not repeat once there are so many more of them than piles, they are not expected to.
const PATIENCE: usize = 4;
/// Bits of a table that is worth its while.
const MOST_POSITIONS: u64 = 6_000_000_000;

pub fn judge(
    claim: &Claim,
    limits: &Limits,
    deadline: Instant,
    judgement: &mut Judgement,
) -> Verdict {
    let Subject::Any { most, .. } = claim.subject else {
        return Verdict::Undecided { why: "it is about a board".into() };
    };
    let piles = most.or(claim.check_piles.map(|piles| piles as usize)).unwrap_or(QUICK_PILES);
    let checked = Check { claim, limits, deadline, piles }.run(&mut judgement.steps);
    let (any_size, words) = match checked {
        Err(verdict) => return verdict,
        Ok(found) => found,
    };
    if any_size && most.is_some() {
        return Verdict::Proved { by: "repeating table" };
    }
    match most {
        Some(_) => {
            let why = "the table does not repeat within the limits".to_string();
            Verdict::Holds { region: words, why }
        }
        None => match Counting::new(claim, limits, deadline).prove(&mut judgement.steps) {
            Ok(states) => {
                judgement.states = Some(states);
                Verdict::Proved { by: "automata" }
            }
            Err(why) => Verdict::Holds { region: words, why },
        },
    }
}

/// The claim against a table.
struct Check<'a> {
    claim: &'a Claim,
    limits: &'a Limits,
    deadline: Instant,
    piles: usize,
}

impl Check<'_> {
    /// Whether it is so for all sizes, and in words for which positions it is.
    fn run(&self, log: &mut Vec<String>) -> Result<(bool, String), Verdict> {
        let undecided = |why: &str| Verdict::Undecided { why: why.to_string() };
        let Some(moves) = unit_moves(&self.claim.ruleset) else {
            return self.by_solver();
        };
        let (added, largest) = match &self.claim.statement {
            Statement::Adding(piles) => (piles.len(), piles.iter().copied().max().unwrap_or(0)),
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
            None => (self.claim.check_to.unwrap_or(8).max(largest) as usize, 2),
        };
        let fits = |max: usize| {
            let bits = UnitTable::positions(places, max).unwrap_or(u64::MAX);
            bits <= MOST_POSITIONS && bits / 8 <= self.limits.memory
        };
        if !fits(first) {
            return Err(undecided("there are too many positions to check"));
        }
        let mut max = first;
        let (table, repeats) = loop {
            let in_time = |_| Instant::now() < self.deadline;
            let table = UnitTable::compute(&moves, places, max, &in_time)
                .ok_or_else(|| undecided("out of time"))?;
            let repeats = seen.is_some() && table.repeats(period);
            let most = self.claim.check_to.map_or(first + places + PATIENCE, |to| to as usize);
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
        let looked = self.compare(max as u32, |position| table.is_p(position))?;
        let sizes = if repeats { "any size".to_string() } else { format!("at most {max}") };
        let (piles, least) = (self.piles, self.least());
        log.push(format!("compared at {looked} positions"));
        if looked == 0 {
            return Err(undecided("it speaks of no position"));
        }
        Ok((repeats, format!("{least} to {piles} piles of {sizes}")))
    }

    fn least(&self) -> usize {
        match self.claim.subject {
            Subject::Any { least, .. } => least,
            _ => 1,
        }
    }

    /// Where moves are of another kind: a plain table.
    fn by_solver(&self) -> Result<(bool, String), Verdict> {
        use sprague_solve::{Purpose, Region, Solver, Wanted};
        let undecided = |why: String| Verdict::Undecided { why };
        let added = match &self.claim.statement {
            Statement::Adding(piles) => piles.len(),
            _ => 0,
        };
        let region = |max| Region::new(&self.claim.ruleset, self.piles + added, max);
        let fits = |region: Region| {
            region.positions().is_some_and(|positions| positions <= 20 * self.limits.positions)
        };
        let max = self.claim.check_to.unwrap_or_else(|| region(60).largest_max(fits).max(2));
        let (budget, watch) = (self.limits.budget(), self.limits.watch());
        let purpose = Purpose::WholeRegion;
        let wanted = Wanted::Outcomes;
        let ruleset = &self.claim.ruleset;
        let solver = Solver::new(ruleset, region(max), wanted, purpose, &budget, None, &watch);
        let mut solver = solver.map_err(|refusal| undecided(refusal.to_string()))?;
        let mut refusal = None;
        let looked = self.compare(max, |position| match solver.outcome(position) {
            Ok(outcome) => outcome == Outcome::P,
            Err(why) => {
                refusal = Some(why.to_string());
                false
            }
        });
        if let Some(why) = refusal {
            return Err(undecided(why));
        }
        if looked? == 0 {
            return Err(undecided("it speaks of no position".into()));
        }
        Ok((false, format!("{} to {} piles of at most {max}", self.least(), self.piles)))
    }

    /// Compares the claim with outcomes; how many positions it speaks of. The position of fewest tokens refutes it.
    fn compare(&self, max: u32, mut lost: impl FnMut(&[u32]) -> bool) -> Result<u64, Verdict> {
        let mut walk =
            Walk { check: self, max, known: HashMap::new(), looked: 0, worst: None, late: false };
        let early = self.early();
        for count in self.least()..=self.piles {
            for smallest in 1..=max {
                // What is supposed of these two alone is tested before all others are gone through.
                let numbers = features(&vec![smallest; count]);
                if early.iter().all(|part| part.holds(&numbers)) {
                    let mut piles = vec![smallest];
                    walk.extend(&mut piles, count, &mut lost);
                }
            }
        }
        if walk.late {
            return Err(Verdict::Undecided { why: "out of time".into() });
        }
        match walk.worst {
            None => Ok(walk.looked),
            Some(position) => Err(confirmed(self.claim, &position).unwrap_or_else(|| {
                Verdict::Undecided { why: format!("two solvers disagree at {position:?}") }
            })),
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
        let other = |mention: Mention| !matches!(mention, Mention::Slot(0 | 1));
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
enum Says {
    Nothing,
    Lost(bool),
    Otherwise,
}

/// Going through the positions.
struct Walk<'a> {
    check: &'a Check<'a>,
    max: u32,
    /// What the claim says, by the features.
    known: HashMap<Vec<i64>, Says>,
    looked: u64,
    worst: Option<Vec<u32>>,
    late: bool,
}

impl Walk<'_> {
    fn extend(&mut self, piles: &mut Vec<u32>, count: usize, lost: &mut dyn FnMut(&[u32]) -> bool) {
        if self.late {
            return;
        }
        if piles.len() == count {
            return self.look(piles, lost);
        }
        for size in piles.last().copied().unwrap_or(1)..=self.max {
            piles.push(size);
            self.extend(piles, count, lost);
            piles.pop();
        }
    }

    fn look(&mut self, piles: &[u32], lost: &mut dyn FnMut(&[u32]) -> bool) {
        let claim = self.check.claim;
        let numbers = features(piles);
        let says = match self.known.get(&numbers) {
            Some(says) => *says,
            None => {
                let says = says(claim, &numbers);
                self.known.insert(numbers, says);
                says
            }
        };
        let wrong = match (says, &claim.statement) {
            (Says::Nothing, _) => return,
            (Says::Lost(claimed), _) => lost(piles) != claimed,
            (Says::Otherwise, Statement::Strategy { to, .. }) => {
                let options = Options::new(&claim.ruleset).list(piles, Player::Left);
                !options.iter().any(|option| to.holds(&features(option)) && lost(option))
            }
            (Says::Otherwise, Statement::Adding(added)) => {
                let mut more = [piles, added].concat();
                more.sort_unstable();
                lost(piles) != lost(&more)
            }
            (Says::Otherwise, _) => false,
        };
        self.looked += 1;
        if self.looked.is_multiple_of(1 << 16) {
            self.late |= Instant::now() >= self.check.deadline;
        }
        let tokens = |piles: &[u32]| piles.iter().sum::<u32>();
        if wrong && self.worst.as_ref().is_none_or(|worst| tokens(piles) < tokens(worst)) {
            self.worst = Some(piles.to_vec());
        }
    }
}

fn says(claim: &Claim, numbers: &[i64]) -> Says {
    if !claim.suppose.holds(numbers) {
        return Says::Nothing;
    }
    match &claim.statement {
        Statement::Exactly(Meaning::P(condition)) => Says::Lost(condition.holds(numbers)),
        Statement::If { outcome, condition } if condition.holds(numbers) => {
            Says::Lost(*outcome == Outcome::P)
        }
        Statement::Strategy { from, .. } if from.holds(numbers) => Says::Otherwise,
        Statement::Adding(_) => Says::Otherwise,
        _ => Says::Nothing,
    }
}

/// The proof for any number of piles.
struct Counting<'a> {
    claim: &'a Claim,
    relations: Relations,
    budget: Budget,
}

enum Trouble {
    Open(String),
    Blowup(Blowup),
}

impl From<Blowup> for Trouble {
    fn from(blowup: Blowup) -> Trouble {
        Trouble::Blowup(blowup)
    }
}

impl From<Inexpressible> for Trouble {
    fn from(Inexpressible(what): Inexpressible) -> Trouble {
        Trouble::Open(format!("counts cannot say it: {what}"))
    }
}

impl<'a> Counting<'a> {
    fn new(claim: &'a Claim, limits: &Limits, deadline: Instant) -> Counting<'a> {
        let bytes = usize::try_from(limits.memory).unwrap_or(usize::MAX);
        let budget =
            Budget { states: limits.states, bytes, deadline: Some(deadline), cancel: None };
        Counting { claim, relations: Relations::binary(), budget }
    }

    fn prove(&mut self, log: &mut Vec<String>) -> Result<usize, String> {
        self.sentences(log).map_err(|trouble| match trouble {
            Trouble::Open(why) => why,
            Trouble::Blowup(blowup) => format!("too large for automata: {blowup}"),
        })
    }

    /// The largest amount of a move, all amounts being constants.
    fn amount(&self) -> Option<u64> {
        let constant = |amount: &Amount| match amount {
            Amount::Fixed(Expr::Const(k)) => u64::try_from(*k).ok(),
            _ => None,
        };
        let amounts = self.claim.ruleset.moves.iter().map(|m| match &m.act {
            _ if m.condition != Cond::Always => None,
            MoveAct::Take(takes) => {
                let each = takes.iter().map(|(_, amount)| constant(amount));
                each.collect::<Option<Vec<_>>>()?.into_iter().max()
            }
            MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => constant(amount),
            _ => None,
        });
        amounts.collect::<Option<Vec<_>>>()?.into_iter().max()
    }

    fn sentences(&mut self, log: &mut Vec<String>) -> Result<usize, Trouble> {
        let open = |why: &str| Trouble::Open(why.to_string());
        if !matches!(self.claim.ruleset.ending, Ending::StuckLoses) {
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
        let board = Board::Counts(largest as usize);
        let suppose = self.formula(board, &self.claim.suppose)?;
        let nonempty = board.is_empty().not();
        let (set, from) = match &self.claim.statement {
            Statement::Exactly(Meaning::P(condition))
                if self.claim.suppose == Condition::Plain(Cond::Always) =>
            {
                (
                    any([
                        all([self.formula(board, condition)?, nonempty.clone()]),
                        board.is_empty(),
                    ]),
                    None,
                )
            }
            Statement::If { outcome: Outcome::P, condition } => {
                (all([self.formula(board, condition)?, suppose, nonempty.clone()]), None)
            }
            Statement::Strategy { from, to } => {
                let from = all([self.formula(board, from)?, suppose, nonempty.clone()]);
                (self.formula(board, to)?, Some(from))
            }
            _ => return Err(open("this is proved for fixed numbers of piles only")),
        };
        // The empty position is P, and may be an answer.
        let set = match from {
            None => any([set, board.is_empty()]),
            Some(_) => set,
        };
        let mut most = 0;
        self.define(board, "A", &set, &mut most, log)?;
        let reaches =
            some_option(&self.claim.ruleset, board, &|option| Formula::relation("A", option))?;
        self.define(board, "reaches", &reaches, &mut most, log)?;
        let terms: Vec<Linear> = board.variables().iter().map(Linear::var).collect();
        let is = |name: &str| Formula::relation(name, terms.clone());
        let broken = match &self.claim.statement {
            Statement::Exactly(_) => is("A").iff(is("reaches")),
            _ => {
                let astray = some_option(&self.claim.ruleset, board, &|option| {
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
                match from_of(&self.claim.statement) {
                    None => unanswered,
                    Some(_) => {
                        let from = self.strategy_from(board)?;
                        any([unanswered, all([from, is("reaches").not()])])
                    }
                }
            }
        };
        let broken = compile(&broken, &self.relations, &self.budget)?;
        match broken.is_empty() {
            true => {
                log.push(format!("piles of at most {largest} stand for all: nothing fails"));
                Ok(most)
            }
            false => Err(open("it is not so closed that it proves itself")),
        }
    }

    fn strategy_from(&self, board: Board) -> Result<Formula, Trouble> {
        let Statement::Strategy { from, .. } = &self.claim.statement else {
            return Err(Trouble::Open("no strategy".into()));
        };
        let suppose = self.formula(board, &self.claim.suppose)?;
        Ok(all([self.formula(board, from)?, suppose, board.is_empty().not()]))
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
        let mut slots = vec![
            sum(&|_| 1),
            Linear::var(named[0]),
            Linear::var(named[1]),
            Linear::var(named[2]),
            sum(&|size| size % 2),
            sum(&|size| 1 - size % 2),
            sum(&|size| size),
        ];
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

fn from_of(statement: &Statement) -> Option<&Condition> {
    match statement {
        Statement::Strategy { from, .. } => Some(from),
        _ => None,
    }
}
