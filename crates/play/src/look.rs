//! Looking ahead a few moves: what can be known without solving the game.

use std::collections::HashMap;

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
    seen: HashMap<(Position, Player), (u32, Option<bool>)>,
}

impl<'r> Look<'r> {
    pub fn new(rules: &'r Rules) -> Look<'r> {
        Look { rules, room: ROOM, seen: HashMap::new() }
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
