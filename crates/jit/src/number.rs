//! Numbers and truths of the code being written: known while compiling, or computed at run time.
//!
//! Rules compare things whose order is often known before any code runs: the piles are sorted, and
//! a pile that has become smaller sits between two known neighbours. So a number remembers which
//! pile it is, and a comparison that the order decides leaves no code behind. That turns rules such
//! as "the smallest pile changes" or "no two piles become equal" into bare loops.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use sprague_rules::expr::{Comparison, quotient, remainder};

/// A number.
#[derive(Clone, Copy, Debug)]
pub enum Num {
    Known(i64),
    Run(Run),
}

/// A number computed at run time.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub value: Value,
    pub what: What,
    /// May be 0; a pile of size 0 is gone.
    pub may_be_zero: bool,
    /// Depends on the number that the innermost loop runs through.
    pub varies: bool,
}

/// What is known of a number besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The pile with that index, before the move.
    Pile(usize),
    /// What the move leaves of the one pile it takes from.
    Rest,
    Other,
}

/// A condition.
#[derive(Clone, Copy, Debug)]
pub enum Truth {
    Known(bool),
    Run { value: Value, varies: bool },
}

/// What is known of the order of piles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Order {
    /// A pile is at least as large as those with a smaller index.
    pub sorted: bool,
    /// Where the rest of the chosen pile sits among the others.
    pub rest: Option<RestBetween>,
}

/// The rest of the chosen pile is smaller than the chosen pile itself and than every pile with index
/// `place` or more, and at least as large as those before.
#[derive(Clone, Copy, Debug)]
pub struct RestBetween {
    pub chosen: usize,
    pub place: usize,
    /// It is larger than those before.
    pub strictly: bool,
    /// Nothing is known but that it is smaller than the chosen pile.
    pub unordered: bool,
}

/// Which of less, equal and greater are possible.
type Possible = [bool; 3];

impl Order {
    fn possible(&self, a: What, b: What) -> Possible {
        match (a, b) {
            (What::Pile(i), What::Pile(j)) if i == j => [false, true, false],
            (What::Pile(i), What::Pile(j)) if self.sorted => [i < j, true, i > j],
            (What::Rest, What::Rest) => [false, true, false],
            (What::Rest, What::Pile(i)) => self.rest_and(i),
            (What::Pile(i), What::Rest) => {
                let [less, equal, greater] = self.rest_and(i);
                [greater, equal, less]
            }
            _ => [true; 3],
        }
    }

    fn rest_and(&self, pile: usize) -> Possible {
        match self.rest {
            Some(rest) if pile == rest.chosen => [true, false, false],
            Some(rest) if rest.unordered => [true; 3],
            Some(rest) if pile >= rest.place => [true, false, false],
            Some(rest) => [false, !rest.strictly, true],
            None => [true; 3],
        }
    }
}

impl Num {
    /// The pile with that index.
    pub fn pile(index: usize, value: Value, may_be_zero: bool) -> Num {
        Num::Run(Run { value, what: What::Pile(index), may_be_zero, varies: false })
    }

    pub fn may_be_zero(self) -> bool {
        match self {
            Num::Known(n) => n == 0,
            Num::Run(run) => run.may_be_zero,
        }
    }

    pub fn varies(self) -> bool {
        matches!(self, Num::Run(Run { varies: true, .. }))
    }

    pub fn what(self) -> What {
        match self {
            Num::Known(_) => What::Other,
            Num::Run(run) => run.what,
        }
    }

    fn other(value: Value, varies: bool) -> Num {
        Num::Run(Run { value, what: What::Other, may_be_zero: true, varies })
    }
}

/// Writes arithmetic: the instructions of one function, and what is known while writing them.
pub struct Arithmetic<'f> {
    pub builder: FunctionBuilder<'f>,
    pub order: Order,
}

impl Arithmetic<'_> {
    pub fn constant(&mut self, n: i64) -> Value {
        self.builder.ins().iconst(types::I64, n)
    }

    pub fn value(&mut self, num: Num) -> Value {
        match num {
            Num::Known(n) => self.constant(n),
            Num::Run(run) => run.value,
        }
    }

    /// A number of which nothing is known but its value.
    pub fn plain(&self, value: Value) -> Num {
        Num::other(value, false)
    }

    pub fn add(&mut self, a: Num, b: Num) -> Num {
        match (a, b) {
            (Num::Known(a), Num::Known(b)) => Num::Known(a.wrapping_add(b)),
            (Num::Known(0), n) | (n, Num::Known(0)) => n,
            _ => self.both(a, b, |builder, a, b| builder.ins().iadd(a, b)),
        }
    }

    pub fn sub(&mut self, a: Num, b: Num) -> Num {
        match (a, b) {
            (Num::Known(a), Num::Known(b)) => Num::Known(a.wrapping_sub(b)),
            (n, Num::Known(0)) => n,
            _ if a.what() != What::Other && a.what() == b.what() => Num::Known(0),
            _ => self.both(a, b, |builder, a, b| builder.ins().isub(a, b)),
        }
    }

    pub fn mul(&mut self, a: Num, b: Num) -> Num {
        match (a, b) {
            (Num::Known(a), Num::Known(b)) => Num::Known(a.wrapping_mul(b)),
            (Num::Known(1), n) | (n, Num::Known(1)) => n,
            _ => self.both(a, b, |builder, a, b| builder.ins().imul(a, b)),
        }
    }

    pub fn min(&mut self, a: Num, b: Num) -> Num {
        let at_most = self.compare(Comparison::AtMost, a, b);
        self.choose(at_most, a, b)
    }

    pub fn max(&mut self, a: Num, b: Num) -> Num {
        let at_most = self.compare(Comparison::AtMost, a, b);
        self.choose(at_most, b, a)
    }

    /// `a` if the condition holds, else `b`.
    pub fn choose(&mut self, truth: Truth, a: Num, b: Num) -> Num {
        match truth {
            Truth::Known(true) => a,
            Truth::Known(false) => b,
            Truth::Run { value, varies } => {
                let varies = varies || a.varies() || b.varies();
                let (a, b) = (self.value(a), self.value(b));
                Num::other(self.builder.ins().select(value, a, b), varies)
            }
        }
    }

    fn both(
        &mut self,
        a: Num,
        b: Num,
        write: impl Fn(&mut FunctionBuilder, Value, Value) -> Value,
    ) -> Num {
        let varies = a.varies() || b.varies();
        let (a, b) = (self.value(a), self.value(b));
        Num::other(write(&mut self.builder, a, b), varies)
    }

    /// Division as the rule language has it: rounded down, and `a / 0 = 0`.
    pub fn quotient(&mut self, a: Num, b: Num) -> Num {
        match (a, b) {
            (Num::Known(a), Num::Known(b)) => Num::Known(quotient(a, b)),
            (_, Num::Known(0)) => Num::Known(0),
            (_, Num::Known(1)) => a,
            (_, Num::Known(b)) if b > 0 && b & (b - 1) == 0 => {
                let shift = Num::Known(i64::from(b.trailing_zeros()));
                self.both(a, shift, |builder, a, shift| builder.ins().sshr(a, shift))
            }
            _ => self.divide(a, b).0,
        }
    }

    /// The remainder as the rule language has it: of the sign of `b`, and `a mod 0 = a`.
    pub fn remainder(&mut self, a: Num, b: Num) -> Num {
        match (a, b) {
            (Num::Known(a), Num::Known(b)) => Num::Known(remainder(a, b)),
            (_, Num::Known(0)) => a,
            (_, Num::Known(b)) if b > 0 && b & (b - 1) == 0 => {
                self.both(a, Num::Known(b - 1), |builder, a, mask| builder.ins().band(a, mask))
            }
            _ => self.divide(a, b).1,
        }
    }

    /// Quotient and remainder. The machine's division rounds towards 0 and does not divide by 0:
    /// a divisor 0 is replaced by 1 and the result put right afterwards.
    fn divide(&mut self, a: Num, b: Num) -> (Num, Num) {
        let varies = a.varies() || b.varies();
        let checked = !matches!(b, Num::Known(n) if n != 0);
        let (a, b) = (self.value(a), self.value(b));
        let zero = self.constant(0);
        let one = self.constant(1);
        let by_zero = self.builder.ins().icmp(IntCC::Equal, b, zero);
        let ins = &mut self.builder;
        let divisor = if checked { ins.ins().select(by_zero, one, b) } else { b };
        let towards_zero = ins.ins().sdiv(a, divisor);
        let product = ins.ins().imul(towards_zero, divisor);
        let rest = ins.ins().isub(a, product);
        let signs = ins.ins().bxor(rest, divisor);
        let differ = ins.ins().icmp(IntCC::SignedLessThan, signs, zero);
        let inexact = ins.ins().icmp(IntCC::NotEqual, rest, zero);
        let wrong = ins.ins().band(differ, inexact);
        let one_less = ins.ins().isub(towards_zero, one);
        let mut quotient = ins.ins().select(wrong, one_less, towards_zero);
        let more = ins.ins().iadd(rest, divisor);
        let mut remainder = ins.ins().select(wrong, more, rest);
        if checked {
            quotient = ins.ins().select(by_zero, zero, quotient);
            remainder = ins.ins().select(by_zero, a, remainder);
        }
        (Num::other(quotient, varies), Num::other(remainder, varies))
    }

    pub fn compare(&mut self, comparison: Comparison, a: Num, b: Num) -> Truth {
        if let (Num::Known(a), Num::Known(b)) = (a, b) {
            return Truth::Known(comparison.holds(a, b));
        }
        let possible = self.order.possible(a.what(), b.what());
        let mut answers =
            (0..3).filter(|&i| possible[i]).map(|i| comparison.holds(i as i64 - 1, 0));
        let first = answers.next().expect("two numbers have some order");
        if answers.all(|answer| answer == first) {
            return Truth::Known(first);
        }
        let code = match comparison {
            Comparison::Less => IntCC::SignedLessThan,
            Comparison::AtMost => IntCC::SignedLessThanOrEqual,
            Comparison::Equal => IntCC::Equal,
            Comparison::NotEqual => IntCC::NotEqual,
        };
        let varies = a.varies() || b.varies();
        let (a, b) = (self.value(a), self.value(b));
        Truth::Run { value: self.builder.ins().icmp(code, a, b), varies }
    }

    pub fn and(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Known(false), _) | (_, Truth::Known(false)) => Truth::Known(false),
            (Truth::Known(true), t) | (t, Truth::Known(true)) => t,
            (Truth::Run { value: a, varies: v }, Truth::Run { value: b, varies: w }) => {
                Truth::Run { value: self.builder.ins().band(a, b), varies: v || w }
            }
        }
    }

    pub fn or(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Known(true), _) | (_, Truth::Known(true)) => Truth::Known(true),
            (Truth::Known(false), t) | (t, Truth::Known(false)) => t,
            (Truth::Run { value: a, varies: v }, Truth::Run { value: b, varies: w }) => {
                Truth::Run { value: self.builder.ins().bor(a, b), varies: v || w }
            }
        }
    }

    pub fn not(&mut self, truth: Truth) -> Truth {
        match truth {
            Truth::Known(known) => Truth::Known(!known),
            Truth::Run { value, varies } => {
                let one = self.builder.ins().iconst(types::I8, 1);
                Truth::Run { value: self.builder.ins().bxor(value, one), varies }
            }
        }
    }

    /// 1 if the condition holds, else 0.
    pub fn indicator(&mut self, truth: Truth) -> Num {
        match truth {
            Truth::Known(known) => Num::Known(i64::from(known)),
            Truth::Run { value, varies } => {
                Num::other(self.builder.ins().uextend(types::I64, value), varies)
            }
        }
    }

    /// Is there still a pile of this size?
    pub fn is_there(&mut self, size: Num) -> Truth {
        if !size.may_be_zero() {
            return Truth::Known(true);
        }
        self.compare(Comparison::NotEqual, size, Num::Known(0))
    }
}
