//! Claims that are formulas, and what they are read with: the cases of the game, ranges for all sentences, and the
//! functions that the claim defines.

use sprague_rules::{Complaint, Ruleset};

use super::clause::Clause;
use super::family;
use super::further::Open;
use super::heap::one_heap;
use super::kind::Kind;
use super::reading::{Check, Read, Reading};
use crate::cases::Cases;
use crate::claim::{About, OfHeap, OnHeap};
use crate::formula::read::{self, Known, Ranges};
use crate::formula::{Definition, Formula};
use crate::further::Further;
use crate::shelf::Shelf;

pub(super) const KIND: Kind = Kind {
    about: "nim-values, nim-sets and arithmetic",
    says: &["formula", "nim-sets"],
    beside: &["family", "suppose", "for", "any", "define", "check"],
    example: "  game kayles\n  formula G(n + 12) = G(n) for n >= 71",
    read: read_formula,
};

fn read_formula(reading: &Reading) -> Read<About> {
    let said = &reading.said;
    let OfGame { ruleset, cases, further } = Context::of_game(reading)?;
    one_heap(said, &ruleset)?;
    let mut context = Context::new(reading.shelf, cases.as_ref());
    for clause in reading.take_all("define") {
        let definition = read::definition(clause.rest, context.known());
        context.definitions.push(definition.map_err(|c| clause.shifted(c))?);
    }
    if let Some(clause) = reading.take("for")? {
        context.ranges =
            read::ranges(clause.rest, context.known()).map_err(|c| clause.shifted(c))?;
    }
    let sentences = read::sentences(said.rest, context.known(), &context.ranges)
        .map_err(|complaint| said.shifted(complaint))?;
    let formula = Formula { definitions: context.definitions, sentences };
    if formula.speaks_of_heaps() && !(ruleset.has_nim_values() && ruleset.is_sum_of_piles()) {
        let game = &ruleset.expression;
        let message = format!("{game}: nim-values need moves that act on one pile alone");
        return Err(said.complain_of_word(message).into());
    }
    reading.check(Check::Sizes)?;
    Ok(About::Heap(OnHeap { ruleset, cases, further, says: OfHeap::Formula(formula) }))
}

/// The game of a claim.
pub(super) struct OfGame {
    /// Without further numbers, and in the first case.
    pub(super) ruleset: Ruleset,
    pub(super) cases: Option<Cases>,
    pub(super) further: Option<Further>,
}

/// What a formula is read with.
pub(super) struct Context<'s> {
    shelf: &'s Shelf<'s>,
    cases: Option<&'s Cases>,
    ranges: Ranges,
    definitions: Vec<Definition>,
}

/// Numbers that may be in such a set or not.
const MOST_FREE: u32 = 20;

impl<'s> Context<'s> {
    fn new(shelf: &'s Shelf<'s>, cases: Option<&'s Cases>) -> Context<'s> {
        Context { shelf, cases, ranges: Ranges::default(), definitions: Vec::new() }
    }

    fn known(&self) -> Known<'_> {
        let globals = self.cases.map_or(&[][..], Cases::names);
        Known { globals, definitions: &self.definitions, shelf: self.shelf }
    }

    /// The game, what its cases differ in, and what may be added to its set: from the clauses `for`, `family` with `suppose`, and `any`.
    pub(super) fn of_game(reading: &Reading) -> Read<OfGame> {
        let game = &reading.game;
        reading.shelf.fetch(game.rest).map_err(|complaint| game.shifted(complaint))?;
        let open = reading.take("any")?.map(|clause| Open::read(&clause, game)).transpose()?;
        let base = open.as_ref().map_or(game.rest, |open| &open.base);
        let cases = match reading.take("family")? {
            Some(clause) => Some(Context::of_sets(reading, &clause)?),
            None => Context::of_numbers(reading, base)?,
        };
        let expression = match &cases {
            Some(cases) => cases.first_game().map_err(|why| game.complain(why))?,
            None => base.to_string(),
        };
        let ruleset = reading.ruleset(game, &expression)?;
        let further =
            open.map(|open| open.further(reading, &ruleset, cases.as_ref())).transpose()?;
        Ok(OfGame { ruleset, cases, further })
    }

    fn of_sets(reading: &Reading, clause: &Clause) -> Result<Cases, Complaint> {
        let game = &reading.game;
        let family = family::family(clause, game.rest, &reading.shelf.library())?;
        if family.tail.is_some() || family.ends.is_some() || family.free() > MOST_FREE {
            let message = format!("of at most 2^{MOST_FREE} finite sets this can be said");
            return Err(clause.complain(message));
        }
        let sets = Cases::of_sets(&family, None);
        let Some(suppose) = reading.take("suppose")? else { return Ok(sets) };
        let known = Known { globals: sets.names(), definitions: &[], shelf: reading.shelf };
        let condition =
            read::condition(suppose.rest, known).map_err(|complaint| suppose.shifted(complaint))?;
        Ok(Cases::of_sets(&family, Some(condition)))
    }

    /// Of the clauses `for` the one whose names are in the game.
    fn of_numbers(reading: &Reading, game: &str) -> Result<Option<Cases>, Complaint> {
        let is_of_game = |clause: &Clause| Cases::mentions(game, clause.rest);
        let Some(clause) = reading.clauses.take_where("for", is_of_game)? else { return Ok(None) };
        let known = Known { globals: &[], definitions: &[], shelf: reading.shelf };
        let ranges = read::ranges(clause.rest, known).map_err(|c| clause.shifted(c))?;
        let cases = Cases::of_numbers(game, &reading.shelf.library(), ranges);
        cases.map(Some).map_err(|why| clause.complain(why))
    }
}
