//! Letters for outcomes: whether positions are P, what is known of them, and whether something follows.

use sprague_task::Task;

use crate::Rejection;
use crate::arithmetic::Term;

/// Something said of letters.
#[derive(Clone, Debug)]
pub(super) enum Letter {
    Fixed(bool),
    /// The position at this place is P.
    At(usize),
    Not(Box<Letter>),
    And(Vec<Letter>),
    Or(Vec<Letter>),
    Iff(Box<[Letter; 2]>),
}

impl Letter {
    /// Is it so, or not, whatever the letters stand for? None, if that is not seen at once.
    pub fn fixed(&self) -> Option<bool> {
        let some = |parts: &[Letter], is: bool| parts.iter().any(|part| part.fixed() == Some(is));
        let all = |parts: &[Letter], is: bool| parts.iter().all(|part| part.fixed() == Some(is));
        match self {
            Letter::Fixed(is) => Some(*is),
            Letter::At(_) => None,
            Letter::Not(inner) => inner.fixed().map(|is| !is),
            Letter::And(parts) if some(parts, false) => Some(false),
            Letter::Or(parts) if some(parts, true) => Some(true),
            Letter::And(parts) => all(parts, true).then_some(true),
            Letter::Or(parts) => all(parts, false).then_some(false),
            Letter::Iff(sides) => Some(sides[0].fixed()? == sides[1].fixed()?),
        }
    }
}

/// The positions that are spoken of, and what is known of them.
#[derive(Default)]
pub(super) struct Letters {
    positions: Vec<(usize, Vec<Term>, u32)>,
    known: Vec<Letter>,
}

impl Letters {
    /// The game, the piles and the level at this place.
    pub fn entry(&self, place: usize) -> Option<(usize, Vec<Term>, u32)> {
        self.positions.get(place).cloned()
    }

    pub fn add(&mut self, ruleset: usize, position: Vec<Term>, level: u32) -> Letter {
        self.positions.push((ruleset, position, level));
        Letter::At(self.positions.len() - 1)
    }

    /// It is spoken of at this level, too.
    pub fn raise(&mut self, place: usize, level: u32) {
        let known = &mut self.positions[place].2;
        *known = level.min(*known);
    }

    pub fn know(&mut self, letter: Letter) {
        self.known.push(letter);
    }

    /// Does this follow from what is known?
    pub fn force(&self, goal: &Letter, task: &Task) -> Result<bool, Rejection> {
        let mut said = self.known.clone();
        said.push(Letter::Not(Box::new(goal.clone())));
        Ok(!satisfied(&said, &mut vec![None; self.positions.len()], task)?)
    }
}

/// Can all of this be true? Letters are tried one after the other; as soon as something is false, no more.
fn satisfied(
    said: &[Letter],
    values: &mut Vec<Option<bool>>,
    task: &Task,
) -> Result<bool, Rejection> {
    task.spend(1 + said.len() as u64)?;
    let truths: Vec<Option<bool>> = said.iter().map(|letter| truth(letter, values)).collect();
    if truths.contains(&Some(false)) {
        return Ok(false);
    }
    let Some(open) = truths.iter().position(Option::is_none) else { return Ok(true) };
    let Some(place) = unknown(&said[open], values) else { return Ok(true) };
    for value in [true, false] {
        values[place] = Some(value);
        if satisfied(said, values, task)? {
            return Ok(true);
        }
    }
    values[place] = None;
    Ok(false)
}

fn truth(letter: &Letter, values: &[Option<bool>]) -> Option<bool> {
    match letter {
        Letter::Fixed(value) => Some(*value),
        Letter::At(place) => values[*place],
        Letter::Not(inner) => truth(inner, values).map(|value| !value),
        Letter::And(parts) | Letter::Or(parts) => {
            let decides = matches!(letter, Letter::Or(_));
            let mut whole = Some(!decides);
            for part in parts {
                match truth(part, values) {
                    Some(value) if value == decides => return Some(decides),
                    Some(_) => {}
                    None => whole = None,
                }
            }
            whole
        }
        Letter::Iff(sides) => Some(truth(&sides[0], values)? == truth(&sides[1], values)?),
    }
}

/// A letter in it that has no value.
fn unknown(letter: &Letter, values: &[Option<bool>]) -> Option<usize> {
    match letter {
        Letter::Fixed(_) => None,
        Letter::At(place) => values[*place].is_none().then_some(*place),
        Letter::Not(inner) => unknown(inner, values),
        Letter::And(parts) | Letter::Or(parts) => {
            parts.iter().find_map(|part| unknown(part, values))
        }
        Letter::Iff(sides) => sides.iter().find_map(|side| unknown(side, values)),
    }
}
