//! Positions by the definitions: a memory and the options that the rules give, nothing else. It is what every
//! counterexample is computed again with.

use std::collections::HashMap;

use sprague_rules::{Options, Outcome, Player, Ruleset};
use sprague_task::{Stop, Task};

/// Who wins positions of a ruleset, and their nim-values.
pub(crate) struct Plain<'r> {
    ruleset: &'r Ruleset,
    options: Options,
    task: &'r Task,
    /// Whether the player who moves first wins, for Left and for Right.
    wins: [HashMap<Vec<u32>, bool>; 2],
    nim_values: HashMap<Vec<u32>, u32>,
    /// What the positions that are known take, about.
    bytes: u64,
}

/// A position that is being settled: its options up to `next` are won by the opponent.
struct Open {
    position: Vec<u32>,
    player: Player,
    options: Vec<Vec<u32>>,
    next: usize,
}

/// Tokens of a position that the plain recursion is asked about.
pub(crate) const MOST_TOKENS: u64 = 1_000_000;

impl<'r> Plain<'r> {
    /// Nothing is known yet.
    pub(crate) fn new(ruleset: &'r Ruleset, task: &'r Task) -> Plain<'r> {
        let options = Options::new(ruleset);
        let wins = Default::default();
        Plain { ruleset, options, task, wins, nim_values: HashMap::new(), bytes: 0 }
    }

    /// Counts a position that is kept.
    fn keep(&mut self, position: &[u32]) -> Result<(), Stop> {
        self.bytes += 64 + 4 * position.len() as u64;
        let limit = self.task.limits().bytes;
        if self.bytes > limit { Err(Stop::Bytes { limit }) } else { Ok(()) }
    }

    /// Who moves next. In an impartial game one player may stand for both.
    fn next(&self, player: Player) -> Player {
        if self.ruleset.is_impartial() { player } else { player.opponent() }
    }

    /// The outcome of a position.
    pub(crate) fn outcome(&mut self, position: &[u32]) -> Result<Outcome, Stop> {
        let left = self.wins(position, Player::Left)?;
        let right = match self.ruleset.is_impartial() {
            true => left,
            false => self.wins(position, Player::Right)?,
        };
        Ok(Outcome::from_first_wins(left, right))
    }

    /// The options of a position for a player.
    pub(crate) fn options(
        &mut self,
        position: &[u32],
        player: Player,
    ) -> Result<Vec<Vec<u32>>, Stop> {
        let list = self.options.list(position, player);
        self.task.spend(1 + list.len() as u64)?;
        Ok(list)
    }

    /// Does the player win who moves first? Positions below are settled one by one on a stack of our own: plays may be
    /// longer than that of the process is deep.
    pub(crate) fn wins(&mut self, position: &[u32], player: Player) -> Result<bool, Stop> {
        if let Some(&known) = self.wins[player as usize].get(position) {
            return Ok(known);
        }
        let options = self.options(position, player)?;
        let mut open = vec![Open { position: position.to_vec(), player, options, next: 0 }];
        while let Some(last) = open.last_mut() {
            let other = self.next(last.player);
            let known = match last.options.get(last.next) {
                None if last.options.is_empty() => {
                    Some(self.ruleset.stuck_outcome(&last.position).first_wins(last.player))
                }
                None => Some(false),
                Some(option) => match self.wins[other as usize].get(option) {
                    Some(false) => Some(true),
                    Some(true) => {
                        last.next += 1;
                        None
                    }
                    None => {
                        let position = option.clone();
                        let options = self.options(&position, other)?;
                        open.push(Open { position, player: other, options, next: 0 });
                        None
                    }
                },
            };
            if let Some(wins) = known
                && let Some(Open { position, player, .. }) = open.pop()
            {
                self.keep(&position)?;
                self.wins[player as usize].insert(position, wins);
            }
        }
        Ok(self.wins[player as usize][position])
    }

    /// The nim-value of a position of an impartial game in normal play.
    pub(crate) fn nim_value(&mut self, position: &[u32]) -> Result<u32, Stop> {
        let mut waiting = vec![position.to_vec()];
        while let Some(position) = waiting.last().cloned() {
            if self.nim_values.contains_key(&position) {
                waiting.pop();
                continue;
            }
            let options = self.options(&position, Player::Left)?;
            let mut values = Vec::with_capacity(options.len());
            for option in options {
                match self.nim_values.get(&option) {
                    Some(&value) => values.push(value),
                    None => waiting.push(option),
                }
            }
            if waiting.last() == Some(&position) {
                let mex = (0..).find(|value| !values.contains(value)).unwrap_or(0);
                self.keep(&position)?;
                self.nim_values.insert(position, mex);
                waiting.pop();
            }
        }
        Ok(self.nim_values[position])
    }
}
