//! Sums, negatives and multiples.
//!
//! A sum of compact values is arithmetic. Adding a number to anything else translates the
//! options and leaves the form canonical (number translation). Every other sum is the definition
//! `{GL+H, G+HL | GR+H, G+HR}` in canonical form. Results are remembered; the sums that a sum needs
//! wait on a stack of our own, so the depth of a game is no concern of the machine's.

use crate::arena::{Arena, Value, ZERO};
use crate::limit::Limit;

/// Works through jobs that need other jobs first. `work` finishes the job it is given, or pushes
/// those that must be finished before.
pub(crate) fn in_depth<K: Copy>(
    arena: &mut Arena,
    root: K,
    mut work: impl FnMut(&mut Arena, K, &mut Vec<K>) -> Result<(), Limit>,
) -> Result<(), Limit> {
    let mut stack = vec![root];
    while let Some(&job) = stack.last() {
        let height = stack.len();
        arena.check()?;
        work(arena, job, &mut stack)?;
        if stack.len() == height {
            stack.pop();
        }
    }
    Ok(())
}

impl Arena {
    /// g + h.
    pub fn sum(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        if let Some(sum) = self.sum_at_once(g, h)? {
            return Ok(sum);
        }
        in_depth(self, (g, h), Arena::sum_step)?;
        Ok(self.sum_at_once(g, h)?.expect("the sum was computed"))
    }

    fn sum_at_once(&mut self, g: Value, h: Value) -> Result<Option<Value>, Limit> {
        if g == ZERO {
            return Ok(Some(h));
        }
        if h == ZERO {
            return Ok(Some(g));
        }
        if let (Some(a), Some(b)) = (&self.record(g).compact, &self.record(h).compact) {
            let sum = a.plus(b)?;
            return Ok(Some(self.compact(sum)));
        }
        if self.negatives.get(g.index()) == Some(&h) {
            return Ok(Some(ZERO));
        }
        Ok(self.sums.get(&(g.min(h), g.max(h))).copied())
    }

    fn sum_step(
        &mut self,
        (g, h): (Value, Value),
        stack: &mut Vec<(Value, Value)>,
    ) -> Result<(), Limit> {
        if self.sum_at_once(g, h)?.is_some() {
            return Ok(());
        }
        let height = stack.len();
        // In a number nobody moves.
        let still = |arena: &Arena, v| arena.record(v).is_number();
        let translation = still(self, g) || still(self, h);
        let mut sides = [Vec::new(), Vec::new()];
        for (moving, other) in [(g, h), (h, g)] {
            if still(self, moving) {
                continue;
            }
            let form = self.unfold(moving);
            for (side, range) in [form.left_range(), form.right_range()].into_iter().enumerate() {
                for i in range {
                    let option = self.pool[i];
                    match self.sum_at_once(option, other)? {
                        Some(sum) => sides[side].push(sum),
                        None => stack.push((option, other)),
                    }
                }
            }
        }
        if stack.len() > height {
            return Ok(());
        }
        let [mut left, mut right] = sides;
        let sum = if translation {
            left.sort_unstable();
            right.sort_unstable();
            self.canonical_form(&left, &right)
        } else {
            self.game(&left, &right)?
        };
        self.sums.insert((g.min(h), g.max(h)), sum);
        Ok(())
    }

    /// -g.
    pub fn negative(&mut self, g: Value) -> Result<Value, Limit> {
        if let Some(negative) = self.negative_at_once(g) {
            return Ok(negative);
        }
        in_depth(self, g, Arena::negative_step)?;
        Ok(self.negative_at_once(g).expect("the negative was computed"))
    }

    fn negative_at_once(&mut self, g: Value) -> Option<Value> {
        if let Some(compact) = self.as_compact(g) {
            return Some(self.compact(compact.negative()));
        }
        self.negatives.get(g.index()).copied().filter(|n| n.0 != 0)
    }

    fn negative_step(&mut self, g: Value, stack: &mut Vec<Value>) -> Result<(), Limit> {
        if self.negative_at_once(g).is_some() {
            return Ok(());
        }
        let height = stack.len();
        let form = self.unfold(g);
        let mut sides = [Vec::new(), Vec::new()];
        for (side, range) in [form.right_range(), form.left_range()].into_iter().enumerate() {
            for i in range {
                let option = self.pool[i];
                match self.negative_at_once(option) {
                    Some(negative) => sides[side].push(negative),
                    None => stack.push(option),
                }
            }
        }
        if stack.len() == height {
            let [mut left, mut right] = sides;
            left.sort_unstable();
            right.sort_unstable();
            let negative = self.canonical_form(&left, &right);
            let places = g.index().max(negative.index()) + 1;
            if self.negatives.len() < places {
                self.negatives.resize(places, Value(0));
            }
            self.negatives[g.index()] = negative;
            self.negatives[negative.index()] = g;
        }
        Ok(())
    }

    /// g - h.
    pub fn difference(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let negative = self.negative(h)?;
        self.sum(g, negative)
    }

    /// The sum of n copies of g; of -n copies of -g if n is negative.
    pub fn multiple(&mut self, n: i64, g: Value) -> Result<Value, Limit> {
        if let Some(compact) = self.as_compact(g) {
            let multiple = compact.times(n)?;
            return Ok(self.compact(multiple));
        }
        let mut term = if n < 0 { self.negative(g)? } else { g };
        let (mut sum, mut rest) = (ZERO, n.unsigned_abs());
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.sum(sum, term)?;
            }
            rest >>= 1;
            if rest > 0 {
                term = self.sum(term, term)?;
            }
        }
        Ok(sum)
    }
}
