//! The partial order: G <= H exactly when no Left option of G is >= H and no Right option of H
//! is <= G.
//!
//! Stops settle most questions: G <= H implies that the stops of G are at most those of H, and
//! G < H follows if Left's stop of G is below Right's stop of H. Against a number nobody need move in
//! the number (number avoidance), so a number of any size costs nothing. What is left is the
//! definition, with a stack of its own and a memory of all pairs that were answered.

use rustc_hash::FxHashMap;
use sprague_rules::Outcome;

use crate::arena::{Arena, Form, SCRATCH, Value, ZERO};

/// What is known of pairs, those with the form under construction apart.
#[derive(Default)]
pub(crate) struct OrderMemo {
    known: FxHashMap<u64, bool>,
    scratch: FxHashMap<u64, bool>,
    frames: Vec<Frame>,
}

/// The question whether `g <= h`, answered up to some option.
struct Frame {
    g: Value,
    h: Value,
    /// The Left options of g, or nothing if they need not be looked at.
    lefts: Form,
    rights: Form,
    next: u32,
}

impl OrderMemo {
    fn key(g: Value, h: Value) -> u64 {
        u64::from(g.0) << 32 | u64::from(h.0)
    }

    fn get(&self, g: Value, h: Value) -> Option<bool> {
        let memo = if g == SCRATCH || h == SCRATCH { &self.scratch } else { &self.known };
        memo.get(&OrderMemo::key(g, h)).copied()
    }

    fn insert(&mut self, g: Value, h: Value, holds: bool) {
        let memo = if g == SCRATCH || h == SCRATCH { &mut self.scratch } else { &mut self.known };
        memo.insert(OrderMemo::key(g, h), holds);
    }

    /// The form under construction has changed.
    pub fn forget_scratch(&mut self) {
        self.scratch.clear();
    }

    pub fn bytes(&self) -> usize {
        self.known.capacity() * 17
    }
}

impl Arena {
    /// Is g <= h?
    pub fn at_most(&mut self, g: Value, h: Value) -> bool {
        if let Some(holds) = self.at_most_at_once(g, h) {
            return holds;
        }
        let mut frames = std::mem::take(&mut self.order.frames);
        let frame = self.frame(g, h);
        frames.push(frame);
        let mut answer = false;
        while let Some(frame) = frames.last_mut() {
            match self.advance(frame) {
                Step::Ask(g, h) => {
                    let frame = self.frame(g, h);
                    frames.push(frame);
                }
                Step::Answer(holds) => {
                    let Frame { g, h, .. } = frames.pop().expect("there is a frame");
                    self.order.insert(g, h, holds);
                    // The question above finds the answer in the memory.
                    answer = holds;
                }
            }
        }
        self.order.frames = frames;
        answer
    }

    /// What can be said without looking at options.
    fn at_most_at_once(&self, g: Value, h: Value) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        let (a, b) = (self.record(g), self.record(h));
        if a.left_stop > b.left_stop || a.right_stop > b.right_stop {
            return Some(false);
        }
        if a.left_stop < b.right_stop {
            return Some(true);
        }
        if let (Some(a), Some(b)) = (&a.compact, &b.compact) {
            return Some(a.at_most(b));
        }
        self.order.get(g, h)
    }

    fn frame(&mut self, g: Value, h: Value) -> Frame {
        let none = Form { start: 0, left: 0, right: 0 };
        let lefts = if self.record(g).is_number() { none } else { self.unfold(g) };
        let rights = if self.record(h).is_number() { none } else { self.unfold(h) };
        Frame { g, h, lefts, rights, next: 0 }
    }

    /// Looks at options until one settles the question or needs looking into.
    fn advance(&self, frame: &mut Frame) -> Step {
        let Frame { g, h, lefts, rights, .. } = *frame;
        while frame.next < lefts.left + rights.right {
            let (a, b) = match frame.next.checked_sub(lefts.left) {
                None => (h, self.pool[(lefts.start + frame.next) as usize]),
                Some(i) => (self.pool[(rights.start + rights.left + i) as usize], g),
            };
            match self.at_most_at_once(a, b) {
                None => return Step::Ask(a, b),
                Some(true) => return Step::Answer(false),
                Some(false) => frame.next += 1,
            }
        }
        Step::Answer(true)
    }

    /// Who wins: the order against 0.
    pub fn outcome(&mut self, g: Value) -> Outcome {
        self.outcome_of_difference(g, ZERO)
    }

    /// Who wins g - h; no sum is computed.
    pub fn outcome_of_difference(&mut self, g: Value, h: Value) -> Outcome {
        let (at_least, at_most) = (self.at_most(h, g), self.at_most(g, h));
        // Left wins moving first unless the difference is <= 0.
        Outcome::from_first_wins(!at_most, !at_least)
    }
}

enum Step {
    Ask(Value, Value),
    Answer(bool),
}
