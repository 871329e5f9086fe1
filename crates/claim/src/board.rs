//! Positions as tuples of natural numbers, chosen so that automata stay small: a fixed number of piles by
//! their sorted differences, or piles up to a fixed size by how many there are of each. The places of a row are what they are.

/// The positions that a proof speaks of. Every tuple is a position, and smaller boards are part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// At most so many piles: the least one, and what each next one has more.
    Piles(usize),
    /// A row of so many places, each with its own pile, which may be 0.
    Row(usize),
    /// Piles of at most this size: how many there are of 1, 2, 3, ...
    Counts(usize),
    /// Any number of piles of 1, 2, ..., `sizes`, counted, and at most so many more. A position has several tuples: a small
    /// pile may be counted, or be one of the others.
    Mixed {
        /// The largest size that is counted.
        sizes: usize,
        /// How many further piles there are at most.
        piles: usize,
    },
}

impl Board {
    /// How many numbers describe a position.
    pub fn numbers(self) -> usize {
        match self {
            Board::Piles(count) | Board::Row(count) | Board::Counts(count) => count,
            Board::Mixed { sizes, piles } => sizes + piles,
        }
    }

    /// The names of its numbers as they stand in a claim: `a <= b`, or `a, b` where they have no order.
    pub fn listed(self, names: &[String]) -> String {
        names.join(if let Board::Piles(_) = self { " <= " } else { ", " })
    }

    /// How many numbers are counts; the others are piles.
    pub fn counted(self) -> usize {
        match self {
            Board::Piles(_) | Board::Row(_) => 0,
            Board::Counts(sizes) | Board::Mixed { sizes, .. } => sizes,
        }
    }

    /// The position that a tuple stands for.
    pub fn position(self, tuple: &[u128]) -> Option<Vec<u32>> {
        if let Board::Row(_) = self {
            return tuple.iter().map(|&n| u32::try_from(n).ok()).collect();
        }
        let (counts, differences) = tuple.split_at(self.counted());
        if counts.iter().sum::<u128>() > 1000 {
            return None;
        }
        let mut piles = Vec::new();
        for (size, &count) in (1u32..).zip(counts) {
            piles.extend((0..count).map(|_| size));
        }
        let mut size = 0u32;
        for &difference in differences {
            size = size.checked_add(u32::try_from(difference).ok()?)?;
            if size > 0 {
                piles.push(size);
            }
        }
        piles.sort_unstable();
        Some(piles)
    }
}
