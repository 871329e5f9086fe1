//! A play, position by position: every step is a move of the player whose turn it is, and who wins at its end.

use sprague_certificate::{Evidence, ListedEvidence};
use sprague_claim::claim::Play;
use sprague_rules::{Options, Player, Ruleset, write_position};

use crate::finding::Finding;

/// Follows the play.
pub fn judge(ruleset: &Ruleset, play: &Play) -> Finding {
    let options = Options::new(ruleset);
    let refuted = |place: usize, shown: String| {
        let evidence = Some(Evidence::Listed(ListedEvidence::at(place)));
        Finding::Refuted { witness: play.positions[place].clone().into(), shown, evidence }
    };
    let proved = || {
        let evidence = Some(Evidence::Listed(ListedEvidence::Computation));
        Finding::Proved { by: "computation", evidence }
    };
    let end = play.positions.len().saturating_sub(1);
    let mut player = Player::Left;
    for (place, step) in play.positions.windows(2).enumerate() {
        if !options.list(&step[0], player).contains(&step[1]) {
            let shown = format!("{} is not an option", write_position(&step[1]));
            return refuted(place, shown);
        }
        player = player.opponent();
    }
    let (Some(last), Some(winner)) = (play.positions.last(), play.winner) else {
        return proved();
    };
    if let Some(option) = options.list(last, player).first() {
        let shown = format!("the play goes on, to {} for example", write_position(option));
        return refuted(end, shown);
    }
    let stuck_wins = ruleset.stuck_outcome(last).first_wins(player);
    let truly = if stuck_wins { player } else { player.opponent() };
    match truly == winner {
        true => proved(),
        false => refuted(end, "the play ends here, and the other player wins".to_string()),
    }
}
