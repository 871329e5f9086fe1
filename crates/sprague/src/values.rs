//! Values of partizan games: of positions, of heaps, of expressions.

use std::time::Duration;

use sprague_report::picture::thermograph as picture;
use sprague_report::value::{Differences, ValueFacts, ValueSequence};
use sprague_rules::{Complaint, Outcome, Position, Ruleset};
use sprague_solve::Watch;
use sprague_value::domineering::{Domineering, parse_board};
use sprague_value::regularity;
use sprague_value::ruleset::{Positions, more_heaps};
use sprague_value::toads::{ToadsAndFrogs, parse_strip};
use sprague_value::{Arena, Corner, Evaluation, Evaluator, Limit, Value};

use crate::error::{Error, Kind};
use crate::heap::one_heap;
use crate::session::{Session, fits};

/// How long values may take to be written that were found before the work was stopped.
const SO_FAR: Duration = Duration::from_millis(200);

/// A value, with the arena that it lives in.
pub struct GameValue {
    /// Where values are stored and worked with.
    pub arena: Arena,
    /// The value.
    pub value: Value,
    /// For an expression that compares two games, whether it is true; the value is then that of the difference.
    pub holds: Option<bool>,
}

impl GameValue {
    /// The canonical form in CGSuite's notation.
    pub fn canonical(&mut self) -> Result<String, Error> {
        Ok(self.arena.text(self.value)?)
    }

    /// Who wins.
    pub fn outcome(&mut self) -> Outcome {
        self.arena.outcome(self.value)
    }

    /// The mean value, such as `3/4`.
    pub fn mean(&mut self) -> Result<String, Error> {
        Ok(self.arena.mean(self.value)?.to_string())
    }

    /// The temperature.
    pub fn temperature(&mut self) -> Result<String, Error> {
        Ok(self.arena.temperature(self.value)?.to_string())
    }

    /// The day on which the value is born.
    pub fn birthday(&mut self) -> u64 {
        self.arena.birthday(self.value)
    }

    /// All that is known of the value.
    pub fn facts(&mut self) -> Result<ValueFacts, Error> {
        Ok(ValueFacts::of(&mut self.arena, self.value)?)
    }

    /// The thermograph, drawn with characters.
    pub fn thermograph_text(&mut self) -> Result<String, Error> {
        Ok(self.arena.thermograph(self.value)?.text())
    }

    /// The thermograph, to be drawn as a picture.
    pub fn thermograph(&mut self, title: &str) -> Result<picture::Thermograph, Error> {
        let walls = self.arena.thermograph(self.value)?;
        let corner = |corner: &Corner| picture::Corner {
            temperature: corner.temperature.to_f64(),
            value: corner.value.to_f64(),
            written: [corner.temperature.to_string(), corner.value.to_string()],
        };
        Ok(picture::Thermograph {
            title: title.to_string(),
            subtitle: format!("mean {}, temperature {}", walls.mean(), walls.temperature()),
            left: walls.left_wall().iter().map(corner).collect(),
            right: walls.right_wall().iter().map(corner).collect(),
        })
    }
}

/// Is this one of the games on boards, `domineering` and `toads-and-frogs`, which have values but no rule text?
pub fn is_board_game(name: &str) -> bool {
    ["domineering", "toads-and-frogs"].contains(&name)
}

impl Session {
    /// An arena within the limits of the session.
    fn arena(&self) -> Arena {
        let (mut arena, watch) = (Arena::new(), self.watch());
        arena.limit_memory(usize::try_from(self.budget().memory).unwrap_or(usize::MAX));
        arena.watch(watch);
        arena
    }

    /// The value of an expression in CGSuite's notation.
    ///
    /// ```
    /// let mut value = sprague::Session::new().evaluate("{1|-1}+^*").unwrap();
    /// assert_eq!((value.temperature().unwrap(), value.outcome().letter()), ("1".to_string(), 'N'));
    /// ```
    pub fn evaluate(&self, expression: &str) -> Result<GameValue, Error> {
        let mut arena = self.arena();
        let memory = usize::try_from(self.budget().memory).unwrap_or(usize::MAX);
        let evaluation = match arena.evaluate(expression) {
            Ok(evaluation) => evaluation,
            // A complaint about a text is bad input unless a limit was the reason.
            Err(_) if !self.is_going_on() => return Err(Limit::Stopped.into()),
            Err(_) if arena.bytes() > memory => return Err(Limit::Memory { most: memory }.into()),
            Err(complaint) => return Err(complaint.about("expression", expression).into()),
        };
        let (value, holds) = match evaluation {
            Evaluation::Game(value) => (value, None),
            Evaluation::Comparison { left, right, holds, .. } => {
                (arena.difference(left, right)?, Some(holds))
            }
        };
        Ok(GameValue { arena, value, holds })
    }

    /// The value of a position.
    pub fn value(&self, ruleset: &Ruleset, position: &Position) -> Result<GameValue, Error> {
        fits(ruleset, position)?;
        let mut arena = self.arena();
        let mut evaluator = Evaluator::new(Positions::new(ruleset, &mut arena)?);
        let parts = evaluator.game().parts(position);
        let value = evaluator.value(&mut arena, &parts)?;
        Ok(GameValue { arena, value, holds: None })
    }

    /// The value of a board of `domineering` or `toads-and-frogs`.
    ///
    /// ```
    /// let mut board = sprague::Session::new().board_value("domineering", "2x2").unwrap();
    /// assert_eq!(board.canonical().unwrap(), "+-1");
    /// ```
    pub fn board_value(&self, game: &str, board: &str) -> Result<GameValue, Error> {
        let mut arena = self.arena();
        let about = |complaint: Complaint| complaint.about("position", board);
        let value = match game {
            "domineering" => {
                let parts = parse_board(board).map_err(about)?;
                Evaluator::new(Domineering).value(&mut arena, &parts)?
            }
            "toads-and-frogs" => {
                let parts = parse_strip(board).map_err(about)?;
                Evaluator::new(ToadsAndFrogs).value(&mut arena, &parts)?
            }
            _ => return Err(Error::Request(format!("`{game}` is no game on boards"))),
        };
        Ok(GameValue { arena, value, holds: None })
    }

    /// The values of one heap of size 0, 1, ..., `to` in CGSuite's notation; none where it is too long to write.
    pub fn values(&self, ruleset: &Ruleset, to: u32) -> Result<Vec<Option<String>>, Error> {
        Ok(self.value_sequence(ruleset, to)?.values)
    }

    /// The same values, when they are born, and what they do for ever.
    pub fn value_sequence(&self, ruleset: &Ruleset, to: u32) -> Result<ValueSequence, Error> {
        match self.value_sequence_so_far(ruleset, to)? {
            (sequence, None) => Ok(sequence),
            (_, Some(error)) => Err(error),
        }
    }

    /// The same; if a limit was met, or it was stopped, the values up to there, and why there are no more.
    pub fn value_sequence_so_far(
        &self,
        ruleset: &Ruleset,
        to: u32,
    ) -> Result<(ValueSequence, Option<Error>), Error> {
        let mut arena = self.arena();
        let mut values = Vec::new();
        let stopped = self.heap_values(ruleset, to, &mut arena, &mut values).err();
        if let Some(error) = &stopped {
            if values.is_empty() || error.kind() == Kind::Input {
                return Err(error.clone());
            }
            // What is known is still worked out and written, but it must not take long.
            arena.watch(Watch::new(Some(SO_FAR)));
        }
        let found = regularity::find(&mut arena, &values, regularity::window(ruleset));
        let name = ruleset.expression.clone();
        let sequence = found.and_then(|found| ValueSequence::new(&mut arena, name, &values, found));
        match (sequence, stopped) {
            (Ok(sequence), stopped) => Ok((sequence, stopped)),
            (Err(_), Some(error)) => Err(error),
            (Err(limit), None) => Err(limit.into()),
        }
    }

    /// Who wins the difference of the values of the heaps n + `shift` and n, for n = 0, 1, ..., `to`.
    pub fn differences(
        &self,
        ruleset: &Ruleset,
        shift: u32,
        to: u32,
    ) -> Result<Differences, Error> {
        let mut arena = self.arena();
        let mut values = Vec::new();
        self.heap_values(ruleset, to.saturating_add(shift), &mut arena, &mut values)?;
        let pairs = values.iter().zip(&values[shift as usize..]);
        let outcomes = pairs.map(|(&low, &high)| arena.outcome_of_difference(high, low).letter());
        let (ruleset, outcomes) = (ruleset.expression.clone(), outcomes.collect());
        Ok(Differences { ruleset, shift, outcomes })
    }

    fn heap_values(
        &self,
        ruleset: &Ruleset,
        to: u32,
        arena: &mut Arena,
        values: &mut Vec<Value>,
    ) -> Result<(), Error> {
        one_heap(ruleset)?;
        let mut evaluator = Evaluator::new(Positions::new(ruleset, arena)?);
        Ok(more_heaps(arena, &mut evaluator, to, values)?)
    }
}
