//! Asking about positions: outcome, nim-value, winning options, for one of them or for many.
//!
//! Many positions share one table, or one memory of what a search has seen. Where that would be too large for all of
//! them, or take long, those that are easy by themselves share one and are answered first, then those that take long, then those that
//! are too large: a position that cannot be answered takes no answer away from the others.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use sprague_rules::{Options, Outcome, Player, Position, Ruleset};

use crate::budget::{Budget, Refusal, Watch};
use crate::heaps::{Listed, Total};
use crate::law::{Law, Lore};
use crate::order::InOrder;
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

/// What answers take together, from that which is done first to that which is done last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effort {
    Little,
    Long,
    /// More memory than there is.
    TooMuch,
}

/// What it takes to do what was planned, if nothing is proved that helps.
fn effort(planned: &Result<(Question, Choice), Refusal>) -> Effort {
    match planned {
        Ok((_, choice)) if choice.kernel == Kernel::Heaps || choice.estimate <= LONG => {
            Effort::Little
        }
        Ok(_) => Effort::Long,
        Err(Refusal::Memory { .. }) => Effort::TooMuch,
        // That is for the answer to say.
        Err(_) => Effort::Little,
    }
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
    /// positions shared one table or memory. Once the work is stopped, what is not answered is refused, at once.
    pub fn solve_each(
        &self,
        positions: &[Position],
        answered: &mut dyn FnMut(Answer) -> bool,
    ) -> Result<Option<Explanation>, Refusal> {
        let alone = positions.len() == 1 || self.kernel.is_some();
        if !alone && effort(&self.plan(positions)) > Effort::Little {
            return self.apart(positions, 0, answered);
        }
        match self.answers(positions) {
            Ok(answers) => self.together(positions, answers, answered),
            Err(Refusal::Memory { .. }) => self.apart(positions, 0, answered),
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
            let answer = self.still_wanted(i).and_then(|()| answers.solve(position));
            match answer {
                Err(Refusal::Memory { .. }) if positions.len() > 1 && answers.remembers() => {
                    drop(answers);
                    self.apart(&positions[i..], i, answered)?;
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

    /// A refusal, if the work was stopped after so many others.
    fn still_wanted(&self, others: usize) -> Result<(), Refusal> {
        match others > 0 && !self.watch.goes_on() {
            true => Err(Refusal::Stopped { reached: "it was not begun".into() }),
            false => Ok(()),
        }
    }

    /// Answers in groups: from little effort to much and from few positions in reach to many, in halves where a group is too much.
    /// They are handed on in the order of the positions, before which so many others were answered. Says how it was computed, if
    /// one group was enough.
    fn apart(
        &self,
        positions: &[Position],
        before: usize,
        answered: &mut dyn FnMut(Answer) -> bool,
    ) -> Result<Option<Explanation>, Refusal> {
        let mut order: BTreeMap<Effort, Vec<usize>> = BTreeMap::new();
        for (i, position) in positions.iter().enumerate() {
            let alone = effort(&self.plan(std::slice::from_ref(position)));
            order.entry(alone).or_default().push(i);
        }
        let mut groups = Vec::new();
        // The last group is taken up first.
        for mut group in order.into_values().rev() {
            group.sort_by_cached_key(|&i| size(&positions[i]));
            groups.push(group);
        }
        let (mut in_order, mut done, mut explained) = (InOrder::new(answered), before, None);
        while let Some(group) = groups.pop() {
            let members: Vec<Position> = group.iter().map(|&i| positions[i].clone()).collect();
            let mut answers = match self.still_wanted(done).and_then(|()| self.answers(&members)) {
                Ok(answers) => answers,
                Err(Refusal::Memory { .. }) if group.len() > 1 => {
                    let (small, large) = group.split_at(group.len() / 2);
                    groups.extend([large.to_vec(), small.to_vec()]);
                    continue;
                }
                Err(refusal @ (Refusal::Memory { .. } | Refusal::Stopped { .. })) => {
                    for &i in &group {
                        let refused = self.refused(&positions[i], refusal.clone());
                        if !in_order.put(i, Err(refused)) {
                            return Ok(None);
                        }
                    }
                    done += group.len();
                    continue;
                }
                Err(refusal) => return Err(refusal),
            };
            for (place, &i) in group.iter().enumerate() {
                match self.still_wanted(done).and_then(|()| answers.solve(&positions[i])) {
                    // What the others have left in memory is given up.
                    Err(Refusal::Memory { .. }) if group.len() > 1 && answers.remembers() => {
                        let rest = &group[place + 1..];
                        groups.extend((!rest.is_empty()).then(|| rest.to_vec()));
                        groups.push(vec![i]);
                        break;
                    }
                    answer => {
                        let answer = answer.map_err(|why| self.refused(&positions[i], why));
                        done += 1;
                        if !in_order.put(i, answer) {
                            return Ok(None);
                        }
                    }
                }
            }
            explained = (group.len() == positions.len()).then(|| answers.explanation());
        }
        Ok(explained)
    }

    fn refused(&self, position: &Position, why: Refusal) -> Refused {
        Refused { ruleset: self.ruleset.expression.clone(), position: position.clone(), why }
    }

    /// Prepares answers for these positions: which kernel, and nim-values if they are there or do not take long.
    pub fn answers(&self, positions: &[Position]) -> Result<Answers, Refusal> {
        if self.kernel == Some(Kernel::Law) {
            let law = self.law(positions).ok_or_else(|| Refusal::Unsuitable {
                kernel: Kernel::Law.name(),
                why: "nothing is proved that says who wins here".into(),
            })?;
            return Ok(self.lawful(law, positions));
        }
        let planned = self.plan(positions);
        if self.kernel.is_none()
            && effort(&planned) > Effort::Little
            && let Some(law) = self.law(positions)
        {
            return Ok(self.lawful(law, positions));
        }
        let (question, choice) = planned?;
        let solver = question.solver_by(choice)?;
        Ok(Answers { solver, moves: self.moves })
    }

    fn question(&self, positions: &[Position]) -> Question {
        Question::about_positions(self.ruleset.clone(), positions.iter().map(|p| &p[..]))
            .kernel(self.kernel)
            .budget(&self.budget)
            .watch(&self.watch)
            .pool(self.pool.as_ref())
    }

    /// The kernel for these positions, with nim-values if they are there or do not take long.
    fn plan(&self, positions: &[Position]) -> Result<(Question, Choice), Refusal> {
        let question = self.question(positions);
        let valued = self.ruleset.has_nim_values()
            && !matches!(self.kernel, Some(Kernel::Units | Kernel::Subsets | Kernel::Window));
        if valued {
            let valued = question.clone().nim_values();
            match valued.choose() {
                // Sums of piles give nim-values whatever is asked for.
                Ok(choice)
                    if choice.kernel == Kernel::Heaps
                        || choice.is_quick()
                        || self.insists_on_nim =>
                {
                    return Ok((valued, choice));
                }
                // Outcomes take less memory.
                Err(refusal)
                    if self.insists_on_nim || !matches!(refusal, Refusal::Memory { .. }) =>
                {
                    return Err(refusal);
                }
                _ => {}
            }
        }
        question.choose().map(|choice| (question.clone(), choice))
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
        // Fewer where there are very many piles, each of which is copied.
        let most = |position: &[u32]| (1u64 << 20) / position.len().max(64) as u64;
        for position in positions.iter().take(4) {
            let (mut visited, mut shorter) = (0u64, 0);
            options.visit(position, Player::Left, &mut |option| {
                visited += 1;
                shorter += u32::from(option.len() < position.len());
                let fewer = option.len() < position.len() && shorter <= 8;
                if fewer || visited.is_power_of_two() || visited.is_multiple_of(997) {
                    some.push(option.to_vec());
                }
                visited < most(position)
            });
        }
        some
    }

    /// Answers by a law, with the nim-values if it tells all of them.
    fn lawful(&self, law: Arc<dyn Law>, positions: &[Position]) -> Answers {
        let question = self.question(positions);
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
