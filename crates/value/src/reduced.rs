//! Reduced canonical form: the simplest game infinitely close to g.
//!
//! G >= H up to an infinitesimal exactly when Right's stop of G - H is at least 0. A game whose stops
//! are equal reduces to that number; any other to its reduced options, with those dominated or
//! reversible in this coarser order taken out (Grossman and Siegel, *Reductions of partizan games*).

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Value};
use crate::dyadic::Dyadic;
use crate::limit::Limit;

impl Arena {
    /// The reduced canonical form.
    pub fn reduced(&mut self, g: Value) -> Result<Value, Limit> {
        let mut known: FxHashMap<Value, Value> = FxHashMap::default();
        for value in self.followers_and(g) {
            let reduced = match self.left_stop(value) == self.right_stop(value) {
                true => {
                    let stop = self.left_stop(value);
                    self.number(stop)
                }
                false => self.reduced_from(value, &known)?,
            };
            known.insert(value, reduced);
        }
        Ok(known[&g])
    }

    fn reduced_from(&mut self, g: Value, known: &FxHashMap<Value, Value>) -> Result<Value, Limit> {
        let (left, right) = self.options(g);
        let negative = self.negative(g)?;
        let left = left.iter().map(|option| known[option]).collect();
        let left = self.reduced_options(g, left)?;
        // Right's options of g are the negatives of Left's options of -g.
        let mut mirrored = Vec::with_capacity(right.len());
        for option in &right {
            mirrored.push(self.negative(known[option])?);
        }
        let mut right = self.reduced_options(negative, mirrored)?;
        for option in &mut right {
            *option = self.negative(*option)?;
        }
        self.game(&left, &right)
    }

    /// Left's options of g without those that are reversible or dominated up to infinitesimals.
    fn reduced_options(&mut self, g: Value, options: Vec<Value>) -> Result<Vec<Value>, Limit> {
        let mut waiting = options;
        let mut treated: Vec<Value> = Vec::new();
        let mut kept: Vec<Value> = Vec::new();
        'options: while let Some(x) = waiting.pop() {
            if treated.contains(&x) {
                continue;
            }
            treated.push(x);
            // A number is not reversible here: whoever moves in it loses more than an infinitesimal.
            if self.as_number(x).is_none() {
                for answer in self.right_options(x).to_vec() {
                    if self.at_most_nearly(answer, g)? {
                        // What can be reached from a reduced form is reduced.
                        waiting.extend_from_slice(self.left_options(answer));
                        continue 'options;
                    }
                }
            }
            kept.push(x);
        }
        let mut best: Vec<Value> = Vec::new();
        for x in kept {
            let mut dominated = false;
            for &y in &best {
                dominated = dominated || self.at_most_nearly(x, y)?;
            }
            if !dominated {
                let mut rest = Vec::with_capacity(best.len() + 1);
                for &y in &best {
                    if !self.at_most_nearly(y, x)? {
                        rest.push(y);
                    }
                }
                rest.push(x);
                best = rest;
            }
        }
        Ok(best)
    }

    /// Is g <= h up to an infinitesimal?
    pub fn at_most_nearly(&mut self, g: Value, h: Value) -> Result<bool, Limit> {
        let difference = self.difference(h, g)?;
        Ok(self.right_stop(difference) >= Dyadic::ZERO)
    }
}
