//! Looks for a tree that shows that ground formulas cannot all be true: case splits with everything drawn from clauses with
//! one atom left, and inequalities by [`Simplex`].
//!
//! A subtree that makes no use of the case it stands in is a tree for both cases, so that the other one is not looked at: what
//! is used is handed up with every tree. The tree is all that leaves this file; whether it is right is for the checker.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use sprague_certificate::induction::Tree;
use sprague_task::{Stop, Task};
use sprague_verify::induction::{Atom, Formula, Problem};

use super::simplex::{Contradiction, Simplex, TooLarge};

/// The values of the atoms, and of the unknowns as fractions.
pub type Model = (Vec<Option<bool>>, Vec<(i128, i128)>);

/// What became of a search.
pub enum Found {
    /// They cannot all be true.
    Tree(Tree),
    /// They can, as far as this search sees.
    Model(Model),
    /// The search was too long, or a number too large.
    GivenUp(&'static str),
}

/// Cases that are looked at in one search.
const MOST_CASES: u64 = 600;
/// Questions to the simplex, in exchanges that the largest would need for each unknown and row.
const MOST_WORK: u64 = 60_000_000;
/// Clauses with so many open atoms are looked at for inequalities that follow.
const NEAR: usize = 3;

/// One of these must be so; with the place of the formula it is from.
struct Clause {
    literals: Vec<(usize, bool)>,
    from: usize,
}

/// An inequality as a bound on a row of the simplex: the row, or its opposite, plus a constant is at most 0.
#[derive(Clone, Copy)]
struct Row {
    row: usize,
    opposite: bool,
    constant: i128,
}

impl Row {
    /// Whether the row is bounded above, and by what, if the inequality is so or not.
    fn bound(self, value: bool) -> (bool, i128) {
        // sum + c <= 0, or sum + c >= 1.
        let by = if value { -self.constant } else { 1 - self.constant };
        if self.opposite { (!value, -by) } else { (value, by) }
    }
}

/// A tree, and the atoms whose cases it uses.
type Used = (Tree, BTreeSet<usize>);

enum End {
    Model,
    TooLarge,
    TooLong,
    Stop(Stop),
}

impl From<TooLarge> for End {
    fn from(_: TooLarge) -> End {
        End::TooLarge
    }
}

struct Search<'p> {
    clauses: Vec<Clause>,
    /// The row of each inequality.
    rows: Vec<Option<Row>>,
    simplex: Simplex,
    known: Vec<Option<bool>>,
    unknowns: usize,
    cases: u64,
    /// How much was asked of the simplex, and how much one question is.
    work: u64,
    question: u64,
    task: &'p Task,
    model: Option<Model>,
}

/// Searches.
pub fn refute(problem: &Problem, task: &Task) -> Result<Found, Stop> {
    let atoms = problem.atoms();
    let mut clauses = Vec::new();
    for (from, formula) in problem.formulas().iter().enumerate() {
        let Some(all) = clauses_of(formula, true) else {
            return Ok(Found::GivenUp("a sentence with too many cases"));
        };
        clauses.extend(all.into_iter().map(|literals| Clause { literals, from }));
    }
    let (mut rows, mut sums) = (Vec::new(), Vec::<Vec<i64>>::new());
    for atom in atoms {
        let Atom::AtMostZero(term) = atom else {
            rows.push(None);
            continue;
        };
        let opposite = term.factors.iter().find(|factor| **factor != 0).is_some_and(|f| *f < 0);
        let sum: Vec<i64> = match opposite {
            true => term.factors.iter().map(|factor| -factor).collect(),
            false => term.factors.clone(),
        };
        let row = sums.iter().position(|known| *known == sum).unwrap_or_else(|| {
            sums.push(sum);
            sums.len() - 1
        });
        rows.push(Some(Row { row, opposite, constant: term.constant.into() }));
    }
    let unknowns = problem.next_unknown();
    let simplex = Simplex::new(unknowns, &sums);
    let question = (unknowns * (sums.len() + 1)) as u64;
    let known = vec![None; atoms.len()];
    let mut search = Search {
        clauses,
        rows,
        simplex,
        known,
        unknowns,
        cases: 0,
        work: 0,
        question,
        task,
        model: None,
    };
    match search.close() {
        Ok((tree, _)) => Ok(Found::Tree(tree)),
        Err(End::Stop(stop)) => Err(stop),
        Err(End::TooLarge) => Ok(Found::GivenUp("a number in the inequalities is too large")),
        Err(End::TooLong) => Ok(Found::GivenUp("too many cases")),
        Err(End::Model) => match search.model {
            Some(model) => Ok(Found::Model(model)),
            None => Ok(Found::GivenUp("no case is left, and none is closed")),
        },
    }
}

/// Clauses that are all true iff the formula has this value; none if there are too many.
fn clauses_of(formula: &Formula, value: bool) -> Option<Vec<Vec<(usize, bool)>>> {
    match (formula, value) {
        (Formula::Atom(atom), _) => Some(vec![vec![(*atom, value)]]),
        (Formula::Not(inner), _) => clauses_of(inner, !value),
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            let all: Option<Vec<_>> = parts.iter().map(|part| clauses_of(part, value)).collect();
            Some(all?.concat())
        }
        (Formula::And(parts), false) | (Formula::Or(parts), true) => {
            let mut all: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
            for part in parts {
                let some = clauses_of(part, value)?;
                if all.len() * some.len() > 400 {
                    return None;
                }
                let with = |one: &Vec<(usize, bool)>| {
                    let one = one.clone();
                    some.iter().filter_map(move |other| {
                        let mut both = one.clone();
                        for literal in other {
                            if both.contains(&(literal.0, !literal.1)) {
                                return None;
                            }
                            if !both.contains(literal) {
                                both.push(*literal);
                            }
                        }
                        Some(both)
                    })
                };
                all = all.iter().flat_map(with).collect();
            }
            Some(all)
        }
    }
}

/// An atom that is known because its opposite is closed at once.
struct Step {
    atom: usize,
    value: bool,
    opposite: Used,
}

impl Search<'_> {
    /// Are the inequalities that are assumed possible together?
    fn ask(&mut self) -> Result<Option<Contradiction>, End> {
        self.work += self.question;
        self.task.spend(1 + self.question / 1000).map_err(End::Stop)?;
        match self.work > MOST_WORK {
            true => Err(End::TooLong),
            false => Ok(self.simplex.check()?),
        }
    }

    /// A tree that closes the case that is looked at.
    fn close(&mut self) -> Result<Used, End> {
        self.cases += 1;
        self.task.spend(1).map_err(End::Stop)?;
        if self.cases > MOST_CASES {
            return Err(End::TooLong);
        }
        let mut steps: Vec<Step> = Vec::new();
        let closed = self.follow(&mut steps);
        let closed = match closed {
            Ok(Some(used)) => Ok(used),
            Ok(None) => self.split(),
            Err(end) => Err(end),
        };
        // From the last step to the first: what is not used is left out.
        let mut closed = closed;
        while let Some(step) = steps.pop() {
            self.forget(step.atom, step.value);
            closed = closed.map(|used| join(step.atom, step.value, used, step.opposite));
        }
        closed
    }

    /// Splits on an atom of a clause that is not yet true.
    fn split(&mut self) -> Result<Used, End> {
        let Some(atom) = self.choose() else {
            if self.model.is_none() {
                let numbers = (0..self.unknowns).map(|place| self.simplex.value(place)).collect();
                self.model = Some((self.known.clone(), numbers));
            }
            return Err(End::Model);
        };
        self.assume(atom, true);
        let yes = self.close();
        self.forget(atom, true);
        let yes = yes?;
        if !yes.1.contains(&atom) {
            return Ok(yes);
        }
        self.assume(atom, false);
        let no = self.close();
        self.forget(atom, false);
        Ok(join(atom, true, yes, no?))
    }

    fn assume(&mut self, atom: usize, value: bool) {
        self.known[atom] = Some(value);
        if let Some(row) = self.rows[atom] {
            let (above, by) = row.bound(value);
            self.simplex.bound(row.row, above, by, atom);
        }
    }

    fn forget(&mut self, atom: usize, value: bool) {
        self.known[atom] = None;
        if let Some(row) = self.rows[atom] {
            self.simplex.release(row.row, row.bound(value).0, atom);
        }
    }

    /// Draws all conclusions that need no case; a tree, if the case is closed by them.
    fn follow(&mut self, steps: &mut Vec<Step>) -> Result<Option<Used>, End> {
        loop {
            let mut moved = false;
            for place in 0..self.clauses.len() {
                let clause = &self.clauses[place];
                let mut open = None;
                let mut count = 0;
                let is_true = clause.literals.iter().any(|&(atom, sign)| match self.known[atom] {
                    None => {
                        count += 1;
                        open = Some((atom, sign));
                        false
                    }
                    Some(value) => value == sign,
                });
                if is_true || count > 1 {
                    continue;
                }
                let used: BTreeSet<usize> = clause.literals.iter().map(|(atom, _)| *atom).collect();
                let leaf = (Tree::False(clause.from), used);
                let Some((atom, value)) = open else { return Ok(Some(leaf)) };
                self.assume(atom, value);
                steps.push(Step { atom, value, opposite: leaf });
                moved = true;
            }
            if let Some(contradiction) = self.ask()? {
                return Ok(Some(self.leaf(contradiction)));
            }
            if !moved && !self.follow_inequalities(steps)? {
                return Ok(None);
            }
        }
    }

    /// Inequalities of open clauses that follow from those that are assumed.
    fn follow_inequalities(&mut self, steps: &mut Vec<Step>) -> Result<bool, End> {
        let mut open: BTreeSet<usize> = BTreeSet::new();
        for clause in &self.clauses {
            let is_true =
                clause.literals.iter().any(|&(atom, sign)| self.known[atom] == Some(sign));
            let unknown = clause.literals.iter().filter(|(atom, _)| self.known[*atom].is_none());
            if !is_true && unknown.clone().count() <= NEAR {
                let rows = unknown.filter(|(atom, _)| self.rows[*atom].is_some());
                open.extend(rows.map(|(atom, _)| *atom));
            }
        }
        let mut moved = false;
        for atom in open {
            let Some(row) = self.rows[atom] else { continue };
            for value in [true, false] {
                // What is not so in the solution at hand does not follow.
                let (above, by) = row.bound(!value);
                let order = self.simplex.compare(row.row, by)?;
                let broken = if above { Ordering::Greater } else { Ordering::Less };
                if self.known[atom].is_some() || order != broken {
                    continue;
                }
                self.assume(atom, !value);
                let contradiction = self.ask();
                self.forget(atom, !value);
                if let Some(contradiction) = contradiction? {
                    let opposite = self.leaf(contradiction);
                    self.assume(atom, value);
                    steps.push(Step { atom, value, opposite });
                    moved = true;
                }
                self.ask()?;
            }
        }
        Ok(moved)
    }

    fn leaf(&self, parts: Contradiction) -> Used {
        let used = parts.iter().map(|(atom, _)| *atom).collect();
        (Tree::Sum(parts), used)
    }

    /// An atom of the shortest open clause.
    fn choose(&self) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for clause in &self.clauses {
            let mut open = None;
            let mut count = 0;
            let is_true = clause.literals.iter().any(|&(atom, sign)| match self.known[atom] {
                None => {
                    count += 1;
                    open = open.or(Some(atom));
                    false
                }
                Some(value) => value == sign,
            });
            if let (false, Some(atom)) = (is_true, open)
                && best.is_none_or(|(least, _)| count < least)
            {
                best = Some((count, atom));
            }
        }
        best.map(|(_, atom)| atom)
    }
}

/// A tree for a case and one for its opposite, as one.
fn join(atom: usize, value: bool, case: Used, opposite: Used) -> Used {
    if !case.1.contains(&atom) {
        return case;
    }
    if !opposite.1.contains(&atom) {
        return opposite;
    }
    let mut used = case.1;
    used.extend(opposite.1);
    used.remove(&atom);
    let (yes, no) = if value { (case.0, opposite.0) } else { (opposite.0, case.0) };
    (Tree::Split { atom, yes: Box::new(yes), no: Box::new(no) }, used)
}
