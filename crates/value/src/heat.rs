//! Operations that follow the canonical form: heating, cooling, the ordinal sum, the Norton product.
//!
//! Each is a definition by induction over the options of the canonical form; what a game needs of its
//! options waits on a stack of our own, and is remembered for the time of one call.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Value, ZERO};
use crate::dyadic::Dyadic;
use crate::limit::Limit;
use crate::sum::in_depth;

/// An operation cannot be carried out on these games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsuited {
    /// The result, or something on the way to it, goes beyond a limit.
    Limit(Limit),
    /// Cooling takes a number that is not negative.
    Temperature,
    /// A Norton product is by a positive game.
    NotPositive,
}

impl From<Limit> for Unsuited {
    fn from(limit: Limit) -> Unsuited {
        Unsuited::Limit(limit)
    }
}

impl std::fmt::Display for Unsuited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsuited::Limit(limit) => limit.fmt(f),
            Unsuited::Temperature => f.write_str("a game is cooled by a number that is at least 0"),
            Unsuited::NotPositive => {
                f.write_str("a Norton product is taken by a game greater than 0")
            }
        }
    }
}

impl std::error::Error for Unsuited {}

/// What a form becomes, once its options are known.
type Known = FxHashMap<Value, Value>;

impl Arena {
    /// g heated by t: `{heat(GL) + t | heat(GR) - t}`, and a number is left as it is.
    pub fn heat(&mut self, g: Value, t: Value) -> Result<Value, Limit> {
        let minus = self.negative(t)?;
        self.by_options(
            g,
            &mut |arena, g| Ok(arena.record(g).is_number().then_some(g)),
            &mut |arena, left, right| {
                arena.shift(left, t)?;
                arena.shift(right, minus)
            },
        )
    }

    /// g cooled by t: its mean once t is above its temperature, and until then
    /// `{cool(GL) - t | cool(GR) + t}`.
    pub fn cool(&mut self, g: Value, t: Dyadic) -> Result<Value, Unsuited> {
        if t < Dyadic::ZERO {
            return Err(Unsuited::Temperature);
        }
        let (plus, minus) = (self.number(t), self.number(t.negative()));
        let thermographs = self.thermographs(g)?;
        let cooled = self.by_options(
            g,
            &mut |arena, g| {
                if arena.record(g).is_number() || t == Dyadic::ZERO {
                    return Ok(Some(g));
                }
                // What is missing is an infinitesimal plus a number, behind a compact value.
                let (mean, temperature) = match thermographs.get(&g) {
                    Some(found) => (found.mean(), found.temperature()),
                    None => (arena.left_stop(g), Dyadic::ZERO),
                };
                Ok(if temperature >= t { None } else { Some(arena.number(mean)) })
            },
            &mut |arena, left, right| {
                arena.shift(left, minus)?;
                arena.shift(right, plus)
            },
        );
        Ok(cooled?)
    }

    /// The Norton product of g by a positive game u: n copies of u for an integer n, otherwise
    /// `{gL.u + (u + d) | gR.u - (u + d)}` for all incentives d = uL - u and u - uR of u.
    pub fn norton(&mut self, g: Value, u: Value) -> Result<Value, Unsuited> {
        if u == ZERO || !self.at_most(ZERO, u) {
            return Err(Unsuited::NotPositive);
        }
        let (mut steps, rights) = self.options(u);
        let twice = self.sum(u, u)?;
        for right in rights {
            let step = self.difference(twice, right)?;
            steps.push(step);
        }
        let backs = steps.iter().map(|&s| self.negative(s)).collect::<Result<Vec<_>, _>>()?;
        let product = self.by_options(
            g,
            &mut |arena, g| match arena.as_number(g).filter(|n| n.is_integer()) {
                Some(n) => arena.multiple(n.numerator(), u).map(Some),
                None => Ok(None),
            },
            &mut |arena, left, right| {
                *left = arena.all_sums(left, &steps)?;
                *right = arena.all_sums(right, &backs)?;
                Ok(())
            },
        );
        Ok(product?)
    }

    /// The ordinal sum `g:h`, in which a move in g ends h: `{GL, G:HL | GR, G:HR}`, with g in
    /// canonical form.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let (lefts, rights) = self.options(g);
        self.by_options(h, &mut |_, h| Ok((h == ZERO).then_some(g)), &mut |_, left, right| {
            left.extend_from_slice(&lefts);
            right.extend_from_slice(&rights);
            Ok(())
        })
    }

    /// Follows the canonical form of g: `start` says what some games become; any other becomes the
    /// game whose options are what its options became, changed by `change`.
    fn by_options(
        &mut self,
        g: Value,
        start: &mut Start,
        change: &mut Change,
    ) -> Result<Value, Limit> {
        let mut known = Known::default();
        in_depth(self, g, |arena, g, stack| {
            if known.contains_key(&g) {
                return Ok(());
            }
            if let Some(result) = start(arena, g)? {
                known.insert(g, result);
                return Ok(());
            }
            let (mut left, mut right) = arena.options(g);
            let height = stack.len();
            for option in left.iter_mut().chain(right.iter_mut()) {
                match known.get(option) {
                    Some(&result) => *option = result,
                    None => stack.push(*option),
                }
            }
            if stack.len() == height {
                change(arena, &mut left, &mut right)?;
                known.insert(g, arena.game(&left, &right)?);
            }
            Ok(())
        })?;
        Ok(known[&g])
    }

    fn shift(&mut self, options: &mut [Value], by: Value) -> Result<(), Limit> {
        for option in options {
            *option = self.sum(*option, by)?;
        }
        Ok(())
    }

    fn all_sums(&mut self, options: &[Value], steps: &[Value]) -> Result<Vec<Value>, Limit> {
        let mut sums = Vec::with_capacity(options.len() * steps.len());
        for &option in options {
            for &step in steps {
                sums.push(self.sum(option, step)?);
            }
        }
        Ok(sums)
    }
}

type Start<'s> = dyn FnMut(&mut Arena, Value) -> Result<Option<Value>, Limit> + 's;
type Change<'c> = dyn FnMut(&mut Arena, &mut Vec<Value>, &mut Vec<Value>) -> Result<(), Limit> + 'c;
