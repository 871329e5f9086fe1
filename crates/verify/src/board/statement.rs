//! What a claim says of a board, as sentences about its P-positions or nim-values; and counterexamples.

use sprague_certificate::SetOf;
use sprague_claim::claim::{Meaning, OnBoard, Says};
use sprague_claim::condition::SLOTS;
use sprague_claim::meaning::{Demand, with_piles};
use sprague_claim::{Board, Condition};
use sprague_rules::{Outcome, write_position};
use sprague_task::{Stop, Task};

use super::Positions;
use crate::Rejection;
use crate::arithmetic::{Arithmetic, FALSE, Formula, Term};
use crate::depends::is_canonical;
use crate::options::{Game, Goal};
use crate::plain::Plain;
use crate::scene::{Scene, merges};

/// The claim follows from the positions that are proved.
pub(super) fn follows(on: &OnBoard, positions: &mut Positions) -> Result<(), Rejection> {
    let Sentence { spoken_of, says, more } = sentence(on, positions)?;
    let none = positions.arithmetic.not(spoken_of);
    if positions.demand(none, 0, "").is_ok() {
        return Err(Rejection::new("the claim speaks of no position"));
    }
    let whole = positions.arithmetic.implies(spoken_of, says);
    positions.demand(whole, more, "the claim is wrong at")?;
    for given in on.given.iter().map(|given| (given.names.len(), &given.meaning)) {
        let Sentence { spoken_of, says, more } = given_sentence(on, given, positions)?;
        let whole = positions.arithmetic.implies(spoken_of, says);
        positions.demand(whole, more, "what is given is wrong at")?;
    }
    Ok(())
}

/// The claim, or what it says is given, is not so at a position, as the positions that are proved show.
pub(super) fn fails_far(
    on: &OnBoard,
    at: &[u32],
    positions: &mut Positions,
) -> Result<(), Rejection> {
    // A small pile of an option may be counted or not, and only one of both is looked at.
    if matches!((&on.says, on.board), (Says::Strategy { .. }, Board::Mixed { .. })) {
        return Err(Rejection::new(
            "where piles are counted beside others, a move is looked for near by",
        ));
    }
    let mut sentences = vec![sentence(on, positions)?];
    for given in on.given.iter().map(|given| (given.names.len(), &given.meaning)) {
        sentences.push(given_sentence(on, given, positions)?);
    }
    let position = write_position(at);
    let tuples = tuples(on, at, positions);
    for Sentence { spoken_of, says, more } in sentences {
        let a = &mut positions.arithmetic;
        // With nim-values: for some number the claim and the automaton differ.
        let mut broken = a.not(says);
        for value in 0..more {
            broken = a.exists((positions.game.board.numbers() + value) as u8, broken);
        }
        let wrong = a.and([spoken_of, broken]);
        for tuple in &tuples {
            if a.holds_at(wrong, tuple)? {
                return Ok(());
            }
        }
    }
    Err(Rejection::new(format!("the claim is right at {position}")))
}

/// The claim, or what it says is given, is not so at a position, by the plain recursion.
pub(super) fn fails(on: &OnBoard, at: &[u32], task: &Task) -> Result<(), Rejection> {
    is_canonical(&on.ruleset, at)?;
    if let Board::Mixed { sizes, piles } = on.board
        && at.iter().filter(|&&size| size as usize > sizes).count() > piles
    {
        return Err(Rejection::new(format!("{} is not on the board", write_position(at))));
    }
    let mut plain = Plain::new(&on.ruleset, task);
    for demand in on.demands(at, &mut |p: &[u32]| Ok::<_, Stop>(plain.outcome(p)? == Outcome::P))? {
        if is_broken(on, at, &demand, &mut plain)? {
            return Ok(());
        }
    }
    Err(Rejection::new(format!(
        "the claim is right at {}, or says nothing of it",
        write_position(at)
    )))
}

/// Is the position other than demanded?
fn is_broken(
    on: &OnBoard,
    at: &[u32],
    demand: &Demand,
    plain: &mut Plain,
) -> Result<bool, Rejection> {
    Ok(match demand {
        Demand::Nothing => false,
        Demand::Outcome(outcome) => plain.outcome(at)? != *outcome,
        Demand::NimValue(value) => {
            if !on.ruleset.has_nim_values() {
                return Err(Rejection::new("there are no nim-values in this kind of play"));
            }
            i64::from(plain.nim_value(at)?) != *value
        }
        Demand::Move(to) => {
            let mut wins = false;
            for option in on.targets(at, to) {
                wins = wins || plain.outcome(&option)? == Outcome::P;
            }
            !wins
        }
        Demand::Same(piles) => plain.outcome(at)? != plain.outcome(&with_piles(at, piles))?,
    })
}

/// A sentence: where it is spoken of, what is said there.
struct Sentence {
    spoken_of: Formula,
    says: Formula,
    /// Numbers beside those of a position.
    more: usize,
}

/// What is said to be given on a smaller board.
fn given_sentence(
    on: &OnBoard,
    (names, meaning): (usize, &Meaning),
    positions: &mut Positions,
) -> Result<Sentence, Rejection> {
    let spoken_of = scope(on, names, positions);
    let (says, more) = exactly(names, meaning, positions)?;
    Ok(Sentence { spoken_of, says, more })
}

/// What the claim says.
fn sentence(on: &OnBoard, positions: &mut Positions) -> Result<Sentence, Rejection> {
    let game = positions.game;
    let names = on.names.len();
    let terms = game.terms();
    let scene = named(&game, names, &terms);
    let board = scope(on, names, positions);
    let supposed = scene.claimed(&on.suppose, &mut positions.arithmetic)?;
    let mut spoken_of = positions.arithmetic.and([board, supposed]);
    let accepted = is_lost(&terms, positions);
    let (says, more) = match &on.says {
        Says::Exactly(meaning) => exactly(names, meaning, positions)?,
        Says::If { outcome, condition } => {
            let a = &mut positions.arithmetic;
            let when = scene.claimed(condition, a)?;
            spoken_of = a.and([spoken_of, when]);
            let says = match outcome {
                Outcome::P => accepted,
                Outcome::N => a.not(accepted),
                _ => FALSE,
            };
            (says, 0)
        }
        Says::Strategy { from, to } => {
            let when = scene.claimed(from, &mut positions.arithmetic)?;
            spoken_of = positions.arithmetic.and([spoken_of, when]);
            (strategy(names, to, positions)?, 0)
        }
        Says::Adding(piles) => {
            let with = added(names, &terms, piles, positions)?;
            (positions.arithmetic.iff(accepted, with), 0)
        }
        Says::Depends(_) | Says::SameAs { .. } => {
            return Err(Rejection::new("an automaton of one game is no evidence for this"));
        }
    };
    Ok(Sentence { spoken_of, says, more })
}

/// The boards that a statement with so many names speaks of.
fn scope(on: &OnBoard, names: usize, positions: &mut Positions) -> Formula {
    let a = &mut positions.arithmetic;
    let boards: Vec<Formula> =
        on.boards(names).map(|size| positions.game.exactly(size, a)).collect();
    a.or(boards)
}

/// The position of these terms is P.
fn is_lost(terms: &[Term], positions: &mut Positions) -> Formula {
    let zero = (positions.of == SetOf::NimValues).then(|| Term::number(0));
    positions.accepted(terms, zero)
}

/// Positions are P exactly under a condition, or have this nim-value.
fn exactly(
    names: usize,
    meaning: &Meaning,
    positions: &mut Positions,
) -> Result<(Formula, usize), Rejection> {
    let game = positions.game;
    let terms = game.terms();
    let mut scene = named(&game, names, &terms);
    match meaning {
        Meaning::P(condition) => {
            let accepted = is_lost(&terms, positions);
            let a = &mut positions.arithmetic;
            let claimed = scene.claimed(condition, a)?;
            Ok((a.iff(accepted, claimed), 0))
        }
        Meaning::NimValue(_) if positions.of == SetOf::Lost => {
            Err(Rejection::new("P-positions say nothing of nim-values"))
        }
        Meaning::NimValue(number) => {
            let value = positions.value(0);
            let accepted = positions.accepted(&terms, Some(value.clone()));
            let slot = scene.slots.len();
            scene.slots.push(value);
            let a = &mut positions.arithmetic;
            let claimed = scene.equals(slot, number, a)?;
            Ok((a.iff(accepted, claimed), 1))
        }
    }
}

/// Some option is as wanted, and it is P. Piles that are gone count as 0, as they do for [`OnBoard::is_target`].
fn strategy(names: usize, to: &Condition, positions: &mut Positions) -> Result<Formula, Rejection> {
    let (game, of) = (positions.game, positions.of);
    let so = |a: &mut Arithmetic, option: &[Term], fresh| {
        let to = Scene { fresh, ..named(&game, names, option) }.claimed(to, a)?;
        let zero = (of == SetOf::NimValues).then(|| Term::number(0));
        let lost = a.member(game.coordinates(option).into_iter().chain(zero).collect());
        Ok(a.and([to, lost]))
    };
    game.some_option(&Goal { so: &so, ascends: true }, &mut positions.arithmetic)
}

/// The position is P with these piles added.
fn added(
    names: usize,
    terms: &[Term],
    piles: &[u32],
    positions: &mut Positions,
) -> Result<Formula, Rejection> {
    let counted = positions.game.board.counted();
    let mut with = match positions.game.board {
        Board::Piles(_) => terms[terms.len() - names..].to_vec(),
        _ => terms.to_vec(),
    };
    let mut more = Vec::new();
    for &pile in piles {
        match with[..counted].get_mut((pile as usize).wrapping_sub(1)) {
            Some(count) => *count = count.clone().plus_constant(1),
            None if pile > 0 => more.push(Term::number(pile.into())),
            None => {}
        }
    }
    more.sort();
    let places = positions.game.board.numbers() - counted;
    if with.len() - counted + more.len() > places {
        return Err(Rejection::new("with the piles that are added the position leaves the board"));
    }
    let orders = merges(&with[counted..], &more, true);
    let each: Vec<Formula> = orders
        .iter()
        .map(|order| is_lost(&[&with[..counted], order].concat(), positions))
        .collect();
    Ok(positions.arithmetic.or(each))
}

/// The numbers that the claim names, of a position given by terms.
fn named(game: &Game, names: usize, terms: &[Term]) -> Scene {
    let (named, lost) = match game.board {
        Board::Piles(whole) => (&terms[whole.saturating_sub(names)..], Some(whole)),
        Board::Row(_) | Board::Counts(_) | Board::Mixed { .. } => (&terms[..names], None),
    };
    let mut slots = named.to_vec();
    slots.resize(SLOTS, Term::number(0));
    let before = game.heaps(terms);
    Scene { slots, before, others: Vec::new(), after: Vec::new(), lost, fresh: game.fresh }
}

/// All tuples that stand for a position: a small pile may be counted or not.
fn tuples(on: &OnBoard, position: &[u32], positions: &Positions) -> Vec<Vec<u64>> {
    let mut tuples: Vec<Vec<u64>> = positions.tuple(position).into_iter().collect();
    if let Board::Mixed { sizes, .. } = on.board {
        for reading in on.readings(position) {
            let mut before = 0;
            let numbers = reading.iter().enumerate().map(|(i, &number)| {
                let more = if i < sizes { number } else { number - before };
                before = if i < sizes { 0 } else { number };
                u64::try_from(more).ok()
            });
            tuples.extend(numbers.collect::<Option<Vec<u64>>>());
        }
    }
    tuples
}
