//! "Some option of the position is so", as a formula: written down again from the rules' checked tree, in a
//! way of its own.
//!
//! A position of at most k piles is given by the least and by what each next one has more; the piles that
//! there are come last. Each number of piles is looked at by itself, each choice of piles, and each order in which the
//! piles may stand after the move. Where piles are bounded, a position is given by how many there are of each size, and a
//! move chooses sizes.

use sprague_claim::Board;
use sprague_rules::expr::{Expr, Mention};
use sprague_rules::ruleset::{Amount, Ending, Move, MoveAct, Mover};
use sprague_rules::{Options, Ruleset, Shape};

use crate::Rejection;
use crate::arithmetic::{Arithmetic, FALSE, Formula, TRUE, Term, Variable};
use crate::scene::{Case, Scene};

/// A ruleset on a board.
pub struct Game<'r> {
    pub ruleset: &'r Ruleset,
    pub board: Board,
    /// The first variable that positions and values do not use.
    pub fresh: Variable,
}

/// What is said of an option, given its piles in ascending order, or its counts, and the first variable that
/// these do not use.
pub type Goal<'g> = &'g dyn Fn(&mut Arithmetic, &[Term], Variable) -> Result<Formula, Rejection>;

/// Values under a condition, with the numbers that were named for it: amounts, or what is left of piles.
struct Choice {
    guard: Formula,
    numbers: Vec<Variable>,
    values: Vec<Term>,
}

impl<'r> Game<'r> {
    /// A ruleset that can be checked on such a board.
    pub fn new(ruleset: &'r Ruleset, board: Board, fresh: Variable) -> Result<Game<'r>, Rejection> {
        let refuse = |why: &str| Err(Rejection::new(why));
        if matches!(board, Board::Mixed { .. }) {
            return refuse("counted piles beside others are not checked");
        }
        if matches!(ruleset.shape, Shape::Row { .. }) {
            return refuse("rows are not checked");
        }
        if ruleset.moves.iter().any(|m| m.mover != Mover::Both) {
            return refuse("moves that only one player may make are not checked");
        }
        match ruleset.ending {
            Ending::Decided(_) => refuse("endings that name a winner are not checked"),
            _ => Ok(Game { ruleset, board, fresh }),
        }
    }

    pub fn is_misere(&self) -> bool {
        matches!(self.ruleset.ending, Ending::StuckWins)
    }

    /// The piles in ascending order, or the counts.
    pub fn terms(&self) -> Vec<Term> {
        let numbers = (0..self.board.numbers() as Variable).map(Term::variable);
        match self.board {
            Board::Counts(_) | Board::Mixed { .. } => numbers.collect(),
            Board::Piles(_) => {
                let mut pile = Term::number(0);
                let next = |more: Term| {
                    pile = pile.plus(&more);
                    pile.clone()
                };
                numbers.map(next).collect()
            }
        }
    }

    /// The numbers that stand for a position given by ascending piles, or by counts.
    pub fn coordinates(&self, terms: &[Term]) -> Vec<Term> {
        match self.board {
            Board::Counts(_) | Board::Mixed { .. } => terms.to_vec(),
            Board::Piles(_) => {
                let before = [Term::number(0)];
                let before = before.iter().chain(terms);
                terms.iter().zip(before).map(|(pile, before)| pile.minus(before)).collect()
            }
        }
    }

    /// Exactly so many piles, or a largest pile of exactly this size.
    pub fn exactly(&self, many: usize, a: &mut Arithmetic) -> Formula {
        let whole = self.board.numbers();
        let number = |place: usize| Term::variable(place as Variable);
        let (gone, there) = match self.board {
            Board::Piles(_) => (0..whole - many, whole - many),
            Board::Counts(_) | Board::Mixed { .. } => (many..whole, many.wrapping_sub(1)),
        };
        let mut parts: Vec<Formula> = gone.map(|place| a.zero(number(place))).collect();
        if many > 0 {
            parts.push(a.less(&Term::number(0), &number(there)));
        }
        a.and(parts)
    }

    /// Some option is so.
    pub fn some_option(&self, goal: Goal, a: &mut Arithmetic) -> Result<Formula, Rejection> {
        let mut parts = Vec::new();
        for (index, m) in self.ruleset.moves.iter().enumerate() {
            match self.board {
                Board::Mixed { .. } => return Err(Rejection::new("counted piles beside others")),
                Board::Counts(most) => self.of_counts(index, most, goal, a, &mut parts)?,
                Board::Piles(whole) => {
                    for there in 1..=whole {
                        let mut moves = Vec::new();
                        self.of_piles(m, there, goal, a, &mut moves)?;
                        let exactly = self.exactly(there, a);
                        let some = a.or(moves);
                        parts.push(a.and([exactly, some]));
                    }
                }
            }
        }
        Ok(a.or(parts))
    }

    /// The options of a move where there are exactly so many piles.
    fn of_piles(
        &self,
        m: &Move,
        there: usize,
        goal: Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let terms = self.terms();
        let before = &terms[terms.len() - there..];
        let choices: Vec<Vec<usize>> = match &m.act {
            MoveAct::Take(takes) => arrangements(there, takes.len()),
            MoveAct::TakeEach { least, most, .. } => {
                let sizes = (*least).max(1)..=most.unwrap_or(there).min(there);
                sizes.flat_map(|size| arrangements(there, size)).filter(|c| c.is_sorted()).collect()
            }
            MoveAct::TakeAll { .. } => vec![(0..there).collect()],
            MoveAct::Replace { piles, by } if by.len() <= piles.len() => {
                arrangements(there, piles.len())
            }
            MoveAct::Replace { .. } | MoveAct::Break { .. } => {
                return Err(Rejection::new("moves that make more piles are not checked"));
            }
            MoveAct::Subtract(_) => return Err(Rejection::new("rows are not checked")),
        };
        for chosen in choices {
            let others = before.iter().enumerate().filter(|(place, _)| !chosen.contains(place));
            let mut scene = Scene {
                slots: vec![Term::number(0); m.slots.len().max(1)],
                before: before.to_vec(),
                others: others.map(|(_, pile)| pile.clone()).collect(),
                after: Vec::new(),
                fresh: self.fresh,
            };
            let sizes: Vec<Term> = chosen.iter().map(|&place| before[place].clone()).collect();
            for left in self.left(m, &mut scene, &sizes, a)? {
                parts.extend(self.put_back(m, &scene, &left, goal, a)?);
            }
        }
        Ok(())
    }

    /// What a move leaves of piles of these sizes: conditions, numbers that they name, new sizes.
    fn left(
        &self,
        m: &Move,
        scene: &mut Scene,
        sizes: &[Term],
        a: &mut Arithmetic,
    ) -> Result<Vec<Choice>, Rejection> {
        let mut choices = vec![Choice { guard: TRUE, numbers: Vec::new(), values: Vec::new() }];
        let amounts: Vec<&Amount> = match &m.act {
            MoveAct::Take(takes) => {
                for ((slot, _), size) in takes.iter().zip(sizes) {
                    scene.slots[*slot] = size.clone();
                }
                takes.iter().map(|(_, amount)| amount).collect()
            }
            MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => vec![amount],
            MoveAct::Replace { piles, by } => {
                for (slot, size) in piles.iter().zip(sizes) {
                    scene.slots[*slot] = size.clone();
                }
                let mut fresh = scene.fresh;
                for expr in by {
                    let cases = scene.cases(expr, &mut fresh, a)?;
                    choices = combined(choices, &cases, a);
                }
                scene.fresh = fresh;
                return Ok(choices);
            }
            MoveAct::Break { .. } | MoveAct::Subtract(_) => return Ok(Vec::new()),
        };
        // First the numbers that the mover chooses, on which fixed amounts may depend.
        for amount in &amounts {
            if let Amount::Chosen(slot) = amount {
                scene.slots[*slot] = Term::variable(scene.fresh);
                choices[0].numbers.push(scene.fresh);
                scene.fresh += 1;
            }
        }
        let mut fresh = scene.fresh;
        for amount in &amounts {
            let cases = match amount {
                Amount::Chosen(slot) => scene.cases(&Expr::Slot(*slot), &mut fresh, a)?,
                Amount::Fixed(expr) => scene.cases(expr, &mut fresh, a)?,
            };
            choices = combined(choices, &cases, a);
        }
        scene.fresh = fresh;
        let mut all = Vec::new();
        for taken in choices {
            let mut guards = vec![taken.guard];
            let mut left = Vec::new();
            for (place, size) in sizes.iter().enumerate() {
                // The same amount from each, or each its own.
                let amount = taken.values.get(place).unwrap_or(&taken.values[0]);
                guards.push(a.less(&Term::number(0), amount));
                guards.push(a.at_most(amount, size));
                left.push(size.minus(amount));
            }
            all.push(Choice { guard: a.and(guards), numbers: taken.numbers, values: left });
        }
        Ok(all)
    }

    /// Puts what is left of the chosen piles back among the others, in every order.
    fn put_back(
        &self,
        m: &Move,
        scene: &Scene,
        left: &Choice,
        goal: Goal,
        a: &mut Arithmetic,
    ) -> Result<Vec<Formula>, Rejection> {
        let mut parts = Vec::new();
        let zero = Term::number(0);
        for emptied in 0..1usize << left.values.len() {
            let mut guards = vec![left.guard];
            let mut orders = vec![scene.others.clone()];
            for (place, pile) in left.values.iter().enumerate() {
                if emptied >> place & 1 == 1 {
                    guards.push(a.zero(pile.clone()));
                    continue;
                }
                guards.push(a.less(&zero, pile));
                let inserted = |order: &Vec<Term>| {
                    let at = |place: usize| {
                        [&order[..place], std::slice::from_ref(pile), &order[place..]].concat()
                    };
                    (0..=order.len()).map(at).collect::<Vec<_>>()
                };
                orders = orders.iter().flat_map(inserted).collect();
            }
            if guards.contains(&FALSE) {
                continue;
            }
            for order in orders {
                let mut all = guards.clone();
                all.extend(order.windows(2).map(|pair| a.at_most(&pair[0], &pair[1])));
                let after = Scene { after: order.clone(), ..scene.clone() };
                all.push(after.condition(&m.condition, a)?);
                let gone = self.board.numbers() - order.len();
                let whole = [vec![zero.clone(); gone], order].concat();
                all.push(goal(a, &whole, scene.fresh)?);
                let inner = a.and(all);
                let numbers = left.numbers.iter();
                parts.push(numbers.fold(inner, |inner, &number| a.exists(number, inner)));
            }
        }
        Ok(parts)
    }

    /// The options of a move where positions are counts of piles of size 1, ..., `most`. A move that looks at the
    /// chosen piles alone leads from a position wherever it leads from these piles by themselves.
    fn of_counts(
        &self,
        index: usize,
        most: usize,
        goal: Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let m = &self.ruleset.moves[index];
        if looks_around(m) {
            return Err(Rejection::new(
                "moves that look at other piles are not checked with counts",
            ));
        }
        let many = match &m.act {
            MoveAct::Take(takes) => takes.len(),
            MoveAct::TakeEach { most: Some(most), .. } => *most,
            MoveAct::TakeAll { .. } => return self.taking_from_all(index, most, goal, a, parts),
            _ => return Err(Rejection::new("moves of this kind are not checked with counts")),
        };
        let counts = self.terms();
        for chosen in multisets(most, many) {
            let mut guards = Vec::new();
            let mut rest = counts.clone();
            for &size in &chosen {
                let count = rest[size as usize - 1].clone();
                guards.push(a.less(&Term::number(0), &count));
                rest[size as usize - 1] = count.plus_constant(-1);
            }
            for option in self.leads_to(index, &chosen) {
                let mut after = rest.clone();
                for size in option.into_iter().filter(|&size| size > 0) {
                    let count = &mut after[size as usize - 1];
                    *count = count.clone().plus_constant(1);
                }
                let goal = goal(a, &after, self.fresh)?;
                parts.push(a.and(guards.iter().copied().chain([goal])));
            }
        }
        Ok(())
    }

    /// Where one move leads from these piles.
    fn leads_to(&self, index: usize, piles: &[u32]) -> Vec<Vec<u32>> {
        let mut reached = Vec::new();
        Options::new(self.ruleset).visit_one(index, piles, &mut |option| {
            reached.push(option.to_vec());
            true
        });
        reached
    }

    /// The same amount from every pile: the counts move down.
    fn taking_from_all(
        &self,
        index: usize,
        most: usize,
        goal: Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let counts = self.terms();
        // What can be taken from a largest pile by itself.
        for option in self.leads_to(index, &[most as u32]) {
            let taken = most - option.iter().sum::<u32>() as usize;
            let small = counts[..taken - 1].iter();
            let mut guards: Vec<Formula> = small.map(|count| a.zero(count.clone())).collect();
            let there: Vec<Formula> =
                counts.iter().map(|count| a.less(&Term::number(0), count)).collect();
            guards.push(a.or(there));
            let mut after = counts[taken..].to_vec();
            after.resize(most, Term::number(0));
            guards.push(goal(a, &after, self.fresh)?);
            parts.push(a.and(guards));
        }
        Ok(())
    }
}

/// Does the move look at piles other than the chosen ones?
fn looks_around(m: &Move) -> bool {
    let piles = |mention: Mention| matches!(mention, Mention::Piles(_));
    let amounts: Vec<&Amount> = match &m.act {
        MoveAct::Take(takes) => takes.iter().map(|(_, amount)| amount).collect(),
        MoveAct::TakeEach { amount, .. } | MoveAct::TakeAll { amount } => vec![amount],
        _ => Vec::new(),
    };
    m.condition.mentions(&piles)
        || amounts.iter().any(|amount| match amount {
            Amount::Chosen(_) => false,
            Amount::Fixed(expr) => expr.mentions(&piles),
        })
}

/// Every further value behind every choice.
fn combined(choices: Vec<Choice>, cases: &[Case], a: &mut Arithmetic) -> Vec<Choice> {
    let mut longer = Vec::new();
    for taken in &choices {
        for case in cases {
            longer.push(Choice {
                guard: a.and([taken.guard, case.guard]),
                numbers: [&taken.numbers[..], &case.numbers].concat(),
                values: [&taken.values[..], std::slice::from_ref(&case.value)].concat(),
            });
        }
    }
    longer
}

/// Ways to choose so many different places, in every order.
fn arrangements(places: usize, many: usize) -> Vec<Vec<usize>> {
    if many == 0 {
        return vec![Vec::new()];
    }
    let longer = |head: Vec<usize>| {
        let free: Vec<usize> = (0..places).filter(|place| !head.contains(place)).collect();
        free.into_iter().map(move |place| [&head[..], &[place]].concat())
    };
    arrangements(places, many - 1).into_iter().flat_map(longer).collect()
}

/// Multisets of one to `many` sizes from 1 to `most`, ascending.
fn multisets(most: usize, many: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = Vec::new();
    let mut last: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..many {
        let longer = |head: &Vec<u32>| {
            let head = head.clone();
            let from = head.last().copied().unwrap_or(1);
            (from..=most as u32).map(move |size| [&head[..], &[size]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}
