//! Evidence by a finite quotient: piles are read one after the other, in any order, by a commutative automaton that knows
//! of a position only what its outcome beside every other position needs.

use crate::text::{Fault, Reader, Writer};

/// A commutative automaton that reads sizes of piles, and what the claim is compared with it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// Amounts, and smallest piles, up to this are looked at one by one.
    pub small: u32,
    /// Sizes from here on are read by residues only.
    pub threshold: u32,
    /// Modulo this.
    pub period: u32,
    /// The states in which the position read is P; the state 0 is that of the empty position.
    pub lost: Vec<u32>,
    /// For each state the next one, for the sizes 1, 2, ..., threshold + period - 1.
    pub next: Vec<Vec<u32>>,
    /// What the claim sees of sizes: threshold and period.
    pub sizes: (u32, u32),
    /// What it sees of numbers of piles: threshold and period.
    pub counts: (u64, u64),
}

impl Quotient {
    /// Is the position read as P? None, if the automaton is not whole.
    pub fn is_lost(&self, piles: &[u32]) -> Option<bool> {
        let mut state = 0;
        for &size in piles.iter().filter(|&&size| size > 0) {
            let letter = match size.checked_sub(self.threshold) {
                Some(more) => self.threshold.checked_add(more.checked_rem(self.period)?)?,
                None => size,
            };
            state = *self.next.get(state as usize)?.get(letter as usize - 1)?;
        }
        Some(self.lost.contains(&state))
    }

    /// Writes it.
    pub fn write(&self, out: &mut Writer) {
        out.field("small", self.small);
        out.field("threshold", self.threshold);
        out.field("period", self.period);
        out.numbers("sizes", [self.sizes.0, self.sizes.1]);
        out.numbers("counts", [self.counts.0, self.counts.1]);
        out.field("states", self.next.len());
        out.numbers("lost", &self.lost);
        for row in &self.next {
            out.numbers("next", row);
        }
    }

    /// Reads what [`Quotient::write`] wrote.
    pub fn read(lines: &mut Reader) -> Result<Quotient, Fault> {
        let (small, threshold) = (lines.number("small")?, lines.number("threshold")?);
        let period = lines.number("period")?;
        let sizes = pair(lines, "sizes")?;
        let counts = pair(lines, "counts")?;
        let states: usize = lines.number("states")?;
        let lost = lines.numbers("lost")?;
        let mut next = Vec::new();
        for _ in 0..states {
            next.push(lines.numbers("next")?);
        }
        Ok(Quotient { small, threshold, period, lost, next, sizes, counts })
    }
}

/// A field of two numbers.
fn pair<T: std::str::FromStr + Copy>(lines: &mut Reader, word: &str) -> Result<(T, T), Fault> {
    match lines.numbers(word)?[..] {
        [a, b] => Ok((a, b)),
        _ => Err(lines.fault("expected two numbers")),
    }
}
