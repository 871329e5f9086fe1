//! All members of a family: an argument says what each of them is, and arithmetic whether the claim says the same.
//!
//! *Periodicity*: the nim-values of K(n), K(m,n), S(n) and DS(m,n,k) with one chip on each vertex, by the theorem of
//! [`super::table`].
//!
//! *Mirroring.* In normal play a position of two parts that are the same up to names is P wherever every move in one of them may
//! be answered in the other: in the free versions of Wyg and Wygthoff, and with one chip each, where no move binds. A
//! path on n >= 2 vertices with c >= 1 chips on each is then N: empty its middle vertex, or both ends of its middle edge (take c
//! from them), and two equal paths are left, or nothing. On fewer vertices, or without chips, there is no move, and it is P.
//! With one chip each, the options of a cycle on n >= 4 vertices are paths on n - 1 and n - 2 >= 2 vertices, which are
//! N, so it is P; that on 3 vertices is N (delete two). A wheel on n >= 5 vertices is N, since deleting the hub leaves a cycle on
//! at least 4; that on 4 is K(4), whose options K(3) and K(2) are N, so it is P.
//!
//! *Forcing.* Where a chosen edge binds (Wyg, Wygthoff, normal play), whoever has to play on an edge with one chip on both ends must
//! empty an end. Let A(n) be the path with c >= 2 chips on each of n vertices and B(n) the same with 1 chip on an end; in Wyg
//! c is 2. Both are N for n >= 2, by induction. A(2): empty both. B(2): empty the end with 1. A(3) and B(3): empty the centre,
//! on an edge whose other end has c chips. For n >= 4 leave 1 and 1 on the edge at the end (in B(n) that of the 1):
//! take c - 1 from both, or from the second vertex alone, which Wyg allows for c = 2, where c - 1 is at most the 1 on the
//! end. The answer leaves B(n - 1), or A(n - 2) perhaps beside a lone vertex, on which there is no move; all these are N. The cycle
//! with c chips on each vertex is N: on 3 vertices empty two; on more leave 1 and 1 on an edge, and the answer leaves
//! B(n - 1) or A(n - 2). On fewer than 2 vertices of a path there is no move.
//!
//! In each case what is said of a member is a function of the numbers in its name that repeats from a threshold on, so the
//! claim is one sentence of arithmetic for each value. Names of which the length of a path is made take finitely many values
//! and are put in one by one. As a second look, the smallest members are played through.

use std::collections::HashSet;

use sprague_claim::graphs::board::{Boards, Chips, Part, Source};
use sprague_claim::graphs::{Family, Game, OnGraphs, Position, Saying, Value};
use sprague_claim::{Sight, condition::value_of};
use sprague_rules::Outcome;
use sprague_rules::expr::{Comparison, Cond, Expr};
use sprague_task::Task;

use super::play::Play;
use super::table::{DoubleStars, LARGEST, Repeat, complete, complete_bipartite, stars};
use crate::Rejection;
use crate::arithmetic::{Arithmetic, Decided, FALSE, Formula, TRUE, Term, Variable};
use crate::scene::Scene;

/// Why all members are as they are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    Periodicity { threshold: usize, period: usize },
    Mirroring,
    Forcing,
}

/// Values that are put in for names one by one.
const MOST_CHOICES: usize = 20_000;
/// Members with numbers up to this are played through, if they have few positions.
const PLAYED: usize = 6;
/// Few positions.
const FEW: u64 = 4000;

/// What members are, by some numbers: nim-values, or 0 for P and 1 for N.
struct Known {
    numbers: Vec<Expr>,
    repeat: Repeat,
    /// At each point with entries below threshold + period; none, where there is no graph.
    values: Vec<(Vec<usize>, Option<u32>)>,
}

/// Decides the claim for all members by an argument for them.
pub(super) fn check(
    on: &OnGraphs,
    boards: &Boards,
    argument: Argument,
    task: &Task,
) -> Result<(), Rejection> {
    let names = boards.ranges.len();
    let Source::Sum(parts) = &boards.source else { return Err(unknown()) };
    let [Part::Family { family, numbers, .. }] = &parts[..] else { return Err(unknown()) };
    let outcomes = matches!(on.saying, Saying::Exactly(_) | Saying::If { .. });
    let valued = outcomes || matches!(on.saying, Saying::NimValue(_));
    if on.misere || !on.game.on_edges() || on.mentions_beyond(names) || !valued {
        return Err(unknown());
    }
    let single = boards.chips == Chips::Each(Expr::Const(1));
    let mut sentences = Sentences::new(on, boards, task)?;
    let mut one = |known: Option<Known>| -> Result<(), Rejection> {
        let known = known.ok_or_else(unknown)?;
        sentences.decide(&vec![None; names], &known)?;
        second_look(on.game, *family, &boards.chips, &known, 0, task)
    };
    match (argument, family) {
        (Argument::Mirroring, _) if outcomes => {
            one(mirrored(*family, numbers, &boards.chips, on.game))
        }
        (Argument::Forcing, _) if outcomes => one(forced(*family, numbers, &boards.chips, on.game)),
        (Argument::Periodicity { threshold, period }, _) if single => {
            if period == 0 || threshold > LARGEST || period > LARGEST {
                return Err(Rejection::new("this threshold, or period, is not believed"));
            }
            let repeat = Repeat { threshold, period };
            let row = |values: Vec<u32>| Known::row(numbers.clone(), repeat, &values);
            match family {
                Family::Complete => one(complete(repeat).map(row)),
                Family::Star => one(stars(repeat).map(row)),
                Family::CompleteBipartite => {
                    let (m, n) = (Box::new(numbers[0].clone()), Box::new(numbers[1].clone()));
                    let least = Expr::Min(m.clone(), n.clone());
                    let more = Expr::Sub(Box::new(Expr::Max(m, n)), Box::new(least.clone()));
                    let square =
                        |values: Vec<Vec<u32>>| Known::square(vec![least, more], repeat, &values);
                    one(complete_bipartite(repeat).map(square))
                }
                Family::DoubleStar => double_stars(boards, numbers, repeat, &mut sentences, task),
                _ => Err(unknown()),
            }
        }
        _ => Err(unknown()),
    }
}

fn unknown() -> Rejection {
    Rejection::new("this argument says nothing of these members")
}

/// Double stars: the names in the length of the path are put in one by one.
fn double_stars(
    boards: &Boards,
    numbers: &[Expr],
    repeat: Repeat,
    sentences: &mut Sentences,
    task: &Task,
) -> Result<(), Rejection> {
    let choices = boards.choices(&numbers[2], MOST_CHOICES);
    let choices = choices.ok_or_else(|| Rejection::new("the length of a path is left open"))?;
    let mut stars = DoubleStars::new(repeat, task);
    let mut kept: Option<(usize, Known)> = None;
    for choice in choices {
        let values: Vec<i64> = choice.iter().map(|value| value.unwrap_or(0)).collect();
        let length = value_of(&numbers[2], Sight::of(&values));
        let length = usize::try_from(length).map_err(|_| unknown())?;
        if kept.as_ref().is_none_or(|(known, _)| *known != length) {
            let values = stars.values(length)?.ok_or_else(|| {
                Rejection::new(format!("the values do not repeat so for paths of {length} edges"))
            })?;
            kept = Some((length, Known::square(numbers[..2].to_vec(), repeat, &values)));
        }
        let Some((_, known)) = &kept else { return Err(unknown()) };
        sentences.decide(&choice, known)?;
        if length < PLAYED {
            second_look(Game::Wyg, Family::DoubleStar, &boards.chips, known, length, task)?;
        }
    }
    Ok(())
}

impl Known {
    fn row(numbers: Vec<Expr>, repeat: Repeat, values: &[u32]) -> Known {
        let box_side = repeat.threshold + repeat.period;
        let values = (0..box_side).map(|n| (vec![n], Some(values[n]))).collect();
        Known { numbers, repeat, values }
    }

    fn square(numbers: Vec<Expr>, repeat: Repeat, values: &[Vec<u32>]) -> Known {
        let side = repeat.threshold + repeat.period;
        let points = (0..side).flat_map(|m| (0..side).map(move |n| vec![m, n]));
        let values = points.map(|x| (x.clone(), Some(values[x[0]][x[1]]))).collect();
        Known { numbers, repeat, values }
    }

    /// What is known at a point; nothing, where there is no graph.
    fn at(&self, point: &[usize]) -> Option<u32> {
        let lowered: Vec<usize> = point.iter().map(|&n| self.repeat.lowered(n)).collect();
        self.values.iter().find(|(x, _)| *x == lowered).and_then(|(_, value)| *value)
    }

    /// Outcomes that stay the same from a threshold on: N where that is said, and P otherwise; no graph below `least`.
    fn outcomes(
        numbers: Vec<Expr>,
        (least, threshold): (usize, usize),
        won: impl Fn(&[usize]) -> bool,
    ) -> Known {
        let mut points: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in &numbers {
            let longer = |x: &Vec<usize>| {
                let x = x.clone();
                (0..=threshold).map(move |n| [&x[..], &[n]].concat())
            };
            points = points.iter().flat_map(longer).collect();
        }
        let value = |x: &Vec<usize>| (x[0] >= least).then(|| u32::from(won(x)));
        let values = points.into_iter().map(|x| (x.clone(), value(&x))).collect();
        Known { numbers, repeat: Repeat { threshold, period: 1 }, values }
    }
}

/// What mirroring says.
fn mirrored(family: Family, numbers: &[Expr], chips: &Chips, game: Game) -> Option<Known> {
    let Chips::Each(each) = chips else { return None };
    let single = *each == Expr::Const(1);
    let free = matches!(game, Game::WygFree | Game::WygthoffFree);
    match family {
        Family::Path if single || free => {
            let numbers = vec![numbers[0].clone(), each.clone()];
            Some(Known::outcomes(numbers, (0, 2), |x| x[0] >= 2 && x[1] >= 1))
        }
        Family::Cycle if single => Some(Known::outcomes(numbers.to_vec(), (3, 4), |x| x[0] == 3)),
        Family::Wheel if single => Some(Known::outcomes(numbers.to_vec(), (4, 5), |x| x[0] >= 5)),
        _ => None,
    }
}

/// What forcing says.
fn forced(family: Family, numbers: &[Expr], chips: &Chips, game: Game) -> Option<Known> {
    let fits = |chips: &Expr| match (chips, game) {
        (Expr::Const(c), Game::Wyg) => *c == 2,
        (Expr::Const(c), Game::Wygthoff) => *c >= 2,
        _ => false,
    };
    let binds = matches!(game, Game::Wyg | Game::Wygthoff);
    let numbers = numbers.to_vec();
    match (family, chips) {
        (Family::Path, Chips::Each(c)) if fits(c) => {
            Some(Known::outcomes(numbers, (0, 2), |x| x[0] >= 2))
        }
        (Family::Cycle, Chips::Each(c)) if fits(c) => {
            Some(Known::outcomes(numbers, (3, 3), |_| true))
        }
        // Every vertex of a cycle has two neighbours.
        (Family::Cycle, Chips::Degree) if binds => Some(Known::outcomes(numbers, (3, 3), |_| true)),
        // One chip on an end, and the same on all others.
        (Family::Path, Chips::List(list)) => {
            let one = (Expr::Const(1), Expr::Const(1));
            let rest = Expr::Sub(Box::new(numbers[0].clone()), Box::new(Expr::Const(1)));
            let others = |(chips, times): &(Expr, Expr)| fits(chips) && *times == rest;
            match &list[..] {
                [a, b] if others(a) && *b == one || *a == one && others(b) => {
                    Some(Known::outcomes(numbers, (1, 2), |x| x[0] >= 2))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Plays the smallest members through; `length` is that of the path of double stars.
fn second_look(
    game: Game,
    family: Family,
    chips: &Chips,
    known: &Known,
    length: usize,
    task: &Task,
) -> Result<(), Rejection> {
    let mut points: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in &known.numbers {
        let longer = |x: &Vec<usize>| {
            let x = x.clone();
            (0..=PLAYED).map(move |n| [&x[..], &[n]].concat())
        };
        points = points.iter().flat_map(longer).collect();
    }
    for point in points {
        let Some(value) = known.at(&point) else { continue };
        let numbers = match family {
            Family::CompleteBipartite => vec![point[0], point[0] + point[1]],
            Family::DoubleStar => vec![point[0], point[1], length],
            _ => vec![point[0]],
        };
        let graph = family.graph(&numbers).map_err(|_| unknown())?;
        let n = graph.vertices();
        let small = |c: &Expr| match c {
            Expr::Const(c) => u32::try_from(*c).unwrap_or(0).min(4),
            _ => point.get(1).map_or(0, |&c| c as u32),
        };
        let stacks: Vec<u32> = match chips {
            Chips::Each(each) => vec![small(each); n],
            Chips::Degree => (0..n).map(|v| graph.degree(v) as u32).collect(),
            // One chip on an end; which end is all the same.
            Chips::List(list) => {
                let others = list.iter().map(|(chips, _)| small(chips)).max().unwrap_or(0);
                (0..n).map(|v| if v + 1 == n { 1 } else { others }).collect()
            }
            Chips::Every(_) => continue,
        };
        // Where a number of chips is part of the point, it must be that of the point.
        let chipped = family != Family::Path
            || known.numbers.len() < 2
            || stacks.iter().all(|&c| c as usize == point[1]);
        let few = stacks.iter().map(|&c| u64::from(c) + 1).fold(1, u64::saturating_mul) <= FEW;
        if !few || !chipped {
            continue;
        }
        let position = Position::new(graph, stacks);
        let mut play = Play::new(game, false, &position.graph, task);
        let state = play.state(&position);
        let same = match family {
            Family::Path | Family::Cycle | Family::Wheel => {
                u32::from(play.is_won(&state)?) == value
            }
            _ => play.value(&state)? == Value::Nim(value),
        };
        if !same {
            let text = position.text();
            return Err(Rejection::new(format!("{text} is other than the argument says")));
        }
    }
    Ok(())
}

/// Sentences about the names of a claim, which stand for natural numbers.
struct Sentences<'a> {
    on: &'a OnGraphs,
    boards: &'a Boards,
    arithmetic: Arithmetic<'a>,
    /// What was decided already, and holds.
    hold: HashSet<Formula>,
}

impl<'a> Sentences<'a> {
    /// No name may stand for a number below 0.
    fn new(
        on: &'a OnGraphs,
        boards: &'a Boards,
        task: &'a Task,
    ) -> Result<Sentences<'a>, Rejection> {
        let arithmetic = Arithmetic::of_numbers(task);
        let mut sentences = Sentences { on, boards, arithmetic, hold: HashSet::new() };
        let scene = sentences.scene(&vec![None; boards.ranges.len()]);
        for (place, range) in boards.ranges.iter().enumerate() {
            let natural = match &range.members {
                Some(members) if members.iter().all(|&member| member >= 0) => TRUE,
                Some(_) => FALSE,
                None => {
                    let natural = at_least(&range.least, 0);
                    let before = sentences.ranges(&scene, place)?;
                    let natural = scene.condition(&natural, &mut sentences.arithmetic)?;
                    sentences.arithmetic.implies(before, natural)
                }
            };
            sentences.demand(natural, "a name may stand for a number below 0")?;
        }
        Ok(sentences)
    }

    /// The names, each a number of its own or the value that is put in for it.
    fn scene(&self, choice: &[Option<i64>]) -> Scene {
        let term = |(name, value): (usize, &Option<i64>)| match value {
            Some(value) => Term::number(*value),
            None => Term::variable(name as Variable),
        };
        let slots = choice.iter().enumerate().map(term).collect();
        // After the names come the numbers of the point.
        let fresh = choice.len() as Variable + 2;
        let (before, others, after) = (Vec::new(), Vec::new(), Vec::new());
        Scene { slots, before, others, after, lost: None, fresh }
    }

    /// The first names have values of their ranges.
    fn ranges(&mut self, scene: &Scene, names: usize) -> Result<Formula, Rejection> {
        let mut parts = Vec::new();
        for (slot, range) in self.boards.ranges[..names].iter().enumerate() {
            let at_most =
                |a: &Expr, b: &Expr| Cond::Compare(Comparison::AtMost, a.clone(), b.clone());
            let name = Expr::Slot(slot);
            let conditions = match (&range.members, &range.most) {
                (Some(members), _) => {
                    let mut members = members.clone();
                    members.sort_unstable();
                    vec![Cond::InSet(name, members)]
                }
                (None, Some(most)) => vec![at_most(&range.least, &name), at_most(&name, most)],
                (None, None) => vec![at_most(&range.least, &name)],
            };
            for condition in conditions {
                parts.push(scene.condition(&condition, &mut self.arithmetic)?);
            }
        }
        Ok(self.arithmetic.and(parts))
    }

    /// With these values put in: every member that the claim speaks of is what it says, if members are what is known.
    fn decide(&mut self, choice: &[Option<i64>], known: &Known) -> Result<(), Rejection> {
        let (on, names) = (self.on, self.boards.ranges.len());
        let scene = self.scene(choice);
        let ranges = self.ranges(&scene, names)?;
        let suppose = scene.claimed(&on.suppose, &mut self.arithmetic)?;
        let domain = self.arithmetic.and([ranges, suppose]);
        // The entries of the point: names where the numbers are names, otherwise numbers that equal them.
        let mut point = Vec::new();
        let mut premises = vec![domain];
        for (place, number) in known.numbers.iter().enumerate() {
            let natural = scene.condition(&at_least(number, 0), &mut self.arithmetic)?;
            let natural = self.arithmetic.implies(domain, natural);
            self.demand(natural, "a number of a graph, or of chips, may be below 0")?;
            if let Expr::Slot(slot) = number {
                point.push(scene.slots[*slot].clone());
                continue;
            }
            let entry = Term::variable((names + place) as Variable);
            let mut wider = scene.clone();
            wider.slots.push(entry.clone());
            let equal = Cond::Compare(Comparison::Equal, Expr::Slot(names), number.clone());
            premises.push(wider.condition(&equal, &mut self.arithmetic)?);
            point.push(entry);
        }
        // Where outcomes are meant, all values but 0 are the same.
        let outcomes = !matches!(on.saying, Saying::NimValue(_));
        let meant = |value: Option<u32>| value.map(|v| if outcomes { v.min(1) } else { v });
        let mut values: Vec<u32> = known.values.iter().filter_map(|(_, v)| meant(*v)).collect();
        values.sort_unstable();
        values.dedup();
        let mut cases = Vec::new();
        for value in values {
            let right = self.right(&scene, value)?;
            let mut places = Vec::new();
            for (at, _) in known.values.iter().filter(|(_, v)| meant(*v) == Some(value)) {
                let mut alike = Vec::new();
                for (entry, &n) in point.iter().zip(at) {
                    alike.push(self.alike(entry, n, known.repeat));
                }
                places.push(self.arithmetic.and(alike));
            }
            let there = self.arithmetic.or(places);
            cases.push(self.arithmetic.and([there, right]));
        }
        let premise = self.arithmetic.and(premises);
        let conclusion = self.arithmetic.or(cases);
        let sentence = self.arithmetic.implies(premise, conclusion);
        self.demand(sentence, "a member is other than said, or there is no such graph")
    }

    /// What the claim says of a member is right if its nim-value is this (1 for any that is not 0, where outcomes are meant).
    fn right(&mut self, scene: &Scene, value: u32) -> Result<Formula, Rejection> {
        let arithmetic = &mut self.arithmetic;
        match &self.on.saying {
            Saying::Exactly(condition) => {
                let lost = scene.claimed(condition, arithmetic)?;
                Ok(if value == 0 { lost } else { arithmetic.not(lost) })
            }
            Saying::If { outcome, condition } => {
                let spoken = scene.claimed(condition, arithmetic)?;
                let truly = if value == 0 { Outcome::P } else { Outcome::N };
                Ok(if *outcome == truly { TRUE } else { arithmetic.not(spoken) })
            }
            Saying::NimValue(number) => {
                let mut wider = scene.clone();
                wider.slots.push(Term::number(value.into()));
                wider.equals(scene.slots.len(), number, arithmetic)
            }
            _ => Err(unknown()),
        }
    }

    /// Is the number alike to this entry of the box?
    fn alike(&mut self, number: &Term, entry: usize, repeat: Repeat) -> Formula {
        let (entry, threshold) = (entry as i64, repeat.threshold as i64);
        if entry < threshold {
            return self.arithmetic.equal(number, &Term::number(entry));
        }
        let far = self.arithmetic.at_most(&Term::number(threshold), number);
        let difference = number.minus(&Term::number(entry));
        let congruent = self.arithmetic.multiple(difference, repeat.period as i64);
        self.arithmetic.and([far, congruent])
    }

    /// A sentence must hold for all values of the names and entries.
    fn demand(&mut self, sentence: Formula, fault: &str) -> Result<(), Rejection> {
        if sentence == TRUE || self.hold.contains(&sentence) {
            return Ok(());
        }
        let variables = self.boards.ranges.len() + 2;
        match self.arithmetic.always(sentence, variables)? {
            Decided::Holds => {
                self.hold.insert(sentence);
                Ok(())
            }
            Decided::Fails(numbers) => {
                let names = numbers.map(|numbers| numbers[..self.boards.ranges.len()].to_vec());
                let names = names.map_or("huge numbers".to_string(), |names| format!("{names:?}"));
                Err(Rejection::new(format!("{fault}, for {names}")))
            }
        }
    }
}

/// `expr >= least`
fn at_least(expr: &Expr, least: i64) -> Cond {
    Cond::Compare(Comparison::AtMost, Expr::Const(least), expr.clone())
}
