//! Laws of all games.
//!
//! *Of one game and its options*: [`kinds`]. *Of several games and their nim-values*: [`numbers`]. A counterexample is a game for each
//! name, of which everything is computed from the definitions.

mod kinds;
mod numbers;

use sprague_certificate::LawsEvidence;
use sprague_claim::laws::tree::{TooLarge, Tree, World};
use sprague_claim::laws::{OnLaws, Sentence};
use sprague_task::Task;

use crate::Rejection;

/// Decides the evidence again.
pub(crate) fn check(on: &OnLaws, evidence: &LawsEvidence, task: &Task) -> Result<(), Rejection> {
    match evidence {
        LawsEvidence::Kinds if on.sentences().all(Sentence::is_of_one) => kinds::check(on, task),
        LawsEvidence::Kinds => numbers::check(on, task),
        LawsEvidence::Counterexample { games } => counterexample(on, games),
    }
}

fn counterexample(on: &OnLaws, games: &[String]) -> Result<(), Rejection> {
    let of_any_number = on.is_of_any_number();
    if !of_any_number && games.len() != on.games() || games.is_empty() {
        return Err(Rejection::new("a counterexample has a game for each name"));
    }
    let trees = games.iter().map(|game| Tree::read(game, on.play, &on.sets));
    let trees: Vec<Tree> = trees.collect::<Result<_, _>>().map_err(Rejection::new)?;
    let mut world = World::new(on, &trees);
    let too_large = |TooLarge| Rejection::new("the games are too large to be computed");
    if !world.is_as_supposed().map_err(too_large)? {
        return Err(Rejection::new("the games are not as the law supposes"));
    }
    if !world.is_spoken_of().map_err(too_large)? {
        return Err(Rejection::new("the law says nothing of these games"));
    }
    match world.law_holds().map_err(too_large)? {
        true => Err(Rejection::new("the law is true of these games")),
        false => Ok(()),
    }
}
