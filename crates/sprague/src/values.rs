//! Values of partizan games: of positions, of heaps, of expressions.

use sprague_rules::{Outcome, Position, Ruleset, Shape};
use sprague_value::ruleset::{Positions, heaps};
use sprague_value::{Arena, Evaluation, Evaluator, Limit, Value};

use crate::error::Error;
use crate::session::{Session, fits};

/// Longer texts are left out of lists: the text of a value can be exponentially long.
const LONGEST_TEXT: usize = 20_000;

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
}

impl Session {
    /// An arena within the limits of the session.
    fn arena(&self) -> Arena {
        let (mut arena, watch) = (Arena::new(), self.watch());
        arena.limit_memory(usize::try_from(self.budget().memory).unwrap_or(usize::MAX));
        arena.watch(Box::new(move || !watch.goes_on()));
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

    /// The values of one heap of size 0, 1, ..., `to` in CGSuite's notation; none where it is too long to write.
    pub fn values(&self, ruleset: &Ruleset, to: u32) -> Result<Vec<Option<String>>, Error> {
        if let Shape::Row { places } = ruleset.shape
            && places != 1
        {
            let name = &ruleset.expression;
            let message = format!("`{name}` is played on {places} places, not on one");
            return Err(Error::Request(message));
        }
        let mut arena = self.arena();
        let mut evaluator = Evaluator::new(Positions::new(ruleset, &mut arena)?);
        let values = heaps(&mut arena, &mut evaluator, to)?;
        Ok(arena.texts_within(&values, LONGEST_TEXT)?)
    }
}
