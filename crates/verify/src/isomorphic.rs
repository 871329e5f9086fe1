//! **Two games with the same moves.** On boards of at most k piles a move leads from x to y in the one game iff a move leads from x
//! to y in the other: one sentence of arithmetic about the numbers of x and y. Then both have the same options everywhere, and, with the
//! same ending, the same outcomes and nim-values, whatever of these the claim is about.

use sprague_claim::Board;
use sprague_claim::claim::OnBoard;
use sprague_rules::ruleset::Ending;
use sprague_rules::{Options, Player, Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;
use crate::arithmetic::{Arithmetic, Decided, Formula, Term, Variable};
use crate::options::{Game, Goal};

/// Named piles.
const MOST_PILES: usize = 4;
/// Positions whose options are listed as well.
const COMPARED: u64 = 300;

/// Decides it.
///
/// # Errors
///
/// Where the games do not suit, or have other moves somewhere.
pub fn same_moves(
    on: &OnBoard,
    other: &Ruleset,
    nim_values: bool,
    task: &Task,
) -> Result<(), Rejection> {
    let Board::Piles(piles @ 1..=MOST_PILES) = on.board else {
        return Err(Rejection::new("this is for boards of a few piles"));
    };
    let games = [&on.ruleset, other];
    for ruleset in games {
        let suits = match ruleset.shape {
            Shape::Piles { at_most } => at_most.is_none_or(|most| most >= piles),
            Shape::Row { .. } => false,
        };
        if !suits || !ruleset.is_impartial() || (nim_values && !ruleset.has_nim_values()) {
            return Err(Rejection::new("this is for impartial games on piles"));
        }
    }
    let misere = games.map(|ruleset| matches!(ruleset.ending, Ending::StuckWins));
    if misere[0] != misere[1] {
        return Err(Rejection::new("one of the games is misère, the other is not"));
    }
    listed(games, piles as u32)?;
    let mut arithmetic = Arithmetic::of_numbers(task);
    let mut leads = |ruleset| moves(ruleset, on.board, &mut arithmetic);
    let (here, there) = (leads(games[0])?, leads(games[1])?);
    let sentence = arithmetic.iff(here, there);
    match arithmetic.always(sentence, 2 * piles)? {
        Decided::Holds => Ok(()),
        Decided::Fails(_) => Err(Rejection::new("the games have different moves")),
    }
}

/// A move leads from the position of the first numbers to that of the next.
fn moves(
    ruleset: &Ruleset,
    board: Board,
    arithmetic: &mut Arithmetic,
) -> Result<Formula, Rejection> {
    let numbers = board.numbers();
    let game = Game::new(ruleset, board, 2 * numbers as Variable)?;
    let so = |a: &mut Arithmetic, option: &[Term], _| {
        let tuple = game.coordinates(option).into_iter().zip(numbers as Variable..);
        // Numbers are natural ones, so that the piles ascend.
        let equal = tuple.map(|(number, of)| a.equal(&number, &Term::variable(of)));
        let equal: Vec<Formula> = equal.collect();
        Ok(a.and(equal))
    };
    game.some_option(&Goal { so: &so, ascends: true }, arithmetic)
}

/// A second look at small positions: the options that the rules list.
fn listed(games: [&Ruleset; 2], piles: u32) -> Result<(), Rejection> {
    let side = (2..20u64).take_while(|n| n.pow(piles) <= COMPARED).last().unwrap_or(2);
    let listings = games.map(Options::new);
    for index in 0..side.pow(piles) {
        let mut position: Vec<u32> =
            (0..piles).map(|i| (index / side.pow(i) % side) as u32).collect();
        sprague_rules::position::canonical(&mut position);
        let lists = listings.each_ref().map(|options| {
            let mut list = options.list(&position, Player::Left);
            list.sort_unstable();
            list.dedup();
            list
        });
        if lists[0] != lists[1] {
            return Err(Rejection::new(format!("the games differ at {position:?}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_claim::claim::{About, Says};
    use sprague_claim::parse_claims;

    fn is_proved(game: &str, piles: &str, other: &str) -> bool {
        let text =
            format!("claim \"it\"\n  game {game}\n  piles {piles}\n  same outcomes as {other}\n");
        let claim = parse_claims("it", &text).unwrap().remove(0);
        let About::Board(on) = &claim.about else { panic!() };
        let Says::SameAs { ruleset, nim_values } = &on.says else { panic!() };
        same_moves(on, ruleset, *nim_values, &Task::default()).is_ok()
    }

    #[test]
    fn games_with_the_same_moves_are_told_from_others() {
        assert!(is_proved("wynnie-all", "a <= b", "wynnie"));
        assert!(is_proved("wynnie-two", "a <= b", "wynnie"));
        assert!(is_proved("wynnie-any", "a <= b", "wynnie-all"));
        assert!(is_proved("minnie", "a", "nim"));
        assert!(is_proved("misere minnie", "a", "misere nim"));
        assert!(!is_proved("minnie", "a", "misere nim"));
        assert!(!is_proved("minnie", "a <= b", "nim"));
        assert!(!is_proved("wynnie-all", "a <= b <= c", "wynnie-any"));
        // The first difference is beyond what is listed.
        assert!(!is_proved("nim", "a <= b", "subtract(1..40)"));
    }
}
