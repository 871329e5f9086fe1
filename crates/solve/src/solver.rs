//! One front for all kernels: asks the planner, computes what is needed, answers for positions.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sprague_rules::ruleset::Ending;
use sprague_rules::{Options, Outcome, Player, Position, Ruleset, write_position};

use crate::budget::{Refusal, Watch};
use crate::heaps::{HeapValues, Listed};
use crate::law::{Law, Lawful};
use crate::one_heap::OneHeap;
use crate::planner::{Choice, Kernel};
use crate::question::Question;
use crate::reference::Reference;
use crate::region::Region;
use crate::search::Search;
use crate::solution::Winning;
use crate::subsets::{SubsetMoves, SubsetTable};
use crate::table::{Table, Wanted};
use crate::units::{UnitMoves, UnitTable};

/// Answers for the positions of one ruleset, by whichever kernel. It owns all it needs: it can be kept, and sent to another thread.
pub struct Solver {
    ruleset: Arc<Ruleset>,
    options: Options,
    oracle: Oracle,
    /// The kernel and the reason for it.
    pub choice: Choice,
    /// What the kernel was asked to compute.
    pub wanted: Wanted,
    memory: u64,
    watch: Watch,
}

enum Oracle {
    Reference(Reference),
    Search(Search),
    Heaps(HeapValues),
    OneHeap(OneHeap),
    Table(Table),
    Units(Box<UnitTable>, Region),
    Subsets(SubsetTable),
    Law(Lawful),
}

impl Solver {
    /// Prepares the answers to a question by a kernel that was chosen for it.
    pub(crate) fn prepare(question: &Question, choice: Choice) -> Result<Solver, Refusal> {
        let Question { ruleset, region, wanted, budget, watch, .. } = question;
        let (region, wanted) = (*region, *wanted);
        let oracle = match choice.kernel {
            Kernel::Reference => Oracle::Reference(Reference::watched(ruleset.clone(), watch)),
            Kernel::Search => Oracle::Search(Search::new(ruleset.clone(), budget.memory, watch)),
            Kernel::Heaps => {
                let check = |max: u32| {
                    let one_pile = Region { places: 1, max, ..region };
                    Table::check_memory(ruleset, one_pile, Wanted::NimValues, budget.memory)
                };
                let mut heaps = HeapValues::new(ruleset.clone(), budget.memory);
                // A law that the smaller piles show answers for all, without a table of all.
                let near = region.max.min(heaps.cheap());
                check(near).or_else(|_| check(region.max))?;
                watch.expect(u64::from(region.max) + 1);
                question.install(|| heaps.settle(near, watch))?;
                if heaps.law().is_none() && near < region.max {
                    check(region.max)?;
                    question.install(|| heaps.settle(region.max, watch))?;
                }
                Oracle::Heaps(heaps)
            }
            Kernel::Sweep | Kernel::Native => {
                Table::check_memory(ruleset, region, wanted, budget.memory)?;
                let method = choice.kernel.method().expect("these two sweep");
                let compute = || Table::compute(ruleset, region, wanted, method, watch);
                Oracle::Table(question.install(compute)?)
            }
            Kernel::Window => {
                Oracle::OneHeap(OneHeap::settle(ruleset, region.max, budget.memory, watch)?)
            }
            Kernel::Subsets => {
                check_subsets(region, budget.memory)?;
                let moves = SubsetMoves::of(ruleset).expect("the planner looked");
                watch.expect(region.positions().unwrap_or(0));
                let stopped = || Refusal::Stopped { reached: "no table is complete yet".into() };
                let table = SubsetTable::compute(&moves, region, watch);
                Oracle::Subsets(table.ok_or_else(stopped)?)
            }
            Kernel::Law => unreachable!("it is asked for by those who have a law"),
            Kernel::Units => {
                Table::check_memory(ruleset, region, wanted, budget.memory)?;
                let units = ruleset.unit_moves().expect("the planner looked");
                let misere = matches!(ruleset.ending, Ending::StuckWins);
                let moves = UnitMoves::new(&units.sizes, units.each, misere);
                watch.expect(region.positions().unwrap_or(0));
                let table = question.install(|| {
                    let step = |done| watch.reach(done);
                    UnitTable::compute(&moves, region.places, region.max as usize, &step)
                });
                let stopped = || Refusal::Stopped { reached: "no table is complete yet".into() };
                Oracle::Units(Box::new(table.ok_or_else(stopped)?), region)
            }
        };
        Ok(Solver {
            options: Options::new(ruleset.clone()).watched(watch),
            ruleset: ruleset.clone(),
            oracle,
            choice,
            wanted,
            memory: budget.memory,
            watch: watch.clone(),
        })
    }

    /// Answers by a law, whatever kernel the question would have.
    pub(crate) fn by_law(question: &Question, law: Arc<dyn Law>) -> Solver {
        let Question { ruleset, wanted, budget, watch, .. } = question;
        let choice = Choice {
            kernel: Kernel::Law,
            reason: "what is proved of positions of any size tells who wins".into(),
            estimate: Duration::ZERO,
        };
        Solver {
            options: Options::new(ruleset.clone()).watched(watch),
            ruleset: ruleset.clone(),
            oracle: Oracle::Law(Lawful::new(ruleset, law, budget.memory, watch)),
            choice,
            wanted: *wanted,
            memory: budget.memory,
            watch: watch.clone(),
        }
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Up to which size the answers are complete, where a table was stopped early.
    pub fn complete(&self) -> Option<u32> {
        match &self.oracle {
            Oracle::Table(table) if table.complete < table.region().max => Some(table.complete),
            Oracle::Subsets(table) if table.complete < table.region().max => Some(table.complete),
            _ => None,
        }
    }

    /// Who wins a position.
    pub fn outcome(&mut self, position: &[u32]) -> Result<Outcome, Refusal> {
        match &mut self.oracle {
            Oracle::Reference(reference) => {
                reference.find_outcome(position).map_err(|_| stopped(reference))
            }
            Oracle::Search(search) => search.outcome(position, &self.watch),
            Oracle::Law(lawful) => lawful.search.outcome(position, &self.watch),
            _ => self.looked_up(position).ok_or_else(|| self.beyond(position)),
        }
    }

    /// Who wins a position, where that has only to be looked up.
    fn looked_up(&self, position: &[u32]) -> Option<Outcome> {
        let zero = |zero: bool| if zero { Outcome::P } else { Outcome::N };
        match &self.oracle {
            Oracle::Heaps(heaps) if heaps.contains(position) => {
                Some(zero(heaps.sum(position) == 0))
            }
            Oracle::OneHeap(heap) => heap.outcome(position),
            Oracle::Table(table) if table.contains(position) => Some(table.outcome(position)),
            Oracle::Units(table, _) if table.contains(position) => Some(zero(table.is_p(position))),
            Oracle::Subsets(table) if table.contains(position) => Some(zero(table.is_p(position))),
            _ => None,
        }
    }

    /// The nim-value, where the kernel computes them.
    pub fn nim_value(&mut self, position: &[u32]) -> Result<Option<u32>, Refusal> {
        if !self.ruleset.has_nim_values() {
            return Ok(None);
        }
        match &mut self.oracle {
            Oracle::Reference(reference) => {
                reference.find_nim_value(position).map(Some).map_err(|_| stopped(reference))
            }
            Oracle::Search(search) => search.nim_value(position, &self.watch).map(Some),
            Oracle::Law(lawful) => lawful.search.nim_value(position, &self.watch).map(Some),
            Oracle::Heaps(heaps) if heaps.contains(position) => Ok(Some(heaps.sum(position))),
            Oracle::Table(table) if table.contains(position) => Ok(table.nim_value(position)),
            Oracle::Heaps(_) | Oracle::Table(_) => Err(self.beyond(position)),
            Oracle::OneHeap(_) | Oracle::Units(..) | Oracle::Subsets(_) => Ok(None),
        }
    }

    /// Why a position that no table holds has no answer.
    fn beyond(&self, position: &[u32]) -> Refusal {
        match self.complete() {
            Some(complete) => {
                Refusal::Stopped { reached: format!("sizes up to {complete} are complete") }
            }
            None => {
                let why = format!("{} lies outside of its table", write_position(position));
                Refusal::Unsuitable { kernel: self.choice.kernel.name(), why }
            }
        }
    }

    /// Options that win for the player who makes them, all or some, where a law tells them without a look at every option.
    pub fn winning_by_law(&mut self, position: &[u32]) -> Result<Option<Listed>, Refusal> {
        match &mut self.oracle {
            Oracle::Heaps(heaps) => Ok(heaps.winning(position)),
            Oracle::Law(lawful) => {
                lawful.winning(&self.options, position, self.memory, &self.watch).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Every option that wins for the player who makes it.
    pub fn winning(&mut self, position: &[u32]) -> Result<Winning, Refusal> {
        match self.winning_so_far(position)? {
            (winning, true) => Ok(winning),
            (_, false) => Err(Refusal::Stopped { reached: "the moves were being listed".into() }),
        }
    }

    /// The same, as far as time allows; are these all?
    pub fn winning_so_far(&mut self, position: &[u32]) -> Result<(Winning, bool), Refusal> {
        let (left, all) = self.winning_for(position, Player::Left)?;
        if self.ruleset.is_impartial() {
            return Ok((Winning::Either(left), all));
        }
        let (right, all_right) = self.winning_for(position, Player::Right)?;
        Ok((Winning::Each { left, right }, all && all_right))
    }

    fn winning_for(
        &mut self,
        position: &[u32],
        player: Player,
    ) -> Result<(Vec<Position>, bool), Refusal> {
        let wins = |outcome: Outcome| !outcome.first_wins(player.opponent());
        if let Oracle::Reference(_) | Oracle::Search(_) | Oracle::Law(_) = self.oracle {
            let (options, mut all) = self.list_options(position, player, |_| Ok(true))?;
            let mut winning = Vec::new();
            for option in options {
                match self.outcome(&option) {
                    Ok(outcome) if wins(outcome) => winning.push(option),
                    Ok(_) => {}
                    Err(Refusal::Stopped { .. }) => {
                        all = false;
                        break;
                    }
                    Err(refusal) => return Err(refusal),
                }
            }
            return Ok((winning, all));
        }
        self.list_options(position, player, |option| match self.looked_up(option) {
            Some(outcome) => Ok(wins(outcome)),
            None => Err(self.beyond(option)),
        })
    }

    /// The different options of `player` that are wanted, unless there are too many to keep; all, or as many as there was
    /// time for.
    fn list_options(
        &self,
        position: &[u32],
        player: Player,
        wanted: impl Fn(&[u32]) -> Result<bool, Refusal>,
    ) -> Result<(Vec<Position>, bool), Refusal> {
        let (mut room, mut visited, mut refusal) = (self.memory, 0u64, None);
        let mut options = Vec::new();
        let finished = self.options.visit(position, player, &mut |option| {
            visited += 1;
            match wanted(option) {
                Ok(false) => {}
                Ok(true) => {
                    room = room.saturating_sub(40 + 4 * option.len() as u64);
                    options.push(Position::reached(option));
                }
                Err(why) => refusal = Some(why),
            }
            let look = visited.is_multiple_of(1 << 14);
            room > 0 && refusal.is_none() && (!look || self.watch.goes_on())
        });
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        if room == 0 {
            return Err(Refusal::Memory {
                what: format!("listing the moves from here, more than {},", options.len()),
                needed: None,
                budget: self.memory,
                fits: "The outcome alone needs no list.".into(),
            });
        }
        options.sort_unstable();
        options.dedup();
        Ok((options, finished))
    }

    /// How many positions of exactly so many piles are P, where the kernel can tell at once.
    pub fn count_p(&self) -> Option<u64> {
        match &self.oracle {
            Oracle::Units(table, _) => Some(table.count_p_exact()),
            _ => None,
        }
    }

    /// Says in words what was computed.
    pub fn size(&self) -> impl fmt::Display {
        match &self.oracle {
            Oracle::Reference(_) => "a memory of positions".to_string(),
            Oracle::Search(search) => format!("{} positions remembered", search.remembered()),
            Oracle::Law(lawful) => lawful.words(),
            Oracle::Heaps(heaps) => match heaps.law() {
                Some(law) => format!("one nim-value for each size of pile: {law}"),
                None => format!("one nim-value for each size of pile ({})", heaps.way()),
            },
            Oracle::OneHeap(heap) => heap.size(),
            Oracle::Table(table) => table.size(),
            Oracle::Subsets(table) => table.size(),
            Oracle::Units(table, region) => format!(
                "{} positions in {}",
                region.positions().unwrap_or(0),
                crate::budget::Bytes(table.resident_bytes())
            ),
        }
    }
}

/// Refuses a region whose words take more than the budget.
fn check_subsets(region: Region, budget: u64) -> Result<(), Refusal> {
    let fits = |region| SubsetTable::bytes(region).is_some_and(|bytes| bytes <= budget);
    if fits(region) {
        return Ok(());
    }
    let Region { places, .. } = region;
    Err(Refusal::Memory {
        what: format!("a word for each position of {places} piles up to size {}", region.max),
        needed: SubsetTable::bytes(region),
        budget,
        fits: format!("With {places} piles, sizes up to {} fit.", region.largest_max(fits)),
    })
}

fn stopped(reference: &Reference) -> Refusal {
    Refusal::Stopped { reached: format!("{} positions were decided", reference.remembered()) }
}
