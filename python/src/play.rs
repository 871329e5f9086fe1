//! A game being played: the room `play` for notebooks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use serde_json::{Value, json};
use sprague::play::{self, Level, Proposal, Setting, Voice};
use sprague::{Complaint, Error, Player};

use crate::ruleset::{json, library, player};
use crate::work::Work;

/// A game being played between a person, to whom it says `you`, and an opponent.
#[pyclass(frozen)]
pub struct Play {
    play: Arc<Mutex<play::Play>>,
    person: Player,
    /// Ends the thought at hand.
    cancel: Arc<AtomicBool>,
}

#[pymethods]
impl Play {
    /// A play in which the person is `L` or `R` and begins or not; its thoughts keep within the limits of now.
    #[new]
    #[pyo3(signature = (work, ruleset, games, position, person, begins, seed))]
    fn new(
        py: Python<'_>,
        work: &Work,
        ruleset: String,
        games: Vec<(String, String)>,
        position: String,
        person: &str,
        begins: bool,
        seed: u64,
    ) -> PyResult<Play> {
        let person = player(py, person)?;
        let cancel: Arc<AtomicBool> = Arc::default();
        let play = work.run_until(py, cancel.clone(), move |session| {
            let setting = Setting::read(&library(games, None), &ruleset, &position)?;
            let first = if begins { person } else { person.opponent() };
            Ok(session.play(setting, first, seed))
        })?;
        Ok(Play { play: Arc::new(Mutex::new(play)), person, cancel })
    }

    /// All there is to know but what moves are worth, as JSON, and who begins and how it ends in words.
    fn state(&self, py: Python<'_>, work: &Work) -> PyResult<String> {
        self.think(py, work, |play, voice| {
            let state = play.state();
            let mut object = json!(state);
            object["layout"] = json!(play.layout());
            object["introduction"] = json!(voice.introduction(&state).trim_end());
            Ok(object.to_string())
        })
    }

    /// How it ended, in words; none, if it goes on.
    fn ending(&self, py: Python<'_>, work: &Work) -> PyResult<Option<String>> {
        self.think(py, work, |play, voice| {
            let could_win = play.first_could_win();
            let state = play.state();
            let said = |end| voice.ending(&state, end, could_win).trim_end().to_string();
            Ok(state.over.as_ref().map(said))
        })
    }

    /// The moves of the player to move, as JSON.
    fn moves(&self, py: Python<'_>, work: &Work) -> PyResult<String> {
        self.think(py, work, |play, _| Ok(json(&play.moves())))
    }

    /// Makes the move with this id, or else the one that is typed: what was done, or why it is not allowed, as JSON.
    fn make(&self, py: Python<'_>, work: &Work, text: String, typed: bool) -> PyResult<String> {
        self.think(py, work, move |play, voice| {
            let pointing = |wrong: Complaint| wrong.about("move", &text);
            let proposal = match typed {
                true => play.read(&text).map_err(pointing)?,
                false => Proposal::Id(text.clone()),
            };
            let made = match play.propose(&proposal) {
                Ok(made) => json!({ "made": made, "words": voice.made(&made).trim_end() }),
                Err(illegal) => {
                    let words = voice.refuse(&play.text(), &illegal);
                    json!({ "illegal": illegal, "words": words.trim_end() })
                }
            };
            Ok(made.to_string())
        })
    }

    /// Takes back the last move of the person and what came after, or only the last move; false if there is none.
    fn undo(&self, py: Python<'_>, work: &Work, one: bool) -> PyResult<bool> {
        let person = self.person;
        let undo = move |play: &mut play::Play, _| match one {
            true => Ok(play.undo()),
            false => Ok(play.undo_for(person)),
        };
        self.think(py, work, undo)
    }

    /// What the player to move should know, as JSON and in words.
    fn hint(&self, py: Python<'_>, work: &Work) -> PyResult<String> {
        self.think(py, work, |play, voice| {
            let hint = play.hint();
            Ok(json!({ "hint": hint, "words": voice.hint(&hint).trim_end() }).to_string())
        })
    }

    /// What every move is worth, as JSON and in words.
    fn worth(&self, py: Python<'_>, work: &Work) -> PyResult<String> {
        self.think(py, work, |play, voice| {
            let worths = play.worth();
            Ok(json!({ "worths": worths, "words": voice.worth(&worths).trim_end() }).to_string())
        })
    }

    /// The move that an opponent of a level chooses, and why it may be wrong, as JSON; null, if there is no move.
    fn choose(&self, py: Python<'_>, work: &Work, level: String) -> PyResult<String> {
        self.think(py, work, move |play, voice| {
            let level: Level =
                level.parse().map_err(|wrong: Complaint| wrong.about("level", &level))?;
            let Some(reply) = play.choose(level) else { return Ok(Value::Null.to_string()) };
            let doubt = voice.doubt(&reply);
            Ok(json!({ "reply": reply, "words": doubt.as_deref().map(str::trim_end) }).to_string())
        })
    }

    /// The levels of play, the weakest first.
    #[staticmethod]
    fn levels() -> Vec<&'static str> {
        Level::ALL.map(Level::name).to_vec()
    }
}

impl Play {
    /// Thinks about the game in a thread of its own; an interrupt ends the thought.
    fn think<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: &Work,
        thought: impl FnOnce(&mut play::Play, Voice) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let (play, person) = (self.play.clone(), self.person);
        // An earlier thought that was interrupted, and has not ended yet, stays so.
        if play.try_lock().is_ok() {
            self.cancel.store(false, Ordering::Relaxed);
        }
        work.run_until(py, self.cancel.clone(), move |_| {
            // A thought that ended badly has changed nothing.
            let mut play = play.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let voice = Voice::new(&play.state(), person);
            thought(&mut play, voice)
        })
    }
}
