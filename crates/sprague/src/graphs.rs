//! Positions on graphs.

use sprague_graph::{Budget, Game, Solver, Value, Written, deep, parse};
use sprague_report::graph::GraphSolution;

use crate::error::Error;
use crate::session::Session;

/// Values are computed unasked if they take no more effort than this, a fraction of a second.
const QUICK: u64 = 10_000_000;

/// A game that is played on graphs, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphGame {
    /// As it is typed, without `misere `.
    pub name: &'static str,
    /// The rules in a sentence or two.
    pub summary: &'static str,
    /// Is it misère play?
    pub misere: bool,
}

/// The game on graphs that an expression such as `misere wyg` names, if it names one.
pub fn graph_game(expression: &str) -> Option<GraphGame> {
    let (game, misere) = sprague_graph::parse_game(expression)?;
    Some(GraphGame { name: game.name(), summary: game.summary(), misere })
}

/// The games that are played on graphs.
pub fn graph_games() -> impl Iterator<Item = GraphGame> {
    let named = |game: Game| (game.name(), game.summary());
    let games = Game::ALL.into_iter().map(named);
    games.map(|(name, summary)| GraphGame { name, summary, misere: false })
}

impl Session {
    /// Who wins a position of a game on graphs, by which moves, and its nim-value, where there is one that does not take
    /// long.
    ///
    /// ```
    /// let solution = sprague::Session::new().solve_graph("wyg", "K(5) chips=1").unwrap();
    /// assert_eq!((solution.outcome.letter(), solution.nim), ('N', Some(1)));
    /// ```
    pub fn solve_graph(&self, game: &str, position: &str) -> Result<GraphSolution, Error> {
        let (game, misere) = sprague_graph::game::named_or_complain(game)
            .map_err(|complaint| complaint.about("game", game))?;
        let read = |text: &str| {
            let written = parse(text)?;
            written.check(game)?;
            Ok(written)
        };
        let written = read(position)
            .map_err(|complaint: sprague_rules::Complaint| complaint.about("position", position))?;
        let watch = self.watch();
        let goes_on = || watch.goes_on();
        let bytes = usize::try_from(self.budget().memory).unwrap_or(usize::MAX);
        let budget = Budget { bytes, effort: u64::MAX, goes_on: &goes_on };
        deep(|| solved(game, misere, written, budget))
    }
}

fn solved(
    game: Game,
    misere: bool,
    written: Written,
    budget: Budget,
) -> Result<GraphSolution, Error> {
    let mut solver = Solver::within(game, misere, budget);
    let position = &written.position;
    let outcome = solver.outcome(position)?;
    let reason = match position.play {
        _ if misere => Some("misère play has none"),
        Some(_) => Some("an edge is in play, so that nothing beside it can be played"),
        None if game.binds() && !position.single_chips() => {
            Some("a chosen edge binds both players, so moves elsewhere have to wait")
        }
        None => None,
    };
    let mut nim_missing = reason.map(str::to_string);
    let (mut nim, mut entailing) = (None, None);
    if !misere && position.play.is_none() {
        solver.set_budget(Budget { effort: QUICK, ..budget });
        let value = solver.value(position);
        solver.set_budget(budget);
        match (value, &nim_missing) {
            (Err(_), _) => nim_missing = Some("it would take long".to_string()),
            (Ok(Value::Nim(value)), None) => nim = Some(value),
            (Ok(value), _) => entailing = Some(value),
        }
    }
    let winning = Some(solver.winning(position)?);
    let ruleset = format!("{}{}", if misere { "misere " } else { "" }, game.name());
    Ok(GraphSolution { ruleset, written, outcome, nim, nim_missing, entailing, winning })
}
