//! Atomic weight: how many ups an all-small game is worth, as a game of its own.
//!
//! With w the weights of the options, the weight of G is {w(GL) - 2 | w(GR) + 2}, unless that is an
//! integer; then G is compared with a remote star, a nimber that no follower of G equals: if they are
//! confused the weight is the integer of least size that fits between the options, if G is greater the
//! greatest integer that fits, if less the least (Siegel, *Combinatorial Game Theory*, II.7).

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Value};
use crate::dyadic::Dyadic;
use crate::limit::Limit;

impl Arena {
    /// The atomic weight, if g is all small.
    pub fn atomic_weight(&mut self, g: Value) -> Result<Option<Value>, Limit> {
        if !self.is_all_small(g) {
            return Ok(None);
        }
        let followers = self.followers_and(g);
        let nims = followers.iter().filter_map(|&v| self.as_compact(v)).map(|c| c.nim);
        // The nimbers behind a compact value have no more binary digits than its own.
        let remote = 2 * nims.max().unwrap_or(0).max(1).next_power_of_two();
        let remote = self.nimber(remote)?;
        let mut weights: FxHashMap<Value, Value> = FxHashMap::default();
        for value in followers {
            let weight = match self.as_compact(value) {
                Some(compact) => self.number(Dyadic::new(compact.up.into(), 0)?),
                None => self.weight_from(value, &weights, remote)?,
            };
            weights.insert(value, weight);
        }
        Ok(Some(weights[&g]))
    }

    fn weight_from(
        &mut self,
        g: Value,
        weights: &FxHashMap<Value, Value>,
        remote: Value,
    ) -> Result<Value, Limit> {
        let (mut left, mut right) = self.options(g);
        let (two, minus_two) = (self.integer(2), self.integer(-2));
        for option in &mut left {
            *option = self.sum(weights[option], minus_two)?;
        }
        for option in &mut right {
            *option = self.sum(weights[option], two)?;
        }
        let weight = self.game(&left, &right)?;
        if self.as_number(weight).is_none_or(|n| !n.is_integer()) {
            return Ok(weight);
        }
        let least = |arena: &mut Arena| {
            // The least integer n with no option of Left's >= n.
            let stop = left.iter().map(|&l| arena.right_stop(l).floor()).max().expect("all small");
            arena.first_fitting(stop, 1, |arena, n| !left.iter().any(|&l| arena.at_most(n, l)))
        };
        let greatest = |arena: &mut Arena| {
            let stop = right.iter().map(|&r| -arena.left_stop(r).negative().floor()).min();
            let stop = stop.expect("all small");
            arena.first_fitting(stop, -1, |arena, n| !right.iter().any(|&r| arena.at_most(r, n)))
        };
        match (self.at_most(g, remote), self.at_most(remote, g)) {
            (true, _) => least(self),
            (_, true) => greatest(self),
            _ => Ok(weight),
        }
    }

    fn first_fitting(
        &mut self,
        mut n: i64,
        step: i64,
        fits: impl Fn(&mut Arena, Value) -> bool,
    ) -> Result<Value, Limit> {
        loop {
            let value = self.number(Dyadic::new(n.into(), 0)?);
            if fits(self, value) {
                return Ok(value);
            }
            n += step;
        }
    }
}
