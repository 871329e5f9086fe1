//! What is kept of a word, or of a word with a move in it, while it is read.

use super::seen::Seen;

/// The piles that a condition may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Group {
    Before = 0,
    Others = 1,
    After = 2,
}

/// How far a move has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Phase {
    /// Nothing of it.
    Ahead,
    /// What is left of the pile that will be taken from.
    Left,
    /// All of it.
    Taken,
}

/// What is kept of some piles; 0 stands for a size that there is not.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sizes {
    pub min: i64,
    pub second: i64,
    pub max: i64,
    /// How many there are, how many tokens they have, and how many are smallest, and largest.
    pub count: i64,
    pub tokens: i64,
    pub smallest: i64,
    pub largest: i64,
    /// Two of them are equal.
    pub repeated: bool,
    /// How many are so, for every condition on sizes that is counted.
    pub counted: Vec<i64>,
}

/// What is kept of a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Reading {
    /// The size that is being read.
    pub now: i64,
    pub phase: Phase,
    pub groups: [Sizes; 3],
    /// The size of the pile taken from.
    pub taken: Option<i64>,
    /// What is left of it.
    pub left: Option<i64>,
    /// The nim-value that is asked for.
    pub mark: Option<i64>,
}

/// Up to what things are kept.
pub(super) struct Kept<'a> {
    /// Gaps between sizes.
    pub gaps: Lowered,
    /// Numbers of piles.
    pub numbers: Lowered,
    pub seen: &'a Seen,
}

/// From a threshold on, remainders only.
#[derive(Clone, Copy)]
pub(super) struct Lowered {
    pub from: i64,
    pub period: i64,
}

impl Lowered {
    fn of(self, number: i64) -> i64 {
        match number < self.from {
            true => number,
            false => self.from + (number - self.from) % self.period,
        }
    }
}

impl Reading {
    /// The empty word; so many conditions are counted.
    pub fn start(counted: usize) -> Reading {
        let none = Sizes { counted: vec![0; counted], ..Sizes::default() };
        let groups = [none.clone(), none.clone(), none];
        Reading { now: 0, phase: Phase::Ahead, groups, taken: None, left: None, mark: None }
    }

    /// `+`
    pub fn up(&self, kept: &Kept) -> Reading {
        let mut next = self.clone();
        next.now += 1;
        next.lowered(kept)
    }

    /// `o`, in a word without a move.
    pub fn pile(&self, kept: &Kept) -> Reading {
        let mut next = self.clone();
        next.add(Group::Before, kept);
        next.lowered(kept)
    }

    /// `+`, and what is left of the pile may be of this size.
    pub fn up_with_move(&self, kept: &Kept) -> Vec<Reading> {
        let plain = Reading { now: self.now + 1, ..self.clone() };
        let mut all = vec![plain.clone().lowered(kept)];
        if plain.phase == Phase::Ahead {
            let mut left = Reading { phase: Phase::Left, left: Some(plain.now), ..plain };
            left.add(Group::After, kept);
            all.push(left.lowered(kept));
        }
        all
    }

    /// `o`: another pile, or the one that is taken from, if less is left of it.
    pub fn pile_with_move(&self, kept: &Kept) -> Vec<Reading> {
        let mut other = self.clone();
        for group in [Group::Before, Group::Others, Group::After] {
            other.add(group, kept);
        }
        let mut all = vec![other.lowered(kept)];
        let left = match self.phase {
            Phase::Ahead => Some(0),
            Phase::Left => self.left.filter(|&left| left < self.now),
            Phase::Taken => None,
        };
        if left.is_some() {
            let (phase, taken) = (Phase::Taken, Some(self.now));
            let mut moved = Reading { phase, taken, left, ..self.clone() };
            moved.add(Group::Before, kept);
            all.push(moved.lowered(kept));
        }
        all
    }

    /// The size that is being read is marked.
    pub fn marked(&self, kept: &Kept) -> Reading {
        Reading { mark: Some(self.now), ..self.clone() }.lowered(kept)
    }

    fn add(&mut self, group: Group, kept: &Kept) {
        let now = self.now;
        let sizes = &mut self.groups[group as usize];
        sizes.count += 1;
        sizes.tokens += now;
        if sizes.min == 0 {
            sizes.min = now;
        } else if sizes.second == 0 {
            sizes.second = now;
        }
        sizes.smallest += i64::from(sizes.min == now);
        if sizes.max == now {
            sizes.largest += 1;
            sizes.repeated = true;
        } else {
            (sizes.max, sizes.largest) = (now, 1);
        }
        for (place, counted) in kept.seen.counted.iter().enumerate() {
            sizes.counted[place] += i64::from(counted.is_so(now));
        }
    }

    /// Forgets what nobody looks at, and lowers gaps and counts.
    fn lowered(mut self, kept: &Kept) -> Reading {
        let seen = kept.seen;
        let clip = |number: i64| kept.numbers.of(number);
        for (place, (sizes, looks)) in self.groups.iter_mut().zip(&seen.groups).enumerate() {
            let only = |looked: bool, number: i64| if looked { number } else { 0 };
            // The largest so far says which piles are equal.
            sizes.max = only(looks.max || looks.largest || looks.repeated, sizes.max);
            // The second one is the next after the first.
            sizes.min = only(looks.min || looks.smallest || looks.second, sizes.min);
            sizes.second = only(looks.second, sizes.second);
            sizes.count = match looks.count {
                true => clip(sizes.count),
                // Whether it is empty, and whether the claim is about so many.
                false if place == Group::Others as usize => 0,
                false => sizes.count.min(seen.piles),
            };
            sizes.tokens = clip(only(looks.tokens, sizes.tokens));
            sizes.smallest = clip(only(looks.smallest, sizes.smallest));
            sizes.largest = clip(only(looks.largest, sizes.largest));
            sizes.repeated &= looks.repeated;
            sizes.counted.iter_mut().for_each(|count| *count = clip(*count));
        }
        // Whether a move is legal is asked at the end, but only of what it looks at.
        if self.phase == Phase::Taken {
            self.taken = self.taken.map(|size| if seen.taken { size } else { 0 });
            self.left = self.left.map(|size| if seen.left { size } else { 0 });
        }
        self.close_up(kept);
        self
    }

    /// Every size that is kept, the one that is being read included.
    fn sizes_mut(&mut self) -> impl Iterator<Item = &mut i64> {
        let groups = self.groups.iter_mut();
        let of_groups =
            groups.flat_map(|sizes| [&mut sizes.min, &mut sizes.second, &mut sizes.max]);
        let moved = [self.taken.as_mut(), self.left.as_mut(), self.mark.as_mut()];
        of_groups.chain(moved.into_iter().flatten()).chain([&mut self.now])
    }

    /// Gaps between neighbours, 0 included, are lowered.
    fn close_up(&mut self, kept: &Kept) {
        let mut sizes: Vec<i64> = self.sizes_mut().map(|size| *size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let (mut above, mut lowered) = (0, 0);
        let mut to = Vec::with_capacity(sizes.len());
        for &size in &sizes {
            let gap = size - above;
            lowered += kept.gaps.of(gap);
            above = size;
            to.push(lowered);
        }
        for size in self.sizes_mut() {
            if let Ok(place) = sizes.binary_search(size) {
                *size = to[place];
            }
        }
    }

    /// For a message.
    pub fn shown(&self) -> String {
        let sizes = &self.groups[Group::Before as usize];
        let named = [("smallest", sizes.min), ("second", sizes.second), ("largest", sizes.max)];
        let named = named.into_iter().filter(|(_, size)| *size > 0);
        let named: Vec<String> = named.map(|(name, size)| format!("{name} {size}")).collect();
        format!("{} piles ({})", sizes.count, named.join(", "))
    }
}
