//! Reasons: why a move wins, why a position is lost, why the game is over.

use sprague_rules::ruleset::Ending;
use sprague_rules::{Outcome, Player, Ruleset, Shape, write_position};
use sprague_solve::Refusal;

use super::game::{Game, Voice, name};
use super::judge::{Judge, Position};
use super::wording::{describe, describe_freely};

/// Replies that a hint goes through.
const SHOWN: usize = 6;

/// `take 3 from the pile of 8`.
pub fn words(judge: &Judge, before: &[u32], after: &[u32], player: Player) -> String {
    let row = matches!(judge.ruleset.shape, Shape::Row { .. });
    match judge.move_between(before, after, player) {
        Some(index) => describe(&judge.ruleset.moves[index].act, row, before, after),
        None => describe_freely(row, before, after),
    }
}

/// Why the player to move wins or loses, with a move and the answers to all replies.
pub fn hint(judge: &mut Judge, game: &Game, voice: Voice) -> Result<String, Refusal> {
    let (position, player) = (&game.position[..], game.to_move);
    match judge.winning_option(position, player)? {
        Some(option) => won(judge, voice, position, player, &option),
        None => {
            let mut text = lost(judge, voice, position, player)?;
            if let Some(earlier) = game.last_choice()
                && judge.wins(earlier, player)?
            {
                text.push_str("Your last move gave the win away: `undo` takes it back.\n");
            }
            Ok(text)
        }
    }
}

/// A winning move, and why the position after it is lost.
fn won(
    judge: &mut Judge,
    voice: Voice,
    position: &[u32],
    player: Player,
    option: &[u32],
) -> Result<String, Refusal> {
    let opponent = player.opponent();
    let (done, after) = (words(judge, position, option, player), write_position(option));
    let replies = judge.options(option, opponent);
    if replies.is_empty() {
        let end = stuck(judge.ruleset, voice, option, opponent);
        return Ok(format!("You can win at once: {done}. Then {end}.\n"));
    }
    let mut text = format!("You can win by moving to {after}: {done}.\n");
    let mover = capital(&voice.mover_at(opponent, &after));
    text.push_str(&format!("{mover} loses{}: every move there has an answer.\n", kind(judge)));
    text.push_str(&exchanges(judge, voice, option, opponent, &replies)?);
    Ok(text)
}

/// Every option of a lost position with the answer to it.
fn lost(
    judge: &mut Judge,
    voice: Voice,
    position: &[u32],
    player: Player,
) -> Result<String, Refusal> {
    let at = write_position(position);
    let mover = capital(&voice.mover_at(player, &at));
    let mut text = format!("{mover} loses{}: I have an answer to every move.\n", kind(judge));
    let options = judge.options(position, player);
    text.push_str(&exchanges(judge, voice, position, player, &options)?);
    Ok(text)
}

/// A reminder where a stuck player does not lose.
fn kind(judge: &Judge) -> &'static str {
    match judge.ruleset.ending {
        Ending::StuckWins => " (in misère play, who cannot move wins)",
        _ => "",
    }
}

/// For the first few of the `moves` of a losing `player`, what the other one answers.
fn exchanges(
    judge: &mut Judge,
    voice: Voice,
    position: &[u32],
    player: Player,
    moves: &[Position],
) -> Result<String, Refusal> {
    let winner = player.opponent();
    let mut text = String::new();
    for option in moves.iter().take(SHOWN) {
        let done = words(judge, position, option, player);
        let answer = match judge.winning_option(option, winner)? {
            Some(answer) => {
                let done = words(judge, option, &answer, winner);
                let end = if judge.is_stuck(&answer, player) { " and win" } else { "" };
                format!("{} {done} ({}){end}", voice.subject(winner), rest(&answer))
            }
            None => stuck(judge.ruleset, voice, option, winner),
        };
        let who = voice.subject(player);
        text.push_str(&format!("  If {who} {done} ({}), {answer}.\n", rest(option)));
    }
    match moves.len().saturating_sub(SHOWN) {
        0 => {}
        1 => text.push_str("  And so for 1 more.\n"),
        more => text.push_str(&format!("  And so for {more} more.\n")),
    }
    Ok(text)
}

/// The position that is left, in words if there is nothing left.
pub fn rest(position: &[u32]) -> String {
    if position.is_empty() { "nothing left".into() } else { write_position(position) }
}

/// Does `player`, who cannot move at `position`, win?
pub fn stuck_wins(ruleset: &Ruleset, position: &[u32], player: Player) -> bool {
    ruleset.stuck_outcome(position).first_wins(player)
}

/// What becomes of `player`, who cannot move at `position`: `you cannot move, so you lose`.
pub fn stuck(ruleset: &Ruleset, voice: Voice, position: &[u32], player: Player) -> String {
    let who = voice.subject(player);
    let verb = if stuck_wins(ruleset, position, player) { "win" } else { "lose" };
    if !matches!(ruleset.ending, Ending::Decided(_)) {
        return format!("{who} cannot move, so {who} {verb}");
    }
    let end = if position.is_empty() { "0".into() } else { write_position(position) };
    let decision = match ruleset.stuck_outcome(position) {
        Outcome::L => format!("Left wins the end {end}"),
        Outcome::R => format!("Right wins the end {end}"),
        Outcome::N => format!("at the end {end} the player to move wins"),
        Outcome::P => format!("at the end {end} the player to move loses"),
    };
    format!("{who} cannot move, and {decision}, so {who} {verb}")
}

/// The end of a game in which the player to move is stuck.
pub fn ending(judge: &mut Judge, game: &Game, voice: Voice) -> Result<String, Refusal> {
    let reason = capital(&stuck(judge.ruleset, voice, &game.position, game.to_move));
    let person_won =
        stuck_wins(judge.ruleset, &game.position, game.to_move) == (game.to_move == game.person);
    let moves = match game.moves_of(game.person) {
        1 => "in one move".to_string(),
        n => format!("in {n} moves"),
    };
    if game.position == game.start {
        let winner = if person_won { "You" } else { "I" };
        return Ok(format!("{reason}.\n{winner} have won before the first move.\n"));
    }
    let start = write_position(&game.start);
    let first_wins = judge.wins(&game.start, game.first())?;
    let could_win = first_wins == (game.first() == game.person);
    let closing = match (person_won, could_win) {
        (true, _) => format!("You have won {moves}. Well played!"),
        (false, true) => format!("I have won, though {start} was yours to win."),
        (false, false) => format!("I have won; in your place nobody could have won {start}."),
    };
    Ok(format!("{reason}.\n{closing}\n"))
}

/// Who wins at the end, as a sentence.
pub fn ending_rule(ruleset: &Ruleset) -> &'static str {
    match ruleset.ending {
        Ending::StuckLoses => "The player who cannot move loses.",
        Ending::StuckWins => "Misère play: the player who cannot move wins.",
        Ending::Decided(_) if ruleset.expression.starts_with("misere ") => {
            "Misère play: every end is won by the other side than the rule says."
        }
        Ending::Decided(_) => "Where a player cannot move, the end decides who wins.",
    }
}

/// `You are Left, I am Right.`, where that matters.
pub fn sides(voice: Voice) -> Option<String> {
    let (you, me) = (name(voice.person), name(voice.person.opponent()));
    voice.named.then(|| format!("You are {you}, I am {me}."))
}

pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::judge;
    use super::*;

    fn hint_at(ruleset: &str, position: &[u32], person: Player) -> String {
        let mut judge = judge(ruleset, position);
        let game = Game::new(position.to_vec(), person, person);
        let voice = Voice::new(judge.ruleset, person);
        hint(&mut judge, &game, voice).unwrap()
    }

    #[test]
    fn a_hint_answers_every_reply_to_the_winning_move() {
        assert_eq!(
            hint_at("subtract(1,2,3)", &[6], Player::Left),
            "You can win by moving to 4: take 2 from the pile of 6.\n\
             Whoever has to move at 4 loses: every move there has an answer.\n  \
             If I take 3 from the pile of 4 (1), you take the pile of 1 (nothing left) and win.\n  \
             If I take 2 from the pile of 4 (2), you take the whole pile of 2 (nothing left) and win.\n  \
             If I take 1 from the pile of 4 (3), you take the whole pile of 3 (nothing left) and win.\n"
        );
        assert_eq!(
            hint_at("nim", &[3], Player::Left),
            "You can win at once: take the whole pile of 3. Then I cannot move, so I lose.\n"
        );
    }

    #[test]
    fn a_hint_in_a_lost_position_shows_the_answers() {
        let text = hint_at("minnie", &[3, 8], Player::Left);
        assert!(text.starts_with("Whoever has to move at 3,8 loses: I have an answer"), "{text}");
        assert!(text.contains("If you take 3 from the pile of 8 (3,5), I "), "{text}");
    }

    #[test]
    fn a_hint_in_misere_play_says_who_wins_at_the_end() {
        assert_eq!(
            hint_at("misere nim", &[1], Player::Left),
            "Whoever has to move at 1 loses (in misère play, who cannot move wins): \
             I have an answer to every move.\n  \
             If you take the pile of 1 (nothing left), I cannot move, so I win.\n"
        );
    }

    #[test]
    fn a_hint_in_an_ending_partizan_game_speaks_of_left_and_right() {
        // 8 is N, as the game's examples say.
        let text = hint_at("lr-nim(2,3)", &[8], Player::Right);
        assert!(text.contains("Left, to move at "), "{text}");
        let text = hint_at("lr-nim(2,3)", &[3], Player::Right);
        assert!(text.contains("Right wins the end 1, so I lose"), "{text}");
    }
}
