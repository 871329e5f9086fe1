//! Numbers and conditions as texts, each with what it means beside it. Texts are written with as few parentheses as
//! the order of operations allows, so that a reader who gets that order wrong is found out.

use std::rc::Rc;

use crate::tape::Tape;

/// What the names stand for: one number for each.
pub type Numbers<'n> = &'n [i128];

/// A number as a text, and what it means.
#[derive(Clone)]
pub struct Number {
    pub text: String,
    pub value: Rc<dyn Fn(Numbers) -> i128>,
    /// Is it a sum, so that it needs parentheses inside a product?
    sum: bool,
    /// Is it a product?
    product: bool,
}

/// A condition as a text, and what it means.
#[derive(Clone)]
pub struct Said {
    pub text: String,
    pub holds: Rc<dyn Fn(Numbers) -> bool>,
    /// How tightly it is bound: 0 a disjunction, 1 a conjunction, 2 anything else.
    bound: u8,
}

impl Number {
    pub fn constant(n: i64) -> Number {
        Number {
            text: n.to_string(),
            value: Rc::new(move |_| n.into()),
            sum: false,
            product: false,
        }
    }

    pub fn name(name: &str, place: usize) -> Number {
        Number { text: name.into(), value: Rc::new(move |n| n[place]), sum: false, product: false }
    }

    pub fn plus(self, other: Number, minus: bool) -> Number {
        let sign = if minus { "-" } else { "+" };
        let right = if other.sum { format!("({})", other.text) } else { other.text };
        let text = format!("{} {sign} {right}", self.text);
        let (a, b) = (self.value, other.value);
        let value: Rc<dyn Fn(Numbers) -> i128> =
            Rc::new(move |n| if minus { a(n) - b(n) } else { a(n) + b(n) });
        Number { text, value, sum: true, product: false }
    }

    /// Times a number.
    pub fn times(self, by: i64) -> Number {
        let text = format!("{by}*{}", self.inside(true));
        let a = self.value;
        Number { text, value: Rc::new(move |n| i128::from(by) * a(n)), sum: false, product: true }
    }

    /// Modulo a number, or divided by it, rounded down.
    pub fn over(self, by: i64, modulo: bool) -> Number {
        let by = by.max(1);
        let sign = if modulo { "mod" } else { "/" };
        let text = format!("{} {sign} {by}", self.inside(false));
        let (a, by) = (self.value, i128::from(by));
        let value: Rc<dyn Fn(Numbers) -> i128> = match modulo {
            true => Rc::new(move |n| a(n).rem_euclid(by)),
            false => Rc::new(move |n| a(n).div_euclid(by)),
        };
        Number { text, value, sum: false, product: true }
    }

    fn inside(&self, right: bool) -> String {
        match self.sum || right && self.product {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }
}

impl Said {
    fn atom(text: String, holds: impl Fn(Numbers) -> bool + 'static) -> Said {
        Said { text, holds: Rc::new(holds), bound: 2 }
    }

    pub fn always() -> Said {
        Said::atom("always".into(), |_| true)
    }

    pub fn never() -> Said {
        Said::atom("never".into(), |_| false)
    }

    pub fn compare(a: Number, sign: &'static str, b: Number) -> Said {
        let (x, y) = (a.value, b.value);
        Said::atom(format!("{} {sign} {}", a.text, b.text), move |n| {
            let (x, y) = (x(n), y(n));
            match sign {
                "=" => x == y,
                "!=" => x != y,
                "<" => x < y,
                "<=" => x <= y,
                ">" => x > y,
                ">=" => x >= y,
                _ => unreachable!(),
            }
        })
    }

    pub fn and(self, other: Said) -> Said {
        let text = format!("{} and {}", self.inside(1), other.inside(1));
        let (a, b) = (self.holds, other.holds);
        Said { text, holds: Rc::new(move |n| a(n) && b(n)), bound: 1 }
    }

    pub fn or(self, other: Said) -> Said {
        let text = format!("{} or {}", self.text, other.text);
        let (a, b) = (self.holds, other.holds);
        Said { text, holds: Rc::new(move |n| a(n) || b(n)), bound: 0 }
    }

    pub fn negated(self) -> Said {
        let text = format!("not {}", self.inside(2));
        let a = self.holds;
        Said::atom(text, move |n| !a(n))
    }

    /// With parentheses that change nothing.
    pub fn wrapped(self) -> Said {
        Said { text: format!("({})", self.text), holds: self.holds, bound: 2 }
    }

    fn inside(&self, bound: u8) -> String {
        match self.bound < bound {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }
}

/// What random conditions may use.
#[derive(Clone, Copy)]
pub struct Vocabulary<'v> {
    /// The names, in the order of their numbers.
    pub names: &'v [String],
    /// Nim-sums, powers of two, golden pairs and patterns.
    pub digits: bool,
    /// Patterns such as `<e, o, *>`.
    pub patterns: bool,
}

/// A random number.
pub fn number(tape: &mut Tape, words: Vocabulary, depth: u64) -> Number {
    if depth > 0 && !tape.one_in(3) {
        let inner = number(tape, words, depth - 1);
        return match tape.roll(6) {
            0 => inner.plus(number(tape, words, depth - 1), false),
            1 => inner.plus(number(tape, words, depth - 1), true),
            2 => inner.times(tape.number(1, 4)),
            3 => inner.over(tape.number(2, 4), false),
            _ => inner.over(tape.number(2, 5), true),
        };
    }
    match tape.one_in(4) {
        true => Number::constant(tape.number(0, 6)),
        false => {
            let place = tape.roll(words.names.len() as u64) as usize;
            Number::name(&words.names[place], place)
        }
    }
}

const SIGNS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

/// A random condition.
pub fn condition(tape: &mut Tape, words: Vocabulary, depth: u64) -> Said {
    if depth > 0 && !tape.one_in(4) {
        let left = condition(tape, words, depth - 1);
        return match tape.roll(6) {
            0 => left.negated(),
            1 | 2 => left.or(condition(tape, words, depth - 1)),
            3 => left.and(condition(tape, words, depth - 1)).wrapped(),
            _ => left.and(condition(tape, words, depth - 1)),
        };
    }
    let some = number(tape, words, 1);
    match tape.roll(if words.digits { 12 } else { 8 }) {
        0 => {
            let value = some.value;
            Said::atom(format!("even({})", some.text), move |n| value(n).rem_euclid(2) == 0)
        }
        1 => {
            let value = some.value;
            Said::atom(format!("odd({})", some.text), move |n| value(n).rem_euclid(2) == 1)
        }
        2 => {
            let (a, b) = (tape.number(0, 3), tape.number(4, 9));
            let value = some.value;
            let (low, high) = (i128::from(a), i128::from(b));
            Said::atom(format!("{} in {{{a}, {b}..{}}}", some.text, b + 2), move |n| {
                let x = value(n);
                x == low || (high..=high + 2).contains(&x)
            })
        }
        3..=7 => {
            let sign = tape.pick(&SIGNS);
            let other = number(tape, words, 1);
            Said::compare(some, sign, other)
        }
        8 => {
            let terms: Vec<Number> =
                (0..words.names.len()).map(|i| Number::name(&words.names[i], i)).collect();
            let text: Vec<&str> = terms.iter().map(|term| term.text.as_str()).collect();
            let to = tape.number(0, 3);
            Said::atom(format!("xor({}) = {to}", text.join(", ")), move |n| {
                let sum = terms.iter().map(|term| (term.value)(n)).fold(0, |a, b| a ^ b);
                sum == i128::from(to)
            })
        }
        9 => {
            let value = some.value;
            Said::atom(format!("power_of_two({})", some.text), move |n| {
                let x = value(n);
                x > 0 && x & (x - 1) == 0
            })
        }
        10 => {
            let other = number(tape, words, 1);
            let (a, b) = (some.value, other.value);
            let t = tape.number(1, 4);
            let text = match t {
                1 => format!("golden({}, {})", some.text, other.text),
                _ => format!("metallic({}, {}, {t})", some.text, other.text),
            };
            // With b = a + t k, a is k [1; t, t, ...] rounded down.
            let t = i128::from(t);
            Said::atom(text, move |n| {
                let (a, b) = (a(n), b(n));
                let k = (b - a).div_euclid(t);
                let root = || isqrt((t * t + 4) * k * k);
                (1..1 << 40).contains(&k)
                    && b - a == t * k
                    && a == ((2 - t) * k + root()).div_euclid(2)
            })
        }
        _ if words.patterns => pattern(tape, words),
        _ => {
            let (some, other) = (number(tape, words, 0), number(tape, words, 0));
            let (a, b) = (some.value, other.value);
            Said::atom(format!("lowbit({}, {})", some.text, other.text), move |n| {
                let (a, b) = (a(n), b(n));
                a > 0 && b > 0 && b == a & -a
            })
        }
    }
}

/// `<e, o2, *>`: an entry for each name.
fn pattern(tape: &mut Tape, words: Vocabulary) -> Said {
    let mut texts = Vec::new();
    let mut tests: Vec<Rc<dyn Fn(i128) -> bool>> = Vec::new();
    for _ in words.names {
        let least = i128::from(tape.number(0, 3));
        let (text, test): (String, Rc<dyn Fn(i128) -> bool>) = match tape.roll(5) {
            0 => ("e".into(), Rc::new(|x| x % 2 == 0)),
            1 => ("o".into(), Rc::new(|x| x % 2 == 1)),
            2 => (format!(">={least}"), Rc::new(move |x| x >= least)),
            3 => (format!("{least}"), Rc::new(move |x| x == least)),
            _ => ("*".into(), Rc::new(|_| true)),
        };
        texts.push(text);
        tests.push(test);
    }
    Said::atom(format!("<{}>", texts.join(", ")), move |n| {
        tests.iter().zip(n).all(|(test, &x)| test(x))
    })
}

fn isqrt(n: i128) -> i128 {
    let mut root = (n as f64).sqrt() as i128;
    while root * root > n {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= n {
        root += 1;
    }
    root
}

/// Makes a statement false at a place far away, or at another one; or says it in another way.
pub fn distorted(tape: &mut Tape, words: Vocabulary, said: Said, far: (i64, i64)) -> Said {
    let place = tape.roll(words.names.len() as u64) as usize;
    let name = Number::name(&words.names[place], place);
    match tape.roll(9) {
        0 => {
            let at = tape.number(far.0, far.1);
            said.wrapped().and(Said::compare(name, "!=", Number::constant(at)))
        }
        1 => {
            let at = tape.number(far.0, far.1);
            said.or(Said::compare(name, "=", Number::constant(at)))
        }
        2 => {
            // So large that only a prover that overflows can reach it.
            let at = tape.pick(&[999_999_999, 1_000_000_000, 1 << 29, 1 << 20, 1 << 32, i64::MAX]);
            said.wrapped().and(Said::compare(name, "!=", Number::constant(at)))
        }
        3 => {
            let more = condition(tape, words, 1);
            match tape.one_in(2) {
                true => said.or(more),
                false => said.wrapped().and(more),
            }
        }
        4 => said.negated().negated(),
        _ => said,
    }
}
