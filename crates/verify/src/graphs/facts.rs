//! Single facts about positions on graphs.

use sprague_claim::graphs::{Fact, OnGraphs, Position};
use sprague_rules::Outcome;
use sprague_task::Task;

use super::play::Play;
use super::shape::{Shape, left};
use crate::Rejection;

/// Is the fact true?
pub(super) fn holds(on: &OnGraphs, fact: &Fact, task: &Task) -> Result<bool, Rejection> {
    let play = |position: &Position| {
        let play = Play::new(on.game, on.misere, &position.graph, task);
        let state = play.state(position);
        (play, state)
    };
    match fact {
        Fact::Outcome(written, outcome) => {
            let (mut play, state) = play(&written.position);
            let truly = if play.is_won(&state)? { Outcome::N } else { Outcome::P };
            Ok(truly == *outcome)
        }
        Fact::Value(written, value) => {
            if on.misere || written.position.play.is_some() {
                return Err(Rejection::new(
                    "there is no value in misère play, or with an edge in play",
                ));
            }
            let (mut play, state) = play(&written.position);
            Ok(play.value(&state)? == *value)
        }
        Fact::Option { from, to, wins } => {
            let (before, after) = (&from.position, &to.position);
            let (rules, state) = play(before);
            let mut is_option = false;
            for option in rules.options(&state)? {
                is_option = is_option
                    || match (option.play, after.play) {
                        (None, None) => left(&rules, &option).is_like(&Shape::of(after), task)?,
                        // Where an edge is in play, vertices keep their names.
                        (one, other) => {
                            one == other
                                && option.chips == after.chips
                                && before.graph == after.graph
                        }
                    };
            }
            if !is_option || !wins {
                return Ok(is_option);
            }
            let (mut play, state) = play(after);
            Ok(!play.is_won(&state)?)
        }
    }
}
