//! The tuples that are not members.
//!
//! In binary every word is a tuple, and the complement of a minimal automaton is the same table
//! with the other states accepting. Words of the other systems must stay words of the numeration.

use crate::budget::{Blowup, Budget};
use crate::dfa::{Dfa, restriction};
use crate::linear::Variable;
use crate::numeration::Numeration;
use crate::product::Connective;

impl Dfa {
    /// The tuples that it does not hold.
    pub fn complement(&self, budget: &Budget) -> Result<Dfa, Blowup> {
        match self.numeration {
            Numeration::Binary => {
                let mut complement = self.clone();
                complement.table.accepting.iter_mut().for_each(|accepting| *accepting ^= true);
                Ok(complement)
            }
            Numeration::Ostrowski(_) => {
                let all = Dfa::universe(self.numeration, &self.tracks, budget)?;
                all.product(self, Connective::AndNot, budget)
            }
        }
    }

    /// The same set with further variables, free there.
    pub fn extend(&self, variables: &[Variable], budget: &Budget) -> Result<Dfa, Blowup> {
        self.and(&Dfa::universe(self.numeration, variables, budget)?, budget)
    }

    /// The same set without the tracks that make no difference (binary only: in other digits
    /// every track is read for its form).
    pub fn without_idle_tracks(mut self) -> Dfa {
        if self.numeration != Numeration::Binary {
            return self;
        }
        let mut track = 0;
        while track < self.tracks.len() {
            let bit = 1 << track;
            let idle =
                self.table.next.chunks(self.table.letters).all(|row| {
                    (0..row.len()).filter(|a| a & bit == 0).all(|a| row[a] == row[a | bit])
                });
            if !idle {
                track += 1;
                continue;
            }
            // Minimal and breadth-first before, hence after: the rows only lose repeated entries,
            // and the first letter that reaches a state has a zero on the idle track.
            let rows = self.table.next.chunks(self.table.letters);
            let kept = rows.flat_map(|row| (0..row.len()).filter(|a| a & bit == 0).map(|a| row[a]));
            self.table.next = kept.collect();
            self.table.letters /= 2;
            self.tracks.remove(track);
        }
        self
    }

    /// The set with its tracks renamed; tracks given the same name must agree.
    pub fn rename(
        &self,
        name: impl Fn(&Variable) -> Variable,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        let names: Vec<Variable> = self.tracks.iter().map(name).collect();
        let tracks = crate::dfa::sorted(&names);
        let digits = restriction(self.numeration, &tracks, &names);
        let rows = self.table.next.chunks(self.table.letters);
        let next = rows.flat_map(|row| digits.iter().map(|&letter| row[letter])).collect();
        let table = crate::explore::Table {
            letters: digits.len(),
            next,
            accepting: self.table.accepting.clone(),
        };
        Dfa::new(self.numeration, tracks, table, budget)
    }
}
