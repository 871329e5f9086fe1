//! Games and rulesets, and who wins their positions.

use std::sync::Arc;

use pyo3::prelude::*;
use sprague::{Error, Library, Outcome, Player, Position, Shape, catalogue, game_file};

use crate::error::{input, raised};
use crate::sequence::Sequence;
use crate::table::Table;
use crate::values::facts;
use crate::work::Work;

/// The catalogue: the name of each game, its parameters as they are declared, and the rule in one sentence.
#[pyfunction]
pub fn games() -> Vec<(String, Vec<String>, String)> {
    let library = Library::catalogue();
    let known = catalogue::names().filter_map(|name| library.game(name).ok());
    known.map(|game| (game.name().into(), game.parameters(), game.summary().into())).collect()
}

/// The catalogue, some texts under the names of their files, and the files of a folder.
pub fn library(games: Vec<(String, String)>, folder: Option<String>) -> Library {
    let library = Library::with(games);
    let Some(folder) = folder else { return library };
    library.reading(move |name| {
        let text = std::fs::read_to_string(std::path::Path::new(&folder).join(name));
        text.map_err(|trouble| match trouble.kind() {
            std::io::ErrorKind::InvalidData => "it is not text".to_string(),
            _ => trouble.to_string(),
        })
    })
}

/// A game with its arguments.
#[pyclass(frozen)]
pub struct Ruleset {
    ruleset: Arc<sprague::Ruleset>,
    /// The texts with which its expression means it, beside the catalogue.
    games: Vec<(String, String)>,
}

#[pymethods]
impl Ruleset {
    /// The ruleset of an expression; game files are found among the texts, or in the folder.
    #[staticmethod]
    fn named(
        py: Python<'_>,
        expression: &str,
        games: Vec<(String, String)>,
        folder: Option<String>,
    ) -> PyResult<Ruleset> {
        let library = library(games, folder);
        let ruleset = library.ruleset(expression).map_err(|wrong| raised(py, wrong.into()))?;
        let mut games = Vec::new();
        if let Some(file) = game_file(&ruleset.expression) {
            let text = library.text(file).map_err(|why| input(py, &why))?;
            games.push((file.to_string(), text));
        }
        Ok(Ruleset { ruleset: ruleset.into(), games })
    }

    /// The ruleset of a game text.
    #[staticmethod]
    fn of_text(py: Python<'_>, text: &str, arguments: &str) -> PyResult<Ruleset> {
        let game = sprague::Game::from_text(text).map_err(|wrong| raised(py, wrong.into()))?;
        let ruleset = game.ruleset(arguments).map_err(|wrong| raised(py, wrong.into()))?;
        Ok(Ruleset { ruleset: ruleset.into(), games: game.library().games().to_vec() })
    }

    /// The same in misère play.
    fn misere(&self, py: Python<'_>) -> PyResult<Ruleset> {
        // Twice is normal play again: the library knows how that is written.
        let expression = format!("misere {}", self.ruleset.expression);
        let ruleset = library(self.games.clone(), None).ruleset(&expression);
        let ruleset = ruleset.map_err(|wrong| raised(py, wrong.into()))?;
        Ok(Ruleset { ruleset: ruleset.into(), games: self.games.clone() })
    }

    #[getter]
    fn expression(&self) -> &str {
        &self.ruleset.expression
    }

    #[getter]
    fn name(&self) -> &str {
        &self.ruleset.name
    }

    #[getter]
    fn summary(&self) -> &str {
        &self.ruleset.summary
    }

    /// The text of the rules.
    #[getter]
    fn text(&self) -> Option<String> {
        let own = self.games.first().map(|(_, text)| text.clone());
        own.or_else(|| catalogue::text(&self.ruleset.name).map(str::to_string))
    }

    #[getter]
    fn sources(&self) -> Vec<String> {
        self.ruleset.sources.clone()
    }

    #[getter]
    fn games(&self) -> Vec<(String, String)> {
        self.games.clone()
    }

    /// How many places a row has; none, if there are piles.
    #[getter]
    fn places(&self) -> Option<usize> {
        match self.ruleset.shape {
            Shape::Row { places } => Some(places),
            Shape::Piles { .. } => None,
        }
    }

    #[getter]
    fn has_nim_values(&self) -> bool {
        self.ruleset.has_nim_values()
    }

    #[getter]
    fn is_impartial(&self) -> bool {
        self.ruleset.is_impartial()
    }

    #[getter]
    fn has_same_moves(&self) -> bool {
        self.ruleset.same_moves()
    }

    /// A position that is written, such as `3,8`.
    fn position(&self, py: Python<'_>, text: &str) -> PyResult<Vec<u32>> {
        let position = self.ruleset.position(text).map_err(|wrong| raised(py, wrong.into()))?;
        Ok(position.into())
    }

    /// Who wins a position, as JSON.
    fn solve(
        &self,
        py: Python<'_>,
        work: &Work,
        sizes: Vec<u32>,
        moves: bool,
        insist_on_nim: bool,
    ) -> PyResult<String> {
        let ruleset = self.ruleset.clone();
        work.run(py, move |session| {
            let position = Position::new(sizes, ruleset.shape)?;
            let mut inquiry = session.ask(ruleset);
            if !moves {
                inquiry = inquiry.without_moves();
            }
            if insist_on_nim {
                inquiry = inquiry.insist_on_nim();
            }
            Ok(json(&inquiry.solve(&position)?))
        })
    }

    /// Who wins many positions: a list of such answers as JSON, with `error` where one is refused.
    fn solve_many(
        &self,
        py: Python<'_>,
        work: &Work,
        positions: Vec<Vec<u32>>,
        moves: bool,
    ) -> PyResult<String> {
        let ruleset = self.ruleset.clone();
        work.run(py, move |session| {
            let shape = ruleset.shape;
            let positions = positions.into_iter().map(|sizes| Position::new(sizes, shape));
            let positions = positions.collect::<Result<Vec<Position>, _>>()?;
            let inquiry = session.ask(ruleset);
            let inquiry = if moves { inquiry } else { inquiry.without_moves() };
            let answers = inquiry.solve_many(&positions)?;
            let written = answers.iter().map(|answer| match answer {
                Ok(solution) => json(solution),
                Err(refused) => json(refused),
            });
            Ok(format!("[{}]", written.collect::<Vec<String>>().join(",")))
        })
    }

    /// The options of a player, `L` or `R`.
    fn options(
        &self,
        py: Python<'_>,
        work: &Work,
        sizes: Vec<u32>,
        player: &str,
    ) -> PyResult<Vec<Vec<u32>>> {
        let (ruleset, player) = (self.ruleset.clone(), crate::ruleset::player(py, player)?);
        work.run(py, move |session| {
            let position = Position::new(sizes, ruleset.shape)?;
            let options = session.options(&ruleset, &position, player)?;
            Ok(options.into_iter().map(Vec::from).collect())
        })
    }

    /// A table of so many piles of at most some size, or of counts.
    fn table(
        &self,
        py: Python<'_>,
        work: &Work,
        piles: usize,
        max: u32,
        counts: Option<Vec<u32>>,
        nim: bool,
    ) -> PyResult<Table> {
        let ruleset = self.ruleset.clone();
        let table = work.run(py, move |session| {
            let mut request = session.table(ruleset).piles(piles).max(max);
            if let Some(counts) = counts {
                request = request.counts(counts);
            }
            if nim {
                request = request.nim_values();
            }
            request.compute()
        });
        Ok(Table::new(table?))
    }

    /// The sequence of one heap.
    fn sequence(&self, py: Python<'_>, work: &Work, to: u32) -> PyResult<Sequence> {
        let ruleset = self.ruleset.clone();
        if let Shape::Row { places } = ruleset.shape
            && places != 1
        {
            let name = &ruleset.expression;
            return Err(input(py, &format!("`{name}` is played on {places} places, not on one")));
        }
        let found = work.run(py, move |session| session.sequence(&ruleset, to))?;
        Ok(Sequence::new(self.ruleset.clone(), found))
    }

    /// The certificate that the sequence of one heap is regular for ever, found with heaps up to `to`.
    fn certify(&self, py: Python<'_>, work: &Work, to: u32) -> PyResult<String> {
        let (library, expression) =
            (library(self.games.clone(), None), self.ruleset.expression.clone());
        work.run(py, move |session| {
            Ok(session.certify(&library, &expression, to)?.certificate().write())
        })
    }

    /// The value of a position, as JSON.
    fn value(&self, py: Python<'_>, work: &Work, sizes: Vec<u32>) -> PyResult<String> {
        let ruleset = self.ruleset.clone();
        work.run(py, move |session| {
            let position = Position::new(sizes, ruleset.shape)?;
            facts(session.value(&ruleset, &position)?)
        })
    }

    /// The values of one heap.
    fn values(&self, py: Python<'_>, work: &Work, to: u32) -> PyResult<Vec<Option<String>>> {
        let ruleset = self.ruleset.clone();
        work.run(py, move |session| session.values(&ruleset, to))
    }
}

/// Data as JSON.
pub fn json(data: &impl serde::Serialize) -> String {
    serde_json::to_string(data).expect("results can be written")
}

/// The player with that letter.
pub fn player(py: Python<'_>, letter: &str) -> PyResult<Player> {
    match letter {
        "L" => Ok(Player::Left),
        "R" => Ok(Player::Right),
        _ => Err(input(py, &format!("`{letter}` is no player: write L or R"))),
    }
}

/// The outcome with that letter.
pub fn outcome(letter: &str) -> Result<Outcome, Error> {
    Outcome::from_letter(letter).ok_or_else(|| Error::Request(format!("`{letter}` is no outcome")))
}
