//! The games that a sequence is compared with, and their terms one at a time.

use super::Family;

/// A game of one heap: what may be taken, and in how many parts the rest is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The ruleset.
    pub expression: String,
    /// What kind of game it is.
    pub family: Family,
    /// Tokens taken, and a mask whose bit j allows j non-empty parts.
    pub moves: Vec<(usize, u16)>,
}

impl Candidate {
    /// Taking these amounts.
    pub fn subtraction(set: &[usize]) -> Candidate {
        Candidate {
            expression: format!("subtract({})", list(set)),
            family: Family::Subtraction,
            moves: set.iter().map(|&k| (k, 0b11)).collect(),
        }
    }

    /// CUT with this cut-set.
    pub fn cut(set: &[usize]) -> Candidate {
        Candidate {
            expression: format!("cut({})", list(set)),
            family: Family::Cut,
            moves: set.iter().map(|&d| (0, 1 << (d + 1))).collect(),
        }
    }

    /// A code; the first digit stands before the point and allows two parts or more.
    pub fn code(digits: &[u16]) -> Candidate {
        let written: String = digits.iter().map(|d| format!("{d:X}")).collect();
        let octal = digits.iter().all(|&d| d < 8);
        Candidate {
            expression: format!("octal({}.{})", &written[..1], &written[1..]),
            family: if octal { Family::Octal } else { Family::Hexadecimal },
            moves: digits.iter().copied().enumerate().filter(|m| m.1 != 0).collect(),
        }
    }

    /// The nim-values of heaps 0, 1, 2, ...
    pub fn terms(&self) -> LazyTerms<'_> {
        let parts = self.moves.iter().map(|m| 15 - m.1.leading_zeros() as usize).max();
        let sets = vec![Vec::new(); parts.unwrap_or(0).saturating_sub(1)];
        LazyTerms { moves: &self.moves, values: Vec::new(), sets, options: NimSet::default() }
    }
}

fn list(set: &[usize]) -> String {
    let numbers: Vec<String> = set.iter().map(usize::to_string).collect();
    numbers.join(",")
}

/// Every candidate, each game once under its shortest name.
pub fn candidates() -> impl Iterator<Item = Candidate> {
    let members =
        |mask: usize| -> Vec<usize> { (1..=10).filter(|k| mask >> (k - 1) & 1 == 1).collect() };
    let subtraction = (1..1 << 10).map(move |mask| Candidate::subtraction(&members(mask)));
    let small = |mask: &usize| mask.count_ones() <= 3;
    let cut = (1..1 << 8).filter(small).map(move |mask| Candidate::cut(&members(mask)));
    let codes = (0..4u16).flat_map(|leading| {
        (0..1u16 << 12).filter_map(move |digits| {
            let mut code = vec![4 * leading, digits >> 8, digits >> 4 & 15, digits & 15];
            while code.len() > 1 && code[code.len() - 1] == 0 {
                code.pop();
            }
            match code[..] {
                [0] => None,
                // Without a digit after the point: `4.0`.
                [_] => Some(Candidate::code(&[code[0], 0])),
                _ => Some(Candidate::code(&code)),
            }
        })
    });
    subtraction.chain(cut).chain(codes)
}

/// The terms of a candidate so far.
///
/// The options of a heap are nim-sets: with S_j(m) the nim-sums of all splits of m into j parts, the
/// least part being a, S_j(m) is the union of G(a) + S_{j-1}(m - a) over a <= m / j.
pub struct LazyTerms<'a> {
    moves: &'a [(usize, u16)],
    values: Vec<u32>,
    /// `sets[j - 2][m]` is S_j(m).
    sets: Vec<Vec<NimSet>>,
    options: NimSet,
}

impl LazyTerms<'_> {
    /// The next one.
    pub fn next_term(&mut self) -> u32 {
        let n = self.values.len();
        for parts in 2..=self.sets.len() + 1 {
            let mut set = NimSet::default();
            for a in 1..=n / parts {
                match parts {
                    2 => set.insert(self.values[a] ^ self.values[n - a]),
                    _ => set.unite(&self.sets[parts - 3][n - a], self.values[a]),
                }
            }
            self.sets[parts - 2].push(set);
        }
        self.options.clear();
        for &(take, mask) in self.moves {
            let Some(rest) = n.checked_sub(take) else { continue };
            if mask & 1 == 1 && rest == 0 && take > 0 {
                self.options.insert(0);
            }
            if mask & 2 == 2 && rest > 0 && take > 0 {
                self.options.insert(self.values[rest]);
            }
            for parts in (2..=self.sets.len() + 1).filter(|parts| mask >> parts & 1 == 1) {
                self.options.unite(&self.sets[parts - 2][rest], 0);
            }
        }
        let value = self.options.mex();
        self.values.push(value);
        value
    }
}

/// A set of nim-values: a bit for each, in a number of words that is 0 or a power of two, so that
/// nim-addition permutes them.
#[derive(Clone, Debug, Default)]
struct NimSet(Vec<u64>);

impl NimSet {
    fn clear(&mut self) {
        self.0.fill(0);
    }

    fn make_room(&mut self, words: usize) {
        if self.0.len() < words {
            self.0.resize(words.next_power_of_two(), 0);
        }
    }

    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        self.make_room(word + 1);
        self.0[word] |= 1 << (value % 64);
    }

    /// Adds the nim-sums of `value` and the members of another set.
    fn unite(&mut self, other: &NimSet, value: u32) {
        if other.0.is_empty() {
            return;
        }
        let word = value as usize / 64;
        self.make_room(other.0.len().max(word + 1));
        for (i, &bits) in other.0.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            self.0[i ^ word] |= permuted(bits, value % 64);
        }
    }

    /// The least nim-value that is missing.
    fn mex(&self) -> u32 {
        match self.0.iter().position(|&bits| bits != u64::MAX) {
            Some(i) => 64 * i as u32 + self.0[i].trailing_ones(),
            None => 64 * self.0.len() as u32,
        }
    }
}

/// The word whose bit i is the bit i xor `value` of another.
fn permuted(mut bits: u64, value: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (k, low) in LOW.into_iter().enumerate().filter(|(k, _)| value >> k & 1 == 1) {
        let step = 1 << k;
        bits = (bits & low) << step | (bits >> step & low);
    }
    bits
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn permuting_bits_adds_in_nim() {
        for value in [0, 1, 5, 18, 63] {
            for bit in 0..64u32 {
                assert_eq!(permuted(1 << bit, value), 1 << (bit ^ value));
            }
        }
    }

    #[test]
    fn candidates_are_the_games_that_are_promised() {
        let all: Vec<Candidate> = candidates().collect();
        let names: BTreeSet<&str> = all.iter().map(|c| &c.expression[..]).collect();
        assert_eq!(names.len(), all.len());
        // 4 x 16^3 codes without 0.000.
        assert_eq!(all.len(), 1023 + 92 + 4 * 4096 - 1);
        for name in [
            "subtract(1,10)",
            "cut(1,2,8)",
            "octal(0.77)",
            "octal(0.7F)",
            "octal(4.0)",
            "octal(C.001)",
        ] {
            assert!(names.contains(name), "{name}");
        }
    }
}
