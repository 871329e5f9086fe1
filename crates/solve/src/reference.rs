//! The reference solver: a memoised recursion straight from the definitions.
//!
//! It is slow and simple on purpose: every other kernel is compared with it.
//! A player who can move wins moving first iff some option is lost by the opponent moving first; a
//! player who cannot move wins iff the ending says so. The nim-value is the mex over the options.

use std::collections::HashMap;
use std::sync::Arc;

use sprague_rules::{Options, Outcome, Player, Ruleset};

use crate::budget::Watch;

/// Outcomes and nim-values of one ruleset, remembered.
pub struct Reference {
    options: Options,
    first_wins: HashMap<(Vec<u32>, Player), bool>,
    nim_values: HashMap<Vec<u32>, u32>,
    watch: Watch,
}

/// The watch said stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Reference {
    /// Nothing is remembered yet.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>) -> Self {
        Reference::watched(ruleset, &Watch::default())
    }

    /// The same; answers that are not known when the watch says stop are not found any more.
    pub fn watched(ruleset: impl Into<Arc<Ruleset>>, watch: &Watch) -> Self {
        Reference {
            options: Options::new(ruleset).watched(watch),
            first_wins: HashMap::new(),
            nim_values: HashMap::new(),
            watch: watch.clone(),
        }
    }

    /// How many positions are remembered.
    pub fn remembered(&self) -> usize {
        self.first_wins.len() + self.nim_values.len()
    }

    /// Does `player`, to move at `position`, win?
    pub fn find_first_wins(&mut self, position: &[u32], player: Player) -> Result<bool, Stopped> {
        let key = (position.to_vec(), player);
        if let Some(&known) = self.first_wins.get(&key) {
            return Ok(known);
        }
        let options = self.list(position, player)?;
        let mut wins = false;
        if options.is_empty() {
            wins = self.options.ruleset().stuck_outcome(position).first_wins(player);
        }
        for option in &options {
            if !self.find_first_wins(option, player.opponent())? {
                wins = true;
                break;
            }
        }
        self.first_wins.insert(key, wins);
        Ok(wins)
    }

    /// Who wins.
    pub fn find_outcome(&mut self, position: &[u32]) -> Result<Outcome, Stopped> {
        let left = self.find_first_wins(position, Player::Left)?;
        let right = self.find_first_wins(position, Player::Right)?;
        Ok(Outcome::from_first_wins(left, right))
    }

    /// The nim-value, for a ruleset that has them.
    pub fn find_nim_value(&mut self, position: &[u32]) -> Result<u32, Stopped> {
        if let Some(&known) = self.nim_values.get(position) {
            return Ok(known);
        }
        let mut values = Vec::new();
        for option in self.list(position, Player::Left)? {
            values.push(self.find_nim_value(&option)?);
        }
        let value = mex(values);
        self.nim_values.insert(position.to_vec(), value);
        Ok(value)
    }

    /// Does `player`, to move at `position`, win? Nobody stops it.
    pub fn first_wins(&mut self, position: &[u32], player: Player) -> bool {
        self.find_first_wins(position, player).expect("nobody stops it")
    }

    /// Who wins. Nobody stops it.
    pub fn outcome(&mut self, position: &[u32]) -> Outcome {
        self.find_outcome(position).expect("nobody stops it")
    }

    /// The nim-value, for a ruleset that has them. Nobody stops it.
    pub fn nim_value(&mut self, position: &[u32]) -> u32 {
        self.find_nim_value(position).expect("nobody stops it")
    }

    /// The different options, in order.
    fn list(&self, position: &[u32], player: Player) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut options = Vec::new();
        let finished = self.options.visit(position, player, &mut |option| {
            options.push(option.to_vec());
            true
        });
        options.sort();
        options.dedup();
        if finished && self.watch.advance(1) { Ok(options) } else { Err(Stopped) }
    }
}

/// The least number that is not among `values`.
pub fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).take_while(|(n, v)| n == *v).count() as u32
}
