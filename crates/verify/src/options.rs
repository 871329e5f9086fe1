//! "Some option of the position is so", as a formula: written down again from the rules' checked tree, in a way of its own.
//!
//! A position is a tuple: how many piles there are of size 1, 2, ..., s, counted, and at most k more piles, by the least of
//! them and by what each next one has more (s or k may be 0). A move chooses counted piles by their size and the others by
//! their place. A counted pile is of known size, and so is what is left of it: it is counted again. What is left of the
//! others is put back among them in every order; only one that ascends is a position.

use sprague_claim::Board;
use sprague_rules::expr::Expr;
use sprague_rules::ruleset::{Amount, Ending, Move, MoveAct, Mover};
use sprague_rules::{Ruleset, Shape};

use crate::Rejection;
use crate::arithmetic::{Arithmetic, FALSE, Formula, MOST_VARIABLES, TRUE, Term, Variable};
use crate::scene::{Case, Heap, Scene, differences};

/// A ruleset on a board.
#[derive(Clone, Copy)]
pub(crate) struct Game<'r> {
    pub(crate) ruleset: &'r Ruleset,
    pub(crate) board: Board,
    /// The first variable that positions and values do not use.
    pub(crate) fresh: Variable,
}

/// A formula about an option: its counts and its piles, and the first variable that these do not use.
pub(crate) type OfOption<'g> =
    dyn Fn(&mut Arithmetic, &[Term], Variable) -> Result<Formula, Rejection> + 'g;

/// What is said of an option.
pub(crate) struct Goal<'g> {
    /// Given its counts and its piles, and the first variable that these do not use.
    pub(crate) so: &'g OfOption<'g>,
    /// Does it hold for ascending piles only?
    pub(crate) ascends: bool,
}

/// Values under a condition, with the numbers that were named for it: amounts, or what is left of piles.
struct Choice {
    guard: Formula,
    numbers: Vec<Variable>,
    values: Vec<Term>,
}

/// What a move chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Chosen {
    /// A counted pile of this size.
    Size(usize),
    /// The pile at this place.
    Place(usize),
}

/// Arrangements of chosen piles that are worth looking at.
const MOST_CHOICES: usize = 20_000;

impl<'r> Game<'r> {
    /// A ruleset that can be checked on such a board.
    pub(crate) fn new(
        ruleset: &'r Ruleset,
        board: Board,
        fresh: Variable,
    ) -> Result<Game<'r>, Rejection> {
        let refuse = |why: &str| Err(Rejection::new(why));
        if let Shape::Row { .. } = ruleset.shape {
            return refuse("rows are not checked by automata");
        }
        if ruleset.moves.iter().any(|m| m.mover != Mover::Both) {
            return refuse("moves that only one player may make are not checked by automata");
        }
        match ruleset.ending {
            Ending::Decided(_) => refuse("endings that name a winner are not checked by automata"),
            _ => Ok(Game { ruleset, board, fresh }),
        }
    }

    pub(crate) fn is_misere(&self) -> bool {
        matches!(self.ruleset.ending, Ending::StuckWins)
    }

    fn sizes(&self) -> usize {
        self.board.counted()
    }

    fn places(&self) -> usize {
        self.board.numbers() - self.board.counted()
    }

    /// The counts, then the other piles in ascending order.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let mut pile = Term::number(0);
        let term = |number: usize| {
            let more = Term::variable(number as Variable);
            if number < self.sizes() {
                return more;
            }
            pile = pile.plus(&more);
            pile.clone()
        };
        (0..self.board.numbers()).map(term).collect()
    }

    /// The tuple of a position given by counts and ascending piles.
    pub(crate) fn coordinates(&self, terms: &[Term]) -> Vec<Term> {
        let (counts, piles) = terms.split_at(self.sizes());
        [counts.to_vec(), differences(self.places(), piles)].concat()
    }

    /// The piles that counts and piles stand for.
    pub(crate) fn heaps(&self, terms: &[Term]) -> Vec<Heap> {
        let (counts, piles) = terms.split_at(self.sizes());
        let many =
            (1i64..).zip(counts).map(|(size, count)| Heap::Many { size, count: count.clone() });
        many.chain(piles.iter().cloned().map(Heap::One)).collect()
    }

    /// Exactly so many piles, or a largest pile of exactly this size; where piles are counted beside others, everything.
    pub(crate) fn exactly(&self, many: usize, a: &mut Arithmetic) -> Formula {
        let whole = self.board.numbers();
        let number = |place: usize| Term::variable(place as Variable);
        let (gone, there) = match self.board {
            Board::Piles(_) => (0..whole.saturating_sub(many), whole.saturating_sub(many)),
            Board::Counts(_) => (many..whole, many.saturating_sub(1)),
            Board::Row(_) | Board::Mixed { .. } => return TRUE,
        };
        let mut parts: Vec<Formula> = gone.map(|place| a.zero(number(place))).collect();
        if many > 0 {
            parts.push(a.less(&Term::number(0), &number(there)));
        }
        a.and(parts)
    }

    /// Some option is so.
    pub(crate) fn some_option(
        &self,
        goal: &Goal,
        a: &mut Arithmetic,
    ) -> Result<Formula, Rejection> {
        let mut parts = Vec::new();
        for m in &self.ruleset.moves {
            match &m.act {
                MoveAct::Take(takes) => {
                    for chosen in self.arrangements(takes.len())? {
                        self.choosing(m, &chosen, goal, a, &mut parts)?;
                    }
                }
                MoveAct::Replace { piles, by } if by.len() <= piles.len() && self.sizes() == 0 => {
                    for chosen in self.arrangements(piles.len())? {
                        self.choosing(m, &chosen, goal, a, &mut parts)?;
                    }
                }
                MoveAct::TakeEach { least, most, .. } => {
                    for places in subsets(self.places()) {
                        self.taking_from_each(m, &places, (*least, *most), goal, a, &mut parts)?;
                    }
                }
                MoveAct::TakeAll { .. } => self.taking_from_all(m, goal, a, &mut parts)?,
                MoveAct::Replace { .. } | MoveAct::Break { .. } => {
                    return Err(Rejection::new(
                        "moves that make more or larger piles are not checked",
                    ));
                }
                MoveAct::Subtract(_) => {
                    return Err(Rejection::new("rows are not checked by automata"));
                }
            }
        }
        Ok(a.or(parts))
    }

    fn scene(&self, m: &Move, others: &[Term]) -> Scene {
        Scene {
            slots: vec![Term::number(0); m.slots.len().max(1)],
            before: self.heaps(&self.terms()),
            others: self.heaps(others),
            after: Vec::new(),
            lost: None,
            fresh: self.fresh,
        }
    }

    /// Ways to choose so many piles, one after the other: a size may be chosen again, a place not.
    fn arrangements(&self, many: usize) -> Result<Vec<Vec<Chosen>>, Rejection> {
        let mut all: Vec<Vec<Chosen>> = vec![Vec::new()];
        for _ in 0..many {
            let longer = |head: &Vec<Chosen>| {
                let sizes = (1..=self.sizes()).map(Chosen::Size);
                let places = (0..self.places()).map(Chosen::Place);
                let places = places.filter(|place| !head.contains(place));
                sizes.chain(places).map(|next| [&head[..], &[next]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
            if all.len() > MOST_CHOICES {
                return Err(Rejection::new("a move chooses among too many piles to be checked"));
            }
        }
        Ok(all)
    }

    /// A move that takes from piles chosen one by one, or replaces them.
    fn choosing(
        &self,
        m: &Move,
        chosen: &[Chosen],
        goal: &Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let terms = self.terms();
        // The chosen piles are there, and the others are what is left without them.
        let mut others = terms.clone();
        let mut guards = Vec::new();
        let mut sizes = Vec::new();
        for pile in chosen {
            match *pile {
                Chosen::Size(size) => {
                    guards.push(a.less(&Term::number(0), &others[size - 1]));
                    others[size - 1] = others[size - 1].clone().plus_constant(-1);
                    sizes.push(Term::number(size as i64));
                }
                Chosen::Place(place) => {
                    let term = &terms[self.sizes() + place];
                    guards.push(a.less(&Term::number(0), term));
                    sizes.push(term.clone());
                }
            }
        }
        let counted = self.sizes();
        let rest = others.split_off(counted).into_iter().enumerate();
        let rest = rest.filter(|(place, _)| !chosen.contains(&Chosen::Place(*place)));
        others.extend(rest.map(|(_, pile)| pile));
        let there = a.and(guards);
        if there == FALSE {
            return Ok(());
        }
        let mut scene = self.scene(m, &others);
        for left in self.left(m, &mut scene, &sizes, there, a)? {
            // What is left of a counted pile has some size below its own, at which it is counted.
            let mut recounted = vec![(left.guard, others[..counted].to_vec())];
            let mut moved = Vec::new();
            for (place, value) in left.values.iter().enumerate() {
                let Some(Chosen::Size(size)) = chosen.get(place) else {
                    moved.push(value.clone());
                    continue;
                };
                let mut longer = Vec::new();
                for (guard, counts) in &recounted {
                    for rest in 0..*size {
                        let equal = a.equal(value, &Term::number(rest as i64));
                        let guard = a.and([*guard, equal]);
                        if guard == FALSE {
                            continue;
                        }
                        let mut counts = counts.clone();
                        if rest > 0 {
                            counts[rest - 1] = counts[rest - 1].clone().plus_constant(1);
                        }
                        longer.push((guard, counts));
                    }
                }
                recounted = longer;
            }
            for (guard, counts) in recounted {
                for order in crate::scene::merges(&others[counted..], &moved, false) {
                    let after = [&counts[..], &order].concat();
                    self.reached(m, &scene, guard, &left.numbers, &after, goal, a, parts)?;
                }
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
        there: Formula,
        a: &mut Arithmetic,
    ) -> Result<Vec<Choice>, Rejection> {
        let none = Choice { guard: there, numbers: Vec::new(), values: Vec::new() };
        match &m.act {
            MoveAct::Take(takes) => {
                for ((slot, _), size) in takes.iter().zip(sizes) {
                    scene.slots[*slot] = size.clone();
                }
                let amounts: Vec<&Amount> = takes.iter().map(|(_, amount)| amount).collect();
                let mut all = Vec::new();
                for taken in self.amounts(&amounts, scene, none, a)? {
                    let mut guards = vec![taken.guard];
                    let mut left = Vec::new();
                    for (size, amount) in sizes.iter().zip(&taken.values) {
                        guards.push(a.less(&Term::number(0), amount));
                        guards.push(a.at_most(amount, size));
                        left.push(size.minus(amount));
                    }
                    all.push(Choice { guard: a.and(guards), numbers: taken.numbers, values: left });
                }
                Ok(all)
            }
            MoveAct::Replace { piles, by } => {
                for (slot, size) in piles.iter().zip(sizes) {
                    scene.slots[*slot] = size.clone();
                }
                let mut choices = vec![none];
                let mut fresh = scene.fresh;
                for expr in by {
                    let cases = scene.cases(expr, &mut fresh, a)?;
                    choices = combined(choices, &cases, a);
                }
                scene.fresh = fresh;
                // Piles that are not replaced are gone.
                for choice in &mut choices {
                    choice.values.resize(sizes.len(), Term::number(0));
                }
                Ok(choices)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The amounts that are taken: those that the mover chooses get a number each, on which fixed ones may depend.
    fn amounts(
        &self,
        amounts: &[&Amount],
        scene: &mut Scene,
        mut none: Choice,
        a: &mut Arithmetic,
    ) -> Result<Vec<Choice>, Rejection> {
        for amount in amounts {
            if let Amount::Chosen(slot) = amount {
                scene.slots[*slot] = Term::variable(named(&mut scene.fresh)?);
                none.numbers.extend(scene.fresh.checked_sub(1));
            }
        }
        let mut choices = vec![none];
        let mut fresh = scene.fresh;
        for amount in amounts {
            let cases = match amount {
                Amount::Chosen(slot) => scene.cases(&Expr::Slot(*slot), &mut fresh, a)?,
                Amount::Fixed(expr) => scene.cases(expr, &mut fresh, a)?,
            };
            choices = combined(choices, &cases, a);
        }
        scene.fresh = fresh;
        Ok(choices)
    }

    /// The move leads there, under a guard: its condition holds, the piles ascend, and what was asked for is so.
    #[allow(clippy::too_many_arguments)]
    fn reached(
        &self,
        m: &Move,
        scene: &Scene,
        guard: Formula,
        numbers: &[Variable],
        after: &[Term],
        goal: &Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let mut all = vec![guard];
        let piles = &after[self.sizes()..];
        let first = piles.first().map(|least| a.at_most(&Term::number(0), least));
        let ascending: Vec<Formula> =
            piles.windows(2).map(|pair| a.at_most(&pair[0], &pair[1])).chain(first).collect();
        if ascending.contains(&FALSE) {
            return Ok(());
        }
        if !goal.ascends {
            all.extend(ascending);
        }
        let seen = Scene { after: self.heaps(after), ..scene.clone() };
        all.push(seen.condition(&m.condition, a)?);
        if all.contains(&FALSE) {
            return Ok(());
        }
        all.push((goal.so)(a, after, scene.fresh)?);
        let inner = a.and(all);
        parts.push(numbers.iter().fold(inner, |inner, &number| a.exists(number, inner)));
        Ok(())
    }

    /// The same amount from each of some piles: those at these places, and of each size so many as the mover likes.
    fn taking_from_each(
        &self,
        m: &Move,
        places: &[usize],
        (least, most): (usize, Option<usize>),
        goal: &Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let MoveAct::TakeEach { amount, .. } = &m.act else { return Ok(()) };
        let counted = self.sizes();
        let enough = |many: usize| many >= least.max(1) && most.is_none_or(|most| many <= most);
        let terms = self.terms();
        let rest = (0..self.places()).filter(|place| !places.contains(place));
        let rest: Vec<Term> = rest.map(|place| terms[counted + place].clone()).collect();
        if enough(places.len()) {
            let others = [&terms[..counted], &rest].concat();
            let mut scene = self.scene(m, &others);
            let none = Choice { guard: TRUE, numbers: Vec::new(), values: Vec::new() };
            for taken in self.amounts(&[amount], &mut scene, none, a)? {
                let counts = terms[..counted].to_vec();
                self.taking(
                    m,
                    &scene,
                    &taken,
                    &taken.values[0],
                    places,
                    &rest,
                    &counts,
                    goal,
                    a,
                    parts,
                )?;
            }
        }
        // From counted piles, too: the amount is then at most the largest size.
        for by in 1..=counted {
            let mut scene = self.scene(m, &terms);
            let mut taken_from = Vec::new();
            let mut guards = Vec::new();
            let mut total = Term::number(places.len() as i64);
            let mut numbers = Vec::new();
            for (i, count) in terms[..counted].iter().enumerate() {
                if i + 1 < by {
                    taken_from.push(Term::number(0));
                    continue;
                }
                let number = named(&mut scene.fresh)?;
                numbers.push(number);
                let number = Term::variable(number);
                guards.push(a.at_most(&number, count));
                total = total.plus(&number);
                taken_from.push(number);
            }
            // At least one counted pile.
            let least = least.max(places.len() + 1).max(1);
            guards.push(a.at_most(&Term::number(least as i64), &total));
            if let Some(most) = most {
                guards.push(a.at_most(&total, &Term::number(most as i64)));
            }
            let kept: Vec<Term> = (0..counted).map(|i| terms[i].minus(&taken_from[i])).collect();
            let counts: Vec<Term> = (0..counted)
                .map(|i| taken_from.get(i + by).map_or(kept[i].clone(), |more| kept[i].plus(more)))
                .collect();
            scene.others = self.heaps(&[&kept[..], &rest].concat());
            let none = Choice { guard: a.and(guards), numbers, values: Vec::new() };
            for taken in self.amounts(&[amount], &mut scene, none, a)? {
                let by = Term::number(by as i64);
                let equal = a.equal(&taken.values[0], &by);
                let taken = Choice { guard: a.and([taken.guard, equal]), ..taken };
                self.taking(m, &scene, &taken, &by, places, &rest, &counts, goal, a, parts)?;
            }
        }
        Ok(())
    }

    /// Takes an amount from the piles at these places, which then stand among the rest in an order that each keeps.
    #[allow(clippy::too_many_arguments)]
    fn taking(
        &self,
        m: &Move,
        scene: &Scene,
        taken: &Choice,
        amount: &Term,
        places: &[usize],
        rest: &[Term],
        counts: &[Term],
        goal: &Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let terms = self.terms();
        let mut guards = vec![taken.guard, a.less(&Term::number(0), amount)];
        let mut moved = Vec::new();
        for &place in places {
            let pile = &terms[self.sizes() + place];
            guards.push(a.at_most(amount, pile));
            moved.push(pile.minus(amount));
        }
        let guard = a.and(guards);
        if guard == FALSE {
            return Ok(());
        }
        for order in crate::scene::merges(rest, &moved, true) {
            let after = [counts, &order].concat();
            self.reached(m, scene, guard, &taken.numbers, &after, goal, a, parts)?;
        }
        Ok(())
    }

    /// The same amount from every pile there is.
    fn taking_from_all(
        &self,
        m: &Move,
        goal: &Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let MoveAct::TakeAll { amount } = &m.act else { return Ok(()) };
        let (counted, terms) = (self.sizes(), self.terms());
        let zero = Term::number(0);
        for there in 0..=self.places() {
            // Exactly so many of the piles that are not counted.
            let gone = self.places() - there;
            let mut exactly: Vec<Formula> =
                (0..gone).map(|place| a.zero(terms[counted + place].clone())).collect();
            if there > 0 {
                exactly.push(a.less(&zero, &terms[counted + gone]));
            }
            let places: Vec<usize> = (gone..self.places()).collect();
            let rest = vec![zero.clone(); gone];
            // No pile is counted, or the amount is at most the size of the smallest that is.
            for by in 0..=counted {
                if by == 0 && there == 0 {
                    continue;
                }
                let mut guards = exactly.clone();
                let smaller = if by == 0 { counted } else { by - 1 };
                guards.extend(terms[..smaller].iter().map(|count| a.zero(count.clone())));
                if by > 0 {
                    let some: Vec<Formula> =
                        terms[smaller..counted].iter().map(|count| a.less(&zero, count)).collect();
                    guards.push(a.or(some));
                }
                let mut counts = terms[by..counted].to_vec();
                counts.resize(counted, zero.clone());
                let mut scene = self.scene(m, &vec![zero.clone(); terms.len()]);
                let none = Choice { guard: a.and(guards), numbers: Vec::new(), values: Vec::new() };
                for taken in self.amounts(&[amount], &mut scene, none, a)? {
                    let value = taken.values[0].clone();
                    let (by, equal) = match by {
                        0 => (value, TRUE),
                        _ => {
                            let by = Term::number(by as i64);
                            let equal = a.equal(&value, &by);
                            (by, equal)
                        }
                    };
                    let taken = Choice { guard: a.and([taken.guard, equal]), ..taken };
                    self.all_taken(
                        m, &scene, &taken, &by, &places, &rest, &counts, goal, a, parts,
                    )?;
                }
            }
        }
        Ok(())
    }

    /// Takes an amount from all piles that are there: they keep their order.
    #[allow(clippy::too_many_arguments)]
    fn all_taken(
        &self,
        m: &Move,
        scene: &Scene,
        taken: &Choice,
        amount: &Term,
        places: &[usize],
        rest: &[Term],
        counts: &[Term],
        goal: &Goal,
        a: &mut Arithmetic,
        parts: &mut Vec<Formula>,
    ) -> Result<(), Rejection> {
        let terms = self.terms();
        let mut guards = vec![taken.guard, a.less(&Term::number(0), amount)];
        let mut after = [counts, rest].concat();
        for &place in places {
            let pile = &terms[self.sizes() + place];
            guards.push(a.at_most(amount, pile));
            after.push(pile.minus(amount));
        }
        let guard = a.and(guards);
        match guard {
            FALSE => Ok(()),
            _ => self.reached(m, scene, guard, &taken.numbers, &after, goal, a, parts),
        }
    }
}

/// A variable that nothing speaks of yet.
fn named(fresh: &mut Variable) -> Result<Variable, Rejection> {
    if *fresh >= MOST_VARIABLES {
        return Err(Rejection::new("there are too many numbers to be checked"));
    }
    *fresh += 1;
    Ok(*fresh - 1)
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
    longer.retain(|choice| choice.guard != FALSE);
    longer
}

/// All sets of so many places, each ascending.
fn subsets(places: usize) -> Vec<Vec<usize>> {
    let places = places.min(16);
    let of = |bits: usize| (0..places).filter(|place| bits >> place & 1 == 1).collect();
    (0..1usize << places).map(of).collect()
}
