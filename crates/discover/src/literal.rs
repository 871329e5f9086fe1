//! The words of a description: thresholds, residues, parities, differences, powers of two, nim-sums, golden pairs. Each is a
//! literal with its plain value at some numbers, its text in the language of claims, its LaTeX, and a cost, so that the shortest
//! description can be looked for.

/// A number that literals speak of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A sum of the named numbers, each taken so often.
    Sum(Vec<i64>),
    /// How many piles are odd.
    Odds,
}

/// A condition on numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Literal {
    /// The term is one of these.
    In(Term, Vec<i64>),
    /// The term is none of these.
    NotIn(Term, Vec<i64>),
    /// At least this.
    AtLeast(Term, i64),
    /// At most this.
    AtMost(Term, i64),
    /// The term modulo the first number is one of these.
    Mod(Term, i64, Vec<i64>),
    /// The nim-sum of the named numbers in these places, each modulo a power of two (0: as they are), is this.
    Xor(Vec<usize>, i64, i64),
    /// It is not.
    NotXor(Vec<usize>, i64, i64),
    /// The term plus a number is a power of two.
    Power(Term, i64),
    /// It is not.
    NotPower(Term, i64),
    /// The largest power of two that divides the first place's number plus this is that of the second plus this, divided.
    LowBit(usize, i64, usize, i64, i64),
    /// The numbers in these places, plus these, are a golden pair.
    Golden(usize, i64, usize, i64),
    /// They are not.
    NotGolden(usize, i64, usize, i64),
}

use Literal as L;

impl Term {
    /// Its value.
    pub fn value(&self, numbers: &[i64]) -> i64 {
        match self {
            Term::Sum(factors) => factors.iter().zip(numbers).map(|(f, n)| f * n).sum(),
            Term::Odds => numbers.iter().filter(|&&n| n % 2 == 1).count() as i64,
        }
    }

    /// What it costs to read.
    fn cost(&self) -> u32 {
        match self {
            Term::Odds => 1,
            Term::Sum(factors) => {
                let used: Vec<&i64> = factors.iter().filter(|&&f| f != 0).collect();
                // A sum of many is easier to read than their differences.
                let mixed = used.len() > 2 && used.iter().any(|&&f| f < 0);
                used.iter().map(|f| if f.abs() == 1 { 1 } else { 2 }).sum::<u32>()
                    + u32::from(mixed)
            }
        }
    }

    /// The term as a sum, the part with factors above 0 and the other.
    fn parts(&self, names: &[String], times: &str) -> (String, String) {
        let Term::Sum(factors) = self else { return ("odds".into(), String::new()) };
        let part = |sign: i64| {
            let used = factors.iter().zip(names).filter(|(f, _)| **f * sign > 0);
            let each = used.map(|(f, name)| match f.abs() {
                1 => name.clone(),
                factor => format!("{factor}{times}{name}"),
            });
            each.collect::<Vec<_>>().join(" + ")
        };
        (part(1), part(-1))
    }

    /// The term in one piece.
    fn whole(&self, names: &[String], times: &str) -> String {
        match self.parts(names, times) {
            (above, below) if below.is_empty() => above,
            (above, below) => format!("{above} - {}", below.replace(" + ", " - ")),
        }
    }

    fn is_sum(&self) -> bool {
        matches!(self, Term::Sum(factors) if factors.iter().filter(|&&f| f != 0).count() > 1)
    }
}

/// `b >= a + 2`, whichever way the words are.
fn compared(term: &Term, sign: &str, number: i64, names: &[String], times: &str) -> String {
    let (above, below) = term.parts(names, times);
    match (below.is_empty(), number) {
        (true, _) => format!("{above} {sign} {number}"),
        (false, 0) if sign == ">" => format!("{below} < {above}"),
        (false, 0) if sign == "<" => format!("{above} < {below}"),
        (false, 0) if !sign.contains("eq") && !sign.contains(['<', '>']) || sign == r"\neq" => {
            format!("{below} {sign} {above}")
        }
        (false, 0) => format!("{above} {sign} {below}"),
        (false, n) if n > 0 => format!("{above} {sign} {below} + {n}"),
        (false, n) => format!("{above} {sign} {below} - {}", -n),
    }
}

/// A number with something added.
fn plus(name: &str, number: i64) -> String {
    match number {
        0 => name.to_string(),
        n if n > 0 => format!("{name} + {n}"),
        n => format!("{name} - {}", -n),
    }
}

fn list(members: &[i64]) -> String {
    members.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// The largest power of two that divides a number above 0.
fn low_bit(n: i64) -> i64 {
    n & n.wrapping_neg()
}

fn is_power(n: i64) -> bool {
    n > 0 && n & (n - 1) == 0
}

/// The part of n phi before the point.
fn golden_part(n: i64) -> i64 {
    let n = i128::from(n);
    // The largest a with a^2 - a n - n^2 < 0.
    let (mut low, mut high) = (n, 2 * n + 2);
    while high - low > 1 {
        let a = (low + high) / 2;
        if a * a - a * n - n * n < 0 { low = a } else { high = a }
    }
    low as i64
}

fn is_golden(a: i64, b: i64) -> bool {
    let n = b - a;
    n >= 1 && a >= 1 && a == golden_part(n)
}

fn nim_sum(places: &[usize], modulus: i64, numbers: &[i64]) -> i64 {
    let part = |&place: &usize| match modulus {
        0 => numbers[place],
        m => numbers[place] % m,
    };
    places.iter().map(part).fold(0, |sum, n| sum ^ n)
}

impl Literal {
    /// Is it so for these numbers?
    pub fn holds(&self, numbers: &[i64]) -> bool {
        match self {
            L::In(term, members) => members.contains(&term.value(numbers)),
            L::NotIn(term, members) => !members.contains(&term.value(numbers)),
            L::AtLeast(term, least) => term.value(numbers) >= *least,
            L::AtMost(term, most) => term.value(numbers) <= *most,
            L::Mod(term, m, rests) => rests.contains(&term.value(numbers).rem_euclid(*m)),
            L::Xor(places, m, sum) => nim_sum(places, *m, numbers) == *sum,
            L::NotXor(places, m, sum) => nim_sum(places, *m, numbers) != *sum,
            L::Power(term, more) => is_power(term.value(numbers) + more),
            L::NotPower(term, more) => !is_power(term.value(numbers) + more),
            L::LowBit(x, more, y, too, by) => {
                let (x, y) = (numbers[*x] + more, (numbers[*y] + too).div_euclid(*by));
                x > 0 && y == low_bit(x)
            }
            L::Golden(x, more, y, too) => is_golden(numbers[*x] + more, numbers[*y] + too),
            L::NotGolden(x, more, y, too) => !is_golden(numbers[*x] + more, numbers[*y] + too),
        }
    }

    /// What it costs to read.
    pub fn cost(&self) -> u32 {
        match self {
            L::In(term, members) => term.cost() + members.len() as u32,
            L::NotIn(term, members) => term.cost() + members.len() as u32 + 1,
            L::AtLeast(term, _) | L::AtMost(term, _) => term.cost() + 1,
            L::Mod(term, 2, _) => term.cost() + 1,
            L::Mod(term, _, rests) => term.cost() + 1 + rests.len() as u32,
            L::Xor(places, 0, _) | L::NotXor(places, 0, _) => places.len() as u32 + 1,
            L::Xor(places, ..) | L::NotXor(places, ..) => 2 * places.len() as u32 + 2,
            L::Power(term, _) | L::NotPower(term, _) => term.cost() + 4,
            L::Golden(..) | L::NotGolden(..) => 4,
            // It often fits a few positions by chance.
            L::LowBit(..) => 8,
        }
    }

    /// In the language of claims.
    pub fn text(&self, names: &[String]) -> String {
        let whole = |term: &Term| term.whole(names, "*");
        let braced = |term: &Term| match term.is_sum() {
            true => format!("({})", whole(term)),
            false => whole(term),
        };
        let xor = |places: &[usize], m: i64| {
            let part = |&place: &usize| match m {
                0 => names[place].clone(),
                m => format!("{} mod {m}", names[place]),
            };
            format!("xor({})", places.iter().map(part).collect::<Vec<_>>().join(", "))
        };
        let golden = |x: usize, more: i64, y: usize, too: i64| {
            format!("golden({}, {})", plus(&names[x], more), plus(&names[y], too))
        };
        match self {
            L::In(term, members) => match &members[..] {
                [one] => compared(term, "=", *one, names, "*"),
                _ => format!("{} in {{{}}}", whole(term), list(members)),
            },
            L::NotIn(term, members) => match &members[..] {
                [one] => compared(term, "!=", *one, names, "*"),
                _ => format!("not {} in {{{}}}", whole(term), list(members)),
            },
            L::AtLeast(term, 1) if term.is_sum() => compared(term, ">", 0, names, "*"),
            L::AtMost(term, -1) if term.is_sum() => compared(term, "<", 0, names, "*"),
            L::AtLeast(term, least) => compared(term, ">=", *least, names, "*"),
            L::AtMost(term, most) => compared(term, "<=", *most, names, "*"),
            L::Mod(term, 2, rests) => {
                format!("{}({})", if rests[0] == 1 { "odd" } else { "even" }, whole(term))
            }
            L::Mod(term, m, rests) => match &rests[..] {
                [one] => format!("{} mod {m} = {one}", braced(term)),
                _ => format!("{} mod {m} in {{{}}}", braced(term), list(rests)),
            },
            L::Xor(places, m, sum) => format!("{} = {sum}", xor(places, *m)),
            L::NotXor(places, m, sum) => format!("{} != {sum}", xor(places, *m)),
            L::Power(term, more) => format!("power_of_two({})", plus(&whole(term), *more)),
            L::NotPower(term, more) => format!("not power_of_two({})", plus(&whole(term), *more)),
            L::LowBit(x, more, y, too, by) => {
                let (x, y) = (plus(&names[*x], *more), plus(&names[*y], *too));
                match by {
                    1 => format!("lowbit({x}, {y})"),
                    by => format!("lowbit({x}, ({y}) / {by})"),
                }
            }
            L::Golden(x, more, y, too) => golden(*x, *more, *y, *too),
            L::NotGolden(x, more, y, too) => format!("not {}", golden(*x, *more, *y, *too)),
        }
    }

    /// As a formula in LaTeX.
    pub fn latex(&self, names: &[String]) -> String {
        let whole = |term: &Term| match term {
            Term::Odds => r"\mathrm{odds}".to_string(),
            term => term.whole(names, ""),
        };
        let comparison = |term: &Term, sign: &str, number: i64| match term {
            Term::Odds => format!(r"\mathrm{{odds}} {sign} {number}"),
            term => compared(term, sign, number, names, ""),
        };
        let among = |members: &[i64]| format!(r"\{{{}\}}", list(members));
        let xor = |places: &[usize], m: i64| {
            let part = |&place: &usize| match m {
                0 => names[place].clone(),
                m => format!(r"({} \bmod {m})", names[place]),
            };
            places.iter().map(part).collect::<Vec<_>>().join(r" \oplus ")
        };
        let golden = |x: usize, more: i64, y: usize, too: i64| {
            let (x, y) = (plus(&names[x], more), plus(&names[y], too));
            format!(r"({x}, {y}) = (\lfloor n\varphi \rfloor, \lfloor n\varphi^2 \rfloor)")
        };
        match self {
            L::In(term, members) => match &members[..] {
                [one] => comparison(term, "=", *one),
                _ => format!(r"{} \in {}", whole(term), among(members)),
            },
            L::NotIn(term, members) => match &members[..] {
                [one] => comparison(term, r"\neq", *one),
                _ => format!(r"{} \notin {}", whole(term), among(members)),
            },
            L::AtLeast(term, 1) if term.is_sum() => comparison(term, ">", 0),
            L::AtMost(term, -1) if term.is_sum() => comparison(term, "<", 0),
            L::AtLeast(term, least) => comparison(term, r"\geq", *least),
            L::AtMost(term, most) => comparison(term, r"\leq", *most),
            L::Mod(term, m, rests) => match &rests[..] {
                [one] => format!(r"{} \equiv {one} \pmod{{{m}}}", whole(term)),
                _ => format!(r"{} \bmod {m} \in {}", whole(term), among(rests)),
            },
            L::Xor(places, m, sum) => format!("{} = {sum}", xor(places, *m)),
            L::NotXor(places, m, sum) => format!(r"{} \neq {sum}", xor(places, *m)),
            L::Power(term, more) => {
                format!(r"{} \text{{ is a power of two}}", plus(&whole(term), *more))
            }
            L::NotPower(term, more) => {
                format!(r"{} \text{{ is no power of two}}", plus(&whole(term), *more))
            }
            L::LowBit(x, more, y, too, by) => {
                let (x, y) = (plus(&names[*x], *more), plus(&names[*y], *too));
                match by {
                    1 => format!(r"{y} = 2^{{\nu_2({x})}}"),
                    by => format!(r"\lfloor ({y}) / {by} \rfloor = 2^{{\nu_2({x})}}"),
                }
            }
            L::Golden(x, more, y, too) => {
                format!(r"{} \text{{ for some }} n \geq 1", golden(*x, *more, *y, *too))
            }
            L::NotGolden(x, more, y, too) => {
                format!(r"{} \text{{ for no }} n \geq 1", golden(*x, *more, *y, *too))
            }
        }
    }

    /// Both conditions as one that is so where either is, if one word says it.
    pub fn or(&self, other: &Literal) -> Option<Literal> {
        let joined = |a: &[i64], b: &[i64]| {
            let mut both = [a, b].concat();
            both.sort_unstable();
            both.dedup();
            both
        };
        match (self, other) {
            (L::In(term, a), L::In(same, b)) if term == same => {
                Some(L::In(term.clone(), joined(a, b)))
            }
            (L::Mod(term, m, a), L::Mod(same, n, b)) if term == same && m == n => {
                let rests = joined(a, b);
                (rests.len() < *m as usize).then(|| L::Mod(term.clone(), *m, rests))
            }
            _ => None,
        }
    }
}
