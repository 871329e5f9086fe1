//! Numbers that depend on c: `c A + B`, where A and B are linear in symbols with whole coefficients.
//!
//! A symbol is the block of a number, its remainder within the block, or any other number that has nothing to do with c. Remainders
//! are the only symbols of which more is known: between two bounds, of which the upper one grows with c, and
//! fixed modulo some number. What is linear in c and in remainders takes its least and its largest value at the ends of these ranges, so whether it is
//! never negative, or always, is seen at finitely many places.
//!
//! Of a sum of several remainders more may be supposed: that it is at least, or at most, a number linear in c. What is supposed decides
//! other comparisons of the same sum. Where it is supposed, there must be such remainders for the cutoff.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::Rejection;

/// What a number is made of, beside c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Symbol {
    /// The block in which a number lies.
    Block(usize),
    /// Its remainder there, where it is neither among the first nor among the last.
    Rest(usize),
    /// A number that has nothing to do with c.
    Free(usize),
}

/// A sum of symbols, each so many times, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Linear {
    pub(super) terms: BTreeMap<Symbol, i64>,
    pub(super) constant: i64,
}

/// c times the first, plus the second.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Form {
    pub(super) by_c: Linear,
    pub(super) rest: Linear,
}

pub(super) type Checked<T> = Result<T, Rejection>;

pub(super) fn reject<T>(why: impl Into<String>) -> Checked<T> {
    Err(Rejection::new(why))
}

/// Sums and products of smaller numbers stay far from the limits of the machine.
const LARGEST: i64 = 1 << 30;

fn fits(number: i64) -> Checked<i64> {
    if number.abs() < LARGEST { Ok(number) } else { reject("a number is too large") }
}

impl Linear {
    pub(super) fn number(constant: i64) -> Linear {
        Linear { terms: BTreeMap::new(), constant }
    }

    pub(super) fn symbol(symbol: Symbol) -> Linear {
        Linear { terms: BTreeMap::from([(symbol, 1)]), constant: 0 }
    }

    /// The number, if there are no symbols.
    pub(super) fn fixed(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// This, and another so many times.
    pub(super) fn plus(&self, other: &Linear, times: i64) -> Checked<Linear> {
        let mut sum = self.clone();
        sum.constant = fits(sum.constant + fits(other.constant)? * fits(times)?)?;
        for (&symbol, &count) in &other.terms {
            let entry = sum.terms.entry(symbol).or_insert(0);
            *entry = fits(*entry + fits(count)? * times)?;
        }
        sum.terms.retain(|_, count| *count != 0);
        Ok(sum)
    }

    /// The product, if one of the two is a number.
    fn times(&self, other: &Linear) -> Checked<Linear> {
        match (self.fixed(), other.fixed()) {
            (_, Some(number)) => Linear::default().plus(self, number),
            (Some(number), _) => Linear::default().plus(other, number),
            _ => reject("a product of two numbers that vary"),
        }
    }

    /// Divided by a number, if that leaves no remainder.
    pub(super) fn over(&self, by: i64) -> Option<Linear> {
        let whole = |number: i64| (number % by == 0).then_some(number / by);
        let terms = self.terms.iter().map(|(&symbol, &count)| Some((symbol, whole(count)?)));
        Some(Linear { terms: terms.collect::<Option<_>>()?, constant: whole(self.constant)? })
    }

    pub(super) fn only_rests(&self) -> bool {
        self.terms.keys().all(|symbol| matches!(symbol, Symbol::Rest(_)))
    }
}

impl Form {
    pub(super) fn number(number: i64) -> Form {
        Form { by_c: Linear::default(), rest: Linear::number(number) }
    }

    /// A number that has nothing to do with c.
    pub(super) fn free(symbol: Symbol) -> Form {
        Form { by_c: Linear::default(), rest: Linear::symbol(symbol) }
    }

    /// a c + b
    pub(super) fn of_c((a, b): (i64, i64)) -> Form {
        Form { by_c: Linear::number(a), rest: Linear::number(b) }
    }

    pub(super) fn plus(&self, other: &Form, times: i64) -> Checked<Form> {
        Ok(Form {
            by_c: self.by_c.plus(&other.by_c, times)?,
            rest: self.rest.plus(&other.rest, times)?,
        })
    }

    /// The product, if there is no square of c in it.
    pub(super) fn times(&self, other: &Form) -> Checked<Form> {
        let nothing = Linear::default();
        let (one, other) = if other.by_c == nothing { (self, other) } else { (other, self) };
        if other.by_c != nothing {
            return reject("a product in which c is squared");
        }
        let (by_c, rest) = (one.by_c.times(&other.rest)?, one.rest.times(&other.rest)?);
        Ok(Form { by_c, rest })
    }

    /// The number, if it is one, whatever c is.
    pub(super) fn fixed(&self) -> Option<i64> {
        if self.by_c == Linear::default() { self.rest.fixed() } else { None }
    }

    /// Has it nothing to do with c, and with the remainders of numbers?
    pub(super) fn is_free(&self) -> bool {
        let rests = self.rest.terms.keys().any(|symbol| matches!(symbol, Symbol::Rest(_)));
        self.by_c == Linear::default() && !rests
    }

    /// Coefficient and constant, if it has no symbols.
    pub(super) fn in_c(&self) -> Option<(i64, i64)> {
        Some((self.by_c.fixed()?, self.rest.fixed()?))
    }
}

/// The range of a remainder: from the first number on, up to a c + b less the second, and fixed modulo the modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Range {
    pub(super) least: i64,
    pub(super) short_of_end: i64,
    pub(super) residue: i64,
}

/// All c from some number on, blocks of a c + b, and the ranges of the remainders.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    pub(super) from: i64,
    pub(super) block: (i64, i64),
    pub(super) modulo: i64,
    pub(super) rests: Vec<Range>,
    /// What is supposed of sums of remainders: none of these is below 0.
    pub(super) facts: Vec<Form>,
    /// A sum of remainders of which it is not known whether it is below 0.
    pub(super) wanted: RefCell<Option<Form>>,
}

impl Ranges {
    pub(super) fn new(from: i64, block: (i64, i64), modulo: i64) -> Ranges {
        let (rests, facts, wanted) = (Vec::new(), Vec::new(), RefCell::new(None));
        Ranges { from, block, modulo, rests, facts, wanted }
    }

    /// The same less its remainder modulo the modulus, if that is known: it is below 0 where the number is.
    fn tight(&self, form: &Form) -> Checked<(Form, i64)> {
        if form.by_c.over(self.modulo).is_none() {
            return Ok((form.clone(), 1));
        }
        match self.modulo(form, self.modulo)?.fixed() {
            Some(over) => {
                let over = Form::number(over.rem_euclid(self.modulo));
                Ok((form.plus(&over, -1)?, self.modulo))
            }
            None => Ok((form.clone(), 1)),
        }
    }

    /// That the number is below 0, as a number that is not.
    pub(super) fn negated(&self, form: &Form) -> Checked<Form> {
        let (form, step) = self.tight(form)?;
        Form::number(-step).plus(&form, -1)
    }

    /// Does it follow from what is supposed?
    fn follows(&self, form: &Form) -> Checked<bool> {
        for fact in &self.facts {
            if let Some((by_c, constant)) = form.plus(fact, -1)?.in_c()
                && by_c >= 0
                && fits(by_c)? * self.from + constant >= 0
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where what is supposed leaves one value for a sum of remainders, the number with this value.
    pub(super) fn pinned(&self, form: Form) -> Checked<Form> {
        let sum = |form: &Form| -> Linear {
            let rests =
                form.rest.terms.iter().filter(|(symbol, _)| matches!(symbol, Symbol::Rest(_)));
            Linear { terms: rests.map(|(&symbol, &count)| (symbol, count)).collect(), constant: 0 }
        };
        let own = sum(&form);
        if own.terms.len() < 2 {
            return Ok(form);
        }
        for fact in &self.facts {
            let opposite = Form::default().plus(fact, -1)?;
            if !self.never_negative(&opposite)? {
                continue;
            }
            // It is 0, so that the sum of remainders is known.
            for nothing in [fact, &opposite] {
                if sum(nothing) == own {
                    return form.plus(nothing, -1);
                }
            }
        }
        Ok(form)
    }

    /// Are there remainders, for the cutoff, of which all is so that is supposed?
    pub(super) fn exist(&self) -> bool {
        let end = self.block.0 * self.from + self.block.1;
        let mut places: Vec<usize> = Vec::new();
        for symbol in self.facts.iter().flat_map(|fact| fact.rest.terms.keys()) {
            if let Symbol::Rest(place) = symbol
                && !places.contains(place)
            {
                places.push(*place);
            }
        }
        let mut chosen = BTreeMap::new();
        self.some(end, &places, &mut chosen)
    }

    fn some(&self, end: i64, places: &[usize], chosen: &mut BTreeMap<Symbol, i64>) -> bool {
        let Some((&place, others)) = places.split_first() else {
            return self.facts.iter().all(|fact| {
                let terms = fact.rest.terms.iter();
                let sum: i64 = terms.map(|(symbol, count)| count * chosen[symbol]).sum();
                let by_c = fact.by_c.fixed();
                by_c.is_some_and(|by_c| by_c * self.from + sum + fact.rest.constant >= 0)
            });
        };
        let Range { least, short_of_end, .. } = self.rests[place];
        (least..=end - short_of_end).step_by(self.modulo as usize).any(|rest| {
            chosen.insert(Symbol::Rest(place), rest);
            self.some(end, others, chosen)
        })
    }

    /// The least value, unless there is none.
    fn least(&self, form: &Form) -> Checked<Option<i64>> {
        let (Some(mut by_c), true) = (form.by_c.fixed(), form.rest.only_rests()) else {
            return reject("a comparison of c with a number that has no bound");
        };
        let mut least = form.rest.constant;
        for (symbol, &count) in &form.rest.terms {
            let Symbol::Rest(place) = symbol else { continue };
            let range = self.rests[*place];
            if count > 0 {
                least = fits(least + count * range.least)?;
            } else {
                by_c = fits(by_c + count * self.block.0)?;
                least = fits(least + count * (self.block.1 - range.short_of_end))?;
            }
        }
        Ok((by_c >= 0).then_some(fits(least + fits(by_c)? * self.from)?))
    }

    fn never_negative(&self, form: &Form) -> Checked<bool> {
        Ok(self.least(form)?.is_some_and(|least| least >= 0) || self.follows(form)?)
    }

    /// Is it never below 0, or always? None: it depends.
    pub(super) fn natural(&self, form: &Form) -> Checked<Option<bool>> {
        let (tight, negative) = (self.tight(form)?.0, self.negated(form)?);
        for (form, answer) in [(&tight, true), (&negative, false)] {
            if self.never_negative(form)? {
                return Ok(Some(answer));
            }
        }
        if tight.rest.terms.len() > 1 {
            self.wanted.borrow_mut().get_or_insert(tight);
        }
        Ok(None)
    }

    /// Its sign, if that is the same for all.
    pub(super) fn sign(&self, form: &Form) -> Checked<Option<i64>> {
        Ok(match (self.natural(form)?, self.natural(&Form::default().plus(form, -1)?)?) {
            (Some(true), Some(true)) => Some(0),
            (_, Some(false)) => Some(1),
            (Some(false), _) => Some(-1),
            _ => None,
        })
    }

    /// The length of a block.
    pub(super) fn length(&self) -> Form {
        Form::of_c(self.block)
    }

    /// The number as so many blocks and a remainder, which is at least `least` (0 or 1) and lies within one block.
    pub(super) fn in_blocks(&self, form: &Form, least: i64) -> Checked<(Linear, Form)> {
        let (a, b) = self.block;
        let Some(blocks) = form.by_c.over(a) else {
            return reject(format!("a multiple of c that is not one of {a} c"));
        };
        if blocks.terms.keys().any(|symbol| matches!(symbol, Symbol::Rest(_))) {
            return reject("a block that depends on a remainder");
        }
        let inside = Form { by_c: Linear::default(), rest: form.rest.plus(&blocks, -b)? };
        if !inside.rest.only_rests() {
            return reject("a sum of blocks and of a number that has no bound");
        }
        for carry in -CARRIES..=CARRIES {
            let rest = inside.plus(&self.length(), -carry)?;
            let begins = self.natural(&rest.plus(&Form::number(least), -1)?)?;
            let over = self.length().plus(&rest, -1)?.plus(&Form::number(1 - least), -1)?;
            if begins == Some(true) && self.natural(&over)? == Some(true) {
                return Ok((blocks.plus(&Linear::number(carry), 1)?, rest));
            }
        }
        reject("a remainder that is not in the same block for all c")
    }

    /// The remainder modulo a number that divides the modulus, if c times anything has none and the rest is known.
    pub(super) fn modulo(&self, form: &Form, by: i64) -> Checked<Linear> {
        let even = |linear: &Linear| {
            linear.constant % by == 0 && linear.terms.values().all(|count| count % by == 0)
        };
        if !even(&form.by_c) {
            return reject(format!("a remainder modulo {by} that depends on c"));
        }
        let mut known = form.rest.clone();
        known.terms.retain(|symbol, _| !matches!(symbol, Symbol::Rest(_)));
        for (symbol, &count) in &form.rest.terms {
            let Symbol::Rest(place) = symbol else { continue };
            if self.modulo % by != 0 && count % by != 0 {
                return reject(format!("a remainder modulo {by} that depends on one in a block"));
            }
            known.constant = fits(known.constant + count * self.rests[*place].residue)?;
        }
        Ok(known)
    }
}

/// Numbers are sums of a few others.
const CARRIES: i64 = 8;
