//! Automata as they stand in certificates.

use sprague_automata::{Dfa, Letters, Numeration};
use sprague_certificate::{Automaton, Digits, PositionSet, SetOf};
use sprague_claim::Board;

use sprague_arithmetic::Coordinates;

use crate::prove::VALUE;

/// The P-positions, or nim-values, of a board, with the numbers in the order of certificates; none if the automaton does
/// not read them all.
pub fn position_set(board: Board, of: SetOf, set: &Dfa) -> Option<PositionSet> {
    let mut variables = board.variables();
    variables.extend((of == SetOf::NimValues).then(|| VALUE.into()));
    // The letters of a certificate have a digit for each number in order; those of the automaton, for each track.
    let places: Vec<usize> = variables
        .iter()
        .map(|variable| set.tracks().iter().position(|track| track == variable))
        .collect::<Option<_>>()?;
    let alphabet = Letters::new(set.numeration(), places.len());
    let moved = |letter: usize| {
        let digits = alphabet.digits(letter);
        let units = places.iter().map(|&place| alphabet.unit(place));
        digits.iter().zip(units).map(|(&digit, unit)| usize::from(digit) * unit).sum()
    };
    let letters: Vec<usize> = (0..alphabet.count()).map(moved).collect();
    let states = set.states() as u32;
    let next = (0..states)
        .flat_map(|state| letters.iter().map(move |&letter| set.successor(state, letter)))
        .collect();
    let accepting = (0..states).map(|state| set.accepts_in(state)).collect();
    let digits = match set.numeration() {
        Numeration::Binary => Digits::Binary,
        Numeration::Ostrowski(quotient) => Digits::Ostrowski(quotient),
    };
    Some(PositionSet { of, automaton: Automaton { digits, tracks: places.len(), next, accepting } })
}
