//! A play, position by position: every step is a move of the player whose turn it is, and who wins at its end.

use sprague_rules::{Options, Player, write_position};

use crate::text::Claim;
use crate::verdict::Verdict;

/// Left moves first; where both have the same moves, Left is the first player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    pub positions: Vec<Vec<u32>>,
    /// Who wins, if the play is told to its end.
    pub winner: Option<Player>,
}

/// Follows the play.
pub fn judge(claim: &Claim, play: &Play) -> Verdict {
    let options = Options::new(&claim.ruleset);
    let mut player = Player::Left;
    for step in play.positions.windows(2) {
        if !options.list(&step[0], player).contains(&step[1]) {
            let shown = format!("{} is not an option", write_position(&step[1]));
            return Verdict::Refuted { witness: step[0].clone().into(), shown };
        }
        player = player.opponent();
    }
    let (Some(last), Some(winner)) = (play.positions.last(), play.winner) else {
        return Verdict::Proved { by: "computation" };
    };
    if let Some(option) = options.list(last, player).first() {
        let shown = format!("the play goes on, to {} for example", write_position(option));
        return Verdict::Refuted { witness: last.clone().into(), shown };
    }
    let stuck_wins = claim.ruleset.stuck_outcome(last).first_wins(player);
    let truly = if stuck_wins { player } else { player.opponent() };
    match truly == winner {
        true => Verdict::Proved { by: "computation" },
        false => {
            let shown = "the play ends here, and the other player wins".to_string();
            Verdict::Refuted { witness: last.clone().into(), shown }
        }
    }
}
