//! What a formula is read with: the cases of its game, ranges for all its sentences, and the functions that the
//! claim defines.

use sprague_rules::Complaint;

use super::clause::Clause;
use crate::cases::Cases;
use crate::formula::read::{self, Known, Ranges};
use crate::formula::{Definition, Formula};
use crate::outcomes::Family;
use crate::shelf::Shelf;

pub(super) struct Context<'s> {
    shelf: &'s Shelf<'s>,
    pub(super) cases: Option<Cases>,
    ranges: Ranges,
    definitions: Vec<Definition>,
}

/// What may be said of many games at once.
const OF_CASES: [&str; 4] = ["sequence", "formula", "nim-sets", "regular"];

/// Numbers that may be in such a set or not.
const MOST_FREE: u32 = 20;

impl<'s> Context<'s> {
    /// From the clauses `for`, `define`, and `family` with `suppose`.
    pub(super) fn read(
        clauses: &[Clause],
        game: &Clause,
        family: Option<&Family>,
        shelf: &'s Shelf<'s>,
    ) -> Result<Context<'s>, Complaint> {
        let (cases, ranges, definitions) = (None, Ranges::default(), Vec::new());
        let mut context = Context { shelf, cases, ranges, definitions };
        let with_word = |word: &'static str| clauses.iter().filter(move |c| c.word == word);
        let of_cases = clauses.iter().any(|clause| OF_CASES.contains(&clause.word));
        if let Some(family) = family.filter(|_| of_cases) {
            if family.tail.is_some() || family.ends.is_some() || family.free() > MOST_FREE {
                let message = format!("of at most 2^{MOST_FREE} finite sets this can be said");
                return Err(game.complain(message));
            }
            let sets = Cases::of_sets(family, None);
            let known = Known { globals: sets.names(), definitions: &[], shelf };
            let condition = with_word("suppose")
                .next()
                .map(|clause| read::condition(clause.rest, known).map_err(|c| clause.shifted(c)))
                .transpose()?;
            context.cases = Some(Cases::of_sets(family, condition));
        }
        let mut common = Vec::new();
        for clause in with_word("for") {
            let about_game = Cases::mentions(game.rest, clause.rest);
            if !about_game {
                common.push(clause);
                continue;
            }
            if !of_cases {
                return Err(clause.complain("`for` belongs to `sequence`, `formula` or `regular`"));
            }
            if context.cases.is_some() {
                return Err(clause.complain("the game is left open twice"));
            }
            let known = Known { globals: &[], definitions: &[], shelf };
            let ranges = read::ranges(clause.rest, known).map_err(|c| clause.shifted(c))?;
            let cases = Cases::of_numbers(game.rest, &shelf.library(), ranges)
                .map_err(|why| clause.complain(why))?;
            context.cases = Some(cases);
        }
        for clause in with_word("define") {
            let definition = read::definition(clause.rest, context.known());
            context.definitions.push(definition.map_err(|c| clause.shifted(c))?);
        }
        for clause in common {
            let ranges =
                read::ranges(clause.rest, context.known()).map_err(|c| clause.shifted(c))?;
            if !context.ranges.bindings.is_empty() {
                return Err(clause.complain("there is a second `for`"));
            }
            if !clauses.iter().any(|clause| ["formula", "nim-sets"].contains(&clause.word)) {
                return Err(clause.complain("no such name is in the game"));
            }
            context.ranges = ranges;
        }
        Ok(context)
    }

    fn known(&self) -> Known<'_> {
        let globals = self.cases.as_ref().map_or(&[][..], Cases::names);
        Known { globals, definitions: &self.definitions, shelf: self.shelf }
    }

    /// Is the condition of `suppose` one on sets?
    pub(super) fn supposes_sets(&self) -> bool {
        self.cases.as_ref().is_some_and(Cases::are_sets)
    }

    pub(super) fn formula(&self, text: &str) -> Result<Formula, Complaint> {
        let sentences = read::sentences(text, self.known(), &self.ranges)?;
        Ok(Formula { definitions: self.definitions.clone(), sentences })
    }
}
