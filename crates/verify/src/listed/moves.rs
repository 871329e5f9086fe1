//! Moves that are written out, and plays.

use sprague_claim::claim::{Move, Play};
use sprague_rules::{Player, Ruleset};

use crate::Rejection;
use crate::plain::Plain;

/// Can one of the players that are meant make the move, and win with it if that is said? Whoever makes it wins if the
/// opponent, who then moves first, does not.
pub(super) fn can_be_made(said: &Move, plain: &mut Plain) -> Result<bool, Rejection> {
    for player in said.movers() {
        if plain.options(&said.from, player)?.contains(&said.to)
            && !(said.wins && plain.wins(&said.to, player.opponent())?)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Is the move in this place of a play one of the player whose turn it is? Left begins, and the players take turns. After
/// the last move: is the play over, and has the player won who is said to?
pub(super) fn step(
    ruleset: &Ruleset,
    play: &Play,
    place: usize,
    plain: &mut Plain,
) -> Result<bool, Rejection> {
    let player = if place.is_multiple_of(2) { Player::Left } else { Player::Right };
    let options = plain.options(&play.positions[place], player)?;
    match play.positions.get(place + 1) {
        Some(next) => Ok(options.contains(next)),
        None => Ok(play.winner.is_none_or(|winner| {
            let stuck_wins = ruleset.stuck_outcome(&play.positions[place]).first_wins(player);
            let won = if stuck_wins { player } else { player.opponent() };
            options.is_empty() && won == winner
        })),
    }
}
