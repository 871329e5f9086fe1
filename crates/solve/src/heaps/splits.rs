//! The nim-sets of splits, straight from the definition: for games whose parts obey conditions, and as the
//! plain twin of the rows of bits.

/// A set of nim-values.
#[derive(Clone, Default)]
pub struct NimSet(Vec<u64>);

impl NimSet {
    pub fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    /// Adds every value of `other`, each nim-added to `shift`.
    pub fn merge(&mut self, other: &NimSet, shift: u32) {
        for (index, &word) in other.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                self.insert((index as u32 * 64 + rest.trailing_zeros()) ^ shift);
                rest &= rest - 1;
            }
        }
    }

    pub fn mex(&self) -> u32 {
        let full = self.0.iter().take_while(|&&w| w == u64::MAX).count();
        let last = self.0.get(full).map_or(0, |w| w.trailing_ones());
        full as u32 * 64 + last
    }
}

/// What a set takes, roughly.
const SET_BYTES: u64 = 40;

/// The nim-sets of splits: `sets[p - 1][n]` for p parts of a pile of n.
pub struct Splits {
    sets: Vec<Vec<NimSet>>,
    /// No part at all has nim-value 0.
    nothing: NimSet,
    /// Splits that do not exist.
    empty: NimSet,
    /// Bytes that the sets may take, and how many were needed if those did not suffice.
    memory: u64,
    pub overflow: Option<u64>,
}

impl Splits {
    pub fn new(memory: u64) -> Splits {
        let (nothing, empty) = (NimSet(vec![1]), NimSet::default());
        Splits { sets: Vec::new(), nothing, empty, memory, overflow: None }
    }

    /// Makes the nim-sets of `size` in two or more parts, for as many parts as were asked for.
    pub fn prepare(&mut self, size: u32, values: &[u32]) {
        for parts in 2..=self.sets.len() {
            self.extend(parts, size, values);
        }
    }

    fn extend(&mut self, parts: usize, size: u32, values: &[u32]) {
        while self.sets[parts - 1].len() <= size as usize {
            let n = self.sets[parts - 1].len();
            let mut set = NimSet::default();
            for (h, &value) in values.iter().enumerate().take(n).skip(1) {
                if let Some(smaller) = self.sets[parts - 2].get(n - h) {
                    set.merge(smaller, value);
                }
            }
            self.sets[parts - 1].push(set);
        }
    }

    /// The nim-values of `rest` left in so many parts.
    pub fn values(&mut self, rest: u32, parts: usize, values: &[u32]) -> &NimSet {
        match (parts, rest) {
            (0, 0) => return &self.nothing,
            (0, _) | (_, 0) => return &self.empty,
            _ if parts > rest as usize => return &self.empty,
            _ => {}
        }
        let bytes = (parts.max(self.sets.len()) as u64) * (u64::from(rest) + 1) * SET_BYTES;
        if bytes > self.memory {
            self.overflow = Some(bytes);
            return &self.empty;
        }
        while self.sets.len() < parts {
            self.sets.push(Vec::new());
            let known = self.sets.len();
            if known == 1 {
                self.sets[0] = (0..values.len()).map(|n| single(n, values)).collect();
            }
        }
        for p in 2..=parts {
            self.extend(p, rest, values);
        }
        &self.sets[parts - 1][rest as usize]
    }

    /// The value of a whole pile is known.
    pub fn finish(&mut self, size: u32, values: &[u32]) {
        if let Some(whole) = self.sets.first_mut() {
            whole.resize_with(size as usize, NimSet::default);
            whole.push(single(size as usize, values));
        }
    }
}

/// The values of a pile in one part; a pile of 0 has none.
fn single(size: usize, values: &[u32]) -> NimSet {
    let mut set = NimSet::default();
    if size > 0 {
        set.insert(values[size]);
    }
    set
}
