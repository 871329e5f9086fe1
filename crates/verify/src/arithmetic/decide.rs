//! Derivatives of formulas, their truth at zero, and with both the truth of sentences.

use std::collections::HashSet;

use super::{Arithmetic, Digits, FALSE, Formula, Node, TRUE, Term};

/// There are more formulas than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// What became of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    Holds,
    /// The numbers, one for each variable, for which it does not hold.
    Fails(Vec<u64>),
}

impl Arithmetic {
    /// What the formula says of `2 n + d` says this of n.
    fn derivative(&mut self, formula: Formula, digits: Digits) -> Result<Formula, TooLarge> {
        let digits = digits & self.free[formula as usize];
        if let Some(&known) = self.derivatives.get(&(formula, digits)) {
            return Ok(known);
        }
        if self.nodes.len() + self.derivatives.len() > self.most {
            return Err(TooLarge);
        }
        let derivative = match self.nodes[formula as usize].clone() {
            Node::True => TRUE,
            Node::False => FALSE,
            // 2 t + s <= 0 iff t + s/2, rounded up, <= 0.
            Node::AtMost(term) => {
                let (rest, last) = term.split(digits);
                self.at_most_zero(rest.plus_constant(last - last.div_euclid(2)))
            }
            Node::Zero(term) => {
                let (rest, last) = term.split(digits);
                if last % 2 != 0 { FALSE } else { self.zero(rest.plus_constant(last / 2)) }
            }
            Node::Multiple(term, of) => {
                let (rest, last) = term.split(digits);
                match (of % 2 == 0, last % 2 == 0) {
                    (true, false) => FALSE,
                    (true, true) => self.multiple(rest.plus_constant(last / 2), of / 2),
                    // Half of an odd s is half of s + m, for odd m.
                    (false, true) => self.multiple(rest.plus_constant(last / 2), of),
                    (false, false) => self.multiple(rest.plus_constant((last + of) / 2), of),
                }
            }
            Node::Member(state, terms) => {
                let (letter, rest) = last_digits(&terms, digits);
                let state = self.automaton.step(state, letter);
                self.member_from(state, rest)
            }
            Node::NimSumZero(terms) => {
                let (letter, rest) = last_digits(&terms, digits);
                if letter.count_ones() % 2 == 1 { FALSE } else { self.nim_sum_zero(rest) }
            }
            Node::PowerOfTwo(term) => {
                let (letter, mut rest) = last_digits(&[term], digits);
                let rest = rest.remove(0);
                if letter == 1 { self.zero(rest) } else { self.power_of_two(rest) }
            }
            Node::LowBit(of, bit) => {
                let (letter, mut rest) = last_digits(&[of, bit], digits);
                let (bit, of) = (rest.remove(1), rest.remove(0));
                match letter {
                    0 => self.low_bit(of, bit),
                    3 => {
                        let natural = self.at_most_zero(of.times(-1));
                        let zero = self.zero(bit);
                        self.and([natural, zero])
                    }
                    _ => FALSE,
                }
            }
            Node::Not(inner) => {
                let inner = self.derivative(inner, digits)?;
                self.not(inner)
            }
            Node::And(parts) => {
                let parts = self.each(&parts, digits)?;
                self.and(parts)
            }
            Node::Or(parts) => {
                let parts = self.each(&parts, digits)?;
                self.or(parts)
            }
            Node::Exists(variable, inner) => {
                let cases = [0, 1 << variable].map(|digit| self.derivative(inner, digits | digit));
                let [zero, one] = cases;
                let cases = [self.exists(variable, zero?), self.exists(variable, one?)];
                self.or(cases)
            }
        };
        self.derivatives.insert((formula, digits), derivative);
        Ok(derivative)
    }

    fn each(&mut self, parts: &[Formula], digits: Digits) -> Result<Vec<Formula>, TooLarge> {
        parts.iter().map(|&part| self.derivative(part, digits)).collect()
    }

    /// Does it hold where all its numbers are 0?
    fn holds_at_zero(&mut self, formula: Formula) -> Result<bool, TooLarge> {
        if let Some(known) = self.at_zero[formula as usize] {
            return Ok(known);
        }
        let holds = match self.nodes[formula as usize].clone() {
            Node::True => true,
            Node::False => false,
            Node::AtMost(term) => term.constant() <= 0,
            Node::Zero(term) => term.constant() == 0,
            Node::Multiple(term, of) => term.constant() % of == 0,
            Node::Member(state, terms) => {
                let tuple: Vec<i64> = terms.iter().map(Term::constant).collect();
                tuple.iter().all(|&n| n >= 0) && self.automaton.accepts(state, &tuple)
            }
            Node::NimSumZero(terms) => {
                terms.iter().all(|term| term.constant() >= 0)
                    && terms.iter().fold(0, |sum, term| sum ^ term.constant()) == 0
            }
            Node::PowerOfTwo(term) => {
                term.constant() > 0 && term.constant() & (term.constant() - 1) == 0
            }
            Node::LowBit(of, bit) => {
                let (of, bit) = (of.constant(), bit.constant());
                of > 0 && bit == of & -of
            }
            Node::Not(inner) => !self.holds_at_zero(inner)?,
            Node::And(parts) => {
                let mut all = true;
                for part in parts {
                    all = all && self.holds_at_zero(part)?;
                }
                all
            }
            Node::Or(parts) => {
                let mut some = false;
                for part in parts {
                    some = some || self.holds_at_zero(part)?;
                }
                some
            }
            // Some digits of the number lead to a formula that holds at zero.
            Node::Exists(variable, inner) => {
                let mut met = vec![inner];
                let mut looked_at = 0;
                let mut found = false;
                while let (Some(&formula), false) = (met.get(looked_at), found) {
                    looked_at += 1;
                    found = self.holds_at_zero(formula)?;
                    for digits in [0, 1 << variable] {
                        let next = self.derivative(formula, digits)?;
                        if next != FALSE && !met.contains(&next) {
                            met.push(next);
                        }
                    }
                }
                found
            }
        };
        self.at_zero[formula as usize] = Some(holds);
        Ok(holds)
    }

    /// Does the formula hold for these values of its variables 0, 1, 2, ...?
    pub fn holds_at(&mut self, mut formula: Formula, numbers: &[u64]) -> Result<bool, TooLarge> {
        let mut rest = numbers.to_vec();
        while rest.iter().any(|&n| n > 0) {
            let digits = rest.iter().enumerate().map(|(i, n)| (n & 1) << i).sum();
            formula = self.derivative(formula, digits)?;
            rest.iter_mut().for_each(|n| *n >>= 1);
        }
        self.holds_at_zero(formula)
    }

    /// Does the formula hold for all values of its free variables, which are among the first so many?
    /// `go_on` is asked now and then, with the number of formulas met.
    pub fn always(
        &mut self,
        formula: Formula,
        variables: usize,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Result<Decided, TooLarge> {
        // Each formula met, with the one from which it comes and the digits.
        let mut met: Vec<(Formula, usize, Digits)> = vec![(formula, 0, 0)];
        let mut known = HashSet::from([formula]);
        let mut looked_at = 0;
        while let Some(&(formula, ..)) = met.get(looked_at) {
            if looked_at % 256 == 0 && !go_on(looked_at as u64) {
                return Err(TooLarge);
            }
            if !self.holds_at_zero(formula)? {
                return Ok(Decided::Fails(numbers(&met, looked_at, variables)));
            }
            for digits in 0..1 << variables {
                let next = self.derivative(formula, digits)?;
                if known.insert(next) {
                    met.push((next, looked_at, digits));
                }
            }
            looked_at += 1;
        }
        Ok(Decided::Holds)
    }
}

/// The last digits of the terms, as a letter, and the numbers before them.
fn last_digits(terms: &[Term], digits: Digits) -> (usize, Vec<Term>) {
    let mut letter = 0;
    let mut rest = Vec::with_capacity(terms.len());
    for (track, term) in terms.iter().enumerate() {
        let (before, last) = term.split(digits);
        letter |= (last.rem_euclid(2) as usize) << track;
        rest.push(before.plus_constant(last.div_euclid(2)));
    }
    (letter, rest)
}

/// The numbers whose digits lead to a formula.
fn numbers(met: &[(Formula, usize, Digits)], mut at: usize, variables: usize) -> Vec<u64> {
    let mut numbers = vec![0u64; variables];
    while at != 0 {
        let (_, before, digits) = met[at];
        for (variable, number) in numbers.iter_mut().enumerate() {
            *number = number.wrapping_mul(2) | (digits >> variable & 1);
        }
        at = before;
    }
    numbers
}
