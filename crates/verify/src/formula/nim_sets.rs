//! Nim-sets where they stand in a sentence: of one heap by the definition, of a class of heaps by levels and digits.

use sprague_claim::formula::games::Of;
use sprague_claim::formula::plain::{Scene, Value};
use sprague_claim::formula::{Expr, Game, Only, SetRelation};

use super::classes::{Classes, Set, wrong_kind};
use super::linear::{Checked, Linear, reject};
use super::sets::{self, Kind, Part, SetAlong, Shape};
use crate::Rejection;

/// The most parts of nim-sets of infinitely many heaps.
const MOST_PARTS: usize = 200;

impl Classes<'_, '_> {
    /// A nim-set of one heap, by the definition.
    fn plain_set(&mut self, game: &Of, heap: i64, parts: i64, only: Option<Only>) -> Checked<Set> {
        let game = match game {
            Of::Own => None,
            Of::Called(text) => Some(Game::Called(text.clone())),
            Of::With(set) => {
                let members = set.iter().map(|&member| (Expr::Number(member), None)).collect();
                Some(Game::With(Expr::Set(members)))
            }
        };
        let (heap, parts) = (Box::new(Expr::Number(heap)), Box::new(Expr::Number(parts)));
        let expr = Expr::NimSet { heap, parts, game: game.map(Box::new), only };
        let (definitions, globals) = (self.definitions, self.globals);
        let value = Scene { definitions, globals, heaps: self.heaps }.value(&expr, &[]);
        match value {
            Ok(Value::Set(set)) => Ok(Set::Fixed(set)),
            Ok(_) => wrong_kind(),
            Err(why) => Err(self.heaps.stopped.take().unwrap_or_else(|| Rejection::new(why))),
        }
    }

    pub(super) fn nim_set(
        &mut self,
        game: &Of,
        mut heap: Linear,
        mut parts: Linear,
        only: Option<Only>,
    ) -> Checked<Set> {
        if heap.is_fixed() && parts.is_fixed() {
            return self.plain_set(game, heap.at, parts.at, only);
        }
        if only.is_none()
            && let Some(from) = self.moves_along(game)?
        {
            let more = parts.minus(&Linear::fixed(from))?;
            if !parts.is_fixed() || more.at > 0 {
                if !more.at_least(0)? {
                    return reject("too few parts for nim-sets to move along");
                }
                (heap, parts) = (heap.minus(&more)?, Linear::fixed(from));
            }
        }
        let parts = parts.constant()?;
        if heap.is_fixed() {
            return self.plain_set(game, heap.at, parts, only);
        }
        let Ok(count @ 1..=MOST_PARTS) = usize::try_from(parts) else {
            return reject(format!("nim-sets of {parts} parts"));
        };
        let place = heap.only_place()?;
        self.split(game, (place, heap.at, heap.slopes[place]), count, only).map(Set::Along)
    }

    /// N(at + slope t, parts).
    fn split(
        &mut self,
        game: &Of,
        heaps: (usize, i64, i64),
        parts: usize,
        only: Option<Only>,
    ) -> Checked<SetAlong> {
        let definition = only.map(|only| only.definition);
        let key = (game.clone(), definition);
        if !self.layers.contains_key(&key) {
            let given = self.heaps.regularity(game)?;
            let mut shape = Shape::of(&given.regularity, given.scale, self.task)?;
            if let Some(definition) = definition {
                self.mark(&mut shape, definition)?;
            }
            let first = vec![sets::nothing(&shape)];
            self.layers.insert(key.clone(), (shape, first));
        }
        let Some((shape, layers)) = self.layers.get_mut(&key) else { return wrong_kind() };
        while layers.len() <= parts {
            let next = sets::with_one_more(shape, &layers[layers.len() - 1], self.task)?;
            layers.push(next);
        }
        let sums: usize = layers[parts].values().map(Vec::len).sum();
        self.task.spend((sums * shape.digits) as u64)?;
        sets::along(shape, &layers[parts], heaps, only.map(|only| !only.all))
    }

    /// Which parts fulfil a condition. Where a ray does not do so as a whole, its first heap stands alone.
    fn mark(&mut self, shape: &mut Shape, definition: usize) -> Checked<()> {
        let body = &self.definition(definition)?.body;
        let period = shape.period as i64;
        let mut parts = Vec::new();
        for part in std::mem::take(&mut shape.parts) {
            let least = part.least as i64;
            let alone = Linear::fixed(least);
            if part.kind == Kind::Point {
                parts.push(Part { fits: self.settled(body, &[alone])?, ..part });
                continue;
            }
            match self.settled(body, &[Linear::raised(least, 0, period)]) {
                Ok(fits) => parts.push(Part { fits, ..part }),
                Err(rejection) if part.kind == Kind::Upper => return Err(rejection),
                Err(_) => {
                    let fits = self.settled(body, &[alone])?;
                    parts.push(Part { kind: Kind::Point, fits, ..part });
                    let fits = self.settled(body, &[Linear::raised(least + period, 0, period)])?;
                    let kind = if shape.rises { Kind::Upper } else { Kind::Ray };
                    parts.push(Part { least: part.least + shape.period, kind, fits, ..part });
                }
            }
        }
        shape.parts = parts;
        Ok(())
    }

    /// The number of parts from which on nim-sets move along, if one is given.
    pub(super) fn moves_along(&mut self, game: &Of) -> Checked<Option<i64>> {
        let given = self.heaps.regularity(game)?;
        let from = given.along;
        if from == 0 {
            return Ok(None);
        }
        if from >= MOST_PARTS {
            return reject(format!("nim-sets of {from} parts"));
        }
        if self.moving.get(game) != Some(&from) {
            let period = Shape::of(&given.regularity, given.scale, self.task)?.period as i64;
            for least in 0..period {
                let here = self.split(game, (0, least, period), from, None)?;
                let next = self.split(game, (0, least + 1, period), from + 1, None)?;
                let (here, next) = (Set::Along(here), Set::Along(next));
                if self.related(SetRelation::Equal, next, here)? != Some(true) {
                    return reject(format!("nim-sets do not move along from {from} parts on"));
                }
            }
            self.moving.insert(game.clone(), from);
        }
        Ok(Some(from as i64))
    }
}
