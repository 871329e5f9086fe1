//! Nim-sets in blocks. The remainders of a class are the numbers of an arithmetic progression with a common step; so
//! are the sums of one remainder from each of p classes: all numbers of one residue from the sum of the least to the sum of the largest. Hence
//! a heap in block q with remainder r, split into p parts of given classes, has parts whose blocks add up to q - k exactly if r + k L is such a sum, for k from 0 to
//! p - 1; and which values such parts have depends on their classes and blocks alone. So the nim-set depends on q, and on
//! which of these *guards* hold: two comparisons that are linear in c and r, and a residue.

use std::collections::{BTreeSet, HashMap};

use sprague_certificate::Stretch;

use super::form::{Checked, Form, Ranges, reject};

/// The remainders of a class: linear in c, from the least to the largest in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class {
    /// Coefficient of c, and constant.
    pub(super) least: (i64, i64),
    pub(super) most: (i64, i64),
    pub(super) residue: i64,
}

/// All classes: the first remainders, the last ones, and the residues of those between.
pub(super) fn classes(stretch: &Stretch) -> Vec<Class> {
    let Stretch { block: (a, b), first, last, modulo, .. } = *stretch;
    let residue = |number: i64| number.rem_euclid(modulo);
    let mut all = Vec::new();
    for r in 1..=first {
        all.push(Class { least: (0, r), most: (0, r), residue: residue(r) });
    }
    for wanted in 0..modulo {
        let least = first + 1 + (wanted - first - 1).rem_euclid(modulo);
        let most = b - last - (b - last - wanted).rem_euclid(modulo);
        all.push(Class { least: (0, least), most: (a, most), residue: wanted });
    }
    for short in (0..last).rev() {
        all.push(Class {
            least: (a, b - short),
            most: (a, b - short),
            residue: residue(b - short),
        });
    }
    all
}

/// The sums of remainders, one from each class of a choice, for so many parts.
#[derive(Default)]
pub(super) struct Guards {
    sums: HashMap<usize, BTreeSet<Class>>,
}

impl Guards {
    fn sums(&mut self, stretch: &Stretch, parts: usize) -> &BTreeSet<Class> {
        self.sums.entry(parts).or_insert_with(|| {
            let nothing = Class { least: (0, 0), most: (0, 0), residue: 0 };
            let mut sums = BTreeSet::from([nothing]);
            for _ in 0..parts {
                let mut longer = BTreeSet::new();
                for sum in &sums {
                    for class in classes(stretch) {
                        longer.insert(Class {
                            least: (sum.least.0 + class.least.0, sum.least.1 + class.least.1),
                            most: (sum.most.0 + class.most.0, sum.most.1 + class.most.1),
                            residue: (sum.residue + class.residue) % stretch.modulo,
                        });
                    }
                }
                sums = longer;
            }
            sums
        })
    }

    /// Do the same guards hold for all c, and for all remainders of their ranges? The remainder is from 1 to a block.
    pub(super) fn agree(
        &mut self,
        stretch: &Stretch,
        ranges: &Ranges,
        parts: usize,
        rest: &Form,
    ) -> Checked<()> {
        let residue = ranges.modulo(rest, stretch.modulo)?.fixed();
        let Some(residue) = residue else { return reject("a remainder that is not known") };
        for sum in self.sums(stretch, parts) {
            for carry in 0..parts as i64 {
                let place = rest.plus(&ranges.length(), carry)?;
                let there = (residue + carry * stretch.block.1).rem_euclid(stretch.modulo);
                if there != sum.residue {
                    continue;
                }
                let above = ranges.natural(&place.plus(&Form::of_c(sum.least), -1)?)?;
                let below = ranges.natural(&Form::of_c(sum.most).plus(&place, -1)?)?;
                match (above, below) {
                    (Some(false), _) | (_, Some(false)) | (Some(true), Some(true)) => {}
                    _ => {
                        return reject(format!(
                            "splits into {parts} parts are not the same for all c, or for all remainders that are alike"
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}
