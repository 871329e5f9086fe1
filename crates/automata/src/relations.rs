//! Named sets, for formulas to speak of.

use std::collections::BTreeMap;

use crate::dfa::{Dfa, sorted};
use crate::linear::Variable;
use crate::numeration::Numeration;

/// A table from names to sets, all in one numeration.
#[derive(Clone, Debug)]
pub struct Relations {
    numeration: Numeration,
    named: BTreeMap<String, (Vec<Variable>, Dfa)>,
}

impl Relations {
    /// No sets so far.
    pub fn new(numeration: Numeration) -> Relations {
        Relations { numeration, named: BTreeMap::new() }
    }

    /// The same for binary digits.
    pub fn binary() -> Relations {
        Relations::new(Numeration::Binary)
    }

    /// The same for Zeckendorf digits.
    pub fn fibonacci() -> Relations {
        Relations::new(Numeration::FIBONACCI)
    }

    /// How numbers are written.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// `name(parameters)` from now on means membership in `set`.
    ///
    /// # Panics
    /// If the parameters are not distinct, lack a variable of the set, or the numeration is another.
    pub fn define<V: Into<Variable>>(
        &mut self,
        name: &str,
        parameters: impl IntoIterator<Item = V>,
        set: Dfa,
    ) {
        let parameters: Vec<Variable> = parameters.into_iter().map(Into::into).collect();
        assert_eq!(set.numeration(), self.numeration, "sets of one numeration");
        assert_eq!(sorted(&parameters).len(), parameters.len(), "parameters are distinct");
        assert!(set.tracks().iter().all(|v| parameters.contains(v)), "a parameter for each track");
        self.named.insert(name.to_string(), (parameters, set));
    }

    /// The parameters, in the order of arguments, and the set.
    pub fn get(&self, name: &str) -> Option<(&[Variable], &Dfa)> {
        self.named.get(name).map(|(parameters, set)| (&parameters[..], set))
    }
}
