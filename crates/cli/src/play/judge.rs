//! The judge of a game: what a player may do, who wins, and which move is best.

use std::cmp::{Ordering, Reverse};

use sprague_rules::{Options, Player, Ruleset};
use sprague_solve::planner::Choice;
use sprague_solve::{Kernel, Refusal, Solver};

/// Piles as they are written.
pub type Position = Vec<u32>;

/// Options that are weighed against each other; of more, a small move is taken.
const WEIGHED: usize = 64;

/// Knows the options of every position and who wins it.
pub struct Judge<'r> {
    pub ruleset: &'r Ruleset,
    options: Options,
    solver: Solver,
    /// May it ask about every option? If not, one winning option is enough.
    thorough: bool,
}

impl<'r> Judge<'r> {
    /// A judge who asks `solver`.
    pub fn new(ruleset: &'r Ruleset, solver: Solver) -> Judge<'r> {
        let thorough = solver.choice.kernel != Kernel::Search || solver.choice.is_quick();
        Judge { ruleset, options: Options::new(ruleset), solver, thorough }
    }

    /// How the answers are computed, and why so.
    pub fn choice(&self) -> &Choice {
        &self.solver.choice
    }

    /// The options of `player`, in order.
    pub fn options(&self, position: &[u32], player: Player) -> Vec<Position> {
        self.options.list(position, player)
    }

    /// Can `player` not move?
    pub fn is_stuck(&self, position: &[u32], player: Player) -> bool {
        self.options.visit(position, player, &mut |_| false)
    }

    /// May `player` move from `before` to `after`?
    pub fn allows(&self, before: &[u32], after: &[u32], player: Player) -> bool {
        !self.options.visit(before, player, &mut |option| option != after)
    }

    /// The first of the rule's moves by which `player` reaches `after`.
    pub fn move_between(&self, before: &[u32], after: &[u32], player: Player) -> Option<usize> {
        let may = |m| sprague_rules::options::may_make(m, player);
        let moves = self.ruleset.moves.iter().enumerate();
        moves
            .filter(|(_, m)| may(m.mover))
            .map(|(index, _)| index)
            .find(|&index| !self.options.visit_one(index, before, &mut |option| option != after))
    }

    /// Does `player` win with the move?
    pub fn wins(&mut self, position: &[u32], player: Player) -> Result<bool, Refusal> {
        Ok(self.solver.outcome(position)?.first_wins(player))
    }

    /// A winning option of `player`, if there is one: of all of them the one that leaves the fewest
    /// replies.
    pub fn winning_option(
        &mut self,
        position: &[u32],
        player: Player,
    ) -> Result<Option<Position>, Refusal> {
        if !self.wins(position, player)? {
            return Ok(None);
        }
        let mut options = self.options(position, player);
        // The search decides smaller options first, so it knows these already.
        options.sort_by_key(|option| total(option));
        let mut winning = Vec::new();
        for option in options {
            if !self.wins(&option, player.opponent())? {
                winning.push(option);
                if !self.thorough || winning.len() == WEIGHED {
                    break;
                }
            }
        }
        let replies = |option: &Position| self.options(option, player.opponent()).len();
        Ok(winning.into_iter().min_by_key(replies))
    }

    /// The best option of `player`: one that wins, or else the one that is hardest to answer.
    pub fn best_option(
        &mut self,
        position: &[u32],
        player: Player,
    ) -> Result<Option<Position>, Refusal> {
        if let Some(winning) = self.winning_option(position, player)? {
            return Ok(Some(winning));
        }
        let mut options = self.options(position, player);
        options.sort_by_key(|option| Reverse(total(option)));
        if !self.thorough || options.len() > WEIGHED {
            return Ok(options.into_iter().next());
        }
        let mut hardest: Option<(Chance, Position)> = None;
        for option in options {
            let chance = self.chance(&option, player.opponent())?;
            if hardest.as_ref().is_none_or(|(least, _)| chance.cmp(least) == Ordering::Less) {
                hardest = Some((chance, option));
            }
        }
        Ok(hardest.map(|(_, option)| option))
    }

    /// What `player`, who can win, finds at `position`.
    fn chance(&mut self, position: &[u32], player: Player) -> Result<Chance, Refusal> {
        let options = self.options(position, player);
        let mut chance = Chance { at_once: options.is_empty(), winning: 0, all: options.len() };
        for option in &options {
            if !self.wins(option, player.opponent())? {
                chance.winning += 1;
                chance.at_once |= self.is_stuck(option, player.opponent());
            }
        }
        Ok(chance)
    }
}

/// How easily a win is found.
struct Chance {
    /// Is the game won now or with the next move?
    at_once: bool,
    /// So many options win, of all.
    winning: usize,
    all: usize,
}

impl Chance {
    /// A win that is not seen at once is harder to find, then a rare one.
    fn cmp(&self, other: &Chance) -> Ordering {
        let rarer = (self.winning * other.all).cmp(&(other.winning * self.all));
        self.at_once.cmp(&other.at_once).then(rarer)
    }
}

/// How many tokens there are.
pub fn total(position: &[u32]) -> u64 {
    position.iter().map(|&size| u64::from(size)).sum()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use sprague_rules::parse_ruleset;
    use sprague_solve::{Budget, Question};

    /// A judge for the positions below `position`.
    pub fn judge(ruleset: &str, position: &[u32]) -> Judge<'static> {
        let ruleset = Box::leak(Box::new(parse_ruleset(ruleset).unwrap()));
        let ruleset: &'static Ruleset = ruleset;
        let budget = Budget { threads: 1, ..Budget::default() };
        let question = Question::about_positions(ruleset, [position]).budget(&budget);
        Judge::new(ruleset, question.solver().unwrap())
    }

    #[test]
    fn a_winning_option_is_chosen_wherever_there_is_one() {
        let games = ["minnie", "misere wynnie", "partizan-euclid", "kayles", "grundy", "nimb"];
        for game in games {
            let mut judge = judge(game, &[9, 9]);
            for (a, b) in (1..=9).flat_map(|b| (1..=b).map(move |a| (a, b))) {
                for player in Player::BOTH {
                    let Some(option) = judge.best_option(&[a, b], player).unwrap() else {
                        assert!(judge.is_stuck(&[a, b], player));
                        continue;
                    };
                    let won = judge.wins(&[a, b], player).unwrap();
                    assert!(judge.allows(&[a, b], &option, player), "{game} {a},{b}");
                    assert_eq!(
                        judge.wins(&option, player.opponent()).unwrap(),
                        !won,
                        "{game} {a},{b}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_lost_position_is_left_where_a_win_is_hard_to_find() {
        let best = |position: &[u32]| judge("nim", position).best_option(position, Player::Left);
        // From 3 alone the game can be won at once, although only one reply of three wins.
        assert_eq!(best(&[3, 3]), Ok(Some(vec![2, 3])));
        assert_eq!(best(&[1, 1]), Ok(Some(vec![1])));
    }
}
