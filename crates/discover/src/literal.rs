//! The words of a description: thresholds, residues, parities, differences, powers of two, nim-sums, golden and other metallic pairs. Each is a
//! literal with its plain value at some numbers, its text in the language of claims, its LaTeX, and a cost, so that the shortest
//! description can be looked for.

use sprague_claim::condition::is_metallic_pair;

/// A number that literals speak of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A sum of the named numbers, each taken so often.
    Sum(Vec<i64>),
    /// How many piles are odd.
    Odds,
    /// How many piles have this size.
    Sized(i64),
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
    /// The nim-sum of the named numbers in these places is this.
    Xor(Summands, i64),
    /// It is not.
    NotXor(Summands, i64),
    /// The term plus a number is a power of two.
    Power(Term, i64),
    /// It is not.
    NotPower(Term, i64),
    /// The largest power of two that divides the first place's number plus this is that of the second plus this, divided.
    LowBit(usize, i64, usize, i64, i64),
    /// The numbers in these places, plus these, are a metallic pair with this t: golden for 1, silver for 2.
    Metallic(u8, usize, i64, usize, i64),
    /// They are not.
    NotMetallic(u8, usize, i64, usize, i64),
}

/// What is nim-added: the named numbers in these places, with this added to each, and each modulo a power of two (0: as they are). Where one
/// is below 0, the nim-sum is no number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Summands {
    /// The places.
    pub places: Vec<usize>,
    /// What is added.
    pub more: i64,
    /// The power of two, or 0.
    pub modulus: i64,
}

use Literal as L;

impl Summands {
    /// The nim-sum.
    fn sum(&self, numbers: &[i64]) -> Option<i64> {
        let part = |&place: &usize| {
            let number = numbers[place] + self.more;
            (number >= 0).then_some(if self.modulus == 0 { number } else { number % self.modulus })
        };
        self.places.iter().map(part).try_fold(0, |sum, part| Some(sum ^ part?))
    }

    /// Each of them, as text or as LaTeX.
    fn each(&self, names: &[String], modulo: &dyn Fn(String, i64) -> String) -> Vec<String> {
        let part = |&place: &usize| match (self.modulus, self.more) {
            (0, more) => plus(&names[place], more),
            (modulus, 0) => modulo(names[place].clone(), modulus),
            (modulus, more) => modulo(format!("({})", plus(&names[place], more)), modulus),
        };
        self.places.iter().map(part).collect()
    }

    /// What it costs to read.
    fn cost(&self) -> u32 {
        let each = 1 + u32::from(self.modulus != 0) + u32::from(self.more != 0);
        each * self.places.len() as u32 + 1 + u32::from(self.modulus != 0)
    }
}

impl Term {
    /// Its value.
    pub fn value(&self, numbers: &[i64]) -> i64 {
        match self {
            Term::Sum(factors) => factors.iter().zip(numbers).map(|(f, n)| f * n).sum(),
            Term::Odds => numbers.iter().filter(|&&n| n % 2 == 1).count() as i64,
            Term::Sized(size) => numbers.iter().filter(|&n| n == size).count() as i64,
        }
    }

    /// What it costs to read.
    fn cost(&self) -> u32 {
        match self {
            Term::Odds => 1,
            Term::Sized(_) => 4,
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
        let factors = match self {
            Term::Sum(factors) => factors,
            Term::Odds => return ("odds".into(), String::new()),
            Term::Sized(size) => {
                return (format!("count(x in piles where x = {size})"), String::new());
            }
        };
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

/// [1; t, t, ...] = (2 - t + sqrt(t^2 + 4)) / 2, written for a paper.
fn alpha(t: u8) -> String {
    let t = i64::from(t);
    match t % 2 {
        // t^2 + 4 = 4 (t^2/4 + 1).
        0 => match 1 - t / 2 {
            0 => format!(r"\sqrt{{{}}}", t * t / 4 + 1),
            first => format!(r"\sqrt{{{}}} - {}", t * t / 4 + 1, -first),
        },
        _ => format!(r"(\sqrt{{{}}} - {}) / 2", t * t + 4, t - 2),
    }
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
            L::Xor(summands, sum) => summands.sum(numbers) == Some(*sum),
            L::NotXor(summands, sum) => summands.sum(numbers) != Some(*sum),
            L::Power(term, more) => is_power(term.value(numbers) + more),
            L::NotPower(term, more) => !is_power(term.value(numbers) + more),
            L::LowBit(x, more, y, too, by) => {
                let (x, y) = (numbers[*x] + more, (numbers[*y] + too).div_euclid(*by));
                x > 0 && y == low_bit(x)
            }
            L::Metallic(t, x, more, y, too) => {
                is_metallic_pair(*t, numbers[*x] + more, numbers[*y] + too)
            }
            L::NotMetallic(t, x, more, y, too) => {
                !is_metallic_pair(*t, numbers[*x] + more, numbers[*y] + too)
            }
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
            L::Xor(summands, _) | L::NotXor(summands, _) => summands.cost(),
            L::Metallic(..) | L::NotMetallic(..) => 4,
            // These often fit a few positions by chance.
            L::Power(term, _) | L::NotPower(term, _) => term.cost() + 6,
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
        let xor = |summands: &Summands| {
            let each = summands.each(names, &|number, m| format!("{number} mod {m}"));
            format!("xor({})", each.join(", "))
        };
        let metallic = |t: u8, x: usize, more: i64, y: usize, too: i64| {
            let (x, y) = (plus(&names[x], more), plus(&names[y], too));
            match t {
                1 => format!("golden({x}, {y})"),
                t => format!("metallic({x}, {y}, {t})"),
            }
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
            L::Xor(summands, sum) => format!("{} = {sum}", xor(summands)),
            L::NotXor(summands, sum) => format!("{} != {sum}", xor(summands)),
            L::Power(term, more) => format!("power_of_two({})", plus(&whole(term), *more)),
            L::NotPower(term, more) => format!("not power_of_two({})", plus(&whole(term), *more)),
            L::LowBit(x, more, y, too, by) => {
                let (x, y) = (plus(&names[*x], *more), plus(&names[*y], *too));
                match (by, too) {
                    (1, _) => format!("lowbit({x}, {y})"),
                    (by, 0) => format!("lowbit({x}, {y} / {by})"),
                    (by, _) => format!("lowbit({x}, ({y}) / {by})"),
                }
            }
            L::Metallic(t, x, more, y, too) => metallic(*t, *x, *more, *y, *too),
            L::NotMetallic(t, x, more, y, too) => {
                format!("not {}", metallic(*t, *x, *more, *y, *too))
            }
        }
    }

    /// As a formula in LaTeX.
    pub fn latex(&self, names: &[String]) -> String {
        let whole = |term: &Term| match term {
            Term::Odds => r"\mathrm{odds}".to_string(),
            Term::Sized(size) => format!(r"\#\{{x : x = {size}\}}"),
            term => term.whole(names, ""),
        };
        let comparison = |term: &Term, sign: &str, number: i64| match term {
            Term::Odds | Term::Sized(_) => format!("{} {sign} {number}", whole(term)),
            term => compared(term, sign, number, names, ""),
        };
        let among = |members: &[i64]| format!(r"\{{{}\}}", list(members));
        let xor = |summands: &Summands| {
            let modulo = |number: String, m: i64| format!(r"({number} \bmod {m})");
            let each = summands.each(names, &modulo);
            let braced = |part: String| match part.contains(' ') && summands.modulus == 0 {
                true => format!("({part})"),
                false => part,
            };
            each.into_iter().map(braced).collect::<Vec<_>>().join(r" \oplus ")
        };
        let metallic = |t: u8, x: usize, more: i64, y: usize, too: i64| {
            let (x, y) = (plus(&names[x], more), plus(&names[y], too));
            match t {
                1 => {
                    format!(r"({x}, {y}) = (\lfloor n\varphi \rfloor, \lfloor n\varphi^2 \rfloor)")
                }
                t => format!(
                    r"({x}, {y}) = (\lfloor n\alpha \rfloor, \lfloor n(\alpha + {t}) \rfloor) \text{{ with }} \alpha = {}",
                    alpha(t)
                ),
            }
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
            L::Xor(summands, sum) => format!("{} = {sum}", xor(summands)),
            L::NotXor(summands, sum) => format!(r"{} \neq {sum}", xor(summands)),
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
            L::Metallic(t, x, more, y, too) => {
                format!(r"{} \text{{ for some }} n \geq 1", metallic(*t, *x, *more, *y, *too))
            }
            L::NotMetallic(t, x, more, y, too) => {
                format!(r"{} \text{{ for no }} n \geq 1", metallic(*t, *x, *more, *y, *too))
            }
        }
    }

    /// The literal that is so where this one is not, if there is one.
    pub fn negated(&self) -> Option<Literal> {
        match self.clone() {
            L::In(term, members) => Some(L::NotIn(term, members)),
            L::NotIn(term, members) => Some(L::In(term, members)),
            L::AtLeast(term, least) => Some(L::AtMost(term, least - 1)),
            L::AtMost(term, most) => Some(L::AtLeast(term, most + 1)),
            L::Mod(term, m, rests) => {
                let others = (0..m).filter(|rest| !rests.contains(rest)).collect();
                Some(L::Mod(term, m, others))
            }
            L::Xor(summands, sum) => Some(L::NotXor(summands, sum)),
            L::NotXor(summands, sum) => Some(L::Xor(summands, sum)),
            L::Power(term, more) => Some(L::NotPower(term, more)),
            L::NotPower(term, more) => Some(L::Power(term, more)),
            L::Metallic(t, x, more, y, too) => Some(L::NotMetallic(t, x, more, y, too)),
            L::NotMetallic(t, x, more, y, too) => Some(L::Metallic(t, x, more, y, too)),
            L::LowBit(..) => None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_negated_is_so_where_the_literal_is_not() {
        let sum = || Term::Sum(vec![1, -1]);
        let summands = |more| Summands { places: vec![0, 1], more, modulus: 0 };
        let literals = [
            L::In(sum(), vec![2]),
            L::AtLeast(sum(), 1),
            L::Mod(sum(), 3, vec![1]),
            L::Xor(summands(-1), 0),
            L::Power(Term::Odds, 0),
            L::Metallic(1, 0, 0, 1, 0),
            L::AtMost(Term::Sized(3), 0),
        ];
        for literal in literals {
            let other = literal.negated().unwrap();
            assert_eq!(other.negated().as_ref(), Some(&literal));
            for n in 0..400 {
                let numbers = [n / 20, n % 20];
                assert_ne!(
                    literal.holds(&numbers),
                    other.holds(&numbers),
                    "{literal:?} {numbers:?}"
                );
            }
        }
    }
}
