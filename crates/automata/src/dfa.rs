//! Sets of tuples of natural numbers, as automata.
//!
//! A [`Dfa`] has one track for each of its variables and reads a digit of each at every step, least
//! significant first. Three invariants hold for every value of the type, so that a set has exactly
//! one automaton over given tracks and `==` is equality of sets:
//!
//! - acceptance does not change when zeros are read (numbers have no length),
//! - only words that the numeration allows are accepted,
//! - the table is minimal and numbered breadth first.

use crate::budget::{Blowup, Budget, Operation};
use crate::explore::{Table, explore};
use crate::letters::{Digits, Letters, allow_tracks};
use crate::linear::Variable;
use crate::minimise::minimise;
use crate::numeration::Numeration;

/// A recognisable set of tuples. See the [crate] page for what can be done with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    pub(crate) numeration: Numeration,
    /// Sorted. The digit of `tracks[i]` counts `base^i` in a letter (in binary: is bit `i`).
    pub(crate) tracks: Vec<Variable>,
    pub(crate) table: Table,
}

impl Dfa {
    /// All tuples of these variables.
    pub fn universe<V: Into<Variable>>(
        numeration: Numeration,
        tracks: impl IntoIterator<Item = V>,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        let tracks = sorted(tracks);
        allow_tracks(Operation::Atom, numeration, tracks.len())?;
        let letters = Letters::new(numeration, tracks.len());
        let table = explore(
            Operation::Atom,
            letters.count(),
            Some(0),
            |form, letter| form.and_then(|form| letters.follow(form, letter)),
            Option::is_some,
            budget,
        )?;
        Dfa::new(numeration, tracks, table, budget)
    }

    /// No tuple.
    pub fn nothing<V: Into<Variable>>(
        numeration: Numeration,
        tracks: impl IntoIterator<Item = V>,
    ) -> Result<Dfa, Blowup> {
        let tracks = sorted(tracks);
        allow_tracks(Operation::Atom, numeration, tracks.len())?;
        let letters = Letters::new(numeration, tracks.len()).count();
        Ok(Dfa {
            numeration,
            tracks,
            table: Table { letters, next: vec![0; letters], accepting: vec![false] },
        })
    }

    /// The tuples whose letters (digits of one position, in the order of `tracks`) all satisfy
    /// `allowed`.
    ///
    /// The set is cut down to words the numeration allows. If the zero letter is not allowed, no
    /// tuple qualifies.
    pub fn letters<V: Into<Variable>>(
        numeration: Numeration,
        tracks: impl IntoIterator<Item = V>,
        allowed: impl Fn(&[u8]) -> bool,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        Dfa::reading(
            numeration,
            tracks,
            true,
            |&good, digits| good && allowed(digits),
            |&good| good,
            budget,
        )
    }

    /// An automaton from a start state, a step on the digits of one position (in the order of
    /// `tracks`) and the accepting states: a word is taken if it is accepted after sufficiently
    /// many zeros.
    pub fn reading<V: Into<Variable>, S: Clone + Eq + std::hash::Hash>(
        numeration: Numeration,
        tracks: impl IntoIterator<Item = V>,
        start: S,
        step: impl Fn(&S, &[u8]) -> S,
        accepting: impl Fn(&S) -> bool,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        let given: Vec<Variable> = tracks.into_iter().map(Into::into).collect();
        let tracks = sorted(given.iter());
        allow_tracks(Operation::Atom, numeration, tracks.len())?;
        let letters = Letters::new(numeration, tracks.len());
        let places: Vec<usize> = given.iter().map(|v| place(&tracks, v)).collect();
        let digits = |letter: usize| -> Digits {
            let digits = letters.digits(letter);
            places.iter().map(|&place| digits[place]).collect()
        };
        let table = explore(
            Operation::Atom,
            letters.count(),
            start,
            |state, letter| step(state, &digits(letter)),
            accepting,
            budget,
        )?;
        let dfa = Dfa::new(numeration, tracks, settle(table), budget)?;
        match numeration {
            Numeration::Binary => Ok(dfa),
            Numeration::Ostrowski(_) => {
                let all = Dfa::universe(numeration, &dfa.tracks, budget)?;
                dfa.product(&all, crate::Connective::And, budget)
            }
        }
    }

    /// Minimises. The caller answers for zeros and for the words of the numeration.
    pub(crate) fn new(
        numeration: Numeration,
        tracks: Vec<Variable>,
        table: Table,
        budget: &Budget,
    ) -> Result<Dfa, Blowup> {
        let table = minimise(&table, budget)?;
        debug_assert!(
            (0..table.len() as u32)
                .all(|q| table.accepting[q as usize] == table.accepting[table.step(q, 0) as usize]),
            "acceptance depends on padding"
        );
        Ok(Dfa { numeration, tracks, table })
    }

    /// How numbers are written.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The variables, sorted.
    pub fn tracks(&self) -> &[Variable] {
        &self.tracks
    }

    /// The number of states, the dead one included.
    pub fn states(&self) -> usize {
        self.table.len()
    }

    /// The successor of a state (0 is initial) under a letter: the digit of track `i`
    /// counts `base^i`.
    pub fn successor(&self, state: u32, letter: usize) -> u32 {
        self.table.step(state, letter)
    }

    /// Is a word accepted that ends in this state?
    pub fn accepts_in(&self, state: u32) -> bool {
        self.table.accepting[state as usize]
    }

    /// Is the tuple (one number for each track, in their order) a member?
    pub fn contains(&self, tuple: &[u128]) -> bool {
        assert_eq!(tuple.len(), self.tracks.len(), "one number for each track");
        let digits: Vec<Vec<u8>> = tuple.iter().map(|&n| self.numeration.digits(n)).collect();
        let longest = digits.iter().map(Vec::len).max().unwrap_or(0);
        let letters = Letters::new(self.numeration, self.tracks.len());
        let letter = |position: usize| {
            letters.letter(digits.iter().map(|digits| digits.get(position).copied().unwrap_or(0)))
        };
        let state = (0..longest).fold(0, |state, i| self.table.step(state, letter(i)));
        self.table.accepting[state as usize]
    }

    /// Has it no member?
    pub fn is_empty(&self) -> bool {
        // Minimal, so all states are reachable.
        !self.table.accepting.contains(&true)
    }

    /// Is every tuple a member?
    pub fn is_universal(&self) -> bool {
        match self.numeration {
            Numeration::Binary => !self.table.accepting.contains(&false),
            // The rejected words must be exactly those that are no numbers.
            Numeration::Ostrowski(_) => {
                let all = Dfa::universe(self.numeration, &self.tracks, &Budget::default());
                all.is_ok_and(|all| all == *self)
            }
        }
    }
}

/// Variables without repetition, in the order of tracks.
pub(crate) fn sorted<V: Into<Variable>>(variables: impl IntoIterator<Item = V>) -> Vec<Variable> {
    let mut tracks: Vec<Variable> = variables.into_iter().map(Into::into).collect();
    tracks.sort();
    tracks.dedup();
    tracks
}

pub(crate) fn place(tracks: &[Variable], variable: &Variable) -> usize {
    tracks.binary_search(variable).expect("a variable of this automaton")
}

/// For each letter over `tracks`, the digits of `part` of them as a letter over `part`.
pub(crate) fn restriction(
    numeration: Numeration,
    tracks: &[Variable],
    part: &[Variable],
) -> Vec<usize> {
    let places: Vec<usize> = part.iter().map(|v| place(tracks, v)).collect();
    let all = Letters::new(numeration, tracks.len());
    let some = Letters::new(numeration, part.len());
    (0..all.count())
        .map(|letter| {
            let digits = all.digits(letter);
            some.letter(places.iter().map(|&place| digits[place]))
        })
        .collect()
}

/// Makes acceptance independent of zeros: a state accepts iff the cycle that zeros lead to does
/// anywhere.
fn settle(mut table: Table) -> Table {
    let mut settled = vec![None; table.len()];
    // The walk on which a state was last met, so that a walk notices when it closes.
    let mut met = vec![u32::MAX; table.len()];
    for start in 0..table.len() as u32 {
        let mut path = Vec::new();
        let mut state = start;
        while settled[state as usize].is_none() && met[state as usize] != start {
            met[state as usize] = start;
            path.push(state);
            state = table.step(state, 0);
        }
        let verdict = settled[state as usize].unwrap_or_else(|| {
            let cycle = path.iter().position(|&s| s == state).expect("the walk closed here");
            path[cycle..].iter().any(|&s| table.accepting[s as usize])
        });
        path.iter().for_each(|&s| settled[s as usize] = Some(verdict));
    }
    table.accepting = settled.into_iter().map(|v| v.expect("every state was settled")).collect();
    table
}
