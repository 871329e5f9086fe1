//! Canonical forms: no option dominated, none reversible.
//!
//! A form is first reduced by what is dominated. If some number fits between its options it is the
//! simplest such number; only the stops and the options that meet them need be looked at. Otherwise
//! every reversible option is bypassed: an option x of Left with some Right option r <= G gives way to
//! the Left options of r, and those are treated alike. The value of G does not change by this, so
//! all tests are made against the one form that was given, and no option is treated twice; testing
//! against the changing form again and again takes exponential time on some heaps of LR-Nim.

use smallvec::SmallVec;

use crate::arena::{Arena, Form, SCRATCH, Value};
use crate::compact::Compact;
use crate::dyadic::{Dyadic, End, simplest};
use crate::limit::Limit;

type List = SmallVec<[Value; 8]>;

/// Left's options or Right's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Arena {
    /// The value of the game with these options.
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Limit> {
        let (left, right) = (sorted(left), sorted(right));
        if let Some(value) = self.given.find(&left, &right) {
            return Ok(value);
        }
        self.check()?;
        let value = self.simplify(&left, &right)?;
        self.given.insert(&left, &right, value);
        Ok(value)
    }

    fn simplify(&mut self, left: &List, right: &List) -> Result<Value, Limit> {
        if let Some(value) = self.mex(left, right) {
            return Ok(value);
        }
        let left = self.undominated(left, Side::Left);
        let right = self.undominated(right, Side::Right);
        if let Some(number) = self.number_between(&left, &right)? {
            return Ok(self.number(number));
        }
        self.prepare_scratch(&left, &right);
        let (left, bypassed_left) = self.bypass(left, Side::Left);
        let (right, bypassed_right) = self.bypass(right, Side::Right);
        let left = if bypassed_left { self.undominated(&left, Side::Left) } else { left };
        let right = if bypassed_right { self.undominated(&right, Side::Right) } else { right };
        Ok(self.canonical_form(&left, &right))
    }

    /// Options that are the same nimbers for both, on one number.
    fn mex(&mut self, left: &List, right: &List) -> Option<Value> {
        if left != right {
            return None;
        }
        let Some(&first) = left.first() else { return Some(crate::arena::ZERO) };
        let number = self.as_compact(first)?.number;
        let mut nims = SmallVec::<[u32; 8]>::new();
        for &option in left {
            let Compact { number: n, up, nim } = self.as_compact(option)?;
            if n != number || up != 0 {
                return None;
            }
            nims.push(nim);
        }
        nims.sort_unstable();
        let nim = nims.iter().zip(0..).take_while(|&(&nim, i)| nim == i).count() as u32;
        Some(self.compact(Compact { number, up: 0, nim }))
    }

    /// The options that no other option dominates.
    fn undominated(&mut self, options: &List, side: Side) -> List {
        let mut kept = List::new();
        for &x in options {
            let better = |arena: &mut Arena, a, b| match side {
                Side::Left => arena.at_most(b, a),
                Side::Right => arena.at_most(a, b),
            };
            if kept.iter().any(|&y| better(self, y, x)) {
                continue;
            }
            kept.retain(|y| !better(self, x, *y));
            kept.push(x);
        }
        kept.sort_unstable();
        kept
    }

    /// The number that the form is, if it is one: the simplest x with no Left option >= x and no
    /// Right option <= x. It lies between the stops; at a stop, the options that reach it decide.
    fn number_between(&mut self, left: &List, right: &List) -> Result<Option<Dyadic>, Limit> {
        let low = left.iter().map(|&v| self.right_stop(v)).max();
        let high = right.iter().map(|&v| self.left_stop(v)).min();
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            return Ok(None);
        }
        let low = low.map(|at| {
            let x = self.number(at);
            End { at, open: left.iter().any(|&l| self.at_most(x, l)) }
        });
        let high = high.map(|at| {
            let x = self.number(at);
            End { at, open: right.iter().any(|&r| self.at_most(r, x)) }
        });
        if let (Some(low), Some(high)) = (low, high)
            && low.at == high.at
            && (low.open || high.open)
        {
            return Ok(None);
        }
        simplest(low, high).map(Some)
    }

    /// Makes the form the one that options are compared with. It is not a number.
    fn prepare_scratch(&mut self, left: &List, right: &List) {
        self.order.forget_scratch();
        let old = self.records[SCRATCH.index()].form;
        // The last form under construction can be overwritten if nothing was written after it.
        if old.start != u32::MAX && old.right_range().end == self.pool.len() {
            self.pool.truncate(old.start as usize);
        }
        let form = Form {
            start: self.pool.len() as u32,
            left: left.len() as u32,
            right: right.len() as u32,
        };
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        let left_stop = left.iter().map(|&v| self.right_stop(v)).max().expect("not a number");
        let right_stop = right.iter().map(|&v| self.left_stop(v)).min().expect("not a number");
        let record = &mut self.records[SCRATCH.index()];
        (record.form, record.left_stop, record.right_stop) = (form, left_stop, right_stop);
    }

    /// The options with every reversible one bypassed, sorted, and whether there was one.
    fn bypass(&mut self, options: List, side: Side) -> (List, bool) {
        let mut waiting = options;
        let mut treated = List::new();
        let mut kept = List::new();
        let mut bypassed = false;
        while let Some(x) = waiting.pop() {
            if bypassed {
                if treated.contains(&x) {
                    continue;
                }
                treated.push(x);
            }
            match self.reverses_through(x, side) {
                None => kept.push(x),
                Some(r) => {
                    if !bypassed {
                        bypassed = true;
                        treated.extend(kept.iter().copied());
                        treated.push(x);
                    }
                    let form = self.unfold(r);
                    waiting.extend_from_slice(match side {
                        Side::Left => &self.pool[form.left_range()],
                        Side::Right => &self.pool[form.right_range()],
                    });
                }
            }
        }
        kept.sort_unstable();
        (kept, bypassed)
    }

    /// An answer to x that is at least as good for the other player as the form itself.
    fn reverses_through(&mut self, x: Value, side: Side) -> Option<Value> {
        let form = self.unfold(x);
        let answers = match side {
            Side::Left => form.right_range(),
            Side::Right => form.left_range(),
        };
        for i in answers {
            let r = self.pool[i];
            let reverses = match side {
                Side::Left => self.at_most(r, SCRATCH),
                Side::Right => self.at_most(SCRATCH, r),
            };
            if reverses {
                return Some(r);
            }
        }
        None
    }
}

fn sorted(options: &[Value]) -> List {
    let mut list = List::from_slice(options);
    list.sort_unstable();
    list.dedup();
    list
}
