//! The kinds of claims, each with its words. What begins a clause, what may stand beside what, and the help of error
//! messages are all made from this table; how a kind is read is in the file that it names.

use super::clause::Clause;
use super::kind::Kind;
use super::{board, formula, graphs, heap, laws, listed, outcomes, piles, values};

/// All kinds.
pub(super) const KINDS: [&Kind; 9] = [
    &board::KIND,
    &piles::KIND,
    &heap::KIND,
    &formula::KIND,
    &outcomes::KIND,
    &values::KIND,
    &listed::KIND,
    &graphs::KIND,
    &laws::KIND,
];

/// The clauses of the head, which every claim may have.
pub(super) const HEAD: [&str; 9] =
    ["claim", "from", "note", "finding", "printed", "deep", "game", "using", "expect"];

/// Does a clause begin with this word?
pub(super) fn clause_word(word: &str) -> Option<&'static str> {
    let of_kinds = KINDS.iter().flat_map(|kind| kind.says.iter().chain(kind.beside));
    HEAD.iter().chain(of_kinds).find(|known| **known == word).copied()
}

/// Does a clause with this word say something?
pub(super) fn is_saying(word: &str) -> bool {
    KINDS.iter().any(|kind| kind.says.contains(&word))
}

/// The kind of claim that says this of a game.
pub(super) fn kind_of(said: &Clause, game: &Clause, any_number: bool) -> &'static Kind {
    if graphs::ruleset(game).is_some() {
        return &graphs::KIND;
    }
    if laws::play(game).is_some() {
        return &laws::KIND;
    }
    if any_number && piles::KIND.says.contains(&said.word) {
        return &piles::KIND;
    }
    // Those on graphs come last: they share most of their words with those on piles.
    let fits = |kind: &&&Kind| kind.says.contains(&said.word);
    KINDS.iter().find(fits).unwrap_or(&KINDS[0])
}

/// What can be said at all, for a claim that says nothing or too much.
pub(super) fn sayings() -> String {
    let mut words: Vec<&str> = KINDS.iter().flat_map(|kind| kind.says).copied().collect();
    words.sort_unstable();
    words.dedup();
    let list: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    format!("with one of {}", list.join(", "))
}
