//! Search from one position: remembers what it has seen and stops at the first winning option.
//!
//! The search keeps its own stack, so that long plays do not exhaust the machine's. Options that
//! are known to be lost are used before any other is looked into, and of the unknown ones the
//! smallest come first: they are the cheapest to decide.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sprague_rules::{Options, Outcome, Player, Ruleset};

use crate::budget::{Refusal, Watch};
use crate::law::Law;
use crate::reference::mex;

type Position = Box<[u32]>;

/// Outcomes and nim-values found so far.
pub struct Search {
    ruleset: Arc<Ruleset>,
    options: Options,
    /// Who wins moving first, by player; for impartial rulesets only the first is used.
    first_wins: [FxHashMap<Position, bool>; 2],
    nim_values: FxHashMap<Position, u32>,
    /// What is known without a search.
    law: Option<Arc<dyn Law>>,
    memory: u64,
    used: u64,
    /// Options that were visited since the watch was looked at.
    unseen: u64,
}

/// Options after which to look at the watch.
const LOOK_UP: u64 = 1 << 14;

/// A position whose options are being looked into.
struct Frame {
    position: Position,
    player: Player,
    /// Options not known yet, the next one last.
    pending: Vec<Position>,
}

impl Search {
    /// A search that may remember as much as fits into `memory` bytes, and stops with the watch.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>, memory: u64, watch: &Watch) -> Self {
        let ruleset = ruleset.into();
        Search {
            options: Options::new(ruleset.clone()).watched(watch),
            ruleset,
            first_wins: Default::default(),
            nim_values: FxHashMap::default(),
            law: None,
            memory,
            used: 0,
            unseen: 0,
        }
    }

    /// The same search, which goes no further where a law of the ruleset says who wins.
    pub fn knowing(self, law: Arc<dyn Law>) -> Self {
        Search { law: Some(law), ..self }
    }

    /// How many positions are remembered.
    pub fn remembered(&self) -> usize {
        self.first_wins.iter().map(FxHashMap::len).sum::<usize>() + self.nim_values.len()
    }

    pub fn outcome(&mut self, position: &[u32], watch: &Watch) -> Result<Outcome, Refusal> {
        let left = self.first_wins(position, Player::Left, watch)?;
        let right = match self.ruleset.is_impartial() {
            true => left,
            false => self.first_wins(position, Player::Right, watch)?,
        };
        Ok(Outcome::from_first_wins(left, right))
    }

    fn memo(&self, player: Player) -> usize {
        usize::from(player == Player::Right && !self.ruleset.is_impartial())
    }

    /// Does the player win moving first, as far as that is remembered or a law says so?
    fn known(&self, position: &[u32], player: Player) -> Option<bool> {
        let remembered = self.first_wins[self.memo(player)].get(position).copied();
        remembered.or_else(|| Some(self.law.as_ref()?.outcome(position)?.first_wins(player)))
    }

    /// The nim-value, as far as it is remembered or a law says so.
    fn known_value(&self, position: &[u32]) -> Option<u32> {
        let remembered = self.nim_values.get(position).copied();
        remembered.or_else(|| self.law.as_ref()?.nim_value(position))
    }

    fn first_wins(&mut self, root: &[u32], player: Player, watch: &Watch) -> Result<bool, Refusal> {
        if let Some(known) = self.known(root, player) {
            return Ok(known);
        }
        let mut stack: Vec<Frame> = self.expand(root.into(), player, watch)?.into_iter().collect();
        while let Some(frame) = stack.last_mut() {
            let Some(option) = frame.pending.last() else {
                let done = stack.pop().expect("the frame is there");
                self.remember(done, false, watch)?;
                continue;
            };
            let opponent = frame.player.opponent();
            match self.known(option, opponent) {
                Some(true) => {
                    self.used -= bytes(option);
                    frame.pending.pop();
                }
                Some(false) => {
                    let done = stack.pop().expect("the frame is there");
                    self.remember(done, true, watch)?;
                }
                None => {
                    let option = option.clone();
                    stack.extend(self.expand(option, opponent, watch)?);
                }
            }
        }
        Ok(self.known(root, player).expect("the root is decided when the stack is empty"))
    }

    /// The frame of a position, unless it can be decided at once.
    fn expand(
        &mut self,
        position: Position,
        player: Player,
        watch: &Watch,
    ) -> Result<Option<Frame>, Refusal> {
        let memo = self.memo(player);
        let opponent = player.opponent();
        let mut pending: Vec<Position> = Vec::new();
        let mut room = self.memory.saturating_sub(self.used);
        let (mut stuck, mut wins, mut visited) = (true, false, 0u64);
        let finished = self.options.visit(&position, player, &mut |option| {
            stuck = false;
            visited += 1;
            match self.known(option, opponent) {
                Some(true) => {}
                Some(false) => wins = true,
                None => {
                    room = room.saturating_sub(bytes(option));
                    pending.push(option.into());
                }
            }
            !wins && room > 0 && (!visited.is_multiple_of(LOOK_UP) || watch.goes_on())
        });
        if room == 0 && !wins {
            return Err(self.too_large());
        }
        if !wins && !finished || !self.has_time(visited, watch) {
            return Err(self.stopped());
        }
        if stuck {
            wins = self.ruleset.stuck_outcome(&position).first_wins(player);
            pending.clear();
        }
        if stuck || wins {
            self.used += bytes(&position);
            self.first_wins[memo].insert(position, wins);
            return Ok(None);
        }
        order(&mut pending);
        self.used += pending.iter().map(|option| bytes(option)).sum::<u64>();
        Ok(Some(Frame { position, player, pending }))
    }

    /// Looks at the watch after many options, however many positions they belong to.
    fn has_time(&mut self, options: u64, watch: &Watch) -> bool {
        self.unseen += 1 + options;
        if self.unseen < LOOK_UP {
            return true;
        }
        self.unseen = 0;
        watch.goes_on()
    }

    fn remember(&mut self, frame: Frame, wins: bool, watch: &Watch) -> Result<(), Refusal> {
        self.used -= frame.pending.iter().map(|option| bytes(option)).sum::<u64>();
        self.used += bytes(&frame.position);
        let memo = self.memo(frame.player);
        self.first_wins[memo].insert(frame.position, wins);
        self.check(watch)
    }

    fn check(&self, watch: &Watch) -> Result<(), Refusal> {
        if self.used > self.memory {
            return Err(self.too_large());
        }
        if !watch.advance(1) {
            return Err(self.stopped());
        }
        Ok(())
    }

    fn stopped(&self) -> Refusal {
        Refusal::Stopped { reached: format!("{} positions were decided", self.remembered()) }
    }

    fn too_large(&self) -> Refusal {
        Refusal::Memory {
            what: format!("a search that has decided {} positions and goes on", self.remembered()),
            needed: Some(self.memory),
            budget: self.memory,
            fits: "Smaller positions may fit.".into(),
        }
    }

    /// The nim-value of a position of a ruleset that has them.
    pub fn nim_value(&mut self, root: &[u32], watch: &Watch) -> Result<u32, Refusal> {
        if let Some(known) = self.known_value(root) {
            return Ok(known);
        }
        let mut stack = vec![self.open(root.into(), watch)?];
        while let Some((position, options)) = stack.last() {
            let unknown = options.iter().rev().find(|option| self.known_value(option).is_none());
            if let Some(option) = unknown {
                let frame = self.open(option.clone(), watch)?;
                stack.push(frame);
                continue;
            }
            let value = mex(options.iter().filter_map(|option| self.known_value(option)).collect());
            self.used -= options.iter().map(|option| bytes(option)).sum::<u64>();
            self.used += bytes(position);
            self.nim_values.insert(position.clone(), value);
            stack.pop();
            self.check(watch)?;
        }
        Ok(self.nim_values[root])
    }

    /// A position with its options.
    fn open(
        &mut self,
        position: Position,
        watch: &Watch,
    ) -> Result<(Position, Vec<Position>), Refusal> {
        let mut list: Vec<Position> = Vec::new();
        let mut room = self.memory.saturating_sub(self.used);
        let finished = self.options.visit(&position, Player::Left, &mut |option| {
            room = room.saturating_sub(bytes(option));
            list.push(option.into());
            room > 0 && (!(list.len() as u64).is_multiple_of(LOOK_UP) || watch.goes_on())
        });
        if room == 0 {
            return Err(self.too_large());
        }
        if !finished || !self.has_time(list.len() as u64, watch) {
            return Err(self.stopped());
        }
        order(&mut list);
        self.used += list.iter().map(|option| bytes(option)).sum::<u64>();
        Ok((position, list))
    }
}

/// Different options, the largest first, so that the smallest is the next.
fn order(options: &mut Vec<Position>) {
    let total = |option: &Position| option.iter().map(|&size| u64::from(size)).sum::<u64>();
    options.sort_unstable_by(|a, b| total(b).cmp(&total(a)).then_with(|| a.cmp(b)));
    options.dedup();
}

/// What it costs to keep a position, with its share of the table that holds it.
fn bytes(position: &[u32]) -> u64 {
    112 + 4 * position.len() as u64
}
