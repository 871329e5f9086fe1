//! Which instances of what is known are looked at: the recursion at the heaps that are named and at those to which one can move from
//! them, the hypothesis of the induction and the lemmas wherever they speak of such a heap.

use std::collections::{BTreeSet, HashMap, HashSet};

use sprague_certificate::induction::{Instance, Refutation, Term, Tree};
use sprague_claim::outcomes::sentence::Sentence;
use sprague_task::{Stop, Task};
use sprague_verify::Rejection;
use sprague_verify::induction::{Atom, Formula, Problem, Setting};

use super::far::Far;
use super::search::{Found, refute};

/// How far heaps are unfolded: at heaps that were reached by fewer moves than the first it is said that there is a winning
/// move, at those by fewer than the second what every move shows.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    wins: usize,
    takes: usize,
}

/// One after the other.
pub const DEPTHS: [Depth; 3] =
    [Depth { wins: 0, takes: 1 }, Depth { wins: 1, takes: 1 }, Depth { wins: 1, takes: 2 }];

/// Instances of one search.
const MOST: usize = 900;
/// Searches with equalities between heaps that the search before had overlooked.
const ROUNDS: usize = 12;

/// The unknowns that every problem has.
pub(super) const LEAST: usize = 0;
pub(super) const LARGEST: usize = 1;
const PERIOD: usize = 2;
const PREPERIOD: usize = 3;
const FRESH: usize = 4;

/// What came out.
pub enum Outcome {
    /// The opposite cannot be.
    Refuted(Refutation),
    /// This is left.
    Left(String),
}

/// Instances that are gathered for one goal.
pub struct Gathering<'s> {
    pub(super) setting: &'s Setting<'s>,
    goal: usize,
    pub(super) problem: Problem<'s>,
    /// Formulas that are there before any instance.
    given: usize,
    instances: Vec<Instance>,
    seen: HashSet<Instance>,
    /// Atoms that were looked at.
    scanned: usize,
    /// How many atoms there were after each instance.
    atoms_after: Vec<usize>,
    /// By how many moves each heap was reached.
    levels: HashMap<(usize, Term), usize>,
    heaps: Vec<(usize, Term)>,
    amounts: Vec<Term>,
    /// Unknowns that are the least heap of which a sentence is not so.
    least: Vec<(usize, usize)>,
    /// Unknowns that show what the set is not like.
    pub(super) unlike: Vec<usize>,
    /// Sentences about every heap that may be used, with the heaps that they speak of.
    usable: Vec<(usize, Vec<Term>)>,
    /// The rows and options that the goal speaks of.
    quantified: Vec<Atom>,
    /// Is what is supposed made use of? A lemma may be true without it.
    pub(super) supposing: bool,
    /// What is known far out, if a period is supposed.
    pub(super) far: Option<Far>,
    full: bool,
}

impl<'s> Gathering<'s> {
    /// Gathers.
    pub fn new(
        setting: &'s Setting<'s>,
        goal: usize,
        depth: Depth,
        supposing: bool,
    ) -> Result<Gathering<'s>, Rejection> {
        let problem = Problem::new(setting, goal)?;
        let mut gathering = Gathering {
            setting,
            goal,
            given: problem.formulas().len(),
            problem,
            instances: Vec::new(),
            seen: HashSet::new(),
            scanned: 0,
            atoms_after: Vec::new(),
            levels: HashMap::new(),
            heaps: Vec::new(),
            amounts: Vec::new(),
            least: Vec::new(),
            unlike: Vec::new(),
            usable: Vec::new(),
            quantified: Vec::new(),
            supposing,
            far: None,
            full: false,
        };
        gathering.gather(depth)?;
        Ok(gathering)
    }

    pub(super) fn add(&mut self, instance: Instance, level: usize) -> Result<(), Rejection> {
        if self.instances.len() >= MOST {
            self.full = true;
            return Ok(());
        }
        if self.seen.insert(instance.clone()) {
            self.problem.add(&instance)?;
            self.instances.push(instance);
            self.atoms_after.push(self.problem.atoms().len());
            self.scan(level);
        }
        Ok(())
    }

    /// Heaps and members that are named for the first time.
    fn scan(&mut self, level: usize) {
        for atom in &self.problem.atoms()[self.scanned..] {
            match atom {
                Atom::Wins { game, heap, .. } => {
                    let key = (*game, heap.clone());
                    if !self.levels.contains_key(&key) {
                        self.levels.insert(key.clone(), level);
                        self.heaps.push(key);
                    }
                }
                Atom::Member(number) if !self.amounts.contains(number) => {
                    self.amounts.push(number.clone());
                }
                _ => {}
            }
        }
        self.scanned = self.problem.atoms().len();
    }

    /// The atoms of the formulas that are made use of.
    fn atoms_at_hand(&self) -> Vec<Atom> {
        let mut places = BTreeSet::new();
        for (place, formula) in self.problem.formulas().iter().enumerate() {
            if self.supposing || place != Problem::SUPPOSED {
                atoms_of(formula, &mut places);
            }
        }
        places.into_iter().map(|place| self.problem.atoms()[place].clone()).collect()
    }

    fn gather(&mut self, depth: Depth) -> Result<(), Rejection> {
        self.scan(0);
        self.opposite()?;
        self.for_ever()?;
        let quantified = |atom: &&Atom| matches!(atom, Atom::Row(_) | Atom::Choice(_));
        self.quantified = self.problem.atoms().iter().filter(quantified).cloned().collect();
        for game in 0..self.setting.games() {
            self.beside_rows(game);
        }
        for level in 0..depth.wins.max(depth.takes) {
            if level < depth.wins {
                for (game, heap) in self.heaps_of(level) {
                    for player in [0, 1] {
                        let heap = heap.clone();
                        self.add(Instance::Win { game, player, heap }, level + 1)?;
                    }
                }
            }
            self.sets(level + 1)?;
            if level < depth.takes {
                for (game, heap) in self.heaps_of(level) {
                    for amount in self.amounts.clone() {
                        let heap = heap.clone();
                        self.add(Instance::Take { game, heap, amount }, level + 1)?;
                    }
                }
            }
            self.far_out(level + 1)?;
            self.rows_and_choices(level + 1)?;
            // Far out it is enough to know what lies beside the heaps that are compared.
            self.sentences(if self.far.is_some() { 0 } else { level + 1 })?;
        }
        self.sets(9)?;
        self.rows_and_choices(9)?;
        self.ends()
    }

    /// Heaps that were reached by at most so many moves.
    pub(super) fn heaps_of(&self, level: usize) -> Vec<(usize, Term)> {
        self.heaps.iter().filter(|heap| self.levels[heap] <= level).cloned().collect()
    }

    /// What the atoms of the goal say there is.
    fn opposite(&mut self) -> Result<(), Rejection> {
        let atoms = self.atoms_at_hand();
        // The stuck heaps come first, so that their numbers are known.
        for atom in &atoms {
            if let Atom::Ends(outcome) = atom {
                self.add(Instance::Ends { outcome: *outcome }, 0)?;
            }
        }
        for atom in atoms {
            match atom {
                Atom::Every(sentence) => {
                    self.usable.push((sentence, self.heaps_spoken_of(sentence)?));
                    if self.is_taken_for_granted(sentence) {
                        continue;
                    }
                    let unknown = self.problem.next_unknown();
                    self.least.push((unknown, sentence));
                    self.add(Instance::Least { sentence }, 0)?;
                }
                Atom::Like(like) => {
                    self.unlike.push(self.problem.next_unknown());
                    self.add(Instance::Unlike { like }, 0)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Is it supposed, or a lemma that is proved?
    fn is_taken_for_granted(&self, sentence: usize) -> bool {
        let said: &Sentence = &self.setting.every()[sentence];
        let lemmas = self.goal.min(self.setting.lemmas());
        self.setting.supposed().contains(&said)
            || (0..lemmas).any(|lemma| self.setting.goal(lemma) == Some(said))
    }

    /// What is so from some heap on: heaps beyond all that is named, and what comes again there.
    fn for_ever(&mut self) -> Result<(), Rejection> {
        let (mut from, mut lasting, mut periodic) = (Vec::new(), Vec::new(), Vec::new());
        let atoms = self.atoms_at_hand();
        let names_period = |atom: &Atom| match atom {
            Atom::AtMostZero(term) => term.factors.len() == PERIOD + 1 && term.constant > -9,
            _ => false,
        };
        // That the period is at least 1 is said in every problem.
        let of_period = atoms.iter().filter(|atom| names_period(atom)).count() > 1;
        let supposed = self.supposes_a_period();
        if of_period && self.setting.is_finite() {
            from.push(Term::unknown(PREPERIOD));
        }
        for atom in &atoms {
            if supposed && self.taken(atom) == Some(false) {
                continue;
            }
            match atom {
                Atom::Eventually(game, outcomes) => {
                    let (game, outcomes) = (*game, *outcomes);
                    let unknown = self.problem.next_unknown();
                    self.add(Instance::Lasting { game, outcomes }, 0)?;
                    lasting.push((unknown, game, outcomes));
                    from.push(Term::unknown(unknown));
                }
                Atom::HasPeriod(step) => {
                    // It is no chain unless lemmas make it one.
                    if !supposed {
                        let _ = self.add(Instance::Chain { step: step.clone() }, 0);
                    }
                    let unknown = self.problem.next_unknown();
                    self.add(Instance::Periodic { step: step.clone() }, 0)?;
                    periodic.push(unknown);
                    from.push(Term::unknown(unknown));
                }
                _ => {}
            }
        }
        if from.is_empty() {
            return Ok(());
        }
        // Beyond all of these at once.
        let mut beyond = Term::default();
        for heap in &from {
            beyond = beyond.plus(1, heap).unwrap_or(beyond);
        }
        if supposed {
            let lasting = lasting.iter().map(|(unknown, ..)| *unknown).collect();
            return self.begin_far_out(
                &atoms,
                beyond,
                Far { periodic, lasting, bases: Vec::new() },
            );
        }
        let mut heaps = vec![beyond.clone()];
        heaps.extend(beyond.plus(1, &Term::unknown(LEAST)));
        let ends = self.instances.iter().filter(|i| matches!(i, Instance::Ends { .. })).count();
        let fresh = |place: usize| Term::unknown(FRESH + place);
        let mut starts = vec![Term::number(0), Term::number(1)];
        starts.extend((0..ends).map(fresh));
        for (sentence, _) in self.usable.clone() {
            for start in starts.clone() {
                let unknown = self.problem.next_unknown();
                let heap = beyond.clone();
                if self.add(Instance::Climb { sentence, start: start.clone(), heap }, 0).is_ok()
                    && self.problem.next_unknown() > unknown
                {
                    heaps.push(Term::unknown(unknown));
                    self.name(start);
                }
            }
        }
        for (_, game, outcomes) in lasting.clone() {
            let unknown = self.problem.next_unknown();
            self.add(Instance::Beyond { game, outcomes, heap: beyond.clone() }, 0)?;
            heaps.push(Term::unknown(unknown));
        }
        if of_period {
            heaps.extend(starts);
        }
        for heap in &heaps {
            self.name(heap.clone());
            for (from, ..) in &lasting {
                self.add(Instance::Later { from: *from, heap: heap.clone() }, 0)?;
            }
            let other = heap.clone();
            if of_period {
                self.add(Instance::Cycle { heap: beyond.clone(), other: other.clone() }, 0)?;
            }
            for from in &periodic {
                // Two heaps that are not seen to be a period apart say nothing.
                let (heap, other) = (beyond.clone(), other.clone());
                let _ = self.add(Instance::Repeat { from: *from, heap, other }, 0);
            }
        }
        Ok(())
    }

    /// A heap of the claim's own game that matters.
    pub(super) fn name(&mut self, heap: Term) {
        let key = (0, heap);
        if !self.levels.contains_key(&key) {
            self.levels.insert(key.clone(), 0);
            self.heaps.push(key);
        }
    }

    /// Where the sentence looks, for the heap 0: what is added to a heap.
    fn heaps_spoken_of(&self, sentence: usize) -> Result<Vec<Term>, Rejection> {
        let mut problem = Problem::new(self.setting, self.goal)?;
        let before = problem.atoms().len();
        problem.add(&Instance::So { sentence, heap: Term::default() })?;
        let mut heaps = vec![Term::default()];
        for atom in &problem.atoms()[before..] {
            let some: &[&Term] = match atom {
                Atom::Wins { heap, .. } => &[heap],
                Atom::Row(row) => &[&row.from, &row.to],
                _ => &[],
            };
            for heap in some {
                if !heaps.contains(heap) {
                    heaps.push((*heap).clone());
                }
            }
        }
        Ok(heaps)
    }

    /// The first and last heap of a row and those beside it are heaps that matter.
    fn beside_rows(&mut self, game: usize) {
        let rows = self.problem.atoms().iter().filter_map(|atom| match atom {
            Atom::Row(row) => Some(row.clone()),
            _ => None,
        });
        for row in rows.collect::<Vec<_>>() {
            let one = Term::number(1);
            let ends = [
                Some(row.from.clone()),
                row.from.plus(-1, &one),
                Some(row.to.clone()),
                row.to.plus(1, &one),
            ];
            for heap in ends.into_iter().flatten() {
                let key = (game, heap);
                if !self.levels.contains_key(&key) {
                    self.levels.insert(key.clone(), 0);
                    self.heaps.push(key);
                }
            }
        }
    }

    /// What is known of members.
    fn sets(&mut self, level: usize) -> Result<(), Rejection> {
        let likes = self.problem.atoms().iter().filter_map(|atom| match atom {
            Atom::Like(like) => Some(*like),
            _ => None,
        });
        let likes: Vec<usize> = likes.collect();
        for number in self.amounts.clone() {
            self.add(Instance::Member { number: number.clone() }, level)?;
            for &like in &likes {
                self.add(Instance::Like { like, number: number.clone() }, level)?;
            }
        }
        Ok(())
    }

    fn rows_and_choices(&mut self, level: usize) -> Result<(), Rejection> {
        for atom in self.quantified.clone() {
            match atom {
                Atom::Row(row) => {
                    self.add(Instance::Out { row: row.clone() }, level)?;
                    for (game, heap) in self.heaps.clone() {
                        if game == row.game {
                            self.add(Instance::In { row: row.clone(), heap }, level)?;
                        }
                    }
                }
                Atom::Choice(choice) => {
                    self.add(Instance::Choice { choice: choice.clone() }, level)?;
                    for amount in self.amounts.clone() {
                        self.add(Instance::Option { choice: choice.clone(), amount }, level)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What is so of every heap, or of every smaller one, where it speaks of a heap that was reached.
    fn sentences(&mut self, level: usize) -> Result<(), Rejection> {
        let heaps = self.heaps_of(level);
        for (sentence, shifts) in self.usable.clone() {
            for (_, heap) in &heaps {
                for shift in &shifts {
                    let Some(heap) = heap.plus(-1, shift) else { continue };
                    if self.least.iter().all(|(_, other)| *other != sentence) {
                        self.add(Instance::So { sentence, heap: heap.clone() }, level + 1)?;
                    }
                    for (least, other) in self.least.clone() {
                        if other == sentence {
                            self.add(Instance::Below { least, heap: heap.clone() }, level + 1)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// How stuck heaps end, and that 0 is even.
    fn ends(&mut self) -> Result<(), Rejection> {
        let ends: Vec<usize> = (self.problem.atoms().iter())
            .filter_map(|atom| match atom {
                Atom::Ends(outcome) => Some(*outcome),
                _ => None,
            })
            .collect();
        for (game, heap) in self.heaps.clone() {
            self.add(Instance::Stuck { game, heap: heap.clone() }, 9)?;
            for &outcome in ends.iter().filter(|_| game == 0) {
                self.add(Instance::Never { outcome, heap: heap.clone() }, 9)?;
            }
        }
        if self.problem.atoms().iter().any(|atom| matches!(atom, Atom::Odd(_))) {
            for (_, number) in self.heaps_of(1) {
                self.add(Instance::Zero { number }, 9)?;
            }
            for atom in self.problem.atoms().to_vec() {
                if let Atom::AtMostZero(number) = atom
                    && number.factors.iter().filter(|factor| **factor != 0).count() == 1
                {
                    self.add(Instance::Zero { number }, 9)?;
                }
            }
        }
        Ok(())
    }

    /// Looks for a contradiction.
    pub fn refute(&mut self, task: &Task) -> Result<Outcome, Stop> {
        for _ in 0..ROUNDS {
            let (known, numbers) = match refute(&self.problem, task)? {
                Found::Tree(tree) => return Ok(self.refutation(&tree)),
                Found::GivenUp(why) => return Ok(Outcome::Left(why.to_string())),
                Found::Model(model) => model,
            };
            let before = self.instances.len();
            if self.equalities(&known, &numbers).is_err() || self.instances.len() == before {
                return Ok(Outcome::Left(self.case_left(&numbers)));
            }
        }
        Ok(Outcome::Left("there are ever more equal heaps".into()))
    }

    /// Equal terms of which the model says different things.
    fn equalities(
        &mut self,
        known: &[Option<bool>],
        numbers: &[(i128, i128)],
    ) -> Result<(), Rejection> {
        let atoms = self.problem.atoms().to_vec();
        let mut more = Vec::new();
        for (i, one) in atoms.iter().enumerate() {
            for (j, other) in atoms.iter().enumerate().skip(i + 1) {
                if known[i].is_none() || known[j].is_none() || known[i] == known[j] {
                    continue;
                }
                match (one, other) {
                    (
                        Atom::Wins { game, player, heap },
                        Atom::Wins { game: g, player: p, heap: there },
                    ) if game == g && player == p && equal(heap, there, numbers) => {
                        let (game, heap, other) = (*game, heap.clone(), there.clone());
                        more.push(Instance::Equal { game, heap, other });
                    }
                    (Atom::Member(number), Atom::Member(other))
                        if equal(number, other, numbers) =>
                    {
                        let (number, other) = (number.clone(), other.clone());
                        more.push(Instance::Both { number, other });
                    }
                    _ => {}
                }
            }
        }
        more.into_iter().try_for_each(|instance| self.add(instance, 9))
    }

    fn case_left(&self, numbers: &[(i128, i128)]) -> String {
        let value = |place: usize| match numbers.get(place) {
            Some((top, 1)) => top.to_string(),
            Some((top, bottom)) => format!("{top}/{bottom}"),
            None => "?".to_string(),
        };
        let mut parts = vec![format!("min(S) = {}", value(LEAST))];
        if self.setting.is_finite() {
            parts.push(format!("max(S) = {}", value(LARGEST)));
        }
        parts.extend(self.least.iter().map(|(unknown, _)| format!("n = {}", value(*unknown))));
        let facts = self.instances.len();
        let full = if self.full { ", as many as are looked at," } else { "" };
        format!("{facts} facts{full} leave a case with {}", parts.join(", "))
    }

    /// The tree with those instances that it uses, those that bring in unknowns, and those that first speak of an inequality
    /// that it adds.
    fn refutation(&self, tree: &Tree) -> Outcome {
        let (mut used, mut added) = (HashSet::new(), HashSet::new());
        used_by(tree, &mut used, &mut added);
        for atom in added {
            used.insert(self.given + self.atoms_after.partition_point(|after| *after <= atom));
        }
        let mut place_of: HashMap<usize, usize> = (0..self.given).map(|p| (p, p)).collect();
        let mut instances = Vec::new();
        for (place, instance) in self.instances.iter().enumerate() {
            if used.contains(&(self.given + place)) || brings_in(instance) {
                place_of.insert(self.given + place, self.given + instances.len());
                instances.push(instance.clone());
            }
        }
        let renumbered = || {
            let mut problem = Problem::new(self.setting, self.goal).ok()?;
            instances.iter().try_for_each(|instance| problem.add(instance)).ok()?;
            let atoms = problem.atoms().iter().enumerate();
            let number_of: HashMap<&Atom, usize> = atoms.map(|(n, atom)| (atom, n)).collect();
            let atom_of = |atom: usize| number_of.get(&self.problem.atoms()[atom]).copied();
            renumbered(tree, &atom_of, &place_of)
        };
        match renumbered() {
            Some(tree) => Outcome::Refuted(Refutation { instances, tree }),
            None => Outcome::Left("the tree speaks of something that is in no instance".into()),
        }
    }
}

fn brings_in(instance: &Instance) -> bool {
    matches!(
        instance,
        Instance::Unlike { .. }
            | Instance::Win { .. }
            | Instance::Ends { .. }
            | Instance::Least { .. }
            | Instance::Out { .. }
            | Instance::Choice { .. }
            | Instance::Lasting { .. }
            | Instance::Beyond { .. }
            | Instance::Periodic { .. }
            | Instance::Differ { .. }
            | Instance::Climb { .. }
    )
}

/// The atoms of a formula.
fn atoms_of(formula: &Formula, places: &mut BTreeSet<usize>) {
    match formula {
        Formula::Atom(place) => {
            places.insert(*place);
        }
        Formula::Not(inner) => atoms_of(inner, places),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| atoms_of(part, places));
        }
    }
}

/// The formulas that a tree names, and the inequalities that it adds.
fn used_by(tree: &Tree, used: &mut HashSet<usize>, added: &mut HashSet<usize>) {
    match tree {
        Tree::Split { yes, no, .. } => {
            used_by(yes, used, added);
            used_by(no, used, added);
        }
        Tree::False(place) => {
            used.insert(*place);
        }
        Tree::Sum(parts) => added.extend(parts.iter().map(|(atom, _)| *atom)),
    }
}

fn renumbered(
    tree: &Tree,
    atom_of: &impl Fn(usize) -> Option<usize>,
    place_of: &HashMap<usize, usize>,
) -> Option<Tree> {
    Some(match tree {
        Tree::Split { atom, yes, no } => Tree::Split {
            atom: atom_of(*atom)?,
            yes: Box::new(renumbered(yes, atom_of, place_of)?),
            no: Box::new(renumbered(no, atom_of, place_of)?),
        },
        Tree::False(place) => Tree::False(*place_of.get(place)?),
        Tree::Sum(parts) => {
            let part = |&(atom, times): &(usize, u64)| Some((atom_of(atom)?, times));
            Tree::Sum(parts.iter().map(part).collect::<Option<_>>()?)
        }
    })
}

/// Have both terms the same value?
fn equal(one: &Term, other: &Term, numbers: &[(i128, i128)]) -> bool {
    let Some(apart) = one.plus(-1, other) else { return false };
    // A common denominator is enough: the sum of the numerators is 0 or not.
    let mut common = 1i128;
    for (_, bottom) in numbers {
        match common.checked_mul(*bottom) {
            Some(product) if product < 1 << 60 => common = product,
            _ => return false,
        }
    }
    let mut sum = common.checked_mul(apart.constant.into());
    for (factor, (top, bottom)) in apart.factors.iter().zip(numbers) {
        let part = top.checked_mul(common / bottom).and_then(|n| n.checked_mul((*factor).into()));
        sum = sum.zip(part).and_then(|(sum, part)| sum.checked_add(part));
    }
    sum == Some(0)
}
