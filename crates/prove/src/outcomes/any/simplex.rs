//! Are some inequalities between sums of unknowns possible together, over the rationals? If not, which of them, each how many
//! times, add up to a contradiction.
//!
//! Source: Dutertre and de Moura, *A fast linear-arithmetic solver for DPLL(T)* (2006). Every inequality is a bound on a *row*, a sum of
//! unknowns; unknowns and rows are expressed by as many of them as there are unknowns, and exchanged (with Bland's rule, so that it
//! ends) until all bounds are kept, or a row shows that they cannot be. Bounds come and go; the exchanges stay.

use std::cmp::Ordering;

/// A number was too large: then nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    top: i128,
    bottom: i128,
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1).max(1)
}

impl Ratio {
    const ZERO: Ratio = Ratio { top: 0, bottom: 1 };

    fn whole(top: i128) -> Ratio {
        Ratio { top, bottom: 1 }
    }

    fn of(top: i128, bottom: i128) -> Ratio {
        if bottom == 1 {
            return Ratio { top, bottom };
        }
        let common = gcd(top, bottom) * bottom.signum();
        Ratio { top: top / common, bottom: bottom / common }
    }

    fn plus(self, other: Ratio) -> Result<Ratio, TooLarge> {
        let sum = || {
            let one = self.top.checked_mul(other.bottom)?;
            let other_one = other.top.checked_mul(self.bottom)?;
            Some(Ratio::of(one.checked_add(other_one)?, self.bottom.checked_mul(other.bottom)?))
        };
        sum().ok_or(TooLarge)
    }

    fn times(self, other: Ratio) -> Result<Ratio, TooLarge> {
        let product = || {
            Some(Ratio::of(
                self.top.checked_mul(other.top)?,
                self.bottom.checked_mul(other.bottom)?,
            ))
        };
        product().ok_or(TooLarge)
    }

    fn minus(self, other: Ratio) -> Result<Ratio, TooLarge> {
        self.plus(Ratio { top: -other.top, ..other })
    }

    fn inverse(self) -> Ratio {
        Ratio::of(self.bottom, self.top)
    }

    fn compare(self, other: Ratio) -> Result<Ordering, TooLarge> {
        let (one, two) = (self.top.checked_mul(other.bottom), other.top.checked_mul(self.bottom));
        Ok(one.ok_or(TooLarge)?.cmp(&two.ok_or(TooLarge)?))
    }
}

/// Rows of sums with bounds.
pub struct Simplex {
    /// How many unknowns there are; the rows are numbered after them.
    unknowns: usize,
    /// Which numbers are expressed by the others, each with its expression; by place among those that are not.
    basic: Vec<usize>,
    table: Vec<Vec<Ratio>>,
    free: Vec<usize>,
    values: Vec<Ratio>,
    lower: Vec<Bounds>,
    upper: Vec<Bounds>,
}

/// The bounds on one side of a number, each with who set it.
type Bounds = Vec<(i128, usize)>;

/// A contradiction: who set the bounds, and how many times each.
pub type Contradiction = Vec<(usize, u64)>;

impl Simplex {
    /// The rows are these sums of the unknowns.
    pub fn new(unknowns: usize, rows: &[Vec<i64>]) -> Simplex {
        let table = rows.iter().map(|row| {
            let at = |place: usize| row.get(place).copied().unwrap_or(0);
            (0..unknowns).map(|place| Ratio::whole(at(place).into())).collect()
        });
        let all = unknowns + rows.len();
        Simplex {
            unknowns,
            basic: (unknowns..all).collect(),
            table: table.collect(),
            free: (0..unknowns).collect(),
            values: vec![Ratio::ZERO; all],
            lower: vec![Vec::new(); all],
            upper: vec![Vec::new(); all],
        }
    }

    /// Bounds a row, above or below.
    pub fn bound(&mut self, row: usize, above: bool, by: i128, who: usize) {
        let side = if above { &mut self.upper } else { &mut self.lower };
        side[self.unknowns + row].push((by, who));
    }

    /// Takes a bound away again.
    pub fn release(&mut self, row: usize, above: bool, who: usize) {
        let side = if above { &mut self.upper } else { &mut self.lower };
        side[self.unknowns + row].retain(|(_, other)| *other != who);
    }

    /// The tightest bound on one side.
    fn tightest(&self, number: usize, above: bool) -> Option<(i128, usize)> {
        match above {
            true => self.upper[number].iter().min().copied(),
            false => self.lower[number].iter().max().copied(),
        }
    }

    /// The value of a row in the solution that was found last, compared with a number.
    pub fn compare(&self, row: usize, with: i128) -> Result<Ordering, TooLarge> {
        self.values[self.unknowns + row].compare(Ratio::whole(with))
    }

    /// Is there a solution? If not, why not.
    pub fn check(&mut self) -> Result<Option<Contradiction>, TooLarge> {
        for number in 0..self.values.len() {
            if let (Some((above, one)), Some((below, other))) =
                (self.tightest(number, true), self.tightest(number, false))
                && below > above
            {
                return Ok(Some(vec![(one, 1), (other, 1)]));
            }
        }
        // Free numbers are moved to within their bounds first.
        for place in 0..self.free.len() {
            let number = self.free[place];
            let value = self.values[number];
            let bound = self.broken(number, value)?;
            if let Some((bound, _)) = bound {
                self.move_free(place, Ratio::whole(bound).minus(value)?)?;
            }
        }
        loop {
            let mut worst: Option<(usize, usize, i128, bool)> = None;
            for (place, &number) in self.basic.iter().enumerate() {
                if let Some((bound, above)) = self.broken(number, self.values[number])?
                    && worst.is_none_or(|(_, least, ..)| number < least)
                {
                    worst = Some((place, number, bound, above));
                }
            }
            let Some((place, _, bound, above)) = worst else { return Ok(None) };
            let mut helper: Option<usize> = None;
            for (column, &free) in self.free.iter().enumerate() {
                let factor = self.table[place][column];
                if factor.top == 0 {
                    continue;
                }
                // The value must fall if it is above its bound, and rise otherwise.
                let rises = (factor.top > 0) != above;
                let value = self.values[free];
                let room = match self.tightest(free, rises) {
                    None => true,
                    Some((bound, _)) => {
                        let order = value.compare(Ratio::whole(bound))?;
                        order == if rises { Ordering::Less } else { Ordering::Greater }
                    }
                };
                if room && helper.is_none_or(|known| free < self.free[known]) {
                    helper = Some(column);
                }
            }
            match helper {
                Some(column) => self.exchange(place, column, Ratio::whole(bound))?,
                None => return self.why(place, above).map(Some),
            }
        }
    }

    /// The value of an unknown in the solution that was found last.
    pub fn value(&self, unknown: usize) -> (i128, i128) {
        (self.values[unknown].top, self.values[unknown].bottom)
    }

    /// The bound that the value does not keep, and whether it is the upper one.
    fn broken(&self, number: usize, value: Ratio) -> Result<Option<(i128, bool)>, TooLarge> {
        if let Some((bound, _)) = self.tightest(number, true)
            && value.compare(Ratio::whole(bound))? == Ordering::Greater
        {
            return Ok(Some((bound, true)));
        }
        if let Some((bound, _)) = self.tightest(number, false)
            && value.compare(Ratio::whole(bound))? == Ordering::Less
        {
            return Ok(Some((bound, false)));
        }
        Ok(None)
    }

    fn move_free(&mut self, column: usize, by: Ratio) -> Result<(), TooLarge> {
        let number = self.free[column];
        self.values[number] = self.values[number].plus(by)?;
        for (place, &basic) in self.basic.iter().enumerate() {
            let more = self.table[place][column].times(by)?;
            self.values[basic] = self.values[basic].plus(more)?;
        }
        Ok(())
    }

    /// Exchanges a number that breaks its bound with a free one, so that it keeps it.
    fn exchange(&mut self, place: usize, column: usize, bound: Ratio) -> Result<(), TooLarge> {
        let factor = self.table[place][column];
        let by = bound.minus(self.values[self.basic[place]])?.times(factor.inverse())?;
        self.move_free(column, by)?;
        let inverse = factor.inverse();
        let mut row = self.table[place].clone();
        for (at, entry) in row.iter_mut().enumerate() {
            *entry = match at == column {
                true => inverse,
                false => Ratio::ZERO.minus(entry.times(inverse)?)?,
            };
        }
        for (other, entries) in self.table.iter_mut().enumerate() {
            let times = entries[column];
            if other == place || times.top == 0 {
                continue;
            }
            for (at, entry) in entries.iter_mut().enumerate() {
                *entry = match at == column {
                    true => times.times(inverse)?,
                    false => entry.plus(times.times(row[at])?)?,
                };
            }
        }
        self.table[place] = row;
        std::mem::swap(&mut self.basic[place], &mut self.free[column]);
        Ok(())
    }

    /// The bounds that keep this row from keeping its own.
    fn why(&self, place: usize, above: bool) -> Result<Contradiction, TooLarge> {
        let mut parts = vec![(self.basic[place], above, Ratio::whole(1))];
        for (column, &free) in self.free.iter().enumerate() {
            let factor = self.table[place][column];
            if factor.top != 0 {
                let rises = (factor.top > 0) != above;
                let times = Ratio { top: factor.top.abs(), ..factor };
                parts.push((free, rises, times));
            }
        }
        let mut common = 1i128;
        for (_, _, times) in &parts {
            let more = times.bottom / gcd(common, times.bottom);
            common = common.checked_mul(more).ok_or(TooLarge)?;
        }
        let whole = |(number, upper, times): (usize, bool, Ratio)| {
            let times = times.top.checked_mul(common / times.bottom)?;
            Some((self.tightest(number, upper)?.1, u64::try_from(times).ok()?))
        };
        parts.into_iter().map(|part| whole(part).ok_or(TooLarge)).collect()
    }
}
