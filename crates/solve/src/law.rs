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
/// Choices that are gone through to see whether there are so many options at all: a fraction of a second.
const MOST_COUNTED: u64 = 1 << 23;
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
        let choices = options.ruleset().choices(position.len(), largest);
        if choices > MOST_CHOICES && !are_few(options, position) {
            return Ok(Listed { options: Vec::new(), total: Total::Uncounted });
        }
        let (mut winning, mut open, mut visited) = (Vec::new(), Vec::new(), 0u64);
        let each = 40 + 4 * position.len() as u64;
        let most = MOST_OPTIONS.min(memory / 2 / each);
        let look_up = ((1 << 14) / (1 + position.len() as u64)).clamp(1, 1 << 10);
        let all = options.visit(position, Player::Left, &mut |option| {
            visited += 1;
            match self.law.outcome(option) {
                Some(Outcome::P) => winning.push(Position::reached(option)),
                Some(_) => {}
                None => open.push(Position::reached(option)),
            }
            visited < most && (!visited.is_multiple_of(look_up) || watch.goes_on())
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

/// Are there fewer options than the sizes of the piles suggest, so few that all can be looked at?
fn are_few(options: &Options, position: &[u32]) -> bool {
    let mut visited = 0;
    options.clone().at_most(MOST_COUNTED).visit(position, Player::Left, &mut |_| {
        visited += 1;
        visited < MOST_OPTIONS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is known of subtract(1,2,3): a pile counts by its remainder.
    struct Remainders;

    impl Law for Remainders {
        fn outcome(&self, position: &[u32]) -> Option<Outcome> {
            Some(if self.nim_value(position)? == 0 { Outcome::P } else { Outcome::N })
        }

        fn nim_value(&self, position: &[u32]) -> Option<u32> {
            Some(position.iter().fold(0, |value, size| value ^ (size % 4)))
        }

        fn words(&self) -> String {
            "remainders".to_string()
        }
    }

    fn winning(position: &[u32]) -> Vec<Vec<u32>> {
        let ruleset = sprague_rules::parse_ruleset("subtract(1,2,3)").unwrap();
        let (ruleset, watch) = (Arc::new(ruleset), Watch::default());
        let options = Options::new(ruleset.clone());
        let mut lawful = Lawful::new(&ruleset, Arc::new(Remainders), 1 << 30, &watch);
        let Ok(listed) = lawful.winning(&options, position, 1 << 30, &watch) else {
            panic!("{position:?} is refused")
        };
        assert!(matches!(listed.total, Total::Counted(_)), "{position:?}");
        listed.options.iter().map(|option| option.to_vec()).collect()
    }

    #[test]
    fn few_moves_from_a_large_pile_are_all_looked_at() {
        assert_eq!(winning(&[999_999_999]), [[999_999_996]]);
        assert_eq!(winning(&[2, 999_999_999]), [[2, 999_999_998]]);
    }

    #[test]
    fn the_winning_moves_are_those_that_a_look_at_every_option_finds() {
        let ruleset = Arc::new(sprague_rules::parse_ruleset("subtract(1,2,3)").unwrap());
        let options = Options::new(ruleset);
        for position in (0..12).flat_map(|a| (a..12).map(move |b| vec![a + 1, b + 1])) {
            let mut expected = options.list(&position, Player::Left);
            expected.retain(|option| Remainders.outcome(option) == Some(Outcome::P));
            assert_eq!(winning(&position), expected, "{position:?}");
        }
    }
}
