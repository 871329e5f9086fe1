//! Looking ahead a few moves: what can be known without solving the game.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use sprague_rules::Player;

use crate::position::Position;
use crate::setting::Rules;

/// Options that one look may see: a fraction of a second.
const ROOM: usize = 200_000;
/// Options of one position that it looks at; with more, a loss cannot be seen.
const WIDTH: usize = 400;

/// A look ahead, with what it has seen.
pub(crate) struct Look<'r> {
    rules: &'r Rules,
    room: usize,
    /// Raised when nobody wants to know any more. Time is no reason to look less far: what is seen must not depend on it.
    unwanted: &'r AtomicBool,
    seen: HashMap<(Position, Player), (u32, Option<bool>)>,
}

impl<'r> Look<'r> {
    pub fn new(rules: &'r Rules, unwanted: &'r AtomicBool) -> Look<'r> {
        Look { rules, room: ROOM, unwanted, seen: HashMap::new() }
    }

    /// Does `player` win with the move at `position`? `None` if that is not settled within `depth`
    /// moves.
    pub fn wins(&mut self, position: &Position, player: Player, depth: u32) -> Option<bool> {
        // An open question is asked again if there is more depth to answer it.
        let key = (position.clone(), player);
        if let Some(&(looked, known)) = self.seen.get(&key)
            && (known.is_some() || looked >= depth)
        {
            return known;
        }
        let wins = self.look(position, player, depth);
        self.seen.insert(key, (depth, wins));
        wins
    }

    fn look(&mut self, position: &Position, player: Player, depth: u32) -> Option<bool> {
        if self.rules.is_stuck(position, player) {
            return Some(self.rules.end(position, player).winner == player);
        }
        let depth = depth.checked_sub(1)?;
        if self.unwanted.load(Ordering::Relaxed) {
            return None;
        }
        let (options, complete) = self.rules.options(position, player, WIDTH.min(self.room));
        self.room -= options.len();
        let mut lost = complete;
        for option in &options {
            match self.wins(option, player.opponent(), depth) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => lost = false,
            }
        }
        lost.then_some(false)
    }
}
