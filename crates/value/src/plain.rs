//! The textbook: games as trees of vectors, and every definition as it is written.
//!
//! Nothing is stored once, nothing is remembered. This is the twin that the arena is compared with in
//! tests, and the measure of what the arena gains.

use std::rc::Rc;

use crate::arena::{Arena, Value};
use crate::limit::Limit;

/// A game: Left's options and Right's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plain {
    /// Where Left can move to.
    pub left: Vec<Rc<Plain>>,
    /// Where Right can move to.
    pub right: Vec<Rc<Plain>>,
}

impl Plain {
    /// The game with these options.
    pub fn new(left: Vec<Rc<Plain>>, right: Vec<Rc<Plain>>) -> Rc<Plain> {
        Rc::new(Plain { left, right })
    }

    /// No Left option of this is >= other, no Right option of other is <= this.
    pub fn at_most(&self, other: &Plain) -> bool {
        !self.left.iter().any(|l| other.at_most(l)) && !other.right.iter().any(|r| r.at_most(self))
    }

    /// The same value.
    pub fn equals(&self, other: &Plain) -> bool {
        self.at_most(other) && other.at_most(self)
    }

    /// The game with the players' roles exchanged.
    pub fn negative(&self) -> Rc<Plain> {
        let side = |options: &[Rc<Plain>]| options.iter().map(|o| o.negative()).collect();
        Plain::new(side(&self.right), side(&self.left))
    }

    /// Both games side by side: a move is made in one of them.
    pub fn sum(self: &Rc<Plain>, other: &Rc<Plain>) -> Rc<Plain> {
        let side = |of: fn(&Plain) -> &Vec<Rc<Plain>>| {
            let here = of(self).iter().map(|option| option.sum(other));
            here.chain(of(other).iter().map(|option| self.sum(option))).collect()
        };
        Plain::new(side(|g| &g.left), side(|g| &g.right))
    }

    /// The day on which this form is born: the most moves that can be made, by whichever player.
    pub fn birthday(&self) -> u64 {
        self.left.iter().chain(&self.right).map(|o| o.birthday() + 1).max().unwrap_or(0)
    }

    /// The canonical form: options canonical, none reversible, none dominated.
    pub fn canonical(&self) -> Rc<Plain> {
        let side = |options: &[Rc<Plain>]| options.iter().map(|o| o.canonical()).collect();
        let mut game = Plain { left: side(&self.left), right: side(&self.right) };
        while game.bypass_one() {}
        let mut left: Vec<Rc<Plain>> = Vec::new();
        for x in &game.left {
            if !left.iter().any(|y| x.at_most(y)) {
                left.retain(|y| !y.at_most(x));
                left.push(x.clone());
            }
        }
        let mut right: Vec<Rc<Plain>> = Vec::new();
        for x in &game.right {
            if !right.iter().any(|y| y.at_most(x)) {
                right.retain(|y| !x.at_most(y));
                right.push(x.clone());
            }
        }
        Plain::new(left, right)
    }

    /// Bypasses one reversible option, if there is one.
    fn bypass_one(&mut self) -> bool {
        for at in 0..self.left.len() {
            let through = self.left[at].right.iter().find(|r| r.at_most(self)).cloned();
            if let Some(through) = through {
                self.left.swap_remove(at);
                self.left.extend(through.left.iter().cloned());
                return true;
            }
        }
        for at in 0..self.right.len() {
            let through = self.right[at].left.iter().find(|l| self.at_most(l)).cloned();
            if let Some(through) = through {
                self.right.swap_remove(at);
                self.right.extend(through.right.iter().cloned());
                return true;
            }
        }
        false
    }

    /// The same tree, whatever the order of its options.
    pub fn same_tree(&self, other: &Plain) -> bool {
        let same = |a: &[Rc<Plain>], b: &[Rc<Plain>]| {
            a.len() == b.len() && a.iter().all(|x| b.iter().any(|y| x.same_tree(y)))
        };
        same(&self.left, &other.left) && same(&self.right, &other.right)
    }

    /// The value of this game in an arena.
    pub fn value(&self, arena: &mut Arena) -> Result<Value, Limit> {
        let side = |arena: &mut Arena, options: &[Rc<Plain>]| {
            options.iter().map(|o| o.value(arena)).collect::<Result<Vec<_>, _>>()
        };
        let left = side(arena, &self.left)?;
        let right = side(arena, &self.right)?;
        arena.game(&left, &right)
    }

    /// The canonical form of a value as a tree.
    pub fn of(arena: &mut Arena, value: Value) -> Rc<Plain> {
        let (left, right) = arena.options(value);
        let left = left.into_iter().map(|v| Plain::of(arena, v)).collect();
        let right = right.into_iter().map(|v| Plain::of(arena, v)).collect();
        Plain::new(left, right)
    }
}
