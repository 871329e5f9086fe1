//! A play, position by position: every step is a move of the player whose turn it is, and who wins at its end.

use sprague_claim::claim::Play;
use sprague_rules::{Options, Player, Ruleset, write_position};

use crate::verdict::Finding;

/// Follows the play.
pub fn judge(ruleset: &Ruleset, play: &Play) -> Finding {
    let options = Options::new(ruleset);
    let mut player = Player::Left;
    for step in play.positions.windows(2) {
        if !options.list(&step[0], player).contains(&step[1]) {
            let shown = format!("{} is not an option", write_position(&step[1]));
            return Finding::Refuted { witness: step[0].clone().into(), shown, evidence: None };
        }
        player = player.opponent();
    }
    let (Some(last), Some(winner)) = (play.positions.last(), play.winner) else {
        return Finding::Proved { by: "computation", evidence: None };
    };
    if let Some(option) = options.list(last, player).first() {
        let shown = format!("the play goes on, to {} for example", write_position(option));
        return Finding::Refuted { witness: last.clone().into(), shown, evidence: None };
    }
    let stuck_wins = ruleset.stuck_outcome(last).first_wins(player);
    let truly = if stuck_wins { player } else { player.opponent() };
    match truly == winner {
        true => Finding::Proved { by: "computation", evidence: None },
        false => {
            let shown = "the play ends here, and the other player wins".to_string();
            Finding::Refuted { witness: last.clone().into(), shown, evidence: None }
        }
    }
}
