//! The games that there are, and whether a game's own examples hold.

use serde::Serialize;
use sprague_report::catalogue::GameLine;
use sprague_rules::{Expectation, Game, catalogue, load_game};
use sprague_solve::{Question, Wanted};

use crate::error::Error;
use crate::session::Session;

/// The games of the catalogue, a line each.
pub fn games() -> Vec<GameLine> {
    let game = |name| load_game(name).expect("the games of the catalogue are well formed");
    catalogue::names().map(|name| GameLine::from(&game(name))).collect()
}

/// An example of a game's text, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// As it stands in the text.
    pub text: String,
    /// The outcome or the nim-value that was found; none, if there is no nim-value.
    pub found: Option<String>,
    /// Is it the expected one?
    pub holds: bool,
}

impl Session {
    /// Works out the examples that the text of a game gives.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let minnie = Library::catalogue().game("minnie").unwrap();
    /// let examples = Session::new().examples(&minnie).unwrap();
    /// assert!(!examples.is_empty() && examples.iter().all(|example| example.holds));
    /// ```
    pub fn examples(&self, game: &Game) -> Result<Vec<Example>, Error> {
        let (budget, watch) = (self.budget(), self.watch());
        let mut results = Vec::new();
        for example in game.examples()? {
            let wanted = match example.expected {
                Expectation::Outcome(_) => Wanted::Outcomes,
                Expectation::NimValue(_) => Wanted::NimValues,
            };
            let question = Question::about_positions(&example.ruleset, [&example.piles[..]]);
            let question = question.budget(&budget).watch(&watch).wanted(wanted);
            let mut solver = question.pool(self.threads_of_its_own()).solver()?;
            let found = match wanted {
                Wanted::NimValues => solver.nim_value(&example.piles)?.map(Expectation::NimValue),
                Wanted::Outcomes => Some(Expectation::Outcome(solver.outcome(&example.piles)?)),
            };
            let holds = found.as_ref() == Some(&example.expected);
            let found = found.map(|found| match found {
                Expectation::Outcome(outcome) => outcome.to_string(),
                Expectation::NimValue(value) => value.to_string(),
            });
            results.push(Example { text: example.text.to_string(), found, holds });
        }
        Ok(results)
    }
}
