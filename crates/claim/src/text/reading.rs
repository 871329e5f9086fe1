//! The clauses of one claim while it is read. Readers take the clauses that they use; what nobody took is an error.

use std::cell::{Cell, RefCell};

use sprague_rules::{Complaint, Ruleset};

use super::clause::Clause;
use crate::shelf::Shelf;

/// All that is wrong with a claim.
#[derive(Debug, Default)]
pub(super) struct Complaints(pub(super) Vec<Complaint>);

impl From<Complaint> for Complaints {
    fn from(one: Complaint) -> Complaints {
        Complaints(vec![one])
    }
}

/// What was read, or all that is wrong with it.
pub(super) type Read<T> = Result<T, Complaints>;

/// All of them, or what is wrong with each.
pub(super) fn all<T>(each: impl Iterator<Item = Result<T, Complaint>>) -> Read<Vec<T>> {
    let (mut good, mut wrong) = (Vec::new(), Vec::new());
    for one in each {
        match one {
            Ok(one) => good.push(one),
            Err(complaint) => wrong.push(complaint),
        }
    }
    if wrong.is_empty() { Ok(good) } else { Err(Complaints(wrong)) }
}

/// What the reader of a kind sees of a claim.
pub(super) struct Reading<'r, 't> {
    /// `claim "..."`
    pub(super) heading: Clause<'t>,
    /// `game ...`
    pub(super) game: Clause<'t>,
    /// What is said.
    pub(super) said: Clause<'t>,
    pub(super) clauses: &'r Clauses<'t>,
    /// Where games are found.
    pub(super) shelf: &'r Shelf<'r>,
    /// How far it is checked, once the reader of its kind has asked for that.
    pub(super) check: Cell<(Option<u32>, Option<u32>)>,
}

impl<'t> Reading<'_, 't> {
    /// The one clause with this word, if there is one.
    pub(super) fn take(&self, word: &str) -> Result<Option<Clause<'t>>, Complaint> {
        self.clauses.take(word)
    }

    /// All clauses with this word.
    pub(super) fn take_all(&self, word: &str) -> Vec<Clause<'t>> {
        self.clauses.take_all(word)
    }

    /// The ruleset that a part of a clause names.
    pub(super) fn ruleset_of(&self, clause: &Clause) -> Result<Ruleset, Complaint> {
        self.ruleset(clause, clause.rest)
    }

    /// The ruleset of an expression that a clause stands for.
    pub(super) fn ruleset(&self, clause: &Clause, expression: &str) -> Result<Ruleset, Complaint> {
        self.shelf.ruleset(expression).map_err(|diagnostic| {
            match diagnostic.origin == "ruleset" && clause.rest == expression {
                true => clause.shifted(diagnostic.complaint),
                false => Complaint {
                    span: clause.span(),
                    message: match diagnostic.origin.as_str() {
                        "ruleset" => format!("{expression}: {}", diagnostic.complaint.message),
                        _ => {
                            let (line, _) = diagnostic.line_and_column();
                            let file = &diagnostic.origin;
                            format!("{file}, line {line}: {}", diagnostic.complaint.message)
                        }
                    },
                    help: diagnostic.complaint.help,
                },
            }
        })
    }

    /// How far it is checked: `check to 40`; with numbers of piles, where these are open.
    pub(super) fn check(&self, how: Check) -> Result<(), Complaint> {
        let Some(clause) = self.take("check")? else { return Ok(()) };
        let (size, piles) = checked_to(&clause)?;
        let wrong = match how {
            Check::Sizes if piles.is_some() => "here piles are not counted: say `check to N`",
            Check::Piles if size.is_some() => "here sizes are given: say `check to K piles`",
            _ => {
                self.check.set((size, piles));
                return Ok(());
            }
        };
        Err(clause.complain(wrong))
    }
}

/// What may be bounded where a claim is checked.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// The sizes of piles, or the numbers spoken of.
    Sizes,
    /// How many piles there are.
    Piles,
    /// Both.
    Both,
}

/// `to 40`, `to 12 piles`, `to 12 piles of 20`: the largest pile or count, and the most piles.
fn checked_to(clause: &Clause) -> Result<(Option<u32>, Option<u32>), Complaint> {
    let words: Vec<&str> = clause.rest.split_whitespace().collect();
    let number = |word: &str, most: u32| word.parse().ok().filter(|&n: &u32| n <= most);
    let read = match words[..] {
        ["to", size] => number(size, 1_000_000).map(|size| (Some(size), None)),
        ["to", piles, "piles"] => number(piles, 1000).map(|piles| (None, Some(piles))),
        ["to", piles, "piles", "of", size] => number(piles, 1000)
            .zip(number(size, 1000))
            .map(|(piles, size)| (Some(size), Some(piles))),
        _ => None,
    };
    read.ok_or_else(|| {
        clause.complain("expected `check to N`, `check to K piles` or `check to K piles of N`")
    })
}

/// The clauses of a claim after its first line, and which of them were taken.
pub(super) struct Clauses<'t> {
    all: Vec<Clause<'t>>,
    taken: RefCell<Vec<bool>>,
}

impl<'t> Clauses<'t> {
    pub(super) fn new(all: &[Clause<'t>]) -> Clauses<'t> {
        Clauses { all: all.to_vec(), taken: RefCell::new(vec![false; all.len()]) }
    }

    /// The one clause with this word, if there is one.
    pub(super) fn take(&self, word: &str) -> Result<Option<Clause<'t>>, Complaint> {
        self.take_where(word, |_| true)
    }

    /// All clauses with this word that were not taken before.
    pub(super) fn take_all(&self, word: &str) -> Vec<Clause<'t>> {
        self.taking(|clause| clause.word == word)
    }

    /// The one clause with this word that is so, if there is one.
    pub(super) fn take_where(
        &self,
        word: &str,
        so: impl Fn(&Clause) -> bool,
    ) -> Result<Option<Clause<'t>>, Complaint> {
        let all = self.taking(|clause| clause.word == word && so(clause));
        match all.get(1) {
            Some(second) => Err(second.complain_of_word(format!("there is a second `{word}`"))),
            None => Ok(all.first().copied()),
        }
    }

    fn taking(&self, so: impl Fn(&Clause) -> bool) -> Vec<Clause<'t>> {
        let mut taken = self.taken.borrow_mut();
        let open = self.all.iter().zip(taken.iter_mut());
        let wanted = open.filter(|(clause, taken)| !**taken && so(clause));
        wanted
            .map(|(clause, taken)| {
                *taken = true;
                *clause
            })
            .collect()
    }

    /// All of them, without taking any.
    pub(super) fn all(&self) -> &[Clause<'t>] {
        &self.all
    }

    /// Those that nobody took.
    pub(super) fn left(&self) -> Vec<Clause<'t>> {
        let taken = self.taken.borrow();
        let left = self.all.iter().zip(taken.iter()).filter(|(_, taken)| !**taken);
        left.map(|(clause, _)| *clause).collect()
    }
}
