//! Laws: what is proved of positions of any size. Nothing is proved here: whoever can prove something of a ruleset, in a
//! room further down, hands it in as [`Lore`], and a search takes what a law says of a position for known.

use std::fmt;
use std::sync::Arc;

use sprague_rules::{Options, Outcome, Player, Position, Ruleset};

use crate::budget::{Refusal, Watch};
use crate::heaps::{Listed, Total};
use crate::search::Search;

/// What is proved of the positions of one impartial ruleset, of any size.
pub trait Law: Send + Sync {
    /// Who wins, where it says so.
    fn outcome(&self, position: &[u32]) -> Option<Outcome>;

    /// The nim-value, where it says so.
    fn nim_value(&self, position: &[u32]) -> Option<u32>;

    /// What it is, in words.
    fn words(&self) -> String;
}

/// Somebody who may know laws. It is asked only where every other way would take long.
pub trait Lore: fmt::Debug + Send + Sync {
    /// A law that says who wins each of these positions, if there is one; as far as may be it says so of the others, too,
    /// which are some of their options.
    fn law(
        &self,
        ruleset: &Arc<Ruleset>,
        positions: &[&[u32]],
        others: &[&[u32]],
        watch: &Watch,
    ) -> Option<Arc<dyn Law>>;
}

/// Options of a position that are looked at for winning ones, and choices that are gone through for them: a second's work or two.
const MOST_OPTIONS: u64 = 1 << 22;
const MOST_CHOICES: u64 = 1 << 26;
/// What a search may remember for options that the law leaves open: as much work again.
const MOST_REMEMBERED: u64 = 64 << 20;

/// Answers by a law; what it does not speak of is searched, down to what it does.
pub(crate) struct Lawful {
    law: Arc<dyn Law>,
    pub(crate) search: Search,
}

impl Lawful {
    pub(crate) fn new(
        ruleset: &Arc<Ruleset>,
        law: Arc<dyn Law>,
        memory: u64,
        watch: &Watch,
    ) -> Lawful {
        let memory = memory.min(MOST_REMEMBERED);
        let search = Search::new(ruleset.clone(), memory, watch).knowing(law.clone());
        Lawful { law, search }
    }

    /// Options that win for the player who makes them: all, or those that were seen.
    pub(crate) fn winning(
        &mut self,
        options: &Options,
        position: &[u32],
        memory: u64,
        watch: &Watch,
    ) -> Result<Listed, Refusal> {
        // From a lost position no option wins.
        if self.search.outcome(position, watch)? == Outcome::P {
            return Ok(Listed { options: Vec::new(), total: Total::Counted(0) });
        }
        let largest = position.iter().copied().max().unwrap_or(0);
        if options.ruleset().choices(position.len(), largest) > MOST_CHOICES {
            return Ok(Listed { options: Vec::new(), total: Total::Uncounted });
        }
        let (mut winning, mut open, mut visited) = (Vec::new(), Vec::new(), 0u64);
        let each = 40 + 4 * position.len() as u64;
        let most = MOST_OPTIONS.min(memory / 2 / each);
        let all = options.visit(position, Player::Left, &mut |option| {
            visited += 1;
            match self.law.outcome(option) {
                Some(Outcome::P) => winning.push(Position::reached(option)),
                Some(_) => {}
                None => open.push(Position::reached(option)),
            }
            visited < most && (!visited.is_multiple_of(1 << 10) || watch.goes_on())
        });
        let mut total = match all {
            true => None,
            false if watch.goes_on() => Some(Total::Uncounted),
            false => Some(Total::Stopped),
        };
        open.sort_unstable();
        open.dedup();
        for option in open {
            match self.search.outcome(&option, watch) {
                Ok(Outcome::P) => winning.push(option),
                Ok(_) => {}
                Err(refusal) => {
                    let stopped = matches!(refusal, Refusal::Stopped { .. });
                    total = Some(if stopped { Total::Stopped } else { Total::Uncounted });
                    break;
                }
            }
        }
        winning.sort_unstable();
        winning.dedup();
        let counted = Total::Counted(winning.len() as u64);
        Ok(Listed { options: winning, total: total.unwrap_or(counted) })
    }

    /// Says in words what was used.
    pub(crate) fn words(&self) -> String {
        match self.search.remembered() {
            0 => self.law.words(),
            many => format!("{}; {many} positions remembered beside it", self.law.words()),
        }
    }
}
