//! `any D of d where even(d) and d >= 2c`: the sets of further numbers that a claim is for.

use sprague_rules::{Complaint, Ruleset};

use super::clause::Clause;
use super::reading::Reading;
use crate::cases::Cases;
use crate::formula::read::{self, Known};
use crate::further::{Further, with_numbers};
use crate::names::not_a_name;

/// The clause, with the names that it gives.
pub(super) struct Open<'t> {
    clause: Clause<'t>,
    name: &'t str,
    member: &'t str,
    condition: Option<Clause<'t>>,
    /// The game without further numbers.
    pub(super) base: String,
}

impl<'t> Open<'t> {
    /// The names, and what the game is without the set.
    pub(super) fn read(clause: &Clause<'t>, game: &Clause) -> Result<Open<'t>, Complaint> {
        let example = "as in `any D of d where even(d) and d >= 4`, with a game such as cut(1,4,D)";
        clause.without_remarks()?;
        let clause = clause.trimmed();
        let (head, condition) = match clause.rest.split_once(" where ") {
            Some((head, condition)) => (head, Some(clause.part(condition).trimmed())),
            None => (clause.rest, None),
        };
        let words: Vec<&str> = head.split_whitespace().collect();
        let [name, "of", member] = words[..] else {
            let message = "expected names for a set and for a number in it";
            return Err(clause.part(head).complain(message).help(example));
        };
        for word in [name, member] {
            if let Some(why) = not_a_name(word) {
                return Err(clause.part(word).complain(why));
            }
        }
        if name == member {
            return Err(clause.part(member).complain(format!("{name} is the set already")));
        }
        let base = with_numbers(game.rest, name, &[]).ok_or_else(|| {
            let message = format!("{name} is not one of several arguments of the game");
            clause.part(name).complain(message).help(example)
        })?;
        Ok(Open { clause, name, member, condition, base })
    }

    /// The numbers that may be in the set.
    pub(super) fn further(
        &self,
        reading: &Reading,
        ruleset: &Ruleset,
        cases: Option<&Cases>,
    ) -> Result<Further, Complaint> {
        let Open { clause, name, member, condition, .. } = self;
        if cases.is_some_and(|cases| cases.are_sets() || cases.least_number().is_none()) {
            let message = "further numbers come with a game that leaves one number open, or none";
            return Err(clause.complain(message).help("as in `for c >= 2` or `for c in 2..12`"));
        }
        let globals = cases.map_or(&[][..], Cases::names);
        if let Some(taken) =
            [name, member].into_iter().find(|n| globals.iter().any(|(g, _)| g == **n))
        {
            return Err(clause
                .part(taken)
                .complain(format!("{taken} stands for something already")));
        }
        if !ruleset.has_nim_values() {
            let message = format!("there are no nim-values in {}", ruleset.expression);
            return Err(clause
                .complain(message)
                .help("what further numbers change is told by nim-values"));
        }
        let known = Known { globals, definitions: &[], shelf: reading.shelf };
        let read = condition.map(|condition| {
            read::condition_on(condition.rest, member, known).map_err(|c| condition.shifted(c))
        });
        let whole = condition.unwrap_or(*clause);
        let words = condition.map_or("", |condition| condition.rest);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let named = (name.to_string(), member.to_string());
        let game = (reading.game.rest, &reading.shelf.library());
        Further::new(named, game, (read.transpose()?, words), cases)
            .map_err(|why| whole.complain(why))
    }
}
