//! Reading a certificate: one line a field, each exactly once, in this order.

use sprague_rules::{HeapMoves, Leave, Options, Outcome, Player, Ruleset, parse_ruleset};

use crate::Rejection;

pub struct Certificate {
    pub ruleset: Ruleset,
    pub moves: HeapMoves,
    pub method: Method,
    pub preperiod: usize,
    pub period: usize,
    pub saltus: u32,
    pub terms: Terms,
}

#[derive(Clone, Copy)]
pub enum Method {
    Window,
    GuySmith,
    /// The shape is that of so many periods together; so many sums are tested.
    Levels {
        factor: usize,
        lifts: usize,
    },
}

/// The first e + p terms.
pub enum Terms {
    Values(Vec<u32>),
    Outcomes(Vec<Outcome>),
}

/// Larger preperiods and periods than this are not believed.
const LONGEST: usize = 100_000_000;
/// Heaps for which the moves are compared with the options of the rules.
const COMPARED: u32 = 20;

impl Certificate {
    pub fn parse(text: &str) -> Result<Certificate, Rejection> {
        let mut fields = Fields { lines: text.lines().enumerate() };
        fields.exactly("sprague certificate 1")?;
        let (line, expression) = fields.next("ruleset")?;
        let ruleset = parse_ruleset(expression).map_err(|diagnostic| Rejection {
            line: Some(line),
            ..Rejection::new(format!("the ruleset is not understood: {}", diagnostic.complaint.message))
        })?;
        let (line, moves) = fields.next("moves")?;
        let moves = leaves(moves).ok_or_else(|| at(line, "these are not moves"))?;
        let (line, method) = fields.next("method")?;
        let method = method_named(method).ok_or_else(|| at(line, "no such method"))?;
        let preperiod = fields.number("preperiod")?;
        let period = fields.number("period")?;
        let (line, saltus) = fields.next("saltus")?;
        let saltus = saltus.parse().map_err(|_| at(line, "this is not a number"))?;
        if period == 0 {
            return Err(Rejection::new("a period is at least 1"));
        }
        let (line, terms) = fields.terms(ruleset.has_nim_values())?;
        let count = match &terms {
            Terms::Values(values) => values.len(),
            Terms::Outcomes(outcomes) => outcomes.len(),
        };
        if count != preperiod + period {
            let wanted = preperiod + period;
            return Err(at(line, &format!("there must be {wanted} terms, not {count}")));
        }
        fields.end()?;
        let moves = HeapMoves { leaves: moves };
        Ok(Certificate { ruleset, moves, method, preperiod, period, saltus, terms })
    }

    /// Are the stated moves those of the ruleset?
    pub fn check_moves(&self) -> Result<(), Rejection> {
        if HeapMoves::of(&self.ruleset).as_ref() != Some(&self.moves) {
            return Err(Rejection::new("the moves are not those of the ruleset"));
        }
        // A second look: the options that the rules give, one by one.
        let options = Options::new(&self.ruleset);
        for n in 1..=COMPARED {
            let mut stated = Vec::new();
            for leave in self.moves.leaves.iter().filter(|leave| leave.fits(n)) {
                parts(n - leave.take, leave.parts, 1, &mut Vec::new(), &mut |parts| {
                    if !leave.unequal || parts[0] != parts[1] {
                        stated.push(parts.to_vec());
                    }
                });
            }
            stated.sort();
            stated.dedup();
            if stated != options.list(&[n], Player::Left) {
                return Err(Rejection::new(format!("the moves are not those of the rules at {n}")));
            }
        }
        Ok(())
    }

    /// Is there no smaller period and no earlier start?
    pub fn check_least(&self) -> Result<(), Rejection> {
        let numbers: Vec<i64> = match &self.terms {
            Terms::Values(values) => values.iter().map(|&value| value.into()).collect(),
            Terms::Outcomes(outcomes) => outcomes.iter().map(|&outcome| outcome as i64).collect(),
        };
        let (start, period, saltus) = (self.preperiod, self.period, i64::from(self.saltus));
        let term = |n: usize| {
            let rounds = if n < start + period { 0 } else { (n - start) / period };
            numbers[n - rounds * period] + rounds as i64 * saltus
        };
        if start > 0 && term(start - 1 + period) == term(start - 1) + saltus {
            return Err(Rejection::new("the sequence is regular from an earlier heap on"));
        }
        // The least period divides every other.
        for divisor in (1..period).filter(|divisor| period % divisor == 0) {
            let rise = term(start + divisor) - term(start);
            if (start..start + period).all(|n| term(n + divisor) == term(n) + rise) {
                return Err(Rejection::new(format!("{divisor} is a smaller period")));
            }
        }
        Ok(())
    }
}

fn at(line: usize, why: &str) -> Rejection {
    Rejection { line: Some(line), ..Rejection::new(why) }
}

struct Fields<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
}

impl<'t> Fields<'t> {
    fn line(&mut self) -> Result<(usize, &'t str), Rejection> {
        let line = self.lines.next().map(|(index, line)| (index + 1, line));
        line.ok_or_else(|| Rejection::new("the certificate ends too early"))
    }

    fn exactly(&mut self, expected: &str) -> Result<(), Rejection> {
        let (line, text) = self.line()?;
        if text == expected { Ok(()) } else { Err(at(line, &format!("expected `{expected}`"))) }
    }

    /// The rest of the next line, which must begin with this word.
    fn next(&mut self, word: &str) -> Result<(usize, &'t str), Rejection> {
        let (line, text) = self.line()?;
        let rest = text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        rest.map(|rest| (line, rest)).ok_or_else(|| at(line, &format!("expected `{word} ...`")))
    }

    fn number(&mut self, word: &str) -> Result<usize, Rejection> {
        let (line, text) = self.next(word)?;
        let number = text.parse().ok().filter(|&number| number <= LONGEST);
        number.ok_or_else(|| at(line, "this is not a number of reasonable size"))
    }

    fn terms(&mut self, values: bool) -> Result<(usize, Terms), Rejection> {
        if values {
            let (line, text) = self.next("values")?;
            let values = text.split(' ').map(str::parse).collect::<Result<_, _>>();
            return Ok((
                line,
                Terms::Values(values.map_err(|_| at(line, "this is not a list of values"))?),
            ));
        }
        let (line, text) = self.next("outcomes")?;
        let all = [Outcome::N, Outcome::P, Outcome::L, Outcome::R];
        let outcome = |letter: char| all.into_iter().find(|outcome| outcome.letter() == letter);
        let outcomes = text.chars().map(outcome).collect::<Option<_>>();
        Ok((line, Terms::Outcomes(outcomes.ok_or_else(|| at(line, "outcomes are N, P, L and R"))?)))
    }

    fn end(&mut self) -> Result<(), Rejection> {
        match self.lines.next() {
            Some((index, _)) => Err(at(index + 1, "there is nothing more to say here")),
            None => Ok(()),
        }
    }
}

fn method_named(text: &str) -> Option<Method> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["window"] => Some(Method::Window),
        ["guy-smith"] => Some(Method::GuySmith),
        ["levels", factor, lifts] => {
            let (factor, lifts) = (factor.parse().ok()?, lifts.parse().ok()?);
            ((1..=64).contains(&factor) && lifts <= 64).then_some(Method::Levels { factor, lifts })
        }
        _ => None,
    }
}

/// Moves such as `take 1 leave 0; take 0 leave 2 from 3 to 9 unequal`.
fn leaves(text: &str) -> Option<Vec<Leave>> {
    let leave = |text: &str| {
        let mut words = text.split(' ').peekable();
        let mut number_after = |word: &str| {
            words.next_if_eq(&word)?;
            words.next()?.parse::<u32>().ok()
        };
        let (take, parts) = (number_after("take")?, number_after("leave")?);
        let least = number_after("from").unwrap_or(0);
        let largest = number_after("to").unwrap_or(u32::MAX);
        let unequal = words.next_if_eq(&"unequal").is_some();
        words.next().is_none().then_some(Leave { parts, take, least, largest, unequal })
    };
    text.split("; ").map(leave).collect()
}

/// Every way to write n as a sum of so many parts, ascending, each at least `from`.
fn parts(n: u32, count: u32, from: u32, head: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
    if count == 0 {
        if n == 0 {
            visit(head);
        }
        return;
    }
    for part in from..=n / count {
        head.push(part);
        parts(n - part, count - 1, part, head, visit);
        head.pop();
    }
}
