//! What is played, and from where: rules of either kind with the position to begin with.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use sprague_graph::{Game, Written};
use sprague_rules::ruleset::Ending;
use sprague_rules::{
    Complaint, Diagnostic, Library, Options, Outcome, Player, Ruleset, Shape, parse_position,
    write_position,
};

use crate::moves::LOOKED_AT;
use crate::on_graph;
use crate::position::{Board, Position};

/// Rules with the position to begin with.
#[derive(Clone, Debug)]
pub struct Setting {
    pub(crate) rules: Rules,
    pub(crate) start: Position,
}

/// The rules of either kind; what they can do is told apart in the files that say it.
#[derive(Clone, Debug)]
pub(crate) enum Rules {
    Piles(Arc<Ruleset>),
    Graph {
        game: Game,
        misere: bool,
        /// The position to begin with, in whose words others are written.
        written: Arc<Written>,
    },
}

/// What becomes of a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// Normal play.
    StuckLoses,
    /// Misère play.
    StuckWins,
    /// The position says who wins.
    Decided,
    /// The position says who loses.
    DecidedMisere,
}

/// The end of a game: a player cannot move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// Who cannot move.
    #[serde(serialize_with = "player")]
    pub stuck: Player,
    /// Who has won.
    #[serde(serialize_with = "player")]
    pub winner: Player,
    /// Where.
    pub position: String,
    /// The outcome of that position, where the rules have one for each: `L`, `R`, `N` or `P`.
    pub decided: Option<char>,
}

/// A player's name as data.
pub(crate) fn player<S: Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match player {
        Player::Left => "left",
        Player::Right => "right",
    })
}

impl Setting {
    /// A ruleset on piles, or the name of a game on graphs, from a position as it is written.
    pub fn read(library: &Library, ruleset: &str, position: &str) -> Result<Setting, Diagnostic> {
        let setting = match sprague_graph::parse_game(ruleset) {
            Some((game, misere)) => Setting::graph(game, misere, position),
            None => Setting::piles(library.ruleset(ruleset)?, position),
        };
        setting.map_err(|complaint| complaint.about("position", position))
    }

    /// A ruleset on piles or a row.
    pub fn piles(ruleset: impl Into<Arc<Ruleset>>, position: &str) -> Result<Setting, Complaint> {
        let ruleset = ruleset.into();
        let start = Position::Piles(parse_position(position, ruleset.shape)?);
        Ok(Setting { rules: Rules::Piles(ruleset), start })
    }

    /// A game on graphs.
    pub fn graph(game: Game, misere: bool, position: &str) -> Result<Setting, Complaint> {
        let written = sprague_graph::parse(position)?;
        written.check(game)?;
        let start = Position::Graph(written.position.clone());
        Ok(Setting { rules: Rules::Graph { game, misere, written: written.into() }, start })
    }

    /// How the ruleset is written.
    pub fn ruleset(&self) -> String {
        self.rules.expression()
    }

    /// The position to begin with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Does it matter who is Left and who is Right?
    pub fn is_partizan(&self) -> bool {
        !self.rules.is_impartial()
    }
}

impl Rules {
    pub fn expression(&self) -> String {
        match self {
            Rules::Piles(ruleset) => ruleset.expression.clone(),
            Rules::Graph { game, misere: false, .. } => game.name().to_string(),
            Rules::Graph { game, misere: true, .. } => format!("misere {}", game.name()),
        }
    }

    pub fn summary(&self) -> String {
        match self {
            Rules::Piles(ruleset) => ruleset.summary.clone(),
            // `Wyg with any edge on every turn` is not all that there is to know.
            Rules::Graph { game, .. } => match on_graph::rule_text(*game) {
                whole if whole == game.summary() => whole.to_string(),
                other => {
                    let (first, _) = game.summary().split_once(' ').unwrap_or_default();
                    format!("{} {first}: {other}", game.summary())
                }
            },
        }
    }

    pub fn is_impartial(&self) -> bool {
        match self {
            Rules::Piles(ruleset) => ruleset.is_impartial(),
            Rules::Graph { .. } => true,
        }
    }

    pub fn is_row(&self) -> bool {
        matches!(self, Rules::Piles(ruleset) if matches!(ruleset.shape, Shape::Row { .. }))
    }

    pub fn finish(&self) -> Finish {
        match self {
            Rules::Graph { misere: false, .. } => Finish::StuckLoses,
            Rules::Graph { misere: true, .. } => Finish::StuckWins,
            Rules::Piles(ruleset) => match ruleset.ending {
                Ending::StuckLoses => Finish::StuckLoses,
                Ending::StuckWins => Finish::StuckWins,
                Ending::Decided(_) if ruleset.expression.starts_with("misere ") => {
                    Finish::DecidedMisere
                }
                Ending::Decided(_) => Finish::Decided,
            },
        }
    }

    /// The position as it is written.
    pub fn write(&self, position: &Position) -> String {
        match (self, position) {
            (Rules::Graph { written, .. }, Position::Graph(position)) => written.write(position),
            (_, Position::Graph(position)) => position.text(),
            (_, Position::Piles(piles)) => write_position(piles),
        }
    }

    /// The position as data.
    pub fn board(&self, position: &Position) -> Board {
        match position {
            Position::Piles(piles) => Board::piles(piles, self.is_row()),
            Position::Graph(graph) => Board::Graph {
                text: self.write(position),
                chips: graph.chips.clone(),
                edges: graph.edges().collect(),
                in_play: graph.play,
                counts_chips: matches!(self, Rules::Graph { game, .. } if game.counts_chips()),
            },
        }
    }

    /// Visits options until the visitor returns false; some perhaps more than once.
    pub fn visit(
        &self,
        position: &Position,
        player: Player,
        visit: &mut dyn FnMut(Position) -> bool,
    ) {
        match (self, position) {
            (Rules::Piles(ruleset), Position::Piles(piles)) => {
                let options = Options::new(ruleset.clone());
                options.visit(piles, player, &mut |option| visit(Position::Piles(option.to_vec())));
            }
            (Rules::Graph { game, .. }, Position::Graph(graph)) => {
                game.moves(graph, None, &mut |m| visit(Position::Graph(m.made(*game, graph))));
            }
            _ => unreachable!("a play has positions of one kind"),
        }
    }

    /// Can `player` not move?
    pub fn is_stuck(&self, position: &Position, player: Player) -> bool {
        let mut stuck = true;
        self.visit(position, player, &mut |_| {
            stuck = false;
            false
        });
        stuck
    }

    /// The different options in order, at most `most` of them; false if there may be more.
    pub fn options(
        &self,
        position: &Position,
        player: Player,
        most: usize,
    ) -> (Vec<Position>, bool) {
        let mut seen = std::collections::HashSet::new();
        let mut options = Vec::new();
        let (mut complete, mut looked) = (true, 0);
        self.visit(position, player, &mut |option| {
            looked += 1;
            if looked > LOOKED_AT {
                complete = false;
                return false;
            }
            if options.len() == most {
                complete = seen.contains(&option);
                return complete;
            }
            if seen.insert(option.clone()) {
                options.push(option);
            }
            true
        });
        if let Rules::Piles(_) = self {
            options.sort_by(|a, b| match (a, b) {
                (Position::Piles(a), Position::Piles(b)) => a.cmp(b),
                _ => std::cmp::Ordering::Equal,
            });
        }
        (options, complete)
    }

    /// The position after a move on a graph, if it is legal.
    pub fn after(&self, position: &Position, m: sprague_graph::Move) -> Option<Position> {
        let (Rules::Graph { game, .. }, Position::Graph(graph)) = (self, position) else {
            return None;
        };
        let legal = on_graph::refusal(*game, graph, m).is_none();
        legal.then(|| Position::Graph(m.made(*game, graph)))
    }

    /// The end, for a player who cannot move.
    pub fn end(&self, position: &Position, stuck: Player) -> End {
        let outcome = match (self, position) {
            (Rules::Piles(ruleset), Position::Piles(piles)) => ruleset.stuck_outcome(piles),
            (Rules::Graph { misere: true, .. }, _) => Outcome::N,
            _ => Outcome::P,
        };
        let winner = if outcome.first_wins(stuck) { stuck } else { stuck.opponent() };
        let decided = matches!(self.finish(), Finish::Decided | Finish::DecidedMisere);
        let decided = decided.then(|| outcome.letter());
        End { stuck, winner, position: self.write(position), decided }
    }
}
