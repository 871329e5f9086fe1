//! Telling files from damaged ones.
//!
//! The bytes are taken eight at a time and multiplied and added, in four sums that do not wait for each other. Every
//! step can be undone, so a file with one word changed never has the sum of the undamaged one.

/// The checksum of bytes that come one after the other.
#[derive(Clone, Debug, Default)]
pub struct Checksum {
    sums: [u64; 4],
    /// Bytes that are not yet a block.
    rest: Vec<u8>,
    length: u64,
}

/// Bytes that are added at once.
const BLOCK: usize = 32;

fn mix(sum: u64, word: [u8; 8]) -> u64 {
    (sum.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Checksum {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let mut bytes = bytes;
        if !self.rest.is_empty() {
            let (first, others) = bytes.split_at(bytes.len().min(BLOCK - self.rest.len()));
            self.rest.extend_from_slice(first);
            bytes = others;
            if self.rest.len() < BLOCK {
                return;
            }
            let block = std::mem::take(&mut self.rest);
            self.blocks(&block);
        }
        let whole = bytes.len() / BLOCK * BLOCK;
        self.blocks(&bytes[..whole]);
        self.rest.extend_from_slice(&bytes[whole..]);
    }

    fn blocks(&mut self, bytes: &[u8]) {
        for block in bytes.as_chunks::<8>().0.as_chunks::<4>().0 {
            self.sums.iter_mut().zip(block).for_each(|(sum, &word)| *sum = mix(*sum, word));
        }
    }

    /// The sum of all that was added, in hexadecimal digits.
    pub fn finish(&self) -> String {
        let mut last = self.rest.clone();
        last.resize(BLOCK, 0);
        let words = last.as_chunks::<8>().0.iter().copied();
        let sum = words.chain(self.sums.map(u64::to_le_bytes)).fold(self.length, mix);
        format!("{sum:016x}")
    }
}

/// The checksum of bytes.
pub fn checksum(bytes: &[u8]) -> String {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_not_matter_how_the_bytes_come() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| (n * n % 251) as u8).collect();
        for size in [1, 7, 31, 32, 33, 64, 999] {
            let mut sum = Checksum::default();
            bytes.chunks(size).for_each(|some| sum.add(some));
            assert_eq!(sum.finish(), checksum(&bytes), "{size} at a time");
        }
    }

    #[test]
    fn every_flipped_bit_and_every_length_shows() {
        let bytes = vec![7; 100];
        let whole = checksum(&bytes);
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[place] ^= 1 << bit;
                assert_ne!(checksum(&other), whole);
            }
            assert_ne!(checksum(&bytes[..place]), whole);
        }
        assert_ne!(checksum(&[0; 5]), checksum(&[0; 6]));
    }
}
