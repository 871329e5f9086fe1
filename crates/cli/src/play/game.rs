//! The state of a game and who speaks in it.

use sprague_rules::{Player, Ruleset};

use super::judge::Position;

/// A game between a person and the opponent.
pub struct Game {
    pub person: Player,
    pub start: Position,
    pub position: Position,
    pub to_move: Player,
    /// The positions before each move, with who moved.
    past: Vec<(Position, Player)>,
}

impl Game {
    /// A game from `start`.
    pub fn new(start: Position, person: Player, first: Player) -> Game {
        Game { person, position: start.clone(), start, to_move: first, past: Vec::new() }
    }

    /// The player to move moves to `option`.
    pub fn play(&mut self, option: Position) {
        let before = std::mem::replace(&mut self.position, option);
        self.past.push((before, self.to_move));
        self.to_move = self.to_move.opponent();
    }

    /// Takes back the person's last move with the reply to it; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.past.iter().rposition(|(_, mover)| *mover == self.person) else {
            return false;
        };
        (self.position, self.to_move) = self.past.swap_remove(last);
        self.past.truncate(last);
        true
    }

    /// Where the person made the last move.
    pub fn last_choice(&self) -> Option<&[u32]> {
        let own = self.past.iter().rfind(|(_, mover)| *mover == self.person);
        own.map(|(position, _)| &position[..])
    }

    /// How often `player` has moved.
    pub fn moves_of(&self, player: Player) -> usize {
        self.past.iter().filter(|(_, mover)| *mover == player).count()
    }

    pub fn first(&self) -> Player {
        self.past.first().map_or(self.to_move, |(_, mover)| *mover)
    }
}

/// Says `you` and `I`, and where it matters who is Left and who is Right.
#[derive(Clone, Copy)]
pub struct Voice {
    pub person: Player,
    /// Does it matter who is Left?
    pub named: bool,
}

impl Voice {
    pub fn new(ruleset: &Ruleset, person: Player) -> Voice {
        Voice { person, named: !ruleset.is_impartial() }
    }

    /// `you` or `I`, both followed by the same form of a verb.
    pub fn subject(self, player: Player) -> &'static str {
        if player == self.person { "you" } else { "I" }
    }

    /// The position with who is to move there: `Right, to move at 5,` or `whoever moves at 3,8`.
    pub fn mover_at(self, player: Player, position: &str) -> String {
        match self.named {
            true => format!("{}, to move at {position},", name(player)),
            false => format!("whoever has to move at {position}"),
        }
    }
}

pub fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_takes_back_the_last_own_move_and_the_reply() {
        let mut game = Game::new(vec![9], Player::Left, Player::Right);
        assert!(!game.undo());
        game.play(vec![8]);
        assert!(!game.undo(), "the opponent's first move stays");
        game.play(vec![7]);
        game.play(vec![5]);
        assert!(game.undo());
        assert_eq!((game.position.as_slice(), game.to_move), (&[8][..], Player::Left));
        assert_eq!(game.moves_of(Player::Right), 1);
        game.play(vec![3]);
        assert!(game.undo(), "also before the reply");
        assert_eq!(game.position, [8]);
    }
}
