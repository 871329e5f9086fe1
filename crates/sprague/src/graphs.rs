//! Positions on graphs.

use sprague_graph::{Budget, Game, Limit, Position, Solver, Value, Written, deep, parse};
use sprague_report::catalogue::GameLine;
use sprague_report::graph::{GraphRefused, GraphSolution};
use sprague_rules::Complaint;
use sprague_solve::{InOrder, TAKES_LONG};

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
    /// Where it comes from.
    pub source: &'static str,
    /// Is it misère play?
    pub misere: bool,
}

/// The game on graphs that an expression such as `misere wyg` names, if it names one.
pub fn graph_game(expression: &str) -> Option<GraphGame> {
    let (game, misere) = sprague_graph::parse_game(expression)?;
    Some(described(game, misere))
}

fn described(game: Game, misere: bool) -> GraphGame {
    GraphGame { name: game.name(), summary: game.summary(), source: game.source(), misere }
}

/// The games that are played on graphs.
pub fn graph_games() -> impl Iterator<Item = GraphGame> {
    Game::ALL.into_iter().map(|game| described(game, false))
}

/// The same, as lines of the catalogue.
pub fn graph_game_lines() -> Vec<GameLine> {
    Game::ALL.map(GameLine::from).into()
}

/// The answer for a position on a graph, or why there is none.
pub type GraphAnswer = Result<GraphSolution, GraphRefused>;

/// How positions on graphs were solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphExplanation {
    /// The way, in words.
    pub way: &'static str,
    /// How many positions were looked at.
    pub solved: u64,
}

/// Asks about positions of a game on graphs, and says exactly what.
pub struct GraphInquiry<'s> {
    session: &'s Session,
    game: Game,
    misere: bool,
    moves: bool,
    insist_on_nim: bool,
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
        let inquiry = self.ask_graph(game)?;
        let written = inquiry.position(position).map_err(|c| c.about("position", position))?;
        inquiry.solve(&written)
    }

    /// Asks about positions of a game on graphs within the limits of the session.
    ///
    /// ```
    /// let session = sprague::Session::new();
    /// let wyg = session.ask_graph("misere wyg").unwrap().without_moves();
    /// let path = wyg.position("P(4) chips=1").unwrap();
    /// assert_eq!(wyg.solve(&path).unwrap().outcome.letter(), 'N');
    /// ```
    pub fn ask_graph(&self, game: &str) -> Result<GraphInquiry<'_>, Error> {
        let (game, misere) = sprague_graph::game::named_or_complain(game)
            .map_err(|complaint| complaint.about("game", game))?;
        Ok(GraphInquiry { session: self, game, misere, moves: true, insist_on_nim: false })
    }

    /// Bytes that solved positions may take.
    pub(crate) fn bytes(&self) -> usize {
        usize::try_from(self.budget().memory).unwrap_or(usize::MAX)
    }
}

impl GraphInquiry<'_> {
    /// Leaves out the winning moves.
    pub fn without_moves(self) -> Self {
        GraphInquiry { moves: false, ..self }
    }

    /// Computes the nim-value however long it takes.
    pub fn insist_on_nim(self) -> Self {
        GraphInquiry { insist_on_nim: true, ..self }
    }

    /// The game, with `misere ` in front in misère play.
    pub fn name(&self) -> String {
        format!("{}{}", if self.misere { "misere " } else { "" }, self.game.name())
    }

    /// Reads a position of the game, such as `K(5) chips=1`.
    pub fn position(&self, text: &str) -> Result<Written, Complaint> {
        let written = parse(text)?;
        written.check(self.game)?;
        Ok(written)
    }

    /// The answer for one position.
    pub fn solve(&self, position: &Written) -> Result<GraphSolution, Error> {
        let mut found = None;
        self.solve_each(std::slice::from_ref(position), &mut |answer| {
            found = Some(answer);
            true
        });
        match found {
            Some(answer) => answer.map_err(|refused| refused.why.into()),
            None => unreachable!("one position has one answer"),
        }
    }

    /// The answers for many positions, which share what was solved before, in their order, until `take` wants no more. Small
    /// positions are solved first; a position that cannot be answered is refused in its place.
    pub fn solve_each(
        &self,
        positions: &[Written],
        take: &mut (dyn FnMut(GraphAnswer) -> bool + Send),
    ) -> GraphExplanation {
        let watch = self.session.watch();
        let budget = Budget { bytes: self.session.bytes(), effort: u64::MAX, watch: &watch };
        let fresh = || Solver::within(self.game, self.misere, budget);
        watch.expect(positions.len() as u64);
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by_key(|&i| positions[i].position.total());
        let solved = deep(|| {
            let mut take = |answer| take(answer);
            let mut in_order = InOrder::new(&mut take);
            let (mut solver, mut before) = (fresh(), 0);
            for (done, i) in order.into_iter().enumerate() {
                let written = &positions[i];
                let shared = solver.solved() > 0;
                let mut answer = match done > 0 && !watch.goes_on() {
                    true => Err(Limit::Stopped { solved: before + solver.solved() }),
                    false => self.answer(&mut solver, written, budget),
                };
                if let Err(Limit::Memory { .. }) = answer {
                    before += solver.solved();
                    solver = fresh();
                    // The memory was full of what others needed.
                    if shared {
                        answer = self.answer(&mut solver, written, budget);
                    }
                }
                watch.advance(1);
                let refused = |why| {
                    let position = written.write(&written.position);
                    GraphRefused { ruleset: self.name(), position, why }
                };
                if !in_order.put(i, answer.map_err(refused)) {
                    break;
                }
            }
            before + solver.solved()
        });
        let way = match (self.misere, self.game.binds()) {
            (true, _) => "misère play: whole positions, isomorphic ones once",
            (false, true) => "components add up while no edge is in play; isomorphic ones once",
            (false, false) => "components add up; isomorphic ones once",
        };
        GraphExplanation { way, solved }
    }

    fn answer<'b>(
        &self,
        solver: &mut Solver<'b>,
        written: &Written,
        budget: Budget<'b>,
    ) -> Result<GraphSolution, Limit> {
        let position = &written.position;
        let outcome = solver.outcome(position)?;
        let reason = match position.play {
            _ if self.misere => Some("misère play has none"),
            Some(_) => Some("an edge is in play, so that nothing beside it can be played"),
            None if self.game.binds() && !position.single_chips() => {
                Some("a chosen edge binds both players, so moves elsewhere have to wait")
            }
            None => None,
        };
        let mut nim_missing = reason.map(str::to_string);
        let (mut nim, mut entailing) = (None, None);
        if !self.misere && position.play.is_none() {
            match (self.value(solver, position, budget)?, &nim_missing) {
                (None, _) => nim_missing = Some(TAKES_LONG.to_string()),
                (Some(Value::Nim(value)), None) => nim = Some(value),
                (value, _) => entailing = value,
            }
        }
        let winning = if self.moves { Some(solver.winning(position)?) } else { None };
        let (ruleset, written) = (self.name(), written.clone());
        Ok(GraphSolution { ruleset, written, outcome, nim, nim_missing, entailing, winning })
    }

    /// The value in sums, if it is found quickly or insisted on.
    fn value<'b>(
        &self,
        solver: &mut Solver<'b>,
        position: &Position,
        budget: Budget<'b>,
    ) -> Result<Option<Value>, Limit> {
        if self.insist_on_nim {
            return solver.value(position).map(Some);
        }
        solver.set_budget(Budget { effort: QUICK, ..budget });
        let value = solver.value(position);
        solver.set_budget(budget);
        Ok(value.ok())
    }
}
