//! Choices, made by dice and written on a tape: the same seed makes the same claim, and one of its numbers can be changed.

use sprague_rules::random::Dice;

/// Where the choices come from.
pub struct Tape {
    dice: Dice,
    /// Numbers of the statement that were chosen so far.
    numbers: usize,
    /// The number that is to be another one, and by how much.
    change: Option<(usize, i64)>,
}

impl Tape {
    /// The choices of a seed, perhaps with one number changed.
    pub fn new(seed: u64, change: Option<(usize, i64)>) -> Tape {
        Tape { dice: Dice::new(seed), numbers: 0, change }
    }

    /// How many numbers were chosen.
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.dice.roll(sides)
    }

    /// Yes, once in so many times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }

    /// One of the choices.
    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.roll(choices.len() as u64) as usize].clone()
    }

    /// A number that is part of what is said.
    pub fn number(&mut self, low: i64, high: i64) -> i64 {
        let rolled = low + self.roll((high - low + 1) as u64) as i64;
        self.told(rolled)
    }

    /// The same, where it is known already.
    pub fn told(&mut self, number: i64) -> i64 {
        let place = self.numbers;
        self.numbers += 1;
        match self.change {
            Some((changed, by)) if changed == place => (number + by).max(0),
            _ => number,
        }
    }
}
