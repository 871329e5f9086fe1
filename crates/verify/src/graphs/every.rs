//! Arguments that hold on every graph, whatever its number of vertices.
//!
//! *Mirroring in the edge-delete game.* Let f be an automorphism with f(f(x)) = x and f(x) neither x nor a neighbour of x, for all x. Then no edge is
//! its own image: f would fix its ends, or exchange them, which are neighbours. Whoever comes second answers the deletion of e = uv by
//! that of f(e). This is allowed: f(u) is neither u nor v, and f(v) is not either, so these vertices have as many edges as before, which is as many as u
//! and v had, at least two. What is left has the same automorphism. So the second player wins in normal play. In Wyg and Wygthoff, too, where no edge stays
//! in play and f respects the chips, a move on e is answered by the same one on f(e), which has no end in common with e. In Mig as many chips
//! are taken from f(x) as from x: x is not a neighbour of f(x), so that the stacks around f(x) are what those around x were.
//!
//! *One chip on each vertex in Wyg and Wygthoff.* The only amount is 1, so every move empties an end of its edge, and no edge stays in play. The moves are the same in
//! both games and in their free versions: take from one end, or from both. So are all outcomes and nim-values.
//!
//! *Two equal halves.* Where no edge stays in play (in the free versions, or with one chip on each vertex), a position of two parts that are isomorphic, chips and
//! all, with no edge between them, is P in normal play: every move in one of them is answered in the other. So a
//! position from which some move leaves two such parts is N.
//!
//! *One chip on each vertex in Mig.* Every vertex may be chosen, the one chip on it be taken, and nothing else: all options have one vertex less, and
//! one chip on each. By induction the nim-value is the number of vertices modulo 2 in normal play.

use sprague_claim::graphs::board::{Boards, Chips, Source};
use sprague_claim::graphs::property::NAMES;
use sprague_claim::graphs::{Game, OnGraphs, Other, Saying};
use sprague_claim::{Condition, Number};
use sprague_rules::Outcome;
use sprague_rules::expr::{Comparison, Cond, Expr};

use crate::Rejection;

/// Does one of the arguments say what is claimed?
pub(super) fn check(on: &OnGraphs, boards: &Boards) -> Result<(), Rejection> {
    let unknown = || Rejection::new("no argument for every graph says this");
    if !matches!(boards.source, Source::Any(_)) {
        return Err(unknown());
    }
    // The slots of properties come after those of the claim's names.
    let names = boards.ranges.len();
    let single = boards.chips == Chips::Each(Expr::Const(1));
    let free = matches!(on.game, Game::WygFree | Game::WygthoffFree);
    let on_edges = |game: Game| game.on_edges();
    let supposes = |name: &str| supposed(&on.suppose, slot(names, name));
    let right = match (&on.saying, on.game) {
        (Saying::If { outcome: Outcome::P, .. }, own) => {
            let answered =
                matches!(own, Game::EdgeDelete | Game::Mig) || on_edges(own) && (single || free);
            !on.misere && answered && supposes("mirror")
        }
        (Saying::Same { other: Other::Graph { game, misere, place: None }, .. }, own) => {
            single && *misere == on.misere && on_edges(own) && on_edges(*game)
        }
        (Saying::If { outcome: Outcome::N, .. }, own) => {
            !on.misere && on_edges(own) && (single || free) && supposes("halves")
        }
        (Saying::NimValue(Number::Plain(value)), Game::Mig) => {
            single && !on.misere && *value == parity(names)
        }
        (Saying::Exactly(Condition::Plain(Cond::Compare(comparison, left, right))), Game::Mig) => {
            let even = (*comparison, right) == (Comparison::Equal, &Expr::Const(0));
            single && !on.misere && even && *left == parity(names)
        }
        _ => false,
    };
    if right { Ok(()) } else { Err(unknown()) }
}

/// The slot of a property.
fn slot(names: usize, property: &str) -> usize {
    let place = NAMES.iter().position(|known| *known == property);
    place.map_or(usize::MAX, |place| names + place)
}

/// The number of vertices modulo 2.
fn parity(names: usize) -> Expr {
    let vertices = Expr::Slot(slot(names, "vertices"));
    Expr::Mod(Box::new(vertices), Box::new(Expr::Const(2)))
}

/// Is the property in this slot supposed, perhaps among other things?
fn supposed(suppose: &Condition, property: usize) -> bool {
    match suppose {
        Condition::And(parts) => parts.iter().any(|part| supposed(part, property)),
        Condition::Plain(Cond::Compare(Comparison::Equal, Expr::Slot(at), Expr::Const(1))) => {
            *at == property
        }
        _ => false,
    }
}
