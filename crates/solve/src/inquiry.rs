//! Asking about positions: outcome, nim-value, winning options, for one of them or for many.
//!
//! Many positions share one table, or one memory of what a search has seen. Where that would be too large for all of
//! them, the small ones still share one, and the others are asked about by themselves: a position that cannot be answered
//! takes no answer away from the others.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use sprague_rules::{Options, Outcome, Player, Position, Ruleset};

use crate::budget::{Budget, Refusal, Watch};
use crate::heaps::{Listed, Total};
use crate::law::{Law, Lore};
use crate::planner::{Choice, Kernel};
use crate::question::{Pool, Question};
use crate::solution::{Answer, Refused, Solution, TAKES_LONG, Winning};
use crate::solver::Solver;
use crate::table::Wanted;

/// What is to be said of positions of one ruleset, and within which limits.
///
/// ```
/// use sprague_rules::{Outcome, Position, parse_ruleset};
/// use sprague_solve::Inquiry;
///
/// let wythoff = parse_ruleset("wythoff").unwrap();
/// let position = Position::new([4, 7], wythoff.shape).unwrap();
/// let solution = Inquiry::new(&wythoff).solve(&position).unwrap();
/// assert_eq!((solution.outcome, solution.nim), (Outcome::P, Some(0)));
/// ```
#[derive(Clone, Debug)]
pub struct Inquiry {
    ruleset: Arc<Ruleset>,
    moves: bool,
    insists_on_nim: bool,
    kernel: Option<Kernel>,
    budget: Budget,
    watch: Watch,
    pool: Option<Pool>,
    lore: Option<Arc<dyn Lore>>,
}

/// What would take longer than this is looked up among what is proved, which takes about as long.
const LONG: Duration = Duration::from_secs(1);

impl Inquiry {
    /// Everything that is known without much effort: outcome, winning options, and the nim-value if it does not take long.
    pub fn new(ruleset: impl Into<Arc<Ruleset>>) -> Inquiry {
        Inquiry {
            ruleset: ruleset.into(),
            moves: true,
            insists_on_nim: false,
            kernel: None,
            budget: Budget::default(),
            watch: Watch::default(),
            pool: None,
            lore: None,
        }
    }

    /// Leaves the winning options out.
    pub fn without_moves(self) -> Inquiry {
        Inquiry { moves: false, ..self }
    }

    /// Asks for the nim-value however long it takes, where there is one.
    pub fn insist_on_nim(self) -> Inquiry {
        Inquiry { insists_on_nim: true, ..self }
    }

    /// Insists on a kernel, if one is given.
    pub fn kernel(self, kernel: Option<Kernel>) -> Inquiry {
        Inquiry { kernel, ..self }
    }

    /// What the answers may cost.
    pub fn budget(self, budget: &Budget) -> Inquiry {
        Inquiry { budget: budget.clone(), ..self }
    }

    /// Who stops the work, and is told how far it is.
    pub fn watch(self, watch: &Watch) -> Inquiry {
        Inquiry { watch: watch.clone(), ..self }
    }

    /// The threads to work with.
    pub fn pool(self, pool: Option<&Pool>) -> Inquiry {
        Inquiry { pool: pool.cloned(), ..self }
    }

    /// Somebody who may know what is proved of positions of any size, for what would take long otherwise.
    pub fn knowing(self, lore: Arc<dyn Lore>) -> Inquiry {
        Inquiry { lore: Some(lore), ..self }
    }

    /// The answer for one position.
    pub fn solve(&self, position: &Position) -> Result<Solution, Refusal> {
        self.answers(std::slice::from_ref(position))?.solve(position)
    }

    /// An answer, or a refusal, for each position. It fails as a whole only where the kernel that is insisted on cannot do
    /// this at all.
    pub fn solve_many(&self, positions: &[Position]) -> Result<Vec<Answer>, Refusal> {
        let mut all = Vec::with_capacity(positions.len());
        self.solve_each(positions, &mut |answer| {
            all.push(answer);
            true
        })?;
        Ok(all)
    }

    /// The same, one after the other in their order, until `answered` returns false. Says how it was computed, if all
    /// positions shared one table or memory.
    pub fn solve_each(
        &self,
        positions: &[Position],
        answered: &mut dyn FnMut(Answer) -> bool,
    ) -> Result<Option<Explanation>, Refusal> {
        match self.answers(positions) {
            Ok(answers) => self.together(positions, answers, answered),
            Err(Refusal::Memory { .. }) => {
                self.apart(positions, answered)?;
                Ok(None)
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Answers from one table, or one memory; where the memory is full, the rest is asked about apart.
    fn together(
        &self,
        positions: &[Position],
        mut answers: Answers,
        answered: &mut dyn FnMut(Answer) -> bool,
    ) -> Result<Option<Explanation>, Refusal> {
        for (i, position) in positions.iter().enumerate() {
            match answers.solve(position) {
                Err(Refusal::Memory { .. }) if positions.len() > 1 && answers.remembers() => {
                    drop(answers);
                    self.apart(&positions[i..], answered)?;
                    return Ok(None);
                }
                answer => {
                    let answer = answer.map_err(|why| self.refused(position, why));
                    if !answered(answer) {
                        break;
                    }
                }
            }
        }
        Ok(Some(answers.explanation()))
    }

    /// Answers in groups: from few positions in reach to many, and in halves where a group is too much. They are
    /// handed on in the order of the positions.
    fn apart(
        &self,
        positions: &[Position],
        answered: &mut dyn FnMut(Answer) -> bool,
    ) -> Result<(), Refusal> {
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by_cached_key(|&i| size(&positions[i]));
        let mut groups = vec![order];
        let mut early: BTreeMap<usize, Answer> = BTreeMap::new();
        let mut next = 0;
        let mut hand_on = |i: usize, answer: Answer| {
            early.insert(i, answer);
            while let Some(answer) = early.remove(&next) {
                next += 1;
                if !answered(answer) {
                    return false;
                }
            }
            true
        };
        while let Some(group) = groups.pop() {
            let members: Vec<Position> = group.iter().map(|&i| positions[i].clone()).collect();
            let mut answers = match self.answers(&members) {
                Ok(answers) => answers,
                Err(Refusal::Memory { .. }) if group.len() > 1 => {
                    // The last group is taken up first: the smaller positions.
                    let (small, large) = group.split_at(group.len() / 2);
                    groups.extend([large.to_vec(), small.to_vec()]);
                    continue;
                }
                Err(refusal @ (Refusal::Memory { .. } | Refusal::Stopped { .. })) => {
                    for &i in &group {
                        let refused = self.refused(&positions[i], refusal.clone());
                        if !hand_on(i, Err(refused)) {
                            return Ok(());
                        }
                    }
                    continue;
                }
                Err(refusal) => return Err(refusal),
            };
            for (place, &i) in group.iter().enumerate() {
                match answers.solve(&positions[i]) {
                    // What the others have left in memory is given up.
                    Err(Refusal::Memory { .. }) if group.len() > 1 && answers.remembers() => {
                        let rest = &group[place + 1..];
                        groups.extend((!rest.is_empty()).then(|| rest.to_vec()));
                        groups.push(vec![i]);
                        break;
                    }
                    answer => {
                        let answer = answer.map_err(|why| self.refused(&positions[i], why));
                        if !hand_on(i, answer) {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn refused(&self, position: &Position, why: Refusal) -> Refused {
        Refused { ruleset: self.ruleset.expression.clone(), position: position.clone(), why }
    }

    /// Prepares answers for these positions: which kernel, and nim-values if they are there or do not take long.
    pub fn answers(&self, positions: &[Position]) -> Result<Answers, Refusal> {
        let question =
            Question::about_positions(self.ruleset.clone(), positions.iter().map(|p| &p[..]))
                .kernel(self.kernel)
                .budget(&self.budget)
                .watch(&self.watch)
                .pool(self.pool.as_ref());
        let valued = self.ruleset.has_nim_values()
            && !matches!(self.kernel, Some(Kernel::Units | Kernel::Subsets | Kernel::Window));
        if self.kernel == Some(Kernel::Law) {
            let law = self.law(positions).ok_or_else(|| Refusal::Unsuitable {
                kernel: Kernel::Law.name(),
                why: "nothing is proved that says who wins here".into(),
            })?;
            return Ok(self.lawful(question, law, positions));
        }
        let planned = match valued {
            false => question.choose().map(|choice| (question.clone(), choice)),
            true => {
                let valued = question.clone().nim_values();
                match valued.choose() {
                    // Sums of piles give nim-values whatever is asked for.
                    Ok(choice)
                        if choice.kernel == Kernel::Heaps
                            || choice.is_quick()
                            || self.insists_on_nim =>
                    {
                        Ok((valued, choice))
                    }
                    // Outcomes take less memory.
                    Err(refusal)
                        if self.insists_on_nim || !matches!(refusal, Refusal::Memory { .. }) =>
                    {
                        Err(refusal)
                    }
                    _ => question.choose().map(|choice| (question.clone(), choice)),
                }
            }
        };
        let long = match &planned {
            Ok((_, choice)) => choice.kernel != Kernel::Heaps && choice.estimate > LONG,
            Err(refusal) => matches!(refusal, Refusal::Memory { .. }),
        };
        if long
            && self.kernel.is_none()
            && let Some(law) = self.law(positions)
        {
            return Ok(self.lawful(question, law, positions));
        }
        let (question, choice) = planned?;
        let solver = question.solver_by(choice)?;
        Ok(Answers { solver, moves: self.moves })
    }

    /// A law that says who wins each of these positions, if somebody knows one.
    fn law(&self, positions: &[Position]) -> Option<Arc<dyn Law>> {
        let lore = self.lore.as_ref().filter(|_| self.ruleset.is_impartial())?;
        let positions: Vec<&[u32]> = positions.iter().map(|position| &position[..]).collect();
        let options = match self.moves {
            true => self.some_options(&positions),
            false => Vec::new(),
        };
        let options: Vec<&[u32]> = options.iter().map(|option| &option[..]).collect();
        let law = lore.law(&self.ruleset, &positions, &options, &self.watch)?;
        let says = |position: &&[u32]| match self.insists_on_nim && self.ruleset.has_nim_values() {
            true => law.nim_value(position).is_some(),
            false => law.outcome(position).is_some(),
        };
        positions.iter().all(says).then_some(law)
    }

    /// Some options of some positions: the first ones, others further and further on, and those with fewer piles, of which
    /// statements of their own speak.
    fn some_options(&self, positions: &[&[u32]]) -> Vec<Vec<u32>> {
        let options = Options::new(self.ruleset.clone()).watched(&self.watch);
        let mut some = Vec::new();
        for position in positions.iter().take(4) {
            let (mut visited, mut shorter) = (0u64, 0);
            options.visit(position, Player::Left, &mut |option| {
                visited += 1;
                shorter += u32::from(option.len() < position.len());
                let fewer = option.len() < position.len() && shorter <= 8;
                if fewer || visited.is_power_of_two() || visited.is_multiple_of(997) {
                    some.push(option.to_vec());
                }
                visited < 1 << 14
            });
        }
        some
    }

    /// Answers by a law, with the nim-values if it tells all of them.
    fn lawful(&self, question: Question, law: Arc<dyn Law>, positions: &[Position]) -> Answers {
        let valued = self.ruleset.has_nim_values()
            && positions.iter().all(|position| law.nim_value(position).is_some());
        let question = if valued { question.nim_values() } else { question };
        Answers { solver: Solver::by_law(&question, law), moves: self.moves }
    }
}

/// How much is in reach of a position, roughly: by this they are grouped.
fn size(position: &Position) -> u64 {
    position.iter().fold(1, |product, &size| product.saturating_mul(u64::from(size) + 1))
}

/// A solver that was prepared for some positions.
pub struct Answers {
    solver: Solver,
    moves: bool,
}

/// How answers were computed.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The kernel, and the reason for it.
    pub choice: Choice,
    /// What it took, in words.
    pub size: String,
}

impl Answers {
    /// The answer for one of the positions.
    pub fn solve(&mut self, position: &Position) -> Result<Solution, Refusal> {
        let outcome = self.solver.outcome(position)?;
        let valued = self.solver.ruleset().has_nim_values();
        let nim = match (self.solver.wanted, outcome) {
            (Wanted::NimValues, _) => self.solver.nim_value(position)?,
            // A P-position is one of nim-value 0.
            (_, Outcome::P) if valued => Some(0),
            _ => None,
        };
        let missing = nim.is_none() && valued;
        let (winning, winning_total) =
            match self.moves.then(|| self.solver.winning_by_law(position)).transpose()? {
                None => (None, None),
                Some(None) => {
                    let (winning, all) = self.solver.winning_so_far(position)?;
                    (Some(winning), (!all).then_some(Total::Stopped))
                }
                Some(Some(Listed { options, total })) => {
                    let all = total == Total::Counted(options.len() as u64);
                    (Some(Winning::Either(options)), (!all).then_some(total))
                }
            };
        Ok(Solution {
            ruleset: self.solver.ruleset().expression.clone(),
            position: position.clone(),
            outcome,
            nim,
            nim_missing: missing.then(|| TAKES_LONG.to_string()),
            winning,
            winning_total,
        })
    }

    /// Do answers fill a memory that the next ones have to do without?
    fn remembers(&self) -> bool {
        matches!(self.solver.choice.kernel, Kernel::Search | Kernel::Law)
    }

    /// How the answers are computed.
    pub fn explanation(&self) -> Explanation {
        Explanation { choice: self.solver.choice.clone(), size: self.solver.size().to_string() }
    }
}
